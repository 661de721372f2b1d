"""Which game a photo shows: asked of the other games' readers when the chosen one's finds little in it."""

from __future__ import annotations

from dataclasses import replace

from vision.errors import LayoutError, ModelError, OtherGameError
from vision.games import GAMES, Game
from vision.observe import Advice, Seen
from vision.photo import Photo

SURE = 0.8
"""The likeness from which on nobody else is asked: asking takes as long as finding the pieces did."""
LIKE = 0.55
"""The least likeness of a photo in which another game is seen."""
BY = 0.04
"""How much more a photo must look like another game than like the chosen one."""


def other_game(photo: Photo, chosen: str, likeness: float) -> Game | None:
    """The game that the photo looks more like than like the chosen one, if there is one.

    likeness: of the photo to the chosen game, 0 to 1.
    """
    if likeness >= SURE:
        return None
    others = [
        (_likeness(game, photo), game)
        for name, game in GAMES.items()
        if name != chosen and game.reads_photos and hasattr(game.reader, "likeness")
    ]
    best, game = max(others, key=lambda other: other[0], default=(0.0, None))
    return game if best >= max(LIKE, likeness + BY) else None


def _likeness(game: Game, photo: Photo) -> float:
    """How much a photo looks like one of a game; nothing where that game's nets are missing."""
    try:
        return float(game.reader.likeness(photo))
    except ModelError:
        return 0.0


def pointing(photo: Photo, error: LayoutError, chosen: str) -> LayoutError:
    """The error of a photo without the chosen game's layout; it names the other game if the photo shows one."""
    other = other_game(photo, chosen, 0.0)
    if other is None:
        return error
    return OtherGameError(
        f"{photo.name}: this looks like {other.title}, not like {GAMES[chosen].title}; read it as {other.title}.",
        other.name,
        about=photo.name,
        other=other.title,
        chosen=GAMES[chosen].title,
    )


def with_pointer(photo: Photo, seen: Seen, chosen: str) -> Seen:
    """What was seen, with advice where the photo looks more like another game."""
    other = other_game(photo, chosen, seen.likeness)
    if other is None:
        return seen
    message = f"This looks like {other.title}: choose that game to score it."
    return replace(seen, advice=(Advice("other_game", message, other.name), *seen.advice))
