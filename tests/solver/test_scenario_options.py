"""Games, versions, moves and options: what is known, allowed and assumed."""

from __future__ import annotations

import pytest

from movesolver.errors import InputError
from movesolver.rules.options import (
    MOVES,
    OPTIONS,
    VERSIONS,
    check_move,
    options_of,
    resolve_rules,
    version_of,
)
from movesolver.table.scenario import RulesChoice


def test_nothing_chosen_is_the_newest_with_its_defaults() -> None:
    version, options = resolve_rules(RulesChoice())
    assert version == "V963_2026_10_01"
    assert options == {
        "wtc.shoot_after_as_normal": False,
        "wtc.desperate_escape_proxy": False,
        "wtc.special_disembark_is_rapid": False,
        "wtc.reactive_move_min": False,
        "wtc.ingress_lock_all": True,
        "wtc.objective_consolidation_swap": True,
        "duty_mode": "nash",
        "unmoved_in_charge": "excused",
        "single_edge": False,
        "monster_on_dense_floors": False,
        "slides_aloft": "supported",
        "mixed_m": "all",
        "tolerance": 1e-6,
    }


def test_voidsiege_has_its_own_options_and_no_version() -> None:
    assert resolve_rules(RulesChoice("voidsiege")) == (
        None,
        {"single_group": False, "coherency_during": "end_only", "tolerance": 1e-6},
    )


def test_options_of_another_game_are_checked_and_left_out() -> None:
    chosen = RulesChoice("wh40k11", None, {"single_group": False})
    assert "single_group" not in options_of(chosen)
    with pytest.raises(InputError, match=r"^rules\.options\.single_group: wanted true or false"):
        options_of(RulesChoice("wh40k11", None, {"single_group": "no"}))


@pytest.mark.parametrize("game", VERSIONS)
def test_a_version_by_its_name_and_by_its_first_part(game: str) -> None:
    for name in VERSIONS[game]:
        for given in (name, name.split("_")[0]):
            assert version_of(RulesChoice("wh40k11", given)) == name


def test_first_parts_are_different() -> None:
    for names in VERSIONS.values():
        assert len({name.split("_")[0] for name in names}) == len(names)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_allowed_value_is_read(name: str) -> None:
    option = OPTIONS[name]
    allowed: tuple[bool | float | str, ...] = (option.low, option.high, 0.05)
    if option.kind == "flag":
        allowed = (True, False)
    elif option.kind == "choice":
        allowed = option.choices
    assert option.read(option.default, "here") == option.default
    for value in allowed:
        assert option.read(value, "here") == value
        for game in option.games:
            choice = RulesChoice(game, None, {name: value})
            assert options_of(choice)[name] == value


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("value", [None, [], "", "Nash", 1, 0.5, -1, float("nan"), "true"])
def test_no_other_value_is_read(name: str, value: object) -> None:
    with pytest.raises(InputError, match=r"^here: wanted ") as refused:
        OPTIONS[name].read(value, "here")
    assert OPTIONS[name].wanted in refused.value.wanted


@pytest.mark.parametrize("game", MOVES)
def test_a_game_has_its_moves_and_no_others(game: str) -> None:
    for move in {move for moves in MOVES.values() for move in moves} | {"teleport", ""}:
        if move in MOVES[game]:
            check_move(game, move)
        else:
            with pytest.raises(InputError, match=rf"^action\.move: wanted a move of {game}"):
                check_move(game, move)
