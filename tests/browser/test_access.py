"""How accessible the pages are: axe finds nothing serious on any of them, in light and in the dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.test_mark import CANVAS, QUAD, mark
from tests.browser.test_mend import mend
from tests.browser.test_night import save, visit
from tests.browser.test_play import choose_sample

pytestmark = pytest.mark.browser

SERIOUS = ("serious", "critical")


def findings(page: Page) -> list[str]:
    """What axe calls serious, each with where it is, once the page is whole: while it is drawn, old parts are faint."""
    expect(page.locator(".stApp[data-test-script-state=notRunning]")).to_be_visible(timeout=30_000)
    page.wait_for_function("document.getAnimations().every(it => it.playState !== 'running')")
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
    page.locator(f"{CANVAS} .mark").click()
    mark(page, CANVAS, QUAD[:2])
    expect(page.locator(f"{CANVAS} .handle")).to_have_count(2)
    against["marking"] = findings(page)
    page.locator(f"{CANVAS} .stop").click()
    mend(page)
    against["mending"] = findings(page)
    save(page)
    for name in ("Night", "History", "Designs"):
        visit(page, name)
        expect(page.locator(".stMainBlockContainer h2").first).to_be_visible(timeout=30_000)
        page.wait_for_load_state("networkidle")
        against[name] = findings(page)
    visit(page, "Night")
    page.locator(".st-key-photos_show label").click()
    expect(page.locator(".st-key-photos img")).to_be_visible(timeout=30_000)
    page.locator(".st-key-bg_stats button").click()
    expect(page.locator("img[alt*='BG Stats']")).to_be_visible(timeout=30_000)
    against["what is taken along"] = findings(page)
    assert {name: found for name, found in against.items() if found} == {}
