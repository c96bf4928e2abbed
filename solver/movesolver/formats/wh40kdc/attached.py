"""Attached characters: their models join the unit that they lead."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from movesolver.table.army import Model, Unit


def joined(bodyguard: Unit, leaders: Sequence[Unit]) -> Unit:
    """Return one unit of a bodyguard and those who lead it.

    What not all of them share goes to the models: keywords, and M where it is not the
    bodyguard's.  The unit has an ability only if all of them have it; of different Scouts
    moves it has the shortest (24.02).
    """
    parts = (bodyguard, *leaders)
    shared = tuple(
        word for word in bodyguard.keywords if all(word in leader.keywords for leader in leaders)
    )
    models = tuple(
        _own(model, part, shared, bodyguard.move) for part in parts for model in part.models
    )
    status = [part.status for part in parts]
    scouts = [one.scouts for one in status if one.scouts is not None]
    return msgspec.structs.replace(
        bodyguard,
        models=models,
        keywords=shared,
        status=msgspec.structs.replace(
            bodyguard.status,
            scouts=min(scouts) if len(scouts) == len(parts) else None,
            infiltrators=all(one.infiltrators for one in status),
            deep_strike=all(one.deep_strike for one in status),
        ),
    )


def _own(model: Model, unit: Unit, shared: tuple[str, ...], common: float | None) -> Model:
    """Return a model with what its part of the unit does not share with the others."""
    move = unit.move if model.move is None else model.move
    keywords = (*model.keywords, *(word for word in unit.keywords if word not in shared))
    return msgspec.structs.replace(model, move=None if move == common else move, keywords=keywords)
