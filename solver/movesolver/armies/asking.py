"""A person asked at a terminal for what nobody knows, once."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.prompt import Prompt

from movesolver.errors import InputError
from movesolver.formats.base_sizes import BaseSizes, parse_base
from movesolver.formats.wh40kdc.rosters import Ask
from movesolver.formats.wh40kdc.units import GapError
from movesolver.report import escape
from movesolver.table.bases import Base

NO_MODEL = "none"
"""What a person answers where an object is no model."""


def at_a_terminal() -> bool:
    """Return whether somebody can be asked."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr and sys.stderr.isatty())


def asker(sizes: BaseSizes, console: Console) -> Ask:
    """Return what asks a person for a base or an M, each kind of model once."""
    skipped: set[tuple[str, str, str]] = set()

    def ask(gap: GapError) -> Base | float | None:
        key = (gap.unit, gap.kind, gap.lacks)
        if key in skipped:
            return None
        if not skipped and gap.lacks == "base":
            _explain(sizes, console)
        answer = _inches(gap, console) if gap.lacks == "move" else _base(gap, console)
        if answer is None:
            skipped.add(key)
        return answer

    return ask


def ask_object(name: str, count: int, console: Console) -> tuple[bool, Base | None]:
    """Ask for the base of an object on a table; return whether there was an answer, and it."""
    while True:
        words = _answer(f"{count} x {name} (none: no model)", console)
        if not words:
            return False, None
        if words.lower() == NO_MODEL:
            return True, None
        try:
            return True, parse_base(words)
        except InputError as error:
            console.print(escape(str(error)))


def _explain(sizes: BaseSizes, console: Console) -> None:
    kept = "" if sizes.path is None else f" Answers are kept in {escape(str(sizes.path))}."
    console.print(
        "Some bases are not in the data. Measure them: 32 is round, 120x92 an oval, "
        f"box 113x76 a rectangle (mm).{kept} An empty answer skips one."
    )


def _base(gap: GapError, console: Console) -> Base | None:
    while True:
        words = _answer(f"{_named(gap)}, base ({gap.got})", console)
        if not words:
            return None
        try:
            return parse_base(words)
        except InputError as error:
            console.print(escape(str(error)))


def _inches(gap: GapError, console: Console) -> float | None:
    while True:
        words = _answer(f"{_named(gap)}, M in inches ({gap.got})", console)
        if not words:
            return None
        try:
            inches = float(words)
        except ValueError:
            inches = -1.0
        if 0.0 <= inches <= 100.0:
            return inches
        console.print("wanted inches, 0 to 100")


def _named(gap: GapError) -> str:
    return gap.unit if gap.unit == gap.kind else f"{gap.unit}, {gap.kind}"


def _answer(question: str, console: Console) -> str:
    try:
        return Prompt.ask(escape(question), console=console, default="", show_default=False).strip()
    except EOFError:
        return ""
