"""The spoken form of a page: sentences that stand on it, for the person who acts now."""

from collections.abc import Iterator
from itertools import chain

from companion.display.attract_scene import poster_pages, scene
from companion.display.drawing.canvas import Canvas, called, who
from companion.display.drawing.parts.seat_places import Prompt
from companion.display.lesson import aim_text, thrown_text
from companion.display.pages.insight import (
    choice_text,
    luck_and_choices,
    luckiest_text,
    open_leaf,
    puzzle_text,
    said_of,
    titles,
)
from companion.display.pages.set_up import MAX_STEPS
from companion.display.pages.throw_off import prompt_of
from companion.display.pages.won import rung_text
from companion.display.prompts import prompt_for
from companion.game import Seat
from companion.interface import views
from companion.interface.rule_cards import cards_of
from companion.interface.texts import TextSet
from companion.presentation.words.labels import fault_advice, fault_text, refusal_title
from companion.presentation.words.rules_text import card_words, sentences
from companion.presentation.words.story import story
from companion.referee.events import Ended
from companion.referee.verdict import changes
from companion.referee.words import Translate, instruction, message, say


def spoken(canvas: Canvas, view: views.View) -> tuple[str, ...]:
    """Return the sentences of a drawn page, in the order in which they are spoken."""
    written = {it for text in canvas.texts for it in (text.string, *text.string.splitlines())}
    return tuple(dict.fromkeys(said for said in all_said(canvas, view) if said and said in written))


def all_said(canvas: Canvas, view: views.View) -> Iterator[str]:
    """Return everything that could be said of a page; what had no room on it isn't said."""
    tr = canvas.tr
    match view:
        case views.WelcomeView(texts=texts):
            yield from (tr("Take a counter"), texts.title or tr("Five Lines"), texts.line)
            yield from (tr("One player"), tr("Two players"))
        case views.AboutBoardView(texts):
            yield from (texts.title, texts.about)
        case views.StoryView(page, texts=texts):
            yield from (texts.title or story(tr)[page].said, texts.line or story(tr)[page].more)
        case views.GamesView():
            yield tr("Which game?")
        case views.SetUpView():
            yield from _set_up(canvas, view)
        case views.ThrowOffView():
            yield from _throw_off(canvas, view)
        case views.PlayView():
            yield from _play(canvas, view)
        case views.NotSoView(remedy=remedy):
            yield refusal_title(view.flagged, tr)
            yield tr("{seat} puts it right").format(seat=who(canvas, view.flagged.seat))
            yield message(view.flagged, tr, called(canvas))
            yield from (instruction(step, tr, called(canvas)) for step in remedy)
        case views.PassView():
            yield from _passed(canvas, view)
        case views.WonView():
            yield from _won(canvas, view)
        case views.InsightView():
            yield from _insight(canvas, view)
        case views.PuzzleView():
            yield from chain.from_iterable(map(str.splitlines, puzzle_text(canvas, view)))
        case views.AttractView():
            yield from _attract(tr, view)
        case views.RulesView(rules):
            yield from (card_words(card, tr) for card in cards_of(rules))
            yield from sentences(rules, tr)
        case views.PauseView():
            yield tr("Pause")
        case views.EndingView():
            yield from _ending(canvas, view)
        case views.StillThereView(in_game=in_game):
            yield tr("Still playing?") if in_game else tr("Still there?")
            yield tr("Touch anywhere to go on.")
        case views.ClosingView(in_game=in_game):
            yield tr("We are closing.")
            yield tr("Your game is saved and waits for you.") if in_game else tr("Thank you for coming.")
        case views.ResumeView(steps=steps):
            yield from (tr("Unfinished game"), tr("The move is taken back."))
            yield from (tr("Set the board up as it was."), tr("The board is as it was."))
            yield from (instruction(step, tr, called(canvas)) for step in steps or ())
        case views.SoundView(speaks=speaks):
            yield tr("With voice") if speaks else tr("Sound")
        case views.OutOfOrderView(fault):
            yield from (fault_text(fault, tr), fault_advice(fault, tr))


def of_prompt(prompt: Prompt) -> tuple[str, str]:
    """Return what is said of a prompt."""
    return prompt.headline, prompt.detail


def _computer(opponent: views.Opponent | None) -> Seat | None:
    return None if opponent is None else opponent.seat


def _set_up(canvas: Canvas, view: views.SetUpView) -> Iterator[str]:
    tr = canvas.tr
    if view.ready:
        yield from (tr("All set"), aim_text(view.rules, tr), tr("Touch here to start."))
        return
    yield tr("Set up your counters")
    if view.opponent is not None:
        yield tr("Add these")
    yield from (tr("All five beside the board."), tr("As in the picture, five counters."))
    steps = changes(view.seen.halves, view.position.halves()) if view.seen.halves is not None else ()
    yield from (instruction(step, tr, called(canvas), back=False) for step in steps[:MAX_STEPS])


