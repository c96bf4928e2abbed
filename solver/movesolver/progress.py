"""What a person sees while kernels compile for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import event
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn


class _Compilations(event.Listener):
    """Counts the kernels that numba compiles; those loaded from its cache are not."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID | None = None
        self._done = 0

    def on_start(self, event: event.Event) -> None:
        if self._task is None:
            self._progress.start()
            self._task = self._progress.add_task(self._words(), total=None)

    def on_end(self, event: event.Event) -> None:
        self._done += 1
        if self._task is not None:
            self._progress.update(self._task, description=self._words())

    def close(self) -> None:
        """Leave the last line as it stands."""
        if self._task is not None:
            self._progress.stop()

    def _words(self) -> str:
        return f"compiling kernels, the first time only: {self._done} done"


@contextmanager
def shown_while_compiling(console: Console) -> Iterator[None]:
    """Show a line on ``console`` as soon as a kernel has to be compiled, and only then."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    compilations = _Compilations(Progress(*columns, console=console))
    try:
        with event.install_listener("numba:compile", compilations):
            yield
    finally:
        compilations.close()
