"""Where to stand so that a deep strike comes no nearer to a marker than it must.

python examples/screen_deep_strike.py [picture.svg]

A unit moves into lines across the table, each turned a little more.  After each move the enemy's
question is asked: can a model of its reserves be set up within so many inches of the marker?  An
answer with a place is a hole in the screen; INFEASIBLE is a proof that there is none, which
``movesolver.verify`` goes through again.  The distance between the two is halved.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

import movesolver as ms
from movesolver import bases
from movesolver.table.scenario import AtLeast

MARKER = ms.Marker(id="home", at=(15.0, 7.0))
ANGLES = (-30.0, 0.0, 30.0)
SPACING = 3.2
"""Inches between the centres of a line: 32 mm bases with a little less than two between them."""


@dataclass(frozen=True)
class Screen:
    """A unit that has moved, and what is known of the holes it leaves."""

    angle: float
    board: ms.Scenario
    shut: float
    """Nobody can be set up within so many inches of the marker: proved."""
    hole: ms.Result | None
    """The deep strike found a little farther out."""


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


def lined_up(scenario: ms.Scenario, angle: float) -> ms.Scenario | None:
    """Return the board after the legal move that is nearest to a line through the marker."""
    scouts = scenario.units[0].models
    along, across = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    x, y = MARKER.at or (0.0, 0.0)
    wishes = {}
    for k, model in enumerate(scouts):
        far = SPACING * (k - (len(scouts) - 1) / 2)
        wishes[model.id] = [x + far * along, y + 1.5 + far * across]
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
    """Ask the enemy's question: a deep strike with a model within so many inches of the marker."""
    need = AtLeast(of=ms.Target(marker=MARKER.id), models=1, inches=inches)
    action = ms.Action(unit="raiders", move="deep_strike", goal=(ms.GoalTerm(need=need),))
    return ms.solve(ms.validate(msgspec.structs.replace(board, action=action)), seed=0)


def screens(scenario: ms.Scenario, near: float = 4.0, far: float = 16.0) -> Iterator[Screen]:
    """Yield a screen for each line that the unit can take."""
    for angle in ANGLES:
        board = lined_up(scenario, angle)
        if board is None:
            continue
        shut, open_, hole = near, far, None
        while open_ - shut > 0.1:
            inches = (shut + open_) / 2
            answer = strike(board, inches)
            if answer.solved:
                open_, hole = inches, answer
            elif answer.status is ms.Status.INFEASIBLE:
                shut = inches
            else:
                break  # NOT_FOUND: neither a hole nor a proof
        yield Screen(angle, board, shut, hole)


def main() -> None:
    """Try the lines, keep the best, and have its proof gone through again."""
    best: Screen | None = None
    for screen in screens(situation()):
        print(f'line at {screen.angle:+.0f} degrees: nobody within {screen.shut:.2f}", proved')
        if best is None or screen.shut > best.shut:
            best = screen
    assert best is not None
    proof = strike(best.board, best.shut)
    again = ms.verify(proof.certificate, proof.scenario)
    print(f"best: {best.angle:+.0f} degrees; the proof holds: {again.valid}")
    if best.hole is not None:
        x, y = min((end[:2] for end in best.hole.ends.values()), key=lambda at: at[1])
        print(f"the nearest deep strike found has a model at ({x:.1f}, {y:.1f})")
        if len(sys.argv) > 1 and best.hole.moved is not None:
            from movesolver.draw.svg import save_svg

            save_svg(sys.argv[1], best.hole.moved, verdict=best.hole.verdict)


if __name__ == "__main__":
    main()
