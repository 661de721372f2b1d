"""Places in table terms, for sentences that players understand."""

from scoring.sheet import Place

SIDES = {
    "N": "upper side",
    "NE": "upper right corner",
    "E": "right side",
    "SE": "lower right corner",
    "S": "lower side",
    "SW": "lower left corner",
    "W": "left side",
    "NW": "upper left corner",
}
"""A tile's rim points by direction."""
LISTED = 4
"""How many things a sentence names; more are counted."""


def number_of(count: int, one: str, many: str = "") -> str:
    """`1 tile`, `2 tiles`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def tile_words(place: Place, pot: Place | None) -> str:
    """A tile's place as seen from the pot, or by column and row where there is no pot."""
    if pot is None:
        return f"the tile at {place_words(place)}"
    right, down = place[0] - pot[0], place[1] - pot[1]
    if not right and not down:
        return "the pot"
    across = f"{abs(right)} {'right' if right > 0 else 'left'}"
    along = f"{abs(down)} {'down' if down > 0 else 'up'}"
    if right and down:
        return f"the tile {across} and {along} from the pot"
    count, way = (across if right else along).split()
    relation = {"right": "right of", "left": "left of", "down": "below", "up": "above"}[way]
    return (
        f"the tile {relation} the pot"
        if count == "1"
        else f"the {ordinal(int(count))} tile {relation} the pot"
    )


def listed(things: list[str], most: int = LISTED) -> str:
    """`a, b and c`; more than `most` are counted."""
    if len(things) > most:
        return f"{', '.join(things[: most - 1])} and {len(things) - most + 1} more"
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def place_words(place: Place) -> str:
    """A place by its column and row."""
    return f"column {place[0]}, row {place[1]}"


def sentence(text: str) -> str:
    """A text with a capital letter at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."
