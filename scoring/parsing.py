"""From outside data to frozen models, with one-line errors: which field, which value, what is allowed."""

import types
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, from_json

from scoring.errors import PomonaError, RefusedError

MAX_COORDINATE = 500  # places from the first tile: far more than any table holds
MAX_THINGS = 20_000  # tiles, tokens, … in one list

Coordinate = Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Things = Field(strict=False, max_length=MAX_THINGS)
"""For a list in JSON that is a tuple here: `strict=False` lets it in; what it holds is checked strictly."""

Model = TypeVar("Model", bound=BaseModel)

MAX_JSON_BYTES = 16 * 1024 * 1024
_SHOWN = 60  # characters of a refused value that are worth repeating

_EXPECTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "tuple_type": "a list",
    "list_type": "a list",
    "model_type": "an object with named fields",
    "model_attributes_type": "an object with named fields",
    "dict_type": "an object with named fields",
}


class Frozen(BaseModel):
    """Base of all that is parsed: unknown fields and wrong types are refused, nothing changes later."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)


class Placed(Frozen):
    """Something at a place of the square lattice; `col` grows to the right, `row` downward."""

    col: Coordinate
    row: Coordinate

    @property
    def place(self) -> tuple[int, int]:
        """(col, row)."""
        return self.col, self.row


def parse_json(text: str | bytes, error: type[PomonaError]) -> object:
    """Decode JSON from outside.

    Args:
        text: the JSON text, at most 16 MiB.
        error: the class of error to raise.

    Raises:
        PomonaError: of the class `error`, when the text is too long, no JSON, or nested too deeply.
    """
    if len(text) > MAX_JSON_BYTES:
        raise error(f"the JSON is longer than the {MAX_JSON_BYTES} bytes that are read")
    try:
        return from_json(text)
    except ValueError as problem:
        raise error(f"this is not readable JSON: {problem}") from None


def parse(model: type[Model], data: object, what: str, error: type[PomonaError]) -> Model:
    """Validate `data` as `model`.

    Args:
        model: the frozen model to make.
        data: decoded JSON: dicts, lists, texts, numbers.
        what: what is parsed, for the message ("state", "rules").
        error: the class of error to raise.

    Raises:
        PomonaError: of the class `error`; its message names the first bad field, its value and what is
            allowed.
    """
    try:
        return model.model_validate(data)
    except ValidationError as problem:
        details = problem.errors(include_url=False)
    # A misspelt field is unknown and missing at once; the unknown one tells more.
    first = next((detail for detail in details if detail["type"] == "extra_forbidden"), details[0])
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    raise error(f"{what}: {_describe(model, first)}{more}", **_facts(model, first))


def refuse_twice(
    name: str, places: Iterable[tuple[int, int]], axes: tuple[str, str] = ("col", "row")
) -> None:
    """Refuse two things of one list at the same place.

    Raises:
        RefusedError: names both and the place.
    """
    seen: dict[tuple[int, int], int] = {}
    for number, place in enumerate(places):
        if place in seen:
            where = ", ".join(f"{axis} {value}" for axis, value in zip(axes, place, strict=True))
            raise RefusedError(
                "place_taken",
                f"{name}[{number}]: there is already one at {where} ({name}[{seen[place]}]); "
                "allowed: one at each place",
                about=f"{name}[{number}]",
                where=where,
                other=f"{name}[{seen[place]}]",
            )
        seen[place] = number


def read_data(name: str, error: type[PomonaError]) -> object:
    """Decode one of the package's own data files, `data/NAME.json`."""
    return parse_json(files("scoring").joinpath(f"data/{name}.json").read_bytes(), error)


def _describe(model: type[BaseModel], detail: ErrorDetails) -> str:
    path = _path(detail["loc"])
    kind, context = detail["type"], detail.get("ctx", {})
    value = shown(detail["input"])
    prefix = f"{path}: " if path else ""
    if kind == "missing":
        return f"{prefix}this field is missing"
    if kind == "extra_forbidden":
        owner = _model_at(model, detail["loc"][:-1])
        allowed = ", ".join(owner.model_fields) if owner else "none"
        return f"{prefix}unknown field with the value {value}; allowed fields: {allowed}"
    if kind == "literal_error":
        return f"{prefix}{value} is not allowed; allowed: {context['expected']}"
    if kind == "value_error":
        return f"{prefix}{context['error']}"
    if kind in ("greater_than_equal", "less_than_equal"):
        word, bound = ("at least", context["ge"]) if "ge" in context else ("at most", context["le"])
        return f"{prefix}{value} is not allowed; allowed: {word} {bound}"
    if kind in ("too_long", "too_short"):
        word, bound = (
            ("at most", context["max_length"]) if kind == "too_long" else ("at least", context["min_length"])
        )
        return f"{prefix}{context['actual_length']} entries are not allowed; allowed: {word} {bound}"
    if kind in _EXPECTED:
        return f"{prefix}{value} is not allowed; allowed: {_EXPECTED[kind]}"
    return f"{prefix}{value} is not allowed: {detail['msg']}"


def _facts(model: type[BaseModel], detail: ErrorDetails) -> dict[str, object]:
    """What `_describe` says, piece by piece: pydantic's name for the reason, or that of a `RefusedError`."""
    kind, context = detail["type"], detail.get("ctx", {})
    facts: dict[str, object] = {"about": _path(detail["loc"]), "reason": kind, "value": detail["input"]}
    refused = context.get("error")
    if isinstance(refused, RefusedError):
        places = (facts["about"], refused.facts.get("about"))
        about = ".".join(str(place) for place in places if place)
        return {**facts, **refused.facts, "about": about, "reason": refused.reason}
    if kind == "extra_forbidden":
        owner = _model_at(model, detail["loc"][:-1])
        facts["allowed"] = ", ".join(owner.model_fields) if owner else "–"
    if kind == "literal_error":
        facts["allowed"] = context["expected"].replace(" or ", ", ")
    for name in ("ge", "le", "max_length", "min_length"):
        if name in context:
            facts["bound"] = context[name]
    if "actual_length" in context:
        facts["count"] = context["actual_length"]
    return facts


def shown(value: object) -> str:
    """A value as a short text for a message, whatever it is and however long it is."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple | set | frozenset):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return f"a number of more than {_SHOWN} digits"
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _path(location: tuple[int | str, ...]) -> str:
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            name = repr(step)[1:-1]  # control characters spelt out
            name = name if len(name) <= _SHOWN else name[:_SHOWN] + "…"
            text += f".{name}" if text else name
    return text


def _model_at(model: type[BaseModel], location: tuple[int | str, ...]) -> type[BaseModel] | None:
    """The model that stands at a place inside another one."""
    annotation: Any = model
    for step in location:
        if get_origin(annotation) is dict:
            annotation = get_args(annotation)[1]
        elif isinstance(step, str):
            owner = _as_model(annotation)
            if owner is None or step not in owner.model_fields:
                return None
            annotation = owner.model_fields[step].annotation
        else:
            annotation = get_args(annotation)[0] if get_args(annotation) else None
    return _as_model(annotation)


def _as_model(annotation: Any) -> type[BaseModel] | None:
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next((part for part in get_args(annotation) if part is not type(None)), None)
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
