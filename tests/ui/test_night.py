"""A game night on its page: players, goals, scorepad, and its end."""

import pytest
from streamlit.testing.v1 import AppTest

from ledger import nights
from ledger.history import list_nights
from ledger.records import Night
from ledger.shelf import goal_points
from ledger.store import Book
from scoring import trellis
from scoring.espalier_goals import GOALS
from tests.fakes import TREE, photo_bytes
from tests.ledger.makers import TRELLIS
from tests.ui.pages import visit, words
from ui.night_goals import goal_name

HOSTILE = "<img src=x onerror=alert(1)> **bold**"


@pytest.fixture
def night(log: Book) -> Night:
    """Ann with a tree, and Ben without one yet."""
    begun = nights.start_night(log, "espalier", players=["Ann", "Ben"])
    return nights.save_layout(log, begun.id, begun.seats[0].id, TREE)


@pytest.fixture
def night_page(page: AppTest, night: Night) -> AppTest:
    return visit(page, "night", night=night.id)


def again(log: Book, night: Night) -> Night:
    return nights.load_night(log, night.id)


def test_a_night_is_started_with_its_players(page: AppTest, log: Book):
    visit(page, "night")
    page.multiselect(key="new_players").set_value([])
    page.button(key="night_start").click().run()
    assert not page.exception
    (begun,) = list_nights(log)
    assert page.query_params["night"] in (begun.id, [begun.id])
    assert "Scorepad" in words(page)


def test_the_scorepad_has_a_column_for_each_player(night_page: AppTest, night: Night):
    said = words(night_page)
    assert "<th>Ann</th><th>Ben</th>" in said
    assert f'<tr class="total"><td>Total</td><td>{night.seats[0].points}</td><td></td></tr>' in said


def test_what_is_said_about_a_night_is_kept(night_page: AppTest, log: Book, night: Night):
    night_page.text_input(key="night_place").set_value(HOSTILE).run()
    night_page.text_area(key="night_note").set_value("Rain.").run()
    assert not night_page.exception
    assert (again(log, night).place, again(log, night).note) == (HOSTILE, "Rain.")
    assert "<img src=x" not in words(night_page)


def test_a_player_is_added_renamed_and_removed(night_page: AppTest, log: Book, night: Night):
    nights.add_player(log, night.id, HOSTILE)
    night_page.run()
    assert "<img src=x" not in words(night_page)
    night_page.text_input(key="name_3").set_value("Cleo").run()
    night_page.checkbox(key="starts_2").check().run()
    seats = again(log, night).seats
    assert [seat.name for seat in seats] == ["Ann", "Ben", "Cleo"]
    assert [seat.starts for seat in seats] == [False, True, False]
    night_page.button(key="remove_3").click().run()
    assert not night_page.exception
    assert [seat.name for seat in again(log, night).seats] == ["Ann", "Ben"]


def test_a_name_that_is_taken_is_said(night_page: AppTest, log: Book, night: Night):
    night_page.text_input(key="name_2").set_value("Ann").run()
    assert "sits at the table already" in night_page.error[0].value
    assert again(log, night).seats[1].name == "Ben"


def test_goal_points_are_asked_once_and_remembered(night_page: AppTest, log: Book, night: Night):
    for place, points in ((1, 5), (2, 3), (3, 1)):
        night_page.number_input(key=f"goal_points_{place}").set_value(points).run()
    assert goal_points(log) == (5, 3, 1)
    assert again(log, night).rules["goal_points"] == [5, 3, 1]


def test_a_goal_is_told_by_numbers(night_page: AppTest, log: Book, night: Night):
    nights.set_rules(log, night.id, {"goal_points": [5, 3, 1]})
    night_page.selectbox(key="goal_2").set_value("most_lemons").run()
    night_page.number_input(key="entry_2_1_measure").set_value(2).run()
    night_page.number_input(key="entry_2_2_measure").set_value(4).run()
    assert not night_page.exception
    (goal,) = again(log, night).goals
    ann, ben = night.seats
    assert goal.places == {ann.id: 2, ben.id: 1}
    assert again(log, night).seat(ann.id).points == (night.seats[0].points or 0) + 3


def test_a_goal_is_told_by_places_or_photo(night_page: AppTest, log: Book, night: Night):
    night_page.selectbox(key="goal_1").set_value("most_branches").run()
    night_page.button_group(key="way_1").set_value("place").run()
    night_page.number_input(key="entry_1_1_place").set_value(1).run()
    assert again(log, night).goals[0].entries[0].place == 1
    night_page.button_group(key="way_1").set_value("photo").run()
    night_page.file_uploader(key="entry_1_1_photo").set_value(("a.jpg", photo_bytes(), "image/jpeg")).run()
    assert not night_page.error
    (entry,) = again(log, night).goals[0].entries
    assert entry.tree is not None
    assert entry.photo is not None


def test_every_goal_has_a_name():
    assert len({goal_name(goal) for goal in GOALS}) == len(GOALS)


def test_a_game_is_over_and_can_be_deleted(night_page: AppTest, log: Book, night: Night):
    night_page.number_input(key="minutes").set_value(75)
    night_page.button(key="finish").click().run()
    assert again(log, night).minutes == 75
    assert "75 minutes" in words(night_page)
    night_page.button(key="night_delete_yes").click().run()
    assert not night_page.exception
    assert list_nights(log) == ()
    assert "A new game night" in words(night_page)


def test_photos_are_shown_with_what_was_counted(page: AppTest, log: Book):
    page.button(key="sample_0").click().run()
    page.button(key="save").click().run()
    address = page.query_params["night"]
    visit(page, "night", night=address if isinstance(address, str) else address[0])
    page.toggle(key="photos_show").set_value(True).run()
    assert not page.exception
    assert not page.error
    assert words(page).count('class="download"') == 4


def test_a_game_whose_photos_are_not_read_is_written_down(page: AppTest, log: Book):
    begun = nights.start_night(log, "trellis", players=["Ann", "Ben"])
    visit(page, "night", night=begun.id)
    page.text_area(key="board").set_value(trellis.format_state(trellis.parse_state(TRELLIS))).run()
    page.text_input(key="side_1").set_value("peach").run()
    assert not page.exception
    assert again(log, begun).layout(None).state == trellis.parse_state(TRELLIS).model_dump(mode="json")
    page.text_area(key="board").set_value("rubbish").run()
    assert page.error
    assert again(log, begun).layout(None) is not None


def test_a_night_that_is_gone_is_said(page: AppTest):
    visit(page, "night", night="0" * 16)
    assert "does not hold it" in page.error[0].value
    assert "A new game night" in words(page)
