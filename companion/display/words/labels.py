"""Labels on the pages: rules, options, dice, faults, states of the board."""

import re

from companion.board.signals import Cause, Flaw
from companion.game import (
    OPTIONS,
    Action,
    Choice,
    Citation,
    Die,
    Move,
    Option,
    Reason,
    Rules,
    Seat,
    path,
    reconstruction,
)
from companion.game.rulesets.citations import Part
from companion.game.rulesets.reconstructions import Text
from companion.game.rulesets.rules import Goal
from companion.interface.faults import Fault
from companion.interface.offers import OFFERS, QUICK, Minutes, offer_of
from companion.interface.sight import FlawNote, Sight, Unclear
from companion.interface.texts import FlawKind, TextFlaw
from companion.interface.views import Topic
from companion.referee.events import Flagged
from companion.referee.verdict import grounds
from companion.referee.words import Names, Translate, by_letter, place

MAX_MINUTES = 60  # maximum length that is given in minutes; longer games are given in hours


def rules_name(name: str, tr: Translate) -> str:
    """Return a reconstruction's full name by its short name."""
    names = {
        QUICK: tr("Quick race"),
        "schaedler": tr("Schädler's race"),
        "kidd": tr("Kidd's game with hitting"),
        "locus-ludi-race": tr("Locus Ludi, race mode"),
        "locus-ludi-capture": tr("Locus Ludi, capture mode"),
        "schaedler-adapted": tr("Rules adapted from Schädler"),
        "kalkhoven": tr("Home and Sacred Line"),
        "ludii-race": tr("Ludii program, race mode"),
        "ludii-capture": tr("Ludii program, capture mode"),
    }
    return names[name]


def game_title(name: str, tr: Translate) -> str:
    """Return an offer's title by its short name, for people who know none of its authors."""
    titles = {
        QUICK: tr("Quick race"),
        "schaedler": tr("Full race"),
        "kidd": tr("Hit and share"),
        "locus-ludi-race": tr("Enter and race"),
        "locus-ludi-capture": tr("Enter and hit"),
        "schaedler-adapted": tr("Narrow race"),
        "kalkhoven": tr("Leaving home"),
    }
    return titles.get(name) or rules_name(name, tr)


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
    sentences = {
        QUICK: tr("Four counters on the middle line win."),
        "schaedler": tr("All five counters race to the middle line."),
        "kidd": tr("Pairs are safe. A lone counter can be hit."),
        "locus-ludi-race": tr("Counters come in from beside the board, and race."),
        "locus-ludi-capture": tr("A counter that is hit starts again."),
        "schaedler-adapted": tr("A race with a tighter middle line."),
        "kalkhoven": tr("Leave home one by one. Some landings earn an extra throw."),
        "ludii-race": tr("For comparison with the published race."),
        "ludii-capture": tr("For comparison with the published capture game."),
    }
    return sentences[name]


def game_minutes(minutes: Minutes, tr: Translate) -> str:
    """Return the length of half of all games."""
    short, long = minutes
    if long > MAX_MINUTES:
        return tr("{short} minutes or much longer").format(short=short)
    return tr("{short} to {long} minutes").format(short=short, long=long)


def refusal_title(flagged: Flagged, tr: Translate) -> str:
    """Return the fault of a wrong move in at most three words."""
    step = next((step for step in flagged.done if step.seat is flagged.seat), None)
    match flagged.reasons[0]:
        case Reason.WRONG_DISTANCE if step and step.source and step.target and flagged.throw:
            went = len(path(Move(step.seat, step.source, step.target)))
            return tr("Too far") if went > flagged.throw else tr("Too short")
        case Reason.WRONG_WAY_ROUND:
            return tr("Wrong way round")
        case Reason.POINT_TAKEN_BY_OWN_COUNTER | Reason.POINT_TAKEN_BY_OTHER_COUNTER:
            return tr("Taken")
        case Reason.OTHER_SEATS_COUNTER_MOVED:
            return tr("Not your counter")
        case Reason.MOVED_BEFORE_THROWING:
            return tr("Throw first")
        case Reason.MOVED_THOUGH_MUST_ENTER:
            return tr("Enter first")
        case Reason.LEFT_GOAL_HALF:
            return tr("Not yet")
        case Reason.MORE_THAN_ONE_COUNTER_MOVED:
            return tr("Only one")
        case Reason.COUNTER_MISSING:
            return tr("One is missing")
        case Reason.COUNTER_TOO_MANY:
            return tr("One too many")
        case Reason.MOVE_NOT_FINISHED:
            return tr("Put it down")
        case _:
            return tr("Not there")


