"""The dice of one copy of the game, and their printed faces."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from training.blocks import Floats
from training.orchard.faces import draw_face
from training.orchard.looks import DiceLook


@dataclass(eq=False)
class DiceCup:
    """The dice of one copy: their printed faces are drawn once and kept."""

    rng: np.random.Generator
    look: DiceLook
    group: str
    faces: dict[tuple[str, int], Floats] = field(default_factory=dict)

    def face(self, fruit: str, value: int) -> Floats:
        if (fruit, value) not in self.faces:
            self.faces[fruit, value] = draw_face(self.rng, self.look, self.group, fruit, value)
        return self.faces[fruit, value]
