"""Chunks over any executor, each at least once, whatever happens to those who work on them.

The shape of it (docs/batches.md): few chunks are in flight at a time; when a pool of processes
breaks, each chunk in flight is a suspect and is done again alone; a chunk that breaks a pool while
alone is cut in halves until the one board that does it is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from typing import Generic, Protocol, Self, TypeVar

Answer = TypeVar("Answer")
TRIES = 2
"""So often a single board may break what works on it, alone, before it is given up."""
BEAT = 5.0
"""Seconds without news after which it is asked whether there will be any."""


class Splittable(Protocol):
    """Work on some boards that can be parted."""

    def part(self, low: int, high: int) -> Self:
        """Return the work on some of its boards."""


Work = TypeVar("Work", bound=Splittable)
Make = Callable[[], Executor]


class Unmakeable(RuntimeError):
    """Nobody is left to work: the executor is broken or gone, and there is no other."""


class Lost(RuntimeError):
    """Work, or its answer, was lost on its way; it may be done again."""


def is_lost(error: BaseException) -> bool:
    """Return whether an error says that a worker went away, not that the work is wrong."""
    if isinstance(error, BrokenExecutor | CancelledError | Lost):
        return True
    kinds = {kind.__name__ for kind in type(error).__mro__}
    return bool(kinds & {"KilledWorker", "FutureCancelledError", "CommClosedError"})


class Driver(Generic[Work, Answer]):
    """Maps a function over chunks of work.

    Parameters
    ----------
    function
        A pure function of a chunk; it may be called more than once for the same one.
    make
        Makes an executor, and another one when that is broken.
    window
        As many chunks are in flight: twice the workers keeps them busy, and few are suspects.
    size
        How many boards a chunk has.
    join
        Makes one answer of those of the parts of a chunk.
    give_up
        Makes the answer of a board that nobody survives, of its work and the error.
    keep
        Whether the executor is somebody else's, not to be shut down.
    fault
        Returns why nothing will come any more of what is in flight, None if it may: asked after
        every `BEAT` seconds without news.  What is in flight then is given up, and all the rest.
    """

    def __init__(
        self,
        function: Callable[[Work], Answer],
        make: Make,
        *,
        window: int,
        size: Callable[[Work], int],
        join: Callable[[list[Answer]], Answer],
        give_up: Callable[[Work, BaseException], Answer],
        keep: bool = False,
        fault: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._function, self._make, self._window = function, make, window
        self._size, self._join, self._give_up, self._keep = size, join, give_up, keep
        self._fault = fault
        self._gone: str | None = None
        """Why nobody works any more."""
        self._executor: Executor | None = None
        self._flying: dict[Future[Answer], Work] = {}
        self.redone = 0
        """How many chunks, or parts of such, were done again."""

    def run(self, chunks: Iterable[Work]) -> Iterator[tuple[Work, Answer]]:
        """Yield each chunk with its answer as it is finished, in any order.

        Chunks are drawn when there is room for them: no more than the window are held.
        """
        source = iter(chunks)
        more = True
        suspects: deque[Work] = deque()
        while True:
            while more and not suspects and len(self._flying) < self._window:
                chunk = next(source, None)
                if chunk is None:
                    more = False
                elif not self._submit(chunk):
                    suspects.append(chunk)
            if suspects:
                yield from self._landed(suspects)  # those in flight break with it, or are done
                while suspects:
                    chunk = suspects.popleft()
                    self.redone += 1
                    yield chunk, self._alone(chunk)
            if not self._flying:
                if more:
                    continue
                return
            yield from self._take(self._done(self._flying), suspects)

    def settle(self) -> Iterator[tuple[Work, Answer]]:
        """After an interrupt: yield what was in flight and is finished, begin nothing more."""
        for future in list(self._flying):
            if future.cancel():  # not waited for: not every executor says that it has heard
                del self._flying[future]
        suspects: deque[Work] = deque()
        yield from self._landed(suspects)

    def close(self) -> None:
        """Shut the executor down, unless it is somebody else's."""
        if self._executor is not None and not self._keep:
            self._executor.shutdown(wait=True)
        self._executor = None

    def _landed(self, suspects: deque[Work]) -> Iterator[tuple[Work, Answer]]:
        """Yield all that is in flight, once it is down; what is lost is a suspect."""
        while self._flying:
            yield from self._take(self._done(self._flying), suspects)

    def _done(self, futures: Collection[Future[Answer]]) -> set[Future[Answer]]:
        """Return those that are done once there is one; all of them if nothing will come."""
        while True:
            done, _ = wait(futures, BEAT, FIRST_COMPLETED)
            if done:
                return done
            self._gone = self._gone or self._fault()
            if self._gone is not None:
                return set(futures)

    def _error(self, future: Future[Answer]) -> BaseException | None:
        """Return what a future of `_done` failed with; None if it did not."""
        if not future.done():
            future.cancel()
            return Unmakeable(self._gone)
        try:
            return future.exception()
        except CancelledError as error:
            return error

    def _take(
        self, done: Iterable[Future[Answer]], suspects: deque[Work]
    ) -> Iterator[tuple[Work, Answer]]:
        for future in done:
            chunk = self._flying.pop(future)
            error = self._error(future)
            if error is None:
                yield chunk, future.result()
            elif is_lost(error):
                self._forget(error)
                suspects.append(chunk)
            else:
                yield chunk, self._give_up(chunk, error)

    def _submit(self, chunk: Work) -> bool:
        """Set a chunk going; return whether the executor takes it."""
        try:
            self._flying[self._submitted(chunk)] = chunk
        except (BrokenExecutor, Unmakeable) as error:
            self._forget(error)
            return False
        return True

    def _submitted(self, chunk: Work) -> Future[Answer]:
        """Return the future of a chunk; an executor that takes no more work is as good as none."""
        if self._gone is not None:
            raise Unmakeable(self._gone)
        executor = self._executor = self._executor or self._make()
        try:
            return executor.submit(self._function, chunk)
        except BrokenExecutor:
            raise
        except Exception as error:
            raise Unmakeable(f"the executor takes no more work: {error}") from error

    def _forget(self, error: BaseException) -> None:
        """Leave a broken executor; others than pools lose the one piece of work only."""
        if isinstance(error, BrokenExecutor):
            self.close()

    def _alone(self, chunk: Work, tries: int = TRIES) -> Answer:
        """Return the answer of a chunk that is done while nothing else is."""
        try:
            future = self._submitted(chunk)
        except (BrokenExecutor, Unmakeable) as error:
            self._forget(error)
            return self._give_up(chunk, error)
        self._done([future])
        lost = self._error(future)
        if lost is None:
            return future.result()
        if not is_lost(lost):
            return self._give_up(chunk, lost)
        self._forget(lost)
        boards = self._size(chunk)
        if boards > 1:
            half = boards // 2
            parts = [chunk.part(0, half), chunk.part(half, boards)]
            self.redone += 2
            return self._join([self._alone(part) for part in parts])
        if tries > 1:
            self.redone += 1
            return self._alone(chunk, tries - 1)
        return self._give_up(chunk, lost)
