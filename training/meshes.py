"""Solid things as triangle meshes: slabs of card, boxes, balls, and what a lathe turns.

Lengths are in tile sides, in the table's frame: x to the right, y down, z up from the table top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from training.strokes import around, unit

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Mesh:
    """vertices, normals: float64 (N, 3); uv: float64 (N, 2), 0 to 1 over its picture, v down; faces: int64 (M, 3)."""

    vertices: Points
    normals: Points
    uv: Points
    faces: npt.NDArray[np.int64]

    def placed(self, at: npt.ArrayLike, angle: float = 0.0, tilt: npt.ArrayLike = (0.0, 0.0)) -> Mesh:
        """Turned about z by `angle`, leaned by `tilt` (its rise along x and y), then moved to `at` (x, y, z)."""
        turn = _about_z(angle)
        lean = _lean(np.asarray(tilt, np.float64))
        matrix = lean @ turn
        return Mesh(
            self.vertices @ matrix.T + np.asarray(at, np.float64),
            self.normals @ matrix.T,
            self.uv,
            self.faces,
        )

    def mapped(self, low: npt.ArrayLike, high: npt.ArrayLike) -> Mesh:
        """The same with its uv squeezed into the window from `low` to `high` of a larger picture."""
        start, end = np.asarray(low, np.float64), np.asarray(high, np.float64)
        return Mesh(self.vertices, self.normals, start + self.uv * (end - start), self.faces)


def _about_z(angle: float) -> Points:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])


def _lean(slope: Points) -> Points:
    """The rotation that takes straight up to the normal of a plane that rises by `slope` along x and y."""
    normal = np.array([-slope[0], -slope[1], 1.0])
    normal /= np.linalg.norm(normal)
    axis = np.array([-normal[1], normal[0], 0.0])
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean: Points = np.eye(3) + cross + cross @ cross / (1 + normal[2])
    return lean


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(m.vertices) for m in meshes[:-1])])
    return Mesh(
        np.vstack([m.vertices for m in meshes]),
        np.vstack([m.normals for m in meshes]),
        np.vstack([m.uv for m in meshes]),
        np.vstack([m.faces + start for m, start in zip(meshes, starts, strict=True)]),
    )


# --- outlines: closed, (N, 2), about the origin, star-shaped as seen from it ---------------------------------


def rounded_rectangle(width: float, height: float, radius: float, steps: int = 6) -> Points:
    """A rectangle with round corners; even a sharp cut gets a small radius, so that its edge catches light."""
    radius = min(max(radius, 0.008), width / 2, height / 2)
    corners = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angles = (quarter + np.linspace(0, 1, steps + 1)) * np.pi / 2
        middle = np.array([sx * (width / 2 - radius), sy * (height / 2 - radius)])
        corners.append(middle + radius * unit(angles))
    return np.vstack(corners)


def polygon(corners: int, radius: float) -> Points:
    """A regular polygon; with many corners, a circle."""
    return radius * around(corners)


def _outward(outline: Points) -> Points:
    """Unit normals (N, 2) of an outline at its points."""
    tangent = np.roll(outline, -1, 0) - np.roll(outline, 1, 0)
    normal = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    inward = (normal * outline).sum() < 0
    return -normal if inward else normal


# --- solids --------------------------------------------------------------------------------------------------


def slab(outline: Points, height: float, bevel: float, size: npt.ArrayLike) -> tuple[Mesh, Mesh]:
    """(printed face, cut edge) of a flat piece that lies on z = 0; the face wraps over the rounded upper edge.

    `size` (width, height) is the rectangle about the origin that the face's picture fills.
    """
    outward = _outward(outline)
    bevel = min(bevel, height * 0.45)
    extent = np.asarray(size, np.float64)

    def ring(angle: float) -> tuple[Points, Points]:
        flat = outline - outward * bevel * (1 - np.cos(angle))
        vertices = np.column_stack([flat, np.full(len(flat), height - bevel * (1 - np.sin(angle)))])
        normals = np.column_stack([outward * np.cos(angle), np.full(len(flat), np.sin(angle))])
        return vertices, normals

    rings = [ring(angle) for angle in np.linspace(np.pi / 9, np.pi / 2, 5)]
    centre = (np.array([[0, 0, height]]), np.array([[0, 0, 1.0]]))
    face = _stacked(rings, top=centre)
    face = Mesh(face.vertices, face.normals, face.vertices[:, :2] / extent + 0.5, face.faces)
    foot = np.column_stack([outline, np.zeros(len(outline))])
    level = np.column_stack([outward, np.zeros(len(outline))])
    edge = _stacked([(foot, level), ring(0.0), ring(np.pi / 9)])
    around = np.linspace(0, 1, len(outline))
    rows = len(edge.vertices) // len(outline)
    uv = np.column_stack([np.tile(around, rows), np.repeat(np.linspace(1, 0, rows), len(outline))])
    return face, Mesh(edge.vertices, edge.normals, uv, edge.faces)


def lathe(profile: npt.ArrayLike, sharp: float = 0.5, steps: int = 64) -> Mesh:
    """The surface that `profile` (N, 2: radius, z) sweeps about the z axis; bends past `sharp` radians stay edges."""
    line = np.asarray(profile, np.float64)
    pieces: list[list[Points]] = [[line[0]]]
    along = np.diff(line, axis=0)
    for k in range(1, len(line)):
        pieces[-1].append(line[k])
        if k < len(line) - 1:
            bend = abs(np.angle(np.exp(1j * (np.arctan2(*along[k][::-1]) - np.arctan2(*along[k - 1][::-1])))))
            if bend > sharp:
                pieces.append([line[k]])
    return joined([_swept(np.array(piece), steps) for piece in pieces])


def _swept(line: Points, steps: int) -> Mesh:
    tangent = np.gradient(line, axis=0)
    normal = np.column_stack([tangent[:, 1], -tangent[:, 0]])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    circle = polygon(steps, 1.0)
    rings = [
        (
            np.column_stack([circle * radius, np.full(steps, z)]),
            np.column_stack([circle * out, np.full(steps, up)]),
        )
        for (radius, z), (out, up) in zip(line, normal, strict=True)
    ]
    return _stacked(rings)


def ball(radius: float, flat: float = 1.0) -> Mesh:
    """A ball that rests on z = 0, pressed to `flat` of its height."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, 25)
    profile = np.column_stack([radius * np.cos(angles), radius * flat * (1 + np.sin(angles))])
    return lathe(profile, sharp=9.0)


