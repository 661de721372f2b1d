"""The one table that pairs a game's rules with its reader. A fifth game is two modules and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its name; both modules are imported when they are first asked for.

    `rules` is `scoring.NAME`: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `total`, `explain`.
    `reader` is `vision.NAME`: `observe(photo)`, `assemble(observations)`, `doubt_name(observation)` and `DOUBTED`;
    where tiles make a lattice also `observe_marked(photo, marked)` and `combine(seens, photos)`.
    """

    name: str
    title: str

    @property
    def rules(self) -> Any:
        return import_module(f"scoring.{self.name}")

    @property
    def reader(self) -> Any:
        return import_module(f"vision.{self.name}")

    @property
    def reads_photos(self) -> bool:
        """Whether its reader is there; without one its layouts are scored from states."""
        return find_spec(f"vision.{self.name}") is not None

    @property
    def can_be_marked(self) -> bool:
        """Whether a player may mark where the layout lies."""
        return hasattr(self.reader, "observe_marked")

    @property
    def can_be_combined(self) -> bool:
        """Whether several photos of one layout can be read together."""
        return hasattr(self.reader, "combine")


_ROWS = (
    Game("espalier", "Espalier"),
    Game("orchard", "Orchard"),
    Game("trellis", "Trellis"),
    Game("arbor2", "Arbor II"),
)
GAMES = {game.name: game for game in _ROWS}
