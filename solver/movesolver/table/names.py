"""Names as people type them, and the names they may have meant."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from itertools import islice

LONGEST_WORD, MOST_WORDS = 60, 5000
"""Names come from files: comparing very long ones, or very many, would take hours."""

SHORTEST_PART = 3
"""Letters of a part that says which name was meant; fewer are in too many names."""


def plain(text: str) -> str:
    """Return a name without case, accents and punctuation, for comparing.

    >>> plain("Khârn the Betrayer")
    'kharn the betrayer'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", re.sub("['\u2019]", "", bare)))


def did_you_mean(word: str, known: Iterable[str], most: int = 1) -> str:
    """Return a hint at the known names most like ``word``, at most so many, or nothing.

    >>> did_you_mean("gird", ("grid", "all"))
    ' (did you mean grid?)'
    """
    if len(word) > LONGEST_WORD:
        return ""
    by_plain: dict[str, str] = {}
    for name in islice(known, MOST_WORDS):
        if len(name) <= LONGEST_WORD:
            by_plain[plain(name)] = name
    sought = plain(word)
    close = difflib.get_close_matches(sought, by_plain, n=most, cutoff=0.6) if sought else []
    if len(sought) >= SHORTEST_PART:
        # A part of a name may be meant, or one of its words.
        alike = set(difflib.get_close_matches(sought, _words(by_plain), n=most, cutoff=0.75))
        for name in by_plain:
            if name not in close and (sought in name or not alike.isdisjoint(name.split())):
                close.append(name)
    meant = [by_plain[name] for name in close[:most]]
    if not meant:
        return ""
    listed = " or ".join((", ".join(meant[:-1]), meant[-1])) if len(meant) > 1 else meant[0]
    return f" (did you mean {listed}?)"


def _words(names: Iterable[str]) -> list[str]:
    """Return the words of the names that have several, each once."""
    return list(dict.fromkeys(word for name in names if " " in name for word in name.split()))
