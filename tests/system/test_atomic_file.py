"""A file is written whole, or stays as it was and the error names it."""

from pathlib import Path

import pytest

from companion.analysis.report.drawing import Drawing
from companion.commands._plot_file import save_plot
from companion.system.atomic_file import write_whole
from tests.support.dead_disk import dead_disk


def test_where_there_is_no_room_the_file_before_stays_and_the_error_names_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"before")
    with dead_disk(), pytest.raises(OSError, match="file") as caught:
        write_whole(path, b"after")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["plot.svg", "plot.png"])
def test_a_plot_is_such_a_file(name: str, tmp_path: Path) -> None:
    with dead_disk(), pytest.raises(OSError, match=name):
        save_plot(Drawing(40, 30, 12, ()), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_in_a_folder_that_is_not_there_the_error_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "nowhere" / "file", b"")
    assert caught.value.filename == str(tmp_path / "nowhere" / "file")
