"""The referee at the end: coherency, engagement, eligibility, modes, words."""

from __future__ import annotations

from typing import Any

import pytest

from movesolver import Code, UnsupportedError, Verdict, check
from situations import Json, model, path, situation, unit

CONTACT = 32 / 25.4


def stand(*at: tuple[float, ...], base: Json | float = 32, **more: Any) -> Verdict:
    """Judge a unit that stands at (x, y) or (x, y, z) and does not move."""
    models = [
        model(f"a{k + 1}", (p[0], p[1]), base, z=p[2] if len(p) > 2 else 0.0)
        for k, p in enumerate(at)
    ]
    return check(situation([unit("alpha", "a", *models)], ends={}, **more))


def test_everything_wrong_is_said_at_once() -> None:
    units = [
        unit("alpha", "a", model("a1", (10, 10)), model("a2", (11.5, 10)), model("a3", (13, 10))),
        unit("foe", "b", model("f1", (20, 10))),
    ]
    ways = {"a3": path((13, 10), (20, 17), (18.8, 10))}
    verdict = check(situation(units, paths=ways))
    assert set(verdict.codes) == {
        Code.TOO_FAR,
        Code.OVERLAP,
        Code.ENGAGED,
        Code.NO_NEIGHBOUR,
        Code.SPLIT,
        Code.THROUGH_ENEMY,
    }
    words = verdict.explain()
    assert words.count("\n") == len(verdict.violations) - 1
    assert "a3 moves" in words
    assert "03.03" in words


def test_offenders_and_distances_are_named() -> None:
    verdict = stand((10, 10), (12, 10), (14, 10), (19, 10))
    by_code = {finding.code: finding for finding in verdict.violations}
    assert set(by_code) == {Code.NO_NEIGHBOUR, Code.SPLIT}
    assert by_code[Code.NO_NEIGHBOUR].models == ("a4",)
    assert by_code[Code.NO_NEIGHBOUR].found == pytest.approx(5 - CONTACT)
    assert by_code[Code.SPLIT].models == ("a4",)
    assert verdict.slack["neighbour"] == pytest.approx(2 - (5 - CONTACT))


def test_the_widest_pair_is_named() -> None:
    verdict = stand(*((10 + 3.0 * k, 10) for k in range(5)))
    assert verdict.codes == (Code.SPREAD,)
    assert verdict.violations[0].models == ("a1", "a5")
    assert verdict.violations[0].found == pytest.approx(12 - CONTACT)


def test_heights() -> None:
    assert stand((10, 10, 0), (11.5, 10, 5.0)).legal
    high = stand((10, 10, 0), (11.5, 10, 5.001))
    assert set(high.codes) == {Code.NO_NEIGHBOUR, Code.HEIGHT, Code.SPLIT}
    stairs = stand((10, 10, 0), (11.5, 10, 3), (13, 10, 6))
    assert stairs.codes == (Code.HEIGHT,)


