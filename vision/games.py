"""The one table that pairs a game's rules with its reader. A fifth game is two modules and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

MODELS = Path(__file__).parents[1] / "models"


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its name; both modules are imported when they are first asked for.

    `rules` is `scoring.NAME`: `State`, `Rules`, `parse_state`, `parse_rules`, `check`, `score`, `total`, `explain`.
    `reader` is `vision.NAME`: `observe(photo)`, `assemble(observations)`, `doubt_name(observation)` and
    `doubted_from(observation)`, the chance of being wrong from which players are asked about it, if ever; where players
    may mark where it lies also `observe_marked(photo, marked)`; where photos of one layout can be read together
    `combine(seens, photos)`; where photos of it can be told from other games' `likeness(photo)`; where what players
    agreed on tells how to read `observe_under(photo, rules)`, with `marked` as a third where it may be marked too;
    where one can be entered by hand `BLANK`, the state to begin with, and `tell(state)`.
    `nets` are the files in models/ that the reader needs.
    """

    name: str
    title: str
    nets: tuple[str, ...] = ()

    @property
    def rules(self) -> Any:
        return import_module(f"scoring.{self.name}")

    @property
    def reader(self) -> Any:
        return import_module(f"vision.{self.name}")

    @property
    def reads_photos(self) -> bool:
        """Whether its reader is there, with its nets; without them its layouts are scored from states."""
        there = all((MODELS / net).is_file() for net in self.nets)
        return there and find_spec(f"vision.{self.name}") is not None

    @property
    def can_be_marked(self) -> bool:
        """Whether a player may mark where the layout lies."""
        return hasattr(self.reader, "observe_marked")

    @property
    def can_be_combined(self) -> bool:
        """Whether several photos of one layout can be read together."""
        return hasattr(self.reader, "combine")

    @property
    def can_be_entered(self) -> bool:
        """Whether a layout can be entered by hand, by tapping on an empty sheet."""
        return self.reads_photos and hasattr(self.reader, "tell")


_ROWS = (
    Game(
        "espalier",
        "Espalier",
        ("finder.onnx", "look.onnx", "spokes.onnx", "spokes_plain.onnx", "strips.onnx", "fruit_kinds.onnx"),
    ),
    Game("orchard", "Orchard", ("orchard_finder.onnx", "orchard_outline.onnx", "orchard_look.onnx")),
    Game("trellis", "Trellis"),
    Game("arbor2", "Arbor II"),
)
GAMES = {game.name: game for game in _ROWS}
