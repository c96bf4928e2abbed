"""A Dask cluster as an executor whose futures end, whatever becomes of the cluster.

`distributed` has one of its own (`Client.get_executor`), whose futures stay pending for ever where
an answer cannot be fetched any more (its worker died after the work, and the next one at it), or
where the client has lost its scheduler.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any

from movesolver.batch.driver import Lost
from movesolver.errors import InputError

RETRIES = 3
"""So often a worker may fail at a task before that counts as its error."""
PATIENCE = 600.0
"""Seconds that a cluster may be without workers before it is given up."""
ASKING = 30.0
"""Seconds that a scheduler has to say who its workers are."""


class Cluster(Executor):
    """A cluster by its client (`distributed.Client`)."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._seen = time.monotonic()
        """When there was a worker last, or something to wait for began."""

    def cores(self) -> int:
        """Return how many threads all workers have together, 1 at least: some may yet come.

        Raises
        ------
        InputError
            If the client is closed, or its scheduler does not answer.
        """
        try:
            return max(1, sum(self._threads().values()))
        except Exception as error:
            wanted = "a Client with a scheduler that answers"
            got = f"one that is {self._client.status} ({type(error).__name__})"
            raise InputError("executor", wanted, got) from None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a function called by some worker."""
        task = self._client.submit(fn, *args, pure=False, retries=RETRIES, **kwargs)
        self._seen = time.monotonic()
        answer: Future[Any] = Future()

        def cancelled(answer: Future[Any]) -> None:
            if answer.cancelled():
                self._client.loop.add_callback(task.cancel)

        answer.add_done_callback(cancelled)
        self._client.loop.add_callback(_pass_on, task, answer)
        return answer

    def fault(self) -> str | None:
        """Return why nothing will come any more of what was submitted; None if it may."""
        if self._client.status not in ("running", "connecting"):
            return f"the client of the cluster is {self._client.status}"
        with suppress(Exception):  # no news of workers, whatever the reason
            if self._threads():
                self._seen = time.monotonic()
        if time.monotonic() - self._seen > PATIENCE:
            return f"the cluster has had no worker for {PATIENCE:g} seconds"
        return None

    def _threads(self) -> dict[str, int]:
        """Return the number of threads of each worker."""
        client = self._client
        threads: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=ASKING)
        return threads


async def _pass_on(task: Any, answer: Future[Any]) -> None:
    """End a future as a task does, or as lost if nobody can say how that ended."""
    try:
        found = await task.result()
    except BaseException as error:
        if answer.cancelled():
            return
        if task.status != "error":
            error = Lost(f"{type(error).__name__}: {error}")
        with suppress(Exception):  # cancelled just now
            answer.set_exception(error)
    else:
        with suppress(Exception):
            answer.set_result(found)
