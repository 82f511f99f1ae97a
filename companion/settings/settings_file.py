"""`station.toml`: reading it with every mistake named, and writing it with every setting explained."""

import json
import os
import re
import textwrap
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, fields, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any

from companion.game.names import meant, nearest
from companion.settings.clashes import clashes
from companion.settings.errors import SettingsError, SettingsMistake
from companion.settings.sections import Location, Settings
from companion.settings.toml_lines import lines_of_keys, statements
from companion.system.atomic_file import write_whole
from companion.system.convert import value_of
from companion.system.data import MAX_TOML_BYTES, Data, DataError, bytes_of, toml_data
from hardware.settings import explanation

WIDTH = 100  # maximum length of a line of explanation in the file
SHOWN = 200  # maximum letters of a wrong value in a message

MAX_BITS = 10_000


CONSTANT = {
    ("button", "debounce_ms"): "30",
    ("button", "long_press_s"): "1.5",
    ("button", "staff_press_s"): "6",
    ("button", "stuck_s"): "15",
    ("camera", "blue_gain"): "measured when the camera starts",
    ("camera", "gain"): "measured when the camera starts",
    ("camera", "idle_frame_rate"): "2",
    ("camera", "red_gain"): "measured when the camera starts",
    ("camera", "silence_s"): "3",
    ("display", "density"): 'home with [station] place = "home", else gallery',
    ("link", "folder"): "the link's own",
    ("link", "home_assistant"): "true",
    ("link", "password"): "mqtt-password in the link's folder",
    ("link", "socket"): "station.sock where the station runs",
    ("opponent", "think_s"): "2",
    ("referee", "remind_s"): "60",
    ("referee", "still_s"): "0.4",
    ("station", "idle_s"): '90, with place = "home" never',
    ("station", "pause_s"): '1800, with place = "home" for ever',
    ("station", "quiet_s"): '90, with place = "home" never',
    ("station", "warning_s"): "15",
    ("virtual", "seed"): "1, or the option --seed",
    ("visitors", "attract_s"): '30, with [station] place = "home" never',
    ("visitors", "loudest"): "1",
    ("visitors", "softest"): "0",
    ("voice", "recordings"): "recordings beside the games",
    ("voice", "words_per_minute"): "150",
}
"""Former settings that have one value now; a file that sets one is still read."""


def read_settings(path: Path) -> Settings:
    """Return the settings in a file, with paths as written; raise SettingsError with all its mistakes."""
    return parse_settings(_text(path), str(path), path.absolute().parent)


def settings_at(path: Path) -> Settings:
    """Return the settings in a file with its paths in full; raise SettingsError with all its mistakes."""
    return read_settings(path).located(path.absolute().parent)


def parse_settings(text: str, file: str = "station.toml", folder: Path = Path()) -> Settings:
    """Return the settings in a text, with defaults for the rest; raise SettingsError with its mistakes.

    `folder` is that of the file, which relative paths begin at.
    """
    try:
        tables = toml_data(text).table()
    except DataError as error:
        raise SettingsError((_syntax_mistake(file, text, error),)) from error
    mistakes: dict[tuple[str, ...], str] = {}
    settings = Settings()
    for name, given in tables.items():
        table = given.value
        if isinstance(table, dict) and any((name, key) in CONSTANT for key in table):
            if name == "station" and 0 in (table.get("quiet_s"), table.get("idle_s")):
                table = {"place": Location.HOME, **table}  # "never, as at home"
            table = {key: value for key, value in table.items() if (name, key) not in CONSTANT}
            if not table:
                continue
        if name not in _SECTIONS:
            mistakes[name,] = _unknown_section(_cut(name), table)
        elif not isinstance(table, dict):
            mistakes[name,] = f"{name} is a section; write [{name}] on a line of its own, its keys below"
        else:
            settings = replace(settings, **{name: _section(name, table, getattr(settings, name), mistakes)})
    clashing = [
        clash for clash in clashes(settings, folder) if not any(key in mistakes for key in clash.keys)
    ]
    if not mistakes and not clashing:
        return settings
    lines = lines_of_keys(text)
    found = [SettingsMistake(file, lines.get(key), what) for key, what in mistakes.items()]
    for clash in clashing:
        section, key = next((key for key in clash.keys if key in lines), clash.keys[0])
        what = f"[{section}] {key}: {clash.what}"
        found.append(SettingsMistake(file, lines.get((section, key)), what))
    raise SettingsError(tuple(sorted(found, key=lambda mistake: mistake.line or 0)))


