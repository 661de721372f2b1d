"""Kinds of things told by their colours together: those of one kind are of one colour in a photo, whatever the light.

All ways to name a photo's things are weighed, by how well the colours of each kind agree with each other, and with what
colours the kinds usually have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DARK = 0.01
"""Added to the light of each colour: the darkest are mostly noise."""
KNEE, BRIGHTEST = 0.55, 0.97
"""Where a phone's tone curve leaves its straight part, as a share of its range, and the largest share of what lies
above it that still tells how bright the light was."""
VEILS, OF_VEILED = (0.3, 0.55, 0.8), 0.04
"""Shares of white in the colour of a thing that mirrors a lamp, and the variance of what is seen of it then."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """W ways to name a photo's things so far: logarithms of their chances (W,), what the photo's colours of the K kinds
    are by each, means (W, 2 K) and covariances (W, 2 K, 2 K), and the kinds (W, things)."""

    logs: Numbers
    means: Numbers
    spreads: Numbers
    kinds: npt.NDArray[np.int64]

    def some(self, which: npt.NDArray[np.int64] | npt.NDArray[np.bool_]) -> Ways:
        """Some of the ways, by their numbers or by whether each is one of them."""
        return Ways(self.logs[which], self.means[which], self.spreads[which], self.kinds[which])


@dataclass(frozen=True, slots=True)
class Odd:
    """How often a thing's colour tells hardly anything (a shadow, a leaf), and its variance then; veiled: how often it
    is mixed with white besides, as it mirrors a lamp or a window."""

    share: float
    variance: float
    veiled: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """What colours K kinds usually have, (K, 2), and how these differ from photo to photo, all together, for one light
    falls on all: their covariance (2 K, 2 K); share: how many printings are coloured like that."""

    means: Numbers
    of_photos: Numbers
    share: float = 1.0


def linear_light(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    """The light that sRGB values stand for, both 0 to 1 (IEC 61966-2-1)."""
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4).astype(np.float32)


def before_roll_off(light: Numbers | npt.NDArray[np.float32]) -> Numbers:
    """The light (linear, 0 to 1) before a phone's tone curve rolled it off towards white, which fades bright colours.

    A straight line up to the knee and an exponential shoulder beyond it stand for the curves of many cameras (Grossberg
    and Nayar 2004, "Modeling the space of camera response functions").
    """
    light = np.asarray(light, np.float64)
    above = np.clip((light - KNEE) / (1 - KNEE), 0, BRIGHTEST)
    undone: Numbers = np.minimum(light, KNEE) - (1 - KNEE) * np.log1p(-above)
    return undone


def log_chromaticity(light: Numbers | npt.NDArray[np.float32]) -> Numbers:
    """How much more red and blue than green light (..., 3) is sent, as logarithms (..., 2).

    In these, another light or exposure moves all colours alike (von Kries 1902).
    """
    red, green, blue = np.moveaxis(np.asarray(light, np.float64) + DARK, -1, 0)
    return np.stack([np.log(red / green), np.log(blue / green)], -1)


def name_together(
    chances: Numbers,
    colours: Numbers,
    palettes: Sequence[Palette],
    of_thing: Numbers,
    odd: Odd,
    most_ways: int,
    box: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None = None,
) -> Ways:
    """The likeliest ways to name N things, given what is said of each alone (N, K) and its colour (N, 2).

    of_thing: the covariance (2, 2) of one kind's things in one photo, but for odd ones; most_ways: as many are gone on
    with from thing to thing; box: how many pieces each thing is, (N,), and how many of each kind there are at most,
    (K,).

    Under each way the colours that the kinds have in this photo are learned from thing to thing (Gaussian with a
    Gaussian prior of its mean; Murphy, Conjugate Bayesian analysis of the Gaussian distribution, 2007).
    """
    ways = Ways(
        np.log([palette.share for palette in palettes]),
        np.array([palette.means.ravel() for palette in palettes]),
        np.array([palette.of_photos for palette in palettes]),
        np.zeros((len(palettes), 0), np.int64),
    )
    things = np.column_stack([chances, colours])
    order = np.lexsort((*things.T, -chances.max(1)))  # the surest first, in whichever order they were seen
    for count, index in enumerate(order, 1):
        parts = _with_thing(ways, chances[index], colours[index], of_thing, odd)
        if box is not None:
            parts = [_within(part, box[0][order[:count]], box[1]) for part in parts]
        ways = _likeliest(parts, most_ways)
    return Ways(ways.logs, ways.means, ways.spreads, ways.kinds[:, np.argsort(order)])


def shares(ways: Ways, kinds: int, weights: Numbers | None = None) -> Numbers:
    """The chances (N, K) of each thing's kinds over all ways, each of which may be weighed besides, (W,) logarithms."""
    logs = ways.logs if weights is None else ways.logs + weights
    each = np.exp(logs - logs.max())
    told = np.array([np.bincount(named, each, kinds) for named in ways.kinds.T]).reshape(-1, kinds)
    result: Numbers = told / each.sum()
    return result


