"""Checks of the camera: found, sharp, well lit, and its view of the board."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from calibration.calibration_folder import load
from calibration.check.flicker import FAINT_BANDS
from calibration.check.view_of_board import ViewProblem, focus_problem, light_problem, placement_problem
from calibration.errors import CalibrationError
from calibration.locate.markers import MIRRORED, find_markers, is_mirrored
from calibration.locate.proposal import propose_board
from companion.board.spec import BoardSpec
from companion.doctor.findings import Check, Finding
from companion.doctor.pictures import Picture, PictureMeasures, measure
from companion.presentation.words import translator
from companion.presentation.words.setting_up import advice_remedy, advice_text, board_text
from hardware.camera.camera import FrameSource
from hardware.camera.open_camera import device_of, open_source
from hardware.device import Clock, HardwareError
from hardware.settings import CameraDevice, CameraSettings
from vision.board_reader import BoardReader
from vision.classifier.network import WITHOUT, Network
from vision.errors import VisionError
from vision.reading import Status

PICTURES = 12  # number of pictures: enough to show a lamp's beat against the frame rate
PULSE = 0.015  # minimum share of brightness of a pulse that is reported; a camera's own noise is below 0.001
GLARE = 0.05  # minimum share of overexposed pixels that counts as glare


@dataclass(frozen=True)
class Shots:
    """Result of opening the camera: pictures (H, W, 3) uint8 BGR in order, or the error.

    `unlocked` names the automatics of a camera through picamera2 that go on.
    """

    device: CameraDevice
    pictures: tuple[Picture, ...] = ()
    frame_rate: float = 0.0
    details: str = ""
    unlocked: Sequence[str] = ()
    trouble: HardwareError | None = None


@dataclass(frozen=True)
class BoardCheck:
    """View of the board: the markers, and what a calibrated station reads.

    `trouble` says why the calibration can't be used, `calibrated` if there is one; `problem` is what is
    wrong with the board's place in the picture.
    """

    markers: tuple[int, ...]
    calibrated: bool
    trouble: str | None = None
    status: Status | None = None
    why: str | None = None
    counters: int = 0
    problem: ViewProblem | None = None


def shoot(
    settings: CameraSettings,
    clock: Clock,
    open_it: Callable[[CameraSettings, Clock], FrameSource] = open_source,
) -> Shots:
    """Open the camera that the settings name and take some pictures with it."""
    device = device_of(settings)
    if device is CameraDevice.VIRTUAL:
        return Shots(device)
    try:
        with closing(open_it(settings, clock)) as source:
            began_s = clock()
            pictures = tuple(source.take().copy() for _ in range(PICTURES))
            took_s = max(clock() - began_s, 1e-6)
            unlocked = getattr(source, "unlocked", ()) if device is CameraDevice.PICAMERA2 else ()
            return Shots(device, pictures, PICTURES / took_s, repr(source), unlocked)
    except HardwareError as error:
        return Shots(device, trouble=error)


def look(shots: Shots, calibration: Path, spec: BoardSpec) -> BoardCheck | None:
    """Return the view of the board in the newest picture; None without a picture."""
    if not shots.pictures:
        return None
    picture = shots.pictures[-1]
    try:
        markers = tuple(sorted(find_markers(picture)))
    except CalibrationError as error:
        return BoardCheck((), calibrated=calibration.exists(), trouble=str(error))
    if is_mirrored(picture):
        return BoardCheck(markers, calibrated=calibration.exists(), trouble=MIRRORED)
    proposal = propose_board(picture, spec)
    size_wh = picture.shape[1], picture.shape[0]
    problem = placement_problem(spec, proposal.corners_px if proposal is not None else None, size_wh)
    if not calibration.exists():
        return BoardCheck(markers, calibrated=False, problem=problem)
    try:
        reading = BoardReader(load(calibration)).read(picture)
    except (CalibrationError, VisionError) as error:
        return BoardCheck(markers, calibrated=True, trouble=str(error))
    if problem is ViewProblem.NO_BOARD:
        # Under counters lines are hard to find; whether it is there, the reading says.
        problem = None
    return BoardCheck(
        markers,
        calibrated=True,
        status=reading.status,
        why=reading.why,
        counters=len(reading.counters) + len(reading.off_board),
        problem=problem,
    )


def judge_shapes() -> Sequence[Finding]:
    """Check that the networks can be used here; a finding on the first that can't."""
    for model, loss in WITHOUT.items():
        try:
            Network(model)
        except VisionError as error:
            return (Check.BOARD.warn(f"{loss}: {error}", "install Five Lines again"),)
    return ()


def judge_camera(shots: Shots, settings: CameraSettings) -> Iterator[Finding]:
    """Check that there is a camera, of the right size and speed, and in focus."""
    if shots.device is CameraDevice.VIRTUAL:
        what = "no camera is set up; the virtual table stands in for it"
        yield Check.CAMERA.absent(what)
        return
    if shots.trouble is not None:
        remedy = shots.trouble.remedy or "check its cable; rpicam-hello --list-cameras shows it"
        yield Check.CAMERA.wrong(shots.trouble.what, remedy)
        return
    facts = measure(shots.pictures)
    width, height = facts.size_wh
    if shots.device is CameraDevice.FILM:
        what = f"a film stands in for the camera: {width}x{height}"
    else:
        what = f"{shots.device} {settings.number}: {width}x{height}, {shots.frame_rate:.0f} pictures a second"
    troubles = list(_camera_troubles(shots, settings, facts.size_wh, what))
    yield from troubles or (Check.CAMERA.fine(what),)
    yield _focus(facts)


