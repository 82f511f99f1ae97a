"""station.toml: an example that explains all, each mistake with its line, changes that keep comments."""

import os
import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import EXIT_USER_ERROR, main
from companion.game import rules_for
from companion.interface.presentation import Theme
from companion.settings.errors import SettingsError
from companion.settings.sections import AS_PUBLISHED, GameSettings, Language, Settings
from companion.settings.settings_file import (
    CONSTANT,
    changed_text,
    parse_settings,
    read_settings,
    remarks,
    save_settings,
    settings_text,
)
from companion.settings.toml_lines import lines_of_keys
from companion.system.data import MAX_MISTAKES, MAX_REREAD, MAX_TOML_BYTES
from hardware.settings import CameraDevice, SoundDevice


def mistakes(text: str) -> list[str]:
    with pytest.raises(SettingsError) as told:
        parse_settings(text)
    return str(told.value).split("\n")


class TestExample:
    def test_it_holds_every_setting_explained_and_gives_the_usual_values(self) -> None:
        text = settings_text()
        assert parse_settings(text) == Settings()
        rows = text.split("\n")
        keys = 0
        for number, row in enumerate(rows):
            if row and not row.startswith(("#", "[")):
                keys += 1
                block = rows[:number][::-1]
                comments = block[: block.index("")]
                assert len(comments) >= 2, f"{row} has no explanation"
                assert all(comment.startswith("# ") for comment in comments)
        assert keys == sum(len(fields(getattr(Settings(), section.name))) for section in fields(Settings))

    def test_an_empty_file_gives_the_usual_values_too(self) -> None:
        assert parse_settings("") == Settings()

    def test_the_command_prints_what_its_check_finds_right(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["settings", "example"]) == 0
        path = tmp_path / "station.toml"
        path.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["settings", "check", str(path)]) == 0
        assert capsys.readouterr().out == f"{path}: OK\n"

    @pytest.mark.parametrize(
        ("link", "said"),
        [
            ('station = "../x"', "small letters"),
            ('page_url = "javascript:alert(1)"', "page_url"),
            ('page_names = ["*"]', "page_names"),
            ('broker = "a b"', "broker"),
            ('hub = "ftp://x"', "hub"),
            ("page = true\nhub = 'http://x'\nhub_port = 8016", "hub_port"),
            ("enabled = true", "nothing to connect to"),
            ('broker = "a"\nca = "away.crt"', "away.crt: there is no certificate"),
            ('[station]\nboard = "away.toml"', "away.toml: there is no such file"),
        ],
    )
    def test_the_check_says_what_the_link_would_refuse(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], link: str, said: str
    ) -> None:
        path = tmp_path / "station.toml"
        path.write_text(f"[link]\n{link}\n", encoding="utf-8")
        assert main(["settings", "check", str(path)]) == 2
        assert said in capsys.readouterr().err


