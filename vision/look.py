"""What each tile shows: upright, rectified patches through three nets, averaged over turns and mirrorings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.models import open_model
from vision.observe import side_of, square_to_quad

PATCH = 192
"""Side of a patch in pixels."""
MARGIN = 0.25
"""How much of the surroundings a patch shows on each side, in tile sides: fruit on the rim lies half outside."""
MAX_REDUCTION = 1.6
"""A patch is sampled from the smallest copy of the photo that still has about this many pixels a patch pixel."""

Way = tuple[bool, int]
"""Whether a patch is mirrored, and by how many quarters it is then turned."""
WHOLE = "look.onnx"
"""The net that sees a tile as a whole; its entry in the manifest holds the calibration of what all say together."""
SPOKES, PLAIN_SPOKES = "spokes.onnx", "spokes_plain.onnx"
"""The nets that look along each direction: with what learned from photographs, as the first does, and from nothing."""
WORDS = {WHOLE: 0.5, SPOKES: 0.25, PLAIN_SPOKES: 0.25}
"""How much the word of each weighs."""
OF_SIDES = {WHOLE: 0.2, SPOKES: 0.2, PLAIN_SPOKES: 0.6}
"""How much it weighs on which side a token shows: what began from nothing tells most of that (decision 13)."""
BRANCH, GRAFT, PRUNE = 1, 2, 3
"""The classes of a direction with a bare branch, and with a token."""
WHOLE_WAYS: Sequence[Way] = tuple((mirrored, quarters) for mirrored in (False, True) for quarters in range(4))
SPOKES_WAYS: Sequence[Way] = ((False, 0), (True, 0))
"""They see each spoke lying alike, so that turning a patch changes nothing of what they tell."""
FIRST_WAYS: Sequence[Way] = ((False, 0), (True, 1))
"""Those in which every tile is seen; only those that leave something open are then seen in all, by all nets."""
SURE, SURE_FRUIT = 0.9995, 0.998
"""The least chance of the best answer that leaves nothing open of a tile's directions, and of the fruit on its rim."""
AT_ONCE = 16
"""Patches that a net is shown at once: what it sees on the way takes some megabytes each."""

Pixels = npt.NDArray[np.uint8]


