"""Why there is no legal end, for the eye: who surely gets how far, and what that does not meet.

A certificate is read as `movesolver.draw.certificate` reads one: what does not look like a proof
is left out, never believed.  What is drawn is straight: how far a model could get if nothing were
in its way.  Where that would do, a longer way round is what the proof is about, and no inches are
said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from movesolver.draw import palette
from movesolver.draw.markup import element, label, number, polyline, tooltip
from movesolver.draw.outlines import area, drawn, half_axes
from movesolver.draw.regions import area_path
from movesolver.draw.view import View
from movesolver.errors import MoveSolverError
from movesolver.referee.pack import pack
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.ruleset import RuleSet
from movesolver.table.bases import Base
from movesolver.table.fields import LARGEST, Point
from movesolver.table.scenario import Pose, Scenario, Target

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

_WORDS = "no way is short enough"
_CORNERS = 24


@dataclass(frozen=True, slots=True)
class Disc:
    """A model that surely gets no farther than this."""

    model: str
    x: float
    y: float
    radius: float
    """How far its centre gets in a straight line, inches."""
    other: bool = False
    """Whether it is one of those that the first ones had to meet."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Two places that had to come near each other."""

    start: Point
    end: Point
    words: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """The part of a proof of no legal end that has places."""

    discs: tuple[Disc, ...] = ()
    lacks: tuple[Lack, ...] = ()
    wanted: tuple[BaseGeometry, ...] = ()
    """Where a base had to reach into, by the goal."""
    ends: tuple[tuple[str, Base, Pose], ...] = ()
    """Model, base and pose of an end in an earlier mode, which therefore has to be taken."""

    @property
    def drawn(self) -> bool:
        """Whether there is something to draw."""
        return bool(self.discs or self.lacks or self.wanted or self.ends)

    def spans(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield least x and y, greatest x and y of each part, inches."""
        for disc in self.discs:
            x, y, r = disc.x, disc.y, disc.radius
            yield x - r, y - r, x + r, y + r
        for x, y in (spot for lack in self.lacks for spot in (lack.start, lack.end)):
            yield x, y, x, y
        yield from (area.bounds for area in self.wanted if not area.is_empty)
        yield from ((pose[0], pose[1], pose[0], pose[1]) for _, _, pose in self.ends)


def refuted_of(
    scenario: Scenario, certificate: Mapping[str, Any] | None, rules: RuleSet | None = None
) -> Refuted:
    """Return what can be drawn of a certificate that says there is no legal end."""
    node = _node((certificate or {}).get("proof"))
    if node.get("kind") == "modes" and "proof" not in node:
        node = next((_node(one) for one in _node(node.get("closed")).values()), {})
    try:
        return _Reader(scenario, rules).read(node)
    except MoveSolverError:
        return Refuted()


class _Reader:
    """Reads one node of a proof about one scenario."""

    def __init__(self, scenario: Scenario, rules: RuleSet | None) -> None:
        self._scenario = scenario
        self._rules = rules_in_force(scenario.rules) if rules is None else rules
        self._models = {model.id: model for model in scenario.mover.models}
        self._given = rules

    def read(self, node: Mapping[str, Any]) -> Refuted:
        """Return the parts of a node."""
        kind = node.get("kind")
        coherency = self._rules.coherency
        if kind == "earlier":
            return Refuted(ends=tuple(self._ends(node)))
        if kind in ("nowhere", "held"):
            own = self._discs([node.get("model")])
            by = self._others([node.get("by")]) if kind == "held" else None
            return Refuted(own, self._lack(own, by, None))
        if kind == "apart":
            own, rest = self._discs(node.get("some")), self._discs(node.get("others"), other=True)
            return Refuted(own + rest, self._lack(own, self._reached(rest), coherency.neighbour))
        if kind == "spread":
            names = _names(node.get("models"))
            own, rest = self._discs(names[:1]), self._discs(names[1:], other=True)
            return Refuted(own + rest, self._lack(own, self._reached(rest), coherency.span))
        everybody = self._discs(self._models)
        if kind == "out_of_reach":
            target = self._unit(node.get("target"))
            return Refuted(
                everybody, self._lack(everybody, target, self._rules.engagement.horizontal)
            )
        return self._need(node, everybody) if kind == "need" else Refuted()

    def _need(self, node: Mapping[str, Any], everybody: tuple[Disc, ...]) -> Refuted:
        """Return who cannot come within the distance that a term of the goal asks for."""
        terms = dict(enumerate(term.need for term in self._scenario.action.goal))
        asked = [node.get("goal"), *_list(node.get("goals"))]
        needs = [terms[k] for k in asked if isinstance(k, int) and terms.get(k) is not None]
        places = [(self._place(need.of), need.inches or 0.0) for need in needs if need is not None]
        wanted = [(place, most) for place, most in places if place is not None]
        areas = tuple(place.buffer(most, quad_segs=_CORNERS) for place, most in wanted)
        out = set(_names(node.get("models")))
        own = tuple(disc for disc in everybody if disc.model in out)
        lacks = self._lack(own, *wanted[0]) if wanted else ()
        return Refuted(own, lacks, areas)

    def _discs(self, names: Any, *, other: bool = False) -> tuple[Disc, ...]:
        """Return how far models get in a straight line; nothing for those that are set up."""
        position = pack(self._scenario, rules=self._given)
        if position.placing:
            return ()
        most = dict(zip(position.ids, position.maximum.tolist(), strict=True))
        found = []
        for name in _names(names):
            model = self._models.get(name)
            if model is not None and model.at is not None and name in most:
                x, y = model.at
                found.append(Disc(name, x, y, min(most[name], LARGEST), other))
        return tuple(found)

    def _reached(self, discs: Iterable[Disc]) -> BaseGeometry | None:
        """Return all that bases may cover that get no farther than their discs."""
        from shapely import Point as ShapelyPoint
        from shapely import union_all

        grown = [
            ShapelyPoint(d.x, d.y).buffer(
                d.radius + max(half_axes(self._models[d.model].base)), quad_segs=_CORNERS
            )
            for d in discs
        ]
        return union_all(grown) if grown else None

    def _unit(self, name: Any) -> BaseGeometry | None:
        found = [unit for unit in self._scenario.units if unit.id == name]
        return self._others([model.id for unit in found for model in unit.models])

    def _others(self, names: Iterable[Any]) -> BaseGeometry | None:
        """Return the bases of models of any unit, where they stand."""
        from shapely import union_all

        wanted = {name for name in names if isinstance(name, str)}
        bases = [
            area(model.base, (*model.at, model.facing, model.z))
            for unit in self._scenario.units
            for model in unit.models
            if model.id in wanted and model.at is not None and not model.slain
        ]
        return union_all(bases) if bases else None

    def _place(self, of: Point | Target) -> BaseGeometry | None:
        from shapely import Point as ShapelyPoint
        from shapely import Polygon as ShapelyPolygon

        from movesolver.table.measures import inches

        if not isinstance(of, Target):
            return ShapelyPoint(of)
        if of.unit is not None:
            return self._unit(of.unit)
        for marker in self._scenario.markers:
            if marker.id == of.marker:
                if marker.at is None:
                    return ShapelyPolygon(marker.area)
                return ShapelyPoint(marker.at).buffer(inches(marker.diameter_mm) / 2)
        zones = [zone.polygon for zone in self._scenario.zones if zone.id == of.zone]
        return ShapelyPolygon(zones[0]) if zones else None

    def _lack(
        self, discs: tuple[Disc, ...], place: BaseGeometry | None, allowed: float | None
    ) -> tuple[Lack, ...]:
        """Return the least that is between what models may cover and what they had to be near."""
        from shapely.ops import nearest_points

        own = self._reached(discs)
        if own is None or place is None or own.is_empty or place.is_empty:
            return ()
        if own.distance(place) > 0:
            a, b = nearest_points(own, place)
        else:  # they meet: from the one middle to the other
            a, b = own.centroid, place.centroid
        gap = own.distance(place)
        words = _WORDS
        if allowed is not None and gap > allowed:
            words = f'{gap:.2f}" at least, {allowed:g}" at most'
        elif allowed is None:
            words = "it cannot get away"
        return (Lack((a.x, a.y), (b.x, b.y), words),)

    def _ends(self, node: Mapping[str, Any]) -> Iterator[tuple[str, Base, Pose]]:
        for name, end in _node(node.get("ends")).items():
            model = self._models.get(name)
            good = isinstance(end, list | tuple) and len(end) == 4
            if model is not None and good and all(_is_number(value) for value in end):
                x, y, facing, z = map(float, end)
                yield name, model.base, (x, y, facing, z)


def refuted_marks(refuted: Refuted, view: View) -> str:
    """Return why there is no end, in table coordinates."""
    if not refuted.drawn:
        return ""
    parts = []
    for disc in refuted.discs:
        dashes = f"{number(view.pen(7))} {number(view.pen(4))}" if disc.other else None
        about = tooltip(f'{disc.model} surely gets no farther: {disc.radius:g}" in a straight line')
        parts.append(
            element(
                "circle", about, cx=disc.x, cy=disc.y, r=disc.radius, data_model=disc.model,
                fill=palette.OUTSIDE, fill_opacity=0.05, stroke=palette.OUTSIDE,
                stroke_width=view.pen(1.4), stroke_dasharray=dashes,
            )
        )  # fmt: skip
    for place in refuted.wanted:
        dots = f"{number(view.pen(2))} {number(view.pen(3))}"
        parts.append(
            element(
                "path", tooltip("the goal wants bases to reach in here"), d=area_path(place),
                fill="none", stroke=palette.OUTSIDE, stroke_width=view.pen(1.8),
                stroke_dasharray=dots, class_="wanted",
            )
        )  # fmt: skip
    for name, base, pose in refuted.ends:
        dashes = f"{number(view.pen(4))} {number(view.pen(3))}"
        about = element("g", tooltip(f"{name} finds room here in an earlier mode"), drawn(
            base, pose, fill="none", stroke=palette.OUTSIDE, stroke_width=view.pen(1.8),
            stroke_dasharray=dashes,
        ))  # fmt: skip
        parts.append(about)
    for lack in refuted.lacks:
        line = polyline((lack.start, lack.end))
        parts.append(
            element(
                "path", tooltip(lack.words), d=line, fill="none", stroke=palette.OUTSIDE,
                stroke_width=view.pen(2.4), stroke_linecap="round", class_="lack",
            )
        )  # fmt: skip
    return element("g", *parts, class_="refuted")


def refuted_labels(refuted: Refuted, view: View) -> str:
    """Return how much is lacking, in picture coordinates."""
    parts = []
    for lack in refuted.lacks:
        middle = ((lack.start[0] + lack.end[0]) / 2, (lack.start[1] + lack.end[1]) / 2)
        x, y = view.at(middle)
        parts.append(
            label(
                lack.words, x, y - 6, 11, fill=palette.OUTSIDE, font_weight="bold",
                text_anchor="middle", stroke=palette.PAPER, stroke_width=2.6, paint_order="stroke",
            )
        )  # fmt: skip
    return element("g", *parts, class_="refuted") if parts else ""


def _list(value: object) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _names(value: Any) -> list[str]:
    given = value if isinstance(value, list | tuple | Mapping) else ()
    return [name for name in given if isinstance(name, str)]


def _node(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _is_number(value: Any) -> bool:
    good = isinstance(value, int | float) and not isinstance(value, bool)
    return good and -LARGEST <= value <= LARGEST
