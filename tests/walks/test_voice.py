"""Pages that are spoken by a program of its own: what is said, in which order and language, or why not."""

import os
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.analysis.play.value_table import path_of
from companion.display.attract_scene import game_s, loop_s
from companion.game import Seat, play, rules_for
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.presentation import VoiceMode
from companion.interface.views import (
    AttractView,
    InsightView,
    PauseView,
    PlayView,
    SettingsView,
    SetUpView,
    SoundView,
    ThrowOffView,
    WelcomeView,
)
from companion.presentation.words import translator
from companion.presentation.words.story import story
from companion.settings.pin import PinFile
from companion.settings.sections import GameSettings, Location, StationSettings, VisitorsSettings
from hardware.audio.mixer import SPEECH_CHANNEL
from hardware.audio.recordings import file_stem
from hardware.audio.voice import SYNTHESIS_TIMEOUT_S
from tests.support.chances import QUICK, quick_table
from tests.support.stand_in_voice import StandInEspeak, stand_in_espeak, tone
from tests.support.table import TIMINGS
from tests.support.walk import USUAL, Walk, walk

SPOKEN = replace(USUAL, visitors=VisitorsSettings(voice=VoiceMode.ON))
RULES = rules_for(USUAL.game.rules, USUAL.game.options)
GAME_S, LOOP_S = game_s(RULES), loop_s(RULES)
OFFERED = replace(USUAL, visitors=VisitorsSettings(voice=VoiceMode.OFFERED))


@pytest.fixture
def espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInEspeak:
    return stand_in_espeak(tmp_path / "bin", monkeypatch)


def hear(person: Walk, espeak: StandInEspeak, *said: str) -> None:
    """These are the last things that were spoken, or are soon; each of them stands on the page."""
    espeak.until(lambda: espeak.sentences()[-len(said) :] == list(said), person.turn)
    assert set(said) <= set(person.texts)


def hears(person: Walk, espeak: StandInEspeak, said: str) -> None:
    """Somebody hears it, or does soon."""
    espeak.until(lambda: said in espeak.sentences(), person.turn)


def test_a_game_is_spoken_as_it_goes_on_and_every_word_of_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        hear(person, espeak, "Five Lines", "One player", "Two players")
        person.touch(intents.PlayAgainst(None))
        hear(person, espeak, "Which game?")
        person.touch(intents.Pick(intents.Named.GAME, "quick"))
        hears(person, espeak, "Set up your counters")
        person.table.lay(person.shows(SetUpView).position.halves())
        person.wait(1.5)
        hears(person, espeak, "All set")
        person.wait(3.0)
        while isinstance(shown := person.view, ThrowOffView):
            if shown.winner is None:
                person.press()
            person.wait(1.0)
        seat = person.shows(PlayView).state.seat
        colour = {Seat.A: "Blue", Seat.B: "White"}
        hear(
            person,
            espeak,
            f"{colour[seat]} throws",
            "Touch here or press the button.",
        )
        person.press()
        person.wait(1.5)
        state = person.shows(PlayView).state
        assert state.throw is not None
        assert state.legal
        one = len({move.source for move in state.legal}) == 1
        ringed = "Move the ringed counter" if one else "Move one of the ringed counters"
        steps = "one step." if state.throw == 1 else f"{state.throw} steps."
        hear(person, espeak, f"Move {state.throw}", f"{ringed} {steps}")
        wrong = play(state.position, state.legal[0]).halves()
        person.table.lay(wrong.with_count(seat, state.legal[0].target, 0))
        person.wait(6.0)
        hears(person, espeak, "Put it down")
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(3.0)
        hears(person, espeak, f"{colour[seat.other]} throws")
        assert {voice for voice, _ in espeak.spoken} == {"en-gb"}


def test_it_speaks_the_language_of_the_page_and_the_newest_words_cut_those_before_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        hear(person, espeak, "Five Lines", "One player", "Two players")
        person.touch(intents.Pick(intents.Named.LANGUAGE, "el"))
        espeak.until(lambda: len(espeak.spoken) == 6, person.turn)
        assert espeak.spoken[-1] == ("el", "Δύο παίκτες")
        espeak.hang()
        person.touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        espeak.until(lambda: espeak.spoken[-1] == ("de", "Fünf Linien"), person.turn)
        espeak.mend()
        person.touch(intents.PlayAgainst(None))
        hear(person, espeak, "Welches Spiel?")
        # Nothing of the first page is said after it.
        assert [said for _, said in espeak.spoken[6:]] == ["Fünf Linien", "Welches Spiel?"]


