"""One answer as one page of HTML: the picture in layers, the move played, tables, words.

The page holds everything it needs and asks nobody for anything: its policy forbids every
request, and lets run only the one script that stands in it, named by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from movesolver.draw import ground, legend, palette
from movesolver.draw.answers import WaysFound, pictures_of, plain, proves_none
from movesolver.draw.board import board
from movesolver.draw.closeup import Part, part_of
from movesolver.draw.drawing import Drawing, ready
from movesolver.draw.layers import START_HIDDEN, hiding_rules, layers_in
from movesolver.draw.markup import clean, element, number
from movesolver.draw.motion import motion_of
from movesolver.draw.picture import Picture
from movesolver.draw.scene import VerdictLike
from movesolver.draw.svg import draw_picture
from movesolver.draw.tables import model_tables
from movesolver.draw.view import View
from movesolver.errors import InputError
from movesolver.rules.ruleset import RuleSet

_WIDTH = 1200.0
"""Everything in a picture is laid out this wide and scaled as a whole."""
_TALLEST = 1500.0
_GUTTER, _EDGE = 22.0, 6.0
_SCRIPTS = ("gaps.js", "motion.js", "type.js", "lens.js", "page.js")


def draw_page(
    answer: object,
    *,
    verdict: VerdictLike | WaysFound | None = None,
    title: str | None = None,
    rules: RuleSet | None = None,
    whole: bool = False,
) -> str:
    """Return an answer as one self-contained page of HTML.

    Parameters
    ----------
    answer
        A scenario, a `movesolver.draw.picture.Picture`, or what `solve`, `propose`, `snap`,
        `odds`, `partial`, `reach` or `threat` answers.
    verdict
        What `check` says of the move of a scenario.
    title
        Heading of the page; by default the unit and its move.
    rules
        Rules of your own to draw by (docs/house-rules.md); those the scenario names if None.
    whole
        Whether the page begins with the whole table also where the action is small.

    Returns
    -------
    str
        The page.  The same answer gives the same text.  It plays the move model by model, in
        the order of moving if it has one, measures gaps between bases, and hides layers; it
        follows the reader's choice of light or dark.  Without scripts it is a still picture.

    Raises
    ------
    InputError
        If it is nothing that can be drawn, or the rules choose an unknown version or option.
    """
    pictures = pictures_of(answer, verdict=verdict, rules=rules)
    if not pictures:
        raise InputError("answer", "something to draw", "an answer without a picture")
    drawings = [ready(replace(one, whole=whole or one.whole)) for one in pictures]
    first = pictures[0]
    heading = clean(title or first.title or legend.title_of(first.scenario))
    # Where there is no move, the proof is all that there is to see.
    hidden = () if all(proves_none(one) for one in pictures) else START_HIDDEN
    views = [_view(drawing, k, len(drawings), hidden) for k, drawing in enumerate(drawings)]
    data = [_data(drawing) for drawing in drawings]
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="generator" content="movesolver">',
            f"<title>{escape(heading)}</title>",
            f"<style>{_style()}</style></head>",
            f'<body data-off="{" ".join(hidden)}">',
            f"<header><h1>{escape(heading)}</h1>{_badge(first) if len(pictures) == 1 else ''}",
            '<button type="button" class="theme script" hidden>Dark</button></header>',
            _choices(pictures),
            f"<main>{''.join(views)}</main>",
            f'<script type="application/json" id="data">{_inert(data)}</script>',
            f"<script>{_script()}</script>",
            "</body></html>",
            "",
        )
    )


def picture_svg(answer: object) -> str:
    """Return the first picture of an answer as SVG, for a notebook."""
    return draw_picture(plain(pictures_of(answer)[0]))


def framed_page(answer: object) -> str:
    """Return a page for a notebook: in a frame that shares nothing with the notebook."""
    page = escape(draw_page(answer))
    return (
        f'<iframe srcdoc="{page}" sandbox="allow-scripts" title="movesolver" '
        'style="width:100%;height:860px;border:0"></iframe>'
    )


def _view(drawing: Drawing, k: int, count: int, hidden: Collection[str]) -> str:
    """Return one picture with its controls, words and tables."""
    picture = drawing.picture
    drawn = _picture(drawing)
    moves = bool(motion_of(drawing)["steps"])
    name = f' aria-label="{escape(clean(picture.name))}"' if picture.name else ""
    several = f"<h2>{escape(clean(picture.name))}</h2>{_badge(picture)}" if count > 1 else ""
    return (
        f'<section class="view" data-view="{k}" data-when="after"{name}>'
        f'<div class="stage"><div class="picture">{drawn}</div>{_controls() if moves else ""}'
        f'{_zoom()}<p class="status script" hidden></p>'
        '<div class="details script" aria-live="polite" hidden></div></div>'
        f"<aside>{several}{_verdict(picture)}{_facts(picture)}"
        f"{_layers(drawing, drawn, hidden)}</aside>"
        f'<div class="tables">{model_tables(drawing)}</div></section>'
    )


def _picture(drawing: Drawing) -> str:
    """Return the table as SVG, without the words that the page has beside it."""
    table = drawing.picture.scenario.table
    room = _WIDTH - _GUTTER - _EDGE
    scale = min(room / table.width, _TALLEST / table.height)
    shape = table.width / table.height
    part = part_of(drawing, shape, shape)
    # All is laid out for the eye at the scale that the page begins with.
    closer = 1.0 if part is None else table.width / part.width
    gutter, edge = closer * _GUTTER, closer * _EDGE
    view = View(gutter, edge, closer * scale, table.width, table.height, closer=closer)
    wide, high = view.right + edge, view.bottom + gutter
    box = (0.0, 0.0, wide, high) if part is None else _window(view, part, wide, high)
    return element(
        "svg",
        board(drawing, view, live=True),
        ground.frame(view),
        element("g", class_="measure-words"),
        viewBox=" ".join(map(number, box)),
        width=round(wide / closer),
        height=round(high / closer),
        role="img",
        aria_label=f"{clean(legend.title_of(drawing.picture.scenario))}; the tables say the same",
        font_family="system-ui, DejaVu Sans, Verdana, Helvetica, Arial, sans-serif",
        fill=palette.INK,
        data_scale=view.scale,
        data_whole=f"{number(wide)} {number(high)}",
    )


def _window(view: View, part: Part, wide: float, high: float) -> tuple[float, ...]:
    """Return the part of a picture, of the picture's own shape, that shows a part of the table."""
    left, top = view.at((part.left, part.top))
    share = max(view.scale * part.width / wide, view.scale * part.height / high)
    width, height = share * wide, share * high
    x = left + (view.scale * part.width - width) / 2
    y = top + (view.scale * part.height - height) / 2
    return min(max(x, 0.0), wide - width), min(max(y, 0.0), high - height), width, height


