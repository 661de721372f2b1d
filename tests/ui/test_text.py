"""The texts: all there, plural by number, and names from outside never markup."""

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import store
from ledger.errors import DatabaseError, MissingError
from ledger.exchange import import_json
from ledger.records import Seat
from ledger.store import Book
from scoring import arbor2, espalier, orchard, trellis
from scoring.designs import Design, shipped
from scoring.errors import PomonaError, RulesError, StateError
from scoring.espalier_goals import parse_season
from scoring.espalier_near import OutlineVerdict
from scoring.parsing import parse
from scoring.sheet import Problem
from ui import text, text_english
from ui.samples import FOLDER
from vision.errors import PhotoError
from vision.games import GAMES
from vision.observe import Advice, Place
from vision.photo import load_photo

UI = Path(text.__file__).parent
ROOT = UI.parent
BARE = espalier.parse_state(
    {"game": "espalier", "tiles": [{"col": 0, "row": 0, "kind": "pot", "branches": []}]}
)


def test_every_text_that_the_pages_ask_for_is_there():
    asked = set()
    for path in UI.glob("*.py"):
        asked |= set(re.findall(r'text\.say\(\s*"([\w.]+)"', path.read_text()))
    assert asked
    assert [name for name in asked if text.lookup(name) is None] == []


def forms(texts: object, name: str = "") -> dict[str, set[str]]:
    """For each text, what is put into it."""
    if isinstance(texts, dict):
        return {k: v for key, it in texts.items() for k, v in forms(it, f"{name}.{key}").items()}
    return {name: set(re.findall(r"\{(\w+)\}", str(texts)))}


@pytest.mark.parametrize("code", [*text.LANGUAGES])
def test_each_language_has_the_same_texts_with_the_same_gaps(code: str):
    assert forms(text.LANGUAGES[code][1]) == forms(text_english.TEXTS)


def test_twelve_months_in_each_language():
    assert {len(texts["months"].split()) for _, texts in text.LANGUAGES.values()} == {12}


def test_an_unknown_text_is_an_error():
    with pytest.raises(KeyError):
        text.say("no.such.text")


def test_numbers_choose_the_form():
    assert text.count("points", 1) == "1 point"
    assert text.count("points", -3) == "-3 points"
    assert text.count("stake", 0) == "no points at stake"


def test_answers_are_words():
    assert text.answer("branch", True) == "Branch"
    assert text.answer("branch", False) == "No branch"
    assert text.answer("fruit", "none") == "Nothing"
    assert text.answer("mulched", 3) == "3"
    assert text.answer("die", "apple 6") == "Apple 6"
    assert text.answer("die", "none") == "No die"


def test_a_design_is_called_by_its_own_name():
    assert text.category("design:House") == "House"
    assert text.category("unconnected") == "Unconnected branches"


def test_places_are_named():
    assert text.place(Place(2, -1, direction="NE")) == "column 2, row -1 · NE"
    assert text.place(Place()) == "beside the tree"


def test_markup_in_names_is_shown_as_it_stands():
    assert text.plain("**a** [b](c) :red[d] <e>") == r"\*\*a\*\* \[b\]\(c\) \:red\[d\] \<e\>"


# --- what other parts say -----------------------------------------------------------------------------------


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: "de")


def sources(*parts: str) -> str:
    return " ".join(path.read_text() for part in parts for path in (ROOT / part).glob("*.py"))


def codes(kind: str, *parts: str) -> dict[str, list[set[str]]]:
    """Every code that is given to `kind` somewhere in these parts, with the facts that each such place names."""
    found: dict[str, list[set[str]]] = {}
    for part in parts:
        for path in (ROOT / part).glob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and re.fullmatch(kind, ast.unparse(call.func)) and call.args:
                    code = call.args[0]
                    if isinstance(code, ast.Constant) and re.fullmatch(r"\w+", str(code.value)):
                        facts = {it.arg for it in call.keywords if it.arg}
                        found.setdefault(str(code.value), []).append(facts)
    return found


