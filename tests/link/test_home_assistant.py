"""The examples for Home Assistant, compared with what a station announces."""

import re

from companion.interface.offers import OFFERS
from companion.link.mqtt import topics
from companion.settings.sections import LinkSettings
from tests.support.root import ROOT

FOLDER = ROOT / "deploy" / "home_assistant"
CONFIG = topics.discovery("hall-1", "1.0", tuple(OFFERS), LinkSettings())
ENTITIES = {
    # Home Assistant makes its names from those of device and entity.
    f"{entity['p']}."
    + re.sub(r"[^a-z0-9]+", "_", f"{CONFIG['dev']['name']} {entity['name']}".lower()): entity
    for entity in CONFIG["cmps"].values()
}


def fault_fields(text: str) -> set[tuple[str, str]]:
    """The fields of a fault that a template takes."""
    return set(re.findall(r"\bfault\.(\w+)|attribute='(\w+)'", text))


def test_the_dashboard_shows_only_what_a_station_announces_and_nearly_all_of_it() -> None:
    text = (FOLDER / "dashboard.yaml").read_text(encoding="utf-8")
    platforms = "|".join({entity["p"] for entity in ENTITIES.values()})
    named = set(re.findall(rf"\b(?:{platforms})\.five_lines_\w+", text))
    assert named <= set(ENTITIES)
    assert set(ENTITIES) - named == {"button.five_lines_hall_1_restart"}


def test_the_blueprint_takes_the_problem_that_a_station_announces() -> None:
    text = (FOLDER / "five_lines_problem.yaml").read_text(encoding="utf-8")
    wanted = dict(re.findall(r"(domain|device_class): (\w+)", text.partition("selector:")[2]))
    found = [
        entity
        for entity in ENTITIES.values()
        if (entity["p"], entity.get("device_class")) == (wanted["domain"], wanted["device_class"])
    ]
    assert found == [ENTITIES["binary_sensor.five_lines_hall_1_problem"]]
    assert found[0]["json_attributes_topic"] == topics.topic("hall-1", topics.HEALTH)


def test_both_take_only_fields_that_are_published_of_a_fault() -> None:
    for name in ("dashboard.yaml", "five_lines_problem.yaml"):
        text = (FOLDER / name).read_text(encoding="utf-8")
        fields = {field for pair in fault_fields(text) for field in pair if field}
        assert fields, name
        assert fields <= set(topics.FaultSince.__annotations__), name
        assert re.findall(r"state_attr\([^)]*, '(\w+)'\)", text) == ["faults"]
    assert "faults" in topics.Health.__annotations__
