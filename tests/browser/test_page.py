"""The page in a real Chromium, from end to end: every answer comes from the engine."""

from __future__ import annotations

import json
import re

import pytest

import movesolver as ms
from page_data import Document, Player

pytestmark = pytest.mark.compiled


def checked(document: Document) -> ms.Verdict:
    """What the library says of a scenario that the page has written."""
    return ms.check(ms.loads(json.dumps(document)))


def test_it_starts_with_a_scenario_that_can_be_played(player: Player) -> None:
    assert player.scenario()["action"]["unit"] == "squad"
    assert player.browser.find("#said").text == "Legal"
    assert len(player.browser.find_all("[data-model]")) == 6
    assert player.browser.find("#board [data-model=a1]").get_attribute("tabindex") == "0"
    assert player.browser.find("#board [data-model=b1]").get_attribute("tabindex") == "-1"


def test_a_drag_is_judged_at_once_and_can_be_taken_back(player: Player) -> None:
    player.drag((10, 18), (10, 14.5))
    player.judged("illegal")
    assert player.codes() == ["NO_NEIGHBOUR", "SPLIT"]
    assert "a1 has no mate within 2 inches" in player.browser.find("#violations").text
    assert player.browser.find_all(".model.wrong[data-model=a1]")
    path = player.scenario()["action"]["paths"]["a1"]
    assert path[0] == [10, 18, 0, 0]
    assert len(path) == 2  # one straight slide, however the pointer went
    assert path[1][:2] == pytest.approx([10, 14.5], abs=0.1)
    verdict = checked(player.scenario())
    assert [str(code) for code in verdict.codes] == player.codes()
    row = player.browser.find("[data-row=a1]").text
    moved = round(18 - path[1][1], 2)
    assert f'{moved:g}"' in row
    assert f"{6 - moved:.4g} left" in row

    player.drag((path[1][0], path[1][1]), (10, 17.5))
    player.judged("legal")
    assert len(player.scenario()["action"]["paths"]["a1"]) == 2
    assert checked(player.scenario()).legal


TOP = """
    const rect = document.querySelector(arguments[0]).getBoundingClientRect();
    return document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2)
      .closest("[data-model]").dataset.model;
"""


def test_a_model_on_an_enemy_can_be_dragged_away_again(player: Player) -> None:
    foe = next(unit for unit in player.scenario()["units"] if unit["id"] == "riders")
    place = foe["models"][0]["at"]
    player.drag((10, 18), (place[0], place[1]))
    player.judged("illegal")
    assert player.browser.run(TOP, "[data-model=a1] .base") == "a1"
    player.browser.press("\ue00c")  # Escape: on top also if it is not selected
    player.browser.wait("document.querySelectorAll('.model.selected').length === 0")
    assert player.browser.run(TOP, "[data-model=a1] .base") == "a1"
    player.drag((place[0], place[1]), (10.5, 18))
    player.judged("legal")
    end = player.scenario()["action"]["paths"]["a1"][-1]
    assert end[:2] == pytest.approx([10.5, 18], abs=0.15)


def test_of_models_that_overlap_the_selected_one_is_on_top(player: Player) -> None:
    order = "[...document.querySelectorAll('.mover')].map(e => e.dataset.model).join(' ')"
    before = player.browser.run(f"return {order}")
    first, *_, last = before.split()
    at = {model["id"]: model["at"] for model in player.scenario()["units"][0]["models"]}
    player.drag(tuple(at[first]), tuple(at[last]))
    player.judged("illegal")
    focused = "return document.activeElement.dataset.model"
    for one in (first, last, first):
        player.browser.run("document.querySelector(arguments[0]).focus()", f"[data-model={one}]")
        player.browser.press(" ")
        player.browser.wait(f"document.querySelector('.model.selected').dataset.model === '{one}'")
        player.browser.wait(
            f"document.querySelector('.mover:last-child').dataset.model === '{one}'"
        )
        assert player.browser.run(TOP, f"[data-model={one}] .base") == one
        assert player.browser.run(focused) == one  # it is raised without losing the focus
    player.drag(tuple(at[last]), tuple(at[first]))
    player.judged("legal")
    # Apart again, the Tab key finds them as they are numbered.
    player.browser.wait(f"{order} === '{before}'")


def test_several_are_selected_and_dragged_together(player: Player) -> None:
    player.browser.press("a")
    player.drag((10, 18), (11, 18.5))
    paths = player.scenario()["action"]["paths"]
    went = {
        name: [round(end[k] - start[k], 3) for k in (0, 1)] for name, (start, end) in paths.items()
    }
    assert len(went) == 4
    assert all(step == went["a1"] for step in went.values())
    player.judged("legal")
    end = paths["a2"][-1]
    player.point(end[0], end[1])
    player.browser.wait("document.querySelectorAll('.model.selected').length === 1")
    player.click("#undo")  # the drag was one change
    assert "paths" not in player.scenario()["action"]


