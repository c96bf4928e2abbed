"""Set up edits what a file may have: floors, bases of models that stand, hulls, a unit's status."""

from __future__ import annotations

import json

import pytest

import movesolver as ms
from page_data import Document, Player

pytestmark = pytest.mark.compiled


def mode(player: Player, name: str) -> None:
    player.browser.run(f"document.querySelector('[name=mode][value={name}]').click()")
    player.seen("#moving" if name == "move" else "#setting")


def tool(player: Player, name: str) -> None:
    player.browser.run(f"document.querySelector('[name=tool][value={name}]').click()")
    player.browser.wait(f"window.movesolver.view.tool === '{name}'")


def unit(player: Player, name: str) -> Document:
    found: Document = next(one for one in player.scenario()["units"] if one["id"] == name)
    return found


def status(player: Player, name: str, css: str) -> str:
    """Open the status of a unit and return the selector of a field in it."""
    box = f"[data-status-of='{name}']"
    player.browser.run("document.querySelector(arguments[0]).open = true", box)
    player.seen(f"{box} {css}")
    return f"{box} {css}"


def loaded(player: Player) -> ms.Scenario:
    """What is on the page, as the library reads it."""
    return ms.loads(json.dumps(player.scenario()))


def test_a_floor_joins_the_terrain_it_is_drawn_in(player: Player) -> None:
    mode(player, "setup")
    player.click("#fit")
    tool(player, "area")
    player.drag((20, 10), (28, 16))
    player.browser.wait("window.movesolver.scenario().terrain.length === 2")
    tool(player, "floor")
    player.write("#storey", "4")
    player.drag((21, 11), (25, 15))
    player.browser.wait("window.movesolver.scenario().terrain[1].floors?.length === 1")
    feature = player.scenario()["terrain"][1]
    assert feature["floors"][0]["z"] == 4
    assert feature["floors"][0]["polygon"][0] == pytest.approx([21, 11], abs=0.15)
    assert player.browser.find_all("#board .floor")
    player.write("#thing .floor-line input", "5.5")
    assert player.scenario()["terrain"][1]["floors"][0]["z"] == 5.5
    assert loaded(player).terrain[1].floors[0].z == 5.5
    tool(player, "floor")
    player.drag((35, 30), (40, 34))  # of its own where nothing is
    player.browser.wait("window.movesolver.scenario().terrain.length === 3")
    assert loaded(player).terrain[2].floors[0].z == 4
    player.click("#thing button[aria-label='Remove floor 1']")
    player.browser.wait("window.movesolver.scenario().terrain[2].floors.length === 0")
    loaded(player)


def test_a_model_can_climb_onto_a_floor_that_was_drawn(player: Player) -> None:
    mode(player, "setup")
    tool(player, "floor")
    player.write("#storey", "2")
    player.drag((9, 13), (13, 17))
    player.browser.wait("window.movesolver.scenario().terrain.length === 2")
    mode(player, "move")
    player.point(10, 18)
    player.write("#height", "2")
    player.drag((10, 18), (11, 15))
    player.browser.wait("window.movesolver.scenario().action.paths?.a1")
    scenario = loaded(player)
    assert scenario.action.paths is not None
    assert scenario.action.paths["a1"][-1][3] == 2


def test_bases_of_models_that_stand_are_changed(player: Player) -> None:
    mode(player, "setup")
    player.point(10, 18)
    player.choose("#thing [aria-label='Kind of base']", "oval")
    player.seen("#thing [aria-label='Width, mm']")
    assert unit(player, "squad")["models"][0]["base"] == {"oval": [75, 42]}
    player.write("#thing [aria-label='Length, mm']", "90")
    assert unit(player, "squad")["models"][0]["base"] == {"oval": [90, 42]}
    assert player.browser.find_all("#board [data-model=a1] ellipse")
    player.click("#undo")
    player.click("#undo")
    assert unit(player, "squad")["models"][0]["base"] == {"round": 32}
    player.click("[data-unit-line=squad] .row:nth-child(2) button")  # Select
    player.browser.wait("window.movesolver.view.selected.size === 4")
    player.write("#thing [aria-label='Diameter, mm']", "28.5")
    assert [m["base"] for m in unit(player, "squad")["models"]] == [{"round": 28.5}] * 4


