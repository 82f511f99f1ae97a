"""`five-lines measure`: everything that is measured of a game, each figure as it is defined."""

import argparse
import json

from companion.analysis.errors import NoEndError, UnsolvedError
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.commands._arguments import UsageError, add_rules_arguments, solvable_rules_from
from companion.commands._tables import progress
from companion.game import Rules, rules_record, rules_title
from five_lines_lab.measure.definitions import DEFINITIONS, markdown
from five_lines_lab.measure.levels import against_levels
from five_lines_lab.measure.measures import Figure, Measures, measure
from five_lines_lab.measure.record import as_plain, figure_text, plain_figure, shown
from five_lines_lab.solve.bounds import bounds_of
from five_lines_lab.survey.same_game import same_as


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser, required=False)
    parser.add_argument(
        "--levels", action="store_true", help="measure best play against each of the computer's levels, too"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--definitions", action="store_true", help="print what each figure is, as Markdown")


def run(args: argparse.Namespace) -> int:
    """Solve the game and print its figures."""
    if args.definitions:
        print(markdown())
        return 0
    if args.rules is None:
        raise UsageError("which game? --rules NAME measures one, --definitions tells what each figure is")
    rules = solvable_rules_from(args)
    graph = build(rules)
    try:
        with progress() as on_step:
            solution = solve(graph, on_step)
    except NoEndError:
        raise
    except UnsolvedError as error:
        with progress("bounding") as on_step:
            raise UnsolvedError(
                f"{bounds_of(graph, on_step=on_step)}; there are no other figures: {error}"
            ) from error
    with backups(solution.graph) as backup:
        measures = measure(solution, backup)
        levels = against_levels(solution, backup) if args.levels else {}
    same = same_as(graph)
    print(_as_json(rules, measures, levels, same) if args.json else _as_text(rules, measures, levels, same))
    return 0


def _as_json(rules: Rules, measures: Measures, levels: dict[str, Figure], same: str | None) -> str:
    return json.dumps(
        {
            **rules_record(rules),
            "same_as": same,
            **as_plain(measures),
            **({"levels": {name: plain_figure(figure) for name, figure in levels.items()}} if levels else {}),
        }
    )


def _as_text(rules: Rules, measures: Measures, levels: dict[str, Figure], same: str | None) -> str:
    title = rules_title(rules)
    rows = [(definition.title, shown(definition.field, measures)) for definition in DEFINITIONS]
    rows += [(f"best play against {name}", figure_text(figure)) for name, figure in levels.items()]
    title += f"\nthe same game as {same}" if same else ""
    return "\n".join([title, "", *(f"{what:<50}{figure}" for what, figure in rows)])
