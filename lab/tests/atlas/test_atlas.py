"""The atlas: its page's data against the survey's table, its CSV, and the page in a browser."""

import csv
import hashlib
import json
import math
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion import __version__, cli
from companion.game import OPTIONS, RECONSTRUCTIONS, Rules, rules_for
from five_lines_lab.atlas.descriptions import TIMES, figures_digest
from five_lines_lab.atlas.effects import CHANGES, Effect, Effects
from five_lines_lab.atlas.figures import FIGURES
from five_lines_lab.atlas.neighbours import is_better, neighbours, published_sets
from five_lines_lab.atlas.payload import payload
from five_lines_lab.atlas.table import SolvedSet, options_asked, read_table
from five_lines_lab.measure.record import COLUMNS
from five_lines_lab.solve.bounds import Bounds
from five_lines_lab.survey.store import SurveyStore
from five_lines_lab.survey.task import OPTION_FIELDS, Task, TaskResult, TaskStatus, key_of
from tests.support.root import ROOT

SURVEY = ROOT / "deploy" / "atlas" / "survey.sqlite"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


def data_in(folder: Path) -> Any:
    text = (folder / "data.js").read_text(encoding="utf-8")
    return json.loads(text.removeprefix('"use strict";\nconst ATLAS = ').removesuffix(";\n"))


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The atlas that a release has: the survey with its page, CSV and data sheet."""
    folder = tmp_path_factory.mktemp("atlas")
    shutil.copy(SURVEY, folder)
    assert cli.main(["atlas", str(folder / SURVEY.name), "--out", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def data(atlas: Path) -> Any:
    return data_in(atlas)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    """The survey's rows, read by nothing of the atlas."""
    with closing(sqlite3.connect(f"file:{SURVEY}?mode=ro", uri=True)) as base:
        base.row_factory = sqlite3.Row
        return [dict(row) for row in base.execute("SELECT * FROM sets WHERE status != 'failed'")]


def options_of(it: list[Any], data: Any) -> str:
    """A set of the page's data by its options, as the survey writes them."""
    shown = zip(data["options"], it[0], strict=True)
    return " ".join(
        f"{option['key']}={'-' if mark == '-' else option['choices'][int(mark)]['text']}"
        for option, mark in shown
    )


@pytest.mark.slow
def test_an_atlas_is_a_page_a_table_and_its_data_sheet(atlas: Path, data: Any) -> None:
    assert sorted(path.name for path in atlas.iterdir()) == [
        "atlas.css",
        "atlas.js",
        "data.js",
        "index.html",
        "survey-data-sheet.md",
        "survey.croissant.json",
        "survey.csv",
        "survey.datapackage.json",
        *(["survey.parquet"] if find_spec("pyarrow") else []),
        "survey.sqlite",
    ]
    assert data["version"] == __version__
    assert (atlas / SURVEY.name).read_bytes() == SURVEY.read_bytes(), "making an atlas changes the survey"


@pytest.mark.slow
def test_every_set_of_the_table_is_on_the_page_with_its_figures(
    data: Any, rows: list[dict[str, Any]]
) -> None:
    by_key = {(row["options"], row["die"]): row for row in rows}
    assert len(data["sets"]) == len(by_key) == len(rows)
    place = {figure["key"]: number for number, figure in enumerate(data["figures"])}
    for it in data["sets"]:
        row = by_key[options_of(it, data), data["dice"][it[1]]["text"]]
        if row["status"] != "solved":
            assert it[6:8] == [None, [row["status"], row["value_low"], row["value_high"]]]
            continue
        figures = it[6]
        for name in place.keys() & COLUMNS:
            assert figures[place[name]] == pytest.approx(row[name], rel=1e-4)
        assert figures[place["edge"]] == pytest.approx(abs(row["first_player"] - 0.5), rel=1e-4)
        leavings = row["left_forced"] + row["left_by_choice"]
        assert figures[place["leavings"]] == pytest.approx(leavings, rel=1e-4)
        assert figures[place["leavings_100"]] == pytest.approx(100 * leavings / row["throws"], rel=1e-4)
        unsure = {
            place[name]: [row[f"{name}{end}"] for end in ends]
            for name in place
            for ends in (("_error",), ("_low", "_high"))
            if row.get(f"{name}{ends[0]}") is not None
        }
        assert it[7] == {str(number): pytest.approx(kept, rel=1e-4) for number, kept in unsure.items()}


