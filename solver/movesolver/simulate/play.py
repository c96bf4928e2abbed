"""A chunk of games as arrays: a pure function of their numbers and the match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Event

import msgspec

from movesolver.batch.answers import Failure
from movesolver.batch.ragged import Arrays
from movesolver.errors import MoveSolverError
from movesolver.simulate.game import Game
from movesolver.simulate.match import Match
from movesolver.simulate.named import find_policy
from movesolver.simulate.ranges import Ranges
from movesolver.simulate.results import Games, Log


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of a match."""

    index: int
    """Which chunk it is."""
    games: range
    match: Match

    def part(self, low: int, high: int) -> Chunk:
        """Return the chunk of some of its games."""
        return Chunk(self.index, self.games[low:high], self.match)

    def failed(self, error: Failure, message: str) -> Arrays:
        """Return the answer that none of its games was played."""
        return Games.failed([0] * len(self.games), error, message)


def play(chunk: Chunk, stop: Event | None = None) -> Arrays:
    """Play some games of a match.

    Parameters
    ----------
    chunk
        Which games of which match, as `checked` lets it through.
    stop
        Games that come after it is set are not played.

    Returns
    -------
    dict
        The arrays of `Games`.  Game g is the same whatever other games are played, where and in
        what order.  One that a policy breaks has its error, and costs no other its answer.
    """
    match = _kept(msgspec.json.encode(chunk.match))
    policies = [find_policy(name) for name in match.policies]
    ranges = Ranges(match.board)
    parts: list[Arrays] = []
    for number in chunk.games:
        if stop is not None and stop.is_set():
            parts.append(Games.failed([0], Failure.NOT_DONE, ""))
            continue
        try:
            parts.append(Game(match, number, policies, ranges, Log()).play())
        except MoveSolverError as error:
            parts.append(Games.failed([0], Failure.BAD_INPUT, _line(str(error))))
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            parts.append(Games.failed([0], Failure.CRASHED, _line(text)))
    return Games.schema.joined(parts)


@lru_cache(maxsize=2)
def _kept(text: bytes) -> Match:
    """Return a match: the same for all chunks, so that its terrain is prepared once a worker."""
    return msgspec.json.decode(text, type=Match)


def _line(text: str) -> str:
    return " ".join(text.split())[:500]
