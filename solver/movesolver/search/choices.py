"""Which combinations of listed places, one for each model, are legal ends: all of them, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from movekernels.arrays import Bools
from movesolver.draw.answers import Drawn, of_ends, of_question
from movesolver.draw.picture import Picture
from movesolver.duties.judge import judged
from movesolver.referee.pack import pack
from movesolver.rules.ruleset import RuleSet
from movesolver.search.listed import Places, list_places
from movesolver.table.scenario import Pose, Scenario

MOST_DRAWN = 12
"""How many combinations are drawn."""
Choice = tuple[int, ...]
"""Index of a place for each model, in the order of the unit."""


class Choices(tuple[Choice, ...], Drawn):
    """Combinations of places, with what they are combinations of.

    Attributes
    ----------
    scenario
        The question; None if they come from elsewhere.
    places
        The places of each model as poses, by its id, in the order of the unit.
    """

    scenario: Scenario | None
    places: Mapping[str, tuple[Pose, ...]]

    def __new__(
        cls,
        found: Iterable[Choice] = (),
        scenario: Scenario | None = None,
        places: Mapping[str, tuple[Pose, ...]] | None = None,
    ) -> Self:
        """Return combinations with their places."""
        made = super().__new__(cls, found)
        made.scenario, made.places = scenario, dict(places or {})
        return made

    def pictures(self, rules: RuleSet | None = None) -> tuple[Picture, ...]:
        """Return a picture of each of the first combinations."""
        if self.scenario is None:
            return ()
        if not self:
            said = "no combination of the listed places is a legal end"
            return (of_question(self.scenario, ("Choices", said)),)
        said = f"{len(self)} combinations of the listed places are legal ends"
        found = []
        for k, choice in enumerate(self[:MOST_DRAWN], 1):
            named = zip(self.places.items(), choice, strict=True)
            ends = {name: poses[spot] for (name, poses), spot in named}
            words = ", ".join(map(str, choice))
            facts = (("Choices", said), ("Places", words))
            found.append(of_ends(self.scenario, ends, f"Choice {k}", *facts, rules=rules))
        return tuple(found)


def choices(
    scenario: Scenario,
    places: Places,
    *,
    most: int = 1000,
    rules: RuleSet | None = None,
) -> Choices:
    """Return every combination of listed places that is a legal end of the move.

    Parameters
    ----------
    scenario
        The question; the paths, ends and goal of its action are not looked at.
    places
        For each model that moves or is set up, places [x, y], [x, y, facing] or
        [x, y, facing, z], inches and degrees.
    most
        Stop when so many are found.
    rules
        Rules of your own; those the scenario names if None.

    Returns
    -------
    Choices
        A tuple of combinations, in the order of counting: the last model's place changes fastest.
        None is left out but for ``most``; ends are judged, not the ways there.

    Raises
    ------
    InputError
        If a model has no places, a place is not one, or places are for a model that is not
        asked about; or if the unit has no model that could take one.

    Notes
    -----
    Depth first over the models: a place that is no end by itself, and two that overlap or are
    farther apart than coherency allows, are never combined (03.01, 03.03); what is left is
    judged as a whole.
    """
    position = pack(scenario, rules=rules)
    listed = list_places(position, places)
    first = listed.first.tolist()
    found: list[Choice] = []
    for spots in combined(listed.together, listed.usable, first):
        ends = {name: listed.poses[spots[i]] for i, name in enumerate(position.ids)}
        if judged(position, None, ends, brief=True)[0].legal:
            found.append(tuple(spot - first[i] for i, spot in enumerate(spots)))
            if len(found) == most:
                break
    spans = {
        name: tuple(listed.poses[first[i] : first[i + 1]]) for i, name in enumerate(position.ids)
    }
    return Choices(found, position.scenario, spans)


def combined(together: Bools, usable: Bools, first: list[int]) -> Iterator[list[int]]:
    """Yield lists of places, one for each model, of which any two go together."""
    chosen: list[int] = []

    def deeper() -> Iterator[list[int]]:
        if len(chosen) == len(first) - 1:
            yield list(chosen)
            return
        for spot in range(first[len(chosen)], first[len(chosen) + 1]):
            if usable[spot] and all(together[spot, other] for other in chosen):
                chosen.append(spot)
                yield from deeper()
                chosen.pop()

    yield from deeper()
