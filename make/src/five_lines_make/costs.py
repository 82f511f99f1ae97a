"""Time, weight and cost of material of what is made, from its geometry; each assumption is a named constant.

Prices are typical ones in US dollars, estimates as in docs/parts.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from five_lines_make.plates import Outline, Plate, cut_mm, ring_of
from five_lines_make.shapes import Circle, Page

if TYPE_CHECKING:
    from five_lines_make.solids import PrintedPart

CUT_MM_S, ENGRAVE_MM2_S = 10.0, 30.0
"""A laser of 60 W in plywood of 4 to 6 mm: an estimate; an engraved line of 0.1 mm at 300 mm/s."""

PLYWOOD_KG_DM3, PLYWOOD_USD_M2 = 0.6, 42.0
"""Birch and poplar lie at 0.45 to 0.7; a sheet of 600x400 mm costs 10."""

SHELL_MM, INSIDE = 0.85, 0.15
"""Skin of a print, and share of the rest that is filled."""

PLA_KG_DM3, PLA_USD_KG = 1.24, 20.0
PAPER_KG_M2, PAPER_USD_M2 = 0.16, 6.0  # matt paper, printed: 0.75 for a sheet of A3


@dataclass(frozen=True)
class Effort:
    """Time of a machine, weight and price of the material, and what was assumed for them."""

    time_s: float
    weight_kg: float
    usd: float
    assumed: str

    def __str__(self) -> str:
        """Return the figures in words; no time where no machine works for long."""
        weight = f"{1000 * self.weight_kg:.0f} g" if self.weight_kg < 1 else f"{self.weight_kg:.1f} kg"
        usd = f"USD {self.usd:.0f}" if self.usd >= 10 else f"USD {self.usd:.2f}"
        return ", ".join(filter(None, (_clock(self.time_s), weight, usd)))


def _clock(seconds: float) -> str:
    """Return a time in words."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds:.0f} s" if seconds else ""


def to_cut_mm(pages: Sequence[Page]) -> float:
    """Return the length of all that is cut."""
    return sum(cut_mm(shape) for page in pages for shape in page.shapes)


def cutting(plates: Sequence[Plate], pages: Sequence[Page]) -> Effort:
    """Return a laser's effort: outlines cut, areas engraved; whole sheets are paid, parts are weighed."""
    engraved_mm2 = weight_kg = 0.0
    for plate in plates:
        grooves = sum(_area(it.outer) - sum(map(_area, it.islands)) for it in plate.engraved)
        face = _area(plate.outline) - sum(map(_area, plate.holes))
        engraved_mm2 += grooves
        weight_kg += (face * plate.thickness_mm - grooves * plate.depth_mm) / 1e6 * PLYWOOD_KG_DM3
    sheets_m2 = sum(page.width_mm * page.height_mm for page in pages) / 1e6
    time_s = to_cut_mm(pages) / CUT_MM_S + engraved_mm2 / ENGRAVE_MM2_S
    assumed = (
        f"estimate: {CUT_MM_S:g} mm/s, engraving {ENGRAVE_MM2_S:g} mm²/s, {PLYWOOD_KG_DM3:g} kg/dm³, whole "
        f"sheets at {PLYWOOD_USD_M2:g} a m²"
    )
    return Effort(time_s, weight_kg, sheets_m2 * PLYWOOD_USD_M2, assumed)


def _area(outline: Outline) -> float:
    """Return the area in mm² inside an outline."""
    if isinstance(outline, Circle):
        return float(np.pi * outline.diameter_mm**2 / 4)
    return float(cv2.contourArea(np.array(ring_of(outline), np.float32)))


def printing(parts: Sequence["PrintedPart"]) -> Effort:
    """Return weight and cost of what a 3-D printer uses for parts and inlays; the time, slicers say best."""
    used_mm3 = 0.0
    for body in (it for part in parts for it in (part.body, part.inlay) if it is not None):
        skin = min(body.volume(), body.surface_area() * SHELL_MM)
        used_mm3 += skin + INSIDE * (body.volume() - skin)
    weight_kg = used_mm3 / 1e6 * PLA_KG_DM3
    assumed = (
        f"estimate: a skin of {SHELL_MM:g} mm, {INSIDE:.0%} inside, {PLA_KG_DM3:g} kg/dm³, "
        f"{PLA_USD_KG:g} a kg"
    )
    return Effort(0.0, weight_kg, weight_kg * PLA_USD_KG, assumed)


def on_paper(pages: Sequence[Page]) -> Effort:
    """Return weight and cost of printed sheets."""
    area_m2 = sum(page.width_mm * page.height_mm for page in pages) / 1e6
    assumed = f"estimate: {1000 * PAPER_KG_M2:g} g and {PAPER_USD_M2:g} a m²"
    return Effort(0.0, area_m2 * PAPER_KG_M2, area_m2 * PAPER_USD_M2, assumed)
