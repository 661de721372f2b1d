"""Markdown tables, and the commit that a page was made on."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    return [
        f"| {' | '.join(head)} |",
        "|" + " --- |" * len(head),
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def commit() -> str:
    """The short name of the commit that is checked out."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"


def publish(page: str, out: Path | None) -> None:
    """Write a page to its file, or to the screen."""
    if out:
        out.write_text(page, "utf-8")
    else:
        typer.echo(page)
