"""The page in a real browser, on a phone and on a desk, with the fake reader."""

from __future__ import annotations

import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser


def number(text: str) -> int:
    found = re.search(r"-?\d+", text)
    assert found, text
    return int(found[0])


def total(page: Page) -> int:
    """The total that the page shows, once it does."""
    shown = page.locator(".st-key-total strong")
    shown.wait_for(timeout=30_000)
    return number(shown.inner_text())


def choose_sample(page: Page) -> None:
    page.locator(".st-key-sample button").first.click()
    page.locator(".st-key-total").wait_for(timeout=30_000)
    page.locator(".pomona-canvas .thing").first.wait_for(state="attached")


def upload(page: Page, name: str, data: bytes) -> None:
    # While the page is drawn, the place for a first photo still stands beside that for another one.
    expect(page.locator(".stApp[data-test-script-state=notRunning]")).to_be_visible(timeout=30_000)
    page.locator(".st-key-photo input[type=file]").set_input_files(
        {"name": name, "mimeType": "image/jpeg", "buffer": data}
    )


def lit(page: Page) -> int:
    return page.locator(".pomona-canvas .lights > *").count()


def test_a_sample_gives_the_total_that_its_truth_gives(page: Page):
    choose_sample(page)
    score = page.locator(".st-key-score").inner_text()
    truth = re.search(r"true score of this sample is (-?\d+)", score)
    assert truth
    assert total(page) == int(truth[1])
    low, high = map(int, re.findall(r"-?\d+", page.locator(".st-key-range").inner_text())[:2])
    assert low <= total(page) <= high


def test_the_page_fits_the_screen(page: Page):
    choose_sample(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    box = page.locator(".pomona-canvas svg.scene").bounding_box()
    assert box is not None
    assert box["width"] > 0.5 * min(page.viewport_size["width"], 900)
    # The total is in sight without scrolling.
    score = page.locator(".st-key-total").bounding_box()
    assert score is not None
    assert score["y"] + score["height"] < page.viewport_size["height"]


def test_the_photo_is_fetched_once(page: Page):
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/picture/" in request.url else None)
    choose_sample(page)
    shown = page.locator(".pomona-canvas image").get_attribute("href")
    page.locator(".st-key-sheet button:not([disabled])").first.click()
    expect(page.locator(".pomona-canvas.lit")).to_be_visible()
    assert len([url for url in fetched if url.endswith(shown)]) == 1


def test_an_upload_is_read(page: Page):
    upload(page, "tree.jpg", photo_bytes())
    page.locator(".st-key-total").wait_for(timeout=30_000)
    assert total(page) > 0


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("holiday.jpg", b"this is not a photo", "no picture"),
        ("notes.txt", b"milk, eggs", "no picture"),
        ("empty.jpg", b"", "empty"),
        ("table.jpg", photo_bytes(Image.new("RGB", (640, 480), "grey")), "no tiles"),
    ],
)
def test_what_cannot_be_read_is_said(page: Page, name: str, data: bytes, said: str):
    upload(page, name, data)
    expect(page.locator(".st-key-message")).to_contain_text(said, timeout=30_000)
    expect(page.locator(".st-key-message")).to_contain_text(name)


def test_rubbish_leaves_what_was_there(page: Page):
    choose_sample(page)
    before = total(page)
    upload(page, "holiday.jpg", b"this is not a photo")
    expect(page.locator(".st-key-message")).to_contain_text("no picture")
    expect(page.locator(".st-key-message")).to_be_in_viewport()
    assert total(page) == before


def test_a_line_of_the_sheet_lights_its_evidence(page: Page):
    choose_sample(page)
    assert lit(page) == 0
    line = page.locator(".st-key-sheet button:not([disabled])", has_text="Triangles")
    line.click()
    expect(page.locator(".pomona-canvas.lit .lights polygon").first).to_be_visible()
    expect(page.locator(".pomona-canvas .says")).to_contain_text("Triangles")
    said = page.locator(".pomona-canvas .says").bounding_box()
    assert said is not None
    assert said["height"] < 36  # one line: words are not broken to fit between the buttons
    expect(page.locator(".pomona-canvas svg.scene")).to_be_in_viewport(ratio=0.5)
    everything = lit(page)
    page.locator(".pomona-canvas .after").click()
    assert 0 < lit(page) < everything
    line.click()
    expect(page.locator(".pomona-canvas.lit")).to_have_count(0)


