"""The page of metrics of counts: formulas, ranges and what is proved of each."""

from collections.abc import Iterator

from measurand.algebra.formula_text import latex, text
from measurand.metrics.metric import CELLS, Metric
from measurand.metrics.proven import (
    AtLeast,
    AtMost,
    Mirrors,
    Moves,
    Scaleless,
    proved,
)
from measurand.metrics.standard import STANDARD

_INTRODUCTION = """
Every metric of the counts of one class, as one formula. `hits` are right predictions, `predicted`
and `gold` what is on either side, `judged` all that was judged; tp, fp, fn and tn are the cells of
the table that they make. A score is undefined where the bottom of its normal form (what is left
after cancelling) is 0. The scores of confusion matrices in `prove` and `lint` are these formulas.

What the tables say of ranges, directions and mirrors is *proved*, for all counts: each claim comes
down to polynomials whose terms, and squares of differences, are nowhere below 0, and
`measurand.metrics.proven.checks` multiplies that out again. An end of a range without a proof, or a
cell in neither column, is not claimed.
""".strip()


def formulas_page(generated: str) -> str:
    """Write the page.

    >>> formulas_page("").splitlines()[2]
    '# Formulas'
    """
    return "\n".join(_lines(generated))


def _lines(generated: str) -> Iterator[str]:
    yield from (generated, "", "# Formulas", "", _INTRODUCTION, "")
    yield "| metric | is | formula | source |"
    yield "| --- | --- | --- | --- |"
    for metric in STANDARD.values():
        yield f"| {metric.name} | {metric.says} | `{text(metric.formula)}` | {metric.source} |"
    yield from ("", "## Proved for all counts", "")
    yield "| metric | range | rises with | falls with | gold and predictions exchanged | scale |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for metric in STANDARD.values():
        yield f"| {metric.name} | {' | '.join(_proved(metric))} |"
    yield from ("", "## For pages of mathematics", "")
    for metric in STANDARD.values():
        yield from (f"{metric.name}:", "", f"$${latex(metric.formula)}$$", "")


def _proved(metric: Metric) -> Iterator[str]:
    low = metric.low is not None and proved(metric, AtLeast(metric.low))
    high = metric.high is not None and proved(metric, AtMost(metric.high))
    ends = (f"from {metric.low}" if low else "", f"to {metric.high}" if high else "")
    yield " ".join(filter(None, ends))
    ways = {cell: _ways(metric, cell) for cell in CELLS}
    yield ", ".join(cell for cell, way in ways.items() if way == {True})
    yield ", ".join(cell for cell, way in ways.items() if way == {False})
    yield ", ".join(name for name in STANDARD if proved(metric, Mirrors(name)))
    yield "free" if proved(metric, Scaleless()) else ""


def _ways(metric: Metric, cell: str) -> set[bool]:
    return {up for up in (True, False) if proved(metric, Moves(cell, up))}
