"""What all tests share: the photos that are handed out beside the working copy, a browser, and the command."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # no test asserts on time: machines are busy at times
settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parents[1]


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
    from bench.browser import BROWSERS, find_browser

    if path := find_browser():
        return path
    message = f"no browser: install one of {', '.join(BROWSERS)} (apt install chromium)"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> list[dict]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def pomona(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Run the command in this process: `pomona("score", "tree.json", stdin=b"...")`."""
    import cli
    from tests.fakes import FakeGame
    from vision.games import GAMES

    monkeypatch.setitem(GAMES, "espalier", FakeGame())
    # Wide enough that no line of a table is broken.
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["pomona", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as leaving:
            cli.main()
        told = capsys.readouterr()
        return Ran(leaving.value.code, told.out, told.err)

    return run
