"""Pages of answers in a real browser: moves are played, gaps measured, layers hidden, in quiet."""

from __future__ import annotations

import json
import math
import re
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

import movesolver
from browser_data import Browser
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
from movesolver.table.scenario import Action, Marker, RulesChoice, Table, Zone
from movesolver.table.terrain import Feature, Floor, Wall
from reach_data import situation

SQUAD = Path(__file__).parents[2] / "examples" / "squad.json"
WAYS = {
    "a0": ((30.0, 22.0, 0.0, 0.0), (33.0, 22.0, 0.0, 0.0), (33.0, 25.0, 0.0, 0.0)),
    "a1": ((33.0, 19.0, 0.0, 0.0), (37.0, 19.0, 0.0, 0.0)),
}
HOSTILE = (
    "</script><img src=x onerror=\"document.title='owned'\">",
    "'\"><svg onload=\"document.title='owned'\">",
    "</title></style><script>document.title='owned'</script>",
    "<!--<script>", "&lt;b&gt;", "a\u2028b\u2029c", "]]>", "__proto__", "constructor", "\u202eevil",
)  # fmt: skip


def moving(order: tuple[tuple[str, int], ...] | None = None) -> Scenario:
    """Two discs of radius 1 with paths, a third that stays, an enemy 5 inches off."""
    action = Action("alpha", "move" if order else "normal", paths=WAYS, order=order)
    return situation(
        at=((30.0, 22.0), (33.0, 19.0), (30.0, 25.0)),
        foes=(Model("e0", round_base(50.8), (40.0, 25.0)),),
        action=action,
        rules=RulesChoice(game="voidsiege") if order else None,
    )


def place(browser: Browser, model: str) -> tuple[float, float]:
    """Return where a base is seen, in inches of the table."""
    found = browser.run(
        """
        const node = [...document.querySelectorAll('.view:not([hidden]) g.model')]
          .find((one) => one.dataset.model === arguments[0]);
        const base = node.querySelector('.base');
        const box = base.getBBox();
        const spot = base.ownerSVGElement.createSVGPoint();
        [spot.x, spot.y] = [box.x + box.width / 2, box.y + box.height / 2];
        const board = document.querySelector('.view:not([hidden]) .figures');
        const seen = spot.matrixTransform(base.getScreenCTM())
          .matrixTransform(board.getScreenCTM().inverse());
        return [seen.x, seen.y];
        """,
        model,
    )
    return found[0], found[1]


def slide(browser: Browser, share: float) -> None:
    """Draw the slider to a share of its length, as a hand would."""
    browser.run(
        """
        const slider = document.querySelector('.view:not([hidden]) input[type=range]');
        slider.value = 200 * arguments[0];
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        """,
        share,
    )


def words(browser: Browser, css: str) -> str:
    return browser.find(f".view:not([hidden]) {css}").text


def seen(browser: Browser, css: str) -> bool:
    """Return whether something of a selector can be seen."""
    shown: bool = browser.run(
        """
        return [...document.querySelectorAll(arguments[0])].some((node) =>
          node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0);
        """,
        css,
    )
    return shown


def quiet(browser: Browser) -> None:
    assert browser.complaints() == []
    assert [address.rpartition("/")[2] for address in browser.requests()] == ["page.html"]