def gaps(line: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", line))


BY_COMMAND_ALONE = {"not_found", "corners", "size", "several", "unequal", "several_games"}
"""What only the commands can say."""
REMEDIES = {code for _, code, _ in store._REMEDIES} | {"photo_gone", "photo_changed"}


@pytest.mark.parametrize("language", [*text.SAID])
def test_what_goes_wrong_is_said_in_each_language_with_what_is_known(language: str):
    said = text.SAID[language]
    given = codes(r"(?!Refused)\w+Error", "vision", "ledger")
    given["other_game"] = [{"about", "other", "chosen"}]
    database = codes("DatabaseError", "ledger")
    assert {*said["database"]} == {*database} | REMEDIES
    assert {*said["errors"]} >= {*given} - {*database} - BY_COMMAND_ALONE
    assert {*said["errors"]} <= {*given}
    for kind, raised in (("errors", given), ("database", database)):
        short = [
            code
            for code, line in said[kind].items()
            if not all(gaps(line) <= facts for facts in raised.get(code, [set()]))
        ]
        assert short == [], "a line has a gap that a place in the code leaves open"


@pytest.mark.parametrize("language", [*text.SAID])
def test_a_refused_value_is_said_in_each_language_with_what_is_known(language: str):
    refused = codes("RefusedError", "scoring", "ledger")
    lines = text.SAID[language]["refused"]
    assert {*refused} - {*lines} == set()
    own = {"value", "about", "reason"}
    assert {
        code
        for code, places in refused.items()
        if not all(gaps(lines[code]) <= own | facts for facts in places)
    } == set()
    assert {*text.SAID[language]["clauses"]} == {*GAMES}


@pytest.mark.parametrize("language", [*text.SAID])
def test_what_the_rules_and_the_reader_say_is_said_in_each_language(language: str):
    said = text.SAID[language]
    assert {*said["advice"]} == {*codes("Advice", "vision")}
    checks = " ".join(str(game.rules.check.__doc__) for game in GAMES.values())
    assumed = {"assumed_outline", "goal_points_unset", "evidence_left_out"}
    assert {*said["problems"]} == {*re.findall(r"`(\w+)`", checks)} - {"where"} | assumed
    assert {*codes("Problem", "scoring")} <= {*said["problems"]}
    assert {*said["ratings"]} == {*(title for _, title in orchard.RATINGS), orchard.BEST_RATING}
    assert {*said["samples"]} == {path.stem for path in FOLDER.glob("*.json")}
    assert {*said["designs"]} == {design.name for design in shipped()}
    ranked = {*codes("Measure", "scoring")} | {"flowers", "glory"}
    spaced = set(re.findall(r'Measure\("([a-z ]+)"', sources("scoring")))
    assert {name.rpartition(".")[0] for name in said["measures"]} == ranked | spaced
    assert {name.rpartition(".")[2] for name in said["measures"]} == {"one", "many", "equal"}
    reasons = set(re.findall(r"`(\w+)`", str(OutlineVerdict.__doc__).partition("reason")[2]))
    assert {name.partition(".")[0] for name in said["outlines"]} == reasons - {"outline", "step"} | {"near"}


def test_an_error_is_said_in_the_visitors_language_with_the_name_of_the_file(german: None):
    with pytest.raises(PhotoError) as raised:
        load_photo(b"", "tree.jpg")
    assert text.error(raised.value).startswith("tree.jpg: Die Datei ist leer")
    assert text.error(MissingError("no_night", "gone")).startswith("Diese Partie gibt es nicht")


WRONG: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: trellis.parse_text("milk"), "'milk' kann nicht am Anfang stehen; erlaubt: trellis"),
    (
        lambda: trellis.parse_text("trellis; 0,0 cow"),
        "'0,0 cow' ist nicht zu lesen; erlaubt: ein Platz, dann tile",
    ),
    (
        lambda: arbor2.parse_text("arbor2; cows 3"),
        "'cows 3' ist nicht zu lesen; erlaubt: ein Platz, dann root",
    ),
    (
        lambda: trellis.parse_text("trellis; 0,0 tile red 0-3"),
        "tiles[0].vines[0].colour: 'red' ist nicht erlaubt; ",
    ),
    (
        lambda: trellis.parse_text("trellis; 9999,0 tile pink 0-3"),
        "tiles[0].q: 9999 ist nicht erlaubt; erlaubt: höch",
    ),
    (lambda: arbor2.parse_text("arbor2; target 0"), "target: 0 ist nicht erlaubt; erlaubt: mindestens 1"),
    (
        lambda: trellis.parse_text("trellis; 0,0 tile pink 0-3; 0,0 tile pink 0-3"),
        "tiles[1]: hier (q 0, r 0) liegt schon tiles[0]; erlaubt: eins an jedem Platz",
    ),
    (lambda: espalier.parse_state({"game": "espalier"}), "tiles: dieses Feld fehlt"),
    (
        lambda: espalier.parse_rules({"milk": 1}),
        "milk: dieses Feld ist unbekannt; erlaubt: variant, nested_shapes, ",
    ),
    (
        lambda: espalier.parse_rules({"nested_shapes": "no"}),
        "nested_shapes: 'no' ist nicht erlaubt; erlaubt: true ",
    ),
    (
        lambda: espalier.parse_rules({"goal_points": [1]}),
        "goal_points: 1 Einträge sind nicht erlaubt; erlaubt: mind",
    ),
    (
        lambda: espalier.parse_rules([1, 2]),
        "eine Liste mit 2 ist nicht erlaubt; erlaubt: ein Objekt mit benannten ",
    ),
    (lambda: arbor2.parse_text("arbor2; 0,0 Ä! tree"), "tiles[0].owner: 'ä!' ist hier nicht erlaubt"),
    (
        lambda: parse_season({"goal": "most_milk", "players": {}}),
        "goal: 'most_milk' ist nicht erlaubt; erlaubt: most_",
    ),
    (
        lambda: parse_season({"goal": "most_limes", "players": {"A": {"place": 1}, "B": {"measure": 2}}}),
        "Bei einem Ziel geben alle einen Platz an, oder alle eine Zahl oder ein Foto.",
    ),
)
"""What can be typed wrong, and how the German line begins or what stands in it."""


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_was_typed_wrong_is_said_with_its_field(german: None, number: int):
    do, line = WRONG[number]
    with pytest.raises(PomonaError) as raised:
        do()
    told = text.error(raised.value)
    assert line in told
    assert told != str(raised.value)
    assert "allowed" not in told


