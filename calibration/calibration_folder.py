"""A calibration on disk: a folder with calibration.toml and pictures, written whole or not at all."""

import math
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.board_toml import board_of
from calibration.errors import CalibrationError
from companion.board.spec import BoardSpec
from companion.game.board import PerSeat, Seat
from companion.system.atomic_file import folder_written_whole
from companion.system.data import (
    MAX_PICTURE_BYTES,
    MAX_PICTURE_PIXELS,
    MAX_TOML_BYTES,
    Data,
    DataError,
    bytes_of,
    text_of,
    toml_data,
)
from companion.system.decoded_picture import PictureFlaw, decoded
from companion.system.picture_header import size_wh
from vision.arrays import Doubles, Floats, as_floats, as_levels
from vision.calibration import PATCH_PX, Background, Calibration, CounterModel, Shade
from vision.errors import InvalidValueError
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import FINE_PX, Grid, grid_for
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import channels_of, opponent_of
from vision.picture_file import encode_picture

VERSION = 1  # version of the folder's format; other versions are refused
WHITE = 6000.0  # value of the colour of the board nearby in 16-bit patches

TOML = "calibration.toml"

FORMER_TOML = "station.toml"
"""Name of the file in folders written by release 0.1.0; elsewhere it is that of a station's settings."""

REFERENCE = "reference.png"  # the reference picture; every calibration has one
FINER = "finer"  # folder, and table of the TOML, of the finer grid; old calibrations have none


def save(calibration: Calibration, folder: Path) -> None:
    """Write a calibration's folder, replacing an older calibration; any other folder is refused.

    Raises CalibrationError naming the folder.
    """
    try:
        if folder.exists() and not may_be_replaced(folder):
            raise CalibrationError(
                f"{folder}: the folder exists and is not a calibration; choose another --out or remove it"
            )
        with folder_written_whole(folder) as new:
            _write(calibration, new)
    except OSError as error:
        raise _unwritable(folder, error) from error


def load(folder: Path) -> Calibration:
    """Return the calibration in a folder.

    Raises CalibrationError, naming the file, when it is missing, unreadable, of another version or damaged.
    """
    if not folder.is_dir():
        raise CalibrationError(
            f"{folder}: there is no such calibration; make one with five-lines calibrate --out {folder}"
        )
    path = folder / TOML
    try:
        path = _toml_in(folder)
        text = text_of(path, MAX_TOML_BYTES)
    except FileNotFoundError:
        raise CalibrationError(f"{folder}: not a calibration, {TOML} is missing; calibrate again") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    except DataError as error:
        raise _damaged(path, error) from None
    try:
        values = toml_data(text)
        version = values.get("version")
        if version is None or version.value != VERSION:
            raise CalibrationError(
                f"{path}: written by another version ({version and version.value!r}, "
                f"this one reads {VERSION}); calibrate again"
            )
        return _read(values, folder)
    except (DataError, InvalidValueError) as error:
        raise _damaged(path, error) from None
    except OSError as error:
        raise _unreadable(folder, error) from None


def _damaged(path: Path, error: ValueError) -> CalibrationError:
    return CalibrationError(f"{path}: damaged ({error}); calibrate again")


def _toml_in(folder: Path) -> Path:
    """Return the path of the TOML file, by its name in release 0.1.0 if only that one exists."""
    former = folder / FORMER_TOML
    if not (folder / TOML).exists() and former.exists() and (folder / REFERENCE).exists():
        return former
    return folder / TOML


def may_be_replaced(folder: Path) -> bool:
    """True if a folder is a calibration or empty, so that nothing else is lost with it."""
    return folder.is_dir() and (_toml_in(folder).is_file() or not any(folder.iterdir()))


def _unwritable(folder: Path, error: OSError) -> CalibrationError:
    return CalibrationError(
        f"{folder}: a calibration cannot be written there ({error.strerror}); check permissions and free "
        "space, or choose another folder"
    )


