"""The way out of the house: whether the broker can be reached, is the one that is meant, and lets us in."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.doctor.findings import Check, Finding, Mark
from companion.link.common import LinkError, PasswordError, check_page, needs_paho
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import Settings, from_home

if TYPE_CHECKING:
    from companion.link.mqtt.connector import Broker

PATIENCE_S = 5.0
"""So long a broker may take for each step of letting somebody in."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Trouble(StrEnum):
    """What keeps the link from its broker."""

    NO_NAME = "no-name"
    AWAY = "away"
    NO_TLS = "no-tls"
    EXPIRED = "expired"
    NOT_YET = "not-yet"
    OTHER_NAME = "other-name"
    UNKNOWN = "unknown"
    CERTIFICATE = "certificate"
    SILENT = "silent"
    REFUSED = "refused"


STEPS = {
    Trouble.NO_NAME: "write its name as this network knows it, or its address, to [link] broker",
    Trouble.AWAY: "does it run, is it on this network, and is [link] port its own?",
    Trouble.NO_TLS: "give the broker a certificate, or name the port that has one (docs/fleet.md)",
    Trouble.EXPIRED: "make the broker a new one (docs/fleet.md); is this machine's clock right?",
    Trouble.NOT_YET: "set this machine's clock",
    Trouble.OTHER_NAME: "write the name that is in it to [link] broker, or make one for this name",
    Trouble.UNKNOWN: "copy the certificate of who has signed it to this machine, and name it: [link] ca",
    Trouble.CERTIFICATE: "make the broker another (docs/fleet.md)",
    Trouble.SILENT: "is [link] port the broker's, and tls as it is set there?",
    Trouble.REFUSED: "compare [link] user and the password file with the broker's (mosquitto_passwd)",
}
"""What to do about each."""

_BY_CODE = {
    9: Trouble.NOT_YET,
    10: Trouble.EXPIRED,
    18: Trouble.UNKNOWN,
    19: Trouble.UNKNOWN,
    20: Trouble.UNKNOWN,
    21: Trouble.UNKNOWN,
    62: Trouble.OTHER_NAME,
    64: Trouble.OTHER_NAME,
}
"""What OpenSSL's codes of a certificate mean (X509_V_ERR_...)."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far the link's way to its broker goes; `asked`: user and password were looked at, too."""

    trouble: Trouble | None = None
    detail: str = ""
    asked: bool = False


def probe_broker(broker: "Broker", *, may_ask: bool) -> Reached:
    """Go the way that the link goes, and no further; raises LinkError for a certificate that is not there."""
    context = _context(broker) if broker.tls else None
    try:
        link = socket.create_connection((broker.host, broker.port), PATIENCE_S)
    except socket.gaierror as error:
        return Reached(Trouble.NO_NAME, str(error.strerror))
    except (OSError, ValueError) as error:
        return Reached(Trouble.AWAY, str(error))
    with link:
        try:
            if context is not None:
                context.wrap_socket(link, server_hostname=broker.host).close()
        except ssl.SSLCertVerificationError as error:
            return Reached(_BY_CODE.get(error.verify_code, Trouble.CERTIFICATE), error.verify_message)
        except (OSError, ValueError) as error:
            return Reached(Trouble.NO_TLS, str(error))
    return _let_in(broker) if may_ask else Reached()


def _context(broker: "Broker") -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=None if broker.ca is None else str(broker.ca))
    except OSError as error:
        raise LinkError(f"{broker.ca}: there is no certificate to be read ({error})") from error


