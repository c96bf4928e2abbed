"""Pages in a real browser show what they are asked for, to everybody, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import movesolver
from browser_data import Browser
from drawn_pages import SQUAD, moving, place, quiet, seen, slide
from movesolver import Scenario
from movesolver.draw.page import draw_page
from movesolver.draw.picture import Picture
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, Marker, Table, Zone
from movesolver.table.terrain import Feature, Floor, Wall

HOSTILE = (
    "</script><img src=x onerror=\"document.title='owned'\">",
    "'\"><svg onload=\"document.title='owned'\">",
    "</title></style><script>document.title='owned'</script>",
    "<!--<script>", "&lt;b&gt;", "a\u2028b\u2029c", "]]>", "__proto__", "constructor", "\u202eevil",
)  # fmt: skip


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
