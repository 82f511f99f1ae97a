"""Labels on the pages: rules, options, dice, faults, states of the board."""

import re

from companion.board.signals import Cause
from companion.game import (
    OPTIONS,
    Action,
    Choice,
    Citation,
    Move,
    Option,
    Reason,
    Rules,
    Seat,
    path,
    reconstruction,
)
from companion.game.merits import Why
from companion.game.rulesets.citations import Part
from companion.game.rulesets.reconstructions import Text
from companion.interface.faults import Fault
from companion.interface.offers import OFFERS, QUICK, Minutes, offer_of
from companion.interface.sight import FlawNote, Sight, Unclear
from companion.interface.texts import TextFlaw
from companion.referee.events import Flagged
from companion.referee.verdict import grounds
from companion.referee.words import Names, Translate, by_letter, place
from companion.system.data import toml_beside

LABELS: dict[str, dict[str, str]] = toml_beside(__file__, "labels.toml")
"""English labels by their table and name."""

_DAY = re.compile(r"(?:(\d{4})-)?(\d\d)-(\d\d)")
_WRITTEN_DAY = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})|[./])?")

MAX_MINUTES = 60  # maximum length that is given in minutes; longer games are given in hours


def label(table: str, name: str, tr: Translate) -> str:
    """Return a label by its name in one of the tables of `labels.toml`."""
    return tr(LABELS[table][name])


def rules_name(name: str, tr: Translate) -> str:
    """Return a reconstruction's full name by its short name."""
    return label("rules", name, tr)


def game_title(name: str, tr: Translate) -> str:
    """Return an offer's title by its short name, for people who know none of its authors."""
    return label("games", name, tr) if name in LABELS["games"] else rules_name(name, tr)


def author_of(rules: Rules) -> str:
    """Return whose text rules are taken from."""
    text = reconstruction(rules.name).text
    if text in (Text.LOCUS_LUDI_RACE, Text.LOCUS_LUDI_CAPTURE):
        return "Locus Ludi"
    return str(Text.SCHAEDLER if text is Text.ADAPTED else text)


def staff_title(name: str, tr: Translate) -> str:
    """Return an offer's title by its short name, and whose rules it has, for people who know the authors."""
    title, author = game_title(name, tr), author_of(OFFERS[name].rules)
    return title if title == rules_name(name, tr) and name != QUICK else f"{title} · {author}"


def title_of(rules: Rules, tr: Translate) -> str:
    """Return the title of the offer with these rules; for house rules, the name of what they began from."""
    offer = offer_of(rules)
    return rules_name(rules.name, tr) if offer is None else game_title(offer.name, tr)


def game_sentence(name: str, tr: Translate) -> str:
    """Return an offer, by its short name, in one sentence."""
    return label("game-sentences", name, tr)


def game_minutes(minutes: Minutes, tr: Translate) -> str:
    """Return the length of half of all games."""
    short, long = minutes
    if long > MAX_MINUTES:
        return tr("{short} minutes or much longer").format(short=short)
    return tr("{short} to {long} minutes").format(short=short, long=long)


def refusal_title(flagged: Flagged, tr: Translate) -> str:
    """Return the fault of a wrong move in at most three words."""
    step = next((step for step in flagged.done if step.seat is flagged.seat), None)
    reason = flagged.reasons[0]
    if reason is Reason.WRONG_DISTANCE and step and step.source and step.target and flagged.throw:
        went = len(path(Move(step.seat, step.source, step.target)))
        return tr("Too far") if went > flagged.throw else tr("Too short")
    return label("refusals", reason if reason in LABELS["refusals"] else "other", tr)


def option_of(key: str) -> Option:
    """Return the option of a key."""
    return next(option for option in OPTIONS if option.key == key)


def option_name(key: str, tr: Translate) -> str:
    """Return the name of an option, in a word or two."""
    return label("options", key, tr)


def option_meaning(option: Option, value: object, tr: Translate) -> str:
    """Return the meaning of an option's value; with a capital letter and no full stop."""
    if option.custom is not None and value not in [choice.value for choice in option.choices]:
        meant = re.sub(r"\bN\b", str(value), tr(option.custom.meaning))
    else:
        meant = tr(option.meaning(value))
    return meant[:1].upper() + meant[1:]


def choice_label(option: Option, choice: Choice, tr: Translate, names: Names = by_letter) -> str:
    """Return a short label for a value of the options chosen by buttons: die and starter."""
    seat = names(Seat(choice.text)).name if choice.text in tuple(Seat) else ""
    return label("choices", choice.text, tr).format(seat=seat)


def sources(flagged: Flagged, rules: Rules, tr: Translate) -> str:
    """Return the texts and rules behind a refusal in a game."""
    return "; ".join(cited(citation, rules.name, tr) for citation in grounds(rules, flagged))


