"""A proof that there is no legal end is drawn: who gets how far, and what that does not meet."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from movesolver.draw.answers import pictures_of, plain, proves_none
from movesolver.draw.page import draw_page
from movesolver.draw.refuted import Refuted, refuted_of
from movesolver.draw.svg import draw_picture
from movesolver.search.result import Status
from movesolver.search.solve import solve
from movesolver.table.army import Model, Unit
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, AtLeast, GoalTerm, Scenario, Table, Target

RADIUS = 32 / 25.4 / 2
Places = tuple[tuple[float, float], ...]


def asked(
    places: Places, *goal: GoalTerm, foes: Places = (), move: str = "normal", **more: Any
) -> Scenario:
    """Return models in a row of places, enemies, and what is wanted of a move."""
    own = tuple(Model(f"a{k}", round_base(32), at=at) for k, at in enumerate(places))
    units = [Unit("alpha", "a", own, ("INFANTRY",), 6.0)]
    if foes:
        theirs = tuple(Model(f"e{k}", round_base(32), at=at) for k, at in enumerate(foes))
        units.append(Unit("foe", "b", theirs, ("INFANTRY",), 6.0))
    return Scenario(1, Table(60, 44), tuple(units), Action("alpha", move, goal=goal, **more))


def seen(question: Scenario) -> tuple[Refuted, ET.Element]:
    """Return what is drawn of the proof, and the still picture."""
    result = solve(question)
    assert result.status is Status.INFEASIBLE
    (picture,) = pictures_of(result)
    assert proves_none(picture)
    found = refuted_of(question, result.certificate)
    return found, ET.fromstring(draw_picture(plain(picture)))


def classed(root: ET.Element, name: str) -> list[ET.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def test_two_halves_that_cannot_meet() -> None:
    question = asked(((10, 20), (11.5, 20), (28.5, 20), (30, 20)))
    found, root = seen(question)
    assert {disc.model: disc.other for disc in found.discs} == {
        "a0": False, "a1": False, "a2": True, "a3": True,
    }  # fmt: skip
    assert {disc.radius for disc in found.discs} == {6.0}
    (lack,) = found.lacks
    gap = 28.5 - 11.5 - 2 * (6 + RADIUS)
    assert lack.words == f'{gap:.2f}" at least, 2" at most'
    assert lack.end[0] - lack.start[0] == pytest.approx(gap, abs=1e-3)
    assert len(classed(root, "lack")) == 1
    assert not classed(root, "breaks")  # where they stand now is not what is proved
    assert any(node.text == lack.words for node in root.iter())


def test_two_too_far_for_one_unit() -> None:
    found, _ = seen(asked(((5, 20), (50, 20))))
    assert [disc.model for disc in found.discs] == ["a0", "a1"]
    assert '" at least, ' in found.lacks[0].words


def test_a_target_out_of_reach() -> None:
    question = asked(((10, 20),), foes=((24.0, 20),), move="charge", roll=3, targets=("foe",))
    result = solve(question)
    certificate = {"bound": None, "proof": {"kind": "out_of_reach", "target": "foe"}}
    found = refuted_of(question, certificate)
    assert result.status is Status.INFEASIBLE
    assert [disc.radius for disc in found.discs] == [3.0]
    assert found.lacks[0].words == f'{14 - 3 - 2 * RADIUS:.2f}" at least, 2" at most'


def test_a_need_that_nobody_can_meet() -> None:
    question = asked(((10, 20), (11.5, 20)), GoalTerm(need=AtLeast((34.0, 20.0), 1, 1.0)))
    found, root = seen(question)
    assert [disc.model for disc in found.discs] == ["a0", "a1"]
    assert found.lacks[0].end[0] == pytest.approx(34.0)
    assert found.wanted[0].bounds == pytest.approx((33, 19, 35, 21), abs=1e-6)
    assert len(classed(root, "wanted")) == 1
    assert "where bases had to reach into" in {node.text for node in root.iter()}


def test_a_need_that_has_no_room_shows_its_places() -> None:
    row = tuple((10 + 1.4 * k, 20.0) for k in range(5))
    found, root = seen(asked(row, GoalTerm(need=AtLeast((14.0, 20.0), 4, 0.1))))
    assert len(found.wanted) == 1
    (bound,) = classed(root, "bound")  # discs that hold one centre each, in the still picture too
    assert len(list(bound)) > 3


def test_who_is_boxed_in_and_who_is_held() -> None:
    one = asked(((20, 20),), foes=((21.5, 20),))
    nowhere = refuted_of(one, {"proof": {"kind": "nowhere", "model": "a0"}})
    assert [(disc.model, disc.radius) for disc in nowhere.discs] == [("a0", 6.0)]
    assert not nowhere.lacks
    held = refuted_of(one, {"proof": {"kind": "held", "model": "a0", "by": "e0"}})
    assert held.lacks[0].words == "it cannot get away"


def test_where_a_way_is_too_long_no_inches_are_said() -> None:
    question = asked(((10, 20), (11.5, 20), (18.5, 20), (20, 20)))
    proof = {"kind": "apart", "some": ["a0", "a1"], "others": ["a2", "a3"], "neighbour": False}
    found = refuted_of(question, {"bound": None, "proof": proof})
    assert found.lacks[0].words == "no way is short enough"


def test_an_earlier_mode_shows_the_room_it_has() -> None:
    node = {
        "kind": "earlier",
        "mode": "tactical",
        "ends": {"a0": [5, 6, 0, 0], "nobody": [1, 1, 0, 0]},
    }
    found = refuted_of(asked(((10, 20),)), {"proof": node})
    assert [(name, pose) for name, _, pose in found.ends] == [("a0", (5.0, 6.0, 0.0, 0.0))]
    closed = {"kind": "modes", "closed": {"tactical": {"kind": "nowhere", "model": "a0"}}}
    assert refuted_of(asked(((10, 20),)), {"proof": closed}).discs


@pytest.mark.parametrize(
    "proof",
    [
        None, 7, [], {}, {"kind": "rules", "codes": []}, {"kind": "nowhere"},
        {"kind": "nowhere", "model": ["a0"]}, {"kind": "apart", "some": 3, "others": None},
        {"kind": "spread", "models": ["x", {}]}, {"kind": "spread", "models": []},
        {"kind": "out_of_reach", "target": {}}, {"kind": "need", "goal": 9, "models": ["a0"]},
        {"kind": "need", "goal": -1}, {"kind": "need", "goals": ["x", 1.5, None, True]},
        {"kind": "held", "model": "a0", "by": None},
        {"kind": "earlier", "ends": {"a0": [1, "x", 0, 0]}},
        {"kind": "earlier", "ends": {"a0": [1e999, 0, 0, 0]}}, {"kind": "modes", "closed": []},
    ],
)  # fmt: skip
def test_what_is_no_proof_draws_nothing_and_breaks_nothing(proof: Any) -> None:
    question = asked(((10, 20),), GoalTerm(near=Target(unit="alpha")))
    found = refuted_of(question, {"bound": None, "proof": proof})
    assert not found.lacks
    assert not found.ends


def test_the_page_shows_the_proof_at_once() -> None:
    result = solve(asked(((10, 20), (40, 20))))
    page = draw_page(result)
    assert 'data-off=""' in page
    assert "surely gets no farther" in page
    assert "Why there is no legal end" in page
    found = solve(asked(((10, 20), (11.4, 20)), GoalTerm(near=(20.0, 20.0))))
    assert 'data-off="bound"' in draw_page(found)
