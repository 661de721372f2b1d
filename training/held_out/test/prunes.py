"""Prune sides, painted over a strip's ground. Nothing runs along any of them from end to end as a branch does."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from training.held_out.drawing import closed
from training.held_out.test.icons import ICONS
from training.looks import Look
from training.noise import Colour, Image, banked_noise, blend, dark, hsv, jittered, luminance, mixed, pale
from training.strokes import SHIFT, around, dot, ellipse, empty, filled, fixed, line, unit
from training.tokens import share


def _turf(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Grass that has grown over everything: blades, dark behind and bright in front."""
    wide, long = picture.shape[:2]
    green = hsv(float(rng.uniform(0.22, 0.38)), float(rng.uniform(0.4, 0.8)), float(rng.uniform(0.4, 0.75)))
    picture[:] = dark(green, 0.45)
    for foot in np.linspace(0.35, 1.25, 4) * wide:
        for x in np.arange(0, long, 0.13 * wide) + rng.normal(0, 0.04, 1) * wide:
            blade, lean = empty(picture), float(rng.normal(0, 0.2)) * wide
            tip, half = (x + lean, foot - float(rng.uniform(0.4, 0.75)) * wide), 0.05 * wide
            filled(blade, [(x - half, foot), tip, (x + half, foot)])
            blend(picture, share(blade), jittered(rng, green, 22))


