"""P-values adjusted by Holm against the raw ones beside them: whether one family has them all.

Adjusted values are the running maximum of (m - rank + 1) p, cut at 1 (Holm 1979, A simple
sequentially rejective multiple test procedure). They rise with each raw value, so the lower ends
and the upper ends of what prints as the raw ones bound the adjusted ones: an adjusted value outside
is a clash. Inside the bounds the order of the raw values is what is left open; `fit` says when one
order is enough to try. What family was meant (the column, the table, each row) is a reading. The
adjustment itself is in `inference.multiple`.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import UNIT, rounding_of
from measurand.auditing.proofs.sheet import Column, Kind, Role, Row, Sheet
from measurand.inference.adjustment import adjust
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

LARGEST = 100
"""How many tests a family may have whose tests are not all printed."""

WIDEST = 300
"""How many tests a family may have for its order to be looked into pair by pair."""


@frozen(cache_hash=True)
class Pair:
    """A raw and an adjusted p-value as printed; None for what is not."""

    name: str
    raw: Printed | None
    adjusted: Printed | None
    columns: tuple[str, str] = ("p", "adjusted p")

    @property
    def given(self) -> tuple[Given, Given]:
        """Give both as numbers from 0 to 1, by their row and their column."""
        raw, adjusted = (
            Given(f"{self.name} / {column}", cell, low=UNIT.low, high=UNIT.high)
            for column, cell in zip(self.columns, (self.raw, self.adjusted), strict=True)
        )
        return raw, adjusted

    @property
    def spans(self) -> tuple[Interval, Interval]:
        """Give both as intervals, [0, 1] for what is not printed."""
        return chances(self.raw), chances(self.adjusted)


def chances(printed: Printed | None) -> Interval:
    """Give what of [0, 1] prints so; all of it where nothing is printed.

    >>> chances(None) == UNIT
    True
    """
    span = hull(printed) if printed is not None else UNIT
    low, high = (min(max(end, UNIT.low), UNIT.high) for end in (span.low, span.high))
    return Interval(low, high)


@frozen
class Fitted:
    """What came of fitting a family: raw p-values that fit, or a clash, or neither.

    `ended` is true where no raw p-values at all fit, though no single clash shows it.
    """

    raw: tuple[Fraction, ...] = ()
    clash: tuple[int, Interval] | None = None
    ended: bool = False


def fit(spans: Sequence[tuple[Interval, Interval]], size: int) -> Fitted:
    """Find raw p-values in their intervals whose adjusted ones lie in theirs.

    Tests of the family that are not here count as if their p-value were 1. Adjusted p-values rise
    with each raw one: so those of the lower ends and of the upper ends bound them (a clash lies
    outside), and in a given order the largest raw ones whose adjusted ones are not too large are
    the best there are. The order by both ends is the only one to try where it sorts all four ends
    of each two tests, or keeps their raw intervals apart: else exchanging two gives it.

    >>> one = Interval(Fraction(1, 100), Fraction(1, 100)), Interval(Fraction(0), Fraction(1, 50))
    >>> fit([one], 2).raw, fit([one], 3).clash
    ((Fraction(1, 100),), (0, Interval(low=Fraction(3, 100), high=Fraction(3, 100))))

    Raises ValueError for a family smaller than what is given, and for ends outside [0, 1].
    """
    low, high = (adjust([_end(raw, at) for raw, _ in spans], m=size) for at in (0, 1))
    for place, ((_, adjusted), least, most) in enumerate(zip(spans, low, high, strict=True)):
        allowed = Interval(least, most)
        if not adjusted.meets(allowed):
            return Fitted(clash=(place, allowed))
    order = sorted(range(len(spans)), key=lambda at: _key(spans[at]))
    best = _largest([spans[at] for at in order], size)
    if best is not None:
        exact = adjust(best, m=size)
        if all(spans[at][1].holds(p) for at, p in zip(order, exact, strict=True)):
            placed = dict(zip(order, best, strict=True))
            return Fitted(raw=tuple(placed[at] for at in range(len(spans))))
    return Fitted(ended=_one_order([spans[at] for at in order]))


def _end(span: Interval, at: int) -> Fraction:
    return span.high if at else span.low


def _key(spans: tuple[Interval, Interval]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    raw, adjusted = spans
    return raw.low, raw.high, adjusted.low, adjusted.high


def _largest(ordered: Sequence[tuple[Interval, Interval]], size: int) -> list[Fraction] | None:
    """Give the largest raw p-values of this order whose adjusted ones are not too large."""
    largest: list[Fraction] = []
    most = last = Fraction(1)
    # From the largest p-value down: an adjusted one may not exceed those after it (`most`), nor a
    # raw one those after it (`last`). The largest allowed leaves most room to the rest.
    for place in reversed(range(len(ordered))):
        raw, adjusted = ordered[place]
        most = min(most, adjusted.high)
        bound = most / (size - place) if most < 1 else Fraction(1)
        last = min(last, raw.high, bound)
        if last < raw.low:
            return None
        largest.append(last)
    return largest[::-1]


def _one_order(ordered: Sequence[tuple[Interval, Interval]]) -> bool:
    if all(_sorted(one, other) for one, other in pairwise(ordered)):
        return True
    pairs = ((one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :])
    return len(ordered) <= WIDEST and all(
        one[0].high <= other[0].low or _sorted(one, other) for one, other in pairs
    )


def _sorted(one: tuple[Interval, Interval], other: tuple[Interval, Interval]) -> bool:
    return all(
        first.low <= second.low and first.high <= second.high
        for first, second in zip(one, other, strict=True)
    )


def holm(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether the adjusted p-values of a column are those of the raw ones beside it.

    A family is the column, the whole table or each row, and these are readings; or a larger family
    of which not all tests are printed, where nothing can be refuted. The option `family` of the
    adjusted column says `column`, `table` or `row`.

    >>> columns = (Column(name="p", role=Role.P),
    ...            Column(name="adj", role=Role.P_HOLM, options=(("family", "column"),)))
    >>> rows = tuple(Row(label=label, cells=(("p", Printed.parse(raw)), ("adj", Printed.parse(p))))
    ...              for label, raw, p in (("a", "0.01", "0.02"), ("b", "0.04", "0.08")))
    >>> [of_families.because for of_families in holm(Sheet(columns=columns, rows=rows))]
    ['not reproducible under Holm in a family of 2: the adjusted p of b']
    """
    beside = {one.name: raw for one in sheet.having(Role.P_HOLM) if (raw := raw_of(sheet, one))}
    pairs = {name: pairs_of(sheet, raw, sheet.column(name)) for name, raw in beside.items()}
    for name, own in pairs.items():
        if any(pair.raw and pair.adjusted for pair in own.values()):
            known = dict(sheet.column(name).options).get("family")
            names = (beside[name].name, name)
            readings = list(_families(name, pairs))
            chosen = [one for one in readings if known in {None, one[0]}]
            of_families = [_finding(names, own, *one) for one in chosen]
            yield from of_families
            if known is None and all(one.verdict is not Verdict.HOLDS for one in of_families):
                yield _larger(names, own)


