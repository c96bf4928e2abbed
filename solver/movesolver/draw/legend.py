"""Words around the table: title and verdict, the units, the signs, the scale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from movesolver.draw import choosing, palette
from movesolver.draw.drawing import Drawing
from movesolver.draw.duty import states_of
from movesolver.draw.ground import side_hue
from movesolver.draw.marks import duty_swatch
from movesolver.draw.markup import clean, element, fitted, label, number, text_width
from movesolver.draw.outlines import size_words
from movesolver.draw.regions import threat_words
from movesolver.draw.scene import Figure, Scene, VerdictLike
from movesolver.table.scenario import Scenario

ROW = 19.0
"""Height of a line of the legend, picture units."""
TYPE = 12.0
_BARS = (6.0, 3.0, 1.0)
"""Lengths that the scale may have, inches."""
_BAR = 160.0
"""It is hardly longer than this, picture units."""
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


class Entry(NamedTuple):
    """A line of the legend."""

    swatch: str
    """Markup 22 wide about height 0."""
    text: str
    colour: str = palette.INK
    layer: str = ""
    """Key of the layer of a page that it explains, if it does."""


def entries(drawing: Drawing, width: float) -> list[Entry]:
    """Return the lines of the legend, each at most ``width`` wide: units first, then signs."""
    return [*unit_entries(drawing.scene, width - _INDENT - 12), *sign_entries(drawing)]


def unit_entries(scene: Scene, room: float, *, numbers: bool = True) -> Iterator[Entry]:
    """Yield the units, letter by letter, with their bases, and what is not on the table.

    With ``numbers``, also who bears which in the moving unit, and the longest path.
    """
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
        yield Entry(swatch, lines[0])
        for line in lines[1:]:
            yield Entry("", line)
        if moving and numbers:
            for line in _about_movers(figures, room):
                yield Entry("", line, palette.SOFT_INK)
    if scene.absent:
        for line in wrapped([f"not on the table: {clean(scene.absent[0])}",
                             *map(clean, scene.absent[1:])], room):  # fmt: skip
            yield Entry("", line, palette.SOFT_INK)


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


def sign_entries(drawing: Drawing) -> Iterator[Entry]:
    """Yield the signs that the picture holds, layer by layer."""
    own = palette.SIDES[0]
    movers, coherency = drawing.movers, drawing.rules.coherency
    if any(figure.start for figure in movers):
        dot = element("circle", cx=11, cy=0, r=7, fill=own.pale, fill_opacity=0.35,
                      stroke=own.line, stroke_width=1.3, stroke_dasharray="4 2.5")  # fmt: skip
        yield Entry(dot, "where it started", layer="starts")
    if any(figure.path for figure in movers):
        line = element("path", d="M1,4 L12,-4 L21,2", fill="none", stroke=palette.PATH,
                       stroke_width=1.7)  # fmt: skip
        stop = element("circle", cx=12, cy=-4, r=2.2, fill=palette.PATH)
        yield Entry(line + stop, "path, with its turning points", layer="paths")
    if any(figure.start and not figure.path for figure in movers):
        yield Entry(_line(palette.PATH, 1.1, "1.5 3"), "from start to end", layer="paths")
    yield from _areas(drawing)
    if drawing.links:
        words = f'neighbours, within {coherency.neighbour:g}"'
        yield Entry(_line(palette.LINK, 2), words, layer="links")
    if drawing.apart:
        words = "stands apart from its unit"
        yield Entry(_circle(palette.OUTSIDE, "3.5 2.5"), words, layer="links")
    if drawing.breaks:
        yield Entry(_line(palette.OUTSIDE, 2, "6 4"), "breaks the unit, inches", layer="breaks")
    if drawing.picture.lost:
        cross = element("path", d="M6,-5 L16,5 M6,5 L16,-5", stroke=palette.WRONG, stroke_width=3)
        yield Entry(cross, "is lost", layer="lost")
    if drawing.wrong:
        yield Entry(_circle(palette.WRONG, None), "breaks a rule", layer="wrong")
    if drawing.enemies:
        hue = palette.SIDES[drawing.enemies[0].side % len(palette.SIDES)]
        words = f'within {drawing.rules.engagement.horizontal:g}" of an enemy'
        yield Entry(_box(hue.strong, hue.line, 0.13, "3 2"), words, layer="engagement")
    if drawing.engaged:
        ends = "".join(element("circle", cx=x, cy=0, r=3, fill=palette.ENGAGED) for x in (4, 18))
        yield Entry(_line(palette.ENGAGED, 2.4) + ends, "engaged with", layer="engaged")
    for state in dict.fromkeys(states_of(drawing.picture.duties).values()):
        swatch, words = duty_swatch(state)
        yield Entry(swatch, words, layer="duties")
    yield from _explained(drawing)
    yield from _ground(drawing.picture.scenario)


def _explained(drawing: Drawing) -> Iterator[Entry]:
    """Yield wishes and what a bound is made of."""
    if any(term.wish for term in drawing.picture.scenario.action.goal):
        yield Entry(_circle(palette.WISH, "1.5 2.5"), "where it is wished", layer="wishes")
    states = {place.state for place in drawing.picture.places}
    for state, words in choosing.SAID.items():
        if state in states:
            yield Entry(choosing.place_swatch(state), words, layer="places")
    if drawing.picture.acting:
        yield Entry(_circle(palette.DONE, "5 3"), "may still act", layer="acting")
    source, refuted = drawing.source, drawing.refuted
    if any(not disc.other for disc in refuted.discs):
        yield Entry(_circle(palette.OUTSIDE, None), "surely gets no farther", layer="refuted")
    if any(disc.other for disc in refuted.discs):
        words = "nor do those it had to meet"
        yield Entry(_circle(palette.OUTSIDE, "7 4"), words, layer="refuted")
    if refuted.lacks:
        yield Entry(_line(palette.OUTSIDE, 2.4), "what keeps them apart", layer="refuted")
    if refuted.wanted:
        words = "where bases had to reach into"
        yield Entry(_circle(palette.OUTSIDE, "2 3"), words, layer="refuted")
    if refuted.ends:
        words = "there is room in an earlier mode"
        yield Entry(_circle(palette.OUTSIDE, "4 3"), words, layer="refuted")
    if source.discs:
        swatch = _box(palette.PRICE, palette.PRICE, 0.2, None)
        yield Entry(swatch, "room for one model, at a price", layer="bound")
    if source.inside:
        swatch = _box("none", palette.PRICE, 1.0, None)
        yield Entry(swatch, "case: somebody is in here", layer="bound")
    if source.outside:
        swatch = _box("none", palette.PRICE, 1.0, "3 3")
        yield Entry(swatch, "case: nobody is in here", layer="bound")
    if source.spots:
        dots = "".join(element("circle", cx=x, cy=0, r=1.6, fill=palette.SPOT) for x in (4, 11, 18))
        yield Entry(dots, "place of the grid", layer="bound")


def _ground(scenario: Scenario) -> Iterator[Entry]:
    """Yield what stands on the table."""
    terrain = scenario.terrain
    if any(marker.at is not None for marker in scenario.markers):
        swatch = _box(palette.MARKER, palette.MARKER, 0.08, "6 3")
        yield Entry(swatch, 'objective, 3" ring', layer="markers")
    for category, (fill, line) in palette.FOOTPRINT.items():
        if any(feature.category == category for feature in terrain):
            yield Entry(_box(fill, line, 1.0, None), f"{category} terrain", layer="terrain")
    if any(feature.walls for feature in terrain):
        yield Entry(_line(palette.WALL, 5), "wall", layer="terrain")
    if any(wall.bottom > 0 for feature in terrain for wall in feature.walls):
        yield Entry(_line(palette.RAISED_WALL, 5), "wall with a way below", layer="terrain")
    if any(feature.floors for feature in terrain):
        swatch = _box("none", palette.FLOOR, 1.0, "2 3")
        yield Entry(swatch, "floor, at its height", layer="floors")


def _areas(drawing: Drawing) -> Iterator[Entry]:
    own, reach, threat = palette.SIDES[0], drawing.picture.reach, drawing.picture.threat
    if reach is not None:
        yield Entry(_box(own.strong, own.line, 0.17, None), "where it can move", layer="reach")
        if reach.lines():
            line = _line(palette.CONTOURS[2], 1.2)
            yield Entry(line, "a line for every inch of path", layer="contours")
        if not all(region.exact for region in reach.regions.values()):
            line = _line(own.line, 0.9, "2 3")
            yield Entry(line, "surely nowhere beyond", layer="reach")
        if reach.levels:
            swatch = _box(own.strong, own.line, 0.08, "5 2.5")
            yield Entry(swatch, "the same at other heights", layer="levels")
    if threat is not None:
        hue = side_hue(threat.side, drawing.scene)
        swatch = _box(hue.strong, hue.line, 0.12, "7 3")
        yield Entry(swatch, threat_words(threat), layer="threat")
        if threat.plus > 0:
            words = "inches from a base after it"
            yield Entry(_line(hue.line, 1.0), words, layer="ranges")


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
        for (swatch, text, colour, _), (column, row) in zip(lines, places, strict=True)
    ]
    return element("g", *parts, class_="legend"), rows * ROW


def _in_columns(lines: list[Entry], count: int) -> tuple[list[tuple[int, int]], int]:
    """Return column and row of every line, and the number of rows.

    Lines without a swatch go on from the line above and stay in its column.
    """
    blocks: list[int] = []
    for swatch, *_ in lines:
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


def bar_inches(scale: float) -> float:
    """Return how many inches the scale is long at so many picture units an inch."""
    return next((bar for bar in _BARS if bar * scale <= _BAR), _BARS[-1])


def scale_bar(scenario: Scenario, scale: float, x: float, y: float) -> str:
    """Return a bar of `bar_inches` that ends at ``x``, after the size of the table."""
    bar = bar_inches(scale)
    left = x - bar * scale
    ends = f"M{number(left)},{number(y - 5)}V{number(y)}H{number(x)}V{number(y - 5)}"
    line = element("path", d=ends, fill="none", stroke=palette.INK, stroke_width=1.4)
    table = scenario.table
    words = f'table {table.width:g} x {table.height:g}"; this is {bar:g}":'
    text = label(words, left - 7, y + 1, TYPE, text_anchor="end")
    return element("g", line, text, class_="scale")
