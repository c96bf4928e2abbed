"""Words around the table: title and verdict, the units, the signs, the scale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from movesolver.draw import palette
from movesolver.draw.ground import side_hue
from movesolver.draw.markup import clean, element, fitted, label, number, text_width
from movesolver.draw.outlines import size_words
from movesolver.draw.regions import threat_words
from movesolver.draw.scene import Figure, Scene, VerdictLike
from movesolver.table.scenario import Scenario

if TYPE_CHECKING:
    from movesolver.paths.threat import Threat

ROW = 19.0
"""Height of a line of the legend, picture units."""
TYPE = 12.0
BAR = 6.0
"""Length of the scale, inches."""
_INDENT = 29.0
_SHOWN = 5
"""Broken rules spelled out above the table; the rest is counted."""


def title_of(scenario: Scenario) -> str:
    """Return the title a picture has if none is given."""
    action = scenario.action
    move = action.move.replace("_", " ")
    mode = f" ({action.mode.replace('_', ' ')})" if action.mode else ""
    roll = "" if action.roll is None else f", roll {action.roll}"
    return f"{action.unit}: {move} move{mode}{roll}"


def header(title: str, verdict: VerdictLike | None, width: float, bar: float) -> tuple[str, float]:
    """Return title and verdict as markup, and the height they take.

    The title leaves ``bar`` free on its right for the scale.
    """
    parts = [label(fitted(title, 19, width - bar), 0, 19, 19, font_weight="bold", class_="title")]
    if verdict is None:
        return "".join(parts), 34.0
    codes = list(dict.fromkeys(clean(violation.code) for violation in verdict.violations))
    word, colour = ("LEGAL", palette.LEGAL) if verdict.legal else ("NOT LEGAL", palette.ILLEGAL)
    badge = text_width(word, 13) + 22
    parts.append(element("rect", x=0, y=29, width=badge, height=21, rx=4, fill=colour))
    parts.append(
        label(word, badge / 2, 44, 13, fill=palette.PAPER, font_weight="bold",
              text_anchor="middle", class_="verdict")
    )  # fmt: skip
    text = fitted(", ".join(codes), 13, width - badge - 10)
    parts.append(label(text, badge + 9, 44, 13, font_weight="bold", fill=colour, class_="codes"))
    y = 50.0
    for violation in verdict.violations[:_SHOWN]:
        y += 17
        line = f"{clean(violation.code)}: {clean(violation.text)}"
        parts.append(label(fitted(line, 12, width), 0, y, 12, class_="violation"))
    more = len(verdict.violations) - _SHOWN
    if more > 0:
        y += 17
        parts.append(label(f"and {more} more", 0, y, 12, fill=palette.SOFT_INK))
    return "".join(parts), y + 12


@dataclass(frozen=True)
class Signs:
    """Which signs the picture holds, so that only those are explained."""

    reach: float
    """Engagement range, inches."""
    neighbour: float
    """Greatest gap between neighbours, inches."""
    links: bool
    apart: bool
    wrong: bool
    reach_area: bool
    reach_lines: bool
    reach_outer: bool
    reach_levels: bool
    threat: Threat | None


Entry = tuple[str, str, str]
"""Markup of a swatch 22 wide about height 0, its text, its colour of text."""


def entries(scenario: Scenario, scene: Scene, signs: Signs, width: float) -> list[Entry]:
    """Return the lines of the legend, each at most ``width`` wide: units first, then signs."""
    room = width - _INDENT - 12
    return [*_units(scene, room), *_signs(scenario, scene, signs)]


def _units(scene: Scene, room: float) -> Iterator[Entry]:
    drawn: dict[str, list[Figure]] = {}
    for figure in scene.figures:
        drawn.setdefault(figure.unit.id, []).append(figure)
    for unit_id, figures in drawn.items():
        first = figures[0]
        hue = palette.SIDES[first.side % len(palette.SIDES)]
        moving = first.role == "mover"
        letter = scene.letters[unit_id]
        swatch = element(
            "circle", cx=11, cy=0, r=8.5, fill=hue.strong if moving else hue.pale, stroke=hue.line
        ) + label(
            letter, 11, 4, 11 if len(letter) == 1 else 8, text_anchor="middle",
            font_weight="bold", fill=hue.on_strong if moving else hue.on_pale,
        )  # fmt: skip
        sizes = Counter(size_words(figure.model.base) for figure in figures)
        bases = [f"{count} x {words}" for words, count in sizes.items()]
        side = f" ({fitted(first.unit.side, TYPE, 0.3 * room)}):"
        name = fitted(unit_id, TYPE, room - text_width(side, TYPE)) + side
        lines = wrapped([f"{name} {bases[0]}", *bases[1:]], room)
        if text_width(lines[0], TYPE) > room:
            lines = [name, *wrapped(bases, room)]
        yield swatch, lines[0], palette.INK
        for line in lines[1:]:
            yield "", line, palette.INK
        if moving:
            for line in _about_movers(figures, room):
                yield "", line, palette.SOFT_INK
    if scene.absent:
        for line in wrapped([f"not on the table: {clean(scene.absent[0])}",
                             *map(clean, scene.absent[1:])], room):  # fmt: skip
            yield "", line, palette.SOFT_INK


def wrapped(items: list[str], width: float) -> list[str]:
    """Return the items separated by commas, broken into lines of about ``width``."""
    lines = [items[0]]
    for item in items[1:]:
        longer = f"{lines[-1]}, {item}"
        if text_width(longer, TYPE) <= width:
            lines[-1] = longer
        else:
            lines[-1] += ","
            lines.append(item)
    return lines


def _about_movers(figures: list[Figure], room: float) -> Iterator[str]:
    """Return what the numbers mean, where the ids do not end in them, and the longest way."""
    if any(not _ends_in(figure.model.id, figure.label) for figure in figures):
        yield from wrapped([f"{f.label} {clean(f.model.id)}" for f in figures], room)
    longest = max(figures, key=lambda figure: figure.travel)
    if longest.travel > 0:
        yield f'longest path: {longest.travel:.2f}" (model {longest.label})'


def _ends_in(model_id: str, digits: str) -> bool:
    head = model_id.removesuffix(digits)
    return head != model_id and not head[-1:].isdigit()


def _signs(scenario: Scenario, scene: Scene, signs: Signs) -> Iterator[Entry]:
    own = palette.SIDES[0]
    movers = scene.of("mover")
    if any(figure.start for figure in movers):
        yield (
            element("circle", cx=11, cy=0, r=7, fill=own.pale, fill_opacity=0.35, stroke=own.line,
                    stroke_width=1.3, stroke_dasharray="4 2.5"),
            "where it started", palette.INK,
        )  # fmt: skip
    if any(figure.path for figure in movers):
        line = element("path", d="M1,4 L12,-4 L21,2", fill="none", stroke=palette.PATH,
                       stroke_width=1.7)  # fmt: skip
        stop = element("circle", cx=12, cy=-4, r=2.2, fill=palette.PATH)
        yield line + stop, "path, with its turning points", palette.INK
    if any(figure.start and not figure.path for figure in movers):
        yield _line(palette.PATH, 1.1, "1.5 3"), "from start to end", palette.INK
    yield from _areas(scene, signs)
    if signs.links:
        yield _line(palette.LINK, 2), f'neighbours, within {signs.neighbour:g}"', palette.INK
    if signs.apart:
        yield _circle(palette.OUTSIDE, "3.5 2.5"), "stands apart from its unit", palette.INK
    if signs.wrong:
        yield _circle(palette.WRONG, None), "breaks a rule", palette.INK
    enemies = scene.of("enemy")
    if enemies:
        hue = palette.SIDES[enemies[0].side % len(palette.SIDES)]
        swatch = _box(hue.strong, hue.line, 0.13, "3 2")
        yield swatch, f'within {signs.reach:g}" of an enemy', palette.INK
    if any(marker.at is not None for marker in scenario.markers):
        yield _box(palette.MARKER, palette.MARKER, 0.08, "6 3"), 'objective, 3" ring', palette.INK
    for category, (fill, line) in palette.FOOTPRINT.items():
        if any(feature.category == category for feature in scenario.terrain):
            yield _box(fill, line, 1.0, None), f"{category} terrain", palette.INK
    if any(feature.walls for feature in scenario.terrain):
        yield _line(palette.WALL, 5), "wall", palette.INK
    if any(wall.bottom > 0 for feature in scenario.terrain for wall in feature.walls):
        yield _line(palette.RAISED_WALL, 5), "wall with a way below", palette.INK
    if any(feature.floors for feature in scenario.terrain):
        yield _box("none", palette.FLOOR, 1.0, "2 3"), "floor, at its height", palette.INK


def _areas(scene: Scene, signs: Signs) -> Iterator[Entry]:
    own = palette.SIDES[0]
    if signs.reach_area:
        yield _box(own.strong, own.line, 0.17, None), "where it can move", palette.INK
    if signs.reach_lines:
        yield _line(own.line, 0.9), "a line for every inch of path", palette.INK
    if signs.reach_outer:
        yield _line(own.line, 0.9, "2 3"), "surely nowhere beyond", palette.INK
    if signs.reach_levels:
        yield _box(own.strong, own.line, 0.08, "5 2.5"), "the same at other heights", palette.INK
    if signs.threat is not None:
        hue = side_hue(signs.threat.side, scene)
        yield _box(hue.strong, hue.line, 0.12, "7 3"), threat_words(signs.threat), palette.INK


def _line(colour: str, width: float, dashes: str | None = None) -> str:
    return element("line", x1=1, y1=0, x2=21, y2=0, stroke=colour, stroke_width=width,
                   stroke_dasharray=dashes)  # fmt: skip


def _circle(colour: str, dashes: str | None) -> str:
    return element("circle", cx=11, cy=0, r=7, fill="none", stroke=colour, stroke_width=2.6,
                   stroke_dasharray=dashes)  # fmt: skip


def _box(fill: str, line: str, opacity: float, dashes: str | None) -> str:
    return element("rect", x=1, y=-7, width=20, height=14, fill=fill, fill_opacity=opacity,
                   stroke=line, stroke_width=1.3, stroke_dasharray=dashes)  # fmt: skip


def columns(lines: list[Entry], width: float, count: int) -> tuple[str, float]:
    """Set the legend in columns, read downwards; return it and its height."""
    wide = width / count
    places, rows = _in_columns(lines, count)
    parts = [
        element(
            "g",
            swatch,
            label(fitted(text, TYPE, wide - _INDENT - 6), _INDENT, 4.2, TYPE, fill=colour),
            transform=f"translate({number(column * wide)} {number((row + 0.5) * ROW)})",
        )
        for (swatch, text, colour), (column, row) in zip(lines, places, strict=True)
    ]
    return element("g", *parts, class_="legend"), rows * ROW


def _in_columns(lines: list[Entry], count: int) -> tuple[list[tuple[int, int]], int]:
    """Return column and row of every line, and the number of rows.

    Lines without a swatch go on from the line above and stay in its column.
    """
    blocks: list[int] = []
    for swatch, _, _ in lines:
        if swatch or not blocks:
            blocks.append(1)
        else:
            blocks[-1] += 1
    rows = max([-(-len(lines) // count), *blocks])
    while True:
        places: list[tuple[int, int]] = []
        column, row = 0, 0
        for block in blocks:
            if row + block > rows:
                column, row = column + 1, 0
            places += [(column, row + k) for k in range(block)]
            row += block
        if column < count:
            return places, rows
        rows += 1


def scale_bar(scenario: Scenario, scale: float, x: float, y: float) -> str:
    """Return a bar of `BAR` inches that ends at ``x``, after the size of the table."""
    left = x - BAR * scale
    ends = f"M{number(left)},{number(y - 5)}V{number(y)}H{number(x)}V{number(y - 5)}"
    bar = element("path", d=ends, fill="none", stroke=palette.INK, stroke_width=1.4)
    table = scenario.table
    words = f'table {table.width:g} x {table.height:g}"; this is {BAR:g}":'
    text = label(words, left - 7, y + 1, TYPE, text_anchor="end")
    return element("g", bar, text, class_="scale")