class TestMistakes:
    def test_all_are_reported_a_line_each_with_what_is_allowed(self) -> None:
        text = """\
[station]
language = "gr"
[camera]
frame_rate = "fast"
width_px = 12.5
mains_hz = 55

[buton]
pin = 3
[button]
pin = 40
pulled_up = 20
pull_up = 1
[sound]
volume = nan
[game]
rules = "schädler"
options = "to-win=4"
"""
        assert mistakes(text) == [
            'station.toml, line 2: [station] language = "gr"; allowed: "en", "de", "fr", "it", "el"',
            'station.toml, line 4: [camera] frame_rate = "fast"; allowed: a number from 1 to 60',
            "station.toml, line 5: [camera] width_px = 12.5; allowed: a whole number from 320 to 1920",
            "station.toml, line 6: [camera] mains_hz = 55; allowed: 50, 60",
            "station.toml, line 8: [buton] is no section; did you mean button?",
            "station.toml, line 11: [button] pin = 40; allowed: a whole number from 2 to 27",
            "station.toml, line 12: [button] pulled_up is not known; did you mean pull_up?",
            "station.toml, line 13: [button] pull_up = 1; allowed: true, false",
            "station.toml, line 15: [sound] volume = nan; allowed: a number from 0 to 1",
            'station.toml, line 17: [game] rules = "schädler"; did you mean "schaedler"? '
            'allowed: "schaedler", "kidd", "locus-ludi-race", "locus-ludi-capture", "schaedler-adapted", '
            '"kalkhoven", "ludii-race", "ludii-capture"',
            'station.toml, line 18: [game] options = "to-win=4"; allowed: a list of texts, ["...", "..."]',
        ]

    def test_those_about_the_computer_are_reported(self) -> None:
        assert mistakes('[opponent]\nseat = "C"\nlevel = "grandmaster"\nhint = true\nchance = 1\n') == [
            'station.toml, line 2: [opponent] seat = "C"; allowed: "none", "A", "B"',
            'station.toml, line 3: [opponent] level = "grandmaster"; allowed: "first-game", "beginner", '
            '"learner", "steady", "good", "strong", "perfect"',
            "station.toml, line 4: [opponent] hint is not known; did you mean hints?",
            "station.toml, line 5: [opponent] chance = 1; allowed: true, false",
        ]

    def test_what_is_nearly_right_is_answered_with_what_was_meant(self) -> None:
        text = 'launguage = "en"\n[visitors]\noffered = ["kid"]\n[camera]\ndevice = "opencvv"\n'
        text += '[station]\nstill_to_set_up = ["hours", "sound"]\n'
        assert mistakes(text) == [
            "station.toml, line 1: launguage is not known, and stands before any section; "
            "did you mean language?",
            "station.toml, line 3: [visitors] offered: 'kid' is no game; did you mean kidd?",
            'station.toml, line 5: [camera] device = "opencvv"; did you mean "opencv"? allowed: "auto", '
            '"picamera2", "opencv", "film", "virtual"',
            "station.toml, line 7: [station] still_to_set_up: 'sound' is no step of setting up; "
            "there are language, place, screen, camera, devices, board, game",
        ]

    def test_a_key_before_its_section_is_reported_where_it_belongs(self) -> None:
        assert mistakes("volume = 1\n") == [
            "station.toml, line 1: volume stands before any section; put it below [sound]"
        ]

    def test_a_section_written_as_a_key_is_reported(self) -> None:
        (told,) = mistakes("sound = true\n")
        assert "line 1: sound is a section; write [sound] on a line of its own" in told

    def test_a_key_far_from_any_known_one_gets_the_list(self) -> None:
        (told,) = mistakes("[sound]\nxyzzy = 1\n")
        assert told.endswith("[sound] xyzzy is not known; there are device, volume, mute, output, buzzer_pin")

    @pytest.mark.parametrize(
        ("text", "line", "what"),
        [
            ("[sound]\nvolume 0.5\n", 2, "'volume 0.5': Expected '='"),
            ("[sound]\nvolume = 0.5\nvolume = 0.6\n", 3, "stands twice"),
            ("[sound]\n\n[sound]\n", 3, "stands twice"),
            ("[game]\nrules = schaedler\n", 2, "'rules = schaedler': Invalid value"),
            ('[game]\noptions = ["to-win=4"\n', 2, "Unclosed array"),
        ],
    )
    def test_what_is_no_toml_is_named_with_its_line(self, text: str, line: int, what: str) -> None:
        (told,) = mistakes(text)
        assert told.startswith(f"station.toml, line {line}: ")
        assert what in told

    @pytest.mark.parametrize(
        ("text", "what"),
        [
            (f"[sound]\nvolume = 1{'0' * 400}\n", "station.toml, line 2: [sound] volume = 1000"),
            (f"[sound]\nbuzzer_pin = 1{'0' * 400}\n", "station.toml, line 2: [sound] buzzer_pin = 1000"),
            (f"[sound]\nvolume = 0x{'f' * 9000}\n", "station.toml, line 2: [sound] volume = 0xffff"),
            (f"[sound]\nvolume = 1{'0' * 5000}\n", "station.toml, line 2: 'volume = 1000"),
            (f'[station]\nmessage = "{"x" * 9000}"\n', 'station.toml, line 2: [station] message = "xxx'),
            (f"[game]\noptions = {'[' * 3000}\n", "station.toml: brackets stand in brackets too deep"),
        ],
    )
    def test_what_no_parser_takes_is_said_in_one_short_line(self, text: str, what: str) -> None:
        (told,) = mistakes(text)
        assert told.startswith(what)
        assert len(told) < 300

    def test_a_fault_of_the_program_is_not_reported_as_a_mistake(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def break_down(*_: object) -> None:
            raise ValueError("ours")

        monkeypatch.setattr("companion.settings.settings_file._read", break_down)
        with pytest.raises(ValueError, match=r"^ours$"):
            mistakes("[sound]\nvolume = 1\n")

    def test_a_pipe_is_reported_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "station.toml")
        with pytest.raises(SettingsError, match="a pipe or a device and no file"):
            read_settings(tmp_path / "station.toml")

    @pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="needs a terminal of the system's")
    def test_a_terminal_at_which_nobody_types_is_reported_and_not_waited_for(self, tmp_path: Path) -> None:
        (tmp_path / "station.toml").symlink_to("/dev/ptmx")
        with pytest.raises(SettingsError, match="a pipe or a device and no file"):
            read_settings(tmp_path / "station.toml")

    def test_a_link_to_itself_is_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "station.toml"
        path.symlink_to(path.name)
        save_settings(path, Settings())
        assert read_settings(path) == Settings()

    def test_files_that_can_not_be_read_are_reported(self, tmp_path: Path) -> None:
        with pytest.raises(SettingsError, match="there is no such file; make one with: five-lines settings"):
            read_settings(tmp_path / "station.toml")
        with pytest.raises(SettingsError, match="can't be read"):
            read_settings(tmp_path)
        path = tmp_path / "latin.toml"
        path.write_bytes("[station]\n# für uns\n".encode("latin-1"))
        with pytest.raises(SettingsError, match="line 2: this is no UTF-8 text"):
            read_settings(path)

    def test_windows_line_ends_and_byte_order_marks_do_no_harm(self, tmp_path: Path) -> None:
        path = tmp_path / "station.toml"
        path.write_bytes(b'\xef\xbb\xbf[station]\r\nlanguage = "de"\r\n')
        assert read_settings(path).station.language is Language.GERMAN

    def test_the_command_lists_them_and_leaves_with_2(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "station.toml"
        path.write_text("[sound]\nvolume = 2\nmute = 1\n")
        assert main(["settings", "check", str(path)]) == 2
        assert capsys.readouterr().err.splitlines() == [
            f"{path}, line 2: [sound] volume = 2; allowed: a number from 0 to 1",
            f"{path}, line 3: [sound] mute = 1; allowed: true, false",
        ]

    @given(
        st.sampled_from(
            [(s.name, f.name) for s in fields(Settings) for f in fields(getattr(Settings(), s.name))]
        ),
        st.sampled_from(
            ["[]", "{}", "1979-05-27", "-1e300", "inf", '"\\u0000"', "[1, [2]]", "[[1]]", "true"]
        ),
    )
    def test_no_value_of_whatever_type_ends_in_a_traceback(self, key: tuple[str, str], value: str) -> None:
        told = f"line 2: [{key[0]}] {key[1]}"
        try:
            parse_settings(f"[{key[0]}]\n{key[1]} = {value}\n")
        except SettingsError as error:
            told = str(error)
        assert f"line 2: [{key[0]}] {key[1]}" in told


class TestClashes:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (
                '[game]\nrules = "kalkhoven"\noptions = [\n  "goal=anywhere",\n]\n',
                "line 3: [game] options: start=home and goal=anywhere clash",
            ),
            ('[game]\noptions = ["to-win=6"]\n', "line 2: [game] options: option to-win=6"),
            ('[game]\noptions = ["die=d6"]\ndie = "knucklebone"\n', "line 2: [game] options: option 'die'"),
            (
                '[station]\ndata = "/etc/"\n',
                "line 2: [station] data: /etc is the system's own; write a folder",
            ),
            (
                '[station]\ncalibration = "/dev/shm"\n',
                "line 2: [station] calibration: /dev/shm is the system's",
            ),
            (
                '[station]\ndata = "/home/../var"\n',
                "line 2: [station] data: /home/../var is the system's own",
            ),
            (
                '[station]\ndata = "games/here"\ncalibration = "games"\n',
                "line 2: [station] data: a calibration is replaced as a whole",
            ),
            (
                "[lamps]\nseat_a_pin = 16\n",
                "line 2: [lamps] seat_a_pin: GPIO 16 is both [button] pin and [lamps] seat_a_pin",
            ),
            (
                "[button]\npin = 22\n",
                "line 2: [button] pin: GPIO 22 is both [button] pin and [lamps] seat_a_pin",
            ),
            (
                "[button]\nsecond_pin = 16\n",
                "line 2: [button] second_pin: GPIO 16 is both [button] pin and [button] second_pin",
            ),
            (
                "[button]\nsecond_pin = 27\n",
                "line 2: [button] second_pin: GPIO 27 is both [button] second_pin and [lamps] not_so_pin",
            ),
            (
                "[lamps]\ncamera_pin = 23\n",
                "line 2: [lamps] camera_pin: GPIO 23 is both [lamps] seat_b_pin and [lamps] camera_pin",
            ),
            (
                '[sound]\ndevice = "buzzer"\nbuzzer_pin = 27\n',
                "line 3: [sound] buzzer_pin: GPIO 27 is both [lamps] not_so_pin and",
            ),
            ('[camera]\ndevice = "film"\n', 'line 2: [camera] device: device = "film" needs film'),
            (
                "[camera]\nexposure_ms = 80\n",
                "line 2: [camera] exposure_ms: exposure_ms 80 is longer than a picture",
            ),
        ],
    )
    def test_what_does_not_go_together_is_reported_at_a_line_that_is_there(
        self, text: str, expected: str
    ) -> None:
        (told,) = mistakes(text)
        assert expected in told

    def test_every_unreadable_option_is_reported(self) -> None:
        told = mistakes('[game]\noptions = ["to-win=6", "gaol=far", "zugzwang"]\n')
        assert len(told) == 3

    def test_pins_of_devices_left_out_are_free(self) -> None:
        assert parse_settings('[lamps]\ndevice = "none"\n[button]\npin = 22\n').button.pin == 22
        assert parse_settings("[sound]\nbuzzer_pin = 22\n").sound.buzzer_pin == 22

    def test_the_rules_are_those_the_options_make(self) -> None:
        text = '[game]\nrules = "kidd"\noptions = ["sacred-line=safe"]\ndie = "knucklebone"\nstarter = "B"\n'
        expected = rules_for("kidd", ["sacred-line=safe", "die=knucklebone", "starter=B"])
        assert parse_settings(text).game.chosen() == expected
        assert GameSettings(rules="locus-ludi-race").chosen() == rules_for("locus-ludi-race")


