"""Terrain layouts and deployment maps, turned to y up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from movesolver.formats.names import picked
from movesolver.formats.wh40kdc.bundle import bundle
from movesolver.formats.wh40kdc.walls import block, strips
from movesolver.table.fields import Point, Polygon
from movesolver.table.scenario import Marker, Table, Zone
from movesolver.table.terrain import Feature, Floor, Wall

STOREY = 3.0
"""Height of one ruin floor above the one below, inches: the height the data gives
the pieces that consist of such a floor (gantry, catwalk)."""

_STAND_INS = {
    # Most placed pieces have no height; the catalogue has one for the piece of the
    # standard set that they are a version of.
    "barrier": "barricade",
    "corner": "corner-tiny",
    "small l": "corner-short",
    "pipes": "pipe",
    "generator": "generator",
    "tower": "gantry",
    "": "corner-ruin-left",
}


class Layout(NamedTuple):
    """A table with its terrain and the objectives that the layout itself names."""

    table: Table
    terrain: tuple[Feature, ...]
    objectives: tuple[Marker, ...]
    """Terrain areas that are objectives (areas linked by the layout are one)."""
    deployment: str | None
    """Id of the deployment map it is made for."""
    name: str


class Deployment(NamedTuple):
    """Zones and objective markers of a deployment map."""

    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...]
    name: str
    table: Table
    """The table it is made for."""


def layouts() -> dict[str, str]:
    """Return the names of all terrain layouts by id."""
    return {row["id"]: row["name"] for row in bundle().terrain_layouts}


def layout_maps() -> dict[str, str]:
    """Return the id of the deployment map that each layout is made for, by the layout's id."""
    rows = bundle().terrain_layouts
    return {
        row["id"]: row["deployment_pattern_id"] for row in rows if "deployment_pattern_id" in row
    }


def deployments() -> dict[str, str]:
    """Return the names of all deployment maps by id."""
    return {pattern.id: pattern.name for pattern in bundle().deployment_patterns}


def read_layout(name: str, *, heights: Mapping[str, float] | None = None) -> Layout:
    """Read a terrain layout.

    Every area becomes an ``exposed`` feature without walls, for the boundary of
    an area hinders nobody (13.02); the scenery on it becomes one feature each,
    with the category the data gives it. Walls get the thickness of the data,
    half on each side of their line. Closed outlines and scenery without wall
    lines are solid blocks.

    Parameters
    ----------
    name
        Id or name of the layout, see `layouts`, or a part of it that no other has.
    heights
        Wall heights by the name of the piece, inches, for pieces that you know
        better than the data, which leaves most heights out (see docs/data.md).

    Raises
    ------
    InputError
        If there is no such layout, or several have that part.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    data = bundle()
    row = picked(
        data.terrain_layouts,
        name,
        lambda each: (each["id"], each["name"]),
        "layout",
        "a layout's id or name (movesolver layouts lists them)",
    )
    width, height = _extent(row)
    flip = _Flip(height)
    templates = {template["id"]: template for template in data.terrain_templates}
    terrain: list[Feature] = []
    areas: dict[str, Polygon] = {}
    for piece, placed, template in _pieces(row, templates):
        footprint = flip(placed["vertices"])
        if placed["piece_type"] == "area":
            areas[placed["id"]] = footprint
            if piece.get("terrain", True):
                terrain.append(Feature(id=placed["id"], category="exposed", footprint=footprint))
        else:
            terrain.append(
                _scenery(piece, placed, template, footprint, flip, templates, heights or {})
            )
    return Layout(
        table=Table(width=width, height=height),
        terrain=tuple(terrain),
        objectives=tuple(_objectives(row, areas)),
        deployment=row.get("deployment_pattern_id"),
        name=row["name"],
    )


def read_deployment(name: str, *, attacker: str = "a", defender: str = "b") -> Deployment:
    """Read a deployment map.

    Parameters
    ----------
    name
        Id or name of the map, see `deployments`, or a part of it that no other has.
    attacker, defender
        The sides that the two zones are given to.

    Raises
    ------
    InputError
        If there is no such map, or several have that part.
    MoveSolverError
        If the `wh40kdc` package is not installed.
    """
    data = bundle()
    pattern = picked(
        data.deployment_patterns,
        name,
        lambda each: (each.id, each.name),
        "deployment",
        "a deployment map's id or name (movesolver deployments lists them)",
    )
    built_on = (r for r in data.terrain_layouts if r.get("deployment_pattern_id") == pattern.id)
    table = Table(*_extent(next(built_on, {})))
    flip = _Flip(table.height)
    sides = {"attacker": attacker, "defender": defender}
    zones = []
    for row in pattern.zones:
        corners = [
            {"x": row.position.x + spot.x, "y": row.position.y + spot.y}
            for spot in row.shape.corners()
        ]
        zones.append(Zone(id=f"{row.player}-zone", side=sides[row.player], polygon=flip(corners)))
    markers = tuple(
        Marker(id=f"objective-{i}", at=flip.point(spot.x, spot.y))
        for i, spot in enumerate(pattern.objectives, start=1)
    )
    return Deployment(tuple(zones), markers, pattern.name, table)


class _Flip:
    """Turns y-down points of a table of one height into y-up ones."""

    def __init__(self, height: float) -> None:
        self.height = height

    def point(self, x: float, y: float) -> Point:
        # The source has four decimals; the subtraction should not invent more.
        return (round(float(x), 4), round(self.height - y, 4))

    def __call__(self, points: Sequence[Mapping[str, float]]) -> Polygon:
        return tuple(self.point(p["x"], p["y"]) for p in points)


def _extent(layout: Mapping[str, Any]) -> tuple[float, float]:
    from wh40kdc import BOARD_INCHES

    board = layout.get("board") or BOARD_INCHES
    return float(board["width"]), float(board["height"])


def _pieces(
    layout: Mapping[str, Any], templates: Mapping[str, dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Yield (piece of the layout, placed piece, its template) in the resolver's order.

    The resolver emits the pieces in order, each followed by the scenery that its
    template puts on it.
    """
    from wh40kdc import resolve_layout

    # It places wall lines but no upper floors, so those travel as one more wall line.
    carriers = [_with_floor_as_wall(template) for template in templates.values()]
    resolved = iter(resolve_layout(dict(layout), carriers))
    for piece in layout["pieces"]:
        template = templates.get(piece.get("template", ""), {})
        yield piece, next(resolved), template
        if not piece.get("parent_area_id"):
            for part in template.get("features", ()):
                yield {}, next(resolved), templates[part["template"]]


