"""The names of all drawing methods, by the group of looks that has them. No two groups share one."""

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
    "validation": ("rays", "checks"),
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
    "validation": ("double",),
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
    "validation": ("ring",),
    "test": ("ball", "hexagon"),
}  # fmt: skip
PRUNES = {
    "train": (
        "background", "leaves", "saw", "cross", "plain", "pattern", "flowers", "icon", "two_icons", "icon_row",
        "dashes", "framed", "tape", "chevrons", "lattice", "bricks", "vignette", "split", "gradient", "noise", "wood",
        "broken",
    ),
    "validation": ("bars",),
    "test": ("scissors",),
}  # fmt: skip
PRUNE_ICONS = (
    "axe", "stump", "knife", "hook", "arrow", "minus", "stop", "skull", "blob", "star", "word", "leaf", "dust", "drop",
)  # fmt: skip
GRAFTS = ("printed", "straight", "wavy", "tapered", "knobbly", "outlined", "two_tone", "textured", "twig")
GRAFT_EXTRAS = ("none", "few leaves", "leaves", "buds", "blossoms", "bandage", "arrows", "plus")
STRIP_SHAPES = ("rounded", "pill", "notched", "pointed", "waisted", "bellied", "tag")
STRIP_GROUNDS = ("mixed", "plain", "tile", "gradient", "wood", "paper")
