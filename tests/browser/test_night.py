"""A game night in a real browser: from photos to the result, over a reload, and on two devices."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scoring import espalier
from tests.browser.conftest import SOON, opened
from tests.browser.test_play import choose_sample, total, upload
from tests.fakes import TREE, photo_bytes

pytestmark = pytest.mark.browser


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


def give_second_player_a_photo(page: Page, name: str) -> None:
    """On the night's page."""
    page.locator(".st-key-player_2 a").click()
    expect(page.locator("[class*=st-key-sitter]").first).to_contain_text(name, timeout=SOON)
    upload(page, "tree.png", photo_bytes(form="PNG"))
    page.locator(".st-key-total").wait_for(timeout=SOON)


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_whole_night(page: Page):
    choose_sample(page)
    save(page)
    first = settle(page)
    visit(page, "Night")
    add_player(page, "Ben <i>x</i>")
    assert fits(page)
    give_second_player_a_photo(page, "Ben")
    other = total(page)
    visit(page, "Night")
    pad = page.locator("table.figures tr.total")
    expect(pad).to_contain_text(str(first), timeout=SOON)
    expect(pad).to_contain_text(str(other))
    page.locator(".st-key-finish button").click()
    expect(page.locator(".st-key-finish")).to_have_count(0, timeout=SOON)
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


def add_player(page: Page, name: str) -> None:
    """On the night's page."""
    page.locator(".st-key-player_new input").fill(name)
    page.locator(".st-key-player_new input").press("Enter")
    expect(page.locator("[class*=st-key-player_] a", has_text=name)).to_be_visible(timeout=SOON)


def test_a_reload_in_the_middle_of_a_night_leads_back_to_the_same_player(page: Page):
    choose_sample(page)
    save(page)
    first = settle(page)
    visit(page, "Night")
    add_player(page, "Fay")
    give_second_player_a_photo(page, "Fay")
    second = settle(page)
    page.locator(".st-key-undo button").click()
    expect(page.locator(".st-key-total strong")).not_to_have_text(str(second), timeout=SOON)
    undone = total(page)
    page.reload()
    chosen = page.locator("[class*=st-key-sitter] button[aria-checked=true]")
    expect(chosen).to_have_text(f"Fay · {undone}", timeout=SOON)
    assert total(page) == undone
    assert settle(page) == second, "the night goes on from there"
    visit(page, "Night")
    pad = page.locator("table.figures tr.total td")
    expect(pad).to_have_text(["Total", str(first), str(second)], timeout=SOON)


def doubt(page: Page, words: str) -> Locator:
    """The card of the doubt in which these words stand."""
    named = page.locator(".doubt", has_text=words)
    return named.locator("xpath=ancestor::*[contains(@class, 'st-key-doubt_')][1]")


def answer(page: Page, words: str) -> None:
    """Answer a doubt with its second reading."""
    doubt(page, words).locator("[class*='_option_1'] button").click()


def test_two_devices_that_change_the_same_layout_at_once_lose_nothing(
    page: Page, browser: Browser, fake_app: str
):
    choose_sample(page)
    save(page)
    orange = [{"col": 0, "row": 0, "at": "NE", "kind": "orange"}]
    without = [{**it, "branches": ["NW"]} if it["kind"] == "summer" else it for it in TREE["tiles"]]
    state = espalier.parse_state({**TREE, "fruit": orange, "tiles": without})
    both = str(espalier.score(state).total)
    with opened(browser, fake_app, "phone", at=page.url.removeprefix(fake_app)) as other:
        other.locator(".st-key-doubt_0").wait_for(timeout=SOON)
        answer(page, "Which fruit")
        answer(other, "column 1, row 0 · N")
        for device in (page, other):
            expect(device.locator(".st-key-total strong")).to_have_text(both, timeout=SOON)
        other.reload()
        other.locator(".st-key-total").wait_for(timeout=SOON)
        assert str(total(other)) == both


def test_the_night_on_one_device_follows_what_the_other_does(page: Page, browser: Browser, fake_app: str):
    choose_sample(page)
    save(page)
    night = page.url.removeprefix(fake_app).replace("/?", "/night?")
    with browser.new_context() as context:
        other = context.new_page()
        other.goto(fake_app + night)
        pad = other.locator("table.figures tr.total")
        expect(pad).to_contain_text(str(total(page)), timeout=SOON)
        expect(pad).to_contain_text(str(settle(page)), timeout=SOON)
        add_player(other, "Gus")
        expect(page.locator("[class*=st-key-sitter]").first).to_contain_text("Gus", timeout=SOON)
