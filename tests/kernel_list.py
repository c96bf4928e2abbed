"""Renew `movesolver/warm/kernels.json`: compile everything anew and write down what was compiled.

`make kernel-list`; it takes as long as `movesolver warm --processes 1` after an installation.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from movesolver.warm.signatures import Types

PACKAGE = "movekernels."


def main() -> None:
    with tempfile.TemporaryDirectory() as empty:
        os.environ["NUMBA_CACHE_DIR"] = empty  # numba reads it when it is imported
        from movesolver.warm import signatures

        target = Path(signatures.__file__).with_name(signatures.FILE)
        called = [(name, *found) for name, found in compiled().items()]
        target.write_text(signatures.written(called), encoding="utf-8")
    print(f"{target}: {len(called)} kernels", file=sys.stderr)


def compiled() -> dict[str, tuple[str, list[Types]]]:
    """Return the first job and the signatures of all that is compiled for the jobs, in order."""
    from numba.core import event

    from movesolver.warm.jobs import jobs

    order: dict[str, tuple[str, list[Types]]] = {}

    class Compilations(event.Listener):
        job = ""

        def on_start(self, event: event.Event) -> None:
            pass

        def on_end(self, event: event.Event) -> None:
            name = name_of(event.data["dispatcher"])
            if name.startswith(PACKAGE):
                rows = order.setdefault(name, (self.job, []))[1]
                if event.data["args"] not in rows:
                    rows.append(event.data["args"])

    heard = Compilations()
    with event.install_listener("numba:compile", heard):
        for job in jobs():
            heard.job = job.name
            job.do()
    return order


def name_of(dispatcher: Any) -> str:
    body = dispatcher.py_func
    return f"{body.__module__}.{body.__name__}"


def dispatchers() -> Iterator[Any]:
    """Yield the compiled functions of the kernels that are imported."""
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE):
            for one in vars(module).values():
                if hasattr(one, "py_func") and one.py_func.__module__ == name:
                    yield one


def unlisted() -> list[str]:
    """Do all jobs; return what they called that is not in the list."""
    from movesolver.warm.jobs import jobs
    from movesolver.warm.signatures import listed

    for job in jobs():
        job.do()
    known = {one.name: listed().signatures(one) for one in listed().kernels}
    return [
        f"{name_of(one)}{signature}"
        for one in dispatchers()
        for signature in one.overloads
        if signature not in known.get(name_of(one), [])
    ]


if __name__ == "__main__":
    main()
