"""A reading as JSON that makes the same reading again: the app goes on where it was, with doubts and overlay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from ledger.errors import EntryError
from vision.games import GAMES

if TYPE_CHECKING:
    from vision.observe import Reading

MAX_PARTS = 100_000
FARTHEST = 1_000_000
"""Pixels: more than any photo has, little enough to draw."""


class _Part(NamedTuple):
    """A field of `Seen`: name, form, whether it is a map, and one whose keys are no texts, and whether it is required.

    A map whose keys are no texts is a list of pairs in JSON.
    """

    name: str
    adapter: TypeAdapter[Any]
    is_map: bool
    pairs: bool
    required: bool

    def load(self, seen: Mapping[str, Any]) -> Any:
        """The field as the reader has it; empty where it is missing."""
        value = self.adapter.validate_python(
            seen.get(self.name, {} if self.is_map and not self.pairs else ())
        )
        return dict(value) if self.is_map else value

    def dump(self, seen: Any) -> Any:
        """The field in JSON terms."""
        value = getattr(seen, self.name)
        return self.adapter.dump_python(tuple(value.items()) if self.pairs else value, mode="json")


def dump(reading: Reading) -> dict[str, Any]:
    """The reading without its state, which the layout holds."""
    return {
        "width": reading.width,
        "height": reading.height,
        "seen": {part.name: part.dump(reading.seen) for part in _parts()},
        "timing_ms": dict(reading.timing_ms),
    }


def restore(told: Mapping[str, Any], game: str, state: Mapping[str, Any], file: str = "photo") -> Reading:
    """The reading as it was saved, with the state that the players agreed on.

    Raises EntryError when it is none.
    """
    return replace(_loaded(told, game), file=file, state=GAMES[game].rules.parse_state(state))


def from_report(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """What can be kept of a reading as `pomona read --json` prints it: where the tiles lie, and the pieces.

    -> None where it says nothing of that.
    """
    photo, grid = report.get("photo"), report.get("grid")
    if not isinstance(photo, Mapping) or not isinstance(grid, Mapping):
        return None
    try:
        tiles = [[[tile["col"], tile["row"]], tile["px"]] for tile in grid["tiles"]]
        return {
            "width": int(photo["width"]),
            "height": int(photo["height"]),
            "seen": {"observations": [], "pieces": report.get("pieces", []), "grid": tiles},
            "timing_ms": {},
        }
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def check(told: Mapping[str, Any], game: str) -> dict[str, Any]:
    """A reading from outside as it is kept, for which the reader's own types speak.

    Raises EntryError.
    """
    kept = dump(_loaded(told, game))
    if not all(abs(number) <= FARTHEST for number in _numbers(kept)):
        raise EntryError("bad_reading", f"reading: a number is beyond {FARTHEST}, where no pixel is.")
    return kept


def _numbers(told: Any) -> Iterator[float]:
    if isinstance(told, Mapping):
        told = told.values()
    if isinstance(told, int | float):
        yield told
    elif not isinstance(told, str) and told is not None:
        for part in told:
            yield from _numbers(part)


def _loaded(told: Mapping[str, Any], game: str) -> Reading:
    from vision.observe import Reading, Seen

    seen = told.get("seen")
    if not isinstance(seen, Mapping):
        raise EntryError("bad_reading", "reading: the field 'seen' is missing.")
    if any(isinstance(part, list | dict) and len(part) > MAX_PARTS for part in seen.values()):
        raise EntryError("bad_reading", f"reading: more than {MAX_PARTS} things are too many.")
    try:
        size = TypeAdapter(tuple[int, int]).validate_python((told.get("width"), told.get("height")))
        times = TypeAdapter(dict[str, float]).validate_python(told.get("timing_ms", {}))
        # What a newer reader added is as that reader takes it when nothing is said.
        known = {part.name: part.load(seen) for part in _parts() if part.required or part.name in seen}
        return Reading(game, "", *size, Seen(**known), None, times)
    except (TypeError, ValueError) as error:
        raise EntryError(
            "bad_reading", f"reading: it is not in the form that the log keeps ({_line(error)})."
        ) from error


@lru_cache(maxsize=1)
def _parts() -> tuple[_Part, ...]:
    """The fields of `Seen`: what a reader adds there is kept as well."""
    from vision import observe

    hints = get_type_hints(observe.Seen)
    found = []
    for field in fields(observe.Seen):
        hint = hints[field.name]
        key, *rest = get_args(hint) or (None,)
        is_map = get_origin(hint) is Mapping
        pairs = is_map and key is not str
        form: Any = tuple[tuple[(key, *rest)], ...] if pairs else hint  # type: ignore[valid-type]
        required = field.default is MISSING and field.default_factory is MISSING
        found.append(_Part(field.name, TypeAdapter(form), is_map, pairs, required))
    return tuple(found)


def _line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        return f"{where}: {first['msg']}" if where else first["msg"]
    return f"{type(error).__name__}: {error}"[:200]
