"""Counts of legal ends on tiny tables under every game: the search finds no more and no fewer."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import movesolver
from census_moves import CENSUSES, FILE, GAMES, Census, slow_counts
from grid_data import searcher_on
from movesolver.formats.scenario import loads
from movesolver.search.grid import reported_values
from movesolver.search.grid_proof import certify_grid
from movesolver.table.scenario import Scenario

COUNTS = json.loads(FILE.read_text())
EACH = pytest.mark.parametrize(
    ("census", "game"),
    [(census, game) for census in CENSUSES for game in GAMES],
    ids=lambda value: value.name if isinstance(value, Census) else value,
)


def question(census: Census, game: str) -> Scenario:
    return loads(json.dumps(census.asked(game)))


def listed(census: Census) -> dict[str, list[list[float]]]:
    return {name: [list(place) for place in census.places] for name in census.models}


@pytest.mark.compiled
@EACH
def test_what_the_reference_counted_is_what_is_found(census: Census, game: str) -> None:
    """Choices are as many, a mask is what they use, the best of them is what is proved."""
    asked, rows = question(census, game), np.arange(len(census.models))
    found = np.array(movesolver.choices(asked, listed(census), most=10_000))
    assert len(found) == COUNTS[census.name][game]
    answer = movesolver.mask(asked, listed(census), paths=False)
    assert answer.decided
    for i, name in enumerate(census.models):
        wanted = np.isin(np.arange(len(census.places)), found[:, i])
        assert (answer.allowed[name] == wanted).all()
    searcher = searcher_on(asked, np.array(census.places))
    worth = reported_values(searcher)  # one class of models: spot k is place k
    assert worth.shape == (len(census.models), len(census.places))
    points = worth[rows, found].sum(axis=1)
    assert np.isfinite(points).any()
    proof = certify_grid(searcher, seconds=60.0)
    assert proof.proved
    assert proof.value == pytest.approx(points.max(), abs=1e-6)
    assert proof.bound == pytest.approx(points.max(), abs=1e-6)


@pytest.mark.parametrize("census", CENSUSES, ids=lambda census: census.name)
def test_on_fewer_places_the_reference_counts_the_same_now(census: Census) -> None:
    """On six of the places: the reference takes its time."""
    few = replace(census, places=census.places[::2][:6])
    for game in GAMES:
        found = movesolver.choices(question(few, game), listed(few), most=10_000)
        assert len(found) == slow_counts(few, game)
