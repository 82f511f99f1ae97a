"""The pages for typing the staff's PIN: to enter, and to change it."""

import math

from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.views import PinAsked, PinView, View
from companion.station.context import Context
from companion.station.effects import CheckPin, Do, KeepPin
from companion.station.pages.overlay import Overlay, StaffPage
from companion.station.pages.staff.menu import StaffMenuPage

MIN_DIGITS, MAX_DIGITS = 4, 8  # number of digits of a PIN


class _Typing:
    """The digits typed so far."""

    def __init__(self) -> None:
        self.digits = ""

    def take(self, intent: Intent) -> bool:
        """True if an intent was about a digit, and has been followed."""
        match intent:
            case Enter(Number.PIN_DIGIT, digit) if len(self.digits) < MAX_DIGITS:
                self.digits += str(digit)
            case Enter(Number.PIN_DIGIT):
                pass
            case Ask.PIN_ERASE:
                self.digits = self.digits[:-1]
            case _:
                return False
        return True

    def taken(self) -> str:
        """Return all digits, and start over."""
        digits, self.digits = self.digits, ""
        return digits


class DoorPage(Overlay):
    """The prompt for the staff's PIN; without a PIN the staff pages open by themselves."""

    def __init__(self) -> None:
        self._typing = _Typing()
        self._wrong = False

    def enter(self, context: Context) -> None:
        """Check whether a PIN is still set: it may have been removed since the start."""
        context.ask(Do.FIND_PIN, self._looked)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Type a digit, and have the PIN checked."""
        if context.staff_door.wait_s(context.now_s) > 0:
            return super().handle(context, intent)
        if self._typing.take(intent):
            self._wrong = False
        elif intent is Ask.PIN_ENTER:
            if len(self._typing.digits) >= MIN_DIGITS:
                context.ask(CheckPin(self._typing.taken()), self._checked)
        else:
            return super().handle(context, intent)
        return True

    def _looked(self, context: Context, is_set: bool) -> None:
        context.staff_door.locked = is_set
        if not is_set:
            self._open(context)

    def _checked(self, context: Context, right: bool) -> None:
        context.staff_door.take(context.now_s, right=right)
        self._wrong = not right
        if right:
            self._open(context)

    def _open(self, context: Context) -> None:
        context.pop(self)
        context.push(StaffMenuPage())

    def view(self, context: Context) -> View:
        wait_s = math.ceil(context.staff_door.wait_s(context.now_s))
        typed = len(self._typing.digits)
        may_type, may_enter = not wait_s and typed < MAX_DIGITS, not wait_s and typed >= MIN_DIGITS
        return PinView(PinAsked.PRESENT, typed, self._wrong and not wait_s, wait_s, may_type, may_enter)


class ChangePinPage(StaffPage):
    """The page to choose a new PIN, typed twice."""

    def __init__(self) -> None:
        self._typing = _Typing()
        self._chosen = ""
        self._wrong = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Type the PIN, and repeat it."""
        if self._typing.take(intent):
            self._wrong = False
            return True
        if intent is not Ask.PIN_ENTER:
            return super().handle(context, intent)
        if len(self._typing.digits) < MIN_DIGITS:
            return True
        typed = self._typing.taken()
        if not self._chosen:
            self._chosen = typed
        elif typed == self._chosen:
            context.do(KeepPin(typed))
            context.pop(self)
        else:
            self._chosen, self._wrong = "", True
        return True

    def view(self, context: Context) -> View:
        asked = PinAsked.AGAIN if self._chosen else PinAsked.NEW
        typed = len(self._typing.digits)
        return PinView(asked, typed, self._wrong, may_type=typed < MAX_DIGITS, may_enter=typed >= MIN_DIGITS)


def open_staff(context: Context) -> None:
    """Open the staff pages, behind the PIN if there is one."""
    if not context.staffed:
        context.push(DoorPage() if context.staff_door.locked else StaffMenuPage())
