"""What is marked where, and that marking never touches the picture that is searched."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PIL import ImageColor

from scoring import espalier
from tests.fakes import TREE, FakeGame, FakeReader
from vision.doubts import Doubt
from vision.games import GAMES
from vision.observe import Candidate, Observation, Place, Reading, read
from vision.overlay import LETTERS, Lattice, Overlay, make_overlay, mark_id
from vision.paint import COLOURS, cut_out, jpeg, paint
from vision.photo import Photo
from vision.report import Verdict, judge

SQUARE = {(0, 0): ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))}


@pytest.fixture
def overlay(verdict: Verdict) -> Overlay:
    return make_overlay(verdict.reading, verdict.sheet, verdict.doubts)


def kinds(overlay: Overlay) -> list[str]:
    return [mark.kind for mark in overlay.marks]


def test_everything_on_the_table_is_marked_once(overlay: Overlay):
    assert kinds(overlay).count("tile") == 4
    assert kinds(overlay).count("branch") == 11 + 2  # printed ones and grafts
    assert kinds(overlay).count("graft") == 2
    assert kinds(overlay).count("fruit") == 1
    names = [mark.id for mark in overlay.marks]
    assert len(set(names)) == len(names)


def test_a_pruned_branch_is_not_drawn_but_its_token_is(photo: Photo, monkeypatch: pytest.MonkeyPatch):
    token = {"col": 0, "row": 0, "direction": "N", "side": "prune"}
    reader = FakeReader({**TREE, "tokens": [token]}, unsure={})
    monkeypatch.setitem(GAMES, "espalier", FakeGame(reader))
    verdict = judge(read(photo, "espalier"), espalier.Rules())
    marks = {mark.id: mark for mark in make_overlay(verdict.reading, verdict.sheet, verdict.doubts).marks}
    assert "branch:0:0:N" not in marks
    assert marks["token:0:0:N"].kind == "prune"
    assert marks["branch:0:0:NE"].doubt is None


def test_doubtful_things_carry_the_number_of_their_doubt(overlay: Overlay, verdict: Verdict):
    doubtful = {mark.id: mark.doubt for mark in overlay.marks if mark.doubt is not None}
    assert doubtful == {
        mark_id(d.observation.what, d.observation.place): number for number, d in enumerate(verdict.doubts)
    }


def test_a_doubt_on_what_is_not_there_is_marked_too(reading: Reading, verdict: Verdict):
    place = Place(0, 0, direction="S")
    observation = Observation("branch", place, (0.0, 1.0), (Candidate(False, 0.8), Candidate(True, 0.2)))
    doubt = Doubt("branch", observation, observation.candidates[1:], {}, 1)
    mark = make_overlay(reading, verdict.sheet, [doubt]).marks[-1]
    assert (mark.id, mark.kind, mark.doubt, len(mark.points)) == ("branch:0:0:S", "doubt", 0, 2)


def test_a_doubt_on_a_tile_that_is_not_there_is_marked_all_around(
    photo: Photo, reading: Reading, verdict: Verdict
):
    place = Place(2, 0)
    observation = Observation("tile", place, (600.0, 400.0), (Candidate(False, 0.8), Candidate(True, 0.2)))
    doubt = Doubt("tile", observation, observation.candidates[1:], {}, 1)
    mark = make_overlay(reading, verdict.sheet, [doubt]).marks[-1]
    assert (mark.id, mark.kind, mark.doubt) == ("tile:2:0", "doubt", 0)
    assert mark.points == Lattice(reading.seen.grid, 1200, 900).beside((2, 0))
    dotted = replace(mark, points=((sum(x for x, _ in mark.points) / 4, sum(y for _, y in mark.points) / 4),))
    assert cut_out(photo, mark).tobytes() != cut_out(photo, dotted).tobytes()  # framed all around, not ringed
    blank = replace(make_overlay(reading, verdict.sheet, []), marks=(mark,))
    painted = np.asarray(paint(photo, blank)).astype(int)
    scale = painted.shape[1] / photo.width
    orange = np.abs(painted - ImageColor.getrgb(COLOURS["doubt"])).max(2) < 40
    for (x0, y0), (x1, y1) in pairwise([*mark.points, mark.points[0]]):
        along = np.linspace((x0, y0), (x1, y1), 60) * scale
        shown = [orange[round(y) - 1 : round(y) + 2, round(x) - 1 : round(x) + 2].any() for x, y in along]
        assert 0.3 < np.mean(shown) < 0.9  # dashed


def test_a_doubt_without_a_place_in_the_photo_is_not_drawn(reading: Reading, verdict: Verdict):
    observation = Observation("mulched", Place(), (0.0, 0.0), (Candidate(0, 0.9), Candidate(1, 0.1)))
    doubts = [Doubt("mulched", observation, observation.candidates[1:], {}, 0)]
    assert all(mark.doubt is None for mark in make_overlay(reading, verdict.sheet, doubts).marks)


def test_branches_run_from_the_centre_to_the_rim():
    lattice = Lattice(SQUARE, 400, 400)
    assert lattice.branch((0, 0), "NE") == (pytest.approx((150.0, 150.0)), pytest.approx((200.0, 100.0)))
    assert lattice.branch((1, 0), "W") is None


def test_a_shared_point_is_the_mean_of_where_its_tiles_put_it():
    gap = {(1, 0): ((210.0, 100.0), (310.0, 100.0), (310.0, 200.0), (210.0, 200.0))}
    lattice = Lattice({**SQUARE, **gap}, 400, 400)
    assert lattice.pixel((1, 0)) == pytest.approx((205.0, 150.0))
    assert lattice.pixel((9, 9)) is None


def test_an_empty_place_lies_beside_its_tiles():
    lattice = Lattice(
        {(0, 0): ((0, 0), (10, 0), (10, 10), (0, 10)), (2, 0): ((22, 0), (32, 0), (32, 10), (22, 10))},
        100,
        100,
    )
    assert np.allclose(lattice.beside((0, 1)), [(0, 10), (10, 10), (10, 20), (0, 20)])
    # Between two tiles, the mean of where each says that it is.
    assert np.allclose(lattice.beside((1, 0)), [(11, 0), (21, 0), (21, 10), (11, 10)])
    assert lattice.beside((5, 5)) is None


def test_an_outline_goes_through_every_point_on_its_way():
    assert len(Lattice(SQUARE, 400, 400).path(((-1, -1), (1, -1), (1, 1), (-1, 1)))) == 8


def test_the_box_stays_within_the_photo():
    assert Lattice(SQUARE, 400, 210).box() == (40.0, 40.0, 260.0, 210.0)
    assert Lattice({}, 400, 300).box() == (0.0, 0.0, 400.0, 300.0)


def test_each_line_of_the_sheet_has_its_evidence(overlay: Overlay, verdict: Verdict):
    for line in verdict.sheet.items:
        assert len(overlay.lights[line.category]) == len(line.evidence)
    lemon = overlay.lights["lemon"][0]
    assert len(lemon.points) == 1
    line = verdict.sheet.line("lemon")
    assert line is not None
    assert len(lemon.branches) == line.count


def test_a_fruit_set_is_lit_by_the_fruit_that_it_is_made_of(photo: Photo, monkeypatch: pytest.MonkeyPatch):
    fruit = [
        {"col": 0, "row": 0, "at": at, "kind": kind}
        for at, kind in (("NE", "lemon"), ("N", "lime"), ("E", "orange"))
    ]
    monkeypatch.setitem(GAMES, "espalier", FakeGame(FakeReader({**TREE, "fruit": fruit}, unsure={})))
    verdict = judge(read(photo, "espalier"), espalier.Rules())
    lights = make_overlay(verdict.reading, verdict.sheet, verdict.doubts).lights
    assert len(lights["fruit_set"]) == 3


def test_colour_is_never_the_only_difference():
    assert len({LETTERS[name] for name in ("lemon", "lime", "orange", "graft", "prune")}) == 5
    assert len({LETTERS[name] for name in ("apple", "pear", "plum", "rotten")}) == 4
    assert len(set(COLOURS.values())) == len(COLOURS)


def test_painting_leaves_the_searched_pixels_alone(photo: Photo, overlay: Overlay):
    before = photo.pixels.copy()
    painted = np.asarray(paint(photo, overlay))
    cut_out(photo, next(mark for mark in overlay.marks if mark.doubt is not None))
    assert np.array_equal(photo.pixels, before)
    assert painted.shape == photo.pixels.shape
    assert (painted != photo.pixels).any()


def test_marks_land_where_they_belong_on_a_reduced_photo(photo: Photo, overlay: Overlay):
    half = replace(photo, pixels=np.ascontiguousarray(photo.pixels[::2, ::2]))
    painted = np.asarray(paint(half, overlay))
    assert painted.shape == (450, 600, 3)
    fruit = next(mark for mark in overlay.marks if mark.kind == "fruit")
    x, y = (round(c / 2) for c in fruit.points[0])
    changed = np.abs(painted[y - 12 : y + 12, x - 12 : x + 12].astype(int) - half.pixels[y, x]).max()
    assert changed > 60


def test_every_kind_of_mark_has_a_cut_out(photo: Photo, overlay: Overlay):
    for kind in ("tile", "branch", "fruit", "graft"):
        mark = next(mark for mark in overlay.marks if mark.kind == kind)
        picture = cut_out(photo, mark, side=160)
        assert picture.size == (160, 160)
        assert jpeg(picture).startswith(b"\xff\xd8")
