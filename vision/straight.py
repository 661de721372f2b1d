"""The photo as if taken from straight above: tiles become squares, and what was drawn over it moves along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.observe import Pixel, Quad, side_lengths
from vision.photo import Photo

MARGIN = 1.3
"""What is shown around the layout, in tiles: room for one more on each side."""
MOST = 2400
"""Pixels of the longer side of the straightened picture, at most."""
BEYOND = (20, 32, 26)
"""What is shown where the photo ends."""
LEAST_TILE, MOST_TILE = 24.0, 400.0


@dataclass(frozen=True, slots=True, eq=False)
class Straight:
    """A straightened picture.

    pixels: (H, W, 3) uint8 RGB; matrix: the 3 x 3 homography from photo pixels at full size to its pixels.
    """

    pixels: npt.NDArray[np.uint8]
    matrix: npt.NDArray[np.float64]

    def point(self, pixel: Pixel) -> Pixel:
        """Where a pixel of the photo lies in the straightened picture."""
        x, y, w = self.matrix @ (*pixel, 1.0)
        return (float(x / w), float(y / w))


def straighten(photo: Photo, grid: Mapping[tuple[int, int], Quad]) -> Straight | None:
    """The photo with the tiles of `grid` as squares; None where they say too little, or where it cannot be done."""
    import cv2

    if not grid:
        return None
    cells = np.array(list(grid), dtype=np.float64)
    corners = cells[:, None] + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    pixels: npt.NDArray[np.float64] = np.array(list(grid.values()), dtype=np.float64)
    left_top = corners.min((0, 1)) - MARGIN
    span = corners.max((0, 1)) + MARGIN - left_top
    tile = min(max(float(side_lengths(pixels).mean()), LEAST_TILE), MOST_TILE, MOST / float(span.max()))
    wanted = (corners - left_top) * tile
    found, _ = cv2.findHomography(pixels.reshape(-1, 2), wanted.reshape(-1, 2))
    matrix: npt.NDArray[np.float64] = np.asarray(found, dtype=np.float64)
    if matrix.shape != (3, 3) or not _in_front(matrix, pixels.reshape(-1, 2)):
        return None
    width, height = (round(float(side) * tile) for side in span)
    # The photo's pixels may be smaller than the photo was at full size.
    shown = matrix @ np.diag([photo.scale, photo.scale, 1.0])
    straight = cv2.warpPerspective(
        photo.pixels, shown, (width, height), flags=cv2.INTER_AREA, borderValue=BEYOND
    )
    return Straight(np.asarray(straight, dtype=np.uint8), matrix)


def _in_front(matrix: npt.NDArray[np.float64], pixels: npt.NDArray[np.float64]) -> bool:
    """Whether all these pixels lie on the same side of the horizon."""
    depth = pixels @ matrix[2, :2] + matrix[2, 2]
    return bool((depth > 0).all() or (depth < 0).all())
