"""Letters of any script, and no markup among them."""

from __future__ import annotations

import pytest

from ledger.fonts import BASE, font_of, markup


def test_markup_is_text():
    assert markup("<b>A&B</b>") == "&lt;b&gt;A&amp;B&lt;/b&gt;"


@pytest.mark.parametrize("letter", ["A", "é", "\n", "–"])
def test_western_letters_need_no_font_of_their_own(letter):
    assert font_of(letter) == BASE


@pytest.mark.parametrize("letter", ["李", "あ", "한"])
def test_asian_letters_have_one(letter):
    assert font_of(letter) not in (None, BASE)
    assert f">{letter}</font>" in markup(f"A{letter}")


def test_what_no_font_has_is_a_question_mark():
    assert markup("a\U0010fffdb") == "a?b"
