"""Pages are whole, the same each time, and say what the answer says; a browser judges the rest."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import movesolver
from movesolver import InputError, Scenario
from movesolver.draw.answers import of_question, pictures_of
from movesolver.draw.layers import LAYERS
from movesolver.draw.page import draw_page, framed_page
from movesolver.draw.picture import Picture
from movesolver.draw.svg import draw_picture
from movesolver.paths.command import Answer
from movesolver.table.scenario import Action, RulesChoice
from reach_data import situation

SQUAD = Path(__file__).parents[2] / "examples" / "squad.json"


class Page(HTMLParser):
    """Elements with their attributes, and the text of those asked about."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self._open: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        self._open.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)

    def of(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]


def squad() -> Scenario:
    return movesolver.load(SQUAD)


def told(page: str) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    data: list[dict[str, Any]] = json.loads(found[1])
    return data


@pytest.fixture(scope="module")
def result() -> movesolver.Result:
    return movesolver.solve(squad(), seed=0)


def test_the_same_answer_gives_the_same_page(result: movesolver.Result) -> None:
    assert draw_page(result) == draw_page(result)


def test_a_page_may_run_its_own_script_and_nothing_else(result: movesolver.Result) -> None:
    page = Page(draw_page(result))
    (policy,) = (m["content"] for m in page.of("meta") if "http-equiv" in m)
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["base-uri"] == rules["form-action"] == "'none'"
    text = draw_page(result)
    for tag, rule in (("script", "script-src"), ("style", "style-src")):
        (body,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, flags=re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    for _, attributes in page.elements:
        assert not any(key.startswith("on") or key in ("href", "src") for key in attributes)
        assert "style" not in attributes
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_page_says_what_the_answer_says(result: movesolver.Result) -> None:
    page = draw_page(result)
    said = " ".join(" ".join(texts) for texts in Page(page).texts.values())
    assert f"{result.objective:.6g} points" in said
    assert f"{result.bound:.6g} points" in said
    assert str(result.certificate["claim"]) in said
    assert "The move breaks no rule." in said
    for name, length in result.lengths.items():
        assert name in said
        assert f"{length:.2f}" in said
    ceilings = result.certificate["proof"]["models"]
    for most in ceilings.values():
        assert f"{most:.4g}" in said


def test_models_steps_and_bases_are_told_to_the_script(result: movesolver.Result) -> None:
    (data,) = told(draw_page(result))
    models, steps, bases = (data[key] for key in ("models", "steps", "bases"))
    assert isinstance(models, list)
    assert isinstance(steps, list)
    assert isinstance(bases, list)
    assert [model["id"] for model in models][:4] == ["a1", "a2", "a3", "captain"]
    assert steps == [[0, 0, 1], [1, 0, 1], [2, 0, 1], [3, 0, 1]]
    assert {part[0] for base in bases for part in base} == {0, 1}


def test_an_order_of_moving_is_the_order_of_the_steps() -> None:
    way = ((30.0, 22.0, 0.0, 0.0), (31.0, 22.0, 0.0, 0.0), (31.0, 25.0, 0.0, 0.0))
    other = ((33.0, 22.0, 0.0, 0.0), (35.0, 22.0, 0.0, 0.0))
    order = (("a0", 1), ("a1", 1), ("a0", 2))
    action = Action("alpha", "move", paths={"a0": way, "a1": other}, order=order)
    rules = RulesChoice(game="voidsiege")
    scenario = situation(at=((30.0, 22.0), (33.0, 22.0), (36.0, 22.0)), action=action, rules=rules)
    (data,) = told(draw_page(scenario))
    assert data["steps"] == [[0, 0, 1], [1, 0, 1], [0, 1, 2]]
    unordered = msgspec.structs.replace(scenario.action, order=None)
    (data,) = told(draw_page(msgspec.structs.replace(scenario, action=unordered)))
    assert data["steps"] == [[0, 0, 2], [1, 0, 1]]


def test_several_moves_are_on_one_page() -> None:
    moves = movesolver.propose(squad(), 2, seed=0)
    page = Page(draw_page(moves))
    assert len([a for a in page.of("section") if "data-view" in a]) == len(moves.moves) == 2
    choices = [a for a in page.of("input") if a.get("name") == "view"]
    assert [choice["value"] for choice in choices] == ["0", "1"]
    assert len(told(draw_page(moves))) == 2


def test_answers_without_a_move_show_the_question() -> None:
    charge = msgspec.structs.replace(
        squad().action, move="charge", targets=("riders",), goal=(), roll=None
    )
    far = msgspec.structs.replace(squad(), action=charge, phase="charge")
    near = movesolver.odds(far)
    words = draw_page(near)
    assert f"{near.needed} or more on 2D6" in words
    foe = msgspec.structs.replace(far.units[1], models=far.units[1].models[:1])
    gone = msgspec.structs.replace(foe.models[0], at=(55.0, 40.0))
    foe = msgspec.structs.replace(foe, models=(gone,))
    none = movesolver.odds(msgspec.structs.replace(far, units=(far.units[0], foe)))
    assert none.needed is None
    assert "no roll of 2D6 is enough" in draw_page(none)
    assert not [a for a in Page(draw_page(none)).of("input") if a.get("type") == "range"]


def test_reach_threat_and_the_command_are_drawn() -> None:
    scenario = squad()
    region = movesolver.reach(scenario)
    page = draw_page(region)
    assert 'class="reach"' in page
    assert 'class="reach-line"' in page
    near = Answer(scenario, region, asked=region.within(3.0, "centre"))
    asked = draw_page(near)
    assert "asked for" in asked
    assert near.best is not None
    assert f"a2 and a3 can; {near.best.model} as drawn" in asked
    one = Answer(scenario, region, asked={near.best.model: near.best})
    assert f"{near.best.model} can, as drawn" in draw_page(one)
    # Each model goes by itself, so nothing is said of its unit.
    for sign in ('class="apart"', 'class="breaks"', 'class="links"', "stands apart"):
        assert sign not in asked
        assert sign not in draw_page(region)
    threat = movesolver.threat(scenario, "blue", plus=12.0)
    assert 'class="threat"' in draw_page(threat)
    assert 'class="threat"' in draw_page(Answer(scenario, threat=threat))


def test_broken_rules_are_listed_in_words() -> None:
    far = ((30.0, 22.0, 0.0, 0.0), (40.0, 22.0, 0.0, 0.0))
    scenario = situation(action=Action("alpha", "normal", paths={"a0": far}))
    page = draw_page(scenario, verdict=movesolver.check(scenario))
    assert "<b>TOO_FAR</b>" in page
    assert ">Not legal<" in page
    assert 'data-model="a0"' in page


def test_only_layers_that_are_there_can_be_hidden() -> None:
    boxes = [a["data-layer"] for a in Page(draw_page(squad())).of("input") if "data-layer" in a]
    assert boxes == ["links", "engagement", "names", "numbers", "markers", "terrain"]
    keys = [layer.key for layer in LAYERS]
    assert len(keys) == len(set(keys))


def test_every_sign_of_the_legend_belongs_to_a_layer() -> None:
    source = Path(movesolver.__file__).parent / "draw" / "legend.py"
    named = set(re.findall(r'layer="(\w+)"', source.read_text(encoding="utf-8")))
    assert named <= {layer.key for layer in LAYERS}


def test_a_notebook_gets_a_frame_and_a_picture(result: movesolver.Result) -> None:
    for answer in (result, squad(), movesolver.reach(squad()), movesolver.threat(squad())):
        (frame,) = Page(answer._repr_html_()).of("iframe")
        assert frame["srcdoc"] == draw_page(answer)
        assert frame["sandbox"] == "allow-scripts"
        assert answer._repr_svg_().startswith("<svg ")
    assert framed_page(result) == result._repr_html_()


def test_pictures_of_a_picture_are_itself_and_of_nothing_an_error() -> None:
    picture = of_question(squad(), ("Status", "none"))
    assert pictures_of(picture) == (picture,)
    assert "<dd>none</dd>" in draw_page(picture)
    assert draw_picture(Picture(squad(), title="Here")).count("Here") == 3
    with pytest.raises(InputError, match="answer: wanted a scenario or an answer to draw, got"):
        draw_page(7)


def test_losses_are_crossed_out() -> None:
    row = situation(at=((10.0, 10.0), (13.0, 10.0), (16.0, 10.0), (22.0, 10.0), (25.0, 10.0)))
    regained = movesolver.regain(row)
    (picture,) = regained.pictures()
    assert picture.lost == regained.removed == ("a3", "a4")
    drawn = draw_picture(picture)
    assert drawn.count('class="lost"') == 2
    assert "<title>a3 is lost</title>" in drawn
    page = draw_page(regained)
    assert "<dd>a3, a4</dd>" in page
    assert "lost" in [a.get("data-layer") for a in Page(page).of("input")]


def test_losses_that_are_as_small_are_chosen_from() -> None:
    pair = situation(at=((10.0, 10.0), (20.0, 10.0)))
    regained = movesolver.regain(pair)
    assert [picture.lost for picture in regained.pictures()] == [("a0",), ("a1",)]
    choices = [a for a in Page(draw_page(regained)).of("input") if a.get("name") == "view"]
    assert len(choices) == 2


def test_ends_judged_with_their_ways_show_the_ways() -> None:
    ends = {"a0": (34.0, 22.0, 0.0, 0.0)}
    scenario = situation(action=Action("alpha", "normal", ends=ends))
    reached = movesolver.check_reach(scenario)
    page = draw_page(scenario, verdict=reached)
    assert 'class="legs"' in page
    assert ">Legal<" in page
    (data,) = told(page)
    assert data["models"][0]["given"] is True
    far = {"a0": (54.0, 22.0, 0.0, 0.0)}
    scenario = situation(action=Action("alpha", "normal", ends=far))
    page = draw_page(scenario, verdict=movesolver.check_reach(scenario))
    assert ">Not legal<" in page
    assert "TOO_FAR" in page
