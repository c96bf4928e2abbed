"""What the benchmarks share: how a rate is measured, and the figures printed after a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from geometry_scenes import least

FIGURES = pytest.StashKey[dict[str, dict[str, object]]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = {}


@pytest.fixture(autouse=True)
def _kept_figures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep what a benchmark stores beside its times."""
    if "benchmark" not in request.fixturenames:
        yield
        return
    benchmark: BenchmarkFixture = request.getfixturevalue("benchmark")
    yield
    name = request.node.nodeid.rpartition("/")[2]
    request.config.stash[FIGURES][name] = dict(benchmark.extra_info)


@pytest.fixture
def rate(benchmark: BenchmarkFixture) -> Callable[..., None]:
    """Return a function that times a call that gives many answers, and its slow twin.

    ``run`` gives ``count`` answers, ``twin`` gives ``sample`` answers of the same kind;
    stored are nanoseconds an answer and the ratio, from the same process.
    """

    def measure(
        run: Callable[[], object], count: int, twin: Callable[[], object], sample: int
    ) -> None:
        run()
        benchmark(run)
        each = least(run) / count
        benchmark.extra_info["nanoseconds"] = each * 1e9
        benchmark.extra_info["times_slow_twin"] = least(twin, 1) / sample / each

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line for each benchmark that stored figures."""
    figures = {k: v for k, v in terminalreporter.config.stash[FIGURES].items() if v}
    if not figures:
        return
    terminalreporter.section("figures, each from one run")
    wide = max(len(name) for name in figures)
    for name, stored in figures.items():
        line = "  ".join(f"{key} {_short(value)}" for key, value in stored.items())
        terminalreporter.write_line(f"{name:<{wide}}  {line}")


def _short(value: object) -> str:
    if not isinstance(value, int | float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
