"""The adapter on the real picamera2 and libcamera, whose virtual pipeline serves pictures from a folder.

Needs a Debian trixie root that is made for it:
`sudo sh tests/hardware/camera/libcamera_virtual/run FOLDER` makes it and runs these tests in it. Seen there:
opening, the format and size that are really configured, the order of the colours, closing, opening again, and
what picamera2 raises; a board learned and a whole game refereed from its pictures, and live by a station that
is shown one board after the other; a camera lost and found, also in a station.
Not seen: exposure, focus and sensor modes, which that pipeline doesn't have.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Semaphore
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.app.pygame_setup import import_pygame
from companion.cli import main
from companion.film.film_folder import FIRST_GAME, load_film
from companion.film.watching import frames_in
from companion.game import Halves, Starter
from companion.interface.faults import Fault
from companion.interface.intents import Enter, Number
from companion.interface.views import NotSoView, OutOfOrderView, PassView, PlayView, View, WonView
from companion.journal import FILE_NAME
from companion.referee.events import Flagged, Moved
from companion.referee.record import record
from companion.referee.referee import State
from companion.settings.sections import DiceOwner, Location, Settings
from companion.settings.settings_file import settings_text
from companion.station.stimuli import Signal
from five_lines_lab.evaluation.truth import FrameTruth, PictureSet, read_truth
from hardware.camera.health import CameraState
from hardware.camera.open_camera import open_camera
from hardware.camera.raspberry_pi import Picamera2Source
from hardware.device import HardwareError
from hardware.settings import CameraDevice, CameraSettings, PinDevice, SoundDevice
from vision.picture_file import read_picture

SERVED, FILM, LAID, GAME = (Path(f"/tmp/five-lines-{name}") for name in ("served", "film", "laid", "game"))
"""As in virtual.yaml."""

pytestmark = [
    pytest.mark.skipif(
        "FIVE_LINES_LIBCAMERA" not in os.environ,
        reason="needs a root with libcamera: sudo sh tests/hardware/camera/libcamera_virtual/run FOLDER",
    ),
    # picamera2's own: an old call, and a pipe that it leaves open when it can't open a camera.
    pytest.mark.filterwarnings("ignore:setDaemon"),
    # Debian's pygame, on a processor that can do more than it is built for.
    pytest.mark.filterwarnings("ignore:Your system is avx2:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore:.*FileIO.*:pytest.PytestUnraisableExceptionWarning"),
]

SETTINGS = CameraSettings(device=CameraDevice.PICAMERA2)
REPEATED = 4
"""The pipeline serves each picture that often before the next."""

COPIES = 4  # files of each picture of the game that is played live
TURNS_PER_S = 30  # at most, of a station
PACE_S = 0.1  # interval of that game's pictures; the pipeline keeps none

ROUNDS = 20  # how often the filmed game is served before a picture that was never seen is a failure

PATIENCE_S = 60.0  # how long a station has for each step

JPEG = 6.0
"""How far, in grey levels on average, a picture may be from what went into its JPEG; measured: below 3."""


def scene(turn: int) -> NDArray[np.uint8]:
    """Blue, green, red, a ramp of grey and a disc; each turn moves the colours on by one."""
    picture = np.zeros((720, 1280, 3), np.uint8)
    for band in range(3):
        picture[:, band * 320 : band * 320 + 320, (band + turn) % 3] = 200
    picture[:, 960:] = np.linspace(20, 230, 320).astype(np.uint8)[None, :, None]
    cv2.circle(picture, (640, 360), 150, (40, 90, 220), -1)
    return picture


def as_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A JPEG whose luma and chroma are those of a video's narrow range.

    The pipeline passes a JPEG's values on as they are, in the full range, but tells of them what a video's
    configuration asks for, the narrow one.
    """
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    luma = planes[:720]
    u, v = (cv2.resize(plane.reshape(360, 640), (1280, 720)) for plane in planes[720:].reshape(2, -1))
    jpeg = cv2.cvtColor(np.dstack([luma, v, u]), cv2.COLOR_YCrCb2BGR)
    done, encoded = cv2.imencode(".jpg", jpeg, [cv2.IMWRITE_JPEG_QUALITY, 98])
    assert done
    return encoded.tobytes()