def test_the_slider_moves_models_one_after_the_other(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    assert place(browser, "a0") == pytest.approx((33.0, 25.0), abs=1e-3)
    slide(browser, 0.0)
    assert place(browser, "a0") == pytest.approx((30.0, 22.0), abs=1e-3)
    assert words(browser, ".now") == "Before the move"
    slide(browser, 0.3)  # three of ten inches: the first leg of the first model
    assert place(browser, "a0") == pytest.approx((33.0, 22.0), abs=1e-3)
    assert place(browser, "a1") == pytest.approx((33.0, 19.0), abs=1e-3)
    assert words(browser, ".now") == "1 of 2: a0, 3.00″ of 6.00″"
    slide(browser, 0.8)
    assert place(browser, "a0") == pytest.approx((33.0, 25.0), abs=1e-3)
    assert place(browser, "a1") == pytest.approx((35.0, 19.0), abs=1e-3)
    assert place(browser, "a2") == pytest.approx((30.0, 25.0), abs=1e-3)
    slide(browser, 1.0)
    assert place(browser, "a1") == pytest.approx((37.0, 19.0), abs=1e-3)
    assert words(browser, ".now") == "After the move"
    quiet(browser)


def test_all_at_once_they_move_together(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.find("[data-do=together]").click()
    slide(browser, 0.5)  # three of six inches
    assert place(browser, "a0") == pytest.approx((33.0, 22.0), abs=1e-3)
    assert place(browser, "a1") == pytest.approx((36.0, 19.0), abs=1e-3)
    quiet(browser)


def test_an_order_of_moving_is_played_in_that_order(browser: Browser) -> None:
    browser.show(draw_page(moving((("a0", 1), ("a1", 1), ("a0", 2)))))
    slide(browser, 0.5)  # five inches: three of a0, two of a1
    assert place(browser, "a0") == pytest.approx((33.0, 22.0), abs=1e-3)
    assert place(browser, "a1") == pytest.approx((35.0, 19.0), abs=1e-3)
    slide(browser, 0.85)
    assert place(browser, "a1") == pytest.approx((37.0, 19.0), abs=1e-3)
    assert place(browser, "a0") == pytest.approx((33.0, 23.5), abs=1e-3)
    quiet(browser)


def test_it_plays_to_the_end_and_can_be_stopped(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.find("[data-do=play]").click()
    browser.wait("document.querySelector('.view').dataset.when === 'during'")
    browser.find("[data-do=play]").click()
    stopped = place(browser, "a0"), place(browser, "a1")
    browser.run("return new Promise((done) => setTimeout(done, 150))")
    assert (place(browser, "a0"), place(browser, "a1")) == stopped
    browser.find("[data-do=play]").click()
    browser.wait("document.querySelector('.view').dataset.when === 'after'")
    assert place(browser, "a1") == pytest.approx((37.0, 19.0), abs=1e-3)
    quiet(browser)


def test_a_reader_who_wants_no_motion_gets_steps(browser: Browser) -> None:
    browser.prefer("light", still=True)
    browser.show(draw_page(moving()))
    browser.find("[data-do=play]").click()
    # No frame shows a model between where it stood and where it ends.
    stops = browser.run(
        """
        return new Promise((done) => {
          const seen = new Set(), view = document.querySelector('.view');
          const node = [...view.querySelectorAll('g.model')].find((n) => n.dataset.model === 'a1');
          const look = () => {
            seen.add(node.getAttribute('transform') ?? 'end');
            if (view.dataset.when === 'after') done([...seen]);
            else requestAnimationFrame(look);
          };
          look();
        });
        """
    )
    assert stops == ["translate(33 19) rotate(0) translate(-37 -19)", "end"]
    quiet(browser)


def test_keys_do_what_the_buttons_do(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.press(Keys.HOME)
    assert place(browser, "a0") == pytest.approx((30.0, 22.0), abs=1e-3)
    browser.press(".")
    assert place(browser, "a0") == pytest.approx((33.0, 25.0), abs=1e-3)
    assert place(browser, "a1") == pytest.approx((33.0, 19.0), abs=1e-3)
    browser.press(",")
    assert place(browser, "a0") == pytest.approx((30.0, 22.0), abs=1e-3)
    browser.press(Keys.END)
    assert words(browser, ".now") == "After the move"
    browser.run("document.querySelector('input[type=range]').focus()")
    browser.press(Keys.ARROW_LEFT)
    assert place(browser, "a1")[0] == pytest.approx(37.0 - 10.0 / 200, abs=1e-3)
    quiet(browser)


def test_all_of_it_is_reached_by_tab_alone(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    reached = []
    for _ in range(60):
        browser.press(Keys.TAB)
        active = browser.run(
            "const one = document.activeElement;"
            "return [one.tagName, one.dataset.do ?? one.dataset.layer ?? one.dataset.zoom"
            " ?? one.dataset.model ?? one.type ?? '']"
        )
        if active[0] == "BODY" or active in reached:
            break
        reached.append(active)
    named = {name for _, name in reached}
    wanted = {"before", "back", "play", "next", "after", "together", "range", "closer", "whole"}
    layers = {"starts", "paths", "links", "engagement", "numbers"}
    assert wanted | layers | {"a0", "a1", "a2"} <= named
    assert ["SUMMARY", ""] in reached


def test_a_model_chosen_by_keyboard_tells_its_gaps(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.run("document.querySelector('button.pick[data-model=a1]').focus()")
    said = words(browser, ".details")
    gap = math.dist((37.0, 19.0), (40.0, 25.0)) - 2.0
    assert f"nearest enemy e0: {gap:.2f}″" in said
    gap = math.dist((37.0, 19.0), (33.0, 25.0)) - 2.0
    assert f"nearest of its unit a0: {gap:.2f}″" in said
    assert "4.00″ of 4.00″" in said
    browser.press(Keys.ENTER)  # hold it, and ask for the gap to another
    browser.run("document.querySelector('button.pick[data-model=a2]').focus()")
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


def test_layers_are_hidden_and_shown_again(browser: Browser) -> None:
    result = movesolver.solve(movesolver.load(SQUAD), seed=0)
    browser.show(draw_page(result))
    layers = browser.run(
        "return [...document.querySelectorAll('[data-layer]')].map((box) => box.dataset.layer)"
    )
    parts = {
        "starts": ".picture .ghost", "paths": ".picture .path", "links": ".picture .links line",
        "engagement": ".picture .engagement", "bound": ".picture .bound circle",
        "names": ".picture .names text", "numbers": ".picture .labels text",
        "markers": ".picture .marker", "terrain": ".picture .wall",
    }  # fmt: skip
    assert set(layers) == set(parts)
    for layer, part in parts.items():
        before = seen(browser, part)
        assert before is (layer != "bound")
        for after in (not before, before):
            browser.find(f"[data-layer={layer}]").click()
            assert seen(browser, part) is after, layer
            others = [other for other in parts if other not in (layer, "bound")]
            assert all(seen(browser, parts[other]) for other in others), layer
    quiet(browser)


def test_links_are_those_of_the_moment(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    after, before = ".picture .links line", ".picture .links-before line"
    assert seen(browser, after)
    assert not seen(browser, before)
    slide(browser, 0.0)
    assert seen(browser, before)
    assert not seen(browser, after)
    slide(browser, 0.5)
    assert not seen(browser, before)
    assert not seen(browser, after)
    quiet(browser)


def test_one_of_several_moves_is_chosen(browser: Browser) -> None:
    moves = movesolver.propose(movesolver.load(SQUAD), 3, seed=0)
    browser.show(draw_page(moves))
    for k in (1, 2, 0):
        browser.find_all("input[name=view]")[k].click()
        assert len([node for node in browser.find_all(".view") if node.is_displayed()]) == 1
        for name, pose in moves.moves[k].ends.items():
            assert place(browser, name) == pytest.approx(pose[:2], abs=1e-3)
    browser.press(Keys.HOME)
    assert words(browser, ".now") == "Before the move"
    quiet(browser)


def test_models_that_arrive_are_not_there_before(browser: Browser) -> None:
    unit = Unit("late", "blue", tuple(Model(f"l{k}", round_base(32)) for k in range(2)))
    unit = msgspec.structs.replace(unit, status=movesolver.UnitStatus(in_reserve=True))
    ends = {"l0": (4.0, 6.0, 0.0, 0.0), "l1": (6.0, 6.0, 0.0, 0.0)}
    browser.show(
        draw_page(Scenario(1, Table(44, 60), (unit,), Action("late", "ingress", ends=ends)))
    )
    both = [f"g.model[data-model=l{k}] .base" for k in range(2)]
    assert [seen(browser, one) for one in both] == [True, True]
    browser.press(Keys.HOME)
    assert [seen(browser, one) for one in both] == [False, False]
    browser.press(".")
    assert [seen(browser, one) for one in both] == [True, False]
    quiet(browser)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_names(browser: Browser, name: str) -> None:
    square = ((4.0, 4.0), (9.0, 4.0), (9.0, 9.0), (4.0, 9.0))
    models = (Model(name, round_base(32), at=(5, 5)), Model(name + "2", round_base(40), at=(7, 5)))
    path = ((5.0, 5.0, 0.0, 0.0), (8.0, 5.0, 0.0, 0.0))
    scenario = Scenario(
        1,
        Table(30, 20),
        (
            Unit(name, "side " + name, models),
            Unit(name + "x", "foe " + name, (Model(name + "3", round_base(40), at=(9, 9)),)),
        ),
        Action(name, "normal", paths={name: path}),
        terrain=(Feature(name, "light", square, floors=(Floor(square, 2),)),),
        markers=(Marker(name, at=(12, 12)),),
        zones=(Zone(name, "nobody " + name, square),),
    )
    picture = Picture(
        scenario, verdict=Judged(name), title="title " + name, name=name, facts=((name, name),)
    )
    browser.show(draw_page(picture))
    browser.hover("g.model.mover .base")
    assert browser.find_all("img, iframe, .picture svg svg svg, [onload], [onerror]") == []
    assert len(browser.find_all("script")) == 2
    assert browser.run("return document.title").startswith("title ")
    told = json.loads(browser.run("return document.getElementById('data').textContent"))
    shown = told[0]["models"][0]["id"]
    assert browser.run("return document.querySelector('.details h3').textContent") == shown
    assert shown == name.replace("\u2028", " ").replace("\u2029", " ").replace("\u202e", "\ufffd")
    slide(browser, 0.5)
    quiet(browser)


class Judged:
    """A verdict made of one name."""

    legal = False

    def __init__(self, name: str) -> None:
        self.code = self.text = self.rule = name
        self.models = (name,)
        self.violations = (self,)


def test_light_and_dark_follow_the_reader_and_the_button(browser: Browser) -> None:
    colours = (
        "const of = (css, what) => getComputedStyle(document.querySelector(css))[what];"
        "return [of('body', 'backgroundColor'), of('.picture .model.mover .base', 'fill'),"
        " of('.picture .labels .name', 'fill')]"
    )
    browser.show(draw_page(moving()))
    light = browser.run(colours)
    assert light[:2] == ["rgb(255, 255, 255)", "rgb(0, 103, 165)"]
    browser.prefer("dark")
    dark = browser.run(colours)
    assert all(a != b for a, b in zip(light, dark, strict=True))
    browser.find("button.theme").click()
    assert browser.run(colours) == light
    browser.find("button.theme").click()
    assert browser.run(colours) == dark
    quiet(browser)


def test_the_unit_is_brought_near_and_the_table_back(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    wide = browser.run("return document.querySelector('.figures').getScreenCTM().a")
    browser.find("[data-zoom=unit]").click()
    assert browser.run("return document.querySelector('.figures').getScreenCTM().a") > 2 * wide
    frame = browser.find(".stage .picture").rect
    for model in ("a0", "a1", "a2"):
        base = browser.find(f"g.model[data-model={model}] .base").rect
        assert frame["x"] < base["x"] < frame["x"] + frame["width"]
        assert frame["y"] < base["y"] < frame["y"] + frame["height"]
    browser.press("0")
    back = browser.run("return document.querySelector('.figures').getScreenCTM().a")
    assert back == pytest.approx(wide)
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


def test_a_page_without_scripts_is_a_still_picture(browser: Browser) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.driver.get("about:blank")
        (Path(browser.folder) / "page.html").write_text(draw_page(moving()), encoding="utf-8")
        browser.driver.get((Path(browser.folder) / "page.html").as_uri())
        assert browser.find(".picture .model.mover .base").is_displayed()
        assert not browser.find("[data-do=play]").is_displayed()
        assert browser.find("table").is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_wall_and_a_floor_are_layers_of_their_own(browser: Browser) -> None:
    square = ((4.0, 4.0), (9.0, 4.0), (9.0, 9.0), (4.0, 9.0))
    strip = ((4.0, 4.0), (9.0, 4.0), (9.0, 4.5), (4.0, 4.5))
    ruin = Feature("ruin", "dense", square, (Wall(strip, top=5),), (Floor(square, 3),))
    unit = Unit("u", "a", (Model("m", round_base(32), at=(15, 15)),))
    browser.show(
        draw_page(Scenario(1, Table(30, 20), (unit,), Action("u", "normal"), terrain=(ruin,)))
    )
    browser.find("[data-layer=floors]").click()
    assert not seen(browser, ".picture .floor")
    assert seen(browser, ".picture .wall")
    browser.find("[data-layer=floors]").click()
    browser.find("[data-layer=terrain]").click()
    assert seen(browser, ".picture .floor")
    assert not seen(browser, ".picture .wall, .picture .footprint")


def test_a_notebook_frame_works_inside_another_page(browser: Browser) -> None:
    frame = moving()._repr_html_()
    browser.show(f"<!doctype html><title>Notebook</title>{frame}")
    browser.driver.switch_to.frame(browser.find("iframe"))
    try:
        browser.wait(
            "document.querySelector('.player') && !document.querySelector('.player').hidden"
        )
        slide(browser, 0.0)
        assert place(browser, "a0") == pytest.approx((30.0, 22.0), abs=1e-3)
    finally:
        browser.driver.switch_to.default_content()
    assert browser.complaints() == []
