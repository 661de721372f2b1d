"""What is exported can be imported again and is the same; what is no log changes nothing."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import exchange, nights, players, shelf
from ledger.errors import LogFileError, MissingError
from ledger.exchange import Imported, export_json, import_json
from ledger.history import list_nights
from ledger.labels import list_corrections
from ledger.photos import read_photo
from ledger.store import Book, open_book
from tests.fakes import FakeGame
from tests.ledger.makers import BOARDS, ORCHARD, full_night, photo
from vision.games import GAMES

NASTY = '<b>Ann</b> \'; DROP TABLE players; -- 李 🍋 "=1+1"'


@pytest.fixture
def other(tmp_path: Path):
    opened = open_book(home=tmp_path / "other")
    yield opened
    opened.close()


def filled(book: Book) -> None:
    full_night(book, (NASTY, "Ben"))
    full_night(book, ("Ben", "Cem"), shade=10)
    for game, (board, sides) in BOARDS.items():
        night = nights.start_night(book, game)
        for name, side in zip(("Ann", ""), sides, strict=True):
            nights.add_player(book, night.id, name, side=side, starts=True)
        nights.save_layout(book, night.id, None, board)
    nights.start_night(book, "orchard", players=["Dora"])  # goes on, with nothing in it
    players.add_player_name(book, "Eve")  # remembered, and never played
    shelf.save_design(book, {"name": "Kite", "points": 5, "outline": [[0, 0], [2, 0], [1, 1]]})
    shelf.remember_goal_points(book, (5, 3, 1))


def test_the_round_trip_is_equal(book, other, fake_reader):
    filled(book)
    told = export_json(book, photos=True)
    brought = import_json(other, told)
    assert (len(brought.nights), brought.skipped, brought.photos, brought.photos_missing) == (5, (), 4, 0)
    assert json.loads(export_json(other, photos=True)) == json.loads(told)
    for line in list_nights(book):
        old, new = nights.load_night(book, line.id), nights.load_night(other, line.id)
        assert (new.why, new.decided_by) == (old.why, old.decided_by)
        assert [(it.label, it.rank) for it in new.seats] == [(it.label, it.rank) for it in old.seats]
    assert list_corrections(other) == list_corrections(book)
    assert {path.name for path in other.photos.iterdir()} == {path.name for path in book.photos.iterdir()}
    for path in book.photos.iterdir():
        assert read_photo(other, path.name) == read_photo(book, path.name)


def test_again_brings_nothing_and_changes_nothing(lite, other, fake_reader):
    filled(lite)
    told = export_json(lite, photos=True)
    ids = import_json(other, told).nights
    before = export_json(other, photos=True)
    assert import_json(other, told) == Imported((), ids, 0, 0)
    assert export_json(other, photos=True) == before


def test_into_its_own_log_after_a_deletion(lite, fake_reader):
    night = full_night(lite)
    told = export_json(lite, [night.id], photos=True)
    nights.delete_night(lite, night.id)
    assert import_json(lite, told).nights == (night.id,)
    assert json.loads(export_json(lite, [night.id], photos=True)) == json.loads(told)


def test_without_photos_they_are_named_and_counted_as_missing(lite, other, fake_reader):
    night = full_night(lite)
    told = json.loads(export_json(lite, [night.id]))
    assert "photos" not in told
    assert told["nights"][0]["layouts"][0]["photos"][0]["hash"] == night.layouts[0].photos[0].hash
    brought = import_json(other, json.dumps(told))
    assert (brought.photos, brought.photos_missing) == (0, 2)
    new = nights.load_night(other, night.id)
    assert new.layouts[0].photos == ()
    assert new.layouts[0].corrections == ()  # an example without its photo teaches nothing
    assert [seat.points for seat in new.seats] == [seat.points for seat in night.seats]


def test_one_night_brings_no_other_names(lite, fake_reader):
    filled(lite)
    told = json.loads(export_json(lite, [list_nights(lite, player="Cem")[0].id]))
    assert set(told) == {"pomona_log", "nights"}
    assert "Dora" not in json.dumps(told)
    with pytest.raises(MissingError):
        export_json(lite, ["none"])


def test_a_sheet_stays_as_it_was_agreed_on(lite, other):
    """Even where Pomona would score otherwise today."""
    night = nights.start_night(lite, "orchard", players=["Ann"])
    nights.save_layout(lite, night.id, night.seats[0].id, ORCHARD)
    told = json.loads(export_json(lite))
    sheet = told["nights"][0]["layouts"][0]["sheet"]
    sheet["items"][0]["points"], sheet["total"] = 99, 99
    import_json(other, json.dumps(told))
    assert nights.load_night(other, night.id).seats[0].points == 99


def test_what_is_remembered_here_stays(lite, other):
    shelf.remember_goal_points(lite, (5, 3, 1))
    shelf.remember_goal_points(other, (6, 4, 2))
    import_json(other, export_json(lite))
    assert shelf.goal_points(other) == (6, 4, 2)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """An export with everything in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "espalier", FakeGame())
        book = open_book(home=tmp_path_factory.mktemp("exported"))
        filled(book)
        told = json.loads(export_json(book, photos=True))
        book.close()
    told["nights"].sort(key=lambda night: night["game"] != "espalier")
    return told


