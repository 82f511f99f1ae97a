"""The command line never shows a person a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__, cli
from tests.support.root import ROOT


def five_lines(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    done = five_lines(name, "--help")
    assert done.returncode == 0
    assert "usage: five-lines" in done.stdout


def test_the_version_is_named_without_a_command() -> None:
    done = five_lines("--version")
    assert done.returncode == 0
    assert done.stdout == f"five-lines {__version__}\n"


def test_the_package_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--version"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"five-lines {__version__}\n")


def test_a_mistake_is_one_line_on_the_error_channel() -> None:
    done = five_lines("perft", "--rules", "chess", "--depth", "1")
    assert done.returncode == cli.EXIT_USER_ERROR
    assert done.stdout == ""
    assert done.stderr.startswith("five-lines: no rules are called 'chess'")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyse", "nothing.txt"], "nothing.txt: No such file or directory; check its name"),
        (["analyse", "."], ".: Is a directory; name a file"),
        (
            ["film", "--seed", "7", "--out", "file/film"],
            "film: a film can't be written there (File exists)",
        ),
        (["pages", "--out", "file", "--page", "welcome"], "Not a directory; a file stands where a folder is"),
        (["doctor", "--only", "clock", "--bundle", "no/a.zip"], "no/a.zip: No such file or directory; check"),
    ],
)
def test_what_the_system_refuses_is_named_with_what_to_do(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert cli.main(arguments) == cli.EXIT_USER_ERROR
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("five-lines: ")
    assert said in line
    assert (tmp_path / "file").read_text() == "mine"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_a_terminal_that_lacks_letters_is_shown_others() -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "companion.cli", "rules", "schaedler"]
    done = subprocess.run(command, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Sch?dler" in done.stdout


def test_a_fault_of_the_program_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(rules: object, depth: int) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("five_lines_lab.commands.rules.perft.perft", broken)
    arguments = ["perft", "--rules", "kidd", "--depth", "1"]
    assert cli.main(arguments) == cli.EXIT_FAULT
    said = capsys.readouterr().err
    assert "ZeroDivisionError: by nothing" in said
    assert "Traceback" not in said
    monkeypatch.setenv("FIVE_LINES_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(arguments)


@pytest.mark.slow
def test_a_library_that_is_missing_is_said_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("raise ModuleNotFoundError(\"No module named 'cv2'\")")
    command = [sys.executable, "-m", "companion.cli", "read", "--help"]
    without = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, env=without, capture_output=True, text=True, check=False)
    assert done.returncode == cli.EXIT_FAULT
    assert "No module named 'cv2'" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["rules", "--headless --autoplay 1 --rules schaedler --option limit=3"])
def test_a_reader_that_goes_away_is_no_fault(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m companion.cli {command} | head -n 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize(("folder", "its_own"), [("lab", "measure"), ("make", "board")])
def test_a_command_that_is_not_installed_says_how_to_get_it(folder: str, its_own: str) -> None:
    gone = f"import sys; sys.modules['five_lines_{folder}'] = None"
    for word, status in ((its_own, 2), ("rules", 0)):
        command = [sys.executable, "-c", f"{gone}; from companion.cli import main; exit(main())", word]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert (f"pip install -e {folder}" in done.stderr) == (status == 2)
        assert done.stderr.count("\n") == (status == 2)


@pytest.mark.parametrize("folder", ["lab", "make"])
def test_commands_that_others_add_are_those_that_are_known_to_be_theirs(folder: str) -> None:
    added = {name for name, module in cli.COMMANDS.items() if module.startswith(f"five_lines_{folder}.")}
    assert added == cli.BESIDE[folder]


@pytest.mark.slow
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_who_starts_a_command_may_have_closed_its_streams(closed: str) -> None:
    """As some schedulers do; else the first file that it opens would be taken for one of them."""
    command = f'"$1" -m companion.cli rules kidd {closed}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ("kidd" in done.stdout) is (">&-" not in closed.split())
