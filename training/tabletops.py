"""Table tops for the ray tracer: drawn finer than the compositor's, by other methods, with their relief and sheen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from training.noise import Colour, Field, Image, fractal_noise, hsv, value_noise

KINDS = ("oak", "walnut", "painted", "linen", "gingham", "felt", "slate", "marble", "laminate")


@dataclass(frozen=True, eq=False)
class Top:
    """A table top's surface.

    picture: float32 (S, S, 3), sRGB 0 to 255; relief: float32 (S, S) heights 0 to 1, or None where it is flat;
    depth: what 1 of relief stands for, tile sides; roughness: of its varnish, None for matt.
    """

    picture: Image
    relief: Field | None
    depth: float
    roughness: float | None


def draw_top(rng: np.random.Generator, kind: str, side: int, span: float) -> Top:
    """A square of table top of `side` pixels that stands for `span` tile sides."""
    draw = {
        "oak": _oak, "walnut": _walnut, "painted": _painted, "linen": _linen, "gingham": _gingham,
        "felt": _felt, "slate": _slate, "marble": _marble, "laminate": _laminate,
    }[kind]  # fmt: skip
    return draw(rng, side, span)


# --- wood ----------------------------------------------------------------------------------------------------


def _oak(rng: np.random.Generator, side: int, span: float) -> Top:
    tones = [(216, 178, 130), (191, 146, 97), (150, 105, 64)]
    return _boards(rng, side, span, _shifted(rng, tones, 0.08), width=float(rng.uniform(1.6, 2.6)))


def _walnut(rng: np.random.Generator, side: int, span: float) -> Top:
    tones = [(128, 88, 60), (98, 63, 42), (62, 38, 26)]
    return _boards(rng, side, span, _shifted(rng, tones, 0.1), width=float(rng.uniform(1.8, 3.2)))


def _laminate(rng: np.random.Generator, side: int, span: float) -> Top:
    """Grey or bleached wood print, one broad board: no joints."""
    tone = hsv(float(rng.uniform(0.06, 0.12)), float(rng.uniform(0.03, 0.22)), float(rng.uniform(0.55, 0.9)))
    return _boards(rng, side, span, [tone * 1.08, tone, tone * 0.8], width=span, pores=0.14)


def _shifted(rng: np.random.Generator, tones: list[tuple[int, int, int]], amount: float) -> list[Colour]:
    warm = 1 + rng.normal(0, amount, 1) * np.array([0.6, 1.0, 1.5])
    level = float(np.exp(rng.normal(0, amount)))
    return [(np.array(tone, np.float32) * warm * level).clip(0, 250).astype(np.float32) for tone in tones]


def _boards(
    rng: np.random.Generator, side: int, span: float, tones: list[Colour], width: float, pores: float = 0.28
) -> Top:
    """Boards that run across the picture, each sawn from its own place in a trunk."""
    picture = np.empty((side, side, 3), np.float32)
    relief = np.empty((side, side), np.float32)
    start = 0
    pixels = side / span
    while start < side:
        end = min(side, start + max(8, round(width * pixels * float(rng.uniform(0.93, 1.07)))))
        board, grain = _board(rng, (end - start, side), pixels, tones, pores)
        picture[start:end], relief[start:end] = board, grain
        gap = max(1, round(0.012 * pixels))
        if start:
            picture[start : start + gap] *= 0.35
            relief[start : start + gap] = 0
        start = end
    return Top(picture.clip(0, 255), relief, 0.003, float(rng.uniform(0.12, 0.34)))


def _board(
    rng: np.random.Generator, shape: tuple[int, int], pixels: float, tones: list[Colour], depth: float
) -> tuple[Image, Field]:
    high, wide = shape
    across, along = high / pixels, wide / pixels
    v = np.linspace(0, across, high, dtype=np.float32)[:, None]
    warp = value_noise(rng, shape, (across * 0.8, along * 0.12)) + 0.25 * value_noise(
        rng, shape, (across * 3, along * 0.4)
    )
    middle = float(rng.uniform(-1.2, across + 1.2))
    distance = np.sqrt((v - middle + (warp - 0.6) * 0.9) ** 2 + float(rng.uniform(0.02, 0.4)))
    rings = (distance * float(rng.uniform(5, 9)) + 0.4 * value_noise(rng, shape, (across * 4, along))) % 1.0
    late = rings**2.2 * (1 - np.clip((rings - 0.9) * 10, 0, 1))
    fibre = value_noise(rng, shape, (across * 70, along * 1.6))
    cloud = value_noise(rng, shape, (across * 0.6, along * 0.25))
    field = (0.46 * late + 0.26 * fibre + 0.28 * cloud).clip(0, 1)
    pores = (value_noise(rng, shape, (across * 55, along * 5)) > 0.8).astype(np.float32)
    pores = cv2.GaussianBlur(pores, (0, 0), 0.7) * (0.35 + 0.65 * late)
    light, middle_tone, dark = tones
    low = light + (middle_tone - light) * (field * 2).clip(0, 1)[..., None]
    board = low + (dark - middle_tone) * (field * 2 - 1).clip(0, 1)[..., None]
    board *= float(rng.uniform(0.9, 1.08))
    board *= 1 - depth * pores[..., None]
    return board.astype(np.float32), (1 - 0.7 * pores - 0.2 * fibre).astype(np.float32)


def _painted(rng: np.random.Generator, side: int, span: float) -> Top:
    """Boards under paint: the joints and a little wear show."""
    tone = hsv(float(rng.random()), float(rng.uniform(0.0, 0.5)), float(rng.uniform(0.25, 0.95)))
    wood = _boards(
        rng, side, span, [tone * 1.02, tone, tone * 0.93], width=float(rng.uniform(1.6, 2.4)), pores=0.04
    )
    return Top(wood.picture, wood.relief, 0.002, float(rng.uniform(0.2, 0.4)))


# --- cloth ---------------------------------------------------------------------------------------------------


def _weave(rng: np.random.Generator, side: int, span: float, threads: float) -> tuple[Field, Field]:
    """(height, shade of the threads) of a plain weave with `threads` a tile side, uneven as linen is."""
    count = threads * span
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side
    drift = 0.25 / count * span
    xs = xs + drift * (value_noise(rng, (side, side), (span, span)) - 0.5)
    ys = ys + drift * (value_noise(rng, (side, side), (span, span)) - 0.5)
    warp = np.abs(np.sin(np.pi * count * xs))
    weft = np.abs(np.sin(np.pi * count * ys))
    over = np.sign(np.sin(np.pi * count * xs + 0.01) * np.sin(np.pi * count * ys + 0.01))
    height = np.where(over > 0, warp, weft).astype(np.float32)
    slubs = 0.5 * value_noise(rng, (side, side), (count, span / 2)) + 0.5 * value_noise(
        rng, (side, side), (span / 2, count)
    )
    return height, slubs.astype(np.float32)


def _linen(rng: np.random.Generator, side: int, span: float) -> Top:
    tone = hsv(
        float(rng.choice([0.1, 0.12, rng.random()])),
        float(rng.uniform(0.05, 0.5)),
        float(rng.uniform(0.35, 0.9)),
    )
    return _cloth(rng, side, span, np.broadcast_to(tone, (side, side, 3)))


def _gingham(rng: np.random.Generator, side: int, span: float) -> Top:
    tone = hsv(float(rng.random()), float(rng.uniform(0.4, 0.85)), float(rng.uniform(0.4, 0.8)))
    white = np.array([240, 237, 228], np.float32)
    step = side / span * float(rng.uniform(0.35, 0.9))
    ys, xs = np.mgrid[0:side, 0:side]
    dyed = ((ys // step) % 2 + (xs // step) % 2).astype(np.float32)[..., None] / 2
    return _cloth(rng, side, span, white + dyed * (tone - white))


def _cloth(rng: np.random.Generator, side: int, span: float, colours: Image) -> Top:
    # Threads finer than three pixels would only make moiré.
    height, slubs = _weave(rng, side, span, threads=min(34.0, side / span / 3.2))
    shade = 0.8 + 0.14 * height + 0.16 * (slubs - 0.3)
    folds = 0.94 + 0.12 * fractal_noise(rng, (side, side), span / 6, 3)
    return Top((colours * (shade * folds)[..., None]).clip(0, 255).astype(np.float32), height, 0.01, None)


def _felt(rng: np.random.Generator, side: int, span: float) -> Top:
    """A play mat: fine short fibres, no weave."""
    tone = hsv(float(rng.random()), float(rng.uniform(0.1, 0.7)), float(rng.uniform(0.12, 0.6)))
    fine = value_noise(rng, (side, side), (side / 2.5, side / 2.5))
    tufts = fractal_noise(rng, (side, side), span * 3, 4)
    shade = 0.82 + 0.22 * fine + 0.14 * tufts
    return Top((tone * shade[..., None]).clip(0, 255).astype(np.float32), fine, 0.006, None)


# --- stone ---------------------------------------------------------------------------------------------------


def _slate(rng: np.random.Generator, side: int, span: float) -> Top:
    tone = hsv(float(rng.uniform(0.5, 0.65)), float(rng.uniform(0.03, 0.15)), float(rng.uniform(0.16, 0.4)))
    cleft = fractal_noise(rng, (side, side), span / 3, 7)
    fine = value_noise(rng, (side, side), (side / 3, side / 3))
    shade = 0.75 + 0.35 * cleft + 0.15 * fine
    return Top((tone * shade[..., None]).astype(np.float32), cleft, 0.12, float(rng.uniform(0.3, 0.5)))


def _marble(rng: np.random.Generator, side: int, span: float) -> Top:
    base = np.array([236, 233, 228], np.float32) * float(rng.uniform(0.85, 1.0))
    vein = hsv(float(rng.uniform(0.05, 0.65)), float(rng.uniform(0.03, 0.2)), float(rng.uniform(0.35, 0.6)))
    cloud = fractal_noise(rng, (side, side), span / 6, 6)
    field = 0.25 * cloud
    for _ in range(3):
        ridge = 1 - np.abs(fractal_noise(rng, (side, side), span / 9, 6) - 0.5) * 2
        field = np.maximum(field, ridge ** float(rng.uniform(18, 40)) * float(rng.uniform(0.4, 0.9)))
    return Top(
        (base + field[..., None] * (vein - base)).astype(np.float32),
        None,
        0.0,
        float(rng.uniform(0.06, 0.15)),
    )
