"""``python -m movesolver``."""

from __future__ import annotations

import sys

from movesolver.cli import main

sys.exit(main())
