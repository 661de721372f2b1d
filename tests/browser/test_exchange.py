"""A game out of the app and in again, by the page's own download and upload."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SOON
from tests.browser.test_mend import mend, scored, take, tap
from tests.browser.test_night import add_player, save, settle, visit
from tests.browser.test_play import choose_sample, upload
from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser


def download(page: Page) -> dict[str, Any]:
    """The night's own file, as the page gives it."""
    with page.expect_download(timeout=SOON) as waiting:
        page.locator(".st-key-file_json a").click(timeout=SOON)
    return json.loads(Path(waiting.value.path()).read_text())


def scorepad(page: Page) -> Locator:
    """The night's scorepad; *History* shows tables of figures as well, but none with a total."""
    return page.locator("table.figures").filter(has=page.locator("tr.total"))


def play_a_night(page: Page) -> None:
    """Two players with a photo each, corrections on both, a place, a note and a goal; the game is over."""
    choose_sample(page)
    save(page)
    settle(page)
    visit(page, "Night")
    add_player(page, "Emma")
    page.locator(".st-key-player_2 a").click()
    expect(page.locator(".st-key-sitter")).to_contain_text("Emma", timeout=SOON)
    upload(page, "tree.png", photo_bytes(form="PNG"))
    mend(page)
    take(page, "fruit")
    for _ in range(3):
        tap(page, "fruit:1:-1")
    expect(page.locator(".st-key-total strong")).to_have_text(scored(fruit=[]), timeout=SOON)
    visit(page, "Night")
    page.locator(".st-key-night_about summary").click()
    page.locator("[class*=st-key-night_note] textarea").fill("in the garden")
    page.locator("[class*=st-key-night_note] textarea").press("Control+Enter")
    expect(page.locator(".how.note")).to_have_text("in the garden", timeout=SOON)
    page.locator(".st-key-finish button").click()
    expect(page.locator(".st-key-finish")).to_have_count(0, timeout=SOON)


def test_a_night_goes_out_and_comes_in_again_the_same(page: Page):
    play_a_night(page)
    page.reload()
    expect(scorepad(page)).to_be_visible(timeout=SOON)
    pad = scorepad(page).inner_text()
    told = download(page)
    (night,) = told["nights"]
    assert [len(layout["photos"]) for layout in night["layouts"]] == [1, 1]
    assert all(layout["corrections"] for layout in night["layouts"])
    assert len(told["photos"]) == 2

    page.locator(".st-key-night_delete button").click()
    page.locator(".st-key-night_delete_yes button").click()
    expect(page.locator(".st-key-night_start")).to_be_visible(timeout=SOON)
    visit(page, "History")
    expect(page.locator(".st-key-import")).to_be_visible(timeout=SOON)
    expect(page.locator(f".st-key-nights a[href*='{night['id']}']")).to_have_count(0)

    page.locator(".st-key-import input[type=file]").set_input_files(
        {"name": "night.json", "mimeType": "application/json", "buffer": json.dumps(told).encode()}
    )
    expect(page.get_by_text("1 game came in")).to_be_visible(timeout=SOON)
    page.locator(f".st-key-nights a[href*='{night['id']}']").click()
    expect(scorepad(page)).to_be_visible(timeout=SOON)
    assert scorepad(page).inner_text() == pad
    assert download(page) == told

    # What was corrected can still be taken back, on the photo that it was said of.
    page.locator(".st-key-player_2 a").click()
    expect(page.locator(".st-key-undo button")).to_be_enabled(timeout=SOON)
