"""Renders the app's sample photos into `sample_photos/`, each with its truth, and says where they came from.

python -m training.samples [--only 02] [--scale 0.25] [--out DIR]
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.espalier_check import SEASON_TILES
from training.camera import Sensor
from training.layouts import Layout, grow
from training.looks import SEASONS
from training.orchard.samples import ORCHARD_SAMPLES, draw
from training.printings import printings
from training.solid import Prop, Setting, Shot, photograph

FOLDER = Path(__file__).resolve().parents[1] / "sample_photos"
ORCHARD_QUALITY = 88


@dataclass(frozen=True)
class Sample:
    """A sample photo: its file, its title in the app, what the README says, printing, seeds, how it is taken."""

    name: str
    title: str
    says: str
    look: str
    layout_seed: int
    seed: int
    setting: Setting


SAMPLES = (
    Sample(
        "01-daylight", "By the window",
        "Pale printing by a window, with a mulch pile and spare fruit.", "meadow", 876, 11,
        Setting(
            "oak", "window", 215, tilt=12, bearing=80, roll=3, room=0.82, shift=(-0.03, 0.0), k1=-0.012,
            width=1512, height=2016, table_angle=88, varnish=0.28,
            props=(Prop("pile", 0.86, 0.12), Prop("heap", 0.16, 0.16), Prop("pencil", 0.07, 0.84, 80, (38, 92, 96))),
            sensor=Sensor(blur=0.5, noise=1.6, grain_at=(40, 60), sharpen=0.5, gamma=1.06, saturation=1.12, quality=88),
        ),
    ),
    Sample(
        "02-night-garden", "Night garden",
        "Dark printing on a dark table under a lamp.", "nocturne", 1764, 12,
        Setting(
            "walnut", "lamp", 300, tilt=18, bearing=100, roll=-6, room=0.78, shift=(0.06, 0.02), k1=0.01,
            varnish=0.2, table_angle=-4, balance=0.75, ev=-0.1,
            props=(Prop("coaster", 0.1, 0.2, 0, (176, 132, 88)), Prop("heap", 0.1, 0.62), Prop("pad", 0.97, 0.8, 12)),
            sensor=Sensor(blur=0.6, noise=4.0, grain_at=(10, 90), sharpen=0.5, gamma=1.06, saturation=1.12, quality=86),
        ),
    ),
    Sample(
        "03-evening", "Evening light",
        "Clay colours on linen, lamp and dusk together.", "terracotta", 437, 24,
        Setting(
            "linen", "evening", 20, tilt=22, bearing=95, roll=8, room=0.8, shift=(0.08, 0.0), k1=-0.015,
            varnish=0.35, gap=0.02, mess=0.011, balance=0.7,
            props=(Prop("bowl", 0.13, 0.25, 0, (62, 84, 96)), Prop("strips", 0.1, 0.8), Prop("cards", 0.93, 0.12, 30)),
            sensor=Sensor(blur=0.6, noise=3.2, grain_at=(70, 20), sharpen=0.4, gamma=1.06, saturation=1.12, quality=86),
        ),
    ),
    Sample(
        "04-across-the-table", "Across the table",
        "Seen aslant across the table, with a mug and cards.", "botanica", 2874, 14,
        Setting(
            "walnut", "window", 330, tilt=37, bearing=92, roll=-2, room=0.84, shift=(-0.02, 0.04), k1=0.008,
            varnish=0.18, table_angle=3, ev=0.3,
            props=(
                Prop("mug", 0.87, 0.2, 200, (236, 232, 222)), Prop("cards", 0.1, 0.2, -20),
                Prop("pile", 0.88, 0.62), Prop("heap", 0.07, 0.52), Prop("pencil", 0.9, 0.9, 15, (196, 62, 48)),
            ),
            sensor=Sensor(blur=0.6, noise=2.2, grain_at=(0, 10), sharpen=0.5, gamma=1.06, saturation=1.12, quality=87),
        ),
    ),
    Sample(
        "05-full-tree", "A full tree",
        "A full tree of 25 tiles under ceiling lights.", "walled garden", 5822, 15,
        Setting(
            "laminate", "overhead", 120, tilt=10, bearing=60, roll=1.5, room=0.9, k1=-0.02, varnish=0.22,
            gap=0.016, mess=0.01, ev=0.2, width=1512, height=2016, detail=400,
            props=(Prop("pad", 0.06, 0.93, 5), Prop("heap", 0.86, 0.9), Prop("coaster", 0.95, 0.1, 0, (70, 80, 84))),
            sensor=Sensor(blur=0.5, noise=2.0, grain_at=(30, 30), sharpen=0.5, gamma=1.06, saturation=1.12, quality=86),
        ),
    ),
    Sample(
        "06-grafts-and-prunes", "Grafts and prunes",
        "A small tree full of tokens in the sun.", "folk", 916, 16,
        Setting(
            "slate", "sun", 235, tilt=15, bearing=110, roll=-10, room=0.8, shift=(0.03, -0.02), varnish=0.3,
            props=(Prop("strips", 0.1, 0.2), Prop("heap", 0.58, 0.92), Prop("cards", 0.95, 0.92, -60)),
            sensor=Sensor(blur=0.4, noise=1.2, grain_at=(5, 50), sharpen=0.4, gamma=1.06, saturation=1.12, quality=87),
        ),
    ),
)  # fmt: skip


def render(sample: Sample, scale: float = 1.0) -> Shot:
    """The sample's photo, smaller and faster with a `scale` under 1."""
    setting = sample.setting
    if scale < 1:
        setting = replace(
            setting,
            width=round(setting.width * scale),
            height=round(setting.height * scale),
            samples=16,
            detail=round(setting.detail * max(scale, 0.4)),
        )
    layout = through_the_year(grow(np.random.default_rng(sample.layout_seed)))
    return photograph(sample.seed, layout, printings()[sample.look], setting)


