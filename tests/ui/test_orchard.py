"""Orchard in the app: dice, tokens and trees mended by tap, and a photo of the other game."""

from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from ledger.nights import load_night
from ledger.store import Book
from scoring import orchard
from scoring.orchard_cards import card_patterns
from tests.fake_orchard import ORCHARD, fake_orchard, picture
from tests.fakes import FakeGame, photo_bytes
from tests.ui.pages import answers, words
from ui import canvas, cycle, text
from ui.table import Table, open_photo, read_photo
from vision.games import GAMES
from vision.observe import Edit

RULES = orchard.Rules()


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setitem(GAMES, "orchard", fake_orchard())
    return read_photo(open_photo(photo_bytes(picture()), "orchard.jpg", "orchard"))


def tap(table: Table, name: str, value: object) -> Edit:
    edit = cycle.edit_of(cycle.targets(table.mended), name, value)
    assert edit is not None
    table.tell(edit)
    return edit


def test_dice_tokens_and_trees_can_be_tapped(table: Table):
    found = {it.id: it for it in cycle.targets(table.mended)}
    assert found["colour:0:0"].value == "apple"
    assert found["value:0:0"].value == 6
    assert found["colour:0:1"].value == "none"
    assert "value:0:1" not in found, "there is no die to change"
    assert found["colour:2:0"].value == "none", "a tree that was missed may carry a die"
    assert found["rotten:1:2"].value is True
    assert "rotten:0:0" not in found, "a die stands there"
    assert found["tree:0:1"].value == "plum"
    assert found["tree:2:0"].value == "none", "a tree may lie beside the others"


def test_a_die_gets_another_value_and_another_colour(table: Table):
    before = table.total(RULES)
    tap(table, "value:0:0", 10)
    assert table.total(RULES) == before + 4
    tap(table, "colour:0:0", "plum")
    assert [(die.fruit, die.value) for die in table.mended.state.dice if die.place == (0, 0)] == [
        ("plum", 10)
    ]
    assert table.total(RULES) == before + 4
    tap(table, "colour:0:0", "none")
    assert table.total(RULES) == before - 6


def test_a_die_is_put_on_a_tree(table: Table):
    before = table.total(RULES)
    tap(table, "colour:0:1", "plum")
    tap(table, "value:0:1", 3)
    assert table.total(RULES) == before + 3


def test_rotten_tokens_come_and_go(table: Table):
    before = table.total(RULES)
    tap(table, "rotten:0:2", True)
    assert table.total(RULES) == before - 3
    tap(table, "rotten:1:2", False)
    assert table.total(RULES) == before


def test_a_tree_is_added_beside_the_others_and_can_carry_a_die(table: Table):
    tap(table, "tree:2:0", "pear")
    assert (2, 0) in {tree.place for tree in table.mended.state.trees}
    tap(table, "colour:2:0", "pear")
    assert (2, 0) in {die.place for die in table.mended.state.dice}
    tap(table, "tree:0:1", "apple")
    assert {tree.place: tree.fruit for tree in table.mended.state.trees}[0, 1] == "apple"


def test_two_quick_taps_on_one_die_are_told_together(table: Table, monkeypatch: pytest.MonkeyPatch):
    taps = [
        {"number": 1, "id": "colour:0:1", "value": "apple"},
        {"number": 2, "id": "value:0:1", "value": 1},
        {"number": 3, "id": "value:0:1", "value": 3},
        {"number": 4, "id": "colour:0:1", "value": "pear"},
    ]
    told = {"edits": {"url": table.picture.url, "list": taps}}
    monkeypatch.setattr(canvas.st, "session_state", {canvas.KEY: told})
    edits, _ = canvas.mended(table)
    assert [edit.value for edit in edits] == ["apple 1", "apple 1", "apple 3", "pear 3"]


def test_the_drawing_has_a_tool_for_each(table: Table):
    table.mending = True
    verdict, overlay = table.judged(RULES)
    drawn = canvas.drawing(table, verdict, overlay)
    assert [tool["name"] for tool in drawn["tools"]] == ["colour", "value", "rotten", "tree"]
    assert drawn["marking"] == "never"
    assert all(len(tool["labels"]) == len(tool["options"]) for tool in drawn["tools"])
    assert "branch" not in drawn["texts"]["hint"]


