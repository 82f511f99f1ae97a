"""What the doctor says of the way out, at a real Mosquitto: with certificates, good and bad, and without."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.findings import Finding, Severity
from companion.doctor.link import judge_link
from companion.link.connectors import linked
from companion.link.demo import free_port
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import LinkSettings, Settings, StationSettings
from tests.support.answering import AnsweringStation
from tests.support.broker import Broker, Listener
from tests.support.certificates import certificates

LINK = LinkSettings(enabled=True, station="hall-1", broker="localhost")


@contextmanager
def running(folder: Path, rules: str) -> Iterator[Broker]:
    it = Broker(folder, rules)
    it.start()
    try:
        yield it
    finally:
        it.stop()


def found(folder: Path, link: LinkSettings) -> list[Finding]:
    return list(judge_link(Settings(station=StationSettings(data=folder / "data"), link=link)))


def one(folder: Path, link: LinkSettings) -> Finding:
    (finding,) = found(folder, link)
    return finding


def test_a_broker_with_a_certificate_of_a_known_house_is_well(tmp_path: Path) -> None:
    made = certificates(tmp_path / "certs")
    with running(tmp_path, f"allow_anonymous true\n{made.rules}") as broker:
        finding = one(tmp_path, replace(LINK, port=broker.port, ca=made.ca))
        assert (finding.mark, "accepts hall-1" in finding.what) == (Severity.FINE, True)


@pytest.mark.parametrize(
    ("name", "days", "knows", "words", "step"),
    [
        ("localhost", -1, True, "out of date", "clock"),
        ("broker.elsewhere", 30, True, "another name", "[link] broker"),
        ("localhost", 30, False, "nobody that this machine trusts", "[link] ca"),
    ],
)
def test_a_certificate_that_is_not_good_is_said_in_words(
    tmp_path: Path, name: str, days: int, knows: bool, words: str, step: str
) -> None:
    made = certificates(tmp_path / "certs", name, days)
    with running(tmp_path, f"allow_anonymous true\n{made.rules}") as broker:
        finding = one(tmp_path, replace(LINK, port=broker.port, ca=made.ca if knows else Path()))
    assert (finding.mark, words in finding.what) == (Severity.WRONG, True), finding
    assert step in str(finding.next_step)


def test_a_broker_without_tls_is_not_taken_for_one_that_has_it_and_what_that_means_is_said(
    tmp_path: Path,
) -> None:
    with running(tmp_path, "allow_anonymous true") as broker:
        finding = one(tmp_path, replace(LINK, port=broker.port))
        assert (finding.mark, "does not speak TLS" in finding.what) == (Severity.WRONG, True)
        assert one(tmp_path, replace(LINK, port=broker.port, tls=False)).mark is Severity.FINE
        # By its address beyond this machine.
        other = replace(LINK, port=broker.port, tls=False, broker="127.0.0.2")
        *_, warning = found(tmp_path, other)
        assert (warning.mark, "can read the password" in warning.what) == (Severity.WARNING, True)


def test_a_password_that_is_not_accepted_is_reported(tmp_path: Path) -> None:
    passwords, own = tmp_path / "passwords", tmp_path / "data" / "link" / "mqtt-password"
    own.parent.mkdir(parents=True)
    passwords.touch(mode=0o600)
    try:
        subprocess.run(["mosquitto_passwd", "-b", str(passwords), "hall-1", "secret"], check=True)
    except FileNotFoundError:
        pytest.skip("mosquitto is not installed")
    made = certificates(tmp_path / "certs")
    rules = f"allow_anonymous false\npassword_file {passwords}\n{made.rules}"
    with running(tmp_path, rules) as broker:
        link = replace(LINK, port=broker.port, ca=made.ca)
        own.write_text("guessed\n")
        refused = one(tmp_path, link)
        assert (refused.mark, "refuses hall-1" in refused.what) == (Severity.WRONG, True)
        own.write_text("secret\n")
        assert one(tmp_path, link).mark is Severity.FINE
        own.write_bytes(b"\xff\xfe")
        assert "was not tried" in one(tmp_path, link).what


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (replace(LINK, port=free_port()), "can't be reached"),
        (replace(LINK, broker="no-such-machine.invalid"), "nobody knows a machine"),
        (replace(LINK, ca=Path("/nowhere/ca.crt")), "certificate"),
        (replace(LINK, station="Hall 1"), "small letters"),
    ],
)
def test_what_is_not_there_is_reported(tmp_path: Path, link: LinkSettings, words: str) -> None:
    finding = one(tmp_path, link)
    assert (finding.mark, words in finding.what) == (Severity.WRONG, True), finding


def test_a_link_that_is_off_is_as_it_should_be(tmp_path: Path) -> None:
    assert one(tmp_path, LinkSettings()).mark is Severity.ABSENT


def test_a_page_on_the_network_asks_for_a_long_pin(tmp_path: Path) -> None:
    link = LinkSettings(enabled=True, page=True)
    assert found(tmp_path, link) == []
    link = replace(link, page_host="192.168.1.20")
    assert "no PIN is set" in one(tmp_path, link).what
    (tmp_path / "data").mkdir()
    PinFile(tmp_path / "data" / PIN_FILE).set("123456")
    assert "six to eight digits" in str(one(tmp_path, link).next_step)


# paho leaves the socket of a broken handshake to be collected.
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_link_itself_speaks_tls_and_to_nobody_unknown(tmp_path: Path) -> None:
    made = certificates(tmp_path / "certs")
    with running(
        tmp_path, f"allow_anonymous true\n{made.rules}\nlistener {(plain := free_port())} 127.0.0.1"
    ) as broker:
        link = replace(LINK, port=broker.port, ca=made.ca)
        station = AnsweringStation(tmp_path, link)
        station.start()
        listener = Listener(plain, "five-lines/#")
        try:
            stranger = replace(station.settings, link=replace(link, ca=certificates(tmp_path / "other").ca))
            with linked(stranger):
                # Whoever sends it a password first has looked whom it goes to.
                assert listener.stays_quiet(2.0)
            with linked(station.settings):
                listener.newest("five-lines/hall-1/status", "online")
        finally:
            listener.close()
            station.stop()
