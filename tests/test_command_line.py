"""What people expect of a command line: examples that work, wrong names that are answered, completion."""

import hashlib
import json
import os
import pty
import shlex
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing, redirect_stdout, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import cli, visible
from companion.commands._completion import SHELLS
from companion.commands._parser import Parser, actions_of
from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import Abandoned, Journal
from companion.journal.happenings import DeviceFault

RUN_HERE = (
    "rules",
    "settings example",
    "survey example",
    "measure --definitions",
    "perft",
    "dice verify --seal",
)
"""The examples that need nothing and take no time are run; the others would need pictures, games, devices."""


def parsers() -> dict[str, Parser]:
    """Every parser there is, by the words that lead to it."""

    def below(parser: Parser) -> dict[str, Parser]:
        found = {parser.prog: parser}
        for action in actions_of(parser).values():
            assert isinstance(action, Parser)
            found |= below(action)
        return found

    return below(cli.parser_of(cli.COMMANDS))


PARSERS = parsers()


def examples(name: str) -> list[str]:
    """The examples that a help shows."""
    _, _, shown = PARSERS[name].format_help().partition("examples:\n")
    return [line.strip() for line in shown.splitlines() if line.strip()]


EXAMPLES = sorted({example for name in PARSERS for example in examples(name)})


@pytest.mark.parametrize("name", PARSERS)
def test_every_help_shows_examples_of_its_own(name: str) -> None:
    shown = examples(name)
    assert shown
    if name != "five-lines station":
        assert all(f"{it} ".startswith(f"{name} ") for it in shown)


@pytest.mark.parametrize(
    "example",
    # A booklet of cards takes seconds to lay out.
    [pytest.param(one, marks=pytest.mark.slow) if " --cards" in one else one for one in EXAMPLES],
)
def test_an_example_is_what_the_command_takes(
    example: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, *words = shlex.split(example)
    if "--help" in words or " ".join(words).startswith(RUN_HERE):
        try:
            status = cli.main(words)
        except SystemExit as done:
            status = int(str(done.code))
        assert status == 0
        assert capsys.readouterr().out
    else:
        assert callable(cli.parser_of(cli.COMMANDS).parse_args(cli.with_command(words)).run)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("simulat", "there is no 'simulat'; did you mean simulate?"),
        ("play", "did you mean station?"),
        ("print", "did you mean make?"),
        ("simulate --rules kidd --games -5", "it can't be '-5': give a whole number from 0 up"),
        ("--sede 5", "there is no option --sede; did you mean --seed?"),
        ("--versoin", "there is no option --versoin; did you mean --version?"),
        ("games lits", "there is no 'lits'; did you mean list?"),
        ("games list --jsn", "there is no option --jsn; did you mean --json?"),
        ("games --xyzzy list", "there is no option --xyzzy; there are --help"),
        ("perft --rulez kidd", "there is no option --rulez; did you mean --rules?"),
        ("perft --rules kid --depth 1", "no rules are called 'kid'; did you mean kidd?"),
        ("perft --rules kidd --option leavin=free --depth 1", "'leavin' is not known; did you mean leaving?"),
        ("perft --rules kidd --option leaving=fre --depth 1", "'fre' is no value; did you mean free?"),
        ("perft --rules kidd --die knuckelbone --depth 1", "did you mean knucklebone?"),
        ("compare --vary leavin", "did you mean leaving?"),
        ("board --size A5 -o board.pdf", "it can't be 'A5'; there are A4, A3"),
        ("watch --starter C", "it can't be 'C'; there are A, B"),
        ("doctor --only camra", "it can't be 'camra'; did you mean camera?"),
        ("pages --out pages --language eng", "did you mean en?"),
        ("pages --out pages --page welcom", "did you mean welcome?"),
        ("simulate --rules kidd --players god,random", "did you mean good?"),
        ("--completion basch", "it can't be 'basch'; did you mean bash?"),
    ],
)
def test_a_name_that_is_not_known_is_answered_with_the_one_that_was_meant(
    wrong: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = cli.main(shlex.split(wrong))
    except SystemExit as refused:
        status = int(str(refused.code))
    assert status == cli.EXIT_USER_ERROR
    assert said in capsys.readouterr().err


def test_help_before_a_command_is_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["help", "games", "list"], ["help"]):
        with pytest.raises(SystemExit, match="0"):
            cli.main(words)
        said = capsys.readouterr().out
        with pytest.raises(SystemExit, match="0"):
            cli.main([*words[1:], "--help"])
        assert said == capsys.readouterr().out


def test_what_follows_two_dashes_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["games", "show", "--", "--jsn"])
    assert "is no game" in capsys.readouterr().err


def test_the_beginning_of_an_option_will_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "kidd", "--opt=to-win=4"]) == 0
    assert "Kidd" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["board -o b.pdf --size=--", "doctor --press=--", "board -o--"])