def box(size: npt.ArrayLike, bevel: float) -> Mesh:
    """A block that rests on z = 0 with rounded edges, `size` = (x, y, z)."""
    width, depth, height = np.asarray(size, np.float64)
    outline = rounded_rectangle(width, depth, bevel)
    face, edge = slab(outline, height, bevel, (width, depth))
    return joined([face, edge])


def sheet(width: float, height: float, curl: Points | None = None, cells: int = 12) -> Mesh:
    """Paper just above z = 0; `curl` (4,) lifts its corners NW, NE, SE, SW."""
    lift = np.zeros(4) if curl is None else np.asarray(curl, np.float64)
    s, t = np.meshgrid(np.linspace(0, 1, cells), np.linspace(0, 1, cells))
    nearness = [((1 - s) * (1 - t)), (s * (1 - t)), (s * t), ((1 - s) * t)]
    z = 0.004 + sum(corner * near**3 for corner, near in zip(lift, nearness, strict=True))
    vertices = np.column_stack([((s - 0.5) * width).ravel(), ((t - 0.5) * height).ravel(), np.ravel(z)])
    index = np.arange(cells * cells).reshape(cells, cells)
    a, b, c, d = (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1])
    faces = np.vstack(
        [
            np.column_stack([a.ravel(), b.ravel(), c.ravel()]),
            np.column_stack([a.ravel(), c.ravel(), d.ravel()]),
        ]
    )
    normals = np.tile([0, 0, 1.0], (len(vertices), 1))
    return Mesh(vertices, normals, np.column_stack([s.ravel(), t.ravel()]), faces)


def _stacked(rings: Sequence[tuple[Points, Points]], top: tuple[Points, Points] | None = None) -> Mesh:
    """Rings of equal length joined into a band, closed by a fan over the last ring where `top` gives its middle."""
    count = len(rings[0][0])
    vertices = [v for v, _ in rings]
    normals = [n for _, n in rings]
    here = np.arange(count)
    after = np.roll(here, -1)
    faces = []
    for k in range(len(rings) - 1):
        low, high = k * count, (k + 1) * count
        faces.append(np.column_stack([low + here, low + after, high + after]))
        faces.append(np.column_stack([low + here, high + after, high + here]))
    if top is not None:
        middle = len(rings) * count
        vertices.append(top[0])
        normals.append(top[1])
        last = (len(rings) - 1) * count
        faces.append(np.column_stack([last + here, last + after, np.full(count, middle)]))
    stacked = np.vstack(vertices)
    return Mesh(stacked, np.vstack(normals), np.zeros((len(stacked), 2)), np.vstack(faces))
