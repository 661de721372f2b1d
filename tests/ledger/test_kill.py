"""Killed at any moment, the log has all that was confirmed, and opens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KILLS = 50

# Runs in a process of its own, which imports once and then forks a writer for each kill.
NURSERY = """
import os, random, select, signal, sys, time
from pathlib import Path
from ledger import nights, photos
from ledger.history import list_nights
from ledger.store import open_book
from tests.fakes import photo_bytes, picture
from tests.ledger.makers import ORCHARD

home, kills = Path(sys.argv[1]), int(sys.argv[2])
PHOTOS = [photo_bytes(picture(width=240 + number, height=220)) for number in range(20)]

def write(pipe, number):
    book = open_book(home=home)
    for step in range(10_000):
        data = PHOTOS[(number * 7 + step) % len(PHOTOS)]
        night = nights.start_night(book, "orchard", players=[f"P{number}", "Ann"], note=f"{number} {step}")
        night = nights.add_photo(book, night.id, night.seats[0].id, data)
        night = nights.save_layout(book, night.id, night.seats[0].id, ORCHARD)
        os.write(pipe, f"kept {night.id} {night.layouts[0].photos[0].hash}\\n".encode())
        if step % 3 == 2:
            nights.delete_night(book, night.id)
            os.write(pipe, f"gone {night.id} -\\n".encode())

def check(told):
    book = open_book(home=home)
    known = {night.id for night in list_nights(book)}
    last = {night: (what, hash) for what, night, hash in told}
    open_calls = 0
    for night, (what, hash) in last.items():
        if what == "gone":
            assert night not in known, f"{night} came back"
        elif night in known:
            seen = nights.load_night(book, night)
            assert seen.layouts[0].total == 6 and len(seen.seats) == 2
            photos.read_photo(book, hash)
        else:
            open_calls += 1
    assert open_calls <= 1, f"{open_calls} nights are lost"  # the one that was being deleted
    with book.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        rows = set(connection.exec_driver_sql("SELECT photo_hash FROM layout_photos").scalars())
    files = {path.name for path in book.photos.iterdir()}
    assert rows == files, "photos without a use, or a use without its photo"
    book.close()

random.seed(6)
total = 0
for number in range(kills):
    reader, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        write(pipe, number)
    os.close(pipe)
    select.select([reader], [], [], 30)  # the first confirmation
    time.sleep(random.random() * 0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader) as lines:
        told = [line.split() for line in lines.read().splitlines() if line.count(" ") == 2]
    total += len(told)
    check(told)
print(total)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system with fork and SIGKILL")
def test_fifty_kills_lose_nothing_that_was_confirmed(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", NURSERY, str(tmp_path / "home"), str(KILLS)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) >= KILLS
