"""What the tab key offers: commands, options and their words; names out of the file that is typed.

`argcomplete` asks the parser itself, so whatever a command gains is completed too.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable
from typing import Any

LARGEST = 2_000_000
"""Bytes of a scenario that the tab key looks into."""

Completer = Callable[..., Iterable[str]]


def complete(parser: argparse.ArgumentParser, parsers: Iterable[argparse.ArgumentParser]) -> None:
    """Answer the shell and exit, if it is the shell that asks; else return."""
    import argcomplete

    for one in parsers:
        for action in one._actions:  # argparse keeps them to itself
            if action.choices is None:
                # argcomplete looks for this attribute; without one it offers files
                vars(action)["completer"] = _completer(action)
    argcomplete.autocomplete(parser)


def _completer(action: argparse.Action) -> Completer:
    if action.dest in NAMES:
        return NAMES[action.dest]
    if _takes_a_file(action):
        from argcomplete.completers import FilesCompleter

        files: Completer = FilesCompleter()
        return files
    return _nothing


def _takes_a_file(action: argparse.Action) -> bool:
    words = action.metavar if isinstance(action.metavar, tuple) else (str(action.metavar),)
    return action.dest in ("file", "folder") or any("." in w or w == "FILE" for w in words)


def _nothing(**_: Any) -> Iterable[str]:
    return ()


def _scenario(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what is in the file that was typed; nothing if it is no scenario."""
    file = getattr(arguments, "file", None)
    try:
        if not isinstance(file, str) or not os.path.isfile(file) or os.path.getsize(file) > LARGEST:
            return {}
        with open(file, "rb") as stream:
            found = json.load(stream)
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _listed(tree: dict[str, Any], name: str) -> list[dict[str, Any]]:
    things = tree.get(name)
    return [one for one in things if isinstance(one, dict)] if isinstance(things, list) else []


def _models(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """The models of the unit that moves."""
    tree = _scenario(parsed_args)
    action = tree.get("action")
    mover = action.get("unit") if isinstance(action, dict) else None
    units = [unit for unit in _listed(tree, "units") if unit.get("id") == mover]
    return [str(model.get("id")) for unit in units for model in _listed(unit, "models")]


def _sides(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    tree = _scenario(parsed_args)
    return sorted({str(unit.get("side")) for unit in _listed(tree, "units")})


def _places(parsed_args: argparse.Namespace, **_: Any) -> list[str]:
    """Whatever a distance can be measured to."""
    tree = _scenario(parsed_args)
    things = [one for name in ("markers", "units", "zones") for one in _listed(tree, name)]
    return [str(one.get("id")) for one in things]


def _layouts(**_: Any) -> list[str]:
    from movesolver.formats.layout_names import layout_names

    return ["plain", *layout_names()]


def _maps(**_: Any) -> tuple[str, ...]:
    from movesolver.formats.layout_names import deployment_names

    return deployment_names()


def _rosters(**_: Any) -> tuple[str, ...]:
    from movesolver.simulate.rosters import rosters

    return rosters()


def _policies(**_: Any) -> list[str]:
    from movesolver.simulate.built_in import BUILT_IN

    return sorted(BUILT_IN)


def _checks(**_: Any) -> list[str]:
    from movesolver.bench.checks import CHECKS

    return list(CHECKS)


NAMES: dict[str, Completer] = {
    "check": _checks,
    "layout": _layouts,
    "map": _maps,
    "model": _models,
    "policies": _policies,
    "rosters": _rosters,
    "threat": _sides,
    "within": _places,
}
"""Who knows the words of an argument, by its ``dest``."""
