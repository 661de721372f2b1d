"""How readings hold when the same photos are taken otherwise: darker, from afar, aslant, shaken, in coloured light.

    python -m bench.changes samples=sample_photos [--out bench/changes.md]

Each photo is changed in every way and read again; a table shows what is still right. The changes are of the picture
alone, so they cost sharpness that a phone would not lose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from bench.groups import outcome_of, truths
from bench.measures import Outcome, judge, wilson
from bench.tables import commit, publish, table
from scoring.espalier import Rules

Picture = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]
Change = Callable[[Picture], tuple[Picture, Matrix]]
"""BGR -> BGR, and the homography that takes the old picture's pixels to the new one's."""
QUALITY = 90
LONG_SIDE = 2016
"""The longer side, in pixels, of the photos that blur is given for."""
HEAD = (
    "change", "photos", "lattice right", "state right", "score right", "in range", "wrong doubted", "doubts"
)  # fmt: skip


def as_is(picture: Picture) -> tuple[Picture, Matrix]:
    """The photo as it was taken."""
    return picture, np.eye(3)


def turned(degrees: float, scale: float) -> Change:
    """The phone turned about its axis, and farther away."""

    def change(picture: Picture) -> tuple[Picture, Matrix]:
        high, wide = picture.shape[:2]
        return _seen(
            picture, np.vstack([cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, scale), [0, 0, 1]])
        )

    return change


def aslant(narrower: float, lower: float) -> Change:
    """The phone held lower: the far edge narrower and the whole lower, as shares of the picture."""

    def change(picture: Picture) -> tuple[Picture, Matrix]:
        high, wide = picture.shape[:2]
        edge, top = narrower * wide, lower * high
        before = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        after = np.array([[edge, top], [wide - edge, top], [wide, high], [0, high]], np.float32)
        return _seen(picture, cv2.getPerspectiveTransform(before, after))

    return change


def _seen(picture: Picture, matrix: npt.NDArray[np.floating[Any]]) -> tuple[Picture, Matrix]:
    high, wide = picture.shape[:2]
    seen = cv2.warpPerspective(
        picture, matrix, (wide, high), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen, np.uint8), np.asarray(matrix, np.float64)


def smaller(scale: float) -> Change:
    """Fewer pixels, as messengers send photos."""

    def change(picture: Picture) -> tuple[Picture, Matrix]:
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        half = (scale - 1) / 2
        return np.asarray(small, np.uint8), np.array([[scale, 0, half], [0, scale, half], [0, 0, 1]])

    return change


def lit(tone: Callable[[npt.NDArray[np.float32]], npt.NDArray[Any]]) -> Change:
    """Other light: `tone` takes 0 to 1, whatever lies beyond is burnt out or black."""

    def change(picture: Picture) -> tuple[Picture, Matrix]:
        toned = tone(np.asarray(picture / 255, np.float32))
        return np.asarray(np.round(255 * toned.clip(0, 1)), np.uint8), np.eye(3)

    return change


def coloured(blue: float, green: float, red: float) -> Change:
    """Light of another colour that the phone does not take out."""
    return lit(lambda shown: shown * np.array([blue, green, red]))


def grainy(deviation: float, gain: float = 1.0) -> Change:
    """A sensor's noise, in so little light that the picture is darker by `gain`."""
    return lit(lambda shown: shown * gain + np.random.default_rng(1).normal(0, deviation, shown.shape))


