"""A photo's bytes without what tells about its owner: where it was taken, with what, and when.

Phones write that into each photo. The picture itself is not encoded anew: only parts beside it are left out, or blanked
in place where the form (TIFF, HEIC) points at bytes by their position. How the picture is turned stays.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator

from ledger.errors import EntryError

_ORIENTATION, _GPS = 0x0112, 0x8825
_TEXTS = (0x02BC, 0x83BB, 0x8649)  # TIFF tags that hold XMP, IPTC and Photoshop's data
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
_MAX_TAGS = 2000
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_LEFT_OUT = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")
_XMP = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)


def kind_of(data: bytes) -> str:
    """The media type by content. Raises EntryError for what is no picture that is kept."""
    starts = (
        (b"\xff\xd8\xff", "image/jpeg"),
        (_PNG, "image/png"),
        (b"II*\0", "image/tiff"),
        (b"MM\0*", "image/tiff"),
        (b"BM", "image/bmp"),
    )
    for start, kind in starts:
        if data.startswith(start):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp":
        return "image/heic"
    raise EntryError(
        "not_a_photo", "photo: this is no picture that is kept; use a JPEG, PNG, WebP or HEIC photo."
    )


def without_location(data: bytes) -> bytes:
    """The same picture without its owner's data.

    Raises EntryError for what is no picture, or one whose parts cannot be told apart.
    """
    kind = kind_of(data)
    try:
        return _CLEANERS[kind](data)
    except (IndexError, struct.error, ValueError) as error:
        raise EntryError(
            "damaged", "photo: the picture is damaged or cut short; take or copy the photo again."
        ) from error


def _jpeg(data: bytes) -> bytes:
    """Keep the picture's own segments; all that applications add goes, but for colours and turn."""
    kept, turn, at = [b"\xff\xd8"], 1, 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker")
        marker = data[at + 1]
        if marker == 0xFF:  # fill
            at += 1
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        segment, content = data[at : at + 2 + length], data[at + 4 : at + 2 + length]
        if len(segment) != 2 + length or length < 2:
            raise ValueError("cut short")
        if marker == 0xDA:  # the picture; what lies behind its end is other pictures, with data of their own
            end = _end_of_scans(data, at)
            return b"".join([*kept[:1], *_jpeg_turn(turn), *kept[1:], data[at:end]])
        if marker == 0xE1 and content.startswith(b"Exif\0\0"):
            turn = _turn(content[6:])
        elif marker not in (*range(0xE0, 0xF0), 0xFE) or _is_colour(marker, content):
            kept.append(segment)
        at += 2 + length


def _is_colour(marker: int, content: bytes) -> bool:
    start = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}.get(marker)
    return start is not None and content.startswith(start)


_MARKER = re.compile(rb"\xff([\x01-\xcf\xd8-\xfe])")  # no stuffed byte, no restart


def _end_of_scans(data: bytes, at: int) -> int:
    """Where the picture ends that begins at `at`: behind its end marker, or with the data when it is missing."""
    while True:
        (length,) = struct.unpack_from(">H", data, at + 2)
        found = _MARKER.search(data, at + 2 + length)
        if found is None:
            return len(data)
        if data[found.start() + 1] == 0xD9:
            return found.end()
        if 0xE0 <= data[found.start() + 1] <= 0xFE:
            raise ValueError("application data within the picture")
        at = found.start()


def _jpeg_turn(turn: int) -> Iterator[bytes]:
    if turn != 1:
        exif = b"Exif\0\0" + _minimal(turn)
        yield b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif


def _png(data: bytes) -> bytes:
    import zlib

    kept, turn, at = [_PNG], 1, len(_PNG)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data):
            raise ValueError("cut short")
        if name == b"eXIf":
            turn = _turn(data[at + 8 : end - 4])
        elif name not in _PNG_LEFT_OUT:
            kept.append(data[at:end])
        at = end
        if name == b"IEND":
            break
    if turn != 1:
        body = b"eXIf" + _minimal(turn)
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        kept.insert(2, chunk)
    return b"".join(kept)


