"""What is deleted is nowhere any more: not in a table, not in a file, not in what SQLite leaves behind."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from ledger import labels, nights, photos, players, shelf
from ledger.models import Base
from ledger.store import Book
from tests.ledger.makers import full_night

WORD = "Zebrafinch"


def tells(book: Book, word: str = WORD) -> list[str]:
    """Where a word can still be found: in tables of any kind, and in files that lie in the folder."""
    found = []
    with book.engine.connect() as connection:
        for table in Base.metadata.tables:
            rows = connection.execute(text(f"SELECT * FROM {table}")).all()
            found += [table for row in rows if word in repr(row)]
    return found + in_files(book, word)


def in_files(book: Book, word: str) -> list[str]:
    beside = [book.address.home] if book.address.file else [book.photos]
    files = [path for folder in beside for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if word.encode() in path.read_bytes()]


def crowd(book: Book) -> None:
    """Enough rows before and after that what is deleted shares its pages."""
    for number in range(12):
        nights.start_night(book, "orchard", players=[f"P{number}"], note="x" * 300)


def delete_name(book: Book) -> None:
    night = nights.start_night(book, "orchard", players=[WORD, "Ben"])
    crowd(book)
    assert tells(book)
    players.delete_player(book, night.seats[0].player_id)


def rename(book: Book) -> None:
    player = players.add_player_name(book, WORD)
    crowd(book)
    players.rename_player(book, player.id, "Ann")


def delete_night(book: Book) -> None:
    night = nights.start_night(book, "orchard", players=["Ann"], place=WORD, note=WORD * 300)
    labels.save_dispute(book, night.id, {"asked": WORD}, {"said": WORD * 900}, note=WORD)
    crowd(book)
    assert tells(book)
    nights.delete_night(book, night.id)


def delete_dispute(book: Book) -> None:
    night = nights.start_night(book, "orchard", players=["Ann"])
    dispute = labels.save_dispute(book, night.id, {"asked": WORD}, {}, note=WORD)
    crowd(book)
    labels.delete_dispute(book, night.id, dispute.id)


def delete_design(book: Book) -> None:
    shelf.save_design(book, {"name": WORD, "points": 5, "outline": [[0, 0], [2, 0], [1, 1]]})
    crowd(book)
    shelf.delete_design(book, WORD)


def forget(book: Book) -> None:
    shelf.remember(book, "last", {"place": WORD})
    crowd(book)
    shelf.remember(book, "last", None)


@pytest.mark.parametrize("delete", [delete_name, rename, delete_night, delete_dispute, delete_design, forget])
def test_a_deleted_word_is_nowhere(book, delete):
    delete(book)
    assert tells(book) == []
    book.close()
    assert in_files(book, WORD) == []


def test_a_deleted_photo_is_nowhere(book, fake_reader):
    night = full_night(book)
    (ref,) = night.layouts[0].photos
    crowd(book)
    assert tells(book, ref.hash)
    photos.delete_photo(book, ref.hash)
    assert tells(book, ref.hash) == []
    assert not (book.photos / ref.hash).exists()


def test_a_deleted_night_takes_readings_and_examples_along(book, fake_reader):
    night = full_night(book, (WORD, "Ben"))
    ref, ann = night.layouts[0].photos[0].hash, night.seats[0].player_id
    nights.delete_night(book, night.id)
    for word in (ref, "timing_ms", "our copy", "Kitchen", night.id):
        assert tells(book, word) == [], word
    assert tells(book) != []  # the name is remembered until it is deleted too
    players.delete_player(book, ann)
    assert tells(book) == []
