"""What a reading is worth under given rules: the sheet, the doubts and the range, and all of it as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.errors import PomonaError
from scoring.sheet import ScoreSheet
from vision.doubts import Doubt, ScoreRange, find_doubts, score_range
from vision.games import GAMES
from vision.observe import Pixel, Reading


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reading with its score under one set of rules."""

    reading: Reading
    sheet: ScoreSheet
    doubts: tuple[Doubt, ...]
    range: ScoreRange

    def to_json(self) -> dict[str, Any]:
        """The reading in the form of the contract."""
        reading = self.reading
        return {
            "state": state_json(reading.state),
            "score": self.sheet.to_json(),
            "doubts": [doubt.to_json() for doubt in self.doubts],
            "score_range": {"low": self.range.low, "high": self.range.high, "level": self.range.level},
            "grid": {
                "tiles": [
                    {"col": col, "row": row, "px": _pixels(quad)}
                    for (col, row), quad in reading.seen.grid.items()
                ]
            },
            "pieces": [
                {
                    "kind": piece.kind,
                    "outline": _pixels(piece.outline),
                    "in_layout": piece.in_layout,
                    "confidence": round(piece.confidence, 4),
                    "label": dict(piece.label),
                }
                for piece in reading.seen.pieces
            ],
            "advice": [{"code": advice.code, "message": advice.message} for advice in reading.seen.advice],
            "timing_ms": {step: round(time, 1) for step, time in reading.timing_ms.items()},
            "photo": {"file": reading.file, "width": reading.width, "height": reading.height},
        }


def judge(reading: Reading, rules: Any) -> Verdict:
    """Score a reading, and weigh what it is not sure of."""
    sheet: ScoreSheet = GAMES[reading.game].rules.score(reading.state, rules)
    return Verdict(reading, sheet, find_doubts(reading, rules), score_range(reading, rules))


def state_json(state: Any) -> dict[str, Any]:
    """A state in the form of the contract."""
    told: dict[str, Any] = state.model_dump(mode="json")
    return told


def error_json(file: str, error: PomonaError) -> dict[str, Any]:
    """What stands in the place of a reading when the photo could not be read."""
    return {"photo": {"file": file}, "error": {"code": error.code, "message": str(error)}}


def different_names(photos: Iterable[str]) -> dict[str, str]:
    """A name for what is written about each photo: its own without the ending, numbered where two agree."""
    names: dict[str, str] = {}
    for photo in photos:
        stem = name = Path(photo).stem
        number = 1
        while name in names.values() and photo not in names:
            number += 1
            name = f"{stem}-{number}"
        names.setdefault(photo, name)
    return names


def _pixels(points: tuple[Pixel, ...]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]
