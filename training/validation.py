"""Renders photos of looks that training never saw, by a renderer that it never saw, each with its truth.

    python -m training.validation OUT [--photos 60] [--looks 10] [--width 1600] [--series 0]

For measuring only. The seeds are fixed: the same command gives the same photos. A photo that is there already is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
import typer

from training.camera import Camera, draw_sensor
from training.lamps import LIGHTS
from training.layouts import Layout, grow
from training.looks import Look, draw_look
from training.samples import save
from training.scenes import THICKNESS, UNIT_ABOUT
from training.solid import HEIGHTS, SIZES, Prop, Setting, aim_at, on_table, photograph
from training.strokes import unit
from training.tabletops import KINDS as TABLES

FIRST_LOOK = 9_000_000
FIRST_PHOTO = 9_500_000
SERIES = 100_000
"""How far the seeds of one series of looks and photos lie from those of the next."""
FEWEST_TILES = 3
TURNS = np.linspace(0, 2 * np.pi, 16, endpoint=False)
CIRCLE = unit(TURNS)


def photos(
    count: int, looks: int, width: int, group: str = "test", series: int = 0, sloppy: float = 0.0
) -> Iterator[tuple[str, str, int, Layout, Look, Setting]]:
    """(file's name, look's name, seed, layout, look, setting) of each photo, the looks in turn."""
    first = SERIES * series
    for k in range(count):
        which = k % looks
        look = replace(draw_look(np.random.default_rng(FIRST_LOOK + first + which), group), art="branches")
        seed = FIRST_PHOTO + first + k
        rng = np.random.default_rng(seed)
        layout = grow(rng)
        while len(layout.kinds) < FEWEST_TILES:
            layout = grow(rng)
        layout, setting = draw_setting(rng, layout, width)
        yield f"solid-{k:03d}", f"{group}-{which:02d}", seed, layout, look, replace(setting, sloppy=sloppy)


def draw_setting(rng: np.random.Generator, layout: Layout, width: int) -> tuple[Layout, Setting]:
    """A random way to photograph the layout; it loses its mulch pile where there is no place for one."""
    room = float(rng.uniform(0.5, 0.93))
    long, short = width, width * 3 // 4
    wide, high = (long, short) if rng.random() < 0.7 else (short, long)
    setting = Setting(
        table=str(rng.choice(TABLES)),
        light=str(rng.choice(LIGHTS)),
        light_angle=float(rng.uniform(0, 360)),
        tilt=round(float(rng.choice([rng.uniform(0, 15), rng.uniform(0, 40)])), 1),
        bearing=float(rng.uniform(0, 360)),
        roll=round(float(rng.choice([rng.normal(0, 8), rng.uniform(-180, 180)])), 1),
        lens=float(rng.uniform(0.7, 0.95)),
        room=room,
        shift=(float(rng.uniform(-0.4, 0.4)) * (1 - room), float(rng.uniform(-0.4, 0.4)) * (1 - room)),
        k1=round(float(rng.uniform(-0.03, 0.03)), 4),
        varnish=float(rng.choice([rng.uniform(0.06, 0.2), rng.uniform(0.2, 0.5)])),
        gap=float(rng.uniform(0, 0.04)),
        mess=float(rng.uniform(0, 0.018)),
        phone_shadow=bool(rng.random() < 0.7),
        ev=round(float(rng.normal(0, 0.35)), 2),
        balance=float(rng.uniform(0.4, 1.0)),
        width=wide,
        height=high,
        samples=20,
        detail=320,
        sensor=draw_sensor(rng, high, wide),
        table_angle=float(rng.uniform(0, 360)),
    )
    wanted = ["pile"] if layout.mulched else []
    others = [name for name in SIZES if name != "pile"]
    wanted += [str(name) for name in rng.choice(others, int(rng.integers(0, 5)))]
    props = scatter(rng, layout, setting, wanted)
    if all(prop.name != "pile" for prop in props):
        layout = replace(layout, mulched=0)
    return layout, replace(setting, props=props)


def scatter(rng: np.random.Generator, layout: Layout, setting: Setting, names: list[str]) -> tuple[Prop, ...]:
    """Places for clutter, in view, that neither covers the tree nor stands in other clutter; else it is left out."""
    camera = aim_at(layout, setting)
    tiles = [
        camera.project(UNIT_ABOUT + np.array(cell) * (1 + setting.gap), THICKNESS).astype(np.float32)
        for cell in layout.kinds
    ]
    found: list[Prop] = []
    taken: list[tuple[npt.NDArray[np.float64], float]] = []
    for name in names:
        for _ in range(30):
            across, down, angle = (*rng.uniform(0.04, 0.96, 2).tolist(), float(rng.uniform(0, 360)))
            at = on_table(camera, across * setting.width, down * setting.height)
            apart = all(float(np.hypot(*(at - other))) > SIZES[name] + size for other, size in taken)
            if apart and not covers(camera, name, at, tiles):
                found.append(Prop(name, across, down, angle))
                taken.append((at, SIZES[name]))
                break
    return tuple(found)


def covers(
    camera: Camera, name: str, at: npt.NDArray[np.float64], tiles: list[npt.NDArray[np.float32]]
) -> bool:
    """Whether the outline in the photo of a thing on the table meets that of a tile."""
    ring = at + SIZES[name] * CIRCLE
    ends = [camera.project(ring, z) for z in (0.0, HEIGHTS.get(name, 0.1))]
    outline = cv2.convexHull(np.vstack(ends).astype(np.float32))
    return any(cv2.intersectConvexConvex(outline, tile)[0] > 0 for tile in tiles)


def main(
    out: Path,
    count: Annotated[int, typer.Option("--photos", help="How many photos.")] = 60,
    looks: Annotated[int, typer.Option(help="How many printings.")] = 10,
    width: Annotated[int, typer.Option(help="Pixels along the longer side.")] = 1600,
    group: Annotated[str, typer.Option(help="Drawing methods: validation or test.")] = "test",
    series: Annotated[int, typer.Option(help="Another number gives other looks and photos.")] = 0,
    sloppy: Annotated[float, typer.Option(help="How far tokens lie off their places, in tile sides.")] = 0.0,
) -> None:
    """Render the photos and their truth into the folder OUT."""
    out.mkdir(parents=True, exist_ok=True)
    for name, look_name, seed, layout, look, setting in photos(count, looks, width, group, series, sloppy):
        if (out / f"{name}.json").exists():
            continue
        shot = photograph(seed, layout, look, setting)
        save(out, name, shot.pixels, shot.truth, setting.sensor.quality, look=look_name)
        typer.echo(f"{name}: {look_name}, {setting.light}, {setting.table}, total {shot.truth['total']}")


if __name__ == "__main__":
    typer.run(main)
