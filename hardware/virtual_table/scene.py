"""The scene of a picture: what lies on a table, how it is lit, and the camera.

All places are in the board's frame, as in `companion.board.spec`, on the board's top, with z upwards. The
table's top is at z = -thickness of the board. Colours are sRGB (red, green, blue), each 0 to 1. Angles are
degrees, anticlockwise from +x seen from above.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.board.spec import STANDARD, BoardSpec
from companion.game import Seat

Colour = tuple[float, float, float]
Place = tuple[float, float, float]


class BoardMaterial(StrEnum):
    """Material of a board, which also determines how its lines are made."""

    PAPER = "paper"
    LAMINATED = "laminated"
    WOOD = "wood"
    LIMESTONE = "limestone"
    SANDSTONE = "sandstone"
    SLATE = "slate"


class SacredMark(StrEnum):
    """Marks that distinguish the third line."""

    CENTRE = "centre"
    LONG = "long"
    BOTH = "both"


class TableTexture(StrEnum):
    """Surfaces of the table."""

    WOOD_DARK = "wood_dark"
    WOOD_LIGHT = "wood_light"
    CLOTH_PLAIN = "cloth_plain"
    CLOTH_CHECK = "cloth_check"
    PAINTED = "painted"


class CounterKind(StrEnum):
    """The shape of a counter: a flat cylinder, a domed bead of glass, an uneven stone."""

    DISC = "disc"
    BEAD = "bead"
    PEBBLE = "pebble"


class ObjectKind(StrEnum):
    """Kinds of objects other than counters."""

    CUP = "cup"
    PHONE = "phone"
    COIN = "coin"
    DIE = "die"


class HandPose(StrEnum):
    """Poses of a hand: hovering with spread fingers, or holding something between finger and thumb."""

    HOVERING = "hovering"
    HOLDING = "holding"


@dataclass(frozen=True)
class VirtualBoard:
    """A board: its measures (`spec`), its material, and how strongly its lines show (0 to 1).

    `unevenness_mm` is the maximum offset of each of the ten points; `markers` adds the four ArUco markers
    (DICT_4X4_50, ids 0 to 3); `point_fill` tints the circles. `print_file` is a picture of all that is
    printed on the board; its lines and markers are then those of the picture. `groove_deg` is the opening
    angle of V-shaped grooves in stone; 0 stands for worn ones, rounded and at most 1.3 mm deep.
    """

    material: BoardMaterial = BoardMaterial.PAPER
    spec: BoardSpec = STANDARD
    sacred_mark: SacredMark = SacredMark.BOTH
    colour: Colour = (0.93, 0.92, 0.88)
    line_width_mm: float = 1.6
    line_strength: float = 0.9
    unevenness_mm: float = 0.0
    point_fill: bool = False
    size_mm: tuple[float, float] = (420.0, 297.0)
    thickness_mm: float = 1.2
    markers: bool = False
    print_file: str | None = None
    groove_deg: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class TableSurface:
    """The table under the board; `colour` is that of the cloth or paint, or tints the wood."""

    texture: TableTexture = TableTexture.WOOD_DARK
    colour: Colour = (0.35, 0.22, 0.14)
    seed: int = 0


@dataclass(frozen=True)
class VirtualCounter:
    """A counter of one seat; x, y are its middle, z its underside.

    `gloss` goes from 0 (chalk) to 1 (glass); `mottle` from 0 (one colour) to 1 (blotched like a river stone).
    `rings` lie on a disc's top: colour, inner and outer radius in radii of the counter.
    """

    name: str
    seat: Seat
    kind: CounterKind
    colour: Colour
    diameter_mm: float
    height_mm: float
    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    angle_deg: float = 0.0
    gloss: float = 0.5
    mottle: float = 0.0
    held: bool = False
    rings: tuple[tuple[Colour, float, float], ...] = ()
    seed: int = 0


@dataclass(frozen=True)
class SceneObject:
    """An object other than a counter, with its middle at x, y and its underside at z.

    `face` is the upper one of a die.
    """

    kind: ObjectKind
    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    angle_deg: float = 0.0
    colour: Colour = (0.8, 0.8, 0.82)
    face: int = 1


@dataclass(frozen=True)
class LightSource:
    """A round lamp or window; `colour` (linear red, green, blue) is its light at the board's middle.

    A lamp with a `spot_mm` lights a soft round spot of that radius about `aim_mm`, others light everything.
    """

    position_mm: Place
    radius_mm: float
    colour: Colour
    spot_mm: float | None = None
    aim_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Lighting:
    """All light: lamps, and ambient light from everywhere (linear red, green, blue)."""

    lamps: tuple[LightSource, ...]
    ambient: Colour = (0.25, 0.25, 0.25)


@dataclass(frozen=True)
class VirtualHand:
    """A right hand (a left one if `left`) with its finger tips at the place; the arm comes from `from_deg`.

    `z_mm` is the height of the finger tips above the board. Without a sleeve the forearm is bare.
    """

    pose: HandPose
    x_mm: float
    y_mm: float
    z_mm: float
    from_deg: float
    skin: Colour = (0.78, 0.57, 0.45)
    sleeve: Colour | None = None
    left: bool = False
    seed: int = 0


@dataclass(frozen=True)
class SceneCamera:
    """A pinhole camera with radial distortion (k1, k2 as in OpenCV), square pixels, centred.

    It looks at `target_mm`; the direction `up_deg` in the board's plane points upwards in the picture.
    """

    position_mm: Place = (0.0, 0.0, 700.0)
    target_mm: Place = (0.0, 0.0, 0.0)
    up_deg: float = 90.0
    width_px: int = 640
    height_px: int = 480
    focal_px: float = 700.0
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True)
class SensorModel:
    """The sensor: exposure, white balance (gains of red and blue), lens blur, noise, JPEG.

    `noise` is the standard deviation in grey levels of 255; `vignetting` the loss in the corners, 0 to 1; a
    `jpeg_quality` of None skips compression.
    """

    exposure: float = 1.0
    red_gain: float = 1.0
    blue_gain: float = 1.0
    vignetting: float = 0.12
    blur_px: float = 0.4
    noise: float = 1.2
    jpeg_quality: int | None = None


@dataclass(frozen=True)
class VirtualScene:
    """Everything that a picture depends on, except its noise."""

    board: VirtualBoard
    table: TableSurface
    light: Lighting
    camera: SceneCamera
    sensor: SensorModel = SensorModel()
    counters: tuple[VirtualCounter, ...] = ()
    hand: VirtualHand | None = None
    things: tuple[SceneObject, ...] = ()


COLOUR_PAIRS: dict[str, tuple[Colour, Colour]] = {
    "blue_white": ((0.1, 0.2, 0.62), (0.88, 0.87, 0.83)),
    "black_white": ((0.09, 0.09, 0.1), (0.86, 0.85, 0.82)),
    "red_ivory": ((0.62, 0.08, 0.1), (0.85, 0.81, 0.7)),
    "terracotta_green": ((0.78, 0.36, 0.22), (0.1, 0.35, 0.2)),
    "pebbles_dark_pale": ((0.3, 0.28, 0.27), (0.78, 0.74, 0.66)),
    "pebbles_brown_grey": ((0.42, 0.27, 0.18), (0.56, 0.57, 0.58)),
}
"""The colours of seat A and seat B."""