def changed(settings: Settings, draw: Any) -> Settings:
    return replace(
        settings,
        station=replace(
            settings.station,
            language=draw(st.sampled_from(Language)),
            data=Path(draw(st.text(st.characters(codec="utf-8", exclude_characters="/\x00"), min_size=1))),
        ),
        display=replace(
            settings.display,
            theme=draw(st.sampled_from(Theme)),
            rotation=draw(st.sampled_from([0, 90, 180, 270])),
            width_px=draw(st.integers(320, 3840)),
        ),
        sound=replace(settings.sound, mute=draw(st.booleans()), volume=draw(st.floats(0, 1))),
        game=replace(
            settings.game,
            options=draw(st.sampled_from([(), ("to-win=4",), ("to-win=4", "limit=500")])),
            die=draw(st.sampled_from([AS_PUBLISHED, "knucklebone"])),
        ),
    )


several = st.composite(lambda draw: changed(Settings(), draw))


class TestSaving:
    @pytest.mark.slow
    @given(several())
    def test_what_is_written_is_read_again(self, settings: Settings) -> None:
        assert parse_settings(settings_text(settings)) == settings

    @pytest.mark.slow
    @given(several(), several(), st.booleans())
    def test_a_change_keeps_all_comments_and_says_the_new_settings(
        self, before: Settings, after: Settings, sparse: bool
    ) -> None:
        text = "# ours\n[game]\noptions = [ # none\n]\n" if sparse else settings_text(before)
        new = changed_text(text, after)
        assert parse_settings(new) == after
        assert changed_text(new, after) == new
        for row in text.split("\n"):
            if row.startswith("#"):
                assert row in new.split("\n")

    def test_only_the_line_that_changes_is_touched(self, tmp_path: Path) -> None:
        path = tmp_path / "station.toml"
        path.write_text('# ours\n[station]\n# Maria likes it\nlanguage = "de"\n\n[sound]\nvolume = 0.3\n')
        settings = read_settings(path)
        save_settings(path, replace(settings, station=replace(settings.station, language=Language.GREEK)))
        assert path.read_text() == (
            '# ours\n[station]\n# Maria likes it\nlanguage = "el"\n\n[sound]\nvolume = 0.3\n'
        )
        assert [found.name for found in tmp_path.iterdir()] == ["station.toml"]

    @pytest.mark.parametrize(
        "text",
        [
            "sound = {volume = 0.3, mute = true}\n",
            "sound.volume = 0.3\n",
            '[sound]\n"volume" = 0.3\n',
            '[station]\nboard = """\n[sound]\n"""\n[sound]\nvolume = 0.3\n',
        ],
    )
    def test_settings_that_share_a_line_are_rewritten(self, text: str) -> None:
        settings = parse_settings(text)
        louder = replace(settings, sound=replace(settings.sound, volume=0.5, buzzer_pin=13))
        assert parse_settings(changed_text(text, louder)) == louder

    def test_a_missing_file_is_written_with_its_explanations(self, tmp_path: Path) -> None:
        path = tmp_path / "station.toml"
        save_settings(path, Settings())
        assert path.read_text(encoding="utf-8") == settings_text()

    def test_a_file_with_mistakes_stays_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "station.toml"
        path.write_text("[sound]\nvolume = 7\n")
        with pytest.raises(SettingsError):
            save_settings(path, Settings())
        assert path.read_text() == "[sound]\nvolume = 7\n"


