"""Checks of the link: whether the broker can be reached, is the right one, and accepts us."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from companion.doctor.findings import Check, Finding
from companion.link.common import LinkError, PasswordError, check_page, needs_paho
from companion.link.mqtt.broker import Broker, broker_of
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import LOOPBACK, Settings, from_home
from companion.system.data import toml_beside

TIMEOUT_S = 5.0  # timeout of each step of connecting to a broker


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


TROUBLES: dict[str, dict[str, str]] = toml_beside(__file__, "link_troubles.toml")
"""Each trouble in words, and the next step."""

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


@dataclass(frozen=True)
class Reached:
    """The result of connecting to a broker; `asked`: user and password were checked, too."""

    trouble: LinkTrouble | None = None
    detail: str = ""
    asked: bool = False


def probe_broker(broker: Broker, *, may_ask: bool) -> Reached:
    """Connect as the link does; raise LinkError if the certificate is missing."""
    context = broker.trusted()
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


def _sign_in(broker: Broker) -> Reached:
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


def judge_broker(broker: Broker, reached: Reached) -> Iterator[Finding]:
    """Yield what the result means."""
    where = f"{broker.host}:{broker.port}"
    if reached.trouble is not None:
        detail = f" ({reached.detail})" if reached.detail else ""
        trouble = TROUBLES[reached.trouble]
        what = trouble["what"].format(where=where, host=broker.host, user=broker.user)
        yield Check.LINK.wrong(what + detail, trouble["step"])
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
        yield Check.LINK.warn(text, "give the broker one, and set tls = true; docs/fleet.md")


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
            import companion.link.mqtt.connector  # noqa: F401
        try:
            broker, may_ask = broker_of(settings), True
        except PasswordError:
            broker, may_ask = broker_of(settings, with_password=False), False
        yield from judge_broker(broker, probe_broker(broker, may_ask=may_ask))
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