def _unreadable(path: Path, error: OSError) -> CalibrationError:
    return CalibrationError(
        f"{path}: can't be read ({error.strerror}); check the permissions of folder and files"
    )


def _write(calibration: Calibration, folder: Path) -> None:
    _write_pictures(calibration, folder)
    if calibration.finer is not None:
        (folder / FINER).mkdir()
        _write_pictures(calibration.finer, folder / FINER)
    (folder / TOML).write_text(_toml(calibration), encoding="utf-8")


def _write_pictures(calibration: Calibration, folder: Path) -> None:
    _write_picture(folder / REFERENCE, calibration.board.reference)
    _write_picture(folder / "known.png", calibration.board.known.astype(np.uint8) * 255)
    _write_picture(folder / "bare.png", _strip(calibration.background.patches))
    for seat, counter in zip("ab", calibration.counters, strict=True):
        _write_picture(folder / f"counters_{seat}.png", _strip(counter.patches))
        _write_picture(folder / f"telling_{seat}.png", (counter.weights * 255).round().astype(np.uint8))


def _toml(calibration: Calibration) -> str:
    camera = calibration.camera
    lines = [
        "# A calibration of five-lines: what a station has learned of board, camera and counters.",
        f"version = {VERSION}",
        *_figures(calibration),
        "",
        "[board]",
        *(
            f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
            for key, value in _items(calibration)
        ),
        "",
        "[view]",
        f"frame_size_wh = {list(camera.frame_size_wh)}",
        f"homography = {_numbers(camera.homography)}",
        f"up = {_numbers(camera.up)}",
        f"focal_px = {camera.focal_px!r}",
        f"k1 = {camera.k1!r}",
        f"nudges_mm = {_numbers(camera.point_offsets_mm)}",
    ]
    if calibration.finer is not None:
        lines += ["", f"[{FINER}]", *_figures(calibration.finer)]
    return "\n".join(lines) + "\n"


def _figures(calibration: Calibration) -> list[str]:
    """Return the numbers as lines of TOML, under their names of release 0.1.0."""
    background, counters = calibration.background, calibration.counters
    return [
        f"noise = {_numbers(background.noise)}",
        f"usual = {_numbers(np.array([counter.typical_llr for counter in counters]))}",
        f"usual_telling = {_numbers(np.array([counter.typical_rival_llr for counter in counters]))}",
        f"usual_edges = {background.typical_edges!r}",
        f"sided = {str(calibration.sided).lower()}",
        f"shade_tint = {_numbers(background.shade.tint)}",
        f"shade_spread = {_numbers(background.shade.spread)}",
    ]


def _items(calibration: Calibration) -> list[tuple[str, Any]]:
    return list(asdict(calibration.spec).items())


def _numbers(values: NDArray[np.floating]) -> str:
    return repr([float(v) for v in np.asarray(values).ravel()])


def _read(values: Data, folder: Path) -> Calibration:
    spec = board_of(values["board"])
    seen_from = values["view"]
    size_wh = seen_from["frame_size_wh"]
    if [item.whole() > 0 for item in size_wh.items()] != [True, True]:
        raise size_wh.wrong("width and height in pixels")
    width, height = (item.whole() for item in size_wh.items())
    camera = CameraModel(
        _array(seen_from["homography"], (3, 3)),
        _array(seen_from["up"], (3,)),
        (width, height),
        seen_from["focal_px"].number(),
        seen_from["k1"].number(),
        _array(seen_from["nudges_mm"], (10, 2)),
    )
    calibration = _learned(values, folder, spec, camera, grid_for(spec))
    finer = values.get(FINER)
    if finer is None:
        return calibration
    fine = _learned(finer, folder / FINER, spec, camera, grid_for(spec, FINE_PX), lenient=True)
    return replace(calibration, finer=fine)


