"""The command ``movesolver warm``."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import asdict, dataclass

from numba.core import event
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from movesolver.errors import MoveSolverError
from movesolver.referee.verdict import Json
from movesolver.warm.ahead import compile_ahead
from movesolver.warm.jobs import FIRST, jobs

FIRST_CALLS = ("check", "solve")
"""Commands whose first call is timed; the first jobs bear their names."""


@dataclass(frozen=True, slots=True)
class Warmed:
    """What was compiled, and what that spares the first calls."""

    kernels: int
    """Compiled now; those that were in numba's cache are not counted."""
    seconds: float
    """That all of it took."""
    cold: dict[str, float]
    """Seconds that a first command would have taken before, kernels compiled one by one."""
    warm: dict[str, float]
    """Seconds that it takes now, in a new process, from its start to its end."""

    def to_json(self) -> Json:
        """Return it as ``warm --json`` prints it."""
        return asdict(self)


class _Compilations(event.Listener):
    """Counts kernels that are compiled, and the time; one within another counts once."""

    def __init__(self) -> None:
        self.kernels = 0
        self.seconds = 0.0
        self._open = 0
        self._since = 0.0

    def on_start(self, event: event.Event) -> None:
        if self._open == 0:
            self._since = time.perf_counter()
        self._open += 1

    def on_end(self, event: event.Event) -> None:
        self.kernels += 1
        self._open -= 1
        if self._open == 0:
            self.seconds += time.perf_counter() - self._since


def warm_up(console: Console, processes: int = 0) -> Warmed:
    """Compile every kernel that a call of movesolver may need, into numba's cache.

    Parameters
    ----------
    console
        Where a bar is shown, if it is a terminal.
    processes
        How many compile at once; 0 for one a processor.

    Raises
    ------
    MoveSolverError
        If a new process of movesolver fails.
    """
    todo = list(jobs())
    heard = _Compilations()
    spent: dict[str, float] = {}
    begun = time.perf_counter()
    with event.install_listener("numba:compile", heard), _bar(console) as bar:
        task = bar.add_task("side by side", total=len(todo), kernels=0)
        ahead = compile_ahead(
            processes=processes, tell=lambda done, of: bar.update(task, kernels=done)
        )
        for job in todo:
            bar.update(task, description=job.name, kernels=ahead.kernels + heard.kernels)
            before = heard.seconds
            job.do()
            spent[job.name] = heard.seconds - before + ahead.seconds.get(job.name, 0.0)
            bar.update(task, advance=1, kernels=ahead.kernels + heard.kernels)
    seconds = time.perf_counter() - begun
    warm = {name: _first_call(name) for name in FIRST_CALLS}
    # A solve meets what a check compiles, and more.
    spared = {"check": spent["check"], "solve": spent["check"] + spent["solve"]}
    return Warmed(
        ahead.kernels + heard.kernels,
        seconds,
        {name: warm[name] + spared[name] for name in FIRST_CALLS},
        warm,
    )


def print_warmed(warmed: Warmed, console: Console) -> None:
    """Print what was compiled, and what that spares."""
    if warmed.kernels:
        console.print(f"compiled {warmed.kernels} kernels in {warmed.seconds:.0f} s")
    else:
        console.print(f"all kernels were compiled before (looked at in {warmed.seconds:.0f} s)")
    for name in FIRST_CALLS:
        cold = warmed.cold[name]
        instead = f" instead of {cold:.1f} s" if cold > warmed.warm[name] else ""
        console.print(f"a first movesolver {name} takes {warmed.warm[name]:.1f} s{instead}")


def _bar(console: Console) -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[kernels]} kernels compiled"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _first_call(name: str) -> float:
    """Return how long a command takes in a process of its own, seconds."""
    words = [sys.executable, "-m", "movesolver", name, "-", "--json"]
    begun = time.perf_counter()
    done = subprocess.run(words, input=FIRST, capture_output=True, check=False)
    if done.returncode != 0:
        said = " ".join(done.stderr.decode(errors="replace").split())
        raise MoveSolverError(f"movesolver {name} fails in a new process: {said[:200]}")
    return time.perf_counter() - begun
