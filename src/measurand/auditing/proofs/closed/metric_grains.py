"""The grain of metrics of families: over n samples some are multiples of a step, or lie on a grid.

A mean of n shares of k documents is a multiple of 1 / (k n), the hit rate of n queries one of 1/n,
and MRR that is cut at k one of 1 / (n lcm(1..k)). Kendall's tau of n numbers without ties is 1 less
some pairs of n (n - 1) / 4, and Spearman's rho 1 less half of an even sum of squares of n (n^2 - 1)
/ 12. What prints so is an interval, and one without a point of the grid is no such number. As for
GRIM, the grid says nothing where it is finer than the digits.

Samples that are left out, or ties that are shared, have another grid. That is an unusual reading,
which stays until the options of the column say that it is not so.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, comb, floor, lcm

from attrs import evolve, frozen

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation
from measurand.auditing.proofs.closed.derivation import Subject
from measurand.auditing.proofs.finding import Exhausted, Finding, Rule
from measurand.auditing.proofs.grain.cells import counted, repeats
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Row, Sheet
from measurand.auditing.proofs.stated import brief
from measurand.values.printed import Printed, Unit

_DEEPEST = 20
"""The deepest cutoff that is asked: reciprocal ranks beyond have a grid finer than any digits."""


@frozen(kw_only=True)
class Grain:
    """The step of a metric over `n` samples and a cutoff k, what has another one, and what says no.

    The grid goes through 1, and so through 0 where 1 is a multiple of the step. `settled` lists for
    options the values with which there is no other grid.
    """

    step: Callable[[int, int], Fraction]
    apart: str
    settled: Mapping[str, frozenset[str]] | None = None
    cut: bool = False


_SHARED = "queries without anything relevant or an answer are left out or ties are averaged over"
_ORDERED = {
    "ties": frozenset({"descending_id", "ascending_id"}),
    "no_relevant": frozenset({"0", "1"}),
    "missing": frozenset({"empty"}),
}
_TIED = "some numbers are equal"
GRAINS: Mapping[str, Grain] = {
    "hit_rate": Grain(step=lambda n, _: Fraction(1, n), apart=_SHARED, settled=_ORDERED),
    "precision_at": Grain(
        step=lambda n, k: Fraction(1, k * n), apart=_SHARED, settled=_ORDERED, cut=True
    ),
    "reciprocal_rank": Grain(
        step=lambda n, k: Fraction(1, n * lcm(*range(1, k + 1))),
        apart=_SHARED,
        settled=_ORDERED,
        cut=True,
    ),
    "top_k_accuracy": Grain(
        step=lambda n, _: Fraction(1, n),
        apart="classes that tie are right in part",
        settled={"ties": frozenset({"last", "first", "best", "worst"})},
    ),
    "percent_agreement": Grain(
        step=lambda n, _: Fraction(1, n), apart="some units have other than two ratings"
    ),
    "kendall": Grain(step=lambda n, _: Fraction(2, comb(n, 2)), apart=_TIED),
    "spearman": Grain(step=lambda n, _: Fraction(12, n * (n**2 - 1)), apart=_TIED),
}
"""What the numbers of metrics of families are multiples of."""


def grains(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each cell of such a metric whether a point of its grid prints so.

    >>> from measurand.auditing.proofs.sheet import Role, metric_named
    >>> column = Column(name="Hit@1", role=Role.SCORE, metric=metric_named("hit_rate"))
    >>> row = Row(label="a", cells=(("Hit@1", Printed.parse("0.35")),))
    >>> sheet = Sheet(columns=(column,), rows=(row,), facts=((Fact.SAMPLES, 8),))
    >>> [found.because for found in grains(sheet)][0]
    'not reproducible: hit_rate of 8 samples is 0.25 or 0.375; printed 0.35'
    """
    for column in sheet.columns:
        grain = GRAINS.get(column.what)
        for row in sheet.rows if grain is not None and _plain(column, grain) else ():
            cell = row.cell(column.name)
            samples = counted(sheet, row, column.group, Fact.SAMPLES)
            if cell is not None and grain is not None and samples and row.kind is Kind.BODY:
                yield from _grain(sheet, row, (column, cell), grain, samples)


def _plain(column: Column, grain: Grain) -> bool:
    known = column.known
    return known.get("statistic", "mean") == "mean" and (not grain.cut or 0 < _k(column) < _DEEPEST)


def _k(column: Column) -> int:
    text = column.known.get("k", "")
    return int(text) if text.isdigit() else 0


_TWO = 2


def _grain(
    sheet: Sheet, row: Row, of: tuple[Column, Printed], grain: Grain, samples: int
) -> Iterator[Finding]:
    column, cell = of
    runs = repeats(sheet, row, column.group)
    if samples <= _TWO:
        return
    step = grain.step(samples, _k(column)) / runs
    span = hull(cell)
    if cell.unit is Unit.NONE and span.low > 1:
        return
    subject = Subject(
        rule="grain-of-metrics",
        what="grain",
        rows=(row.label,),
        columns=(column.name,),
        assumes=("all samples count alike", "one run" if runs == 1 else f"the mean of {runs} runs"),
    )
    below, above = floor((1 - span.high) / step), ceil((1 - span.low) / step)
    # Steps are counted down from 1: those strictly between the two are inside the interval.
    first, last = ceil((1 - span.high) / step), floor((1 - span.low) / step)
    named = f"{column.what} of {samples} samples"
    if first <= last:
        value = 1 - first * step
        finding = subject.holds(f"{named} may be {brief(value)}", ((column.name, value),))
    else:
        near = f"{brief(1 - above * step)} or {brief(1 - below * step)}"
        steps = f"steps below 1 in {column.name}"
        grid: Relation = ("==", steps, ("/", ("-", Fraction(1), column.name), step))
        claim = Claim((Given(column.name, cell), Given(steps, whole=True)), (grid,))
        tried = Exhausted(
            f"1 - {brief(step)} j for j = {below}, {above}, the nearest two", 2, claim
        )
        finding = subject.refuted(f"{named} is {near}; printed {cell.text}", (tried,))
    yield finding
    known = column.known
    settled = grain.settled is not None and all(
        known.get(name, "") in values for name, values in grain.settled.items()
    )
    if not settled:
        yield evolve(subject.undecided(grain.apart, grain.apart), unusual=True)


METRIC_GRAINS_RULES = (
    Rule(
        id="grain-of-metrics",
        says="P@k of n queries is a multiple of 1/(k n), hit rate, top-k accuracy and the "
        "agreement of two raters of 1/n, MRR@k of 1/(n lcm(1..k)); tau and rho without ties lie on "
        "grids too.",
        assumes="All n samples count, each alike; no ties, or ones that are broken.",
        source="the definitions; Brown and Heathers 2017, The GRIM test",
        check=grains,
    ),
)
