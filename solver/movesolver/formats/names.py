"""Names as people type them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable


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
