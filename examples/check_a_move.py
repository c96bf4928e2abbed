"""Ask the referee about moves that somebody made: what is wrong with them, and where.

python examples/check_a_move.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

import movesolver as ms
from movesolver import bases

Pose = tuple[float, float, float, float]
"""x and y of the base's centre, inches; where it faces, degrees; height, inches."""


def situation() -> ms.Scenario:
    """Three guards who may move 6 inches, a rider on an oval base across their way."""
    guards = tuple(
        ms.Model(id=f"guard {k}", base=bases.round(32), at=(6.0, 8.0 + 1.8 * k)) for k in range(3)
    )
    rider = ms.Model(id="rider", base=bases.oval(75, 42), at=(10.0, 8.0), facing=90.0)
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=30.0, height=22.0),
            units=(
                ms.Unit("guards", "red", guards, keywords=("INFANTRY",), move=6.0),
                ms.Unit("riders", "blue", (rider,), keywords=("MOUNTED",), move=10.0),
            ),
            action=ms.Action(unit="guards", move="normal"),
        )
    )


def moved(
    scenario: ms.Scenario, places: Mapping[str, Sequence[tuple[float, float]]]
) -> ms.Scenario:
    """Return the scenario with paths of straight slides through the places of each model."""
    starts = {model.id: model.at for unit in scenario.units for model in unit.models}
    paths: dict[str, tuple[Pose, ...]] = {}
    for name, stops in places.items():
        start = starts[name]
        assert start is not None  # it is on the table
        paths[name] = tuple((x, y, 0.0, 0.0) for x, y in (start, *stops))
    action = msgspec.structs.replace(scenario.action, paths=paths)
    return msgspec.structs.replace(scenario, action=action)


MOVES: dict[str, dict[str, list[tuple[float, float]]]] = {
    "back and aside": {
        "guard 0": [(4.0, 9.0)],
        "guard 1": [(4.0, 11.0)],
        "guard 2": [(4.0, 13.0)],
    },
    "straight on": {
        "guard 0": [(13.5, 8.0)],
        "guard 1": [(11.9, 9.8)],
        "guard 2": [(11.9, 11.6)],
    },
    "one stays behind": {"guard 2": [(6.0, 16.0)]},
}


def main() -> None:
    """Judge three moves; a finding has a code, models, numbers and, on a path, a place."""
    scenario = situation()
    for name, places in MOVES.items():
        verdict = ms.check(moved(scenario, places))
        print(f"{name}: {'legal' if verdict.legal else 'illegal'}")
        for finding in verdict.violations:
            print(f"  {finding.code} ({finding.rule}): {finding.text}")
            if finding.at is not None:
                x, y, _ = finding.at
                print(f'    first at ({x:.2f}, {y:.2f}), after {finding.after:.2f}"')


if __name__ == "__main__":
    main()
