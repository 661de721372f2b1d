"""A whole photo by ray tracing: tiles with thickness, solid tokens, real shadows and glare, and the truth of it.

The second renderer. It shares with the compositor what the game's pieces look like and how hands lay them, and
nothing of how light falls: what a reader learned from the compositor's habits does not help it here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from scoring.espalier import parse_state, total
from scoring.lattice import STEP, rim_point
from training.camera import Camera, Sensor, develop, hold
from training.film import bend, bent, meter, tone, vignette
from training.hands import Poses, lay_fruit, lay_strip, lay_tiles
from training.lamps import light_up
from training.layouts import Layout
from training.looks import Look
from training.meshes import Mesh, ball, box, rounded_rectangle, slab
from training.noise import Colour, hsv
from training.props import (
    Pieces,
    gloss,
    put_bowl,
    put_cards,
    put_coaster,
    put_fruit,
    put_mug,
    put_pad,
    put_pencil,
    put_sheet,
    put_strip,
    put_tile,
)
from training.raytrace import Body, Material, trace, view_of
from training.scenes import THICKNESS, UNIT_ABOUT
from training.strokes import turned
from training.tabletops import draw_top
from training.tokens import FRUITS

Points = npt.NDArray[np.float64]
TOP_SPAN = 26.0
"""How many tile sides of table top are drawn before the picture repeats mirrored."""
FLOOR = -13.0
SIZES = {
    "pile": 1.1, "heap": 0.95, "strips": 0.8, "pad": 1.7, "sheet": 1.8, "pencil": 1.2, "mug": 1.0, "coaster": 1.05,
    "cards": 1.5, "bowl": 1.2,
}  # fmt: skip
"""Clutter by name with the radius that it needs on the table."""
HEIGHTS = {"mug": 1.9, "bowl": 0.8}
"""How high tall clutter stands, tile sides."""


@dataclass(frozen=True)
class Prop:
    """Clutter: its name, where in the photo it stands (shares of width and height), its turn in degrees."""

    name: str
    across: float
    down: float
    angle: float = 0.0
    colour: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Setting:
    """How a photo is taken. Angles in degrees, lengths in tile sides unless said otherwise.

    tilt: off the plumb line, towards `bearing`; roll: of the phone about its axis; lens: focal length as a share of
    the longer side; room: share of the frame that the tree fills; shift: of the tree in the frame, as a share of it;
    k1: radial distortion; varnish: roughness of the printed faces, small is glossy; ev: exposure against what the
    phone would choose, in stops; balance: how much of the light's colour the phone takes out; detail: pixels along a
    tile's printed face; mess, sloppy: how far tiles and tokens lie off their places, as `training.hands` takes it.
    """

    table: str
    light: str
    light_angle: float
    tilt: float = 0.0
    bearing: float = 90.0
    roll: float = 0.0
    lens: float = 0.78
    room: float = 0.8
    shift: tuple[float, float] = (0.0, 0.0)
    k1: float = 0.0
    varnish: float = 0.25
    gap: float = 0.012
    mess: float = 0.008
    sloppy: float = 0.0
    props: tuple[Prop, ...] = ()
    phone_shadow: bool = True
    ev: float = 0.0
    balance: float = 0.85
    width: int = 2016
    height: int = 1512
    samples: int = 24
    detail: int = 512
    sensor: Sensor = field(default_factory=Sensor)
    table_angle: float = 0.0


@dataclass(frozen=True, eq=False)
class Shot:
    """A photo, uint8 RGB (height, width, 3), and its truth in the form of the practice photos, but for the file."""

    pixels: npt.NDArray[np.uint8]
    truth: dict[str, object]


@dataclass(eq=False)
class Set:
    """What has been laid on the table, with the places (three-dimensional) that the truth will name."""

    rng: np.random.Generator
    look: Look
    pieces: Pieces
    poses: Poses
    tokens: list[tuple[dict[str, object], Points]] = field(default_factory=list)
    fruit: list[tuple[dict[str, object], Points]] = field(default_factory=list)
    spare: list[tuple[dict[str, object], Points]] = field(default_factory=list)
    mulch: list[Points] = field(default_factory=list)


def photograph(seed: int, layout: Layout, look: Look, setting: Setting) -> Shot:
    """The layout in the look, as `setting` says; what it leaves open is drawn from `seed`."""
    # Each has a stream of its own: another prop does not change the table or the light.
    hands, boards, lamps = (np.random.default_rng([seed, k]) for k in range(3))
    camera = aim_at(layout, setting)
    laid = lay(hands, layout, look, setting, camera)
    middle = np.mean([centre for centre, _ in laid.poses.values()], 0)
    height = float(view_of(camera).to_world[2, 3])
    lighting = light_up(lamps, setting.light, middle, np.deg2rad(setting.light_angle), height)
    bodies = [*_table(boards, setting, middle), *laid.pieces.bodies()]
    if setting.phone_shadow:
        bodies += _phone(camera)
    radiance = vignette(trace(bodies, lighting.lights, camera, setting.samples, seed), 0.16)
    balance = (lighting.white.mean() / lighting.white) ** setting.balance
    # The lens bends the light before the film clips it.
    picture = tone(bend(radiance, setting.k1), meter(radiance) * 2**setting.ev, balance)
    return Shot(develop(picture, setting.sensor), truth_of(layout, setting, camera, laid))


def aim_at(layout: Layout, setting: Setting) -> Camera:
    """The camera that has the tree in its frame as the setting says."""
    cells = np.array(list(layout.kinds), np.float64) * (1 + setting.gap)
    size = np.array([setting.width, setting.height])
    return hold(
        cells.min(0) - 0.55,
        cells.max(0) + 0.55,
        setting.width,
        setting.height,
        tilt=float(np.deg2rad(setting.tilt)),
        roll=float(np.deg2rad(setting.roll)),
        bearing=float(np.deg2rad(setting.bearing)),
        focal=setting.lens * float(size.max()),
        room=setting.room,
        shift=np.array(setting.shift) * size,
    )


# --- laying out ----------------------------------------------------------------------------------------------


def lay(rng: np.random.Generator, layout: Layout, look: Look, setting: Setting, camera: Camera) -> Set:
    """The tree, its tokens and the clutter."""
    poses = lay_tiles(rng, layout, setting.gap, setting.mess)
    laid = Set(rng, look, Pieces(setting.detail, gloss(setting.varnish)), poses)
    for cell, (centre, turn) in poses.items():
        put_tile(rng, laid.pieces, look, layout.kinds[cell], layout.branches[cell], centre, _angle(turn))
    _lay_tokens(laid, layout, setting.sloppy)
    for prop in setting.props:
        at = on_table(camera, prop.across * setting.width, prop.down * setting.height)
        _lay_prop(laid, layout, prop, at)
    return laid


def on_table(camera: Camera, x: float, y: float) -> Points:
    """The place on the table (2,) that is seen at a pixel."""
    seen = np.linalg.solve(camera.plane(), np.array([x, y, 1.0]))
    return np.asarray(seen[:2] / seen[2], np.float64)


def _angle(turn: Points) -> float:
    return float(np.arctan2(turn[1, 0], turn[0, 0]))


def _lay_tokens(laid: Set, layout: Layout, sloppy: float) -> None:
    rng, look = laid.rng, laid.look
    strips = []
    for (cell, direction), side in layout.tokens.items():
        at, turn = lay_strip(rng, look, laid.poses[cell], direction, sloppy)
        put_strip(rng, laid.pieces, look, side, layout.kinds[cell], at, _angle(turn), THICKNESS + 0.002)
        strips.append(at)
        name = {"col": cell[0], "row": cell[1], "direction": direction, "side": side}
        laid.tokens.append((name, np.array([*at, THICKNESS + 0.03])))
    for point, kind in layout.fruit.items():
        at = lay_fruit(rng, point, laid.poses)
        near = look.fruit_radius + 0.42 * look.strip_length
        on_strip = any(float(np.hypot(*(strip - at))) < near for strip in strips)
        base = THICKNESS + (0.034 if on_strip else 0.002)
        top = put_fruit(rng, laid.pieces, look, kind, at, base)
        col, row, way = next(
            (c, r, d) for c, r in layout.kinds for d in STEP if rim_point((c, r), d) == point
        )
        laid.fruit.append(
            ({"col": col, "row": row, "at": way, "kind": kind}, np.array([*at, (base + top) / 2]))
        )


def _lay_prop(laid: Set, layout: Layout, prop: Prop, at: Points) -> None:
    rng, pieces, look = laid.rng, laid.pieces, laid.look
    angle = float(np.deg2rad(prop.angle))
    colour = _colour(rng, prop)
    if prop.name == "pile":
        _lay_pile(laid, layout.mulched, at)
    elif prop.name == "heap":
        _lay_heap(laid, at, int(rng.integers(4, 10)))
    elif prop.name == "strips":
        for k in range(int(rng.integers(2, 5))):
            spot = at + rng.normal(0, 0.1, 2) + np.array([0, 0.26]) * (k - 1)
            side = str(rng.choice(["graft", "prune"]))
            put_strip(rng, pieces, look, side, "summer", spot, float(rng.uniform(-0.4, 0.4)), 0.0)
            laid.spare.append(({"kind": side}, np.array([*spot, 0.03])))
    elif prop.name == "pad":
        put_pad(rng, pieces, at, angle)
    elif prop.name == "sheet":
        put_sheet(rng, pieces, at, angle)
    elif prop.name == "pencil":
        put_pencil(rng, pieces, at, angle, colour)
    elif prop.name == "mug":
        put_mug(rng, pieces, at, angle, colour, np.array([58, 34, 20], np.float32))
    elif prop.name == "coaster":
        put_coaster(rng, pieces, at, angle, colour)
    elif prop.name == "cards":
        put_cards(rng, pieces, look, at, angle, int(rng.integers(2, 5)))
    elif prop.name == "bowl":
        put_bowl(rng, pieces, look, at, colour)


def _colour(rng: np.random.Generator, prop: Prop) -> Colour:
    if prop.colour is not None:
        return np.array(prop.colour, np.float32)
    return hsv(float(rng.random()), float(rng.uniform(0.05, 0.7)), float(rng.uniform(0.3, 0.95)))


def _lay_pile(laid: Set, count: int, at: Points) -> None:
    """Mulched tiles thrown together, each on top of those before it."""
    rng = laid.rng
    for k in range(count):
        spot = at + rng.normal(0, 0.13, 2)
        angle = float(rng.uniform(0, 2 * np.pi))
        kind = str(rng.choice(["winter", "spring", "summer", "autumn"]))
        branches = frozenset(rng.choice(list(STEP), int(rng.integers(2, 6)), replace=False).tolist())
        put_tile(rng, laid.pieces, laid.look, kind, branches, spot, angle, k * (THICKNESS + 0.001))
        turn = turned(angle)
        corners = UNIT_ABOUT @ turn.T + spot
        laid.mulch.append(np.column_stack([corners, np.full(4, (k + 1) * THICKNESS)]))


def _lay_heap(laid: Set, at: Points, count: int) -> None:
    """Spare fruit; a token finds a place beside the others, or comes to lie on one."""
    rng, radius = laid.rng, laid.look.fruit_radius
    spots: list[Points] = []
    stackable = laid.look.fruit not in ("ball", "bead", "cube", "cylinder")
    for _ in range(count):
        for _ in range(20):
            away = rng.normal(0, 0.3 + 0.5 * radius, 2)
            spot = at + away * min(1.0, (SIZES["heap"] - radius) / float(np.hypot(*away)))
            if all(float(np.hypot(*(spot - other))) > 2.06 * radius for other in spots):
                break
        else:
            if not stackable:
                continue
        below = sum(float(np.hypot(*(spot - other))) < 1.6 * radius for other in spots)
        kind = str(rng.choice(FRUITS))
        top = put_fruit(rng, laid.pieces, laid.look, kind, spot, 0.001 + 0.042 * below)
        spots.append(spot)
        laid.spare.append(({"kind": kind}, np.array([*spot, top])))


# --- around it -----------------------------------------------------------------------------------------------


def _table(rng: np.random.Generator, setting: Setting, middle: Points) -> list[Body]:
    top = draw_top(rng, setting.table, 1024 * max(1, round(setting.detail / 170)), TOP_SPAN)
    size = np.array([rng.uniform(24, 40), rng.uniform(18, 24)])
    outline = rounded_rectangle(*size, 0.3)
    face, edge = slab(outline, 0.7, 0.06, (TOP_SPAN, TOP_SPAN))
    at = (*(middle + rng.uniform(-0.12, 0.12, 2) * size), -0.7)
    angle = float(np.deg2rad(setting.table_angle))
    board = Material(top.picture, top.roughness, top.relief, top.depth)
    side = Material(top.picture[:4, :4] * 0.8)
    far = 200.0
    corners = np.array([[-far, -far, FLOOR], [far, -far, FLOOR], [far, far, FLOOR], [-far, far, FLOOR]])
    floor = Mesh(corners, np.tile([0, 0, 1.0], (4, 1)), np.zeros((4, 2)), np.array([[0, 1, 2], [0, 2, 3]]))
    shade = hsv(float(rng.random()), 0.25, float(rng.uniform(0.1, 0.4)))
    return [
        Body(face.placed(at, angle), board),
        Body(edge.placed(at, angle), side),
        Body(floor, Material(np.broadcast_to(shade, (1, 1, 3)))),
    ]


def _phone(camera: Camera) -> list[Body]:
    """The phone, just behind its own lens, and the hands that hold it: they shade the table and show in glare."""
    frame = view_of(camera).to_world
    flip = np.diag([1.0, -1.0, 1.0])
    left, up, forward, position = (flip @ frame[:3, k] for k in range(4))
    axes = np.column_stack([left, up, forward])

    def carried(mesh: Mesh, shift: tuple[float, float, float]) -> Mesh:
        offset = position + axes @ np.array(shift)
        return Mesh(mesh.vertices @ axes.T + offset, mesh.normals @ axes.T, mesh.uv, mesh.faces)

    black = Material(np.full((1, 1, 3), 22, np.float32), 0.2)
    skin = Material(np.full((1, 1, 3), (190, 140, 115), np.float32))
    hand = ball(0.65, 0.6)
    # The lens sits near the upper corner of the phone's back.
    phone = Body(carried(box((2.9, 1.4, 0.15), 0.05), (0.9, -0.3, -0.25)), black)
    hands = [Body(carried(hand, (0.9 + x, -0.5, -0.9)), skin) for x in (-1.5, 1.6)]
    return [phone, *hands]


# --- the truth -----------------------------------------------------------------------------------------------


def truth_of(layout: Layout, setting: Setting, camera: Camera, laid: Set) -> dict[str, object]:
    """What is in the photo. Pixels as OpenCV counts them: whole numbers are the middles of pixels."""

    def px(places: Points) -> list[list[float]]:
        seen = np.array([camera.project(place[:2], place[2])[0] for place in np.atleast_2d(places)])
        return np.round(bent(seen, camera.width, camera.height, setting.k1) - 0.5, 2).tolist()

    def named(things: list[tuple[dict[str, object], Points]]) -> list[dict[str, object]]:
        return [{**name, "px": px(place)} for name, place in things]

    state = layout.to_state()
    sensor = setting.sensor
    return {
        "game": "espalier",
        "state": state,
        "width": camera.width,
        "height": camera.height,
        "grid": {
            "tiles": [
                {
                    "col": col,
                    "row": row,
                    "px": px(np.column_stack([UNIT_ABOUT @ turn.T + at, np.full(4, THICKNESS)])),
                }
                for (col, row), (at, turn) in laid.poses.items()
            ],
            "tokens": named(laid.tokens),
            "fruit": named(laid.fruit),
            "spare": named(laid.spare),
            "mulch": [{"px": px(corners)} for corners in laid.mulch],
        },
        "conditions": {
            "renderer": "solid",
            "light": setting.light,
            "table": setting.table,
            "tilt_deg": setting.tilt,
            "roll_deg": setting.roll,
            "k1": setting.k1,
            "lens_mm": round(36 * setting.lens, 1),
            "phone_shadow": setting.phone_shadow,
            "clutter": [prop.name for prop in setting.props],
            "ev": setting.ev,
            "blur": sensor.blur,
            "noise": sensor.noise,
            "quality": sensor.quality,
        },
        "total": total(parse_state(state)),
    }
