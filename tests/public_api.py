"""The public names with their signatures, as text.

``PYTHONPATH=tests python -m public_api`` writes `tests/solver/public_api.txt` anew.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
from pathlib import Path

FILE = Path(__file__).parent / "solver" / "public_api.txt"
LONGEST_DEFAULT = 60
MODULES = (
    "movesolver",
    "movesolver.arrays",
    "movesolver.bases",
    "movesolver.errors",
    "movesolver.formats.tabletop",
    "movesolver.formats.wh40kdc",
    "movesolver.gym",
    "movesolver.rules",
    "movesolver.testing",
)


def listed() -> str:
    """Return one line for each public name, and for each public part of a class."""
    lines: list[str] = []
    for name in MODULES:
        module = _module(name)
        names = getattr(module, "__all__", None) or [n for n in vars(module) if _own(module, n)]
        for one in sorted(names):
            lines += _described(f"{name}.{one}", getattr(module, one))
    return "\n".join(lines) + "\n"


def _module(name: str) -> object:
    if name == "movesolver.bases":
        return importlib.import_module("movesolver.table.bases")
    return importlib.import_module(name)


def _own(module: object, name: str) -> bool:
    thing = vars(module)[name]
    return not name.startswith("_") and getattr(thing, "__module__", None) == getattr(
        module, "__name__", None
    )


def _described(name: str, thing: object) -> list[str]:
    if inspect.isclass(thing):
        return _class(name, thing)
    if callable(thing):
        return [f"{name}{_signature(thing)}"]
    if inspect.ismodule(thing):
        return [f"{name} module"]
    return [f"{name} = {thing!r}" if isinstance(thing, int | str) else name]


def _class(name: str, kind: type) -> list[str]:
    if issubclass(kind, enum.Enum):
        return [f"{name}: {', '.join(kind.__members__)}"]
    lines = [f"{name}{_signature(kind)}"]
    for one in dir(kind):
        home = next((base for base in kind.__mro__ if one in vars(base)), object)
        if one.startswith("_") or not home.__module__.startswith("movesolver"):
            continue
        part = vars(home)[one]
        if isinstance(part, classmethod | staticmethod) or inspect.isfunction(part):
            lines.append(f"{name}.{one}{_signature(getattr(kind, one))}")
        else:
            lines.append(f"{name}.{one}")
    return lines


def _signature(thing: object) -> str:
    """Return names, kinds and defaults of the arguments; their types are mypy's to watch."""
    try:
        signature = inspect.signature(thing)  # type: ignore[arg-type] # whatever has one
    except (TypeError, ValueError):
        return "(...)"
    plain = [
        one.replace(annotation=one.empty, default=one.default if _is_short(one) else Ellipsis)
        for one in signature.parameters.values()
    ]
    said = str(signature.replace(parameters=plain, return_annotation=signature.empty))
    said = re.sub(r"<object object at 0x[0-9a-f]+>|<factory>", "...", said)
    return re.sub(r"<(function|class) '?([^>']*?)'?( at 0x[0-9a-f]+)?>", r"\2", said)


def _is_short(one: inspect.Parameter) -> bool:
    return len(repr(one.default)) <= LONGEST_DEFAULT


if __name__ == "__main__":
    FILE.write_text(listed(), encoding="utf-8")