def raw_of(sheet: Sheet, column: Column) -> Column | None:
    """Find the raw p-values of adjusted ones: those named, else those of the group.

    >>> raw_of(Sheet(columns=(), rows=()), Column(name="adj", role=Role.P_HOLM)) is None
    True
    """
    return sheet.column(column.of[0]) if column.of else sheet.within(column.group, Role.P)


def pairs_of(sheet: Sheet, raw: Column, adjusted: Column) -> dict[str, Pair]:
    """List the pairs of two columns by row, where at least one of the two is printed.

    >>> pairs_of(Sheet(columns=(), rows=()), Column(name="p"), Column(name="adj"))
    {}
    """
    body = [row for row in sheet.rows if row.kind is Kind.BODY]
    pairs = {row.label: _pair(row, raw, adjusted) for row in body}
    return {label: pair for label, pair in pairs.items() if pair.raw or pair.adjusted}


def _pair(row: Row, raw: Column, adjusted: Column) -> Pair:
    return Pair(row.label, row.cell(raw.name), row.cell(adjusted.name), (raw.name, adjusted.name))


Families = Sequence[Sequence[Pair]]


def _families(name: str, pairs: Mapping[str, Mapping[str, Pair]]) -> Iterator[tuple[str, Families]]:
    yield "column", [list(pairs[name].values())]
    if len(pairs) > 1:
        yield "table", [[pair for column in pairs.values() for pair in column.values()]]
        labels = pairs[name]
        yield "row", [[one[label] for one in pairs.values() if label in one] for label in labels]


