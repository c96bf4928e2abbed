"""How long new processes take to import, to help, and to answer for the first time.

``python benchmarks/first_calls.py [runs]`` prints a table of processor time and of time on the
clock, the least of the runs: on a machine that does other things the first says more.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

from movesolver.warm.jobs import FIRST

CALLS = {
    "an empty process": ["-c", ""],
    "import numba": ["-c", "import numba"],
    "import movesolver": ["-c", "import movesolver"],
    "movesolver --help": ["-m", "movesolver", "--help"],
    "import movesolver; movesolver.check": ["-c", "import movesolver; movesolver.check"],
    "movesolver check": ["-m", "movesolver", "check", "-"],
    "movesolver solve": ["-m", "movesolver", "solve", "-"],
    "movesolver reach": ["-m", "movesolver", "reach", "-"],
}


def spent(words: list[str]) -> tuple[float, float]:
    """Return processor time and time on the clock of one process, seconds."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *words], input=FIRST, stdout=subprocess.DEVNULL, check=True)
    took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took


def main() -> None:
    """Measure and print."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print("| process | processor, s | clock, s |\n|---|---|---|")
    for name, words in CALLS.items():
        times = [spent(words) for _ in range(runs)]
        processor, clock = (min(column) for column in zip(*times, strict=True))
        print(f"| {name} | {processor:.2f} | {clock:.2f} |")


if __name__ == "__main__":
    main()
