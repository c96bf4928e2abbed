"""Which combinations of listed places, one for each model, are legal ends: all of them, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from movekernels.arrays import LEVEL, Bodies, Bools
from movekernels.geometry.gap import gap_rows
from movesolver.duties.judge import judged
from movesolver.errors import InputError
from movesolver.paths.ends import OPEN, Ends, posed
from movesolver.referee.pack import pack
from movesolver.referee.position import Position, joined_bodies
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import check_finite, inside, shown
from movesolver.table.scenario import Pose, Scenario

Choice = tuple[int, ...]
"""Index of a place for each model, in the order of the unit."""


def choices(
    scenario: Scenario,
    places: Mapping[str, Sequence[Sequence[float]]],
    *,
    most: int = 1000,
    rules: RuleSet | None = None,
) -> tuple[Choice, ...]:
    """Return every combination of listed places that is a legal end of the move.

    Parameters
    ----------
    scenario
        The question; the paths, ends and goal of its action are not looked at.
    places
        For each model that moves or is set up, places [x, y], [x, y, facing] or
        [x, y, facing, z], inches and degrees.
    most
        Stop when so many are found.
    rules
        Rules of your own; those the scenario names if None.

    Returns
    -------
    tuple
        Combinations, in the order of counting: the last model's place changes fastest.
        None is left out but for ``most``; ends are judged, not the ways there.

    Raises
    ------
    InputError
        If a model has no places, or a place is not one.

    Notes
    -----
    Depth first over the models: a place that is no end by itself, and two that overlap or are
    farther apart than coherency allows, are never combined (03.01, 03.03); what is left is
    judged as a whole.
    """
    position = pack(scenario, rules=rules)
    poses = [_poses(position, i, name, places) for i, name in enumerate(position.ids)]
    first = np.concatenate([[0], np.cumsum([len(one) for one in poses])])
    together, usable = _tables(position, poses)
    found: list[Choice] = []
    for spots in _combined(together, usable, first.tolist()):
        ends = {name: poses[i][spots[i] - int(first[i])] for i, name in enumerate(position.ids)}
        if judged(position, None, ends)[0].legal:
            found.append(tuple(spot - int(first[i]) for i, spot in enumerate(spots)))
            if len(found) == most:
                break
    return tuple(found)


def _poses(
    position: Position, i: int, name: str, places: Mapping[str, Sequence[Sequence[float]]]
) -> list[Pose]:
    """Return the poses listed for a model."""
    listed = places.get(name, ())
    if not listed:
        raise InputError(inside("places", name), "at least one place", "none")
    found: list[Pose] = []
    for k, place in enumerate(listed):
        where = inside("places", name, k)
        if not 2 <= len(place) <= 4:
            raise InputError(where, "[x, y], [x, y, facing] or [x, y, facing, z]", shown(place))
        numbers = [float(value) for value in place]
        check_finite(where, *numbers)
        facing = numbers[2] if len(numbers) > 2 else float(position.facing[i])
        z = numbers[3] if len(numbers) > 3 else float(position.start.z[i])
        found.append((numbers[0], numbers[1], facing, z))
    return found


def _tables(position: Position, poses: list[list[Pose]]) -> tuple[Bools, Bools]:
    """Return which places (s) go together, (s, s), and which are ends by themselves, (s,)."""
    rule, slop = position.rules.coherency, position.rules.tolerance
    alone = Ends(position)
    bodies: list[Bodies] = []
    usable: list[bool] = []
    for i, listed in enumerate(poses):
        for pose in listed:
            at = np.array([pose[:3]])
            bodies.append(posed(position, i, at, pose[3]))
            usable.append(bool(alone.judge(i, at, pose[3])[0] == OPEN))
    everyone = joined_bodies(*bodies)
    gaps = np.empty((len(bodies), len(bodies)))
    gap_rows(position.shapes, everyone, everyone, gaps)
    high = np.abs(everyone.z[:, None] - everyone.z[None, :])
    # What decides a close call is the referee's, later: here only what is clearly out.
    apart = (gaps > -slop - 1e-9) | (high >= LEVEL)
    near = (gaps < rule.span + slop + 1e-9) & (high < rule.span_vertical + slop + 1e-9)
    return apart & near, np.array(usable, dtype=np.bool_)


def _combined(together: Bools, usable: Bools, first: list[int]) -> Iterator[list[int]]:
    """Yield lists of places, one for each model, of which any two go together."""
    chosen: list[int] = []

    def deeper() -> Iterator[list[int]]:
        if len(chosen) == len(first) - 1:
            yield list(chosen)
            return
        for spot in range(first[len(chosen)], first[len(chosen) + 1]):
            if usable[spot] and all(together[spot, other] for other in chosen):
                chosen.append(spot)
                yield from deeper()
                chosen.pop()

    yield from deeper()
