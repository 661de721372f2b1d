"""The texts: all there, plural by number, and names from outside never markup."""

import re
from pathlib import Path

import pytest

from ledger.errors import DatabaseError, MissingError
from ledger.records import Seat
from scoring import espalier, orchard
from scoring.errors import StateError
from scoring.sheet import Problem
from ui import text, text_english
from ui.samples import FOLDER
from vision.errors import PhotoError
from vision.observe import Advice, Place

UI = Path(text.__file__).parent
ROOT = UI.parent


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


def codes(kind: str, *parts: str) -> set[str]:
    """Every code that is given to `kind` somewhere in these parts."""
    return set(re.findall(rf'\b(?:{kind})\(\s*"(\w+)"', sources(*parts)))


@pytest.mark.parametrize("language", [*text.SAID])
def test_nothing_is_translated_that_nobody_says(language: str):
    said = text.SAID[language]
    assert {*said["errors"]} - codes(r"\w+Error", "vision", "ledger") - {"other_game"} == set()
    assert {*said["database"]} - set(re.findall(r'"(\w+)"', sources("ledger"))) == set()
    assert {*said["advice"]} == codes("Advice", "vision")
    problems = f"{espalier.check.__doc__} {orchard.check.__doc__}"
    assert {*said["problems"]} == {*re.findall(r"`(\w+)`", problems)} - {"where"}
    assert {*said["samples"]} == {path.stem for path in FOLDER.glob("*.json")}


@pytest.mark.parametrize("language", [*text.SAID])
def test_what_is_wrong_with_a_photo_is_said_in_each_language(language: str):
    by_file_alone = {"not_found", "corners", "size", "no_match", "opencv"}
    assert codes(r"\w+Error", "vision") - by_file_alone - {*text.SAID[language]["errors"]} == set()


def test_an_error_is_said_in_the_visitors_language(german: None):
    assert text.error(PhotoError("empty", "x.jpg: the file is empty")).startswith("Die Datei ist leer")
    assert text.error(MissingError("no_night", "gone")).startswith("Diese Partie gibt es nicht")


def test_what_has_no_text_of_its_own_is_said_as_it_is(german: None):
    assert text.error(StateError("tiles: a kind is missing")) == "tiles: a kind is missing"
    message = "/srv/log.sqlite3: it is damaged; bring back a copy of it"
    assert text.error(DatabaseError("damaged", message)) == message


def test_in_the_first_language_all_is_said_as_it_is():
    assert text.error(PhotoError("empty", "x.jpg: the file is empty")) == "x.jpg: the file is empty"
    assert text.problem(Problem("two_pots", "there are 2", ((0, 0),))) == "there are 2"


def test_a_problem_is_said_with_its_places(german: None):
    told = text.problem(Problem("two_pots", "there are 2 pot tiles", ((0, 0), (3, 1))))
    assert told.endswith("ein Baum hat eines (Spalte 0, Reihe 0; Spalte 3, Reihe 1)")
    assert "(" not in text.problem(Problem("no_pot", "there is no pot"))


def test_advice_that_differs_only_in_english_is_said_once(german: None):
    edges = [Advice("cut_off", f"cut off at the {side} edge") for side in ("left", "upper")]
    assert len(text.advice([*edges, Advice("dark", "dark")])) == 2


def test_a_player_without_a_name_is_called_by_the_seat(german: None):
    seat = Seat("1", 2, None, None, "Player 2", None, False, None, None)
    assert text.seat(seat) == "Person 2"
    assert text.seat(Seat("1", 2, "7", "Ann", "Ann", None, False, None, None)) == "Ann"
