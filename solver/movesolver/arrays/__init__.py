"""Rule checks on arrays: one unit or a million, any mix of bases, answers as arrays.

```python
from movesolver import arrays, bases

catalogue = arrays.Bases([bases.round(32), bases.oval(75, 42)])
units = arrays.Groups(catalogue, x, y)            # x, y of shape (b, n), inches
codes = arrays.coherency(units)                   # 0 where a unit is coherent
```
"""

from movekernels.boards.board_ends import ENGAGED, NOT_ENGAGED, OFF_TABLE, OVERLAP, TOO_CLOSE
from movekernels.boards.groups import BAD
from movekernels.checks.words import HEIGHT, NO_NEIGHBOUR, SPLIT, SPREAD
from movesolver.arrays.ends import ends
from movesolver.arrays.groups import Bases, Groups
from movesolver.arrays.limits import CoherencyLimits, EngagementLimits
from movesolver.arrays.near import Hits, Nearest, engaged, nearest, overlap, within
from movesolver.arrays.pairs import Counts, Gaps, counts, gap, gaps
from movesolver.arrays.sweep import Sweep, sweep
from movesolver.arrays.units import Edge, Slack, coherency, coherency_slack, edge, self_overlap

__all__ = [
    "BAD",
    "ENGAGED",
    "HEIGHT",
    "NOT_ENGAGED",
    "NO_NEIGHBOUR",
    "OFF_TABLE",
    "OVERLAP",
    "SPLIT",
    "SPREAD",
    "TOO_CLOSE",
    "Bases",
    "CoherencyLimits",
    "Counts",
    "Edge",
    "EngagementLimits",
    "Gaps",
    "Groups",
    "Hits",
    "Nearest",
    "Slack",
    "Sweep",
    "coherency",
    "coherency_slack",
    "counts",
    "edge",
    "ends",
    "engaged",
    "gap",
    "gaps",
    "nearest",
    "overlap",
    "self_overlap",
    "sweep",
    "within",
]