def test_a_corner_makes_a_path_of_two_legs(player: Player) -> None:
    player.drag((10, 18), (12, 18))
    player.browser.press("c")
    at = player.scenario()["action"]["paths"]["a1"][-1]
    player.drag((at[0], at[1]), (12, 20))
    path = player.scenario()["action"]["paths"]["a1"]
    assert len(path) == 3
    assert path[1] == at
    player.browser.press("\ue003")  # Backspace
    assert "paths" not in player.scenario()["action"]


def test_the_best_move_is_made_and_told(player: Player) -> None:
    player.answered("#best")
    said = player.browser.find("#answer").text
    assert "FEASIBLE" in said
    assert "of at most" in said
    figures = re.search(r"Worth ([\d.]+) of at most ([\d.]+), gap ([\d.]+)", said)
    assert figures is not None
    worth, bound, gap = map(float, figures.groups())
    assert gap == pytest.approx(bound - worth, abs=1.6e-3)  # as many decimals as its two ends
    player.browser.wait("document.querySelector('#now').textContent.includes('of at most')")
    player.judged("legal")
    document = player.scenario()
    assert checked(document).legal
    assert set(document["action"]["paths"]) == {"a1", "a2", "a3", "captain"}
    worth = float(player.browser.find("#now").text.split()[3])
    assert worth > 25
    player.click("#undo")
    assert "paths" not in player.scenario()["action"]
    player.click("#redo")
    assert player.scenario() == document


def test_an_answer_is_not_told_of_another_move(player: Player) -> None:
    gone = "document.querySelector('#gone').checkVisibility()"
    player.answered("#best")
    player.judged("legal")
    player.browser.wait(f"!{gone}")
    player.click("#undo")
    player.browser.wait(gone)
    assert player.browser.find("#gone").text == "Of a move that is no longer shown:"
    assert float(player.browser.find("#answer").value_of_css_property("opacity")) < 0.6
    player.click("#redo")
    player.browser.wait(f"!{gone}")
    path = player.scenario()["action"]["paths"]["a1"]
    player.drag(path[-1][:2], (path[-1][0] + 1, path[-1][1] + 2))
    player.browser.wait(gone)
    player.answered("#snap")
    player.browser.wait(f"!{gone}")


def test_a_search_is_stopped_with_what_it_has_found(player: Player) -> None:
    player.write("#time", "60000")
    player.click("#best")
    player.browser.wait("document.querySelector('#best').textContent === 'Stop'")
    player.browser.wait("document.querySelector('#answer').textContent.includes('of at most')", 30)
    player.answered("#best")
    assert "ended by stopped" in player.browser.find("#answer").text
    player.judged("legal")
    assert player.browser.find("#best").text == "Best move"


def test_the_odds_of_a_charge_are_told(player: Player) -> None:
    player.example("charge")
    player.answered("#odds")
    odds = ms.odds(ms.loads(json.dumps(player.scenario())))
    assert odds.needed is not None
    said = player.browser.find("#needed").text
    assert said.startswith(f"{odds.needed} or more on 2D6 does: {100 * odds.probability:.3g} %.")
    player.write("#roll", str(odds.needed - 1))
    player.browser.wait("document.querySelector('#needed') === null")  # of another question
    player.answered("#best")
    assert "NOT_FOUND" in player.browser.find("#answer").text or (
        "INFEASIBLE" in player.browser.find("#answer").text
    )


def test_a_goal_is_weighed_and_removed(player: Player) -> None:
    player.write("#goals input[aria-label=Weight]", "-2")
    assert player.scenario()["action"]["goal"][0]["weight"] == -2
    player.click("#goals li:first-child .away")
    player.browser.wait("document.querySelectorAll('#goals li').length === 1")
    assert player.scenario()["action"]["goal"] == [
        {"within": {"of": {"marker": "centre"}, "inches": 3}, "weight": 3}
    ]
    player.choose("#goal-kind", "need")
    player.click("#goal-add")
    player.browser.wait("document.querySelectorAll('#goals li').length === 2")
    assert player.scenario()["action"]["goal"][1] == {
        "need": {"of": {"marker": "centre"}, "inches": 3, "models": 1}
    }


def test_models_walk_there_where_motion_is_welcome(player: Player) -> None:
    player.browser.prefer("light")
    player.click("#best")
    player.browser.wait("window.movesolver.view.shownPoses !== null", 30)
    player.browser.wait("window.movesolver.view.shownPoses === null", 30)
    player.browser.wait("window.movesolver.scenario().action.paths !== undefined")


