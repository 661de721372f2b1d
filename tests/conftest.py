"""What all tests share: the photos that are handed out beside the working copy, and a browser."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of practice photos and games' data: no part of the project, without it a test is skipped."""
    folder = ROOT.parent / "shared"
    if not (folder / "practice").is_dir():
        pytest.skip("the practice photos are not here: no folder shared/practice beside the working copy")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the installed browser. At a desk a missing one skips the test; in CI it fails it."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    message = f"no browser: install one of {', '.join(BROWSERS)} (apt install chromium)"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)