def _webp(data: bytes) -> bytes:
    kept, turn, at = [], 1, 12
    while at + 8 <= len(data):
        name = data[at : at + 4]
        (length,) = struct.unpack_from("<I", data, at + 4)
        end = at + 8 + length + length % 2
        if at + 8 + length > len(data):
            raise ValueError("cut short")
        if name == b"EXIF":
            turn = _turn(data[at + 8 : at + 8 + length].removeprefix(b"Exif\0\0"))
        elif name == b"VP8X":
            # Its flags say which parts follow: 8 for EXIF, 4 for XMP.
            kept.append(data[at : at + 8] + bytes([data[at + 8] & ~0x0C]) + data[at + 9 : end])
        elif name != b"XMP ":
            kept.append(data[at:end].ljust(end - at, b"\0"))
        at = end
    if turn != 1 and kept and kept[0].startswith(b"VP8X"):
        kept[0] = kept[0][:8] + bytes([kept[0][8] | 0x08]) + kept[0][9:]
        exif = _minimal(turn)
        kept.append(b"EXIF" + struct.pack("<I", len(exif)) + exif)
    body = b"WEBP" + b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _in_place(data: bytes) -> bytes:
    """For forms that point at bytes by position: blank what tells, leave all else where it is."""
    blanked = bytearray(data)
    starts = [0] if data[:2] in (b"II", b"MM") else [it.end() for it in re.finditer(rb"Exif\0\0", data)]
    for start in starts:
        _blank_tags(blanked, start)
    for packet in _XMP.finditer(data):
        blanked[packet.start() : packet.end()] = b" " * (packet.end() - packet.start())
    return bytes(blanked)


def _blank_tags(data: bytearray, start: int) -> None:
    view = bytes(data[start:])
    for _, tag, size, value in _tags(view):
        if tag == _GPS:
            for inner, _, inner_size, inner_value in _tags(view, value):
                if inner_size > 4:
                    _blank(data, start + inner_value, inner_size)
                _blank(data, start + inner + 2, 10)
        elif tag in _TEXTS and size > 4:
            _blank(data, start + value, size)


def _blank(data: bytearray, at: int, size: int) -> None:
    end = min(at + size, len(data))
    data[at:end] = bytes(max(end - at, 0))


def _tags(tiff: bytes, first: int | None = None) -> Iterator[tuple[int, int, int, int]]:
    """(place, tag, size of its value in bytes, value or where it is) of each tag; damaged ends are left out."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return
    at = struct.unpack_from(f"{order}I", tiff, 4)[0] if first is None else first
    alone, seen = first is not None, 0
    done: set[int] = set()
    while at and at not in done and at + 2 <= len(tiff):
        done.add(at)
        (count,) = struct.unpack_from(f"{order}H", tiff, at)
        for number in range(count):
            entry, seen = at + 2 + 12 * number, seen + 1
            if entry + 12 > len(tiff) or seen > _MAX_TAGS:
                return
            tag, form, values, value = struct.unpack_from(f"{order}HHII", tiff, entry)
            if form == 3 and values == 1:
                (value,) = struct.unpack_from(f"{order}H", tiff, entry + 8)
            yield entry, tag, _SIZES.get(form, 1) * values, value
        after = at + 2 + 12 * count
        if alone or after + 4 > len(tiff):
            return
        (at,) = struct.unpack_from(f"{order}I", tiff, after)


def _turn(tiff: bytes) -> int:
    """How the picture is turned, 1 to 8."""
    found = next((value for _, tag, _, value in _tags(tiff) if tag == _ORIENTATION), 1)
    return found if 1 <= found <= 8 else 1


def _minimal(turn: int) -> bytes:
    """An EXIF block that says how the picture is turned, and nothing else."""
    return struct.pack(">2sHIHHHIHHI", b"MM", 42, 8, 1, _ORIENTATION, 3, 1, turn, 0, 0)


_CLEANERS: dict[str, Callable[[bytes], bytes]] = {
    "image/jpeg": _jpeg,
    "image/png": _png,
    "image/webp": _webp,
    "image/tiff": _in_place,
    "image/heic": _in_place,
    "image/bmp": bytes,
}