def _snow(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Six-armed flakes on a winter sky."""
    wide, long = picture.shape[:2]
    picture[:] = hsv(
        float(rng.uniform(0.55, 0.65)), float(rng.uniform(0.35, 0.7)), float(rng.uniform(0.35, 0.6))
    )
    flakes = empty(picture)
    for k, x in enumerate(np.arange(0.4 * wide, long, 0.8 * wide)):
        at, size = np.array([x, (0.36, 0.62)[k % 2] * wide]), float(rng.uniform(0.26, 0.36)) * wide
        for arm in around(6, float(rng.uniform(0, 1))):
            line(flakes, at, at + arm * size, max(1, wide // 24))
            for turn in (-0.8, 0.8):
                spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
                line(flakes, at + arm * size * 0.55, at + arm * size * 0.55 + arm @ spin * size * 0.35, 1)
    for at in rng.uniform(0, 1, (14, 2)) * (long, wide):
        dot(flakes, at, 0.03 * wide)
    blend(picture, share(flakes), np.full(3, 250, np.float32))


def _label(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """The label of a fruit crate: a round sun, rays and a ribbon for the grower's name."""
    wide, long = picture.shape[:2]
    middle = np.array([long / 2, 0.55 * wide])
    sky, sun = (dark(ink, 0.8), pale(ink, 0.8)) if luminance(ink) > 100 else (ink, hsv(0.12, 0.6, 0.95))
    picture[:] = sky
    rays = empty(picture)
    for k in range(16):
        turns = (np.array([k, k + 0.5])) * np.pi / 8
        filled(rays, np.vstack([middle, middle + 2 * long * unit(turns)]))
    blend(picture, share(rays) * 0.45, sun)
    orb, ribbon, name = empty(picture), empty(picture), empty(picture)
    dot(orb, middle, 0.4 * wide)
    blend(picture, share(orb), sun)
    reach = 0.75 * wide
    filled(ribbon, middle + np.array([(-reach, 0), (reach, 0), (reach, 0.3 * wide), (-reach, 0.3 * wide)]))
    blend(picture, share(ribbon), np.full(3, 248, np.float32))
    for k, x in enumerate(np.linspace(-0.8, 0.8, 7) * reach):
        if k % 3 == 1:
            closed(name, middle + np.array([x, 0.15 * wide]) + around(12) * 0.07 * wide, max(1, wide // 24))
            continue
        line(
            name, middle + np.array([x, 0.08 * wide]), middle + np.array([x, 0.22 * wide]), max(1, wide // 16)
        )
    blend(picture, share(name), np.full(3, 40, np.float32))


def _newsprint(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A cutting from a newspaper: narrow columns across the strip, a headline, a grey picture."""
    wide, long = picture.shape[:2]
    picture[:] = hsv(0.11, float(rng.uniform(0.05, 0.14)), float(rng.uniform(0.82, 0.93)))
    print_, faint = empty(picture), empty(picture)
    column = 0.62 * wide
    photo = int(rng.integers(0, max(1, int(long / column))))
    for k, x in enumerate(np.arange(0.1 * wide, long, column)):
        if k == photo:
            filled(faint, [(x, 0.1 * wide), (x + 0.85 * column, 0.1 * wide), (x + 0.85 * column, 0.9 * wide),
                           (x, 0.9 * wide)])  # fmt: skip
            dot(print_, (x + 0.42 * column, 0.5 * wide), 0.16 * wide)
            continue
        line(print_, (x, 0.16 * wide), (x + 0.8 * column, 0.16 * wide), max(1, wide // 9))
        for y in np.arange(0.34, 0.95, 0.12) * wide:
            line(faint, (x, y), (x + column * float(rng.uniform(0.55, 0.84)), y), max(1, wide // 26))
    blend(picture, share(faint) * 0.55, np.full(3, 45, np.float32))
    blend(picture, share(print_) * 0.9, np.full(3, 35, np.float32))


def _stamped(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """One of the garden's things in the two rings of a rubber stamp, set down askew and worn in places."""
    wide, long = picture.shape[:2]
    mask, at = empty(picture), np.array([long / 2, wide / 2])
    for reach in (0.46, 0.39):
        closed(mask, at + around(60) * reach * wide, max(1, wide // 24))
    ICONS[look.prune_icon](mask, at, 0.25 * wide)
    ground = luminance(picture.mean((0, 1)))
    if abs(luminance(ink) - ground) < 70:
        ink = dark(ink, 0.25) if ground > 110 else pale(ink, 0.8)
    worn = 0.55 + 0.45 * (banked_noise(rng, (long, long))[:wide] > 0.4)
    blend(picture, share(mask) * worn, ink)


def _pebbles(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Round stones of all greys, each with a light on it."""
    wide, long = picture.shape[:2]
    picture[:] = 55
    tint = hsv(float(rng.random()), float(rng.uniform(0, 0.18)), 0.72)
    for at in rng.uniform(-0.05, 1.05, (round(26 * long / wide), 2)) * (long, wide):
        stone, shine = empty(picture), empty(picture)
        size, turn = float(rng.uniform(0.08, 0.18)) * wide, float(rng.uniform(0, 180))
        ellipse(stone, at, (size, size * float(rng.uniform(0.6, 0.95))), turn)
        ellipse(shine, at - 0.3 * size, (0.3 * size, 0.2 * size), turn)
        blend(picture, share(cv2.dilate(stone, np.ones((3, 3), np.uint8))), np.full(3, 45, np.float32))
        blend(picture, share(stone), tint * float(rng.uniform(0.55, 1.25)))
        blend(picture, share(shine) * 0.6, pale(tint, 0.7))


def _mulch(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Chips of bark, thrown down anyhow."""
    wide, long = picture.shape[:2]
    brown = hsv(float(rng.uniform(0.03, 0.09)), float(rng.uniform(0.4, 0.65)), float(rng.uniform(0.4, 0.65)))
    picture[:] = dark(brown, 0.4)
    for at in rng.uniform(0, 1, (round(22 * long / wide), 2)) * (long, wide):
        chip, turn = empty(picture), float(rng.uniform(0, np.pi))
        way = unit(turn)
        out = np.array([-way[1], way[0]]) * float(rng.uniform(0.05, 0.11)) * wide
        way = way * float(rng.uniform(0.12, 0.26)) * wide
        corners = np.array([at - way - out, at + way - 0.6 * out, at + 1.1 * way + out, at - 0.8 * way + out])
        filled(chip, corners + 0.03 * wide)
        blend(picture, share(chip) * 0.6, dark(brown, 0.2))
        chip[:] = 0
        filled(chip, corners)
        blend(picture, share(chip), brown * float(rng.uniform(0.6, 1.5)))


def _ripples(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Rain on a pond: rings that run out and cross."""
    wide, long = picture.shape[:2]
    water = hsv(float(rng.uniform(0.48, 0.62)), float(rng.uniform(0.35, 0.75)), float(rng.uniform(0.35, 0.7)))
    ys, xs = np.mgrid[0:wide, 0:long].astype(np.float32) / wide
    lit = np.zeros((wide, long), np.float32)
    for x in np.arange(0.5, long / wide, 1.1):
        away = np.hypot(xs - x - float(rng.normal(0, 0.15)), ys - float(rng.uniform(0.25, 0.75)))
        lit += np.cos(away * 34) * np.exp(-(away**2) * 5)
    picture[:] = mixed((0.45 + 0.55 * lit).clip(0, 1), dark(water, 0.6), pale(water, 0.7))


def _night(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A crescent moon among stars: nothing grows now."""
    wide, long = picture.shape[:2]
    sky = hsv(float(rng.uniform(0.6, 0.75)), float(rng.uniform(0.5, 0.8)), float(rng.uniform(0.2, 0.35)))
    down = np.linspace(0, 1, wide, dtype=np.float32)[:, None].repeat(long, 1)
    picture[:] = mixed(down, dark(sky, 0.7), pale(sky, 0.3))
    moon, gap, stars = empty(picture), empty(picture), empty(picture)
    at = np.array([float(rng.uniform(0.35, 0.65)) * long, wide / 2])
    dot(moon, at, 0.36 * wide)
    dot(gap, at + np.array([0.17, -0.08]) * wide, 0.3 * wide)
    for place in rng.uniform((0.04, 0.12), (0.96, 0.88), (9, 2)) * (long, wide):
        if np.hypot(*(place - at)) > 0.5 * wide:
            spikes = around(8) * np.where(np.arange(8) % 2, 0.03, 0.11)[:, None] * wide
            filled(stars, place + spikes)
    blend(picture, share(np.maximum(cv2.subtract(moon, gap), stars)), hsv(0.14, 0.25, 1.0))


def _bonfire(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Cuttings burn: tongues of flame, red behind, yellow in front."""
    wide, long = picture.shape[:2]
    picture[:] = hsv(0.05, 0.5, 0.2)
    for tall, colour in (
        (0.95, hsv(0.0, 0.85, 0.75)),
        (0.68, hsv(0.07, 0.9, 0.98)),
        (0.4, hsv(0.15, 0.6, 1.0)),
    ):
        flames = empty(picture)
        for x in np.arange(0, long + 0.3 * wide, 0.34 * wide) + float(rng.uniform(-0.1, 0.1)) * wide:
            high = tall * wide * float(rng.uniform(0.7, 1.05))
            sway = float(rng.choice([-1, 1])) * 0.1 * wide
            tongue = [(-0.2, 0), (-0.24, 0.3), (-0.08, 0.65), (0, 1), (0.12, 0.6), (0.24, 0.3), (0.2, 0)]
            corners = [(x + a * wide + sway * h, wide - h * high) for a, h in tongue]
            filled(flames, corners)
        blend(picture, share(flames), colour)


def _pleats(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """A paper fan folded across the strip: each fold lit on one face and dark on the other."""
    wide, long = picture.shape[:2]
    folds = round(long / (wide * float(rng.uniform(0.35, 0.55))))
    face = (np.linspace(0, folds, long, endpoint=False, dtype=np.float32) % 2)[None].repeat(wide, 0)
    tone = np.where(face < 1, 0.2 + 0.25 * face, 1.15 - 0.2 * face)
    picture[:] = mixed(tone.clip(0, 1).astype(np.float32), dark(ink, 0.35), pale(ink, 0.55))


def _pips(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Three dice side by side."""
    wide, long = picture.shape[:2]
    faces = {2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
             5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)]}  # fmt: skip
    picture[:] = dark(ink, 0.7) if luminance(ink) > 100 else pale(ink, 0.25)
    half = min(0.38 * wide, 0.15 * long)
    for x in (0.18, 0.5, 0.82):
        die, pips, at = empty(picture), empty(picture), np.array([x * long, wide / 2])
        corners = at + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half * 0.85
        filled(die, corners)
        closed(die, corners, max(1, round(half * 0.3)))
        for place in faces[int(rng.integers(2, 6))]:
            dot(pips, at + np.array(place) * 0.5 * half, 0.17 * half)
        blend(picture, share(die), np.full(3, 246, np.float32))
        blend(picture, share(pips), np.full(3, 25, np.float32))


def _compost(rng: np.random.Generator, look: Look, kind: str, picture: Image, ink: Colour) -> None:
    """Kitchen scraps on dark earth: curls of peel, egg shells, leaves."""
    wide, long = picture.shape[:2]
    picture[:] = hsv(0.07, 0.45, 0.22)
    hues = (0.07, 0.15, 0.3, 0.02, 0.1)
    for k, at in enumerate(rng.uniform(0.03, 0.97, (round(7 * long / wide), 2)) * (long, wide)):
        scrap, turn = empty(picture), float(rng.uniform(0, 360))
        scrap_size = float(rng.uniform(0.1, 0.18)) * wide
        if k % 3 == 0:
            ellipse(scrap, at, (1.3 * scrap_size, 0.5 * scrap_size), turn)
        else:
            middle, axes = fixed(at).tolist(), fixed((scrap_size, 0.8 * scrap_size)).tolist()
            cv2.ellipse(scrap, middle, axes, turn, 0, 200, 255, max(1, wide // 13), cv2.LINE_AA, SHIFT)
        shell = k % 4 == 1
        blend(picture, share(scrap), hsv(hues[k % 5], 0.12 if shell else 0.75, 0.95 if shell else 0.8))


FACES: dict[str, Callable[[np.random.Generator, Look, str, Image, Colour], None]] = {
    "turf": _turf, "snow": _snow, "label": _label, "newsprint": _newsprint, "stamped": _stamped,
    "pebbles": _pebbles, "mulch": _mulch, "ripples": _ripples, "night": _night, "bonfire": _bonfire,
    "pleats": _pleats, "pips": _pips, "compost": _compost,
}  # fmt: skip
