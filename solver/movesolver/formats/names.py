"""Things picked by a name as people type it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from movesolver.errors import InputError
from movesolver.table.names import did_you_mean, plain

Row = TypeVar("Row")
MOST_NAMED = 8
"""Names that a message lists at most."""
MOST_MEANT = 3
"""Names that a hint lists at most, where many are alike."""


def matches(
    rows: Iterable[Row], query: str, names: Callable[[Row], Iterable[str]], place: str, what: str
) -> list[Row]:
    """Return the rows one of whose names is ``query``; the first name is the id.

    Raises
    ------
    InputError
        If there are none; the message lists names that come close.
    """
    table = [(row, tuple(names(row))) for row in rows]
    found = [row for row, known in table if query == known[0]]
    found = found or [row for row, known in table if plain(query) in map(plain, known)]
    if not found:
        every = (name for _, known in table for name in known)
        raise InputError(place, what + did_you_mean(query, every, MOST_MEANT), query)
    return found


def picked(
    rows: Iterable[Row], query: str, names: Callable[[Row], Iterable[str]], place: str, what: str
) -> Row:
    """Return the one row that ``query`` names, whole or by a part that no other name has.

    Raises
    ------
    InputError
        If there is none, or several; the message lists them, or names that come close.
    """
    table = [(row, tuple(names(row))) for row in rows]
    sought = plain(query)
    if sought and not any(query == known[0] or sought in map(plain, known) for _, known in table):
        parts = [one for one in table if any(sought in plain(name) for name in one[1])]
        if len(parts) == 1:
            return parts[0][0]
        if parts:
            several = ", ".join(known[-1] for _, known in parts[:MOST_NAMED])
            more = f" and {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else ""
            raise InputError(place, f"a name of one only, not of {several}{more}", query)
    return matches((row for row, _ in table), query, names, place, what)[0]
