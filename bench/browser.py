"""The app in a headless browser, for its tests, its pictures and its times."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Without these, Chromium asks servers outside for updates and the like.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}
APP = ("-c", "import cli; cli.main()", "app", "--no-browser", "--port")
"""Starts the app as players have it; the port follows."""
PATIENCE = 120.0
"""Seconds in which the app must answer."""

_WATCH = """() => {
    const total = () => document.querySelector(".st-key-total strong")?.textContent;
    const seen = { times: [], before: total(), at: null };
    addEventListener("pointerdown", () => { seen.at = performance.now(); }, true);
    new MutationObserver(() => {
        const now = total();
        if (!now || now === seen.before) return;
        seen.before = now;
        if (seen.at !== null) seen.times.push(performance.now() - seen.at);
        seen.at = null;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    window.pomonaTimes = seen.times;
}"""


def find_browser() -> str | None:
    """Path of an installed browser."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


@contextmanager
def running(*command: str) -> Iterator[str]:
    """Run the app as a process with a log of its own, and wait until it answers. -> its address

    Raises RuntimeError when it does not.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if name != "POMONA_DATABASE_URL"}
    with TemporaryDirectory() as home:
        process = subprocess.Popen(
            [sys.executable, *command, str(port)],
            cwd=ROOT,
            env={**environment, "POMONA_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait(f"http://localhost:{port}", process)
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"the app ended at once: {process.communicate()[0].decode()}") from None
            time.sleep(0.25)
    raise RuntimeError(f"the app did not answer within {PATIENCE:.0f} seconds")


def tap(page: Page, name: str) -> None:
    """Tap the middle of a thing in the picture."""
    box = page.locator(f".pomona-canvas .thing[data-id='{name}'] .reach").bounding_box()
    if box is None:
        raise RuntimeError(f"{name} is not in the picture")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def time_taps(page: Page, taps: Callable[[], None]) -> list[float]:
    """Milliseconds from the finger on the screen to another total on it, for each tap that changes it."""
    page.evaluate(_WATCH)
    taps()
    times: list[float] = page.evaluate("window.pomonaTimes")
    return times
