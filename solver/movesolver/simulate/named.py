"""Policies by name."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points

from movesolver.errors import InputError
from movesolver.simulate.built_in import BUILT_IN
from movesolver.simulate.policies import Policy
from movesolver.table.fields import shown
from movesolver.table.names import did_you_mean

GROUP = "movesolver.policies"
"""The group of entry points in which packages offer policies by name."""


def find_policy(name: str, place: str = "policy") -> Policy:
    """Return the policy of a name: a built-in one, an entry point, or ``module:function``.

    Raises
    ------
    InputError
        If there is none, or it is no function.
    """
    if not isinstance(name, str):
        raise InputError(place, "the name of a policy", shown(name))
    if name in BUILT_IN:
        return BUILT_IN[name]
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name in found:
        policy = found[name].load()
    elif ":" in name:
        module, _, function = name.partition(":")
        try:
            policy = getattr(import_module(module), function)
        except (ImportError, AttributeError, ValueError) as error:
            raise InputError(place, "module:function that can be imported", str(error)) from None
    else:
        known = [*BUILT_IN, *found]
        wanted = f"{', '.join(known)}{did_you_mean(name, known)}, or module:function"
        raise InputError(place, wanted, shown(name))
    if not callable(policy):
        raise InputError(place, "a function of a Turn", shown(policy))
    ready: Policy = policy
    return ready
