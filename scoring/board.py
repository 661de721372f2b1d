"""The branches of a tree as bit boards: whole numbers in which each lattice point has its own bit.

A bit board answers a question for all points at once: "where do three half-steps lead east without a gap?"
is one shift and one `and` for each half-step. That makes a full score fast enough to ask it hundreds of
times a photo.
"""

from collections.abc import Iterator, Mapping

from scoring.lattice import STEPS
from scoring.sheet import Place, Point

EAST, SOUTHEAST, SOUTH, SOUTHWEST = 2, 3, 4, 5
FORWARD = (EAST, SOUTHEAST, SOUTH, SOUTHWEST)
"""The four directions (indices of `lattice.DIRECTIONS`) in which the number of a point's bit grows."""

SMALL = 4096  # bits; the board of a real tree has about a thousand
NEAR = 16  # longest reach of which boards are kept: bounds the memory for a tree with endless straight rows


def indices(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    if bits.bit_length() <= SMALL:
        while bits:
            lowest = bits & -bits
            yield lowest.bit_length() - 1
            bits ^= lowest
        return
    # Taking bit after bit costs the whole number's length each time; a text can be searched from any place.
    text = bin(bits)[:1:-1]
    index = text.find("1")
    while index >= 0:
        yield index
        index = text.find("1", index + 1)


def shifted(bits: int, by: int) -> int:
    """The bits moved to numbers that are lower by `by`: bit i of the answer is bit i + by."""
    return bits >> by if by >= 0 else bits << -by


class Board:
    """The effective branches of a tree.

    Attributes:
        left, top: the point of bit 0, in half-tile units.
        across: lattice points in a row, the rims included.
        width: bits in a row, a power of two; a point (x, y) has bit `(x - left) + (y - top) * width`.
        size: bits in all.
        tiles: the centres that hold a tile.
        out: for each of the eight directions, the centres that have an effective branch in it.
        steps: for each of FORWARD, the points from which a branch covers the half-step in that direction.
        near: for each of FORWARD, the points from which at least 0, 1, … NEAR half-steps are covered.
        longest: for each of FORWARD, the most half-steps in a row that are covered.
    """

    __slots__ = (
        "_rows",
        "_runs",
        "across",
        "left",
        "longest",
        "near",
        "out",
        "size",
        "steps",
        "tiles",
        "top",
        "width",
    )

    def __init__(self, branches: Mapping[Place, int]) -> None:
        """Take for each tile's place its branches, a bit for each of `lattice.DIRECTIONS`."""
        columns = [col for col, _ in branches] or [0]
        rows = [row for _, row in branches] or [0]
        self.left, self.top = 2 * min(columns) - 1, 2 * min(rows) - 1
        self.across = across = 2 * (max(columns) - min(columns)) + 3
        # Powers of two, so that few widths are in use and what shapes prepare for a width is used again.
        self.width = max(32, 1 << (across - 1).bit_length())
        down = 2 * (max(rows) - min(rows)) + 3
        self.size = size = self.width * down
        tiles = bytearray(b"0") * size
        out = [bytearray(tiles) for _ in STEPS]
        one = ord("1")
        for (col, row), mask in branches.items():
            # The text of a number begins with its highest bit.
            place = ~(2 * col - self.left + (2 * row - self.top) * self.width)
            tiles[place] = one
            for direction in _SET[mask]:
                out[direction][place] = one
        self.tiles = int(tiles, 2)
        self.out = [int(text, 2) for text in out]
        # A half-step leaves a centre forward, or arrives there as the branch in the opposite direction.
        self.steps = [
            self.out[direction] | self.out[direction ^ 4] >> self.offset(direction) for direction in FORWARD
        ]
        self._runs: dict[int, dict[int, int]] = {}
        self.near: list[list[int]] = []
        self.longest: list[int] = []
        for direction, bits in zip(FORWARD, self.steps, strict=True):
            offset, near, length = self.offset(direction), [-1] + [0] * NEAR, 0
            ahead = bits
            while ahead:
                length += 1
                if length <= NEAR:
                    near[length] = ahead
                ahead = bits & ahead >> offset
            self.near.append(near)
            self.longest.append(length)

    def offset(self, direction: int) -> int:
        """How far the number of a point's bit changes with a half-step in a direction."""
        dx, dy = STEPS[direction]
        return dx + dy * self.width

    def reach(self, forward: int, length: int) -> int:
        """The points from which at least `length` half-steps are covered; `forward` indexes FORWARD."""
        if length <= NEAR:
            return self.near[forward][length]
        if length > self.longest[forward]:
            return 0
        half = (length + 1) // 2
        ahead = self.reach(forward, half)
        return ahead & ahead >> (length - half) * self.offset(FORWARD[forward])

    def run(self, forward: int) -> dict[int, int]:
        """For each bit of `steps[forward]` how many half-steps are covered from there."""
        if forward not in self._runs:
            offset = self.offset(FORWARD[forward])
            runs: dict[int, int] = {}
            for index in reversed([*indices(self.steps[forward])]):
                runs[index] = runs.get(index + offset, 0) + 1
            self._runs[forward] = runs
        return self._runs[forward]

    def columns(self, left: int, right: int) -> int:
        """The points with at least `-left` columns of the tree on their left and `right` on their right."""
        first, last = max(-left, 0), min(self.across - right, self.across)
        if first >= last:
            return 0
        every_row = int("1".rjust(self.width, "0") * (self.size // self.width), 2)
        return every_row * ((1 << last - first) - 1 << first)

    def index(self, point: Point) -> int:
        """The number of a lattice point's bit."""
        return point[0] - self.left + (point[1] - self.top) * self.width

    def point(self, index: int) -> Point:
        """The lattice point of a bit, in half-tile units."""
        down, across = divmod(index, self.width)
        return self.left + across, self.top + down

    def ends(self, direction: int) -> int:
        """The rim points at which a branch ends that runs in a direction from its tile's centre."""
        return shifted(self.out[direction], -self.offset(direction))

    def unconnected(self, direction: int, *, any_neighbour: bool) -> int:
        """The enclosed rim points at which a branch in a direction ends and no other one does.

        A rim point is enclosed when every other tile place that meets there holds a tile, or with
        `any_neighbour` at least one.
        """
        alone = self.ends(direction)
        enclosed = 0 if any_neighbour else -1
        for other in _MEETING[direction]:
            alone &= ~self.ends(other)
            tile = shifted(self.tiles, -self.offset(other))
            enclosed = enclosed | tile if any_neighbour else enclosed & tile
        return alone & enclosed


_MEETING: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other in range(1, 8, 2) if other != direction) if direction % 2 else (direction ^ 4,)
    for direction in range(8)
)
"""The other directions in which a branch of another tile can lead to the same rim point: corners meet four."""

_SET = tuple(tuple(direction for direction in range(8) if mask >> direction & 1) for mask in range(256))
"""The directions in each mask of branches."""
