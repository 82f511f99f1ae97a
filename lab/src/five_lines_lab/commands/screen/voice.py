"""`five-lines voice`: what a station says, and into which files people can record it."""

import argparse
from collections.abc import Iterator

from calibration.calibration_folder import load
from calibration.errors import CalibrationError
from companion.app.table_colours import table_colours
from companion.commands._settings import add_settings_argument, settings_from
from companion.presentation.palette import PALETTES, Palette
from companion.presentation.themed import themed
from companion.presentation.words import LANGUAGES
from companion.settings.sections import Settings
from five_lines_lab.gallery.all_sentences import all_sentences
from hardware.audio.recordings import file_stem, recorded


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_settings_argument(parser)
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), help="this language alone; without it all of them"
    )
    parser.add_argument("--missing", action="store_true", help="only what nobody has recorded yet")
    parser.add_argument(
        "--unused", action="store_true", help="instead the recordings that the station has no use for"
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each sentence: its file below the folder of recordings, a tab, the sentence."""
    settings = settings_from(args)
    languages = tuple(LANGUAGES) if args.language is None else (args.language,)
    for line in _unused(settings, languages) if args.unused else _lines(settings, languages, args.missing):
        print(line)
    return 0


def _lines(settings: Settings, languages: tuple[str, ...], missing: bool) -> Iterator[str]:
    folder, palette = settings.devices().recordings, _palette(settings)
    for language in languages:
        there = recorded(folder, language)
        for sentence in all_sentences(language, palette):
            stem = file_stem(sentence)
            if not (missing and stem in there):
                # One that is there is named as it is; its suffix is its own.
                name = there[stem].name if stem in there else f"{stem}.wav"
                yield f"{language}/{name}\t{sentence}"


def _unused(settings: Settings, languages: tuple[str, ...]) -> Iterator[str]:
    folder, palette = settings.devices().recordings, _palette(settings)
    for language in languages:
        said = {file_stem(sentence) for sentence in all_sentences(language, palette)}
        for stem, file in recorded(folder, language).items():
            if stem not in said:
                yield f"{language}/{file.name}"


def _palette(settings: Settings) -> Palette:
    """Return the palette after which the station names its players."""
    plain = PALETTES[settings.display.theme]
    try:
        return themed(plain, table_colours(load(settings.station.calibration)))
    except CalibrationError:
        return plain
