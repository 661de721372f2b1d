"""The second renderer's geometry and truth. All but one test do without Mitsuba: they paint no light."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from scoring.espalier import parse_state, score
from training import solid
from training.camera import Camera
from training.film import bend, bent, meter, tone
from training.lamps import light_up
from training.layouts import grow
from training.looks import draw_look
from training.meshes import ball, box, polygon, rounded_rectangle, slab
from training.printings import printings
from training.raytrace import Body, Bulb, Material, Panel, trace, view_of
from training.scenes import THICKNESS
from training.solid import Prop, Setting, aim_at, on_table, photograph
from training.validation import covers, photos, scatter

SMALL = Setting("oak", "window", 200, tilt=25, roll=30, k1=-0.02, width=160, height=120, samples=2, detail=40)


@pytest.fixture
def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Photos without light: an even grey instead of a traced picture."""

    def grey(bodies: object, lights: object, camera: Camera, samples: int, seed: int) -> np.ndarray:
        return np.full((camera.height, camera.width, 3), 0.2, np.float32)

    monkeypatch.setattr(solid, "trace", grey)


def layout(seed: int = 916):
    return grow(np.random.default_rng(seed))


def test_a_camera_taken_apart_sees_what_the_whole_one_sees() -> None:
    camera = aim_at(layout(), dataclasses.replace(SMALL, shift=(0.1, -0.05)))
    view = view_of(camera)
    points = np.random.default_rng(0).uniform(-3, 3, (20, 3)) * (1, 1, 0.2)
    in_frame = (points * (1, -1, 1) - view.to_world[:3, 3]) @ view.to_world[:3, :3]
    seen = view.centre + view.focal * -in_frame[:, :2] / in_frame[:, 2:]
    expected = np.array([camera.project(p[:2], p[2])[0] for p in points])
    np.testing.assert_allclose(seen, expected, atol=1e-6)
    np.testing.assert_allclose(view.to_world[:3, :3].T @ view.to_world[:3, :3], np.eye(3), atol=1e-9)
    assert np.linalg.det(view.to_world[:3, :3]) == pytest.approx(1)


def test_a_point_on_the_table_is_seen_where_it_was_looked_up() -> None:
    camera = aim_at(layout(), SMALL)
    assert camera.project(on_table(camera, 31.0, 77.0))[0] == pytest.approx([31.0, 77.0])


@pytest.mark.usefixtures("dark")
def test_truth_parses_and_its_total_is_the_scorers() -> None:
    shot = photograph(5, layout(), printings()["folk"], SMALL)
    state = parse_state(shot.truth["state"])
    assert shot.pixels.shape == (120, 160, 3)
    assert (shot.truth["width"], shot.truth["height"]) == (160, 120)
    assert shot.truth["total"] == score(state).total
    grid = shot.truth["grid"]
    assert [(t["col"], t["row"]) for t in grid["tiles"]] == [tile.place for tile in state.tiles]
    assert len(grid["tokens"]) == len(state.tokens)
    assert len(grid["fruit"]) == len(state.fruit)


@pytest.mark.usefixtures("dark")
def test_corners_run_clockwise_from_north_west_and_neighbours_share_them() -> None:
    straight = dataclasses.replace(SMALL, tilt=0, roll=0, k1=0, gap=0, mess=0)
    shot = photograph(5, layout(), printings()["folk"], straight)
    tiles = {(t["col"], t["row"]): np.array(t["px"]) for t in shot.truth["grid"]["tiles"]}
    for (col, row), corners in tiles.items():
        (nw, ne, se, sw) = corners
        assert nw[0] < ne[0]
        assert nw[1] < sw[1]
        assert se == pytest.approx(ne + sw - nw, abs=0.05)
        if (col + 1, row) in tiles:
            np.testing.assert_allclose([ne, se], tiles[col + 1, row][[0, 3]], atol=0.02)


@pytest.mark.usefixtures("dark")
def test_truth_lies_on_the_upper_faces_as_the_lens_bends_them() -> None:
    shot = photograph(5, layout(), printings()["folk"], dataclasses.replace(SMALL, gap=0, mess=0))
    camera = aim_at(layout(), dataclasses.replace(SMALL, gap=0))
    tile = shot.truth["grid"]["tiles"][0]
    corner = camera.project(np.array([tile["col"] - 0.5, tile["row"] - 0.5]), THICKNESS)
    assert tile["px"][0] == pytest.approx((bent(corner, 160, 120, SMALL.k1) - 0.5)[0], abs=0.02)


def test_the_bent_picture_shows_things_where_bent_says() -> None:
    picture = np.zeros((120, 160, 3), np.float32)
    picture[29:32, 129:132] = 1  # a spot whose middle is at (130.5, 30.5), half a pixel into pixel (130, 30)
    shown = bend(picture, 0.2)[..., 0].clip(0, None)
    ys, xs = np.mgrid[0:120, 0:160]
    centre = np.array([(shown * xs).sum(), (shown * ys).sum()]) / shown.sum()
    assert centre + 0.5 == pytest.approx(bent(np.array([[130.5, 30.5]]), 160, 120, 0.2)[0], abs=0.1)


