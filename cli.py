"""The `pomona` command: options in, one call, text or JSON out. Heavy imports wait until they are needed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cli_log
import sheets
from cli_io import UsageError, check_standard_input, load_json, named, print_json
from scoring.errors import PomonaError
from vision.errors import LayoutError
from vision.games import GAMES

if TYPE_CHECKING:
    from scoring.sheet import ScoreSheet
    from vision.observe import Marked
    from vision.report import Verdict

APP = Path(__file__).with_name("app.py")
REFUSED, NOTHING_FOUND, STOPPED = 2, 3, 130
PICTURES = (".png", ".jpg", ".jpeg", ".webp")

app = typer.Typer(
    help="Turns a photo of a finished layout into an itemised score that every player can check.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(cli_log.app, name="log")

Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON for each, in the order given.")]
RulesFile = Annotated[Path | None, typer.Option("--rules", help="The rule switches, a JSON file.")]


def main() -> None:
    """Run the command. Every error leaves here, as one line that says what to do, and as an exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A file name may hold bytes that are no text; they are shown escaped instead of ending the program.
        getattr(stream, "reconfigure", lambda **_: None)(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(standalone_mode=False, prog_name="pomona")
    except (PomonaError, typer.TyperException, OSError) as error:
        code = _complain(error)
    except typer.Exit as leaving:
        code = leaving.exit_code
    except (KeyboardInterrupt, typer.Abort):
        code = STOPPED
    raise SystemExit(code or 0)


@app.command("app")
def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where to listen.")] = 8600,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the app in a browser.")
    ] = True,
) -> None:
    """Start the web app."""
    _check_free(port)
    phone = _address_in_this_network()
    typer.echo(f"Pomona: http://localhost:{port}" + (f"  on a phone: http://{phone}:{port}" if phone else ""))
    options = {
        "server.port": port,
        "server.headless": str(not browser).lower(),
        # Named, so that Streamlit does not ask a server outside for this machine's address.
        "browser.serverAddress": "localhost",
        # Said here too: an installed copy has no .streamlit folder beside app.py.
        "browser.gatherUsageStats": "false",
        "server.showEmailPrompt": "false",
        "logger.hideWelcomeMessage": "true",
        "server.maxUploadSize": 40,
        "runner.postScriptGC": "false",
    }
    flags = [f"--{name}={value}" for name, value in options.items()]
    command = [sys.executable, "-m", "streamlit", "run", str(APP), *flags]
    if os.name == "posix":
        sys.stdout.flush()
        os.execv(sys.executable, command)  # whoever stops this process stops the server
    raise typer.Exit(subprocess.run(command, check=False).returncode)


@app.command()
def read(
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="The photos to read.")],
    game: Annotated[str, typer.Option(metavar="|".join(GAMES), help="Which game lies on the table.")],
    rules: RulesFile = None,
    copy: Annotated[
        str | None, typer.Option("--set", metavar="NAME", help="A trained copy of the game.")
    ] = None,
    as_json: Json = False,
    overlay: Annotated[
        Path | None,
        typer.Option(metavar="OUT.png", help="Draw what was seen; several photos go to OUT-NAME.png each."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write each reading to DIR/NAME.json.")
    ] = None,
    corners: Annotated[
        str | None,
        typer.Option(
            metavar='"X,Y X,Y X,Y X,Y"',
            help="Pixels of the corners of one tile (in Orchard one card), or of the whole tree, to read on from when "
            "tiles are missed.",
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="COLSxROWS", help="With --corners: tiles (or trees) across and down between them, as 5x4."
        ),
    ] = None,
    same: Annotated[
        bool,
        typer.Option("--same", help="All photos show the same layout: one reading on the first of them."),
    ] = False,
) -> int:
    """Read photos of finished layouts and score them."""
    if copy is not None:
        raise UsageError(f"--set {copy}: there is no trained copy of that name; leave --set out.")
    if overlay is not None and overlay.suffix.lower() not in PICTURES:
        raise UsageError(f"--overlay {overlay}: the name must end in one of {', '.join(PICTURES)}.")
    row = _game(game)
    if not row.reads_photos:
        raise UsageError(f"--game {game}: photos of {row.title} cannot be read yet; score its state instead.")
    marked = _marked(corners, size, photos, row)
    if same and not row.can_be_combined:
        raise UsageError(f"--same: photos of {row.title} cannot be read together; leave --same out.")
    switches = _rules(row, rules)
    from vision.native import require_opencv

    require_opencv()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    from vision.report import different_names

    readings = photos[:1] if same else photos
    names = different_names(readings)

    def one(photo: str) -> None:
        drawn = _overlay_path(overlay, names[photo], len(readings))
        verdict = _read(photos if same else [photo], game, switches, drawn, marked)
        told = verdict.to_json()
        if out is not None:
            _write_json(out / f"{names[photo]}.json", told)
        if as_json:
            print_json(told)
        else:
            sheets.print_verdict(verdict)

    return _each(readings, one, photos_as_json=as_json, progress="Reading")