def remarks(path: Path) -> list[str]:
    """Return a remark on each setting of a file that has no effect any more; raise SettingsError."""
    tables = toml_data(_text(path)).table()
    return [
        f"{path}: [{section}] {key} is always {value} now; take the line out"
        for (section, key), value in CONSTANT.items()
        if section in tables and key in tables[section].table()
    ]


def settings_text(settings: Settings | None = None) -> str:
    """Return a settings file with every setting explained; by default, the example with the defaults."""
    settings = settings or Settings()
    parts = [
        "# The settings of a Five Lines station. What is left out has its usual value.\n",
        "# Check the file after a change: five-lines settings check station.toml\n",
    ]
    for section in fields(settings):
        values = getattr(settings, section.name)
        parts.append(f"\n\n[{section.name}]\n{_comment(_about(values))}")
        for field in fields(values):
            parts.append(f"\n{_comment(explanation(field).text)}")
            parts.append(_comment(f"Allowed: {_allowed(field)}. Usual: {_toml(field.default)}."))
            parts.append(f"{field.name} = {_toml(getattr(values, field.name))}\n")
    return "".join(parts)


def save_settings(path: Path, settings: Settings) -> None:
    """Write changed settings into a file, keeping its comments and all other lines.

    A missing file is created; a link stays one, to the file it leads to. Raises SettingsError if the present
    file has mistakes; on any error it stays as it was.
    """
    text = changed_text(_text(path), settings, str(path)) if path.exists() else settings_text(settings)
    write_whole(Path(os.path.realpath(path)), text.encode())


def changed_text(text: str, settings: Settings, file: str = "station.toml") -> str:
    """Return a settings text with the lines of changed settings replaced or added.

    A text in which a setting can't be changed in its place (`sound = {volume = 1}`) is rewritten.
    """
    before, rows = parse_settings(text, file), text.split("\n")
    for section in fields(settings):
        old, new = getattr(before, section.name), getattr(settings, section.name)
        for field in fields(new):
            if (value := getattr(new, field.name)) != getattr(old, field.name):
                _place(rows, section.name, field.name, _toml(value))
    changed = "\n".join(rows)
    with suppress(SettingsError):
        if parse_settings(changed) == settings:
            return changed
    return settings_text(settings)


def _place(rows: list[str], section: str, key: str, value: str) -> None:
    """Write a setting over its statement, else below its section's header, else at the end."""
    row = f"{key} = {value}"
    header = _first_row(rows, rf"\s*\[\s*{section}\s*\]")
    if header is None:
        rows += [f"[{section}]", row, ""]
        return
    below = rows[header + 1 :]
    inside = below[: _first_row(below, r"\s*\[")]
    at = _first_row(inside, rf"\s*{key}\s*=")
    if at is None:
        rows.insert(header + 1, row)
        return
    for _, statement, _ in islice(statements("\n".join(inside[at:])), 1):
        old = statement.split("\n")[:-1]
        first = header + 1 + at
        rows[first : first + len(old)] = [row + _comment_after(old)]


def _first_row(rows: list[str], pattern: str) -> int | None:
    return next((number for number, row in enumerate(rows) if re.match(pattern, row)), None)


def _comment_after(statement: list[str]) -> str:
    """Return the comment, with the space before it, on the last line of a statement."""
    *before, last = statement
    for place in (match.start() for match in re.finditer(r"\s*#", last)):
        with suppress(tomllib.TOMLDecodeError):
            tomllib.loads("\n".join([*before, last[:place]]))
            return last[place:]
    return ""


def _text(path: Path) -> str:
    def wrong(what: str) -> SettingsError:
        return SettingsError((SettingsMistake(str(path), None, what),))

    try:
        return bytes_of(path, MAX_TOML_BYTES).decode("utf-8-sig").replace("\r\n", "\n")
    except DataError as error:
        raise wrong(f"the file is larger than {MAX_TOML_BYTES // 1000} kB, so no settings") from error
    except FileNotFoundError as error:
        raise wrong(
            "there is no such file; make one with: five-lines settings example > station.toml"
        ) from error
    except OSError as error:
        raise wrong(f"the file can't be read ({error.strerror}); name a file that you may read") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        mistake = SettingsMistake(str(path), line, "this is no UTF-8 text; save the file as UTF-8")
        raise SettingsError((mistake,)) from error


