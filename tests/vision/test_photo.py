"""The guards around photos: what is refused, with which code, and that what is read lies upright."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from tests.fakes import photo_bytes, picture
from vision import photo as photo_module
from vision.errors import PhotoError
from vision.photo import MAX_BYTES, MAX_PIXELS, MIN_SIDE, WORKING_SIDE, load_photo

JPEG = photo_bytes()


def code_of(data: bytes, name: str = "tree.jpg") -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(data, name)
    message = str(caught.value)
    assert message.startswith(name)
    assert "\n" not in message
    return caught.value.code


def png_that_claims(width: int, height: int) -> bytes:
    """A small, valid PNG of one grey level: rows of zeros pack to almost nothing."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(width + 1)) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_good_photo_is_read_at_its_size():
    photo = load_photo(JPEG, "tree.jpg")
    assert (photo.width, photo.height) == (1200, 900)
    assert photo.pixels.shape == (900, 1200, 3)
    assert photo.pixels.dtype == np.uint8
    assert photo.scale == 1.0


def test_colours_are_red_green_blue():
    red = Image.new("RGB", (300, 300), (220, 20, 10))
    pixel = load_photo(photo_bytes(red, "PNG")).pixels[150, 150]
    assert pixel.tolist() == [220, 20, 10]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"this is a shopping list, not a photo", "not_a_photo"),
        (b"%PDF-1.7\n" + bytes(500), "not_a_photo"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_a_photo"),
        (JPEG[:300], "damaged"),
        (JPEG[: len(JPEG) // 2], "damaged"),
        (JPEG[:2], "not_a_photo"),
        (bytes(64), "not_a_photo"),
        (photo_bytes(picture(width=199, height=400)), "too_small"),
        (bytes(4) + b"ftypheic" + bytes(64), "heic"),
    ],
    ids=["empty", "text", "pdf", "svg", "header", "truncated", "two-bytes", "zeros", "tiny", "heic"],
)
def test_what_is_no_photo_is_refused_with_a_reason(data: bytes, code: str, monkeypatch: pytest.MonkeyPatch):
    if code == "heic":
        monkeypatch.setitem(__import__("sys").modules, "pi_heif", None)
    assert code_of(data) == code


def test_a_small_file_that_unpacks_to_a_huge_picture_is_refused():
    side = int(MAX_PIXELS**0.5) + 100
    bomb = png_that_claims(side, side)
    assert len(bomb) < 200_000
    assert code_of(bomb) == "too_many_pixels"


@pytest.mark.parametrize("size", [(MIN_SIDE, 30_000), (30_000, MIN_SIDE)])
def test_a_picture_that_is_reduced_to_a_thread_is_refused(size: tuple[int, int]):
    """The finder made a picture of no width of one, which OpenCV refuses."""
    assert code_of(png_that_claims(*size)) == "too_small"


def test_a_long_strip_of_a_photo_is_read():
    assert load_photo(photo_bytes(picture(width=4000, height=MIN_SIDE))).height == MIN_SIDE


def test_a_file_of_too_many_bytes_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(photo_module, "_decode", lambda *_: pytest.fail("it was decoded"))
    assert code_of(b"\xff\xd8" + bytes(MAX_BYTES)) == "too_large"


@pytest.mark.parametrize("form", ["PNG", "WEBP", "BMP", "TIFF"])
def test_the_content_counts_and_not_the_ending(form: str):
    assert load_photo(photo_bytes(form=form), "tree.jpg").width == 1200


def test_a_photo_with_a_second_picture_behind_it_is_read():
    out = io.BytesIO()
    picture().save(out, "MPO", save_all=True, append_images=[picture()])
    assert load_photo(out.getvalue()).width == 1200


def test_other_picture_formats_are_refused():
    assert code_of(photo_bytes(form="GIF")) == "not_a_photo"


@pytest.mark.parametrize("mode", ["L", "RGBA", "CMYK", "P"])
def test_every_kind_of_pixel_becomes_rgb(mode: str):
    form = "JPEG" if mode == "CMYK" else "PNG"
    assert load_photo(photo_bytes(picture().convert(mode), form)).pixels.shape == (900, 1200, 3)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_photo_is_turned_upright(orientation: int):
    upright = Image.new("RGB", (300, 240), "black")
    upright.paste("white", (0, 0, 100, 80))  # the top left corner of the upright photo
    turned = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    stored = upright if turned is None else upright.transpose(turned)
    exif = Image.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    stored.save(out, "JPEG", exif=exif, quality=95)
    photo = load_photo(out.getvalue())
    assert (photo.width, photo.height) == (300, 240)
    assert photo.pixels[20, 20].min() > 200
    assert photo.pixels[220, 280].max() < 50


def test_a_large_photo_is_reduced_but_keeps_its_size_in_words():
    photo = load_photo(photo_bytes(picture(width=4800, height=3600)))
    assert (photo.width, photo.height) == (4800, 3600)
    assert max(photo.pixels.shape) < 1.5 * WORKING_SIDE
    assert photo.scale == pytest.approx(4800 / photo.pixels.shape[1])


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(PhotoError, match=r"gone\.jpg") as caught:
        load_photo(tmp_path / "gone.jpg")
    assert caught.value.code == "not_found"


def test_a_folder_is_no_photo(tmp_path):
    with pytest.raises(PhotoError):
        load_photo(tmp_path)


def test_a_dark_photo_is_shown_as_bright_as_those_that_nets_know_and_others_as_they_are():
    shades = np.linspace(0, 180, 256).astype(np.uint8)
    pixels = np.repeat(np.tile(shades, (256, 1))[..., None], 3, 2)
    bright = photo_module.Photo(pixels, 256, 256, "tree.jpg")
    assert photo_module.brightened(bright) is bright
    dark = photo_module.Photo((pixels * 0.2).astype(np.uint8), 256, 256, "tree.jpg")
    lit = photo_module.brightened(dark).pixels
    assert float(np.percentile(lit, photo_module.LIGHT)) == pytest.approx(photo_module.LEAST_LIGHT, abs=4)
    assert lit.dtype == np.uint8
    black = photo_module.Photo(np.zeros_like(pixels), 256, 256, "tree.jpg")
    assert photo_module.brightened(black).pixels.max() == 0


def test_light_tiles_on_a_dark_table_stay_as_they_are():
    pixels = np.full((400, 400, 3), 30, np.uint8)
    pixels[100:160, 100:200] = 220
    photo = photo_module.Photo(pixels, 400, 400, "tree.jpg")
    assert photo_module.brightened(photo) is photo
