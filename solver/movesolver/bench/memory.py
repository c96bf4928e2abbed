"""Largest resident size of one large batch, in a process of its own.

``python -m movesolver.bench.memory UNITS MODELS SEED`` prints it as JSON.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import msgspec

from movesolver import arrays
from movesolver.bench.measure import once
from movesolver.bench.record import Memory
from movesolver.bench.scenes import build_scene


def measure_memory(units: int, models: int, seed: int) -> Memory:
    """Judge the coherency of a batch in a fresh process, and return what that needed.

    Parameters
    ----------
    units, models
        Units of so many round bases.
    seed
        Of their places.
    """
    command = [sys.executable, "-m", "movesolver.bench.memory", str(units), str(models), str(seed)]
    done = subprocess.run(command, capture_output=True, check=True)
    return msgspec.json.decode(done.stdout, type=Memory)


def _measure(units: int, models: int, seed: int) -> Memory:
    few = build_scene("round", models, 0, 64, seed)
    arrays.coherency(few.units)
    scene = build_scene("round", models, 0, units, seed)
    spent = once(lambda: arrays.coherency(scene.units))
    return Memory(units, models, _peak() / 1e6, units / spent)


def _peak() -> int:
    """Largest resident size of this process, bytes."""
    try:
        # getrusage would count what the process that started this one had in memory, too
        lines = Path("/proc/self/status").read_text().splitlines()
        said = dict(line.split(":", 1) for line in lines)
        return int(said["VmHWM"].split()[0]) * 1024
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


if __name__ == "__main__":
    found = _measure(*(int(number) for number in sys.argv[1:4]))
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
