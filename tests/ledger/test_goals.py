"""Garden goals, season by season: places, and the points that they bring."""

from __future__ import annotations

import pytest

from ledger import goals, nights
from ledger.errors import EntryError, MissingError
from ledger.store import Book
from scoring.errors import PomonaError, RulesError
from tests.fakes import TREE


def begun(book: Book, *names: str):
    night = nights.start_night(
        book, "espalier", players=names or ("Ann", "Ben"), rules={"goal_points": [5, 3, 1]}
    )
    for seat in night.seats:
        night = nights.save_layout(book, night.id, seat.id, TREE)
    return night, [seat.id for seat in night.seats]


def goal_points(night) -> list[int]:
    items = [{it["category"]: it for it in layout.sheet["items"]} for layout in night.layouts]
    return [told["garden_goal"]["points"] for told in items]


def test_places_bring_points_once_all_have_told(book):
    night, (ann, ben) = begun(book)
    before = [seat.points for seat in night.seats]
    night = goals.set_goal(book, night.id, 1, "most_limes")
    night = goals.save_goal_entry(book, night.id, 1, ann, measure=3)
    assert night.goals[0].places == {}
    assert [seat.points for seat in night.seats] == before
    night = goals.save_goal_entry(book, night.id, 1, ben, measure=1)
    assert night.goals[0].places == {ann: 1, ben: 2}
    assert all(night.goals[0].why[seat] for seat in (ann, ben))
    assert goal_points(night) == [5, 3]
    assert [seat.points for seat in night.seats] == [before[0] + 5, before[1] + 3]
    assert nights.load_night(book, night.id) == night


def test_a_tree_is_measured_and_places_may_be_told(lite):
    night, (ann, ben) = begun(lite)
    goals.set_goal(lite, night.id, 2, "most_lemons")
    goals.save_goal_entry(lite, night.id, 2, ann, measure=0)
    night = goals.save_goal_entry(lite, night.id, 2, ben, tree=TREE)
    assert night.goals[0].places == {ben: 1, ann: 2}
    goals.set_goal(lite, night.id, 1, "most_width")
    goals.save_goal_entry(lite, night.id, 1, ann, place=1)
    night = goals.save_goal_entry(lite, night.id, 1, ben, place=1)
    assert [goal.season for goal in night.goals] == [1, 2]
    assert night.goals[0].places == {ann: 1, ben: 1}


def test_another_goal_takes_the_entries_of_the_one_before_away(book):
    night, (ann, ben) = begun(book)
    goals.set_goal(book, night.id, 1, "most_limes")
    for seat in (ann, ben):
        goals.save_goal_entry(book, night.id, 1, seat, measure=3)
    assert len(goals.set_goal(book, night.id, 1, "most_limes").goals[0].entries) == 2
    night = goals.set_goal(book, night.id, 1, "least_limes")
    assert (night.goals[0].goal, night.goals[0].entries, goal_points(night)) == ("least_limes", (), [0, 0])
    assert goals.set_goal(book, night.id, 1, None).goals == ()


def test_an_entry_is_changed_and_taken_back(book):
    night, (ann, ben) = begun(book)
    goals.set_goal(book, night.id, 1, "most_limes")
    goals.save_goal_entry(book, night.id, 1, ann, measure=3)
    goals.save_goal_entry(book, night.id, 1, ben, measure=4)
    night = goals.save_goal_entry(book, night.id, 1, ann, measure=9)
    assert night.goals[0].places[ann] == 1
    night = goals.save_goal_entry(book, night.id, 1, ann)
    assert [it.seat_id for it in night.goals[0].entries] == [ben]
    assert goal_points(night) == [0, 0]


def test_a_player_who_comes_late_opens_the_goal_again(lite):
    night, (ann, ben) = begun(lite)
    goals.set_goal(lite, night.id, 1, "most_limes")
    for seat in (ann, ben):
        goals.save_goal_entry(lite, night.id, 1, seat, measure=3)
    night = nights.add_player(lite, night.id, "Cem")
    assert night.goals[0].places == {}
    night = nights.remove_player(lite, night.id, night.seats[2].id)
    assert night.goals[0].places == {ann: 1, ben: 1}


WRONG = {
    "season": (lambda book, id, seat: goals.set_goal(book, id, 5, "most_limes"), EntryError),
    "goal": (lambda book, id, seat: goals.set_goal(book, id, 1, "most_bugs"), EntryError),
    "not_set": (lambda book, id, seat: goals.save_goal_entry(book, id, 2, seat, measure=1), MissingError),
    "two_kinds": (
        lambda book, id, seat: goals.save_goal_entry(book, id, 1, seat, measure=1, place=1),
        RulesError,
    ),
    "beside": (lambda book, id, seat: goals.save_goal_entry(book, id, 1, seat, place=1), RulesError),
    "negative": (lambda book, id, seat: goals.save_goal_entry(book, id, 1, seat, measure=-1), RulesError),
    "seat": (lambda book, id, seat: goals.save_goal_entry(book, id, 1, "none", measure=1), MissingError),
    "tree": (lambda book, id, seat: goals.save_goal_entry(book, id, 1, seat, tree={"x": 1}), PomonaError),
    "photo": (
        lambda book, id, seat: goals.save_goal_entry(book, id, 1, seat, measure=1, photo=b"x"),
        PomonaError,
    ),
}


@pytest.mark.parametrize(("call", "error"), WRONG.values(), ids=WRONG)
def test_what_is_no_goal_is_refused_and_changes_nothing(lite, call, error):
    night, (ann, ben) = begun(lite)
    goals.set_goal(lite, night.id, 1, "most_limes")
    night = goals.save_goal_entry(lite, night.id, 1, ann, measure=3)
    with pytest.raises(error) as told:
        call(lite, night.id, ben)
    assert "\n" not in str(told.value)
    assert nights.load_night(lite, night.id) == night


def test_other_games_have_none(lite):
    night = nights.start_night(lite, "orchard")
    with pytest.raises(EntryError, match="Orchard has no garden goals"):
        goals.set_goal(lite, night.id, 1, "most_limes")
