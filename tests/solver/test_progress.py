"""What is shown while something takes long: at a terminal only, and gone when it is over."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest
from numba.core import event
from rich.console import Console

from movesolver.progress import shown_work


def at_terminal(terminal: bool) -> tuple[Console, io.StringIO]:
    shown = io.StringIO()
    return Console(file=shown, force_terminal=terminal, width=100), shown


@pytest.mark.parametrize("terminal", [True, False])
def test_work_is_told_to_who_looks(terminal: bool) -> None:
    console, shown = at_terminal(terminal)
    search = SimpleNamespace(objective=1.5, bound=2.0, iterations=3000)
    with shown_work(console) as work:
        work.say("working")
        work.watch(search)  # type: ignore[arg-type] # what it looks at of a search
    said = shown.getvalue()
    assert ("best 1.50 of at most 2.00, 3,000 rounds" in said) is terminal
    assert bool(said) is terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_compilation_is_told_to_who_looks(terminal: bool) -> None:
    console, shown = at_terminal(terminal)
    with shown_work(console) as work, event.trigger_event("numba:compile"):  # as numba does
        pass
    assert work.compiled == 1
    assert ("movesolver warm compiles them all" in shown.getvalue()) is terminal


def test_nothing_is_shown_where_nothing_is_done() -> None:
    console, shown = at_terminal(True)
    with shown_work(console):
        pass
    assert shown.getvalue() == ""
