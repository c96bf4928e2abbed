"""Links between curves: found and proved."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from movekernels._jit import kernel
from movekernels.paths import web as fast
from movekernels.paths.grown import Grown
from movekernels.paths.web import DRAWN, Web, draw_link, know_arcs, new_web, prove_link
from paths_data import known
from paths_scenes import crowd
from reference import web as slow


def test_new_web(rate: Callable[..., None]) -> None:
    grown = crowd(4).grown
    rate(lambda: new_web(grown, 1), 1, lambda: slow.new_web(grown), 1)
    assert new_web(grown, 1).state.size == slow.new_web(grown)[1]


@kernel
def know(grown: Grown, web: Web) -> bool:
    done = True
    for j in range(grown.x.size):
        done = done and know_arcs(grown, web, j)
    return done


def test_know_arcs(rate: Callable[..., None]) -> None:
    """The second time nothing is left to do."""
    grown = crowd(4).grown
    web = known(grown)
    rate(lambda: know(grown, web), grown.x.size, lambda: slow.know_arcs(grown, 0, 20), 1)
    assert know(grown, web)


@kernel
def draw(grown: Grown, web: Web, proved: bool) -> int:
    k = 2 * grown.x.size
    count = 0
    for p in range(k):
        for q in range(k):
            if p >> 1 != q >> 1:
                if proved:
                    if web.state[k * p + q] >= DRAWN:
                        count += prove_link(grown, web, p, q, 0)
                else:
                    count += draw_link(grown, web, p, q, 0) == DRAWN
    return count


def test_draw_link(rate: Callable[..., None]) -> None:
    grown = crowd(4).grown
    web = known(grown)
    pairs = [(0, q) for q in range(2, 6)]

    def twin() -> list[float]:
        return [slow.draw_link(grown, p, q) for p, q in pairs]

    count = 4 * grown.x.size * (grown.x.size - 1)
    rate(lambda: draw(grown, web, False), count, twin, len(pairs))
    drawn = [fast.draw_link(grown, web, p, q, 0) == DRAWN for p, q in pairs]
    assert drawn == (np.array(twin()) >= 0.0).tolist()


def test_prove_link(rate: Callable[..., None]) -> None:
    grown = crowd(4).grown
    web = known(grown)
    drawn = draw(grown, web, False)
    links = np.flatnonzero(web.state == DRAWN)[:4].tolist()
    pairs = [divmod(link, 2 * grown.x.size) for link in links]

    def twin() -> list[bool]:
        return [slow.prove_link(grown, p, q) for p, q in pairs]

    rate(lambda: draw(grown, web, True), drawn, twin, len(pairs))
    draw(grown, web, False)
    assert [prove_link(grown, web, p, q, 0) for p, q in pairs] == twin()