@pytest.mark.parametrize("count", [1, 30])
def test_small_and_large_units(count: int) -> None:
    at = [(10 + 1.6 * (k % 6), 10 + 1.6 * (k // 6)) for k in range(count)]
    assert stand(*at).legal is (count == 1 or 1.6 * 41**0.5 - CONTACT <= 9)


def test_the_slain_count_nowhere() -> None:
    models = [
        model("a1", (10, 10)),
        model("a2", (11.75, 10), slain=True),
        model("a3", (13.5, 10)),
    ]
    verdict = check(situation([unit("alpha", "a", *models)], ends={}))
    assert set(verdict.codes) == {Code.NO_NEIGHBOUR, Code.SPLIT}
    foe = unit("foe", "b", model("f1", (11.2, 10), slain=True))
    assert check(situation([unit("alpha", "a", model("a1", (10, 10))), foe], ends={})).legal


def test_unmoved_models_are_judged_too() -> None:
    models = [model(f"a{k}", (10 + 1.5 * k, 10)) for k in range(5)]
    ways = {"a0": path((10, 10), (10, 14))}
    verdict = check(situation([unit("alpha", "a", *models)], paths=ways))
    assert set(verdict.codes) == {Code.NO_NEIGHBOUR, Code.SPLIT}


@pytest.mark.parametrize(
    ("move", "more", "code"),
    [
        ("normal", {}, Code.NOT_ELIGIBLE),
        ("advance", {"roll": 3}, Code.NOT_ELIGIBLE),
        ("fall_back", {}, None),
        ("remain_stationary", {}, None),
    ],
)
def test_who_may_move_when_engaged(move: str, more: Json, code: Code | None) -> None:
    units = [
        unit("alpha", "a", model("a1", (10, 20))),
        unit("foe", "b", model("f1", (10 + CONTACT + 1, 20))),
    ]
    ways = {} if move == "remain_stationary" else {"a1": path((10, 20), (6, 20))}
    verdict = check(situation(units, move=move, paths=ways, **more))
    assert verdict.codes == (() if code is None else (code,))


def test_engaged_with_aircraft_alone_one_may_move_but_not_stay_engaged() -> None:
    units = [
        unit("alpha", "a", model("a1", (10, 20))),
        unit("jet", "b", model("j1", (10 + CONTACT + 1, 20)), keywords=["VEHICLE", "AIRCRAFT"]),
    ]
    assert check(situation(units, paths={"a1": path((10, 20), (6, 20))})).legal
    stays = check(situation(units, paths={"a1": path((10, 20), (9.5, 20))}))
    assert stays.codes == (Code.ENGAGED,)


@pytest.mark.parametrize(
    ("status", "more", "code"),
    [
        ({"selected_this_phase": True}, {}, Code.NOT_ELIGIBLE),
        ({"selected_this_phase": True}, {"max_distance": 6}, None),
        ({"moved": "normal", "has_moved_this_phase": True}, {"max_distance": 6}, Code.NOT_ELIGIBLE),
        (
            {"moved": "normal", "has_moved_this_phase": True},
            {"max_distance": 6, "rules": {"version": "PDF_2026_06"}},
            None,
        ),
        ({"moved": "ingress"}, {}, Code.NOT_ELIGIBLE),
    ],
)
def test_what_happened_before(status: Json, more: Json, code: Code | None) -> None:
    units = [unit("alpha", "a", model("a1", (10, 20)), status=status)]
    verdict = check(situation(units, ends={}, **more))
    assert verdict.codes == (() if code is None else (code,))


def test_a_unit_off_the_table_makes_no_normal_move() -> None:
    waiting = model("a1", (10, 20)) | {"at": None}
    units = [unit("alpha", "a", waiting, status={"in_reserve": True})]
    assert check(situation(units)).codes == (Code.NOT_ELIGIBLE,)


def test_an_m_of_dash_stays() -> None:
    units = [unit("alpha", "a", model("a1", (10, 20)), move=0)]
    assert check(situation(units, ends={})).codes == (Code.NOT_ELIGIBLE,)
    gun = unit("alpha", "a", model("a1", (10, 20)), model("a2", (11.5, 20), move=0))
    assert check(situation([gun], paths={"a1": path((10, 20), (10, 21))})).legal
    turned = check(situation([gun], paths={"a2": path((11.5, 20), (11.5, 20, 30.0, 0.0))}))
    assert turned.codes == (Code.NOT_ELIGIBLE,)


def test_modes() -> None:
    def retreat(mode: str | None, shocked: bool = False, to: float = 6.0) -> Verdict:
        units = [
            unit("alpha", "a", model("a1", (10, 20)), move=8, status={"battle_shocked": shocked}),
            unit("foe", "b", model("f1", (10 + CONTACT, 20))),
        ]
        ways = {"a1": path((10, 20), (to, 20))}
        return check(situation(units, move="fall_back", mode=mode, paths=ways))

    assert retreat("ordered_retreat").legal
    assert retreat("ordered_retreat", shocked=True).codes == (Code.MODE,)
    assert retreat("rapid").codes == (Code.MODE,)
    assert retreat("desperate_escape", to=15.0).legal
    assert retreat(None, shocked=True, to=15.0).legal
    assert retreat(None, to=15.0).codes == (Code.THROUGH_ENEMY,)


def test_a_stationary_unit_moves_nothing() -> None:
    units = [unit("alpha", "a", model("a1", (10, 20)))]
    turn = {"a1": path((10, 20), (10, 20, 90.0, 0.0))}
    assert check(situation(units, move="remain_stationary", paths=turn)).codes == (Code.MOVED,)


def test_a_broken_unit_may_always_remain_stationary() -> None:
    units = [unit("alpha", "a", model("a1", (10, 20)), model("a2", (30, 20)))]
    assert check(situation(units, move="remain_stationary", paths={})).legal


def test_what_is_not_there_yet_is_said() -> None:
    units = [unit("alpha", "a", model("a1", (10, 20)))]
    with pytest.raises(UnsupportedError, match="pile_in"):
        check(situation(units, move="pile_in", rules={"game": "wh40k10"}, ends={}))


def test_tenth_edition_bars_the_way_near_enemies_and_counts_two_mates() -> None:
    rules = {"game": "wh40k10"}
    units = [
        unit("alpha", "a", model("a1", (10, 10))),
        unit("foe", "b", model("f1", (13, 10 + CONTACT + 0.5))),
    ]
    ways = {"a1": path((10, 10), (16, 10))}
    assert check(situation(units, paths=ways)).legal
    assert check(situation(units, paths=ways, rules=rules)).codes == (Code.THROUGH_ENEMY,)
    row = [(10 + 2.5 * k, 10) for k in range(7)]
    assert stand(*row, rules=rules).codes == (Code.NO_NEIGHBOUR,)
    assert stand(*row[:6], rules=rules).legal


def test_voidsiege_keeps_two_inches_and_passes_nobody() -> None:
    rules = {"game": "voidsiege"}

    def moved(to: float, *others: Json) -> Verdict:
        units = [unit("alpha", "a", model("a1", (10, 10))), *others]
        return check(
            situation(units, move="move", rules=rules, paths={"a1": path((10, 10), (to, 10))})
        )

    foe = unit("foe", "b", model("f1", (16, 10)))
    assert moved(16 - CONTACT - 2.01, foe).legal
    assert moved(16 - CONTACT - 2.0, foe).codes == (Code.TOO_CLOSE,)
    assert moved(16, unit("friend", "a", model("g1", (13, 10)))).codes == (Code.THROUGH_FRIEND,)


@pytest.mark.parametrize(("z", "legal"), [(2.3, True), (2.3 - 1e-6, False), (2.31, True)])
def test_an_inch_between_levels_is_one_rounding_aside(z: float, legal: bool) -> None:
    """2.3 less 1.3 is a little less than 1."""
    below = unit("crew", "red", model("b", (22, 20), z=1.3), move=0)
    asked = situation(
        [unit("squad", "red", model("a", (20, 20))), below],
        move="move",
        rules={"game": "voidsiege"},
        ends={"a": [22, 20, 0, z]},
    )
    verdict = check(asked)
    assert verdict.legal == legal
    assert ("OVERLAP" in verdict.codes) != legal
