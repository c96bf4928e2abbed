"""The ratios the kernels are meant to reach, each measured in one process on one core."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import shapely

from movekernels.arrays import Floats
from movekernels.geometry.ellipse import ellipse_pair
from movekernels.geometry.ellipse_rows import Oblongs, ellipse_gaps, ellipse_lanes
from movekernels.limits import Slides, advance_rows, count_boards, gap_rounds, slide_rows
from movesolver.bench import others, outlines
from movesolver.bench.checks import (
    CHECKS,
    COARSE,
    CSGRAPH,
    ENGAGED,
    EXACT,
    NETWORKX,
    Answers,
    Check,
    Way,
    compare,
)
from movesolver.bench.machine import build_discs, predicate_call, read_call, root_call
from movesolver.bench.measure import interleave
from movesolver.bench.record import Target
from movesolver.bench.run import missing_ways
from movesolver.bench.scenes import MM, OVALS, Scene, build_scene

BOARDS = 20_000
BATCH = 100_000
CLOSE = 1e-9
"""Gap at which conservative advancement stops, inches."""
Timed = Callable[[], object]


def measure_targets(
    seconds: float, seed: int, threads: int, checks: tuple[str, ...]
) -> Iterator[Target]:
    """Measure the targets that concern some checks.

    Parameters
    ----------
    seconds
        Time for each, about.
    seed
        Of the boards.
    threads
        Of the last target, two cores against one.
    checks
        Names of checks.
    """
    if "within" in checks:
        yield from _predicate(seconds, seed)
    if "gaps" in checks:
        yield _roots(seconds, seed)
        yield from _ellipses(seconds, seed)
    if "coherency" in checks:
        yield from _coherency_round(seconds, seed, threads)
        yield from _coherency_oval(seconds, seed)
    if "engaged" in checks:
        yield from _engaged(seconds, seed)
    if "sweep" in checks:
        yield _slides(seconds, seed)


def _predicate(seconds: float, seed: int) -> Iterator[Target]:
    """The within-range loop over boards in memory."""
    name = f"circle within-range predicate, {BOARDS:,} boards of 10 x 100 from memory"
    discs = build_discs(BOARDS, seed)
    x, y, r, ox, oy, orr = discs
    size = sum(array.nbytes for array in discs)
    out = np.zeros((BOARDS, 10), np.int64)

    def at_once(part: slice) -> Floats:
        dx = x[part, :, None] - ox[part, None, :]
        dy = y[part, :, None] - oy[part, None, :]
        reach = (r[part] + 2.0)[:, :, None] + orr[part, None, :]
        return np.asarray((dx * dx + dy * dy <= reach * reach).sum(-1))

    def in_blocks() -> Floats:
        starts = range(0, BOARDS, others.BLOCK)
        return np.concatenate([at_once(slice(low, low + others.BLOCK)) for low in starts])

    def ours() -> None:
        count_boards(x, y, r, ox, oy, orr, 2.0, 1, out)

    ours()
    predicates, asked = predicate_call()
    reading, read = read_call(np.arange(2**24), 2**27)
    same = np.array_equal(out, in_blocks())
    runs: list[Timed] = [ours, lambda: at_once(slice(None)), in_blocks, predicates, reading]
    each, whole, blocks, cached, memory = interleave(runs, seconds * 2)
    slowest = max(BOARDS * 1000 * cached / asked, size * memory / read)
    by = "running it in cache" if slowest > size * memory / read else "reading"
    note = f"{BOARDS / 1e6 / each:.2f} G pairs a second"
    yield _ratio(name, "NumPy broadcasting, all boards at once", 20.0, whole / each, same, note)
    yield _ratio(
        name, f"NumPy broadcasting, {others.BLOCK} boards at a time", 20.0, blocks / each, same
    )
    yield _ratio(name, f"the limit of that loop: {by}", 0.85, slowest / each, same)


def _roots(seconds: float, seed: int) -> Target:
    """The gap matrix in cache, whose bottleneck is the square root."""
    rng = np.random.default_rng(seed)
    n, m, rounds = 16, 128, 50
    x, y, r = rng.uniform(0.0, 60.0, n), rng.uniform(0.0, 44.0, n), np.full(n, 16.0 * MM)
    ox, oy, orr = rng.uniform(0.0, 60.0, m), rng.uniform(0.0, 44.0, m), np.full(m, 20.0 * MM)
    out = np.empty((n, m))

    def ours() -> None:
        gap_rounds(x, y, r, ox, oy, orr, rounds, out)

    ours()
    wanted = np.hypot(x[:, None] - ox, y[:, None] - oy) - r[:, None] - orr
    same = float(np.abs(out - wanted).max()) <= EXACT
    roots, drawn = root_call()
    each, best = interleave([ours, roots], seconds)
    pairs = n * m * rounds
    note = f"{pairs / each / 1e9:.2f} G pairs a second"
    ratio = (best / drawn) / (each / pairs)
    return _ratio(f"circle gap matrix {n} x {m} in cache", "square roots", 0.9, ratio, same, note)


def _ovals(rng: np.random.Generator, count: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Half-axes and headings of real ovals."""
    sizes = np.array([base.oval for base in OVALS]) * MM / 2
    own = sizes[rng.integers(0, len(sizes), count)]
    turn = rng.uniform(0.0, 2.0 * np.pi, count)
    return own[:, 0].copy(), own[:, 1].copy(), np.cos(turn), np.sin(turn)