@app.command()
def score(
    states: Annotated[
        list[str], typer.Argument(metavar="STATE.json...", help="States; - is standard input.")
    ],
    rules: RulesFile = None,
    near: Annotated[
        int | None,
        typer.Option(metavar="K", min=0, max=100, help="Also the K best shapes that lack a branch or two."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Score layouts that are written down as states."""
    check_standard_input(states)

    def one(name: str) -> None:
        with named(name):
            data = load_json(name)
            row = _game(data.get("game") if isinstance(data, dict) else None)
            state = row.rules.parse_state(data)
        switches = _rules(row, rules)
        sheet = row.rules.explain(state, row.rules.score(state, switches))
        if near is not None:
            sheet = _with_near(row, sheet, state, switches, near)
        if as_json:
            print_json(sheet.to_json())
        else:
            sheets.print_sheet(name, sheet)
            sheets.print_near(sheet)

    return _each(states, one)


def _with_near(row: Any, sheet: ScoreSheet, state: Any, rules: Any, most: int) -> ScoreSheet:
    if not hasattr(row.rules, "with_near"):
        raise UsageError(f"--near: in {row.title} nothing nearly scores; leave --near out.")
    near: ScoreSheet = row.rules.with_near(sheet, state, rules, most)
    return near


def _each(
    inputs: list[str],
    work: Callable[[str], None],
    *,
    photos_as_json: bool = False,
    progress: str | None = None,
) -> int:
    """Do the work on each input; an error is told and the others are still done. -> the worst exit code."""
    worst = 0
    for item in _with_progress(inputs, progress):
        try:
            work(item)
        except BrokenPipeError:
            # Whoever reads the output, such as `head`, has enough. What is still held back for it goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            break
        except (PomonaError, OSError) as error:
            worst = max(worst, _complain(error))
            if photos_as_json:
                from vision.report import error_json

                print_json(error_json(item, _as_pomona(error)))
    return worst


def _complain(error: Exception) -> int:
    """Say in one line on standard error what is wrong. -> the exit code that it stands for."""
    text = error.format_message() if isinstance(error, typer.TyperException) else str(_as_pomona(error))
    if text:  # without any arguments the help was shown, and there is no more to say
        typer.echo(f"pomona: {' '.join(text.split())}", err=True)
    return NOTHING_FOUND if isinstance(error, LayoutError) else REFUSED


def _as_pomona(error: Exception) -> PomonaError:
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return UsageError(f"{where}{error.strerror or type(error).__name__}; check the name and the rights.")
    return error if isinstance(error, PomonaError) else PomonaError(str(error))


def _game(name: object) -> Any:
    if not isinstance(name, str) or name not in GAMES:
        from scoring.parsing import shown

        raise UsageError(f"game: {shown(name)} is not known; allowed: {', '.join(GAMES)}.")
    return GAMES[name]


def _rules(row: Any, path: Path | None) -> Any:
    if path is None:
        return row.rules.parse_rules({})
    with named(str(path)):
        return row.rules.parse_rules(load_json(path))


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used ({error.strerror}); choose another one with --port."
            ) from error


def _address_in_this_network() -> str | None:
    """This machine's address as phones beside it see it. Nothing is sent: the socket only picks a way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def _marked(corners: str | None, size: str | None, photos: list[str], row: Any) -> Marked | None:
    """What --corners and --size say."""
    if corners is None:
        if size is not None:
            raise UsageError(f"--size {size}: it says how many tiles lie between --corners; give those too.")
        return None
    if len(photos) > 1:
        raise UsageError(
            f"--corners: they are of one photo, and {len(photos)} were given; read them one by one."
        )
    if not row.can_be_marked:
        raise UsageError(f"--corners: {row.title} is not laid on a lattice; leave --corners out.")
    from vision.marked import parse_marked

    return parse_marked(corners, size)


def _read(photos: list[str], game: str, rules: Any, overlay: Path | None, marked: Marked | None) -> Verdict:
    from vision import observe
    from vision.overlay import make_overlay
    from vision.paint import paint
    from vision.photo import load_photo
    from vision.report import judge

    loaded = [load_photo(Path(photo)) for photo in photos]
    together = len(loaded) > 1
    reading = (
        observe.read_together(loaded, game, rules)
        if together
        else observe.read(loaded[0], game, marked, rules)
    )
    verdict = judge(reading, rules)
    if overlay is not None:
        paint(loaded[0], make_overlay(verdict.reading, verdict.sheet, verdict.doubts)).save(overlay)
    return verdict


def _overlay_path(overlay: Path | None, name: str, photos: int) -> Path | None:
    return overlay if overlay is None or photos == 1 else overlay.with_stem(f"{overlay.stem}-{name}")


def _with_progress(inputs: list[str], what: str | None) -> Iterable[str]:
    """The inputs one after the other, with a bar on standard error while a person looks on."""
    if what is None or not sys.stderr.isatty():
        yield from inputs
        return
    from rich.progress import track

    yield from track(inputs, what, console=sheets.console(stderr=True), transient=True)


def _write_json(path: Path, data: Any) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
