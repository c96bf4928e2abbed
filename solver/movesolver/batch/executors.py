"""Who does the work: threads, processes, or any executor of somebody else."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import connection, get_context, parent_process
from typing import Any

from movesolver.batch.arguments import whole
from movesolver.batch.cluster import Cluster
from movesolver.batch.driver import Make, Unmakeable
from movesolver.errors import InputError
from movesolver.table.fields import shown


@dataclass(frozen=True, slots=True)
class Crew:
    """How to come by workers, and what is known of them."""

    make: Make
    workers: int
    keep: bool = False
    """Whether the executor is somebody else's."""
    stop: threading.Event | None = None
    """Stops threads between two boards."""
    fault: Callable[[], str | None] = lambda: None
    """Why nothing will come any more of what was submitted: see `Driver`."""


def crew(threads: int | None, processes: int | None, executor: object) -> Crew:
    """Return who works.

    Parameters
    ----------
    threads, processes
        How many; 0 for one a processor, None for none.
    executor
        An executor, a function that makes one, or a client of Dask; None for none.

    Raises
    ------
    InputError
        If more than one of the three is given, or one makes no sense.
    """
    given = [
        name
        for name, value in (("threads", threads), ("processes", processes), ("executor", executor))
        if value is not None
    ]
    if len(given) > 1:
        raise InputError(given[1], f"one of {', '.join(given)}", "several")
    if executor is not None:
        return _others(executor)
    if processes is not None:
        count = _count("processes", processes)
        return Crew(lambda: process_pool(count), count)
    count = _count("threads", 0 if threads is None else threads)
    stop = threading.Event()
    return Crew(lambda: ThreadPoolExecutor(count, "movesolver"), count, stop=stop)


def sending(hands: Crew, **things: object) -> Crew:
    """Return workers who are not begun with if things cannot be sent to them.

    ``things`` by the names of arguments.  Only pools of processes are asked for that: what other
    executors can send is theirs to say.
    """

    def make() -> Executor:
        executor = hands.make()
        if isinstance(executor, ProcessPoolExecutor):
            try:
                _check_sendable(things)
            except InputError:
                if not hands.keep:
                    executor.shutdown()
                raise
        return executor

    return replace(hands, make=make)


def _check_sendable(things: Mapping[str, object]) -> None:
    for name, thing in things.items():
        try:
            pickle.dumps(thing)
        except Exception as error:  # whatever a thing of somebody else raises
            wanted = "what can be sent to processes: functions at the top level of a module"
            raise InputError(name, wanted, " ".join(str(error).split())[:200]) from None


def process_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of processes that are not forked from this one, whose threads they would miss.

    They leave an interrupt to this process, and end if it is killed.
    """
    context = get_context("forkserver")
    # What workers are forked from has all modules loaded, so that a new one is quickly there.
    context.set_forkserver_preload(["movesolver.batch.work", "movesolver.search.solve"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _others(executor: Any) -> Crew:
    if isinstance(executor, Executor):
        return Crew(_only(executor), getattr(executor, "_max_workers", None) or _processors(), True)
    if hasattr(executor, "get_executor"):  # a client of Dask
        cluster = Cluster(executor)
        return Crew(lambda: cluster, cluster.cores(), True, fault=cluster.fault)
    if callable(executor):
        return Crew(lambda: _made(executor), _processors())
    wanted = "an Executor, a function that makes one, or a Client of Dask"
    raise InputError("executor", wanted, shown(executor))


def _made(make: Callable[[], Any]) -> Executor:
    """Return what a function of somebody else makes."""
    executor = make()
    if not isinstance(executor, Executor):
        raise InputError("executor", "a function that makes an Executor", shown(executor))
    return executor


def _only(executor: Executor) -> Callable[[], Executor]:
    """Return a maker of an executor that cannot be made again."""
    left = [executor]

    def make() -> Executor:
        if not left:
            raise Unmakeable("the executor broke; give a function that makes one instead")
        return left.pop()

    return make


def _count(name: str, value: object) -> int:
    return whole(name, value) or _processors()


def _processors() -> int:
    return os.cpu_count() or 1
