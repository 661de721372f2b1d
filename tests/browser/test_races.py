"""What a player does while the page is still being drawn is not lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SOON
from tests.browser.test_mend import mend, scored, take, tap
from tests.browser.test_night import save, visit
from tests.browser.test_play import choose_sample
from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser


def test_a_photo_chosen_while_the_page_is_drawn_is_read(page: Page):
    page.locator(".st-key-sample button").first.click()
    page.locator(".st-key-total").wait_for(timeout=SOON)
    # With nothing awaited: the rest of the page follows now, and with it another place for another photo.
    page.locator(".st-key-photo input[type=file]").first.set_input_files(
        {"name": "mine.jpg", "mimeType": "image/jpeg", "buffer": photo_bytes()}
    )
    expect(page.locator(".st-key-score")).not_to_contain_text("true score", timeout=SOON)


def test_quick_taps_before_leaving_are_counted(page: Page):
    choose_sample(page)
    save(page)
    mend(page)
    take(page, "fruit")
    for _ in range(3):
        tap(page, "fruit:1:-1")
    # At once, wherever the page stands and whatever the picture hides of the menu.
    page.locator(".st-key-pages a[href^=night]").dispatch_event("click")
    expect(page.locator("table.figures tr.total")).to_contain_text(scored(fruit=[]), timeout=SOON)
    visit(page, "Score")
    expect(page.locator(".st-key-total strong")).to_have_text(scored(fruit=[]), timeout=SOON)


def test_a_file_is_fetched_while_the_page_is_drawn(page: Page):
    choose_sample(page)
    save(page)
    visit(page, "Night")
    file = page.locator(".st-key-file_json a")
    file.wait_for(timeout=SOON)
    expect(page.locator(".stApp[data-test-script-state=notRunning]")).to_be_visible(timeout=SOON)
    for _ in range(3):
        page.locator(".st-key-photos_show input").dispatch_event("click")
        with page.expect_download(timeout=5000) as waiting:
            file.dispatch_event("click")
        assert waiting.value.failure() is None
