"""Every text that the app says, in one place, so that it can be said in another language."""

from __future__ import annotations

from vision.observe import Place

ENGLISH = {
    "title": "Pomona",
    "claim": "One photo of your tree.\nA score that everyone can check.",
    "how": "Photograph from above, with the whole tree in the picture and no flash.",
    "game": "Game",
    "photo": "Your photo",
    "photo_new": "Another photo",
    "photo_choose": "Take or choose a photo",
    "photo_help": "JPEG, PNG, WebP or HEIC, up to {megabytes} MB. On a phone this offers the camera.",
    "samples": "Or try one of ours",
    "samples_note": "Rendered pictures, each with its true score known.",
    "reading": "Looking for tiles, branches and fruit …",
    "broken": "{name}: something went wrong in Pomona while it read this photo; try another photo.",
    "total_unit": {"one": "point", "many": "points"},
    "points": {"one": "{count} point", "many": "{count} points"},
    "range": "{low} to {high}, 95 % sure",
    "range_sure": "{low} to {high}: nothing left in doubt",
    "truth": "The true score of this sample is {total}.",
    "sheet": "Score sheet",
    "sheet_hint": "Tap a line to see it in the photo.",
    "doubts": "Check these first",
    "doubts_hint": "The ones worth most points come first. Tap what is really there.",
    "doubts_none": "Nothing here needs a second look.",
    "doubts_more": "Show {count} more",
    "undo": "Undo",
    "redo": "Redo",
    "stake": {
        "one": "{count} point at stake",
        "many": "{count} points at stake",
        "none": "no points at stake",
    },
    "rules": "Rules",
    "variant": "Variant",
    "variants": {"standard": "Standard", "apprentice": "Apprentice", "novice": "Novice"},
    "nested": "Shapes inside shapes count",
    "nested_help": "Off: a shape with a branch inside its outline does not count.",
    "enclosure": "A branch end is enclosed when",
    "enclosures": {"all": "every place around it has a tile", "any": "one place beside it has a tile"},
    "enclosure_help": "An enclosed end that no other branch meets is an unconnected branch and costs 3.",
    "designs": "Difficult designs in this game",
    "designs_help": "The outlines are assumptions: compare them with the tiles in your box.",
    "design_name": "{name} ({points})",
    "warnings": "Worth knowing",
    "categories": {
        "triangle": "Triangles",
        "diamond": "Diamonds",
        "square": "Squares",
        "design_set": "Sets of designs",
        "lemon": "Lemons",
        "lime": "Limes",
        "orange": "Oranges",
        "fruit_set": "Fruit sets",
        "garden_goal": "Garden goals",
        "unconnected": "Unconnected branches",
        "die:apple": "Apple dice",
        "die:pear": "Pear dice",
        "die:plum": "Plum dice",
        "rotten": "Rotten fruit",
    },
    "counted": {
        "lemon": {"one": "{count} branch × {each}", "many": "{count} branches × {each}"},
        "lime": {"one": "{count} branch × {each}", "many": "{count} branches × {each}"},
        "orange": {"one": "{count} branch × {each}", "many": "{count} branches × {each}"},
        "other": {"one": "{count} × {each}", "many": "{count} × {each}"},
    },
    "things": {
        "branch": "Branch",
        "graft": "Graft token",
        "prune": "Prune token",
        "tile": "Tile",
        "lemon": "Lemon",
        "lime": "Lime",
        "orange": "Orange",
        "apple": "Apple",
        "pear": "Pear",
        "plum": "Plum",
        "rotten": "Rotten fruit",
        "none": "Nothing",
    },
    "questions": {
        "branch": "Is there a branch?",
        "fruit": "Which fruit lies here?",
        "token": "Is there a token on it?",
        "tile": "Is this a tile of the tree?",
        "mulched": "How many tiles were mulched?",
        "die": "What does the die show?",
        "rotten": "Is this a rotten fruit?",
        "tree": "Which tree is this?",
    },
    "question": "What is this?",
    "answers": {
        "branch:True": "Branch",
        "branch:False": "No branch",
        "token:True": "Branch, no token",
        "token:False": "Neither",
        "tile:True": "A tile",
        "tile:False": "No tile",
        "mulched:0": "None",
        "rotten:True": "Rotten fruit",
        "rotten:False": "Nothing",
        "die:none": "No die",
        "tree:none": "No tree",
    },
    "sure": "{percent} % sure",
    "where": "column {col}, row {row}",
    "where_side": "column {col}, row {row} · {side}",
    "where_pile": "beside the tree",
    "picture": "Photo with what was seen. Arrow keys go from thing to thing, Enter selects.",
    "picture_whole": "Whole photo",
    "picture_tree": "Only the tree",
    "picture_hint": "Blue: branch. Orange with a ?: not sure. Tap anything to see what it was taken for.",
    "picture_all": "all {count}",
    "picture_one": "{number} of {count}",
    "picture_before": "One before",
    "picture_after": "Next one",
    "picture_mark": "Tiles wrong? Mark one",
    "picture_marking": "Tap the four corners of any one tile: {count} of 4",
    "picture_mark_done": "All four are set.",
    "picture_mark_back": "Take back",
    "picture_mark_stop": "Cancel",
    "picture_mark_go": "Read on",
    "picture_mark_wait": "Reading on from that tile …",
    "picture_gone": "The photo is no longer at hand; choose it again.",
}

_said: dict[str, object] = ENGLISH


def say(name: str, /, **values: object) -> str:
    """The text of a name; dots lead into groups, such as "things.branch"."""
    found = lookup(name)
    if found is None:
        raise KeyError(name)
    return found.format(**values) if values else found


def lookup(name: str) -> str | None:
    """The text of a name, or None where there is none."""
    found: object = _said
    for step in name.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    return found if isinstance(found, str) else None


def count(name: str, how_many: int, /, **values: object) -> str:
    """A text that depends on a number: the groups hold "one", "many" and perhaps "none"."""
    form = "one" if abs(how_many) == 1 else "many"
    if how_many == 0 and lookup(f"{name}.none"):
        form = "none"
    return say(f"{name}.{form}", **{"count": how_many, **values})


def answer(what: str, value: object) -> str:
    """What a player calls one reading of a thing."""
    whole = lookup(f"answers.{what}:{value}") or lookup(f"things.{value}")
    return whole or " ".join(lookup(f"things.{word}") or word for word in str(value).split())


def category(name: str) -> str:
    """What a line of the sheet is called; a design is called by its own name."""
    return lookup(f"categories.{name}") or name.removeprefix("design:")


def place(at: Place) -> str:
    """Where a thing is. Columns and rows are counted from the pot."""
    if at.col is None or at.row is None:
        return say("where_pile")
    side = at.direction or at.at
    if side is None:
        return say("where", col=at.col, row=at.row)
    return say("where_side", col=at.col, row=at.row, side=side)


def plain(text: str) -> str:
    """A name from outside for a place where markup is understood: it is shown as it stands."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|~:$&" else c for c in text)
