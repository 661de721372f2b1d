"""A game night in a real browser: from photos to the result, over a reload, and on two devices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import opened
from tests.browser.test_play import choose_sample, total, upload
from tests.fakes import photo_bytes

pytestmark = pytest.mark.browser

SOON = 30_000


def visit(page: Page, name: str) -> None:
    page.locator(".st-key-pages a", has_text=name).click()


def save(page: Page) -> None:
    page.locator(".st-key-save button").click()
    expect(page.locator(".st-key-save button")).to_be_disabled(timeout=SOON)
    expect(page.locator(".st-key-seats")).to_contain_text("saved as you go", timeout=SOON)


def settle(page: Page) -> int:
    """Answer the first doubt with its second reading. -> the total that this gives"""
    option = page.locator(".st-key-doubt_0_option_1 button")
    promised = option.inner_text().split()[-1]
    option.click()
    expect(page.locator(".st-key-total strong")).to_have_text(promised, timeout=SOON)
    return int(promised)


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_whole_night(page: Page):
    choose_sample(page)
    save(page)
    first = settle(page)
    visit(page, "Night")
    page.locator(".st-key-player_new input").fill("Ben <i>x</i>")
    page.locator(".st-key-player_new input").press("Enter")
    second = page.locator(".st-key-player_2 a")
    expect(second).to_contain_text("Ben <i>x</i>", timeout=SOON)
    assert fits(page)
    second.click()
    expect(page.locator(".st-key-sitter")).to_contain_text("Ben", timeout=SOON)
    upload(page, "tree.png", photo_bytes(form="PNG"))
    page.locator(".st-key-total").wait_for(timeout=SOON)
    other = total(page)
    visit(page, "Night")
    pad = page.locator("table.figures tr.total")
    expect(pad).to_contain_text(str(first), timeout=SOON)
    expect(pad).to_contain_text(str(other))
    page.locator(".st-key-finish button").click()
    expect(page.locator(".st-key-ending")).to_contain_text("The game is over", timeout=SOON)
    visit(page, "History")
    row = page.locator(".st-key-nights a").first
    expect(row).to_contain_text("Ben <i>x</i>", timeout=SOON)
    assert fits(page)
    row.click()
    expect(pad).to_contain_text(str(first), timeout=SOON)


def test_a_reload_loses_nothing(page: Page):
    choose_sample(page)
    save(page)
    before = settle(page)
    page.reload()
    page.locator(".st-key-total").wait_for(timeout=SOON)
    assert total(page) == before
    expect(page.locator(".st-key-undo button")).to_be_enabled(timeout=SOON)


def test_two_devices_look_at_the_same_game(page: Page, browser: Browser, fake_app: str):
    choose_sample(page)
    save(page)
    before = total(page)
    with opened(browser, fake_app, "phone", at=page.url.removeprefix(fake_app)) as other:
        other.locator(".st-key-total").wait_for(timeout=SOON)
        assert total(other) == before
        page.locator(".st-key-doubt_0_option_1 button").click()
        expect(page.locator(".st-key-total strong")).not_to_have_text(str(before), timeout=SOON)
        expect(other.locator(".st-key-total strong")).to_have_text(str(total(page)), timeout=SOON)
