"""Draw the staff's menu and its short pages: PIN, settings, sound, today's visits, about, dice audit."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    TITLE_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    grid,
    rows,
)
from companion.display.drawing.parts.frieze import draw_frieze, draw_frieze_below
from companion.display.drawing.parts.furniture import Way, draw_buttons, draw_code, titled
from companion.display.drawing.table.dice import die_face
from companion.interface import views
from companion.interface.intents import Ask, Enter, Named, Number, Pick, Switch, Toggle
from companion.interface.presentation import Theme, VoiceMode
from companion.presentation.words.labels import choice_label, option_of


def draw_staff_menu(canvas: Canvas, view: views.StaffView) -> None:
    """Draw the page."""
    tr, metrics, palette = canvas.tr, canvas.metrics, canvas.palette
    content = titled(canvas, tr("For the staff"))
    note = _note(canvas, view)
    high = max(metrics.px(2.6 * SMALL_MM), canvas.text_height_px(note, content.width, SMALL_MM))
    content, foot = cut_bottom(content, high, metrics.px(0.8))
    canvas.text(note, foot, BODY_MM, ink=palette.soft, align=Align.LEFT)
    draw_buttons(canvas, content, _ways(canvas, view), view.leaf)


def _ways(canvas: Canvas, view: views.StaffView) -> list[Way]:
    tr = canvas.tr
    ways: list[Way] = [
        (tr("Today"), Icon.CURVE, Ask.SHOW_TODAY),
        (tr("Camera"), Icon.EYE, Ask.SHOW_CAMERA),
        (tr("Calibrate"), Icon.MEND, Ask.CALIBRATE),
        (tr("Setting up"), Icon.TICK, Ask.SHOW_SETTING_UP),
        (tr("Games offered"), Icon.BOOK, Ask.SHOW_OFFER),
        (tr("Opening hours"), Icon.CLOCK, Ask.SHOW_HOURS),
        (tr("Texts"), Icon.LANGUAGES, Ask.SHOW_HOUSE),
        (tr("Sound and light"), Icon.SOUND, Ask.SHOW_LOOK),
        (tr("Dice"), Icon.DICE, Ask.AUDIT_DICE),
        (tr("Find the best move"), Icon.BULB, Ask.STUDY),
        (tr("Change the PIN") if view.locked else tr("Set a PIN"), Icon.SETTINGS, Ask.CHANGE_PIN),
        (tr("Backup"), Icon.TICK, Ask.SHOW_BACKUP),
        (tr("Update"), Icon.FORWARD, Ask.SHOW_UPDATE),
        (tr("Report"), Icon.WARNING, Ask.MAKE_REPORT),
        (tr("Restart"), Icon.AGAIN, Ask.RESTART),
        (tr("About"), Icon.HINT, Ask.SHOW_ABOUT),
    ]
    if view.locked:
        ways.insert(10, (tr("Remove the PIN"), Icon.MINUS, Ask.REMOVE_PIN))
    return ways


def _note(canvas: Canvas, view: views.StaffView) -> str:
    if view.report is not None:
        return canvas.tr("The report was written: {file}").format(file=view.report)
    said = canvas.tr("The log says why: journalctl -u five-lines") + "\n" if canvas.faults else ""
    if not view.locked:
        return said + canvas.tr("No PIN is set: visitors can come here.")
    return said + canvas.tr("To come here: hold the screen's top left corner for 3 seconds.")


PAD = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def draw_pin(canvas: Canvas, view: views.PinView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("For the staff"))
    if metrics.portrait:
        said, pad = cut_top(content, round(content.height * (0.4 if metrics.small else 0.3)), gap)
    else:
        said, pad = cut_left(content, round(content.width * 0.42), gap)
    asked = {
        views.PinAsked.PRESENT: tr("Type the PIN."),
        views.PinAsked.NEW: tr("Type a new PIN: 4 to 8 digits."),
        views.PinAsked.AGAIN: tr("Type it once more."),
    }[view.asked]
    note, paint = "", palette.wrong
    if view.wait_s:
        asked = tr("Too many wrong PINs.")
        note = tr("Seconds to wait: {seconds}").format(seconds=view.wait_s)
    elif view.wrong:
        present = view.asked is views.PinAsked.PRESENT
        note = tr("That's not the PIN.") if present else tr("The two don't match.")
    head, dots, foot = rows(said, 3, gap)
    canvas.text(asked, head, PROMPT_MM, bold=True)
    canvas.text("•" * view.typed or "–", dots, TITLE_MM)
    if note:
        canvas.panel(foot, paint.fill)
        canvas.text(note, foot.inflate(-2 * gap, 0), BODY_MM, paint=paint, bold=True)
    *digits, erase, nought, enter = grid(pad, 3, 4, gap)
    for digit, box in zip((*PAD, 0), (*digits, nought), strict=True):
        canvas.button(
            str(digit), box, Enter(Number.PIN_DIGIT, digit) if view.may_type else None, size_mm=PROMPT_MM
        )
    canvas.button("", erase, Ask.PIN_ERASE if view.typed and not view.wait_s else None, icon=Icon.ERASE)
    canvas.button("", enter, Ask.PIN_ENTER if view.may_enter else None, icon=Icon.TICK, paint=palette.main)


def draw_settings(canvas: Canvas, view: views.SettingsView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Sound and light"))
    # Three choices stand in a row, or below each other.
    down = 3 if metrics.narrow else 1
    lines = 1 + 2 * down
    high = min(content.height, round(metrics.target_px * 2.4) * lines)
    draw_frieze_below(canvas, content, high)
    content.height = high
    row_px = (content.height - (lines - 1) * gap) // lines
    sound, content = cut_top(content, row_px, gap)
    voice, light = cut_top(content, down * (row_px + gap) - gap, gap)
    draw_volume(canvas, sound, view)
    cut = rows if metrics.narrow else columns
    voices = (
        (VoiceMode.OFF, tr("No voice")),
        (VoiceMode.OFFERED, tr("Voice if wanted")),
        (VoiceMode.ON, tr("Voice at once")),
    )
    for (kind, label), box in zip(voices, cut(voice, 3, gap), strict=True):
        canvas.button(label, box, Pick(Named.VOICE, kind), chosen=kind is view.voice)
    lights = (
        (Theme.BRIGHT, tr("Bright room"), Icon.SUN),
        (Theme.LOW_LIGHT, tr("Low light"), Icon.MOON),
        (Theme.HIGH_CONTRAST, tr("Black on white"), Icon.EYE),
    )
    for (theme, label, icon), box in zip(lights, cut(light, 3, gap), strict=True):
        canvas.button(label, box, Pick(Named.THEME, theme), icon=icon, chosen=theme is view.theme)


VOLUME_STEP = 10


def draw_sound(canvas: Canvas, view: views.SoundView) -> None:
    """Draw the page."""
    content = titled(canvas, canvas.tr("Sound"))
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    voice_px = 0 if view.speaks is None else min(round(target * 1.6), (content.height - gap) // 2) + gap
    row_px = min(round(target * (4.5 if canvas.metrics.portrait else 3.2)), content.height - voice_px)
    # Nearer to the title than to the frieze.
    _, rest = cut_top(content, (content.height - row_px - voice_px) // 3)
    row, rest = cut_top(rest, row_px, gap)
    draw_volume(canvas, row, view)
    if view.speaks is not None:
        row, rest = cut_top(rest, voice_px - gap)
        draw_voice(canvas, row, speaks=view.speaks)
    draw_frieze(canvas, rest)


def draw_voice(canvas: Canvas, box: pygame.Rect, *, speaks: bool) -> None:
    """Draw the switch of the voice."""
    tr, gap = canvas.tr, canvas.metrics.gap_px
    off, on = columns(box, 2, gap)
    canvas.button(tr("Without voice"), off, Switch(Toggle.VOICE, False), chosen=not speaks)
    canvas.button(tr("With voice"), on, Switch(Toggle.VOICE, True), chosen=speaks)


def draw_volume(canvas: Canvas, box: pygame.Rect, view: views.SettingsView | views.SoundView) -> None:
    """Draw the volume: sound off or on, softer, the level, louder."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    if metrics.portrait and box.height > 3 * metrics.target_px:
        box, row = cut_bottom(box, round(1.3 * metrics.target_px), gap)
        mute, softer, louder = columns(row, 3, gap)
    else:
        side = max(metrics.target_px, min(box.height, box.width // 6))
        mute, box = cut_left(box, side, gap)
        box, louder = cut_right(box, side, gap)
        softer, box = cut_left(box, side, gap)
    icon, percent = Icon.SILENCE if view.muted else Icon.SOUND, view.volume_percent
    canvas.button("", mute, Switch(Toggle.MUTED, not view.muted), icon=icon, chosen=view.muted)
    canvas.button("", softer, Enter(Number.VOLUME, max(0, percent - VOLUME_STEP)), icon=Icon.MINUS)
    canvas.button("", louder, Enter(Number.VOLUME, min(100, percent + VOLUME_STEP)), icon=Icon.PLUS)
    words, bar = cut_top(box, box.height * 2 // 5)
    said = tr("Sound off") if view.muted else tr("Sound {percent}%").format(percent=percent)
    canvas.text(said, words, PROMPT_MM, align=Align.CENTRE)
    steps = 100 // VOLUME_STEP
    for number, step in enumerate(columns(bar, steps, gap // 2), start=1):
        is_on = percent >= VOLUME_STEP * number
        _, step = cut_bottom(step, step.height * (number + 2) // (steps + 2))
        fill = palette.panel.fill if not is_on else palette.rule if view.muted else palette.main.fill
        canvas.panel(step, fill, None if is_on else palette.rule)


def draw_today(canvas: Canvas, view: views.TodayView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Today") if view.dated else tr("Since switching on"))
    seconds = "–" if view.median_first_move_s is None else f"{view.median_first_move_s:.0f} s"
    steps = (
        tr("Board set up"),
        tr("First throw"),
        tr("First legal move"),
        tr("Second throw"),
        tr("Played to the end"),
    )
    lines = (
        (tr("Visits"), str(view.visits)),
        *((name, str(count)) for name, count in zip(steps, view.so_far, strict=True)),
        (tr("Until the first move"), seconds),
        (tr("Moves refused"), str(view.not_so)),
    )
    half = len(lines) // 2
    parts = (lines,) if metrics.portrait else (lines[:half], lines[half:])
    content.height = min(content.height, metrics.px(13) * len(parts[0]))
    for part, column in zip(parts, columns(content, len(parts), 2 * gap), strict=True):
        for (name, what), row in zip(part, rows(column, len(part), gap), strict=True):
            canvas.panel(row, palette.panel.fill)
            inner = row.inflate(-2 * gap, 0)
            label, figure = cut_right(inner, max(metrics.px(12), inner.width // 4), gap)
            canvas.text(name, label, BODY_MM, paint=palette.panel, align=Align.LEFT)
            canvas.text(what, figure, BODY_MM, paint=palette.panel, bold=True)


def draw_about(canvas: Canvas, view: views.AboutView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("About"))
    if view.hotspot is not None and view.hotspot.name:
        _draw_network(canvas, content, view.hotspot)
        return
    if view.hotspot is not None:
        content, row = cut_bottom(content, metrics.target_px, gap)
        button, words = cut_left(row, row.width // 2, gap)
        canvas.button(tr("Wi-Fi for phones"), button, None if view.opening else Ask.OPEN_HOTSPOT)
        why = {"": "", "no-wifi": tr("There is no Wi-Fi here.")}
        said = why.get(view.hotspot.failure, tr("No network could be opened."))
        said = tr("One moment, please.") if view.opening else said
        canvas.text(said, words, SMALL_MM, align=Align.LEFT)
    version = TextPart(f"Five Lines {view.version}", PROMPT_MM, bold=True)
    canvas.stack([version, TextPart(f"{tr('Licence')} MIT")], content, align=Align.CENTRE)


def _draw_network(canvas: Canvas, content: pygame.Rect, hotspot: views.Hotspot) -> None:
    """Draw the open network's name and password, and a code by which a phone joins it."""
    tr, gap = canvas.tr, canvas.metrics.gap_px
    if canvas.metrics.portrait:
        content, square = cut_bottom(content, min(content.width, content.height * 2 // 3), gap)
    else:
        content, square = cut_right(content, min(content.height, content.width // 2), gap)
    draw_code(canvas, square, hotspot.code)
    said = tr("Wi-Fi for 15 minutes: {name}, password {password}")
    parts = [
        TextPart(said.format(name=hotspot.name, password=hotspot.password), bold=True),
        TextPart(tr("Scan this with a phone to join.")),
    ]
    canvas.stack(parts, content)


SELDOM = 0.01  # a fair die does worse than this so seldom that the page mentions it


def draw_dice_audit(canvas: Canvas, view: views.DiceAuditView) -> None:
    """Draw a bar for each face, with a line where a fair die would be."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    option = option_of("die")
    choice = next((choice for choice in option.choices if choice.value == view.die), None)
    content = titled(canvas, view.die.name if choice is None else choice_label(option, choice, tr))
    content, words = cut_bottom(content, metrics.px(10.5), gap)
    canvas.text(_verdict(canvas, view), words, BODY_MM)
    if view.damaged:
        said = tr("Damaged games left out: {number}").format(number=view.damaged)
        high = max(metrics.px(6), canvas.text_height_px(said, content.width - 2 * gap))
        content, warning = cut_bottom(content, high, gap)
        canvas.panel(warning, palette.wrong.fill)
        canvas.text(said, warning.inflate(-2 * gap, 0), BODY_MM, paint=palette.wrong)
    total, weights = max(sum(view.counts), 1), view.die.weights
    expected = [total * weight / sum(weights) for weight in weights]
    most = max(*view.counts, *expected, 1)
    content.height = min(content.height, metrics.px(18) * len(view.counts))
    facts = zip(view.die.faces, view.counts, expected, rows(content, len(view.counts), gap), strict=True)
    for face, count, fair, row in facts:
        mark, rest = cut_left(row, row.height, gap)
        drawn = die_face(view.die, face, row.height, palette)
        canvas.surface.blit(drawn, mark.topleft)
        number, bars = cut_left(rest, metrics.px(11), gap)
        canvas.text(str(count), number, BODY_MM, bold=True, align=Align.LEFT)
        bar = pygame.Rect(bars.left, row.top + row.height // 5, 0, row.height * 3 // 5)
        bar.width = max(2, round(bars.width * count / most))
        pygame.draw.rect(canvas.surface, palette.main.fill, bar, border_radius=bar.height // 6)
        x = bars.left + round(bars.width * fair / most) - 1
        pygame.draw.line(canvas.surface, palette.page.ink, (x, row.top), (x, row.bottom), 3)


def _verdict(canvas: Canvas, view: views.DiceAuditView) -> str:
    tr, total = canvas.tr, sum(view.counts)
    if view.p_value is None:
        return tr("Throws: {total}, too few to tell.").format(total=total)
    percent = f"{100 * view.p_value:.{1 if view.p_value < 0.1 else 0}f}"
    if view.p_value < SELDOM:
        said = tr("{total} throws. A fair die strays this far in only {percent}% of cases: have it checked.")
    else:
        said = tr("{total} throws. A fair die strays this far or farther in {percent}% of cases.")
    return said.format(total=total, percent=percent)


PAGES: Pages = {
    views.PinView: draw_pin,
    views.StaffView: draw_staff_menu,
    views.SettingsView: draw_settings,
    views.SoundView: draw_sound,
    views.TodayView: draw_today,
    views.AboutView: draw_about,
    views.DiceAuditView: draw_dice_audit,
}
"""The function that draws each kind of view of this stage."""
