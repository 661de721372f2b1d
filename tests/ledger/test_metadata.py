"""What is kept of a photo says nothing of where it was taken, and shows the same picture the same way round."""

from __future__ import annotations

import io
import struct
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from ledger.errors import EntryError
from ledger.metadata import kind_of, without_location
from ledger.photos import take
from vision.photo import load_photo

SECRET = b"SECRETPLACE"
GPS, MAKER, TURN = 0x8825, 0x010F, 0x0112
FORMS = ("JPEG", "PNG", "WEBP", "TIFF")


def shot(form: str, turn: int = 6, **more) -> bytes:
    """A photo as a phone writes it: turned, with its maker and a place."""
    image = Image.fromarray(np.random.default_rng(1).integers(0, 255, (220, 260, 3), np.uint8))
    exif = Image.Exif()
    exif[TURN], exif[MAKER] = turn, SECRET.decode()
    exif[GPS] = {1: "N", 2: (48.0, 12.0, 30.0), 27: b"ASCII\0\0\0" + SECRET}
    out = io.BytesIO()
    image.save(out, form, exif=exif.tobytes(), **more)
    return out.getvalue()


@pytest.mark.parametrize("turn", [1, 3, 6, 8])
@pytest.mark.parametrize("form", FORMS)
def test_the_place_is_left_out_and_the_picture_stays(form, turn):
    data = shot(form, turn)
    assert SECRET in data
    clean = without_location(data)
    assert not places(clean)
    if form != "TIFF":  # a form that points at its parts keeps all but the place
        assert SECRET not in clean
    before, after = load_photo(data), load_photo(clean)
    assert (after.width, after.height) == (before.width, before.height)
    assert np.array_equal(before.pixels, after.pixels)


def places(data: bytes) -> dict:
    with Image.open(io.BytesIO(data)) as image:
        return {tag: value for tag, value in image.getexif().get_ifd(GPS).items() if tag and value}


@pytest.mark.parametrize("form", [*FORMS, "BMP"])
def test_once_is_enough(form):
    data = shot(form) if form != "BMP" else plain("BMP")
    clean = without_location(data)
    assert without_location(clean) == clean
    assert take(data).hash == take(clean).hash


def plain(form: str, **more) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (220, 260), "green").save(out, form, **more)
    return out.getvalue()


def test_texts_beside_the_picture_go_too():
    info = PngImagePlugin.PngInfo()
    info.add_text("Comment", SECRET.decode())
    info.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    for data in (
        plain("PNG", pnginfo=info),
        plain("JPEG", comment=SECRET),
        plain("JPEG", xmp=b"<x:xmpmeta>" + SECRET + b"</x:xmpmeta>"),
        plain("WEBP", xmp=b"<x:xmpmeta>" + SECRET + b"</x:xmpmeta>"),
        plain("JPEG") + b"\xff\xd8 a second picture behind " + SECRET,
        plain("PNG") + SECRET,
    ):
        assert SECRET in data
        assert SECRET not in without_location(data)
        load_photo(without_location(data))


@pytest.mark.parametrize(
    "more", [{"progressive": True}, {"restart_marker_blocks": 2}, {"icc_profile": b"colours"}]
)
def test_every_kind_of_jpeg_stays_readable(more):
    data = shot("JPEG", **more)
    assert np.array_equal(load_photo(data).pixels, load_photo(without_location(data)).pixels)
    assert (b"colours" in without_location(data)) == ("icc_profile" in more)


def test_a_heic_is_blanked_in_place():
    tiff = struct.pack(">2sHIHHHII", b"MM", 42, 8, 1, GPS, 4, 1, 26) + bytes(4)
    place = struct.pack(">HHHII", 1, 27, 7, len(SECRET), 44) + bytes(4) + SECRET
    data = b"\0\0\0\x18ftypheic" + bytes(12) + b"Exif\0\0" + tiff + place + b"<x:xmpmeta>home</x:xmpmeta>"
    clean = without_location(data)
    assert (SECRET in data, SECRET in clean, b"home" in clean, len(clean)) == (True, False, False, len(data))
    assert kind_of(data) == "image/heic"


@given(st.sampled_from(FORMS), st.integers(0, 3000), st.binary(max_size=8))
def test_damage_is_refused_or_does_no_harm(form, at, instead):
    data = shot(form)
    damaged = data[: at % len(data)] + instead + data[at % len(data) + len(instead) :]
    for broken in (damaged, data[: at % len(data)]):
        with suppress(EntryError):
            without_location(broken)
