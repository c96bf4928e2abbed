"""The tables of `docs/accuracy.md`, from a tally."""

from __future__ import annotations

import json
from pathlib import Path

from accuracy.tally import DECADES, Errors, Tally, Verdicts

PAGE = Path("docs/accuracy.md")
BEGIN = "<!-- tables: written by python -m accuracy -->"
END = "<!-- end of tables -->"
CHECKS = ("coherency", "engaged", "nearest", "counts", "overlap", "self_overlap", "edge")
IDENTITIES = {
    "coherency in float64": "round bases: `coherency` and its definition in float64",
    "engaged in float64": "round bases: `engaged` and its definition",
    "counts in float64": "round bases: `counts` and its definition",
    "overlap in float64": "round bases: `overlap` and its definition",
    "self_overlap in float64": "round bases: `self_overlap` and its definition",
    "together": "any bases: `engaged`, `nearest` and `counts` on who is engaged",
    "alone": "any bases: one board alone, among equal and ragged groups",
}
DISTANCES = ("arrays.gaps", "gap", "edge", "coherency_slack")


def load(path: Path) -> Tally:
    """Read a tally."""
    return Tally.from_dict(json.loads(path.read_text()))


def _number(value: float) -> str:
    return f"{value:.1e}".replace("e-0", "e-") if value else "0"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def verdict_table(tally: Tally) -> str:
    """Boards, and what was found, by family and check."""
    rows = []
    for key, v in sorted(tally.verdicts.items()):
        family, check = key.split("/")
        if check in CHECKS:
            counts = [v.boards, v.near, v.decided, v.differing, v.wrong]
            rows.append([family, f"`{check}`", *(f"{n:,}" for n in counts)])
    head = [
        "bases",
        "check",
        "boards",
        'within 1e-9" of a threshold',
        'decided by 1e-9"',
        "differing",
        "wrong",
    ]
    return _table(head, rows)


def identity_table(tally: Tally) -> str:
    """Answers that must be the same to the last digit."""
    rows = []
    for check, what in IDENTITIES.items():
        found = [v for key, v in tally.verdicts.items() if key.split("/")[1] == check]
        count, wrong = sum(v.boards for v in found), sum(v.wrong for v in found)
        rows.append([what, f"{count:,}", f"{wrong:,}"])
    return _table(["answers that must be the same", "boards", "not the same"], rows)


def decade_table(tally: Tally) -> str:
    """How near to a threshold verdicts still agree."""
    total = Verdicts()
    for key, v in tally.verdicts.items():
        if key.split("/")[1] in CHECKS:
            for k in range(len(DECADES)):
                total.near_by_decade[k] += v.near_by_decade[k]
                total.differing_by_decade[k] += v.differing_by_decade[k]
    rows = []
    for k, power in enumerate(DECADES):
        near, differing = total.near_by_decade[k], total.differing_by_decade[k]
        rows.append([f"up to 1e{power}", f"{near:,}", f"{differing:,}"])
    return _table(["nearest pair, inches from a threshold", "verdicts", "differing"], rows)


def error_table(tally: Tally, quantities: tuple[str, ...]) -> str:
    """Largest errors of distances against the exact ones."""
    rows = []
    for quantity in quantities:
        for key, e in sorted(tally.errors.items()):
            if key.split("/")[0] == quantity:
                rows.append([f"`{quantity}`", key.split("/")[1], *_error(e)])
    head = ["quantity", "of", "compared", "largest error, inches", "in u S", "wrong"]
    return _table(head, rows)


def _error(e: Errors) -> list[str]:
    return [f"{e.count:,}", _number(e.inches), f"{e.roundoffs:.2g}", f"{e.wrong:,}"]


def row_table(tally: Tally) -> str:
    """Row kernels: against the scalar kernel, against the twin, and signs."""
    rows = []
    for key, scalar in sorted(tally.errors.items()):
        quantity, kernel = key.split("/")
        if quantity != "row to scalar":
            continue
        exact, sign = tally.errors[f"row to exact/{kernel}"], tally.errors[f"row sign/{kernel}"]
        numbers = [_number(scalar.inches), _number(exact.inches)]
        wrong = scalar.wrong + exact.wrong + sign.wrong
        rows.append([f"`{kernel}`", f"{scalar.count:,}", *numbers, f"{wrong:,}"])
    head = ["kernel", "pairs", "row and scalar, inches", "row and exact, inches", "wrong"]
    return _table(head, rows)


def sign_line(tally: Tally) -> str:
    """How many deep overlaps were only judged by their sign."""
    signs = [e for key, e in tally.errors.items() if ", sign/" in key]
    count, wrong = sum(e.count for e in signs), sum(e.wrong for e in signs)
    return f"{count:,} overlaps too deep for an exact depth were compared by sign: {wrong:,} wrong."


def tables(tally: Tally) -> str:
    """Everything between the marks of the page."""
    boards = sum(tally.boards.values())
    near = sum(v.near for k, v in tally.verdicts.items() if k.endswith("/any"))
    intro = (
        f"Kernels `{tally.fingerprint}`: {boards:,} boards, {near:,} of them with a pair, height"
        f' or edge within 1e-9" of a threshold; **{tally.wrong:,} wrong answers**;'
        f" {tally.seconds / 60:.0f} minutes on one core."
    )
    sections = [
        "### Verdicts\n",
        verdict_table(tally),
        "\n### To the last digit\n",
        identity_table(tally),
        "\n### By distance from the threshold, all checks together\n",
        decade_table(tally),
        "\n### Distances\n",
        error_table(tally, DISTANCES),
        "\n" + sign_line(tally),
        "\n### Rows of gaps, separated pairs\n",
        row_table(tally),
        "\n### Against 40 digits\n",
        error_table(tally, ("gap to 40 digits", "twin to 40 digits")),
    ]
    return "\n".join([intro, "", *sections])


def write_page(page: Path, tally: Tally) -> None:
    """Write the tables between the marks of a page."""
    text = page.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n\n{tables(tally)}\n\n{END}{after}")
