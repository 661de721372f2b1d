"""What all commands do with their input and output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from scoring.errors import PomonaError, StateError


class UsageError(PomonaError):
    """Options that cannot be followed."""

    code = "usage"


def check_standard_input(names: Sequence[str]) -> None:
    """Refuse inputs that name standard input, `-`, more than once."""
    if names.count("-") > 1:
        raise UsageError("'-' stands twice; standard input can be read only once.")


@contextmanager
def named(name: str) -> Iterator[None]:
    """Put the name of the input before what is wrong in it."""
    try:
        yield
    except PomonaError as error:
        raise UsageError(f"{'standard input' if name == '-' else name}: {error}") from error


def load_json(source: str | Path) -> Any:
    """Decode a file, or standard input."""
    from scoring.parsing import MAX_JSON_BYTES, parse_json

    return parse_json(read_bytes(source, MAX_JSON_BYTES), StateError)


def read_bytes(source: str | Path, most: int) -> bytes:
    """A file's bytes, or those of standard input, `-`; of an endless one no more than is needed to refuse it."""
    if source == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(source).open("rb") as file:
        return file.read(most + 1)


def print_json(data: Any) -> None:
    """One line of JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False))
