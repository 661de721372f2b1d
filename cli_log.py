"""`pomona log`: the log of played games on the command line. The ledger is imported when it is used."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import sheets
from cli_io import UsageError, check_standard_input, load_json, named, print_json, read_bytes
from scoring.words import number_of
from vision.games import GAMES

if TYPE_CHECKING:
    from ledger.adding import Played
    from ledger.records import Night, Seat, Summary
    from ledger.store import Book

FORMS = ("json", "csv", "pdf")
CODES = ("svg", "png")
MAX_PHOTO = 64 * 2**20

app = typer.Typer(help="Lists, shows, adds, deletes, exports and imports logged games.", no_args_is_help=True)

Id = Annotated[
    str, typer.Argument(metavar="ID", help="The game, as the list shows it; its beginning is enough.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one line for each game.")]
Player = Annotated[str | None, typer.Option(metavar="NAME", help="Only games of this player.")]
OfGame = Annotated[str | None, typer.Option("--game", metavar="|".join(GAMES), help="Only this game.")]
Day = dt.datetime
DAY = ["%Y-%m-%d"]


@app.command("list")
def list_games(
    player: Player = None,
    game: OfGame = None,
    first: Annotated[Day | None, typer.Option("--from", formats=DAY, help="Not before this date.")] = None,
    last: Annotated[Day | None, typer.Option("--to", formats=DAY, help="Not after this date.")] = None,
    as_json: Json = False,
) -> None:
    """List logged games, the latest first."""
    from ledger.history import list_nights

    with _book() as book:
        found = list_nights(book, player=player, game=game, first=_date(first), last=_date(last))
    if as_json:
        for night in found:
            print_json(_summary_json(night))
    elif found:
        _print_table(
            ("id", "date", "game", "place", "players"),
            [
                (
                    it.id[:8],
                    it.date.isoformat(),
                    GAMES[it.game].title,
                    it.place,
                    ", ".join(map(_told, it.seats)),
                )
                for it in found
            ],
        )
    else:
        typer.echo("no games are logged" + (" that fit" if any((player, game, first, last)) else ""))


@app.command()
def show(game: Id, as_json: Json = False) -> None:
    """Show a game: players, sheets side by side, who won and why."""
    with _book() as book:
        night = _night(book, game)
    if as_json:
        from ledger.exchange import night_json

        print_json(night_json(night))
        return
    _print_lines(_about(night))
    _print_table(*_scorepad(night))
    _print_lines(line for line in (night.why, night.note) if line)
    _print_lines(_photos(night))


@app.command()
def add(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.json...", help="States, or readings of 'pomona read'; - is standard input."
        ),
    ],
    player: Annotated[
        list[str], typer.Option(metavar="NAME", help="The players, in the order of the files; once for each.")
    ],
    side: Annotated[
        list[str] | None,
        typer.Option(metavar="COLOUR", help="With one board for all: each player's side, in the same order."),
    ] = None,
    date: Annotated[
        Day | None, typer.Option(formats=DAY, help="When it was played; today by default.")
    ] = None,
    place: Annotated[str, typer.Option(help="Where it was played.")] = "",
    note: Annotated[str, typer.Option(help="What else there is to say.")] = "",
    rules: Annotated[Path | None, typer.Option(help="The rule switches, a JSON file.")] = None,
    photos: Annotated[
        bool, typer.Option("--photos/--no-photos", help="Keep the photos that the readings name.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Log a finished game."""
    from ledger.adding import Guest, add_night

    if side and len(side) != len(player):
        raise UsageError(f"--side: {len(side)} for {len(player)} players; give one for each, or none.")
    check_standard_input(files)
    guests = [Guest(name, side[number] if side else None) for number, name in enumerate(player)]
    played = [_played(name, photos) for name in files]
    switches = None if rules is None else _load(str(rules))
    with _book() as book:
        night = add_night(book, guests, played, date=_date(date), place=place, note=note, rules=switches)
    if as_json:
        from ledger.exchange import night_json

        print_json(night_json(night))
    else:
        typer.echo(f"{night.id}  {', '.join(map(_told, night.seats))}")


@app.command()
def delete(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="The games; their beginnings are enough.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Delete a player's name; the games stay.")
    ] = None,
    photo: Annotated[
        str | None, typer.Option(metavar="HASH", help="Delete a photo, as 'show' names it; the scores stay.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete games, a player's name or a photo for good."""
    from ledger import nights, photos, players

    if not games and player is None and photo is None:
        raise UsageError("nothing to delete is named; give an ID, --player or --photo.")
    with _book() as book:
        found = list({night.id: night for night in (_night(book, game) for game in games or ())}.values())
        named = None if player is None else players.find_player(book, player)
        photo = None if photo is None else photos.find_photo(book, photo)
        what = [f"the game {night.id[:8]} of {night.date}" for night in found]
        what += [f"the name {named.name!r}"] if named else []
        what += [f"the photo {photo[:12]}"] if photo else []
        if not yes:
            typer.confirm(f"Delete {', '.join(what)} for good?", abort=True, err=True)
        # The photo first: with its last game it would be gone already.
        if photo:
            photos.delete_photo(book, photo)
        if named:
            players.delete_player(book, named.id)
        for night in found:
            nights.delete_night(book, night.id)
    typer.echo(f"deleted {', '.join(what)}")


@app.command("export")
def export_games(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="The games; all of them by default.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write; standard output by default.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--as", metavar="|".join(FORMS), help="By default what FILE ends in, or json."),
    ] = None,
    photos: Annotated[bool, typer.Option("--photos", help="With the photos, in JSON.")] = False,
) -> None:
    """Export games: JSON to import again, CSV with a row an item, or a PDF to print."""
    form = form or (out.suffix.lower().removeprefix(".") if out else "") or "json"
    if form not in FORMS:
        raise UsageError(f"--as {form}: it is not known; allowed: {', '.join(FORMS)}.")
    if form == "pdf" and (out is None or len(games or ()) != 1):
        raise UsageError("--as pdf: it prints one game to a file; give one ID and --out FILE.pdf.")
    with _book() as book:
        data = _exported(book, games, form, photos)
    if out is None:
        sys.stdout.write(data.decode() + ("" if data.endswith(b"\n") else "\n"))
    else:
        out.write_bytes(data)