def padded(file: Path) -> NDArray[np.uint8]:
    """A picture of the filmed game in the camera's format."""
    picture = cv2.resize(read_picture(file), (960, 720))
    return np.asarray(cv2.copyMakeBorder(picture, 0, 0, 160, 160, cv2.BORDER_REPLICATE), np.uint8)


def film_pictures() -> list[NDArray[np.uint8]]:
    """The pictures of the filmed game in the camera's format: empty board, known position, the game."""
    film = load_film(FIRST_GAME)
    return [padded(file) for file in (film.empty_picture, film.setup_picture, *frames_in(film.frames))]


def boards_at_rest() -> list[FrameTruth]:
    """The filmed game's pictures in which no hand is over the board."""
    truth = read_truth(FIRST_GAME / "truth.json")
    assert isinstance(truth, PictureSet)
    return [frame for frame in truth.frames if not frame.hand]


@pytest.fixture(scope="module")
def picamera2() -> Any:
    """The real picamera2, on memory that any machine has.

    Replaced are what draws previews, the buffers' memory, and the list of raw modes: not even asking for one
    is foreseen by the pipeline.
    """
    SERVED.mkdir(exist_ok=True)
    for turn in range(2):
        (SERVED / f"{turn}.jpg").write_bytes(as_jpeg(scene(turn)))
    drawing = ModuleType("picamera2.previews.drm_preview")
    drawing.DrmPreview = drawing.list_devices = None  # type: ignore[attr-defined]
    sys.modules[drawing.__name__] = drawing
    FILM.mkdir(exist_ok=True)
    for number, picture in enumerate(film_pictures()):
        (FILM / f"{number:03}.jpg").write_bytes(as_jpeg(picture))
    # A laid table; one that never changes by a bit is taken for frozen.
    LAID.mkdir(exist_ok=True)
    for number in range(2):
        laid = film_pictures()[1]
        laid[:8] ^= number
        (LAID / f"{number}.jpg").write_bytes(as_jpeg(laid))
    # The game as it is played live: start position, then what lies on the board whenever no hand is over it.
    GAME.mkdir(exist_ok=True)
    rest = [load_film(FIRST_GAME).setup_picture, *(FIRST_GAME / frame.file for frame in boards_at_rest())]
    for number, picture in enumerate(map(padded, rest)):
        for copy in range(COPIES):
            picture[:8] ^= 1
            (GAME / f"{number:03}-{copy}.jpg").write_bytes(as_jpeg(picture))
    import picamera2
    from picamera2 import picamera2 as inside

    from tests.hardware.camera.libcamera_virtual.memory_allocator import MemoryAllocator

    inside.DmaAllocator = MemoryAllocator
    picamera2.Picamera2._get_raw_modes = lambda _: [{"format": "SRGGB10", "size": (1280, 720)}]
    return picamera2


@pytest.fixture
def source(picamera2: Any) -> Iterator[Picamera2Source]:
    source = Picamera2Source(SETTINGS)
    yield source
    source.close()


def away(picture: NDArray[np.uint8], turn: int) -> float:
    """How far a picture is from a scene: the mean of the differences."""
    return float(np.abs(picture.astype(int) - scene(turn)).mean())


def test_the_pictures_are_those_that_are_served_in_bgr(source: Picamera2Source) -> None:
    pictures = [source.take() for _ in range(4 * REPEATED)]
    assert all(picture.shape == (720, 1280, 3) and picture.dtype == np.uint8 for picture in pictures)
    nearest = [min((away(picture, turn), turn) for turn in range(2)) for picture in pictures]
    assert max(distance for distance, _ in nearest) < JPEG
    assert {turn for _, turn in nearest} == {0, 1}


def test_what_is_really_configured_is_read_back(source: Picamera2Source) -> None:
    assert "NV12" in repr(source)
    assert source.controls == {}


