"""Real tables, deployment maps and units, read from the `wh40kdc` package.

Nothing of that package's data is kept here: it is an optional dependency
(``pip install 'movesolver[data]'``) and is read when asked for. `CREDIT` is the
line its licence wants shown wherever its data reaches the public.
"""

from __future__ import annotations

from movesolver.formats.wh40kdc.bundle import CREDIT
from movesolver.formats.wh40kdc.layouts import (
    Deployment,
    Layout,
    deployments,
    layout_maps,
    layouts,
    read_deployment,
    read_layout,
)
from movesolver.formats.wh40kdc.rosters import Roster, read_roster
from movesolver.formats.wh40kdc.units import GapError, UnitEntry, find_units, read_unit

__all__ = [
    "CREDIT",
    "Deployment",
    "GapError",
    "Layout",
    "Roster",
    "UnitEntry",
    "deployments",
    "find_units",
    "layout_maps",
    "layouts",
    "read_deployment",
    "read_layout",
    "read_roster",
    "read_unit",
]
