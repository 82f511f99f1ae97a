"""Only what pages choose is assigned from outside the context, and nobody asks a page for its class."""

import ast
from pathlib import Path

import pytest

from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import OutOfOrderView, View, WelcomeView
from companion.station.context import Context, StationPage
from companion.station.station import FLOW
from companion.station.stimuli import FaultRaised
from tests.support.root import ROOT
from tests.support.table import SCHAEDLER, SETTINGS, TIMINGS, Table, seeds


def kinds(page: type[StationPage] = StationPage) -> set[str]:
    """The names of all classes of pages."""
    return {page.__name__}.union(*map(kinds, page.__subclasses__()))


def classes_asked_for(file: Path) -> set[str]:
    """The names of the classes that a module asks an object for."""
    asked: list[ast.AST] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            asked.append(node.args[1])
        elif isinstance(node, ast.MatchClass):
            asked.append(node.cls)
    return {name.id for tree in asked for name in ast.walk(tree) if isinstance(name, ast.Name)}


@pytest.mark.slow
def test_no_page_is_asked_for_its_class() -> None:
    files = sorted((ROOT / "companion" / "station").rglob("*.py"))
    asked = {name for file in files for name in classes_asked_for(file)}
    assert {"PlayPage", "WonPage", "OutOfOrderPage", "StaffMenuPage"} <= kinds()
    assert asked
    assert not asked & kinds()


@pytest.mark.parametrize(
    "name", [name for name, value in vars(Context).items() if isinstance(value, property)]
)
def test_what_pages_share_cannot_be_assigned(name: str) -> None:
    context = Context(FLOW, SCHAEDLER, SETTINGS, TIMINGS, seeds(1), 0.0)
    with pytest.raises(AttributeError):
        setattr(context, name, None)


def test_pages_assign_nothing_but_what_they_choose() -> None:
    files = sorted((ROOT / "companion" / "station").rglob("*.py"))
    assigned = {
        target.attr
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute)
        and isinstance(target.value, ast.Name)
        and target.value.id == "context"
    }
    chosen = {
        "choice",
        "game",
        "match",
        "sealed",
        "unplayed",
        "texts",
        "staff_message",
        "report",
        "tutorial",
        "votes",
    }
    assert assigned <= chosen


def test_what_is_out_of_order_cannot_be_changed_from_outside() -> None:
    context = Context(FLOW, SCHAEDLER, SETTINGS, TIMINGS, seeds(1), 0.0)
    context.raise_fault(Fault.BUTTON_STUCK, "")
    with pytest.raises(TypeError):
        context.faults[Fault.BUTTON_STUCK] = "as it was"  # type: ignore[index]


def test_of_all_pages_laid_over_others_only_a_fault_stays_when_nobody_is_there() -> None:
    table = Table().start()
    table.tell(FaultRaised(Fault.BOARD_MOVED))
    table.ask(Ask.OPEN_STAFF)
    table.wait(TIMINGS.pause_s + TIMINGS.warning_s)
    assert isinstance(table.view, OutOfOrderView)
    table.ask(Ask.GO_ON)
    after: View = table.view
    assert after == WelcomeView(SCHAEDLER)
