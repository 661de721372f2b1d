"""Several visitors' photos at once: nobody is held up by the first, the line is told, and a reading is cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import SOON, opened
from tests.browser.test_play import choose_sample, total, upload
from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser


@pytest.fixture
def closed(gate: Path) -> Iterator[Path]:
    """Slow photos wait until this is gone."""
    gate.touch()
    yield gate
    gate.unlink(missing_ok=True)


def test_readings_wait_their_turn_and_hold_nobody_up(
    page: Page, browser: Browser, fake_app: str, closed: Path
):
    with ExitStack() as stack:
        second, third = (stack.enter_context(opened(browser, fake_app, "phone")) for _ in range(2))
        upload(page, "slow.jpg", photo_bytes())
        box = page.locator(".st-key-reading")
        expect(box).to_contain_text("Looking at what lies there", timeout=SOON)
        expect(box).to_be_in_viewport()
        # A second visitor is read while the first one's photo takes its time.
        choose_sample(second)
        upload(second, "slow too.jpg", photo_bytes())
        expect(second.locator(".st-key-reading")).to_contain_text("Looking at what", timeout=SOON)
        # With as many under way as there can be, a third one waits, and sees for how many.
        upload(third, "tree.jpg", photo_bytes())
        waits = third.locator(".st-key-reading")
        expect(waits).to_contain_text("2 readings before yours", timeout=SOON)
        # What lies on the table can be used meanwhile.
        before = total(second)
        second.locator(".st-key-doubt_0_option_1 button").click()
        expect(second.locator(".st-key-total strong")).not_to_have_text(str(before), timeout=SOON)
        closed.unlink()
        for visitor in (page, second, third):
            expect(visitor.locator(".st-key-reading")).to_have_count(0, timeout=SOON)
            expect(visitor.locator(".st-key-total strong")).to_have_text(str(before), timeout=SOON)


def test_a_reading_is_cancelled_and_the_page_is_as_it_was(page: Page, closed: Path):
    choose_sample(page)
    page.locator(".st-key-doubt_0_option_1 button").click()
    expect(page.locator(".st-key-undo button")).to_be_enabled(timeout=SOON)
    before = total(page)
    upload(page, "slow.jpg", photo_bytes())
    cancel = page.locator(".st-key-reading_cancel button")
    cancel.click(timeout=SOON)
    expect(page.locator(".st-key-reading")).to_have_count(0, timeout=SOON)
    closed.unlink()
    # Another reading goes through, and what was cancelled does not come after it.
    upload(page, "tree.jpg", photo_bytes())
    expect(page.locator(".st-key-undo button")).to_be_disabled(timeout=SOON)
    assert total(page) != before
    expect(page.locator(".st-key-reading")).to_have_count(0, timeout=SOON)
