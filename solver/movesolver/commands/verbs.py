"""All commands, in the order in which the help lists them."""

from __future__ import annotations

from movesolver.commands import (
    batch,
    bench,
    check,
    demo,
    draw,
    odds,
    propose,
    reach,
    regain,
    serve,
    simulate,
    snap,
    solve,
    verify,
    warm,
)
from movesolver.commands.verb import Verb

VERBS: tuple[Verb, ...] = (
    check.VERB,
    solve.VERB,
    propose.VERB,
    snap.VERB,
    verify.VERB,
    reach.VERB,
    odds.VERB,
    regain.VERB,
    draw.VERB,
    demo.VERB,
    batch.VERB,
    simulate.VERB,
    bench.VERB,
    serve.VERB,
    warm.VERB,
)
