"""Which listed places take part in a legal end of the whole unit: exactly."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from movekernels.arrays import Bools, Ints
from movekernels.search.ground import BARRED
from movesolver.draw.answers import Drawn, of_places
from movesolver.draw.choosing import Place, State
from movesolver.draw.picture import Picture
from movesolver.duties.judge import judged
from movesolver.errors import InputError
from movesolver.paths.pausing import moment
from movesolver.paths.rising import Rising
from movesolver.paths.ways import Ways
from movesolver.referee.pack import pack
from movesolver.referee.position import Position
from movesolver.referee.verdict import Json
from movesolver.rules.ruleset import RuleSet
from movesolver.search.exact import best_assignment
from movesolver.search.grid import Grid
from movesolver.search.joining import Joiner
from movesolver.search.listed import Listed, Places, list_places
from movesolver.table.fields import check_amount, shown
from movesolver.table.scenario import Pose, Scenario

STEPS = 300
"""Steps of a search for one place before the others are looked at ..."""
MORE_STEPS = 20_000
"""... and when only places are left that such short searches say nothing about."""


@dataclass(frozen=True, slots=True)
class Mask(Drawn):
    """The answer of `mask`."""

    allowed: Mapping[str, Bools]
    """For each model which of its places take part in a legal end of the unit, shape (p,)."""
    undecided: Mapping[str, Bools]
    """Places of which that is not known, neither way; they are not ``allowed``; shape (p,)."""
    places: Mapping[str, tuple[Pose, ...]]
    """The places as poses x, y, facing, z."""
    witnesses: Mapping[str, tuple[tuple[int, ...] | None, ...]]
    """For each place a legal end with it, as numbers of places of all models; else None."""
    scenario: Scenario | None = field(default=None, repr=False, compare=False)
    """The question."""

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return the one picture of the answer: every place, and what is known of it."""
        if self.scenario is None:
            return ()
        found = []
        for name, poses in self.places.items():
            allowed, unknown = self.allowed[name].tolist(), self.undecided[name].tolist()
            for pose, yes, perhaps in zip(poses, allowed, unknown, strict=True):
                state: State = "allowed" if yes else "unknown" if perhaps else "barred"
                found.append(Place(name, pose, state))
        return (of_places(self.scenario, tuple(found), rules),)

    @property
    def decided(self) -> bool:
        """Whether every place is known to be allowed or not."""
        return not any(bool(row.any()) for row in self.undecided.values())

    def witness(self, model: str, place: int) -> dict[str, Pose] | None:
        """Return a legal end in which a model takes a place (by number), if it is allowed.

        Raises
        ------
        InputError
            If places were listed for no such model, or not so many.
        """
        if model not in self.witnesses:
            raise InputError("model", "one that places were listed for", shown(model))
        count = len(self.witnesses[model])
        if place not in range(count):
            raise InputError("place", f"a number from 0 to {count - 1}", shown(place))
        choice = self.witnesses[model][place]
        if choice is None:
            return None
        return {
            name: poses[k] for (name, poses), k in zip(self.places.items(), choice, strict=True)
        }

    def to_json(self) -> Json:
        """Return the mask as plain lists."""
        return {
            "allowed": {name: row.tolist() for name, row in self.allowed.items()},
            "undecided": {name: row.tolist() for name, row in self.undecided.items()},
            "decided": self.decided,
        }


def mask(
    scenario: Scenario,
    places: Places,
    *,
    paths: bool = True,
    seconds: float = 5.0,
    rules: RuleSet | None = None,
) -> Mask:
    """Return which of the places listed for each model take part in a legal end of the unit.

    Parameters
    ----------
    scenario
        The question; the paths, ends and goal of its action are not looked at.
    places
        For each model that moves or is set up, places [x, y], [x, y, facing] or
        [x, y, facing, z], inches and degrees.
    paths
        Whether a legal path must lead to each place, found or ruled out for each model by
        itself; without it ends alone are judged, as `choices` does.
    seconds
        After so long places that are not decided are given as undecided.
    rules
        Rules of your own; those the scenario names if None.

    Returns
    -------
    Mask
        Exact but for places that it calls undecided.  Each place that is allowed has a
        legal end as its witness, judged by the referee, duties included.

    Raises
    ------
    InputError
        If a model has no places, a place is not one, or places are for a model that is not
        asked about; or if the unit has no model that could take one.

    Notes
    -----
    Places that go with no place of some other model are struck out until none is left (arc
    consistency; Mackworth, 1977).  Then, for each place of which nothing is known, a formation
    is grown around it, depth first, of places as new as possible, so that one formation
    decides many.  What such searches do not decide is put as a mixed-integer program.
    Unit-mates that bar each other's way need an order of moving besides, which is not asked.
    """
    check_amount("seconds", "zero or more seconds", seconds)
    begun = time.perf_counter()
    position = pack(scenario, rules=rules)
    listed = list_places(position, places)
    unsure = np.zeros(listed.usable.size, dtype=np.bool_)
    usable = listed.usable.copy()
    if paths and not position.placing and position.move.moves_models:
        reached, unsure = _reached(position, listed)
        usable &= reached
    masker = _Masker(position, listed, usable, begun + seconds)
    masker.run()
    # A place that may be reached or not is undecided; so are those that need it perhaps.
    unknown = masker.unknown
    if (unsure & listed.usable).any():
        wider = _Masker(position, listed, usable | (unsure & listed.usable), begun + seconds)
        wider.run()
        unknown = unknown | (wider.allowed & ~masker.allowed) | wider.unknown
    return _mask_of(position, listed, masker, unknown & ~masker.allowed)


