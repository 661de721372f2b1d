"""Sheets and readings as text for a terminal; what the `pomona` command prints without --json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from scoring.sheet import ScoreSheet
    from vision.report import Verdict

NEAR = ("near", "best_token")  # a sheet's fields that are told apart from the others


def console(stderr: bool = False) -> Console:
    """A terminal that breaks no lines of its own accord."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def print_verdict(verdict: Verdict) -> None:
    """A reading's sheet, the range of its total, its doubts and advice."""
    from rich.markup import escape

    print_sheet(verdict.reading.file, verdict.sheet)
    screen, sure = console(), verdict.range
    screen.print(f"[dim]{sure.level:.0%} sure that it is between[/] {sure.low} [dim]and[/] {sure.high}")
    for doubt in verdict.doubts:
        told = doubt.to_json()
        where = ", ".join(f"{name} {value}" for name, value in told["where"].items() if name != "px")
        others = " or ".join(str(other["value"]) for other in told["alternatives"])
        screen.print(
            f"[yellow]?[/] {doubt.what} at {escape(where) or 'the pile'}: {told['seen']} "
            f"({doubt.percent}%), else {others}; {doubt.points_at_stake} points"
        )
    for advice in verdict.reading.seen.advice:
        screen.print(f"[dim]{escape(advice.message)}[/]")
    screen.print()


def print_sheet(name: str, sheet: ScoreSheet) -> None:
    """A sheet as a table under the name of its input."""
    from rich.markup import escape
    from rich.table import Table

    total = "" if sheet.total is None else str(sheet.total)
    table = Table(title=escape(name), title_justify="left", title_style="bold", show_footer=True)
    table.add_column("", footer="Total")
    table.add_column("count", justify="right")
    table.add_column("each", justify="right")
    table.add_column("points", justify="right", footer=total, footer_style="bold")
    for line in sheet.items:
        each = "" if line.points_each is None else str(line.points_each)
        style = None if line.count else "dim"
        label = escape(line.category.removeprefix("design:").replace("_", " "))
        table.add_row(label, str(line.count), each, str(line.points), style=style)
    screen = console()
    screen.print(table)
    for name, value in sheet.details.items():
        if name not in NEAR:
            screen.print(f"[dim]{name.replace('_', ' ')}:[/] {escape(_told(value))}")
    for problem in sheet.warnings:
        screen.print(f"[yellow]![/] {escape(problem.message)}")


def _told(value: Any) -> str:
    """A further field of a sheet in a line: by player, or what is named in it, or as it is."""
    if isinstance(value, dict):
        why: str | None = value.get("why")
        return why or ", ".join(f"{key} {_told(it)}" for key, it in value.items())
    if isinstance(value, list):
        if value and all(isinstance(it, int) for it in value):
            return f"({', '.join(str(it) for it in value)})"  # a place
        return " ".join(_told(it) for it in value) or "none"
    return str(value)


def print_near(sheet: ScoreSheet) -> None:
    """What nearly scores, where the sheet was asked for it."""
    from rich.markup import escape

    screen = console()
    for miss in sheet.details.get("near", ()):
        screen.print(f"[dim]{miss['points']} more:[/] {escape(miss['why'])}")
    if token := sheet.details.get("best_token"):
        screen.print(f"[dim]best token:[/] {escape(token['why'])}")
