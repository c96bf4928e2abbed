"""What a person sees while kernels compile for the first time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import event
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from movekernels._jit import KERNELS


class _Compilations(event.Listener):
    """Counts the kernels that numba compiles; those loaded from its cache are not."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = None

    def on_start(self, event: event.Event) -> None:
        if self._task is None:
            self._task = self._progress.add_task("compiling kernels (once)", total=len(KERNELS))

    def on_end(self, event: event.Event) -> None:
        if self._task is not None:
            self._progress.advance(self._task)


@contextmanager
def shown_while_compiling(console: Console) -> Iterator[None]:
    """Show a bar on ``console`` as soon as a kernel has to be compiled, and only then."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=False,
    )
    listener = _Compilations(progress)
    with progress, event.install_listener("numba:compile", listener):
        yield