def test_two_dashes_are_no_value(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(command.split())
    assert "it can't be '--'" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("command", ["--version", "perft --rules kidd --depth 1", "rules kidd --help"])
def test_what_could_not_be_printed_is_said_in_one_line(command: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    run = [sys.executable, "-m", "companion.cli", *command.split()]
    reading, gone = os.pipe()
    os.close(reading)
    with open("/dev/full", "wb") as full, open(gone, "wb") as pipe:  # noqa: PTH123 -- a number is no path
        for place, said in (
            (full, "five-lines: No space left on device; make room and try again\n"),
            (pipe, ""),
        ):
            done = subprocess.run(
                run, env=environment, stdout=place, stderr=subprocess.PIPE, text=True, check=False
            )
            assert (done.returncode, done.stderr) == (cli.EXIT_USER_ERROR, said)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games list", "rules kid", "no-command"])
def test_a_refusal_that_could_not_be_printed_is_one_all_the_same(command: str, tmp_path: Path) -> None:
    run = [sys.executable, "-m", "companion.cli", *command.split()]
    nothing = {**os.environ, "FIVE_LINES_DATA": str(tmp_path)}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(run, env=nothing, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (cli.EXIT_USER_ERROR, b"")


COMPLETE = r"""
source /dev/stdin
words=($1)
[ "${1% }" = "$1" ] || words+=("")
COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1)) COMP_LINE=$1 COMP_POINT=${#1}
registered=$(complete -p five-lines)
function=${registered##*-F }
"${function%% *}" five-lines "${words[-1]}" "${words[-2]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    """What the command prints for each shell."""
    command = [sys.executable, "-m", "companion.cli", "--completion"]
    return {
        shell: subprocess.run([*command, shell], capture_output=True, text=True, check=True).stdout
        for shell in SHELLS
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("five-lines simul", {"simulate"}),
        ("five-lines games ex", {"export"}),
        ("five-lines games export --a", {"--all"}),
        ("five-lines perft --rules ka", {"kalkhoven"}),
        ("five-lines solve --die knuckle", {"knucklebone", "knucklebone-roman"}),
        ("five-lines doctor --only cam", {"camera"}),
        ("five-lines pages --language ", {"en", "de", "fr", "it", "el"}),
        ("five-lines perft --rules kidd --option to-w", {"to-win=5", "to-win=4"}),
        ("five-lines backup sta", {"station.zip", "stations"}),
        ("five-lines pages --out sta", {"stations"}),
    ],
)
def test_bash_completes_what_is_typed(
    typed: str, offered: set[str], scripts: dict[str, str], tmp_path: Path
) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    (tmp_path / "station.zip").touch()
    (tmp_path / "stations").mkdir()
    done = subprocess.run(
        [bash, "--norc", "-c", COMPLETE, "bash", typed],
        input=scripts["bash"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert set(done.stdout.split()) == offered


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("perft --rules kidd --option start=ha", "start=hand"),
        ("perft --option own-half=", "own-half="),
        ("perft --option zugz", "zugzwang="),
        ("perft --option entry-hits=b --depth 3", "entry-hits=b"),
        ("perft --rules=kalk", "--rules=kalkhoven"),
        ("perft --option=start=ha", "--option=start=hand"),
    ],
)
def test_a_real_bash_completes_what_follows_an_equals_sign(
    typed: str, completed: str, scripts: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "completion").write_text(scripts["bash"])
    ours, theirs = pty.openpty()
    bash = shutil.which("bash")
    assert bash is not None
    shell = subprocess.Popen(
        [bash, "--norc", "--noprofile", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        start_new_session=True,
        env={"PATH": os.environ["PATH"], "TERM": "dumb", "PS1": "", "HISTFILE": "/dev/null"},
    )
    os.close(theirs)
    try:
        # The completed line is printed, word by word, in place of being run.
        line = f"five-lines {typed}\t\001printf '<%s>' \005; echo end; exit\n"
        os.write(ours, b"source completion; bind 'set bell-style none'\n" + line.encode())
        said = b""
        with suppress(OSError):
            while chunk := os.read(ours, 4096):
                said += chunk
        assert f"<{completed}>" in said.decode(), said.decode()
    finally:
        os.close(ours)
        shell.kill()
        shell.wait()


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_for_another_shell_is_one_that_it_takes(shell: str, scripts: dict[str, str]) -> None:
    tool = shutil.which(shell)
    if tool is None:
        pytest.skip(f"{shell} is not installed (apt install {shell})")
    done = subprocess.run([tool, "-n"], input=scripts[shell], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_fish_completes_what_is_typed(scripts: dict[str, str], tmp_path: Path) -> None:
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("fish is not installed (apt install fish)")
    (tmp_path / "five-lines.fish").write_text(scripts["fish"])
    said = (
        'source five-lines.fish; complete -C "five-lines games ex"; complete -C "five-lines perft --rules ka"'
    )
    done = subprocess.run(
        [fish, "--no-config", "-c", said],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["export", "kalkhoven"]


TAINT = "ha\x1b]0;not from here\x07\x1b[31m\x9bnd\u202e"


def _settings(folder: Path) -> list[str]:
    path = folder / "station.toml"
    path.write_text(f"[station]\nlanguage = {json.dumps(TAINT)}\n", encoding="utf-8")
    return ["settings", "check", str(path)]


def _database(folder: Path) -> list[str]:
    path = folder / "visits.sqlite"
    with closing(sqlite3.connect(path)) as base:
        base.execute("CREATE TABLE visits (number)")
        base.execute("PRAGMA writable_schema = ON")
        base.execute("UPDATE sqlite_master SET sql = ?, name = ?", (f"CREATE {TAINT}", TAINT))
        base.commit()
    return ["visits", str(path)]


def _record(folder: Path) -> list[str]:
    path = folder / "game.txt"
    path.write_text(f"game: five-lines\nrules: {TAINT}\nA: {TAINT}\n", encoding="utf-8")
    return ["analyse", str(path)]


def _journal(*words: str) -> Callable[[Path], list[str]]:
    """A command about the journal of another station, which holds such texts in all that are free."""

    def made(folder: Path) -> list[str]:
        rules = rules_for("schaedler")
        with Journal(folder / "journal.sqlite", lambda: datetime(2026, 3, 21, tzinfo=UTC)) as journal:
            journal.begin(FairDie(rules.die, bytes(32)), rules, look=TAINT)
            journal.append(1, (DeviceFault(TAINT, f"{TAINT}\ud800"), Abandoned(TAINT)))
        return [*words, "--journal", str(folder / "journal.sqlite")]

    return made


def _games(folder: Path) -> list[str]:
    path = folder / "games.jsonl"
    entry = {"at": TAINT, "kind": TAINT, "fields": {TAINT: TAINT}}
    lines = ({"five-lines-games": 1, "version": TAINT}, {"game": 1, "record": None, "entries": [entry]})
    path.write_text("".join(f"{json.dumps(it, ensure_ascii=False)}\n" for it in lines), encoding="utf-8")
    return ["games", "import", str(path), "--journal", str(folder / "journal.sqlite")]


def _backup(settings: str) -> Callable[[Path], list[str]]:
    """A command that restores a backup of another station."""

    def made(folder: Path) -> list[str]:
        files = {"station.toml": settings.format(json.dumps(TAINT)), f"texts/{TAINT}": TAINT}
        sums = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
        with zipfile.ZipFile(folder / "b.zip", "w") as packed:
            for name, text in files.items():
                packed.writestr(name, text)
            packed.writestr("manifest.json", json.dumps({"format": 1, "version": TAINT, "sha256": sums}))
        return ["restore", str(folder / "b.zip"), "--settings", str(folder / "new" / "station.toml")]

    return made


def _filmed(folder: Path) -> list[str]:
    (folder / "film.toml").write_text(f"{json.dumps(TAINT)} = {json.dumps(TAINT)}\n", encoding="utf-8")
    return ["watch", str(folder)]


@pytest.mark.parametrize(
    "words",
    [
        _settings,
        _games,
        _filmed,
        _backup("[link]\nstation = {0}\npage_url = {0}\n"),
        _backup("[station]\nlanguage = {0}\n"),
        *(
            _journal(*words.split())
            for words in (
                *("games list", "games list --json", "games show 1", "games show 1 --json", "games replay 1"),
                *("games export 1", "games export --all", "games export --all --csv", "dice verify 1"),
            )
        ),
        lambda folder: ["capture", "--out", str(folder / TAINT), "--settings", str(folder / TAINT)],
        lambda folder: ["backup", str(folder / TAINT / "b.zip"), "--settings", str(folder / "none.toml")],
        _database,
        _record,
        lambda _: ["perft", "--option", f"start={TAINT}"],
        lambda folder: ["settings", "check", str(folder / TAINT)],
        lambda _: [f"{TAINT}"],
    ],
)
def test_what_comes_from_outside_gives_a_terminal_no_order(
    words: Callable[[Path], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert cli.main(words(tmp_path)) != cli.EXIT_FAULT
    said = "".join(capsys.readouterr())
    assert said
    assert visible(said) == said


def test_all_that_a_command_prints_passes_the_one_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    with redirect_stdout(cli.VisibleStream(sys.stdout)):
        print("one", TAINT, "\tζεύγη\nü\u200d", sep="", flush=True)
    assert capsys.readouterr().out == (
        "oneha<001B>]0;not from here<0007><001B>[31m<009B>nd<202E>\tζεύγη\nü\u200d\n"
    )
