"""What can go wrong between a photo and a reading, each with a remedy in its one-line message."""

from __future__ import annotations

from scoring.errors import PomonaError


class ReadingError(PomonaError):
    """A photo that cannot be read; `code` names the reason for programs."""

    def __init__(self, code: str, message: str, **facts: object) -> None:
        super().__init__(message, **facts)
        self.code = code


class PhotoError(ReadingError):
    """The file is no photo that can be read: empty, damaged, too large, or of another kind."""


class LayoutError(ReadingError):
    """The photo is readable, but no layout of the game could be found in it."""


class OtherGameError(LayoutError):
    """The photo shows another game's layout: `game`, by its name."""

    def __init__(self, message: str, game: str, **facts: object) -> None:
        super().__init__("other_game", message, **facts)
        self.game = game


class CornersError(ReadingError):
    """The corners that a player gave cannot be those of a tile in this photo."""


class MatchError(ReadingError):
    """A photo shows another layout than the photos that it was given with."""


class ModelError(ReadingError):
    """A model that the reader needs is missing or not the one that the manifest names."""