def aim_text(rules: Rules, tr: Translate) -> str:
    """Return the aim of the game in a sentence."""
    if rules.goal is Goal.ANYWHERE:
        return tr("Get {count} counters to the middle line.").format(count=rules.to_win)
    return tr("Get {count} counters to the far end of the middle line.").format(count=rules.to_win)


def topic_text(topic: Topic, rules: Rules, throw: int | None, tr: Translate) -> str:
    """Return the hint at a turn while the game is new, in at most twelve words."""
    texts = {
        Topic.AIM: aim_text(rules, tr),
        Topic.THROW: tr("Press the button, or touch here."),
        Topic.MOVE: tr("Move one of the ringed counters {throw} steps."),
        Topic.ENTER: tr("Put a counter on the ring."),
        Topic.PASS: tr("Every way is blocked, so your turn is skipped."),
        Topic.LEAVE: tr("You have to move, even if you'd rather not."),
        Topic.HIT: tr("Land on a single counter: it goes off the board."),
        Topic.LAST: tr("One to go: only the exact throw brings it home."),
        Topic.AGAIN: tr("Well landed: throw again."),
    }
    if topic is Topic.MOVE and throw == 1:
        return tr("Move one of the ringed counters one step.")
    return texts[topic].format(throw=throw)


def option_of(key: str) -> Option:
    """Return the option of a key."""
    return next(option for option in OPTIONS if option.key == key)


def option_name(key: str, tr: Translate) -> str:
    """Return the name of an option, in a word or two."""
    names = {
        "start": tr("Start"),
        "entry": tr("Entering"),
        "hitting": tr("Hitting"),
        "entry-hits": tr("Hitting on entry"),
        "sacred-line": tr("Sacred line"),
        "yoking": tr("Sharing points"),
        "own-half": tr("Own half"),
        "goal-point": tr("Shutting the goal"),
        "leaving": tr("Leaving the goal"),
        "goal": tr("Goal"),
        "to-win": tr("To win"),
        "end-test": tr("Counters in hand"),
        "last-may-stay": tr("Last counter"),
        "larger-throw-enters": tr("Larger throws"),
        "extra-throw": tr("Extra throws"),
        "zugzwang": tr("Zugzwang"),
        "starter": tr("Who starts"),
        "limit": tr("Length"),
        "die": tr("Die"),
    }
    return names[key]


def option_meaning(option: Option, value: object, tr: Translate) -> str:
    """Return the meaning of an option's value; with a capital letter and no full stop."""
    if option.custom is not None and value not in [choice.value for choice in option.choices]:
        meant = re.sub(r"\bN\b", str(value), tr(option.custom.meaning))
    else:
        meant = tr(option.meaning(value))
    return meant[:1].upper() + meant[1:]


def written_meaning(written: str, tr: Translate) -> str:
    """Return the meaning of an option given as `key=value`."""
    key, _, text = written.partition("=")
    option = option_of(key)
    return option_meaning(option, option.parse(text), tr)


def choice_label(option: Option, choice: Choice, tr: Translate, names: Names = by_letter) -> str:
    """Return a short label for a value of the options chosen by buttons: die and starter."""
    labels = {
        ("die", "d6"): tr("Six-sided die"),
        ("die", "knucklebone"): tr("Knucklebone"),
        ("die", "knucklebone-roman"): tr("Roman knucklebone"),
        ("die", "painted-d6"): tr("Die with 1 2 3 4"),
        ("starter", "throw-off"): tr("Higher throw starts"),
        ("starter", "A"): tr("{seat} starts").format(seat=names(Seat.A).name),
        ("starter", "B"): tr("{seat} starts").format(seat=names(Seat.B).name),
        ("starter", "loser"): tr("Last loser starts"),
    }
    return labels[option.key, choice.text]


def die_name(die: Die, tr: Translate) -> str:
    """Return a die's short label; the weights for a custom die."""
    option = option_of("die")
    choice = next((choice for choice in option.choices if choice.value == die), None)
    return die.name if choice is None else choice_label(option, choice, tr)


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
        return said if text is own else tr("{own} does not say; as in {source}").format(own=own, source=said)
    place = tr("course of play") if part is Part.COURSE_OF_PLAY else tr("equipment")
    return tr("{text}, {place}").format(text=author, place=place)


