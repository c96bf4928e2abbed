"""movesolver: legal and best end positions for whole units of tabletop miniatures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from movesolver.errors import InputError, MoveSolverError, UnsupportedError

if TYPE_CHECKING:
    from movesolver.armies.boards import build_game
    from movesolver.armies.deploying import Deployed, Placement, deploy
    from movesolver.batch.answers import (
        Answers,
        Checked,
        Failure,
        Masked,
        Proposed,
        Reaching,
        Solved,
    )
    from movesolver.batch.boards import Boards
    from movesolver.batch.folder import chunks_in
    from movesolver.batch.many import (
        check_many,
        mask_many,
        propose_many,
        reach_many,
        snap_many,
        solve_many,
    )
    from movesolver.batch.running import Workers
    from movesolver.batch.stored import StoredBoards
    from movesolver.batch.work import seed_of
    from movesolver.checking.check import check
    from movesolver.checking.reached import Reached, check_reach
    from movesolver.draw.files import save_picture
    from movesolver.draw.page import draw_page
    from movesolver.draw.svg import draw_svg
    from movesolver.formats.base_sizes import BaseSizes
    from movesolver.formats.problems import ProblemsError
    from movesolver.formats.scenario import dump, dumps, load, loads, validate
    from movesolver.paths.nearest import Approach
    from movesolver.paths.reach import Arrival, Reach, reach
    from movesolver.paths.region import Region
    from movesolver.paths.threat import Threat, threat
    from movesolver.paths.ways import Way
    from movesolver.phases.charge import ChargePhase
    from movesolver.phases.commands import CommandRound
    from movesolver.phases.dice import Dice
    from movesolver.phases.fight import FightMoves
    from movesolver.phases.movement import MovementPhase
    from movesolver.phases.records import Event, Option, Owed, RefusedError, Rolled
    from movesolver.phases.turn import TurnEnd, end_of_turn, incoherent
    from movesolver.referee.verdict import Code, Finding, Verdict
    from movesolver.rules.chosen import rules_of
    from movesolver.rules.ruleset import RuleSet
    from movesolver.search.choices import choices
    from movesolver.search.masking import Mask, mask
    from movesolver.search.odds import Odds, odds
    from movesolver.search.partial import partial
    from movesolver.search.proposals import Proposals
    from movesolver.search.propose import propose
    from movesolver.search.regain import Regained, regain
    from movesolver.search.result import Limit, Result, Status
    from movesolver.search.snap import snap
    from movesolver.search.solve import solve
    from movesolver.search.valued import Valued
    from movesolver.search.watch import Progress
    from movesolver.simulate.games import play_games
    from movesolver.simulate.match import Match
    from movesolver.simulate.policies import Order, Turn
    from movesolver.simulate.results import Games
    from movesolver.simulate.rosters import build_board
    from movesolver.simulate.summary import Summary, summarised
    from movesolver.table import bases
    from movesolver.table.army import Model, Unit, UnitStatus
    from movesolver.table.bases import Base
    from movesolver.table.scenario import (
        Action,
        AtLeast,
        Field,
        GoalTerm,
        Marker,
        Nearness,
        RulesChoice,
        Scenario,
        Table,
        Target,
        Zone,
    )
    from movesolver.table.terrain import Feature, Floor, Wall
    from movesolver.verifying.verified import Verified
    from movesolver.verifying.verify import verify

__all__ = [
    "Action",
    "Answers",
    "Approach",
    "Arrival",
    "AtLeast",
    "Base",
    "BaseSizes",
    "Boards",
    "ChargePhase",
    "Checked",
    "Code",
    "CommandRound",
    "Deployed",
    "Dice",
    "Event",
    "Failure",
    "Feature",
    "Field",
    "FightMoves",
    "Finding",
    "Floor",
    "Games",
    "GoalTerm",
    "InputError",
    "Limit",
    "Marker",
    "Mask",
    "Masked",
    "Match",
    "Model",
    "MoveSolverError",
    "MovementPhase",
    "Nearness",
    "Odds",
    "Option",
    "Order",
    "Owed",
    "Placement",
    "ProblemsError",
    "Progress",
    "Proposals",
    "Proposed",
    "Reach",
    "Reached",
    "Reaching",
    "RefusedError",
    "Regained",
    "Region",
    "Result",
    "Rolled",
    "RuleSet",
    "RulesChoice",
    "Scenario",
    "Solved",
    "Status",
    "StoredBoards",
    "Summary",
    "Table",
    "Target",
    "Threat",
    "Turn",
    "TurnEnd",
    "Unit",
    "UnitStatus",
    "UnsupportedError",
    "Valued",
    "Verdict",
    "Verified",
    "Wall",
    "Way",
    "Workers",
    "Zone",
    "bases",
    "build_board",
    "build_game",
    "check",
    "check_many",
    "check_reach",
    "choices",
    "chunks_in",
    "deploy",
    "draw_page",
    "draw_svg",
    "dump",
    "dumps",
    "end_of_turn",
    "incoherent",
    "load",
    "loads",
    "mask",
    "mask_many",
    "odds",
    "partial",
    "play_games",
    "propose",
    "propose_many",
    "reach",
    "reach_many",
    "regain",
    "rules_of",
    "save_picture",
    "seed_of",
    "snap",
    "snap_many",
    "solve",
    "solve_many",
    "summarised",
    "threat",
    "validate",
    "verify",
]

_LATER = {
    "BaseSizes": "movesolver.formats.base_sizes",
    "Deployed": "movesolver.armies.deploying",
    "Placement": "movesolver.armies.deploying",
    "ProblemsError": "movesolver.formats.problems",
    "build_game": "movesolver.armies.boards",
    "deploy": "movesolver.armies.deploying",
    "check": "movesolver.checking.check",
    "dump": "movesolver.formats.scenario",
    "dumps": "movesolver.formats.scenario",
    "load": "movesolver.formats.scenario",
    "loads": "movesolver.formats.scenario",
    "validate": "movesolver.formats.scenario",
    "Code": "movesolver.referee.verdict",
    "Finding": "movesolver.referee.verdict",
    "Verdict": "movesolver.referee.verdict",
    "rules_of": "movesolver.rules.chosen",
    "RuleSet": "movesolver.rules.ruleset",
    "bases": "movesolver.table.bases",
    "Model": "movesolver.table.army",
    "Unit": "movesolver.table.army",
    "UnitStatus": "movesolver.table.army",
    "Base": "movesolver.table.bases",
    "Action": "movesolver.table.scenario",
    "AtLeast": "movesolver.table.scenario",
    "Field": "movesolver.table.scenario",
    "GoalTerm": "movesolver.table.scenario",
    "Marker": "movesolver.table.scenario",
    "Nearness": "movesolver.table.scenario",
    "RulesChoice": "movesolver.table.scenario",
    "Scenario": "movesolver.table.scenario",
    "Table": "movesolver.table.scenario",
    "Target": "movesolver.table.scenario",
    "Zone": "movesolver.table.scenario",
    "Feature": "movesolver.table.terrain",
    "Floor": "movesolver.table.terrain",
    "Wall": "movesolver.table.terrain",
    "Games": "movesolver.simulate.results",
    "Match": "movesolver.simulate.match",
    "Order": "movesolver.simulate.policies",
    "Summary": "movesolver.simulate.summary",
    "Turn": "movesolver.simulate.policies",
    "build_board": "movesolver.simulate.rosters",
    "play_games": "movesolver.simulate.games",
    "summarised": "movesolver.simulate.summary",
    "Answers": "movesolver.batch.answers",
    "Checked": "movesolver.batch.answers",
    "Failure": "movesolver.batch.answers",
    "Masked": "movesolver.batch.answers",
    "Proposed": "movesolver.batch.answers",
    "Reaching": "movesolver.batch.answers",
    "Solved": "movesolver.batch.answers",
    "Boards": "movesolver.batch.boards",
    "StoredBoards": "movesolver.batch.stored",
    "chunks_in": "movesolver.batch.folder",
    "check_many": "movesolver.batch.many",
    "mask_many": "movesolver.batch.many",
    "propose_many": "movesolver.batch.many",
    "reach_many": "movesolver.batch.many",
    "snap_many": "movesolver.batch.many",
    "solve_many": "movesolver.batch.many",
    "Workers": "movesolver.batch.running",
    "seed_of": "movesolver.batch.work",
    "draw_page": "movesolver.draw.page",
    "draw_svg": "movesolver.draw.svg",
    "save_picture": "movesolver.draw.files",
    "Approach": "movesolver.paths.nearest",
    "Arrival": "movesolver.paths.reach",
    "ChargePhase": "movesolver.phases.charge",
    "CommandRound": "movesolver.phases.commands",
    "Dice": "movesolver.phases.dice",
    "Event": "movesolver.phases.records",
    "FightMoves": "movesolver.phases.fight",
    "Limit": "movesolver.search.result",
    "Mask": "movesolver.search.masking",
    "Odds": "movesolver.search.odds",
    "Reach": "movesolver.paths.reach",
    "Reached": "movesolver.checking.reached",
    "Regained": "movesolver.search.regain",
    "MovementPhase": "movesolver.phases.movement",
    "Option": "movesolver.phases.records",
    "Owed": "movesolver.phases.records",
    "Progress": "movesolver.search.watch",
    "RefusedError": "movesolver.phases.records",
    "Region": "movesolver.paths.region",
    "Result": "movesolver.search.result",
    "Rolled": "movesolver.phases.records",
    "Status": "movesolver.search.result",
    "Threat": "movesolver.paths.threat",
    "TurnEnd": "movesolver.phases.turn",
    "Valued": "movesolver.search.valued",
    "Verified": "movesolver.verifying.verified",
    "Way": "movesolver.paths.ways",
    "check_reach": "movesolver.checking.reached",
    "choices": "movesolver.search.choices",
    "mask": "movesolver.search.masking",
    "odds": "movesolver.search.odds",
    "end_of_turn": "movesolver.phases.turn",
    "incoherent": "movesolver.phases.turn",
    "Proposals": "movesolver.search.proposals",
    "propose": "movesolver.search.propose",
    "partial": "movesolver.search.partial",
    "reach": "movesolver.paths.reach",
    "regain": "movesolver.search.regain",
    "snap": "movesolver.search.snap",
    "solve": "movesolver.search.solve",
    "threat": "movesolver.paths.threat",
    "verify": "movesolver.verifying.verify",
}
"""Where the names live.  Each is imported when it is first asked for: who only reads a file,
or completes a word of a command, does not wait for the kernels."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(_LATER[name])
    value = globals()[name] = module if name == "bases" else getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
