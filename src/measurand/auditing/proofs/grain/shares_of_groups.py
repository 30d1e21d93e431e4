"""Counts of a group in a table, as in `34 (45.3)` under `Group A (n = 75)`, beside their percent.

The head says how many are in the group, and not of how many a percentage is. It may be of fewer,
whose value is known (complete cases, a subgroup), of a count in a row above, of all that stand in
the row. So a percentage is refuted only where neither n nor any smaller number gives it, and none
of the totals in `others`; what a smaller number gives is odd, or possible where words around speak
of missing values (`fewer=open`). With `fewer=no`, which only a user says, n alone counts. What may
be of something else than persons (`counts=open`: eyes, events, weights) is never refuted.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import printed_as, rounding_of
from measurand.auditing.proofs.grain.shares_of_counts import counted_shares, fewer_total
from measurand.auditing.proofs.sheet import Column, Row, Sheet
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import Verdict

ASSUMED = "a percentage is of the n of its group, or of fewer whose value is known"


def shares_of_groups(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each share of a group (`of=group`) whether some total gives it.

    >>> from measurand.auditing.proofs.sheet import Role
    >>> columns = (Column(name="k", role=Role.HITS), Column(name="n", role=Role.SAMPLES),
    ...            Column(name="%", role=Role.RATE, of=("k", "n"), options=(("of", "group"),)))
    >>> cells = (("k", "15"), ("n", "74"), ("%", "21.3%"))
    >>> row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    >>> found = list(shares_of_groups(Sheet(columns=columns, rows=(row,))))
    >>> found[0].because
    'not reproducible: 15 of 74 prints as 20.3%, of 71 as 21.1% and of 70 as 21.4%; printed 21.3%'
    """
    for row, column, printed, counts in counted_shares(sheet):
        if dict(column.options).get("of") == "group":
            yield from _share(row, column, printed, counts)


def _share(
    row: Row, column: Column, printed: Printed, counts: tuple[int, int]
) -> Iterator[Finding]:
    (k, n), known = counts, dict(column.options)
    made = Finding(
        rule="share-of-group",
        question=f"share: {row.label} / {', '.join((*column.of, column.name))}",
        verdict=Verdict.HOLDS,
        rows=(row.label,),
        columns=(*column.of, column.name),
        because="",
        assumes=(ASSUMED, rounding_of(printed)),
    )
    others = [int(one) for one in known.get("others", "").split()]
    total = next((one for one in (n, *others) if _gives(k, one, printed)), None)
    if total is not None:
        witness = Witness((("count", Fraction(k)), ("of", Fraction(total))))
        yield evolve(made, because=f"{k} of {total} prints as {printed.text}", grounds=(witness,))
        return
    yield _refuted(made, column, printed, counts, fewer=known.get("fewer") != "no")
    yield from _cut(made, column, printed, counts)
    if known.get("fewer") != "no":
        yield from _of_fewer(made, printed, counts, usual=known.get("fewer") == "open")
    if known.get("counts") == "open" or k > n:
        because = "something else than the persons of the group may be counted"
        yield evolve(
            made, verdict=Verdict.UNDECIDED, because=because, reading="of others", unusual=True
        )


def _gives(k: int, total: int, printed: Printed) -> bool:
    return total >= max(k, 1) and hull(printed).holds(Fraction(k, total))


def _refuted(
    made: Finding, column: Column, printed: Printed, counts: tuple[int, int], *, fewer: bool
) -> Finding:
    """Say that n does not give the share, and which totals come nearest."""
    k, n = counts
    exact, span = Fraction(k, n), hull(printed)
    shown = f"{k} of {n} prints as {printed_as(exact, printed)}"
    grounds: tuple[Clash | Exhausted, ...] = (Clash(column.name, span, Interval(exact, exact)),)
    if fewer and k and span.low > exact:
        below = min(n, int(k / span.low))
        near = [one for one in (below + 1, below) if k <= one < n]
        each = [f"of {one} as {printed_as(Fraction(k, one), printed)}" for one in near]
        shown = " and ".join((", ".join((shown, *each[:-1])), *each[-1:]))
        grounds = (Exhausted(f"{k}/m for m = {k}..{n}", n - k + 1),)
    because = f"not reproducible: {shown}; printed {printed.text}"
    return evolve(
        made, verdict=Verdict.REFUTED, because=because, reading=f"of {n}", grounds=grounds
    )


def _cut(
    made: Finding, column: Column, printed: Printed, counts: tuple[int, int]
) -> Iterator[Finding]:
    """Ask whether the share was cut off."""
    if printed.rounding is not Rounding.DECIMAL:
        return
    exact, cut = Fraction(*counts), hull(evolve(printed, rounding=Rounding.TRUNCATE))
    holds = cut.holds(exact)
    yield evolve(
        made,
        verdict=Verdict.HOLDS if holds else Verdict.REFUTED,
        because=f"{counts[0]} of {counts[1]} is {printed_as(exact, printed)}, cut off",
        reading="rounding=truncate",
        unusual=True,
        grounds=() if holds else (Clash(column.name, cut, Interval(exact, exact)),),
    )


def _of_fewer(
    made: Finding, printed: Printed, counts: tuple[int, int], *, usual: bool
) -> Iterator[Finding]:
    """Ask whether a smaller total gives the share."""
    k, n = counts
    fewer = fewer_total(hull(printed), k, n)
    if fewer is not None:
        because = f"{k} of {fewer} prints as {printed.text}: others may have been left out"
        verdict = Verdict.HOLDS if usual else Verdict.UNDECIDED
        yield evolve(
            made, verdict=verdict, because=because, reading=f"of {fewer}", unusual=not usual
        )


SHARES_OF_GROUPS_RULES = (
    Rule(
        id="share-of-group",
        says="A percentage beside a count of a group is that count over n, or over fewer.",
        assumes="Persons of the group are counted; of fewer than n it is odd, unless words around "
        "speak of missing values.",
        source="the definition of a share",
        check=shares_of_groups,
        local=True,
    ),
)
