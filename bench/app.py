"""How long the app takes from a tap on the picture to the new total on the screen.

python -m bench.app [--taps 30] [--out bench/app.md]
"""

from __future__ import annotations

import platform
from pathlib import Path
from statistics import median, quantiles
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser import APP, FLAGS, SCREENS, find_browser, running, tap, time_taps
from bench.tables import commit, publish, table

PAUSE = 1_200
"""Milliseconds between two taps, so that each finds the page at rest."""


def time_mending(browser: Browser, address: str, screen: str, taps: int) -> list[float]:
    """Milliseconds for each tap that turns a fruit of the first sample into the next one."""
    with browser.new_context(**SCREENS[screen]) as context:
        page = context.new_page()
        page.goto(address)
        page.locator(".st-key-sample button").first.click(timeout=60_000)
        page.locator(".pomona-canvas .tool.mend").click(timeout=60_000)
        page.locator(".pomona-canvas .mending [data-tool=fruit]").click(timeout=60_000)
        page.wait_for_timeout(PAUSE)
        name = _fruit(page)

        def mend() -> None:
            for _ in range(taps):
                tap(page, name)
                page.wait_for_timeout(PAUSE)

        return time_taps(page, mend)


def _fruit(page: Page) -> str:
    """The name of a fruit that lies on the tree."""
    name: str = page.evaluate(
        "[...document.querySelectorAll('.pomona-canvas .thing')]"
        ".find(it => /^(Lemon|Lime|Orange)/.test(it.getAttribute('aria-label'))).dataset.id"
    )
    return name


def main(
    taps: Annotated[int, typer.Option(help="How many taps are timed on each screen.")] = 30,
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
) -> None:
    """Time the taps on the first sample photo, as players have the app."""
    path = find_browser()
    if path is None:
        raise typer.BadParameter("no browser: apt install chromium")
    rows = []
    with running(*APP) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for screen in SCREENS:
            times = time_mending(browser, address, screen, taps)
            late = quantiles(times, n=10)[-1]
            rows.append((screen, str(len(times)), f"{median(times):.0f}", f"{late:.0f}", f"{max(times):.0f}"))
        browser.close()
    lines = [
        "# How fast the app answers a tap",
        "",
        f"Made by `python -m bench.app` on commit {commit()}: from the finger on a fruit of the first sample to the "
        f"new total on the screen, in headless Chromium on the same machine ({platform.machine()}, "
        f"Python {platform.python_version()}).",
        "",
        *table(("screen", "taps", "median, ms", "nine in ten within, ms", "longest, ms"), rows),
    ]
    publish("\n".join(lines) + "\n", out)


if __name__ == "__main__":
    typer.run(main)
