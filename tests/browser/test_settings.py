"""The language in a real browser: chosen with a tree on the table, and kept over a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scoring import espalier
from tests.browser.test_play import choose_sample, total
from tests.fakes import TREE

pytestmark = pytest.mark.browser


def test_the_language_changes_the_words_and_nothing_else(page: Page):
    choose_sample(page)
    page.locator(".st-key-rule_variant button", has_text="Apprentice").dispatch_event("click")
    page.locator(".st-key-rule_enclosure label", has_text="one place").dispatch_event("click")
    rules = espalier.parse_rules({"variant": "apprentice", "enclosure": "any"})
    then = espalier.score(espalier.parse_state(TREE), rules).total
    expect(page.locator(".st-key-total strong")).to_have_text(str(then), timeout=20_000)
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    page.locator(".st-key-settings button").click()
    page.get_by_role("radio", name="Deutsch").click()
    expect(page.locator(".st-key-total")).to_contain_text("Punkte", timeout=20_000)
    assert total(page) == then
    variant = page.locator("[class*=st-key-rule_variant] button", has_text="Lehrling")
    expect(variant).to_have_attribute("aria-checked", "true")
    expect(page.locator("[class*=st-key-rule_enclosure] input").nth(1)).to_be_checked()
    page.reload()
    expect(page.locator(".st-key-intake")).to_contain_text("Oder eines von unseren", timeout=30_000)
