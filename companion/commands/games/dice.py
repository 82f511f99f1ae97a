"""`five-lines dice`: whether the electronic die was fair, in one game and in all of them."""

import argparse
import json
import re
import sys
from contextlib import closing
from pathlib import Path

from companion.commands._arguments import UsageError
from companion.commands.games._journal import (
    NONE,
    add_game_argument,
    add_journal_argument,
    default_journal,
    game_from,
    game_number,
    journal_from,
)
from companion.game import DICE
from companion.game.fair_die import FairDie
from companion.game.names import meant
from companion.journal import DamagedError, Database, StoredGame
from companion.journal.dice_audit import Audit, audit, verify
from companion.system.convert import plain_fields

SHOWN = 100  # number of throws computed if none are given: more than most games have
SHOWN_UNFINISHED = 20  # number of games listed that were not played to their end


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    verify = "recompute every throw of a game from the seed that was revealed at its end"
    action = actions.add_parser("verify", help=verify, description=verify)
    add_game_argument(action, "to check what was noted at a table")
    add_journal_argument(action)
    noted = action.add_argument_group("what was noted at a table, in place of a game in the journal")
    noted.add_argument("--seal", type=hexadecimal, help="the 64 digits that were shown before the game")
    noted.add_argument("--seed", type=hexadecimal, help="the 64 digits that were revealed after it")
    noted.add_argument("--number", default="", help="what the players added, if they did")
    noted.add_argument("--die", help="which die; without it, d6")
    noted.add_argument("--throws", metavar="FACES", help='what was thrown, from the throw-off on: "3 1 4"')
    action.add_argument("--json", action="store_true", help="print one JSON object")
    audit = "count the throws of each die and compare them with its weights"
    action = actions.add_parser("audit", help=audit, description=audit)
    action.add_argument(
        "games", nargs="*", type=game_number, metavar="GAME", help="the games to count; without any, all"
    )
    action.add_argument(
        "--journal",
        type=Path,
        action="append",
        metavar="FILE",
        help="repeatable; without it, this machine's own journal",
    )
    action.add_argument("--json", action="store_true", help="print one JSON object for each die")


def hexadecimal(text: str) -> str:
    """Return 64 hexadecimal digits, without blanks between them."""
    digits = "".join(text.split()).lower()
    if re.fullmatch("[0-9a-f]{64}", digits):
        return digits
    raise argparse.ArgumentTypeError(f"{len(digits)} characters: 64 hexadecimal digits are shown")


def run(args: argparse.Namespace) -> int:
    """Verify or audit; return 1 if a throw does not fit, or a game is damaged."""
    return _verify(args) if args.action == "verify" else _audit(args)


def _verify(args: argparse.Namespace) -> int:
    if args.seal or args.seed:
        return _verify_noted(args)
    if args.game == NONE:
        raise UsageError("which game? give its number, `last`, or --seal and --seed as they were shown")

    with closing(Database.for_reading(journal_from(args))) as journal:
        checked = verify(game_from(journal, args.game))
    fits = not checked.misfits
    if args.json:
        print(json.dumps(plain_fields(checked) | {"fits": fits}))
        return 0 if fits else 1
    print(f"Shown before game {checked.game}:  {checked.commitment}")
    print(f"Seed, shown at its end:  {checked.seed}")
    if checked.number:
        print(f"Added by the players:    {checked.number}")
    if checked.by_hand:
        print(f"{checked.by_hand} of its throws were made by hand and are not checked.")
    if checked.redrawn:
        redrawn = ", ".join(map(str, checked.redrawn))
        print(
            f"Redrawn after a move was taken back: throws {redrawn}. The seed gives them, but the players "
            "could choose among them. Since version 1.0 such a throw comes again."
        )
    if checked.foreseen:
        plies = ", ".join(map(str, checked.foreseen))
        print(f"Moves taken back when the next throw was known: plies {plies}. The game counts as helped.")
    for misfit in checked.misfits:
        print(misfit)
    if fits:
        print(
            f"All {checked.throws} throws are those that the seed gives, and the seed is the sealed one.\n"
            "If the first line is what you saw when the game began, no throw was changed."
        )
    else:
        print("The throws do NOT all fit: this game's throws, or its journal, have been changed.")
    return 0 if fits else 1


