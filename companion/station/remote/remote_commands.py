"""Carry out remote commands, or refuse them."""

from dataclasses import replace

from companion.interface.commands import COMMANDS, Command, RemoteQuestion
from companion.settings.opening_hours import WEEKDAYS, HoursError
from companion.settings.sections import HoursSettings, SystemRequest
from companion.station.context import SHOWN_S, Context, StaffMessage
from companion.station.effects import Do
from companion.station.pages.beginning import leave_game
from companion.station.pages.staff.house import make_own
from companion.station.pages.welcome import ClosedPage
from companion.station.remote.sessions import Sessions
from companion.station.staff_services import StaffServices

STAFF_ARE_THERE = "staff are at the station's own pages; try again when they have left"

COOLDOWN_S = 3.0
"""Seconds for which a command that cools down is refused after the last: writing to a card takes a while, and
nobody can play at a page that changes all the time.
"""

MIN_UPTIME_S = 600.0  # minimum uptime for a reboot: a flood of requests must not stop people from playing

Week = tuple[tuple[str, ...], ...]


class RemoteCommands:
    """Carries out commands: `do_<name>` does one; `refuse_<name>`, if any, returns why it can't be done."""

    def __init__(self, staff: StaffServices, sessions: Sessions, began_s: float) -> None:
        self._staff = staff
        self._sessions = sessions
        self._began_s = began_s
        self._done_s: dict[str, float] = {}

    def why_not(self, context: Context, question: RemoteQuestion) -> str | None:
        """Return why a command can't be carried out now, None if it can. People at the station go first."""
        command: Command = COMMANDS[question.name]
        if context.staffed and not command.while_staffed:
            return STAFF_ARE_THERE
        if command.setting and not getattr(context.settings.link, command.setting):
            return (
                f"that is not allowed here: set [link] {command.setting} = true in station.toml, "
                "and restart the station"
            )
        refuse = getattr(self, f"refuse_{_method(question)}", None)
        why: str | None = None if refuse is None else refuse(context, **question.arguments)
        done_s = self._done_s.get(question.name)
        if why is None and command.cools_down and done_s is not None and context.now_s - done_s < COOLDOWN_S:
            why = f"that was changed from outside a moment ago; try again in {COOLDOWN_S:.0f} seconds"
        return why

    def carry_out(self, context: Context, question: RemoteQuestion) -> None:
        """Carry out a command that is not refused."""
        self._done_s[question.name] = context.now_s
        getattr(self, f"do_{_method(question)}")(context, **question.arguments)

    def do_hours(self, context: Context, *, open: bool) -> None:  # noqa: A002 (its name outside)
        """Open or close now, until the hours say the same."""
        context.open_state.want(opened=open)

    def do_restart_game(self, context: Context) -> None:
        """Leave the game and show the first page."""
        context.end_visit()
        leave_game(context, "the station was told to, from outside")
        context.start_over()

    def do_restart(self, context: Context) -> None:
        """End the program and start it again."""
        context.do(Do.RESTART)

    def refuse_reboot(self, context: Context, *, force: bool) -> str | None:
        """Refuse while somebody plays, or where or when the machine must not be rebooted."""
        if not (force or context.nobody_plays):
            return "somebody is at the table; with force it is done all the same, and their game is kept"
        if not self._staff.is_installed:
            return "only an installed station can reboot its machine (deploy/install)"
        if context.now_s - self._began_s < MIN_UPTIME_S:
            return f"the station was started less than {MIN_UPTIME_S / 60:.0f} minutes ago"
        return None

    def do_reboot(self, context: Context, *, force: bool) -> None:
        """Ask the system to reboot the machine."""
        context.do(SystemRequest.REBOOT)

    def refuse_message(self, context: Context, *, text: str) -> str | None:
        """Refuse an unreadable message."""
        if context.top.dark:
            return "the screen is dark: nobody would read it"
        return None if self._staff.has_letters(text) else "the screen has no letters for some of this"

    def do_message(self, context: Context, *, text: str) -> None:
        """Show a message until somebody touches it or it expires; an empty one takes it away."""
        context.staff_message = StaffMessage(text, context.now_s + SHOWN_S) if text else None
        context.set("station", message=text)

    def refuse_screen(self, context: Context, *, on: bool) -> str | None:
        """Refuse to darken the screen in front of people."""
        if on or context.nobody_plays:
            return None
        return "somebody is at the table; close the station instead: it counts down, and keeps their game"

    def do_screen(self, context: Context, *, on: bool) -> None:
        """Switch the screen on, or off until somebody touches it."""
        for page in context.overlays:
            if page.dark:
                context.pop(page)
        if not on:
            context.push(ClosedPage())

    def refuse_game(self, context: Context, *, name: str) -> str | None:
        """Refuse a game that is not offered here, and any while somebody chooses."""
        offered = context.settings.visitors.games
        if name not in offered:
            return f"{name} is not offered here; there is {', '.join(offered)}"
        if not (context.nobody_plays or context.playing):
            return "somebody is choosing a game; try again in a minute"
        return None

    def do_game(self, context: Context, *, name: str) -> None:
        """Make a game the station's own; one that is being played stays as it is."""
        make_own(context, name)

    def refuse_set_hours(
        self,
        context: Context,
        *,
        week: Week,
        closed_days: tuple[str, ...],
    ) -> str | None:
        """Refuse hours that can't be read."""
        try:
            _hours(week, closed_days).chosen()
        except HoursError as error:
            return str(error)
        return None

    def do_set_hours(
        self,
        context: Context,
        *,
        week: Week,
        closed_days: tuple[str, ...],
    ) -> None:
        """Set the opening hours of each weekday, Monday first, and the days that stay closed."""
        context.change_settings(replace(context.settings, hours=_hours(week, closed_days)))

    def do_page_hints(self, context: Context, *, on: bool) -> None:
        """Let phones show the chances during a game, or not."""
        context.set("link", page_hints=on)

    def do_page_vote(self, context: Context, *, on: bool) -> None:
        """Let phones vote for the move to make, or not."""
        context.set("link", page_vote=on)

    def refuse_vote(self, context: Context, *, ply: int, votes: tuple[int, ...]) -> str | None:
        """Refuse votes for another turn than the one at the table."""
        legal = context.played.state.legal if context.playing else None
        if legal is None or context.played.state.ply != ply or len(legal.choices) != len(votes):
            return "another turn is at the table"
        return None

    def do_vote(self, context: Context, *, ply: int, votes: tuple[int, ...]) -> None:
        """Show how many phones would make each legal choice."""
        context.votes = ply, context.played.state.legal, votes

    def do_sign_out(self, context: Context, *, ticket: str) -> None:
        """End a staff session."""
        self._sessions.end(ticket)


def _method(question: RemoteQuestion) -> str:
    return question.name.replace("-", "_")


def _hours(week: Week, closed_days: tuple[str, ...]) -> HoursSettings:
    return HoursSettings(**dict(zip(WEEKDAYS, week, strict=True)), closed_days=closed_days)
