"""What a person at a terminal sees while something takes long: on stderr, gone when it is done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from numba.core import event
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from movesolver.search.watch import Progress as Search


class Work(event.Listener):
    """One line for what is being done and one for the kernels that numba has to compile.

    Kernels that are loaded from its cache show nothing, and neither does anything where nobody
    looks.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.seen = console.is_terminal
        """Whether anybody looks."""
        self.compiled = 0
        self._since: float | None = None
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True)
        self._tasks: dict[str, TaskID] = {}

    def say(self, words: str, about: str = "work") -> None:
        """Show what is being done, in place of what was said about it before."""
        if not self.seen:
            return
        self._progress.start()
        if about in self._tasks:
            self._progress.update(self._tasks[about], description=words)
        else:
            self._tasks[about] = self._progress.add_task(words, total=None)

    def watch(self, search: Search) -> None:
        """Show how far a search has come."""
        best = "nothing yet" if search.objective is None else f"{search.objective:.2f}"
        bound = f" of at most {search.bound:.2f}" if abs(search.bound) < 1e9 else ""
        self.say(f"best {best}{bound}, {search.iterations:,} rounds; Ctrl-C takes the best")

    def on_start(self, event: event.Event) -> None:
        """Hear of a kernel that is compiled."""
        if self._since is None:
            self._since = time.monotonic()
        self._say_compiled()

    def on_end(self, event: event.Event) -> None:
        """Hear of one that is done."""
        self.compiled += 1
        self._say_compiled()

    def close(self) -> None:
        """Take the lines away, and say how long was waited for kernels."""
        if self._tasks:
            self._progress.stop()
        if self._since is not None and self.seen:
            took = time.monotonic() - self._since
            words = f"compiled {self.compiled} kernels, the first time only"
            self.console.print(f"{words} ({took:.0f} s; movesolver warm compiles them all)")

    def _say_compiled(self) -> None:
        self.say(f"compiling kernels, the first time only: {self.compiled} done", "kernels")


@contextmanager
def shown_work(console: Console) -> Iterator[Work]:
    """Show on ``console``, if it is a terminal, what goes on in the block."""
    work = Work(console)
    try:
        with event.install_listener("numba:compile", work):
            yield work
    finally:
        work.close()
