"""For those who write rules: random tables that every ruleset has to get on with.

>>> from movesolver.rules import rules_of
>>> from movesolver.testing import check_ruleset
>>> report = check_ruleset(rules_of(), moves=["remain_stationary"], boards=1)
>>> report.moves["remain_stationary"]["boards"]
1
"""

from __future__ import annotations

from movesolver.testing.laws import LAWS
from movesolver.testing.ruleset import Report, check_ruleset

__all__ = ["LAWS", "Report", "check_ruleset"]
