"""The models of a picture as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from movesolver.draw.drawing import Drawing, stood
from movesolver.draw.markup import clean
from movesolver.draw.outlines import size_words
from movesolver.draw.scene import Figure
from movesolver.errors import MoveSolverError
from movesolver.table.scenario import Pose


def model_tables(drawing: Drawing) -> str:
    """Return the models of the moving unit as one table, all others as another."""
    movers = drawing.movers
    others = [figure for figure in drawing.scene.figures if figure.role != "mover"]
    unit = drawing.picture.scenario.mover.id
    made = _table(f"Models of {clean(unit)}", _mover_rows(drawing), movers) if movers else ""
    if others:
        letters = drawing.scene.letters
        rows = [
            {
                "": letters[figure.unit.id],
                "model": figure.model.id,
                "unit": figure.unit.id,
                "side": figure.unit.side,
                "base": size_words(figure.model.base),
                "at": _place(figure.pose, figure),
            }
            for figure in others
        ]
        table = _table("Other models", rows, others)
        made += f"<details><summary>{len(others)} other models</summary>{table}</details>"
    return made


def _mover_rows(drawing: Drawing) -> list[dict[str, str]]:
    """Return the words of each row; columns that say nothing of anybody are left out."""
    picture, movers = drawing.picture, drawing.movers
    most = _maxima(drawing)
    broken: dict[str, list[str]] = {}
    for one in picture.verdict.violations if picture.verdict else ():
        for name in one.models:
            broken.setdefault(name, []).append(clean(one.code))
    owed: dict[str, list[str]] = {}
    for duty in picture.duties:
        owed.setdefault(duty.model, []).append(f"{duty.words} ({duty.section})")
    engaged: dict[str, list[str]] = {}
    for i, j in drawing.engaged:
        engaged.setdefault(movers[i].model.id, []).append(drawing.enemies[j].model.id)
    rows = []
    for figure in movers:
        name, start = figure.model.id, stood(figure)
        moved = bool(figure.path) or figure.start is not None or start is None
        row = {
            "": figure.label,
            "model": name,
            "base": size_words(figure.model.base),
            "from": "not on the table" if start is None else _place(start, figure),
            "to": _place(figure.pose, figure) if moved else "",
            "path, in": f"{figure.travel:.2f}" if figure.path else "",
            "most, in": most.get(name, ""),
            **{heading: words.get(name, "") for heading, words in picture.columns},
            "engaged with": ", ".join(engaged.get(name, ())),
            "duty": "; ".join(owed.get(name, ())),
            "breaks": ", ".join(broken.get(name, ())),
        }
        rows.append(row)
    used = [key for key in rows[0] if key in ("", "model") or any(row[key] for row in rows)]
    return [{key: row[key] for key in used} for row in rows]


def _maxima(drawing: Drawing) -> Mapping[str, str]:
    """Return how far each model may move, inches; nothing where that is not known."""
    from movesolver.referee.pack import pack

    try:
        position = pack(drawing.picture.scenario, rules=drawing.picture.rules)
    except MoveSolverError:
        return {}
    if position.placing or not position.maximum.any():
        return {}
    return {name: f"{most:g}" for name, most in zip(position.ids, position.maximum, strict=True)}


def _place(pose: Pose, figure: Figure) -> str:
    x, y, facing, z = pose
    turned = "" if figure.model.base.round is not None else f" facing {facing:.4g}°"
    return f"{x:.2f}, {y:.2f}{turned}" + (f", {z:g} up" if z else "")


def _table(caption: str, rows: Sequence[Mapping[str, str]], figures: Iterable[Figure]) -> str:
    """Return a table; the name of a model is a button that shows it in the picture."""
    heads = "".join(f'<th scope="col"{_kind(key)}>{escape(clean(key))}</th>' for key in rows[0])
    body = []
    for row, figure in zip(rows, figures, strict=True):
        mark = escape(figure.key)
        cells = []
        for key, words in row.items():
            text = escape(clean(words))
            if key == "model":
                button = f'<button type="button" class="pick" data-key="{mark}">{text}</button>'
                cells.append(f'<th scope="row">{button}</th>')
            else:
                cells.append(f"<td{_kind(key)}>{text}</td>")
        body.append(f'<tr data-key="{mark}">{"".join(cells)}</tr>')
    return (
        f'<div class="scroll"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _kind(heading: str) -> str:
    """Return the mark of a column of numbers, or of many words."""
    if heading.endswith((" in", " most")):
        return ' class="number"'
    return ' class="words"' if heading in ("engaged with", "duty", "breaks") else ""
