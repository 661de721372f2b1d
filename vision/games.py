"""The one table that pairs a game's rules with its reader. A fifth game is two modules and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its name; both modules are imported when they are first asked for.

    `rules` is `scoring.NAME`: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `total`.
    `reader` is `vision.NAME`: `observe(photo)`, `assemble(observations)`, `variants(observations)`; where tiles make
    a lattice also `observe_marked(photo, marked)`.
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
    def can_be_marked(self) -> bool:
        """Whether a player may mark where the layout lies."""
        return hasattr(self.reader, "observe_marked")


GAMES = {game.name: game for game in (Game("espalier", "Espalier"),)}
