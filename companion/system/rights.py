"""Access to folders that the station's user can write: root uses that user's rights, never its own."""

import encodings.utf_8_sig  # noqa: F401 - loaded at its first use, when its file may not be readable any more
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import FiveLinesError


@contextmanager
def acting_as_owner_of(folder: Path) -> Iterator[None]:
    """As root, use the rights of a folder's owner, or of the nearest one's above it.

    `folder` is one that a person has named. What its owner has laid there, links and notes, then leads no
    further than the owner's own rights do, and what is made there belongs to that user.
    """
    with as_caller():
        status = next(it for it in (folder, *folder.absolute().parents) if it.exists()).stat()
    # lgpio lays a pipe into the folder that it works in.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    with _acting_as(status.st_uid, status.st_gid):
        try:
            yield
        except ImportError as error:
            if os.name != "posix" or os.geteuid() == os.getuid():
                raise
            raise FiveLinesError(
                f"the owner of {folder}, with whose rights root acts there, can't read {error.name} of this "
                "program or its Python; install the program where every user can read it"
            ) from error


@contextmanager
def as_caller() -> Iterator[None]:
    """Use again the rights that the program was started with, for a file that a person has named."""
    with _acting_as(0, 0):
        yield


@contextmanager
def _acting_as(uid: int, gid: int) -> Iterator[None]:
    """Use the rights of a user and its groups, in all threads, if this program was started as root."""
    if os.name != "posix" or os.getuid() != 0:
        yield
        return
    import pwd

    try:
        groups = os.getgrouplist(pwd.getpwuid(uid).pw_name, gid)
    except KeyError:
        groups = [gid]
    before = os.geteuid(), os.getegid(), os.getgroups()
    _become(uid, gid, groups)
    try:
        yield
    finally:
        _become(*before)


def _become(uid: int, gid: int, groups: list[int]) -> None:
    os.seteuid(0)
    os.setgroups(groups)
    os.setegid(gid)
    os.seteuid(uid)
