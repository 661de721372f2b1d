"""How long a 12-megapixel photo takes from file to score, by stage, beside what decoding the file takes.

python -m bench.speed [--photo PHOTO] [--out bench/speed.md]
"""

from __future__ import annotations

import io
import json
import platform
import resource
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
from scoring.espalier import Rules
from vision import report
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


def time_stages(data: bytes, runs: int) -> dict[str, float]:
    """Median milliseconds of each stage in a running process, and of a plain decoding of the same file."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(runs + 1):
        start = perf_counter()
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        decoded = perf_counter()
        reading = read(load_photo(data), "espalier")
        seen = perf_counter()
        report.judge(reading, Rules())
        done = perf_counter()
        times["plain decoding at full size"].append((decoded - start) * 1e3)
        for stage in ("decode_photo", "locate", "look", "assemble"):
            times[stage].append(reading.timing_ms[stage])
        times["score, doubts and range"].append((done - seen) * 1e3)
        times["photo to score"].append((done - decoded) * 1e3)
    return {stage: median(values[1:]) for stage, values in times.items()}  # the first run opens the nets


def time_fresh_process(data: bytes) -> tuple[float, float]:
    """-> seconds and peak megabytes of `pomona read` as a new process."""
    with TemporaryDirectory() as folder:
        photo = Path(folder) / "photo.jpg"
        photo.write_bytes(data)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        start = perf_counter()
        command = [sys.executable, "-c", "from cli import main; main()", "read", str(photo), "--json"]
        done = subprocess.run([*command, "--game", "espalier"], capture_output=True, check=True)
        seconds = perf_counter() - start
        json.loads(done.stdout)
        peak = max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    return seconds, peak / 1024


def main(
    photo: Annotated[Path | None, typer.Option(help="The photo; the first sample when left out.")] = None,
    runs: Annotated[int, typer.Option(help="How often each is timed.")] = 15,
    out: Annotated[Path | None, typer.Option(help="Where the page goes; the screen when left out.")] = None,
) -> None:
    """Time the reader."""
    chosen = photo or sorted(SAMPLES.glob("*.jpg"))[0]
    data = twelve_megapixels(chosen)
    fresh, peak = time_fresh_process(data)
    stages = time_stages(data, runs)
    plain = stages["plain decoding at full size"]
    rows = [(stage, f"{ms:.0f}", f"{ms / plain:.2f}") for stage, ms in stages.items()]
    lines = [
        "# How fast a photo is read",
        "",
        f"Made by `python -m bench.speed` on commit {commit()}: {chosen.name} as a JPEG of {SIZE[0]} x {SIZE[1]} "
        f"({len(data) / 1e6:.1f} MB), median of {runs} runs, {platform.machine()}, Python {platform.python_version()}.",
        "",
        *table(("stage", "ms", "times the plain decoding"), rows),
        "",
        *table(
            ("a fresh process", ""),
            [("start to reading, s", f"{fresh:.2f}"), ("peak memory, MB", f"{peak:.0f}")],
        ),
    ]
    publish("\n".join(lines) + "\n", out)


if __name__ == "__main__":
    typer.run(main)