def test_a_picture_is_kept_though_the_camera_goes_on(source: Picamera2Source) -> None:
    picture = source.take()
    before = picture.copy()
    for _ in range(2 * REPEATED):
        source.take()
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(
    ("asked", "given"), [((640, 360), (640, 360)), ((1280, 720), (1280, 720)), ((800, 600), (1280, 720))]
)
def test_a_size_that_there_is_not_becomes_one_that_there_is(
    picamera2: Any, asked: tuple[int, int], given: tuple[int, int]
) -> None:
    source = Picamera2Source(CameraSettings(width_px=asked[0], height_px=asked[1]))
    try:
        assert source.take().shape == (given[1], given[0], 3)
    finally:
        source.close()


def test_closed_and_opened_again_it_goes_on_as_often_as_one_likes(picamera2: Any) -> None:
    for _ in range(5):
        source = Picamera2Source(SETTINGS)
        assert min(away(source.take(), turn) for turn in range(2)) < JPEG
        source.close()
        source.close()


def test_a_camera_in_use_and_a_number_too_many_are_reported(source: Picamera2Source) -> None:
    with pytest.raises(HardwareError, match=r"camera 0 can't be opened: .*busy"):
        Picamera2Source(SETTINGS)
    with pytest.raises(HardwareError, match="camera 7 can't be opened"):
        Picamera2Source(CameraSettings(number=7))
    assert source.take().shape == (720, 1280, 3)


def silent_after(monkeypatch: pytest.MonkeyPatch, silence_s: float) -> None:
    """Let a camera count as lost after this time without a picture."""
    for module in ("open_camera", "raspberry_pi"):
        monkeypatch.setattr(f"hardware.camera.{module}.SILENCE_S", silence_s)