def pyramid(pixels: Pixels, levels: int = 4) -> list[Pixels]:
    """The photo at full, half, quarter ... size, uint8 (H, W, 3) each: patches of large tiles need no aliasing."""
    import cv2

    copies = [pixels]
    for _ in range(levels - 1):
        high, wide = copies[-1].shape[:2]
        if min(high, wide) < 2 * PATCH:
            break
        half = cv2.resize(copies[-1], (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
        copies.append(np.asarray(half, np.uint8))
    return copies


def rectify(copies: list[Pixels], quad: npt.NDArray[np.float64]) -> Pixels:
    """The upright patch of one tile, uint8 (PATCH, PATCH, 3).

    copies: the photo's pyramid; quad: the tile's corners (4, 2) in pixels of the first copy, clockwise from NW.
    """
    tile = PATCH / (1 + 2 * MARGIN)
    # Pixel centres, not corners, are at whole numbers: half a pixel is half of another size in each picture.
    half = 0.5 / tile - MARGIN
    to_unit = np.array([[1 / tile, 0, half], [0, 1 / tile, half], [0, 0, 1.0]])
    return cut(copies, quad, to_unit, tile, (PATCH, PATCH))


def cut(
    copies: list[Pixels],
    quad: npt.NDArray[np.float64],
    to_unit: npt.NDArray[np.float64],
    tile: float,
    size: tuple[int, int],
) -> Pixels:
    """Part of a tile and its surroundings as a picture, uint8 (height, width, 3).

    copies, quad: as for `rectify`; to_unit: matrix (3, 3) from the picture's pixels to the unit square of the tile;
    tile: the tile's side in pixels of the picture; size: (width, height).
    """
    import cv2

    reduction = side_of(quad) / tile
    level = int(np.clip(np.floor(np.log2(max(reduction / MAX_REDUCTION, 1e-6))) + 1, 0, len(copies) - 1))
    small = 0.5**level
    reduce = np.array([[small, 0, (small - 1) / 2], [0, small, (small - 1) / 2], [0, 0, 1.0]])
    picture = cv2.warpPerspective(
        copies[level], reduce @ square_to_quad(quad) @ to_unit, size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What N patches show, as calibrated log-probabilities.

    branches: (N, 8, 4), for each direction none, branch, graft, prune; fruit: (N, 8, 4), for each rim point none,
    lemon, lime, orange; kinds: (N, 6), the kinds of tile and "empty". The labels are in the model's manifest.
    """

    branches: npt.NDArray[np.float64]
    fruit: npt.NDArray[np.float64]
    kinds: npt.NDArray[np.float64]


def look_at(patches: npt.NDArray[np.uint8], thorough: bool = True) -> Looks:
    """Ask the nets about upright patches, uint8 (N, PATCH, PATCH, 3).

    thorough: all where one leaves something open, each in all ways that tell it something new; else one, and only of
    patches as they are, for what is asked of many.
    """
    if not thorough:
        return _told(_asked(WHOLE, patches, ((False, 0),)))
    logits = _asked(WHOLE, patches, FIRST_WAYS)
    unsure = _unsure(_told(logits))
    if unsure.any():
        logits[unsure] = _asked_all(patches[unsure], logits[unsure])
    return _told(logits)


def _asked_all(patches: npt.NDArray[np.uint8], first: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What all nets say together of patches, logits (N, 70); first: what one said, shown them in the first ways."""
    others = [way for way in WHOLE_WAYS if way not in FIRST_WAYS]
    share = len(FIRST_WAYS) / len(WHOLE_WAYS)
    whole = share * first + (1 - share) * _asked(WHOLE, patches, others)
    along = {net: _asked(net, patches, SPOKES_WAYS) for net in (SPOKES, PLAIN_SPOKES)}
    return together({WHOLE: whole, **along})


def together(said: Mapping[str, npt.NDArray[np.float64]]) -> npt.NDArray[np.float64]:
    """What the nets say as one, logits (N, 70), given those of each."""
    told: npt.NDArray[np.float64] = np.sum([WORDS[net] * logits for net, logits in said.items()], 0)
    odds = np.sum([OF_SIDES[net] * _prune_odds(logits) for net, logits in said.items()], 0)
    directions = told[:, :32].reshape(-1, 8, 4)
    token = np.logaddexp(directions[..., GRAFT], directions[..., PRUNE])
    directions[..., GRAFT], directions[..., PRUNE] = (token - np.logaddexp(0, way * odds) for way in (1, -1))
    return told


def _prune_odds(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How much likelier the prune side is than the graft side in each direction, as log-odds (N, 8)."""
    directions = logits[:, :32].reshape(-1, 8, 4)
    return np.asarray(directions[..., PRUNE] - directions[..., GRAFT])


def _told(logits: npt.NDArray[np.float64]) -> Looks:
    """Logits (N, 70) as calibrated answers."""
    directions = logits[:, :64].reshape(len(logits), 2, 8, 4)
    scaling = open_model(WHOLE).facts["calibration"]
    return Looks(
        calibrated(directions[:, 0], **scaling["branch"]),
        calibrated(directions[:, 1], **scaling["fruit"]),
        calibrated(logits[:, 64:], **scaling["kind"]),
    )


def _unsure(looks: Looks) -> npt.NDArray[np.bool_]:
    """Which of N patches leave open what lies in a direction or on a rim point."""
    branches, fruit = looks.branches.max(2).min(1), looks.fruit.max(2).min(1)
    return np.asarray((branches < np.log(SURE)) | (fruit < np.log(SURE_FRUIT)), np.bool_)


def _asked(net: str, patches: npt.NDArray[np.uint8], ways: Sequence[Way]) -> npt.NDArray[np.float64]:
    """A net's logits (N, 70), on average over some ways to show it the patches."""
    told = np.zeros((len(patches), 70))
    for mirrored, quarters in ways:
        seen = patches[:, :, ::-1] if mirrored else patches
        logits = _logits(net, np.ascontiguousarray(np.rot90(seen, -quarters, (1, 2))))
        # Where each direction of the upright patch has gone to.
        at = [(2 * quarters + (-d if mirrored else d)) % 8 for d in range(8)]
        told[:, :64] += logits[:, :64].reshape(-1, 2, 8, 4)[:, :, at].reshape(-1, 64)
        told[:, 64:] += logits[:, 64:]
    return told / len(ways)


def _logits(net: str, patches: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """A net's logits (N, 70), of some patches at a time."""
    model = open_model(net)
    parts = range(0, max(1, len(patches)), AT_ONCE)
    return np.concatenate([model.run(patches[k : k + AT_ONCE])[0] for k in parts])


def calibrated(
    logits: npt.NDArray[np.float64], temperature: float, bias: list[float]
) -> npt.NDArray[np.float64]:
    """Log-probabilities from logits, after one temperature and a bias for each class.

    Guo et al., On Calibration of Modern Neural Networks, 2017; fitted on looks that training never saw.
    """
    return log_softmax(logits / temperature + np.array(bias))


def log_softmax(logits: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Log-probabilities along the last axis."""
    shifted = logits - logits.max(-1, keepdims=True)
    result: npt.NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    return result