def test_alternatives_are_shown_and_chosen(player: Player) -> None:
    player.browser.run("document.querySelector('#count').value = 3")
    player.answered("#others")
    buttons = player.browser.find_all("#moves button")
    assert 2 <= len(buttons) <= 3
    player.browser.hover("#moves li:last-child button")
    player.browser.wait("document.querySelectorAll('#board .preview').length === 4")
    buttons[-1].click()
    player.browser.wait("window.movesolver.scenario().action.paths !== undefined")
    player.judged("legal")
    player.browser.wait("document.querySelector('#moves li:last-child [aria-pressed=true]')")
    assert checked(player.scenario()).legal
    player.click("#undo")  # the list stays, and says that none of it is shown
    player.browser.wait("document.querySelectorAll('#moves [aria-pressed=true]').length === 0")
    assert player.browser.find_all("#moves button") == buttons
    player.choose("#move", "remain_stationary")  # of another question they are no answer
    player.browser.wait("document.querySelectorAll('#moves button').length === 0")


def test_reach_is_drawn_for_the_unit_and_for_one_model(player: Player) -> None:
    player.answered("#reach")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 4")
    assert player.browser.find("#reach").get_attribute("aria-pressed") == "true"
    fills = [
        player.browser.find(css).value_of_css_property("background-color")
        for css in ("#best", "#others", "#reach")
    ]
    assert fills[1] == fills[2] != fills[0]  # what is on is never taken for what is strong
    player.click("#reach")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 0")
    player.point(10, 18)
    player.answered("#reach")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 1")
    region = ms.reach(ms.loads(json.dumps(player.scenario())), model="a1", step=0.5).region("a1")
    shown = player.browser.run("return window.movesolver.view.reach.models.a1.area")
    assert shown == pytest.approx(region.area)
    player.drag((10, 18), (10.5, 18))  # it holds while only the move changes
    player.browser.wait("document.querySelectorAll('#board .reached').length === 1")
    player.choose("#move", "advance")
    player.browser.wait("document.querySelectorAll('#board .reached').length === 0")


def test_an_illegal_move_is_made_legal(player: Player) -> None:
    player.drag((10, 18), (16.5, 19))
    player.judged("illegal")
    assert "TOO_FAR" in player.codes()
    player.answered("#snap")
    player.judged("legal")
    assert "inches from where they stood" in player.browser.find("#worth").text
    assert checked(player.scenario()).legal


def test_a_way_round_is_found(player: Player) -> None:
    document = player.scenario()
    document["units"][0]["keywords"] = ["VEHICLE"]  # whom the wall stops
    document["units"][0]["models"] = document["units"][0]["models"][:1]
    document["units"][0]["models"][0]["at"] = [11.5, 24]
    assert player.load(json.dumps(document))
    player.drag((11.5, 24), (14.8, 24.0))
    player.judged("illegal")
    assert player.codes() == ["THROUGH_TERRAIN"]
    player.answered("#round")
    player.judged("legal")
    assert len(player.scenario()["action"]["paths"]["a1"]) > 2


def test_ovals_turn_by_keys_and_wheel(player: Player) -> None:
    player.example("riders")
    player.point(12, 12)
    player.browser.press("q")
    assert player.scenario()["action"]["paths"]["l1"][-1] == [12, 12, 15, 0]
    player.browser.press("e", "e")
    assert player.scenario()["action"]["paths"]["l1"][-1] == [12, 12, 345, 0]
    assert len(player.scenario()["action"]["paths"]["l1"]) == 2
    player.browser.run(
        """const base = document.querySelector("[data-model=l1] .base");
        base.dispatchEvent(new WheelEvent("wheel",
          {deltaY: -100, bubbles: true, cancelable: true}));"""
    )
    assert player.scenario()["action"]["paths"]["l1"][-1][2] == 350


def test_what_is_set_up_is_placed(player: Player) -> None:
    player.example("arrival")
    player.judged("illegal")
    assert player.codes() == ["NOT_PLACED"]
    player.click("#tray button")
    player.browser.wait("window.movesolver.scenario().action.ends.f1 !== undefined")
    assert player.scenario()["action"]["ends"]["f1"] == [22, 15, 0, 0]
    player.answered("#best")
    player.judged("legal")
    document = player.scenario()
    assert len(document["action"]["ends"]) == 5
    assert checked(document).legal


@pytest.mark.parametrize("name", ["squad", "ruins", "riders", "charge", "upstairs"])
def test_every_example_has_a_best_move(player: Player, name: str) -> None:
    player.example(name)
    player.answered("#best")
    player.browser.wait("window.movesolver.scenario().action.paths !== undefined")
    player.judged("legal")
    assert checked(player.scenario()).legal
