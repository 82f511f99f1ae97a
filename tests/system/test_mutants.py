"""Files from outside, changed at random, a short run: each is read, or refused in plain words, and soon."""

import pytest

from bench.mutants import KINDS, main

pytestmark = pytest.mark.slow


def test_the_shares_of_all_kinds_make_a_whole() -> None:
    assert sum(kind.share for kind in KINDS.values()) == pytest.approx(1)


def test_whatever_is_in_a_file_it_is_read_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    found = main(["--inputs", "150", "--seed", "test"])
    told = capsys.readouterr().out
    assert not found, told
    assert all(f"{kind}: " in told for kind in KINDS)


@pytest.mark.parametrize(("kind", "number"), [("calibration", 85)])
def test_what_was_found_once_stays_mended(kind: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A PNG of 55 bytes that announces a chunk of 4 MB: 12 s, and with 2 GB announced all memory."""
    found = main(["--kind", kind, "--first", str(number), "--inputs", "1"])
    assert not found, capsys.readouterr().out
