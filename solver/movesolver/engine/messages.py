"""What a client and the engine say to each other: one JSON object each, told apart by ``op``.

docs/engine.md explains them, docs/engine.schema.json is made from these classes.
"""

from __future__ import annotations

import sys
import traceback
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from movesolver.errors import InputError
from movesolver.table.fields import shown

PROTOCOL = 1
"""The version of the messages; one that is larger breaks older clients."""

Id = int | str | None
"""A client's own name for a message; all replies to it carry it."""

LONGEST_ID = 64
LARGEST_WHOLE = 2**53
"""Whole numbers beyond it do not survive in languages that know only doubles."""

MoveKind = Literal["solve", "propose", "snap"]
OtherKind = Literal["check", "mask", "odds", "reach", "threat", "regain", "describe"]
Kind = Literal[MoveKind, OtherKind]

KINDS: dict[str, tuple[str, ...]] = {
    "solve": ("seed", "iterations", "time_ms", "certify", "gap", "proof_ms", "info", "info_ms"),
    "propose": ("seed", "iterations", "time_ms", "k", "apart"),
    "snap": ("seed", "iterations", "time_ms", "wished"),
    "check": ("reach",),
    "mask": ("time_ms", "places", "paths"),
    "odds": ("seed", "iterations", "dice"),
    "reach": ("model", "to", "within", "of", "step", "passing", "mates"),
    "threat": ("side", "plus", "step"),
    "regain": ("unit", "weights"),
    "describe": (),
}
"""What can be asked, and which fields of `Go` each kind of question has."""

OptionName = Literal["seed", "iterations", "time_ms", "short", "info", "info_ms"]