def test_the_corners_of_a_bent_picture_stay() -> None:
    corners = np.array([[0, 0], [160, 0], [160, 120], [0, 120]])
    np.testing.assert_allclose(bent(corners, 160, 120, -0.03), corners, atol=1e-9)


def test_tones_rise_with_the_light_and_stay_within_the_file() -> None:
    light = np.repeat(np.linspace(0, 50, 400, dtype=np.float32)[None, :, None], 3, 2)
    tones = tone(light, 1.0)
    assert (np.diff(tones[0, :, 0]) >= 0).all()
    assert tones.min() == 0
    assert tones.max() <= 255
    assert meter(light * 2) == pytest.approx(meter(light) / 2)


@pytest.mark.parametrize(
    "mesh",
    [*slab(rounded_rectangle(1, 1, 0.05), 0.035, 0.01, (1, 1)), ball(0.2, 0.7), box((0.3, 0.2, 0.1), 0.02)],
    ids=["face", "edge", "ball", "box"],
)
def test_meshes_are_sound(mesh) -> None:
    assert mesh.faces.min() >= 0
    assert mesh.faces.max() < len(mesh.vertices)
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1, atol=1e-9)
    assert mesh.vertices[:, 2].min() > -1e-9
    outward = (mesh.normals * (mesh.vertices - mesh.vertices.mean(0))).sum(1)
    assert (outward > -1e-6).all()


def test_a_slabs_picture_fills_its_face() -> None:
    face, _ = slab(polygon(48, 0.5), 0.04, 0.01, (1, 1))
    assert face.vertices[:, 2].max() == pytest.approx(0.04)
    np.testing.assert_allclose(face.uv, face.vertices[:, :2] + 0.5)


def test_looks_and_validation_photos_come_again_from_their_seeds() -> None:
    def same(one: object, other: object) -> bool:
        return repr(one) == repr(other)

    assert same(draw_look(np.random.default_rng(3), "test"), draw_look(np.random.default_rng(3), "test"))
    assert same(printings(), printings())
    first, second = ([*photos(4, 2, 160)] for _ in range(2))
    assert same(first, second)
    assert [look for _, look, *_ in first] == ["test-00", "test-01", "test-00", "test-01"]
    assert all(look.group == "test" for *_, look, _ in first)
    other = [*photos(4, 2, 160, series=1)]
    assert [name for name, *_ in other] == [name for name, *_ in first]
    assert not any(same(one[3:], another[3:]) for one in first for another in other)


def test_clutter_keeps_off_the_tree() -> None:
    tree = layout(437)
    setting = dataclasses.replace(SMALL, tilt=38, room=0.5)
    props = scatter(np.random.default_rng(1), tree, setting, ["mug", "bowl", "pad", "heap"])
    assert props
    camera = aim_at(tree, setting)
    tile = camera.project(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])).astype(np.float32)
    assert covers(camera, "mug", np.zeros(2), [tile])
    for prop in props:
        assert not covers(camera, prop.name, on_table(camera, prop.across * 160, prop.down * 120), [tile])


def test_a_traced_tile_lies_where_the_truth_says() -> None:
    pytest.importorskip("mitsuba", reason="Mitsuba is not installed (extra `train`)")
    camera = aim_at(layout(), dataclasses.replace(SMALL, shift=(0.08, -0.06)))
    face, _ = slab(rounded_rectangle(1, 1, 0), THICKNESS, 0.002, (1, 1))
    red = Material(np.full((1, 1, 3), (255, 0, 0), np.float32))
    white = Material(np.full((1, 1, 3), 255, np.float32))
    floor, _ = slab(rounded_rectangle(40, 40, 0), 0.1, 0.01, (40, 40))
    sun = Panel(np.array([0, 0, 30.0]), np.array([9.0, 0, 0]), np.array([0, 9.0, 0]), np.full(3, 9.0))
    radiance = trace([Body(face, red), Body(floor.placed((0, 0, -0.1)), white)], [sun], camera, 16)
    is_red = radiance[..., 0] > 3 * radiance[..., 1]
    ys, xs = np.nonzero(is_red)
    corners = camera.project(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]), THICKNESS)
    np.testing.assert_allclose([xs.min(), ys.min()], corners.min(0), atol=1.5)
    np.testing.assert_allclose([xs.max() + 1, ys.max() + 1], corners.max(0), atol=1.5)


@pytest.mark.parametrize("light", ["lamp", "evening"])
def test_no_lamp_hangs_in_the_picture(light: str) -> None:
    for seed in range(20):
        lights = light_up(np.random.default_rng(seed), light, np.zeros(2), 1.0, above=15.0).lights
        assert all(bulb.middle[2] - bulb.radius > 15 for bulb in lights if isinstance(bulb, Bulb))


def test_props_are_known_by_name() -> None:
    with pytest.raises(KeyError):
        covers(aim_at(layout(), SMALL), Prop("piano", 0, 0).name, np.zeros(2), [])
