"""What a squad and an oval base can reach, by what path, and what the enemy threatens.

python examples/reach.py picture.svg
"""

from __future__ import annotations

import sys

import msgspec

import movesolver as ms
from movesolver import bases


def situation() -> ms.Scenario:
    """Five riders on round bases and a beast on an oval, walls and two enemy units about them."""
    riders = tuple(
        ms.Model(
            id=f"rider {k + 1}", base=bases.round(40), at=(11.0 + 1.9 * (k % 2), 11.0 + 1.9 * k)
        )
        for k in range(5)
    )
    beast = ms.Model(id="beast", base=bases.oval(105, 70), at=(8.0, 15.5), facing=80.0)
    guards = tuple(
        ms.Model(id=f"guard {k + 1}", base=bases.round(32), at=(19.0 + 0.4 * k, 9.0 + 1.6 * k))
        for k in range(4)
    )
    crew = tuple(
        ms.Model(id=f"crew {k + 1}", base=bases.round(50), at=(21.0 + 2.4 * k, 24.0))
        for k in range(2)
    )
    ruin = ((13.6, 20.4), (14.1, 20.4), (14.1, 25.5), (13.6, 25.5))
    barn = ((5.0, 20.4), (11.0, 20.4), (11.0, 20.9), (5.0, 20.9))
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=32.0, height=30.0),
            terrain=tuple(
                ms.Feature(
                    id=name,
                    category="dense",
                    footprint=corners,
                    walls=(ms.Wall(polygon=corners, top=5.0),),
                )
                for name, corners in (("ruin", ruin), ("barn", barn))
            ),
            markers=(ms.Marker(id="well", at=(16.5, 23.0)),),
            units=(
                ms.Unit(
                    id="riders",
                    side="red",
                    models=(*riders, beast),
                    keywords=("MOUNTED",),
                    move=8.0,
                ),
                ms.Unit(id="guards", side="blue", models=guards, keywords=("INFANTRY",), move=6.0),
                ms.Unit(id="crew", side="blue", models=crew, keywords=("INFANTRY",), move=5.0),
            ),
            action=ms.Action(unit="riders", move="normal"),
        )
    )


def main() -> None:
    """Say what can be reached, and draw it if a file name is given."""
    scenario = situation()
    found = ms.reach(scenario)
    for name, region in found.regions.items():
        print(f"{name}: {region.area:.1f} square inches")
    for name, approach in found.within(3.0, "well").items():
        print(f'{name}: {approach.gap:.2f}" from the well at best; within 3": {approach.reached}')
    danger = ms.threat(scenario, plus=7.0)
    print(f'{danger.polygons.area:.0f} square inches lie within 7" of blue after its move')
    if len(sys.argv) > 1:
        from movesolver.draw.svg import save_svg

        beast = ms.reach(scenario, model="beast").within(3.0, "well")["beast"]
        paths = {"beast": beast.way.path} if beast.way is not None else None
        action = msgspec.structs.replace(scenario.action, paths=paths)
        drawn = msgspec.structs.replace(scenario, action=action)
        title = "Where the riders can move, and the way of the beast to the well"
        save_svg(sys.argv[1], drawn, reach=found, title=title)


if __name__ == "__main__":
    main()
