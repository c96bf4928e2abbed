"""Boards and policies for the tests of simulated games."""

from __future__ import annotations

from movesolver import Action, GoalTerm, Marker, Model, Scenario, Table, Target, Unit, Zone, bases
from movesolver.simulate.policies import Order, Turn

FULL = ((0.0, 0.0), (12.0, 0.0), (12.0, 24.0), (0.0, 24.0))
FAR = ((24.0, 0.0), (36.0, 0.0), (36.0, 24.0), (24.0, 24.0))


def band(side: str, x: float, *, count: int = 2, move: float = 6.0, y: float = 12.0) -> Unit:
    """A unit in a column, 1.4 inches from centre to centre."""
    models = tuple(
        Model(f"{side}{k}", bases.round(25.4), at=(x, y + 1.4 * k)) for k in range(count)
    )
    return Unit(f"band-{side}", side, models, ("INFANTRY",), move)


def field(*units: Unit) -> Scenario:
    """A bare table of 36 by 24 inches with an objective in the middle."""
    return Scenario(
        movesolver=1,
        table=Table(36.0, 24.0),
        units=units,
        action=Action(units[0].id, "remain_stationary"),
        markers=(Marker("middle", at=(18.0, 12.0)),),
        zones=(Zone("west", "a", FULL), Zone("east", "b", FAR)),
    )


def duel() -> Scenario:
    """Two bands that stand 16 inches apart on either side of the objective."""
    return field(band("a", 10.0), band("b", 27.0))


def idle(turn: Turn) -> Order | None:
    """Stay."""
    return None


def marching(turn: Turn) -> Order | None:
    """Slide two inches to the right, and charge whoever is near."""
    if turn.phase.PHASE == "charge":
        return Order("charge") if turn.gap(turn.foes[0]) <= 12.0 else None
    return Order("normal", shifts=((2.0, 0.0),))


def cheating(turn: Turn) -> Order | None:
    """Go farther than the unit may."""
    if turn.phase.PHASE == "charge":
        return None
    far = {m.id: ((m.at or (0.0, 0.0))[0] + 20.0, 12.0, 0.0, 0.0) for m in turn.unit.standing}
    return Order("normal", ends=far)


def searching(turn: Turn) -> Order | None:
    """Advance by a search for the objective, or to poses of its own."""
    if turn.phase.PHASE == "charge":
        return None
    return Order("advance", goal=(GoalTerm(near=Target(marker="middle")),))


def placing(turn: Turn) -> Order | None:
    """Walk an inch up along paths of its own."""
    if turn.phase.PHASE == "charge":
        return None
    paths = {}
    for one in turn.unit.standing:
        x, y = one.at or (0.0, 0.0)
        paths[one.id] = ((x, y, 0.0, 0.0), (x, y + 1.0, 0.0, 0.0))
    return Order("normal", paths=paths)


def failing(turn: Turn) -> Order | None:
    """Fail in some games."""
    if turn.rng.random() < 0.2:
        raise RuntimeError("no idea")
    return None


def wrong(turn: Turn) -> str:
    """Answer something else than an order."""
    return "forward"