def through_the_year(layout: Layout) -> Layout:
    """The same tree with tiles of all four seasons, as many of each as a player's share of the box allows."""
    cells = list(layout.kinds)[1:]
    box = [season for season in SEASONS for _ in range(SEASON_TILES[season])]
    seasons = {cell: box[len(box) * k // len(cells)] for k, cell in enumerate(cells)}
    return replace(layout, kinds={**layout.kinds, **seasons})


def save(
    folder: Path, name: str, pixels: npt.NDArray[np.uint8], truth: dict[str, Any], quality: int, **more: str
) -> None:
    """`name`.jpg and `name`.json; more: what the truth is to say besides."""
    file = f"{name}.jpg"
    _, packed = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    (folder / file).write_bytes(packed.tobytes())
    truth = {**truth, "photo": file, **more}
    (folder / f"{name}.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


README = """# Sample photos

Photos to try Pomona on. **They are rendered, not taken:** pictures made by this project's own program, the trees with
the Mitsuba 3 ray tracer. The printings (`training/printings.py`) are the project's own drawings; they are no
publisher's art, and nobody has played these trees: they come from `training/layouts.py`, which plays at random with
some care. No picture, texture or model by others is in them. Licence: MIT, as the rest of Pomona.

`make samples` renders them anew (`python -m training.samples`). Beside each photo lies its truth: the state as it was
laid, where in the photo each piece lies, and the total by the default rules.

| photo | what it shows | printing | seed of the tree | seed of the scene | tiles | total |
| --- | --- | --- | --- | --- | --- | --- |
"""

ORCHARDS = """
The orchards are composed, not ray traced (`training/orchard`): flat cards under a camera, with solid dice drawn on
them.

| photo | what it shows | seed | total |
| --- | --- | --- | --- |
"""


def readme(folder: Path) -> str:
    rows = []
    for sample in SAMPLES:
        truth = json.loads((folder / f"{sample.name}.json").read_text(encoding="utf-8"))
        cells = [f"`{sample.name}.jpg`", sample.says, sample.look, sample.layout_seed, sample.seed]
        cells += [len(truth["state"]["tiles"]), truth["total"]]
        rows.append("| " + " | ".join(str(cell) for cell in cells) + " |\n")
    orchards = []
    for orchard in ORCHARD_SAMPLES:
        truth = json.loads((folder / f"{orchard.name}.json").read_text(encoding="utf-8"))
        orchards.append(f"| `{orchard.name}.jpg` | {orchard.says} | {orchard.seed} | {truth['total']} |\n")
    return README + "".join(rows) + ORCHARDS + "".join(orchards)


def main(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = FOLDER,
    only: Annotated[str, typer.Option(help="Only samples whose name begins so.")] = "",
    scale: Annotated[float, typer.Option(help="Smaller and rougher, for a quick look.")] = 1.0,
) -> None:
    """Render the sample photos, their truth and the folder's README."""
    out.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        if sample.name.startswith(only):
            shot = render(sample, scale)
            quality = sample.setting.sensor.quality
            save(out, sample.name, shot.pixels, shot.truth, quality, title=sample.title, look=sample.look)
            typer.echo(f"{sample.name}: total {shot.truth['total']}")
    for orchard in ORCHARD_SAMPLES:
        if orchard.name.startswith(only):
            save(out, orchard.name, *draw(orchard), ORCHARD_QUALITY, title=orchard.title)
            typer.echo(orchard.name)
    if all((out / f"{sample.name}.json").exists() for sample in (*SAMPLES, *ORCHARD_SAMPLES)):
        (out / "README.md").write_text(readme(out), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