def cited(citation: Citation, game: str, tr: Translate) -> str:
    """Return the text and rule, or the house rule, behind one reason of a refusal in a game."""
    text, part, number = citation.text, citation.part, citation.number
    if citation.option is not None:
        return tr("House rule: {option}").format(option=option_name(citation.option, tr))
    if text is None:
        return tr("The Ludii program's reading")
    authors = {
        Text.LOCUS_LUDI_RACE: tr("Locus Ludi, race mode"),
        Text.LOCUS_LUDI_CAPTURE: tr("Locus Ludi, capture mode"),
        Text.ADAPTED: tr("After Schädler"),
    }
    author = authors.get(text, str(text))
    if text in (Text.LOCUS_LUDI_RACE, Text.LOCUS_LUDI_CAPTURE) and text is reconstruction(game).text:
        author = "Locus Ludi"  # the players know which of its modes they play
    if number is not None:
        meant = tr("{text}, game play {number}") if part is Part.GAME_PLAY else tr("{text}, rule {number}")
        if text is Text.KALKHOVEN:
            meant = tr("{text}, paragraph {number}")
        said = meant.format(text=author, number=number)
        own = reconstruction(game).text
        # A text that another game's rules are read from is named as briefly as it is known by.
        return said if text is own else tr("Not in {own}: {source}").format(own=own, source=citation)
    place = tr("course of play") if part is Part.COURSE_OF_PLAY else tr("equipment")
    return tr("{text}, {place}").format(text=author, place=place)


def level_name(name: str, tr: Translate) -> str:
    """Return the label of the computer's level, by its name."""
    return label("levels", name, tr)


def move_name(move: Move, tr: Translate) -> str:
    """Return a move as points and an arrow, which stay together on a line."""
    return f"{place(move.source, tr)}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{move.target}"


def best_text(best: Action, tr: Translate) -> str:
    """Return the best choice in a few words."""
    moved = tr("Best: {move}")
    return moved.format(move=move_name(best, tr)) if isinstance(best, Move) else tr("Best: don't move")


def why_text(why: Why | None, other: str, tr: Translate) -> str:
    """Return in a sentence why a move is better, `other` being the other player; nothing if unknown."""
    if why is None:
        return ""
    faces = [str(face) for face in why.faces]
    some = ", ".join(faces[:-1])
    named = tr("{some} or {last}").format(some=some, last=faces[-1]) if some else "".join(faces)
    named = named.replace(" ", "\N{NO-BREAK SPACE}")
    return label("merits", why.merit + "-some" * bool(faces), tr).format(other=other, faces=named)


def sight_text(sight: Sight, tr: Translate) -> str:
    """Return the state of the board in a few words."""
    return label("sights", sight, tr)


def unclear_text(unclear: Unclear, tr: Translate) -> str:
    """Return what to do so that the board can be read."""
    match unclear.cause, unclear.places:
        case Cause.ODD_THING, (one,):
            return tr("Take the thing off {point}. It is no counter.").format(point=one)
        case Cause.DIE, (one,):
            return tr("Take the die off {point}.").format(point=one)
        case (Cause.HAND, _):
            return sight_text(Sight.COVERED, tr)
        case _, (one, other):
            return tr("Push the counter between {one} and {other} to one side.").format(one=one, other=other)
        case Cause.PLACE_BETWEEN, (one,):
            return tr("Push the counter near {point} onto the point.").format(point=one)
    return doubt_text(unclear.cause, tr)


def doubt_text(doubt: Cause, tr: Translate) -> str:
    """Return why the board can't be read, where its state leaves that open."""
    return label("doubts", doubt, tr)


def flaw_text(flaw: TextFlaw, tr: Translate) -> str:
    """Return the flaw of a file of texts, and what to do."""
    said = label("text-flaws", flaw.kind, tr).format(file=flaw.file)
    return f"{said} {tr('It fits up to “{words}”.').format(words=flaw.fits)}" if flaw.fits else said


def fault_text(fault: Fault, tr: Translate) -> str:
    """Return a fault in a sentence."""
    return label("faults", fault, tr)


def fault_advice(fault: Fault, tr: Translate) -> str:
    """Return what to do about a fault that stops the station."""
    has_own = fault in LABELS["fault-advice"]
    return label("fault-advice", fault, tr) if has_own else tr("Please call the staff.")


def remark_text(remark: FlawNote, tr: Translate) -> str:
    """Return the flaw of a board that was, or could not be, learned, in a sentence."""
    seat = remark.seat
    said = label("flaws", remark.flaw, tr)
    return said.format(seat=seat, other=seat and seat.other, point=remark.point)


def days_text(days: str, tr: Translate) -> str:
    """Return days as settings write them, such as `2026-12-24 to 2027-01-02` or `12-24`, in a language."""

    def written(day: re.Match[str]) -> str:
        form = tr("{year}-{month}-{day}") if day[1] else tr("{month}-{day}")
        return form.format(year=day[1], month=day[2], day=day[3])

    return _DAY.sub(written, days).replace(" to ", " – ")


def read_days(text: str) -> str:
    """Return days as settings write them; people write 24.12. or 24/12/2026, the day before the month."""

    def meant(day: re.Match[str]) -> str:
        year = f"{day[3]}-" if day[3] else ""
        return f"{year}{day[2]:0>2}-{day[1]:0>2}"

    return _WRITTEN_DAY.sub(meant, text).replace("–", " to ")


def weekday_name(weekday: int, tr: Translate) -> str:
    """Return a weekday's name, 0 for Monday."""
    return label("weekdays", str(weekday), tr)
