"""Tables to play on: a plain one of the project's own, and the layouts of `wh40kdc`."""

from __future__ import annotations

from movesolver.errors import InputError
from movesolver.formats.grounds import Ground
from movesolver.table.fields import Polygon, shown
from movesolver.table.scenario import Marker, Table, Zone
from movesolver.table.terrain import Feature, Wall

PLAIN = "plain"
WIDTH, HEIGHT, DEEP = 60.0, 44.0, 12.0


def read_ground(name: str = PLAIN) -> Ground:
    """Return a table with terrain, objectives and the zones of sides "a" and "b".

    Parameters
    ----------
    name
        ``plain``, or a layout of the `wh40kdc` package by its id or name.

    Raises
    ------
    InputError
        If there is no such layout, or no deployment map goes with it.
    MoveSolverError
        If the package is not installed.
    """
    if not isinstance(name, str):
        raise InputError("layout", "a name", shown(name))
    if name == PLAIN:
        return _plain()
    from movesolver.formats import wh40kdc

    layout = wh40kdc.read_layout(name)
    if layout.deployment is None:
        raise InputError("layout", "one that is made for a deployment map", shown(name))
    deployment = wh40kdc.read_deployment(layout.deployment)
    markers = deployment.markers or layout.objectives
    return Ground(layout.table, layout.terrain, markers, deployment.zones)


def _plain() -> Ground:
    """Return a table of two zones, five objectives and six ruins, the same from both sides."""
    half = (
        _ruin("ruin-1", 17.0, 7.0, 24.0, 12.0),
        _ruin("ruin-2", 17.0, 31.0, 24.0, 36.0),
        _ruin("ruin-3", 26.0, 14.0, 31.0, 18.0),
    )
    spots = ((30.0, 22.0), (14.0, 22.0), (46.0, 22.0), (30.0, 7.0), (30.0, 37.0))
    return Ground(
        Table(WIDTH, HEIGHT),
        (*half, *(_turned(feature) for feature in half)),
        tuple(Marker(f"objective-{k}", at=spot) for k, spot in enumerate(spots, 1)),
        (
            Zone("zone-a", "a", _box(0.0, 0.0, DEEP, HEIGHT)),
            Zone("zone-b", "b", _box(WIDTH - DEEP, 0.0, WIDTH, HEIGHT)),
        ),
    )


def _ruin(name: str, x0: float, y0: float, x1: float, y1: float) -> Feature:
    """Return a dense feature with walls along two of its sides, half an inch thick."""
    sides = (_box(x0, y0, x1, y0 + 0.5), _box(x0, y0 + 0.5, x0 + 0.5, y1))
    walls = tuple(Wall(polygon, top=5.0) for polygon in sides)
    return Feature(name, "dense", _box(x0, y0, x1, y1), walls)


def _turned(feature: Feature) -> Feature:
    """Return a feature half a turn about the middle of the table."""
    walls = tuple(Wall(_half_turn(wall.polygon), wall.top, wall.bottom) for wall in feature.walls)
    return Feature(f"{feature.id}-turned", feature.category, _half_turn(feature.footprint), walls)


def _half_turn(polygon: Polygon) -> Polygon:
    return tuple((WIDTH - x, HEIGHT - y) for x, y in polygon)


def _box(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
