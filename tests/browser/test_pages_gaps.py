"""Pages in a real browser measure: gaps are those of the referee, and follow what is looked at."""

from __future__ import annotations

import math
import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

import movesolver
from browser_data import Browser
from drawn_pages import SQUAD, moving, quiet, seen, slide, words
from movesolver import Scenario
from movesolver.draw.drawing import ready
from movesolver.draw.links import gap_between
from movesolver.draw.motion import motion_of
from movesolver.draw.page import draw_page
from movesolver.draw.picture import Picture
from movesolver.draw.scene import Figure
from movesolver.table.army import Model, Unit
from movesolver.table.bases import hull, oval, rectangle
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, Table


def test_a_model_chosen_by_keyboard_tells_its_gaps(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.run("document.querySelector('button.pick[data-key=A2]').focus()")
    said = words(browser, ".details")
    gap = math.dist((37.0, 19.0), (40.0, 25.0)) - 2.0
    assert f"nearest enemy e0: {gap:.2f}″" in said
    gap = math.dist((37.0, 19.0), (33.0, 25.0)) - 2.0
    assert f"nearest of its unit a0: {gap:.2f}″" in said
    assert "4.00″ of 4.00″" in said
    browser.press(Keys.ENTER)  # hold it, and ask for the gap to another
    browser.run("document.querySelector('button.pick[data-key=A3]').focus()")
    gap = math.dist((37.0, 19.0), (30.0, 25.0)) - 2.0
    assert f"to a1: {gap:.2f}″" in words(browser, ".details")
    browser.press(Keys.ESCAPE)
    assert not seen(browser, ".details")
    quiet(browser)


def test_pointing_at_a_model_shows_its_ring_and_gaps(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    assert not seen(browser, ".ring")
    browser.hover("g.model[data-model=e0] .base")
    assert seen(browser, ".ring")
    gap = math.dist((37.0, 19.0), (40.0, 25.0)) - 2.0
    assert f"a1: {gap:.2f}″" in words(browser, ".details")
    assert [node.text for node in browser.find_all(".measure-words text")] == [f"{gap:.2f}″"]
    slide(browser, 0.0)  # what is shown follows the move
    near = math.dist((33.0, 19.0), (40.0, 25.0)) - 2.0
    assert f"a1: {near:.2f}″" in words(browser, ".details")
    pointer = re.search(r"pointer at ([\d.]+), ([\d.]+)", words(browser, ".status"))
    assert pointer is not None
    assert [float(x) for x in pointer.groups()] == pytest.approx([40.0, 25.0], abs=0.11)
    quiet(browser)


def test_of_a_units_reach_that_of_the_model_pointed_at_is_shown(browser: Browser) -> None:
    region = movesolver.reach(movesolver.load(SQUAD))
    browser.show(draw_page(region))
    shown = (
        "return [...document.querySelectorAll('.reach-of')]"
        ".filter((one) => one.getClientRects().length > 0).map((one) => one.dataset.key)"
    )
    assert browser.run(shown) == []
    browser.hover("g.model[data-model=a2] .base")
    assert browser.run(shown) == ["A2"]
    box = browser.run("return document.querySelector('.reach-of.chosen').getBBox().width")
    left, _, right, _ = region.region("a2").polygons.bounds
    assert box == pytest.approx(right - left, abs=0.02)
    browser.find("[data-layer=reach]").click()
    browser.hover("g.model[data-model=a3] .base")
    assert browser.run(shown) == []
    quiet(browser)


def test_the_unit_is_brought_near_and_the_table_back(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    scale = "return document.querySelector('.figures').getScreenCTM().a"
    first = browser.run(scale)
    browser.press("0")
    wide = browser.run(scale)
    assert first > 2 * wide
    browser.find("[data-zoom=unit]").click()
    assert browser.run(scale) == pytest.approx(first)
    frame = browser.find(".stage .picture").rect
    for model in ("a0", "a1", "a2"):
        base = browser.find(f"g.model[data-model={model}] .base").rect
        assert frame["x"] < base["x"] < frame["x"] + frame["width"]
        assert frame["y"] < base["y"] < frame["y"] + frame["height"]
    browser.press("0")
    assert browser.run(scale) == pytest.approx(wide)
    quiet(browser)


def test_gaps_in_the_page_are_those_of_the_referee(browser: Browser) -> None:
    corner = ((2.0, -1.0), (2.0, 1.0), (0.0, 1.0), (0.0, 2.0), (-1.0, 2.0), (-1.0, -1.0))
    bases = (
        round_base(32), oval(105, 70), oval(120, 30), rectangle(100, 40), hull(corner),
        hull(((1.5, 0.0), (-1.0, 1.2), (-1.0, -1.2))),
    )  # fmt: skip
    random = np.random.default_rng(5)
    pairs = []
    for a, b in product(bases, bases):
        for _ in range(4):
            x, y, turn, other = random.uniform((3.5, -4.0, 0.0, 0.0), (9.0, 4.0, 360.0, 360.0))
            pairs.append(((a, (10.0, 10.0, turn, 0.0)), (b, (10.0 + x, 10.0 + y, other, 0.0))))
    figures: list[Figure] = []
    for k, (base, pose) in enumerate(one for pair in pairs for one in pair):
        model = Model(f"m{k}", base, at=pose[:2], facing=pose[2])
        figures.append(Figure(model, Unit("u", "a", (model,)), "mover", 0, "", pose, None, ()))
    exact = [gap_between(figures[k], figures[k + 1]) for k in range(0, len(figures), 2)]
    kinds = Unit("u", "a", tuple(Model(f"k{k}", b, at=(5.0, 5.0)) for k, b in enumerate(bases)))
    scene = Scenario(1, Table(60, 44), (kinds,), Action("u", "normal"))
    told: dict[str, Any] = motion_of(ready(Picture(scene)))
    which = [bases.index(figure.model.base) for figure in figures]
    browser.show("<!doctype html>")
    script = Path(movesolver.__file__).parent / "draw" / "web" / "gaps.js"
    found = browser.run(
        script.read_text(encoding="utf-8")
        + """
        const [bases, which, poses] = arguments;
        const stand = ([x, y, f]) => ({ x, y, turn: f * Math.PI / 180 });
        const pairs = [];
        for (let k = 0; k < poses.length; k += 2) {
          const [one, other] = [bases[which[k]], bases[which[k + 1]]];
          const found = gapOf(one, stand(poses[k]), other, stand(poses[k + 1]));
          const far = Math.hypot(found.to[0] - found.from[0], found.to[1] - found.from[1]);
          pairs.push([found.gap, far]);
        }
        return pairs;
        """,
        told["bases"],
        which,
        [list(figure.pose) for figure in figures],
    )
    apart = [(gap, *pair) for gap, pair in zip(exact, found, strict=True) if gap > 0.0]
    assert len(apart) > 100
    for gap, seen_gap, line in apart:
        assert seen_gap == pytest.approx(gap, abs=1e-6)
        assert line == pytest.approx(gap, abs=1e-6)
    assert all((gap > 0.0) == (pair[0] > 0.0) for gap, pair in zip(exact, found, strict=True))
