"""Tiles at hand: hard ones come more often, and easy ones make room."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training's dependencies are not installed")

from training.hardness import HARDEST  # noqa: E402
from training.stock import Stock, Supply  # noqa: E402


def tiles(count: int, colour: int) -> tuple[np.ndarray, np.ndarray]:
    return np.full((count, 4, 4, 3), colour, np.uint8), np.full((count, 17), colour, np.int8)


def test_tiles_that_it_erred_on_are_drawn_more_often_and_easy_ones_now_and_then() -> None:
    torch.manual_seed(0)
    stock = Stock(100, side=4)
    stock.take_in(*tiles(60, 1))
    losses = torch.zeros(60)
    losses[:20] = 1.5
    losses[0] = 60.0  # nobody can read it: no more often than other hard ones
    stock.found(torch.arange(60), losses)
    drawn = torch.cat([stock.draw(12) for _ in range(400)]).bincount(minlength=60)
    assert len(drawn) == 60
    assert drawn[:20].min() > 2 * drawn[20:].max()
    assert drawn[20:].min() > 0
    assert drawn[0] < 1.5 * drawn[1:20].float().mean()


def test_a_full_stock_gives_up_its_easiest_tiles_and_new_ones_come_soon() -> None:
    stock = Stock(10, side=4)
    stock.take_in(*tiles(8, 1))
    assert (stock.held, stock.is_full) == (8, False)
    stock.found(torch.arange(8), torch.tensor([0.5, 0.1, 0.9, 0.2, 0.8, 0.7, 0.6, 0.4]))
    stock.take_in(*tiles(4, 2))
    assert (stock.held, stock.is_full) == (10, True)
    new = (stock.patches[:, 0, 0, 0] == 2).nonzero().flatten().tolist()
    assert new == [1, 3, 8, 9]
    assert (stock.labels[new] == 2).all()
    assert (stock.labels[:, 0] == stock.patches[:, 0, 0, 0]).all()
    assert (stock.losses[new] == HARDEST).all()


def test_a_stock_takes_no_more_than_it_has_room_for() -> None:
    stock = Stock(10, side=4)
    stock.take_in(*tiles(25, 1))
    assert stock.held == 10
    stock.take_in(*tiles(25, 2))
    assert (stock.labels == 2).all()


def test_every_shard_comes_as_often_and_those_drawn_meanwhile_first(tmp_path: Path) -> None:
    stock, supply = Stock(10, side=4), Supply(tmp_path, np.random.default_rng(0))
    assert supply.next_for(stock) is None
    for name in "abc":
        (tmp_path / f"train-{name}.npz").touch()
    first = {supply.next_for(stock) for _ in range(3)}
    assert len(first) == 3
    assert supply.next_for(stock) is None  # it holds all of them, and there is room for more
    (tmp_path / "train-d.npz").touch()
    assert supply.next_for(stock) == tmp_path / "train-d.npz"
    stock.take_in(*tiles(10, 1))
    again = {supply.next_for(stock) for _ in range(4)}
    assert again == {*first, tmp_path / "train-d.npz"}
