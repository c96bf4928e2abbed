"""All commands, in the order in which the help lists them."""

from __future__ import annotations

from movesolver.commands import (
    batch,
    bench,
    check,
    completion,
    demo,
    deploy,
    deployments,
    draw,
    export_save,
    import_save,
    layouts,
    odds,
    propose,
    reach,
    regain,
    roster,
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
    layouts.VERB,
    deployments.VERB,
    roster.VERB,
    deploy.VERB,
    import_save.VERB,
    export_save.VERB,
    batch.VERB,
    simulate.VERB,
    bench.VERB,
    serve.VERB,
    warm.VERB,
    completion.VERB,
)
