"""What there is to choose from: places listed for models, and units that may still act."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from movesolver.draw import palette
from movesolver.draw.markup import element, number, tooltip
from movesolver.draw.outlines import drawn
from movesolver.draw.scene import Figure
from movesolver.draw.view import View
from movesolver.table.scenario import Pose

State = Literal["allowed", "unknown", "barred"]

SAID: dict[State, str] = {
    "allowed": "takes part in a legal end",
    "unknown": "not known",
    "barred": "in no legal end",
}
_SIZE = 3.2
_TOLD = 6
"""So many models are named at a place; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place that was listed for a model."""

    model: str
    pose: Pose
    state: State


def place_marks(places: Sequence[Place], view: View) -> str:
    """Return every listed place once, with the best that is known of it for some model."""
    if not places:
        return ""
    at: dict[tuple[float, float], dict[State, list[str]]] = {}
    for place in places:
        by_state = at.setdefault((place.pose[0], place.pose[1]), {})
        names = by_state.setdefault(place.state, [])
        if place.model not in names:
            names.append(place.model)
    parts = []
    for (x, y), by_state in at.items():
        state = next(one for one in SAID if one in by_state)
        about = "; ".join(
            f"{_names(by_state[one])}: {SAID[one]}" for one in SAID if one in by_state
        )
        parts.append(_sign(x, y, state, about, view))
    return element("g", *parts, class_="places")


def own_places(places: Sequence[Place], movers: Sequence[Figure], view: View) -> str:
    """Return the bases of each model at its allowed places, for a page to show one by one."""
    groups = []
    for figure in movers:
        mine = [one for one in places if one.model == figure.model.id and one.state == "allowed"]
        bases = [drawn(figure.model.base, one.pose) for one in mine]
        if bases:
            groups.append(
                element(
                    "g", *bases, class_="place-of", data_key=figure.key, fill=palette.DONE,
                    fill_opacity=0.18, stroke=palette.DONE, stroke_width=view.pen(1.1),
                )
            )  # fmt: skip
    return element("g", *groups, class_="own-places") if groups else ""


def acting_rings(figures: Sequence[Figure], acting: Collection[str], view: View) -> str:
    """Return a ring around every model of the units that may still act."""
    dashes = f"{number(view.pen(9))} {number(view.pen(4))}"
    rings = [
        drawn(
            figure.model.base, figure.pose, fill="none", stroke=palette.DONE,
            stroke_width=view.pen(12.0), stroke_dasharray=dashes, data_unit=figure.unit.id,
        )
        for figure in figures
        if figure.unit.id in acting
    ]  # fmt: skip
    return element("g", *rings, class_="acting") if rings else ""


def place_swatch(state: State) -> str:
    """Return the sign of a state about height 0, for a legend."""
    return _sign(11.0, 0.0, state, "", None)


def _sign(x: float, y: float, state: State, about: str, view: View | None) -> str:
    size, pen = (4.5, 1.6) if view is None else (view.pen(_SIZE), view.pen(1.3))
    said = tooltip(about) if about else ""
    name = None if view is None else f"place-{state}"
    if state == "barred":
        d = "".join(
            f"M{number(x - size)},{number(y - k * size)}L{number(x + size)},{number(y + k * size)}"
            for k in (1, -1)
        )
        return element(
            "path", said, d=d, class_=name, stroke=palette.EXCUSED, stroke_width=pen,
            fill="none",
        )  # fmt: skip
    fill = palette.DONE if state == "allowed" else "none"
    colour = palette.DONE if state == "allowed" else palette.COULD
    return element(
        "circle", said, cx=x, cy=y, r=size, fill=fill, stroke=colour, stroke_width=pen,
        class_=name,
    )  # fmt: skip


def _names(names: Sequence[str]) -> str:
    more = len(names) - _TOLD
    return ", ".join(names[:_TOLD]) + (f" and {more} more" if more > 0 else "")
