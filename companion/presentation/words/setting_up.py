"""Sentences about setting up a station, for its pages and for `five-lines doctor`."""

from companion.board.signals import ViewProblem
from companion.interface.setting_up import DeviceState, SetUp
from companion.presentation.words.labels import label
from companion.referee.words import Translate


def step_name(step: SetUp, tr: Translate) -> str:
    """Return the name of a step in a word or two."""
    return label("setup-steps", step, tr)


def left_text(left: tuple[SetUp, ...], tr: Translate) -> str:
    """Return the steps that are left."""
    if not left:
        return tr("Everything is set up.")
    return tr("Still to be set up: {steps}.").format(steps=", ".join(step_name(step, tr) for step in left))


def advice_text(advice: ViewProblem | None, tr: Translate) -> str:
    """Return a flaw of the camera's view in a sentence."""
    return tr("The picture is good.") if advice is None else label("view-problems", advice, tr)


def advice_remedy(advice: ViewProblem, tr: Translate) -> str:
    """Return what to do about it."""
    return label("view-remedies", advice, tr)


def button_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the button."""
    return label("button", state, tr)


def lamps_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the lamps."""
    return label("lamps", state, tr)


def sound_text(state: DeviceState, tr: Translate) -> str:
    """Return the state of the sound."""
    return label("sound", state, tr)


def board_text(tr: Translate, *, learned: bool) -> str:
    """Return whether the board is learned, in words."""
    return tr("The board is calibrated.") if learned else tr("The board isn't calibrated yet.")
