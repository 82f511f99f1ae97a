"""`five-lines link`: what speaks to others for a station, in a process of its own."""

import argparse
import sys

from companion.commands._arguments import positive_number
from companion.commands._settings import add_settings_argument, settings_from
from companion.link.common import PREFIX, needs_paho
from companion.link.demo import demo


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("run", "demo"),
        default="run",
        help="run (also without it); demo: several virtual stations and a broker, until Ctrl-C",
    )
    add_settings_argument(parser)
    parser.add_argument(
        "--stations", metavar="N", type=positive_number, default=5, help="how many in the demo (5)"
    )


def run(args: argparse.Namespace) -> int:
    """Run until stopped."""
    if args.action == "demo":
        return _demo(args.stations)

    from companion.link.connectors import run_link

    run_link(settings_from(args))
    return 0


def _demo(stations: int) -> int:
    with needs_paho():
        from paho.mqtt.subscribe import callback
    with demo(stations) as port:
        print(f"{stations} stations begin; the broker is 127.0.0.1:{port}. Ctrl-C ends it.", file=sys.stderr)
        callback(  # type: ignore[no-untyped-call]
            lambda _client, _data, message: print(message.topic, message.payload.decode(), flush=True),
            f"{PREFIX}/+/state",
            hostname="127.0.0.1",
            port=port,
        )
    return 0
