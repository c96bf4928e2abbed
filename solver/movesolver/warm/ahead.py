"""Kernels compiled side by side, in processes: callees first, so that their callers find them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path
from typing import Any

from movekernels._jit import FINGERPRINT
from movesolver.warm.signatures import Kernel, listed

MOST = 8
"""At most so many processes: each takes some hundred megabytes."""
FEW = 8
"""Fewer kernels than this are not worth the start of processes."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was compiled ahead."""

    kernels: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    """Of processor time that it took, by the first job that needs it."""


def is_compiled(job: str) -> bool:
    """Return whether the last kernel that a job calls is in numba's cache: mostly all are then."""
    return _cached(next(one for one in reversed(listed().kernels) if one.job == job))


def compile_ahead(
    jobs: Iterable[str] | None = None,
    *,
    processes: int = 0,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> Ahead:
    """Compile what is in no cache yet, into numba's cache.

    Parameters
    ----------
    jobs
        The jobs of `movesolver.warm.jobs` whose kernels to compile; all if None.
    processes
        How many work at once; 0 for one a processor.  With one, or little to do, nothing is
        done: kernels are compiled when they are first called.
    tell
        Called with how many kernels are compiled, and of how many.

    Returns
    -------
    Ahead
        What was done.  A kernel that cannot be compiled is left out, and fails where it is
        called.
    """
    processes = processes or min(os.cpu_count() or 1, MOST)
    if processes < 2:
        return Ahead()
    chosen = None if jobs is None else frozenset(jobs)
    todo = {
        one.name: one
        for one in listed().kernels
        if (chosen is None or one.job in chosen) and not _cached(one)
    }
    if len(todo) < FEW:
        return Ahead()
    return _compile_all(todo, processes, tell)


def _compile_all(
    todo: dict[str, Kernel], processes: int, tell: Callable[[int, int], None]
) -> Ahead:
    from movesolver.batch.executors import process_pool

    waiting = {name: callees(name) & todo.keys() for name in todo}
    count, spent, running = 0, dict[str, float](), dict[Future[float], str]()
    pool = process_pool(processes)
    try:
        while waiting or running:
            for name in [name for name, needed in waiting.items() if not needed]:
                del waiting[name]
                running[pool.submit(compile_kernel, name)] = name
            if not running:  # kernels that call each other in a ring
                break
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(done)
                for needed in waiting.values():
                    needed.discard(name)
                if done.exception() is None:
                    count += 1
                    job = todo[name].job
                    spent[job] = spent.get(job, 0.0) + done.result()
                    tell(count, len(todo))
    except BrokenProcessPool:
        pass  # what is left is compiled when it is called
    except KeyboardInterrupt:
        for process in active_children():  # a kernel takes seconds: who interrupts will not wait
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return Ahead(count, spent)


def compile_kernel(name: str) -> float:
    """Compile a kernel for all types of the list; return the seconds of processor time it took."""
    begun = time.process_time()
    (kernel,) = (one for one in listed().kernels if one.name == name)
    for signature in listed().signatures(kernel):
        _function(name).compile(signature)
    return time.process_time() - begun


def callees(name: str) -> set[str]:
    """Return the names of the kernels that one calls."""
    body = _function(name).py_func
    found = (body.__globals__.get(word) for word in body.__code__.co_names)
    return {_name(one) for one in found if hasattr(one, "py_func") and one is not _function(name)}


@cache
def _function(name: str) -> Any:
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)


def _name(dispatcher: Any) -> str:
    body = dispatcher.py_func
    return f"{body.__module__}.{body.__name__}"


def _cached(kernel: Kernel) -> bool:
    """Return whether numba's cache has a file of a kernel as it is now, or compilation is off."""
    own, body = kernel.name.rpartition(".")[2], _function(kernel.name)
    if not hasattr(body, "stats"):
        return True
    folder = Path(body.stats.cache_path)
    return any(folder.glob(f"*.{own}-{FINGERPRINT}-*.nbi"))
