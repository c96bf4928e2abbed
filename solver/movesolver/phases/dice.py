"""Dice as a value: the same seed gives the same game, and a state can be written down."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from movesolver.errors import InputError
from movesolver.table.fields import shown

LARGEST_SEED = 2**63 - 1
"""JSON of other languages holds no larger whole numbers."""


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A source of dice that is a plain value.

    Die number k of a seed is a hash of the two, so the source holds no more than how many
    were drawn, a state can be copied freely, and no die depends on how others were asked for.

    Parameters
    ----------
    seed
        Where results come from when none are given; None: only given ones are known.
    drawn
        How many dice the seed has been asked for.
    given
        Results rolled elsewhere (on a table, by another program), used first and in order.

    Raises
    ------
    InputError
        If the seed or the count is negative or too large, or a result is less than 1.
    """

    seed: int | None = None
    drawn: int = 0
    given: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name, value in (("seed", self.seed or 0), ("drawn", self.drawn)):
            if not 0 <= value <= LARGEST_SEED:
                raise InputError(name, f"a whole number from 0 to {LARGEST_SEED}", shown(value))
        for index, value in enumerate(self.given):
            if value < 1:
                raise InputError(f"given[{index}]", "the result of a die, 1 or more", shown(value))

    def roll(self, count: int, sides: int = 6) -> tuple[tuple[int, ...], Dice]:
        """Roll some dice.

        Returns
        -------
        tuple
            The results in order, each from 1 to ``sides``, and the source as it is then.

        Raises
        ------
        InputError
            If a result was given that such a die does not have, or there is none left and
            no seed.
        """
        head = self.given[:count]
        for index, value in enumerate(head):
            if value > sides:
                wanted = f"the result of a die of {sides} sides"
                raise InputError(f"dice.given[{index}]", wanted, shown(value))
        rest = count - len(head)
        if not rest:
            return head, Dice(self.seed, self.drawn, self.given[count:])
        if self.seed is None:
            raise InputError("dice", f"{rest} more results, or a seed", "neither")
        drawn = tuple(_die(self.seed, self.drawn + k, sides) for k in range(rest))
        return (*head, *drawn), Dice(self.seed, self.drawn + rest)

    def with_given(self, *results: int) -> Dice:
        """Return the same source with results to be used before any others."""
        return Dice(self.seed, self.drawn, (*self.given, *results))


def _die(seed: int, number: int, sides: int) -> int:
    # 128 bits: what is left over by the division is 1e-37 of the results.
    key = blake2b(b"%d,%d" % (seed, number), digest_size=16).digest()
    return int.from_bytes(key, "big") % sides + 1