def _reached(position: Position, listed: Listed) -> tuple[Bools, Bools]:
    """Return to which places a legal path leads, and of which that is not known; (s,) each."""
    ways = Rising(Ways(position.alone()))
    at = np.array(listed.poses).reshape(-1, 4)
    lower, upper = np.full(len(at), np.inf), np.full(len(at), np.inf)
    for i, z in {(int(i), float(z)) for i, z in zip(listed.owner, at[:, 3], strict=True)}:
        rows = np.flatnonzero((listed.owner == i) & (at[:, 3] == z) & listed.usable)
        lower[rows] = ways.lower(i, np.ascontiguousarray(at[rows, :2]), z)
        upper[rows] = ways.upper(i, np.ascontiguousarray(at[rows, :3]), z)
    most = position.maximum[listed.owner] + position.rules.tolerance
    reached: Bools = upper <= most
    return reached, ~reached & (lower <= most)


class _Masker:
    def __init__(self, position: Position, listed: Listed, usable: Bools, end: float) -> None:
        self.position, self.listed, self.end = position, listed, end
        n, rule = len(position.ids), position.rules.coherency
        # Models that come back hold to those that stand, not to each other.
        back = bool(position.of_units(position.scenario.mover.id).any())
        self.owner = listed.owner
        value = np.full((n, usable.size), BARRED)
        value[self.owner, np.arange(usable.size)] = np.where(usable, 0.0, BARRED)
        other = self.owner[:, None] != self.owner[None, :]
        needed = min(rule.needed_of(n), n - 1) if n > 1 and not back else 0
        self.grid = Grid(
            value,
            listed.overlap & other,
            ~listed.together & other,
            listed.beside & other,
            needed,
            rule.single_group and not back,
        )
        self.open = self._consistent(usable)
        self.allowed = np.zeros(usable.size, dtype=np.bool_)
        self.unknown = self.open.copy()
        self.witness: list[Ints | None] = [None] * usable.size

    def run(self) -> None:
        """Decide all places that time allows."""
        if not self.unknown.any():
            return
        joiner = Joiner(
            self.grid,
            lambda place: self._asked(np.array(place)),
            lambda: time.perf_counter() > self.end,
        )
        for steps in (STEPS, 0, MORE_STEPS):
            for p in np.flatnonzero(self.unknown).tolist():
                if not self.unknown[p]:
                    continue
                moment()
                if time.perf_counter() > self.end:
                    return
                if steps:
                    self._grow(joiner, p, steps)
                else:
                    self._solve(p)

    def _grow(self, joiner: Joiner, p: int, steps: int) -> None:
        """Look for a formation with place ``p``, depth first."""
        open_to = [_mask(self.open & (self.owner == i)) for i in range(self.grid.models)]
        open_to[self.owner[p]] = 1 << p
        found, done = joiner.formation(open_to, _mask(self.unknown), steps)
        if found is not None:
            self._allow(np.array(found))
        elif done:
            self._forbid(p)

    def _solve(self, p: int) -> None:
        """Look for a formation with place ``p`` of as many new places as there can be."""
        mine = self.owner == self.owner[p]
        mine[p] = False
        fits = self.open & ~mine & ~self.grid.apart[p]
        value = np.where(fits, self.grid.value + self.unknown, BARRED)
        grid = Grid(
            value,
            self.grid.overlap,
            self.grid.apart,
            self.grid.beside,
            self.grid.needed,
            self.grid.single_group,
        )
        best = best_assignment(
            grid, seconds=self.end - time.perf_counter(), accepts=self._asked, most_rounds=20
        )
        if best.place is not None:
            self._allow(best.place)
        elif best.bound == BARRED:
            self._forbid(p)

    def _asked(self, place: Ints) -> bool:
        ends = dict(
            zip(self.position.ids, (self.listed.poses[p] for p in place.tolist()), strict=True)
        )
        return judged(self.position, None, ends, brief=True)[0].legal

    def _allow(self, place: Ints) -> None:
        for p in place.tolist():
            if not self.allowed[p]:
                self.witness[p] = place
        self.allowed[place] = True
        self.unknown[place] = False

    def _forbid(self, p: int) -> None:
        self.unknown[p] = self.open[p] = False
        self.open = self._consistent(self.open)
        self.unknown &= self.open

    def _consistent(self, usable: Bools) -> Bools:
        """Strike out places without a fitting place of every other model, and neighbours."""
        fits, beside = ~self.grid.apart, self.grid.beside & ~self.grid.apart
        first, n = self.listed.first[:-1], self.grid.models
        while True:
            some = np.logical_or.reduceat(fits & usable, first, axis=1)
            near = np.logical_or.reduceat(beside & usable, first, axis=1).sum(axis=1)
            left: Bools = usable & (some.sum(axis=1) == n) & (near >= self.grid.needed)
            if (left == usable).all():
                return left
            usable = left


def _mask(which: Bools) -> int:
    """Return a row of booleans as bits."""
    return int.from_bytes(np.packbits(which, bitorder="little").tobytes(), "little")


def _mask_of(position: Position, listed: Listed, masker: _Masker, undecided: Bools) -> Mask:
    names, first = position.ids, listed.first.tolist()
    spans = {name: slice(first[i], first[i + 1]) for i, name in enumerate(names)}
    choices = [
        None if place is None else tuple((place - listed.first[:-1]).tolist())
        for place in masker.witness
    ]
    return Mask(
        {name: masker.allowed[span].copy() for name, span in spans.items()},
        {name: undecided[span].copy() for name, span in spans.items()},
        {name: tuple(listed.poses[span]) for name, span in spans.items()},
        {name: tuple(choices[span]) for name, span in spans.items()},
        position.scenario,
    )
