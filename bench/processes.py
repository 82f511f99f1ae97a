"""Figures that the system keeps of a process, and settings of the link that benches give a station."""

import os
from pathlib import Path
from typing import Any

from companion.settings.sections import LinkSettings


def memory_mb(process: int | str = "self", row: str = "VmRSS") -> float:
    """Return a process's resident memory in MB; raises OSError.

    `row` RssAnon is what of it is its own and no part of a file, VmHWM the most that it ever was.
    """
    rows = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(it.split()[1]) for it in rows if it.startswith(f"{row}:")) * 1024 / 1e6


def cpu_s(process: int | str) -> float:
    """Return the processor time of a process; raises OSError."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_files(process: int | str = "self") -> int:
    """Return the number of files that a process has open; raises OSError."""
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def link_settings(broker_port: int, **others: Any) -> LinkSettings:
    """Return the settings of a link to a broker on this machine, without TLS; `others` are more of them."""
    here: dict[str, Any] = {"broker": "127.0.0.1", "port": broker_port, "tls": False}
    return LinkSettings(enabled=True, **{"station": "hall-1", **here, **others})