def _badge(picture: Picture) -> str:
    if picture.verdict is None:
        return ""
    kind, word = ("legal", "Legal") if picture.verdict.legal else ("illegal", "Not legal")
    return f'<p class="badge {kind}">{word}</p>'


def _choices(pictures: tuple[Picture, ...]) -> str:
    """Return a row of choices between several pictures."""
    if len(pictures) < 2:
        return ""
    options = "".join(
        f'<label><input type="radio" name="view" value="{k}"{" checked" if k == 0 else ""}>'
        f"<span>{escape(clean(picture.name or k + 1))}</span></label>"
        for k, picture in enumerate(pictures)
    )
    return f'<fieldset class="choices script" hidden><legend>Moves</legend>{options}</fieldset>'


def _controls() -> str:
    """Return what plays a move."""
    buttons = (
        ("before", "Before", "Where the models stood (Home)"),
        ("back", "◀ Model", "To the model before (,)"),
        ("play", "▶ Play", "Play or stop (space)"),
        ("next", "Model ▶", "To the next model (.)"),
        ("after", "After", "Where the models end (End)"),
    )
    row = "".join(
        f'<button type="button" data-do="{key}" title="{about}">{word}</button>'
        for key, word, about in buttons
    )
    return (
        f'<div class="player script" hidden><div class="buttons">{row}'
        '<label class="together"><input type="checkbox" data-do="together"> all at once</label>'
        '</div><input type="range" min="0" max="200" step="1" value="200" '
        'aria-label="How far the move is made"><output class="now"></output></div>'
    )


