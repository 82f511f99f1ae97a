"""Whatever reads what others have written has a mutant of `bench/mutants.py`, or a reason to need none."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest

from bench.mutants import KINDS
from tests.support.root import ROOT

DOORS = frozenset({"bytes_of", "text_of", "json_data", "toml_data", "decoded"})
"""The functions that check size, depth and chunks before they read."""

RAW = frozenset(
    (
        *(
            "read_bytes",
            "read_text",
            "system_text",
            "imread",
            "imdecode",
            "imdecodemulti",
            "fromfile",
            "loadtxt",
            "genfromtxt",
        ),
        *("urlopen", "recv", "recv_fds", "readline", "readlines", "getresponse", "deserialize"),
        *("json.loads", "json.load", "tomllib.loads", "tomllib.load", "np.load", "np.memmap", "pickle.loads"),
        *("pickle.load", "csv.reader", "csv.DictReader", "wave.open", "ElementTree.parse", "VideoCapture"),
        *("ZipFile", "tarfile.open", "sqlite3.connect", "readNetFromONNX"),
    )
)
"""Calls that read without such a check; by their last name, or by their last two."""

MUTANTS = {
    "calibration.board_toml": ("board",),
    "calibration.calibration_folder": ("calibration",),
    "companion.analysis.play.value_table": ("values",),
    "companion.app.backups.backup": ("backup",),
    "companion.app.backups.restore": ("backup",),
    "companion.commands.games._journal": ("record",),
    "companion.interface.commands": ("question",),
    "companion.journal.corpus": ("corpus",),
    "companion.journal.database": ("journal",),
    "companion.journal.happenings": ("journal",),
    "companion.journal.home.names": ("names",),
    "companion.journal.identity": ("journal",),
    "companion.journal.visits": ("visits",),
    "five_lines_lab.atlas.table": ("survey",),
    "five_lines_lab.evaluation.truth": ("truth",),
    "five_lines_lab.survey.space": ("space",),
    "five_lines_lab.survey.store": ("survey",),
    "five_lines_lab.commands.rules.wear": ("wear",),
    "five_lines_lab.wear": ("wear",),
    "companion.link.common": ("memory",),
    "companion.link.figures": ("days",),
    "companion.link.follower": ("journal",),
    "companion.link.mqtt.broker": ("password", "mqtt"),
    "companion.link.page.staff_site": ("posted",),
    "companion.settings.pin": ("pin",),
    "companion.settings.settings_file": ("settings",),
    "companion.settings.texts_folder": ("texts", "logo"),
    "companion.settings.toml_lines": ("settings",),
    "companion.station.remote.control_socket": ("question",),
    "companion.system.pin_guard": ("tries",),
    "companion.film.film_folder": ("film",),
    "companion.film.throws": ("throws",),
    "vision.picture_file": ("picture",),
}
"""The kinds of mutants that go through a module's readers."""

NONE_NEEDED = {
    "companion.app.texts_preview": "a pipe from a process of ours",
    "companion.commands.board.capture": "typed at the terminal",
    "companion.commands.station.staff": "typed at the terminal",
    "five_lines_lab.commands.rules.survey": "the kernel's",
    "companion.display.drawing.fonts": "fonts of the program or of the system",
    "companion.display.drawing.icons": "icons of the program",
    "five_lines_make.shapes": "fonts of the program",
    "companion.doctor.bundle": "the system's, and never taken apart",
    "companion.doctor.checkup": "the kernel's",
    "companion.doctor.pins": "the kernel's",
    "companion.doctor.screen": "the kernel's",
    "companion.doctor.storage": "the kernel's",
    "companion.doctor.voice": "what espeak-ng has just made",
    "five_lines_lab.atlas.descriptions": "a file of the program",
    "five_lines_lab.atlas.write": "files of the program",
    "five_lines_lab.report.comparison_record": "rows that `compare` keeps on the same machine",
    "five_lines_lab.survey.local": "a pipe from a process of ours",
    "five_lines_lab.training.crops": "a picture that was encoded just before",
    "five_lines_lab.training.evaluation": "a network made on the same machine",
    "five_lines_lab.training.photographs": "labels on a researcher's own machine",
    "five_lines_lab.training.samples": "samples made on the same machine, without pickled objects",
    "five_lines_lab.training.train": "a network made on the same machine",
    "companion.app.backups.stick": "what the system's own service has just written",
    "companion.station.staff_services": "what the system's own service has just written",
    "companion.interface.offers": "figures that `players` keeps on the same machine, read by json_data",
    "companion.link.control_client": "the station's own socket; an answer's length is limited",
    "companion.link.exhibitera": "the Hub's answer: limited in length, and read by json_data",
    "companion.link.page.render": "files of the program, and the board's picture, which is never taken apart",
    "five_lines_make.prints.hall_sheets": "texts of the program",
    "five_lines_make.solids": "an archive that it writes itself",
    "companion.system.data": "a door",
    "companion.system.decoded_picture": "a door",
    "companion.app.backups.encryption": "the staff's own passphrase; each chunk has a tag",
    "companion.display.drawing.parts.vase": "drawings of the program",
    "companion.presentation.words.__init__": "catalogues of the program",
    "hardware.camera.identity": "the station's own, one line",
    "hardware.camera.film": "set in station.toml; a folder's pictures are read by `decoded`",
    "hardware.camera.opencv": "a camera of this machine",
    "hardware.pins": "the kernel's",
    "hardware.screen_power": "the kernel's",
    "hardware.virtual_table.render.materials": "a sheet drawn by `bench/made.py` on the same machine",
    "hardware.virtual_table.render.sensor": "a picture that was encoded just before",
    "hardware.wall_clock": "the kernel's",
    "vision.classifier.network": "a file of the program, compared with its sum",
}
"""Why a module's readers need no mutants."""


def readers(source: str) -> Iterator[str]:
    """Yield the readers that a source calls, but for those of a file that stands beside it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and "__file__" not in ast.unparse(node):
            names = ast.unparse(node.func).split(".")
            yield from {names[-1], ".".join(names[-2:])} & (RAW | DOORS)


@cache
def found() -> dict[str, set[str]]:
    """Return the readers that each module calls, of those that call any."""
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).split(".src.")[-1]: names
        for package in ("companion", "vision", "calibration", "hardware", "lab/src", "make/src")
        for file in sorted((ROOT / package).rglob("*.py"))
        if (names := set(readers(file.read_text(encoding="utf-8"))))
    }


@pytest.mark.slow
def test_every_reader_has_a_mutant_or_a_reason() -> None:
    assert set(found()) == {*MUTANTS, *NONE_NEEDED}, "name the new reader's mutants here, and make them"
    assert not MUTANTS.keys() & NONE_NEEDED.keys()


def test_every_named_mutant_is_made() -> None:
    assert {kind for kinds in MUTANTS.values() for kind in kinds} == set(KINDS)


OWN = {
    "companion.journal.corpus": {"json.loads"},
}
"""Calls that read what is our own or the kernel's, in modules that also read from outside."""


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted(MUTANTS))
def test_a_file_from_outside_goes_through_a_door(module: str) -> None:
    past = found()[module] & {"read_bytes", "read_text", "imread", "imdecode", "json.loads", "json.load"}
    assert past == OWN.get(module, set())
