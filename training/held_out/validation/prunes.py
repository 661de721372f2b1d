"""Prune sides, painted over a strip's ground. Nothing runs along any of them from end to end."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.grounds import draw_ground
from training.held_out.validation.icons import ICONS
from training.looks import Look
from training.noise import Colour, Image, blend, dark, hsv, jittered, luminance, pale
from training.strokes import SHIFT, dot, ellipse, empty, filled, fixed, line, unit
from training.tokens import share


def _shaded(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Rubbed over with a pencil, up and down."""
    wide, long = picture.shape[:2]
    mask = empty(picture)
    xs = np.arange(0.06 * long, 0.94 * long, max(2.0, 0.1 * wide))
    ends = np.where(np.arange(len(xs)) % 2, 0.1, 0.9) + rng.normal(0, 0.05, len(xs))
    lean = np.where(np.arange(len(xs)) % 2, 0.3, 0.0) * wide
    rubbed = np.column_stack([xs + lean, ends * wide])
    cv2.polylines(mask, [fixed(rubbed)], False, 255, max(1, wide // 18), cv2.LINE_AA, SHIFT)
    blend(picture, share(mask) * 0.85, ink)


def _plaster(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A sticking plaster with its pad and its air holes."""
    wide, long = picture.shape[:2]
    cloth = hsv(float(rng.uniform(0.05, 0.09)), float(rng.uniform(0.25, 0.5)), float(rng.uniform(0.75, 0.95)))
    mask, pad, holes = empty(picture), empty(picture), empty(picture)
    reach = 0.4 * wide
    cv2.rectangle(
        mask,
        (round(0.14 * long), round(0.5 * wide - reach)),
        (round(0.86 * long), round(0.5 * wide + reach)),
        255,
        -1,
    )
    for end in (0.14, 0.86):
        dot(mask, (end * long, wide / 2), reach)
    cv2.rectangle(
        pad,
        (round(0.36 * long), round(0.5 * wide - reach)),
        (round(0.64 * long), round(0.5 * wide + reach)),
        255,
        -1,
    )
    for x in (0.15, 0.23, 0.31, 0.69, 0.77, 0.85):
        for y in (0.34, 0.5, 0.66):
            dot(holes, (x * long, y * wide), 0.04 * wide)
    if np.abs(picture.mean((0, 1)) - cloth).sum() < 120:
        picture[:] = dark(ink, 0.5)
    blend(picture, share(mask), cloth)
    blend(picture, share(pad), pale(cloth, 0.55))
    blend(picture, share(holes), dark(cloth, 0.55))


def _bow(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A ribbon tied round the strip."""
    wide, long = picture.shape[:2]
    middle = np.array([long / 2, wide / 2])
    tails, loops, knot = empty(picture), empty(picture), empty(picture)
    for way in (-1, 1):
        tail = [(0, 0), (0.45 * way, 0.5), (0.72 * way, 0.4), (0.1 * way, -0.1)]
        filled(tails, middle + np.array(tail) * wide)
        loop = [(0, 0), (0.35 * way, -0.42), (0.8 * way, -0.36), (0.85 * way, 0.08), (0.45 * way, 0.16)]
        filled(loops, middle + np.array(loop) * wide)
        hollow = [(0.25 * way, -0.1), (0.45 * way, -0.27), (0.68 * way, -0.22), (0.68 * way, -0.03)]
        filled(loops, middle + np.array(hollow) * wide, 110)
    line(tails, (long / 2, 0), (long / 2, wide), max(2, round(0.2 * wide)))
    dot(knot, middle, 0.16 * wide)
    blend(picture, share(tails), dark(ink, 0.75))
    blend(picture, share(loops), ink)
    blend(picture, share(knot), dark(ink, 0.6) if luminance(ink) > 90 else pale(ink, 0.4))


def _rounds(picture: Image, at: tuple[float, float], radius: float, wood: Colour) -> None:
    """The cut end of a log: bark, pale wood, year rings."""
    for share_of, colour in ((1.0, dark(wood, 0.35)), (0.84, wood)):
        mask = empty(picture)
        dot(mask, at, radius * share_of)
        blend(picture, share(mask), colour)
    rings = empty(picture)
    for share_of in np.arange(0.2, 0.8, 0.22 if radius < 16 else 0.14):
        cv2.circle(
            rings, fixed(at).tolist(), round(radius * share_of * (1 << SHIFT)), 255, 1, cv2.LINE_AA, SHIFT
        )
    blend(picture, share(rings) * 0.7, dark(wood, 0.55))


def _timber(rng: np.random.Generator) -> Colour:
    return hsv(float(rng.uniform(0.06, 0.12)), float(rng.uniform(0.2, 0.42)), float(rng.uniform(0.75, 0.95)))


def _logs(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A wood pile seen from its end."""
    wide, long = picture.shape[:2]
    picture[:] = dark(picture.mean((0, 1)), 0.4)
    wood, radius = _timber(rng), 0.26 * wide
    for row, y in enumerate((0.25 * wide, 0.72 * wide)):
        for x in np.arange(0.2 * wide + (row % 2) * radius, long, 2.02 * radius):
            _rounds(picture, (x, y), radius * float(rng.uniform(0.85, 1.0)), jittered(rng, wood, 12))


def _growth(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """One great cut end, of which the strip shows the middle."""
    wide, long = picture.shape[:2]
    _rounds(picture, (float(rng.uniform(0.4, 0.6)) * long, wide / 2), 0.95 * wide, _timber(rng))


def _web(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A spider's web, hung in the middle."""
    wide, long = picture.shape[:2]
    mask, middle, spokes = empty(picture), np.array([long / 2, wide / 2]), 9
    turns = (np.arange(spokes) + 0.25) * 2 * np.pi / spokes
    ways = unit(turns)
    for way in ways:
        line(mask, middle, middle + way * 0.95 * wide, 1)
    for reach in (0.18, 0.36, 0.56, 0.78):
        for k in range(spokes):
            near, far = ways[k], ways[(k + 1) % spokes]
            sag = (near + far) / 2 * 0.8
            thread = middle + reach * wide * np.array([near, sag, far])
            cv2.polylines(mask, [fixed(thread)], False, 255, 1, cv2.LINE_AA, SHIFT)
    blend(picture, share(mask), ink)
    spider = empty(picture)
    ellipse(spider, middle + np.array([0.3, 0.12]) * wide, (0.1 * wide, 0.07 * wide), 30)
    blend(picture, share(spider), ink)


def _mist(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Banks of fog that have swallowed the tile's ground and what stood on it."""
    wide, long = picture.shape[:2]
    picture[:] = draw_ground(rng, look, kind, long)[:wide]
    bank = empty(picture)
    for _ in range(9):
        dot(bank, rng.uniform((0, 0.2 * wide), (long, 0.8 * wide)), float(rng.uniform(0.2, 0.4)) * wide)
    soft = cv2.GaussianBlur(share(bank), (0, 0), 0.09 * wide)
    white = np.full(3, 240 if picture.mean() < 205 else 120, np.float32)
    blend(picture, 0.35 + 0.6 * soft, white)


def _curls(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Shavings: thin wood rolled up by the plane."""
    wide, long = picture.shape[:2]
    wood = _timber(rng)
    if np.abs(picture.mean((0, 1)) - wood).sum() < 150:
        picture[:] = dark(picture.mean((0, 1)), 0.35)
    t = np.linspace(0, 3.2 * np.pi, 40)
    for x in np.arange(0.3 * wide, long - 0.15 * wide, 0.62 * wide):
        mask, turn = empty(picture), float(rng.uniform(0, 6))
        reach = 0.27 * wide * np.linspace(1, 0.15, 40)[:, None]
        at = np.array([x, float(rng.uniform(0.3, 0.7)) * wide])
        curl = at + unit(t + turn) * reach
        cv2.polylines(mask, [fixed(curl)], False, 255, max(1, wide // 14), cv2.LINE_AA, SHIFT)
        blend(picture, share(mask), jittered(rng, wood, 15))


def _tool(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """One of the gardener's things, in a round field or by itself."""
    wide, long = picture.shape[:2]
    field, mask = empty(picture), empty(picture)
    if look.leaf_count % 2:
        dot(field, (long / 2, wide / 2), 0.48 * wide)
        blend(picture, share(field), pale(ink, 0.75) if luminance(ink) < 130 else dark(ink, 0.3))
    ICONS[look.prune_icon](mask, np.array([long / 2, wide / 2]), 0.38 * wide)
    blend(picture, share(mask), ink)


def _torn(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Torn across: two halves with ragged white edges and another colour between them."""
    wide, long = picture.shape[:2]
    count = 9
    for colour, gap in ((np.full(3, 245, np.float32), 0.24), (ink, 0.17)):
        ragged = np.random.default_rng(look.leaf_count)
        edges = []
        for way in (-1, 1):
            xs = (0.5 + way * gap) * long + ragged.normal(0, 0.07, count) * wide + 0.2 * wide
            edges.append(
                np.column_stack(
                    [xs - np.linspace(0, 0.4, count) * wide, np.linspace(-0.05, 1.05, count) * wide]
                )
            )
        mask = empty(picture)
        filled(mask, np.vstack([edges[0], edges[1][::-1]]))
        blend(picture, share(mask), colour)


FACES: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "shaded": _shaded, "plaster": _plaster, "bow": _bow, "logs": _logs, "growth": _growth, "web": _web,
    "mist": _mist, "curls": _curls, "tool": _tool, "torn": _torn,
}  # fmt: skip