def test_the_story_is_reported_once_after_somebody_was_there_and_then_an_empty_hall_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    told = [page.said for page in story(translator("en"))]
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        hear(person, espeak, "Five Lines", "One player", "Two players")
        attract_s = TIMINGS.attract_s
        person.wait(attract_s + GAME_S + 1.0, turn_s=1.0)
        hear(person, espeak, told[0])
        person.wait(LOOP_S, turn_s=1.0)
        hear(person, espeak, told[1])
        for _ in range(3 * len(told)):
            person.wait(LOOP_S / 2, turn_s=LOOP_S / 2)
            espeak.until(lambda: True, person.turn)
        quiet = len(espeak.spoken)
        for _ in range(2 * len(told)):
            person.wait(LOOP_S / 2, turn_s=LOOP_S / 2)
        assert isinstance(person.view, AttractView)
        assert len(espeak.spoken) == quiet
        person.touch(Ask.WELCOME)
        hear(person, espeak, "Five Lines", "One player", "Two players")
        person.wait(attract_s + GAME_S + 1.0, turn_s=1.0)
        hear(person, espeak, told[0])


def test_a_slow_voice_ends_its_sentence_of_the_story_and_is_silent_for_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    told = story(translator("en"))[0].said
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        hear(person, espeak, "Five Lines", "One player", "Two players")
        channel = pygame.mixer.Channel(SPEECH_CHANNEL)
        espeak.until(lambda: not channel.get_busy(), person.turn)
        tone(espeak.folder / "tone.wav", samples=22050 * 120)
        person.wait(TIMINGS.attract_s + GAME_S + 1.0, turn_s=1.0)
        hear(person, espeak, told)
        espeak.until(channel.get_busy, person.turn)
        spoken = channel.get_sound()
        person.wait(LOOP_S - GAME_S, turn_s=1.0)
        person.shows(AttractView)
        assert told not in person.texts
        assert channel.get_sound() is spoken
        person.touch(Ask.WELCOME)
        assert channel.get_sound() is not spoken


def test_whether_it_was_luck_is_spoken_when_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    settings = replace(
        SPOKEN, game=GameSettings(rules="schaedler", options=("larger-throw-enters=yes",), starter="A")
    )
    with walk(tmp_path, monkeypatch, settings=settings) as person:
        person.begin_game()
        while isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(1.5)
        person.press()
        person.wait(1.5)
        state = person.shows(PlayView).state
        assert state.legal
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(2.0)
        person.touch(Ask.PAUSE)
        person.touch(intents.GiveUp(Seat.A))
        person.touch(intents.Agree(Seat.A))
        person.touch(Ask.SHOW_INSIGHT)
        hears(person, espeak, "Was it luck?")
        espeak.until(lambda: person.shows(InsightView).balances is not None, person.turn)
        # White has not thrown, which is neither luck nor a mistake.
        for said in ("White had neither good nor bad luck.", "White made no mistake."):
            hears(person, espeak, said)
            assert said in person.texts
        person.touch(intents.Enter(intents.Number.LEAF, 0))
        hears(person, espeak, "The chance to win")


def test_visitors_switch_the_voice_on_and_who_comes_next_finds_it_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    PinFile(tmp_path / "data" / "staff-pin.json").set("40718")
    patient = replace(OFFERED, station=StationSettings(place=Location.HALL))
    with walk(tmp_path, monkeypatch, settings=patient) as person:
        person.touch(Ask.SHOW_SOUND)
        assert person.shows(SoundView).speaks is False
        assert espeak.spoken == []
        person.picture("sound-voice")
        person.touch(intents.Switch(intents.Toggle.VOICE, True))
        hear(person, espeak, "With voice")
        person.wait(TIMINGS.quiet_s + TIMINGS.warning_s + 5.0, turn_s=1.0)
        person.shows(WelcomeView)
        said = len(espeak.spoken)
        person.touch(intents.PlayAgainst(None))
        person.wait(1.0)
        assert len(espeak.spoken) == said


