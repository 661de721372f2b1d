import cv2
import numpy as np

from vision.advice import Words, advise
from vision.observe import Quad
from vision.photo import Photo

QUAD: Quad = ((300, 200), (700, 200), (700, 600), (300, 600))


def photo(pixels: np.ndarray) -> Photo:
    return Photo(pixels.astype(np.uint8), pixels.shape[1], pixels.shape[0], "x.jpg")


def sharp() -> np.ndarray:
    rng = np.random.default_rng(0)
    return cv2.resize(
        rng.integers(60, 200, (20, 25, 3), dtype=np.uint8), (1000, 800), interpolation=cv2.INTER_NEAREST
    )


def codes(pixels: np.ndarray, quad: Quad = QUAD) -> set[str]:
    return {advice.code for advice in advise(photo(pixels), [quad])}


def test_a_good_photo_gets_none() -> None:
    assert codes(sharp()) == set()


def test_a_blurred_photo_is_told() -> None:
    assert "blurred" in codes(cv2.GaussianBlur(sharp(), (0, 0), 25))


def test_a_dark_photo_is_told() -> None:
    assert "dark" in codes(sharp() // 6)


def test_glare_is_told() -> None:
    pixels = sharp()
    pixels[300:400, 400:500] = 255
    assert "glare" in codes(pixels)


def squares(side: int = 200) -> list[Quad]:
    """Nine tiles in three rows."""
    return [
        ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        for y in range(100, 100 + 3 * side, side)
        for x in range(200, 200 + 3 * side, side)
    ]


def test_glare_is_told_with_the_tile_that_it_lies_on() -> None:
    pixels = sharp()
    pixels[520:600, 230:330] = 255
    (advice,) = advise(photo(pixels), squares())
    assert (advice.code, "lower left" in advice.message) == ("glare", True)


def test_a_photo_that_is_too_bright_on_the_whole_has_no_glare() -> None:
    pixels = np.where(sharp() > 100, 255, sharp())
    assert {advice.code for advice in advise(photo(pixels), squares())} == {"bright"}


def test_a_tree_cut_off_is_told_with_the_side() -> None:
    (advice,) = advise(photo(sharp()), [((2, 200), (400, 200), (400, 600), (2, 600))])
    assert (advice.code, "left edge" in advice.message) == ("cut_off", True)


def test_a_view_from_the_side_is_told() -> None:
    assert "oblique" in codes(sharp(), ((300, 200), (700, 200), (700, 400), (300, 400)))


def test_no_outline_no_advice() -> None:
    assert advise(photo(sharp()), []) == ()


def test_advice_speaks_of_what_lies_on_the_table() -> None:
    blurred = photo(cv2.GaussianBlur(sharp(), (0, 0), 25))
    messages = [advice.message for advice in advise(blurred, [QUAD], Words("orchard", "place"))]
    assert any("tap the orchard" in message for message in messages)
    assert not any("tree" in message for message in messages)