def test_what_is_wrong_with_a_drawn_design_is_said(german: None):
    for outline, line in (
        ([[0, 0], [2, 0], [0, 2], [2, 2]], "Der Umriss kreuzt oder berührt sich bei [1, 1]."),
        ([[0, 0], [2, 0], [3, 2]], "Die Seite von [3, 2] bis [0, 0] läuft weder gerade noch schräg."),
        ([[0, 0], [2, 0], [4, 0]], "Ein Umriss braucht mindestens drei Ecken."),
        ([[0, 0], [0, 0], [4, 0]], "Der Punkt [0, 0] steht zweimal hintereinander da."),
    ):
        with pytest.raises(RulesError) as raised:
            parse(Design, {"name": "Kite", "points": 1, "outline": outline}, "design", RulesError)
        assert text.error(raised.value) == line


def test_a_wrong_log_names_the_file_and_the_field(german: None, log: Book):
    for data, line in (
        ("no json", "mine.json: Das ist kein lesbares JSON"),
        ("{}", "mine.json: Das sind keine heruntergeladenen Partien"),
        ('{"pomona_log": 1, "nights": 3}', "mine.json: nights: 3 ist nicht erlaubt; erlaubt: eine Liste"),
    ):
        with pytest.raises(PomonaError) as raised:
            import_json(log, data, "mine.json")
        assert text.error(raised.value).startswith(line)


def test_what_the_database_says_names_it(german: None, tmp_path: Path):
    file = tmp_path / "pomona.sqlite3"
    file.write_text("milk, eggs, and nothing that a database could begin with")
    with pytest.raises(DatabaseError) as raised:
        store.open_book(home=tmp_path)
    assert (
        text.error(raised.value) == f"{file}: Das ist keine Datenbank von Pomona; bitte eine andere angeben."
    )


def test_what_has_no_text_of_its_own_is_said_as_it_is(german: None):
    assert text.error(PomonaError("tea is ready")) == "tea is ready"
    assert (
        text.error(StateError("strange", reason="new_in_pydantic", value={1: 2}))
        == "ein Objekt ist hier nicht erlaubt"
    )


def test_in_the_first_language_all_is_said_as_it_is():
    assert (
        text.error(PhotoError("empty", "x.jpg: the file is empty", about="x.jpg"))
        == "x.jpg: the file is empty"
    )
    assert text.error(StateError("a: is missing", reason="missing", about="a")) == "a: is missing"
    assert text.problem(Problem("two_pots", "there are 2", ((0, 0),))) == "there are 2"
    assert text.design("House") == "House"


def test_a_problem_is_said_with_its_places(german: None):
    told = text.problem(Problem("two_pots", "there are 2 pot tiles", ((0, 0), (3, 1))))
    assert told.endswith("ein Baum hat eines (Spalte 0, Reihe 0; Spalte 3, Reihe 1)")
    assert "(" not in text.problem(Problem("no_pot", "there is no pot"))


def test_what_a_score_rests_on_is_said_by_name(german: None):
    rules = espalier.parse_rules({"designs": [it.model_dump(mode="json") for it in shipped()[:1]]})
    (told,) = (it for it in espalier.score(BARE, rules).warnings if it.code == "assumed_outline")
    assert text.problem(told).startswith("Der Umriss der Form Rampe ist eine Annahme")


def test_a_file_is_made_in_the_language_in_which_it_was_asked_for():
    with text.speaking("de"):
        make = text.as_spoken_now(lambda: text.say("total"))
    assert (text.say("total"), make(), text.say("total")) == ("Total", "Summe", "Total")


def test_advice_that_differs_only_in_english_is_said_once(german: None):
    edges = [Advice("cut_off", f"cut off at the {side} edge") for side in ("left", "upper")]
    assert len(text.advice([*edges, Advice("dark", "dark")])) == 2


def test_a_player_without_a_name_is_called_by_the_seat(german: None):
    seat = Seat("1", 2, None, None, "Player 2", None, False, None, None)
    assert text.seat(seat) == "Person 2"
    assert text.seat(Seat("1", 2, "7", "Ann", "Ann", None, False, None, None)) == "Ann"


def test_a_game_has_words_of_its_own_for_what_is_called_otherwise_in_it() -> None:
    assert text.of_game("orchard", "picture_mark") == "Trees wrong? Mark a card"
    assert text.of_game("espalier", "picture_mark") == text.say("picture_mark")
    assert text.of_game("orchard", "same_not", name="b.jpg").startswith("b.jpg: this shows another orchard")