def level_name(name: str, tr: Translate) -> str:
    """Return the label of the computer's level, by its name."""
    names = {
        "first-game": tr("First game"),
        "beginner": tr("Beginner"),
        "learner": tr("Learner"),
        "steady": tr("Steady"),
        "good": tr("Good"),
        "strong": tr("Strong"),
        "perfect": tr("Perfect"),
    }
    return names[name]


def move_name(move: Move, tr: Translate) -> str:
    """Return a move as points and an arrow, which stay together on a line."""
    return f"{place(move.source, tr)}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{move.target}"


def best_text(best: Action, tr: Translate) -> str:
    """Return the best choice in a few words."""
    moved = tr("Best: {move}")
    return moved.format(move=move_name(best, tr)) if isinstance(best, Move) else tr("Best: don't move")


def sight_text(sight: Sight, tr: Translate) -> str:
    """Return the state of the board in a few words."""
    texts = {
        Sight.CLEAR: tr("Watching the board."),
        Sight.MOVING: tr("Something is moving."),
        Sight.COVERED: tr("A hand is over the board."),
        Sight.TOO_DARK: tr("It's too dark to see."),
        Sight.TOO_BRIGHT: tr("It's too bright to see."),
        Sight.COLOURED_LIGHT: tr("I need white light."),
        Sight.BLURRED: tr("The picture is blurred."),
        Sight.BOARD_MOVED: tr("The board has moved."),
        Sight.UPSIDE_DOWN: tr("The picture is upside down."),
        Sight.OTHER_SIZE: tr("The picture has another size."),
        Sight.NOT_IN_VIEW: tr("I can't see the board."),
        Sight.UNSURE: tr("I can't read the board clearly."),
        Sight.NO_PICTURE: tr("I can't see anything."),
    }
    return texts[sight]


def unclear_text(unclear: Unclear, tr: Translate) -> str:
    """Return what to do so that the board can be read."""
    match unclear.cause, unclear.places:
        case Cause.ODD_THING, (one,):
            return tr("Take the thing off {point}. It is no counter.").format(point=one)
        case _, (one, other):
            return tr("Push the counter between {one} and {other} to one side.").format(one=one, other=other)
        case Cause.PLACE_BETWEEN, (one,):
            return tr("Push the counter near {point} onto the point.").format(point=one)
    return doubt_text(unclear.cause, tr)


def doubt_text(doubt: Cause, tr: Translate) -> str:
    """Return why the board can't be read, where its state leaves that open."""
    texts = {
        Cause.ODD_THING: tr("There's something on the board that isn't a counter."),
        Cause.HIDDEN_THING: tr("Something there looks too much like the board."),
        Cause.FAINT_THING: tr("Something faint there may be a counter."),
        Cause.BLEACHED: tr("The board was overexposed during calibration. Please recalibrate."),
        Cause.COLOUR_BETWEEN: tr("The colour of a counter lies between the two."),
        Cause.PLACE_BETWEEN: tr("A counter lies midway between two places, or at the rim."),
        Cause.NO_COLOUR: tr("The picture has no colours. Set the camera to colour."),
        Cause.TOO_MANY: tr("Too many counters of one colour are seen."),
    }
    return texts[doubt]


def flaw_text(flaw: TextFlaw, tr: Translate) -> str:
    """Return the flaw of a file of texts, and what to do."""
    said = {
        FlawKind.NOTHING: tr("No folder named five-lines was found on a stick or the card."),
        FlawKind.UNREADABLE: tr("{file}: save it as text in UTF-8."),
        FlawKind.TOO_LARGE: tr("{file}: it's too large."),
        FlawKind.NO_PICTURE: tr("{file}: use a PNG or JPEG picture."),
        FlawKind.LETTERS: tr("{file}: some letters can't be shown."),
        FlawKind.TITLE_TOO_LONG: tr("{file}: the first line is too long."),
        FlawKind.LINE_TOO_LONG: tr("{file}: the second line is too long."),
        FlawKind.ABOUT_TOO_LONG: tr("{file}: the text below the second line is too long."),
    }[flaw.kind]
    return said.format(file=flaw.file)


