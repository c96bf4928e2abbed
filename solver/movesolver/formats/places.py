"""Where in a tree the first thing is that does not fit, and what was wanted there.

`msgspec` turns a tree into structs in one quick step but names places only in
part.  A tree that it refuses is gone through again here, slowly.
"""

from __future__ import annotations

import functools
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from movesolver.errors import InputError
from movesolver.table.fields import inside, shown
from movesolver.table.names import did_you_mean

Thing = TypeVar("Thing", bound=msgspec.Struct)

_PLAIN: dict[type, str] = {
    inspect.DictType: "an object",
    inspect.VarTupleType: "a list",
    inspect.FloatType: "a number",
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
    inspect.StrType: "a string",
}
_COUNTS = ("no", "one", "two", "three", "four")
_MEANS = {4: ", [x, y, facing, z]"}
"""What lists of so many numbers are, where the number of them does not say it: poses."""


def converted(tree: object, cls: type[Thing]) -> Thing:
    """Return the tree as a struct.

    Raises
    ------
    InputError
        Naming the first place that does not fit.
    """
    try:
        return msgspec.convert(tree, cls)
    except msgspec.ValidationError as error:
        raise _misfit(tree, _form(cls), "") or _of_struct(error, "") from None


@functools.cache
def _form(cls: type) -> inspect.Type:
    """Return what a class is made of: slow to work out, so only when first asked."""
    return inspect.type_info(cls)


def _misfit(value: Any, kind: inspect.Type, place: str) -> InputError | None:
    """Return the error of the first misfit in ``value``, or None if it fits."""
    if isinstance(kind, inspect.UnionType):
        return _misfit_of_union(value, kind, place)
    if isinstance(kind, inspect.StructType):
        return _misfit_of_struct(value, kind, place)
    if isinstance(kind, inspect.Metadata):
        return None if _misfit(value, kind.type, place) is None else _wrong(kind, value, place)
    if isinstance(kind, inspect.DictType):
        if not isinstance(value, dict):
            return _wrong(kind, value, place)
        return _first(_misfit(v, kind.value_type, inside(place, k)) for k, v in value.items())
    if isinstance(kind, inspect.VarTupleType):
        if not isinstance(value, list):
            return _wrong(kind, value, place)
        return _first(_misfit(v, kind.item_type, inside(place, i)) for i, v in enumerate(value))
    if isinstance(kind, inspect.TupleType):
        if not isinstance(value, list) or len(value) != len(kind.item_types):
            return _wrong(kind, value, place)
        return _first(
            _misfit(v, item, inside(place, i))
            for i, (v, item) in enumerate(zip(value, kind.item_types, strict=True))
        )
    if isinstance(kind, inspect.RawType):
        return None  # whatever it is: it is read by itself, with places of its own
    if isinstance(kind, inspect.LiteralType):
        fits = any(type(value) is type(word) and value == word for word in kind.values)
        return None if fits else _wrong(kind, value, place)
    return None if _is_scalar(value, kind) else _wrong(kind, value, place)


def _misfit_of_union(value: Any, kind: inspect.UnionType, place: str) -> InputError | None:
    if value is None and any(isinstance(one, inspect.NoneType) for one in kind.types):
        return None
    rest = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    if len(rest) > 1:
        # Of several forms the one of the same outline is meant: object, list or plain value.
        rest = [one for one in rest if _outline(one) is type(value)] or [
            one for one in rest if _outline(one) is None and _is_scalar(value, one)
        ]
    return _misfit(value, rest[0], place) if rest else _wrong(kind, value, place)


def _misfit_of_struct(value: Any, kind: inspect.StructType, place: str) -> InputError | None:
    if not isinstance(value, dict):
        return _wrong(kind, value, place)
    try:
        msgspec.convert(value, kind.cls)
        return None
    except msgspec.ValidationError as error:
        refused = error
    names = [field.encode_name for field in kind.fields]
    for name in value:
        if name not in names:
            return _unknown(name, names, place)
    for field in kind.fields:
        if field.encode_name in value:
            found = _misfit(value[field.encode_name], field.type, inside(place, field.encode_name))
            if found:
                return found
        elif field.required:
            return InputError(
                inside(place, field.encode_name), f"{_described(field.type)} (needed)", "nothing"
            )
    return _of_struct(refused, place)


def _of_struct(error: msgspec.ValidationError, place: str) -> InputError:
    """Return the error of a struct whose fields fit one by one but not together."""
    cause = error.__cause__
    if not isinstance(cause, InputError):
        return InputError(place or "document", "a scenario", str(error))
    if not cause.place:
        return InputError(place or "document", cause.wanted, cause.got)
    joined = f"{place}.{cause.place}" if place else cause.place
    return InputError(joined, cause.wanted, cause.got)


def _unknown(name: str, names: list[str], place: str) -> InputError:
    close = did_you_mean(name, names)
    wanted = f"a known field{close}" if close else f"one of {', '.join(names)}"
    return InputError(inside(place, name), wanted, f"the unknown field {shown(name)}")


def _wrong(kind: inspect.Type, value: object, place: str) -> InputError:
    wanted = _described(kind)
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str):
        wanted += did_you_mean(value, (word for word in kind.values if isinstance(word, str)))
    return InputError(place or "document", wanted, shown(value))


def _first(found: Any) -> InputError | None:
    return next((error for error in found if error is not None), None)


def _is_scalar(value: object, kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.FloatType):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(kind, inspect.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(kind, inspect.BoolType):
        return isinstance(value, bool)
    return isinstance(kind, inspect.StrType) and isinstance(value, str)


def _outline(kind: inspect.Type) -> type | None:
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return dict
    return list if isinstance(kind, inspect.TupleType | inspect.VarTupleType) else None


def _described(kind: inspect.Type) -> str:
    """Return what fits, in words."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join(
            _described(one) for one in kind.types if not isinstance(one, inspect.NoneType)
        )
    if isinstance(kind, inspect.StructType):
        needed = [field.encode_name for field in kind.fields if field.required]
        names = needed or [field.encode_name for field in kind.fields]
        return f"an object {'with' if needed else 'of'} {', '.join(names)}"
    if isinstance(kind, inspect.TupleType):
        means = _MEANS.get(len(kind.item_types), "")
        return f"a list of {_COUNTS[len(kind.item_types)]} numbers{means}"
    if isinstance(kind, inspect.Metadata):
        words = ", ".join((kind.extra_json_schema or {}).get("examples", ()))
        return f"one of {words}" if words else _described(kind.type)
    if isinstance(kind, inspect.LiteralType):
        words = ", ".join(str(word) for word in kind.values)
        return f"one of {words}" if len(kind.values) > 1 else words
    return _PLAIN.get(type(kind), "another value")
