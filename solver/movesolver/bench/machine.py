"""What the machine is, and the best that one core of it does in small compiled loops."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

from movekernels.arrays import Floats, Ints
from movekernels.limits import (
    CHAIN,
    count_boards,
    multiply_add_rounds,
    read_rounds,
    root_rounds,
)
from movesolver.bench.measure import interleave
from movesolver.bench.record import Limits, Machine

PACKAGES = (
    "movesolver",
    "numpy",
    "numba",
    "llvmlite",
    "scipy",
    "shapely",
    "networkx",
    "msgspec",
    "rich",
)
SIZES = tuple(2**k for k in (14, 16, 18, 20, 22, 24, 26, 27))
"""Bytes read again and again: from the first cache to memory (128 MiB)."""
IN_CACHE = 512
"""Numbers in the loops of square roots and multiply-adds: 4 KiB."""
Discs = tuple[Floats, Floats, Floats, Floats, Floats, Floats]


def describe() -> Machine:
    """Return what the machine and the installed versions are."""
    versions = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return Machine(_processor(), os.cpu_count() or 1, platform.platform(), versions)


def _processor() -> str:
    """Name of the processor; with its family and model, as some names say little."""
    said: dict[str, str] = {}
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            key, _, value = line.partition(":")
            said.setdefault(key.strip(), value.strip())
    except OSError:
        pass
    name = said.get("model name") or platform.processor() or platform.machine()
    if "cpu family" in said:
        name += f" (family {said['cpu family']}, model {said.get('model', '?')})"
    return name


def build_discs(boards: int, seed: int = 0) -> Discs:
    """Return boards of 10 discs among 100: centres and radii of each, inches."""
    rng = np.random.default_rng(seed)
    sizes = np.array([25.0, 28.5, 32.0, 40.0]) / 50.8
    own, others = (boards, 10), (boards, 100)
    return (
        rng.uniform(0.0, 60.0, own),
        rng.uniform(0.0, 44.0, own),
        sizes[rng.integers(0, 4, own)],
        rng.uniform(0.0, 60.0, others),
        rng.uniform(0.0, 44.0, others),
        sizes[rng.integers(0, 4, others)],
    )


def root_call() -> tuple[Callable[[], None], int]:
    """Return a call that draws square roots in cache, and how many."""
    values = np.random.default_rng(0).uniform(1.0, 4.0, IN_CACHE)
    out = np.empty(IN_CACHE)
    return lambda: root_rounds(values, 200, out), 200 * IN_CACHE


def predicate_call() -> tuple[Callable[[], None], int]:
    """Return a call of the within-range loop in cache, and how many pairs it asks."""
    discs = build_discs(1)
    out = np.zeros((1, 10), np.int64)
    return lambda: count_boards(*discs, 2.0, 200, out), 200 * 1000


def read_call(values: Ints, size: int) -> tuple[Callable[[], None], int]:
    """Return a call that reads ``size`` bytes of ``values`` over and over, and how many."""
    part = values[: size // 8]
    rounds = max(1, 2**22 // size)

    def run() -> None:
        read_rounds(part, rounds)

    return run, size * rounds


def measure_limits(seconds: float, least: Limits | None = None) -> Limits:
    """Measure the best of one core.

    Parameters
    ----------
    seconds
        Time it may take, about.
    least
        An earlier answer: the better of the two is returned, number by number.
    """
    changing = np.ones(IN_CACHE)
    values = np.arange(SIZES[-1] // 8)
    calls = [
        root_call(),
        (
            lambda: multiply_add_rounds(changing, 0.999999, 1e-6, 200),
            200 * IN_CACHE * 2 * CHAIN,
        ),
        predicate_call(),
        *(read_call(values, size) for size in SIZES),
    ]
    for run, _ in calls:
        run()
    times = interleave([run for run, _ in calls], seconds)
    rates = [count / spent for (_, count), spent in zip(calls, times, strict=True)]
    found = Limits(rates[0], rates[1], rates[2], dict(zip(SIZES, rates[3:], strict=True)))
    if least is None:
        return found
    return Limits(
        max(found.roots, least.roots),
        max(found.multiply_adds, least.multiply_adds),
        max(found.predicates, least.predicates),
        {size: max(rate, least.reads[size]) for size, rate in found.reads.items()},
    )
