"""The page of play, with throws, moves, advice and refusals; and the correction laid over it."""

import math
from random import Random

from companion.board.signals import Cause
from companion.game import (
    COUNTERS,
    GOAL_HALF,
    Halves,
    Move,
    Outcome,
    Point,
    Reason,
    Seat,
    Termination,
    point_at,
)
from companion.interface import intents, views
from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.sight import OwnDice, Unclear
from companion.journal import ReadingCorrected
from companion.referee.events import (
    Choose,
    Decline,
    Event,
    Flagged,
    Lifted,
    Look,
    Moved,
    Passed,
    TakenBack,
)
from companion.referee.referee import State
from companion.referee.verdict import changes
from companion.station.context import Context, FlowStage, StationPage
from companion.station.effects import LearnBackground
from companion.station.game.opponent import QuietTime, decide
from companion.station.pages.overlay import Overlay
from companion.station.pages.pause import EndingPage, PausePage
from companion.station.pages.throw_off import PressCount, sound_of
from companion.station.pages.won import LAMP_OF, is_laid
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern


class CorrectionPage(Overlay):
    """A correction of a reading by hand; begins with the reading, or else with the expected board."""

    watches = False

    def __init__(self, expected: Halves) -> None:
        self._expected = expected
        self._read: Halves | None = None
        self._meant: Halves | None = None
        self._touch = intents.CorrectWith(Seat.A, 1)

    def enter(self, context: Context) -> None:
        """Begin with the current reading."""
        if self._meant is None:
            self._read = context.board.halves
            self._meant = self._read or self._expected

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change a half, or confirm the correction."""
        assert self._meant is not None
        match intent:
            case intents.CorrectHalf(point, seat, delta):
                count = self._meant.count(seat, point) + delta
                self._meant = self._meant.with_count(seat, point, min(max(count, 0), COUNTERS))
            case intents.CorrectWith():
                self._touch = intent
            case Ask.GO_ON | Ask.BEGIN:
                if context.in_game:
                    context.store((ReadingCorrected(self._read, self._meant),))
                context.board.believe(self._meant)
                context.pop(self)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        assert self._meant is not None
        return views.CorrectView(self._meant, self._touch.seat, self._touch.delta)


TAP_S = 0.6  # seconds that the hand beside the first throw of a lesson is down, and up
HIT = Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF  # a move that is right so far, and accuses nobody

SWEPT = 4
"""Minimum number of moved counters for a board laid for a start to mean a new game: fewer can come about in
play.
"""


class PlayPage(StationPage):
    """A game being played: throws come in by button, screen or number, moves by the board.

    In its turn the computer throws by itself and chooses; a press only spares it the wait.
    """

    def __init__(self) -> None:
        self._count = PressCount()
        self._tells_again = False  # the players say what their die shows once more
        self._offered: OwnDice | None = None
        self._hints: bool | None = None
        self._advised = 0  # how much of the best move is shown: 1 its counter, 2 the move
        self._pointed: Move | tuple[Point, ...] = ()
        self._quiet = QuietTime()
        self._eager_s: float | None = None
        self._waiting: tuple[Halves, float] | None = None
        self._stale: Halves | None = None
        self._moved_s = -math.inf
        self._ways_since_s = 0.0

    def enter(self, context: Context) -> None:
        """Judge the board as it is seen now."""
        context.prepare_chances(context.played.rules, context.played.opponent)
        self.see(context)

    def press(self, context: Context) -> None:
        """Throw, or count a press."""
        if context.played.own_dice:
            self._count.press(context.now_s)
        else:
            self._throw(context, None)

    def hold(self, context: Context) -> None:
        """Show the legal moves; the press that began the hold does not count."""
        self._count.presses = 0
        self._eager_s = None
        self._toggle_hints(context)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Throw, decline, take back, show what can be played, or end the game."""
        game = context.played
        match intent:
            case Ask.THROW if not game.own_dice:
                self._throw(context, None)
            case Ask.THROW:
                self._tells_again = not self._tells_again
            case Enter(Number.THROW, value) if game.own_dice:
                self._throw(context, value)
            case Ask.WHAT_CAN_I_PLAY:
                self._toggle_hints(context)
            case Ask.SHOW_MOVE if game.complaint is not None:
                self._ways_since_s = context.now_s
            case intents.ShowPlace() | Ask.SHOW_MOVE if game.computers_turn and isinstance(
                game.state.chosen, Move
            ):
                self._pointed = (game.state.chosen.target,)
            case intents.ShowPlace(point) if game.state.throw is not None and not game.computers_turn:
                self._pointed = _pointed(self._pointed, point)
            case Ask.SHOW_MOVE if game.state.legal is not None and not game.computers_turn:
                self._pointed = _following(self._pointed, game.state.legal.moves)
            case Ask.KNOW_IT:
                context.tutorial.know_it()
            case Ask.PAUSE:
                context.push(PausePage())
            case Ask.CORRECT:
                context.push(CorrectionPage(game.state.position.halves()))
            case Ask.ADVISE:
                self._pointed = ()
                self._advised = (self._advised + 1) % 3 if self._may_advise(context) else 0
                if self._advised == 1:
                    context.want_chances(game.rules)
            case Ask.DECLINE:
                legal = game.state.legal
                if legal is not None and legal.may_decline and not game.computers_turn:
                    self._happened(context, game.hear(Decline()))
            case Ask.TAKE_BACK if game.may_take_back:
                # Until a hand comes to put it back, the board still shows the move.
                self._stale = shown = context.board.halves
                self._happened(context, game.take_back())
                context.clear_away()
                if shown is not None and len(changes(shown, game.state.position.halves())) > 1:
                    context.go(FlowStage.RESUME)
            case Ask.AGREE_DRAW if game.opponent is None:
                self._ask(context, views.Ending.DRAW, tuple(Seat), Outcome(Termination.AGREED))
            case intents.GiveUp(seat) if game.opponent is None or seat is not game.opponent.seat:
                outcome = Outcome(Termination.RESIGNED, seat.other)
                self._ask(context, views.Ending.GIVEN_UP, (seat,), outcome)
            case _:
                return False
        return True

    def see(self, context: Context) -> None:
        """Let the referee judge a board that is read surely; one that looks unfinished has some time."""
        self._waiting = None
        halves = context.board.halves
        if halves is None:
            self._stale = None
        if halves is None or halves == self._stale:
            return
        self._stale = None
        if self._is_swept(context, halves) or self._is_unfinished(context, halves):
            self._waiting = (halves, context.now_s)
            return
        if context.played.awaits_choice:
            return
        self._judge(context, halves)

    def tick(self, context: Context) -> None:
        """Take the count of presses; judge a board that has waited long enough."""
        if counted := self._count.counted(context.now_s, context.timings.count_s):
            self._throw(context, counted)
        self._play_for_computer(context)
        if self._waiting is None or not context.playing:
            return
        halves, since_s = self._waiting
        if self._is_swept(context, halves):
            if context.now_s - since_s >= context.timings.lay_s:
                context.go(FlowStage.SET_UP)
        elif context.now_s - since_s >= context.timings.grace_s and not context.played.awaits_choice:
            self._waiting = None
            self._judge(context, halves)
            if context.playing and context.played.state.lifted is not None:
                self._judge(context, halves)

    def view(self, context: Context) -> views.View:
        """Return the view of the game; a wrong board or a passed turn takes the whole page."""
        game = context.played
        state, roll = self._due(context), game.roll(context.now_s, context.timings.roll_s)
        as_it_is, seen = state is game.state, context.board.seen
        ways = (context.now_s - self._ways_since_s) / views.WAY_S
        if game.complaint is not None and as_it_is:
            film = 0 if ways < 1 else min(ways, 2.0)
            return views.NotSoView(
                state, seen, game.complaint, game.remedy, game.opponent, game.own_dice, film
            )
        turn = max(0, int(ways))
        if isinstance(game.last, Passed) and not game.last.declined and as_it_is:
            return views.PassView(
                state,
                seen,
                game.last,
                roll,
                turn,
                game.own_dice,
                game.opponent,
                context.board.offered,
            )
        legal = state.legal
        at_rest = roll is None or roll.progress >= 1.0
        shows = self._shows_hints(context) and at_rest
        advised = self._advised > 0 and at_rest and self._may_advise(context)
        best, why = context.chances.best(state) if advised else (None, None)
        sought = context.choice.chance_shown or advised or (game.awaits_choice and at_rest)
        topic = None if game.computers_turn else context.tutorial.topic(state)
        return views.PlayView(
            state,
            seen,
            roll if state.throw is not None else None,
            game.last,
            hints=legal if shows else None,
            turn=turn if shows else 0,
            zugzwang=legal is not None and legal.zugzwang,
            forced=legal is not None and legal.forced,
            may_decline=legal is not None and legal.may_decline,
            may_take_back=game.may_take_back,
            own_dice=game.own_dice,
            counted=self._count.presses,
            offered=context.board.offered if state.throw is None else self._offered,
            opponent=game.opponent,
            chosen=state.chosen,
            best=best,
            why=why,
            names_best=self._advised != 1,
            pointed=self._pointed,
            chance_a=context.chances.of_a(state, at_rest=at_rest) if context.choice.chance_shown else None,
            solving=context.chances.done if sought else None,
            may_advise=self._may_advise(context),
            topic=topic,
            teaching=context.tutorial.is_on,
            unclear=self._unclear(context),
            votes=self._votes(context),
            glide=min(1.0, (context.now_s - self._moved_s) / context.timings.glide_s),
            taps=topic is views.Topic.AIM and context.now_s % (2 * TAP_S) < TAP_S,
        )

    def _votes(self, context: Context) -> tuple[int, ...]:
        """Return the votes of phones for each legal choice, if they may vote and have."""
        *turn, votes = context.votes
        state = context.played.state
        return votes if context.settings.link.page_vote and turn == [state.ply, state.legal] else ()

    def _unclear(self, context: Context) -> Unclear | None:
        """Return why the board can't be read, if that has lasted; one's own die lies there to be read."""
        unclear, game = context.board.shown(context.now_s).unclear, context.played
        awaited = game.own_dice and game.state.throw is None and unclear and unclear.cause is Cause.DIE
        return None if awaited else unclear

    def lamps(self, context: Context) -> dict[Lamp, Pattern]:
        """Light the seat whose turn it is, more urgently to throw than to move; and "not so"."""
        if not context.watching:
            return {}
        game = context.played
        due = LAMP_OF[game.state.seat]
        waits = game.state.throw is None and (game.own_dice or not game.computers_turn)
        shining = {due: Pattern.BREATHE if waits else Pattern.ON}
        idle = game.computers_turn and game.state.chosen is None and not game.own_dice
        if context.untouched_s >= context.timings.remind_s and not idle:
            shining[due] = Pattern.BECKON
        if game.complaint is not None and game.complaint.reason is not HIT:
            shining[Lamp.REFUSED] = Pattern.BECKON
        return shining

    def _may_advise(self, context: Context) -> bool:
        """True if a hint may be asked for: by people, when there is something to choose."""
        game = context.played
        legal = game.state.legal
        return (
            context.gives_hints and not game.computers_turn and legal is not None and len(legal.choices) > 1
        )

    def _play_for_computer(self, context: Context) -> None:
        """Throw for the computer when people have had time to follow, and choose when its die lies still."""
        game = context.played
        if not game.computers_turn or game.state.flag is not None:
            return
        state, roll = game.state, game.roll(context.now_s, context.timings.roll_s)
        observed = context.board.observation
        if state.throw is None:
            # Nobody follows the game behind a page that is laid over it.
            settled = not context.overlays and (context.blind or observed.halves == state.position.halves())
            quiet_s = self._quiet.quiet_s(
                (state.ply, state.seat, observed.is_touched, settled), context.now_s
            )
            pause_s = context.timings.think_s + (context.timings.roll_s if state.passed else 0.0)
            if settled and quiet_s >= pause_s and not game.own_dice:
                self._throw(context, None)
        elif state.chosen is None and roll is not None and roll.progress >= 1.0:
            random = Random(int.from_bytes(context.urandom(16)))
            assert game.opponent is not None
            action = decide(state, game.opponent.level, context.chances, random)
            if action is None:
                return
            choice = Choose(action) if isinstance(action, Move) else Decline()
            self._happened(context, game.hear(choice))
            if context.playing:
                self.see(context)

    def _ask(self, context: Context, ending: views.Ending, asked: tuple[Seat, ...], outcome: Outcome) -> None:
        """Have those concerned asked whether the game is to end so."""

        def end(context: Context) -> None:
            self._happened(context, context.played.end(outcome))
            context.clear_away()

        context.push(EndingPage(ending, asked, end))

    def _throw(self, context: Context, face: int | None) -> None:
        game = context.played
        state = self._due(context)
        if state.throw is not None and state.flag is None and context.board.halves is None:
            # The move is made, only not seen yet: the next player is quicker than the camera.
            self._eager_s = context.now_s
            return
        if state.throw is not None or state.flag is not None or (face and face not in game.rules.die.faces):
            if not game.computers_turn:
                context.sound(Cue.REFUSED)
            return
        self._hints, self._advised, self._pointed = None, int(context.choice.tips), ()
        self._ways_since_s = context.now_s + context.timings.roll_s
        context.sound(sound_of(game.rules.die))
        seen = context.board.offered
        self._offered = seen if seen and seen.face not in (None, face) else None
        self._tells_again = False
        context.board.use_die()
        before, happenings = game.state, game.throw(face, context.now_s, state)
        if not (game.opponent is not None and game.opponent.seat is state.seat):
            context.tutorial.thrown(game.state, state.seat)
            context.tutorial.happened(it for it in happenings if isinstance(it, Event))
        context.store(happenings)
        self._end_if_over(context)
        if state is not before and context.playing:
            self.see(context)

    def _due(self, context: Context) -> State:
        """Return the game's state, or that before the throw while the players tell theirs again."""
        state = context.played.state
        return (self._tells_again and state.unthrown) or state

    def _judge(self, context: Context, halves: Halves) -> None:
        self._happened(context, context.played.hear(Look(halves, context.board.observation.frame)))
        if halves == context.played.state.position.halves() and not context.board.is_corrected:
            context.do(LearnBackground(halves))

    def _happened(self, context: Context, events: tuple[Event, ...]) -> None:
        """Store what the referee said, and let it be heard."""
        if not events:
            return
        context.store(events)
        context.tutorial.happened(events)
        if any(isinstance(event, Moved | TakenBack | Passed) for event in events):
            self._hints, self._advised, self._pointed = None, int(context.choice.tips), ()
            self._tells_again = False
        if any(isinstance(event, Flagged) and event.reason is not HIT for event in events):
            self._ways_since_s = context.now_s
            context.sound(Cue.REFUSED)
        elif context.played.over is None and not isinstance(events[-1], Lifted):
            context.sound(_accepted(events))
        eager_s, self._eager_s = self._eager_s, None
        self._end_if_over(context)
        if any(isinstance(event, Moved) for event in events):
            self._moved_s = context.now_s
            if context.played.over is None and eager_s and context.now_s - eager_s <= context.timings.eager_s:
                self.press(context)

    def _end_if_over(self, context: Context) -> None:
        game = context.played
        if game.over is None:
            return
        context.note_end(game.over)
        context.reveal()
        context.sound(Cue.WIN)
        context.go(FlowStage.WON)

    def _toggle_hints(self, context: Context) -> None:
        self._ways_since_s = context.now_s
        hidden = isinstance(self._pointed, Move)
        self._pointed = ()
        self._hints = (hidden or not self._shows_hints(context)) and context.played.state.throw is not None

    def _shows_hints(self, context: Context) -> bool:
        """True if all that can be played is shown: because somebody asked, or was never taught."""
        game = context.played
        if self._hints is not None or game.computers_turn or game.state.throw is None:
            return bool(self._hints)
        return context.tutorial.topic(game.state) is not None

    def _is_swept(self, context: Context, halves: Halves) -> bool:
        """True if the board has been swept clean and laid for a start."""
        position = context.played.state.position
        return is_laid(context, halves) and len(changes(position.halves(), halves)) >= SWEPT

    def _is_unfinished(self, context: Context, halves: Halves) -> bool:
        """True if a counter is lifted or was knocked off, or one that was hit still has to be taken off."""
        match context.played.would(Look(halves, context.board.observation.frame)):
            case (Lifted(done=done),):
                return bool(done)
            case (Flagged(reason=reason),):
                return reason is HIT
        return False


def _following(before: Move | tuple[Point, ...], moves: tuple[Move, ...]) -> Move | tuple[Point, ...]:
    """Return the move to show after one more touch: the next, and none after the last."""
    at = moves.index(before) + 1 if isinstance(before, Move) else 0
    return moves[at] if at < len(moves) else ()


def _pointed(before: Move | tuple[Point, ...], point: Point) -> tuple[Point, ...]:
    """Return the points after one more touch: one point, two, then one again; the same twice clears them."""
    if isinstance(before, Move):
        return (point,)
    if point in before:
        return ()
    return (*before, point) if len(before) == 1 else (point,)


def _accepted(events: tuple[Event, ...]) -> Cue:
    """Return the sound of what was accepted: a hit, a counter that came home, or one that is set down."""
    moves = [event.move for event in events if isinstance(event, Moved)]
    if any(move.hits for move in moves):
        return Cue.HIT
    return Cue.HOME if any(move.target is point_at(move.seat, GOAL_HALF) for move in moves) else Cue.YES
