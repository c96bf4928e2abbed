"""The scenario file: what is read, what is written, and that the two agree."""

from __future__ import annotations

import json
import math
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from movesolver.errors import InputError
from movesolver.formats.scenario import dump, dumps, load, loads, validate
from movesolver.table.army import Model, Unit, UnitStatus
from movesolver.table.bases import Base, hull, oval, rectangle
from movesolver.table.bases import round as round_base
from movesolver.table.fields import shown
from movesolver.table.scenario import Action, GoalTerm, Scenario, Table
from scenario_data import full_document, small_document, spoiled
from strategies import scenarios


def small(**changes: Any) -> Scenario:
    """Return the least scenario, built in Python."""
    model = Model("m", round_base(32), (10.0, 10.0))
    fields: dict[str, Any] = {
        "movesolver": 1,
        "table": Table(60.0, 44.0),
        "units": (Unit("u", "a", (model,)),),
        "action": Action("u", "normal"),
    }
    return Scenario(**(fields | changes))


def test_the_full_document_is_read_field_by_field() -> None:
    scenario = loads(json.dumps(full_document()))
    alpha, foe, *_ = scenario.units
    assert scenario.table == Table(60.0, 44.0)
    assert (scenario.round, scenario.active_side, scenario.phase) == (2, "a", "movement")
    assert scenario.rules.options == {"single_edge": True}
    assert alpha.models[1].base == oval(75, 42)
    assert alpha.models[1].facing == 90.0
    assert alpha.keywords_of(alpha.models[1]) == {"INFANTRY", "CHARACTER"}
    assert alpha.status == UnitStatus(moved="normal", scouts=6.0)
    assert [model.id for model in alpha.standing] == ["a1", "a2"]
    assert foe.models[0].base == hull([(-1, -1), (2, -1), (2, 1), (-1, 1)])
    assert foe.models[1].base == rectangle(60, 35)
    assert [unit.on_table for unit in scenario.units] == [True, True, True, False, False]
    assert scenario.terrain[0].walls[0].top == 5.0
    assert scenario.terrain[1].walls == ()
    assert scenario.markers[1].at is None
    assert scenario.mover is alpha
    assert scenario.action.paths is not None
    assert scenario.action.paths["a1"][-1] == (14.0, 10.0, 30.0, 3.0)
    assert [term.weight for term in scenario.action.goal[:2]] == [2.0, 1.0]


def test_what_may_be_left_out_has_its_default() -> None:
    scenario = loads(json.dumps(small_document()))
    assert scenario == small()
    assert (scenario.rules.game, scenario.rules.version, scenario.round) == ("wh40k11", None, 1)
    model = scenario.units[0].models[0]
    assert (model.facing, model.z, model.slain, model.keywords) == (0.0, 0.0, False, ())


def test_text_and_bytes_are_the_same() -> None:
    text = json.dumps(spoiled({("active_side",): "größe"}), ensure_ascii=False)
    assert loads(text) == loads(text.encode())


def test_defaults_are_not_written_and_short_lists_keep_to_a_line() -> None:
    assert dumps(small()).splitlines() == [
        "{",
        '  "movesolver": 1,',
        '  "table": {"width": 60, "height": 44},',
        '  "units": [{"id": "u", "side": "a", "models": [{"id": "m", "base": {"round": 32},'
        ' "at": [10, 10]}]}],',
        '  "action": {"unit": "u", "move": "normal"}',
        "}",
    ]


def test_numbers_are_written_exactly() -> None:
    third = 10 + 1 / 3
    unit = Unit("u", "a", (Model("m", round_base(28.5), (third, 1e1), -0.0, 5e-324),))
    text = dumps(small(units=(unit,)))
    assert f'"at": [{third!r}, 10]' in text
    assert '"z": 5e-324' in text
    assert loads(text).units[0] == unit


def test_corners_given_twice_are_kept_once() -> None:
    ring = [[0, 0], [4, 0], [4, 0], [4, 4], [0, 0]]
    document = spoiled({("zones", 0, "polygon"): ring})
    assert loads(json.dumps(document)).zones[0].polygon == ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0))


