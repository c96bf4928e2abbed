"""VoidSiege: restrictions of commands in a round."""

from __future__ import annotations

import pytest

from movesolver import CommandRound, InputError, RefusedError
from phases_data import sections, shifts, squad, table


def test_restrictions() -> None:
    scene = table(
        squad("alpha", "a", 10, 12),
        squad("foe", "b", 40, 40),
        rules={"game": "voidsiege"},
        action={"unit": "alpha", "move": "move"},
    )
    start = CommandRound.start(scene)
    assert next(o for o in start.options("alpha") if o.move == "move").allowed
    now, _ = start.take("alpha", "move", paths=shifts(scene, "alpha", 0, 5))
    assert now.restrictions("alpha") == frozenset()
    now, _ = now.command("alpha", "shoot")
    assert now.restrictions("alpha") == {"shoot"}
    assert sections(lambda: now.command("alpha", "shoot")) == {"VS15"}
    now, _ = now.take("alpha", "move", paths=shifts(now.scenario, "alpha", 0, 5))
    now, _ = now.command("alpha", "defend")
    assert CommandRound.loads(now.dumps()) == now
    assert now.without_shot("alpha").restrictions("alpha") == {"defend"}
    with pytest.raises(RefusedError, match="TOO_FAR"):
        now.take("alpha", "move", paths=shifts(now.scenario, "alpha", 0, 7))
    with pytest.raises(InputError, match="shoot or defend"):
        now.command("alpha", "wait")
    done, _ = now.finish()
    assert done.ended()
    assert done.restrictions("alpha") == frozenset()
