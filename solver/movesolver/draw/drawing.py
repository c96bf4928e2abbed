"""A picture made ready: what stands where, what is linked, which signs it holds."""

from __future__ import annotations

from dataclasses import dataclass

from movesolver.draw import links
from movesolver.draw.certificate import Source, source_of
from movesolver.draw.links import Break, Link
from movesolver.draw.picture import Picture
from movesolver.draw.refuted import Refuted, refuted_of
from movesolver.draw.scene import Figure, Scene, build_scene
from movesolver.rules.chosen import rules_in_force
from movesolver.rules.ruleset import RuleSet
from movesolver.table.scenario import Pose


@dataclass(frozen=True)
class Drawing:
    """Everything that the board, the legend and the tables are made from."""

    picture: Picture
    rules: RuleSet
    scene: Scene
    links: list[Link]
    """Neighbours in the moving unit where it ends; none in an area that leaves mates aside."""
    links_before: list[Link]
    """Neighbours among those of its models that stood on the table before the move."""
    apart: set[str]
    """Ids of models that stand apart from their unit."""
    breaks: list[Break]
    engaged: list[Link]
    """Who of the unit is engaged with which enemy."""
    wrong: set[str]
    """Ids of models that a violation names."""
    source: Source
    refuted: Refuted
    """Why there is no legal end, if that is proved."""

    @property
    def movers(self) -> tuple[Figure, ...]:
        """The models of the moving unit."""
        return self.scene.of("mover")

    @property
    def enemies(self) -> tuple[Figure, ...]:
        """The models of other sides."""
        return self.scene.of("enemy")


def ready(picture: Picture) -> Drawing:
    """Work out what a picture shows.

    Raises
    ------
    InputError
        If the rules choose an unknown version or option.
    """
    scenario, verdict = picture.scenario, picture.verdict
    rules = rules_in_force(scenario.rules) if picture.rules is None else picture.rules
    scene = build_scene(scenario)
    movers = scene.of("mover")
    slop, coherency = rules.tolerance, rules.coherency
    # A region is of each model by itself: where it leaves its mates breaks nothing.
    together = () if picture.alone else movers
    joined = links.coherency_links(together, coherency, slop)
    broken_rules = verdict.violations if verdict else ()
    refuted = refuted_of(scenario, picture.certificate, picture.rules)
    breaks = links.breaks(together, joined, coherency, slop)
    return Drawing(
        picture=picture,
        rules=rules,
        scene=scene,
        links=joined,
        links_before=_before(together, rules),
        apart={movers[k].model.id for k in links.outside(len(together), joined, coherency)},
        # Of a proof what matters is where models could go, not where they stand.
        breaks=[] if refuted.drawn else breaks,
        engaged=links.engaged_pairs(movers, scene.of("enemy"), rules.engagement, slop),
        wrong={name for broken in broken_rules for name in broken.models},
        source=source_of(picture.certificate),
        refuted=refuted,
    )


def _before(movers: tuple[Figure, ...], rules: RuleSet) -> list[Link]:
    """Return the neighbours before the move, among the models that stood on the table then."""
    poses = [stood(figure) for figure in movers]
    there = [pose is not None for pose in poses]
    placed = [pose or figure.pose for pose, figure in zip(poses, movers, strict=True)]
    joined = links.coherency_links(movers, rules.coherency, rules.tolerance, placed)
    return [(i, j) for i, j in joined if there[i] and there[j]]


def stood(figure: Figure) -> Pose | None:
    """Return where a model stood before the move; None if it was not on the table."""
    if figure.start is not None:
        return figure.start
    own = figure.model
    if not figure.unit.on_table or own.at is None or own.slain:
        return None
    return (*own.at, own.facing, own.z)
