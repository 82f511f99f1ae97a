"""What a shell needs to complete command lines: a script that `shtab` makes of the whole parser."""

import argparse
from pathlib import Path
from typing import Any

from companion.commands._parser import actions_of

SHELLS = ("bash", "zsh", "fish")
FOLDERS = ("DIR", "FOLDER", "FRAMES_DIR", "STATION_DIR")
"""How folders are called in the help."""


class PrintCompletion(argparse.Action):
    """Prints the script for a shell, and is done."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, values: object, option: str | None = None
    ) -> None:
        """Print the script that completes whatever this parser knows."""
        import shtab

        _say_what_is_expected(parser, _names())
        print(shtab.complete(parser, str(values)))
        parser.exit()


def _names() -> dict[str, tuple[str, ...]]:
    """What may be written where the parser itself takes any text, by the arguments' names."""
    from companion.game import DICE, OPTIONS, RECONSTRUCTIONS
    from companion.words import LANGUAGES

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
