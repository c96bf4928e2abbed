"""The scenario file: JSON in, JSON out, every error with its place.

A scenario that has passed this door needs no further checks: later code trusts
its ids, its positions and the start of its paths.
"""

from __future__ import annotations

import json
from pathlib import Path

from movesolver.errors import InputError
from movesolver.formats.files import read_bytes, write_text
from movesolver.formats.places import converted
from movesolver.formats.references import fitted
from movesolver.formats.trees import as_tree, check_tree, read_tree
from movesolver.rules.ruleset import RuleSet
from movesolver.table.fields import shown
from movesolver.table.scenario import Scenario

FORMAT = 1
"""The version of the format, the file's field ``movesolver``."""

LARGEST_OF_SAVES = 1e300
"""For telling saves of table simulators, which have times in seconds, from bad scenarios."""

_LINE = 96
_plain_json = json.JSONEncoder(ensure_ascii=False).encode


def loads(text: str | bytes, *, rules: RuleSet | None = None) -> Scenario:
    """Read a scenario from JSON.

    Parameters
    ----------
    text
        One JSON object (docs/format.md).
    rules
        Rules of your own that it is to be played by (docs/house-rules.md): its move and mode
        are then looked for there, and its game may be theirs.

    Raises
    ------
    InputError
        One line: the place (``units[0].models[1].at``; for text that is not JSON the
        line and column), what was wanted there, what was given.
    """
    try:
        return _scenario(read_tree(text), rules)
    except InputError:
        if isinstance(text, str | bytes) and _is_save(text):
            got = "a save of a table simulator (movesolver import-save makes a scenario of it)"
            raise InputError("document", "a scenario", got) from None
        raise


def load(path: str | Path, *, rules: RuleSet | None = None) -> Scenario:
    """Read a scenario from a file; ``rules`` as for `loads`.

    Raises
    ------
    InputError
        As `loads`; also if the file cannot be read.
    """
    return loads(read_bytes(path), rules=rules)


def validate(scenario: Scenario, *, rules: RuleSet | None = None) -> Scenario:
    """Check a scenario built in Python as `loads` checks a file; ``rules`` as there.

    Returns
    -------
    Scenario
        An equal scenario of plain tuples, floats and strings.

    Raises
    ------
    InputError
        As `loads`.
    """
    if not isinstance(scenario, Scenario):
        raise InputError("scenario", "a Scenario", shown(scenario))
    tree = as_tree(scenario)
    check_tree(tree)
    return _scenario(tree, rules)


def dumps(scenario: Scenario, *, rules: RuleSet | None = None) -> str:
    """Return a scenario as JSON that `loads` reads back as an equal one.

    Fields keep the order of the format, defaults are left out, and lists that fit
    on a line stay on it.  ``rules`` as for `loads`.

    Raises
    ------
    InputError
        If the scenario is not one that `loads` would accept.
    """
    return _written(as_tree(validate(scenario, rules=rules))) + "\n"


def dump(scenario: Scenario, path: str | Path, *, rules: RuleSet | None = None) -> None:
    """Write a scenario to a file, whole or not at all; ``rules`` as for `loads`.

    Raises
    ------
    InputError
        As `dumps`; also if the file cannot be written.
    """
    write_text(path, dumps(scenario, rules=rules))


def _is_save(text: str | bytes) -> bool:
    """Return whether a text that is no scenario is a save, whose numbers may be larger."""
    name = "ObjectStates"
    if not (name in text if isinstance(text, str) else name.encode() in text):
        return False
    try:
        tree = read_tree(text, LARGEST_OF_SAVES)
    except InputError:
        return False
    return isinstance(tree, dict) and name in tree and "movesolver" not in tree


def _scenario(tree: object, rules: RuleSet | None) -> Scenario:
    if isinstance(tree, dict) and "movesolver" in tree:
        # Another version may differ anywhere: say so before complaining of the rest.
        version = tree["movesolver"]
        if type(version) is not int or version != FORMAT:
            wanted = f"{FORMAT}, the version of the format"
            raise InputError("movesolver", wanted, shown(version))
    return fitted(converted(tree, Scenario), rules)


def _written(value: object, indent: int = 0) -> str:
    """Return JSON, broken into lines only where one line would be too long."""
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [
            f"{_plain_json(name)}: {_written(item, indent + 2)}" for name, item in value.items()
        ]
    elif isinstance(value, list):
        opening, closing = "[]"
        parts = [_written(item, indent + 2) for item in value]
    elif isinstance(value, float) and value.is_integer() and str(value) != "-0.0":
        return str(int(value))
    else:
        return _plain_json(value)
    flat = opening + ", ".join(parts) + closing
    if len(flat) + indent <= _LINE and "\n" not in flat:
        return flat
    pad = "\n" + " " * (indent + 2)
    return opening + pad + f",{pad}".join(parts) + "\n" + " " * indent + closing
