"""Shapes that several held-out drawing methods are made of."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from training.looks import Look
from training.noise import Colour, Field, Image, blend, dark, luminance, pale
from training.paths import Path, Widths, fill
from training.strokes import SHIFT, Mask, dot, empty, filled, fixed
from training.tokens import share

Points = npt.NDArray[np.float64]


def closed(mask: Mask, points: npt.ArrayLike, thick: int, value: int = 255) -> None:
    cv2.polylines(mask, [fixed(points)], True, value, thick, cv2.LINE_AA, SHIFT)


def moved(field: Field, right: int, down: int) -> Field:
    """The mask moved by so many pixels, neither of them less than 0: nothing comes in at the other side."""
    rows, columns = field.shape
    away = np.zeros_like(field)
    away[down:, right:] = field[: rows - down, : columns - right]
    return away


# --- along a branch -----------------------------------------------------------------------------------------


def heading(way: Path) -> float:
    """The direction of a vector in degrees."""
    return float(np.rad2deg(np.arctan2(way[1], way[0])))


def aside(way: Path) -> Path:
    """The vector turned by a right angle."""
    return np.array([-way[1], way[0]], np.float32)


def limb(mask: Mask, path: Path, widths: Widths) -> None:
    """A solid branch with round ends."""
    fill(mask, path, widths)
    for k in (0, -1):
        dot(mask, path[k], float(widths[k]) / 2)


def apart(colour: Colour) -> Colour:
    """A second tone that goes away from the middle rather than towards the ground."""
    return dark(colour, 0.7) if luminance(colour) > 120 else pale(colour, 0.3)


# --- on a graft side ----------------------------------------------------------------------------------------


def two_masks(picture: Image) -> tuple[Mask, Mask]:
    """One for a branch, one for what is coloured apart."""
    return empty(picture), empty(picture)


def run_along(
    rng: np.random.Generator, look: Look, picture: Image, thickest: float = 0.6
) -> tuple[Path, Widths]:
    """The line that a graft's branch takes, and its width there."""
    wide, long = picture.shape[:2]
    end = -0.03 if look.graft_runs_off else 0.07
    xs = np.linspace(end, 1 - end, 24)
    ys = 0.5 + float(rng.uniform(0, 0.08)) * np.sin(xs * float(rng.uniform(3, 9)) + float(rng.uniform(0, 6)))
    path = np.column_stack([xs * long, ys * wide]).astype(np.float32)
    thick = min(look.graft_width, thickest) * wide
    return path, np.full(len(path), max(thick, 3.0), np.float32)


def beside(rng: np.random.Generator, picture: Image, away: float) -> npt.NDArray[np.float64]:
    """A place above or below the branch of a graft, `away` from it in strip widths."""
    wide, long = picture.shape[:2]
    return np.array([float(rng.uniform(0.1, 0.9)) * long, (0.5 + float(rng.choice([-1, 1])) * away) * wide])


def paint_both(
    rng: np.random.Generator, look: Look, colour: Colour, picture: Image, field: Field, inside: Field
) -> None:
    """A branch with an inside of the look's second colour."""
    blend(picture, field, colour)
    blend(picture, inside, look.second)


# --- chips and other tokens ---------------------------------------------------------------------------------

ROUND = np.linspace(0, 2 * np.pi, 120, endpoint=False)


def cut(side: int, points: npt.ArrayLike) -> Field:
    """A shape from its corners in shares of the side, (0, 0) in the middle."""
    mask = np.zeros((side, side), np.uint8)
    filled(mask, (np.asarray(points) + 0.5) * side)
    return share(mask)


def polar(reach: Points) -> Points:
    """Points all round, as far from the middle as `reach` says."""
    angles = np.linspace(0, 2 * np.pi, len(reach), endpoint=False)
    return np.column_stack([np.sin(angles), -np.cos(angles)]) * reach[:, None]