_COMMON = frozenset({"id", "kind", "scenario", "action", "short"})


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="op",
    tag=str.lower,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What all messages have."""

    id: Id = None


class Request(Message, frozen=True):
    """What a client sends."""

    def __post_init__(self) -> None:
        if isinstance(self.id, str) and len(self.id) > LONGEST_ID:
            raise InputError("id", f"at most {LONGEST_ID} characters", f"{len(self.id)}")
        check_whole_numbers(self)


def check_whole_numbers(thing: msgspec.Struct) -> None:
    """Raise if a whole number in a message is so large that clients would lose digits of it."""
    for name in thing.__struct_fields__:
        value = getattr(thing, name)
        if type(value) is int and not -LARGEST_WHOLE <= value <= LARGEST_WHOLE:
            wanted = f"a whole number of at most {LARGEST_WHOLE} (2^53) in size"
            raise InputError(name, wanted, shown(value))


_Scenario = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Scenario"})]
_Action = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
_Moves = Annotated[
    dict[str, Any],
    Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/Move"}, {"$ref": "#/$defs/Moves"}]}),
]
_Others = Annotated[
    dict[str, Any],
    Meta(
        extra_json_schema={
            "anyOf": [
                {"$ref": f"#/$defs/{name}"}
                for name in (
                    "Judged",
                    "Masked",
                    "Odds",
                    "Reached",
                    "Threatened",
                    "Regained",
                    "Described",
                )
            ]
        }
    ),
]


class Hello(Request, frozen=True):
    """Ask who answers, and what it can do."""

    protocol: int = PROTOCOL
    """The version of the messages that the client speaks."""


class IsReady(Request, frozen=True):
    """Ask for a `ReadyOk` as soon as the kernels are loaded."""


class SetOption(Request, frozen=True):
    """Change what a `Go` that does not say otherwise asks for; null for the default."""

    name: OptionName
    value: bool | int | float | None


class Position(Request, frozen=True):
    """Set the scenario that the next questions are about, or only its action."""

    scenario: _Scenario | UnsetType = UNSET
    action: _Action | UnsetType = UNSET

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.scenario is UNSET and self.action is UNSET:
            raise InputError("", "a scenario or an action", "neither")


class Go(Request, frozen=True):
    """Ask a question about the position, or about a scenario of its own."""

    kind: Kind = "solve"
    scenario: _Scenario | UnsetType = UNSET
    action: _Action | UnsetType = UNSET
    """In place of the action of the scenario, for this question alone."""
    short: bool | None = None
    """Without paths, lengths, slacks and certificates: what grows with the unit or the proof."""
    seed: int | None = None
    iterations: int | None = None
    time_ms: float | None = None
    info: bool | None = None
    """Whether to be told of progress."""
    info_ms: float | None = None
    """At most once in so many milliseconds."""
    certify: Literal["grid", "all"] | None = None
    gap: float | None = None
    proof_ms: float | None = None
    k: int | None = None
    apart: float | None = None
    wished: dict[str, tuple[float, ...]] | None = None
    places: dict[str, tuple[tuple[float, ...], ...]] | None = None
    paths: bool | None = None
    reach: bool | None = None
    """Whether ends are also to be in reach."""
    dice: str | None = None
    model: str | None = None
    to: tuple[float, ...] | None = None
    """x, y; x, y, facing; or x, y, facing, z."""
    within: float | None = None
    """Whether a model can get so near, inches ..."""
    of: str | tuple[float, float] | None = None
    """... to this marker, unit, model or zone, or to a point."""
    step: float | None = None
    passing: bool | None = None
    mates: bool | None = None
    side: str | None = None
    plus: float | None = None
    unit: str | None = None
    weights: dict[str, float] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        known = KINDS[self.kind]
        for name in self.__struct_fields__:
            if name in known or name in _COMMON:
                continue
            if (value := getattr(self, name)) is not None:
                has = ", ".join(known) or "no fields of its own"
                wanted = f"nothing: {self.kind} has {has}"
                raise InputError(name, wanted, shown(value))
        if (self.within is None) != (self.of is None):
            raise InputError("within", "both within (inches) and of (what), or neither", "one")
        if self.to is not None and self.within is not None:
            raise InputError("to", "to or within", "both")
        if self.to is not None and not 2 <= len(self.to) <= 4:
            raise InputError("to", "[x, y], [x, y, facing] or [x, y, facing, z]", shown(self.to))


class Stop(Request, frozen=True):
    """End all questions asked before, or only the one with an id."""

    go: Id = None


class Quit(Request, frozen=True):
    """End the engine."""


AnyRequest = Hello | IsReady | SetOption | Position | Go | Stop | Quit


class Reply(Message, frozen=True):
    """What the engine sends; ``id`` is that of the request."""


class Greeting(Reply, frozen=True, tag="hello"):
    """Who answers, and what it can do."""

    protocol: int
    name: str
    version: str
    format: int
    """The version of scenarios."""
    kinds: dict[str, tuple[str, ...]]
    """What can be asked, with the fields that each kind of question has."""
    options: tuple[str, ...]
    limits: dict[str, float]


class ReadyOk(Reply, frozen=True):
    """The kernels are loaded."""


class Ok(Reply, frozen=True):
    """Done."""


class Bye(Reply, frozen=True):
    """The last words."""


class Info(Reply, frozen=True):
    """How far a search has come."""

    iterations: int
    milliseconds: float
    objective: float | None
    """What the best end so far is worth; null if there is none."""
    bound: float | None
    """What no end is worth more than."""


class BestMove(Reply, frozen=True):
    """The answer of a search."""

    kind: MoveKind
    answer: _Moves


class Answer(Reply, frozen=True):
    """The answer to any other question."""

    kind: OtherKind
    answer: _Others


Code = Literal[
    "BAD_INPUT", "UNSUPPORTED", "TOO_LARGE", "TOO_SLOW", "BUSY", "STOPPED", "REFUSED", "INTERNAL"
]


class Error(Reply, frozen=True):
    """Why there is no other answer; the engine goes on."""

    code: Code
    text: str
    """One line for people."""
    place: str | None = None
    """For bad input: where, what was wanted there and what was given."""
    wanted: str | None = None
    got: str | None = None


AnyReply = Greeting | ReadyOk | Ok | Bye | Info | BestMove | Answer | Error

REQUESTS: dict[str, type[Request]] = {
    str(one.__struct_config__.tag): one for one in get_args(AnyRequest)
}


def error_of(error: InputError, id: Id = None) -> Error:
    """Return a refusal as a message."""
    return Error(
        id=id,
        code="BAD_INPUT",
        text=str(error),
        place=error.place,
        wanted=error.wanted,
        got=error.got,
    )


def fault(error: Exception, id: Id = None) -> Error:
    """Return a fault of the engine's own as a message, and its traceback to stderr.

    It must not end the engine, and must not be hidden either.
    """
    traceback.print_exception(error, file=sys.stderr)
    return Error(id=id, code="INTERNAL", text=f"{type(error).__name__}: {error}"[:500])


def within_message(error: InputError, field: str) -> InputError:
    """Return the error of a part of a message with the part's name before its place."""
    place = error.place
    if not place or place == "document" or place.startswith("line "):
        return InputError(field, error.wanted, error.got)
    joined = f"{field}{place}" if place.startswith("[") else f"{field}.{place}"
    return InputError(joined, error.wanted, error.got)
