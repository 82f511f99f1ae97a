"""`five-lines stations`: every station that a broker knows, in a line each."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands._arguments import natural_number
from companion.link.common import needs_paho
from companion.settings.sections import LinkSettings, Settings
from companion.settings.settings_file import settings_at

if TYPE_CHECKING:
    from companion.link.mqtt.connector import Broker


MAX_PORT = 65_535
SETTLED_S = 1.0  # after this long without a message, all retained messages have arrived


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--broker", metavar="HOST", help="where the broker is, for example broker.museum.lan")
    where.add_argument(
        "--settings", metavar="FILE", type=Path, help="the settings of a station, whose broker is asked"
    )
    port = "without it, 8883; 1883 without TLS"
    parser.add_argument("--port", type=port_number, default=0, metavar="N", help=port)
    parser.add_argument("--no-tls", action="store_true", help="what is said can be read by others")
    parser.add_argument("--ca", type=Path, metavar="FILE", help="the certificate by which it is known")
    parser.add_argument("--user", metavar="NAME", help="the name at the broker (overview)")
    parser.add_argument(
        "--password", type=Path, metavar="FILE", help="a file with the password on its first line"
    )
    parser.add_argument("--watch", action="store_true", help="go on, and list them again at each change")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def port_number(text: str) -> int:
    """Return a text as the number of a port; 0 for the usual one."""
    number = natural_number(text)
    if number > MAX_PORT:
        raise argparse.ArgumentTypeError(f"there is no port {text}: the last is {MAX_PORT}")
    return number


def run(args: argparse.Namespace) -> int:
    """Print the list; return 1 if a station is offline or has a fault."""
    with needs_paho():
        broker = _broker(args)
    return list_stations(broker, watch=args.watch, json=args.json)


def list_stations(broker: "Broker", *, watch: bool = False, json: bool = False) -> int:
    """Print the stations of a broker, once or at each change."""
    from companion.link.mqtt.fleet import COLUMNS, as_json, fleet_of

    with fleet_of(broker) as fleet:
        fleet.settle(SETTLED_S)
        turn = -1
        while True:
            turn = fleet.wait(turn, SETTLED_S)
            rows = fleet.rows()
            if watch and sys.stdout.isatty():
                print("\x1b[H\x1b[2J", end="")
            if json:
                print("\n".join(as_json(rows)))
            elif rows:
                _print_table([COLUMNS, *rows])
            else:
                print("no station has published to this broker yet")
            sys.stdout.flush()
            if not watch:
                return int(any(row[1] != "online" or row[4] != "-" for row in rows))
            while fleet.rows() == rows:
                turn = fleet.wait(turn, 60.0)


def _broker(args: argparse.Namespace) -> "Broker":
    from companion.link.mqtt.connector import broker_of

    if args.settings is not None:
        settings = settings_at(args.settings)
        link = settings.link
    else:
        settings = Settings()
        link = LinkSettings(broker=args.broker, tls=not args.no_tls, user="overview", home_assistant=False)
    link = replace(
        link,
        tls=link.tls and not args.no_tls,
        port=args.port or link.port,
        ca=args.ca or link.ca,
        user=args.user or link.user,
        password=args.password or link.password,
    )
    return broker_of(replace(settings, link=link))


def _print_table(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