def _zoom() -> str:
    """Return what brings the picture nearer; wheel and drag do too."""
    buttons = (
        ("closer", "+", "Closer (+)"),
        ("farther", "-", "Farther (-)"),
        ("unit", "Close up", "Close to the unit (u)"),
        ("whole", "Whole table", "The whole table (0)"),
    )
    row = "".join(
        f'<button type="button" data-zoom="{key}" title="{about}">{word}</button>'
        for key, word, about in buttons
    )
    return f'<div class="zoom script" hidden>{row}</div>'


def _verdict(picture: Picture) -> str:
    """Return the verdict in words."""
    verdict = picture.verdict
    if verdict is None:
        return ""
    if verdict.legal:
        return '<section class="verdict"><h3>Verdict</h3><p>The move breaks no rule.</p></section>'
    broken = "".join(
        f"<li><b>{escape(clean(one.code))}</b>{_section(one)} {escape(clean(one.text))}</li>"
        for one in verdict.violations
    )
    return f'<section class="verdict"><h3>Verdict</h3><ul>{broken}</ul></section>'


def _section(broken: object) -> str:
    rule = getattr(broken, "rule", None)
    return "" if rule is None else f' <span class="rule">{escape(clean(rule))}</span>'


def _facts(picture: Picture) -> str:
    rows = "".join(
        f"<dt>{escape(clean(heading))}</dt><dd>{escape(clean(words))}</dd>"
        for heading, words in picture.facts
    )
    return f'<section class="facts"><h3>Answer</h3><dl>{rows}</dl></section>' if rows else ""


def _layers(drawing: Drawing, drawn: str, hidden: Collection[str]) -> str:
    """Return a box to tick for each layer, with the signs that it has in the picture."""
    signs: dict[str, list[legend.Entry]] = {}
    for entry in legend.sign_entries(drawing):
        signs.setdefault(entry.layer, []).append(entry)
    rows = []
    for layer in layers_in(drawn):
        ticked = "" if layer.key in hidden else " checked"
        explained = "".join(_sign(entry) for entry in signs.get(layer.key, ()))
        rows.append(
            f'<li><label><input type="checkbox" data-layer="{layer.key}"{ticked}> '
            f"{layer.words}</label>{explained}</li>"
        )
    units = "".join(
        _sign(entry) for entry in legend.unit_entries(drawing.scene, 250.0, numbers=False)
    )
    return (
        f'<section class="units"><h3>Units</h3>{units}</section>'
        f'<fieldset class="layers"><legend>Layers</legend><ul>{"".join(rows)}</ul></fieldset>'
    )


def _sign(entry: legend.Entry) -> str:
    picture = ""
    if entry.swatch:
        picture = element(
            "svg", entry.swatch, viewBox="0 -10 22 20", width=22, height=20, aria_hidden="true"
        )
    return f'<p class="sign picture">{picture}<span>{escape(clean(entry.text))}</span></p>'


def _data(drawing: Drawing) -> dict[str, Any]:
    """Return what the script of the page is told."""
    return {**motion_of(drawing), "neighbour": drawing.rules.coherency.neighbour}


def _inert(data: object) -> str:
    """Return JSON that no parser of HTML or of scripts reads as anything else."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@cache
def _script() -> str:
    """Return the script of every page."""
    parts = [_part(name) for name in _SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"


@cache
def _style() -> str:
    """Return the style of every page."""
    return "\n".join((_part("page.css"), hiding_rules(), palette.dark_rules(".picture"), ""))


def _part(name: str) -> str:
    return (files("movesolver.draw") / "web" / name).read_text(encoding="utf-8")


@cache
def _policy() -> str:
    """Return what a page may do: run its script, use its style, and nothing else."""
    script, style = (_hash(text) for text in (_script(), _style()))
    return (
        f"default-src 'none'; script-src '{script}'; style-src '{style}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
