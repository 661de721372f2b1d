"""Each correction is kept as a labelled example, and disputes with their answers."""

from __future__ import annotations

import dataclasses

import pytest

from ledger import labels, nights
from ledger.errors import EntryError, LedgerError, MissingError
from tests.fakes import TREE
from tests.ledger.makers import ORCHARD, correction, full_night, photo
from vision import observe
from vision.observe import Edit, Place
from vision.photo import load_photo


def test_an_example_says_what_was_seen_what_it_was_where_and_in_which_photo(book, fake_reader):
    night = full_night(book)
    (example,) = labels.list_corrections(book)
    assert (example,) == night.layouts[0].corrections
    assert example.photo == night.layouts[0].photos[0].hash
    assert (example.what, example.seen, example.was) == ("branch", True, False)
    assert (example.confidence, example.look) == (0.8, "our copy")
    assert {name: example.where[name] for name in ("col", "row", "direction")} == {
        "col": 1, "row": 0, "direction": "N",
    }  # fmt: skip
    seen = observe.read(load_photo(photo()), "espalier").observations
    (px,) = [it.px for it in seen if (it.what, it.place) == ("branch", Place(1, 0, direction="N"))]
    assert example.where["px"] == [round(at, 1) for at in px]


def test_every_word_of_a_player_is_one_example_the_last_one_counts(fake_reader):
    reading = observe.read(load_photo(photo()), "espalier")
    north, lemon = Place(1, 0, direction="N"), Place(0, 0, at="NE")
    edits = [
        Edit("branch", north, False),
        Edit("fruit", lemon, "lemon"),  # confirmed as it was seen
        Edit("tile", Place(2, 0), True),  # nothing was seen there
        Edit("branch", north, True),
    ]
    told = labels.corrections_of(reading, edits, "0" * 64, "our copy")
    assert [(it.what, it.seen, it.was) for it in told] == [
        ("branch", True, True),
        ("fruit", "lemon", "lemon"),
        ("tile", None, True),
    ]
    assert labels.edits_of(told, "0" * 64) == (edits[3], *edits[1:3])
    assert labels.edits_of(told, "1" * 64) == ()
    assert told[2].confidence is None
    assert len(told[2].where["px"]) == 2


def test_examples_are_asked_for_by_game_and_look(book, fake_reader):
    full_night(book)
    assert len(labels.list_corrections(book, game="espalier", look="our copy")) == 1
    assert labels.list_corrections(book, game="orchard") == ()
    assert labels.list_corrections(book, look="another") == ()


def test_saving_again_keeps_replaces_or_takes_away_the_examples(book, fake_reader):
    night = full_night(book)
    seat, hash = night.seats[0].id, night.layouts[0].photos[0].hash
    before = night.layouts[0].corrections
    assert nights.save_layout(book, night.id, seat, TREE).layouts[0].corrections == before
    more = [correction(hash), *before]
    assert nights.save_layout(book, night.id, seat, TREE, corrections=more).layouts[0].corrections == tuple(
        more
    )
    assert nights.save_layout(book, night.id, seat, TREE, corrections=[]).layouts[0].corrections == ()


REFUSED = {
    "photo": ({"photo": "0" * 64}, "has no photo"),
    "look": ({"look": "x" * 81}, "too many"),
    "infinite": ({"was": float("inf")}, "JSON"),
    "object": ({"seen": object()}, "JSON"),
    "huge": ({"where": {"x": "y" * 200_000}}, "too many"),
}


@pytest.mark.parametrize(("wrong", "said"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_example_is_refused_and_nothing_of_the_call_is_saved(lite, fake_reader, wrong, said):
    night = full_night(lite)
    example = dataclasses.replace(correction(night.layouts[0].photos[0].hash), **wrong)
    with pytest.raises(EntryError, match=said):
        nights.save_layout(lite, night.id, night.seats[0].id, TREE, corrections=[example])
    assert nights.load_night(lite, night.id) == night


def test_a_dispute_is_kept_with_its_answer_and_can_be_deleted(book):
    night = nights.start_night(book, "orchard", players=["Ann"])
    asked = {"outline": [[0, 0], [2, 0]]}
    first = labels.save_dispute(book, night.id, asked, {"scores": False}, note="Why?\nSo.")
    second = labels.save_dispute(book, night.id, asked, {"scores": True}, seat_id=night.seats[0].id)
    assert nights.load_night(book, night.id).disputes == (first, second)
    assert (first.claim, first.note, second.seat_id) == (asked, "Why?\nSo.", night.seats[0].id)
    labels.delete_dispute(book, night.id, first.id)
    assert nights.load_night(book, night.id).disputes == (second,)
    for call in (
        lambda: labels.delete_dispute(book, night.id, first.id),
        lambda: labels.save_dispute(book, night.id, {}, {}, seat_id="nobody"),
        lambda: labels.save_dispute(book, "none", {}, {}),
    ):
        with pytest.raises(MissingError):
            call()


def test_there_are_only_so_many_disputes(lite, monkeypatch):
    night = nights.start_night(lite, "orchard")
    monkeypatch.setattr(labels, "MAX_DISPUTES", 1)
    labels.save_dispute(lite, night.id, {}, {})
    with pytest.raises(LedgerError, match="at most 1"):
        labels.save_dispute(lite, night.id, {}, {})


def test_a_state_needs_no_photo(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    night = nights.save_layout(lite, night.id, night.seats[0].id, ORCHARD, corrections=())
    assert night.layouts[0].corrections == ()
