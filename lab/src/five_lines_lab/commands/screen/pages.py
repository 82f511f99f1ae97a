"""`five-lines pages`: draws an example of every page, at every size and in every language, as pictures."""

import argparse
import os
import sys
from pathlib import Path

from tqdm import tqdm

from companion.game.names import meant
from companion.interface.presentation import Density
from companion.presentation.words import LANGUAGES
from five_lines_lab.errors import PagesError
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import SIZES, draw_gallery, parse_size


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--size", metavar="WxH", action="append", help="only this size; repeatable")
    parser.add_argument("--language", metavar="CODE", action="append", help="only this language; repeatable")
    parser.add_argument(
        "--density",
        choices=list(Density),
        default=Density.HOME,
        help="how large everything is; home if not given",
    )
    parser.add_argument("--page", metavar="NAME", action="append", help="only this page; repeatable")


def run(args: argparse.Namespace) -> int:
    """Draw the pages into DIR/WIDTHxHEIGHT/LANGUAGE/THEME/PAGE.png; 1 if a text does not fit on one."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"

    views = examples()
    for name in args.page or ():
        if name not in views:
            raise PagesError(f"no page is called {name!r}; {meant(name, views)}")
    chosen = {name: view for name, view in views.items() if name in (args.page or views)}
    sizes = [parse_size(text) for text in args.size] if args.size else list(SIZES)
    drawn = draw_gallery(args.out, chosen, sizes, args.language or list(LANGUAGES), Density(args.density))
    count = misfits = 0
    for picture in tqdm(drawn, unit="page", file=sys.stderr, disable=not sys.stderr.isatty()):
        count += 1
        if not picture.complete:
            misfits += 1
            print(f"{picture.path}: not every text fits its box", file=sys.stderr)
    print(f"{count} pages are in {args.out}")
    return 1 if misfits else 0
