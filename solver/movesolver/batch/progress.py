"""How far a batch has come: a bar with the rate and the time left, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from movesolver.errors import InputError
from movesolver.table.fields import shown


class Tell(Protocol):
    """Told how many more boards are done."""

    def __call__(self, boards: int) -> None:
        """Tell of some more boards."""


def check_progress(progress: object) -> None:
    """Raise unless there is a way to say how far a batch is."""
    from rich.console import Console

    if not (progress is None or isinstance(progress, bool | Console) or callable(progress)):
        raise InputError("progress", "true or false, a console or a function", shown(progress))


@contextmanager
def shown_bar(progress: object, words: str, total: int | None) -> Iterator[Tell]:
    """Show a bar while boards are done.

    Parameters
    ----------
    progress
        True for a bar on stderr, a rich console to show it there, or a function that is told how
        many more boards are done; False or None for nothing.
    words
        What is done.
    total
        How many boards there are, None if that is not known.
    """
    check_progress(progress)
    if progress is False or progress is None:
        yield lambda boards: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    if progress is True or isinstance(progress, Console):
        console = progress if isinstance(progress, Console) else Console(file=sys.stderr)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(words, total=total, rate="")

            def tell(boards: int) -> None:
                bar.update(task, advance=boards)
                speed = bar.tasks[0].finished_speed or bar.tasks[0].speed
                bar.update(task, rate="" if speed is None else f"{speed:,.4g} boards/s")

            yield tell
        return
    if callable(progress):
        yield progress
