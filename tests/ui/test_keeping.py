"""What is on the page is in the log: after each answer, after a reload, and when another device was first."""

import pytest
from streamlit.testing.v1 import AppTest

from ledger import labels, nights
from ledger.history import list_nights
from ledger.records import Layout, Night
from ledger.store import Book
from scoring import espalier
from tests.fakes import TREE, photo_bytes
from tests.ui.pages import answers
from ui.table import Table
from vision.observe import Edit, Place

TRUE_TOTAL = espalier.score(espalier.parse_state(TREE)).total
OTHER = Edit("branch", Place(0, 0, direction="S"), True)


@pytest.fixture
def saved_page(page: AppTest) -> AppTest:
    """The page once a sample was read and saved."""
    page.button(key="sample_0").click().run()
    page.button(key="save").click().run()
    assert not page.exception
    assert not page.error
    return page


def address(page: AppTest, name: str) -> str:
    value = page.query_params[name]
    return value if isinstance(value, str) else value[0]


def again(page: AppTest) -> AppTest:
    """The page after a reload."""
    other = AppTest.from_file(page._script_path, default_timeout=60)
    for name in page.query_params:
        other.query_params[name] = address(page, name)
    return other.run()


def night_of(page: AppTest, log: Book) -> Night:
    return nights.load_night(log, address(page, "night"))


def layout_of(page: AppTest, log: Book) -> Layout:
    return night_of(page, log).layouts[0]


def table(page: AppTest) -> Table:
    return page.session_state["table"]


def settle(page: AppTest) -> AppTest:
    answers(page)[0][1].click().run()
    assert not page.error
    return page


def test_nothing_is_kept_before_it_is_saved(page: AppTest, log: Book):
    page.button(key="sample_0").click().run()
    settle(page)
    assert list_nights(log) == ()


def test_saving_starts_a_night_with_photo_and_state(saved_page: AppTest, log: Book):
    layout = layout_of(saved_page, log)
    assert layout.total == TRUE_TOTAL
    assert len(layout.photos) == 1
    assert layout.photos[0].reading is not None
    assert saved_page.button(key="save").disabled
    assert address(saved_page, "seat") == night_of(saved_page, log).seats[0].id


def test_each_answer_is_kept_and_taken_back(saved_page: AppTest, log: Book):
    settle(saved_page)
    layout = layout_of(saved_page, log)
    assert layout.total == table(saved_page).judged(espalier.Rules())[0].sheet.total != TRUE_TOTAL
    (correction,) = layout.corrections
    assert correction.seen != correction.was
    saved_page.button(key="undo").click().run()
    assert layout_of(saved_page, log).corrections == ()
    assert layout_of(saved_page, log).total == TRUE_TOTAL
    saved_page.button(key="redo").click().run()
    assert layout_of(saved_page, log).corrections == (correction,)


def test_a_reload_goes_on_where_it_was(saved_page: AppTest, log: Book):
    settle(saved_page)
    before = table(saved_page)
    reloaded = again(saved_page)
    assert not reloaded.exception
    assert table(reloaded).edits == before.edits
    assert table(reloaded).mended.state == before.mended.state
    assert table(reloaded).reading.seen == before.reading.seen
    reloaded.button(key="undo").click().run()
    assert layout_of(reloaded, log).total == TRUE_TOTAL


def test_a_switch_is_kept(saved_page: AppTest, log: Book):
    saved_page.toggle(key="rule_nested_shapes").set_value(False).run()
    assert night_of(saved_page, log).rules["nested_shapes"] is False
    assert (
        layout_of(saved_page, log).total
        == table(saved_page).judged(espalier.parse_rules({"nested_shapes": False}))[0].sheet.total
    )


def other_device(page: AppTest, log: Book) -> None:
    """Another device says that a branch is there."""
    kept = table(page).saved
    assert kept is not None
    reading = table(page).reading
    nights.save_layout(
        log,
        kept.night,
        kept.seat,
        reading.corrected([OTHER]).state,
        corrections=labels.corrections_of(reading, [OTHER], kept.photo or ""),
    )


def test_when_another_device_was_first_both_answers_count(saved_page: AppTest, log: Book):
    other_device(saved_page, log)
    settle(saved_page)
    assert len(layout_of(saved_page, log).corrections) == 2
    assert OTHER in table(saved_page).edits


def test_what_another_device_changed_is_shown(saved_page: AppTest, log: Book):
    other_device(saved_page, log)
    saved_page.run()  # what the page does by itself every two seconds
    assert OTHER in table(saved_page).edits


def test_a_night_that_was_deleted_is_said(saved_page: AppTest, log: Book):
    nights.delete_night(log, address(saved_page, "night"))
    gone = again(saved_page)
    assert not gone.exception
    assert "does not hold it" in gone.error[0].value
    assert gone.file_uploader(key="photo")


def test_a_log_that_cannot_be_opened_is_said_and_the_score_stays(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("POMONA_DATABASE_URL", "mysql://somewhere")
    page.button(key="sample_0").click().run()
    page.button(key="save").click().run()
    assert not page.exception
    assert "cannot be used" in page.error[0].value
    assert table(page).saved is None


def test_another_photo_of_a_player_is_read_into_the_same_layout(saved_page: AppTest, log: Book):
    settle(saved_page)
    other = photo_bytes(form="PNG")
    saved_page.file_uploader(key="photo").set_value(("tree.png", other, "image/png")).run()
    layout = layout_of(saved_page, log)
    assert len(layout.photos) == 2
    assert len(layout.corrections) == 1, "what was said of the first photo is still an example"
    assert layout.total == TRUE_TOTAL


def test_a_tree_is_entered_by_hand_and_kept(page: AppTest, log: Book):
    page.button(key="by_hand").click().run()
    assert not page.exception
    assert table(page).mending
    page.button(key="save").click().run()
    assert not page.error
    layout = layout_of(page, log)
    assert layout.photos == ()
    assert [tile["kind"] for tile in layout.state["tiles"]] == ["pot"]
    reloaded = again(page)
    assert not reloaded.exception
    assert table(reloaded).mending
