"""A name that is not known is answered with the one that was meant, or with all there are."""

import pytest

from companion.cli import main
from companion.game.names import meant


def test_the_nearest_name_is_reported_or_else_all() -> None:
    assert meant("kid", ("schaedler", "kidd")) == "did you mean kidd?"
    assert meant("chess", ("schaedler", "kidd")) == "there are schaedler, kidd"


def test_rules_that_were_meant_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "schadler"]) == 2
    assert capsys.readouterr().err == "five-lines: no rules are called 'schadler'; did you mean schaedler?\n"
