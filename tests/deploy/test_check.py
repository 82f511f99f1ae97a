"""`sh deploy/check`: what it runs is there, and each step ends as passed, failed or skipped with a reason."""

import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.checks import BUDGET_S, STEPS, Step, lacking_for_roots, main, run_step
from tests.support.root import ROOT

PASSES = Step("passes", (sys.executable, "-c", "print('whole')"), (sys.executable, "-c", "print('small')"))
FAILS = Step("fails", (sys.executable, "-c", "raise SystemExit('this is why')"))
LACKS = Step("lacks", (sys.executable, "-c", "raise SystemExit(1)"), lacking=lambda: "there is no board here")


@pytest.mark.parametrize("name", STEPS)
def test_what_a_step_runs_is_there(name: str) -> None:
    for command in (STEPS[name].full, STEPS[name].short):
        paths = [word for word in command if word.startswith(("tests/", "bench/"))]
        modules = [word for word in command if word.startswith("bench.")]
        assert [it for it in paths if not (ROOT / it).exists()] == []
        assert [it for it in modules if find_spec(it) is None] == []


def test_the_short_form_has_time_for_every_step_that_it_has() -> None:
    assert max(step.short_timeout_min * 60 for step in STEPS.values()) < BUDGET_S / 2


def test_each_step_is_reported_and_one_that_is_skipped_is_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--logs", str(tmp_path)], {"one": PASSES, "other": LACKS}) == 0
    end = capsys.readouterr().out.split("Checks:\n")[1].splitlines()
    assert end[0].startswith("one        passed (")
    assert end[1] == "other      skipped: there is no board here"
    assert (tmp_path / "one.log").read_text() == "whole\n"


def test_one_that_fails_shows_its_output_and_the_others_are_run_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--logs", str(tmp_path)], {"bad": FAILS, "good": PASSES}) == 1
    printed = capsys.readouterr().out
    assert "this is why" in printed
    assert "bad        FAILED: exit status 1" in printed
    assert "good       passed" in printed


def test_the_short_form_runs_the_small_size_and_skips_what_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--short", "--logs", str(tmp_path)], {"small": PASSES, "large": FAILS}) == 0
    assert (tmp_path / "small.log").read_text() == "small\n"
    assert "large      skipped: too long for --short" in capsys.readouterr().out


def test_only_the_steps_that_are_named_are_run(tmp_path: Path) -> None:
    assert main(["--logs", str(tmp_path), "good"], {"bad": FAILS, "good": PASSES}) == 0
    with pytest.raises(SystemExit):
        main(["--logs", str(tmp_path), "unheard-of"], {"good": PASSES})


@pytest.mark.slow
def test_a_step_that_takes_too_long_is_ended_with_all_that_it_has_started(tmp_path: Path) -> None:
    number = tmp_path / "number"
    command = ("sh", "-c", f"sleep 1000 & echo $! >{number}; wait")
    assert run_step(command, 1.0, tmp_path / "log").startswith("not done after")
    child = int(number.read_text())
    until_s = time.monotonic() + 10
    while Path(f"/proc/{child}").exists() and "Z" not in Path(f"/proc/{child}/stat").read_text():
        assert time.monotonic() < until_s


def test_without_root_the_roots_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    lacking_for_roots.cache_clear()
    assert lacking_for_roots() == "needs root: sudo sh deploy/check"
    lacking_for_roots.cache_clear()
