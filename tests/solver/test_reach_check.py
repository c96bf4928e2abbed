"""Ends judged together with the question whether they can be reached."""

from __future__ import annotations

import pytest

from movesolver import InputError, check, check_reach
from movesolver.table.army import Model
from movesolver.table.bases import Base, oval, rectangle
from movesolver.table.scenario import Action
from reach_data import CENTRE, WIDE, around, ring, situation, wall, with_ends, with_paths


def test_an_end_in_reach_comes_with_its_path() -> None:
    scenario = with_ends(situation(terrain=(wall("w", 29.0, 24.0, 33.0, 24.5),)), a0=(28, 26, 0, 0))
    found = check_reach(scenario)
    assert found.legal
    way = found.ways["a0"]
    assert check(with_paths(scenario, a0=way.path), tolerance=0.0).legal
    assert found.to_json()["lengths"] == {"a0": way.length}
    assert found.to_json()["legal"] is True


def test_too_far_says_how_long_the_shortest_path_is() -> None:
    foe = (Model("e0", WIDE, (30.0, 26.0)),)
    scenario = situation(foes=foe, move=6.0, action=Action("alpha", "fall_back"))
    found = check_reach(with_ends(scenario, a0=(30.0, 30.1, 0.0, 0.0)))
    (finding,) = found.verdict.violations
    assert (finding.code, finding.models, finding.allowed) == ("TOO_FAR", ("a0",), 6.0)
    assert finding.found is not None
    assert around(8.0, 2.0) < finding.found < around(8.0, 2.0) + 0.1
    assert found.ways["a0"].length >= finding.found
    assert not found.legal


def test_far_beyond_the_maximum() -> None:
    found = check_reach(with_ends(situation(), a0=(5.0, 22.0, 0.0, 0.0)))
    (finding,) = found.verdict.violations
    assert (finding.code, finding.found) == ("TOO_FAR", 25.0)


def test_no_path_out_of_a_ring() -> None:
    scenario = situation(foes=ring(12, 7.0), move=10.0)
    found = check_reach(with_ends(scenario, a0=(30.0, 33.5, 0.0, 0.0)))
    assert found.verdict.codes == ("NO_PATH",)
    assert "No legal path" in found.verdict.explain()
    assert found.ways == {}


def test_what_is_wrong_with_the_end_is_said_too() -> None:
    foe = (Model("e0", WIDE, (36.0, 22.0)),)
    found = check_reach(with_ends(situation(foes=foe), a0=(33.0, 22.0, 0.0, 0.0)))
    assert found.verdict.codes == ("ENGAGED",)
    far = check_reach(with_ends(situation(foes=foe), a0=(39.5, 22.0, 0.0, 0.0)))
    assert far.verdict.codes == ("ENGAGED", "TOO_FAR")


def test_who_stays_needs_no_path() -> None:
    scenario = situation(at=(CENTRE, (33.0, 22.0)))
    found = check_reach(with_ends(scenario, a0=(31.0, 22.0, 0.0, 0.0), a1=(33.0, 22.0, 0.0, 0.0)))
    assert found.legal
    assert list(found.ways) == ["a0"]
    still = situation(action=Action("alpha", "remain_stationary"))
    assert check_reach(with_ends(still)).legal


def test_an_oval_that_must_squeeze() -> None:
    """Between walls 2 inches apart an oval 1.65 inches wide goes in, but not across."""
    walls = (wall("n", 32.0, 23.0, 40.0, 23.5), wall("s", 32.0, 20.5, 40.0, 21.0))
    scenario = situation(base=oval(75, 42), terrain=walls)
    ahead = check_reach(with_ends(scenario, a0=(35.0, 22.0, 0.0, 0.0)))
    assert ahead.legal
    shut = (*walls, wall("door", 31.9, 20.5, 32.0, 23.5), wall("end", 40.0, 20.5, 40.1, 23.5))
    over = check_reach(
        with_ends(situation(base=oval(75, 42), terrain=shut), a0=(36.0, 22.0, 0.0, 0.0))
    )
    (finding,) = over.verdict.violations
    # up the five inches of the door, and down
    assert (finding.code, finding.found) == ("TOO_FAR", 16.0)
    foes = ring(12, 7.0)
    closed = check_reach(
        with_ends(situation(base=oval(75, 42), foes=foes), a0=(30.0, 33.5, 0.0, 0.0))
    )
    assert closed.verdict.codes == ("NO_PATH",)
    assert "reaches its end" in closed.verdict.explain()


def bar(name: str, x0: float, y0: float, x1: float, y1: float) -> Model:
    """An enemy as long as a wall: nothing to climb."""
    base: Base = rectangle(25.4 * (x1 - x0), 25.4 * (y1 - y0))
    return Model(name, base, ((x0 + x1) / 2.0, (y0 + y1) / 2.0))


def test_an_oval_says_when_nothing_was_found() -> None:
    """The disc inside passes the door, the oval cannot turn behind it: nothing is proved."""
    foes = (
        bar("door1", 32.0, 10.0, 32.5, 21.15),
        bar("door2", 32.0, 22.85, 32.5, 34.0),
        bar("back", 34.2, 10.0, 34.7, 34.0),
        bar("top", 32.5, 33.5, 34.2, 34.0),
        bar("bottom", 32.5, 10.0, 34.2, 10.5),
    )
    scenario = situation(
        base=oval(75, 42), foes=foes, move=8.0, action=Action("alpha", "fall_back")
    )
    found = check_reach(with_ends(scenario, a0=(33.35, 25.0, 90.0, 0.0)))
    assert found.verdict.codes == ("ENGAGED", "NO_PATH")
    assert "was found" in found.verdict.explain()


def test_monsters_that_bar_each_other_move_in_an_order() -> None:
    """The one in front goes first: neither path is clear of where both stand, the order is."""
    walls = (wall("n", 20.0, 23.0, 44.0, 23.5), wall("s", 20.0, 20.5, 44.0, 21.0))
    scenario = situation(at=(CENTRE, (33.0, 22.0)), keywords=("MONSTER",), terrain=walls)
    found = check_reach(with_ends(scenario, a0=(32.5, 22.0, 0.0, 0.0), a1=(35.0, 22.0, 0.0, 0.0)))
    assert found.legal
    swapped = check_reach(with_ends(scenario, a0=(34.9, 22.0, 0, 0), a1=(32.5, 22.0, 0, 0)))
    assert swapped.verdict.codes == ("THROUGH_FRIEND",)


def test_questions_without_an_answer() -> None:
    with pytest.raises(InputError, match="ends"):
        check_reach(situation())
