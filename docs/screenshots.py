"""Makes the pictures of the app that the README shows: `make screenshots`.

The app is started as players start it, and the first sample photo is read. Needs Debian's chromium.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENS = {
    "app-desktop": {"viewport": {"width": 1280, "height": 900}},
    "app-phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
}


def main() -> None:
    """Write a JPEG beside this file for each screen."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", "import cli; cli.main()", "app", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, cwd=HERE.parent)
    try:
        _wait(f"http://localhost:{port}/_stcore/health")
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for name in SCREENS:
                _take(chromium, f"http://localhost:{port}", name)
            chromium.close()
    finally:
        process.terminate()
        process.wait()


def _wait(address: str) -> None:
    for _ in range(120):
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.25)
    raise SystemExit("the app did not answer within 30 seconds")


def _take(chromium: Browser, address: str, name: str) -> None:
    with chromium.new_context(**SCREENS[name]) as context:
        page = context.new_page()
        page.goto(address)
        page.locator(".st-key-sample button").first.click(timeout=30_000)
        page.locator(".st-key-total").wait_for(timeout=60_000)
        page.wait_for_timeout(2_500)  # until the photo and the cut-outs are there and nothing moves
        page.screenshot(path=HERE / f"{name}.jpg", type="jpeg", quality=85)


if __name__ == "__main__":
    main()
