"""The texts: all there, plural by number, and names from outside never markup."""

import re
from pathlib import Path

import pytest

from ui import text, text_english
from vision.observe import Place

UI = Path(text.__file__).parent


def test_every_text_that_the_pages_ask_for_is_there():
    asked = set()
    for path in UI.glob("*.py"):
        asked |= set(re.findall(r'text\.say\(\s*"([\w.]+)"', path.read_text()))
    assert asked
    assert [name for name in asked if text.lookup(name) is None] == []


def forms(texts: object, name: str = "") -> dict[str, set[str]]:
    """For each text, what is put into it."""
    if isinstance(texts, dict):
        return {k: v for key, it in texts.items() for k, v in forms(it, f"{name}.{key}").items()}
    return {name: set(re.findall(r"\{(\w+)\}", str(texts)))}


@pytest.mark.parametrize("code", [*text.LANGUAGES])
def test_each_language_has_the_same_texts_with_the_same_gaps(code: str):
    assert forms(text.LANGUAGES[code][1]) == forms(text_english.TEXTS)


def test_twelve_months_in_each_language():
    assert {len(texts["months"].split()) for _, texts in text.LANGUAGES.values()} == {12}


def test_an_unknown_text_is_an_error():
    with pytest.raises(KeyError):
        text.say("no.such.text")


def test_numbers_choose_the_form():
    assert text.count("points", 1) == "1 point"
    assert text.count("points", -3) == "-3 points"
    assert text.count("stake", 0) == "no points at stake"


def test_answers_are_words():
    assert text.answer("branch", True) == "Branch"
    assert text.answer("branch", False) == "No branch"
    assert text.answer("fruit", "none") == "Nothing"
    assert text.answer("mulched", 3) == "3"
    assert text.answer("die", "apple 6") == "Apple 6"
    assert text.answer("die", "none") == "No die"


def test_a_design_is_called_by_its_own_name():
    assert text.category("design:House") == "House"
    assert text.category("unconnected") == "Unconnected branches"


def test_places_are_named():
    assert text.place(Place(2, -1, direction="NE")) == "column 2, row -1 · NE"
    assert text.place(Place()) == "beside the tree"


def test_markup_in_names_is_shown_as_it_stands():
    assert text.plain("**a** [b](c) :red[d] <e>") == r"\*\*a\*\* \[b\]\(c\) \:red\[d\] \<e\>"