def _ellipses(seconds: float, seed: int) -> Iterator[Target]:
    """Rows of ellipse gaps, and the error of outlines with 128 corners."""
    rng = np.random.default_rng(seed)
    count = 2000
    a, b, c, s = (float(value[0]) for value in _ovals(rng, 1))
    around, away = rng.uniform(0.0, 2.0 * np.pi, count), rng.uniform(3.6, 15.0, count)
    others_a, others_b, cos, sin = _ovals(rng, count)
    row = Oblongs(away * np.cos(around), away * np.sin(around), others_a, others_b, cos, sin)
    lanes, out = ellipse_lanes(), np.empty(count)

    def ours() -> None:
        ellipse_gaps(a, b, 0.0, 0.0, c, s, row, lanes, out)

    ours()
    exact = np.array(
        [ellipse_pair(px, py, a, b, c, s, *rest)[0] for px, py, *rest in zip(*row, strict=True)]
    )
    few = 64
    angle = np.linspace(0.0, 2.0 * np.pi, outlines.CORNERS, endpoint=False)

    def polygons(px: Floats, py: Floats, pa: Floats, pb: Floats, pc: Floats, ps: Floats) -> Floats:
        along, across = pa[:, None] * np.cos(angle), pb[:, None] * np.sin(angle)
        x = px[:, None] + along * pc[:, None] - across * ps[:, None]
        y = py[:, None] + along * ps[:, None] + across * pc[:, None]
        return np.asarray(shapely.polygons(np.stack([x, y], -1)))

    zero = np.zeros(1)
    one = polygons(zero, zero, *(np.array([value]) for value in (a, b, c, s)))[0]
    built = polygons(*(np.asarray(field[:few]) for field in row))
    rough = shapely.distance(one, built)
    wrong = float(np.abs(out - exact).max())
    coarse = float(np.abs(rough - exact[:few]).max())
    each, slow = interleave([ours, lambda: shapely.distance(one, built)], seconds)
    note = f'{each / count * 1e9:.1f} ns a pair; largest error {wrong:.0e}" against {coarse:.0e}"'
    same = wrong <= 1e-12 and coarse <= COARSE
    against = f"shapely on {outlines.CORNERS}-gons built beforehand"
    ratio = (slow / few) / (each / count)
    yield _ratio("ellipse-ellipse gap, real ovals, rows", against, 1000.0, ratio, same, note)


def _coherency_round(seconds: float, seed: int, threads: int) -> Iterator[Target]:
    """Coherency of a batch of round bases, on one core and on more."""
    check, name = CHECKS["coherency"], f"coherency, 10 round, batch of {BATCH:,}"
    scene = build_scene("round", 10, 0, BATCH, seed)
    found = check.run(scene, None, 1)
    sample = scene.sample(200)
    codes = check.run(sample, None, 1)
    runs: list[Timed] = [lambda: check.run(scene, found, 1)]
    ways = [way for way in (CSGRAPH, NETWORKX) if way not in missing_ways()]
    same = {way: _agree(check, check.ways[way], sample, codes) for way in ways}
    runs += [_timed(check.ways[way], sample) for way in ways]
    if threads > 1:
        spread = check.run(scene, None, threads)
        runs.append(lambda: check.run(scene, spread, threads))
    times = interleave(runs, seconds * 2)
    each = times[0] / BATCH
    note = f"{each * 1e9:.1f} ns a unit"
    for way, wanted in ((CSGRAPH, 1500.0), (NETWORKX, 800.0)):
        if way in ways:
            ratio = times[1 + ways.index(way)] / len(sample) / each
            yield _ratio(name, way, wanted, ratio, same[way], note)
        else:
            yield Target(name, way, wanted, None, "not installed")
    if threads > 1:
        both = np.array_equal(spread, found)
        against = f"{threads} cores against one"
        yield _ratio(name, against, 0.9 * threads, times[0] / times[-1], both)