def _with_thing(ways: Ways, said: Numbers, colour: Numbers, of_thing: Numbers, odd: Odd) -> list[Ways]:
    """The ways with one thing more, which is of each kind that it may be, and shows its kind's colour or an odd one."""
    grown = []
    for kind in np.flatnonzero(said):
        part = slice(2 * kind, 2 * kind + 2)
        off = colour - ways.means[:, part]
        spread = ways.spreads[:, part, part] + of_thing
        gain = ways.spreads[:, :, part] @ np.linalg.inv(spread)
        kinds = np.column_stack([ways.kinds, np.full(len(ways.logs), kind)])
        usual = np.log(1 - odd.share - odd.veiled) + _log_normal(off, spread)
        other = np.log(odd.share) + _log_normal(off, spread + odd.variance * np.eye(2))
        if odd.veiled:
            other = np.logaddexp(other, np.log(odd.veiled) + _log_veiled(colour, ways.means[:, part], spread))
        logs, means = ways.logs + np.log(said[kind]), ways.means + (gain @ off[..., None])[..., 0]
        grown.append(Ways(logs + usual, means, ways.spreads - gain @ ways.spreads[:, part], kinds))
        grown.append(Ways(logs + other, ways.means, ways.spreads, kinds))
    return grown


def _log_veiled(colour: Numbers, means: Numbers, spreads: Numbers) -> Numbers:
    """Logarithms (W,) of how likely a colour (2,) is, if white is mixed with colours of means (W, 2) and covariances
    (W, 2, 2): any of `VEILS` alike."""
    logs = []
    for white in VEILS:
        own = (1 - white) * np.exp(means)
        slope = own / (own + white)  # of the mixed colour on the thing's own
        spread = slope[:, :, None] * spreads * slope[:, None, :] + OF_VEILED * np.eye(2)
        logs.append(_log_normal(colour - np.log(own + white), spread))
    likely: Numbers = np.logaddexp.reduce(logs) - np.log(len(VEILS))
    return likely


def _log_normal(off: Numbers, spread: Numbers) -> Numbers:
    """Logarithms (W,) of how likely deviations (W, 2) are under covariances (W, 2, 2), but for a constant."""
    unlikely = np.einsum("wi,wij,wj->w", off, np.linalg.inv(spread), off)
    logs: Numbers = -0.5 * (unlikely + np.linalg.slogdet(spread)[1])
    return logs


def _within(ways: Ways, sizes: npt.NDArray[np.int64], most: npt.NDArray[np.int64]) -> Ways:
    """The ways that name no more pieces of a kind than the box holds."""
    counts = ((ways.kinds[:, :, None] == np.arange(len(most))) * sizes[:, None]).sum(1)
    return ways.some((counts <= most).all(1))


def _likeliest(parts: Sequence[Ways], most: int) -> Ways:
    """The likeliest of several lists of ways."""
    together = Ways(
        np.concatenate([part.logs for part in parts]),
        np.concatenate([part.means for part in parts]),
        np.concatenate([part.spreads for part in parts]),
        np.concatenate([part.kinds for part in parts]),
    )
    return together.some(np.argsort(-together.logs, kind="stable")[:most])