def _verify_noted(args: argparse.Namespace) -> int:
    """Check a seal, a seed and throws given by hand."""
    if not (args.seal and args.seed) or args.game != NONE:
        raise UsageError("--seal and --seed go together, and without a game of the journal")
    name = args.die or "d6"
    if name not in DICE:
        raise UsageError(f"there is no die {name!r}; {meant(name, DICE)}")
    die = FairDie(DICE[name], bytes.fromhex(args.seed), args.number)
    sealed = die.commitment == args.seal
    noted = (args.throws or "").replace(",", " ").split()
    thrown = [die.throw(number) for number in range(1, (len(noted) or SHOWN) + 1)]
    wrong = [n for n, (a, b) in enumerate(zip(noted, thrown, strict=False), start=1) if a != str(b)]
    fits = sealed and not wrong
    if args.json:
        flat = {"commitment": args.seal, "seed": args.seed, "number": args.number, "die": name}
        print(json.dumps(flat | {"sealed": sealed, "throws": thrown, "wrong": wrong, "fits": fits}))
        return 0 if fits else 1
    print(f"The seed is {'' if sealed else 'NOT '}the sealed one.")
    for number in wrong:
        print(f"Throw {number}: {noted[number - 1]} was noted, the seed gives {thrown[number - 1]}.")
    if noted and not wrong:
        print(f"All {len(noted)} throws are those that the seed gives.")
    if not noted:
        print("The throws from the first on:", *thrown)
    return 0 if fits else 1


def _audit(args: argparse.Namespace) -> int:
    games: list[StoredGame] = []
    damaged: list[DamagedError] = []
    lost = 0
    for path in args.journal or [default_journal()]:
        with closing(Database.for_reading(path)) as journal:
            if args.games:
                games += [game_from(journal, number) for number in args.games]
            else:
                games += journal.sound_games(damaged)
                lost += journal.lost_seals(damaged)
    for error in damaged:
        print(f"five-lines: not counted: {error}", file=sys.stderr)
    audits = audit(games)
    for audited in audits:
        print(json.dumps(_record(audited) | {"lost_seals": lost}) if args.json else _report(audited))
    if lost and not args.json:
        print(f"Seals that no game was played with: {lost}. A restart while a game is set up loses one.")
    if not audits and not args.json:
        print("The electronic die has not been thrown yet.")
    return 1 if damaged else 0


def _record(audited: Audit) -> dict[str, object]:
    return {
        "die": audited.die.name,
        "faces": audited.die.faces,
        "counts": audited.counts,
        "expected": audited.expected,
        "chi_square": audited.chi_square,
        "p": audited.p,
        "games": audited.games,
        "unfinished": audited.unfinished,
        "redrawn": audited.redrawn,
    }


def _report(audited: Audit) -> str:
    lines = [f"{audited.die}: {audited.throws} throws in {audited.games} sealed games", _unfinished(audited)]
    if audited.redrawn:
        lines.append(f"  Redrawn after a move was taken back: games {', '.join(map(str, audited.redrawn))}")
    for face, count, expected in zip(audited.die.faces, audited.counts, audited.expected, strict=True):
        lines.append(f"  {face}: {count:>7} times, {expected:9.1f} expected")
    if audited.p is None:
        lines.append(f"  Too few to say anything: from {audited.throws_needed} throws on this can be judged.")
        return "\n".join(lines)
    degrees = len(audited.counts) - 1
    lines.append(
        f"  chi-square {audited.chi_square:.2f} with {degrees} degrees of freedom, p = {audited.p:.4f}"
    )
    lines.append(f"  {_judgement(audited.p)}")
    return "\n".join(lines)


def _unfinished(audited: Audit) -> str:
    """Return how many sealed games have no result, and which they are."""
    left = audited.unfinished
    if not left:
        return "  All of them were played to their end."
    which = ", ".join(map(str, left[-SHOWN_UNFINISHED:]))
    some = f"the last {SHOWN_UNFINISHED} are " if len(left) > SHOWN_UNFINISHED else ""
    return f"  {len(left)} of them not played to the end: {some}{which}"


def _judgement(p: float) -> str:
    chance = f"A fair die strays this far or farther in about {_share(p)} audits"
    if p >= 0.01:
        return f"{chance}: nothing speaks against it."
    if p >= 0.0001:
        return f"{chance}: this is rare. Audit again after as many throws more; if it stays so, report it."
    return f"{chance}: the die is not fair, or the journal was changed. Verify the games one by one."


def _share(p: float) -> str:
    """Return a chance as people say it."""
    if p >= 0.095:
        return f"{round(p * 10)} of 10"
    return f"1 of {round(1 / p):,}" if p > 1e-9 else "none of all imaginable"
