"""The table of testimonies: its page, and what it says of options."""

from pathlib import Path

import pytest

from companion import cli
from companion.game import parse_options
from five_lines_lab.testimonies import HITTING, TESTIMONIES, markdown, speaking
from tests.support.root import ROOT


def test_the_page_of_the_documents_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["testimonies"]) == 0
    page = capsys.readouterr().out
    assert page == Path(ROOT / "lab" / "docs" / "testimonies.md").read_text(encoding="utf-8")
    assert "do not say whether counters could be hit" in HITTING
    assert HITTING in page


@pytest.mark.parametrize(
    "name",
    ["Alcaeus", "Epicharmus", "Sophron", "Plato, Laws", "Pollux", "Eustathius", "Knucklebones",
     "add up to five", "painted", "two", "Dasen", "2019",
     "10.1515/bgs-2017-0004", "280302806", "3400792", "3400791", "3400789",
     "3400794", "ancestor of", "πεσσὰ πεντέγραμμα",
     "Plutarch", "Hesychius", "A 25665", "16757", "not checked",
     "seven, nine or eleven lines", "`hitting=yes` | all silent"],
)  # fmt: skip
def test_what_the_texts_name_is_named(name: str) -> None:
    assert name in markdown()


def test_what_speaks_for_a_value_names_one_that_there_is() -> None:
    for testimony in TESTIMONIES:
        for written in (*testimony.speaks_for, *testimony.speaks_against):
            assert parse_options([written])
        assert not set(testimony.speaks_for) & set(testimony.speaks_against)


def test_rules_say_who_speaks_for_an_option_in_force_and_who_against(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["testimonies", "ludii-race"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "leaving=never: against: Alcaeus; Epicharmus and Sophron; Plato" in told
    assert "Of its other options they are all silent." in told
    assert speaking("hitting=yes") == speaking("hitting=no") == ""
