"""Files from outside, changed at random, a short run: each is read, or refused in plain words, and soon."""

import pytest

from bench.mutants import KINDS, main

pytestmark = pytest.mark.slow


def test_the_shares_of_all_kinds_make_a_whole() -> None:
    assert sum(kind.share for kind in KINDS.values()) == pytest.approx(1)


@pytest.mark.nightly
def test_whatever_is_in_a_file_it_is_read_or_refused(capsys: pytest.CaptureFixture[str]) -> None:
    found = main(["--inputs", "60", "--seed", "test"])
    told = capsys.readouterr().out
    assert not found, told
    assert all(f"{kind}: " in told for kind in KINDS)
