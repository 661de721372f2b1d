"""The names of all drawing methods, by the group of looks that has them. No two groups share one.

The exception: but for the prune side, strips of "test" looks are as `Look` says by default, and "train" has those too.
"""

BACKGROUNDS = {
    "train": (
        "flat",
        "painted",
        "gradient",
        "bricks",
        "wires",
        "planks",
        "stripes",
        "spots",
        "strokes",
        "hills",
        "truchet",
        "scales",
        "cells",
        "cobbles",
        "rings",
        "lozenges",
        "stars",
        "damask",
        "parquet",
        "lettering",
        "maze",
        "pennants",
        "rosettes",
        "contours",
        "marble",
        "clouds",
        "plaid",
        "foliage",
        "tufts",
        "scribbles",
        "posts",
        "splashes",
        "cracks",
    ),
    "validation": (
        "rays",
        "checks",
        "honeycomb",
        "halftone",
        "weave",
        "guilloche",
        "quilt",
        "jigsaw",
        "crosses",
        "seedhead",
        "knit",
        "washes",
    ),
    "test": ("waves", "hatching", "mosaic"),
}
BRANCHES = {
    "train": (
        "stroke",
        "taper",
        "textured",
        "outlined",
        "shaded",
        "bumpy",
        "jagged",
        "twisted",
        "bristle",
        "bamboo",
        "rope",
        "striped",
        "spotted",
        "vine",
        "two_tone",
        "hairy",
        "root",
        "gradient",
        "soft",
    ),
    "validation": (
        "double",
        "linocut",
        "stippled",
        "wash",
        "garland",
        "chain",
        "grain",
        "thorny",
        "zigzag",
        "chequered",
        "beads",
        "etched",
    ),
    "test": ("segments", "chalk"),
}
FINISHES = ("shadow", "halo", "outline", "highlight", "core", "mottled")
EXTRAS = (
    "panel",
    "vignette",
    "blossoms",
    "twigs",
    "numbers",
    "foliage",
    "berries",
    "flyers",
    "tendrils",
)
FRUIT = {
    "train": (
        "disc", "rim_disc", "flat", "cutout", "cylinder", "cube", "bead", "dark_rim", "cluster", "letter", "sticker",
        "slice", "coin", "wooden", "square", "triangle", "diamond", "gem", "button", "acrylic", "pillar", "pawn", "pom",
    ),
    "validation": (
        "ring", "flower", "heart", "star", "stitched", "torus", "cap", "wedge", "barrel", "quartered",
    ),
    "test": ("ball", "hexagon"),
}  # fmt: skip
PRUNES = {
    "train": (
        "background", "leaves", "saw", "cross", "plain", "pattern", "flowers", "icon", "two_icons", "icon_row",
        "dashes", "framed", "tape", "chevrons", "lattice", "bricks", "vignette", "split", "gradient", "noise", "wood",
        "broken",
    ),
    "validation": (
        "bars", "shaded", "plaster", "bow", "logs", "growth", "web", "mist", "curls", "tool", "torn",
    ),
    "test": ("scissors",),
}  # fmt: skip
PRUNE_ICONS = {
    "train": (
        "axe", "stump", "knife", "hook", "arrow", "minus", "stop", "skull", "blob", "star", "word", "leaf", "dust",
        "drop",
    ),
    "validation": ("bucket", "glove", "spade", "rake", "beetle", "barrow"),
}  # fmt: skip
GRAFTS = {
    "train": (
        "printed",
        "straight",
        "wavy",
        "tapered",
        "knobbly",
        "outlined",
        "two_tone",
        "textured",
        "twig",
    ),
    "validation": ("as_tile", "corded", "sprout", "bark", "inlaid", "spliced"),
}
GRAFT_EXTRAS = {
    "train": ("none", "few leaves", "leaves", "buds", "blossoms", "bandage", "arrows", "plus"),
    "validation": ("bare", "cherries", "coils", "sparks"),
}
STRIP_SHAPES = {
    "train": ("rounded", "pill", "notched", "pointed", "waisted", "bellied", "tag"),
    "validation": ("scalloped", "slanted", "ticket", "stepped"),
}
STRIP_GROUNDS = {
    "train": ("mixed", "plain", "tile", "gradient", "wood", "paper"),
    "validation": ("linen", "kraft", "slate", "glow"),
}
STRIP_FRAMES = {
    "train": ("none", "none", "line", "band", "inset"),
    "validation": ("unframed", "unframed", "dotted", "ended", "cornered"),
}
