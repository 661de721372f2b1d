"""Bytes -> Photo: formats, EXIF turn, guards against hostile files; and dark photos brightened."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from vision.errors import PhotoError

MAX_BYTES = 40 * 2**20
MAX_PIXELS = 64_000_000
MIN_SIDE = 200
WORKING_SIDE = 2016
"""Longest side that the reader works on; a larger photo is reduced while it is decoded."""
MIN_WORKING_SIDE = 32
"""Shortest side that the reader works on: of what is reduced to less, no tile could be told from another."""
LIGHT, LEAST_LIGHT = 90, 90
"""Which percentile of a photo's pixels, each by its brightest channel, counts as its light; and how bright that is at
least where nets are shown it: of the photos that they learned from three in a hundred are darker."""
LAMPLIT, MOST_LIGHT = 99, 200
"""The percentile that stands for what lies in the light, and how bright that may become: a few light tiles on a dark
table are to stay as they are."""
EVERY = 8
"""Light is measured on every so many rows and columns."""
# A phone's MPO file (a JPEG with more pictures behind it) is opened by the JPEG reader; Pillow knows no "MPO" here.
FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
HEIC_BRANDS = (b"heic", b"heix", b"mif1", b"msf1", b"hevc")


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright photo.

    pixels: uint8 array of shape (H, W, 3), RGB, at working size.
    width, height: size of the upright photo as it was taken; all coordinates that leave the reader are in it.
    """

    pixels: npt.NDArray[np.uint8]
    width: int
    height: int
    name: str
    decode_ms: float = 0.0

    @property
    def scale(self) -> float:
        """Full-size pixels to one working pixel."""
        return self.width / int(self.pixels.shape[1])


def load_photo(source: bytes | str | Path, name: str = "photo") -> Photo:
    """Decode a photo from bytes or a file.

    Raises PhotoError when it is missing, empty, too large, damaged, or no picture of a known format.
    """
    start = perf_counter()
    if not isinstance(source, bytes):
        name = str(source)
        data = _read_file(Path(source))
    else:
        data = source
    if not data:
        raise PhotoError("empty", f"{name}: the file is empty; take or choose the photo again.", about=name)
    if len(data) > MAX_BYTES:
        raise PhotoError(
            "too_large",
            f"{name}: {len(data) / 2**20:.0f} MB is more than the {MAX_BYTES // 2**20} MB that a photo may have; "
            "save it smaller.",
            about=name,
            most=MAX_BYTES // 2**20,
        )
    pixels, width, height = _decode(data, name)
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            "too_small",
            f"{name}: {width} x {height} pixels are too few to read; use the photo at its full size.",
            about=name,
        )
    if min(pixels.shape[:2]) < MIN_WORKING_SIDE:
        raise PhotoError(
            "too_small",
            f"{name}: {width} x {height} pixels are too long and narrow to read; crop the photo to the layout.",
            about=name,
        )
    return Photo(pixels, width, height, name, (perf_counter() - start) * 1e3)


def brightened(photo: Photo) -> Photo:
    """The photo as nets are shown it: no darker than those that they learned from. Decision 17 has what it gives."""
    brightest = photo.pixels[::EVERY, ::EVERY].max(2)
    light, lamplit = np.maximum(np.percentile(brightest, [LIGHT, LAMPLIT]), 1.0)
    gain = min(LEAST_LIGHT / light, MOST_LIGHT / lamplit)
    if gain <= 1:
        return photo
    shades = np.arange(256) * gain
    return replace(photo, pixels=shades.clip(0, 255).round().astype(np.uint8)[photo.pixels])


def _read_file(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PhotoError(
                "too_large",
                f"{path}: more than the {MAX_BYTES // 2**20} MB that a photo may have; save it smaller.",
                about=path,
                most=MAX_BYTES // 2**20,
            )
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise PhotoError(
            "not_found", f"{path}: cannot be opened ({reason}); check the name.", about=path
        ) from error


def _decode(data: bytes, name: str) -> tuple[npt.NDArray[np.uint8], int, int]:
    """-> upright pixels at working size, and the upright width and height at full size."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    formats = [*FORMATS, *_register_heic(data, name)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=formats) as image:
                width, height = image.size
                if width * height > MAX_PIXELS:
                    raise PhotoError(
                        "too_many_pixels",
                        f"{name}: {width} x {height} pixels are more than the "
                        f"{MAX_PIXELS // 10**6} million that can be read; save it smaller.",
                        about=name,
                        most=MAX_PIXELS // 10**6,
                    )
                # A JPEG can be decoded at a half or a quarter of its size, which is several times faster.
                short = WORKING_SIDE * min(width, height) // max(width, height)
                image.draft("RGB", (short, short))
                turned = image.getexif().get(0x0112, 1) in (5, 6, 7, 8)
                upright = ImageOps.exif_transpose(image)
                rgb = upright if upright.mode == "RGB" else upright.convert("RGB")
                pixels = np.asarray(rgb)
    except UnidentifiedImageError as error:
        raise PhotoError(
            "not_a_photo",
            f"{name}: this is no picture that can be read; use a JPEG, PNG, WebP or HEIC photo.",
            about=name,
        ) from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise PhotoError(
            "too_many_pixels",
            f"{name}: more than the {MAX_PIXELS // 10**6} million pixels that can be read; save it smaller.",
            about=name,
            most=MAX_PIXELS // 10**6,
        ) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise PhotoError(
            "damaged",
            f"{name}: the picture is damaged or cut short; take or copy the photo again.",
            about=name,
        ) from error
    if turned:
        width, height = height, width
    return _reduced(pixels), width, height


def _reduced(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    longest = max(pixels.shape[:2])
    if longest < 1.5 * WORKING_SIDE:
        return pixels
    import cv2

    scale = WORKING_SIDE / longest
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _register_heic(data: bytes, name: str) -> list[str]:
    """HEIC is read when the optional decoder is installed; without it the message says how to get it."""
    if data[4:8] != b"ftyp" or data[8:12] not in HEIC_BRANDS:
        return []
    try:
        from pi_heif import register_heif_opener
    except ImportError as error:
        raise PhotoError(
            "heic",
            f"{name}: HEIC photos need an extra; install it with: pip install 'pomona[heic]', "
            "or set the camera to JPEG.",
            about=name,
        ) from error
    register_heif_opener()
    return ["HEIF"]
