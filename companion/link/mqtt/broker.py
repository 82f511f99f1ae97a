"""The broker of the settings, its certificate, and the password, which goes to nobody else."""

import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.link.common import LinkError, Memory, PasswordError, station_name
from companion.settings.sections import Settings
from companion.system.data import MAX_TEXT_BYTES, DataError, text_of

PEER = "mqtt-password-is-for"  # in the link's folder: whom the password was first sent to


@dataclass(frozen=True)
class Broker:
    """A broker and our user there; without `ca`, the machine's own certificates are trusted."""

    host: str
    port: int
    user: str
    password: str | None
    tls: bool
    ca: Path | None

    def trusted(self) -> ssl.SSLContext | None:
        """Return how the broker is known, None without TLS; raise LinkError."""
        if not self.tls:
            return None
        try:
            return ssl.create_default_context(cafile=self.ca)
        except (OSError, ValueError) as error:
            raise LinkError(
                f"{self.ca}: there is no certificate to be read ({error}); copy the broker's to it"
            ) from error


def broker_of(settings: Settings, *, with_password: bool = True, notes: bool = False) -> Broker:
    """Return the broker of the settings; raise LinkError, PasswordError if the password can't be read.

    `notes`: note whom a password goes to that was written since the last note. Only the link does, which
    sends it; a check of the settings writes nothing.
    A password that was given for another broker, or for the same with another certificate, is an error, too.
    """
    link = settings.link
    ca = link.ca if link.ca != Path() else None
    port = link.port or (8883 if link.tls else 1883)
    way = ca or "TLS" if link.tls else "no TLS"
    peer = f"{link.broker}:{port} ({way})"
    password = _password(settings, peer, notes=notes) if with_password else None
    return Broker(link.broker, port, link.user or station_name(link), password, link.tls, ca)


def _password(settings: Settings, peer: str, *, notes: bool) -> str | None:
    """Return the password; raise LinkError for another broker than it first went to after it was written."""
    file = settings.link_folder / "mqtt-password"
    try:
        written = file.stat().st_mtime_ns
        password = text_of(file, MAX_TEXT_BYTES).partition("\n")[0].strip()
    except FileNotFoundError:
        return None
    except (OSError, DataError) as error:
        raise PasswordError(f"{file}: the password can't be read ({error}); check the rights") from error
    memory = Memory(settings.link_folder)
    given = memory.load(PEER)
    if given.get("written") == written and given.get("peer") != peer:
        raise LinkError(
            f"{file}: the password was given for {given.get('peer')}, so it isn't sent to {peer}; write it "
            "into its file again if it is meant for that"
        )
    if notes:
        with suppress(OSError):
            memory.keep(PEER, {"written": written, "peer": peer})
    return password
