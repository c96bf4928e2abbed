"""Save files of a table simulator: models by position, sizes and sides by name.

``objects`` finds the models of a save, ``sides`` says whose they are, ``reading`` makes units of
them, ``writing`` puts moved models back into a copy of the save.
"""

from __future__ import annotations

from movesolver.formats.tabletop.reading import Save, read_save
from movesolver.formats.tabletop.writing import write_save

__all__ = ["Save", "read_save", "write_save"]
