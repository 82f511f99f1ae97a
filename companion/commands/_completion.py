"""Completion of command lines: a script for a shell, made by `shtab`."""

import argparse
from pathlib import Path
from typing import Any

from companion.commands._parser import actions_of
from companion.display.words import LANGUAGES
from companion.game import DICE, OPTIONS, RECONSTRUCTIONS

SHELLS = ("bash", "zsh", "fish")
FOLDERS = ("DIR", "FOLDER", "FRAMES_DIR", "STATION_DIR")  # metavariables of folders in the help


WHOLE_WORDS = r"""
# Bash parts words at "=", as few programs want it: here "key=value" is one word, as it was typed.
_five_lines_whole_words() {
  local -a whole=()
  local rest="$COMP_LINE" typed="${COMP_WORDS[COMP_CWORD]}" number word before last="" here=0 at=0
  for number in "${!COMP_WORDS[@]}"; do
    word="${COMP_WORDS[number]}"
    before="$rest"
    [ -n "$word" ] && { before="${rest%%"$word"*}"; rest="${rest#*"$word"}"; }
    if [[ -z "$before" && number -gt 0 && ( "$word" == =* || "$last" == *= ) ]]; then
      if [[ "$word" == "=" && "${whole[at]}" == --* && "${whole[at]}" != *=* ]]; then
        # --option=value is an option and its value.
        at=${#whole[@]}
        whole[at]=""
      else
        whole[at]+="$word"
      fi
    else
      at=${#whole[@]}
      whole[at]="$word"
    fi
    last="$word"
    (( number == COMP_CWORD )) && here=$at
  done
  local -a COMP_WORDS=("${whole[@]}")
  local COMP_CWORD=$here
  _shtab_five_lines
  # Only what stands behind the "=" is replaced by what is offered.
  local known="${COMP_WORDS[COMP_CWORD]}"
  [ "$typed" = "=" ] || known="${known%"$typed"}"
  COMPREPLY=("${COMPREPLY[@]#"$known"}")
}

complete -o bashdefault -F _five_lines_whole_words five-lines"""
"""Code appended to the script for bash."""


class PrintCompletion(argparse.Action):
    """Prints the script for a shell and exits."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: object, values: object, option: str | None = None
    ) -> None:
        """Print the completion script of this parser."""
        import shtab

        _say_what_is_expected(parser, _names())
        print(shtab.complete(parser, str(values)) + (WHOLE_WORDS if values == "bash" else ""))
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
