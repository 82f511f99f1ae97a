"""A class of thirty votes on phones, behind one address, and the screen counts."""

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import pytest

from companion.game import play
from companion.interface.intents import Ask, Enter, Number
from companion.interface.views import PlayView
from companion.link.control_client import ControlClient
from companion.settings.sections import DiceOwner, GameSettings, LinkSettings
from companion.settings.settings_file import read_settings
from tests.support.page_server import AnsweringStation, Served, Stream, served
from tests.support.walk import USUAL, Walk, walk

CLASS = 30
VOTING = replace(
    USUAL, game=GameSettings(starter="A"), link=LinkSettings(enabled=True, page_open=True, page_vote=True)
)

T = TypeVar("T")


@dataclass
class RealSocket(AnsweringStation):
    """The station's own socket, for a page that is served."""

    line: ControlClient = field(kw_only=True)

    def ask(self, question: dict[str, object], timeout_s: float = 5.0) -> dict[str, Any]:
        self.asked.append(question)
        return self.line.ask(question, timeout_s)

    def ask_file(
        self, question: dict[str, object], timeout_s: float = 5.0
    ) -> tuple[dict[str, Any], BinaryIO | None]:
        return {"ok": False}, None


@contextmanager
def page_of(person: Walk) -> Iterator[Served]:
    """The page of the station that is open, which asks it through its socket."""
    data = person.folder / "data"
    with (
        ControlClient(data / "station.sock") as line,
        served(data / "journal.sqlite", station=RealSocket(line=line)) as page,
    ):
        yield page


def meanwhile(person: Walk, jobs: Sequence[Callable[[], T]]) -> list[T]:
    """Do things from outside, at once, while the station turns."""
    with ThreadPoolExecutor(len(jobs)) as others:
        futures: list[Future[T]] = [others.submit(job) for job in jobs]
        while wait(futures, 0.01).not_done:
            person.turn()
        return [future.result() for future in futures]


def begin_turn(person: Walk) -> PlayView:
    """Throw until there is a choice."""
    for _ in range(12):
        if person.shows(PlayView).state.throw is None:
            person.press()
            person.wait(3.0)
        view = person.shows(PlayView)
        assert view.state.legal is not None
        if len(view.state.legal.choices) > 1:
            return view
        person.table.lay(play(view.state.position, view.state.legal.choices[0]).halves())
        person.wait(3.0)
    raise AssertionError("no throw leaves a choice")


def first_event(stream: Stream) -> str:
    return next(stream.events())[1]


def voted(page: Served, cookie: str, name: str, ply: int, choice: int) -> tuple[int, str]:
    sent = {"game": name, "ply": str(ply), "choice": str(choice)}
    status, headers, _ = page.post("/vote", sent, **({"Cookie": cookie} if cookie else {}))
    return status, (headers["Set-Cookie"] or "").partition(";")[0]


def test_thirty_phones_behind_one_address_vote_and_the_screen_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=VOTING) as person, page_of(person) as page:
        person.begin_game()
        view = begin_turn(person)
        assert view.state.legal is not None
        ply, choices = view.state.ply, len(view.state.legal.choices)
        texts = meanwhile(person, [lambda: page.get("/")[2]])
        found = re.search(r'data-game="([^"]+)"', texts[0])
        assert found is not None
        name = found[1]
        assert 'data-vote="on"' in texts[0]
        assert texts[0].count(f'data-ply="{ply}"') == choices
        streams: list[Stream] = [page.stream(f"/stream?game={name}&after=0") for _ in range(CLASS)]
        try:
            kinds = meanwhile(person, [partial(first_event, it) for it in streams])
            assert kinds == ["here"] * CLASS
            jobs = [partial(voted, page, "", name, ply, number % 2) for number in range(CLASS)]
            answers = meanwhile(person, jobs)
            assert {status for status, _ in answers} == {200}
            marks = [cookie for _, cookie in answers]
            assert len(set(marks)) == CLASS
            person.wait(0.2)
            assert person.shows(PlayView).votes[:2] == (15, 15)
            assert any(text.startswith("Votes:") for text in person.texts)
            person.picture("votes")
            # Somebody changes their mind; nobody votes twice, nor for somebody who isn't there.
            assert meanwhile(person, [lambda: voted(page, marks[0], name, ply, 1)])[0][0] == 200
            assert meanwhile(person, [lambda: voted(page, "", name, ply, 1)])[0][0] == 429
            person.wait(0.2)
            assert person.shows(PlayView).votes[:2] == (14, 16)
            # For what can't be chosen, or another turn, nobody votes.
            assert meanwhile(person, [lambda: voted(page, marks[0], name, ply, choices)])[0][0] == 409
            assert meanwhile(person, [lambda: voted(page, marks[0], name, ply + 1, 0)])[0][0] == 409
            person.table.lay(play(view.state.position, view.state.legal.choices[0]).halves())
            person.wait(3.0)
            assert person.shows(PlayView).votes == ()
        finally:
            for stream in streams:
                stream.close()
        secrets = [cookie.partition("=")[2].encode() for cookie in marks]
        for file in tmp_path.rglob("*"):
            if file.is_file():
                assert not [secret for secret in secrets if secret in file.read_bytes()]


def test_a_throw_that_is_corrected_takes_its_votes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = replace(VOTING, game=replace(VOTING.game, dice=DiceOwner.OWN))
    with walk(tmp_path, monkeypatch, settings=own) as person:
        person.begin_game()
        person.touch(Enter(Number.THROW, 3))
        state = person.shows(PlayView).state
        assert state.legal is not None
        votes = [7] + [0] * (len(state.legal.choices) - 1)
        with ControlClient(tmp_path / "data" / "station.sock") as line:
            told = meanwhile(person, [lambda: line.ask({"do": "vote", "ply": state.ply, "votes": votes})])
        assert told == [{"ok": True}]
        person.wait(0.2)
        assert person.shows(PlayView).votes == tuple(votes)
        person.touch(Ask.THROW)
        person.touch(Enter(Number.THROW, 6))
        corrected = person.shows(PlayView)
        assert (corrected.state.ply, corrected.state.throw) == (state.ply, 6)
        assert corrected.votes == ()


def test_phones_vote_only_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    not_asked = replace(VOTING, link=replace(VOTING.link, page_vote=False))
    with walk(tmp_path, monkeypatch, settings=not_asked) as person, page_of(person) as page:
        person.begin_game()
        ply = begin_turn(person).state.ply
        text = meanwhile(person, [lambda: page.get("/")[2]])[0]
        assert "data-vote" not in text.partition("<main")[0]
        found = re.search(r'data-game="([^"]+)"', text)
        assert found is not None
        with closing(page.stream(f"/stream?game={found[1]}&after=0")) as stream:
            assert meanwhile(person, [partial(first_event, stream)]) == ["here"]
            assert meanwhile(person, [lambda: voted(page, "", found[1], ply, 0)])[0][0] == 409
        assert person.shows(PlayView).votes == ()
        # The teacher wants it now, on the staff's page for phones.
        assert isinstance(page.station, RealSocket)
        line = page.station.line
        assert meanwhile(person, [lambda: line.ask({"do": "page-vote", "on": True})]) == [{"ok": True}]
        person.wait(0.2)
        assert read_settings(tmp_path / "station.toml").link.page_vote
        assert 'data-vote="on"' in meanwhile(person, [lambda: page.get("/")[2]])[0]
