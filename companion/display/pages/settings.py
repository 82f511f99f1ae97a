"""Sound, voice and light, as staff set them."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.frieze import draw_frieze_below
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns, cut_top, rows
from companion.display.pages.sound import draw_sound
from companion.interface.intents import ChooseTheme, ChooseVoice
from companion.interface.presentation import Theme, VoiceMode
from companion.interface.views import SettingsView


def draw(canvas: Canvas, view: SettingsView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Sound and light"))
    # Three choices stand in a row, or below each other.
    down = 3 if metrics.narrow else 1
    lines = 1 + 2 * down
    high = min(content.height, round(metrics.target_px * 1.5) * lines)
    draw_frieze_below(canvas, content, high)
    content.height = high
    row_px = (content.height - (lines - 1) * gap) // lines
    sound, content = cut_top(content, row_px, gap)
    voice, light = cut_top(content, down * (row_px + gap) - gap, gap)
    draw_sound(canvas, sound, view)
    cut = rows if metrics.narrow else columns
    voices = (
        (VoiceMode.OFF, tr("No voice")),
        (VoiceMode.OFFERED, tr("Voice if wanted")),
        (VoiceMode.ON, tr("Voice at once")),
    )
    for (kind, label), box in zip(voices, cut(voice, 3, gap), strict=True):
        canvas.button(label, box, ChooseVoice(kind), chosen=kind is view.voice)
    lights = (
        (Theme.BRIGHT, tr("Bright room"), Icon.SUN),
        (Theme.LOW_LIGHT, tr("Low light"), Icon.MOON),
        (Theme.HIGH_CONTRAST, tr("Black on white"), Icon.EYE),
    )
    for (theme, label, icon), box in zip(lights, cut(light, 3, gap), strict=True):
        canvas.button(label, box, ChooseTheme(theme), icon=icon, chosen=theme is view.theme)
