"""The decorator of all kernels: written-out numbers do not make one more version of a callee."""

from __future__ import annotations

from typing import Any

from numba.core import types

from movekernels import _jit

literal: Any = types.literal
"""The type of one number; numba says nothing of its types."""


class Compiled:
    """As much of a compiled function as resolves calls of it."""

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return args, kws


def test_calls_are_resolved_by_types_alone() -> None:
    compiled = Compiled()
    _jit._share_for_literals(compiled)
    args = (literal(3), types.float64, literal(True))
    found, named = compiled.get_call_template(args, {"most": literal(7)})
    assert found == (types.int64, types.float64, types.boolean)
    assert named == {"most": types.int64}


def test_what_is_not_compiled_stays_as_it_is() -> None:
    plain: Any = len
    _jit._share_for_literals(plain)
    assert not hasattr(plain, "get_call_template")
