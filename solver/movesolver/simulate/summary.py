"""What came of many games, in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from movesolver.batch.answers import Failure
from movesolver.errors import InputError
from movesolver.referee.verdict import Json
from movesolver.simulate.match import Match, checked
from movesolver.simulate.results import HOW, KINDS, Games
from movesolver.table.fields import shown


@dataclass(frozen=True, slots=True)
class SideSummary:
    """What one side did."""

    side: str
    policy: str
    held: tuple[float | None, ...]
    """Objectives held at the end of each round, the mean over games: more models in range than the
    other side has.  None for a round that no game was played to the end of."""
    held_error: tuple[float | None, ...]
    """Standard errors of these means, None where it takes more games to tell."""
    declared: int
    """Charges."""
    expected: float
    """How many of them should have rolled enough: their exact chances, added up."""
    enough: int
    """How many did."""
    made: int
    """How many led to a charge move: of those that rolled enough, walls and bases bar some."""
    deviation: float
    """How far ``enough`` is from ``expected``, in standard deviations."""
    moves: dict[str, int]
    """How many of each kind."""
    inches: dict[str, float]
    """The mean length of a model's path in each kind of move."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a match."""

    games: int
    """Played to their end."""
    failed: int
    """Games that have an error."""
    message: str
    """The first of these errors."""
    phases: int
    """Movement phases played, each with a Charge phase."""
    moves: int
    """Moves made and judged, charges, set-ups and units that stay included."""
    illegal: int
    """Of these, what the referee rejects."""
    refused: int
    stuck: int
    absent: int
    how: dict[str, int]
    """How the moves were found."""
    first_leads: float | None
    """The part of the games in which the side with the first turn holds more at the end, a draw
    counting half; None if none was played to its end."""
    sides: tuple[SideSummary, ...]
    unplayed: int = 0
    """Games that an interrupt came before; they are not among those that failed."""

    @property
    def interrupted(self) -> bool:
        """Whether the match was stopped before all games were played."""
        return self.unplayed > 0

    def to_json(self) -> Json:
        """Return the summary as ``simulate --json`` prints it."""
        from dataclasses import asdict

        return {**asdict(self), "interrupted": self.interrupted}


def summarised(games: Games, match: Match) -> Summary:
    """Return what came of the games of a match, or of some of them.

    Raises
    ------
    InputError
        If these are not the games of such a match.
    """
    if not isinstance(games, Games):
        raise InputError("games", "Games, as play_games answers", shown(games))
    match = checked(match)
    rounds = max(games.hold_round.max(initial=0), games.turns.max(initial=0) // 2)
    if len(games) > match.count or rounds > match.rounds:
        wanted = f"games of the match, up to {match.count} of {match.rounds} rounds"
        raise InputError("games", wanted, f"{len(games)} of {rounds}")
    done, unplayed = games.done, games.error == Failure.NOT_DONE
    failed = ~(done | unplayed)
    messages = (games.message(k) for k in np.flatnonzero(failed).tolist())
    held = _held(games, match)
    sides = tuple(_side(games, match, k, held[..., k]) for k in range(2))
    lead = np.sign(held[:, -1, 0] - held[:, -1, 1]) * np.where(games.first == 0, 1, -1)
    played = ~np.isnan(lead)
    how = np.bincount(games.move_how, minlength=len(HOW))
    return Summary(
        games=int(done.sum()),
        failed=int(failed.sum()),
        message=next(messages, ""),
        phases=int(games.turns.sum()),
        moves=len(games.move_legal),
        illegal=int((~games.move_legal).sum()),
        refused=int(games.refused.sum()),
        stuck=int(games.stuck.sum()),
        absent=int(games.absent.sum()),
        how={name: int(count) for name, count in zip(HOW, how, strict=True)},
        first_leads=float((lead[played] + 1).mean() / 2) if played.any() else None,
        sides=sides,
        unplayed=int(unplayed.sum()),
    )


def _held(games: Games, match: Match) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return how many objectives each side holds, (games, rounds, 2); nan where not played."""
    over = games.turns[:, None] // 2 > np.arange(match.rounds)
    held = np.where(over[:, :, None], np.zeros(2), np.nan)
    of = np.repeat(np.arange(len(games)), np.diff(games.first_hold))
    at = games.hold_round.astype(np.int64) - 1
    for side in range(2):
        more = games.hold_models[:, side] > games.hold_models[:, 1 - side]
        np.add.at(held[..., side], (of[more], at[more]), 1.0)
    return held


def _side(
    games: Games, match: Match, side: int, held: np.ndarray[Any, np.dtype[np.float64]]
) -> SideSummary:
    mine = games.charge_side == side
    chance = games.charge_chance[mine]
    expected, spread = float(chance.sum()), float((chance * (1.0 - chance)).sum())
    enough = int((games.charge_roll[mine] >= games.charge_needed[mine]).sum())
    moves: dict[str, int] = {}
    inches: dict[str, float] = {}
    for kind in np.unique(games.move_kind[games.move_side == side]).tolist():
        rows = (games.move_side == side) & (games.move_kind == kind)
        moves[KINDS[kind]] = int(rows.sum())
        if games.move_longest[rows].any():
            inches[KINDS[kind]] = float(games.move_mean[rows].mean())
    means: list[float | None] = []
    errors: list[float | None] = []
    for column in held.T:
        known = column[~np.isnan(column)]
        several = known.size > 1
        means.append(float(known.mean()) if known.size else None)
        errors.append(float(known.std(ddof=1)) / math.sqrt(known.size) if several else None)
    return SideSummary(
        side=match.sides[side],
        policy=match.policies[side],
        held=tuple(means),
        held_error=tuple(errors),
        declared=int(mine.sum()),
        expected=expected,
        enough=enough,
        made=int(games.charge_made[mine].sum()),
        deviation=(enough - expected) / math.sqrt(spread) if spread > 0.0 else 0.0,
        moves=moves,
        inches=inches,
    )
