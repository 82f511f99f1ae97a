"""Films of games that were never played: a script, a rendered table, pictures and the truth about them.

A film's folder is what `companion.film.film_folder` reads, and truth.json, with the keys of labelled sets
(see `five_lines_lab.dataset.labels`). Its plies are theirs too: an illegal move and its correction
are two plies with one throw.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.film import FilmError
from companion.game import (
    OWN_HALF,
    Move,
    Point,
    Reserve,
    Rules,
    Seat,
    Stay,
    play,
    point_at,
    rules_for,
    start_position,
)
from companion.system.atomic_file import folder_written_whole
from five_lines_lab.dataset.labels import frame_labels, line_and_side, scene_labels
from five_lines_lab.dataset.random_scenes import RandomScene
from five_lines_lab.film.filming import KNOWN_POSITION, FilmPicture, film_scene, take
from five_lines_lab.film.script import Beat, Script, ScriptedTurn, Shot, write_script
from hardware.virtual_table.scene import VirtualBoard

JPEG_QUALITY = 80


def make_film(rules: Rules, starter: Seat, seed: int, mistakes: int, folder: Path) -> Script:
    """Play and film a game into a folder that does not exist yet, and return what was played.

    The folder is written whole or not at all. The same arguments give the same film. Raises FilmError when
    the folder exists or can't be written, UnfinishedError when the game takes too long.
    """
    if os.path.lexists(folder):
        raise FilmError(f"{folder}: exists already; name a new folder, or remove it first")
    script = write_script(rules, starter, mistakes, Random(seed))
    drawn = film_scene(seed)
    try:
        with folder_written_whole(folder) as new:
            _write(new, script, drawn, seed)
    except OSError as error:
        raise FilmError(
            f"{folder}: a film can't be written there ({error.strerror}); give another --out"
        ) from error
    return script


def labels(
    script: Script,
    drawn: RandomScene,
    pictures: Sequence[FilmPicture],
    files: Sequence[str],
    jpeg_quality: int,
) -> dict[str, Any]:
    """The truth about a film, with the names of its picture files."""
    frames = []
    for picture, file in zip(pictures, files, strict=True):
        frame = frame_labels(
            file,
            picture.truth,
            picture.placed,
            hand=picture.shot is not None and picture.shot.beat is Beat.HAND,
        )
        if picture.shot is None:
            frame["role"] = "setup_a" if picture.placed else "empty"
        else:
            frame["role"] = str(picture.shot.beat)
            frame["ply"] = ply_of(script, picture.shot)
        frames.append(frame)
    return {
        "kind": "film",
        "rules": script.rules.name,
        "starter": str(script.starter),
        **scene_labels(drawn, pictures[0].truth, jpeg_quality),
        "plies": _plies(script),
        "frames": frames,
    }


def ply_of(script: Script, shot: Shot) -> int:
    """The ply of a shot as labelled sets count: an illegal move and its correction are two."""
    mistakes_before = sum(turn.mistake is not None for turn in script.turns[: shot.turn.ply - 1])
    return shot.turn.ply + mistakes_before + shot.correcting


def throws_json(script: Script) -> str:
    """The throws of a game, one entry for each, as `five-lines watch --throws` reads them."""
    return "[\n" + ",\n".join(f'  {{"throw": {turn.throw}}}' for turn in script.turns) + "\n]\n"


def board_toml(board: VirtualBoard) -> str:
    """Return what a rendered board has unlike the standard one, for `five-lines calibrate --board`."""
    spec = board.spec
    return (
        f"marker_size_mm = {spec.marker_size_mm:g}\n"
        f"marker_x_mm = {spec.marker_x_mm:g}\n"
        f"marker_y_mm = {spec.marker_y_mm:g}\n"
    )


def _write(folder: Path, script: Script, drawn: RandomScene, seed: int) -> None:
    (folder / "reference").mkdir()
    (folder / "frames").mkdir()
    pictures = list(take(script, drawn, np.random.default_rng((seed, 11)), JPEG_QUALITY))
    files = ["reference/empty.jpg", "reference/setup.jpg"]
    files += [f"frames/{number:04d}.jpg" for number in range(1, len(pictures) - 1)]
    for file, picture in zip(files, pictures, strict=True):
        (folder / file).write_bytes(picture.jpeg)
    (folder / "throws.json").write_text(throws_json(script), encoding="utf-8")
    (folder / "board.toml").write_text(board_toml(drawn.scene.board), encoding="utf-8")
    (folder / "film.toml").write_text(_film_toml(script), encoding="utf-8")
    truth = labels(script, drawn, pictures, files, JPEG_QUALITY)
    (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")


def _film_toml(script: Script) -> str:
    options = script.rules.differences(rules_for(script.rules.name))
    return (
        f'rules = "{script.rules.name}"\n'
        f"options = {json.dumps(list(options))}\n"
        f'starter = "{script.starter}"\n'
        f'setup = "{KNOWN_POSITION}"\n'
    )


def _plies(script: Script) -> list[dict[str, Any]]:
    """Return the moves played, ply by ply, with the keys of labelled sets."""
    position = start_position(script.rules)
    plies: list[dict[str, Any]] = []
    for turn in script.turns:
        if turn.mistake is not None:
            first = turn.mistake.moves[0]
            plies.append(
                {
                    **_ply(len(plies) + 1, turn, "illegal"),
                    "legal": False,
                    "reason": str(turn.mistake.reason),
                    **_way(first),
                    "moves": [_way(move) for move in turn.mistake.moves],
                }
            )
        kind = "correction" if turn.mistake is not None else "move"
        if isinstance(turn.action, Stay):
            plies.append({**_ply(len(plies) + 1, turn, str(turn.action)), "moves": []})
        else:
            way = _way(turn.action)
            plies.append({**_ply(len(plies) + 1, turn, kind), **way, "moves": [way]})
        position = play(position, turn.action)
        plies[-1]["position"] = str(position)
    return plies


def _ply(number: int, turn: ScriptedTurn, kind: str) -> dict[str, Any]:
    return {
        "ply": number,
        "mover": str(turn.seat),
        "type": kind,
        "die": turn.throw,
        "legal": True,
        "reason": "",
    }


def _way(move: Move) -> dict[str, Any]:
    """Return where a move begins (null: in hand) and ends, as line and side."""
    half = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
    source = line_and_side(half) if isinstance(half, Point) else None
    return {"from": source, "to": line_and_side(move.target)}