def test_a_switch_changes_the_total(page: Page):
    choose_sample(page)
    before = total(page)
    page.locator(".st-key-rule_variant button", has_text="Novice").click()
    expect(page.locator(".st-key-total strong")).not_to_have_text(str(before))
    expect(page.locator(".st-key-sheet")).not_to_contain_text("Lemons")


def test_a_doubt_is_settled_and_taken_back(page: Page):
    choose_sample(page)
    before = total(page)
    card = page.locator(".st-key-doubt_0")
    other = card.locator(".st-key-doubt_0_option_1 button")
    promised = int(other.inner_text().split()[-1])
    assert promised != before
    other.click()
    expect(page.locator(".st-key-total strong")).to_have_text(str(promised))
    page.locator(".st-key-undo button").click()
    expect(page.locator(".st-key-total strong")).to_have_text(str(before))
    page.locator(".st-key-redo button").click()
    expect(page.locator(".st-key-total strong")).to_have_text(str(promised))


def test_two_quick_answers_each_settle_their_own_doubt(page: Page):
    choose_sample(page)
    expect(page.locator(".st-key-rules")).to_be_visible()
    asked = [card.inner_text() for card in page.locator(".doubt").all()]
    assert len(asked) == 3
    # Both before the page can have been drawn anew, with the second doubt in the first one's place.
    page.evaluate(
        "for (const n of [0, 1]) document.querySelector(`.st-key-doubt_${n}_option_1 button`).click()"
    )
    expect(page.locator(".doubt")).to_have_count(1, timeout=30_000)
    expect(page.locator(".doubt")).to_have_text(asked[2], use_inner_text=True)


def test_a_tap_on_a_doubtful_thing_brings_up_its_doubt(page: Page):
    choose_sample(page)
    thing = page.locator(".pomona-canvas .thing.doubtful .reach").last
    box = thing.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43.5
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".doubt.focused")).to_have_count(1)
    expect(page.locator(".doubt.focused")).to_be_in_viewport()
    expect(page.locator(".pomona-canvas .says")).to_contain_text("% sure")


def test_a_tap_on_a_sure_thing_says_what_it_is(page: Page):
    choose_sample(page)
    thing = page.locator(".pomona-canvas .thing[data-id^='token']").first
    box = thing.locator(".reach").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".pomona-canvas .says")).to_contain_text("Graft token")
    expect(thing).to_have_class(re.compile("chosen"))


def test_the_picture_is_reached_by_keyboard(page: Page):
    choose_sample(page)
    assert page.locator(".pomona-canvas .thing[tabindex='0']").count() == 1
    page.locator(".pomona-canvas .thing[tabindex='0']").focus()
    first = page.evaluate("document.activeElement.dataset.id")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.dataset.id")
    assert first != second
    page.keyboard.press("Enter")
    expect(page.locator(f".pomona-canvas .thing[data-id='{second}']")).to_have_class(re.compile("chosen"))
    assert all(page.locator(".pomona-canvas .thing").evaluate_all("all => all.map(e => e.ariaLabel)"))


def test_the_whole_photo_can_be_seen(page: Page):
    choose_sample(page)
    scene = page.locator(".pomona-canvas svg.scene")
    page.locator(".pomona-canvas .fit").click()
    expect(scene).to_have_attribute("viewBox", "0 0 1200 900")


def test_buttons_are_large_enough_for_fingers(page: Page):
    choose_sample(page)
    # What tells of the reading goes after the total has come: on its way out its button has no height.
    expect(page.locator(".st-key-reading")).to_have_count(0, timeout=30_000)
    small = page.locator("[class*='st-key-'] button:visible, .pomona-canvas button:visible").evaluate_all(
        """all => all.filter(e => !e.closest('[data-testid=stTooltipIcon], [data-testid=stWidgetLabel]'))
            .filter(e => e.getBoundingClientRect().height < 43.5).map(e => e.textContent)"""
    )
    assert small == []
