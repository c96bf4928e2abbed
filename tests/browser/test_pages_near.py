"""A page begins near what it is about, and can be read in a narrow window."""

from __future__ import annotations

import msgspec
import pytest

import movesolver
from browser_data import Browser
from drawn_pages import SQUAD, moving, quiet, seen
from movesolver.draw.page import draw_page
from movesolver.table.scenario import Zone
from movesolver.table.terrain import Feature

TYPE = """
    return [...document.querySelectorAll('.picture svg text')]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }))
      .filter((node) => !node.closest('.sign') && node.getClientRects().length)
      .map((node) => [node.textContent, node.getAttribute('font-size') * node.getScreenCTM().a]);
"""


def scale(browser: Browser) -> float:
    """Return how many pixels an inch of the table takes."""
    pixels: float = browser.run("return document.querySelector('.figures').getScreenCTM().a")
    return pixels


def test_a_move_of_a_few_is_seen_near_at_first(browser: Browser) -> None:
    result = movesolver.solve(movesolver.load(SQUAD), seed=0)
    browser.show(draw_page(result))
    near = scale(browser)
    frame = browser.find(".stage .picture").rect
    for base in browser.find_all("g.model.mover .base, g.model.enemy .base, .marker .control"):
        assert frame["x"] <= base.rect["x"]
        assert base.rect["x"] + base.rect["width"] <= frame["x"] + frame["width"]
    browser.press("0")
    assert near > 2 * scale(browser)
    browser.press("u")
    assert scale(browser) == pytest.approx(near)
    browser.show(draw_page(result, whole=True))
    assert scale(browser) < near / 2
    quiet(browser)


def test_a_table_of_which_nothing_was_asked_is_seen_whole(browser: Browser) -> None:
    scenario = movesolver.load(SQUAD)
    browser.show(draw_page(scenario))
    first = scale(browser)
    browser.press("0")
    assert scale(browser) == pytest.approx(first)
    quiet(browser)


@pytest.mark.parametrize("keys", ["", "0", "+", "++++"])
@pytest.mark.parametrize("width", [400, 1280])
def test_words_can_be_read_in_narrow_windows_and_are_never_huge(
    browser: Browser, width: int, keys: str
) -> None:
    browser.resize(width, 800)
    browser.show(draw_page(movesolver.solve(movesolver.load(SQUAD), seed=0)))
    browser.press(*keys)
    read = browser.run(TYPE)
    assert "centre" in {text for text, _ in read}
    numbers = {text: size for text, size in read if text in {"1", "2", "3", "4", "B"}}
    assert all(6 <= size <= 17.1 for size in numbers.values())
    if keys != "0":
        assert len(numbers) == 5
        assert min(numbers.values()) >= 8.5
    assert all(9.9 <= size <= 17.1 for text, size in read if text not in numbers)
    wide = browser.run("return document.documentElement.scrollWidth")
    assert wide <= width


def test_the_type_follows_the_window(browser: Browser) -> None:
    browser.show(draw_page(moving()))
    browser.resize(400, 800)
    browser.wait(
        "document.querySelector('.labels .name').getAttribute('font-size')"
        " * document.querySelector('.board').getScreenCTM().a > 9.9"
    )
    assert seen(browser, ".picture .labels .name")
    quiet(browser)


def test_several_moves_can_all_be_read(browser: Browser) -> None:
    browser.resize(400, 800)
    browser.show(draw_page(movesolver.propose(movesolver.load(SQUAD), 2, seed=0)))
    browser.run("document.querySelectorAll('input[name=view]')[1].click()")
    browser.wait(
        "document.querySelectorAll('.view')[1].querySelector('.labels .name')"
        ".getAttribute('font-size') * document.querySelectorAll('.view')[1]"
        ".querySelector('.board').getScreenCTM().a > 8"
    )
    quiet(browser)


def test_larger_names_stay_on_the_table_and_in_their_terrain(browser: Browser) -> None:
    zone = Zone("north", "b", ((40.0, 36.0), (60.0, 36.0), (60.0, 44.0), (40.0, 44.0)))
    square = ((33.0, 27.0), (37.0, 27.0), (37.0, 30.0), (33.0, 30.0))
    scenario = msgspec.structs.replace(
        moving(), zones=(zone,), terrain=(Feature("a rather long name", "light", square),)
    )
    inside = """
        const [board] = document.querySelectorAll('.board');
        const { x, y, width, height } = board.viewBox.baseVal;
        return [...document.querySelectorAll('.names text')]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }))
          .map((node) => [node.textContent, node.getBBox()])
          .map(([text, box]) => [text, box.x >= x - 1 && box.y >= y - 1
            && box.x + box.width <= x + width + 1 && box.y + box.height <= y + height + 1]);
    """
    browser.show(draw_page(scenario))
    assert dict(browser.run(inside))["a rather long name · light"] is True
    browser.press("0")
    assert browser.run(inside) == [["north · b", True]]
    browser.press("u")
    assert len(browser.run(inside)) == 2
    quiet(browser)
