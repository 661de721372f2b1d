"""What blocks are made of, and the light on them: dice, cubes, tokens of wood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from training.blocks import Block, Floats, Hits, blend_hits, cast, face_of
from training.camera import Camera
from training.noise import Colour, Field, Image, banked_noise

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Light:
    """The light on all pieces of a scene.

    towards: unit vector to the lamp; ambient: the share of light from all around; lobes: bright things that are
    mirrored, as unit vectors (K, 3), each with a cosine of its size and a brightness.
    """

    towards: Points
    ambient: float
    lobes: tuple[tuple[Points, float, float], ...]
    bulge: float
    """How far flat faces are from flat, which draws reflections together."""


def draw_light(rng: np.random.Generator, shade: Points) -> Light:
    """Any light that throws shadows that way: `shade`, tile sides a unit of height."""
    towards = np.append(-shade, 1.0)
    lobes = []
    for _ in range(int(rng.choice([0, 1, 2, 3]))):
        way = np.append(rng.normal(0, 0.7, 2), 1.0)
        lobes.append((way / np.linalg.norm(way), float(rng.uniform(0.7, 0.985)), float(rng.uniform(20, 180))))
    return Light(
        towards / np.linalg.norm(towards),
        float(rng.uniform(0.35, 0.8)),
        tuple(lobes),
        float(rng.uniform(0, 0.35)),
    )


# --- materials: the body's colour at points (N, 3) within it, and how much of what is behind shines through ------


@dataclass(frozen=True, eq=False)
class _Body:
    rng: np.random.Generator
    colour: Colour
    at: Floats
    facing: Floats
    """Cosine between the surface and the view, 1 where it is seen straight on."""

    def noise(self, bumps: float) -> Floats:
        """Noise in space: a flat field sampled aslant."""
        field: Field = np.ascontiguousarray(banked_noise(self.rng, (256, 256)))
        slant = self.at @ np.array([[1, 0], [0, 1], [0.43, 0.71]], np.float32)
        spots = ((slant * bumps + 0.5) % 1.0 * 255).astype(np.int32)
        sampled: Floats = field[spots[:, 1], spots[:, 0]]
        return sampled

    def mixed(self, share: Floats, other: npt.ArrayLike) -> Floats:
        blended: Floats = self.colour + share[:, None] * (np.asarray(other, np.float32) - self.colour)
        return blended

    def plain(self) -> Floats:
        return np.repeat(self.colour[None], len(self.at), 0)


Painted = tuple[Floats, Floats | float]


def _opaque(body: _Body) -> Painted:
    return body.plain(), 0.0


def _marbled(body: _Body) -> Painted:
    other = (
        body.colour * float(body.rng.uniform(0.4, 0.75))
        if body.rng.random() < 0.5
        else 255 - (255 - body.colour) * 0.6
    )
    return body.mixed(np.abs(np.sin(body.noise(0.8) * 7)) ** 2, other), 0.0


def _translucent(body: _Body) -> Painted:
    return body.mixed((1 - body.facing) * 0.5, body.colour * 0.4), float(body.rng.uniform(0.15, 0.45))


def _sparkle(body: _Body) -> Painted:
    flecks = (body.rng.random(len(body.at), dtype=np.float32) < 0.06).astype(np.float32)
    return body.mixed(flecks * float(body.rng.uniform(0.3, 0.9)), 255 - (255 - body.colour) * 0.2), 0.0


def _pearl(body: _Body) -> Painted:
    sheen = (1 - body.facing) * 0.6 + body.noise(0.6) * 0.35
    return body.mixed(sheen.clip(0, 0.7), 255 - (255 - body.colour) * 0.3), 0.0


def _wooden(body: _Body) -> Painted:
    rings = np.sin((body.at[:, 1] + 0.3 * body.noise(0.5)) * float(body.rng.uniform(15, 45)))
    return body.mixed((rings * 0.5 + 0.5) * 0.3, body.colour * 0.55 + 15), 0.0


def _veined(body: _Body) -> Painted:
    veins = (np.abs(body.noise(0.9) - 0.5) < 0.03).astype(np.float32)
    return body.mixed(veins * 0.7, float(body.rng.choice([30, 235]))), 0.0


def _frosted(body: _Body) -> Painted:
    return body.mixed((1 - body.facing) ** 2 * 0.8 + 0.1, (235, 235, 240)), 0.2


def _swirled(body: _Body) -> Painted:
    bands = np.tanh(3 * np.sin(9 * body.noise(0.5) + 4 * body.at[:, 2])) * 0.5 + 0.5
    return body.mixed(bands * 0.45, body.colour[[1, 0, 2]] * 0.4 + body.colour * 0.5), 0.0


def _glassy(body: _Body) -> Painted:
    glow = np.clip(0.5 - body.at[:, 2], 0, 1)
    return body.mixed(glow * 0.35, 255 - (255 - body.colour) * 0.4), float(body.rng.uniform(0.25, 0.5))


def _enamel(body: _Body) -> Painted:
    rim = (np.sort(np.abs(body.at), 1)[:, 1] > 0.42).astype(np.float32)
    return body.mixed(rim * 0.5, body.colour * 0.45), 0.0


MATERIALS: dict[str, Callable[[_Body], Painted]] = {
    "opaque": _opaque, "matt": _opaque, "marbled": _marbled, "translucent": _translucent, "sparkle": _sparkle,
    "pearl": _pearl, "wooden": _wooden, "veined": _veined, "frosted": _frosted, "swirled": _swirled,
    "glassy": _glassy, "enamel": _enamel,
}  # fmt: skip


# --- drawing ------------------------------------------------------------------------------------------------


def draw_block(
    rng: np.random.Generator,
    picture: Image,
    camera: Camera,
    block: Block,
    light: Light,
    material: str,
    colour: Colour,
    faces: list[Floats] | None,
    gloss: float,
    tight: float,
) -> None:
    """Draw a die or a cube; `faces`: pictures of top, bottom and the four sides, or none."""
    hits = cast(camera, block)
    if hits is None:
        return
    facing = np.einsum("nk,nk->n", hits.normal, hits.view).clip(0, 1)
    body = _Body(rng, colour.astype(np.float32), hits.at, facing)
    painted, clear = MATERIALS[material](body)
    lit = _lit(hits, block, light)
    colours = painted * lit[:, None]
    if np.any(clear):
        # What is seen through is seen bent: taken from a little beside, and in the body's colour.
        behind = _behind(picture, hits) * (body.colour / 255 * 0.8 + 0.2)
        colours += (behind * 0.9 - colours) * np.reshape(clear, (-1, 1))
    if faces is not None:
        printed, cover = _printed(faces, hits, block.tall)
        colours += cover[:, None] * (printed * lit[:, None] - colours)
    colours += (_mirrored(hits, light, tight) * (0 if material == "matt" else gloss))[:, None]
    blend_hits(picture, hits, colours.clip(0, 400).astype(np.float32))


def _lit(hits: Hits, block: Block, light: Light) -> Floats:
    """How bright each point is, about 1 on top."""
    lamp = (hits.normal @ light.towards.astype(np.float32)).clip(0, None) / max(float(light.towards[2]), 0.35)
    sky = 0.62 + 0.38 * hits.normal[:, 2]
    foot = 1 - 0.4 * np.exp(-(hits.at[:, 2] + block.tall / 2) / 0.15) * (1 - hits.normal[:, 2].clip(0, 1))
    lit: Floats = ((light.ambient * sky + (1 - light.ambient) * lamp.clip(0, 1.5)) * foot).astype(np.float32)
    return lit


def _mirrored(hits: Hits, light: Light, tight: float) -> Floats:
    """The lamp and other bright things in the varnish, 0 to 255 for full gloss."""
    normal = hits.normal + light.bulge * hits.at
    normal = normal / np.sqrt(np.einsum("nk,nk->n", normal, normal))[:, None]
    straight = np.einsum("nk,nk->n", normal, hits.view)
    back = 2 * straight[:, None] * normal - hits.view
    shine = 170 * (back @ light.towards.astype(np.float32)).clip(0, 1) ** tight
    for way, size, bright in light.lobes:
        shine += bright * ((back @ way.astype(np.float32) - size) / (0.35 * (1 - size))).clip(0, 1)
    glow: Floats = (shine * (0.4 + 0.6 * (1 - straight.clip(0, 1)) ** 2)).astype(np.float32)
    return glow


def _behind(picture: Image, hits: Hits) -> Floats:
    x0, y0, x1, y1 = hits.window
    soft = cv2.GaussianBlur(picture[y0:y1, x0:x1], (0, 0), max(1.0, (x1 - x0) * 0.06))
    flipped = soft[::-1, ::-1]
    fine = cv2.resize(flipped, (hits.fine.shape[1], hits.fine.shape[0]))
    seen: Floats = fine[hits.fine]
    return seen


def _printed(faces: list[Floats], hits: Hits, tall: float) -> tuple[Floats, Floats]:
    """(colour, cover) of what is printed where each ray hits."""
    face, spot = face_of(hits.at, tall)
    side = len(faces[0])
    strip = np.concatenate([np.pad(f, ((0, 0), (1, 1), (0, 0))) for f in faces], 1)
    x = (spot[:, 0].clip(-1, 1) + 1) / 2 * (side - 1) + 1 + face * (side + 2)
    y = (spot[:, 1].clip(-1, 1) + 1) / 2 * (side - 1)
    sampled = np.empty((len(x), 4), np.float32)
    for k in range(0, len(x), 30_000):  # remap takes at most 32767 columns
        part = slice(k, k + 30_000)
        sampled[part] = cv2.remap(
            strip, x[part, None].astype(np.float32), y[part, None].astype(np.float32), cv2.INTER_LINEAR
        )[:, 0]
    return sampled[:, :3], sampled[:, 3]
