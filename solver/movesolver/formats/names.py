"""Names as people type them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

from movesolver.errors import InputError

Row = TypeVar("Row")
MOST_NAMED = 8
"""Names that a message lists at most."""


def plain(text: str) -> str:
    """Return a name without case, accents and punctuation, for comparing.

    >>> plain("Khârn the Betrayer")
    'kharn the betrayer'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", re.sub("['\u2019]", "", bare)))


def hint(query: str, names: Iterable[str]) -> str:
    """Return ' (close: ...)' with up to five names like ``query``, or nothing."""
    by_plain: dict[str, str] = {}
    for name in names:
        by_plain[plain(name)] = name
    sought = plain(query)
    close = [by_plain[p] for p in difflib.get_close_matches(sought, by_plain, n=5, cutoff=0.6)]
    close += [name for p, name in by_plain.items() if sought and sought in p and name not in close]
    return f" (close: {', '.join(close[:5])})" if close else ""


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
        raise InputError(place, what + hint(query, [n for _, known in table for n in known]), query)
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