def fault_text(fault: Fault, tr: Translate) -> str:
    """Return a fault in a sentence."""
    texts = {
        Fault.CAMERA_MISSING: tr("There is no camera."),
        Fault.CAMERA_LOST: tr("The camera has stopped."),
        Fault.CAMERA_FROZEN: tr("The picture stands still."),
        Fault.CAMERA_SWAPPED: tr("Another camera is plugged in."),
        Fault.CAMERA_RESIZED: tr("The picture has another size."),
        Fault.CAMERA_TURNED: tr("The picture is upside down."),
        Fault.NOT_CALIBRATED: tr("The board isn't calibrated yet."),
        Fault.BOARD_MOVED: tr("The board has moved."),
        Fault.BUTTON_MISSING: tr("The dice button is missing."),
        Fault.SECOND_BUTTON_MISSING: tr("The second button is missing."),
        Fault.BUTTON_STUCK: tr("The dice button is stuck."),
        Fault.LAMPS_MISSING: tr("The lamps are missing."),
        Fault.SOUND_MISSING: tr("There is no sound."),
        Fault.VOICE_MISSING: tr("There is no voice."),
        Fault.DISK_FULL: tr("Disk full: nothing is stored."),
        Fault.NOT_STORED: tr("Nothing can be stored."),
        Fault.JOURNAL_SET_ASIDE: tr("A new record was started."),
        Fault.SETTINGS_WRONG: tr("A mistake in the settings."),
        Fault.NOT_KEPT: tr("The change can't be saved."),
        Fault.CHANCES_MISSING: tr("The chances are unknown."),
        Fault.MOVES_AT_RANDOM: tr("The computer moves at random."),
        Fault.UNEXPECTED: tr("An unexpected fault."),
        Fault.CAMERA_SOFT: tr("The picture has become less sharp."),
        Fault.CAMERA_SPOT: tr("Something lies on board or lens."),
        Fault.CAMERA_RESTLESS: tr("Something keeps moving: a lamp? A screen?"),
    }
    return texts[fault]


def fault_advice(fault: Fault, tr: Translate) -> str:
    """Return what to do about a fault that stops the station."""
    texts = {
        Fault.CAMERA_MISSING: tr("Plug the camera in."),
        Fault.CAMERA_LOST: tr("Check its cable. The game resumes by itself."),
        Fault.CAMERA_FROZEN: tr("Unplug the camera and plug it in again."),
        Fault.CAMERA_SWAPPED: tr("Plug in the previous camera. To use this one, try again."),
        Fault.CAMERA_RESIZED: tr("Connect the previous camera, or recalibrate."),
        Fault.CAMERA_TURNED: tr("Turn the camera, or the board, back."),
        Fault.NOT_CALIBRATED: tr("Calibrate it in the settings."),
        Fault.BOARD_MOVED: tr("Push it back into place. The game resumes by itself."),
        Fault.DISK_FULL: tr("Free some disk space."),
        Fault.SETTINGS_WRONG: tr("Correct this and start again:"),
    }
    return texts.get(fault, tr("Please call the staff."))


def remark_text(remark: FlawNote, tr: Translate) -> str:
    """Return the flaw of a board that was, or could not be, learned, in a sentence."""
    texts = {
        Flaw.TOO_DARK: tr("It's too dark to see."),
        Flaw.SEATS_ALIKE: tr("The two colours of the counters are too alike."),
        Flaw.LIKE_BOARD: tr("{seat}'s counters look too much like the board."),
        Flaw.LIKE_OTHER_SEAT: tr("The counter on {point} looks like one of {other}'s."),
        Flaw.BETWEEN_SEATS: tr("Whose is the counter on {point}? Please swap it."),
        Flaw.HARD_TO_SEE: tr("The counter on {point} is hard to see."),
        Flaw.IN_DOUBT: tr("Are those all counters? I'm not sure."),
        Flaw.OTHER_LIGHT: tr("The light has changed since. Please start again."),
        Flaw.FLICKER: tr("The lamps flicker. Use other lamps or daylight."),
        Flaw.MIRRORED: tr("The camera sends mirrored pictures."),
        Flaw.THING: tr("There's something on the board at {point}. Please take it away."),
    }
    seat = remark.seat
    return texts[remark.flaw].format(seat=seat, other=seat and seat.other, point=remark.point)


def weekday_name(weekday: int, tr: Translate) -> str:
    """Return a weekday's name, 0 for Monday."""
    return (
        tr("Monday"),
        tr("Tuesday"),
        tr("Wednesday"),
        tr("Thursday"),
        tr("Friday"),
        tr("Saturday"),
        tr("Sunday"),
    )[weekday]
