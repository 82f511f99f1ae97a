"""Sentences about setting up a station, for its pages and for `five-lines doctor`."""

from companion.board.signals import ViewProblem
from companion.interface.setting_up import DeviceState, SetUp
from companion.referee.words import Translate


def step_name(step: SetUp, tr: Translate) -> str:
    """Return the name of a step in a word or two."""
    names = {
        SetUp.LANGUAGE: tr("Language"),
        SetUp.SCREEN: tr("Screen"),
        SetUp.CAMERA: tr("Camera"),
        SetUp.DEVICES: tr("Button and lamps"),
        SetUp.BOARD: tr("Board"),
        SetUp.GAME: tr("Game"),
        SetUp.HOURS: tr("Opening hours"),
    }
    return names[step]


def left_text(left: tuple[SetUp, ...], tr: Translate) -> str:
    """Return the steps that are left."""
    if not left:
        return tr("Everything is set up.")
    return tr("Still to be set up: {steps}.").format(steps=", ".join(step_name(step, tr) for step in left))


def advice_text(advice: ViewProblem | None, tr: Translate) -> str:
    """Return a flaw of the camera's view in a sentence."""
    texts = {
        None: tr("The picture is good."),
        ViewProblem.TOO_DARK: tr("It's too dark to see."),
        ViewProblem.TOO_BRIGHT: tr("It's too bright to see."),
        ViewProblem.NO_EDGES: tr("There's nothing to focus on."),
        ViewProblem.BLURRED: tr("The picture is blurred."),
        ViewProblem.SOFT: tr("The picture is a little soft."),
        ViewProblem.NO_BOARD: tr("I can't see the board."),
        ViewProblem.TOO_NEAR: tr("The board is too large for the picture."),
        ViewProblem.TOO_FAR: tr("The board is small in the picture."),
        ViewProblem.ASIDE: tr("The board is partly out of the picture."),
        ViewProblem.SLANTED: tr("The camera looks too much from the side."),
    }
    return texts[advice]


def advice_remedy(advice: ViewProblem, tr: Translate) -> str:
    """Return what to do about it."""
    focus = tr("Turn or wipe the lens.")
    texts = {
        ViewProblem.TOO_DARK: tr("Add more light."),
        ViewProblem.TOO_BRIGHT: tr("Dim the light."),
        ViewProblem.NO_EDGES: tr("Take the lens cap off, and put the board below."),
        ViewProblem.BLURRED: focus,
        ViewProblem.SOFT: focus,
        ViewProblem.NO_BOARD: tr("Put the empty board below, all of it in the picture."),
        ViewProblem.TOO_NEAR: tr("Move the camera up a little."),
        ViewProblem.TOO_FAR: tr("Move the camera down a little."),
        ViewProblem.ASIDE: tr("Push the board to the middle."),
        ViewProblem.SLANTED: tr("Mount the camera more directly above the board."),
    }
    return texts[advice]


def button_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the button."""
    texts = {
        DeviceState.UNSET: tr("No button is set up: throw by touch or space bar."),
        DeviceState.MISSING: tr("The dice button is missing."),
        DeviceState.THERE: tr("Press the button."),
        DeviceState.TRIED: tr("The button works."),
    }
    return texts[state]


def lamps_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the lamps."""
    texts = {
        DeviceState.UNSET: tr("No lamps are set up; none are needed."),
        DeviceState.MISSING: tr("The lamps are missing."),
        DeviceState.THERE: tr("The lamps are there."),
        DeviceState.TRIED: tr("Did all three lamps light up?"),
    }
    return texts[state]


def sound_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the sound."""
    texts = {
        DeviceState.UNSET: tr("Sound is switched off."),
        DeviceState.MISSING: tr("There is no sound."),
        DeviceState.THERE: tr("The sound is there."),
        DeviceState.TRIED: tr("Did you hear it?"),
    }
    return texts[state]


def board_text(tr: Translate, *, learned: bool) -> str:
    """Return whether the board is learned, in words."""
    return tr("The board is calibrated.") if learned else tr("The board isn't calibrated yet.")
