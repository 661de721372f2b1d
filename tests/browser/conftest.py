"""A headless browser, and the app as its own process: with the fake reader, and as players have it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser import APP, FLAGS, SCREENS, running

SOON = 30_000
"""Milliseconds in which the page must show what a test waits for."""


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """While this file is there, the fake app reads no photo whose name begins with "slow" to its end."""
    return tmp_path_factory.mktemp("gate") / "closed"


@pytest.fixture(scope="session")
def fake_app(gate: Path) -> Iterator[str]:
    with running("-m", "tests.browser.fake_app", str(gate)) as address:
        yield address


@pytest.fixture(scope="session")
def real_app() -> Iterator[str]:
    """The app as `pomona app` starts it."""
    with running(*APP) as address:
        yield address


@contextmanager
def opened(browser: Browser, address: str, screen: str, at: str = "") -> Iterator[Page]:
    """A page of the app, on which nothing may go wrong in the browser and nothing may be asked of others.

    at: what follows the address, such as the night that is shown.
    """
    with browser.new_context(**SCREENS[screen]) as context:
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith((address, address.replace("http", "ws"), "data:", "blob:"))
                else troubles.append(f"asked outside: {request.url}")
            ),
        )
        page.goto(address + at)
        page.locator(".st-key-photo").wait_for()
        yield page
        assert troubles == []


@pytest.fixture(params=[*SCREENS])
def page(request: pytest.FixtureRequest, browser: Browser, fake_app: str) -> Iterator[Page]:
    with opened(browser, fake_app, request.param) as page:
        yield page


@pytest.fixture(params=[*SCREENS])
def real_page(request: pytest.FixtureRequest, browser: Browser, real_app: str) -> Iterator[Page]:
    with opened(browser, real_app, request.param) as page:
        yield page
