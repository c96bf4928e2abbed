"""Several things wrong with one file, told together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from movesolver.errors import InputError


class ProblemsError(InputError):
    """All that is wrong with a list or a save: ``problems``, an `InputError` each.

    Its text has a line for each; place, wanted and got are those of the first.
    """

    def __init__(self, problems: Sequence[InputError]) -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        super().__init__(first.place, first.wanted, first.got)
        self.args = ("\n".join(map(str, self.problems)),)

    def __reduce__(self) -> Any:
        """Let the error travel between processes."""
        return type(self), (self.problems,)
