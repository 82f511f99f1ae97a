"""Certificates as docs/fleet.md has them made, with openssl."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Certificates:
    """Whoever signs, and what a broker shows; `rules` are what Mosquitto is told of them."""

    ca: Path
    certificate: Path
    key: Path

    @property
    def rules(self) -> str:
        return f"certfile {self.certificate}\nkeyfile {self.key}"


def certificates(folder: Path, name: str = "localhost", days: int = 30) -> Certificates:
    """Made anew in a folder; of -1 days it is out of date."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder.mkdir(parents=True, exist_ok=True)

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl(
        *("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.crt", "-days", "30", "-subj"),
        "/CN=House",
    )
    openssl("req", *curve, "-keyout", "broker.key", "-out", "broker.csr", "-subj", f"/CN={name}")
    (folder / "name.txt").write_text(f"subjectAltName=DNS:{name}\n", encoding="utf-8")
    openssl(
        *("x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"),
        *("-days", str(days), "-extfile", "name.txt", "-out", "broker.crt"),
    )
    return Certificates(folder / "ca.crt", folder / "broker.crt", folder / "broker.key")