class TestLocated:
    def test_paths_begin_at_the_files_folder_or_at_home(self) -> None:
        text = '[station]\ncalibration = "board"\ndata = "~/games"\n[camera]\nfilm = "/films/a.mp4"\n'
        settings = parse_settings(text).located(Path("/etc/five-lines"))
        assert settings.station.calibration == Path("/etc/five-lines/board")
        assert settings.station.data == Path.home() / "games"
        assert settings.camera.film == Path("/films/a.mp4")
        assert Settings().located(Path("/etc")).camera.film == Path()

    def test_a_dot_is_the_files_folder_and_not_the_one_that_a_program_was_started_in(self) -> None:
        text = '[station]\ndata = "."\ncalibration = "board"\n'
        settings = parse_settings(text).located(Path("/etc/five-lines"))
        assert settings.station.data == Path("/etc/five-lines")
        assert settings.door == Path("/etc/five-lines/station.sock")
        assert parse_settings(text).located(Path("hall")).station.data == Path.cwd() / "hall"

    @pytest.mark.parametrize(("data", "full"), [(".", "/etc"), ("../var/lib", "/etc/../var/lib")])
    def test_a_folder_of_the_systems_own_is_refused_however_it_is_written(self, data: str, full: str) -> None:
        with pytest.raises(
            SettingsError, match=f"line 2: .station. data: {re.escape(full)} is the system's own"
        ):
            parse_settings(f'[station]\ndata = "{data}"\n', "station.toml", Path("/etc"))

    def test_a_folder_in_memory_is_a_stations_own(self) -> None:
        text = '[station]\ndata = "/dev/shm/games"\n'
        assert parse_settings(text).station.data == Path("/dev/shm/games")

    def test_a_home_that_is_nobodys_is_named(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "station.toml"
        path.write_text('[station]\ndata = "~nobody-by-this-name/games"\n', encoding="utf-8")
        assert main(["--headless", "--settings", str(path)]) == EXIT_USER_ERROR
        assert "~nobody-by-this-name/games: there is no such home folder" in capsys.readouterr().err

    def test_the_devices_get_their_sections(self) -> None:
        settings = parse_settings('[sound]\ndevice = "none"\n[camera]\ndevice = "opencv"\nnumber = 2\n')
        assert settings.devices().sound.device is SoundDevice.NONE
        assert (settings.devices().camera.device, settings.devices().camera.number) == (
            CameraDevice.OPENCV,
            2,
        )


class TestLinesOfKeys:
    def test_values_of_several_lines_count_from_their_first(self) -> None:
        text = 'a = 1\n[b]\n# c = 0\nc = [\n  "[d]", # ]\n  "e = 5",\n]\n\nf = """\ng = 1\n[h]\n"""\n'
        text += "[b.i]\nj = {k = 1}\n"
        assert lines_of_keys(text) == {
            ("a",): 1,
            ("b",): 2,
            ("b", "c"): 4,
            ("b", "f"): 9,
            ("b", "i"): 13,
        }

    @pytest.mark.slow
    @given(several())
    def test_every_key_is_found_where_it_is_written(self, settings: Settings) -> None:
        text = settings_text(settings)
        found, rows = lines_of_keys(text), text.split("\n")
        for section, table in tomllib.loads(text).items():
            assert rows[found[section,] - 1] == f"[{section}]"
            for key in table:
                assert rows[found[section, key] - 1].startswith(f"{key} = ")


def test_there_are_no_more_settings_than_staff_need() -> None:
    settings = Settings()
    notes = {"still_to_set_up", "message"}  # what the station notes for its own next start
    names = [it.name for section in fields(settings) for it in fields(getattr(settings, section.name))]
    assert len([name for name in names if name not in notes]) <= 84


def test_a_setting_that_is_constant_now_is_read_without_effect_and_remarked_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "station.toml"
    sections = {section for section, _ in CONSTANT}
    path.write_text(
        "".join(
            f"[{section}]\n" + "".join(f"{key} = 7\n" for home, key in CONSTANT if home == section)
            for section in sections
        )
    )
    assert read_settings(path) == Settings()
    assert main(["settings", "check", str(path)]) == 0
    *said, last = capsys.readouterr().out.splitlines()
    assert last == f"{path}: OK"
    assert sorted(said) == sorted(remarks(path))
    assert all(any(f"[{section}] {key} is always" in row for row in said) for section, key in CONSTANT)
    settings = Settings()
    save_settings(path, replace(settings, sound=replace(settings.sound, mute=True)))
    assert len(remarks(path)) == len(CONSTANT)


@pytest.mark.parametrize(
    ("key", "quiet_s", "place"), [("quiet_s", 0, "home"), ("idle_s", 0, "home"), ("quiet_s", 90, "")]
)
def test_a_station_that_never_asked_is_at_home(key: str, quiet_s: int, place: str) -> None:
    assert parse_settings(f"[station]\n{key} = {quiet_s}\n").station.place == place


def test_files_that_are_no_settings_are_refused_by_their_size(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text("#" * (MAX_TOML_BYTES + 1))
    with pytest.raises(SettingsError, match="200 kB"):
        read_settings(path)


def lengths_parsed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that takes the length of each text that the TOML parser reads from now on."""
    parsed: list[int] = []
    loads = tomllib.loads

    def counted(text: str) -> dict[str, Any]:
        parsed.append(len(text))
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    return parsed


def test_a_change_parses_the_file_before_and_after_and_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    settings, text = Settings(), settings_text()
    parsed = lengths_parsed(monkeypatch)
    changed_text(text, replace(settings, sound=replace(settings.sound, volume=0.3)))
    assert len(parsed) <= 4
    assert sum(parsed) < 2.1 * len(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "[sound]\nvolume = 0.5\n[display]\nlist = [\n" + "1,\n" * 20_000 + "]\n",
        "[" + "a" * 60_000 + "]\n" + "".join(f"k{number} = 1\n" for number in range(12_000)),
        "x = [\n" + ("[1]," * 450 + "\n") * 90 + "]\n",
    ],
    ids=["thousands of lines", "below a long header", "long lines"],
)
def test_finding_where_mistakes_stand_reads_no_more_than_a_few_times_the_text(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = lengths_parsed(monkeypatch)
    with pytest.raises(SettingsError):
        parse_settings(text)
    assert sum(parsed) <= len(text) + MAX_REREAD


@pytest.mark.parametrize("text", ["[{}]\n", "[station]\n{} = 1\n"])
def test_names_joined_by_thousands_are_a_mistake_said_in_a_line(text: str) -> None:
    with pytest.raises(SettingsError, match=r"line [12]: .*too many names are joined") as caught:
        parse_settings(text.format(".".join("a" * 90_000)))
    assert len(str(caught.value)) < 1000


def test_a_name_as_long_as_the_file_is_said_in_a_line() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings(f"[{'a' * 90_000}]\n{'b' * 90_000} = 1\n[station]\n{'c' * 90_000} = 2\n")
    assert len(str(caught.value)) < 1000


def test_of_very_many_mistakes_the_first_are_reported_and_the_number_of_the_rest() -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings("[sound]\n" + "".join(f"wrong{number} = 1\n" for number in range(500)))
    assert len(caught.value.mistakes) == 500
    lines = str(caught.value).splitlines()
    assert len(lines) == MAX_MISTAKES + 1
    assert lines[-1] == "and 480 mistakes more"


def test_settings_behind_a_link_are_saved_where_they_are(tmp_path: Path) -> None:
    file, link = tmp_path / "kept.toml", tmp_path / "station.toml"
    file.write_text("# ours\n", encoding="utf-8")
    link.symlink_to(file)
    save_settings(link, replace(Settings(), game=GameSettings(rules="kidd")))
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8").startswith("# ours\n")
    assert read_settings(link).game.rules == "kidd"
