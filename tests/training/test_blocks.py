"""Blocks in perspective: they fill what their corners say, and faces are where they belong."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from training.blocks import Block, blend_hits, cast, cast_shadow, face_of
from training.camera import Camera, hold


def camera(tilt: float = 35.0) -> Camera:
    low, high = np.array([-1.0, -1.0]), np.array([1.0, 1.0])
    return hold(low, high, 320, 240, np.deg2rad(tilt), 0.4, 1.1, 300.0, 0.9, np.zeros(2))


def block(**changes: float) -> Block:
    facts = {"base": 0.02, "side": 0.5, "angle": 0.6, "rounding": 0.0, **changes}
    return Block(np.array([0.1, -0.2]), **facts)


def painted(view: Camera, it: Block) -> np.ndarray:
    hits = cast(view, it)
    assert hits is not None
    picture = np.zeros((view.height, view.width, 3), np.float32)
    blend_hits(picture, hits, np.full((len(hits.at), 3), 100, np.float32))
    return picture[..., 0] / 100


def test_a_sharp_cube_fills_the_hull_of_its_corners() -> None:
    view = camera()
    hull = cv2.convexHull(np.vstack(block().seen(view)).astype(np.float32))
    assert painted(view, block()).sum() == pytest.approx(cv2.contourArea(hull), rel=0.02)


@pytest.mark.parametrize("changes", [{"rounding": 0.2}, {"ball": 0.65}])
def test_a_round_cube_fills_less(changes: dict[str, float]) -> None:
    view = camera()
    assert painted(view, block(**changes)).sum() < 0.98 * painted(view, block()).sum()


def test_the_top_face_is_where_its_outline_is() -> None:
    view = camera()
    it = block()
    hits = cast(view, it)
    assert hits is not None
    face, spot = face_of(hits.at, it.tall)
    picture = np.zeros((view.height, view.width, 3), np.float32)
    blend_hits(picture, hits, np.repeat((face == 0)[:, None], 3, 1).astype(np.float32))
    top, _ = it.seen(view)
    area = cv2.contourArea(top.astype(np.float32))
    assert picture[..., 0].sum() == pytest.approx(area, rel=0.04)
    inside = np.zeros((view.height, view.width), np.uint8)
    cv2.fillConvexPoly(inside, np.round(top).astype(np.int32), 1)
    assert picture[..., 0][inside > 0].mean() > 0.9
    assert np.abs(spot[face == 0]).max() <= 1.01


def test_normals_point_at_the_viewer() -> None:
    hits = cast(camera(), block(rounding=0.15))
    assert hits is not None
    assert np.allclose(np.linalg.norm(hits.normal, axis=1), 1, atol=1e-4)
    assert ((hits.normal * hits.view).sum(1) > -0.1).all()


def test_a_block_out_of_view_is_not_seen() -> None:
    assert cast(camera(0), Block(np.array([40.0, 0.0]), 0.0, 0.5, 0.0, 0.1)) is None


def test_a_shadow_falls_where_the_light_does_not() -> None:
    view = camera(0)
    picture = np.full((view.height, view.width, 3), 100, np.float32)
    cast_shadow(picture, view, block(), np.array([1.0, 0.0]), 0.5)
    there, lit = view.project([[0.6, -0.2], [-0.6, -0.2]]).round().astype(int)
    assert picture[there[1], there[0], 0] < 70
    assert picture[lit[1], lit[0], 0] > 95
