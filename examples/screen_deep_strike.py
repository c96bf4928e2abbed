"""Where to stand so that a deep strike comes no nearer to a marker than it must.

python examples/screen_deep_strike.py [picture.svg]

A unit moves into lines across the table.  After each move the enemy's question is asked: how many
models of its reserves can be set up within so many inches of the marker?  An answer with a place is
a hole in the screen.  An answer of none, with a bound of none over every legal set-up, is a proof
that there is no hole, and ``movesolver.verify`` goes through it again.  The distance between the
two is halved until a tenth of an inch is left.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

import msgspec

import movesolver as ms
from movesolver import bases

MARKER = ms.Marker(id="home", at=(15.0, 7.0))
LINES = ((0.0, 0.0), (0.0, 2.0), (0.0, 4.0), (30.0, 2.0))
"""How far each line is turned, degrees, and how far ahead of the marker its middle is, inches."""
SPACING = 3.2
"""Inches between the centres of a line: 32 mm bases with a little less than two between them."""


@dataclass(frozen=True)
class Screen:
    """A unit that has moved, and what is known of the holes it leaves."""

    board: ms.Scenario
    shut: float
    """Nobody can be set up within so many inches of the marker: proved, by ``proof``."""
    proof: ms.Result
    hole: ms.Result
    """A deep strike at most a tenth of an inch farther out."""


def situation() -> ms.Scenario:
    """Four scouts before their own table edge, five raiders that may come from anywhere."""
    scouts = tuple(
        ms.Model(id=f"scout {k}", base=bases.round(32), at=(12.5 + 1.6 * k, 9.0)) for k in range(4)
    )
    raiders = tuple(ms.Model(id=f"raider {k}", base=bases.round(32)) for k in range(5))
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            round=2,
            table=ms.Table(width=30.0, height=44.0),
            markers=(MARKER,),
            units=(
                ms.Unit("scouts", "red", scouts, keywords=("INFANTRY",), move=6.0),
                ms.Unit(
                    "raiders",
                    "blue",
                    raiders,
                    keywords=("INFANTRY",),
                    move=6.0,
                    status=ms.UnitStatus(in_reserve=True, deep_strike=True),
                ),
            ),
            action=ms.Action(unit="scouts", move="normal"),
        )
    )


def lined_up(scenario: ms.Scenario, angle: float, ahead: float) -> ms.Scenario | None:
    """Return the board after the legal move that is nearest to a line before the marker."""
    scouts = scenario.units[0].models
    along, across = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = MARKER.at or (0.0, 0.0)
    wishes = {}
    for k, model in enumerate(scouts):
        far = SPACING * (k - (len(scouts) - 1) / 2)
        wishes[model.id] = [x + far * along, y + ahead + far * across]
    result = ms.snap(scenario, wishes, seed=0)
    if not result.solved:
        return None
    standing = tuple(
        msgspec.structs.replace(m, at=result.ends[m.id][:2], facing=result.ends[m.id][2])
        for m in scouts
    )
    units = (msgspec.structs.replace(scenario.units[0], models=standing), *scenario.units[1:])
    return msgspec.structs.replace(scenario, units=units)


def strike(board: ms.Scenario, inches: float) -> ms.Result:
    """Ask the enemy's question: as many models as can be within so many inches of the marker."""
    goal = ms.GoalTerm(within=ms.Nearness(of=ms.Target(marker=MARKER.id), inches=inches))
    action = ms.Action(unit="raiders", move="deep_strike", goal=(goal,))
    return ms.solve(ms.validate(msgspec.structs.replace(board, action=action)), seed=0)


def screened(board: ms.Scenario, near: float = 1.0, far: float = 20.0) -> Screen | None:
    """Return how far out the screen holds; None where nothing is proved, or nobody gets in."""
    proof, hole = strike(board, near), strike(board, far)
    if proof.bound != 0.0 or not hole.objective:
        return None
    while far - near > 0.1:
        inches = (near + far) / 2
        answer = strike(board, inches)
        if answer.objective:
            far, hole = inches, answer
        elif answer.bound == 0.0:
            near, proof = inches, answer
        else:
            break  # neither a hole nor a proof that there is none
    return Screen(board, near, proof, hole)


def main() -> None:
    """Try the lines, keep the best, and have its proof gone through again."""
    scenario, best = situation(), None
    for angle, ahead in LINES:
        board = lined_up(scenario, angle, ahead)
        screen = screened(board) if board is not None else None
        name = f'line at {angle:.0f} degrees, {ahead:.0f}" ahead'
        if screen is None:
            print(f"{name}: no such move, or nothing proved")
            continue
        print(f'{name}: nobody within {screen.shut:.2f}", proved')
        if best is None or screen.shut > best.shut:
            best = screen
    assert best is not None
    again = ms.verify(best.proof.certificate, best.proof.scenario)
    print(f"the proof holds: {again.valid}, at most {again.bound:.0f} models of any set-up")
    assert best.hole.verdict is not None
    print("the nearest deep strike found:", best.hole.verdict.explain())
    if len(sys.argv) > 1:
        ms.save_picture(sys.argv[1], best.hole)


if __name__ == "__main__":
    main()
