"""Where a bound comes from, as far as it can be drawn (docs/certificates.md).

Certificates may come from files: what does not look like one is left out, never believed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from movesolver.table.fields import LARGEST

Box = tuple[float, float, float, float]
Disc = tuple[float, float, float, float]

_WRAPPERS = ("whole", "parts", "modes", "room", "need")
"""Nodes that say more about the one node in them."""
MOST_SPOTS = 20_000


@dataclass(frozen=True, slots=True)
class Source:
    """The part of a proof that decides its bound."""

    discs: tuple[Disc, ...] = ()
    """x, y, radius and price of places that hold one model's centre at most."""
    inside: tuple[Box, ...] = ()
    """Boxes that somebody's centre is in, in the case that decides."""
    outside: tuple[Box, ...] = ()
    """Boxes that nobody's centre is in, in that case."""
    spots: tuple[tuple[float, float], ...] = ()
    """Places of a grid of which the bound is."""
    ceilings: Mapping[str, float | None] | None = None
    """What each model is worth at most besides prices; None if it may end nowhere."""
    cases: int = 0
    """How many cases the proof has."""

    @property
    def prices(self) -> float:
        """What all discs cost together, points."""
        return math.fsum(disc[3] for disc in self.discs)

    @property
    def drawn(self) -> bool:
        """Whether there is something to draw."""
        return bool(self.discs or self.inside or self.outside or self.spots)

    def words(self) -> Iterator[str]:
        """Yield what the bound is made of."""
        if self.cases > 1:
            yield f"the largest of {self.cases:,} cases"
        known = [b for b in (self.ceilings or {}).values() if b is not None]
        if known:
            yield f"{len(known)} models worth at most {math.fsum(known):.4g} together"
        if self.discs:
            yield f"{len(self.discs)} places that hold one model each: {self.prices:.4g}"
        if self.spots:
            yield f"{len(self.spots):,} places of a grid"


def source_of(certificate: Mapping[str, Any] | None) -> Source:
    """Return the part of a certificate that decides its bound."""
    node = _node((certificate or {}).get("proof"))
    if node.get("kind") == "modes" and "proof" not in node:
        node = next((_node(one) for one in _node(node.get("closed")).values()), {})
    while node.get("kind") in _WRAPPERS:
        node = _node(node.get("proof"))
    if node.get("kind") == "grid":
        spots = [p for p in (_numbers(spot, 2) for spot in _list(node.get("spots"))) if p]
        return Source(spots=tuple((x, y) for x, y in spots[:MOST_SPOTS]))
    leaves = list(_leaves(node))
    if not leaves:
        return Source()
    leaf, inside, outside = max(leaves, key=lambda found: _value(found[0]))
    return Source(
        discs=tuple((x, y, r, price) for x, y, r, price in _discs(leaf)),
        inside=inside,
        outside=outside,
        ceilings=_ceilings(leaf),
        cases=len(leaves),
    )


def _leaves(
    root: Mapping[str, Any],
) -> Iterator[tuple[Mapping[str, Any], tuple[Box, ...], tuple[Box, ...]]]:
    """Yield the cases of a proof: the node, and the boxes that somebody and nobody is in."""
    stack: list[tuple[Mapping[str, Any], tuple[Box, ...], tuple[Box, ...]]] = [(root, (), ())]
    while stack:
        node, inside, outside = stack.pop()
        if node.get("kind") == "split":
            box = _numbers(node.get("box"), 4)
            more: tuple[Box, ...] = () if box is None else ((box[0], box[1], box[2], box[3]),)
            stack.append((_node(node.get("one")), inside + more, outside))
            stack.append((_node(node.get("none")), inside, outside + more))
        elif node.get("kind") in ("alone", "prices"):
            yield node, inside, outside


def _value(leaf: Mapping[str, Any]) -> float:
    """Return the bound of a case: ceilings and prices less what is paid for boxes."""
    ceilings = _ceilings(leaf)
    if None in ceilings.values():
        return -math.inf
    paid = [reward for reward in _list(leaf.get("inside")) if _is_number(reward)]
    known = [b for b in ceilings.values() if b is not None]
    return math.fsum([*known, *(d[3] for d in _discs(leaf)), *(-reward for reward in paid)])


def _discs(leaf: Mapping[str, Any]) -> list[tuple[float, ...]]:
    return [found for disc in _list(leaf.get("discs")) if (found := _numbers(disc, 4))]


def _ceilings(leaf: Mapping[str, Any]) -> dict[str, float | None]:
    given = _node(leaf.get("models"))
    return {str(name): float(b) if _is_number(b) else None for name, b in given.items()}


def _node(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _numbers(value: object, count: int) -> tuple[float, ...] | None:
    """Return the first numbers of a list, None if there are too few."""
    row = _list(value)[:count]
    if len(row) < count or not all(_is_number(x) for x in row):
        return None
    return tuple(float(x) for x in row)


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -LARGEST <= value <= LARGEST
    )
