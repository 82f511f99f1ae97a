"""Parser of the command line, with suggestions for wrong words, and examples."""

import argparse
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NoReturn, TypeVar

from companion import shortened
from companion.game.names import meant

Member = TypeVar("Member", bound=StrEnum)

SYNONYMS = {
    "play": "station",
    "start": "station",
    "run": "station",
    "print": "make",
}  # commands by other names


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors suggest the closest valid word."""

    def error(self, message: str) -> NoReturn:
        """Exit with the message, which may quote a word of any length."""
        super().error(shortened(message))

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # Before Python 3.13 it drops the value of `--option=--` and returns an empty list.
        values = super()._get_values(action, arg_strings)
        if action.nargs is None and values == []:
            raise argparse.ArgumentError(action, "it can't be '--'")
        return values

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # argparse would list them all; that it does so here has been so since Python 2.7.
        if action.choices is not None and value not in action.choices:
            what = "there is no" if isinstance(action, argparse._SubParsersAction) else "it can't be"
            names = [str(choice) for choice in action.choices]
            hint = meant(str(SYNONYMS.get(value, value)), names)
            raise argparse.ArgumentError(action, f"{what} {str(value)!r}; {hint}")


def actions_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a command's actions by name; empty if it has none."""
    return {
        name: below
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, below in action.choices.items()
    }


def refuse_unknown_options(
    parser: argparse.ArgumentParser, words: Sequence[str], besides: Sequence[str] = ()
) -> None:
    """Exit with an error for an unknown option, before reporting missing arguments.

    `besides` are options that may have been meant as well, though not in this place.
    """
    below = actions_of(parser)
    known = [text for action in parser._actions for text in action.option_strings if text.startswith("--")]
    for place, word in enumerate(words):
        if word == "--":
            return
        if word in below:
            refuse_unknown_options(below[word], words[place + 1 :], besides)
            return
        name = word.partition("=")[0]
        if name.startswith("--") and not any(option.startswith(name) for option in known):
            parser.error(f"there is no option {name}; {meant(name, [*known, *besides])}")


def give_examples(parser: argparse.ArgumentParser, examples: Sequence[str]) -> None:
    """Add examples to the help of a command, and to each of its actions."""
    parser.epilog = "\n  ".join(("examples:", *examples))
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    for action in actions_of(parser).values():
        give_examples(action, [it for it in examples if f"{it} ".startswith(f"{action.prog} ")])


def one_of(kind: type[Member]) -> Callable[[str], Member]:
    """Return the function that converts a word into a member of an enumeration."""

    def read(text: str) -> Member:
        if text not in tuple(kind):
            raise argparse.ArgumentTypeError(f"it can't be {text!r}; {meant(text, kind)}")
        return kind(text)

    return read
