"""What is played: a board, who decides for each side, and for how long."""

from __future__ import annotations

import msgspec

from movesolver.batch.arguments import whole
from movesolver.errors import InputError, UnsupportedError
from movesolver.formats.scenario import validate
from movesolver.phases.dice import LARGEST_SEED
from movesolver.simulate.named import find_policy
from movesolver.table.fields import inside, shown
from movesolver.table.scenario import Scenario

MOST_GAMES = 10_000_000
MOST_ROUNDS = 50


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What `play_games` plays.

    A game is ``rounds`` battle rounds; in each of them either side has a turn of a Movement
    and a Charge phase.  Who goes first is rolled for.  Units of the board that are in reserve
    are first set up in the zones of their side, at random; the others begin where they stand.
    """

    board: Scenario
    """Two sides, objectives, zones; its ``action`` means nothing here."""
    policies: tuple[str, ...] = ("greedy", "greedy")
    """Who decides for each side, in the order of the sides' names: see `find_policy`."""
    games: int = 1000
    rounds: int = 5
    phases: int | None = None
    """Movement phases in all, instead of ``games``: the last game is cut short."""
    seed: int = 0
    iterations: int = 10
    """Of a search, where one is made."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides, sorted."""
        return tuple(sorted({unit.side for unit in self.board.units}))

    @property
    def count(self) -> int:
        """How many games are played, the last of them perhaps in part."""
        if self.phases is None:
            return self.games
        return -(-self.phases // (2 * self.rounds))

    def turns(self, game: int) -> int:
        """Return how many turns a game has, of both sides together."""
        whole = 2 * self.rounds
        return whole if self.phases is None else min(whole, self.phases - whole * game)


def checked(match: Match) -> Match:
    """Return a match that can be played.

    Raises
    ------
    InputError
        If the board does not hold together, has not two sides, or has a unit without M; if
        there is no such policy, or a number is out of range.
    UnsupportedError
        If the board is of another game than the phases are.
    """
    if not isinstance(match, Match):
        raise InputError("match", "a Match", shown(match))
    if not isinstance(match.board, Scenario):
        raise InputError("board", "a Scenario", shown(match.board))
    board = validate(match.board)
    if board.rules.game != "wh40k11":
        raise UnsupportedError("board.rules.game: games are played by wh40k11 only")
    if len(match.sides) != 2:
        raise InputError("board.units", "units of two sides", shown(", ".join(match.sides)))
    for k, unit in enumerate(board.units):
        if unit.move is None:
            raise InputError(inside("board.units", k, "move"), "M, inches", "nothing")
    if not isinstance(match.policies, list | tuple) or len(match.policies) != 2:
        raise InputError("policies", "two names, one for each side", shown(match.policies))
    for k, name in enumerate(match.policies):
        find_policy(name, inside("policies", k))
    phases = match.phases
    return msgspec.structs.replace(
        match,
        policies=tuple(match.policies),
        rounds=whole("rounds", match.rounds, 1, MOST_ROUNDS),
        games=whole("games", match.games, 1, MOST_GAMES),
        phases=None if phases is None else whole("phases", phases, 1, MOST_GAMES),
        seed=whole("seed", match.seed, 0, LARGEST_SEED),
        iterations=whole("iterations", match.iterations, 0, MOST_GAMES),
    )
