"""Whatever is done to a scenario, it is read, or refused in one line that says what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from movesolver.errors import InputError
from movesolver.formats.scenario import dumps, loads
from scenario_data import full_document, small_document

TEXT = json.dumps(full_document())

junk: st.SearchStrategy[Any] = st.sampled_from(
    [
        None, True, False, 0, 1, -1, 2**70, 0.5, -0.0, 1e-300, 1e300, float("nan"), float("inf"),
        "", "a1", "alpha", "\ud800", "\n", [], [[]], [1], [1, 2], [0, 0, 0, 0], {}, {"a1": [1, 2]},
        {"round": 32}, {"unit": "foe"}, [[0, 0], [1, 0], [0, 1]], [[0, 0], [1, 1], [1, 0], [0, 1]],
    ]
)  # fmt: skip

PIECES = (*'{}[]",:\\', "NaN", "1e9", "-0", "\\ud800", "null")


def places(tree: Any) -> list[tuple[Any, Any]]:
    """Return every (holder, key or index) of a tree, from the top down."""
    found = []
    queue = [tree]
    while queue:
        holder = queue.pop(0)
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                queue.append(holder[key])
    return found


def read(text: str | bytes) -> bool:
    """Read a text; True if it is a scenario, False if it is refused as it should be."""
    try:
        scenario = loads(text)
    except InputError as refused:
        error = refused
    else:
        assert loads(dumps(scenario)) == scenario
        return True
    message = str(error)
    assert message == f"{error.place}: wanted {error.wanted}, got {error.got}"
    assert error.place
    assert len(message.splitlines()) == 1
    assert len(message) < 1000
    message.encode()
    return False


@given(data=st.data())
@settings(derandomize=True, max_examples=400, deadline=None)
def test_spoiled_trees(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from((full_document, small_document)))()
    for _ in range(data.draw(st.integers(1, 3))):
        known = places(document)
        if not known:
            break
        holder, key = known[data.draw(st.integers(0, len(known) - 1))]
        how = data.draw(st.sampled_from(("delete", "replace", "repeat", "inject", "text", "list")))
        if how == "delete":
            del holder[key]
        elif how == "replace":
            # A copy: what is drawn may be spoiled in its turn, and the next example needs it whole.
            holder[key] = deepcopy(data.draw(junk))
        elif how == "repeat" and isinstance(holder, list):
            holder.append(holder[key])
        elif how == "inject" and isinstance(holder[key], dict):
            holder[key][data.draw(st.sampled_from(("", "at", "x y", "id", "\ud800")))] = 1
        elif how == "text":
            holder[key] = str(holder[key])
        else:
            holder[key] = [holder[key]]
    read(json.dumps(document))


@given(
    at=st.integers(0, len(TEXT)),
    width=st.integers(0, 12),
    put=st.text(max_size=3) | st.sampled_from(PIECES),
)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_spoiled_texts(at: int, width: int, put: str) -> None:
    read(TEXT[:at] + put + TEXT[at + width :])


@given(at=st.integers(0, len(TEXT)), put=st.binary(max_size=3))
@settings(derandomize=True, max_examples=150, deadline=None)
def test_spoiled_bytes(at: int, put: bytes) -> None:
    raw = TEXT.encode()
    read(raw[:at] + put + raw[at:])


@given(text=st.text(max_size=30) | st.binary(max_size=30))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_no_scenarios_at_all(text: str | bytes) -> None:
    assert not read(text)


SWAPS: dict[str, Callable[[Any], Any]] = {
    "null": lambda value: None,
    "true": lambda value: True,
    "a string": str,
    "in a list": lambda value: [value],
    "in an object": lambda value: {"round": value},
    "NaN": lambda value: float("nan"),
    "beyond": lambda value: 1e9,
}


@pytest.mark.parametrize("swap", SWAPS.values(), ids=SWAPS.keys())
def test_every_single_value_swapped(swap: Callable[[Any], Any]) -> None:
    refused = 0
    count = len(places(full_document()))
    for index in range(count):
        document = full_document()
        holder, key = places(document)[index]
        holder[key] = swap(holder[key])
        refused += not read(json.dumps(document))
    # Some places take what was put there: null where a field may be null, any string as a side.
    assert refused > 0.8 * count


def test_every_single_value_taken_away() -> None:
    for index in range(len(places(full_document()))):
        document = full_document()
        holder, key = places(document)[index]
        del holder[key]
        read(json.dumps(document))
