"""The best end on the spots of a search, with a proof that can be checked again."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from movekernels.arrays import Bodies, Bools, Floats, Ints
from movekernels.search.ground import BARRED, MARGIN
from movekernels.search.placing import NOWHERE
from movesolver.duties.judge import judged
from movesolver.referee.nearness import engaged_table
from movesolver.referee.verdict import Json, Verdict
from movesolver.search.answer import Proof
from movesolver.search.ends import Ends, accepted
from movesolver.search.exact import best_assignment
from movesolver.search.grid import grid_of, reported_values
from movesolver.search.grid_cuts import Cut
from movesolver.search.grid_program import SLACK
from movesolver.search.improve import Searcher
from movesolver.search.sequence import in_order, rematched
from movesolver.search.watch import Watch

DENSITY = 3.0
"""Spots of a proof are so many times as dense as those of a search."""
HEATS = (0.1, 0.05, 0.02)
"""Ruin and recreate by reduced costs is run at each of these heats ..."""
CLIMBS = 1500
"""... with so many iterations."""


@dataclass(frozen=True, slots=True)
class GridProof:
    """What is proved of the ends on the spots of a search."""

    value: float
    """What the best legal end met on the spots is worth, -inf if none was."""
    bound: float
    """What no legal end on them is worth more than, -inf if there is none."""
    place: Ints | None
    """Its spots, shape (n,)."""
    ends: Ends | None
    """The same with paths, as the referee accepts it."""
    proved: bool
    """Whether the best is known, or that there is none."""
    proof: Mapping[str, Any]
    """The node of a certificate: spots, who may use which, points, bound."""

    @property
    def claim(self) -> str:
        """What is proved, in words."""
        poses = f"the candidate grid of {len(self.proof['spots']):,} poses"
        if self.bound == BARRED:
            return f"no end on {poses} is legal"
        words = f"no legal end on {poses} is worth more than {self.bound:.6g}"
        return words if self.proved else f"{words} (one of so much was not found)"


def certify_grid(searcher: Searcher, *, seconds: float, watch: Watch | None = None) -> GridProof:
    """Find the best legal end on the spots of a search and prove it.

    Parameters
    ----------
    searcher
        A search, run or not.
    seconds
        When they are over, the bound reached by then is given; it is valid all the same.
    watch
        Told of the bound; it may stop the proof.

    Returns
    -------
    GridProof
        Points count as the goal reports them.  Spots and pairs keep `MARGIN` inside every
        limit, as everything that the search places.
    """
    value = reported_values(searcher)
    asked = _Asked(searcher)
    # What cannot be better than the best at hand needs no relations.
    place = _first(searcher, value, asked)
    least = BARRED if place is None else float(value[np.arange(place.size), place].sum())
    most = value.max(axis=1, initial=BARRED)
    useful = value > BARRED
    if place is not None:
        useful &= value >= least - (most.sum() - most[:, None]) - SLACK
    which = np.flatnonzero(useful.any(axis=0))
    grid, which = grid_of(searcher, value, which)
    number = np.full(value.shape[1], NOWHERE, dtype=np.int64)
    number[which] = np.arange(which.size)

    def guided(guide: Floats, now: Ints | None) -> Ints | None:
        wide = np.full(value.shape, BARRED)
        wide[:, which] = guide
        found = _climbed(searcher, wide, value, None if now is None else which[now])
        return None if found is None else number[found]

    best = best_assignment(
        grid,
        None if place is None else number[place],
        seconds=seconds,
        accepts=lambda found: asked(which[found]),
        guided=guided,
        cuts=[cut.of_spots(which) for cut in _engagements(searcher)],
        watch=watch,
    )
    spots = None if best.place is None else which[best.place]
    bound = best.value if best.proved else best.bound
    return GridProof(
        best.value,
        bound,
        spots,
        None if spots is None else asked.ends[spots.tobytes()],
        best.proved,
        _node(searcher, value, bound, [which[refused].tolist() for refused in best.refused]),
    )


def certified(
    searcher: Searcher,
    found: tuple[Ends, Verdict] | None,
    seconds: float,
    watch: Watch | None = None,
) -> tuple[tuple[Ends, Verdict] | None, Proof]:
    """Return the better of an answer and the best one on the grid, polished, and the proof."""
    position, arena, goal = searcher.position, searcher.arena, searcher.goal
    # The search itself begins on few spots and leaves them; a proof says more of many.
    searcher = Searcher(position, arena, goal, 0, DENSITY)
    proof = certify_grid(searcher, seconds=seconds, watch=watch)
    if proof.place is not None:
        assert proof.ends is not None
        for ends in (*searcher.polished(proof.place), proof.ends):
            ordered = in_order(position, ends)
            if ordered is None or (found is not None and ordered.points <= found[0].points):
                continue
            found = accepted(position, arena, goal, ordered) or found
    # Nothing is said here of the ends that are not on the grid.
    node: Json | None = {**proof.proof, "proved": proof.proved}
    if goal.forms is not None and goal.forms.sampled:  # a function is not in the scenario
        node = None
    return found, Proof(math.inf, node, "grid", proof.claim, proof.bound)


class _Asked:
    """The referee, asked about every formation once."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.ends: dict[bytes, Ends] = {}
        self.said: dict[bytes, bool | None] = {}

    def __call__(self, place: Ints) -> bool | None:
        key = place.tobytes()
        if key not in self.said:
            self.said[key] = self._ask(place, key)
        return self.said[key]

    def _ask(self, place: Ints, key: bytes) -> bool | None:
        """Return whether a formation is legal; None if it is but no way to it was accepted."""
        searcher, position = self.searcher, self.searcher.position
        plain = searcher.unpolished(place)
        poses = {name: path[-1] for name, path in plain.paths.items()}
        for tolerance in (None, 0.0):
            if not judged(position, None, poses, tolerance=tolerance)[0].legal:
                return False
        arena, goal = searcher.arena, searcher.goal
        ordered = in_order(position, plain)
        if ordered is None:
            # Perhaps there is an order if models change places, for the same points.
            other = rematched(position, arena, goal, plain)
            if other is not None and other.points >= plain.points - SLACK:
                ordered = in_order(position, other)
        if ordered is not None:
            found = accepted(position, arena, goal, ordered)
            if found is not None and found[0].paths == ordered.paths:
                self.ends[key] = found[0]
                return True
        return None


