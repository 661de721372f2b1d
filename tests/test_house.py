"""The rules of the house, read from the sources: who may import whom, what stays out of what ships."""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("espalier", "orchard", "trellis", "arbor2")

# One way only. What ships may import its own part, the parts named here, and nothing else of ours.
MAY_IMPORT = {
    "scoring": set(),
    "vision": {"scoring"},
    "ledger": {"scoring", "vision"},
    "ui": {"scoring", "vision", "ledger"},
    "sheets": {"scoring", "vision"},
    "cli_io": {"scoring"},
    "cli_log": {"scoring", "vision", "ledger", "sheets", "cli_io"},
    "cli": {"scoring", "vision", "ledger", "sheets", "cli_io", "cli_log"},
    "app": {"scoring", "vision", "ledger", "ui"},
}
OURS = {*MAY_IMPORT, "training", "bench", "tests"}

# Others' packages that only some parts may know: the rules know no pixels, only the app knows its screen.
PIXELS = {"cv2", "onnxruntime", "PIL", "skimage", "scipy"}
KNOWN_BY = {
    **{package: {"vision", "ui"} for package in PIXELS},
    "streamlit": {"ui", "app"},
    **{package: {"ledger"} for package in ("sqlalchemy", "alembic", "reportlab", "segno", "platformdirs")},
    "torch": set(),
    "mitsuba": set(),
}

HEAVY = ("cv2", "onnxruntime", "streamlit", "skimage", "scipy", "PIL", "pandas", "sqlalchemy", "reportlab")


# --- reading the sources ---------------------------------------------------------------------------


def shipped() -> Iterator[tuple[str, str]]:
    """(dotted module name, source) of everything that ships."""
    for part in MAY_IMPORT:
        single = ROOT / f"{part}.py"
        for path in [single] if single.is_file() else sorted((ROOT / part).rglob("*.py")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name, path.read_text(encoding="utf-8")


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of each import, inside functions and by import_module too.

    `from vision import photo` gives `vision.photo`: whether a name is a module cannot be seen from outside.
    """
    package = module.removesuffix(".__init__") if module.endswith(".__init__") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            for alias in node.names:
                yield node.lineno, ".".join([*above, *([node.module] if node.module else []), alias.name])
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("import_module", "__import__"):
                yield node.lineno, str(node.args[0].value)


def game_of(module: str) -> str | None:
    """The game that a module belongs to: vision.espalier, vision.espalier.rims, ui.espalier_page."""
    for part in module.split("."):
        for game in GAMES:
            if part == game or part.startswith(f"{game}_"):
                return game
    return None


# --- the rules: each yields one line for a breach ----------------------------------------------------


def wrong_way(module: str, source: str) -> Iterator[str]:
    part = module.split(".")[0]
    for line, name in imports(module, source):
        target = name.split(".")[0]
        if target in OURS - {part} - MAY_IMPORT[part]:
            yield f"{module}:{line} imports {name}: {part} may import only {sorted(MAY_IMPORT[part])} of ours"
        if target in KNOWN_BY and part not in KNOWN_BY[target]:
            yield f"{module}:{line} imports {name}: only {sorted(KNOWN_BY[target])} may know it"


def across_games(module: str, source: str) -> Iterator[str]:
    if game := game_of(module):
        for line, name in imports(module, source):
            other = game_of(name)
            if name.split(".")[0] in OURS and other not in (None, game):
                yield f"{module}:{line} imports {name}: no game's module imports another game's"


def asks_which_game(module: str, source: str) -> Iterator[str]:
    def is_called_game(node: ast.expr) -> bool:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            return node.slice.value == "game"
        if isinstance(node, ast.Attribute) and node.attr in ("name", "value", "key"):
            return is_called_game(node.value)
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        return name.lower() == "game" or name.lower().endswith(("_game", "game_name"))

    def names_a_game(node: ast.AST) -> bool:
        return any(isinstance(part, ast.Constant) and part.value in others for part in ast.walk(node))

    # A game's own module may know its own name: to refuse a state that is another game's.
    others = set(GAMES) - {game_of(module)}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            found = any(map(is_called_game, sides)) and any(map(names_a_game, sides))
        elif isinstance(node, ast.Match):
            found = is_called_game(node.subject) and any(names_a_game(case.pattern) for case in node.cases)
        else:
            continue
        if found:
            yield f"{module}:{node.lineno} asks which game it is: that belongs in the table of games"


RULES = (wrong_way, across_games, asks_which_game)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_what_ships_keeps_the_rule(rule):
    assert [breach for module, source in shipped() for breach in rule(module, source)] == []


def test_all_parts_are_there():
    parts = {module.split(".")[0] for module, _ in shipped()}
    assert parts == set(MAY_IMPORT)


@pytest.mark.parametrize(
    ("rule", "module", "source"),
    [
        (wrong_way, "scoring.sheet", "import vision"),
        (wrong_way, "scoring.sheet", "from vision.photo import Photo"),
        (wrong_way, "scoring.sheet", "def late():\n    import ledger.store"),
        (wrong_way, "scoring.sheet", "from .. import ui"),
        (wrong_way, "scoring.sheet", "import cv2"),
        (wrong_way, "scoring.__init__", "from ..vision import photo"),
        (wrong_way, "vision.photo", "import importlib\nimportlib.import_module('ledger.store')"),
        (wrong_way, "vision.photo", "from training import looks"),
        (wrong_way, "vision.photo", "import torch"),
        (wrong_way, "ledger.store", "import ui.espalier"),
        (wrong_way, "ledger.store", "import streamlit as st"),
        (wrong_way, "ui.page", "import cli"),
        (wrong_way, "ui.page", "import bench.table"),
        (wrong_way, "cli", "from ui import page"),
        (wrong_way, "app", "import cli"),
        (across_games, "scoring.espalier", "from scoring.orchard import State"),
        (across_games, "scoring.espalier", "from scoring import orchard"),
        (across_games, "scoring.espalier", "from . import orchard"),
        (across_games, "scoring.espalier", "from .orchard import State"),
        (across_games, "vision.trellis", "import scoring.arbor2"),
        (across_games, "vision.espalier.rims", "from ..orchard import dice"),
        (across_games, "ui.espalier_page", "import ui.orchard_page"),
        (asks_which_game, "cli", "if game == 'espalier': pass"),
        (asks_which_game, "cli", "x = 1 if 'orchard' != state.game else 2"),
        (asks_which_game, "ui.page", "if game.name in ('espalier', 'orchard'): pass"),
        (asks_which_game, "ui.page", "if st.session_state['game'] == 'trellis': pass"),
        (asks_which_game, "ui.page", "if game in {'espalier', 'orchard'}: pass"),
        (asks_which_game, "vision.observe", "match game:\n    case 'arbor2' | 'trellis': pass"),
        (asks_which_game, "scoring.espalier", "if game == 'orchard': pass"),
    ],
)  # fmt: skip
def test_a_breach_is_found(rule, module, source):
    assert list(rule(module, source))


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "scoring.sheet",
            "from scoring.lattice import Place\nfrom . import errors\nfrom .errors import StateError",
        ),
        ("scoring.espalier", "if data['game'] != 'espalier': raise ValueError"),
        ("vision.espalier", "import cv2\nfrom scoring.espalier import State\nfrom .photo import Photo"),
        ("vision.games", "GAMES = {'espalier': 1}\nfrom vision import espalier, orchard"),
        ("ledger.store", "from vision.observe import Reading\nimport scoring"),
        ("ui.page", "import streamlit as st\nfrom ledger import store"),
        ("cli", "import typer\nfrom vision import games\nif season == 'summer' or game is None: pass"),
    ],
)
def test_what_is_allowed_passes(module, source):
    assert [breach for rule in RULES for breach in rule(module, source)] == []


# --- what is loaded when -----------------------------------------------------------------------------


@pytest.mark.parametrize("module", ["cli", "ledger", "scoring.espalier"])
def test_light_imports_stay_light(module):
    """Help, and a score from a file, must come at once: pictures and nets load when a photo is read."""
    question = f"import {module}, sys; print([name for name in {HEAVY!r} if name in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert (answer.stdout.strip(), answer.stderr) == ("[]", "")


# --- files -------------------------------------------------------------------------------------------


def tracked_texts() -> Iterator[tuple[Path, str]]:
    """Every text file under version control, with what it says."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git working copy: there is no list of the project's files")
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if path.is_file():
            try:
                yield path.relative_to(ROOT), path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


