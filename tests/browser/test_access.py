"""How accessible the pages are: axe finds nothing serious on any of them, in light and in the dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.test_mend import mend
from tests.browser.test_night import save, visit
from tests.browser.test_play import choose_sample

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """What axe calls serious, each with where it is."""
    found = Axe().run(page).response["violations"]
    return [
        f"{node['failureSummary']} at {node['html'][:160]}"
        for it in found
        if it["impact"] in SERIOUS
        for node in it["nodes"]
    ]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_nothing_serious_stands_against_any_page(page: Page, light: str):
    page.emulate_media(color_scheme=light)
    against = {"first visit": findings(page)}
    choose_sample(page)
    expect(page.locator(".st-key-rules")).to_be_visible(timeout=30_000)
    against["score"] = findings(page)
    mend(page)
    against["mending"] = findings(page)
    save(page)
    for name in ("Night", "History", "Designs"):
        visit(page, name)
        expect(page.locator(".stMainBlockContainer h2").first).to_be_visible(timeout=30_000)
        page.wait_for_load_state("networkidle")
        against[name] = findings(page)
    assert {name: found for name, found in against.items() if found} == {}
