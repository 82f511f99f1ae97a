"""Checks of the link: whether the broker can be reached, is the right one, and accepts us."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.doctor.findings import Check, Finding
from companion.link.common import LinkError, Memory, PasswordError, check_page, needs_paho
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import Settings, from_home

if TYPE_CHECKING:
    from companion.link.mqtt.connector import Broker

TIMEOUT_S = 5.0  # timeout of each step of connecting to a broker

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class LinkTrouble(StrEnum):
    """Why the link can't connect to its broker."""

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
    LinkTrouble.NO_NAME: "write its name as this network knows it, or its address, to [link] broker",
    LinkTrouble.AWAY: "does it run, is it on this network, and is [link] port its own?",
    LinkTrouble.NO_TLS: "give the broker a certificate, or name the port that has one (docs/fleet.md)",
    LinkTrouble.EXPIRED: "make the broker a new one (docs/fleet.md); is this machine's clock right?",
    LinkTrouble.NOT_YET: "set this machine's clock",
    LinkTrouble.OTHER_NAME: "write the name that is in it to [link] broker, or make one for this name",
    LinkTrouble.UNKNOWN: "copy the certificate of who has signed it to this machine, and name it: [link] ca",
    LinkTrouble.CERTIFICATE: "make the broker another (docs/fleet.md)",
    LinkTrouble.SILENT: "is [link] port the broker's, and tls as it is set there?",
    LinkTrouble.REFUSED: "compare [link] user and the password file with the broker's (mosquitto_passwd)",
}
"""Next step for each."""

_BY_CODE = {
    9: LinkTrouble.NOT_YET,
    10: LinkTrouble.EXPIRED,
    18: LinkTrouble.UNKNOWN,
    19: LinkTrouble.UNKNOWN,
    20: LinkTrouble.UNKNOWN,
    21: LinkTrouble.UNKNOWN,
    62: LinkTrouble.OTHER_NAME,
    64: LinkTrouble.OTHER_NAME,
}
"""OpenSSL's codes for certificates (X509_V_ERR_...)."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The result of connecting to a broker; `asked`: user and password were checked, too."""

    trouble: LinkTrouble | None = None
    detail: str = ""
    asked: bool = False


def probe_broker(broker: "Broker", *, may_ask: bool) -> Reached:
    """Connect as the link does; raise LinkError if the certificate is missing."""
    context = _context(broker) if broker.tls else None
    try:
        link = socket.create_connection((broker.host, broker.port), TIMEOUT_S)
    except socket.gaierror as error:
        return Reached(LinkTrouble.NO_NAME, str(error.strerror))
    except (OSError, ValueError) as error:
        return Reached(LinkTrouble.AWAY, str(error))
    with link:
        try:
            if context is not None:
                context.wrap_socket(link, server_hostname=broker.host).close()
        except ssl.SSLCertVerificationError as error:
            return Reached(_BY_CODE.get(error.verify_code, LinkTrouble.CERTIFICATE), error.verify_message)
        except (OSError, ValueError) as error:
            return Reached(LinkTrouble.NO_TLS, str(error))
    return _sign_in(broker) if may_ask else Reached()


def _context(broker: "Broker") -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=None if broker.ca is None else str(broker.ca))
    except OSError as error:
        raise LinkError(f"{broker.ca}: there is no certificate to be read ({error})") from error


def _sign_in(broker: "Broker") -> Reached:
    """Check user and password, under another client name: a running link is not disconnected."""
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
        answered.wait(TIMEOUT_S)
        client.disconnect()
        client.loop_stop()
    if not answered.is_set():
        return Reached(LinkTrouble.SILENT, "it does not answer as a broker")
    return Reached(LinkTrouble.REFUSED, refusal, asked=True) if refusal else Reached(asked=True)


def judge_broker(broker: "Broker", reached: Reached) -> Iterator[Finding]:
    """Yield what the result means."""
    where = f"{broker.host}:{broker.port}"
    texts = {
        LinkTrouble.NO_NAME: f"nobody knows a machine {broker.host}",
        LinkTrouble.AWAY: f"the broker {where} can't be reached",
        LinkTrouble.NO_TLS: f"{where} does not speak TLS",
        LinkTrouble.EXPIRED: f"the certificate of {where} is out of date",
        LinkTrouble.NOT_YET: f"the certificate of {where} is not valid yet, by this machine's clock",
        LinkTrouble.OTHER_NAME: f"the certificate of {where} is for another name; is it the right broker?",
        LinkTrouble.UNKNOWN: f"nobody that this machine trusts has signed the certificate of {where}",
        LinkTrouble.CERTIFICATE: f"the certificate of {where} is not good",
        LinkTrouble.SILENT: f"{where} takes the connection and does not answer as a broker",
        LinkTrouble.REFUSED: f"the broker {where} refuses {broker.user}",
    }
    if reached.trouble is not None:
        detail = f" ({reached.detail})" if reached.detail else ""
        yield Check.LINK.wrong(texts[reached.trouble] + detail, STEPS[reached.trouble])
    elif reached.asked:
        yield Check.LINK.fine(f"the broker {where} accepts {broker.user}")
    else:
        text = f"the broker {where} answers; the link's own password can't be read here, so it was not tried"
        yield Check.LINK.fine(text, "docs/fleet.md says how to try it as the link")
    if not broker.tls and broker.host not in LOOPBACK:
        text = (
            "without a certificate (tls = false) everybody on the network can read the password and every "
            "message, pretend to be the broker, and command the station"
        )
        yield Check.LINK.mind(text, "give the broker one, and set tls = true; docs/fleet.md")


def judge_link(settings: Settings) -> Iterator[Finding]:
    """Yield the findings on all settings of the link."""
    link = settings.link
    if not link.enabled:
        yield Check.LINK.absent("the link is off: nothing is sent ([link] enabled)")
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
        twin = Memory(settings.link_folder).load("twin")
        if twin:
            text = f"another station is called {twin.get('name')} too; this one goes by {twin.get('alias')}"
            yield Check.LINK.mind(text, "give one of them another name: [link] station")
    except LinkError as error:
        yield Check.LINK.wrong(str(error), "mend what stands there; docs/fleet.md tells how")


def _judge_page(settings: Settings) -> Finding:
    link = settings.link
    try:
        check_page(link)
    except LinkError as error:
        return Check.LINK.wrong(str(error), "change it: before that the link does not begin")
    where = f"the page is served at {link.page_url or f'{link.page_host}:{link.page_port}'}"
    if not PinFile(from_home(settings.station.data) / PIN_FILE).is_set:
        return Check.LINK.fine(f"{where}; no PIN is set, so nobody has the staff's desk there")
    text = f"{where}; only the PIN keeps others on the network from the staff's desk"
    return Check.LINK.fine(text, "has it six to eight digits? Four are guessed in weeks")
