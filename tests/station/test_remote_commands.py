"""One table of commands: each row has its method, and whatever is made from the table can be requested."""

import inspect
import json
from collections.abc import Iterator

import pytest

from companion.interface.commands import COMMANDS, QUERIES, RemoteQuestion, read_question
from companion.link.exhibitera import HUB_COMMANDS
from companion.link.mqtt.topics import BY_MQTT, question_of
from companion.link.page.staff_views import BUTTONS
from companion.settings.sections import LinkSettings
from companion.station.remote.remote_api import RemoteApi
from companion.station.remote.remote_commands import RemoteCommands
from tests.support.root import ROOT

PAYLOADS = {"message": "Hello", "game": "kidd", "hours": "close", "screen": "On", "reboot": "force"}


def named(kind: type, prefix: str) -> dict[str, set[str]]:
    """The methods of that name, and the arguments of their rows that they take."""
    return {
        name.removeprefix(prefix).replace("_", "-"): {
            key
            for key, it in inspect.signature(method).parameters.items()
            if it.kind is inspect.Parameter.KEYWORD_ONLY
        }
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if name.startswith(prefix)
    }


def test_each_row_has_its_method_with_its_arguments_and_no_method_lacks_a_row() -> None:
    for prefix in ("do_", "refuse_"):
        found = named(RemoteCommands, prefix)
        assert {name: set(COMMANDS[name].arguments) for name in found} == found
    quick = {name for name, row in COMMANDS.items() if not row.is_slow}
    assert set(named(RemoteCommands, "do_")) == quick
    asked = named(RemoteApi, "_ask_")
    assert asked == {name: set(row.arguments) for name, row in QUERIES.items() if not row.is_slow}


def requests() -> Iterator[dict[str, object]]:
    """Whatever is requested of a station by what the table says."""
    yield from HUB_COMMANDS.values()
    for name in BY_MQTT:
        yield question_of(name, PAYLOADS.get(name, "PRESS").encode())
    for name, button in BUTTONS.values():
        yield {"do": name, **button.arguments}


@pytest.mark.parametrize("request_made", list(requests()), ids=str)
def test_whatever_is_made_from_the_table_is_understood(request_made: dict[str, object]) -> None:
    read = read_question(json.dumps(request_made).encode())
    assert read.name == request_made["do"]
    assert set(read.arguments) == set(COMMANDS[read.name].arguments)


def test_a_command_needs_a_switch_that_there_is() -> None:
    for command in COMMANDS.values():
        assert not command.setting or getattr(LinkSettings(), command.setting) is False


def test_the_guide_names_every_command_by_mqtt_and_no_other() -> None:
    guide = next(ROOT.glob("*/fleet.md")).read_text(encoding="utf-8")
    table = guide.partition("/command/...`")[2].partition("\n\n")[0]
    rows = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    assert sorted(rows) == sorted(BY_MQTT)


def test_no_pin_and_no_ticket_stands_in_a_log() -> None:
    asked = read_question(b'{"ask": "pin", "pin": "1234"}')
    assert asked == RemoteQuestion("ask", "pin", {"pin": "1234", "client": ""})
    assert "1234" not in repr(asked)
