"""Letters for printed sheets: names come in any script, and a PDF must bring its letters along."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

BASE = "Helvetica"
# Wide coverage first. What is not there is left out; the first that knows a letter writes it.
_FILES = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
    "C:/Windows/Fonts/arial.ttf",
)
_ASIAN = (("STSong-Light", "gb2312"), ("HeiseiMin-W3", "shift_jis"), ("HYSMyeongJo-Medium", "euc_kr"))
"""Names of letters that PDF viewers have themselves, and an encoding that tells which they are."""


def markup(text: str) -> str:
    """A text as reportlab's paragraph markup: each stretch in a font that has its letters, and nothing of it a tag."""
    parts = []
    for font, run in groupby(text, font_of):
        letters = escape("".join(run)) if font else "?"
        parts.append(letters if font in (None, BASE) else f'<font name="{font}">{letters}</font>')
    return "".join(parts)


@lru_cache(maxsize=4096)
def font_of(letter: str) -> str | None:
    """The name of a font that has a letter; None where none has."""
    if letter == "\n" or _fits(letter, "cp1252"):
        return BASE
    for name, letters in _wide_fonts():
        if ord(letter) in letters:
            return name
    return next((_asian(name) for name, encoding in _ASIAN if _fits(letter, encoding)), None)


@lru_cache(maxsize=1)
def _wide_fonts() -> tuple[tuple[str, frozenset[int]], ...]:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    found = []
    for path in (*_FILES, *_beside_opencv(), "Vera.ttf"):  # reportlab brings Vera: Western letters at least
        if Path(path).is_absolute() and not Path(path).is_file():
            continue
        try:
            font = TTFont(Path(path).stem, path)
        except (TTFError, OSError):
            continue
        registerFont(font)
        found.append((font.fontName, frozenset(font.face.charToGlyph)))
    return tuple(found)


def _beside_opencv() -> tuple[str, ...]:
    """On Linux, OpenCV's package brings DejaVu along: a bare server has no other letters."""
    found = find_spec("cv2")
    return (str(Path(found.origin).parent / "qt/fonts/DejaVuSans.ttf"),) if found and found.origin else ()


@lru_cache(maxsize=8)
def _asian(name: str) -> str:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont

    registerFont(UnicodeCIDFont(name))
    return name


def _fits(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
