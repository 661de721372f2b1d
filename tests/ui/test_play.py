"""The page: a photo goes in, a score comes out, doubts are settled, rules are switched."""

import re
import tomllib
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from streamlit.testing.v1 import AppTest

from scoring import espalier
from tests.fakes import TREE, FakeReader, photo_bytes
from tests.ui.pages import answers
from ui import play
from ui.table import Table, Unread
from vision.games import GAMES
from vision.observe import Advice, Quad
from vision.photo import MAX_BYTES

TRUE_TOTAL = espalier.score(espalier.parse_state(TREE)).total


def html(page: AppTest) -> str:
    return " ".join(block.proto.body for block in page.get("html"))


def total(page: AppTest) -> int:
    found = re.search(r'class="total"><strong>(-?\d+)<', html(page))
    assert found, html(page)
    return int(found[1])


def table(page: AppTest) -> Table:
    return page.session_state["table"]


def line(page: AppTest, name: str):
    return next(b for b in page.button if b.key.startswith("line_") and b.label.startswith(f"**{name}"))


def keys(page: AppTest) -> set[str]:
    return {button.key for button in page.button if button.key}


@pytest.fixture
def read_page(page: AppTest) -> AppTest:
    """The page once the first sample has been read."""
    page.button(key="sample_0").click().run()
    assert not page.exception
    return page


def test_the_first_visit_offers_an_upload_and_samples_and_no_score(page: AppTest):
    assert not page.exception
    assert {"sample_0", "sample_1"} <= keys(page)
    assert page.file_uploader(key="photo")
    assert "undo" not in keys(page)
    assert "table" not in page.session_state


def test_a_sample_is_one_tap_from_its_score(read_page: AppTest):
    assert total(read_page) == TRUE_TOTAL
    assert "The true score of this sample is 7." in html(read_page)


def test_the_range_names_its_low_and_high_end(read_page: AppTest):
    low, high = map(int, re.findall(r'class="range">(-?\d+) to (-?\d+)', html(read_page))[0])
    assert low <= total(read_page) <= high


def test_nothing_is_called_sure_while_a_doubt_is_left(read_page: AppTest):
    """The last doubt has no points at stake: the range is one number before it is settled."""
    said = []
    while answers(read_page):
        found = re.findall(r'class="range">(-?\d+) to (-?\d+)(.*?)<', html(read_page))
        said.append(found[0])
        answers(read_page)[0][1].click().run()
    assert said[-1][0] == said[-1][1]
    assert {rest for _, _, rest in said} == {", 95 % sure"}
    assert "nothing left in doubt" in html(read_page)


def test_an_upload_is_read(page: AppTest):
    page.file_uploader(key="photo").set_value(("tree.jpg", photo_bytes(), "image/jpeg")).run()
    assert not page.exception
    assert total(page) == TRUE_TOTAL
    assert "The true score of" not in html(page)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"not a photo at all", "no picture"),
        (photo_bytes()[:400], "damaged"),
        (photo_bytes(Image.new("RGB", (400, 300), "grey")), "no tiles"),
    ],
    ids=["rubbish", "truncated", "no-layout"],
)
def test_a_photo_that_cannot_be_read_is_said_and_loses_nothing(read_page: AppTest, data: bytes, said: str):
    before = table(read_page)
    read_page.file_uploader(key="photo").set_value(("holiday.jpg", data, "image/jpeg")).run()
    assert not read_page.exception
    assert said in read_page.error[0].value
    assert table(read_page) is before
    assert total(read_page) == TRUE_TOTAL


def mark(page: AppTest, photo: Unread, corners: Quad) -> None:
    """Mark a tile in a photo, as the picture does with its last corner."""
    page.session_state["wanted"] = partial(play.line_up, photo, None, corners)


CORNERS = ((20.0, 10.0), (90.0, 12.0), (91.0, 85.0), (18.0, 83.0))


def test_a_photo_without_a_layout_can_be_marked_and_is_read_on(page: AppTest):
    blank = photo_bytes(Image.new("RGB", (400, 300), "grey"))
    page.file_uploader(key="photo").set_value(("table.jpg", blank, "image/jpeg")).run()
    unread = page.session_state["unread"]
    mark(page, unread, CORNERS)
    page.run()
    assert not page.exception
    assert not page.error
    assert "unread" not in page.session_state
    assert table(page).picture is unread.picture
    assert total(page) == TRUE_TOTAL


def test_corners_that_cannot_be_are_said_and_can_be_set_again(read_page: AppTest):
    before = table(read_page)
    mark(read_page, before.unread, ((5.0, 5.0),) * 4)
    read_page.run()
    assert "too close together" in read_page.error[0].value
    assert table(read_page) is before
    mark(read_page, before.unread, CORNERS)
    read_page.run()
    assert not read_page.error
    assert table(read_page) is not before
    assert table(read_page).truth == before.truth


def test_what_is_no_photo_cannot_be_marked(page: AppTest):
    page.file_uploader(key="photo").set_value(("a.jpg", b"rubbish", "image/jpeg")).run()
    assert "unread" not in page.session_state


