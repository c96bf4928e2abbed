"""Every case of tests/cases, asked as it stands, moved, turned and renumbered.

tests/cases/README.md describes the data.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import movesolver
from movesolver.formats.scenario import loads

Case = dict[str, Any]
Document = dict[str, Any]
Place = Callable[[float, float], list[float]]

FOLDER = Path(__file__).parent.parent / "cases"
SHIFT = (math.sqrt(2), math.pi)
MEASURED = 1e-4
"""Figures in the data are given to four places."""


def rulings(case: Case) -> Iterator[Case]:
    """One case per reading: the same scenario under other rules, with its own verdict."""
    for name, ruling in case.get("rulings", {}).items():
        one = {key: value for key, value in case.items() if key != "rulings"}
        scenario = deepcopy(case["scenario"])
        scenario["rules"] = ruling["rules"]
        scenario["action"]["move"] = ruling.get("move", scenario["action"]["move"])
        yield {
            **one,
            "id": f"{case['id']}/{name}",
            "expect": ruling["expect"],
            "scenario": scenario,
        }
    if "rulings" not in case:
        yield case


def read(path: Path) -> list[Case]:
    return [one for case in json.loads(path.read_text("utf-8")) for one in rulings(case)]


FILES = sorted(path for path in FOLDER.glob("*.json"))
CASES = {path.stem: read(path) for path in FILES}
ALL = [case for cases in CASES.values() for case in cases]


def cases(*commands: str) -> list[Any]:
    return [
        pytest.param(case, id=case["id"])
        for case in ALL
        if case["command"] in (commands or (case["command"],))
    ]


def ask(document: Document) -> movesolver.Scenario:
    return loads(json.dumps(document))


def check_faults(case: Case) -> list[str]:
    verdict = movesolver.check(ask(case["scenario"]))
    expect = case["expect"]
    codes = [str(one.code) for one in verdict.violations]
    faults = []
    if verdict.legal != expect["legal"]:
        faults.append(f"legal is {verdict.legal}: {verdict.explain()}")
    wanted = expect.get("codes", [])
    if wanted and not set(wanted) & set(codes):
        faults.append(f"codes are {codes}, wanted one of {wanted}")
    faults += [
        f"{code} must not be reported" for code in expect.get("not_codes", []) if code in codes
    ]
    for code, found in expect.get("found", {}).items():
        values = [one.found for one in verdict.violations if one.code == code]
        if not any(v is not None and abs(v - found) <= MEASURED for v in values):
            faults.append(f"{code} found {values}, wanted {found}")
    if "models" in expect:
        named = [list(one.models) for one in verdict.violations if one.code in wanted]
        if expect["models"] not in named:
            faults.append(f"violations name {named}, wanted {expect['models']}")
    if "shunted" in expect and getattr(verdict, "shunted", None) is not expect["shunted"]:
        faults.append(f"shunted is not {expect['shunted']}")
    return faults


def solve_faults(case: Case) -> list[str]:
    result = movesolver.solve(ask(case["scenario"]), seed=0)
    expect = case["expect"]
    slack = expect.get("tolerance", 0.0) + 1e-9
    if str(result.status) not in expect["status"]:
        return [f"status is {result.status}, wanted one of {expect['status']}"]
    faults = []
    if "placed" in expect and len(result.ends) != expect["placed"]:
        faults.append(f"{len(result.ends)} placed, wanted {expect['placed']}")
    if result.objective is None:
        return faults
    low = expect.get("at_least", expect.get("objective", -math.inf)) - slack
    high = expect.get("at_most", expect.get("objective", math.inf)) + slack
    if not low <= result.objective <= high:
        faults.append(f"objective is {result.objective}, wanted {low} to {high}")
    if result.bound is not None and result.bound < expect.get("objective", -math.inf) - slack:
        faults.append(f"bound {result.bound} is below the best")
    for name, place in expect.get("ends", {}).items():
        off = math.dist(result.ends[name][:2], place[:2])
        if off > slack:
            faults.append(f"{name} ends {off} away from {place}")
    if result.moved is not None and not movesolver.check(result.moved).legal:
        faults.append("the answer itself is illegal")
    return faults


def choose_faults(case: Case) -> list[str]:
    """Which combinations of listed places, one per model, are legal ends?"""
    legal = [list(one) for one in movesolver.choices(ask(case["scenario"]), case["candidates"])]
    wanted = case["expect"]["legal_choices"]
    return [] if legal == wanted else [f"legal choices are {legal}, wanted {wanted}"]


def report_faults(case: Case) -> list[str]:
    """Other commands answer with the JSON that the command line prints."""
    command = getattr(movesolver, case["command"], None)
    if command is None:
        return [f"movesolver has no {case['command']} that could be asked this"]
    answer = command(ask(case["scenario"])).to_json()
    expect = case["expect"]
    if case["command"] == "regain":
        sets = sorted(sorted(one) for one in answer["alternatives"])
        right = sets == sorted(sorted(one) for one in expect["sets"])
        right = right and len(answer["removed"]) == expect["removed"]
    else:
        slack = expect["tolerance"]
        right = answer["needed"] == expect["needed"]
        right = right and abs(answer["probability"] - expect["probability"]) <= slack
    return [] if right else [f"the answer is {answer}, wanted {expect}"]


def reach_faults(case: Case) -> list[str]:
    """How far is it to a point, and does the path handed out get there?"""
    (arrival,) = movesolver.reach(ask(case["scenario"])).to(*case["expect"]["to"]).values()
    if arrival.way is None:
        return [f"nobody gets there: {arrival}"]
    faults = []
    if abs(arrival.lower - case["expect"]["length"]) > case["expect"]["tolerance"]:
        faults.append(f"length is {arrival.lower}, wanted {case['expect']['length']}")
    document = deepcopy(case["scenario"])
    document["action"]["paths"] = {arrival.model: [list(pose) for pose in arrival.way.path]}
    if not movesolver.check(ask(document)).legal:
        faults.append("the path is illegal")
    return faults


def phase_faults(case: Case) -> list[str]:
    """What does the move bring with it, made in its phase?"""
    scenario = ask(case["scenario"])
    kinds = {
        "movement": movesolver.MovementPhase,
        "charge": movesolver.ChargePhase,
        "fight": movesolver.FightMoves,
    }
    action = scenario.action
    phase = kinds[scenario.phase or "movement"].start(scenario, movesolver.Dice(0), fresh=False)
    _, event = phase.take(
        action.unit,
        action.move,
        mode=action.mode,
        targets=action.targets,
        paths=action.paths,
        ends=action.ends,
    )
    found = {name: getattr(event, name) for name in case["expect"]}
    return [] if found == case["expect"] else [f"it brings {found}, wanted {case['expect']}"]


FAULTS = {
    "phase": phase_faults,
    "check": check_faults,
    "solve": solve_faults,
    "choose": choose_faults,
    "reach": reach_faults,
}


def faults_of(case: Case) -> list[str]:
    return FAULTS.get(case["command"], report_faults)(case)


@pytest.mark.parametrize("case", cases())
def test_case(case: Case) -> None:
    assert not faults_of(case), case["why"]


def placed(document: Document, place: Place, turn: float) -> Document:
    """The same document with every point moved and every heading turned."""
    new = deepcopy(document)

    def pose(p: list[float]) -> list[float]:
        return [*place(p[0], p[1]), p[2] + turn, p[3]]

    def polygon(points: list[list[float]]) -> list[list[float]]:
        return [place(x, y) for x, y in points]

    for model in (m for unit in new["units"] for m in unit["models"] if "at" in m):
        model["at"] = place(*model["at"])
        model["facing"] = model.get("facing", 0) + turn
    for feature in new.get("terrain", []):
        feature["footprint"] = polygon(feature["footprint"])
        for part in (*feature.get("walls", []), *feature.get("floors", [])):
            part["polygon"] = polygon(part["polygon"])
    for marker in new.get("markers", []):
        marker.update({"at": place(*marker["at"])} if "at" in marker else {})
        marker.update({"area": polygon(marker["area"])} if "area" in marker else {})
    for zone in new.get("zones", []):
        zone["polygon"] = polygon(zone["polygon"])
    action = new["action"]
    if "paths" in action:
        action["paths"] = {name: [pose(p) for p in path] for name, path in action["paths"].items()}
    if "ends" in action:
        action["ends"] = {name: pose(p) for name, p in action["ends"].items()}
    return new


def shifted(document: Document) -> Document:
    """By an irrational vector; the table grows with it."""
    new = placed(document, lambda x, y: [x + SHIFT[0], y + SHIFT[1]], 0)
    size = document["table"]
    new["table"] = {
        "width": size["width"] + 2 * SHIFT[0],
        "height": size["height"] + 2 * SHIFT[1],
    }
    return new


def turned(document: Document) -> Document:
    """A quarter turn with the table."""
    size = document["table"]
    new = placed(document, lambda x, y: [size["height"] - y, x], 90)
    new["table"] = {"width": size["height"], "height": size["width"]}
    return new


def renumbered(document: Document) -> Document:
    """Units and models in reverse order, models under other names; paths keep their order."""
    new = deepcopy(document)
    names: dict[str, str] = {}
    new["units"].reverse()
    for unit in new["units"]:
        unit["models"].reverse()
        for model in unit["models"]:
            names[model["id"]] = f"model-{len(names)}"
            model["id"] = names[model["id"]]
    for key in ("paths", "ends"):
        if key in new["action"]:
            new["action"][key] = {names[n]: value for n, value in new["action"][key].items()}
    return new


@pytest.mark.compiled
@pytest.mark.parametrize("case", cases("check"))
def test_verdict_does_not_depend_on_the_place(case: Case) -> None:
    document = case["scenario"]
    changes = [turned, renumbered, *([shifted] if case.get("free") else [])]
    verdict = movesolver.check(ask(document))
    for change in changes:
        again = movesolver.check(ask(change(document)))
        assert set(again.codes) == set(verdict.codes), change.__name__


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in ALL])
def test_case_is_well_formed(case: Case) -> None:
    assert ask(case["scenario"]).movesolver == 1
    assert re.search(r"\d\d\.\d\d|\bVS\d+|^goal ", case["why"]), "cites no section"
    expect = case["expect"]
    if case["command"] == "check":
        assert expect["legal"] or expect["codes"]
    for code in (*expect.get("codes", ()), *expect.get("not_codes", ()), *expect.get("found", ())):
        assert re.fullmatch("[A-Z]+(_[A-Z]+)*", code)


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in ALL]
    assert len(ids) == len(set(ids))


def test_readme_counts_every_case() -> None:
    """No case goes missing unseen: the table in README.md says how many there are."""
    text = (FOLDER / "README.md").read_text("utf-8")
    counted = {name: int(n) for name, n in re.findall(r"^\| `(\w+)\.json` \| (\d+) \|", text, re.M)}
    assert counted == {name: len(found) for name, found in CASES.items()}
