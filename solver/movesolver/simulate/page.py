"""A summary as one page: a table and charts as inline SVG, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from movesolver.draw.markup import clean, element, label, polyline
from movesolver.draw.palette import INK, PAPER, SOFT_INK
from movesolver.draw.palette import SIDES as HUES
from movesolver.simulate.summary import Summary

WIDE, HIGH = 380.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 12.0, 34.0, 34.0
SIZE = 11.0

STYLE = f"""body{{font:14px/1.5 sans-serif;color:{INK};background:{PAPER};max-width:80em;
margin:2em auto;padding:0 1em}}table{{border-collapse:collapse}}th,td{{padding:.2em .8em;
text-align:right;border-bottom:1px solid #ddd}}th:first-child,td:first-child{{text-align:left}}
svg{{max-width:100%;margin:.5em 1em .5em 0}}"""


def page_of(summary: Summary, title: str, credit: str = "") -> str:
    """Return the summary as the text of an HTML page.

    Parameters
    ----------
    summary
        What came of a match.
    title
        What was played.
    credit
        A line that is to be shown where data of others is.
    """
    charts = [_held(summary), _charges(summary), _inches(summary)]
    rows = "".join(
        f"<tr><td>{_text(name)}</td>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"
        for name, *cells in table_of(summary)
    )
    heads = "".join(f"<th>{_text(_name(summary, k))}</th>" for k in range(2))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{_text(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{_text(title)}</h1><p>{_text(verdict_of(summary))}</p>{''.join(charts)}"
        f"<table><tr><th></th>{heads}</tr>{rows}</table>"
        f"<p>{_text(leads_of(summary))}</p><p>{_text(credit)}</p></body></html>\n"
    )


def verdict_of(summary: Summary) -> str:
    """Return in one line how much was played, and whether all of it was legal."""
    legal = "illegal: none" if not summary.illegal else f"ILLEGAL: {summary.illegal}"
    failed = f", {summary.failed} failed" if summary.failed else ""
    stopped = f", interrupted, {summary.unplayed:,} not played" if summary.interrupted else ""
    return (
        f"{_counted(summary.games, 'game')}{failed}{stopped}, "
        f"{_counted(summary.phases, 'movement phase')}, "
        f"{_counted(summary.moves, 'move')} judged, {legal}"
    )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def table_of(summary: Summary) -> list[tuple[str, ...]]:
    """Return the rows of the table: what, and for each side how much."""
    one, two = summary.sides
    rows: list[tuple[str, ...]] = [("policy", one.policy, two.policy)]
    for k in range(len(one.held)):
        cells = (_held_in(side.held[k], side.held_error[k]) for side in summary.sides)
        rows.append((f"objectives held, round {k + 1}", *cells))
    rows += [
        ("charges declared", f"{one.declared:,}", f"{two.declared:,}"),
        ("rolls that should do", f"{one.expected:,.1f}", f"{two.expected:,.1f}"),
        ("rolls that did", _rolled(one.enough, one.deviation), _rolled(two.enough, two.deviation)),
        ("charges made", f"{one.made:,}", f"{two.made:,}"),
    ]
    for kind in dict.fromkeys((*one.moves, *two.moves)):
        cells = (
            f"{s.moves.get(kind, 0):,}" + (f' of {s.inches[kind]:.2f}"' if kind in s.inches else "")
            for s in summary.sides
        )
        rows.append((f"{kind.replace('_', ' ')} moves", *cells))
    return rows


def leads_of(summary: Summary) -> str:
    """Return in one line how often the side that begins is ahead at the end."""
    if summary.first_leads is None:
        return "no game was played to its end"
    return f"the side with the first turn leads at the end in {summary.first_leads:.1%}"


def _held_in(mean: float | None, error: float | None) -> str:
    if mean is None:
        return "not played"
    return f"{mean:.2f}" if error is None else f"{mean:.2f} ± {error:.2f}"


def _rolled(enough: int, deviation: float) -> str:
    return f"{enough:,} ({deviation:+.1f} sd)"


def _name(summary: Summary, side: int) -> str:
    return f"{summary.sides[side].side}: {summary.sides[side].policy}"


def _held(summary: Summary) -> str:
    """Return the chart of objectives held by round."""
    rounds = len(summary.sides[0].held)
    values = [[value for value in side.held if value is not None] for side in summary.sides]
    top = max([1.0, *values[0], *values[1]])
    drawn = []
    for k, row in enumerate(values):
        points = [(_x(n, rounds), _y(value, top)) for n, value in enumerate(row)]
        color = HUES[k].strong
        if points:
            line = polyline(points)
            drawn.append(element("path", d=line, fill="none", stroke=color, stroke_width=2.0))
        drawn += [element("circle", cx=x, cy=y, r=3.0, fill=color) for x, y in points]
    drawn += [_under(str(n + 1), _x(n, rounds)) for n in range(rounds)]
    return _chart("objectives held at the end of each round", summary, top, drawn)


def _charges(summary: Summary) -> str:
    """Return the chart of charges: what the dice should do, what they did, what was made."""
    groups = [
        ("declared", [float(side.declared) for side in summary.sides]),
        ("should roll it", [side.expected for side in summary.sides]),
        ("rolled it", [float(side.enough) for side in summary.sides]),
        ("made", [float(side.made) for side in summary.sides]),
    ]
    return _bars("charges", summary, groups)


def _inches(summary: Summary) -> str:
    """Return the chart of the mean path by kind of move."""
    kinds = dict.fromkeys(kind for side in summary.sides for kind in side.inches)
    groups = [
        (kind.replace("_", " "), [side.inches.get(kind, 0.0) for side in summary.sides])
        for kind in kinds
    ]
    return _bars("inches moved by a model, mean", summary, groups)


def _bars(title: str, summary: Summary, groups: Sequence[tuple[str, list[float]]]) -> str:
    top = max([1.0, *(value for _, values in groups for value in values)])
    drawn = []
    for n, (name, values) in enumerate(groups):
        middle = _x(n, len(groups))
        thick = 0.36 * (WIDE - LEFT - RIGHT) / len(groups)
        for k, value in enumerate(values):
            y = _y(value, top)
            x = middle + (k - 1) * thick
            tip = element("title", f"{value:,.6g}")
            box = {"x": x, "y": y, "width": thick, "height": _y(0.0, top) - y}
            drawn.append(element("rect", tip, **box, fill=HUES[k].strong))
        drawn.append(_under(name, middle))
    return _chart(title, summary, top, drawn)


def _chart(title: str, summary: Summary, top: float, drawn: list[str]) -> str:
    parts = [label(title, LEFT, 14.0, SIZE + 2.0, fill=INK, font_weight="bold")]
    for k in range(2):
        x = LEFT + 110.0 * k
        parts.append(element("rect", x=x, y=20.0, width=9.0, height=9.0, fill=HUES[k].strong))
        parts.append(label(_name(summary, k), x + 13.0, 28.0, SIZE, fill=SOFT_INK))
    for part in (0.0, 0.5, 1.0):
        y = _y(part * top, top)
        line = element("path", d=polyline([(LEFT, y), (WIDE - RIGHT, y)]), stroke="#ddd")
        parts += [line, label(f"{part * top:,.4g}", LEFT - 5.0, y + 4.0, SIZE, text_anchor="end")]
    view = f"0 0 {WIDE:g} {HIGH:g}"
    return element(
        "svg",
        *parts,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view,
        width=WIDE,
        height=HIGH,
        role="img",
        font_family="sans-serif",
    )


def _x(n: int, count: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (n + 0.5) / max(count, 1)


def _y(value: float, top: float) -> float:
    return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * value / top


def _under(text: str, x: float) -> str:
    return label(text, x, HIGH - BOTTOM + 16.0, SIZE, text_anchor="middle", fill=SOFT_INK)


def _text(text: object) -> str:
    return escape(clean(text))
