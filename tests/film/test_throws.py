"""Lists of throws: what can't be used is named with its place."""

from pathlib import Path

import pytest

from companion.film.throws import AskedThrows, ListedThrows, ThrowsError, read_throws
from companion.game import DICE

D6 = DICE["d6"]


def test_throws_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "throws.json"
    path.write_text('[{"throw": 4}, {"throw": 1}, {"throw": 6}]')
    assert read_throws(path, D6) == [4, 1, 6]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"throw": 4}, {"throw": 7}]', "entry 2: 7 is impossible; the die d6 shows 1, 2, 3, 4, 5, 6"),
        ('[{"throw": 0}]', "entry 1: 0 is impossible"),
        ('[{"throw": "4"}]', 'entry 1: "4" is impossible'),
        ('[{"throw": true}]', "entry 1: true is impossible"),
        ('[{"thrown": 4}]', 'entry 1: each throw is written {"throw": 4}, not {"thrown": 4}'),
        ("[4]", 'each throw is written {"throw": 4}, not 4'),
        ('{"throw": 4}', "the throws are a list"),
        ('[{"throw": 4},\n{"throw" 4}]', "line 2, column 10"),
        ("", "line 1, column 1"),
        ("[" * 3000, "brackets stand in brackets too deep"),
        (f'[{{"throw": 1{"0" * 5000}}}]', "a number has too many digits"),
    ],
)
def test_a_list_that_can_not_be_used_says_where_and_why(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "throws.json"
    path.write_text(text)
    with pytest.raises(ThrowsError) as caught:
        read_throws(path, D6)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)


def test_a_missing_file_and_one_that_is_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(ThrowsError, match=r"none\.json: the throws can't be read"):
        read_throws(tmp_path / "none.json", D6)
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ThrowsError, match=r"bytes\.json: this is no JSON \(it is no text in UTF-8"):
        read_throws(tmp_path / "bytes.json", D6)


def test_the_faces_of_a_knucklebone_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "throws.json"
    path.write_text('[{"throw": 5}]')
    with pytest.raises(ThrowsError, match="the die knucklebone-roman shows 1, 3, 4, 6"):
        read_throws(path, DICE["knucklebone-roman"])


def test_a_person_is_asked_again_until_the_throw_makes_sense(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["9", "", "four", "4" * 5000, "4"])

    def answer(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert list(AskedThrows(D6)) == [4]
    assert capsys.readouterr().out.count("is impossible") == 4


def test_throws_end_where_the_input_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert list(AskedThrows(D6)) == []


def test_listed_throws_tell_what_is_to_come() -> None:
    throws = ListedThrows([4, 1, 6])
    assert next(throws) == 4
    assert throws.ahead == (1, 6)
    assert list(throws) == [1, 6]
    assert not throws.ahead