def _with_floor_as_wall(template: dict[str, Any]) -> dict[str, Any]:
    floor = template.get("upper_floor")
    if floor is None:
        return template
    shape = floor["footprint"]
    if shape["type"] == "polygon":
        corners = shape["points"]
    else:
        w, h = shape["width"], shape["height"]
        corners = [{"x": x, "y": y} for x, y in ((0, 0), (w, 0), (w, h), (0, h))]
    return {**template, "walls": [*template.get("walls", ()), {"points": corners}]}


def _scenery(
    piece: Mapping[str, Any],
    placed: Mapping[str, Any],
    template: Mapping[str, Any],
    footprint: Polygon,
    flip: _Flip,
    templates: Mapping[str, Mapping[str, Any]],
    heights: Mapping[str, float],
) -> Feature:
    lines = list(placed.get("walls", ()))
    storey = template.get("upper_floor")
    floors: tuple[Floor, ...] = ()
    if storey is not None:
        level = STOREY * storey.get("floor", 1)
        floors = (Floor(polygon=flip(lines.pop()["points"]), z=level),)
    name = piece.get("name") or template.get("name", "")
    top = heights.get(name)
    if top is None:
        top = _height(name, piece, template, templates)
    outlines: list[Polygon] = []
    for line in lines:
        outlines += strips(flip(line["points"]), line.get("thickness"))
    if not lines:
        outlines = [block(footprint, 0.0)]
    # Only the walls drawn on dense ruins come without a category of their own.
    category: Literal["exposed", "light", "dense"] = placed.get("terrain_category") or "dense"
    return Feature(
        id=placed["id"],
        category=category,
        footprint=footprint,
        walls=tuple(Wall(polygon=outline, top=top) for outline in outlines),
        floors=floors,
    )


def _height(
    name: str,
    piece: Mapping[str, Any],
    template: Mapping[str, Any],
    templates: Mapping[str, Mapping[str, Any]],
) -> float:
    given = piece.get("height_inches", template.get("default_height_inches"))
    if given is None:
        stand_in = next(id_ for word, id_ in _STAND_INS.items() if word in name.lower())
        given = templates[stand_in]["default_height_inches"]
    return float(given)


def _objectives(layout: Mapping[str, Any], areas: Mapping[str, Polygon]) -> Iterator[Marker]:
    from shapely import Polygon as ShapelyPolygon
    from shapely import unary_union

    linked: dict[str, list[Polygon]] = {}
    for piece in layout["pieces"]:
        if piece.get("is_objective"):
            group = piece.get("link_group") or piece["id"]
            linked.setdefault(group, []).append(areas[piece["id"]])
    for group, outlines in linked.items():
        union = unary_union([ShapelyPolygon(outline) for outline in outlines])
        if isinstance(union, ShapelyPolygon):
            outline = tuple((float(x), float(y)) for x, y in union.exterior.coords[:-1])
            yield Marker(id=group, area=outline)
        else:
            for i, outline in enumerate(outlines, start=1):
                yield Marker(id=f"{group}-{i}", area=outline)