def _syntax_mistake(file: str, text: str, error: DataError) -> SettingsMistake:
    if error.line is None:
        return SettingsMistake(file, None, error.what)
    what, rows = error.what, text.split("\n")
    row = rows[error.line - 1].strip() if error.line <= len(rows) else ""
    if "twice" in what or "overwrite" in what:
        what = "this stands twice; take one of the two out"
    return SettingsMistake(file, error.line, f'{_cut(row)!r}: {what}; write key = value, texts in "quotes"')


def _unknown_section(name: str, table: object) -> str:
    if isinstance(table, dict):
        return f"[{name}] is no section; {meant(name, list(_SECTIONS))}"
    homes = [section for section, keys in _SECTIONS.items() if name in keys]
    if homes:
        return f"{name} stands before any section; put it below {' or '.join(f'[{home}]' for home in homes)}"
    near = nearest(name, [*_SECTIONS, *(key for keys in _SECTIONS.values() for key in keys)])
    there = f"did you mean {near}?" if near else f"there are {', '.join(_SECTIONS)}"
    return f"{name} is not known, and stands before any section; {there}"


def _section(name: str, table: Mapping[str, Any], defaults: Any, mistakes: dict[tuple[str, ...], str]) -> Any:
    """Return a section with the values of a table; add its mistakes to `mistakes`."""
    known = _SECTIONS[name]
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in known:
            mistakes[name, key] = f"[{name}] {_cut(key)} is not known; {meant(_cut(key), list(known))}"
            continue
        try:
            values[key] = _read(known[key], value)
        except DataError:
            near = _near(known[key], value)
            mistakes[name, key] = (
                f"[{name}] {key} = {_cut(_toml(value))}; {near}allowed: {_allowed(known[key])}"
            )
    return replace(defaults, **values)


def _near(field: Field[Any], value: object) -> str:
    """Return a hint at the closest allowed text; empty if there is none."""
    kind, among = field.type, explanation(field).among
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        among = tuple(kind)
    texts = [it for it in among if isinstance(it, str)]
    near = nearest(value, texts) if isinstance(value, str) else None
    return f"did you mean {_toml(near)}? " if near else ""


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _read(field: Field[Any], value: object) -> object:
    """Return a value as the setting's own type; raise DataError if it is not allowed."""
    found, explained = value_of(field.type, Data(value)), explanation(field)  # type: ignore[arg-type]
    size: Any = len(found) if isinstance(found, str) else found
    least, most = explained.least, explained.most
    too_small = least is not None and size < least
    too_large = most is not None and size > most
    if too_small or too_large or (explained.among and found not in explained.among):
        raise DataError("not allowed")
    return found


def _allowed(field: Field[Any]) -> str:
    kind, explained = field.type, explanation(field)
    if explained.among:
        return ", ".join(map(_toml, explained.among))
    if kind == tuple[str, ...]:
        return 'a list of texts, ["...", "..."]'
    assert isinstance(kind, type)
    if issubclass(kind, StrEnum):
        return ", ".join(map(_toml, kind))
    if kind is bool:
        return "true, false"
    if kind in (int, float):
        number = "a whole number" if kind is int else "a number"
        return f"{number} from {_number(explained.least)} to {_number(explained.most)}"
    most = f", at most {explained.most} letters" if explained.most else ""
    return 'a path in "quotes"' if kind is Path else f'a text in "quotes"{most}'


def _number(value: float | None) -> str:
    return f"{value:.10g}"


def _toml(value: object) -> str:
    """Return a value as TOML text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        return hex(value)  # Python writes no more than some thousand digits.
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_toml, value))}]"
    if value == Path():
        return '""'
    # JSON's escapes are TOML's as well, but for DEL, which JSON leaves as it is.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    wrapped = textwrap.wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return "".join(f"# {line}\n" for line in wrapped)


def _about(values: object) -> str:
    return (values.__doc__ or "").strip()


_SECTIONS: Mapping[str, Mapping[str, Field[Any]]] = {
    section.name: {field.name: field for field in fields(getattr(Settings(), section.name))}
    for section in fields(Settings)
}
"""The settings of each section by their names."""
