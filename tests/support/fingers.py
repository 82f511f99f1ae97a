"""A frontend on which somebody asks for things, and that remembers what it has shown and told."""

from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.views import View
from companion.journal import Happening
from companion.station.protocols import Frontend


class Fingers(Frontend):
    """Asks for what is `wanted`, once."""

    def __init__(self) -> None:
        self.wanted: list[Intent] = []
        self.faults: tuple[Fault, ...] = ()
        self.view: View | None = None
        self.told: list[Happening] = []

    def intents(self) -> list[Intent]:
        wanted, self.wanted = self.wanted, []
        return wanted

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        self.view, self.faults = view, faults

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        self.told += happenings