@pytest.mark.slow
def test_the_traffic_in_the_table_is_on_the_page(atlas: Path, data: Any) -> None:
    with (atlas / "survey.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["options"], row["die"]): row for row in csv.DictReader(file)}
    kept = [(it, rows[options_of(it, data), data["dice"][it[1]]["text"]]) for it in data["sets"]]
    kept = [(it, row) for it, row in kept if row["traffic_throws"]]
    assert len(kept) > 800
    assert sum(it[8] is not None for it in data["sets"]) == len(kept)
    for it, row in kept:
        for kind, by_line in zip(data["kinds"], it[8], strict=True):
            assert by_line == pytest.approx([float(row[f"{kind}_{line}"]) for line in range(1, 6)], rel=1e-8)
        assert 2 * sum(it[8][0]) + float(row["traffic_idle"]) == pytest.approx(100, abs=1e-6)
        alike, others = it[9]
        assert 0 <= alike < others == sum(other[1] == it[1] for other, _ in kept) - 1


def test_every_row_says_what_is_proven_of_its_value(rows: list[dict[str, Any]]) -> None:
    """The decided values are those of an independent program."""
    decided = [row["first_player"] for row in rows if row["status"] == "decided"]
    for value, sets in ((0.545455, 3), (0.567870, 2), (1.0, 3)):
        assert sum(abs(found - value) < 6e-7 for found in decided) >= sets
    for row in rows:
        if row["status"] == "solved":
            assert row["value_low"] is row["value_high"] is row["why"] is None
        elif row["status"] == "endless":
            assert "no position that can come up has a winning move" in row["why"]
            assert row["value_low"] is row["value_high"] is row["first_player"] is None
        else:
            assert row["why"]
            assert 0 <= row["value_low"] <= row["value_high"] <= 1
            assert (row["value_high"] - row["value_low"] <= 1e-6) is (row["status"] == "decided")
            assert row["throws"] is None


def test_the_guide_counts_the_sets_as_they_are(rows: list[dict[str, Any]]) -> None:
    guide = " ".join((ROOT / "lab" / "docs" / "survey.md").read_text(encoding="utf-8").split())
    with closing(sqlite3.connect(f"file:{SURVEY}?mode=ro", uri=True)) as base:
        (traffic, endless) = base.execute(
            "SELECT count(landed_1), sum(landed_1 IS NULL) FROM traffic"
        ).fetchone()
    unsolved = [row for row in rows if row["status"] != "solved"]
    stopped, bounded = (
        [row["value_high"] - row["value_low"] for row in rows if row["status"] == status]
        for status in ("stopped", "bounded")
    )
    decided = [row["value_low"] for row in rows if row["status"] == "decided"]
    for sentence in (
        f"a finished survey of {len(rows):,} sets",
        f"all figures are known | {len(rows) - len(unsolved):,} |",
        f"in {sum(low > 1 - 1e-7 for low in decided)} of these sets it is 1, to 1e-8 | {len(decided)} |",
        f"apart by {max(bounded):.3f} at most | {len(bounded)} |",
        f"less than 0.01 apart in {sum(it < 0.01 for it in stopped)} sets and more than 0.5 in "
        f"{sum(it > 0.5 for it in stopped)} | {len(stopped)} |",
        f"no game can end | {sum(row['status'] == 'endless' for row in rows)} |",
        f"Of these {len(unsolved)} sets {sum(row['hitting'] == 'yes' for row in unsolved)} have hitting",
        f"{sum(row['same_as'] is not None for row in rows)} sets are the same game as another",
        f"{traffic:,} sets of the file here have it",
        f"in {endless} more such games may have no end",
    ):
        assert sentence in guide, sentence


@pytest.mark.slow
def test_a_figure_shown_is_the_tables_rounded_once(data: Any, rows: list[dict[str, Any]]) -> None:
    table = {(row["options"], row["die"]): row for row in rows}
    wrong = []
    for it in data["sets"]:
        row = table[options_of(it, data), data["dice"][it[1]]["text"]]
        for figure, told in zip(data["figures"], it[6] or (), strict=False):
            if figure["key"] in COLUMNS:
                per = 100 if figure["kind"] == "share" else 1
                shown, meant = (f"{per * value:.{figure['digits']}f}" for value in (told, row[figure["key"]]))
                if shown != meant:
                    wrong.append((row["options"], figure["key"], shown, meant))
    assert not wrong


@pytest.mark.slow
def test_the_command_of_every_set_means_that_set(data: Any) -> None:
    for values, die, base, asked, *_ in data["sets"]:
        options = []
        for number in asked:
            option = data["options"][number]
            options.append(f"{option['key']}={option['choices'][int(values[number])]['text']}")
        rules = rules_for(data["published"][base]["name"], [*options, f"die={data['dice'][die]['text']}"])
        assert key_of(rules) == options_of([values], data)


def test_its_rules_are_said_in_the_words_of_the_rules(data: Any) -> None:
    told = {
        (option["key"], it["text"]): it["meaning"] for option in data["options"] for it in option["choices"]
    }
    for option in OPTIONS:
        if option.field in OPTION_FIELDS:
            for choice in option.choices:
                assert told[option.key, choice.text] == choice.meaning


def test_what_it_covers_is_counted(data: Any, rows: list[dict[str, Any]]) -> None:
    for die in data["dice"]:
        states = [row["status"] for row in rows if row["die"] == die["text"]]
        for status in data["states"]:
            assert die[status] == states.count(status)
    keys = {(row["options"], row["die"]) for row in rows}
    for near in data["near"]:
        die = data["dice"][near["die"]]["text"]
        rules = rules_for(data["published"][near["published"]]["name"], [f"die={die}"])
        others = {key_of(other) for other in neighbours(rules)}
        assert near["neighbours"] == len(others)
        assert near["solved"] + near["unsolved"] == len({(key, die) for key in others} & keys)


def alike_but(field: str, one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(one[name] == other[name] for name in (*OPTION_FIELDS, "die") if name != field)


@pytest.mark.parametrize(
    ("option", "value"), [("to-win", "4"), ("last-may-stay", "yes"), ("larger-throw-enters", "yes")]
)
@pytest.mark.parametrize("key", ["throws_50", "best_against_two_rules"])
def test_an_effect_is_the_mean_over_pairs(
    option: str, value: str, key: str, data: Any, rows: list[dict[str, Any]]
) -> None:
    field = option.replace("-", "_")
    first = next(it for it in OPTIONS if it.key == option).choices[0].text
    measured = [row for row in rows if row["status"] == "solved" and row["die"] == "d6"]
    pairs = [
        (one[key], other[key])
        for one in measured
        for other in measured
        if one[field] == first and other[field] == value and alike_but(field, one, other)
    ]
    assert pairs
    place = [(data["options"][number]["key"], choice) for number, choice in data["changes"]]
    changes = {it[0]: it[1:] for it in data["effects"][0][key]["alone"]}
    choice = [it.text for it in next(it for it in OPTIONS if it.key == option).choices].index(value)
    count, mean, least, most, *_ = changes[place.index((option, choice))]
    by = [math.log(b / a) if key == "throws_50" else b - a for a, b in pairs]
    expected = [statistics.mean(by), min(by), max(by)]
    assert count == len(pairs)
    assert [mean, least, most] == pytest.approx(
        [math.exp(it) for it in expected] if key == "throws_50" else expected, rel=1e-4, abs=1e-8
    )


def test_what_the_die_does_is_reported_over_the_sets_that_both_have(
    data: Any, rows: list[dict[str, Any]]
) -> None:
    stakes = {
        die: {row["options"]: row["stake"] for row in rows if row["die"] == die and row["status"] == "solved"}
        for die in ("d6", "knucklebone")
    }
    both = stakes["d6"].keys() & stakes["knucklebone"].keys()
    by = [stakes["knucklebone"][key] - stakes["d6"][key] for key in both]
    ((pairs, *told),) = data["effects"][0]["stake"]["dice"]
    assert (pairs, data["dice"][0]["text"]) == (len(both), "d6")
    assert told == pytest.approx([statistics.mean(by), min(by), max(by)], rel=1e-4)


def solved(rules: Rules, **figures: float) -> SolvedSet:
    known = dict.fromkeys(COLUMNS, 0.0) | {"throws": 50.0, "throws_50": 40.0, "first_player": 0.5} | figures
    return SolvedSet(rules, TaskStatus.SOLVED, None, 1, known)


def test_two_options_that_alter_each_other_are_found_by_squares() -> None:
    lengths = {(): 40, ("to-win=4",): 20, ("leaving=never",): 40, ("to-win=4", "leaving=never"): 10}
    sets = [solved(rules_for("schaedler", options), throws_50=throws) for options, throws in lengths.items()]
    (median,) = (figure for figure in FIGURES if figure.key == "throws_50")
    (told,) = Effects(sets).between(median)
    assert [f"{it.option.key}={it.value}" for it in (told.change, told.other)] == [
        "leaving=never",
        "to-win=4",
    ]
    assert told.squares == 1
    assert (told.without, told.with_other) == pytest.approx((1, 0.5))
    assert {effect.spread.pairs for effect in Effects(sets).of(median)} == {2}


def test_pairs_that_are_not_solved_are_counted_and_bound_the_mean() -> None:
    sets = [
        solved(rules_for("schaedler", [option, *others]), first_player=chance)
        for option, others, chance in (
            ("to-win=5", (), 0.5),
            ("to-win=4", (), 0.6),
            ("to-win=5", ("leaving=never",), 0.45),
        )
    ]
    one = rules_for("schaedler", ["to-win=4", "leaving=never"])
    bounded = replace(sets[0], rules=one, status=TaskStatus.BOUNDED, bounds=Bounds(0.4, 0.65))
    by_key = {figure.key: figure for figure in FIGURES}
    effects = Effects([*sets, bounded])

    def of(key: str) -> Effect:
        return next(it for it in effects.of(by_key[key]) if it.change.option.key == "to-win")

    chance, edge, median = of("first_player"), of("edge"), of("throws_50")
    assert [(it.spread.pairs, it.left_out) for it in (chance, edge, median)] == [(1, 1)] * 3
    assert chance.spread.mean == pytest.approx(0.1)
    # The pair that is bounded changes the chance by -0.05 to 0.2, and the edge by -0.05 to 0.1.
    assert chance.with_bounded == pytest.approx((0.025, 0.15))
    assert edge.with_bounded == pytest.approx((0.025, 0.1))
    assert median.with_bounded == ()


def test_the_nearest_better_set_is_shorter_and_loses_nothing() -> None:
    rules = rules_for("schaedler")
    itself = solved(rules, best_against_two_rules=0.6)
    one_off = rules_for("schaedler", ["to-win=4"])
    two_off = rules_for("schaedler", ["to-win=4", "leaving=never"])
    as_good = {"throws_50": 36.0, "first_player": 0.5049, "best_against_two_rules": 0.5951, "draws": 0.0049}
    better = solved(one_off, **as_good)
    assert is_better(better, itself)
    for worse in (
        {"throws_50": 37.0},
        {"first_player": 0.494},
        {"best_against_two_rules": 0.594},
        {"draws": 0.006},
    ):
        assert not is_better(solved(one_off, **(as_good | worse)), itself), worse
    shorter = solved(two_off, **(as_good | {"throws_50": 5.0}))
    (found, *_) = published_sets([itself, shorter, better], [rules.die])
    assert (found.better, found.asked) == (better, ("to_win",))
    (found, *_) = published_sets([itself, shorter], [rules.die])
    assert (found.better, found.asked) == (shorter, ("leaving", "to_win"))
    (found, *_) = published_sets([itself], [rules.die])
    assert (found.better, found.neighbours, found.solved) == (None, len(neighbours(rules)), 0)


def test_no_more_options_are_asked_than_are_needed() -> None:
    schaedler, hitting = rules_for("schaedler"), rules_for("schaedler", ["hitting=yes", "sacred-line=open"])
    assert options_asked(schaedler, hitting) == ("hitting", "sacred_line")
    assert options_asked(schaedler, rules_for("locus-ludi-capture")) == ("start", "hitting")
    assert options_asked(rules_for("kidd"), schaedler) == ("start", "hitting", "yoking", "own_half")
    assert [options_asked(it.rules, it.rules) for it in RECONSTRUCTIONS.values()] == [()] * len(
        RECONSTRUCTIONS
    )


def test_the_csv_is_the_table_and_its_sheet_tells_every_column(atlas: Path) -> None:
    with (atlas / "survey.csv").open(encoding="utf-8", newline="") as file:
        head, *told = csv.reader(file)
    table = read_table(SURVEY)
    assert tuple(head) == table.columns
    assert told == [["" if value is None else str(value) for value in row] for row in table.rows]
    sheet = (atlas / "survey-data-sheet.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| [^|]+ \| (?:[^|]|\\\|)+ \|$", sheet, re.MULTILINE) == head
    assert hashlib.sha256((atlas / "survey.csv").read_bytes()).hexdigest() in sheet


@pytest.mark.slow
def test_programs_read_what_every_column_is_and_the_checksum_of_the_figures_alone(
    atlas: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, columns = (atlas / "survey.csv").read_bytes(), list(read_table(SURVEY).columns)
    (resource,) = json.loads((atlas / "survey.datapackage.json").read_text(encoding="utf-8"))["resources"]
    assert [field["name"] for field in resource["schema"]["fields"]] == columns
    assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    croissant = json.loads((atlas / "survey.croissant.json").read_text(encoding="utf-8"))
    assert [field["source"]["extract"]["column"] for field in croissant["recordSet"][0]["field"]] == columns
    assert croissant["distribution"][0]["sha256"] == resource["hash"].removeprefix("sha256:")
    for name in ("conformsTo", "name", "description", "license", "citeAs", "creator", "datePublished"):
        assert croissant[name]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", croissant["datePublished"])
    # The guide's own lines compute the checksum to cite.
    guide = (ROOT / "lab" / "docs" / "data.md").read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    monkeypatch.chdir(atlas)
    exec(re.findall(r"```python\n(import csv.*?)```", guide, re.DOTALL)[0], found)
    assert resource["hash_of_figures"] == f"sha256:{found['figures']}"
    sheet = (atlas / "survey-data-sheet.md").read_text(encoding="utf-8")
    assert f"`{found['figures']}`" in sheet
    assert f"SHA-256 of the figures {found['figures'][:16]}." in sheet


def test_times_are_no_part_of_the_checksum() -> None:
    table = read_table(SURVEY)
    later = [
        [it if name not in TIMES else 7 for name, it in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]
    assert figures_digest(replace(table, rows=tuple(map(tuple, later)))) == figures_digest(table)
    other = (("x", *table.rows[0][1:]), *table.rows[1:])
    assert figures_digest(replace(table, rows=other)) != figures_digest(table)


@pytest.mark.slow
def test_the_parquet_file_is_the_table_with_types(atlas: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is of the extra `survey`")
    found, table = parquet.read_table(atlas / "survey.parquet"), read_table(SURVEY)
    assert tuple(found.column_names) == table.columns
    assert [tuple(row.values()) for row in found.to_pylist()] == list(table.rows)
    assert str(found.schema.field("positions").type) == "int64"
    assert str(found.schema.field("throws").type) == "double"
    sheet = (atlas / "survey-data-sheet.md").read_text(encoding="utf-8")
    assert hashlib.sha256((atlas / "survey.parquet").read_bytes()).hexdigest() in sheet


@pytest.mark.slow
def test_an_atlas_of_a_survey_that_has_just_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_for("kidd", ["die=1:10,2:39,3:41,4:10"])
    with closing(SurveyStore(tmp_path / "s.sqlite")) as store:
        store.want([rules, rules_for("kidd")])
    assert cli.main(["atlas", str(tmp_path / "s.sqlite")]) == 0
    assert "index.html: open it in a browser" in capsys.readouterr().out
    assert data_in(tmp_path / "atlas")["sets"] == []
    with closing(SurveyStore(tmp_path / "s.sqlite")) as store:
        bounds = Bounds(0.25, 0.75)
        store.put(TaskResult(Task(rules, 7, "f"), TaskStatus.BOUNDED, why="it goes on", bounds=bounds))
    table = read_table(tmp_path / "s.sqlite")
    told = payload(table)
    assert told["dice"] == [
        {
            "text": "d6",
            "meaning": "a six-sided die",
            "solved": 0,
            "decided": 0,
            "bounded": 0,
            "stopped": 0,
            "endless": 0,
            "wanted": 1,
        },
        {
            "text": "1:10,2:39,3:41,4:10",
            "meaning": "a die whose faces weigh 1:10,2:39,3:41,4:10",
            "wanted": 1,
            "solved": 0,
            "decided": 0,
            "bounded": 1,
            "stopped": 0,
            "endless": 0,
        },
    ]
    (it,) = table.sets()
    assert (it.known_by, it.bounds) == ((key_of(rules), str(rules.die)), bounds)


def test_what_is_no_survey_is_reported_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("no table at all, but long enough to be one " * 9, encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE mine (x)")
    for name, says in (
        ("none", "there is no survey"),
        ("text", "file is not a database; name another file"),
        ("other.sqlite", "is no survey: name another file"),
    ):
        assert cli.main(["atlas", str(tmp_path / name)]) == 2
        assert says in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"text", "other.sqlite"}


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE sets SET status = 'perhaps'",
        "UPDATE sets SET positions = 'many'",
        "UPDATE sets SET positions = 9e999",
        "UPDATE sets SET throws_50 = 'long'",
        "UPDATE sets SET same_as = CAST(x'ff' AS TEXT)",
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = sql || char(10, 120) WHERE name = 'sets'",
    ],
)
def test_a_survey_that_is_damaged_is_said_in_a_line(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "survey.sqlite"
    shutil.copy(SURVEY, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("DELETE FROM sets WHERE (options, die) NOT IN (SELECT options, die FROM space LIMIT 3)")
        base.executescript(damage)
    assert cli.main(["atlas", str(path), "--out", str(tmp_path / "atlas")]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "survey" in told[0]
    assert [it.name for it in tmp_path.iterdir()] == [path.name]


def test_every_change_is_of_a_value_that_is_not_the_first() -> None:
    assert len(CHANGES) == len({(it.option.key, it.value) for it in CHANGES})
    assert all(it.value != it.reference for it in CHANGES)


def test_the_page_asks_for_nothing_but_what_stands_beside_it(atlas: Path) -> None:
    asked = re.findall(r"""(?:src|href)="([^"#]*)["#]""", (atlas / "index.html").read_text(encoding="utf-8"))
    assert {*asked} - {"", "data:,"} == {"atlas.css", "atlas.js", "data.js"}
    for name in ("atlas.css", "atlas.js"):
        elsewhere = re.findall(
            r"\w+://[^\s\"]+|fetch\(|@import|url\(", (atlas / name).read_text(encoding="utf-8")
        )
        assert {*elsewhere} <= {"http://www.w3.org/2000/svg"}


def in_browser(address: str, folder: Path) -> str:
    """The page's text as elements, once its script has run, without any network."""
    assert BROWSER is not None
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    quiet += ["--disable-component-update", "--disable-sync", "--proxy-server=127.0.0.1:9"]
    told = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", *quiet, f"--user-data-dir={folder}", "--dump-dom", address],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return told.stdout


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here to open the page with")
def test_the_page_shows_the_table_in_a_browser(atlas: Path, data: Any, tmp_path: Path) -> None:
    address = f"{(atlas / 'index.html').as_uri()}#x=throws_50&y=edge&die=d6&set=schaedler+to-win%3D4+d6"
    page = in_browser(address, tmp_path)
    chosen = page.partition('<article id="chosen"')[2].partition("</article>")[0]
    assert "<code>five-lines --rules schaedler --option to-win=4</code>" in chosen
    assert "<strong>Four counters there win.</strong>" in chosen
    # As the comparison has it, beside Schädler's own.
    assert "length: median</th><td>15</td><td>31</td>" in chosen
    shown = page.partition('<table id="table">')[2].partition("</table>")[0]
    assert f"{sum(it[1] == 0 for it in data['sets']):,} sets of {len(data['sets']):,}." in page
    assert shown.count("<tr") - 1 == min(60, sum(it[1] == 0 for it in data["sets"]))
    assert page.count('class="published"') == sum(it["set"] >= 0 and it["die"] == 0 for it in data["near"])
    assert page.partition('<ol id="effects"')[2].partition("</ol>")[0].count("<li>") == len(
        data["effects"][0]["throws_50"]["alone"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "file", "options"),
    [("frictionless", "survey.datapackage.json", []), ("mlcroissant", "survey.croissant.json", ["--jsonld"])],
)
def test_the_validators_of_both_descriptions_find_nothing_wrong(
    program: str, file: str, options: list[str], atlas: Path
) -> None:
    pytest.importorskip(program, reason=f"pip install {program} brings it")
    command = [str(Path(sys.executable).with_name(program)), "validate", *options, str(atlas / file)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    said = found.stdout + found.stderr
    assert found.returncode == 0, said
    assert not re.search(r"warning|invalid", said, re.IGNORECASE), said
