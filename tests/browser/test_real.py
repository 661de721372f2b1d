"""The app as players have it: the real reader, its samples, and a photo of a look that training never saw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ui.samples import FOLDER
from vision import models

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (models.FOLDER / "manifest.json").exists(), reason="no trained nets: make train"),
]


def total(page: Page) -> int:
    page.locator(".st-key-total").wait_for(timeout=60_000)
    found = re.search(r"-?\d+", page.locator(".st-key-total").inner_text())
    assert found
    return int(found[0])


@pytest.mark.skipif(not any(FOLDER.glob("*.json")), reason="no sample photos: make samples")
def test_a_sample_gives_its_true_total_or_says_what_it_doubts(real_page: Page):
    real_page.locator(".st-key-sample button").first.click()
    seen = total(real_page)
    score = real_page.locator(".st-key-score")
    expect(score).to_contain_text("true score of this sample is", timeout=30_000)
    truth = re.search(r"true score of this sample is (-?\d+)", score.inner_text())
    assert truth
    if seen != int(truth[1]):
        expect(real_page.locator(".st-key-doubt_0")).to_be_visible(timeout=30_000)
    real_page.locator(".st-key-sheet button:not([disabled])").first.click()
    expect(real_page.locator(".pomona-canvas.lit .lights > *").first).to_be_visible()


def test_a_photo_from_a_table_is_read(real_page: Page, shared: Path):
    photo = shared / "practice" / "espalier" / "practice-espalier-02.jpg"
    real_page.locator(".st-key-photo input[type=file]").set_input_files(photo)
    total(real_page)
    expect(real_page.locator(".pomona-canvas .thing[data-id^='tile']").nth(1)).to_be_attached(timeout=30_000)
    low, high = map(int, re.findall(r"-?\d+", real_page.locator(".st-key-range").inner_text())[:2])
    assert low <= total(real_page) <= high


def test_a_photo_of_something_else_is_said(real_page: Page, tmp_path: Path):
    rubbish = tmp_path / "holiday.jpg"
    rubbish.write_bytes(bytes(range(256)) * 40)
    real_page.locator(".st-key-photo input[type=file]").set_input_files(rubbish)
    expect(real_page.locator(".st-key-message")).to_contain_text("holiday.jpg", timeout=60_000)


def test_a_tapped_doubt_is_not_behind_the_picture(real_page: Page):
    real_page.locator(".st-key-sample button", has_text="Across the table").click()
    thing = real_page.locator(".pomona-canvas .thing.doubtful .reach").first
    thing.wait_for(state="attached", timeout=60_000)
    real_page.wait_for_timeout(1_000)  # the page settles
    box = thing.bounding_box()
    assert box is not None
    real_page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    real_page.locator(".doubt.focused").wait_for()
    real_page.wait_for_timeout(2_000)  # the page glides there
    card = real_page.locator(".doubt.focused").bounding_box()
    picture = real_page.locator(".st-key-picture").bounding_box()
    assert card is not None
    assert picture is not None
    below = picture["y"] + picture["height"]
    assert card["y"] >= below or below < 0
