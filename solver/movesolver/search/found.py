"""What a search comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from movesolver.referee.verdict import Json, Verdict
from movesolver.search.ends import Ends
from movesolver.search.improve import Searcher

Judged = tuple[Ends, Verdict]
"""Ends that the referee accepts, with its verdict."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search comes to."""

    best: Judged | None
    """The best ends that the referee accepts."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Where there are none: why, by code."""
    proof: Json | None = None
    """Where that is proved: the proof, as certificates state it."""
    searcher: Searcher | None = None
    """The first search on spots, if there was one."""
