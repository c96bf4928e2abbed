"""All games of a match, over threads, processes or any executor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

from movesolver.batch.answers import Failure
from movesolver.batch.arguments import path_of, whole
from movesolver.batch.boards import Boards
from movesolver.batch.driver import Driver, Unmakeable
from movesolver.batch.executors import crew
from movesolver.batch.folder import Folder, digest_of
from movesolver.batch.progress import check_progress, shown_bar
from movesolver.batch.ragged import Arrays
from movesolver.batch.running import failure_of
from movesolver.simulate.match import Match, checked
from movesolver.simulate.play import Chunk, play
from movesolver.simulate.results import Games

CHUNK = 5
"""Games that are played, sent and written together."""


def play_games(
    match: Match,
    *,
    threads: int | None = None,
    processes: int | None = None,
    executor: Any = None,
    chunk: int = CHUNK,
    folder: str | Path | None = None,
    progress: Any = False,
) -> Games:
    """Play all games of a match.

    Parameters
    ----------
    match
        What is played.
    threads, processes, executor
        Who plays, one of the three: so many threads or processes (0 for one a processor), any
        `concurrent.futures.Executor`, a function that makes one and another when that breaks, or
        a `distributed.Client`.  One thread if none is given.  A game is mostly Python: processes
        play side by side, threads hardly.  They are started by forkserver, so a script needs its
        ``if __name__ == "__main__":``.
    chunk
        Games that are played, sent and written together.
    folder
        Finished chunks are written there, and what an earlier run wrote is not played again.
    progress
        True for a bar on stderr; a rich console; or a function of how many more games are done.

    Returns
    -------
    Games
        The same whoever plays and in whatever portions.  A game that fails has its error and
        message; after an interrupt, those not played have `Failure.NOT_DONE`.

    Raises
    ------
    InputError
        If the match or an option makes no sense, or the folder is that of another match.
    """
    match, chunk = checked(match), whole("chunk", chunk, 1)
    place = None if folder is None else path_of("folder", folder)
    check_progress(progress)
    if threads is None and processes is None and executor is None:
        threads = 1
    hands = crew(threads, processes, executor)
    kept = None if place is None else _folder(place, match, chunk)
    done: dict[int, Arrays] = {}
    chunks = [
        Chunk(k, range(low, min(low + chunk, match.count)), match)
        for k, low in enumerate(range(0, match.count, chunk))
    ]
    unworked: set[int] = set()

    def give_up(one: Chunk, error: BaseException) -> Arrays:
        if isinstance(error, Unmakeable):
            unworked.add(one.index)  # nobody is left to play: a later run does it
        return one.failed(*failure_of(error))

    driver: Driver[Chunk, Arrays] = Driver(
        play if hands.stop is None else partial(play, stop=hands.stop),
        hands.make,
        window=2 * hands.workers,
        size=lambda one: len(one.games),
        join=Games.schema.joined,
        give_up=give_up,
        keep=hands.keep,
        fault=hands.fault,
    )

    with shown_bar(progress, "games", match.count) as tell:

        def take(answers: Iterator[tuple[Chunk, Arrays]]) -> None:
            for one, arrays in answers:
                done[one.index] = arrays
                left = (arrays["error"] == Failure.NOT_DONE).any() or one.index in unworked
                if kept is not None and not left:
                    kept.write(one.index, cast(Boards, one.games), arrays)
                tell(len(one.games))

        if kept is not None:
            for one in chunks:
                stored = kept.read(one.index, cast(Boards, one.games))
                if stored is not None:
                    done[one.index] = stored
                    tell(len(one.games))
        try:
            take(driver.run(one for one in chunks if one.index not in done))
        except KeyboardInterrupt:
            if hands.stop is not None:
                hands.stop.set()
            take(driver.settle())
        finally:
            driver.close()
    for one in chunks:
        if one.index not in done:
            done[one.index] = one.failed(Failure.NOT_DONE, "")
    return Games(**Games.schema.joined([done[one.index] for one in chunks]))


def _folder(path: Path, match: Match, chunk: int) -> Folder:
    run: dict[str, object] = {
        "asked": "simulate",
        "seed": match.seed,
        "match": digest_of(match),
        "chunk": chunk,
    }
    return Folder(path, Games, run)
