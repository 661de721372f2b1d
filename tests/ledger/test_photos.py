"""Photos beside the log: each once, whole, and gone when nothing refers to it."""

from __future__ import annotations

import hashlib

import pytest

from ledger import goals, labels, nights, photos
from ledger.errors import DatabaseError, EntryError, MissingError
from ledger.store import open_book
from tests.ledger.makers import full_night, photo
from vision.errors import PhotoError


def kept(book) -> set[str]:
    return {path.name for path in book.photos.iterdir()} if book.photos.is_dir() else set()


def test_a_photo_of_two_nights_is_kept_once_until_both_are_deleted(book):
    ids = []
    for _ in range(2):
        night = nights.start_night(book, "orchard", players=["Ann"])
        nights.add_photo(book, night.id, night.seats[0].id, photo())
        ids.append(night.id)
    name = hashlib.sha256(photo()).hexdigest()
    assert kept(book) == {name}
    nights.delete_night(book, ids[0])
    assert kept(book) == {name}
    nights.delete_night(book, ids[1])
    assert kept(book) == set()
    with pytest.raises(MissingError):
        photos.read_photo(book, name)


def test_a_deleted_photo_is_gone_everywhere_and_the_scores_stay(book, fake_reader):
    night = full_night(book)
    (ref,) = night.layouts[0].photos
    photos.delete_photo(book, ref.hash)
    after = nights.load_night(book, night.id)
    assert after.layouts[0].photos == ()
    assert after.layouts[0].corrections == ()
    assert [seat.points for seat in after.seats] == [seat.points for seat in night.seats]
    assert ref.hash not in kept(book)
    (entry,) = [it for it in night.goals[0].entries if it.photo]
    photos.delete_photo(book, entry.photo)
    assert nights.load_night(book, night.id).goals[0].entries[1].photo is None
    assert kept(book) == set()


def test_a_photo_is_taken_from_one_layout_only(book, fake_reader):
    night = full_night(book)
    ann, ben = night.seats
    (ref,) = night.layouts[0].photos
    nights.add_photo(book, night.id, ben.id, photo())
    night = nights.remove_photo(book, night.id, ann.id, ref.hash)
    assert night.layout(ann.id).photos == ()
    assert night.layout(ben.id).photos[0].hash == ref.hash
    assert labels.list_corrections(book) == ()
    assert ref.hash in kept(book)


def test_the_photo_of_a_changed_entry_goes(book, fake_reader):
    night = full_night(book)
    goals.save_goal_entry(book, night.id, 1, night.seats[1].id, measure=2)
    assert len(kept(book)) == 1


def test_what_a_stopped_program_left_is_swept_up(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    nights.add_photo(lite, night.id, night.seats[0].id, photo())
    (name,) = kept(lite)
    (lite.photos / ("0" * 64)).write_bytes(b"never confirmed")
    (lite.photos / f"{name}.77.half").write_bytes(b"half")
    again = open_book(home=lite.address.home)
    assert kept(again) == {name}
    again.close()


def test_a_new_log_where_one_was_lost_leaves_its_photos_alone(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    nights.add_photo(lite, night.id, night.seats[0].id, photo())
    lite.close()
    away = lite.address.file.with_name("away")
    lite.address.file.rename(away)
    fresh = open_book(home=lite.address.home)
    other = nights.start_night(fresh, "orchard", players=["Ben"])
    nights.add_photo(fresh, other.id, None, photo(1))
    fresh.close()
    open_book(home=lite.address.home).close()
    for file in lite.address.home.glob("pomona.sqlite3*"):
        file.unlink()
    away.rename(lite.address.file)
    back = open_book(home=lite.address.home)
    (name,) = kept(back)
    assert photos.read_photo(back, name) == photo()
    back.close()


def test_the_beginning_of_a_hash_is_enough(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    for shade in range(17):  # of seventeen hashes two begin alike
        nights.add_photo(lite, night.id, night.seats[0].id, photo(shade))
    names = sorted(kept(lite))
    assert photos.find_photo(lite, names[0][:20]) == names[0]
    twice = next(it[0] for it in names if sum(other[0] == it[0] for other in names) > 1)
    with pytest.raises(EntryError, match="several"):
        photos.find_photo(lite, twice)
    for wrong in ("", "%", "\0", "0" * 64, "x"):
        with pytest.raises(MissingError):
            photos.find_photo(lite, wrong)


def test_the_hash_is_known_before_a_photo_is_kept(lite):
    night = full_night(lite)
    kept = {it.hash for layout in night.layouts for it in layout.photos}
    assert photos.hash_of(photo()) == photos.take(photo()).hash
    assert kept & {photos.hash_of(photo(shade)) for shade in range(4)}


def test_a_photo_whose_file_is_gone_or_changed_is_told(lite):
    night = nights.start_night(lite, "orchard", players=["Ann"])
    nights.add_photo(lite, night.id, night.seats[0].id, photo())
    (name,) = kept(lite)
    (lite.photos / name).write_bytes(b"other")
    with pytest.raises(DatabaseError, match="changed"):
        photos.read_photo(lite, name)
    (lite.photos / name).unlink()
    with pytest.raises(DatabaseError, match="cannot be read"):
        photos.read_photo(lite, name)
    nights.add_photo(lite, night.id, night.seats[0].id, photo())
    assert photos.read_photo(lite, name) == photo()


@pytest.mark.parametrize("name", ["", "../pomona.sqlite3", "/etc/passwd", "0" * 64, "\0"])
def test_no_other_file_is_read(lite, name):
    with pytest.raises(MissingError):
        photos.read_photo(lite, name)


@pytest.mark.parametrize("data", [b"", b"GIF89a", photo()[:500], b"\xff\xd8\xff"])
def test_what_is_no_photo_is_refused(data):
    with pytest.raises(PhotoError):
        photos.take(data)


def test_a_full_disk_is_told_and_nothing_is_kept(lite, monkeypatch):
    night = nights.start_night(lite, "orchard", players=["Ann"])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ledger.photos.os.fsync", full)
    with pytest.raises(DatabaseError, match="make room"):
        nights.add_photo(lite, night.id, night.seats[0].id, photo())
    assert nights.load_night(lite, night.id) == night
    assert kept(lite) == set()
