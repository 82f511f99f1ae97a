"""Prompts for each seat in play: to act, to wait, or to help the computer."""

from collections.abc import Sequence
from dataclasses import replace

from companion.display.drawing.canvas import Canvas, called, who
from companion.display.drawing.icons import Icon
from companion.display.drawing.parts.seat_places import Prompt
from companion.display.lesson import aim_text, topic_text
from companion.game import Action, Move, Point, Reserve, Seat, Stay, point_at
from companion.game.rulesets.rules import Entering
from companion.interface.intents import Ask
from companion.interface.views import PlayView, Topic
from companion.presentation.words.labels import best_text, level_name, move_name, unclear_text, why_text
from companion.referee.events import Moved, Restored, Step, TakenBack
from companion.referee.verdict import changes
from companion.referee.words import PROVERB, Translate, instruction

MAX_VOTED = 4  # moves that are named with the phones that vote for them


def prompt_for(canvas: Canvas, view: PlayView, seat: Seat) -> Prompt:
    """Return what a seat's place says."""
    computer = view.opponent is not None and view.opponent.seat
    reads = seat is not computer and (seat is view.state.seat or bool(computer))
    prompt = _prompt_for(canvas, view, seat, computer)
    return replace(prompt, detail=unclear_text(view.unclear, canvas.tr)) if view.unclear and reads else prompt


def _prompt_for(canvas: Canvas, view: PlayView, seat: Seat, computer: Seat | bool) -> Prompt:
    if seat is view.state.seat:
        return _computer_acts(canvas, view) if seat is computer else _to_act(canvas, view)
    if seat is computer:
        return _computer_waits(canvas, view)
    return _to_help(canvas, view) if computer else _waiting(canvas, view)


def _is_rolling(view: PlayView) -> bool:
    return view.roll is not None and view.roll.progress < 1


def _to_act(canvas: Canvas, view: PlayView) -> Prompt:
    """Address the person who is to throw or to move."""
    tr, palette, throw = canvas.tr, canvas.palette, view.state.throw
    if throw is None:
        again = isinstance(view.last, Moved) and view.last.move.throws_again
        headline = tr("Throw again") if again else tr("Throw")
        if view.topic is not None and not again and isinstance(view.last, Moved):
            headline = tr("Now you: throw")
        detail = tr("Touch here or press the button.")
        if view.topic not in (None, Topic.AIM, Topic.THROW):
            detail = topic_text(view.topic, view.state.rules, throw, tr)
        if isinstance(view.last, Moved) and view.last.move.hits:
            detail = tr("Your counter on {point} was hit.").format(point=view.last.move.target)
        hand = Icon.TAP if view.taps else Icon.TOUCH
        icon = hand if view.topic is Topic.AIM else Icon.DICE
        return Prompt(headline, detail, Ask.THROW, icon, palette.main)
    if _is_rolling(view):
        return Prompt(tr("The die is rolling"), paint=palette.main)
    step = step_back(view)
    if step is not None:
        said = instruction(step, tr, called(canvas))
        return Prompt(tr("The move is taken back."), said, paint=palette.main)
    headline = tr("Move {throw}").format(throw=throw)
    detail = tr("Only one move is possible.") if view.forced else ""
    if any(view.votes) and view.state.legal is not None:
        return Prompt(headline, votes_text(view.state.legal.choices, view.votes, tr), paint=palette.main)
    hit = next((move.target for move in view.state.legal or () if move.hits), None) if view.forced else None
    if hit is not None:
        detail = tr("Hit the counter on {point}, and take it off.").format(point=hit)
    if view.own_dice and view.offered is not None:
        detail = tr("I see a {seen}. You touched {throw}.").format(seen=view.offered.face, throw=throw)
        return Prompt(headline, detail, paint=palette.main)
    if view.pointed:
        headline, detail = tr("The real one, please."), f"{headline}: {_pointed(view, tr)}"
        if view.topic is None:
            return Prompt(headline, detail, paint=palette.main)
    if isinstance(view.best, Move) and not view.names_best:
        topic = Topic.MOVE if isinstance(view.best.source, Point) else Topic.ENTER
        detail = topic_text(topic, view.state.rules, throw, tr, only=True)
    elif view.best is not None:
        detail = best_text(view.best, tr)
        if (why := why_text(view.why, who(canvas, view.state.seat.other), tr)) and not canvas.metrics.tiny:
            headline, detail = detail, why
    elif shut_entry(view) is not None:
        detail = tr("None can come in at {point}: move another.").format(point=shut_entry(view))
    elif view.topic is not None:
        only = view.forced or len({move.source for move in view.hints or ()}) == 1
        detail = topic_text(view.topic, view.state.rules, throw, tr, only=only)
    elif view.zugzwang:
        detail = tr("You have to leave the sacred line.")
    elif isinstance(view.last, Restored):
        detail = tr("Thanks, the board is back as it was.")
    elif isinstance(view.last, TakenBack):
        detail = tr("The move is taken back.")
    return Prompt(headline, detail, paint=palette.main)


