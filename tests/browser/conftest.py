"""A headless browser, and the app as its own process: with the fake reader, and as players have it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
# Without these, Chromium asks servers outside for updates and the like.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}


@contextmanager
def running(*command: str) -> Iterator[str]:
    """Run the app as a process and wait until it answers. -> its address"""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # A log of its own: no test may touch that of whoever runs it.
    home = tempfile.TemporaryDirectory()
    environment = {name: value for name, value in os.environ.items() if name != "POMONA_DATABASE_URL"}
    process = subprocess.Popen(
        [sys.executable, *command, str(port)],
        cwd=ROOT,
        env={**environment, "POMONA_HOME": home.name},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    address = f"http://localhost:{port}"
    try:
        for _ in range(480):
            try:
                with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                    break
            except OSError:
                if process.poll() is not None:
                    pytest.fail(f"the app ended at once: {process.communicate()[0].decode()}")
                time.sleep(0.25)
        else:
            pytest.fail("the app did not answer within two minutes")
        yield address
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        home.cleanup()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def fake_app() -> Iterator[str]:
    with running("-m", "tests.browser.fake_app") as address:
        yield address


@pytest.fixture(scope="session")
def real_app() -> Iterator[str]:
    """The app as `pomona app` starts it."""
    with running("-c", "import cli; cli.main()", "app", "--no-browser", "--port") as address:
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
