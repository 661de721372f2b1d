"""Photos in files beside the database, each under the SHA-256 of its bytes.

A photo belongs to the log as long as something refers to it: its row is written in the transaction that refers to it,
its file before that is committed. Files are removed in a transaction of their own, after the one that let go of them:
whenever the program is stopped, no photo that the log refers to is missing. What is left over is swept up when the log
is opened.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import ColumnElement, delete, exists, or_, select, update
from sqlalchemy.orm import Session

from ledger.checks import clean, is_hex
from ledger.errors import DatabaseError, EntryError, MissingError
from ledger.metadata import kind_of, without_location
from ledger.models import HASH, CorrectionRow, GoalEntryRow, LayoutPhotoRow, PhotoRow
from ledger.store import Book, forget_for_good, now


@dataclass(frozen=True, slots=True)
class Picture:
    """A photo that may be kept: its bytes without the place where it was taken, looked at and found readable."""

    hash: str
    kind: str
    width: int
    height: int
    data: bytes


def take(data: bytes, name: str = "photo") -> Picture:
    """Check a photo from outside, and leave out where it was taken.

    Raises PhotoError when it is no picture that can be read, EntryError when it is damaged.
    """
    from vision.photo import load_photo

    photo = load_photo(data, name)
    kept = without_location(data)
    return Picture(hashlib.sha256(kept).hexdigest(), kind_of(kept), photo.width, photo.height, kept)


def hash_of(data: bytes) -> str:
    """The hash under which a photo is kept."""
    return hashlib.sha256(without_location(data)).hexdigest()


def read_photo(book: Book, photo: str) -> bytes:
    """The bytes of a photo by its hash.

    Raises MissingError when the log has no such photo, DatabaseError when its file is gone or was changed.
    """
    with book.read() as session:
        row = session.get(PhotoRow, photo) if is_hex(photo, HASH) else None
    if row is None:
        raise MissingError(
            "no_photo", f"photo {photo[:12]!r}: the log does not hold it; it may have been deleted."
        )
    path = _path(book, photo)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DatabaseError(
            "photo_gone",
            f"{path}: the photo cannot be read ({error.strerror}); bring the file back from a copy.",
            about=path,
        ) from error
    if hashlib.sha256(data).hexdigest() != photo:
        raise DatabaseError(
            "photo_changed", f"{path}: the photo was changed; bring the file back from a copy.", about=path
        )
    return data


def find_photo(book: Book, beginning: str) -> str:
    """The hash of the photo that begins so, as people type it.

    Raises MissingError where there is none, EntryError where several begin so.
    """
    with book.read() as session:
        known = select(PhotoRow.hash).where(PhotoRow.hash.startswith(beginning)).limit(2)
        found = session.scalars(known).all() if is_hex(beginning, HASH, whole=False) else []
    if len(found) > 1:
        raise EntryError("several", f"photo {beginning!r}: several begin so; write more of it.")
    if not found:
        raise MissingError("no_photo", f"photo {clean(beginning)[:12]!r}: the log does not hold it.")
    return found[0]


def delete_photo(book: Book, photo: str) -> None:
    """Delete a photo everywhere: from its layouts with what was read in it, its labelled examples, its file.

    The states and sheets that were made of it stay. Raises MissingError.
    """
    with book.write() as session:
        if session.get(PhotoRow, photo) is None:
            raise MissingError("no_photo", f"photo {photo[:12]!r}: the log does not hold it.")
        session.execute(delete(LayoutPhotoRow).where(LayoutPhotoRow.photo_hash == photo))
        session.execute(delete(CorrectionRow).where(CorrectionRow.photo_hash == photo))
        session.execute(update(GoalEntryRow).where(GoalEntryRow.photo_hash == photo).values(photo_hash=None))
    let_go(book)


def keep(book: Book, session: Session, pictures: Iterable[Picture]) -> None:
    """Write photos and their rows, within a transaction that goes on to refer to them."""
    for picture in pictures:
        path = _path(book, picture.hash)
        if not path.exists():
            _write(path, picture.data)
        if session.get(PhotoRow, picture.hash) is None:
            session.add(
                PhotoRow(
                    hash=picture.hash,
                    kind=picture.kind,
                    width=picture.width,
                    height=picture.height,
                    size=len(picture.data),
                    added=now(),
                )
            )
            session.flush()


def let_go(book: Book) -> None:
    """Remove the photos that nothing refers to any more, and what the journal still holds of what was deleted."""
    with book.read() as session:
        left = session.scalars(select(PhotoRow.hash).where(_unused())).first()
    if left is not None:
        with book.write() as session:
            _remove_unused(book, session)
    forget_for_good(book)


def sweep(book: Book) -> None:
    """Remove what a program that was stopped may have left: photos without a use, half-written files."""
    if not book.photos.is_dir() or not any(book.photos.iterdir()):
        return
    with book.write() as session:
        _remove_unused(book, session)
        known = set(session.scalars(select(PhotoRow.hash)))
        for path in book.photos.iterdir():
            # Nobody writes a photo while this transaction holds its lock.
            if path.name not in known:
                path.unlink(missing_ok=True)


def _remove_unused(book: Book, session: Session) -> None:
    for row in session.scalars(select(PhotoRow).where(_unused())).all():
        _path(book, row.hash).unlink(missing_ok=True)
        session.delete(row)


def _unused() -> ColumnElement[bool]:
    return ~or_(
        exists().where(LayoutPhotoRow.photo_hash == PhotoRow.hash),
        exists().where(GoalEntryRow.photo_hash == PhotoRow.hash),
        exists().where(CorrectionRow.photo_hash == PhotoRow.hash),
    )


def _path(book: Book, photo: str) -> Path:
    return book.photos / photo


def _write(path: Path, data: bytes) -> None:
    """Write a file so that under its name there is either all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{os.getpid()}.half")
    try:
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
        if os.name == "posix":
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise DatabaseError(
            "cannot_write",
            f"{path.parent}: a photo cannot be written ({error.strerror}); make room or allow it.",
            about=path.parent,
        ) from error