def change(told: dict, *path: object, to: object) -> dict:
    changed = at = copy.deepcopy(told)
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return changed


FIRST = ("nights", 0)
LAYOUT = (*FIRST, "layouts", 0)
ITS, OTHER = (hashlib.sha256(photo(shade)).hexdigest() for shade in (0, 99))
WRONG = {
    "newer": ("pomona_log", 99),
    "older": ("pomona_log", "x"),
    "unknown_field": ("secret", 1),
    "nights_no_list": ("nights", {}),
    "bad_id": (*FIRST, "id", "../../etc"),
    "bad_game": (*FIRST, "game", "chess"),
    "bad_date": (*FIRST, "date", "yesterday"),
    "no_zone": (*FIRST, "started", "2026-01-02T20:00:00"),
    "bad_rules": (*FIRST, "rules", {"variant": "x"}),
    "same_names": (*FIRST, "seats", 1, "name", NASTY),
    "long_name": (*FIRST, "seats", 1, "name", "x" * 81),
    "name_of_nothing": (*FIRST, "seats", 1, "name", "\u200b"),
    "state_alone": (*LAYOUT, "sheet", None),
    "bad_state": (*LAYOUT, "state", {"game": "espalier", "x": 1}),
    "sum": (*LAYOUT, "sheet", "total", 1000),
    "other_sheet": (*LAYOUT, "sheet", "game", "orchard"),
    "no_seat": (*LAYOUT, "seat", 3),
    "twice": (*LAYOUT, "seat", 2),
    "photo_path": (*LAYOUT, "photos", 0, "hash", "../pomona.sqlite3"),
    "reading": (*LAYOUT, "photos", 0, "reading", {"seen": 3}),
    "example_in_a_photo_of_another": (*FIRST, "layouts", 1, "corrections", [
        {"photo": ITS, "what": "tile", "where": {}, "seen": 1, "was": 2}
    ]),
    "example_nowhere": (*LAYOUT, "corrections", 0, "where", "direction", "up"),
    "example_of_nothing": (*LAYOUT, "corrections", 0, "was", ["x"]),
    "bad_goal": (*FIRST, "goals", 0, "goal", "most_bugs"),
    "mixed_goal": (*FIRST, "goals", 0, "entries", 0, {"seat": 1, "place": 1}),
    "no_base64": ("photos", OTHER, "%%%"),
    "no_photo": ("photos", OTHER, base64.b64encode(b"not a photo").decode()),
    "other_photo": ("photos", OTHER, base64.b64encode(photo(98)).decode()),
    "bad_design": ("designs", 0, "outline", [[0, 0]]),
    "huge_setting": ("remembered", "x", {"y": "z" * 30_000}),
}  # fmt: skip


@pytest.mark.parametrize("where", WRONG.values(), ids=WRONG)
def test_a_wrong_log_is_refused_in_a_line_and_changes_nothing(other, fake_reader, exported, where):
    *path, to = where
    told = change(exported, *path, to=to)
    if path == [*LAYOUT, "seat"]:  # the examples of a seat that is not there
        told["nights"][0]["disputes"] = []
    with pytest.raises(LogFileError, match=r"^log\.json") as error:
        import_json(other, json.dumps(told), "log.json")
    assert "\n" not in str(error.value)
    assert (list_nights(other), players.list_players(other), shelf.list_designs(other)) == ((), (), ())
    assert not other.photos.exists() or not [*other.photos.iterdir()]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "null", '{"nights": []}', b"\xff\xfe", '{"pomona_log": NaN}', "[" * 100_000]
)
def test_what_is_no_log_is_refused(other, text):
    with pytest.raises(LogFileError):
        import_json(other, text)


def test_an_endless_file_is_refused_before_it_is_read(other, monkeypatch):
    monkeypatch.setattr(exchange, "MAX_BYTES", 10)
    with pytest.raises(LogFileError, match="fewer games"):
        import_json(other, '{"pomona_log": 1}')


def leaves(data: object, path: tuple = ()) -> list[tuple]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(leaf for key, value in inner for leaf in leaves(value, (*path, key)))]


ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5), st.just([]), st.just({}), st.just("\0\ud800"), st.just(10**30),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_damage_is_refused_or_imported_and_opens(other, fake_reader, exported, data):
    """Nothing but LogFileError comes out, whatever stands where."""
    small = {"pomona_log": 1, "nights": exported["nights"][:1]}
    for layout in small["nights"][0]["layouts"]:
        for kept in layout["photos"]:
            assert kept["reading"] is None or "seen" in kept["reading"]
    path = data.draw(st.sampled_from([it for it in leaves(small) if it]))
    told = change(small, *path, to=data.draw(ODD))
    for line in list_nights(other):
        nights.delete_night(other, line.id)
    with suppress(LogFileError):
        import_json(other, json.dumps(told))
    for line in list_nights(other):
        nights.load_night(other, line.id)
        export_json(other)