def _camera_troubles(
    shots: Shots, settings: CameraSettings, size_wh: tuple[int, int], what: str
) -> Iterator[Finding]:
    if size_wh != (settings.width_px, settings.height_px):
        yield Check.CAMERA.warn(
            f"{what}, though {settings.width_px}x{settings.height_px} was requested",
            "set [camera] width_px and height_px to what it gives, then calibrate again",
        )
    if shots.frame_rate < 0.6 * settings.frame_rate and shots.device is not CameraDevice.FILM:
        yield Check.CAMERA.warn(
            f"{what}, though {settings.frame_rate:g} a second are asked for",
            "give it more light, so that exposures get shorter, or a faster USB socket",
        )
    yield from _unlocked(shots.unlocked)


def judge_light(shots: Shots) -> Sequence[Finding]:
    """Check that the board is lit well and steadily."""
    if not shots.pictures:
        return (Check.LIGHT.absent("without a camera the light can't be measured"),)
    facts = measure(shots.pictures)
    text = f"brightness {facts.brightness} of 255"
    findings = []
    problem = light_problem(facts.brightness)
    if problem is not None:
        longer = "longer" if problem is ViewProblem.TOO_DARK else "shorter"
        what, remedy = _said(problem)
        findings.append(
            Check.LIGHT.wrong(f"{what} ({text})", f"{remedy} Or set a {longer} [camera] exposure_ms")
        )
    elif facts.bright > GLARE:
        findings.append(
            Check.LIGHT.warn(
                f"{facts.bright:.0%} of the picture are glaring white",
                "move lamps to the side until they don't mirror in the board; keep the sun off",
            )
        )
    if facts.bands >= FAINT_BANDS or facts.pulse > PULSE:
        findings.append(
            Check.LIGHT.warn(
                f"the light flickers ({facts.bands:.1%} from row to row, {facts.pulse:.1%} between pictures)",
                "check [camera] mains_hz; under dimmed LEDs set exposure_ms to 20 or more, or don't dim them "
                "(keep hands away while this is measured)",
            )
        )
    steady = f"steady (bands {facts.bands:.1%}, pulse {facts.pulse:.1%})"
    return findings or (Check.LIGHT.fine(f"{text}, {steady}; {shots.details}"),)


def judge_board(board: BoardCheck | None) -> Sequence[Finding]:
    """Check that the board is in view, and that the station can read it."""
    if board is None:
        return (Check.BOARD.absent("without a camera no board can be looked for"),)
    seen = f"markers {', '.join(map(str, board.markers))}" if board.markers else "no markers"
    again = "put the board back under the camera, or calibrate again: five-lines calibrate --help"
    if board.trouble is not None:
        return (Check.BOARD.wrong(board.trouble, again),)
    if not board.calibrated:
        return (_not_learned(board.problem, seen),)
    counters = f"{board.counters} counters, {seen}"
    if board.status is not Status.CLEAR:
        what = f"the board can't be read: {board.why} ({counters})"
        return (Check.BOARD.wrong(what, again),)
    fine = Check.BOARD.fine(f"the board is read clearly: {counters}")
    if board.problem is None:
        return (fine,)
    what, remedy = _said(board.problem)
    return (fine, Check.BOARD.warn(what, f"{remedy} Then calibrate again"))


def _not_learned(problem: ViewProblem | None, seen: str) -> Finding:
    """Check that a board to be learned is in view as it should be."""
    learned = board_text(translator("en"), learned=False)
    if problem is None:
        step = "calibrate: five-lines calibrate --help, or the staff's settings on the screen"
        return Check.BOARD.warn(f"{learned} It is in view ({seen})", step)
    what, remedy = _said(problem)
    return Check.BOARD.warn(f"{learned} {what} ({seen})", f"{remedy} Then calibrate")


def _unlocked(names: Sequence[str]) -> Iterator[Finding]:
    """Yield what goes on by itself, and so may change readings."""
    if "focus" in names:
        yield Check.CAMERA.warn(
            "its autofocus has found nothing sharp and goes on searching",
            "measure from lens to board and set [camera] focus_dioptres to 1000 divided by the mm",
        )
    rest = [name for name in names if name != "focus"]
    if rest:
        yield Check.CAMERA.warn(
            f"its {' and '.join(rest)} can't be locked, so brightness and colours may drift",
            "for a USB camera set [camera] device to opencv",
        )


def _focus(facts: PictureMeasures) -> Finding:
    problem = focus_problem(facts.edge_px)
    if facts.edge_px is None or problem is ViewProblem.NO_EDGES:
        return Check.CAMERA.warn(*_said(ViewProblem.NO_EDGES))
    text = f"edges are {facts.edge_px:.1f} pixels wide"
    if problem is None:
        return Check.CAMERA.fine(f"in focus: {text}")
    what, remedy = _said(problem)
    step = (
        f"{remedy} With autofocus, measure from lens to board and set [camera] focus_dioptres to 1000 "
        "divided by the mm"
    )
    say = Check.CAMERA.wrong if problem is ViewProblem.BLURRED else Check.CAMERA.warn
    return say(f"{what} ({text})", step)


def _said(problem: ViewProblem) -> tuple[str, str]:
    """Return a flaw and its remedy, in the words of the station's own page."""
    return advice_text(problem, translator("en")), advice_remedy(problem, translator("en"))
