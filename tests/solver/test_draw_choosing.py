"""What there is to choose from is drawn: masks, choices, phases, deployments, threats by inches."""

from __future__ import annotations

import pickle
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import shapely

import movesolver as ms
from movesolver.armies.deploying import Deployed, Placement
from movesolver.draw.answers import pictures_of
from movesolver.draw.page import draw_page
from movesolver.draw.svg import draw_picture, draw_svg
from movesolver.errors import InputError

SQUAD = Path(__file__).parents[2] / "examples" / "squad.json"


def squad() -> ms.Scenario:
    return ms.load(SQUAD)


def listed(scenario: ms.Scenario) -> dict[str, list[tuple[float, float]]]:
    """Return where each model stands, 2 inches on, and far too far away."""
    places = {}
    for model in scenario.mover.models:
        assert model.at is not None
        x, y = model.at
        places[model.id] = [(x, y), (x + 2, y), (x + 30, y)]
    return places


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def told(node: ET.Element) -> str:
    title = next(child for child in node if child.tag.endswith("title"))
    return title.text or ""


def test_a_mask_shows_every_place_and_what_is_known_of_it() -> None:
    scenario = squad()
    found = ms.mask(scenario, listed(scenario))
    (picture,) = pictures_of(found)
    root = ET.fromstring(draw_picture(picture))
    allowed, barred = classed(root, "place-allowed"), classed(root, "place-barred")
    count = sum(int(row.sum()) for row in found.allowed.values())
    assert len(allowed) == count == 8
    assert len(barred) == 4
    assert not classed(root, "place-unknown")
    assert ("Places", "8 of 12 take part in a legal end") in picture.facts
    spots = {(float(n.get("cx", "")), float(n.get("cy", ""))) for n in allowed}
    assert spots == {place for places in listed(scenario).values() for place in places[:2]}
    assert {told(node) for node in barred} == {f"{name}: in no legal end" for name in found.places}
    page = draw_page(found)
    assert page.count('class="place-of"') == 4
    assert '<th scope="col">allowed</th>' in page


def test_a_place_of_several_models_says_whose_it_is() -> None:
    scenario = squad()
    shared = (10.0, 19.0)
    places = {name: [*spots, shared] for name, spots in listed(scenario).items()}
    root = ET.fromstring(draw_picture(pictures_of(ms.mask(scenario, places))[0]))
    at = [n for n in classed(root, "place-allowed") if float(n.get("cy", "")) == shared[1]]
    assert len(at) == 1
    assert "takes part in a legal end" in told(at[0])


def test_places_that_time_did_not_decide_are_rings() -> None:
    scenario = squad()
    found = ms.mask(scenario, listed(scenario), seconds=0.0)
    root = ET.fromstring(draw_picture(pictures_of(found)[0]))
    assert bool(classed(root, "place-unknown")) is not found.decided


def test_choices_are_a_tuple_and_draw_their_ends() -> None:
    scenario = squad()
    places = {
        name: [*spots[:2], (spots[0][0] + 1, spots[0][1])]
        for name, spots in listed(scenario).items()
    }
    found = ms.choices(scenario, places, most=14)
    assert isinstance(found, tuple)
    assert found == tuple(found)
    assert len(found) == 14
    pictures = pictures_of(found)
    assert [one.name for one in pictures] == [f"Choice {k}" for k in range(1, 13)]
    for picture, choice in zip(pictures, found, strict=False):
        ends = picture.scenario.action.ends
        assert ends is not None
        for (name, spots), k in zip(places.items(), choice, strict=True):
            assert ends[name][:2] == pytest.approx(spots[k])
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert draw_page(again) == draw_page(found)


def test_no_choice_is_said_in_words() -> None:
    scenario = squad()
    places = {name: [(10.0, 10.0)] for name in listed(scenario)}
    found = ms.choices(scenario, places)
    assert found == ()
    (picture,) = pictures_of(found)
    assert picture.facts[0] == ("Choices", "no combination of the listed places is a legal end")


def test_a_phase_shows_who_may_still_act_and_what() -> None:
    phase = ms.MovementPhase.start(squad(), ms.Dice(seed=2), side="red")
    (picture,) = pictures_of(phase)
    facts = dict(picture.facts)
    assert picture.acting == ("squad",)
    assert facts["Phase"] == "movement of red, round 1"
    assert "normal" in facts["squad"]
    assert "advance, after a roll" in facts["squad"]
    assert facts["riders"].startswith("nothing now")
    root = ET.fromstring(draw_picture(picture))
    (rings,) = classed(root, "acting")
    assert {ring.get("data-unit") for ring in rings} == {"squad"}
    assert len(list(rings)) == 4
    assert not classed(root, "overview")  # a phase is about the whole table
    rolled, _ = phase.roll("squad", "advance")
    facts = dict(pictures_of(rolled)[0].facts)
    assert facts["squad"] == "may advance"
    assert facts["Rolled"].startswith("squad, advance: ")
    done, _ = phase.finish()
    (picture,) = pictures_of(done)
    assert picture.acting == ()
    assert "every unit has had its turn" in dict(picture.facts).values()


def test_every_kind_of_phase_is_drawn_and_shows_itself() -> None:
    charge = ms.ChargePhase.start(squad(), ms.Dice(seed=2), side="red")
    charge, _ = charge.finish()
    fight = ms.FightMoves.after(charge)
    assert dict(pictures_of(fight)[0].facts)["Step"] == "pile in, red"
    for phase in (charge, fight):
        assert draw_page(phase).startswith("<!DOCTYPE html>")
        assert phase._repr_svg_().startswith("<svg")
        assert phase._repr_html_().startswith("<iframe")
    assert ms.FightMoves.loads(fight.dumps()) == fight


def test_a_deployment_says_how_each_unit_came() -> None:
    scenario = squad()
    placements = (
        Placement("squad", "red", "zone", {}, ()),
        Placement("riders", "blue", "left_out", {}, ("no room",)),
    )
    deployed = Deployed(scenario, placements, 0)
    (picture,) = pictures_of(deployed)
    assert picture.facts == (("squad", "zone"), ("riders", "left out; no room"))
    assert picture.whole
    assert deployed._repr_svg_() == draw_picture(picture)
    assert "left out; no room" in draw_page(deployed)


def test_a_threat_has_lines_for_inches_after_the_move() -> None:
    scenario = squad()
    found = ms.threat(scenario, "blue", plus=7.0)
    lines = found.lines()
    assert [inches for inches, _ in lines] == [0.0, 3.0, 6.0]
    table = shapely.box(0, 0, 60, 44)
    for inches, line in lines:
        nearer = ms.threat(scenario, "blue", plus=inches).polygons
        edge = nearer.boundary.difference(table.boundary.buffer(1e-6))
        assert line.hausdorff_distance(edge) < 1e-3
    assert ms.threat(scenario, "blue").lines() == []
    with pytest.raises(InputError, match="every"):
        found.lines(0.0)
    root = ET.fromstring(draw_svg(scenario, threat=found))
    assert [node.get("data-inches") for node in classed(root, "threat-line")] == ["0", "3", "6"]
    assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()
