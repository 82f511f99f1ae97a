"""The comparison of games, and the page made from it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import cli
from companion.analysis.errors import KeptRowsError
from companion.analysis.report.comparison import play_best
from companion.analysis.report.comparison_page import COLUMNS, ROWS, cells, markdown, plot
from companion.analysis.report.comparison_record import as_json, read_rows
from companion.analysis.report.estimates import decimals
from companion.game import DICE, RECONSTRUCTIONS
from tests.support.root import ROOT
from tests.support.solved import solved

PAGE = ROOT / "deploy" / "comparison"


@pytest.mark.slow
def test_a_last_counter_circles_longer_with_knucklebones_and_less_when_it_may_stay() -> None:
    bones, staying, cube = (
        play_best(solved("schaedler", *options), 1000, seed=3)
        for options in (["die=knucklebone"], ["die=knucklebone", "last-may-stay=yes"], [])
    )
    assert bones.circling.value > 0.6
    assert staying.circling.value < bones.circling.value - 0.2
    assert cube.circling.value < bones.circling.value
    assert bones.leaving.value > cube.leaving.value > 0


def test_counters_that_never_leave_the_goal_leave_only_their_own_half() -> None:
    never = play_best(solved("schaedler", "leaving=never"), 1000, seed=1)
    # At the start one counter stands on the own half; others land there only after a lap.
    assert 1.5 < never.leaving.value < 4


def test_a_sampled_figure_has_the_digits_that_its_error_leaves() -> None:
    assert [decimals(error) for error in (3.5, 0.5, 0.05, 0.012, 0)] == [0, 1, 2, 2, 0]
    cells_of = {(row.rules.name, str(row.rules.die)): cells(row) for row in read_rows(PAGE / ROWS)}
    assert cells_of["schaedler", "d6"][-2:] == ("19.2% ± 0.5%", "4.91 ± 0.05")
    assert cells_of["kidd", "d6"][-2:] == ("34.4% ± 0.7%", "125 ± 3")


def test_draws_are_told() -> None:
    (row,) = (
        row for row in read_rows(PAGE / ROWS) if (row.rules.name, row.rules.die.name) == ("ludii-race", "d6")
    )
    assert dict(zip(COLUMNS, cells(row), strict=True))["draws"] == "7.60%"
    assert "- draws: 7.6% in **ludii-race**" in (PAGE / "comparison.md").read_text(encoding="utf-8")


def test_every_column_of_the_page_is_defined_in_it() -> None:
    page = (PAGE / "comparison.md").read_text(encoding="utf-8")
    definitions = page.partition("bars](")[2]
    assert [column for column in COLUMNS[2:] if f"\n- {column}: " not in definitions] == []


def test_the_titles_stand_above_their_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ROWS).write_text((PAGE / ROWS).read_text(encoding="utf-8"), encoding="utf-8")
    assert cli.main(["compare", "--rules", "schaedler", "--die", "d6", "--page", str(tmp_path)]) == 0
    first, second, row = capsys.readouterr().out.splitlines()
    words = f"{first} {second}".split()
    assert sorted(words) == sorted(" ".join(COLUMNS).split())
    assert len(first) == len(second) == len(row)


@pytest.mark.slow
def test_the_command_compares_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "--rules", "schaedler", "--die", "d6", "--json", "--page", str(tmp_path)]
    assert cli.main(arguments) == 0
    line = capsys.readouterr().out
    told = json.loads(line)
    assert told["first_player"] == pytest.approx(0.5064556, abs=1e-6)
    assert told["best_against_random"] > 0.9
    page = (tmp_path / "comparison.md").read_text(encoding="utf-8")
    assert "| schaedler | d6 | 50.65% | 35.3 | 0.00% |" in page
    assert ElementTree.parse(tmp_path / "comparison.svg").getroot().tag.endswith("svg")
    # The row of the project's own page is what the command says today.
    kept = json.loads((PAGE / ROWS).read_text(encoding="utf-8").splitlines()[0])
    for figure, value in told.items():
        assert value == (pytest.approx(kept[figure], rel=1e-5) if isinstance(value, float) else kept[figure])
    # What was reckoned once is taken from the folder: here a figure is changed to see that.
    changed = line.replace(f'"positions": {told["positions"]}', '"positions": 7')
    (tmp_path / ROWS).write_text(changed, encoding="utf-8")
    assert cli.main(arguments) == 0
    assert capsys.readouterr().out == changed


def test_a_page_holds_every_game_compared_so_far_in_one_order(tmp_path: Path) -> None:
    for rules, die in (("kidd", "d6"), ("schaedler", "painted-d6"), ("schaedler", "d6")):
        rows = {(row.rules.name, row.rules.die.name): row for row in read_rows(PAGE / ROWS)}
        with (tmp_path / ROWS).open("a", encoding="utf-8") as file:
            file.write(f"{as_json(rows[rules, die])}\n")
        assert cli.main(["compare", "--rules", rules, "--die", die, "--page", str(tmp_path)]) == 0
    page = (tmp_path / "comparison.md").read_text(encoding="utf-8")
    assert [line.split(" | ")[:2] for line in page.splitlines() if line.startswith(("| s", "| k"))] == [
        ["| schaedler", "d6"],
        ["| schaedler", "painted-d6"],
        ["| kidd", "d6"],
    ]


def test_rows_that_are_no_rows_are_not_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ROWS).write_text('{"rules": "schaedler"}\n', encoding="utf-8")
    assert cli.main(["compare", "--rules", "schaedler", "--die", "d6", "--page", str(tmp_path)]) == 2
    assert f"{ROWS}, line 1: no row of a comparison" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [ROWS]


@pytest.mark.parametrize(
    ("figure", "value", "says"),
    [
        ("throws", '"many"', "throws must be a finite number, not 'many'"),
        ("circling_throws", "1", "circling is counted from"),
        ("rules", '"chess"', "no rules are called 'chess'"),
        ("games", "null", "games must be a whole number, not None"),
    ],
)
def test_a_damaged_row_is_told_with_its_line(tmp_path: Path, figure: str, value: str, says: str) -> None:
    row = json.loads((PAGE / ROWS).read_text(encoding="utf-8").splitlines()[0]) | {figure: json.loads(value)}
    (tmp_path / ROWS).write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    with pytest.raises(KeptRowsError) as told:
        read_rows(tmp_path / ROWS)
    assert f"{ROWS}, line 1: no row of a comparison ({says}" in str(told.value)


def test_a_fault_of_the_program_is_not_told_as_a_damaged_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> None:
        raise TypeError("ours")

    monkeypatch.setattr("companion.analysis.report.comparison_record.Figures", break_down)
    with pytest.raises(TypeError, match="ours"):
        read_rows(PAGE / ROWS)


def test_the_projects_page_is_what_the_command_makes_of_its_figures() -> None:
    rows = read_rows(PAGE / ROWS)
    assert (PAGE / "comparison.md").read_text(encoding="utf-8") == markdown(rows, "comparison.svg")
    assert (PAGE / "comparison.svg").read_text(encoding="utf-8") == plot(rows).as_svg()
    assert [row.rules.name for row in rows if row.rules.die == DICE["d6"]] == list(RECONSTRUCTIONS)