def shadowed(shown: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
    """The edge of a deep shadow across the table."""
    high, wide = shown.shape[:2]
    beyond = np.linspace(0, 1, wide)[None] + 0.6 * np.linspace(0, 1, high)[:, None] - 0.8
    return np.asarray(shown * (0.35 + 0.65 / (1 + np.exp(-30 * beyond)))[..., None])


def soft(deviation: float) -> Change:
    """Out of focus, in pixels of a photo LONG_SIDE wide."""
    return lit(lambda shown: cv2.GaussianBlur(shown, (0, 0), deviation * max(shown.shape) / LONG_SIDE))


def shaken(length: float, degrees: float) -> Change:
    """Moved while it was taken, in pixels of a photo LONG_SIDE wide."""

    def blurred(shown: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
        side = int(length * max(shown.shape) / LONG_SIDE) | 1
        kernel = np.zeros((side, side), np.float32)
        kernel[side // 2] = 1
        turn = cv2.getRotationMatrix2D((side // 2, side // 2), degrees, 1)
        kernel = cv2.warpAffine(kernel, turn, (side, side))
        return cv2.filter2D(shown, -1, kernel / kernel.sum())

    return lit(blurred)


CHANGES: dict[str, Change] = {
    "as it was taken": as_is,
    "turned by 30 degrees": turned(30, 0.85),
    "turned by 75 degrees": turned(75, 0.7),
    "upside down": turned(180, 1),
    "from afar": turned(0, 0.55),
    "from afar, turned by 20 degrees": turned(20, 0.5),
    "held lower": aslant(0.15, 0.2),
    "held much lower": aslant(0.28, 0.4),
    "half the pixels a side": smaller(0.5),
    "a third of the pixels a side": smaller(0.35),
    "less light, 40 %": coloured(0.4, 0.4, 0.4),
    "less light, 25 %, grain": grainy(0.02, 0.25),
    "less light, 12 %": coloured(0.12, 0.12, 0.12),
    "more light, 150 %": coloured(1.5, 1.5, 1.5),
    "more light, 190 %": coloured(1.9, 1.9, 1.9),
    "grain": grainy(0.06),
    "much grain": grainy(0.12),
    "warm light": coloured(0.6, 0.95, 1.15),
    "candlelight": coloured(0.4, 0.85, 1.2),
    "cool light": coloured(1.2, 0.95, 0.75),
    "green light": coloured(0.8, 1.1, 0.8),
    "hardly any colour": lit(lambda shown: 0.25 * shown + 0.75 * shown.mean(2, keepdims=True)),
    "loud colours": lit(lambda shown: 1.7 * shown - 0.7 * shown.mean(2, keepdims=True)),
    "shadow": lit(shadowed),
    "out of focus by 2 pixels": soft(2),
    "out of focus by 3.5 pixels": soft(3.5),
    "shaken by 9 pixels": shaken(9, 30),
    "shaken by 15 pixels": shaken(15, -60),
}


def moved(truth: dict[str, Any], picture: Picture, matrix: Matrix) -> dict[str, Any]:
    """A photo's truth after a change."""
    tiles = [
        {**tile, "px": cv2.perspectiveTransform(np.array([tile["px"]], np.float64), matrix)[0].tolist()}
        for tile in truth["grid"]["tiles"]
    ]
    high, wide = picture.shape[:2]
    return {**truth, "width": wide, "height": high, "grid": {**truth["grid"], "tiles": tiles}}


def measure(folder: Path, most: int) -> dict[str, list[Outcome]]:
    """The first photos of trees in a folder, in every way, by change."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in CHANGES}
    for photo, truth in islice(truths(folder, "espalier"), most):
        taken = np.asarray(cv2.imread(str(folder / truth["photo"])), np.uint8)
        for name, change in CHANGES.items():
            picture, matrix = change(taken)
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            changed = moved(truth, picture, matrix)
            outcomes[name].append(outcome_of(photo, changed, data.tobytes(), "espalier", Rules(), judge))
    return outcomes


def row(name: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """One line of the table."""
    return (
        name,
        str(len(outcomes)),
        _counted(outcomes, lambda o: o.first_error not in ("unread", "tiles")),
        _counted(outcomes, lambda o: o.state_right),
        _counted(outcomes, lambda o: o.score_right),
        _counted(outcomes, lambda o: o.in_range),
        f"{sum(o.wrong_doubted for o in outcomes)} of {sum(o.wrong for o in outcomes)}",
        f"{np.mean([o.doubts for o in outcomes]):.1f}",
    )


def _counted(outcomes: Sequence[Outcome], right: Callable[[Outcome], bool]) -> str:
    """How many are right, and from a score of photos on the interval of their share."""
    count = sum(right(o) for o in outcomes)
    low, high = wilson(count, len(outcomes))
    return f"{count} ({low:.0%}-{high:.0%})" if len(outcomes) >= 20 else str(count)


def main(
    folders: Annotated[list[str], typer.Argument(help="NAME=FOLDER of photos with truth.")],
    most: Annotated[int, typer.Option(help="How many photos of each folder.")] = 12,
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
) -> None:
    """Change and read the photos of some folders."""
    lines = [
        "# How readings hold when photos are taken otherwise",
        "",
        f"Made by `python -m bench.changes` on commit {commit()}. In brackets: 95 % Wilson intervals.",
    ]
    for pair in folders:
        name, _, folder = pair.partition("=")
        by_change = measure(Path(folder), most)
        everything = [outcome for outcomes in by_change.values() for outcome in outcomes]
        rows = [row(change, outcomes) for change, outcomes in by_change.items()]
        lines += ["", f"## {name}", "", *table(HEAD, [row("all", everything), *rows])]
    publish("\n".join(lines) + "\n", out)


if __name__ == "__main__":
    typer.run(main)
