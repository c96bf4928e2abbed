"""`movesolver warm`: real work of every kind, and how long a first call takes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest
from rich.console import Console

from movesolver.cli import main
from movesolver.rules.chosen import rules_of
from movesolver.warm import command
from movesolver.warm.command import FIRST_CALLS, Warmed, print_warmed, warm_up
from movesolver.warm.jobs import Job, jobs

JOBS = list(jobs())


def few() -> Iterator[Job]:
    yield from JOBS[:2]


@pytest.mark.compiled
@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_every_job_can_be_done(job: Job) -> None:
    job.do()


def test_there_is_work_for_every_move() -> None:
    names = [job.name for job in JOBS]
    assert tuple(names[:2]) == FIRST_CALLS
    for game in ("wh40k11", "voidsiege"):
        assert {f"{game}: {move}" for move in rules_of(game).moves} <= set(names)


@pytest.mark.compiled
def test_it_measures_first_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "jobs", few)
    assert main(["warm", "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    found = json.loads(said.out)
    assert set(found) == {"kernels", "seconds", "cold", "warm"}
    for name in FIRST_CALLS:
        assert found["cold"][name] >= found["warm"][name] > 0.1


@pytest.mark.compiled
def test_a_bar_is_shown_at_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "jobs", few)
    monkeypatch.setattr(command, "_first_call", lambda name: 1.0)
    for terminal in (True, False):
        shown = io.StringIO()
        warm_up(Console(file=shown, force_terminal=terminal, width=100))
        assert ("kernels compiled" in shown.getvalue()) is terminal


@pytest.mark.parametrize(("kernels", "words"), [(0, "were compiled before"), (7, "7 kernels")])
def test_the_words(kernels: int, words: str) -> None:
    shown = io.StringIO()
    cold = {"check": 1.0 + kernels, "solve": 2.0 + 2 * kernels}
    warmed = Warmed(kernels, 9.0, cold, {"check": 1.0, "solve": 2.0})
    print_warmed(warmed, Console(file=shown, width=100))
    said = shown.getvalue()
    assert words in said
    assert ("check takes 1.0 s instead of 8.0 s" in said) is bool(kernels)