def votes_text(choices: Sequence[Action], votes: Sequence[int], tr: Translate) -> str:
    """Tell which moves phones vote for, the most wanted first."""
    wanted = sorted(zip(votes, choices, strict=True), key=lambda it: -it[0])[:MAX_VOTED]
    said = [
        f"{move_name(choice, tr) if isinstance(choice, Move) else tr('Stay')}:\N{NO-BREAK SPACE}{count}"
        for count, choice in wanted
        if count
    ]
    return tr("Votes: {votes}").format(votes=" · ".join(said))


def shut_entry(view: PlayView) -> Point | None:
    """Return the point on which a waiting counter would have to come in, where others keep it out."""
    state, legal = view.state, view.state.legal
    waits = state.position.of(state.seat).hand > 0 and state.rules.entry is not Entering.FREE
    if not waits or not legal or any(move.enters for move in legal):
        return None
    return point_at(state.seat, legal.throw - 1)


def step_back(view: PlayView) -> Step | None:
    """Return the step that puts the counter of a move back that was taken back, until it is done."""
    halves = view.seen.halves
    if halves is None or not isinstance(view.last, TakenBack):
        return None
    steps = changes(halves, view.state.position.halves())
    return steps[0] if len(steps) == 1 else None


def _waiting(canvas: Canvas, view: PlayView) -> Prompt:
    """Address the person whose turn it isn't."""
    tr, active = canvas.tr, view.state.seat
    said = tr("{seat} throws") if view.state.throw is None else tr("{seat} moves")
    detail = _beside(canvas, view)
    if view.pointed:
        return Prompt(_please(view.pointed if isinstance(view.pointed, Move) else _pointed(view, tr), tr))
    if view.zugzwang:
        detail = tr("Proverb: “{proverb}”.").format(proverb=tr(PROVERB))
    return Prompt(said.format(seat=who(canvas, active)), detail)


def _computer_acts(canvas: Canvas, view: PlayView) -> Prompt:
    """Fill the computer's place on its turn: what it does, or asks to be done."""
    tr, paint, throw = canvas.tr, canvas.palette.main, view.state.throw
    if throw is None:
        return Prompt(tr("The computer throws"), icon=Icon.DICE, paint=paint)
    if _is_rolling(view):
        return Prompt(tr("The die is rolling"), paint=paint)
    match view.chosen:
        case None:
            return Prompt(tr("The computer is thinking"), paint=paint)
        case Stay.PASS:
            return Prompt(tr("The computer passes"), paint=paint)
        case Stay.DECLINE:
            return Prompt(tr("The computer stays"), paint=paint)
    return Prompt(_please(view.chosen, tr), tr("for the computer"), paint=paint)


def _computer_waits(canvas: Canvas, view: PlayView) -> Prompt:
    """Fill the computer's place on the person's turn."""
    tr = canvas.tr
    level = level_name(view.opponent.level.name, tr) if view.opponent is not None else ""
    return Prompt(tr("The computer is waiting"), _beside(canvas, view) or level)


def _to_help(canvas: Canvas, view: PlayView) -> Prompt:
    """Address the person on the computer's turn."""
    tr, chosen = canvas.tr, view.chosen
    if chosen is None or _is_rolling(view):
        return Prompt(tr("The computer's turn"), _last_move(canvas, view))
    if not isinstance(chosen, Move):
        return Prompt(tr("The computer's turn"), tr("There's nothing to move."))
    detail = tr("Follow the arrow.")
    if chosen.hits:
        detail = tr("Take your counter off {point}.").format(point=chosen.target)
    elif isinstance(view.last, Restored):
        detail = tr("Thanks, the board is back as it was.")
    headline = tr("The real one, please.") if view.pointed else tr("Please move for the computer")
    return Prompt(headline, detail)


def _please(move: Move | str, tr: Translate) -> str:
    """Ask for a move on behalf of a seat that can't make it."""
    if isinstance(move, Move) and move.source is Reserve.HAND:
        return tr("Please put a counter on {target}").format(target=move.target)
    return tr("Please move {move}").format(move=move_name(move, tr) if isinstance(move, Move) else move)


def _pointed(view: PlayView, tr: Translate) -> str:
    """Return the move that is shown, or the points that were touched, bound to stay on one line."""
    if isinstance(view.pointed, Move):
        return move_name(view.pointed, tr)
    return "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}".join(view.pointed)


def _beside(canvas: Canvas, view: PlayView) -> str:
    """Return what a place beside the acting seat's says: the aim before a first throw, else the last move."""
    return aim_text(view.state.rules, canvas.tr) if view.topic is Topic.AIM else _last_move(canvas, view)


def _last_move(canvas: Canvas, view: PlayView) -> str:
    return move_name(view.last.move, canvas.tr) if isinstance(view.last, Moved) else ""
