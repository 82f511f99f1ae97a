"""Films: what their script says is what the engine and the referee see, and what their pictures show."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

import companion.film
from companion.cli import main
from companion.film import FilmError
from companion.film.film_folder import FIRST_GAME, load_film
from companion.film.throws import read_throws
from companion.game import (
    RECONSTRUCTIONS,
    Action,
    Move,
    Position,
    Reason,
    Rules,
    Seat,
    Stay,
    Termination,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
    why_illegal,
)
from companion.referee.events import Ended, Event, Flagged, Look, Moved, Passed, Restored, Throw
from companion.referee.referee import Referee, begin
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from five_lines_lab.film.filming import film_scene, take
from five_lines_lab.film.make_film import JPEG_QUALITY, labels, make_film, ply_of
from five_lines_lab.film.script import Beat, Script, opening_table, seen, shots, write_script
from hardware.virtual_table.render.sensor import decoded

SHORT = ["limit=40"]
REFERENCES_AND_FIRST = ("reference/empty.jpg", "reference/setup.jpg", "frames/0001.jpg")


def script_of(name: str, seed: int, mistakes: int = 4) -> Script:
    return write_script(rules_for(name, SHORT), Seat.A, mistakes, Random(seed))


def replayed(script: Script) -> Iterator[tuple[Position, Seat]]:
    """Position and seat before every turn, by the engine alone."""
    position, seat = start_position(script.rules), script.starter
    for turn in script.turns:
        yield position, seat
        position, seat = play(position, turn.action), next_seat(seat, turn.action)
    assert outcome(position, script.rules, len(script.turns)) == script.outcome


@pytest.mark.parametrize("name", list(RECONSTRUCTIONS))
@pytest.mark.parametrize("seed", range(3))
def test_a_script_is_a_legal_game(name: str, seed: int) -> None:
    script = script_of(name, seed)
    for turn, (position, seat) in zip(script.turns, replayed(script), strict=True):
        legal = legal_moves(position, seat, turn.throw, script.rules)
        assert turn.seat is seat
        assert turn.legal == legal
        assert turn.action in legal.choices


@pytest.mark.parametrize("name", list(RECONSTRUCTIONS))
@pytest.mark.parametrize("seed", range(3))
def test_mistakes_break_the_rule_they_name_and_look_like_no_legal_move(name: str, seed: int) -> None:
    script = script_of(name, seed)
    table = {shot.turn.ply: shot.table for shot in shots(script) if shot.beat is Beat.ILLEGAL}
    made = 0
    for turn, (position, seat) in zip(script.turns, replayed(script), strict=True):
        if turn.mistake is None:
            continue
        made += 1
        lawful = [play(position, move).halves() for move in turn.legal] + [position.halves()]
        assert seen(table[turn.ply]) not in lawful
        if turn.mistake.reason is Reason.MORE_THAN_ONE_COUNTER_MOVED:
            assert len(turn.mistake.moves) == 2
        else:
            (move,) = turn.mistake.moves
            assert why_illegal(position, seat, turn.throw, move, script.rules) is turn.mistake.reason
    assert made == 4


@pytest.mark.parametrize("name", list(RECONSTRUCTIONS))
@pytest.mark.parametrize("seed", range(3))
def test_every_settled_picture_shows_the_position_of_the_engine(name: str, seed: int) -> None:
    script = script_of(name, seed)
    before = {turn.ply: position for turn, (position, _) in zip(script.turns, replayed(script), strict=True)}
    assert seen(opening_table(start_position(script.rules))) == start_position(script.rules).halves()
    for shot in shots(script):
        position = before[shot.turn.ply]
        if shot.beat is Beat.SETTLED:
            assert seen(shot.table) == play(position, shot.turn.action).halves()
        elif shot.beat is Beat.PUT_BACK:
            assert seen(shot.table) == position.halves()
        elif shot.beat is Beat.HAND:
            assert shot.held in shot.table
        spots = [(lying.half, lying.slot) for lying in shot.table if lying.half is not None]
        assert len(spots) == len(set(spots))


@pytest.mark.parametrize("seed", range(20))
def test_a_referee_who_sees_the_script_agrees_with_it(seed: int) -> None:
    script = write_script(rules_for("schaedler", SHORT), Seat.A, 3, Random(seed))
    referee = Referee(begin(script.rules, script.starter))
    throws = iter(script.turns)
    events: list[Event] = []

    def throw_while_due() -> None:
        while referee.state.throw is None and referee.state.ended is None:
            events.extend(referee.on(Throw(next(throws).throw)))

    for shot in shots(script):
        throw_while_due()
        events.extend(referee.on(Look(None if shot.beat is Beat.HAND else seen(shot.table))))
    if referee.state.ended is None:
        throw_while_due()
    told = [event for event in events if isinstance(event, Moved | Passed | Flagged)]
    expected: list[Reason | Action] = []
    for turn in script.turns:
        expected += [turn.mistake.reason] if turn.mistake else []
        expected.append(turn.action)
    assert [
        event.move if isinstance(event, Moved) else event.reason if isinstance(event, Flagged) else Stay.PASS
        for event in told
    ] == expected
    assert any(isinstance(event, Ended) for event in events)


@pytest.mark.slow
def test_a_film_is_written_whole_reproducibly_and_never_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = rules_for("schaedler", ["limit=3"])
    make_film(rules, Seat.B, 5, 1, tmp_path / "first")
    assert main(
        ["film", "--option", "limit=3", "--starter", "B", "--seed", "5", "--mistakes", "1",
         "--out", str(tmp_path / "second")]
    ) == 0  # fmt: skip
    capsys.readouterr()
    names = sorted(path.relative_to(tmp_path / "first") for path in (tmp_path / "first").rglob("*"))
    for name in names:
        if (tmp_path / "first" / name).is_file():
            assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
    film = load_film(tmp_path / "first")
    assert (film.rules, film.starter) == (rules, Seat.B)
    assert len(read_throws(film.throws, rules.die)) == 3
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for taken in ("first", "link"):
        assert main(["film", "--out", str(tmp_path / taken)]) == 2
        assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules = kidd", "(at line 1, column 9)"),
        ('rules = "kidd"', "'setup' is missing; a film states rules and setup"),
        ("rules = 7\nsetup = 'A / B'", "rules must be a text, not 7"),
        ("rules = 'kidd'\nsetup = 'A / B'\noptions = 7", "options must be a list, not 7"),
        ("rules = 'kidd'\nsetup = 'A / B'\nstarter = 'C'", "starter must be 'A' or 'B', not 'C'"),
        ("rules = 'chess'\nsetup = 'A / B'", "no rules are called 'chess'"),
        ("rules = 'kidd'\nsetup = 'nowhere'", "nowhere"),
        (f"rules = {'[' * 3000}", "brackets stand in brackets too deep"),
    ],
)
def test_a_damaged_film_is_named_with_its_file(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "film.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FilmError) as told:
        load_film(tmp_path)
    assert str(told.value).startswith(f"{tmp_path / 'film.toml'}: ")
    assert says in str(told.value)


@pytest.mark.parametrize("fault", [TypeError, ValueError, AttributeError, KeyError])
def test_a_fault_of_the_program_is_not_reported_as_a_damaged_film(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def break_down(*_: object) -> None:
        raise fault("ours")

    monkeypatch.setattr("companion.film.film_folder.rules_for", break_down)
    with pytest.raises(fault, match="ours"):
        load_film(FIRST_GAME)


def test_the_first_game_shows_what_a_referee_must_see() -> None:
    film = load_film(FIRST_GAME)
    truth = json.loads((FIRST_GAME / "truth.json").read_text())
    throws = read_throws(film.throws, film.rules.die)
    plies = [ply for ply in truth["plies"] if ply["type"] != "correction"]
    assert [ply["die"] for ply in plies] == throws
    assert film.rules == rules_for("schaedler")
    kinds = [ply["type"] for ply in truth["plies"]]
    assert "pass" in kinds
    assert len({ply["reason"] for ply in truth["plies"] if not ply["legal"]}) >= 2
    last = Position.parse(truth["plies"][-1]["position"])
    ended = outcome(last, film.rules, len(throws))
    assert ended is not None
    assert ended.termination is Termination.WON
    assert _some_zugzwang(film.rules, film.starter, truth["plies"])
    frames = sorted(path.name for path in film.frames.iterdir())
    assert frames == sorted(Path(frame["file"]).name for frame in truth["frames"][2:])


def _some_zugzwang(rules: Rules, starter: Seat, plies: list[dict[str, str]]) -> bool:
    position, seat, found = start_position(rules), starter, False
    for ply in plies:
        if ply["type"] == "illegal":
            continue
        found |= legal_moves(position, seat, int(ply["die"]), rules).zugzwang
        position, seat = Position.parse(ply["position"]), seat.other
    return found


def test_pictures_of_the_first_game_show_its_counters_where_its_truth_says() -> None:
    """Counters of A are blue, of B white; looked at on the top of each counter in every settled picture."""
    truth = json.loads((FIRST_GAME / "truth.json").read_text())
    for frame in truth["frames"][2::9]:
        picture = cv2.imread(str(FIRST_GAME / frame["file"]))
        assert picture is not None
        for counter in frame["counters"]:
            if counter["visible"] < 0.99 or counter["held"]:
                continue
            x, y = (round(value) for value in counter["px_top"])
            blue, _, red = np.mean(picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3).astype(float), axis=0)
            assert (blue > 1.5 * red) == (counter["colour"] == "A"), (frame["file"], counter["id"])


@pytest.mark.slow
def test_the_first_game_can_be_made_again() -> None:
    """The command that is written beside the film gives its pictures, up to what another OpenCV may round."""
    match = re.search(r"--seed (\d+) --mistakes (\d+)", companion.film.__doc__ or "")
    assert match is not None
    seed, mistakes = map(int, match.groups())
    script = write_script(rules_for("schaedler"), Seat.A, mistakes, Random(seed))
    pictures = take(script, film_scene(seed), np.random.default_rng((seed, 11)), JPEG_QUALITY)
    for picture, name in zip(islice(pictures, 3), REFERENCES_AND_FIRST, strict=True):
        again = decoded(picture.jpeg).astype(float)
        assert np.abs(again - decoded((FIRST_GAME / name).read_bytes())).mean() < 1.5


def test_plies_are_counted_as_in_labelled_sets() -> None:
    script = script_of("schaedler", 1)
    numbers = [ply_of(script, shot) for shot in shots(script)]
    assert numbers == sorted(numbers)
    moves = sum(isinstance(turn.action, Move) for turn in script.turns)
    assert len(set(numbers)) == moves + sum(turn.mistake is not None for turn in script.turns)


def test_putting_back_is_seen_as_restored() -> None:
    script = next(
        s for s in (script_of("schaedler", seed) for seed in range(50)) if any(t.mistake for t in s.turns)
    )
    turn = next(turn for turn in script.turns if turn.mistake and turn.mistake.put_back)
    position = next(p for t, (p, _) in zip(script.turns, replayed(script), strict=True) if t is turn)
    referee = Referee(begin(script.rules, turn.seat, position))
    referee.on(Throw(turn.throw))
    told = [
        event
        for shot in shots(script)
        if shot.turn is turn
        for event in referee.on(Look(None if shot.beat is Beat.HAND else seen(shot.table)))
    ]
    assert [type(event) for event in told][:3] == [Flagged, Restored, Moved]


@pytest.mark.slow
def test_what_a_film_says_of_its_pictures_is_read_as_it_was_meant(tmp_path: Path) -> None:
    script, drawn = script_of("schaedler", 1), film_scene(1)
    pictures = list(islice(take(script, drawn, np.random.default_rng(1), JPEG_QUALITY), 4))
    files = [f"{number}.jpg" for number in range(len(pictures))]
    truth = labels(script, drawn, pictures, files, JPEG_QUALITY)
    (tmp_path / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    told = read_truth(tmp_path / "truth.json")
    assert isinstance(told, PictureSet)
    assert [frame.file for frame in told.frames] == files[2:]
    assert np.allclose(told.corners_px, pictures[0].truth.points_px[[0, 4, 5, 9]], atol=0.01)
    for frame, picture in zip(told.frames, pictures[2:], strict=True):
        assert picture.shot is not None
        assert frame.hand == (picture.shot.beat is Beat.HAND)
        if not frame.hand:
            assert frame.halves == seen(picture.shot.table)
    assert not all(frame.hand for frame in told.frames)
