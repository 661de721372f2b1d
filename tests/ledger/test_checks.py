"""Texts, JSON and numbers from outside, as they are kept or refused."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.checks import clean, is_hex, key_of, name_of, refuse_more, refuse_unfit, seat_labels, short
from ledger.errors import EntryError


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ann \t Lee\r\n", "Ann Lee"),
        ("a\0b", "a b"),
        ("\u202egnp.exe", "gnp.exe"),
        ("e\u0301", "\u00e9"),
        ("\ud800", "\ufffd"),
        ("<b>&", "<b>&"),
    ],
)
def test_a_text_is_cleaned(typed, kept):
    assert clean(typed) == kept


def test_a_note_keeps_its_lines():
    assert clean(" a  b \r\n\n c ", lines=True) == "a b\n\nc"


@given(st.text())
def test_clean_is_clean_and_can_be_written_down(text):
    once = clean(text, lines=True)
    assert clean(once, lines=True) == once
    once.encode()


@given(st.text())
def test_one_key_for_what_looks_alike(text):
    assert key_of(text.upper()) == key_of(text.upper().lower()) or not text.isascii()
    assert key_of(key_of(text)) == key_of(text)


def test_labels_differ_whatever_the_names_are():
    assert seat_labels(["Ann", None, "Player 2", None]) == ("Ann", "Player 2'", "Player 2", "Player 4")
    assert seat_labels([]) == ()


def test_what_is_too_long_or_empty_is_refused():
    assert short("x" * 5, "note", 5) == "xxxxx"
    assert short("x" + " " * 9, "note", 3) == "x"
    for call in (
        lambda: short("x" * 6, "note", 5),
        lambda: short(None, "note", 5),
        lambda: name_of("\u200b \u2060"),
        lambda: name_of(""),
        lambda: name_of(None),
        lambda: refuse_more(3, 2, "photos"),
        lambda: refuse_unfit({"x": math.nan}, "claim"),
        lambda: refuse_unfit({"x": {1, 2}}, "claim"),
        lambda: refuse_unfit({"x": "y" * 99}, "claim", 50),
    ):
        with pytest.raises(EntryError) as error:
            call()
        assert "\n" not in str(error.value)


def test_json_is_kept_as_json_gives_it_back():
    assert refuse_unfit({"x": (1, 2)}, "claim") == {"x": [1, 2]}


@pytest.mark.parametrize("wrong", ["", "g" * 4, "ABCD", "abcde", "abc", "abc\n", "١٢٣٤", None, 1234])
def test_what_is_no_id_is_told(wrong):
    assert not is_hex(wrong, 4)


def test_a_beginning_may_be_shorter():
    assert is_hex("ab12", 4)
    assert is_hex("ab", 4, whole=False)
    assert not is_hex("", 4, whole=False)
    assert not is_hex("ab123", 4, whole=False)
