"""Coherency links in the picture agree with the distances, and outsiders are marked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree import ElementTree as ET

import pytest

from movesolver.draw.links import outside
from movesolver.draw.svg import draw_svg
from movesolver.rules.ruleset import CoherencyRule
from movesolver.table.army import Model, Unit
from movesolver.table.bases import Base, hull, oval, rectangle
from movesolver.table.bases import round as round_base
from movesolver.table.scenario import Action, Game, Pose, RulesChoice, Scenario, Table

R = 16 / 25.4
STEP = 2 + 2 * R
"""Distance between centres of two 32 mm bases that are exactly 2" apart."""

# An L about a point outside itself: no disc about the centre lies in it.
HOOK = hull(((-2, -2), (2, -2), (2, -1), (-1, -1), (-1, 2), (-2, 2)))


def drawn(
    models: Sequence[Model], game: Game = "wh40k11", ends: dict[str, Pose] | None = None
) -> tuple[set[tuple[str, str]], set[str]]:
    """Return the links and the models marked as standing apart."""
    scenario = Scenario(
        1, Table(60, 44), (Unit("u", "a", tuple(models)),), Action("u", "normal", ends=ends),
        rules=RulesChoice(game=game),
    )  # fmt: skip
    root = ET.fromstring(draw_svg(scenario))
    links = {
        (str(node.get("data-from")), str(node.get("data-to")))
        for node in root.iter()
        if node.get("data-from") is not None
    }
    apart = {
        str(group.get("data-model"))
        for group in root.iter()
        if group.get("data-model") and any(node.get("class") == "apart" for node in group)
    }
    return links, apart


def row(*xs: float, base: Base | None = None) -> list[Model]:
    return [Model(f"m{k}", base or round_base(32), at=(x, 20)) for k, x in enumerate(xs, start=1)]


def test_two_inches_exactly_is_a_link() -> None:
    assert drawn(row(10, 10 + STEP)) == ({("m1", "m2")}, set())


@pytest.mark.parametrize(("more", "linked"), [(0.9e-6, True), (2e-6, False)])
def test_a_link_ends_at_the_tolerance(more: float, linked: bool) -> None:
    links, apart = drawn(row(10, 10 + STEP + more))
    assert bool(links) is linked
    assert apart == (set() if linked else {"m1", "m2"})


def test_a_group_cut_off_is_marked() -> None:
    links, apart = drawn(row(10, 12, 14, 30, 32))
    assert links == {("m1", "m2"), ("m2", "m3"), ("m4", "m5")}
    assert apart == {"m4", "m5"}


def test_voidsiege_asks_for_a_neighbour_only() -> None:
    assert drawn(row(10, 12, 14, 30, 32, 50), "voidsiege")[1] == {"m6"}


def test_the_tenth_edition_asks_for_two_in_large_units() -> None:
    line = [10 + k * STEP for k in range(7)]
    assert drawn(row(*line[:6]), "wh40k10")[1] == set()
    assert drawn(row(*line), "wh40k10")[1] == {"m1", "m7"}


def test_links_are_drawn_where_the_models_end() -> None:
    ends: dict[str, Pose] = {"m2": (12.0, 20.0, 0.0, 0.0)}
    assert drawn(row(10, 30), ends=ends) == ({("m1", "m2")}, set())


@pytest.mark.parametrize(("z", "linked"), [(5.0, True), (5.1, False)])
def test_height_counts_apart(z: float, linked: bool) -> None:
    models = [*row(10), Model("high", round_base(32), at=(10, 20), z=z)]
    assert bool(drawn(models)[0]) is linked


@pytest.mark.parametrize(
    ("first", "second", "centres"),
    [
        # Long axes in line: the half-lengths add up.
        (oval(75, 42), oval(105, 70), (75 + 105) / 50.8),
        (oval(170, 109), round_base(32), (170 + 32) / 50.8),
        (rectangle(50, 25), rectangle(80, 50), (50 + 80) / 50.8),
        (rectangle(50, 25), oval(75, 42), (50 + 75) / 50.8),
        (HOOK, round_base(32), 2 + R),
    ],
    ids=["ovals", "oval and disc", "rectangles", "rectangle and oval", "hook and disc"],
)
@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 200.0])
def test_links_of_other_shapes(first: Base, second: Base, centres: float, turn: float) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for more, linked in ((-1e-4, True), (1e-4, False)):
        far = centres + 2 + more
        # The hook reaches 2" to its front only 1.5" to the right of its centre line.
        aside = -1.5 if first is HOOK else 0.0
        at = (30 + far * c - aside * s, 20 + far * s + aside * c)
        models = [
            Model("m1", first, at=(30, 20), facing=turn),
            Model("m2", second, at=at, facing=turn),
        ]
        assert bool(drawn(models)[0]) is linked, more


def test_a_base_in_the_bend_of_a_hook_is_not_called_near_for_its_centre() -> None:
    big = hull(tuple((4 * x, 4 * y) for x, y in HOOK.hull or ()))
    spot = (33.0, 25.0)
    models = [Model("m1", big, at=(30, 20)), Model("m2", round_base(25), at=spot)]
    # The inner corner of the hook is at (26, 16); its inner sides are x = 26 and y = 16.
    gap = min(spot[0] - 26, spot[1] - 16) - 12.5 / 25.4
    assert gap > 2
    assert drawn(models)[0] == set()


def test_groups_on_plain_links() -> None:
    rule = CoherencyRule("test", neighbour=2, neighbour_vertical=5)
    assert outside(0, [], rule) == set()
    assert outside(1, [], rule) == set()
    assert outside(5, [(0, 1), (2, 3), (3, 4)], rule) == {0, 1}
    assert outside(4, [(0, 1), (2, 3)], rule) == {2, 3}