@pytest.fixture
def both(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The page with both games' readers."""
    monkeypatch.setitem(GAMES, "orchard", fake_orchard())
    monkeypatch.setattr(FakeGame, "likeness", lambda self, photo: 0.0, raising=False)
    return page.run()


def test_an_orchard_is_read_and_scored_with_its_title(both: AppTest):
    both.button_group(key="game_choice").set_value("orchard").run()
    both.file_uploader(key="photo").upload("orchard.jpg", photo_bytes(picture()), "image/jpeg").run()
    assert not both.exception
    state = orchard.parse_state(ORCHARD)
    assert f"<strong>{orchard.total(state)}</strong>" in words(both)
    assert orchard.rating(orchard.total(state)) in words(both)
    assert answers(both)[0][1].label.startswith("**Pear 3**")


def one_card() -> dict[str, object]:
    """The first known card alone, with nothing on it, where the fake reader is sure of all."""
    cells = card_patterns()[0].cells
    trees = [{"col": col + 2, "row": row, "fruit": fruit} for (col, row), fruit in cells]
    return {"game": "orchard", "cards": 1, "trees": trees, "dice": [], "rotten": []}


@pytest.mark.parametrize(("state", "fit"), [(ORCHARD, False), (one_card(), True)], ids=["two", "known"])
def test_players_are_told_where_known_cards_can_lie_like_this(
    both: AppTest, monkeypatch: pytest.MonkeyPatch, state: dict[str, object], fit: bool
):
    monkeypatch.setattr(GAMES["orchard"].reader, "state", state)
    both.button_group(key="game_choice").set_value("orchard").run()
    both.file_uploader(key="photo").upload("orchard.jpg", photo_bytes(picture()), "image/jpeg").run()
    assert not both.exception
    assert (escape(text.say("cards_fit")) in words(both)) == fit


def test_a_photo_of_the_other_game_is_read_as_it_at_one_tap(both: AppTest, monkeypatch: pytest.MonkeyPatch):
    from vision.errors import LayoutError

    def nothing(self: object, photo: object) -> object:
        raise LayoutError("no_tiles", "no tiles")

    monkeypatch.setattr(type(GAMES["espalier"].reader), "observe", nothing)
    both.file_uploader(key="photo").upload("mine.jpg", photo_bytes(picture()), "image/jpeg").run()
    assert "looks like Orchard" in both.error[0].value
    both.button(key="switch_game").click().run()
    assert not both.exception
    assert not both.error
    assert both.session_state["table"].reading.game == "orchard"
    assert both.button_group(key="game_choice_1").value == "orchard"


def test_an_orchard_is_entered_by_hand_and_kept(both: AppTest, log: Book):
    both.button_group(key="game_choice").set_value("orchard").run()
    both.button(key="by_hand").click().run()
    assert not both.exception
    table = both.session_state["table"]
    assert table.mending
    tap(table, "colour:2:2", "pear")
    tap(table, "value:2:2", 6)
    both.run()
    assert "<strong>6</strong>" in words(both)
    both.button(key="save").click().run()
    assert not both.error
    night = load_night(log, table.saved.night)
    assert (night.game, night.seats[0].points) == ("orchard", 6)
    both.session_state["table"].saved = None  # as in a visit that knows nothing of it yet
    both.run()
    assert both.session_state["table"] is not table
    assert "<strong>6</strong>" in words(both)
    assert both.session_state["table"].mending


def agree(app: AppTest, face: int) -> None:
    """Say which face is the 10; the choice is another widget whenever it was changed elsewhere."""
    key = next(it.key for it in app.button_group if str(it.key).startswith("ten_face"))
    app.button_group(key=key).set_value(face).run()
    assert not app.exception


def ten_of(app: AppTest) -> object:
    reading = app.session_state["table"].reading
    return next(o.value for o in reading.observations if o.what == "ten")


def test_once_players_say_which_face_is_the_10_the_photo_is_read_again_and_what_was_mended_stays(
    both: AppTest, log: Book
):
    both.button_group(key="game_choice").set_value("orchard").run()
    both.file_uploader(key="photo").upload("orchard.jpg", photo_bytes(picture()), "image/jpeg").run()
    assert ten_of(both) == 10
    both.button(key="save").click().run()
    tap(both.session_state["table"], "value:0:0", 10)
    mended = both.session_state["table"].total(RULES)
    agree(both, 4)
    table = both.session_state["table"]
    assert ten_of(both) == 4
    assert table.total(RULES) == mended
    night = load_night(log, table.saved.night)
    assert night.rules["ten_face"] == 4
    kept = night.layout(table.saved.seat).photos[-1].reading
    assert "4" in str(kept)
    # The next photo of these players is read so at once, and it can be left to the photo again.
    agree(both, 0)
    assert ten_of(both) == 10
    assert load_night(log, table.saved.night).rules["ten_face"] is None


def test_a_switch_of_one_game_leaves_the_other_games_rules_as_they_are(both: AppTest):
    both.session_state["rules_told"] = {"variant": "novice"}
    both.button_group(key="game_choice").set_value("orchard").run()
    both.file_uploader(key="photo").upload("orchard.jpg", photo_bytes(picture()), "image/jpeg").run()
    agree(both, 5)
    assert both.session_state["rules_told"] == {"variant": "novice", "ten_face": 5}
