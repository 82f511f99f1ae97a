"""The doctor looks at the voice: the program in each language, and the files that people recorded."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.doctor.findings import Severity
from companion.doctor.voice import Voices, judge, probe
from companion.interface.presentation import VoiceMode
from companion.presentation.words import LANGUAGES
from companion.settings.sections import Settings, StationSettings, VisitorsSettings
from tests.support.stand_in_voice import stand_in_espeak, tone

SPOKEN = Settings(visitors=VisitorsSettings(voice=VoiceMode.OFFERED))


def at(folder: Path) -> Settings:
    return replace(SPOKEN, station=StationSettings(data=folder))


def test_a_program_that_speaks_every_language_is_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
    facts = probe(at(tmp_path))
    assert facts == Voices(())
    assert [voice for voice, _ in espeak.spoken] == ["en-gb", "de", "fr-fr", "it", "el"]
    assert [finding.mark for finding in judge(facts, SPOKEN)] == [Severity.FINE]


def test_one_that_gives_no_sound_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
    (espeak.folder / "tone.wav").write_bytes(b"RIFF")
    facts = probe(at(tmp_path))
    assert facts.dumb == tuple(LANGUAGES)
    (finding,) = judge(facts, SPOKEN)
    assert (finding.mark, "en, de, fr, it, el" in finding.what) == (Severity.WARNING, True)


def test_without_a_program_recordings_do_and_what_can_not_be_played_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "apt install" in str(next(judge(probe(at(tmp_path)), SPOKEN)).next_step)
    folder = tmp_path / "recordings" / "it"
    folder.mkdir(parents=True)
    tone(folder / "uno.wav")
    (folder / "due.ogg").write_bytes(b"nothing")
    facts = probe(at(tmp_path))
    assert (facts.dumb, facts.recordings) == (None, 2)
    missing, broken = judge(facts, SPOKEN)
    assert "only what is in 2 recordings is spoken" in missing.what
    assert str(folder / "due.ogg") in broken.what


def test_where_nothing_is_to_be_spoken_nothing_is_missing() -> None:
    (finding,) = judge(Voices(None), Settings())
    assert finding.mark is Severity.ABSENT
