"""The directive ``public-names``: what a module exports, described by its docstrings.

    ```{public-names} movesolver
    :from: search checking
    ```

describes every name in ``__all__`` of the module that is made in these of its parts, or all.
``:names:`` lists some, for a module that has no ``__all__``.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

TOP = "movesolver"
OURS = (TOP, "movekernels")


def home_of(item: object) -> str:
    """Return the part of the package that a name is made in: as in search."""
    made = item.__name__ if isinstance(item, ModuleType) else getattr(item, "__module__", "")
    return str(made).partition(".")[2].partition(".")[0]


def chosen(
    module: ModuleType, names: list[str] | None, parts: list[str] | None
) -> Iterator[tuple[str, Any]]:
    """Yield names of a module, by default all exported, with what they are: those of ``parts``."""
    for name in module.__all__ if names is None else names:
        item = getattr(module, name)
        if parts is None or home_of(item) in parts:
            yield name, item


def comment_on(name: str, value: object) -> list[str]:
    """Return the lines under the assignment of a constant, wherever in our code it is made."""
    for made in [m for n, m in sorted(sys.modules.items()) if n.partition(".")[0] in OURS]:
        if getattr(made, name, None) is value and getattr(made, "__file__", None):
            found = ModuleAnalyzer.for_module(made.__name__).find_attr_docs().get(("", name))
            if found:
                return found
    return []


def described(module: str, name: str, item: object) -> list[str]:
    """Return reStructuredText that describes a name."""
    full = f"{module}.{name}"
    if module != TOP and getattr(import_module(TOP), name, None) is item:
        kind = "class" if inspect.isclass(item) else "function"
        # No second entry under one name: a mere "RuleSet" would not know which is meant.
        alias = [f".. py:{kind}:: {full}", "   :no-index:", ""]
        return [*alias, f"   The same as :py:obj:`{TOP}.{name}`.", ""]
    if isinstance(item, ModuleType):
        lines = [f".. py:module:: {full}", "", inspect.cleandoc(item.__doc__ or ""), ""]
        for inner, function in inspect.getmembers(item, inspect.isfunction):
            if function.__module__ == item.__name__ and not inner.startswith("_"):
                lines += [f".. autofunction:: {full}.{inner}", ""]
        return lines
    if inspect.isclass(item):
        kind = "exception" if issubclass(item, BaseException) else "class"
        return [f".. auto{kind}:: {full}", ""]
    if callable(item):
        return [f".. autofunction:: {full}", ""]
    value = [f"   :value: {item}"] if isinstance(item, int) else []
    comment = ["   " + line for line in comment_on(name, item)]
    return [f".. py:data:: {full}", *value, "", *comment, ""]


class PublicNames(SphinxDirective):
    """Describe what a module exports."""

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "from": directives.unchanged_required,
        "names": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the descriptions."""
        module = import_module(self.arguments[0])
        names, parts = (
            self.options[key].split() if key in self.options else None for key in ("names", "from")
        )
        lines = []
        for name, item in chosen(module, names, parts):
            lines += described(module.__name__, name, item)
        text = "\n".join(["````{eval-rst}", *lines, "````"])
        return list(self.parse_text_to_nodes(text))


_plain: dict[str, list[str]] = {}


def keep(_: Sphinx, what: str, name: str, item: object, options: object, lines: list[str]) -> None:
    """Remember what is said of an attribute before napoleon reads "width: inches" as a type."""
    if what in ("attribute", "data", "property"):
        _plain[name] = list(lines)


def give_back(
    _: Sphinx, what: str, name: str, item: object, options: object, lines: list[str]
) -> None:
    """Put it back as it was."""
    if name in _plain:
        lines[:] = _plain.pop(name)


def skipped(_: Sphinx, what: str, name: str, item: object, skip: bool, options: object) -> bool:
    """Tell whether a member is left out: fields of a named tuple stand in its docstring."""
    return skip or type(item).__name__ == "_tuplegetter"


def setup(app: Sphinx) -> dict[str, bool]:
    """Make the directive known to Sphinx."""
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-skip-member", skipped)
    app.connect("autodoc-process-docstring", keep, priority=100)  # napoleon has 500
    app.connect("autodoc-process-docstring", give_back, priority=900)
    return {"parallel_read_safe": True}
