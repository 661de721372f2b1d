"""Every text that the app says, in one place, so that it can be said in another language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from vision.observe import Place

ENGLISH = {
    "title": "Pomona",
    "pages": {"score": "Score", "night": "Night", "history": "History", "designs": "Designs"},
    "claim": "One photo of your tree.\nA score that everyone can check.",
    "how": "Photograph from above, with the whole tree in the picture and no flash.",
    "game": "Game",
    "switch_game": "Read it as {game}",
    "photo": "Your photo",
    "photo_new": "Another photo",
    "photo_choose": "Take or choose a photo",
    "photo_help": "JPEG, PNG, WebP or HEIC, up to {megabytes} MB. On a phone this offers the camera.",
    "samples": "Or try one of ours",
    "samples_note": "Rendered pictures, each with its true score known.",
    "reading": "Looking at what lies there …",
    "broken": "{name}: something went wrong in Pomona while it read this photo; try another photo.",
    "fault": "Something went wrong in Pomona; what is on the table is still there.",
    "by_hand": "Enter it by hand",
    "save": "Save this game",
    "saved": "Saved",
    "saved_as_it_goes": "Every change is saved as you go.",
    "players": "Players",
    "total_unit": {"one": "point", "many": "points"},
    "points_more": {"one": "{change} point", "many": "{change} points"},
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
    "history": "Games played",
    "history_none": "Nothing is saved yet. Save a game, and it will stand here.",
    "player": "Player",
    "anyone": "Anyone",
    "any_game": "Any game",
    "dates": "From – to",
    "nights_none": "No game is like that.",
    "nights_more": "Show {count} more",
    "won": "{names} won",
    "figures": "Figures",
    "points_by_category": "Points by category, mean of a game",
    "mean": "points",
    "leads": "Who won by how much",
    "lead": "points ahead",
    "nights_played": "Games",
    "wins": "Won",
    "average": "Average",
    "best": "Best",
    "margin": "To the best other",
    "log": "The whole log",
    "log_hint": "One file with all games and photos: as a copy, or for another device.",
    "export_all": "Download everything",
    "import": "Bring in a downloaded log",
    "came": "{new} came in; {known} were here already.",
    "nights_new": {"one": "{count} game", "many": "{count} games"},
    "and": " and ",
    "months": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "day": "{day} {month} {year}",
    "night_new": "A new game night",
    "night_new_hint": "Who plays what, and where. All of it can be changed later.",
    "night_start": "Start",
    "night_other": "Another game",
    "night_about": "Date, place, note",
    "names_hint": "Type or choose names",
    "name_hint": "Add a player",
    "name": "Name",
    "starts": "Began the game",
    "side": "Side or colour",
    "place": "Place",
    "place_hint": "Where you are",
    "date": "Date",
    "note": "Note",
    "player_add": "Add a player",
    "player_remove": "Remove",
    "player_remove_ask": "Remove {name} with the layout and its photos?",
    "no_score_yet": "no score yet",
    "standing": "{points} · place {rank}",
    "board": "The board, written down",
    "board_hint": "As in: trellis; 0,0 tile pink 0-3; 0,0 flower 0 peach. Photos of this game are not read yet.",
    "scorepad": "Scorepad",
    "scorepad_none": "As soon as a layout is read, its sheet stands here.",
    "total": "Total",
    "rank": "Place",
    "ended": "The game is over",
    "minutes": {"one": "{count} minute", "many": "{count} minutes"},
    "minutes_played": "Minutes played",
    "finish": "The game is over",
    "goals": "Garden goals",
    "goal": "Goal",
    "goal_none": "No goal",
    "goal_by": "Told by",
    "ways": {"measure": "Number", "place": "Place", "photo": "Photo"},
    "goal_points": "Points as printed on our board",
    "goal_points_hint": "Look at your player board once; they are remembered for all later games.",
    "place_number": "Place {number}",
    "season": "Season {number}",
    "goal_most": "Most {what}",
    "goal_least": "Fewest {what}",
    "measures": {
        "mulched": "mulched tiles",
        "grafts": "graft tokens",
        "branches": "branches",
        "lemons": "lemons",
        "limes": "limes",
        "oranges": "oranges",
        "fruit_sets": "fruit sets",
        "fruit": "fruit",
        "width": "columns",
        "height": "rows",
        "width_and_height": "columns and rows",
    },
    "photo_read": "{name} – read",
    "take_along": "Take it along",
    "files": {"pdf": "Printable sheets", "csv": "Table (CSV)", "json": "Full copy (JSON)"},
    "bg_stats": "BG Stats",
    "bg_stats_hint": "Opens the play in the app BG Stats; scan the code to open it on another phone.",
    "bg_stats_open": "Open in BG Stats",
    "photos_show": "Show the photos with what was counted",
    "photo_share": "Picture to share",
    "night_delete": "Delete this game",
    "night_delete_ask": "The game goes for good, with its layouts and photos. Nothing can bring it back.",
    "night_delete_yes": "Delete for good",
    "designs_own": "Your designs",
    "designs_own_none": "None yet. Draw one as it stands on the tile in your box.",
    "designs_shipped": "Designs that come with Pomona",
    "design_new": "Draw a design",
    "design_hint": "Tap its corners one after the other, around the outline.",
    "design_clear": "Clear",
    "design_points": "Points",
    "design_save": "Keep this design",
    "design_delete": "Delete",
    "design_delete_ask": "Delete {name}? Games that were played with it keep it.",
    "dispute": "Does it score?",
    "dispute_ask": "Ask about a shape",
    "dispute_hint": "Tap the corners of the shape in the picture, one after the other.",
    "dispute_open": "These corners make no closed outline yet: sides run straight or diagonally.",
    "dispute_save": "Keep with the game",
    "dispute_kept": "Kept.",
    "near": "Nearly scored",
    "switch_worth": "The other way: {points}",
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
        "mend:branch:True": "Branch",
        "mend:branch:False": "No branch",
        "mend:token:True": "Branch, no token",
        "mend:token:False": "No branch, no token",
        "mend:token:graft": "Graft token",
        "mend:token:prune": "Prune token",
        "mend:corner:True": "Corner",
        "mend:corner:False": "No corner",
        "mend:colour:none": "No die",
        "mend:rotten:True": "Rotten fruit",
        "mend:rotten:False": "No rotten fruit",
        "mend:tree:none": "No tree",
        "mend:tile:True": "Tile",
        "mend:tile:False": "No tile",
    },
    "sure": "{percent} % sure",
    "where": "column {col}, row {row}",
    "where_side": "column {col}, row {row} · {side}",
    "where_pile": "beside the tree",
    "picture": "Photo with what was seen. Arrow keys go from thing to thing, Enter selects.",
    "picture_whole": "Whole photo",
    "picture_tree": "Only the tree",
    "picture_hint": "Orange ?: not sure. Tap anything to see what it is taken for.",
    "hints": {"espalier": "Blue: branch. Orange ?: not sure. Tap anything to see what it is taken for."},
    "picture_flat": "Straighten",
    "picture_nearer": "Nearer",
    "picture_farther": "Farther",
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
    "picture_mend": "Mend",
    "picture_mend_done": "Done",
    "picture_mend_hint": "Each tap makes it the next thing that may lie there.",
    "tools": {
        "branch": "Branch",
        "fruit": "Fruit",
        "token": "Token",
        "tile": "Tile",
        "corner": "Corners",
        "colour": "Die",
        "value": "Value",
        "rotten": "Rotten",
        "tree": "Tree",
    },
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


def day(date: dt.date) -> str:
    """A date as people write it."""
    return say("day", day=date.day, month=say("months").split()[date.month - 1], year=date.year)


def listed(names: Sequence[str]) -> str:
    """Names one after the other."""
    return say("and").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def plain(text: str) -> str:
    """A name from outside for a place where markup is understood: it is shown as it stands."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|~:$&" else c for c in text)
