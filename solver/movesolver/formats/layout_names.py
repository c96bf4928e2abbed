"""The names of layouts and deployment maps, quickly: for the tab key.

Imports next to nothing, and reads nothing but names: 0.03 s.
"""

from __future__ import annotations

from importlib import resources

import msgspec


class _Named(msgspec.Struct, frozen=True):
    name: str


class _Names(msgspec.Struct, frozen=True):
    terrain_layouts: tuple[_Named, ...] = ()
    deployment_patterns: tuple[_Named, ...] = ()


def layout_names() -> tuple[str, ...]:
    """Return the names of all terrain layouts; none where `wh40kdc` is not installed."""
    return tuple(one.name for one in _names().terrain_layouts)


def deployment_names() -> tuple[str, ...]:
    """Return the names of all deployment maps; none where `wh40kdc` is not installed."""
    return tuple(one.name for one in _names().deployment_patterns)


def _names() -> _Names:
    try:
        text = resources.files("wh40kdc").joinpath("_bundle.json").read_bytes()
        return msgspec.json.decode(text, type=_Names)
    except (ImportError, OSError, msgspec.MsgspecError):
        return _Names()  # the tab key has nobody to complain to
