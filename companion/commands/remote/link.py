"""`five-lines link`: what speaks to others for a station, in a process of its own."""

import argparse
import json
import sys
from pathlib import Path

from companion.commands._arguments import positive_number
from companion.commands.remote.stations import list_stations
from companion.link.common import LinkError, needs_paho
from companion.link.demo import demo
from companion.settings.settings_file import settings_at


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("run", "demo", "schema"),
        default="run",
        help="run (also without it); demo: several virtual stations and a broker, until Ctrl-C; schema: "
        "print the topics and commands of MQTT as an AsyncAPI document",
    )
    parser.add_argument("--settings", metavar="FILE", type=Path, help="the settings of the station; to run")
    parser.add_argument(
        "--stations", metavar="N", type=positive_number, default=5, help="how many in the demo (5)"
    )


def run(args: argparse.Namespace) -> int:
    """Run until stopped."""
    if args.action == "schema":
        from companion.link.schemas.asyncapi import topics_document

        print(json.dumps(topics_document(), indent=2))
        return 0
    if args.action == "demo":
        return _demo(args.stations)
    if args.settings is None:
        raise LinkError("say which station: five-lines link --settings station.toml")

    from companion.link.connectors import run_link

    run_link(settings_at(args.settings))
    return 0


def _demo(stations: int) -> int:
    with needs_paho():
        from companion.link.mqtt.connector import Broker
    with demo(stations) as port:
        print(f"{stations} stations begin; the broker is 127.0.0.1:{port}. Ctrl-C ends it.", file=sys.stderr)
        return list_stations(Broker("127.0.0.1", port, "", None, tls=False, ca=None), watch=True)
