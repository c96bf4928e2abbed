"""What a learner is paid for."""

from __future__ import annotations

from dataclasses import dataclass, fields

from movesolver.table.fields import check_finite


@dataclass(frozen=True, slots=True)
class Rewards:
    """What each thing is worth; the reward of a step is the sum of what it brought.

    A step lasts from one choice of the learning side to its next: what the other side did
    meanwhile, and the ends of rounds, are part of it.

    Raises
    ------
    InputError
        If one is no finite number.
    """

    nearer: float = 0.05
    """Each inch that the middle of the moving unit comes nearer to the marker nearest to it
    (negative where it goes away)."""
    held: float = 1.0
    """Each marker held at the end of a battle round."""
    lost: float = -1.0
    """Each marker that the other side holds then."""
    charge: float = 0.5
    """Each charge made."""
    refused: float = -0.1
    """Each choice that the mask does not allow: the unit stays where it is."""

    def __post_init__(self) -> None:
        for one in fields(self):
            check_finite(one.name, getattr(self, one.name))