def test_a_camera_that_falls_silent_is_reported_can_be_closed_and_comes_back(
    picamera2: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent_after(monkeypatch, 1)
    source = Picamera2Source(SETTINGS)
    # Without a buffer to fill the pipeline sends nothing more.
    kept = [source._camera.capture_request() for _ in range(4)]
    with pytest.raises(HardwareError, match="sent nothing for 1 s"):
        source.take()
    source.close()
    again = Picamera2Source(SETTINGS)
    assert again.take().shape == (720, 1280, 3)
    again.close()
    for request in kept:
        request.release()


def test_the_station_s_camera_lives_on_it(picamera2: Any) -> None:
    clock = iter(range(1000))
    with open_camera(SETTINGS, lambda: float(next(clock))) as camera:
        for _ in range(5):
            camera.step()
        frame = camera.latest()
        assert frame is not None
        assert frame.number == 5
        assert camera.status().state is CameraState.LIVE


def test_a_camera_is_lost_and_found_again(picamera2: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 0.0
    silent_after(monkeypatch, 1)
    with open_camera(SETTINGS, lambda: now_s) as camera:
        camera.step()
        before = camera.latest()
        assert before is not None
        source = camera._source
        assert isinstance(source, Picamera2Source)
        kept = [source._camera.capture_request() for _ in range(4)]
        wait_s = camera.step()
        assert camera.status().state is CameraState.LOST
        assert "sent nothing for 1 s" in str(camera.status().why)
        assert camera.latest() is before
        now_s += wait_s
        camera.step()
        after = camera.latest()
        assert camera.status().state is CameraState.LIVE
        assert after is not None
        assert after.number == before.number + 1
        for request in kept:
            request.release()


def test_a_board_is_learned_and_a_whole_game_refereed_from_its_pictures(
    picamera2: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film, served = load_film(FIRST_GAME), film_pictures()
    source = Picamera2Source(replace(SETTINGS, number=number_of(picamera2, "Film")))
    coarse = np.stack([picture[::4, ::4] for picture in served]).astype(np.int16)
    found: dict[int, NDArray[np.uint8]] = {}
    # A busy machine misses some pictures; after the last the pipeline starts over.
    for _ in range(ROUNDS * REPEATED * len(served)):
        picture = source.take()
        distances = np.abs(coarse - picture[::4, ::4]).mean(axis=(1, 2, 3))
        assert distances.min() < JPEG
        found.setdefault(int(distances.argmin()), picture)
        if len(found) == len(served):
            break
    source.close()
    stills = [found[number] for number in range(len(served))]
    (tmp_path / "frames").mkdir()
    names = ["empty.png", "known.png", *(f"frames/{file.stem}.png" for file in frames_in(film.frames))]
    for name, still in zip(names, stills, strict=True):
        assert cv2.imwrite(str(tmp_path / name), still)
    empty, known, station = tmp_path / "empty.png", tmp_path / "known.png", tmp_path / "station"
    learning = ["--empty", str(empty), "--known", str(known), str(film.setup), "--board", str(film.board)]
    assert main(["calibrate", *learning, "--out", str(station)]) == 0
    capsys.readouterr()
    game = ["--rules", film.rules.name, "--throws", str(film.throws), "--starter", film.starter]
    assert main(["watch", str(tmp_path / "frames"), "--station", str(station), *game, "--json"]) == 0
    by_camera = events(capsys.readouterr().out)
    assert main(["watch", "--json"]) == 0
    assert by_camera == events(capsys.readouterr().out)
    assert by_camera[-1]["event"] == "won"


def events(printed: str) -> list[dict[str, Any]]:
    """The events, without the names of the pictures."""
    found = [json.loads(line) for line in printed.splitlines()]
    return [{key: value for key, value in event.items() if key != "frame"} for event in found]


def number_of(picamera2: Any, model: str) -> int:
    """The number of the camera of a model."""
    return [info["Model"] for info in picamera2.Picamera2.global_camera_info()].index(model)


class Turns:
    """Turns of a running station, at its own pace."""

    def __init__(self, it: Any) -> None:
        import pygame

        self.it, self._pacer = it, pygame.time.Clock()

    def until(self, is_so: Callable[[View], bool]) -> View:
        """Let it run until it shows that; return the view."""
        until_s = time.monotonic() + PATIENCE_S
        view: View
        while not is_so(view := self.it.station.view(time.monotonic())):
            assert time.monotonic() < until_s, (view, self.it.station.faults)
            self.it.loop.turn()
            self._pacer.tick(TURNS_PER_S)
        return view

    def throw(self, face: int) -> None:
        """Tell what the players' own die shows, until that counts."""
        before = state_of(self.it)

        def counts(_: View) -> bool:
            if state_of(self.it) == before:
                self.it.loop.step(Enter(Number.THROW, face))
            return state_of(self.it) != before

        self.until(counts)


@contextmanager
def station(picamera2: Any, folder: Path, model: str) -> Iterator[Turns]:
    """A running station that has learned the film's board, with the camera of a model; its game begins."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import_pygame()
    from companion.app.open_station import StationPlan, opened

    film, calibration = load_film(FIRST_GAME), folder / "calibration"
    empty, known, *_ = film_pictures()
    files = [str(folder / name) for name in ("empty.png", "known.png")]
    for file, picture in zip(files, (empty, known), strict=True):
        assert cv2.imwrite(file, picture)
    pictures = ["--empty", files[0], "--known", files[1], str(film.setup)]
    assert main(["calibrate", *pictures, "--board", str(film.board), "--out", str(calibration)]) == 0
    usual = Settings()
    settings = replace(
        usual,
        station=replace(usual.station, data=folder, calibration=calibration, place=Location.HOME),
        camera=replace(SETTINGS, number=number_of(picamera2, model)),
        button=replace(usual.button, device=PinDevice.NONE),
        game=replace(usual.game, dice=DiceOwner.OWN),
        lamps=replace(usual.lamps, device=PinDevice.NONE),
        sound=replace(usual.sound, device=SoundDevice.NONE),
    )
    rules = replace(film.rules, starter=Starter(film.starter))
    toml = folder / "station.toml"
    toml.write_text(settings_text(settings), encoding="utf-8")
    plan = StationPlan(settings, rules, folder / FILE_NAME, virtual=False, seed=1, settings_file=toml)
    with opened(plan, time.monotonic, os.urandom) as it:
        turns = Turns(it)
        turns.until(lambda _: it.devices.camera.status().state is CameraState.LIVE)
        it.loop.step(Signal.BUTTON_PRESSED)
        yield turns


def state_of(it: Any) -> State | None:
    """The state of the game that a station shows; None on another page."""
    view = it.station.view(time.monotonic())
    return view.state if isinstance(view, PlayView | PassView) else None


def is_to_throw(view: View) -> bool:
    """True of a view of a game in which a seat is to throw."""
    return isinstance(view, PlayView | PassView) and view.state.throw is None


def can_go_on(view: View) -> bool:
    """True of a view of a game in which a seat is to throw, or can move."""
    if is_to_throw(view):
        return True
    return isinstance(view, PlayView) and view.state.legal is not None and bool(view.state.legal.moves)


def judged(halves: Halves) -> Callable[[View], bool]:
    """True of a view that says whether this board is right."""

    def is_judged(view: View) -> bool:
        if isinstance(view, NotSoView | PlayView):
            is_right = isinstance(view, NotSoView) or view.state.position.halves() == halves
            return is_right and view.seen.halves == halves
        return isinstance(view, WonView)

    return is_judged


def shows(halves: Halves) -> Callable[[View], bool]:
    """True of a view of a game whose board was read as this."""
    return lambda view: isinstance(view, PlayView) and view.seen.halves == halves


def test_a_game_goes_on_when_a_station_has_lost_its_camera_and_found_it(
    picamera2: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent_after(monkeypatch, 1)
    with station(picamera2, tmp_path, "Laid") as turns:
        it, sees = turns.it, shows(load_film(FIRST_GAME).setup.halves())
        before = turns.until(sees)
        source = it.devices.camera._source
        assert isinstance(source, Picamera2Source)
        kept = [source._camera.capture_request() for _ in range(4)]
        view = turns.until(lambda _: Fault.CAMERA_LOST in it.station.faults)
        assert isinstance(it.station.view(time.monotonic()), OutOfOrderView), view
        after = turns.until(lambda view: sees(view) and not it.station.faults)
        assert isinstance(before, PlayView)
        assert isinstance(after, PlayView)
        assert after.state == before.state
        for request in kept:
            request.release()


def test_a_whole_game_is_refereed_live_by_a_running_station(
    picamera2: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each picture of a board at rest is served until the players would go on: after throw and verdict."""
    ahead = Semaphore(COPIES * REPEATED)
    is_over = Event()

    def paced(_: Any) -> None:
        while not is_over.is_set() and not ahead.acquire(timeout=PACE_S):
            pass
        is_over.wait(PACE_S)

    start = picamera2.Picamera2.start

    def start_paced(camera: Any, *args: Any, **options: Any) -> Any:
        camera.pre_callback = paced
        return start(camera, *args, **options)

    monkeypatch.setattr(picamera2.Picamera2, "start", start_paced)
    film = load_film(FIRST_GAME)
    throws = iter([it["throw"] for it in json.loads(film.throws.read_text())])
    silent_after(monkeypatch, 60)
    with station(picamera2, tmp_path, "Game") as turns:
        it = turns.it
        try:
            turns.until(shows(film.setup.halves()))
            for board in boards_at_rest():
                while is_to_throw(it.station.view(time.monotonic())):
                    turns.throw(next(throws))
                    turns.until(can_go_on)
                for _ in range(COPIES * REPEATED):
                    ahead.release()
                turns.until(judged(board.halves))
            turns.until(lambda view: isinstance(view, WonView))
            game = it.loop._journal.newest
        finally:
            is_over.set()
    capsys.readouterr()
    assert main(["watch", "--json"]) == 0
    wanted = events(capsys.readouterr().out)
    assert game is not None
    by_station = [record(event) for event in game.events if isinstance(event, Moved | Flagged)]
    assert events("\n".join(map(json.dumps, by_station))) == [
        event for event in wanted if event["event"] in ("moved", "flagged")
    ]
