"""Designs: shipped as assumptions, saved and loaded as JSON, validated, drawn."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.designs import Design, draw, dump_designs, load_designs, shipped
from scoring.errors import RulesError
from scoring.shapes import shape

HOUSE = {"name": "House", "points": 8, "outline": [[0, 0], [2, 0], [2, -2], [1, -3], [0, -2]]}


def load(**fields):
    return load_designs(json.dumps({"designs": [HOUSE | fields]}))


def test_the_three_that_the_rulebook_names_ship_as_assumptions():
    # "The rulebook names three of the eight: Ramp (5), Crown (6), House (8)"
    assert [(it.name, it.points, it.assumed) for it in shipped()] == [
        ("Ramp", 5, True),
        ("Crown", 6, True),
        ("House", 8, True),
    ]


def test_what_is_saved_is_loaded_unchanged():
    attic = Design(name="Dachboden ×", points=3, outline=((0, 0), (2, 0), (1, -1)), lines=(((0, 0), (2, 2)),))
    designs = (*shipped(), attic)
    assert load_designs(dump_designs(designs)) == designs


def test_the_contracts_example_is_a_design():
    (house,) = load()
    assert house.outline == ((0, 0), (2, 0), (2, -2), (1, -3), (0, -2))
    assert not house.assumed


def test_a_first_corner_repeated_at_the_end_closes_the_outline_as_well():
    (house,) = load(outline=[*HOUSE["outline"], HOUSE["outline"][0]])
    assert len(shape(house.outline).orientations) == len(shape(load()[0].outline).orientations)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"outline": [[0, 0], [2, 0]]}, "at least 3"),
        ({"outline": [[0, 0], [3, 1], [0, 2]]}, "none of the eight directions"),
        ({"outline": [[0, 0], [2, 0], [2, 2], [1, 3]]}, "none of the eight directions"),  # does not close
        ({"outline": [[0, 0], [2, 2], [2, 0], [0, 2]]}, "crosses or touches itself at [1, 1]"),
        ({"outline": [[0, 0], [3, 3], [3, 0], [0, 3]]}, "crosses or touches itself at [1.5, 1.5]"),
        ({"outline": [[0, 0], [4, 0], [2, 0], [2, 2]]}, "crosses or touches itself"),
        ({"outline": [[0, 0], [2, 0], [2.5, 0], [0, 2]]}, "2.5"),
        ({"outline": [[0, 0], [200, 0], [200, 200]]}, "at most 64"),
        ({"lines": [[[0, 0], [0, 0]]]}, "twice in a row"),
        ({"lines": [[[0, 0], [1, 2]]]}, "none of the eight directions"),
        ({"name": ""}, "name"),
        ({"name": "two\nlines"}, "name"),
        ({"points": -1}, "at least 0"),
        ({"size": 3}, "name, points, outline, lines, assumed"),
    ],
)
def test_a_design_that_cannot_be_built_is_refused_in_one_line(fields, says):
    with pytest.raises(RulesError) as caught:
        load(**fields)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"designs": 3}', '{"designs": [3]}'])
def test_what_is_no_list_of_designs_is_refused(text):
    with pytest.raises(RulesError):
        load_designs(text)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=40))
def test_the_drawing_is_well_formed_whatever_the_name(name):
    design = Design(name=name, points=3, outline=((0, 0), (2, 0), (1, -1)), lines=(((0, 0), (-2, 0)),))
    root = ElementTree.fromstring(draw(design))
    assert root[0].text == f"{name} (3)"


def test_the_drawing_shows_outline_lines_and_lattice_within_its_frame():
    (house,) = load(lines=[[[0, -2], [2, -2]]])
    root = ElementTree.fromstring(draw(house, unit=10))
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("viewBox") == "0 0 40 50"
    paths = [path.get("d") for path in root.iter(f"{space}path")]
    assert paths == ["M10,40L30,40L30,20L20,10L10,20Z", "M10,20L30,20"]
    assert len(list(root.iter(f"{space}circle"))) == 5 * 6
