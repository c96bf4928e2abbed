"""Census of legal ends: every way to put a unit on a few places, judged under each game.

`python tests/census_moves.py` prints each census counted anew by the slow referee;
`tests/census/moves.json` holds its output.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Document = dict[str, Any]
Place = tuple[float, float]
FILE = Path(__file__).parent / "census" / "moves.json"
GAMES = ("wh40k11", "voidsiege", "wh40k10")


@dataclass(frozen=True)
class Census:
    """A scenario without a game, and the places that every model of its unit may be put on."""

    name: str
    document: Document
    places: tuple[Place, ...]

    def asked(self, game: str) -> Document:
        """The scenario document under a game."""
        move = "move" if game == "voidsiege" else "normal"
        action = {**self.document["action"], "move": move}
        return {**self.document, "rules": {"game": game}, "action": action}

    @property
    def models(self) -> list[str]:
        return [model["id"] for model in self.document["units"][0]["models"]]

    def choices(self) -> Iterator[tuple[int, ...]]:
        """Every way to put the models on places, each on its own."""
        return itertools.permutations(range(len(self.places)), len(self.models))


def _model(name: str, at: Place, base: Any = 32) -> Document:
    return {"id": name, "base": {"round": base}, "at": list(at)}


def _scene(mine: list[Place], foes: list[Place], base: Any = 32, **more: Any) -> Document:
    alpha = [_model(f"a{k}", at, base) for k, at in enumerate(mine)]
    beta = [_model(f"f{k}", at) for k, at in enumerate(foes)]
    return {
        "movesolver": 1,
        "table": {"width": 16, "height": 12},
        "units": [
            {"id": "alpha", "side": "a", "keywords": ["INFANTRY"], "move": 5, "models": alpha},
            {"id": "beta", "side": "b", "keywords": ["INFANTRY"], "move": 5, "models": beta},
        ],
        "action": {"unit": "alpha", "goal": [{"near": [9.0, 6.0]}]},
        **more,
    }


def _cells(x: int, y: int, step: float, corner: Place) -> tuple[Place, ...]:
    return tuple((corner[0] + step * i, corner[1] + step * j) for j in range(y) for i in range(x))


CENSUSES = (
    Census(
        "open",
        _scene([(3, 3), (4.6, 3), (3, 4.6)], [(11, 6)]),
        _cells(4, 3, 1.7, (3.1, 3.05)),
    ),
    Census(
        "apart",
        _scene([(4, 4), (5.5, 4), (4, 5.5), (5.5, 5.5)], [(10, 2), (2, 10)]),
        (*_cells(2, 2, 1.5, (2.1, 2.1)), *_cells(2, 1, 1.45, (7.3, 7.2)), (5.0, 5.1)),
    ),
    Census(
        "large",
        _scene([(3, 3), (5.6, 3), (3, 5.6)], [(11.5, 6)], 60),
        _cells(4, 3, 1.9, (2.7, 2.6)),
    ),
)


def slow_counts(census: Census, game: str) -> int:
    """How many ends the slow referee finds legal."""
    from reference.referee import judge

    count = 0
    for choice in census.choices():
        ends = {
            name: [*census.places[k], 0.0, 0.0]
            for name, k in zip(census.models, choice, strict=True)
        }
        document = census.asked(game)
        document["action"] = {**document["action"], "ends": ends}
        opinion = judge(document)
        assert not opinion.unsure, (census.name, game, choice, opinion)
        count += not opinion.sure
    return count


if __name__ == "__main__":
    print(
        json.dumps(
            {c.name: {game: slow_counts(c, game) for game in GAMES} for c in CENSUSES}, indent=1
        )
    )
