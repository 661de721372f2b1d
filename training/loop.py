"""The loop that trains every net: a fixed time, a cosine learning rate, weights saved as it goes."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, TypeVar

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from training.export import weights_of

WARM_UP = 100
LEAST_RATE = 0.005
"""Share of the peak learning rate that the last steps keep."""

Rate = Annotated[float, typer.Option(help="Peak learning rate.")]
Threads = Annotated[int, typer.Option(help="CPU threads.")]
Start = Annotated[Path | None, typer.Option(help="Weights to start from.")]
Seed = Annotated[int, typer.Option(help="Of all that is drawn by lot.")]
"""What commands that train take."""

M_TRIM_THRESHOLD, M_MMAP_MAX, M_ARENA_MAX = -1, -4, -8
KEPT = {M_TRIM_THRESHOLD: -1, M_MMAP_MAX: 0, M_ARENA_MAX: 1}
"""What glibc's `mallopt` is told (`malloc.h`): never to trim, to map nothing apart, to keep one heap."""

Thing = TypeVar("Thing")
Batch = tuple[tuple[Tensor, ...], tuple[Tensor, ...]]
"""What the net is given, pictures first, and what the loss compares its answer with."""


@dataclass(frozen=True)
class Course:
    """How a net is trained: peak learning rate, weight decay, minutes, steps between two lines of the log."""

    rate: float
    decay: float
    minutes: float
    log_every: int


def prepare(
    net: nn.Module, start: Path | None, threads: int, heads: tuple[str, ...] = (), device: str = "cpu"
) -> None:
    """Set the threads, load weights to start from where there are some, and bring the net to where it learns.

    heads: how the names of layers begin that start anew where the weights are those of a net with other ones;
    device: as PyTorch names it, "cuda" for a GPU.
    """
    keep_memory()
    torch.set_num_threads(threads)
    torch.backends.cudnn.benchmark = True
    if start:
        _load(net, start, heads)
    net.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]


def keep_memory() -> None:
    """Have the C library keep what is freed: it gives large tensors back to the system otherwise, which clears the same
    memory anew in every step. With glibc a step on the processor takes three quarters of the time; elsewhere nothing
    changes."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for parameter, value in KEPT.items():
            mallopt(parameter, value)


def device_of(net: nn.Module) -> torch.device:
    """Where a net is, and what it is shown must be."""
    return next(net.parameters()).device


def in_few_bits(device: torch.device) -> torch.autocast:
    """A context in which a net reckons in bfloat16 numbers where the device is good at it."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type != "cpu" or has_bfloat16())


def as_pictures(pictures: npt.NDArray[np.uint8] | Tensor, device: torch.device | None = None) -> Tensor:
    """Pictures uint8 (..., H, W, 3) as a net takes them: (..., 3, H, W), 0 to 1.

    device: where the net is; they stay where they are without.
    """
    return torch.as_tensor(pictures, device=device).movedim(-1, -3).float() / 255


def has_bfloat16() -> bool:
    """Whether the processor has instructions for bfloat16 numbers: without, they take many times longer."""
    return bool(torch.cpu.get_capabilities().get("avx512_bf16", False))


def saved_weights(start: Path) -> dict[str, Tensor]:
    """The weights of a run, or of an exported net."""
    return weights_of(start) if start.suffix == ".onnx" else dict(torch.load(start, map_location="cpu"))


def shuffled(
    folder: Path, load: Callable[[Path], Sequence[Thing]], size: int, shards: int, rng: np.random.Generator
) -> Iterator[list[Thing]]:
    """Endless lists of `size` things that `load` takes from a folder's shards to learn from.

    Things of `shards` shards at a time are mixed, so that a batch holds many looks; shards drawn meanwhile come in.
    """
    while True:
        paths = sorted(folder.glob("train-*.npz"))
        order = rng.permutation(len(paths))
        for first in range(0, len(order), shards):
            pool = [thing for k in order[first : first + shards] for thing in load(paths[int(k)])]
            mixed = rng.permutation(len(pool))
            for start in range(0, len(mixed) - size + 1, size):
                yield [pool[int(k)] for k in mixed[start : start + size]]


def _load(net: nn.Module, start: Path, heads: tuple[str, ...]) -> None:
    """Weights of a run, or those of an exported net, which lacks only the counters that nothing depends on.

    A net with fewer channels serves as well: see `grown`.
    """
    weights = net.state_dict()
    saved = {
        name: weight
        for name, weight in saved_weights(start).items()
        if not name.startswith(heads) or (name in weights and weight.shape == weights[name].shape)
    }
    anew = (*heads, *(name for name in weights if name.endswith("num_batches_tracked")))
    lacking = [name for name in weights if name not in saved and not name.startswith(anew)]
    unfit = [name for name in saved if name not in weights or not fits(saved[name], weights[name])]
    if lacking or unfit:
        raise typer.BadParameter(f"{start} holds another net: {', '.join([*lacking, *unfit])}")
    net.load_state_dict(weights | {name: grown(weight, weights[name]) for name, weight in saved.items()})


def fits(weight: Tensor, room: Tensor) -> bool:
    """Whether a layer's weight has its place in another's: see `grown`."""
    return weight.ndim == room.ndim and all(a <= b for a, b in zip(weight.shape, room.shape, strict=True))


def grown(weight: Tensor, room: Tensor) -> Tensor:
    """A narrower layer's weight in a wider layer's, so that both nets answer alike (Net2Net, Chen et al. 2016).

    room: the wider layer's weight as it was drawn. What was there takes nothing from what is new, until it learns to.
    """
    wide = room.clone()
    if weight.ndim > 1:
        wide[: len(weight)] = 0
    wide[tuple(slice(size) for size in weight.shape)] = weight
    return wide


def train(
    net: nn.Module,
    batches: Iterable[Batch],
    loss_of: Callable[..., Tensor],
    out: Path,
    course: Course,
    report: Callable[[], str] = str,
) -> None:
    """Train for the course's time and save the weights to `out`.

    loss_of: (the net's answer, *targets) -> loss; report: what a line of the log adds.
    """
    device = device_of(net)
    fused = device.type == "cuda"
    tuner = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=course.decay, fused=fused)
    begin, running = monotonic(), torch.zeros((), device=device)
    for step, ((pictures, *others), targets) in enumerate(batches):
        done = (monotonic() - begin) / 60 / course.minutes
        if done >= 1:
            break
        for group in tuner.param_groups:
            group["lr"] = _rate(course.rate, step, done)
        with in_few_bits(device):
            seen: Any = net(
                pictures.to(device, memory_format=torch.channels_last),
                *(other.to(device) for other in others),
            )
        loss = loss_of(seen, *(target.to(device) for target in targets))
        tuner.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        tuner.step()
        # Never asked for between two lines of the log: a GPU would have to be waited for.
        running = running.lerp(loss.detach().float(), 0.02 if step else 1.0)
        if step % course.log_every == 0:
            typer.echo(f"step {step} of {done:.0%}: loss {float(running):.4f} {report()}")
            _save(net, out)
    typer.echo(report())
    _save(net, out)


def _save(net: nn.Module, out: Path) -> None:
    torch.save({name: weight.cpu() for name, weight in net.state_dict().items()}, out)


def _rate(peak: float, step: int, done: float) -> float:
    warm = min(1.0, (step + 1) / WARM_UP)
    return peak * warm * max(0.5 * (1 + float(np.cos(np.pi * done))), LEAST_RATE)
