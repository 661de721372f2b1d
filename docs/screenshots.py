"""Makes the pictures of the app's pages that the README shows: `make screenshots`.

The app is started as players start it, with a log of its own: the first sample photo is read, two players are logged,
and every page is photographed on a desk and on a phone. Needs Debian's chromium.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser import APP, FLAGS, find_browser, running

HERE = Path(__file__).parent
SCREENS = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
        "color_scheme": "dark",
    },
}
SOON = 60_000
SETTLED = 2_500
"""Milliseconds until the photo and the cut-outs are there and nothing moves."""


def main() -> None:
    """Write a JPEG beside this file for each page and screen."""
    path = find_browser()
    if path is None:
        raise SystemExit("no browser: apt install chromium")
    with running(*APP) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for screen in SCREENS:
            _take(chromium, address, screen)
        chromium.close()


def _take(chromium: Browser, address: str, screen: str) -> None:
    with chromium.new_context(**SCREENS[screen]) as context:
        page = context.new_page()
        page.goto(address)
        for name in _visit(page):
            page.wait_for_timeout(SETTLED)
            page.screenshot(path=HERE / f"app-{name}-{screen}.jpg", type="jpeg", quality=80)


def _visit(page: Page) -> Iterator[str]:
    """Go through the app as a game night does. -> the name of each page as it is there"""
    page.locator(".st-key-sample button").first.wait_for(timeout=SOON)
    yield "first"
    page.locator(".st-key-sample button").first.click()
    page.locator(".st-key-total").wait_for(timeout=SOON)
    yield "score"
    page.locator(".pomona-canvas .tool.mend").click()
    yield "mend"
    page.locator(".pomona-canvas .mending .done").click()
    page.locator(".st-key-save button").click()
    page.locator(".st-key-seats").wait_for(timeout=SOON)
    _open(page, "night")
    page.locator("[class*=st-key-player_new] input").fill("Ben")
    page.locator("[class*=st-key-player_new] input").press("Enter")
    page.locator(".st-key-player_2 a").click(timeout=SOON)
    page.locator(".st-key-sample button").nth(2).click(timeout=SOON)
    page.locator(".st-key-total").wait_for(timeout=SOON)
    _open(page, "night")
    page.locator("table.figures tr.total").wait_for(timeout=SOON)
    yield "night"
    page.locator(".st-key-finish button").click()
    page.locator(".st-key-ending p.how").wait_for(timeout=SOON)
    _open(page, "history")
    page.locator(".st-key-nights a").first.wait_for(timeout=SOON)
    yield "history"
    _open(page, "designs")
    page.locator(".st-key-lattice button").first.wait_for(timeout=SOON)
    yield "designs"


def _open(page: Page, name: str) -> None:
    page.locator(f".st-key-pages a[href^='{name}']").click()


if __name__ == "__main__":
    main()
