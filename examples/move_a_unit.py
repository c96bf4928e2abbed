"""Build a situation in Python, find the best legal move, and look at it.

python examples/move_a_unit.py picture.html
"""

from __future__ import annotations

import sys

import movesolver as ms
from movesolver import bases


def situation() -> ms.Scenario:
    """Five infantry models, one of them on a larger base, and an enemy on ovals in the way."""
    squad = tuple(
        ms.Model(id=f"trooper {k}", base=bases.round(32), at=(10.0, 18.0 + 1.6 * k))
        for k in range(4)
    )
    leader = ms.Model(id="captain", base=bases.round(40), at=(8.2, 20.4))
    riders = tuple(
        ms.Model(id=f"rider {k}", base=bases.oval(75, 42), at=(19.0, 17.0 + 4.0 * k), facing=180.0)
        for k in range(2)
    )
    corner = ((13.0, 23.0), (13.5, 23.0), (13.5, 28.0), (13.0, 28.0))
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=60.0, height=44.0),
            terrain=(
                ms.Feature(
                    id="ruin",
                    category="dense",
                    footprint=corner,
                    walls=(ms.Wall(polygon=corner, top=5.0),),
                ),
            ),
            markers=(ms.Marker(id="centre", at=(18.0, 26.0)),),
            units=(
                ms.Unit(
                    id="squad",
                    side="red",
                    models=(*squad, leader),
                    keywords=("INFANTRY",),
                    move=6.0,
                ),
                ms.Unit(id="riders", side="blue", models=riders, keywords=("MOUNTED",), move=10.0),
            ),
            action=ms.Action(
                unit="squad",
                move="normal",
                goal=(
                    ms.GoalTerm(near=ms.Target(marker="centre")),
                    ms.GoalTerm(
                        within=ms.Nearness(of=ms.Target(marker="centre"), inches=3.0), weight=3.0
                    ),
                ),
            ),
        )
    )


def main() -> None:
    """Solve, say what was found, and draw it if a file name is given."""
    result = ms.solve(situation(), seed=0)
    print(result.status, f"objective {result.objective:.3f}, bound {result.bound:.3f}")
    for name, (x, y, facing, _) in result.ends.items():
        print(
            f"  {name}: ({x:.2f}, {y:.2f}) facing {facing:.0f}, {result.lengths[name]:.2f} inches"
        )
    assert result.verdict is not None
    print(result.verdict.explain())
    if len(sys.argv) > 1:
        ms.save_picture(sys.argv[1], result)


if __name__ == "__main__":
    main()
