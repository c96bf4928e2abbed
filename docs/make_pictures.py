"""Draw the pictures of docs/concepts.md: ``python docs/make_pictures.py [FOLDER]``.

The tests draw them again and compare.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

import movesolver as ms
from movesolver import bases

HERE = Path(__file__).parent
Pose = tuple[float, float, float, float]
"""x and y in inches, facing in degrees, height in inches."""


def scene(
    mover: ms.Unit,
    *others: ms.Unit,
    height: float,
    terrain: tuple[ms.Feature, ...] = (),
    paths: dict[str, tuple[Pose, ...]] | None = None,
) -> ms.Scenario:
    """Return a small table with a unit that makes a normal move, and others."""
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=24.0, height=height),
            terrain=terrain,
            units=(mover, *others),
            action=ms.Action(unit=mover.id, move="normal", paths=paths),
        )
    )


def pair(names: str, *places: tuple[float, float], size: float = 32.0) -> tuple[ms.Model, ...]:
    """Return models on round bases."""
    return tuple(
        ms.Model(id=f"{names}{k + 1}", base=bases.round(size), at=at) for k, at in enumerate(places)
    )


def shapes() -> str:
    """The four kinds of bases, each with its front."""
    hull = bases.hull([(-2.4, -1.3), (1.6, -1.3), (2.6, 0.0), (1.6, 1.3), (-2.4, 1.3)])
    models = (
        ms.Model(id="round", base=bases.round(40), at=(3.4, 3.0)),
        ms.Model(id="oval", base=bases.oval(105, 70), at=(8.0, 3.0), facing=20.0),
        ms.Model(id="rectangle", base=bases.rectangle(120, 70), at=(14.0, 3.0), facing=-20.0),
        ms.Model(id="hull", base=hull, at=(20.0, 3.0), facing=45.0),
    )
    units = [
        ms.Unit(model.id, "red", (model,), keywords=("VEHICLE",), move=6.0) for model in models
    ]
    return ms.draw_svg(scene(*units, height=6.0), title="The four kinds of bases, to scale")


def coherency() -> str:
    """A unit in one group, but for a model that has gone too far."""
    places = ((6.0, 1.6), (7.6, 4.0), (9.8, 5.2), (12.4, 4.2), (14.2, 2.2), (19.0, 1.6))
    scenario = scene(
        ms.Unit("squad", "red", pair("m", *places), keywords=("INFANTRY",), move=6.0), height=7.0
    )
    title = "Five are one group; the sixth went too far"
    return ms.draw_svg(scenario, verdict=ms.check(scenario), title=title)


def engagement() -> str:
    """Two ends beside an enemy: one outside of its range, one within."""
    foes = (
        ms.Model(id="e1", base=bases.oval(75, 42), at=(14.0, 7.0), facing=60.0),
        *pair("g", (15.0, 3.6)),
    )
    scenario = scene(
        ms.Unit("squad", "red", pair("m", (7.0, 8.0), (7.0, 6.0)), keywords=("INFANTRY",), move=6),
        ms.Unit("guards", "blue", foes, keywords=("INFANTRY",), move=6.0),
        height=11.5,
        paths={
            "m1": ((7.0, 8.0, 0.0, 0.0), (10.2, 8.0, 0.0, 0.0)),
            "m2": ((7.0, 6.0, 0.0, 0.0), (11.4, 6.0, 0.0, 0.0)),
        },
    )
    title = "Model 2 ends within two inches of an enemy"
    return ms.draw_svg(scenario, verdict=ms.check(scenario), title=title)


def ways() -> str:
    """A straight move past a base that it touches, and the shortest way round a wall."""
    corners = ((9.0, 1.0), (9.5, 1.0), (9.5, 6.5), (9.0, 6.5))
    wall = ms.Feature(
        id="wall", category="dense", footprint=corners, walls=(ms.Wall(polygon=corners, top=5.0),)
    )
    touching = 10.0 - 32.0 / 25.4
    scenario = scene(
        ms.Unit(
            "riders", "red", pair("m", (6.0, 10.0), (6.0, 4.0)), keywords=("MOUNTED",), move=12.0
        ),
        ms.Unit("guards", "blue", pair("e", (11.0, touching)), keywords=("INFANTRY",), move=6.0),
        height=11.0,
        terrain=(wall,),
    )
    found = ms.reach(scenario, model="m2").to(14.5, 8.0)["m2"]
    assert found.way is not None
    paths = {"m1": ((6.0, 10.0, 0.0, 0.0), (16.0, 10.0, 0.0, 0.0)), "m2": found.way.path}
    action = msgspec.structs.replace(scenario.action, paths=paths)
    moved = msgspec.structs.replace(scenario, action=action)
    title = "Straight on, touching an enemy; round a wall"
    return ms.draw_svg(moved, verdict=ms.check(moved), title=title)


PICTURES = {"bases": shapes, "coherency": coherency, "engagement": engagement, "ways": ways}


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    for name, draw in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "images")
