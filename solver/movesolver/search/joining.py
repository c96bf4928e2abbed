"""Whole formations from listed places: depth first over bits."""

from __future__ import annotations

from collections.abc import Callable

from movesolver.paths.climbs import Stop, never
from movesolver.search.cliques import bit_rows, bits
from movesolver.search.grid import Grid


class Joiner:
    """Finds formations that hold a given place, each a place for every model.

    Parameters
    ----------
    grid
        Which places a model may use (each has one owner) and which go together.
    accepts
        Asked about each whole formation that the grid finds legal.
    stop
        Whether there is no more time: no formation is asked about then.
    """

    def __init__(
        self, grid: Grid, accepts: Callable[[list[int]], bool], stop: Stop = never
    ) -> None:
        self.grid, self.accepts, self.stop = grid, accepts, stop
        self.fits = bit_rows(~grid.apart)
        self.beside = bit_rows(grid.beside)
        self.nodes = 0

    def formation(self, open_to: list[int], new: int, most: int) -> tuple[list[int] | None, bool]:
        """Return a formation from the places open to each model, and whether all was tried.

        Parameters
        ----------
        open_to
            Places of each model, as bits.
        new
            Places that are taken before others, as bits.
        most
            Give up after so many steps.
        """
        self.nodes = most
        everything = 0
        for places in open_to:
            everything |= places
        found = self._deeper([-1] * len(open_to), open_to, everything, 0, 0, new)
        return found, found is not None or self.nodes > 0

    def _deeper(
        self, place: list[int], open_to: list[int], left: int, taken: int, near: int, new: int
    ) -> list[int] | None:
        waiting = [i for i, p in enumerate(place) if p < 0]
        if not waiting:
            if self.stop():
                self.nodes = 0
                return None
            whole = self._holds(place, taken) and self.accepts(place)
            return list(place) if whole else None
        # The model with fewest places goes first, of those that can join what stands.
        chosen, fewest = -1, 1 << 30
        for i in waiting:
            mine = open_to[i] & left
            if not mine:
                return None
            count = mine.bit_count() + (0 if not taken or mine & near else 1 << 20)
            if count < fewest:
                chosen, fewest = i, count
        mine = open_to[chosen] & left
        joined = mine & near if taken else mine
        for places in (joined & new, joined & ~new, mine & ~joined):
            for p in bits(places):
                if self.nodes <= 0:
                    return None
                self.nodes -= 1
                place[chosen] = p
                found = self._deeper(
                    place, open_to, left & self.fits[p], taken | 1 << p, near | self.beside[p], new
                )
                if found is not None:
                    return found
        place[chosen] = -1
        return None

    def _holds(self, place: list[int], taken: int) -> bool:
        """Return whether models at these places have neighbours enough and form one group."""
        links = [self.beside[p] & taken for p in place]
        if any(link.bit_count() < self.grid.needed for link in links):
            return False
        if not self.grid.single_group:
            return True
        of = dict(zip(place, links, strict=True))
        group = fresh = 1 << place[0]
        while fresh:
            wider = 0
            for p in bits(fresh):
                wider |= of[p]
            fresh = wider & ~group
            group |= wider
        return group == taken