def test_a_hull_is_shaped_by_its_corners(player: Player) -> None:
    mode(player, "setup")
    player.click("#fit")
    player.point(19, 21)
    player.choose("#thing [aria-label='Kind of base']", "hull")
    corners = "#thing [aria-label='Corners of the hull, inches']"
    player.seen(corners)
    made = unit(player, "riders")["models"][1]["base"]["hull"]
    assert len(made) == 6
    assert max(x for x, _ in made) == pytest.approx(60 / 25.4, abs=1e-3)
    player.write(corners, "2 0, -1 1.5, -1 -1.5")
    assert unit(player, "riders")["models"][1]["base"] == {"hull": [[2, 0], [-1, 1.5], [-1, -1.5]]}
    base = loaded(player).units[1].models[1].base
    assert base.hull is not None
    player.write(corners, "2 0, nonsense")
    assert player.complaint() is not None
    assert len(unit(player, "riders")["models"][1]["base"]["hull"]) == 3
    tool(player, "model")
    player.choose("#shape", "hull")
    player.point(40, 30)
    player.browser.wait("window.movesolver.scenario().units.flatMap((u) => u.models).length === 7")
    assert "hull" in loaded(player).units[-1].models[-1].base.__struct_fields__


def test_what_happened_to_a_unit_is_told_to_the_referee(player: Player) -> None:
    mode(player, "setup")
    player.click(status(player, "squad", "[data-name='squad battle_shocked']"))
    player.browser.wait("window.movesolver.scenario().units[0].status?.battle_shocked === true")
    player.choose(status(player, "squad", "[data-name='squad moved']"), "advance")
    player.write(status(player, "squad", "input[type=number]"), "6")
    assert unit(player, "squad")["status"] == {
        "battle_shocked": True, "moved": "advance", "scouts": 6,
    }  # fmt: skip
    summary = player.browser.find("[data-status-of=squad] summary").text
    assert summary == "last move: advance, battle-shocked, Scouts 6″"
    told = loaded(player).units[0].status
    assert (told.battle_shocked, told.moved, told.scouts) == (True, "advance", 6.0)
    player.write(status(player, "squad", "input[type=number]"), "")
    player.choose(status(player, "squad", "[data-name='squad moved']"), "")
    player.click(status(player, "squad", "[data-name='squad battle_shocked']"))
    player.browser.wait("window.movesolver.scenario().units[0].status === undefined")
    mode(player, "move")
    player.judged("legal")


def test_a_charge_after_an_advance_is_refused_once_it_is_told(player: Player) -> None:
    player.example("charge")
    mode(player, "setup")
    name = player.scenario()["action"]["unit"]
    player.choose(status(player, name, f"[data-name='{name} moved']"), "advance")
    mode(player, "move")
    player.browser.wait("document.querySelector('#verdict').textContent.includes('advance')")
    assert loaded(player).mover.status.moved == "advance"


def test_a_unit_gets_into_a_transport_and_out(player: Player) -> None:
    mode(player, "setup")
    player.click("#fit")
    tool(player, "model")
    player.choose("#into", "")
    player.choose("#new-side", "red")
    player.point(40, 30)
    player.browser.wait("window.movesolver.scenario().units.length === 3")
    box = player.scenario()["units"][2]["id"]
    player.write(status(player, box, "label:nth-of-type(10) input"), "12")
    player.browser.wait("window.movesolver.scenario().units[2].status?.capacity === 12")
    player.choose(status(player, "squad", "[data-name='squad in']"), box)
    embarked = unit(player, "squad")
    assert embarked["status"] == {"embarked_in": box}
    assert all("at" not in model for model in embarked["models"])
    assert not player.browser.find_all("#board [data-model=a1].other")
    loaded(player)
    player.choose(status(player, "squad", "[data-name='squad in']"), "")
    assert "status" not in unit(player, "squad")
    assert all("at" in model for model in unit(player, "squad")["models"])
    loaded(player)


def test_a_slain_model_counts_nowhere(player: Player) -> None:
    mode(player, "setup")
    player.point(10, 18)
    player.click("#thing [data-name=slain]")
    player.browser.wait("window.movesolver.scenario().units[0].models[0].slain === true")
    assert loaded(player).units[0].models[0].slain
    player.click("#thing [data-name=slain]")
    player.browser.wait("window.movesolver.scenario().units[0].models[0].slain === undefined")
