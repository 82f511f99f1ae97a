"""What is wrong is quoted in a message, but never at any length."""

from pathlib import Path

import pytest

from companion import MAX_MESSAGE_LINE, FiveLinesError, shortened
from companion.cli import main

LONG = 50_000
RECORD = '[Rules "schaedler"]\n\n1. {}\n'


def files(folder: Path) -> dict[str, str]:
    """Files with one text in them that is too long, by the words for it in a command line."""
    spoilt = {
        "RECORD": RECORD.format("a" * LONG),
        "BOARD": f'style = "{"a" * LONG}"\n',
        "KEY": f"{'a' * LONG} = 1\n",
        "HOURS": f'[hours]\nmonday = ["{"a" * LONG}"]\n',
        "CLOSED": f'[hours]\nclosed = ["{"a " * LONG}"]\n',
        "OPTIONS": f'[game]\nrules = "schaedler"\noptions = ["start={"a" * LONG}"]\n',
    }
    for name, text in spoilt.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {name: str(folder / name) for name in spoilt} | {"LONG": "a" * LONG, "APART": "a " * LONG}


@pytest.mark.parametrize(
    "command",
    [
        "perft --rules schaedler --depth 1 --option start=LONG",
        "perft --rules schaedler --depth 1 --option start=APART",
        "perft --rules schaedler --depth 1 --option LONG",
        "perft --rules schaedler --depth 1 --option die=1:1,LONG",
        "perft --rules LONG --depth 1",
        "rules LONG",
        "rules schaedler LONG",
        "rules --LONG",
        "LONG",
        "games show LONG",
        "games list --journal LONG",
        "replay RECORD",
        "calibrate --board BOARD --a-side bottom -o out LONG",
        "calibrate --board KEY --a-side bottom -o out LONG",
        "settings check LONG",
        "settings check KEY",
        "settings check HOURS",
        "settings check CLOSED",
        "settings check OPTIONS",
    ],
)
def test_a_text_of_50_000_letters_is_cut(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    for name, what in files(tmp_path).items():
        words = [word.replace(name, what) for word in words]
    try:
        status = main(words)
    except SystemExit as ended:
        status = int(ended.code or 0)
    said = "".join(capsys.readouterr())
    assert status == 2, said[:2000]
    assert 20 < len(said) < 4 * MAX_MESSAGE_LINE, said[:2000]


def test_beginning_and_end_of_each_line_stay() -> None:
    message = f"first\nthe option {'a' * LONG} is not known; write another\nlast"
    first, middle, last = str(FiveLinesError(message)).split("\n")
    assert (first, last) == ("first", "last")
    assert len(middle) <= MAX_MESSAGE_LINE + len(" ... ")
    assert middle.startswith("the option aaa")
    assert middle.endswith("aaa is not known; write another")
    assert shortened("a" * MAX_MESSAGE_LINE) == "a" * MAX_MESSAGE_LINE