@app.command("import")
def import_games(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE.json...", help="Exported logs; - is standard input.")
    ],
) -> None:
    """Import games that were exported as JSON. A game that is logged already is left as it is."""
    from ledger.exchange import MAX_BYTES, import_json

    with _book() as book:
        for name in files:
            told = import_json(book, read_bytes(name, MAX_BYTES), "standard input" if name == "-" else name)
            missing = f", without {number_of(told.photos_missing, 'photo')}" if told.photos_missing else ""
            brought = f"{number_of(len(told.nights), 'game')}, {number_of(told.photos, 'photo')}"
            typer.echo(f"{name}: {brought}{missing}; {len(told.skipped)} were logged already")


@app.command()
def link(
    game: Id,
    code: Annotated[
        Path | None, typer.Option("--qr", metavar="OUT.svg", help="Also write it as a QR code, SVG or PNG.")
    ] = None,
) -> None:
    """Print a link that hands a game over to the app BG Stats."""
    from ledger.bgstats import play_code, play_link

    kind = code.suffix.lower().removeprefix(".") if code else "svg"
    if kind not in CODES:
        raise UsageError(f"--qr {code}: the name must end in .svg or .png.")
    with _book() as book:
        night = _night(book, game)
    if code is not None:
        code.write_bytes(play_code(night, "png" if kind == "png" else "svg"))
    typer.echo(play_link(night))


# --- steps ----------------------------------------------------------------------------------------------


@contextmanager
def _book() -> Iterator[Book]:
    from ledger.store import open_book

    book = open_book()
    try:
        yield book
    finally:
        book.close()


def _night(book: Book, beginning: str) -> Night:
    from ledger.nights import find_night, load_night

    return load_night(book, find_night(book, beginning))


def _played(name: str, with_photo: bool) -> Played:
    """A file as a layout: a state, or a reading with its state, its grid and the name of its photo."""
    from ledger.adding import Played
    from ledger.readings import from_report

    told = _load(name)
    if not isinstance(told, dict) or not isinstance(state := told.get("state", told), dict):
        raise UsageError(f"{name}: this is neither a state nor a reading; see 'pomona read --json'.")
    if "error" in told:
        raise UsageError(f"{name}: this reading failed; read the photo again.")
    photo = told.get("photo") if with_photo else None
    if not isinstance(photo, dict) or not isinstance(photo.get("file"), str):
        return Played(state)
    try:
        return Played(state, read_bytes(photo["file"], MAX_PHOTO), from_report(told))
    except OSError as error:
        raise UsageError(
            f"{name}: its photo {photo['file']} cannot be opened ({error.strerror}); "
            "go to the folder where it was read, or give --no-photos."
        ) from error


def _load(name: str) -> Any:
    with named(name):
        return load_json(name)


def _exported(book: Book, games: list[str] | None, form: str, photos: bool) -> bytes:
    from ledger.history import list_nights
    from ledger.nights import find_night, load_night

    chosen = [find_night(book, game) for game in games] if games else None
    if form == "json":
        from ledger.exchange import export_json

        return export_json(book, chosen, photos=photos).encode()
    if chosen is None:
        chosen = [night.id for night in list_nights(book)]
    nights = [load_night(book, night) for night in chosen]
    if form == "csv":
        from ledger.scorepad import export_csv

        return export_csv(nights).encode()
    from ledger.printed import export_pdf

    return export_pdf(book, nights[0])


def _told(seat: Seat) -> str:
    points = "" if seat.points is None else f" {seat.points}"
    return f"{seat.label}{points}{' *' if seat.rank == 1 else ''}"


def _about(night: Night) -> Iterable[str]:
    yield f"{GAMES[night.game].title}, {night.date.isoformat()}" + (f", {night.place}" if night.place else "")
    yield f"{night.id}" + ("" if night.ended else " (goes on)")


def _photos(night: Night) -> Iterable[str]:
    for layout in night.layouts:
        of = f" of {night.seat(layout.seat_id).label}" if layout.seat_id else ""
        yield from (f"photo {photo.hash[:12]}{of}" for photo in layout.photos)


def _scorepad(night: Night) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """A column a player, a row a category."""
    from ledger.scorepad import columns, label_of

    told = columns(night)
    names = dict.fromkeys(name for column in told.values() for name in column)
    rows = [(label_of(name), *(str(told[seat.id].get(name, "")) for seat in night.seats)) for name in names]
    rows.append(("total", *("" if seat.points is None else str(seat.points) for seat in night.seats)))
    rows.append(("rank", *("" if seat.rank is None else str(seat.rank) for seat in night.seats)))
    return ("", *(seat.label for seat in night.seats)), rows


def _summary_json(night: Summary) -> dict[str, Any]:
    return {
        "id": night.id,
        "game": night.game,
        "date": night.date.isoformat(),
        "place": night.place,
        "players": [
            {"name": it.name, "side": it.side, "points": it.points, "rank": it.rank} for it in night.seats
        ],
        "ended": night.ended.isoformat() if night.ended else None,
        "photos": night.photos,
    }


def _date(day: Day | None) -> dt.date | None:
    return None if day is None else day.date()


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _print_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for name in header:
        table.add_column(Text(name))
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))  # as text: a name is no markup
    sheets.console().print(table)
