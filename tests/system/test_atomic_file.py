"""Files and folders are written whole, or stay as they were and the error names them."""

import os
import signal
from pathlib import Path

import pytest

from companion.journal import Database
from companion.system.atomic_file import (
    TEMPORARY,
    folder_written_whole,
    remove_leftovers,
    temporary_folder,
    write_all_whole,
    write_whole,
    writing_whole,
)
from five_lines_lab.commands._plot_file import save_plot
from five_lines_lab.svg import Drawing
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


def test_games_are_not_replaced_by_what_is_written(tmp_path: Path) -> None:
    journal, other = tmp_path / "journal.sqlite", tmp_path / "other"
    Database.for_writing(journal).close()
    before = journal.read_bytes()
    for files in ({journal: b""}, {other: b"", journal: b""}):
        with pytest.raises(FileExistsError, match="database") as caught:
            write_all_whole(files)
        assert caught.value.filename == str(journal)
    assert journal.read_bytes() == before
    assert not other.exists()


def test_of_several_files_all_are_written_or_none(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    write_all_whole({first: b"1", second: b"2"})
    assert (first.read_bytes(), second.read_bytes()) == (b"1", b"2")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        write_all_whole({first: b"other", tmp_path / "folder": b"2"})
    assert caught.value.filename == str(tmp_path / "folder")
    assert first.read_bytes() == b"1"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_takes_the_place_of_the_one_before_only_when_it_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "not there yet" / "folder"
    with folder_written_whole(folder) as new:
        (new / "inner").mkdir()
        (new / "inner" / "file").write_bytes(b"before")
    with pytest.raises(ValueError, match="half-way"), folder_written_whole(folder) as new:  # noqa: PT012 -- the error comes half-way
        (new / "file").write_bytes(b"after")
        raise ValueError("half-way")
    assert [path.name for path in folder.parent.iterdir()] == ["folder"]
    assert (folder / "inner" / "file").read_bytes() == b"before"
    with folder_written_whole(folder) as new:
        (new / "file").write_bytes(b"after")
    assert [path.name for path in folder.iterdir()] == ["file"]
    assert [path.name for path in folder.parent.iterdir()] == ["folder"]


def test_a_device_or_pipe_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="must not be replaced"):
        write_whole(pipe, b"")
    assert pipe.is_fifo()


def test_what_a_killed_program_left_is_removed_by_the_next_and_what_is_in_use_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def die() -> None:
        with writing_whole(path) as write:
            write(b"half of it")
            os.kill(os.getpid(), signal.SIGKILL)

    for _ in range(3):
        child = os.fork()
        if child == 0:
            die()
        os.waitpid(child, 0)
    assert len(list(tmp_path.iterdir())) == 1  # each removes what the one before has left
    with temporary_folder(path) as in_use:
        assert list(tmp_path.iterdir()) == [in_use]
        write_whole(path, b"whole")
        assert in_use.is_dir()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_among_the_leftovers_leads_nowhere(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "kept").touch()
    (tmp_path / f"{TEMPORARY}x").symlink_to(other)
    remove_leftovers(tmp_path)
    assert (other / "kept").exists()
