"""What a page needs to play a move and to measure: who is where, in which order, on which base."""

from __future__ import annotations

from typing import Any

from movesolver.draw.drawing import Drawing, stood
from movesolver.draw.figures import poses_of
from movesolver.draw.markup import clean
from movesolver.referee.outlines import outline_of_base
from movesolver.table.bases import Base


def motion_of(drawing: Drawing) -> dict[str, Any]:
    """Return the models in the order of the picture, the steps of the move, and the bases.

    A model has the ``key`` of its elements, its name as the picture spells it (``id``), ``unit``,
    ``side``, ``role``, ``base`` (its place in ``bases``), ``ready`` (whether it stood on the table
    before) and ``given`` (whether its path is known, not only its end).  A step [model, from, to]
    takes it from one of its poses to a later one.  A base is a list of convex parts [kind, a, b,
    corners] in inches about its centre, of kind 0 for a disc, 1 for an ellipse, 2 for a polygon.
    """
    bases: dict[Base, int] = {}
    models = []
    for figure in drawing.scene.figures:
        base = bases.setdefault(figure.model.base, len(bases))
        models.append(
            {
                "key": figure.key,
                "id": clean(figure.model.id),
                "unit": clean(figure.unit.id),
                "side": clean(figure.unit.side),
                "role": figure.role,
                "base": base,
                "ready": figure.role != "mover" or stood(figure) is not None,
                "given": bool(figure.path),
            }
        )
    parts = [
        [[kind, a, b, [list(corner) for corner in corners]] for kind, a, b, corners in shape.parts]
        for shape in (outline_of_base(base) for base in bases)
    ]
    return {"models": models, "steps": _steps(drawing), "bases": parts}


def _steps(drawing: Drawing) -> list[list[int]]:
    """Return the move step by step: in the order of moving if it has one, else model by model."""
    figures = drawing.scene.figures
    poses = {
        figure.model.id: (k, len(poses_of(figure)), stood(figure) is not None)
        for k, figure in enumerate(figures)
        if figure.role == "mover"
    }
    steps: list[list[int]] = []
    reached: dict[str, int] = {}
    for name, pose in drawing.picture.scenario.action.order or ():
        k, count, _ = poses.get(name, (0, 0, True))
        begun = reached.get(name, 0)
        if begun < pose < count:
            steps.append([k, begun, pose])
            reached[name] = pose
    for name, (k, count, ready) in poses.items():
        begun = reached.get(name, 0)
        if begun < count - 1 or not ready:
            steps.append([k, begun, max(count - 1, 0)])
    return steps
