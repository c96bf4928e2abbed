"""A house rule as data: the rules of a game, with a few rows changed, judged and solved.

python examples/house_rules.py
"""

from __future__ import annotations

from dataclasses import replace

import movesolver as ms
from movesolver import bases
from movesolver.rules import Mode, ModelRow, MoveType, Need, RuleSet, rules_of

DASH = MoveType(
    "dash",
    section="house 1",
    needs=(
        Need("on_table", "house 1"),
        Need("unengaged", "house 1"),
        Need("ability", "house 1", words=frozenset({"swift"})),
        Need("phase", "house 1", words=frozenset({"movement"})),
    ),
    times_move=2.0,
    clear=4.0,
    modes=(Mode("low", "house 2", named_only=True, changes={"times_move": 1.5, "clear": 2.0}),),
)
"""Twice M, to end more than 4 inches from every enemy; crouching, half of M less and 2 inches."""

PHASED = ModelRow("house 3", mover=frozenset({"PHASED"}), moves=frozenset({"dash"}))
"""An ability: on a dash, models with this keyword pass through all others."""


def house_rules() -> RuleSet:
    """The newest rules of the game with engagement at 1.5 inches, the dash, and the ability."""
    game = rules_of("wh40k11")
    return replace(
        game,
        engagement=replace(game.engagement, section="house 4", horizontal=1.5),
        moves={**game.moves, DASH.name: DASH},
        models=(PHASED, *game.models),
    )


def situation(rules: RuleSet, mode: str | None = None) -> ms.Scenario:
    """Three swift models behind a line of enemies, with a marker on its other side."""
    runners = tuple(
        ms.Model(id=f"runner {k}", base=bases.round(32), at=(6.0, 13.0 + 2.0 * k)) for k in range(3)
    )
    line = tuple(
        ms.Model(id=f"guard {k}", base=bases.round(40), at=(11.0, 9.0 + 2.0 * k)) for k in range(7)
    )
    return ms.validate(
        ms.Scenario(
            movesolver=1,
            table=ms.Table(width=44.0, height=30.0),
            markers=(ms.Marker(id="beacon", at=(22.0, 15.0)),),
            units=(
                ms.Unit("runners", "red", runners, keywords=("SWIFT", "PHASED"), move=6.0),
                ms.Unit("guards", "blue", line, move=5.0),
            ),
            action=ms.Action(
                unit="runners",
                move="dash",
                mode=mode,
                goal=(ms.GoalTerm(near=ms.Target(marker="beacon")),),
            ),
        ),
        rules=rules,
    )


def main() -> None:
    """Solve the dash upright and crouching, and let the referee have the last word."""
    rules = house_rules()
    for mode in (None, "low"):
        result = ms.solve(situation(rules, mode), rules=rules, seed=0)
        assert result.moved is not None
        longest = max(result.lengths.values())
        verdict = ms.check(result.moved, rules=rules)
        print(f"dash {mode or 'upright'}: {longest:.2f} inches. {verdict.explain()}")


if __name__ == "__main__":
    main()
