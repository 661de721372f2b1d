"""The pages in German, with nothing English left: results, disputes, ratings, errors, figures, sheets to take along."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ledger import goals, nights
from ledger.adding import Guest, Played, add_night
from ledger.bgstats import play_json
from ledger.printed import export_pdf
from ledger.records import Night
from ledger.store import Book
from scoring import espalier, orchard
from scoring.designs import shipped
from scoring.sheet import Point
from tests.fake_orchard import ORCHARD, fake_orchard, picture
from tests.fakes import TREE, FakeGame, photo_bytes
from tests.ui.pages import visit, words
from ui import canvas, night_out, text, text_rules
from ui.table import Table, open_photo, read_photo
from vision.games import GAMES
from vision.overlay import LETTERS
from vision.paint import paint

ENGLISH = re.compile(
    r"\b(the|of|with|and|wins|win|won|share|points|takes|lacks|branch|tile|score|scores|player|against|column|row|from"
    r"|each|best|place|is|are|not|total|rank|ahead|choose|unknown|allowed)\b",
    re.IGNORECASE,
)
"""Words that only English has."""
BARE = {**TREE, "fruit": []}


@pytest.fixture
def german() -> Iterator[None]:
    with text.speaking("de"):
        yield


@pytest.fixture
def german_page(german: None, page: AppTest) -> AppTest:
    """The page with German in its address; the test's own side of its widgets speaks it too."""
    page.query_params["lang"] = "de"
    return page.run()


def shown(page: AppTest) -> str:
    """All that a page says, without what only the browser reads."""
    html = re.sub(r"<(style|script)>.*?</\1>", "", words(page), flags=re.DOTALL)
    said = [re.sub(r"<[^>]*>", " ", html)]
    for kind in (
        "button",
        "error",
        "warning",
        "success",
        "info",
        "selectbox",
        "toggle",
        "number_input",
        "text_input",
    ):
        said += [getattr(it, "label", None) or str(it.value) for it in page.get(kind)]
    return "\n".join(said)


def english_in(said: str) -> list[str]:
    return ENGLISH.findall(said)


def test_english_is_found_where_it_is(page: AppTest):
    """Else the tests below could not fail."""
    assert english_in(shown(page.button(key="sample_0").click().run()))


# --- who won, and why ---------------------------------------------------------------------------------------


def dice(*values: int) -> dict[str, object]:
    return {
        "game": "orchard",
        "dice": [
            {"col": col, "row": 0, "fruit": "apple", "value": value} for col, value in enumerate(values)
        ],
    }


@pytest.mark.parametrize(
    ("layouts", "line"),
    [
        ((dice(6), dice(1)), "Ann gewinnt mit 6 Punkten gegen 1 von Person 2."),
        ((dice(1), dice()), "Ann gewinnt mit 1 Punkt gegen 0 von Person 2."),
        ((dice(6), dice(6)), "Ann und Person 2 teilen sich den Sieg mit 6 Punkten."),
        ((dice(6), dice(6), dice(1)), "Ann und Person 2 teilen sich den Sieg mit 6 Punkten gegen 1 von Cem."),
        (
            (dice(6), dice(3, 3)),
            "Person 2 gewinnt bei gleich vielen Punkten und gleich vielen faulen Früchten mit 2 Würfeln gegen 1 von "
            "Ann.",
        ),
        (
            (dice(6), {**dice(6, 3), "rotten": [{"col": 5, "row": 5}]}, dice(6)),
            "Ann und Cem teilen sich den Sieg bei gleich vielen Punkten mit 0 faulen Früchten gegen 1 von Person 2.",
        ),
    ],
)
def test_who_won_and_why(german: None, log: Book, layouts: Sequence[dict[str, object]], line: str):
    night = nights.start_night(log, "orchard", players=["Ann", "", "Cem"][: len(layouts)])
    for seat, layout in zip(night.seats, layouts, strict=True):
        night = nights.save_layout(log, night.id, seat.id, layout)
    assert text_rules.result(night) == line


@pytest.fixture
def night(log: Book) -> Night:
    """Ann beats somebody without a name by a lemon; the goal of the first season is told by numbers."""
    begun = nights.start_night(log, "espalier", players=["Ann", ""], rules={"goal_points": [5, 3, 1]})
    ann, other = (seat.id for seat in begun.seats)
    nights.save_layout(log, begun.id, ann, TREE)
    nights.save_layout(log, begun.id, other, BARE)
    goals.set_goal(log, begun.id, 1, "most_limes")
    goals.save_goal_entry(log, begun.id, 1, ann, measure=3)
    return goals.save_goal_entry(log, begun.id, 1, other, measure=1)


