"""Bounds over every legal end: that none beats them, and that their proofs hold."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from movesolver import InputError, Result, Scenario, Status, solve, verify
from movesolver.search.certify import certify_all, room_proof
from movesolver.search.peaks import price_bound
from movesolver.search.prices import Stage
from scenes import crowded
from scenes_mixed import anything
from search_data import tried
from situations import model, situation, unit

COARSE = (Stage(0.25, 1, 40),)
Node = dict[str, Any]


def huddle(seed: int, goal: str = "near") -> Scenario:
    """Four models of three sizes that all want the same place, an enemy beside it."""
    at = [(10.0, 10.0), (12.0, 10.2), (10.1, 12.0), (12.2, 12.1)]
    sizes = [25, 32, 32, 40]
    target = (13.5 + 0.2 * seed, 11.0)
    terms = {
        "near": {"near": list(target)},
        "within": {"within": {"of": list(target), "inches": 0.5}},
        "wish": {"wish": {f"a{k}": [*target, 0, 0] for k in range(4)}},
    }
    own = [model(f"a{k}", p, size) for k, (p, size) in enumerate(zip(at, sizes, strict=True))]
    foe = unit("foe", "y", model("e0", (17.6, 11.0)))
    return situation([unit("own", "x", *own, move=3), foe], goal=[terms[goal]])


@pytest.mark.parametrize("seed", [3, 10, 17, 20, 26, 28, 31, 40, 56, 59, 62, 79, 90, 95])
def test_no_end_that_a_long_search_finds_beats_the_bound(seed: int) -> None:
    """All kinds of goals, bases, floors and moves; `solve` itself checks its own end."""
    scenario = anything(seed)
    quick = solve(scenario, iterations=50)
    long = solve(scenario, iterations=800, seed=1)
    assert quick.bound is not None
    assert quick.objective is not None
    assert long.objective is not None
    assert long.objective <= quick.bound + 1e-9
    assert quick.objective <= long.bound + 1e-9 if long.bound is not None else False


@pytest.mark.parametrize("goal", ["near", "wish", "within"])
@pytest.mark.parametrize("seed", range(3))
def test_bound_against_all_formations_on_a_grid(seed: int, goal: str) -> None:
    """Every way to stand on points 0.6 inches apart: none beats the bound, few stay far below."""
    case = tried(huddle(seed, goal))
    position, terms = case.position, case.goal.report
    start, radius = position.start, position.shapes.outer[position.start.shape]
    places = [
        [
            (x, y)
            for a, b in itertools.product(range(-5, 6), repeat=2)
            for x, y in [(float(start.x[i]) + 0.6 * a, float(start.y[i]) + 0.6 * b)]
            if math.hypot(0.6 * a, 0.6 * b) <= 3.0
            and math.dist((x, y), (17.6, 11.0)) > radius[i] + 32 / 50.8 + 2.0
        ]
        for i in range(4)
    ]
    px, py = 13.5 + 0.2 * seed, 11.0

    def worth(i: int, place: tuple[float, float]) -> float:
        away = math.dist(place, (px, py))
        if goal == "within":
            return float(away - radius[i] <= 0.5)
        return (float(terms.share[0, i, 3]) if goal == "near" else 0.0) - away

    ranked = [sorted(((worth(i, p), p) for p in places[i]), reverse=True)[:40] for i in range(4)]

    def best(i: int, taken: list[tuple[float, float]]) -> float:
        if i == 4:
            return 0.0
        found = -math.inf
        for value, place in ranked[i]:
            free = all(
                math.dist(place, other) >= radius[i] + radius[j] for j, other in enumerate(taken)
            )
            if free and value + sum(r[0][0] for r in ranked[i + 1 :]) > found:
                found = max(found, value + best(i + 1, [*taken, place]))
        return found

    most = best(0, [])
    bound = price_bound(position, case.arena, case.goal, most).value
    assert most <= bound + 1e-9
    if goal != "within":  # a count jumps between two points of the grid
        assert bound <= sum(r[0][0] for r in ranked) + 4 * 0.45


@pytest.mark.parametrize("seed", range(2))
def test_more_effort_lowers_the_bound(seed: int) -> None:
    case = tried(crowded(seed, 5))
    known = solve(crowded(seed, 5)).objective
    assert known is not None
    coarse = price_bound(case.position, case.arena, case.goal, known, stages=COARSE)
    usual = price_bound(case.position, case.arena, case.goal, known)
    question = case.position, case.arena, case.goal, known
    few = certify_all(*question, nodes=1, seconds=60.0, rounds=0)
    more = certify_all(*question, nodes=5, seconds=60.0, rounds=0)
    assert known <= more.value <= few.value == pytest.approx(usual.value)
    assert usual.value < coarse.value
    placed = certify_all(*question, nodes=1, seconds=60.0, rounds=12)
    assert known <= placed.value < few.value - 0.02 * (few.value - known)


def proved_by(case: Any, node: Node) -> float:
    """Work out what a proof comes to, and that no pose of any model is worth more than it says."""
    return _value(case, node, [])


def _value(case: Any, node: Node, branches: list[tuple[list[float], float, bool]]) -> float:
    if node["kind"] == "split":
        x0, y0, x1, y1 = node["box"]
        assert math.dist((x0, y0), (x1, y1)) < 2 * node["rho"]
        sides = [
            _value(case, node[side], [*branches, (node["box"], node["rho"], side == "one")])
            for side in ("one", "none")
        ]
        return max(sides)
    assert node["kind"] == "prices"
    for i, name in enumerate(case.position.ids):
        _check(case, node, branches, i, node["models"][name])
    prices = [price for *_, price in node["discs"]]
    assert min(prices, default=0.0) >= 0.0
    return math.fsum([*prices, *node["models"].values(), *(-gain for gain in node["inside"])])


def _check(
    case: Any, node: Node, branches: list[tuple[list[float], float, bool]], i: int, limit: float
) -> None:
    """Cut squares into four until none can be worth more than the limit."""
    position, start = case.position, case.position.start
    radius = position.shapes.outer[start.shape]
    r, reach = float(radius[i]), float(position.maximum[i]) + 1e-6
    px, py = case.goal.report.share[0, i, 1:3].tolist()
    base = float(case.goal.report.share[0, i, 3])
    others = position.others
    foes = [
        (float(x), float(y), r + float(position.shapes.outer[k]) + 2.0 - 1e-6)
        for x, y, k in zip(others.x, others.y, others.shape, strict=True)
    ]
    discs = np.array(node["discs"]).reshape(-1, 4)
    gains = iter(node["inside"])
    boxes = [(box, rho, next(gains) if one else -1.0) for box, rho, one in branches]
    squares = [(float(start.x[i]), float(start.y[i]), reach)]
    while squares:
        x, y, half = squares.pop()

        def farthest(ax: float, ay: float, *, x: float = x, y: float = y, h: float = half) -> float:
            return math.hypot(abs(x - ax) + h, abs(y - ay) + h)

        def nearest(ax: float, ay: float, *, x: float = x, y: float = y, h: float = half) -> float:
            return math.hypot(max(abs(x - ax) - h, 0.0), max(abs(y - ay) - h, 0.0))

        home = float(start.x[i]), float(start.y[i])
        if nearest(*home) > reach or any(farthest(ax, ay) < d for ax, ay, d in foes):
            continue
        worth = base - max(nearest(px, py), math.dist(home, (px, py)) - reach)
        far = np.hypot(np.abs(discs[:, 0] - x) + half, np.abs(discs[:, 1] - y) + half)
        worth -= float(discs[(discs[:, 2] <= r) & (far < discs[:, 2]), 3].sum())
        shut = False
        for (x0, y0, x1, y1), rho, gain in boxes:
            if rho > r:
                continue
            meets = x + half >= x0 and x - half <= x1 and y + half >= y0 and y - half <= y1
            inside = x - half >= x0 and x + half <= x1 and y - half >= y0 and y + half <= y1
            zone = max(farthest(ax, ay) for ax in (x0, x1) for ay in (y0, y1)) < 2 * rho
            shut = shut or (inside if gain < 0 else zone and not meets)
            worth += max(gain, 0.0) if meets else 0.0
        if shut or worth <= limit:
            continue
        assert half > 1e-7, f"{position.ids[i]} is worth {worth} about ({x}, {y}), not {limit}"
        squares += [(x + a * half / 2, y + b * half / 2, half / 2)
                    for a in (-1, 1) for b in (-1, 1)]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_proofs_hold_when_worked_out_plainly(seed: int) -> None:
    case = tried(huddle(seed))
    known = solve(huddle(seed)).objective
    assert known is not None
    for bound in (
        price_bound(case.position, case.arena, case.goal, known, stages=COARSE),
        certify_all(
            case.position,
            case.arena,
            case.goal,
            known,
            nodes=7,
            seconds=60.0,
            stages=COARSE,
            rounds=0,
        ),
        certify_all(
            case.position,
            case.arena,
            case.goal,
            known,
            nodes=1,
            seconds=60.0,
            stages=COARSE,
            rounds=4,
        ),
    ):
        value = proved_by(case, bound.proof)
        assert known <= value <= bound.value + 1e-9


@pytest.mark.parametrize("seed", [10, 31, 59])
def test_discs_laid_through_places_prove_what_they_say(seed: int) -> None:
    """All kinds of goals, bases and floors, gone through again by `verify`."""
    scenario = anything(seed)
    case = tried(scenario)
    long = solve(scenario, iterations=400)
    assert long.objective is not None
    question = case.position, case.arena, case.goal, long.objective - 1.0
    few = certify_all(*question, nodes=1, seconds=60.0, stages=COARSE, rounds=0)
    bound = certify_all(*question, nodes=1, seconds=60.0, stages=COARSE, rounds=4)
    assert long.objective <= bound.value + 1e-9
    assert bound.value <= few.value + 1e-9
    certificate = {"claim": "", "over": "all", "bound": bound.value, "proof": bound.proof}
    assert verify(certificate, scenario).valid


def test_certificate_of_an_answer() -> None:
    found = solve(huddle(0), certify="all", gap=100.0)
    assert found.certificate["bound"] == found.bound
    assert found.certificate["over"] == "all"
    proof = found.certificate["proof"]
    assert isinstance(proof, dict)
    assert proof_value(proof) == pytest.approx(found.bound)
    assert isinstance(found.to_json()["certificate"], dict)


def proof_value(node: Node) -> float:
    if node["kind"] == "alone":
        return math.fsum(node["models"].values())
    prices = [price for *_, price in node["discs"]]
    return math.fsum([*prices, *node["models"].values()])


def test_goals_that_only_count_have_whole_bounds() -> None:
    found: Result = solve(huddle(0, "within"), certify="all", proof_ms=500.0)
    proof = found.certificate["proof"]
    assert isinstance(proof, dict)
    assert found.bound is not None
    assert found.bound == round(found.bound)
    assert proof["kind"] in ("whole", "alone")
    assert found.status in (Status.OPTIMAL, Status.FEASIBLE)


def test_no_room_is_proved() -> None:
    """Fifteen bases cannot stand on a table of four by four inches, four can."""
    for count, proved in ((15, True), (4, False)):
        models = [model(f"a{k}", (0, 0)) for k in range(count)]
        for one in models:
            del one["at"]
        case = tried(setting_up(models))
        proof = room_proof(case.position, case.arena, case.goal)
        assert (proof is not None) == proved
        if proof is not None:
            assert proof["kind"] == "room"
            # Without any time the proof is given up.
            assert room_proof(case.position, case.arena, case.goal, 0.0) is None


def setting_up(models: list[dict[str, Any]]) -> Scenario:
    import msgspec

    from movesolver import loads

    own: dict[str, Any] = {
        "id": "own",
        "side": "x",
        "models": models,
        "keywords": ["INFANTRY"],
        "move": 6,
        "status": {"in_reserve": True},
    }
    return loads(
        msgspec.json.encode(
            {
                "movesolver": 1,
                "table": {"width": 4, "height": 4},
                "units": [own],
                "action": {"unit": "own", "move": "set_up"},
            }
        )
    )


@pytest.mark.parametrize(
    "wrong", [{"certify": "grid!"}, {"gap": -1.0}, {"gap": math.nan}, {"proof_ms": -1.0}]
)
def test_bad_wishes_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        solve(huddle(0), **wrong)
