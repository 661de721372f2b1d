"""A question at the table is answered, shown and kept; what a switch is worth is said beside it."""

import pytest
from streamlit.testing.v1 import AppTest

from ledger.nights import load_night
from ledger.store import Book
from scoring import espalier
from tests.fakes import TREE
from tests.ui.pages import words
from ui import canvas, dispute
from ui.table import Table

TRIANGLE = [(0, 0), (0, -2), (1, -1)]
"""Scores: a branch covers each of its half-steps."""
LACKING = [(0, 0), (0, -2), (-1, -1)]


@pytest.fixture
def asking(page: AppTest) -> AppTest:
    """The page with a tree on it, ready to be asked about."""
    page.button(key="sample_0").click().run()
    page.toggle(key="asking").set_value(True).run()
    assert not page.exception
    return page


def table(page: AppTest) -> Table:
    return page.session_state["table"]


def ask(page: AppTest, corners: list[tuple[int, int]]) -> AppTest:
    table(page).corners[:] = corners
    page.run()
    assert not page.exception
    return page


def test_it_begins_with_what_to_do(asking: AppTest):
    assert "Tap the corners" in words(asking)
    assert asking.button(key="corner_back").disabled


def test_a_shape_that_scores_is_said_to(asking: AppTest):
    answer = espalier.judge_outline(espalier.parse_state(TREE), TRIANGLE)
    ask(asking, TRIANGLE)
    said = asking.success if answer.scores else asking.warning
    assert answer.points == 1
    assert said


def test_a_shape_that_does_not_score_says_what_it_lacks_and_shows_it(asking: AppTest):
    answer = espalier.judge_outline(espalier.parse_state(TREE), LACKING)
    assert answer.missing
    ask(asking, LACKING)
    assert "lacks" in asking.warning[0].value
    assert words(asking).count("<figure>") == min(len(answer.missing), dispute.ENLARGED)
    reading = table(asking).mended
    light = dispute.light(table(asking), reading, espalier.Rules())
    assert len(light.branches) == len(answer.missing)
    verdict, overlay = table(asking).judged(espalier.Rules())
    drawn = canvas.drawing(table(asking), verdict, overlay, light)
    assert (drawn["lit"], len(drawn["lights"])) == ("asked", 1)
    assert {target["id"] for target in drawn["targets"]} >= {"corner:0:0", "corner:1:-1", "corner:3:1"}


def test_corners_that_make_no_outline_are_said(asking: AppTest):
    ask(asking, [(0, 0), (1, -2), (2, 0)])
    assert "no closed outline" in words(asking)
    asking.button(key="corner_back").click().run()
    assert table(asking).corners == [(0, 0), (1, -2)]
    asking.button(key="corner_clear").click().run()
    assert table(asking).corners == []


def test_a_near_miss_is_shown_in_the_picture(asking: AppTest):
    near = espalier.near_misses(espalier.parse_state(TREE), None, dispute.NEAR)
    asking.button(key="near_0").click().run()
    assert not asking.exception
    assert table(asking).corners == list(near[0].outline)
    assert "lacks" in asking.warning[-1].value or asking.warning


def test_a_dispute_is_kept_with_the_game(asking: AppTest, log: Book):
    asking.button(key="save").click().run()
    ask(asking, LACKING)
    asking.text_input(key="dispute_note").set_value("Ann thought so.").run()
    asking.button(key="dispute_save").click().run()
    assert not asking.exception
    assert "Kept." in words(asking)
    address = asking.query_params["night"]
    (kept,) = load_night(log, address if isinstance(address, str) else address[0]).disputes
    assert kept.claim == {"outline": [list(point) for point in LACKING]}
    assert (kept.note, kept.answer["scores"]) == ("Ann thought so.", False)


def test_a_switch_says_what_it_is_worth(asking: AppTest):
    state = espalier.parse_state(TREE)
    on, off = (
        espalier.score(state, espalier.parse_rules({"nested_shapes": it})).total for it in (True, False)
    )
    assert on != off
    assert f"The other way: {off - on:+d}" in words(asking)