def _throw_off(canvas: Canvas, view: views.ThrowOffView) -> Iterator[str]:
    tr, computer = canvas.tr, _computer(view.opponent)
    yield tr("A tie: throw again") if view.tied else tr("Who starts?")
    seat = view.winner or view.seat
    if seat is None:
        return
    # Of two at the table, who is named; alone, it is "you".
    yield from of_prompt(prompt_of(canvas, view, seat.other if computer is None else seat))
    if view.winner is not None:
        yield tr("Touch here to start.")
    if view.own_dice:
        yield thrown_text(view.offered, tr)


def _play(canvas: Canvas, view: views.PlayView) -> Iterator[str]:
    tr, seat, computer = canvas.tr, view.state.seat, _computer(view.opponent)
    if view.roll is not None and view.roll.progress < 1:
        return
    if seat is computer:
        if view.state.throw is None or view.chosen is not None:
            yield from of_prompt(prompt_for(canvas, view, seat))
            yield prompt_for(canvas, view, seat.other).detail if view.chosen is not None else ""
        return
    acts, waits = prompt_for(canvas, view, seat), prompt_for(canvas, view, seat.other)
    if view.state.throw is None:
        yield waits.headline if computer is None else acts.headline
        yield tr("Throw again") if acts.headline == tr("Throw again") else ""
        yield thrown_text(view.offered, tr) if view.own_dice else acts.detail
    else:
        yield from of_prompt(acts)
        yield waits.headline if view.pointed else ""
        yield waits.detail if view.zugzwang and computer is None else ""


def _passed(canvas: Canvas, view: views.PassView) -> Iterator[str]:
    tr, passed, computer = canvas.tr, view.passed.seat, _computer(view.opponent)
    if computer is None:
        said = tr("{seat} has no move with a {throw}. {other}'s turn.")
        names = {"seat": who(canvas, passed), "other": who(canvas, passed.other)}
        yield said.format(**names, throw=view.passed.throw)
        yield tr("{seat} can't move.").format(seat=who(canvas, passed))
    else:
        yield tr("The computer passes") if passed is computer else tr("Your turn is skipped")
    yield tr("No counter can move {throw}.").format(throw=view.passed.throw)
    yield tr("The computer throws") if view.state.seat is computer else tr("Throw")


def _won(canvas: Canvas, view: views.WonView) -> Iterator[str]:
    tr, winner, computer = canvas.tr, view.outcome.winner, _computer(view.opponent)
    if computer is not None:
        # Of both ends one is written.
        yield from (tr("The computer has won!"), tr("Well played."))
        yield from (tr("You have won!"), tr("Congratulations."))
    elif winner is not None:
        yield tr("{seat} has won!").format(seat=who(canvas, winner))
    yield say(Ended(view.state.ply, view.outcome), tr, called(canvas))
    yield tr("The shortest game today!")
    if view.rung is not None:
        yield from rung_text(view, tr)


def _insight(canvas: Canvas, view: views.InsightView) -> Iterator[str]:
    tr, leaf = canvas.tr, open_leaf(view)
    yield titles(tr)[leaf]
    if view.balances is None:
        return
    if leaf == views.WAS_IT_LUCK:
        for seat, balance in zip(Seat, view.balances, strict=True):
            yield from luck_and_choices(canvas, seat, balance)
        yield luckiest_text(canvas, view.luckiest) if view.luckiest is not None else ""
    yield said_of(canvas, view, leaf)
    choice = {2: view.finest, 3: view.worst}.get(leaf)
    if choice is not None:
        yield from choice_text(canvas, choice, costly=leaf == 3)


def _attract(tr: Translate, view: views.AttractView) -> Iterator[str]:
    """Return the story, said once, for people who have just left; an empty hall stays quiet."""
    number = scene(view.rules, view.time_s).story
    pages = poster_pages(view.house)
    if number is not None and number < len(pages):
        house = view.house.story.get(pages[number] + 1, TextSet()).spoken(view.first, view.first)
        yield house.title or story(tr)[pages[number]].said


def _ending(canvas: Canvas, view: views.EndingView) -> Iterator[str]:
    tr = canvas.tr
    match view.ending:
        case views.Ending.DRAW:
            yield from (tr("End this game as a draw?"), tr("Both players have to say yes."))
        case views.Ending.GIVEN_UP:
            yield tr("Give up this game?")
        case views.Ending.ANOTHER_GAME:
            yield tr("Leave this game for another?")