def _first(searcher: Searcher, value: Floats, asked: _Asked) -> Ints | None:
    """Return the best formation on the spots that the search knows and the referee accepts."""
    rows = np.arange(len(value))
    places = [p for p in (searcher.best, *searcher.seeds) if (p >= 0).all()]
    better = _climbed(searcher, value, value, searcher.best if places else None)
    places += [] if better is None else [better]
    places.sort(key=lambda p: -float(value[rows, p].sum()))
    return next((p for p in places if asked(p)), None)


def _climbed(searcher: Searcher, guide: Floats, value: Floats, place: Ints | None) -> Ints | None:
    """Return the best formation met by ruin and recreate that goes by other points."""
    best = np.full(len(value), NOWHERE, dtype=np.int64) if place is None else place.copy()
    for heat in HEATS:
        current = np.full(len(value), NOWHERE, dtype=np.int64)
        searcher.climb(guide, value, current, best, CLIMBS, heat * searcher.spread)
    return None if (best < 0).any() else best


def _engagements(searcher: Searcher) -> list[Cut]:
    """Return that the unit ends engaged with every target, or with anybody, as it must (03.04)."""
    position, squad, spots = searcher.position, searcher.arena.squad, searcher.spots
    owner = np.searchsorted(spots.first, np.arange(spots.x.size), side="right") - 1
    if not (position.move.engages_all or position.move.ends == "engaged"):
        return []
    turned = np.ascontiguousarray(spots.turned.T)
    bodies = Bodies(squad.shape[owner], spots.x, spots.y, turned[0], turned[1], squad.z[owner])
    engaged = engaged_table(position, bodies, position.rules.tolerance + MARGIN)
    each: list[Bools]
    if position.move.engages_all:
        each = [engaged[:, position.foes.index(name)] for name in position.targets]
    else:
        each = [np.logical_or.reduce(engaged, axis=1)]
    nobody = np.zeros((len(position.ids), spots.x.size))
    return [Cut(nobody, -one.astype(np.float64), -1.0) for one in each]


def _node(
    searcher: Searcher, value: Floats, bound: float, refused: list[list[int]]
) -> dict[str, Any]:
    """Return the proof node of a certificate."""
    spots, squad = searcher.spots, searcher.arena.squad
    level = squad.z[np.searchsorted(spots.first, np.arange(spots.x.size), side="right") - 1]
    facing = np.degrees(np.arctan2(spots.turned[:, 1], spots.turned[:, 0]))
    names = searcher.position.ids
    usable = [np.flatnonzero(row > BARRED) for row in value]
    return {
        "kind": "grid",
        "spots": np.column_stack([spots.x, spots.y, facing, level]).tolist(),
        "usable": {name: which.tolist() for name, which in zip(names, usable, strict=True)},
        "values": {
            name: value[i, which].tolist()
            for i, (name, which) in enumerate(zip(names, usable, strict=True))
        },
        "margin": MARGIN,
        "refused": refused,
        "bound": bound if math.isfinite(bound) else None,
    }
