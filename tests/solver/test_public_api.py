"""The public names are those that are listed: a change of one shows here, and in the changelog."""

from __future__ import annotations

import difflib
import subprocess
import sys

from public_api import FILE, listed

RENEW = "if it is meant: PYTHONPATH=tests python -m public_api, and a line in CHANGELOG.md"


def test_the_public_names_are_the_listed_ones() -> None:
    now, before = listed().splitlines(), FILE.read_text(encoding="utf-8").splitlines()
    changes = [
        line
        for line in difflib.unified_diff(before, now, "listed", "now", lineterm="", n=0)
        if not line.startswith("@@")
    ]
    assert not changes, "\n".join((*changes, RENEW))


def test_an_import_waits_for_nothing() -> None:
    """Neither for numba nor for arrays: only names that are asked for are loaded."""
    heavy = ("numba", "numpy", "scipy", "shapely", "rich", "msgspec", "wh40kdc", "argcomplete")
    code = (
        "import sys, movesolver, movesolver.cli\n"
        "movesolver.cli.main(['--help'])\n"
        f"print([name for name in {heavy!r} if name in sys.modules])\n"
        "movesolver.check, movesolver.bases, movesolver.InputError\n"
        "assert 'numba' in sys.modules and not hasattr(movesolver, 'nonsense')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
