"""The slow referee on charges, surges and scout moves."""

from __future__ import annotations

from reference import referee_duties as duties
from reference import referee_shapes as shapes
from reference.referee import Opinion
from reference.referee_closing import (
    closer,
    error_of,
    is_aircraft,
    longest,
    noticed,
    rooted,
    too_close,
)
from reference.referee_shapes import Answer, any_of
from reference.referee_sides import (
    Sides,
    engaged_at_end,
    engaged_at_start,
    negated,
    unit_apart,
    unit_within,
)


def charge(sides: Sides, opinion: Opinion) -> None:
    """11.02, 11.04, 15.11."""
    opinion.add("MODE", sides.mode not in (None, "leap_to_defend", "into_the_fray"))
    opinion.add("NOT_ELIGIBLE", _may_not_charge(sides))
    if sides.mode in ("leap_to_defend", "into_the_fray") and "VEHICLE" in sides.mover.words:
        # Either word says that this vehicle intervenes nowhere.
        barred = any(not p.any_word("CHARACTER", "WALKER") for p in sides.board.movers)
        opinion.add("MODE | NOT_ELIGIBLE", barred)
    maximum = longest(sides)
    answers: list[Answer] = []
    for name in sides.targets:
        squad = sides.squads[name]
        if squad not in sides.foes:
            answers.append(True)
            continue
        reach = min(12.0, maximum)
        if sides.mode == "into_the_fray":
            reach = min(reach, 6.0)
        within = unit_within(sides, squad, reach)
        if within is False and sides.version < 2 and sides.board.skies:
            # Before V931 it is open which maximum limits the targets.
            within = None
        answers.append(negated(within))
        if sides.mode == "leap_to_defend":
            answers.append(not squad.status.get("charged"))
    wrong = any_of(answers)
    opinion.add("TARGET", wrong)
    chosen = [s for s in sides.foes if s.name in sides.targets]
    if not sides.targets or len(chosen) < len(sides.targets):
        # What a charge at nobody, or at whom the rules choose, must do is left open.
        if not sides.targets:
            opinion.unsure.add("TARGET")
        opinion.unsure |= {"NOT_ENGAGED", "ENGAGED_WITH_OTHER", "NOT_CLOSER", "DUTY"}
        return
    opinion.add("NOT_ENGAGED", any_of([negated(engaged_at_end(sides, s)) for s in chosen]))
    others = [s for s in sides.foes if s not in chosen]
    opinion.add("ENGAGED_WITH_OTHER", any_of([engaged_at_end(sides, s) for s in others]))
    strict = sides.board.option("unmoved_in_charge", "excused") == "strict"
    for piece in sides.board.movers:
        if piece.moved or strict:
            gained = any_of([closer(sides, piece, s) for s in chosen])
            opinion.add("NOT_CLOSER", negated(gained))
    duties.charge(sides, opinion, chosen, maximum)


def _may_not_charge(sides: Sides) -> Answer:
    status = sides.mover.status
    answers: list[Answer] = [
        rooted(sides),
        not sides.mover.stands,
        None
        if sides.board.stated is not None and sides.phase not in (None, "charge")
        else sides.phase not in (None, "charge"),
        status.get("moved") in ("advance", "fall_back", "disembark"),
        "charge" in status.get("barred", ()),
        is_aircraft(sides),
        any_of([engaged_at_start(sides, squad) for squad in sides.foes]),
        negated(any_of([unit_within(sides, squad, 12.0) for squad in sides.foes])),
    ]
    if status.get("moved") in ("charge", "surge") or status.get("charged"):
        answers.append(None)
    return any_of(answers)


def surge(sides: Sides, opinion: Opinion) -> None:
    """21.02."""
    status = sides.mover.status
    opinion.add("MODE", sides.mode is not None)
    locked = status.get("moved") == "ingress" and sides.board.option("wtc.ingress_lock_all", True)
    if locked and sides.phase in ("charge", "fight", "end_of_turn"):
        locked = False  # 20.04: until the next Charge phase
    opinion.add(
        "NOT_ELIGIBLE",
        any_of(
            [
                rooted(sides),
                not sides.mover.stands,
                bool(status.get("battle_shocked")),
                bool(status.get("has_moved_this_phase")),
                is_aircraft(sides),
                bool(locked),
                any_of([engaged_at_start(sides, squad) for squad in sides.foes]),
                None if status.get("moved") == "surge" else False,
            ]
        ),
    )
    seen = noticed(sides)
    if not seen:
        opinion.sure.add("TARGET | NOT_ELIGIBLE | MODE")
        opinion.unsure |= {"TARGET", "NOT_ELIGIBLE", "DUTY", "ENGAGED_WITH_OTHER"}
        return
    far = {
        squad.name: min(unit_apart(p.at_start(), p.start[3], squad) for p in sides.board.movers)
        for squad in seen
    }
    least = min(far.values())
    closest = [s for s in seen if far[s.name] <= least + 2e-6 + 2 * error_of(s)]
    names = {squad.name for squad in closest}
    if sides.targets:
        wrong = len(sides.targets) != 1 or sides.targets[0] not in names
        opinion.add("TARGET", wrong)
        if wrong:
            opinion.unsure |= {"DUTY", "ENGAGED_WITH_OTHER"}
            return
        target = next(s for s in closest if s.name == sides.targets[0])
    elif len(closest) > 1:
        opinion.unsure |= {"DUTY", "ENGAGED_WITH_OTHER"}
        return
    else:
        target = closest[0]
    others = [s for s in sides.foes if s is not target]
    opinion.add("ENGAGED_WITH_OTHER", any_of([engaged_at_end(sides, s) for s in others]))
    duties.surge(sides, opinion, target, longest(sides))


def scout(sides: Sides, opinion: Opinion) -> None:
    """24.32."""
    opinion.add("MODE", sides.mode is not None)
    own = [zone for side, zone in sides.zones if side == sides.mover.side]
    outside: list[Answer] = [not own]
    for piece in sides.board.movers:
        found = [shapes.sticks_out(piece.at_start(), zone, sides.tolerance) for zone in own]
        outside.append(negated(any_of([negated(answer) for answer in found])))
    opinion.add(
        "NOT_ELIGIBLE",
        any_of(
            [
                rooted(sides),
                not sides.mover.stands,
                sides.phase not in (None, "pre_battle"),
                sides.mover.status.get("scouts") is None,
                is_aircraft(sides),
                any_of(outside),
            ]
        ),
    )
    opinion.add("TOO_CLOSE", too_close(sides, 8.0))
    opinion.unsure.add("ENGAGED")
