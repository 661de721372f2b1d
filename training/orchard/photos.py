"""Composed photos of Orchard with their truth as files, for measuring the reader.

python -m training.orchard.photos OUT --count 60 --group test
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
import typer

from scoring.orchard import parse_state, score
from training.orchard.faces import printed_face
from training.orchard.looks import UNIT_MM, Look
from training.orchard.scenes import compose
from training.orchard.truth import CardSeen, DieSeen, Truth, card_in_lattice
from training.photos import LIGHTS
from vision.observe import side_of


def _px(points: npt.NDArray[np.float64]) -> list[list[float]]:
    rounded: list[list[float]] = np.round(points.reshape(-1, 2), 2).tolist()
    return rounded


def _place(cell: tuple[int, int] | None) -> dict[str, int]:
    return {} if cell is None else {"col": cell[0], "row": cell[1]}


def _die(truth: Truth, die: DieSeen) -> dict[str, Any]:
    return {
        **_place(die.place),
        "fruit": die.fruit,
        "value": die.value,
        "pips": die.pips,
        "size_mm": round(truth.look.dice.side * UNIT_MM, 2),
        "px": [*_px(die.top.mean(0)), *_px(die.foot.mean(0))],
        "outline": _px(die.top),
    }


def truth_json(truth: Truth, photo: str, pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    """What lies in a photo, in the form that every photo's truth has.

    `px` of a die: the middles of its top face and of its foot; of a tree and a token: its middle; of a card: its
    corners, clockwise from the one towards the lattice's NW.
    """
    height, width = pixels.shape[:2]
    state = truth.layout.to_state()
    facts: dict[str, Any] = {
        "game": "orchard",
        "photo": photo,
        "width": width,
        "height": height,
        "state": state,
        "total": score(parse_state(state)).total,
        "theme": truth.look.cards.crown,
        "look": _look(truth.look),
        "conditions": _conditions(truth, pixels),
    }
    if truth.look.dice.ordinary:
        facts["dice_map"] = {str(printed_face(truth.look.dice, value)): value for value in (1, 3, 6, 10)}
    facts["grid"] = _grid(truth)
    return facts


def _look(look: Look) -> dict[str, str]:
    return {
        "group": look.group,
        "crowns": look.cards.crown,
        "ground": look.cards.ground,
        "fruit": f"{look.cards.family} {look.cards.finish}",
        "dice": "ordinary" if look.dice.ordinary else "custom",
        "material": look.dice.material,
        "pips": look.dice.pip,
        "rotten": look.rotten.kind,
    }


def _conditions(truth: Truth, pixels: npt.NDArray[np.uint8]) -> dict[str, Any]:
    sides = [side_of(die.top) for die in truth.dice if die.place is not None]
    return {
        "table": truth.table,
        "light": next(name for name, most in LIGHTS.items() if pixels.mean() <= most),
        "tilt_deg": round(float(np.rad2deg(truth.camera.tilt)), 1),
        "die_px": round(float(np.mean(sides)), 1) if sides else None,
    }


def _grid(truth: Truth) -> dict[str, list[dict[str, Any]]]:
    trees = sorted(truth.trees, key=lambda tree: tree.place or (-1, -1))
    return {
        "cards": [_card(truth, card) for card in truth.cards if card.order is not None],
        "trees": [
            {
                **_place(tree.place),
                "fruit": tree.fruit,
                "px": _px(tree.outline.mean(0)),
                "hidden": round(tree.hidden, 2),
            }
            for tree in trees
            if tree.place is not None
        ],
        "dice": [_die(truth, die) for die in truth.dice if die.place is not None],
        "rotten": [
            {**_place(t.place), "px": _px(t.outline.mean(0))} for t in truth.rotten if t.place is not None
        ],
        "spare": _spare(truth),
    }


def _card(truth: Truth, card: CardSeen) -> dict[str, Any]:
    laid = truth.layout.cards[card.order or 0]
    return {
        "order": card.order,
        "card": card.number,
        "col": laid.col,
        "row": laid.row,
        "cols": 3 if laid.turn % 2 else 2,
        "rows": 2 if laid.turn % 2 else 3,
        "px": _px(card_in_lattice(truth, card)),
        "seen": round(card.seen, 2),
    }


def _spare(truth: Truth) -> list[dict[str, Any]]:
    """What lies beside the orchard."""
    return [
        *({"kind": "die", **_die(truth, die)} for die in truth.dice if die.place is None),
        *({"kind": "rotten", "px": _px(t.outline.mean(0))} for t in truth.rotten if t.place is None),
        *(
            {"kind": "card", "card": card.number or None, "px": _px(card.outline)}
            for card in truth.cards
            if card.order is None
        ),
    ]


def main(
    out: Path,
    count: Annotated[int, typer.Option(help="How many photos.")] = 60,
    group: Annotated[str, typer.Option(help="Drawing methods: train, validation or test.")] = "test",
    seed: Annotated[int, typer.Option(help="Seed of the first photo.")] = 6_000_000,
    width: Annotated[
        int, typer.Option(help="The longer side in pixels; the shorter is three quarters of it.")
    ] = 1600,
) -> None:
    """Compose photos of orchards, each of another look; every third one is upright."""
    out.mkdir(parents=True, exist_ok=True)
    for made in range(count):
        size = (width, width * 3 // 4)
        wide, high = size if made % 3 else size[::-1]
        photos, truth = compose(np.random.default_rng(seed + made), group, wide, high)
        name = f"{group}-{made:03d}"
        cv2.imwrite(str(out / f"{name}.jpg"), photos[0][..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
        (out / f"{name}.json").write_text(json.dumps(truth_json(truth, f"{name}.jpg", photos[0])), "utf-8")


if __name__ == "__main__":
    typer.run(main)
