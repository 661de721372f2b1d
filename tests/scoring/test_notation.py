"""The text form of states: written and read back unchanged, and refused in one line when it cannot be read."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring import arbor2, espalier, orchard, trellis
from scoring.errors import StateError
from tests.scoring.boards import arbor2_boards, orchards, trellises
from tests.scoring.trees import tree, trees

GAMES = {"espalier": espalier, "orchard": orchard, "trellis": trellis, "arbor2": arbor2}


@given(st.one_of(trees(25), orchards, trellises, arbor2_boards))
@example(tree())
@example({"game": "arbor2"})
@example({"game": "orchard"})
def test_what_is_written_is_read_back_unchanged(data):
    game = GAMES[data["game"]]
    state = game.parse_state(data)
    text = game.format_state(state)
    assert game.parse_text(text) == state
    # As a chat may change it: other line breaks, spaces and letters' case.
    assert game.parse_text(text.replace("; ", " ;\n\n  ").upper()) == state


EXAMPLES = {
    "espalier": "espalier; 0,0 pot NW N NE; 0,-1 winter S E; 0,-1 graft W; 0,-1 prune E; 0,-1 lemon NE; mulched 2",
    "orchard": "orchard; cards 9; 0,3 pear; 0,4 plum; 0,4 die plum 6; 1,0 rotten",
    "trellis": "trellis; 0,0 tile pink 0-3 purple 1-2 green 4-5; 0,0 flower 0 peach",
    "arbor2": "arbor2; target 13; 3,3 root; 2,3 black tree; 2,3 black ancient",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_the_docstrings(name):
    assert GAMES[name].format_state(GAMES[name].parse_text(EXAMPLES[name])) == EXAMPLES[name]


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("espalier", "", ["''", "'espalier'"]),
        ("espalier", "orchard; cards 9", ["'orchard'", "'espalier'"]),
        ("espalier", "espalier; 0,0", ["'0,0'", "a place, then one of pot"]),
        ("espalier", "espalier; 0,0 rose N", ["'0,0 rose N'", "pot, winter"]),
        ("espalier", "espalier; 0,0 pot Q", ["branches[0]", "'Q'"]),
        ("espalier", "espalier; 0,0 pot N; 0,0 pot S", ["tiles[1]", "col 0, row 0"]),
        ("espalier", "espalier; mulched many", ["'mulched many'", "whole number"]),
        ("espalier", "espalier; trees 3", ["'trees 3'", "mulched NUMBER"]),
        ("espalier", "espalier; 0,0 lemon", ["'0,0 lemon'"]),
        ("espalier", "espalier; 999999999,0 pot", ["tiles[0].col", "at most 500"]),
        ("espalier", "espalier; 99999999999999999999,0 pot", ["cannot be read"]),
        ("orchard", "orchard; 0,0 die plum", ["'0,0 die plum'", "its value"]),
        ("orchard", "orchard; 0,0 die plum x", ["'0,0 die plum x'"]),
        ("orchard", "orchard; 0,0 die plum 2", ["dice[0].value", "2"]),
        ("trellis", "trellis; 0,0 tile pink", ["'0,0 tile pink'"]),
        ("trellis", "trellis; 0,0 tile pink 0-x", ["'0,0 tile pink 0-x'"]),
        ("trellis", "trellis; 0,0 tile pink 01", ["'0,0 tile pink 01'"]),
        ("trellis", "trellis; 0,0 flower 0", ["'0,0 flower 0'"]),
        ("trellis", "trellis; pink", ["'pink'", "a place"]),
        ("arbor2", "arbor2; 0,0 black", ["'0,0 black'", "root"]),
        ("arbor2", "arbor2; 0,0 black bush", ["tiles[0].kind", "'bush'"]),
        ("arbor2", "arbor2; target", ["'target'", "target NUMBER"]),
    ],
)
def test_a_text_that_cannot_be_read_gets_one_line(name, text, names):
    with pytest.raises(StateError) as caught:
        GAMES[name].parse_text(text)
    assert "\n" not in str(caught.value)
    for part in names:
        assert part in str(caught.value)


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=60))
def test_nothing_but_a_clear_error_comes_of_rubbish(name, text):
    for rubbish in (text, f"{name}; {text}", f"{name}; 0,0 {text}"):
        try:
            GAMES[name].parse_text(rubbish)
        except StateError as error:
            message = str(error)
        else:
            message = ""
        assert "\n" not in message


def test_too_long_a_text_is_refused():
    with pytest.raises(StateError, match="characters are too many"):
        espalier.parse_text("espalier;" + " " * 3_000_000)
