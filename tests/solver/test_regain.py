"""``regain``: which models to lose at the end of a turn, in Python and on the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import movesolver
from movesolver import InputError, Regained, check, loads, regain
from movesolver.cli import main
from movesolver.search.regain import MOST

Answer = dict[str, Any]
Place = tuple[float, ...]

ROW = ((10.0, 20.0), (11.5, 20.0), (13.0, 20.0), (14.5, 20.0))
"""Four models in a row, coherent."""
STRAGGLER = (22.0, 20.0)
TWO_PAIRS = (*ROW[:2], (20.0, 30.0), (21.5, 30.0))


def document(
    places: tuple[Place, ...],
    move: str = "remain_stationary",
    game: str = "wh40k11",
    **options: object,
) -> Answer:
    models = [
        {"id": f"a{k}", "base": {"round": 32}, "at": place[:2], "z": sum(place[2:])}
        for k, place in enumerate(places, 1)
    ]
    foe = [{"id": "f1", "base": {"round": 32}, "at": [40, 40]}]
    crew = [{"id": "c1", "base": {"round": 32}}]
    return {
        "movesolver": 1,
        "table": {"width": 60, "height": 44},
        "rules": {"game": game, "options": options},
        "units": [
            {"id": "alpha", "side": "a", "models": models},
            {"id": "foe", "side": "b", "models": foe},
            {"id": "crew", "side": "a", "status": {"in_reserve": True}, "models": crew},
        ],
        "action": {"unit": "alpha", "move": move},
    }


def asked(*places: Place, weights: Mapping[str, float] | None = None, **choices: Any) -> Regained:
    return regain(loads(json.dumps(document(places, **choices))), weights=weights)


def test_a_coherent_unit_loses_nothing() -> None:
    answer = asked(*ROW)
    assert answer == Regained("alpha", (), ((),), 4, 0.0, False)
    assert answer.to_json() == {"removed": [], "alternatives": [[]], "kept": 4}


def test_the_straggler_goes() -> None:
    answer = asked(*ROW, STRAGGLER)
    assert answer.to_json() == {"removed": ["a5"], "alternatives": [["a5"]], "kept": 4}
    assert answer.loss == 1.0


def test_ties_are_listed_in_the_order_of_the_unit() -> None:
    answer = asked(*TWO_PAIRS)
    assert answer.to_json() == {
        "removed": ["a1", "a2"],
        "alternatives": [["a1", "a2"], ["a3", "a4"]],
        "kept": 2,
    }


def test_what_is_removed_leaves_a_legal_unit_and_one_less_does_not() -> None:
    situation = document((*ROW, STRAGGLER, (30.0, 20.0)), move="normal")
    situation["units"][0]["move"] = 6
    situation["action"]["paths"] = {}
    removed = regain(loads(json.dumps(situation))).removed
    assert removed == ("a5", "a6")
    for lost, legal in ((removed, True), (removed[1:], False)):
        for model in situation["units"][0]["models"]:
            model["slain"] = model["id"] in lost
        assert check(loads(json.dumps(situation))).legal is legal


def test_weights_decide_who_goes() -> None:
    assert asked(*TWO_PAIRS, weights={"a1": 30, "a2": 15}).removed == ("a3", "a4")
    answer = asked(*TWO_PAIRS, weights={"a4": 1.5})
    assert (answer.removed, answer.loss) == (("a1", "a2"), 2.0)
    # losing four cheap models may be less than losing one dear one
    answer = asked(*ROW, STRAGGLER, weights={"a5": 4.5})
    assert (answer.removed, answer.kept, answer.loss) == (("a1", "a2", "a3", "a4"), 1, 4.0)


@pytest.mark.parametrize(
    "weights",
    [
        {"a1": 0.1, "a2": 0.2, "a3": 0.15, "a4": 0.15},
        {"a1": 0.1, "a2": 0.7, "a3": 0.3, "a4": 0.5},
        {"a1": np.float64(0.1), "a2": np.int64(1), "a3": Fraction(1, 10), "a4": 1},
        {"a1": 1e-9, "a2": 1e6, "a3": 1e6, "a4": 1e-9},
    ],
)
def test_decimals_that_add_up_alike_are_ties(weights: dict[str, float]) -> None:
    assert len(asked(*TWO_PAIRS, weights=weights).alternatives) == 2


def test_slain_models_count_nowhere() -> None:
    situation = document((*ROW, STRAGGLER))
    situation["units"][0]["models"][4]["slain"] = True
    assert regain(loads(json.dumps(situation))).alternatives == ((),)
    situation["units"][0]["models"][1] = {"id": "a2", "base": {"round": 32}, "slain": True}
    situation["units"][0]["models"][2]["slain"] = True
    answer = regain(loads(json.dumps(situation)), weights={"a2": 5.0})
    assert (answer.alternatives, answer.kept) == ((("a1",), ("a4",)), 1)


def test_any_unit_on_the_table_and_any_move() -> None:
    scenario = loads(json.dumps(document((*ROW, STRAGGLER), move="charge")))
    assert regain(scenario).removed == ("a5",)
    assert regain(scenario, unit="foe").alternatives == ((),)
    assert regain(scenario, unit="foe").unit == "foe"


def test_other_games_have_other_units() -> None:
    pairs = (*TWO_PAIRS, STRAGGLER)
    assert asked(*pairs, move="move", game="voidsiege").removed == ("a5",)
    one_group = asked(*pairs, move="move", game="voidsiege", single_group=True)
    assert one_group.kept == 2
    # tenth edition: five of them need a mate each, seven would need two
    assert asked(*pairs, move="normal", game="wh40k10").removed == ("a5",)
    seven = tuple((10.0 + 3.2 * k, 20.0) for k in range(7))
    answer = asked(*seven, move="normal", game="wh40k10")
    assert answer.kept == 6
    assert answer.removed == ("a1",)
    assert [len(loss) for loss in answer.alternatives] == [1] * len(answer.alternatives)


def test_heights_count() -> None:
    high = (11.5, 22.0, 6.0)
    assert asked(*ROW, high).removed == ("a5",)
    assert asked(*ROW, (*high[:2], 5.0)).removed == ()


def test_the_tolerance_of_the_rules_counts() -> None:
    pair = ((10.0, 20.0), (10.0 + 32 / 25.4 + 2.001, 20.0))
    assert len(asked(*pair).alternatives) == 2
    assert asked(*pair, tolerance=0.01).removed == ()


def test_too_many_ties_are_cut_and_said_so() -> None:
    # the tenth edition's six of thirty: any three of the fifteen pairs, 455 ways; of 40, 1,140
    def pairs(count: int) -> tuple[Place, ...]:
        return tuple(
            (2.0 + 8.0 * (k % 7) + 1.5 * end, 2.0 + 8.0 * (k // 7))
            for k in range(count)
            for end in (0, 1)
        )

    answer = asked(*pairs(15), move="normal", game="wh40k10")
    assert (len(answer.alternatives), answer.more, answer.kept) == (455, False, 6)
    answer = asked(*pairs(20), move="normal", game="wh40k10")
    assert (len(answer.alternatives), answer.more, answer.kept) == (MOST, True, 6)
    assert answer.to_json()["more"] is True
    assert len(set(answer.alternatives)) == MOST


@pytest.mark.parametrize(
    ("choices", "place", "said"),
    [
        ({"unit": "alhpa"}, "unit", "(did you mean alpha?)"),
        ({"unit": 3}, "unit", "the id of a unit"),
        ({"unit": "crew"}, "unit", "on the table"),
        ({"weights": {"f1": 2}}, "weights", '"f1"'),
        ({"weights": {"a1": 0}}, "weights.a1", "a positive number"),
        ({"weights": {"a1": -1.0}}, "weights.a1", "a positive number"),
        ({"weights": {"a1": "5"}}, "weights.a1", "a number"),
        ({"weights": {"a1": float("nan")}}, "weights.a1", "a finite number"),
        ({"weights": {"a1": True}}, "weights.a1", "a number"),
        ({"weights": [1, 2]}, "weights", "for each id"),
        ({"weights": {"a1": 1e6, "a2": 1e-300}}, "weights", "add up exactly"),
    ],
)
def test_bad_input_names_the_place(choices: Any, place: str, said: str) -> None:
    scenario = loads(json.dumps(document(ROW)))
    with pytest.raises(InputError) as refused:
        regain(scenario, **choices)
    assert refused.value.place == place
    assert said in str(refused.value)


def test_a_unit_that_is_not_there_to_be_asked_about() -> None:
    situation = document(ROW)
    situation["action"]["unit"] = "crew"
    with pytest.raises(InputError, match=r"^action\.unit: .* on the table, got \"crew\"$"):
        regain(loads(json.dumps(situation)))
    situation["action"]["unit"] = "alpha"
    for model in situation["units"][0]["models"]:
        model["slain"] = True
    with pytest.raises(InputError, match="on the table"):
        regain(loads(json.dumps(situation)))


def test_the_name_is_exported() -> None:
    assert movesolver.regain is regain
    assert movesolver.Regained is Regained
    assert {"regain", "Regained"} <= set(dir(movesolver))


def written(folder: Path, *documents: object) -> str:
    path = folder / "scenario.json"
    path.write_text("\n".join(json.dumps(one) for one in documents))
    return str(path)


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regain", written(tmp_path, document(TWO_PAIRS)), "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert json.loads(out) == {
        "removed": ["a1", "a2"],
        "alternatives": [["a1", "a2"], ["a3", "a4"]],
        "kept": 2,
    }


def test_the_command_tells_a_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regain", written(tmp_path, document(TWO_PAIRS))]) == 0
    assert capsys.readouterr().out == "remove a1, a2: alpha keeps 2\nor a3, a4\n"
    assert main(["regain", written(tmp_path, document(ROW))]) == 0
    assert capsys.readouterr().out == "coherent: alpha loses nothing\n"


@pytest.mark.parametrize(("count", "said"), [(15, "(455 losses"), (20, "(more than 1000 losses")])
def test_a_person_is_shown_few_of_many(
    count: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = [
        (2.0 + 8.0 * (k // 2 % 7) + k % 2 * 1.5, 2.0 + 8.0 * (k // 14)) for k in range(2 * count)
    ]
    file = written(tmp_path, document(tuple(places), move="normal", game="wh40k10"))
    assert main(["regain", file]) == 0
    words = capsys.readouterr().out
    assert said in words
    assert words.count("\nor ") == 11


def test_lines_keep_their_order_and_survive_bad_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, other = document((*ROW, STRAGGLER)), document(ROW)
    assert main(["regain", written(tmp_path, good, other), "--lines"]) == 0
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [reply["removed"] for reply in replies] == [["a5"], []]
    assert main(["regain", written(tmp_path, good, {}, other), "--lines"]) == 2
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(reply) for reply in replies][1] == {"error"}
    assert replies[2]["removed"] == []


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stdin:
        buffer = io.BytesIO(json.dumps(document((*ROW, STRAGGLER))).encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert main(["regain", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["removed"] == ["a5"]


def test_bad_usage_is_one_line_and_exit_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    situation = document(ROW)
    situation["action"]["unit"] = "crew"
    assert main(["regain", written(tmp_path, situation)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "action.unit" in captured.err