# A folder name of its own: not the end of a longer word, not inside a file name.
HANDED_OUT = re.compile(r"(?<![\w-])shared/")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see ../shared/practice", True),
        ('open("shared/data/x.json")', True),
        ("a branch shared by two tiles", False),
        ("unshared/x", False),
    ],
)
def test_the_handed_out_folder_is_recognised(text, found):
    assert bool(HANDED_OUT.search(text)) is found


def test_no_file_needs_what_lies_outside():
    """Neither the handed-out folder (only tests may use it, and skip without) nor this machine's paths."""
    machine = {str(ROOT), str(Path.home())} - {"/"}
    breaches = [
        f"{path}: names {outside}"
        for path, text in tracked_texts()
        for outside in [
            *(["the folder shared/"] if path.parts[0] != "tests" and HANDED_OUT.search(text) else []),
            *(place for place in sorted(machine) if f"{place}/" in text),
        ]
    ]
    assert breaches == []


def test_the_pins_name_no_place():
    """An index or a path in the pins would tie everyone to one machine's network."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    assert pins
    assert [
        pin for pin in pins if not re.fullmatch(r"[a-z0-9._-]+==[\w.!+-]+( ; [\w\s.'<>=!()]+)?", pin)
    ] == []


def test_all_that_the_code_needs_is_packaged():
    """An editable install finds every file of the working copy; only an installed copy would miss one."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    with_code = {module.rpartition(".")[0] for module, _ in shipped() if "." in module}
    assert with_code - set(settings["packages"]) == set()
    assert {part for part in MAY_IMPORT if (ROOT / f"{part}.py").is_file()} <= set(settings["py-modules"])
    kinds = {Path(pattern).suffix for pattern in settings["package-data"]["*"]} | {".py"}
    files = [path for path, _ in tracked_texts() if path.parts[0] in MAY_IMPORT]
    assert [str(path) for path in files if path.suffix not in kinds] == []


def test_every_net_has_its_card_and_its_sum():
    """models/manifest.json: file name -> entry with its sha256; models/NAME.md: data, figures, limits."""
    folder = ROOT / "models"
    nets = {path.name: path for path in folder.glob("*.onnx")}
    manifest = folder / "manifest.json"
    entries = json.loads(manifest.read_text(encoding="utf-8")) if nets or manifest.is_file() else {}
    assert set(entries) == set(nets)
    assert {name for name, path in nets.items() if not path.with_suffix(".md").is_file()} == set()
    sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in nets.items()}
    assert {name: entry["sha256"] for name, entry in entries.items()} == sums
