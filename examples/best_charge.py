"""Which enemy to charge: what each charge needs on the dice, and the best move for a roll.

python examples/best_charge.py [ROLL]
"""

from __future__ import annotations

import sys

import msgspec

import movesolver as ms
from movesolver import bases

TARGETS = ("guards", "gun crew")


def situation() -> ms.Scenario:
    """Five riders, guards ahead of them, and a gun crew behind a wall that horses do not cross."""
    riders = tuple(
        ms.Model(id=f"rider {k}", base=bases.oval(60, 35.5), at=(8.0, 6.0 + 2.0 * k))
        for k in range(5)
    )
    guards = tuple(
        ms.Model(id=f"guard {k}", base=bases.round(32), at=(16.0 + 0.3 * k, 4.0 + 1.6 * k))
        for k in range(4)
    )
    crew = tuple(
        ms.Model(id=f"gunner {k}", base=bases.round(32), at=(15.5, 14.0 + 1.6 * k))
        for k in range(3)
    )
    wall = ((12.5, 12.0), (13.0, 12.0), (13.0, 17.0), (12.5, 17.0))
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=30.0, height=22.0),
            terrain=(
                ms.Feature(
                    id="wall",
                    category="dense",
                    footprint=wall,
                    walls=(ms.Wall(polygon=wall, top=5.0),),
                ),
            ),
            units=(
                ms.Unit("riders", "red", riders, keywords=("MOUNTED",), move=10.0),
                ms.Unit("guards", "blue", guards, keywords=("INFANTRY",), move=6.0),
                ms.Unit("gun crew", "blue", crew, keywords=("INFANTRY",), move=6.0),
            ),
            action=ms.Action(unit="riders", move="charge"),
        )
    )


def charge(scenario: ms.Scenario, target: str, roll: int | None = None) -> ms.Scenario:
    """Ask about a charge at one unit, every model to end as near to it as it can."""
    action = msgspec.structs.replace(
        scenario.action,
        targets=(target,),
        roll=roll,
        goal=(ms.GoalTerm(near=ms.Target(unit=target)),),
    )
    return ms.validate(msgspec.structs.replace(scenario, action=action))


def main() -> None:
    """Say what each charge needs, choose the likelier one, and make it with the roll."""
    scenario = situation()
    chances: dict[str, float] = {}
    for target in TARGETS:
        found = ms.odds(charge(scenario, target), seed=0)
        chances[target] = found.probability
        how = "and no less will do" if found.proved else "less was not found to do"
        print(f"{target}: {found.needed} or more on {found.dice}, {how}: {found.probability:.3f}")

    target = max(chances, key=lambda name: chances[name])
    roll = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    result = ms.solve(charge(scenario, target, roll), seed=0)
    if result.moved is None:
        print(f"{target} with a {roll}: {result.status}: {'; '.join(result.reasons.values())}")
        return
    assert result.objective is not None
    assert result.bound is not None
    print(f"{target} with a {roll}: {result.status}, {result.objective:.2f} inches of gap closed")
    print(f"no charge move closes more than {result.bound:.2f}")
    for name, length in result.lengths.items():
        print(f"  {name}: {length:.2f} inches")
    print(ms.check(result.moved).explain())


if __name__ == "__main__":
    main()
