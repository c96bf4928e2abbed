"""``python -m movesolver``."""

from __future__ import annotations

from movesolver.cli import program

program()
