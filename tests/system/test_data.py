"""Data from outside: right values come out with their types, wrong ones are told with their place."""

import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum

import pytest

from companion.system.data import MAX_DEPTH, MAX_JOINED, MAX_TOML_BYTES, Data, DataError, json_data, toml_data


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def test_values_come_out_as_what_they_are() -> None:
    told = toml_data(
        'name = "board"\nflat = true\ncount = 3\nsizes = [1, 2.5]\ncolour = "red"\n[inner]\nk = 2\n'
    )
    assert told["name"].text() == "board"
    assert told["flat"].flag() is True
    assert told["count"].whole() == 3
    assert told["sizes"].numbers() == [1.0, 2.5]
    assert told["colour"].one_of(Colour) is Colour.RED
    assert told["inner"]["k"].number() == 2.0
    assert told.get("other") is None
    assert list(told["inner"].table()) == ["k"]


@pytest.mark.parametrize(
    ("text", "read", "says"),
    [
        ("{}", lambda told: told["a"], "'a' is missing"),
        ('{"a": {}}', lambda told: told["a"]["b"], "'a.b' is missing"),
        ("[]", lambda told: told["a"], "it must be named values, not a list"),
        ('{"a": [{"b": 1}]}', lambda told: told["a"].items()[0]["b"].text(), "a[0].b must be a text, not 1"),
        ('{"a": {}}', lambda told: told["a"].items(), "a must be a list, not named values"),
        ('{"a": true}', lambda told: told["a"].whole(), "a must be a whole number, not True"),
        ('{"a": true}', lambda told: told["a"].number(), "a must be a finite number, not True"),
        ('{"a": 2.0}', lambda told: told["a"].whole(), "a must be a whole number, not 2.0"),
        ('{"a": NaN}', lambda told: told["a"].number(), "a must be a finite number, not nan"),
        ('{"a": 1}', lambda told: told["a"].flag(), "a must be true or false, not 1"),
        ('{"a": [1]}', lambda told: told["a"].numbers(2), "a must be 2 numbers, not 1"),
        ('{"a": "pink"}', lambda told: told["a"].one_of(Colour), "a must be 'red' or 'blue', not 'pink'"),
        (f'{{"a": "{"x" * 99}"}}', lambda told: told["a"].flag(), f"not '{'x' * 39}..."),
        (f'{{"a": 1{"0" * 400}}}', lambda told: told["a"].number(), "not so large a number"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, read: Callable[[Data], object], says: str) -> None:
    with pytest.raises(DataError) as told:
        read(json_data(text))
    assert str(told.value).endswith(says)


@pytest.mark.parametrize("parse", [lambda text: toml_data(f"a = {text}"), json_data])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 3000 + "]" * 3000, "brackets stand in brackets too deep"),
        ("1" + "0" * 5000, "a number has too many digits"),
        ("[1, ", ""),
    ],
)
def test_a_text_that_cant_be_read_is_one_plain_error(
    parse: Callable[[str], Data], text: str, says: str
) -> None:
    with pytest.raises(DataError) as told:
        parse(text)
    assert says in str(told.value)


@pytest.mark.parametrize("half", ["\\ud800", "\\uDFff", "\\ude00\\ud83d"])
@pytest.mark.parametrize("text", ['{{"a": ["{}"]}}', '{{"{}": 1}}'])
def test_half_a_pair_of_surrogates_is_no_text(text: str, half: str) -> None:
    with pytest.raises(DataError, match="surrogates"):
        json_data(text.format(half))
    assert json_data(text.format("\\ud83d\\ude00")) == json_data(text.format("\U0001f600"))


@pytest.mark.parametrize("parse", [toml_data, json_data])
def test_nothing_is_deeper_than_whatever_goes_through_it_can_follow(parse: Callable[[str], Data]) -> None:
    before, after = ("a = ", "") if parse is toml_data else ('{"a": ', "}")
    deep = MAX_DEPTH - 2
    found = parse(f"{before}{'[' * deep}1{']' * deep}{after}")["a"]
    for _ in range(deep):
        (found,) = found.items()
    assert found.whole() == 1
    with pytest.raises(DataError, match="too deep"):
        parse(f"{before}{'[' * MAX_DEPTH}{']' * MAX_DEPTH}{after}")


@pytest.mark.parametrize("name", ["a", "'a b'", '"a\\"b"', "ä"])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "a = 1\nb = {{{} = 1}}"])
def test_names_are_joined_by_dots_only_so_often(name: str, form: str) -> None:
    """In the parser's own hands 100,000 take 40 GB."""
    text = form.format(" . ".join([name] * (MAX_JOINED + 1)))
    with pytest.raises(
        DataError, match=rf"too many names are joined by dots \(at line {1 + text.count(chr(10))}"
    ):
        toml_data(text)


def test_names_joined_by_dots_as_often_as_they_may_be_are_read() -> None:
    data = toml_data(f"{'.'.join('a' * MAX_JOINED)} = 1\nb = ['1.2.3', 1.5, 2.5]\n")
    for _ in range(MAX_JOINED):
        data = data["a"]
    assert data.whole() == 1


@pytest.mark.parametrize("start", ["a = 1 # ", "a = '", 'a = "', "a = "])
def test_joined_names_are_looked_for_once_through_a_text_full_of_quotes(start: str) -> None:
    """Looked for from each quote to the end of its line, they take minutes."""
    began_s = time.process_time()
    with suppress(DataError):
        toml_data(start + '\\"' * ((MAX_TOML_BYTES - 10) // 2))
    assert time.process_time() - began_s < 5


def test_a_number_too_large_for_any_message_is_reported() -> None:
    with pytest.raises(DataError, match="a must be true or false, not so large a number"):
        toml_data(f"a = 0x{'f' * 9000}")["a"].flag()
