"""Completion of command lines: a script for a shell, made by `shtab`."""

import argparse
from pathlib import Path
from typing import Any

from companion.commands._parser import actions_of
from companion.game import DICE, OPTIONS, RECONSTRUCTIONS
from companion.presentation.words import LANGUAGES

SHELLS = ("bash", "zsh", "fish")
FOLDERS = ("DIR", "FOLDER", "FRAMES_DIR", "STATION_DIR")  # metavariables of folders in the help


class PrintCompletion(argparse.Action):
    """Prints the script for a shell and exits."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, values: object, option: str | None = None
    ) -> None:
        """Print the completion script of this parser."""
        import shtab

        _say_what_is_expected(parser, _names())
        print(shtab.complete(parser, str(values)))
        if values == "bash":
            # What part of a word "key=value" is to be completed.
            print(Path(__file__).with_name("completion.bash").read_text(encoding="utf-8"), end="")
        parser.exit()


def _names() -> dict[str, tuple[str, ...]]:
    """Return the suggestions for arguments of free text, by the arguments' names."""
    return {
        "rules": tuple(RECONSTRUCTIONS),
        "name": tuple(RECONSTRUCTIONS),
        "die": tuple(DICE),
        "language": tuple(LANGUAGES),
        "option": tuple(f"{option.key}={choice.text}" for option in OPTIONS for choice in option.choices),
        "vary": ("all", *(option.key for option in OPTIONS)),
    }


def _say_what_is_expected(parser: argparse.ArgumentParser, names: dict[str, tuple[str, ...]]) -> None:
    import shtab

    for action in parser._actions:
        expected: Any = action
        if action.dest in names and action.choices is None and action.nargs != 0:
            action.choices = names[action.dest]
        elif action.type is Path:
            folder = isinstance(action.metavar, str) and action.metavar in FOLDERS
            expected.complete = shtab.DIRECTORY if folder else shtab.FILE
    for below in actions_of(parser).values():
        _say_what_is_expected(below, names)
