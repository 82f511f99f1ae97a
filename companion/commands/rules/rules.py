"""`five-lines rules`: the reconstructions, and each of them in plain words."""

import argparse
import textwrap

from companion.game import (
    OPTIONS,
    RECONSTRUCTIONS,
    Option,
    Reconstruction,
    Rules,
    advice,
    parse_options,
    reconstruction,
    start_position,
)
from companion.game.rulesets.options import BOARD
from companion.game.rulesets.rules import value_text

_WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the reconstruction to explain")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="explain it with an option"
    )
    parser.add_argument("--die", metavar="NAME", help="short for --option die=NAME")


def run(args: argparse.Namespace) -> int:
    """Print the list, or one explanation."""
    options = [*args.option, *([f"die={args.die}"] if args.die is not None else [])]
    changed = parse_options(options)
    if args.name is None:
        print("\n".join(_listed()))
        return 0
    rules = reconstruction(args.name).rules.with_options(changed)
    print("\n".join(_explained(rules)))
    return 0


def _listed() -> list[str]:
    lines = ["The reconstructions (`five-lines rules NAME` explains one):", ""]
    for name, published in RECONSTRUCTIONS.items():
        lines.append(f"  {name:<20}{published.title}")
        lines += _wrapped(published.source, indent=22)
    return lines


def _explained(rules: Rules) -> list[str]:
    published = reconstruction(rules.name)
    house_rules = rules.differences(published.rules)
    lines = [f"{published.title} ({rules.name})", ""]
    lines += _wrapped(f"Source: {published.source}. Its rules are cited as '{published.text}'.")
    if house_rules:
        lines += _wrapped(f"With house rules: {', '.join(house_rules)}.")
    lines += ["", "The board", *_wrapped(BOARD, indent=2)]
    lines += ["", f"At the start: {start_position(rules)}"]
    for suggestion in advice(rules):
        lines += ["", *_wrapped(f"Suggestion: {suggestion.text}")]
    lines += ["", "How it is played"]
    for option in OPTIONS:
        if getattr(rules, option.field) is not None:
            lines += _described(option, rules, published)
    lines += ["", "The options, key=value, with the value in force in brackets"]
    lines += [f"  {option.key:<20}{_values(option, rules)}" for option in OPTIONS]
    lines += ["", "What the text leaves open, and where others play otherwise"]
    for note in published.notes:
        lines += _wrapped(f"- {note}", indent=2)
    return lines


def _described(option: Option, rules: Rules, published: Reconstruction) -> list[str]:
    """Return the meaning of an option in this game, and its source."""
    if rules.written(option.field) != published.rules.written(option.field):
        rests_on = f"house rule {rules.written(option.field)}"
    elif published.departs(option.field):
        rests_on = "the Ludii program's reading"
    else:
        rests_on = "; ".join(source for source in option.sources if source.startswith(published.text))
    meaning = option.meaning(getattr(rules, option.field))
    sentence = f"- {meaning[0].upper()}{meaning[1:]}."
    return _wrapped(f"{sentence} [{rests_on}]" if rests_on else sentence, indent=2)


def _values(option: Option, rules: Rules) -> str:
    chosen = value_text(option.field, getattr(rules, option.field))
    values = list(option.value_texts)
    if chosen not in values and chosen[0].isdecimal():
        values.append(chosen)
    listed = " ".join(f"[{value}]" if value == chosen else value for value in values)
    return f"{listed} (means nothing in this game)" if chosen == "-" else listed


def _wrapped(text: str, indent: int = 0) -> list[str]:
    margin = " " * indent
    hanging = margin + "  " * text.startswith("- ")
    return textwrap.wrap(
        text, _WIDTH, initial_indent=margin, subsequent_indent=hanging, break_on_hyphens=False
    )
