"""A chunk of games as arrays: a pure function of its numbers and the match."""

from __future__ import annotations

from movesolver.phases.asking import rules_of
from movesolver.simulate.game import Game
from movesolver.simulate.log import Arrays, Log
from movesolver.simulate.match import Match
from movesolver.simulate.moving import grounded
from movesolver.simulate.named import find_policy
from movesolver.simulate.ranges import Ranges


def play(games: range, match: Match) -> Arrays:
    """Play some games of a match.

    Parameters
    ----------
    games
        Their numbers, from 0.
    match
        What is played, as `checked` lets it through.

    Returns
    -------
    dict
        ``games``, ``moves`` and ``charges`` with rows of `GAME`, `MOVE` and `CHARGE`, and
        ``held``: models in range of each objective at the end of each round by side, shape
        (games, rounds, k, 2), -1 where a round was not played to its end.  Game g is the same
        whatever other games are played, where and in what order.
    """
    policies = [find_policy(name) for name in match.policies]
    ranges, log = Ranges(match.board), Log()
    low = grounded(rules_of(match.board.rules))
    for number in games:
        Game(match, number, policies, ranges, low, log).play()
    return log.arrays()