def _finding(
    names: tuple[str, str], own: Mapping[str, Pair], reading: str, families: Families
) -> Finding:
    verdict, because = Verdict.HOLDS, "Holm gives the adjusted p-values from the raw ones"
    grounds: tuple[Clash | Exhausted | Witness, ...] = ()
    values: list[tuple[str, Fraction]] = []
    for family in families:
        fitted = fit([pair.spans for pair in family], len(family))
        values += zip((f"p of {pair.name}" for pair in family), fitted.raw, strict=False)
        of = f"not reproducible under Holm in a family of {len(family)}"
        if fitted.clash is not None:
            place, allowed = fitted.clash
            what = f"the adjusted p of {family[place].name}"
            verdict, because = Verdict.REFUTED, f"{of}: {what}"
            claim = _claim(family, [place])
            grounds = (Clash(what, family[place].spans[1], allowed, claim),)
            break
        if fitted.ended:
            verdict, because = Verdict.REFUTED, f"{of}: no raw p-values that print so give all"
            cases = "the largest raw p-values whose adjusted ones are not too large"
            grounds = (Exhausted(cases, 1, _claim(family, range(len(family)))),)
            break
        if not fitted.raw:
            verdict, because = Verdict.UNDECIDED, "the order of the raw p-values is open"
    if verdict is Verdict.HOLDS:
        grounds = (Witness(tuple(values)),)
    shown = [cell for pair in own.values() for cell in (pair.raw, pair.adjusted) if cell]
    return Finding(
        rule="holm",
        question=f"holm: {names[1]}",
        verdict=verdict,
        rows=tuple(own),
        columns=names,
        because=because,
        reading=f"family={reading}",
        assumes=(
            f"every test of the family ({reading}) is printed",
            *dict.fromkeys(map(rounding_of, shown)),
        ),
        grounds=grounds,
    )


def _claim(family: Sequence[Pair], places: Sequence[int]) -> Claim | None:
    """Claim that some adjusted p-values of a family are those of Holm, and above their raw ones."""
    given = [pair.given for pair in family]
    names = [raw.name for raw, _ in given]
    never: list[Relation] = []
    for place in places:
        raw, adjusted = given[place]
        others = names[:place] + names[place + 1 :]
        never += [
            ("<=", raw.name, adjusted.name),
            ("==", adjusted.name, ("holm", raw.name, *others)),
        ]
    adjusted_ones = [given[place][1] for place in places]
    unknowns = [*(raw for raw, _ in given), *adjusted_ones]
    known = {one.name for one in unknowns}
    return Claim(tuple(unknowns), tuple(never)) if len(known) == len(unknowns) else None


def _larger(names: tuple[str, str], own: Mapping[str, Pair]) -> Finding:
    spans = [pair.spans for pair in own.values()]
    fits = (size for size in range(len(spans) + 1, LARGEST + 1) if fit(spans, size).raw)
    size = next(fits, None)
    if size is None:
        because = "a family with tests that are not printed, between those that are, is not decided"
        grounds: tuple[Witness, ...] = ()
    else:
        because = f"Holm gives them in a family of {size}, {size - len(spans)} of it not printed"
        grounds = (Witness((("tests", Fraction(size)),)),)
    return Finding(
        rule="holm",
        question=f"holm: {names[1]}",
        verdict=Verdict.UNDECIDED if size is None else Verdict.HOLDS,
        rows=tuple(own),
        columns=names,
        because=because,
        reading="family=larger",
        assumes=("not every test of the family is printed",),
        grounds=grounds,
        unusual=True,
    )


HOLM_RULES = (
    Rule(
        id="holm",
        says="Adjusted p-values are the running maximum of (m - rank + 1) * p, at most 1.",
        assumes="One family: the column, the table or each row, with every test printed.",
        source="Holm 1979, A simple sequentially rejective multiple test procedure",
        check=holm,
    ),
)
