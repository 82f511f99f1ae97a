"""Access to folders that the station's user can write: root uses that user's rights, never its own."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

SERVICE_USER = "five-lines"  # the same as in deploy/versions


def whose(folder: Path) -> tuple[str, int, int] | None:
    """Return name, user and group to access a folder with: its owner's or the service's; None for no change.

    Only root can change its user, and has to where others can write.
    """
    if os.name != "posix" or os.geteuid() != 0:
        return None
    import pwd

    try:
        owner = folder.lstat().st_uid
    except OSError:
        owner = 0
    try:
        found = pwd.getpwuid(owner) if owner else pwd.getpwnam(SERVICE_USER)
    except KeyError:
        return (str(owner), owner, owner) if owner else None
    return found.pw_name, found.pw_uid, found.pw_gid


def as_user(user: tuple[str, int, int], work: Callable[[], int]) -> int:
    """Run work in a child process, as a user, in a folder of its own; return the exit status.

    The parent keeps its rights and accesses nothing; the child can't get them back.
    """
    name, uid, gid = user
    with tempfile.TemporaryDirectory(prefix="five-lines-", ignore_cleanup_errors=True) as folder:
        os.chown(folder, uid, gid)
        child = os.fork()
        if child == 0:
            os.setgroups(os.getgrouplist(name, gid))
            os.setgid(gid)
            os.setuid(uid)
            # lgpio lays a pipe into the folder that it works in; others look for settings of theirs at home.
            os.chdir(folder)
            os.environ.update(HOME=folder, LG_WD=folder, TMPDIR=folder)
            tempfile.tempdir = None
            raise SystemExit(work())
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)
