"""Pages in a real browser play moves: by slider, button and key, in the order of moving."""

from __future__ import annotations

import msgspec
import pytest
from selenium.webdriver.common.keys import Keys

import movesolver
from browser_data import Browser
from drawn_pages import SQUAD, moving, place, quiet, seen, slide, words
from movesolver import Scenario
from movesolver.draw.page import draw_page
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, Table


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
    # Within the page: it must not have come to its end before the second press.
    browser.run(
        """
        const view = document.querySelector('.view'), button = view.querySelector('[data-do=play]');
        return new Promise((done) => {
          button.click();
          const look = () => {
            if (view.dataset.when !== 'during') return requestAnimationFrame(look);
            button.click();
            done();
          };
          look();
        });
        """
    )
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
            " ?? one.dataset.key ?? one.type ?? '']"
        )
        if active[0] == "BODY" or active in reached:
            break
        reached.append(active)
    named = {name for _, name in reached}
    wanted = {"before", "back", "play", "next", "after", "together", "range", "closer", "whole"}
    layers = {"starts", "paths", "links", "engagement", "numbers"}
    assert wanted | layers | {"A1", "A2", "A3"} <= named
    assert ["SUMMARY", ""] in reached


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


def test_heights_are_those_of_the_moment(browser: Browser) -> None:
    up = ((30.0, 22.0, 0.0, 0.0), (31.0, 22.0, 0.0, 0.0), (31.0, 22.0, 0.0, 3.0))
    down = ((33.0, 22.0, 0.0, 3.0), (34.0, 22.0, 0.0, 3.0), (34.0, 22.0, 0.0, 0.0))
    models = (Model("a", round_base(32), at=(30, 22)), Model("b", round_base(32), at=(33, 22), z=3))
    action = Action("u", "normal", paths={"a": up, "b": down})
    browser.show(draw_page(Scenario(1, Table(60, 44), (Unit("u", "r", models),), action)))

    def heights() -> list[str]:
        return [node.text for node in browser.find_all(".height") if node.is_displayed()]

    assert heights() == ["z3"]
    slide(browser, 0.0)
    assert heights() == ["z3"]
    slide(browser, 0.3)  # 2.4 of 8 inches
    assert sorted(heights()) == ["z1.4", "z3"]
    slide(browser, 0.5)
    assert heights() == ["z3", "z3"]
    quiet(browser)