def test_a_night_says_its_result_and_goals(german_page: AppTest, night: Night):
    visit(german_page, "night", night=night.id, lang="de")
    said = shown(german_page)
    ann, other = night.seats
    assert f"Ann gewinnt mit {ann.points} Punkten gegen {other.points} von Person 2." in said
    assert "Ann: Platz 1 bei „Am meisten Limetten“ mit 3." in said
    assert "Person 2: Platz 2 bei „Am meisten Limetten“ mit 1." in said
    assert english_in(said) == []
    links = [
        link.proto.query_string for link in german_page.get("page_link") if "seat=" in link.proto.query_string
    ]
    assert len(links) == 2
    assert all("lang=de" in link for link in links), "what is behind a link is in German too"


def test_what_is_taken_along_is_german(
    german: None, log: Book, night: Night, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("reportlab.rl_config.pageCompression", 0)
    words_told = night_out.words()
    pdf = export_pdf(log, night, words_told)
    for told in ("(Summe)", "(Platz)", "(Person 2)", "(Dreiecke)", "gewinnt mit"):
        assert told.encode() in pdf, told
    assert english_in(" ".join(part.decode("latin-1") for part in re.findall(rb"\((.*?)\) Tj", pdf))) == []
    play = play_json(night, words=words_told)
    assert play["players"][1]["name"] == "Person 2"
    assert "Zitronen" in play["comments"]
    assert english_in(play["comments"]) == []


def test_history_is_german(german_page: AppTest, log: Book, night: Night):
    add_night(log, [Guest("Ann"), Guest("Ben")], [Played(TREE), Played(BARE)])
    visit(german_page, "history", lang="de")
    assert re.search(r">\d+,\d<", words(german_page)), "with a comma"
    rows = [link.proto.label for link in german_page.get("page_link") if "\n" in link.proto.label]
    assert sum("Person 2" in row for row in rows) == 1
    assert english_in("\n".join([shown(german_page), *rows])) == []


def test_a_winner_without_a_name_is_called_by_the_seat_in_the_chart(
    german_page: AppTest, log: Book, monkeypatch: pytest.MonkeyPatch
):
    add_night(log, [Guest(""), Guest("Ben")], [Played(TREE), Played(BARE)])
    drawn: list[Sequence[str]] = []
    monkeypatch.setattr("ui.history._bars", lambda labels, values, unit: drawn.append(labels))
    visit(german_page, "history", lang="de")
    assert any(label.endswith(" · Person 1") for label in drawn[-1])


# --- what shapes lack ---------------------------------------------------------------------------------------

TREE_STATE = espalier.parse_state(TREE)


@pytest.mark.parametrize(
    ("outline", "rules", "line"),
    [
        (
            [(0, 0), (0, -2), (1, -1)],
            {},
            "Das Dreieck mit dem rechten Winkel an der rechten oberen Ecke des Topfs und der langen Seite von der "
            "Mitte des Plättchens über dem Topf bis zur Mitte des Topfs zählt 1 Punkt: Äste bedecken den ganzen "
            "Umriss.",
        ),
        (
            [(0, 0), (0, -2), (-1, -1)],
            {},
            "Das Dreieck mit dem rechten Winkel an der linken oberen Ecke des Topfs und der langen Seite von der "
            "Mitte des Plättchens über dem Topf bis zur Mitte des Topfs zählt nicht: Es fehlt der Ast zur linken "
            "unteren Ecke des Plättchens über dem Topf.",
        ),
        (
            [(0, 0), (4, 0), (4, -4), (0, -4)],
            {},
            "Das Quadrat der Seitenlänge 2 von der Mitte des 2. Plättchens über dem Topf bis zur Mitte des 2. "
            "Plättchens rechts vom Topf verläuft über Spalte 0, Reihe -2, wo kein Plättchen liegt.",
        ),
        (
            [(1, 0), (1, -2), (3, -2), (3, 0)],
            {},
            "Das Quadrat der Seitenlänge 1 von der rechten Kante des Plättchens über dem Topf bis zur rechten Kante "
            "des Plättchens rechts vom Topf verläuft von der",
        ),
        (
            [(0, 0), (0, -2), (2, -2), (2, 0)],
            {"nested_shapes": False},
            "Das Quadrat der Seitenlänge 1 von der Mitte des Plättchens über dem Topf bis zur Mitte des Plättchens "
            "rechts vom Topf zählt nicht: Ein Ast liegt darin, und Formen in Formen zählen nicht.",
        ),
        (
            [(0, 0), (4, 0), (6, -2), (0, -2)],
            {},
            "Dieser Umriss ist geschlossen, aber keine Form, die im Spiel ist.",
        ),
    ],
)
def test_an_outline_is_judged_in_german(
    german: None, outline: list[Point], rules: dict[str, object], line: str
):
    answer = espalier.judge_outline(TREE_STATE, outline, espalier.parse_rules(rules))
    told = text_rules.verdict(answer, TREE_STATE)
    assert told.startswith(line), answer.reason
    assert english_in(told) == []


@pytest.mark.parametrize("pots", [0, 1])
def test_german_tells_apart_what_english_does(german: None, pots: int):
    kinds = ["pot"] * pots + ["winter"] * 24
    ways = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
    tiles = [
        {"col": n % 5 - 2, "row": n // 5 - 2, "kind": kind, "branches": [ways[n % 8], ways[(n + 3) % 8]]}
        for n, kind in enumerate(kinds)
    ]
    state = espalier.parse_state({"game": "espalier", "tiles": tiles})
    rules = espalier.parse_rules({"designs": [design.model_dump(mode="json") for design in shipped()]})
    misses = espalier.near_misses(state, rules)
    told = {miss.why: text_rules.near_miss(miss, state) for miss in misses}
    answers = [espalier.judge_outline(state, miss.outline, rules) for miss in misses if not miss.lines]
    told |= {answer.why: text_rules.verdict(answer, state) for answer in answers}
    assert len(told) > 20
    assert len(set(told.values())) == len(told)
    assert [line for line in told.values() if english_in(line) or "{" in line] == []


def test_many_missing_branches_are_counted(german: None):
    outline = [(0, 0), (0, -2), (2, -2), (2, 0)]
    tiles = [{**tile, "branches": []} for tile in TREE["tiles"]]
    bare = espalier.parse_state({**BARE, "tiles": tiles, "tokens": []})
    told = text_rules.verdict(espalier.judge_outline(bare, outline), bare)
    assert "zählt nicht: Es fehlen der Ast zur" in told
    assert told.endswith(" und 5 weitere.")


def test_a_dispute_is_answered_on_the_page(german_page: AppTest):
    german_page.button(key="sample_0").click().run()
    german_page.toggle(key="asking_de").set_value(True).run()
    table: Table = german_page.session_state["table"]
    table.corners[:] = [(0, 0), (0, -2), (-1, -1)]
    german_page.run()
    assert "Es fehlt der Ast zur linken unteren Ecke" in german_page.warning[0].value
    assert german_page.button(key="near_0").label.startswith("Die Raute von der")
    german_page.multiselect(key="rule_designs_de").set_value(["House"]).run()
    assert "Der Umriss der Form Haus ist eine Annahme" in german_page.warning[-1].value
    assert english_in(shown(german_page)) == []


# --- ratings and errors -------------------------------------------------------------------------------------


def test_an_orchard_gets_its_title(german_page: AppTest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "orchard", fake_orchard())
    monkeypatch.setattr(FakeGame, "likeness", lambda self, photo: 0.0, raising=False)
    german_page.run()
    german_page.button_group(key="game_choice_de").set_value("orchard").run()
    german_page.file_uploader(key="photo").upload("garten.jpg", photo_bytes(picture()), "image/jpeg").run()
    assert not german_page.exception
    assert orchard.rating(orchard.total(orchard.parse_state(ORCHARD))) == "Pal-tree"
    assert "Fallobst" in shown(german_page)
    assert english_in(shown(german_page)) == []


def test_a_photo_that_cannot_be_read_is_called_by_its_name(german_page: AppTest):
    german_page.file_uploader(key="photo").upload("garten.jpg", b"no photo", "image/jpeg").run()
    assert german_page.error[0].value.startswith(text.plain("garten.jpg: Das ist kein lesbares Bild"))
    assert english_in(shown(german_page)) == []


def test_a_board_that_is_written_wrongly_says_where(german_page: AppTest, log: Book):
    begun = nights.start_night(log, "trellis", players=["Ann", "Ben"])
    visit(german_page, "night", night=begun.id, lang="de")
    german_page.text_area(key="board_de").set_value("trellis; 0,0 tile red 0-3").run()
    assert text.plain("tiles[0].vines[0].colour: 'red' ist nicht erlaubt") in german_page.error[0].value
    assert english_in(german_page.error[0].value) == []


def test_what_a_drawn_design_lacks_is_said(german_page: AppTest):
    visit(german_page, "designs", lang="de")
    for x, y in ((0, 0), (2, 1), (3, 3)):
        german_page.button(key=f"point_{x}_{y}").click().run()
    said = shown(german_page)
    assert "läuft weder gerade noch schräg" in said
    assert ("Haus" in said, "House" in said) == (True, False)
    assert english_in(said) == []


def test_fruit_in_the_pictures_have_german_letters(german: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    table = read_photo(open_photo(photo_bytes(), "baum.jpg", "espalier"))
    verdict, overlay = table.judged(espalier.Rules())
    drawn = canvas.drawing(table, verdict, overlay)
    assert [mark["letter"] for mark in drawn["marks"] if mark["kind"] == "fruit"] == ["Zi"]
    painted = [np.asarray(paint(table.photo, overlay, letters)) for letters in (text.letters(), LETTERS)]
    assert (painted[0] != painted[1]).any()
    assert {*text.SAID["de"]["letters"]} == {name for name, letter in LETTERS.items() if letter.isalpha()} - {
        "rotten"
    }
