"""Bytes to requests: fast where they are good, slow and exact about what is wrong."""

from __future__ import annotations

import codecs
import json
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from movesolver.engine.limits import Limits
from movesolver.engine.messages import (
    LARGEST_WHOLE,
    LONGEST_ID,
    REQUESTS,
    AnyRequest,
    Id,
    within_message,
)
from movesolver.errors import InputError
from movesolver.formats.places import converted
from movesolver.formats.references import fitted
from movesolver.formats.scenario import loads
from movesolver.formats.trees import read_tree
from movesolver.table.fields import shown
from movesolver.table.scenario import Action, Scenario

_DECODER: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_RAW = ("scenario", "action")
A_MESSAGE = "a message, one JSON object"


class BadMessageError(Exception):
    """A message that is refused, with its id if that could be read."""

    def __init__(self, id: Id, error: InputError) -> None:
        self.id = id
        self.error = error
        super().__init__(str(error))


def request_of(text: bytes) -> AnyRequest:
    """Return the request in a text.

    Raises
    ------
    BadMessageError
        If it is not one.
    """
    text = text.removeprefix(codecs.BOM_UTF8)  # as files may have one
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        # A ValidationError is a DecodeError: JSON, but not what was asked for.
        refused = error
    tree: Any = None
    try:
        tree = _tree(text)
        raise _misfit(tree, refused)
    except InputError as error:
        id = _id_in(tree) if tree is not None else _id_of(text)
        raise BadMessageError(id, error) from None


def _tree(text: bytes) -> object:
    if not text.strip():
        raise InputError("document", A_MESSAGE, "an empty text")
    try:
        # Ids and seeds are larger than any number of a scenario, which is read again.
        return read_tree(text, LARGEST_WHOLE)
    except RecursionError:
        raise InputError("document", "fewer levels of lists and objects", "too many") from None


def _misfit(tree: object, refused: Exception) -> InputError:
    """Return what is wrong with a message."""
    if not isinstance(tree, dict):
        return InputError("document", A_MESSAGE, shown(tree))
    op = tree.get("op")
    if not isinstance(op, str) or op not in REQUESTS:
        got = shown(op) if "op" in tree else "nothing"
        return InputError("op", f"one of {', '.join(REQUESTS)}", got)
    fields = {name: value for name, value in tree.items() if name != "op" and name not in _RAW}
    struct = REQUESTS[op]
    for name in _RAW:
        if name in tree:
            fields[name] = msgspec.Raw(b"{}")
    try:
        converted(fields, struct)
    except InputError as error:
        return error
    return InputError("document", "a message", str(refused))


def _id_in(tree: object) -> Id:
    found = tree.get("id") if isinstance(tree, dict) else None
    if isinstance(found, str):
        return found if len(found) <= LONGEST_ID else None
    return found if type(found) is int and abs(found) <= LARGEST_WHOLE else None


def _id_of(text: bytes) -> Id:
    """Return the id of a message that has a field twice, or a value that no message may hold."""

    def small(digits: str) -> int | None:
        return int(digits) if len(digits) < 20 else None

    try:
        pairs = json.loads(text, parse_int=small, object_pairs_hook=tuple)
        found = [value for name, value in pairs if name == "id"] if type(pairs) is tuple else []
        msgspec.json.encode(found)
    except (ValueError, RecursionError):  # no JSON, or text that cannot be sent back
        return None
    return _id_in({"id": found[0]}) if len(found) == 1 else None


def scenario_of(
    scenario: msgspec.Raw | msgspec.UnsetType,
    action: msgspec.Raw | msgspec.UnsetType,
    known: Scenario | None,
    limits: Limits,
) -> Scenario:
    """Return the scenario that a message is about: its own or the one known, with its action.

    Raises
    ------
    InputError
        As `movesolver.loads`, with the place in the message; if there is none, or it is too
        large.
    """
    if scenario is not UNSET:
        known = _read_scenario(bytes(scenario), limits)
    if known is None:
        raise InputError("scenario", "a scenario, here or in a position before", "none")
    if action is not UNSET:
        known = _with_action(known, bytes(action), limits)
    return known


def _read_scenario(text: bytes, limits: Limits) -> Scenario:
    try:
        found = loads(text)
        limits.check_scenario(found)
    except InputError as error:
        raise within_message(error, "scenario") from None
    return found


def _with_action(scenario: Scenario, text: bytes, limits: Limits) -> Scenario:
    try:
        action = converted(read_tree(text), Action)
    except InputError as error:
        raise within_message(error, "action") from None
    found = fitted(replace(scenario, action=action))
    limits.check_scenario(found)
    return found
