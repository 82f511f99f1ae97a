"""The few things that a station does when it is asked to from outside, and when it does not."""

from dataclasses import replace

from companion.interface.outside import (
    Command,
    Reboot,
    Restart,
    RestartGame,
    SetGame,
    SetHours,
    SetOpen,
    SetPageHints,
    SetScreen,
    ShowMessage,
)
from companion.settings.opening_hours import WEEKDAYS, HoursError
from companion.settings.sections import HoursSettings
from companion.station.context import SHOWN_S, Context, StaffMessage
from companion.station.effects import Do
from companion.station.pages.beginning import leave_game
from companion.station.pages.staff.house import make_own
from companion.station.pages.welcome import ClosedPage

STAFF_ARE_THERE = "staff are at the station's own pages; try again when they have left"


def why_not(context: Context, command: Command) -> str | None:
    """Why a command can't be followed now; None if it can. Whoever stands at the station goes first."""
    if context.staffed and not isinstance(command, Restart):
        return STAFF_ARE_THERE
    match command:
        case SetScreen(False) if not context.nobody_plays:
            return "somebody is at the table; close the station instead: it counts down, and keeps their game"
        case Reboot() if not context.settings.link.reboot:
            return (
                "that is not allowed here: set [link] reboot = true in station.toml, and restart the station"
            )
        case Reboot(force=False) if not context.nobody_plays:
            return "somebody is at the table; with force it is done all the same, and their game is kept"
        case ShowMessage() if context.top.dark:
            return "the screen is dark: nobody would read it"
        case SetHours() as hours:
            return _why_no_hours(hours)
        case SetGame(name) if name not in context.settings.visitors.games:
            return f"{name} is not offered here; there is {', '.join(context.settings.visitors.games)}"
        case SetGame() if not (context.nobody_plays or context.playing):
            return "somebody is choosing a game; try again in a minute"
    return None


def carry_out(context: Context, command: Command, now_s: float) -> None:
    """Do what was asked, which can be done now."""
    match command:
        case RestartGame():
            context.end_visit(now_s)
            leave_game(context, "the station was told to, from outside")
            context.start_over(now_s)
        case Restart():
            context.do(Do.RESTART)
        case Reboot():
            context.do(Do.REBOOT)
        case ShowMessage(text):
            context.staff_message = StaffMessage(text, now_s + SHOWN_S) if text else None
        case SetScreen(on):
            for page in context.overlays:
                if page.dark:
                    context.pop(page, now_s)
            if not on:
                context.push(ClosedPage(), now_s)
        case SetGame(name):
            make_own(context, name)
        case SetOpen(opened):
            context.open_state.want(opened=opened)
        case SetHours() as hours:
            context.change_settings(replace(context.settings, hours=_as_settings(hours)))
        case SetPageHints(on):
            link = replace(context.settings.link, page_hints=on)
            context.change_settings(replace(context.settings, link=link))


def _as_settings(hours: SetHours) -> HoursSettings:
    return HoursSettings(**dict(zip(WEEKDAYS, hours.week, strict=True)), closed_days=hours.closed_days)


def _why_no_hours(hours: SetHours) -> str | None:
    try:
        _as_settings(hours).chosen()
    except HoursError as error:
        return str(error)
    return None