def _coherency_oval(seconds: float, seed: int) -> Iterator[Target]:
    """Coherency of ovals, polygons being built for each unit."""
    check, name = CHECKS["coherency"], "coherency, 10 ovals 75 x 42, new poses each"
    scene = build_scene("oval", 10, 0, BATCH, seed)
    found = check.run(scene, None, 1)
    sample = scene.sample(50)
    codes = check.run(sample, None, 1)
    ways = {
        "shapely.distance": Way(outlines.coherency_by_distance, exact=False),
        "shapely.dwithin": Way(outlines.coherency, exact=False),
    }
    same = {key: _agree(check, way, sample, codes) for key, way in ways.items()}
    runs: list[Timed] = [lambda: check.run(scene, found, 1)]
    each, *slow = interleave([*runs, *(_timed(way, sample) for way in ways.values())], seconds * 2)
    note = f"{each / BATCH * 1e9:.1f} ns a unit"
    for (key, way_same), spent in zip(same.items(), slow, strict=True):
        against = f"{key} on {outlines.CORNERS}-gons, building included"
        ratio = (spent / len(sample)) / (each / BATCH)
        yield _ratio(name, against, 2000.0, ratio, way_same, note)


def _engaged(seconds: float, seed: int) -> Iterator[Target]:
    """Engagement of 10 against 100 round bases."""
    check, name = CHECKS["engaged"], f"engagement, 10 against 100 round, {BOARDS:,} boards"
    scene = build_scene("round", 10, 100, BOARDS, seed)
    found = check.run(scene, None, 1)
    first = check.answers(found, scene)
    whole = Way(lambda s: others.numpy_first(s, ENGAGED))
    blocks = Way(others.in_blocks(lambda s: others.numpy_first(s, ENGAGED)))
    same = all(_agree(check, way, scene, first) for way in (whole, blocks))
    runs: list[Timed] = [lambda: check.run(scene, found, 1), _timed(whole, scene)]
    each, at_once, in_blocks = interleave([*runs, _timed(blocks, scene)], seconds * 2)
    note = f"{each / BOARDS * 1e9:.0f} ns a board"
    for against, spent in (
        ("all boards at once", at_once),
        (f"{others.BLOCK} boards at a time", in_blocks),
    ):
        yield _ratio(name, f"NumPy broadcasting, {against}", 30.0, spent / each, same, note)


def _slides(seconds: float, seed: int) -> Target:
    """Straight slides of an oval past an oval near its way."""
    rng = np.random.default_rng(seed)
    count = 2000
    dx, dy = rng.uniform(-6.0, 6.0, (2, count))
    along, aside = rng.uniform(-0.2, 1.2, count), rng.uniform(-4.0, 4.0, count)
    length = np.hypot(dx, dy)
    px, py = along * dx - aside * dy / length, along * dy + aside * dx / length
    slides = Slides(px, py, dx, dy, *_ovals(rng, count), *_ovals(rng, count))
    out, clear = np.empty(count), np.zeros(count, np.bool_)
    slide_rows(slides, out)
    advance_rows(slides, CLOSE, clear)
    same = not np.any((clear != (out > CLOSE)) & (np.abs(out) > 1e-6))
    each, slow = interleave(
        [lambda: slide_rows(slides, out), lambda: advance_rows(slides, CLOSE, clear)], seconds
    )
    note = f"{each / count * 1e9:.0f} ns a slide, {100 * clear.mean():.0f} % clear"
    against = f'conservative advancement to {CLOSE:.0e}"'
    return _ratio("straight sweep of an oval past an oval", against, 3.0, slow / each, same, note)


def _agree(check: Check, way: Way, sample: Scene, ours: Answers) -> bool:
    """Whether another way gives our answers."""
    unsure = check.unsure(sample) if not way.exact and check.unsure else None
    return compare(ours, way.run(sample), way.exact, unsure).differing == 0


def _timed(way: Way, sample: Scene) -> Timed:
    return lambda: way.run(sample)


def _ratio(
    name: str, against: str, wanted: float, got: float, same: bool, note: str = ""
) -> Target:
    """A target, without a number if answers differ."""
    if not same:
        return Target(name, against, wanted, None, "answers differ")
    return Target(name, against, wanted, got, note)