@given(scenario=scenarios())
@settings(
    derandomize=True,
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_writing_and_reading_is_a_fixed_point(scenario: Scenario) -> None:
    text = dumps(scenario)
    again = loads(text)
    assert again == validate(scenario)
    assert dumps(again) == text
    assert loads(text.encode()) == again
    assert loads(json.dumps(json.loads(text))) == again


@given(scenario=scenarios())
@settings(
    derandomize=True,
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_what_msgspec_writes_is_read_too(scenario: Scenario) -> None:
    assert loads(msgspec.json.encode(scenario)) == validate(scenario)


# Scenarios built in Python.


def test_numbers_of_other_types_become_floats() -> None:
    units: Any = [Unit("u", "a", [Model("m", Base(round=np.float32(32)), np.array([9, 9]))])]  # type: ignore[arg-type] # tested
    scenario = validate(small(units=units, round=np.int64(2)))
    model = scenario.units[0].models[0]
    assert (model.base.round, model.at, scenario.round) == (32.0, (9.0, 9.0), 2)
    assert type(model.base.round) is float
    assert type(scenario.round) is int
    assert type(scenario.units) is tuple


@dataclass
class Odd:
    """A value that JSON does not have."""

    name: str = "odd"


NESTED: list[Any] = []
NESTED.append(NESTED)

PYTHON_CASES: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "an object": ({"active_side": Odd()}, "active_side", "JSON", "Odd"),
    "a set": ({"units": {1}}, "units", "JSON", "{1}"),
    "names that are numbers": (
        {"action": Action("u", "normal", ends={3: (1.0, 1.0, 0.0, 0.0)})},  # type: ignore[dict-item] # tested
        "action.ends", "strings", "3",
    ),
    "a list in itself": ({"units": NESTED}, "units" + "[0]" * 63, "64 levels", "one more"),
    "true for a number": ({"round": True}, "round", "a whole number", "true"),
    "another move": ({"action": Action("u", "fly")}, "action.move", "normal", '"fly"'),
    "a target of no unit": (
        {"action": Action("u", "charge", targets=("v",))}, "action.targets[0]", "unit", '"v"',
    ),
    "half a surrogate pair": ({"active_side": "\ud800"}, "active_side", "UTF-8", "half"),
    "a model off the table": (
        {"units": (Unit("u", "a", (Model("m", round_base(32), (70.0, 1.0)),)),)},
        "units[0].models[0].at", "whole base", "[70.0, 1.0]",
    ),
    "no scenario version": ({"movesolver": 2}, "movesolver", "1", "2"),
    "a list of names": ({"units": ("u",)}, "units[0]", "an object", '"u"'),
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "place", "wanted", "got"), PYTHON_CASES.values(), ids=PYTHON_CASES.keys()
)
def test_validate_refuses_what_loads_refuses(
    changes: dict[str, Any], place: str, wanted: str, got: str
) -> None:
    scenario = small(**changes)
    for refuse in (validate, dumps):
        with pytest.raises(InputError) as refused:
            refuse(scenario)
        assert refused.value.place == place
        assert wanted in refused.value.wanted
        assert got in refused.value.got


def test_validate_wants_a_scenario() -> None:
    with pytest.raises(InputError, match=r"^scenario: wanted a Scenario, got {"):
        validate(small_document())  # type: ignore[arg-type] # what is tested


def test_bases_of_the_least_and_the_most_size() -> None:
    for size in (1.0, 1000.0):
        side = size / 25.4
        assert oval(size, size).oval == (size, size)
        corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
        assert hull(corners).hull == tuple(corners)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: round_base(-32), "round: wanted a positive number, got -32"),
        (lambda: round_base(math.nan), "round: wanted a finite number, got NaN"),
        (lambda: round_base(math.inf), "round: wanted a finite number, got Infinity"),
        (lambda: round_base("32"), 'round: wanted a number, got "32"'),  # type: ignore[arg-type] # tested
        (lambda: round_base(True), "round: wanted a number, got true"),
        (lambda: round_base(10**400), "round: wanted a number of at most 1,000,000, got a whole"),
        (lambda: round_base(0.99), "round: wanted 1 to 1,000 mm, got 0.99"),
        (lambda: round_base(1000.01), "round: wanted 1 to 1,000 mm, got 1000.01"),
        (lambda: oval(75, 1e-300), "oval[1]: wanted 1 to 1,000 mm, got 1e-300"),
        (lambda: oval(1e5, 75), "oval[0]: wanted 1 to 1,000 mm, got 100000.0"),
        (lambda: rectangle(1e-9, 75), "rectangle[0]: wanted 1 to 1,000 mm, got 1e-09"),
        (
            lambda: hull([(0, 0), (3, 3), (3, 3.02)]),
            "hull: wanted a polygon of 1 to 1,000 mm across, got",
        ),
        (
            lambda: hull([(0, 0), (40, 0), (40, 1)]),
            "hull: wanted a polygon of 1 to 1,000 mm across, got",
        ),
        (lambda: oval(75, math.nan), "oval[1]: wanted a finite number, got NaN"),
        (lambda: hull([(0, 0), (1, 0), (1, math.nan)]), "hull[2][1]: wanted a finite number"),
        (lambda: Model("m", round_base(32), (1.0, math.nan)), "at[1]: wanted a finite number"),
        (lambda: Base(), "wanted exactly one of round, oval, rectangle, hull, got none of them"),
        (lambda: GoalTerm(), "wanted exactly one of near, within, avoid, wish, travel, field"),
    ],
)
def test_things_refuse_bad_values_when_they_are_made(make: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        make()
    assert str(refused.value).startswith(message)


def test_shown_keeps_to_one_short_line() -> None:
    for value in (
        "x" * 500,
        "a\nb\u2028c",
        [["deep"] * 50] * 50,
        Odd("\n" * 99),
        10**5000,
        "\ud800",
    ):
        text = shown(value)
        assert len(text) <= 60
        assert len(text.splitlines()) == 1
        text.encode()


# Files.


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "größe.json"
    scenario = loads(json.dumps(full_document()))
    dump(scenario, path)
    assert load(path) == load(str(path)) == scenario
    assert path.read_text(encoding="utf-8") == dumps(scenario)
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    assert os.listdir(tmp_path) == [path.name]


def test_a_file_that_cannot_be_written_is_left_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    path.write_text("before")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(InputError, match=r"kept\.json: wanted a file .* got No space left"):
        dump(small(), path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == [path.name]


def test_a_bad_scenario_touches_no_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text("before")
    with pytest.raises(InputError, match=r"^action\.unit: "):
        dump(small(action=Action("v", "normal")), path)
    assert path.read_text() == "before"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a file that can be written, got No such file"):
        dump(small(), tmp_path / "none" / "x.json")


@pytest.mark.parametrize("path", [3, None, small()], ids=["number", "none", "scenario"])
def test_a_file_has_a_name(path: Any) -> None:
    for call in (lambda: load(path), lambda: dump(small(), path)):
        with pytest.raises(InputError, match="path: wanted the name of a file"):
            call()
