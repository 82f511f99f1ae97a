"""Commands that make a machine, and the error that ends it all."""

import os
import subprocess
from pathlib import Path


class MachineError(Exception):
    """A machine could not be made, or did not do what was expected; the message says what."""


def run(*command: str | Path, cwd: Path | None = None) -> None:
    """Run a command; its output is shown only when it fails, as a MachineError."""
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
        cwd=cwd,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode != 0:
        answer = (done.stdout + done.stderr)[-3000:]
        raise MachineError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{answer}")