def test_sound_and_voice_are_offered_on_the_first_page_and_in_a_pause_where_no_pin_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    with walk(tmp_path, monkeypatch, settings=OFFERED) as person:
        assert Ask.OPEN_STAFF in person.intents
        person.touch(Ask.SHOW_SOUND)
        person.touch(intents.Switch(intents.Toggle.MUTED, True))
        assert person.shows(SoundView).muted
        person.touch(intents.Switch(intents.Toggle.MUTED, False))
        person.touch(Ask.BACK)
        person.shows(WelcomeView)
        person.begin_game()
        while isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(1.5)
        person.touch(Ask.PAUSE)
        person.picture("pause-open")
        assert "Sound" in person.texts
        person.touch(Ask.SHOW_SOUND)
        person.touch(intents.Switch(intents.Toggle.VOICE, True))
        hears(person, espeak, "With voice")
        person.touch(Ask.BACK)
        person.shows(PauseView)


def test_where_no_voice_is_offered_nobody_hears_of_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    PinFile(tmp_path / "data" / "staff-pin.json").set("40718")
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.SHOW_SOUND)
        assert person.shows(SoundView).speaks is None
        assert "With voice" not in person.texts
        person.touch(Ask.BACK)
        person.touch(intents.PlayAgainst(None))
        person.wait(1.0)
    assert espeak.spoken == []


def test_staff_switch_it_on_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_LOOK)
        person.picture("look-voice")
        person.touch(intents.Pick(intents.Named.VOICE, VoiceMode.ON))
        assert person.shows(SettingsView).voice is VoiceMode.ON
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        hear(person, espeak, "Five Lines", "One player", "Two players")
    assert 'voice = "on"' in (tmp_path / "station.toml").read_text(encoding="utf-8")


def test_muted_nothing_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    quiet = replace(SPOKEN, sound=replace(USUAL.sound, mute=True))
    with walk(tmp_path, monkeypatch, settings=quiet) as person:
        person.touch(intents.PlayAgainst(None))
        person.wait(1.0)
        assert Fault.VOICE_MISSING not in person.it.station.faults
    assert espeak.spoken == []


def test_a_voice_that_hangs_is_reported_to_the_staff_alone_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    espeak.hang()
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        espeak.until(lambda: len(espeak.spoken) == 1, person.turn)
        person.begin_game()
        person.wait(SYNTHESIS_TIMEOUT_S)
        assert Fault.VOICE_MISSING in person.it.station.faults
        assert "does not answer" in person.it.station.why(Fault.VOICE_MISSING)
        assert isinstance(person.view, ThrowOffView | PlayView)
        assert "There is no voice." not in person.texts
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(Ask.BACK)
        espeak.mend()
        person.wait(40.0, turn_s=1.0)
        assert Fault.VOICE_MISSING not in person.it.station.faults


def test_a_voice_that_is_missing_is_reported_to_the_staff_alone_and_comes_once_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = os.environ["PATH"]
    monkeypatch.setenv("PATH", str(tmp_path))
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        assert Fault.VOICE_MISSING in person.it.station.faults
        assert "apt install espeak-ng" in person.it.station.why(Fault.VOICE_MISSING)
        person.touch(intents.PlayAgainst(None))
        assert "There is no voice." not in person.texts
        person.touch(Ask.BACK)
        person.touch(Ask.OPEN_STAFF)
        assert any("There is no voice." in text for text in person.texts)
        monkeypatch.setenv("PATH", usual)
        espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
        person.wait(40.0, turn_s=1.0)
        assert Fault.VOICE_MISSING not in person.it.station.faults
        person.touch(Ask.BACK)
        hear(person, espeak, "Five Lines", "One player", "Two players")


def test_what_people_have_recorded_goes_before_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, espeak: StandInEspeak
) -> None:
    folder = tmp_path / "data" / "recordings" / "en"
    folder.mkdir(parents=True)
    assert file_stem("Which game?") == "which-game"
    tone(folder / "Which game.WAV")
    tone(folder / "two-players.wav")
    (folder / "one-player.wav").write_bytes(b"no sound")
    with walk(tmp_path, monkeypatch, settings=SPOKEN) as person:
        espeak.until(lambda: len(espeak.spoken) == 2, person.turn)
        person.touch(intents.PlayAgainst(None))
        person.touch(intents.Pick(intents.Named.GAME, "quick"))
        espeak.until(lambda: len(espeak.spoken) >= 3, person.turn)
    # What can't be played is spoken by the program.
    assert espeak.sentences()[:3] == ["Five Lines", "One player", "Set up your counters"]
