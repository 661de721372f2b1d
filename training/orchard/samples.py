"""Orchard's sample photos: composed, with their truth, as `training.samples` keeps them in `sample_photos/`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from training.orchard.photos import truth_json
from training.orchard.scenes import compose

SIZE = (1600, 1200)
GROUP = "train"


@dataclass(frozen=True)
class OrchardSample:
    """A sample photo: its file, its title in the app, what the README says, and the seed of layout and look."""

    name: str
    title: str
    says: str
    seed: int


ORCHARD_SAMPLES = (
    OrchardSample(
        "07-orchard-on-wood", "Ordinary dice on wood",
        "Ordinary dice whose 5 stands for 10, spare dice all around.", 31_000_116,
    ),
    OrchardSample(
        "08-orchard-violet-table", "On a violet table", "Green cards on a plain table, half in shadow.", 31_000_114
    ),
    OrchardSample(
        "09-orchard-gingham", "Gingham and lamp light", "A small orchard on a gingham cloth, with glare.", 31_000_108
    ),
)  # fmt: skip


def draw(sample: OrchardSample) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
    """-> the photo, uint8 RGB, and its truth."""
    photos, truth = compose(np.random.default_rng(sample.seed), GROUP, *SIZE)
    return photos[0], truth_json(truth, f"{sample.name}.jpg", photos[0])
