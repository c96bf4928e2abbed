"""The games, their versions, their moves, and the options a player may set.

Data only: what each option does is written where the rule is; what is known,
allowed and assumed is written here, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, get_args

from movesolver.errors import InputError
from movesolver.table.fields import inside, shown
from movesolver.table.names import did_you_mean
from movesolver.table.scenario import ModeName, OptionValue, RulesChoice

OptionKind = Literal["flag", "choice", "number"]

_WH40K_MOVES = (
    "remain_stationary", "normal", "advance", "fall_back", "charge", "pile_in", "consolidate",
    "surge", "scout", "disembark", "emergency_disembark", "assault_disembark", "shock_disembark",
    "ingress", "deep_strike", "set_up", "redeploy", "return_models", "embark",
)  # fmt: skip

MOVES: dict[str, tuple[str, ...]] = {
    "wh40k11": _WH40K_MOVES,
    "voidsiege": ("move", "advance", "run", "assault", "overrun", "deploy"),
    "wh40k10": _WH40K_MOVES,
}
"""The moves of each game, by the names of the scenario file."""


class Version(StrEnum):
    """The versions of the 11th edition, oldest first (0.1)."""

    PDF_2026_06 = "PDF_2026_06"
    JUL_2026 = "JUL_2026"
    V931_2026_08_26 = "V931_2026_08_26"
    V946_2026_09_02 = "V946_2026_09_02"
    V963_2026_10_01 = "V963_2026_10_01"


VERSIONS: dict[str, tuple[str, ...]] = {
    "wh40k11": tuple(Version),
    "voidsiege": (),
    "wh40k10": (),
}
"""The versions of each game, oldest first; the newest is the default."""


_WH40K = ("wh40k11", "wh40k10")
_VOIDSIEGE = ("voidsiege",)


@dataclass(frozen=True, slots=True)
class Option:
    """One rules option: its name, what it may be, and what it is when left out.

    ``choices`` are the words a ``choice`` may be; ``low`` and ``high`` bound a
    ``number``, both included, in inches; ``games`` are those that ask about it.
    """

    name: str
    kind: OptionKind
    default: OptionValue
    meaning: str
    choices: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    games: tuple[str, ...] = _WH40K

    @property
    def wanted(self) -> str:
        """What the option may be, in words."""
        if self.kind == "flag":
            return "true or false"
        if self.kind == "choice":
            return f"one of {', '.join(self.choices)}"
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, value: object, place: str) -> OptionValue:
        """Return ``value`` if the option may be it.

        Raises
        ------
        InputError
            Naming ``place``, if it may not.
        """
        if self.kind == "flag" and isinstance(value, bool):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        if (
            self.kind == "number"
            and isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
        ):
            return float(value)
        hint = did_you_mean(value, self.choices) if isinstance(value, str) else ""
        raise InputError(place, self.wanted + hint, shown(value))


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            "wtc.shoot_after_as_normal", "flag", False,
            "leave to shoot after a fall-back or an advance treats the unit as not having made it",
        ),
        Option(
            "wtc.desperate_escape_proxy", "flag", False,
            "passes and re-rolls of desperate escape tests cover the fall-back's hazard rolls",
        ),
        Option(
            "wtc.special_disembark_is_rapid", "flag", False,
            "a disembark by special permission is in rapid mode (before 18.06 and 18.07)",
        ),
        Option(
            "wtc.reactive_move_min", "flag", False,
            "a normal move of a stated distance is no longer than M (printed 03.01.04: as stated)",
        ),
        Option(
            "wtc.ingress_lock_all", "flag", True,
            "after an ingress no surge and no reactive move either (20.04)",
        ),
        Option(
            "wtc.objective_consolidation_swap", "flag", True,
            "a consolidation may go to another objective than the one it is in range of (12.08)",
        ),
        Option(
            "duty_mode", "choice", "nash",
            "how 'each model, if it can' is judged: the others as they ended, in turn, or together",
            choices=("nash", "sequential", "maximal"),
        ),
        Option(
            "unmoved_in_charge", "choice", "excused",
            "an unmoved model that could not end closer is excused, or spoils the charge (11.04)",
            choices=("excused", "strict"),
        ),
        Option(
            "single_edge", "flag", False,
            "each base is wholly within the set-up distance of one edge, not of several (20.04)",
        ),
        Option(
            "monster_on_dense_floors", "flag", False,
            "a MONSTER may end on a floor of a dense feature that it climbed this move (13.06)",
        ),
        Option(
            "slides_aloft", "choice", "supported",
            "above the ground a model stays within half an inch of terrain that high, or need not",
            choices=("supported", "free"),
        ),
        Option(
            "mixed_m", "choice", "all",
            "models with an M of their own use it in every move, or in normal and advance only",
            choices=("all", "normal_advance"),
        ),
        Option(
            "single_group", "flag", False,
            "coherency asks for one group, not only for a neighbour",
            games=_VOIDSIEGE,
        ),
        Option(
            "coherency_during", "choice", "end_only",
            "coherency is asked at the end only, or also while all models advance together",
            choices=("end_only", "interpolated"), games=_VOIDSIEGE,
        ),
        Option(
            "tolerance", "number", 1e-6,
            "inches: 'within X' is a gap of at most X plus this",
            low=0.0, high=0.1, games=_WH40K + _VOIDSIEGE,
        ),
    )
}  # fmt: skip
"""Every known option by name; given to a game that does not ask about it, it changes nothing."""


def known_game(game: str, place: str = "rules") -> str:
    """Return the name of a game if there is one of that name.

    Raises
    ------
    InputError
        If there is none.
    """
    if game not in VERSIONS:
        wanted = f"one of {', '.join(VERSIONS)}{did_you_mean(game, VERSIONS)}"
        raise InputError(f"{place}.game", wanted, shown(game))
    return game


def version_of(choice: RulesChoice, place: str = "rules") -> str | None:
    """Return the full name of the chosen version; None for a game that has none.

    A version may be given by the first part of its name (``V963``); left out, it
    is the newest.

    Raises
    ------
    InputError
        If the game is not known, or has no such version.
    """
    known = VERSIONS[known_game(choice.game, place)]
    if choice.version is None:
        return known[-1] if known else None
    for name in known:
        if choice.version in (name, name.split("_", 1)[0]):
            return name
    wanted = (
        f"one of {', '.join(known)}, or its first part" + did_you_mean(choice.version, known)
        if known
        else f"no version ({choice.game} has none)"
    )
    raise InputError(f"{place}.version", wanted, shown(choice.version))


def options_of(choice: RulesChoice, place: str = "rules") -> dict[str, OptionValue]:
    """Return the options the game asks about: those chosen, else their defaults.

    Raises
    ------
    InputError
        If an option is not known, or is given a value it may not have.
    """
    chosen: dict[str, OptionValue] = {}
    for name, value in choice.options.items():
        where = inside(f"{place}.options", name)
        option = OPTIONS.get(name)
        if option is None:
            wanted = f"a known option{did_you_mean(name, OPTIONS)}: {', '.join(OPTIONS)}"
            raise InputError(where, wanted, f"the unknown option {shown(name)}")
        chosen[name] = option.read(value, where)
    return {
        name: chosen.get(name, option.default)
        for name, option in OPTIONS.items()
        if choice.game in option.games
    }


def resolve_rules(choice: RulesChoice) -> tuple[str | None, dict[str, OptionValue]]:
    """Return the full name of the version and every option of the chosen game.

    Raises
    ------
    InputError
        If the version or an option is not known, or has a value it may not have.
    """
    return version_of(choice), options_of(choice)


def check_move(
    game: str, move: str, place: str = "action.move", moves: Iterable[str] | None = None
) -> None:
    """Raise `InputError` unless the move is one of the game's, or of ``moves`` if given."""
    known = MOVES[game] if moves is None else tuple(moves)
    if move not in known:
        raise InputError(
            place, f"a move of {game}{did_you_mean(move, known)}: {', '.join(known)}", shown(move)
        )


def check_mode(
    mode: str | None, place: str = "action.mode", modes: Iterable[str] | None = None
) -> None:
    """Raise `InputError` unless the mode is None or has a known name, or one of ``modes``.

    Whether the move has that mode, and the unit may take it, is the referee's to say.
    """
    known = tuple(get_args(ModeName) if modes is None else dict.fromkeys(modes))
    if mode is not None and mode not in known:
        wanted = f"one of {', '.join(known)}{did_you_mean(mode, known)}" if known else "no mode"
        raise InputError(place, wanted, shown(mode))
