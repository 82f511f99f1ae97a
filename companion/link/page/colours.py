"""The station's palettes as style sheet: for light rooms, for dark ones, and for who needs contrast."""

from companion.display.drawing.palette import BRIGHT, HIGH_CONTRAST, LOW_LIGHT, Colour, Paint, Palette
from companion.game import Seat


def colours_css() -> str:
    """Each colour as a variable, in the palette that the reader's device asks for."""
    return (
        f":root{{color-scheme:light;{_variables(BRIGHT)}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{_variables(LOW_LIGHT)}}}}}\n"
        f"@media (prefers-contrast:more){{:root{{color-scheme:light;{_variables(HIGH_CONTRAST)}}}}}\n"
    )


def _variables(palette: Palette) -> str:
    colours: dict[str, Colour] = {}
    paints: dict[str, Paint] = {
        "page": palette.page,
        "panel": palette.panel,
        "main": palette.main,
        "wrong": palette.wrong,
        "right": palette.right,
        "die": palette.die,
        **{seat.lower(): palette.counter(seat) for seat in Seat},
    }
    for name, paint in paints.items():
        colours[name] = paint.fill
        colours[f"{name}-ink"] = paint.ink
    for name in ("go", "back", "good", "soft", "rule", "board", "board_line", "sacred_line"):
        colours[name.replace("_", "-")] = getattr(palette, name)
    told = ";".join(f"--{name}:rgb{colour}".replace(" ", "") for name, colour in colours.items())
    return f"{told};--relief:{1 if palette.relief else 0}"
