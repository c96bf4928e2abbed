"""The benchmark suite: its scenes, what is known of them, and the tables of its report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import baselines
import best
import make_scenes
import report_measure
import report_tables
import solve_report
import suite
from movesolver import Status, check, solve
from movesolver.referee.eligibility import eligibility
from movesolver.referee.pack import pack
from movesolver.table.scenario import Action

SCENES = suite.scenes()
ONE_EACH = [scene for scene in SCENES if scene.index == 0]
LARGEST = 1_000_000
"""Bytes of all scenes together."""
AWKWARD = ("boxed_in", "incoherent", "fall_back")
"""Families that may start engaged or out of coherency."""


def test_there_are_as_many_scenes_as_promised() -> None:
    assert len(SCENES) >= 120
    assert suite.families() == sorted(make_scenes.FAMILIES)
    for size in report_tables.SIZES:
        assert sum((s.family, s.models) == ("crowded", size) for s in SCENES) >= 8
    assert sum(path.stat().st_size for path in suite.FOLDER.glob("*.jsonl")) < LARGEST


def test_no_two_scenes_are_the_same() -> None:
    assert len({scene.id for scene in SCENES}) == len(SCENES)
    assert len({scene.digest for scene in SCENES}) == len(SCENES)


@pytest.mark.compiled
@pytest.mark.parametrize("family", make_scenes.FAMILIES)
def test_a_family_is_written_the_same_again(family: str) -> None:
    written = (suite.FOLDER / f"{family}.jsonl").read_text(encoding="utf-8")
    assert make_scenes.text_of(family) == written


@pytest.mark.parametrize("family", make_scenes.FAMILIES)
def test_units_may_make_their_moves_as_they_start(family: str) -> None:
    """What a scene asks for is refused only where that is its point."""
    refused = []
    for scene in suite.scenes([family]):
        refused += [scene.id] if eligibility(pack(scene.scenario)) else []
        if scene.scenario.action.move == "normal" and family not in AWKWARD:
            assert check(scene.scenario, tolerance=0.0).legal, scene.id
    assert len(refused) <= (family == "surge")


def test_bases_that_overlap_are_not_written() -> None:
    scenario = SCENES[0].scenario
    mover = scenario.mover
    twin = msgspec.structs.replace(mover.models[0], id="twin")
    crowd = msgspec.structs.replace(mover, models=(*mover.models, twin))
    units = tuple(crowd if unit is mover else unit for unit in scenario.units)
    with pytest.raises(ValueError, match="overlap"):
        make_scenes.line(msgspec.structs.replace(scenario, units=units))


@pytest.mark.compiled
@pytest.mark.parametrize("scene", ONE_EACH, ids=lambda scene: scene.id)
def test_answers_are_legal_and_can_be_kept(scene: suite.Scene) -> None:
    result = solve(scene.scenario, iterations=100)
    if result.moved is None:
        assert result.reasons
        return
    assert result.objective is not None
    entry = best.entry_of(scene, result.moved, "test")
    assert entry is not None
    assert entry["points"] == pytest.approx(result.objective, abs=1e-4)
    again = best.replayed(scene, json.loads(json.dumps(entry["action"])))
    assert best.points_of(again) == entry["points"]


@pytest.mark.compiled
@pytest.mark.parametrize("family", suite.families())
def test_where_a_legal_move_is_known_one_is_found(family: str) -> None:
    known = best.load_best()
    missed = [
        scene.id
        for scene in suite.scenes([family])
        if best.current(known, scene) and not solve(scene.scenario, bound=False).solved
    ]
    assert missed == []


@pytest.mark.compiled
def test_the_best_moves_known_are_legal_and_worth_what_is_said() -> None:
    assert best.wrong_entries(SCENES) == []


@pytest.mark.compiled
@pytest.mark.parametrize("scene", suite.scenes(["boxed_in"]), ids=lambda scene: scene.id)
def test_baselines_answer_boxes_with_a_legal_end_or_none(
    scene: suite.Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(baselines, "COMBINATIONS", 32)
    held = scene.scenario.action.move == "fall_back"
    for way in (best.rigid, best.greedy):
        moved = way(scene.scenario)
        assert (moved is None) == held
        assert moved is None or best.points_of(moved) is not None
    assert (baselines.product(scene.scenario, 2.0, 2.0) is None) == held


def test_a_move_that_is_not_legal_is_not_kept() -> None:
    scene = next(scene for scene in SCENES if scene.family == "crowded")
    model = scene.scenario.mover.models[0]
    assert model.at is not None
    far = ((*model.at, 0.0, 0.0), (model.at[0] + 6.5, model.at[1], 0.0, 0.0))
    action = Action(scene.scenario.action.unit, "normal", paths={model.id: far})
    moved = msgspec.structs.replace(scene.scenario, action=action)
    assert best.entry_of(scene, moved, "test") is None


def record(models: int = 5, **more: Any) -> dict[str, Any]:
    """What might have been measured of a crowded scene."""
    return {
        "id": "crowded-0", "family": "crowded", "models": models, "status": "FEASIBLE",
        "objective": 20.0, "bound": 21.0, "best": 20.0, "cpu_ms": 1.5, "again_ms": 1.2,
        "legal": True, "same": True, "spots": {"count": 900, "bare_ms": 0.5},
        "baselines": {"rigid": {"ms": 3.0, "points": 10.0}},
    } | more  # fmt: skip


def test_losses_and_gaps_are_parts_of_the_points() -> None:
    assert report_tables.loss(record(best=25.0)) == pytest.approx(20.0)
    assert report_tables.gap(record()) == pytest.approx(5.0)
    assert report_tables.loss(record(objective=-2.0, best=-1.0)) == pytest.approx(100.0)
    assert report_tables.loss(record(objective=0.0, best=0.5)) == pytest.approx(50.0)
    assert report_tables.gap(record(objective=None)) is None


def test_a_promise_is_kept_or_missed() -> None:
    kept, missed = report_tables.promises([record(bound=20.1)])
    assert missed == []
    row = next(line for line in kept.splitlines() if "whole call" in line)
    assert row.split(" | ")[1:5] == ["2", "1.5", "5", report_tables.UNKNOWN]
    slow, missed = report_tables.promises([record(cpu_ms=2.5)])
    assert missed == ["time", "prices"]
    assert f"| 2 | 2.5 {report_tables.MISSED} |" in slow
    late, _ = report_tables.promises([record(), record(best=30.0, legal=False)])
    assert f"| 100 | 50 {report_tables.MISSED} |" in late
    assert f"| 0.5 / 3 | 16.7 / 33.3 {report_tables.MISSED} |" in late


def test_certificates_have_their_cells() -> None:
    proved = {"proved": True, "late": False, "objective": 20.0, "bound": 20.1, "verified": True}
    text, missed = report_tables.promises(
        [record(size, cpu_ms=1.0, bound=20.1, grid=proved, all=proved) for size in (5, 10, 20, 30)]
    )
    assert missed == []
    assert report_tables.MISSED not in text
    families = report_tables.families([record(grid=proved, all=proved)])
    assert "1 of 1 | 0.5 / 0.5 | 2 of 2" in families
    assert "| 0 of 1 |" in report_tables.families([record(grid=proved | {"late": True})])


@pytest.mark.compiled
def test_certificates_are_asked_for_and_checked_again() -> None:
    scene = next(scene for scene in SCENES if scene.id == "crowded-0")
    for kind in report_measure.KINDS:
        one = report_measure.certified(scene.scenario, kind, 0.5)
        assert one["over"] == kind
        assert one["verified"], one["faults"]
        assert one["bound"] >= one["objective"]


@pytest.mark.compiled
@pytest.mark.parametrize("proved", [True, False])
def test_what_is_proved_of_a_grid_is_no_matter_of_the_status(
    monkeypatch: pytest.MonkeyPatch, proved: bool
) -> None:
    scene = next(scene for scene in SCENES if scene.id == "crowded-0")
    found = solve(scene.scenario, iterations=50)
    assert found.status == Status.FEASIBLE
    proof: dict[str, Any] = {"kind": "grid", "proved": proved}
    answer = replace(found, certificate={"over": "grid", "proof": proof})
    monkeypatch.setattr(report_measure, "solve", lambda *_, **__: answer)
    said = SimpleNamespace(valid=False, faults=("one",))
    monkeypatch.setattr(report_measure, "verify", lambda *_, **__: said)
    one = report_measure.certified(scene.scenario, "grid", 0.5)
    assert (one["proved"], one["verified"], one["faults"]) == (proved, False, ["one"])


def test_baselines_ahead_show() -> None:
    rows = report_tables.rivals([record(baselines={"greedy": {"ms": 3.0, "points": 22.0}})])
    assert "| crowded, 5 | greedy | 2 | -10 | 1 | 0 | 0 | 1 |" in rows
    none = report_tables.rivals(
        [record(objective=None, baselines={"rigid": {"ms": 3.0, "points": 1.0}})]
    )
    assert "| 0 | 0 | 1 | 1 |" in none


def test_a_page_names_the_reasons_of_what_is_missed() -> None:
    none = record(family="boxed_in", objective=None, bound=None, best=None, cpu_ms=3.0)
    scenes = [record(cpu_ms=9.0), none | {"status": "INFEASIBLE", "legal": None}]
    data = {"quick": True, "seconds": 2.0, "scenes": scenes, "batch": {"5": 4.5}}
    page = report_tables.page(data)
    assert report_tables.REASONS["time"] in page
    assert "A quick run" in page
    assert "1 scene was answered without an end, in 3 ms (median; 5 ms wanted" in page
    assert "| 5 | 900 | 100,000 | 0.0556 | 0.133 | 0.5 |" in page


@pytest.mark.compiled
def test_the_report_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [scene for scene in SCENES if scene.id in ("boxed_in-0", "incoherent-4", "crowded-0")]
    monkeypatch.setattr(solve_report, "chosen", lambda *_: few)
    monkeypatch.setattr("report_measure.REPEATS", 1)
    assert solve_report.main(["--quick", "--seconds", "0.05", "--to", str(tmp_path)]) == 0
    data = json.loads((tmp_path / "solving.json").read_text())
    assert [one["id"] for one in data["scenes"]] == [scene.id for scene in few]
    assert all(one["legal"] is not False and one["same"] for one in data["scenes"])
    assert "boxed in" in (tmp_path / "solving.md").read_text()


def test_a_later_run_takes_the_place_of_what_it_measured() -> None:
    old = {"quick": False, "seconds": 2.0, "batch": {"5": 4.5, "10": 6.0}}
    old["scenes"] = [record() | {"id": "a-0"}, record(family="open") | {"id": "b-0"}]
    new = {"scenes": [record(cpu_ms=9.0) | {"id": "a-0"}], "batch": {"5": 4.0}}
    both = solve_report.joined(old, new)
    assert [row["cpu_ms"] for row in both["scenes"]] == [9.0, record()["cpu_ms"]]
    assert both["batch"] == {"5": 4.0, "10": 6.0}
    assert "Measured again, after the others: crowded." in report_tables.page(both)
    assert "Measured again" not in report_tables.page(old)


def test_a_quick_run_takes_a_few_scenes_of_each_size() -> None:
    crowded = solve_report.chosen(["crowded"], quick=True)
    assert [scene.models for scene in crowded] == [5, 5, 10, 10, 20, 20, 30, 30]
    assert solve_report.chosen(None, quick=False) == SCENES
