"""What lies on the table as solid things: the game's own pieces, and what players leave beside them."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from training.fruit import draw_fruit
from training.grounds import draw_ground
from training.looks import Look
from training.meshes import Mesh, ball, box, joined, lathe, polygon, rounded_rectangle, sheet, slab
from training.noise import Colour, Image, hsv, jittered, value_noise
from training.raytrace import Body, Material
from training.scenes import THICKNESS
from training.strips import draw_strip
from training.strokes import unit
from training.surfaces import draw_sheet
from training.tiles import draw_tile
from training.tokens import FRUITS, Sprite

Points = npt.NDArray[np.float64]
CARD = np.array([1.15, 1.6])
"""A card of 63 x 88 mm in tile sides."""
MARGIN = 3
"""Pixels around each picture on a shared sheet, so that no neighbour shows at its rim."""


@dataclass(eq=False)
class Pieces:
    """Meshes with their pictures, gathered by how their surface shines: each kind becomes one body."""

    detail: int
    gloss: dict[str, float | None]
    parts: dict[str, list[tuple[Mesh, Image]]] = field(default_factory=dict)

    def add(self, surface: str, mesh: Mesh, picture: Image) -> None:
        self.parts.setdefault(surface, []).append((mesh, picture))

    def bodies(self) -> list[Body]:
        return [Body(*_on_one_sheet(parts, self.gloss[surface])) for surface, parts in self.parts.items()]


def gloss(varnish: float) -> dict[str, float | None]:
    """Roughness by surface; `varnish` is that of the printed faces."""
    return {
        "print": varnish,
        "edge": None,
        "paper": None,
        "paint": 0.22,
        "ceramic": 0.06,
        "liquid": 0.02,
        "sleeve": 0.1,
    }


def _on_one_sheet(parts: list[tuple[Mesh, Image]], roughness: float | None) -> tuple[Mesh, Material]:
    """All pictures packed into one, row by row, and the meshes' uv moved to match."""
    order = sorted(range(len(parts)), key=lambda k: -parts[k][1].shape[0])
    area = sum((p.shape[0] + 2 * MARGIN) * (p.shape[1] + 2 * MARGIN) for _, p in parts)
    width = max(round(np.sqrt(area) * 1.1), *(p.shape[1] + 2 * MARGIN for _, p in parts), 8)
    places: dict[int, tuple[int, int]] = {}
    x = y = tall = 0
    for k in order:
        high, wide = (side + 2 * MARGIN for side in parts[k][1].shape[:2])
        if x + wide > width:
            x, y, tall = 0, y + tall, 0
        places[k] = (x, y)
        x, tall = x + wide, max(tall, high)
    page = np.zeros((y + tall, width, 3), np.float32)
    meshes = []
    for k, (mesh, picture) in enumerate(parts):
        left, top = places[k]
        framed = cv2.copyMakeBorder(picture, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
        page[top : top + framed.shape[0], left : left + framed.shape[1]] = framed
        low = (np.array([left, top]) + MARGIN + 0.5) / (width, len(page))
        high = (np.array([left, top]) + MARGIN - 0.5 + picture.shape[1::-1]) / (width, len(page))
        meshes.append(mesh.mapped(low, high))
    return joined(meshes), Material(page, roughness)


def plain(colour: Colour) -> Image:
    """A picture of one colour."""
    return np.full((4, 4, 3), colour, np.float32)


# --- the game's pieces ---------------------------------------------------------------------------------------


def put_slab(
    pieces: Pieces, outline: Points, sprite: Sprite, size: Points, at: Points, angle: float, z: float, core: Colour,
    tilt: npt.ArrayLike = (0.0, 0.0),
) -> None:  # fmt: skip
    """A flat piece: its printed face, and the card that shows where it was cut."""
    face, edge = slab(outline, sprite.height, 0.012, size)
    place = (*at, z)
    pieces.add("print", face.placed(place, angle, tilt), sprite.picture)
    pieces.add("edge", edge.placed(place, angle, tilt), _cut(core))


def _cut(core: Colour) -> Image:
    """The edge of die-cut card: plies, darker below the print."""
    plies = 1 + 0.05 * np.sin(np.arange(12) * 2.1)
    plies[0] = 0.8
    cut: Image = np.repeat((core * plies[:, None]).clip(0, 255)[:, None], 4, 1).astype(np.float32)
    return cut


def put_tile(
    rng: np.random.Generator, pieces: Pieces, look: Look, kind: str, branches: frozenset[str], at: Points,
    angle: float, z: float = 0.0,
) -> None:  # fmt: skip
    art = draw_tile(rng, look, kind, branches, pieces.detail)
    outline = rounded_rectangle(1, 1, look.corner_radius)
    sprite = Sprite(art, np.ones(art.shape[:2], np.float32), THICKNESS)
    put_slab(pieces, outline, sprite, np.ones(2), at, angle, z, look.edge_colour)


def put_strip(
    rng: np.random.Generator,
    pieces: Pieces,
    look: Look,
    token: str,
    kind: str,
    at: Points,
    angle: float,
    z: float,
) -> None:
    long, wide = round(look.strip_length * pieces.detail), round(look.strip_width * pieces.detail)
    sprite = draw_strip(rng, look, token, kind, long, wide)
    size = np.array([look.strip_length, look.strip_width])
    outline = rounded_rectangle(*size, min(look.corner_radius * 2, 0.4) * look.strip_width)
    put_slab(pieces, outline, sprite, size, at, angle, z, look.edge_colour)


def put_fruit(
    rng: np.random.Generator, pieces: Pieces, look: Look, kind: str, at: Points, z: float,
    tilt: npt.ArrayLike = (0.0, 0.0),
) -> float:  # fmt: skip
    """A fruit token of the look's make: -> the height of its top over the table."""
    radius = look.fruit_radius
    angle = float(rng.uniform(0, 2 * np.pi))
    colour = jittered(rng, look.fruit_colours[kind], 5)
    place = (*at, z)
    if look.fruit in ("ball", "bead"):
        flat = 1.0 if look.fruit == "ball" else 0.65
        pieces.add("paint", ball(radius, flat).placed(place, angle), plain(colour))
        return z + 2 * radius * flat
    if look.fruit == "cube":
        side = 1.44 * radius
        pieces.add("paint", box((side, side, side), 0.02).placed(place, angle), _grained(rng, colour))
        return z + side
    if look.fruit == "cylinder":
        body = joined(list(slab(polygon(48, radius), 0.12, 0.02, (2 * radius, 2 * radius))))
        pieces.add("paint", body.placed(place, angle), _grained(rng, colour))
        return z + 0.12
    sprite = draw_fruit(rng, look, kind, round(2 * radius * pieces.detail) + 8)
    outline = {
        "hexagon": lambda: polygon(6, radius * 0.96),
        "cutout": lambda: _cutout(sprite) * 2 * radius,
    }.get(look.fruit, lambda: polygon(64, radius * 0.96))()
    size = np.full(2, 2 * radius)
    core = look.edge_colour if look.fruit != "flat" else (colour * 0.7).astype(np.float32)
    put_slab(pieces, outline, sprite, size, at, angle, z, core, tilt)
    return z + sprite.height


def _grained(rng: np.random.Generator, colour: Colour) -> Image:
    """Painted wood: a hint of its grain."""
    grain = value_noise(rng, (64, 64), (24, 3))
    return (colour * (0.92 + 0.1 * grain[..., None])).astype(np.float32)


def _cutout(sprite: Sprite) -> Points:
    """The outline of a sprite's mask, in shares of its side, smoothed and evenly spaced."""
    found, _ = cv2.findContours(
        (sprite.mask > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    contour = max(found, key=cv2.contourArea).reshape(-1, 2) + 0.5
    side = len(sprite.mask)
    spread = np.linspace(0, len(contour), 72, endpoint=False)
    kernel = np.ones(5) / 5
    smooth = [np.convolve(np.pad(contour[:, k], 2, mode="wrap"), kernel, "valid") for k in (0, 1)]
    even = np.column_stack([np.interp(spread, np.arange(len(contour)), axis) for axis in smooth])
    return np.asarray(even / side - 0.5, np.float64)


# --- beside the tree -----------------------------------------------------------------------------------------


def put_pad(rng: np.random.Generator, pieces: Pieces, at: Points, angle: float) -> None:
    """A score pad, half filled in."""
    size = np.array([1.9, 2.7])
    high = round(pieces.detail * 0.9 * size[1])
    pad = box((*size, 0.1), 0.008).placed((*at, 0.0), angle)
    pieces.add("paper", pad, plain(np.array([226, 222, 212], np.float32)))
    page = score_sheet(rng, high, round(high * size[0] / size[1]))
    pieces.add("paper", sheet(*size).placed((*at, 0.1), angle), page)


def put_sheet(rng: np.random.Generator, pieces: Pieces, at: Points, angle: float) -> None:
    """A sheet of rules or notes, its corners up."""
    size = np.array([1.0, float(rng.uniform(1.25, 1.5))]) * float(rng.uniform(1.3, 2.0))
    high = round(pieces.detail * 0.8 * size[1])
    page = draw_sheet(rng, high, round(high * size[0] / size[1]))
    pieces.add("paper", sheet(*size, rng.uniform(0, 0.22, 4) ** 2 * 3).placed((*at, 0.0), angle), page)


def score_sheet(rng: np.random.Generator, high: int, wide: int) -> Image:
    """A printed table with a heading, half filled in by hand."""
    paper = np.full((high, wide, 3), hsv(0.11, float(rng.uniform(0.03, 0.12)), 0.97), np.float32)
    ink = tuple(hsv(float(rng.random()), 0.55, 0.38).tolist())
    pencil = (72.0, 74.0, 82.0)
    left, right, top, bottom = round(0.08 * wide), round(0.92 * wide), round(0.2 * high), round(0.94 * high)
    cv2.rectangle(paper, (left, round(0.06 * high)), (right, round(0.15 * high)), ink, -1, cv2.LINE_AA)
    rows, columns = int(rng.integers(7, 11)), int(rng.integers(4, 7))
    ys, xs = np.linspace(top, bottom, rows + 1).astype(int), np.linspace(left, right, columns + 2).astype(int)
    xs = np.delete(xs, 1)
    for y in ys:
        cv2.line(paper, (left, y), (right, y), ink, max(1, high // 400), cv2.LINE_AA)
    for x in xs:
        cv2.line(paper, (x, top), (x, bottom), ink, max(1, high // 400), cv2.LINE_AA)
    step = (bottom - top) / rows
    for row in range(rows):
        middle = (round(left + step * 0.5), round(ys[row] + step * 0.5))
        cv2.circle(
            paper, middle, round(step * 0.24), hsv(float(rng.random()), 0.5, 0.75).tolist(), -1, cv2.LINE_AA
        )
        for column in range(1, columns):
            if rng.random() < 0.6:
                at = (round(xs[column] + step * 0.15), round(ys[row] + step * float(rng.uniform(0.65, 0.85))))
                size = step / 52 * float(rng.uniform(0.8, 1.1))
                number = str(int(rng.integers(1, 40)))
                thick = max(1, high // 300)
                cv2.putText(
                    paper, number, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, pencil, thick, cv2.LINE_AA
                )
    return paper


def put_pencil(rng: np.random.Generator, pieces: Pieces, at: Points, angle: float, paint: Colour) -> None:
    """A pencil of 17 cm, lying."""
    length, radius = 3.1, 0.065
    hexagonal = lathe(
        [(0.0, 0.0), (radius, 0.0), (radius, length - 0.35), (0.012, length), (0, length)], steps=6
    )
    lying = np.array([[0, 0, 1.0], [0, 1, 0], [-1, 0, 0]])

    def laid(mesh: Mesh) -> Mesh:
        centred = mesh.vertices - (0, 0, length / 2)
        turned = Mesh(centred @ lying.T, mesh.normals @ lying.T, mesh.uv, mesh.faces)
        return turned.placed((*at, radius), angle)

    body = laid(hexagonal)
    along = (hexagonal.vertices[:, 2] / length).clip(0, 1)
    uv = np.column_stack([along, np.full(len(along), 0.5)])
    strip = np.tile(paint, (4, 100, 1)).astype(np.float32)
    strip[:, 88:] = (222, 186, 140)
    strip[:, 97:] = (50, 48, 46)
    pieces.add("paint", Mesh(body.vertices, body.normals, uv, body.faces), strip)


def put_mug(
    rng: np.random.Generator, pieces: Pieces, at: Points, angle: float, glaze: Colour, drink: Colour
) -> None:
    """A mug of 8 cm with a handle and something in it."""
    radius, height, wall = 0.74, float(rng.uniform(1.5, 1.8)), 0.07
    inner = radius - wall
    outside = [
        (0, 0), (radius * 0.8, 0), (radius * 0.92, 0.05), (radius, 0.2), (radius, height - 0.05),
        (radius - 0.02, height - 0.01), (radius - wall / 2, height), (inner + 0.02, height - 0.01),
        (inner, height - 0.05), (inner, 0.25), (inner * 0.8, 0.12), (0, 0.1),
    ]  # fmt: skip
    place = (*at, 0.0)
    pieces.add("ceramic", lathe(outside, sharp=1.2).placed(place), plain(glaze))
    level = height * float(rng.uniform(0.6, 0.85))
    pieces.add("liquid", lathe([(0, level), (inner, level)]).placed(place), plain(drink))
    pieces.add("ceramic", _handle(radius, height).placed(place, angle), plain(glaze))


def _handle(radius: float, height: float) -> Mesh:
    """Half a ring, upright, along +x."""
    turns = np.linspace(-np.pi / 2, np.pi / 2, 25)
    around = np.linspace(0, 2 * np.pi, 17)
    vertices, normals = [], []
    for t in turns:
        out = np.array([np.cos(t), 0, np.sin(t)])
        middle = np.array([radius - 0.03, 0, height * 0.52]) + out * (0.45, 0, height * 0.32)
        for a in around:
            normal = out * np.cos(a) + np.array([0, 1, 0]) * np.sin(a)
            vertices.append(middle + normal * (0.08, 0.11, 0.08))
            normals.append(normal)
    count = len(around)
    faces = []
    for k in range(len(turns) - 1):
        for j in range(count - 1):
            low, high = k * count + j, (k + 1) * count + j
            faces += [(low, low + 1, high + 1), (low, high + 1, high)]
    return Mesh(
        np.array(vertices), np.array(normals), np.zeros((len(vertices), 2)), np.array(faces, np.int64)
    )


def put_coaster(rng: np.random.Generator, pieces: Pieces, at: Points, angle: float, colour: Colour) -> None:
    radius = float(rng.uniform(0.85, 1.0))
    outline = (
        polygon(72, radius) if rng.random() < 0.6 else rounded_rectangle(1.7 * radius, 1.7 * radius, 0.15)
    )
    speckle = value_noise(rng, (300, 300), (110, 110))
    cork = (colour * (0.72 + 0.45 * speckle[..., None])).clip(0, 255).astype(np.float32)
    face, edge = slab(outline, 0.07, 0.02, (2 * radius, 2 * radius))
    pieces.add("edge", joined([face, edge]).placed((*at, 0.0), angle), cork)


def put_cards(
    rng: np.random.Generator, pieces: Pieces, look: Look, at: Points, angle: float, count: int
) -> None:
    """Cards in sleeves, fanned or in a pile: they show the look's ground with a frame."""
    fanned = rng.random() < 0.6
    for k in range(count):
        kind = ("winter", "spring", "summer", "autumn")[k % 4]
        wide, high = (round(side * pieces.detail * 0.7) for side in CARD)
        art = draw_ground(rng, look, kind, high)[:, :wide].copy()
        ink = look.branch_colours[kind].tolist()
        cv2.rectangle(
            art, (wide // 14, wide // 14), (wide - wide // 14, high - wide // 14), ink, max(2, wide // 60)
        )
        cv2.circle(art, (wide // 2, high // 3), wide // 5, look.leaf_colours[kind].tolist(), -1, cv2.LINE_AA)
        for line in range(3):
            y = round(high * (0.62 + 0.08 * line))
            cv2.line(art, (wide // 4, y), (wide * 3 // 4, y), ink, max(1, wide // 70), cv2.LINE_AA)
        turn = angle + (k * 0.22 if fanned else float(rng.normal(0, 0.02)))
        shift = unit(angle) * (0.35 * k if fanned else 0.01)
        face, edge = slab(rounded_rectangle(*CARD, 0.05), 0.012, 0.004, CARD)
        place = (*(at + shift), 0.012 * k)
        pieces.add("sleeve", face.placed(place, turn), art)
        pieces.add("edge", edge.placed(place, turn), plain(np.array([235, 235, 232], np.float32)))


def put_bowl(rng: np.random.Generator, pieces: Pieces, look: Look, at: Points, glaze: Colour) -> None:
    """A bowl for the fruit supply, half full."""
    radius, height = 1.05, 0.68
    arc = np.linspace(0.15, 1.0, 12)
    outer = [
        (0, 0),
        *((radius * np.sin(a * np.pi / 2) ** 0.8, height * (1 - np.cos(a * np.pi / 2))) for a in arc),
    ]
    inner = [(max(r - 0.08, 0.0), z + 0.05) for r, z in outer[::-1]]
    profile = [*outer, (outer[-1][0] - 0.03, height + 0.04), *inner[1:-1], (0.0, 0.07)]
    pieces.add("ceramic", lathe(profile, sharp=1.3).placed((*at, 0.0)), plain(glaze))
    spots: list[Points] = []
    for _ in range(60):
        spot = at + rng.normal(0, 0.3, 2)
        away = float(np.hypot(*(spot - at)))
        if away > 0.6 or any(float(np.hypot(*(spot - other))) < 2.05 * look.fruit_radius for other in spots):
            continue
        spots.append(spot)
        lean = 0.9 * (spot - at)  # as the bowl's side does
        put_fruit(rng, pieces, look, str(rng.choice(FRUITS)), spot, 0.1 + 0.35 * away**2, lean)
