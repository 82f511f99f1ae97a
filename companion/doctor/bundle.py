"""A report to send to a helper: findings, versions, settings and messages, no picture."""

import importlib.metadata
import io
import json
import platform
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from companion.doctor.findings import Finding, lines
from companion.doctor.pictures import Picture
from companion.system.atomic_file import write_whole
from companion.system.data import MAX_TOML_BYTES, DataError, bytes_of
from companion.system.rights import as_caller
from vision.picture_file import encode_picture

COMMANDS = {
    "messages.txt": ["journalctl", "--unit=five-lines", "--unit=five-lines-out-of-order", "--lines=2000"],
    "kernel.txt": ["dmesg"],
    "devices.txt": ["ls", "-l", "/dev", "/dev/dri", "/dev/snd", "/dev/input"],
    "disks.txt": ["df", "-h"],
}
"""System commands in the report; a missing program leaves a line that says so."""


def write_bundle(path: Path, findings: Sequence[Finding], settings_file: Path) -> None:
    """Write the report of a station, completely or not at all; raise OSError."""
    write_whole(path, packed(findings, (), settings_file))


def packed(findings: Sequence[Finding], pictures: Sequence[Picture], settings_file: Path) -> bytes:
    """Return the report as a zip file; much of what the system says needs root."""
    parts: dict[str, str | bytes] = {
        "findings.txt": "".join(f"{line}\n" for finding in findings for line in lines(finding)),
        "findings.json": "".join(f"{json.dumps(asdict(finding))}\n" for finding in findings),
        "versions.txt": _versions(),
        "settings.toml": _text(settings_file),
    }
    with as_caller():
        parts |= {name: _output_of(command) for name, command in COMMANDS.items()}
    for number, picture in enumerate(pictures, 1):
        parts[f"picture_{number}.png"] = encode_picture(picture)
    report = io.BytesIO()
    with zipfile.ZipFile(report, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return report.getvalue()


def _versions() -> str:
    rows = [f"python {platform.python_version()}", platform.platform(), _text(Path("/etc/os-release"))]
    rows += sorted(f"{dist.name} {dist.version}" for dist in importlib.metadata.distributions())
    return "".join(f"{row}\n" for row in rows)


def _text(path: Path) -> str:
    # The folder's owner may have put a pipe there, for which one waits, or a file without end.
    if path.exists() and not path.is_file():
        return f"{path} is no file\n"
    try:
        return bytes_of(path, MAX_TOML_BYTES).decode(errors="replace")
    except (OSError, DataError) as error:
        return f"{path}: {error}\n"


def _output_of(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout + done.stderr