def test_another_photo_ends_the_marking(page: AppTest):
    blank = photo_bytes(Image.new("RGB", (400, 300), "grey"))
    page.file_uploader(key="photo").set_value(("table.jpg", blank, "image/jpeg")).run()
    page.button(key="sample_0").click().run()
    assert "unread" not in page.session_state


def test_a_good_photo_ends_the_message(page: AppTest):
    page.file_uploader(key="photo").set_value(("a.jpg", b"rubbish", "image/jpeg")).run()
    assert page.error
    page.button(key="sample_0").click().run()
    assert not page.error


def test_a_fault_in_the_reader_is_said_and_loses_nothing(
    read_page: AppTest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    before = table(read_page)
    monkeypatch.setattr(FakeReader, "observe", lambda *_: 1 / 0)
    read_page.button(key="sample_1").click().run()
    assert not read_page.exception
    assert "something went wrong" in read_page.error[0].value
    assert table(read_page) is before
    assert "ZeroDivisionError" in caplog.text


def test_a_hostile_name_is_text(page: AppTest):
    name = "<img src=x onerror=alert(1)> **bold**.jpg"
    page.file_uploader(key="photo").set_value((name, b"rubbish", "image/jpeg")).run()
    said = page.error[0].value
    assert r"\<img" in said
    assert r"\*\*bold" in said


def test_each_doubt_has_the_reading_seen_first(read_page: AppTest):
    labels = next([it.label for it in found] for found in answers(read_page) if "Lemon" in found[0].label)
    assert [label.split("**")[1] for label in labels] == ["Lemon", "Orange", "Nothing"]
    assert labels[0].endswith(f" {TRUE_TOTAL}")


def test_settling_a_doubt_scores_again_and_can_be_undone(read_page: AppTest):
    page = read_page
    _, other = next(found for found in answers(page) if "Branch" in found[0].label)
    promised = int(other.label.split()[-1])
    other.click().run()
    assert total(page) == promised
    assert len(answers(page)) == 2
    page.button(key="undo").click().run()
    assert total(page) == TRUE_TOTAL
    assert page.button(key="undo").disabled
    page.button(key="redo").click().run()
    assert total(page) == promised
    assert page.button(key="redo").disabled


def test_a_new_answer_after_undo_leaves_nothing_to_redo(read_page: AppTest):
    page = read_page
    answers(page)[0][1].click().run()
    page.button(key="undo").click().run()
    answers(page)[0][0].click().run()
    assert page.button(key="redo").disabled
    assert total(page) == TRUE_TOTAL


def test_when_all_is_settled_nothing_is_left_to_check(read_page: AppTest):
    for _ in range(3):
        answers(read_page)[0][0].click().run()
    assert answers(read_page) == []
    assert "Nothing here needs a second look." in html(read_page)


def test_a_line_lights_its_evidence_and_a_second_tap_puts_it_out(read_page: AppTest):
    line(read_page, "Triangles").click().run()
    assert table(read_page).lit == "triangle"
    line(read_page, "Triangles").click().run()
    assert table(read_page).lit is None


def test_a_line_without_evidence_cannot_be_tapped(read_page: AppTest):
    assert line(read_page, "Sets of designs").disabled


def test_rule_switches_score_again_at_once(read_page: AppTest):
    page = read_page
    state = espalier.parse_state(TREE)
    page.toggle(key="rule_nested_shapes").set_value(False).run()
    assert total(page) == espalier.score(state, espalier.parse_rules({"nested_shapes": False})).total
    page.toggle(key="rule_nested_shapes").set_value(True).run()
    page.radio(key="rule_enclosure").set_value("any").run()
    assert total(page) == espalier.score(state, espalier.parse_rules({"enclosure": "any"})).total
    page.button_group(key="rule_variant").set_value("novice").run()
    assert total(page) == espalier.score(state, espalier.parse_rules({"variant": "novice"})).total
    assert "Lemons" not in " ".join(button.label for button in page.button)


def test_a_difficult_design_has_its_own_line(read_page: AppTest):
    read_page.multiselect(key="rule_designs").set_value(["House"]).run()
    assert not read_page.exception
    assert line(read_page, "House")


def test_corrections_stay_when_the_rules_change(read_page: AppTest):
    answers(read_page)[0][1].click().run()
    read_page.toggle(key="rule_nested_shapes").set_value(False).run()
    assert table(read_page).told == 1
    assert not read_page.button(key="undo").disabled


def test_a_new_photo_starts_without_corrections(read_page: AppTest):
    answers(read_page)[0][1].click().run()
    read_page.button(key="sample_1").click().run()
    assert table(read_page).told == 0
    assert total(read_page) == TRUE_TOTAL


def test_the_server_takes_what_the_reader_takes():
    config = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text())
    assert config["server"]["maxUploadSize"] * 2**20 == MAX_BYTES


def test_what_goes_wrong_and_what_is_advised_is_said_in_german(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
):
    page.query_params["lang"] = "de"
    page.file_uploader(key="photo").set_value(("a.jpg", b"rubbish", "image/jpeg")).run()
    assert "kein lesbares Bild" in page.error[0].value
    monkeypatch.setattr(GAMES["espalier"].reader, "advice", (Advice("dark", "The photo is dark"),))
    page.button(key="sample_0").click().run()
    assert "Das Foto ist dunkel" in page.info[0].value
