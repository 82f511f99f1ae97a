"""The command line never shows a person a traceback."""

import subprocess
import sys

import pytest

from companion import cli


def five_lines(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    done = five_lines(name, "--help")
    assert done.returncode == 0
    assert "usage: five-lines" in done.stdout


def test_a_mistake_is_one_line_on_the_error_channel() -> None:
    done = five_lines("perft", "--rules", "chess", "--depth", "1")
    assert done.returncode == cli.EXIT_USER_ERROR
    assert done.stdout == ""
    assert done.stderr.startswith("five-lines: no rules are called 'chess'")
    assert done.stderr.count("\n") == 1


def test_a_fault_of_the_program_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(rules: object, depth: int) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("companion.analysis.perft.perft", broken)
    arguments = ["perft", "--rules", "kidd", "--depth", "1"]
    assert cli.main(arguments) == cli.EXIT_FAULT
    said = capsys.readouterr().err
    assert "ZeroDivisionError: by nothing" in said
    assert "Traceback" not in said
    monkeypatch.setenv("FIVE_LINES_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(arguments)


def test_a_reader_that_goes_away_is_no_fault() -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m companion.cli rules | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
