"""Designs are drawn, kept, offered in the rules, and forgotten."""

import pytest
from streamlit.testing.v1 import AppTest

from ledger.shelf import list_designs
from ledger.store import Book
from tests.ui.pages import visit, words

HOUSE = ((1, 4), (3, 4), (3, 2), (2, 1), (1, 2))


@pytest.fixture
def drawn(page: AppTest) -> AppTest:
    """A house on the lattice, with a name."""
    visit(page, "designs")
    for x, y in HOUSE:
        page.button(key=f"point_{x}_{y}").click().run()
    page.text_input(key="design_name").set_value("Our <b>house</b>").run()
    return page


def test_a_design_is_drawn_and_kept(drawn: AppTest, log: Book):
    assert drawn.button(key="point_3_2").label == "3"
    drawn.number_input(key="design_points").set_value(9).run()
    drawn.button(key="design_save").click().run()
    assert not drawn.error
    (design,) = list_designs(log)
    assert (design.name, design.points) == ("Our <b>house</b>", 9)
    assert design.outline == ((0, 3), (2, 3), (2, 1), (1, 0), (0, 1))
    assert "<b>" not in words(drawn)
    assert drawn.button(key="point_3_2").label == "·"
    visit(drawn, "score").button(key="sample_0").click().run()
    offered = drawn.multiselect(key="rule_designs")
    offered.set_value(["Our <b>house</b>"]).run()
    assert not drawn.exception
    drawn.button(key="save").click().run()
    assert not drawn.error


def test_a_kept_design_is_forgotten(drawn: AppTest, log: Book):
    drawn.button(key="design_save").click().run()
    drawn.button(key="design_delete_0").click().run()
    assert list_designs(log) == ()


def test_an_outline_that_cannot_be_is_said(drawn: AppTest, log: Book):
    drawn.button(key="design_back").click().run()
    drawn.button(key="point_2_5").click().run()
    drawn.button(key="design_save").click().run()
    assert drawn.error
    assert list_designs(log) == ()


def test_a_point_tapped_twice_is_no_corner(drawn: AppTest):
    drawn.button(key="point_3_2").click().run()
    assert drawn.button(key="point_3_2").label == "·"
    assert drawn.button(key="point_2_1").label == "3"
    drawn.button(key="design_clear").click().run()
    assert drawn.button(key="point_1_4").label == "·"
