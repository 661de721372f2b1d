"""How long a 12-megapixel photo of each game takes from file to score, by stage, beside what decoding the file takes.

python -m bench.speed [--runs 15] [--out bench/speed.md]
"""

from __future__ import annotations

import io
import json
import platform
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import typer
from PIL import Image

from bench.tables import commit, publish, table
from vision import report
from vision.games import GAMES
from vision.observe import read
from vision.photo import load_photo

SIZE = (4032, 3024)
SAMPLES = Path(__file__).parents[1] / "sample_photos"


def twelve_megapixels(photo: Path) -> bytes:
    """The photo as a phone's full-size JPEG; a smaller one is enlarged."""
    with Image.open(photo) as image:
        size = SIZE if image.width >= image.height else SIZE[::-1]
        out = io.BytesIO()
        image.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(out, "JPEG", quality=88)
    return out.getvalue()


def first_sample(game: str) -> Path:
    """The first sample photo of a game."""
    truths = ((path, json.loads(path.read_text("utf-8"))) for path in sorted(SAMPLES.glob("*.json")))
    return next(path.parent / truth["photo"] for path, truth in truths if truth["game"] == game)


def time_stages(data: bytes, game: str, runs: int) -> dict[str, float]:
    """Median milliseconds of each stage in a running process, and of a plain decoding of the same file."""
    times: dict[str, list[float]] = defaultdict(list)
    rules = GAMES[game].rules.Rules()
    for _ in range(runs + 1):
        start = perf_counter()
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        decoded = perf_counter()
        reading = read(load_photo(data), game)
        seen = perf_counter()
        report.judge(reading, rules)
        done = perf_counter()
        times["plain decoding at full size"].append((decoded - start) * 1e3)
        for stage, ms in reading.timing_ms.items():
            if stage != "total":
                times[stage].append(ms)
        times["score, doubts and range"].append((done - seen) * 1e3)
        times["photo to score"].append((done - decoded) * 1e3)
    return {stage: median(values[1:]) for stage, values in times.items()}  # the first run opens the nets


READ = """
import re, sys
from cli import main
try:
    main()
finally:
    # What Linux counts as a process's peak otherwise includes what it was forked from.
    print(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1], file=sys.stderr)
"""


def time_fresh_process(data: bytes, game: str) -> tuple[float, float]:
    """-> seconds and peak megabytes of `pomona read` as a new process."""
    with TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(data)
        start = perf_counter()
        command = [sys.executable, "-c", READ, "read", str(photo), "--json", "--game", game]
        done = subprocess.run(command, capture_output=True, check=True)
        seconds = perf_counter() - start
        json.loads(done.stdout)
    return seconds, int(done.stderr.split()[-1]) / 1024


def section(game: str, runs: int) -> list[str]:
    """The lines on one game."""
    photo = first_sample(game)
    data = twelve_megapixels(photo)
    fresh, peak = time_fresh_process(data, game)
    stages = time_stages(data, game, runs)
    plain = stages["plain decoding at full size"]
    rows = [(stage, f"{ms:.0f}", f"{ms / plain:.2f}") for stage, ms in stages.items()]
    return [
        "",
        f"## {GAMES[game].title}: {photo.name}, {len(data) / 1e6:.1f} MB",
        "",
        *table(("stage", "ms", "times the plain decoding"), rows),
        "",
        *table(
            ("a fresh process", ""),
            [("start to reading, s", f"{fresh:.2f}"), ("peak memory, MB", f"{peak:.0f}")],
        ),
    ]


def main(
    runs: Annotated[int, typer.Option(help="How often each is timed.")] = 15,
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
) -> None:
    """Time the readers."""
    lines = [
        "# How fast a photo is read",
        "",
        f"Made by `python -m bench.speed` on commit {commit()}: a sample photo of each game as a JPEG of {SIZE[0]} x "
        f"{SIZE[1]}, median of {runs} runs, {platform.machine()}, Python {platform.python_version()}.",
    ]
    for name, game in GAMES.items():
        if game.reads_photos:
            lines += section(name, runs)
    publish("\n".join(lines) + "\n", out)


if __name__ == "__main__":
    typer.run(main)