def _let_in(broker: "Broker") -> Reached:
    """Whether user and password are accepted, under a name of its own: a link that runs is not put out."""
    from paho.mqtt.client import Client, ConnectFlags
    from paho.mqtt.properties import Properties
    from paho.mqtt.reasoncodes import ReasonCode

    from companion.link.mqtt.connector import KEEP_ALIVE_S, client_of

    answered, refusal = threading.Event(), ""

    def connected(
        client: Client, _: object, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        nonlocal refusal
        refusal = str(reason) if reason.is_failure else ""
        answered.set()

    client = client_of(broker, "")
    client.on_connect = connected
    with suppress(OSError, ValueError):
        client.connect(broker.host, broker.port, KEEP_ALIVE_S)
        client.loop_start()
        answered.wait(PATIENCE_S)
        client.disconnect()
        client.loop_stop()
    if not answered.is_set():
        return Reached(Trouble.SILENT, "it does not answer as a broker")
    return Reached(Trouble.REFUSED, refusal, asked=True) if refusal else Reached(asked=True)


def judge_broker(broker: "Broker", reached: Reached) -> Iterator[Finding]:
    """What that means."""
    where = f"{broker.host}:{broker.port}"
    told = {
        Trouble.NO_NAME: f"nobody knows a machine {broker.host}",
        Trouble.AWAY: f"the broker {where} can't be reached",
        Trouble.NO_TLS: f"{where} does not speak TLS",
        Trouble.EXPIRED: f"the certificate of {where} is out of date",
        Trouble.NOT_YET: f"the certificate of {where} is not valid yet, by this machine's clock",
        Trouble.OTHER_NAME: f"the certificate of {where} is for another name: somebody else may stand there",
        Trouble.UNKNOWN: f"nobody that this machine trusts has signed the certificate of {where}",
        Trouble.CERTIFICATE: f"the certificate of {where} is not good",
        Trouble.SILENT: f"{where} takes the connection and does not answer as a broker",
        Trouble.REFUSED: f"the broker {where} refuses {broker.user}",
    }
    if reached.trouble is not None:
        detail = f" ({reached.detail})" if reached.detail else ""
        yield Finding(Check.LINK, Mark.WRONG, told[reached.trouble] + detail, STEPS[reached.trouble])
    elif reached.asked:
        yield Finding(Check.LINK, Mark.FINE, f"the broker {where} accepts {broker.user}")
    else:
        said = f"the broker {where} answers; the link's own password can't be read here, so it was not tried"
        yield Finding(Check.LINK, Mark.FINE, said, "docs/fleet.md says how to try it as the link")
    if not broker.tls and broker.host not in LOOPBACK:
        said = (
            "without a certificate (tls = false) whoever is on the network can read the password and every "
            "message, pass for the broker, and command the station"
        )
        yield Finding(Check.LINK, Mark.MIND, said, "give the broker one, and set tls = true; docs/fleet.md")


def judge_link(settings: Settings) -> Iterator[Finding]:
    """All that is set of the way out."""
    link = settings.link
    if not link.enabled:
        yield Finding(Check.LINK, Mark.ABSENT, "the link is off: nothing is sent ([link] enabled)")
        return
    if link.broker:
        yield from _judge_set_broker(settings)
    if link.page and (link.page_url or link.page_proxy or link.page_host not in LOOPBACK):
        yield _judge_page(settings)


def _judge_set_broker(settings: Settings) -> Iterator[Finding]:
    try:
        with needs_paho():
            from companion.link.mqtt.connector import broker_of
        try:
            broker, may_ask = broker_of(settings), True
        except PasswordError:
            broker, may_ask = broker_of(settings, with_password=False), False
        yield from judge_broker(broker, probe_broker(broker, may_ask=may_ask))
    except LinkError as error:
        yield Finding(Check.LINK, Mark.WRONG, str(error), "mend what stands there; docs/fleet.md tells how")


def _judge_page(settings: Settings) -> Finding:
    link = settings.link
    try:
        check_page(link)
    except LinkError as error:
        return Finding(Check.LINK, Mark.WRONG, str(error), "change it: before that the link does not begin")
    where = f"the page is served at {link.page_url or f'{link.page_host}:{link.page_port}'}"
    if not PinFile(from_home(settings.station.data) / PIN_FILE).is_set:
        return Finding(Check.LINK, Mark.FINE, f"{where}; no PIN is set, so nobody has the staff's desk there")
    said = f"{where}; only the PIN keeps others on the network from the staff's desk"
    return Finding(Check.LINK, Mark.FINE, said, "has it six to eight digits? Four are guessed in weeks")
