"""The verifier for strangers: it needs nothing of ours, and finds what our own die throws."""

import json
import runpy
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import DICE
from companion.game.dice import weighed_die
from companion.game.fair_die import FairDie
from tests.support.root import ROOT

SCRIPT = ROOT / "deploy" / "verify_dice.py"
PAGE = ROOT / "deploy" / "verify_dice.html"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
SEED = bytes(range(32))


def verified(folder: Path, *arguments: str) -> tuple[int, str]:
    """What it says in a folder where nothing of ours is, isolated from all packages."""
    found = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return found.returncode, found.stdout


@pytest.mark.parametrize("number", ["", "2026", "007"])
@pytest.mark.parametrize("name", list(DICE))
def test_its_throws_are_those_of_the_die(tmp_path: Path, name: str, number: str) -> None:
    die = FairDie(DICE[name], SEED, number)
    sides = (" ".join(map(str, die.die.faces)), " ".join(map(str, die.die.weights)))
    status, said = verified(tmp_path, die.commitment, SEED.hex(), number, *sides)
    assert status == 0
    _, *rows, last = said.splitlines()
    assert " ".join(rows).split() == [str(die.throw(n)) for n in range(1, 101)]
    assert last == "The seed is the sealed one."
    if name == "d6":
        assert verified(tmp_path, die.commitment, SEED.hex(), number) == (0, said)


@pytest.mark.slow
def test_any_die_and_any_length_of_a_game_can_be_checked(tmp_path: Path) -> None:
    random = Random(1)
    sums = []
    for number in range(20):
        faces = random.sample(range(1, 7), random.randint(2, 6))
        most = random.choice((3, 40, 256, 2**16 // 6))
        weights = [random.randint(1, most) for _ in faces]
        die = FairDie(
            weighed_die(",".join(f"{f}:{w}" for f, w in zip(faces, weights, strict=True))), SEED, "12"
        )
        throws = random.choice((0, 7, 101, 340))
        status, said = verified(
            tmp_path, die.commitment, SEED.hex(), "12", " ".join(map(str, faces)),
            " ".join(map(str, weights)), "--throws", str(throws),
        )  # fmt: skip
        assert status == 0
        _, *rows, last = said.splitlines()
        assert " ".join(rows).split() == [str(die.throw(n)) for n in range(1, throws + 1)], number
        assert last == "The seed is the sealed one."
        sums.append(sum(die.die.weights))
    assert sum(total > 256 for total in sums) > 5
    assert sum(total <= 256 for total in sums) > 5


@pytest.mark.parametrize(
    ("weights", "fits"),
    [
        ("32768 32768", True),
        ("255 1", True),
        ("200 100", True),
        ("1 65536", False),
        ("0 0", False),
        ("1 999999999", False),
    ],
)
def test_the_largest_weights_are_those_of_a_station(tmp_path: Path, weights: str, fits: bool) -> None:
    die = FairDie(DICE["d6"], SEED)
    status, _ = verified(tmp_path, die.commitment, SEED.hex(), "", "1 2", weights)
    assert status == (0 if fits else 2)


def test_a_seed_that_was_not_sealed_is_found_out(tmp_path: Path) -> None:
    status, said = verified(tmp_path, "0" * 64, SEED.hex())
    assert status == 1
    assert "NOT" in said


def test_it_is_short_enough_to_be_read() -> None:
    body = SCRIPT.read_text(encoding="utf-8").split('"""', 2)[2].splitlines()
    assert len([line for line in body if line and not line.startswith("import")]) <= 32


def test_the_page_needs_nothing_else() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert not [word for word in ("http:", "https:", "src=", "import(", "fetch(") if word in page]


def games(count: int) -> list[dict[str, Any]]:
    """Games with dice and numbers of every kind, as the page takes them, with their throws."""
    random = Random(33)
    made = []
    for _ in range(count):
        faces = sorted(random.sample(range(1, 7), random.randint(2, 6)))
        heaviest = random.choice((1, 4, 40, 256, 2**16 // 6))
        weights = [random.randint(1, heaviest) for _ in faces]
        number = "".join(random.choices("0123456789", k=random.randint(0, 20)))
        die = weighed_die(",".join(f"{f}:{w}" for f, w in zip(faces, weights, strict=True)))
        fair = FairDie(die, random.randbytes(32), number)
        throws = [fair.throw(n) for n in range(1, random.randint(5, 25))]
        made.append(
            {"seal": fair.commitment, "seed": fair.seed.hex(), "number": number, "faces": faces}
            | {"weights": weights, "count": len(throws), "throws": throws}
        )
    return made


@pytest.mark.slow
def test_python_alone_agrees_on_ten_thousand_games() -> None:
    throws = runpy.run_path(str(SCRIPT))["throws"]
    for game in games(10_000):
        drawn = throws(bytes.fromhex(game["seed"]), game["number"], game["faces"], game["weights"])
        assert list(islice(drawn, game["count"])) == game["throws"], game


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt install chromium")
@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_the_page_agrees_on_thousands_of_games(count: int) -> None:
    sync_api = pytest.importorskip("playwright.sync_api")
    played = games(count)
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(PAGE.as_uri())
        found = json.loads(page.evaluate("games => JSON.stringify(games.map(check))", played))
        page.fill("#seal", played[0]["seal"])
        page.fill("#seed", SEED.hex())
        page.click("button")
        said = page.inner_text("#found")
        browser.close()
    assert [it["throws"] for it in found] == [it["throws"] for it in played]
    assert all(it["sealed"] for it in found)
    assert said.startswith("The seed is NOT the sealed one.")
    assert said.split("first on:")[1].split() == [
        str(FairDie(DICE["d6"], SEED).throw(n)) for n in range(1, 101)
    ]


def test_the_example_of_the_guide_is_right() -> None:
    guide = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    die = FairDie(DICE["d6"], SEED, "2026")
    assert f"`{SEED.hex()}`" in guide
    assert f"`{die.commitment}`" in guide
    assert f"the first throw is a {die.throw(1)} |" in guide