def _learned(
    values: Data, folder: Path, spec: BoardSpec, camera: CameraModel, grid: Grid, *, lenient: bool = False
) -> Calibration:
    shape = grid.size_wh[::-1]
    reference = _read_picture(folder / REFERENCE, (*shape, 3), np.uint8)
    known = _read_picture(folder / "known.png", shape, np.uint8)
    llrs, rival_llrs = _pair(values["usual"]), _pair(values["usual_telling"])
    return Calibration(
        camera=camera,
        board=BoardRaster(spec, grid, as_levels(reference), known > 127),
        background=Background(
            patches=_patches(folder / "bare.png"),
            noise=_array(values["noise"], (3,)).astype(np.float32),
            shade=_shade(_array(values["shade_tint"], (2,)), _array(values["shade_spread"], (2,))),
            typical_edges=values["usual_edges"].number(),
        ),
        counters=PerSeat.made(
            lambda seat: _counters(folder, seat, llrs.of(seat), rival_llrs.of(seat)),
        ),
        sided=values["sided"].flag(),
        lenient=lenient,
    )


def _counters(folder: Path, seat: Seat, typical_llr: float, typical_rival_llr: float) -> CounterModel:
    name = seat.lower()
    weights = _read_picture(folder / f"telling_{name}.png", (PATCH_PX, PATCH_PX), np.uint8)
    return CounterModel(
        patches=_patches(folder / f"counters_{name}.png"),
        weights=as_floats(weights.astype(np.float32) / 255),
        typical_llr=typical_llr,
        typical_rival_llr=typical_rival_llr,
    )


def _shade(tint: Doubles, spread: Doubles) -> Shade:
    return Shade(tint.astype(np.float32), spread.astype(np.float32))


def _pair(values: Data) -> PerSeat[float]:
    return PerSeat(*values.numbers(2))


def _array(values: Data, shape: tuple[int, ...]) -> Doubles:
    return np.array(values.numbers(math.prod(shape)), np.float64).reshape(shape)


def _strip(patches: Floats) -> NDArray[np.uint16]:
    """Return patches (n, p, p, 3) side by side as a 16-bit picture; 0 where unknown."""
    side_by_side = np.concatenate([*patches, np.full((PATCH_PX, 1, 3), np.nan, np.float32)], axis=1)
    values = np.clip(np.nan_to_num(np.exp(channels_of(side_by_side)) * WHITE), 0, 65535)
    return np.asarray(values.round(), np.uint16)


def _patches(path: Path) -> Floats:
    strip = _read_picture(path, None, np.uint16)
    if strip.ndim != 3 or strip.shape[0] != PATCH_PX or strip.shape[1] % PATCH_PX != 1:
        raise DataError(f"{path.name} has the wrong size")
    values = strip[:, :-1].astype(np.float32)
    values[values == 0] = np.nan
    patches = opponent_of(np.log(values / WHITE)).reshape(PATCH_PX, -1, PATCH_PX, 3).swapaxes(0, 1)
    return np.ascontiguousarray(patches)


def _write_picture(path: Path, picture: NDArray[Any]) -> None:
    path.write_bytes(encode_picture(picture))


def _read_picture(path: Path, shape: tuple[int, ...] | None, kind: type) -> NDArray[Any]:
    if not path.is_file():
        raise DataError(f"{path.name} is missing")
    data = bytes_of(path, MAX_PICTURE_BYTES)
    announced = size_wh(data)
    if announced is not None and shape is not None and announced != shape[1::-1]:
        raise DataError(f"{path.name} has the wrong size")
    picture = decoded(data, MAX_PICTURE_PIXELS, cv2.IMREAD_UNCHANGED)
    if picture is PictureFlaw.DAMAGED:
        raise DataError(f"{path.name} is cut short or damaged")
    if picture is PictureFlaw.TOO_LARGE:
        raise DataError(f"{path.name} has the wrong size")
    if isinstance(picture, PictureFlaw) or picture.dtype != kind:
        raise DataError(f"{path.name} is no picture")
    if shape is not None and picture.shape != shape:
        raise DataError(f"{path.name} has the wrong size")
    return np.asarray(picture)
