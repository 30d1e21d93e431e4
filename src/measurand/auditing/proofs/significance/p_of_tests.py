"""Test statistics and the p-values beside them: t, F, chi-square, z and r.

A printed statistic is an interval, and so is the p-value that it gives: the tails are enclosed
(`algebra.tails`), so that what lies outside of every enclosure was not computed from what is
printed. What else a careful reader would admit is a reading each:

    tails        a one-tailed p is half of the two-tailed one, or (other) 1 less half of it
    adjusted     a p adjusted for m tests is at most m times its own, and no smaller (Bonferroni)
    sphericity   both degrees of freedom of F are shrunk by one number from 1 / df1 to 1 (Greenhouse
                 and Geisser, Huynh and Feldt), and printed as they were
    exact        p is that of an exact test or of resamples, and the statistic does not give it
    df           of r the number of pairs stands in its place, of t it was not whole (Welch); of a
                 t that has none it is 1 or more, and p falls from that of 1 to that of z: what
                 it does not give is odd, as p may be of another test
    rounding     numbers were cut off
    p            p < .05 is said of what is .050 to one more digit

Each is usual where the words around open it (`open`), the only one where it is said, and else
unusual: numbers that only an unusual reading allows are odd.

That the printed p and the computed one lie on two sides of 0.05 is a question of its own: there the
decision hangs on the slip. Source: Nuijten and others (2016), The prevalence of statistical
reporting errors in psychology, doi:10.3758/s13428-015-0664-2.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import evolve, frozen

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.algebra.tails import incomplete_beta, upper_gamma
from measurand.auditing.proofs.claim import Claim, Relation, either_way
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.grain.cells import UNIT, counted, rounding_of, scaled
from measurand.auditing.proofs.premises import Cause
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.significance.tail_claims import (
    ANYTHING,
    DF,
    NamedTest,
    Said,
    claim_of_p,
    claim_of_side,
    said_of,
    said_of_any_t,
    said_of_corrected,
    said_of_welch,
)
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import Verdict

STATISTICS = (Role.T, Role.F_RATIO, Role.CHI2, Role.Z, Role.CORRELATION)
CLAIMS = (Role.P, Role.P_BELOW, Role.P_ABOVE)
SIGNED = frozenset({Role.T, Role.Z, Role.CORRELATION})
ALPHA = Fraction(1, 20)
"""The level at which decisions are held to be made."""

MOST_TESTS = 6
"""For how many tests p may have been adjusted where nothing says so."""

_HALF = point(Fraction(1, 2))
_PIECES = 8
_HALVINGS = 6
_MOST_PIECES = 24
_PAIR = 2
_LARGE = 10**6
_RANKS, _FEW_RANKS = (4, 3), (20, 4)
"""How many times smaller and larger exact p of ranks are than those of their z.

Counted for all sums of 2 to 12 against 2 to 12 ranks, and of 4 to 20 signed ones, whose exact p is
.001 or more: from 0.304 to 2.747 times, and from 0.386 to 1.841 times.
"""
_LETTERS = {Role.F_RATIO: "F", Role.CHI2: "chi-square", Role.CORRELATION: "r"}


@lru_cache(maxsize=2**12)
def tail(kind: Role, statistic: Interval, df: Interval, df2: Interval) -> Interval:
    """Enclose the p-value of a statistic by its size: of t, z and r that of both tails.

    `df` are the degrees of freedom (of F the first, of z none), `df2` the second ones of F.

    >>> one, ends = point(Fraction(28)), Interval(Fraction("2.195"), Fraction("2.205"))
    >>> p = tail(Role.T, ends, one, one)
    >>> f"{float(p.low):.4f} to {float(p.high):.4f}"
    '0.0358 to 0.0366'

    Raises OutsideError where the degrees of freedom are not above 0, or too large.
    """
    low, high = statistic.low, statistic.high
    if min(df.low, df2.low) <= 0:
        message = "degrees of freedom above 0"
        raise OutsideError(message)
    match kind:
        case Role.Z:
            return upper_gamma(_HALF, Interval(low * low / 2, high * high / 2))
        case Role.CHI2:
            return upper_gamma(scaled(df, _HALF.low), Interval(low / 2, high / 2))
        case Role.CORRELATION:
            share = Interval(1 - min(high, Fraction(1)) ** 2, 1 - low * low)
            return incomplete_beta(share, scaled(df, _HALF.low), _HALF)
        case Role.T:
            share = Interval(df.low / (df.low + high * high), df.high / (df.high + low * low))
            return incomplete_beta(share, scaled(df, _HALF.low), _HALF)
        case _:
            share = Interval(
                df2.low / (df2.low + df.high * high), df2.high / (df2.high + df.low * low)
            )
            return incomplete_beta(share, scaled(df2, _HALF.low), scaled(df, _HALF.low))


@frozen(cache_hash=True)
class PrintedTest:
    """A statistic with its degrees of freedom and its p-value as printed, and what is known of it.

    `claim` says whether p is so much, below it or above it; `known` are options.
    """

    kind: Role
    statistic: Printed
    dfs: tuple[Printed, ...]
    claim: Role
    p: Printed
    known: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> str:
        """Give what is known under a name; nothing where nothing is."""
        return dict(self.known).get(name, "")

    @property
    def one_tailed(self) -> bool:
        """Tell whether it may be one-tailed: it has a sign, or is the square of one that has."""
        return self.kind in SIGNED or (self.kind is not Role.Z and self.dfs[0].value == 1)

    @property
    def freely(self) -> bool:
        """Tell whether degrees of freedom are wanted, and not printed: 1 or more may be there."""
        return self.kind is Role.T and not self.dfs

    def size(self, *, cut: bool) -> Interval:
        """Give the sizes of what may print as the statistic; all beyond it where that is said."""
        span = _span(self.statistic, cut=cut)
        ends = sorted((abs(span.low), abs(span.high)))
        low = Fraction(0) if span.low <= 0 <= span.high else ends[0]
        match self.option("bound"):
            case "below":
                return Interval(Fraction(0), ends[1])
            case "above":
                return Interval(low, max(ends[1], Fraction(_LARGE)))
            case _:
                return Interval(low, ends[1])

    def claimed(self, *, cut: bool) -> Interval:
        """Give the p-values that are claimed."""
        span = _span(self.p, cut=cut)
        low, high = (min(max(end, UNIT.low), UNIT.high) for end in (span.low, span.high))
        value = min(max(self.p.value * self.p.unit.scale, UNIT.low), UNIT.high)
        match self.claim:
            case Role.P_BELOW:
                return Interval(UNIT.low, value)
            case Role.P_ABOVE:
                return Interval(value, UNIT.high)
            case _:
                return Interval(low, high)

    def computed(self, *, cut: bool, dfs: tuple[Interval, ...] | None = None) -> Interval:
        """Enclose the p-value that the statistic gives.

        Raises OutsideError where it cannot be enclosed.
        """
        if self.freely:
            size = self.size(cut=cut)
            least = tail(Role.Z, size, UNIT_DF, UNIT_DF)
            return Interval(least.low, tail(Role.T, size, UNIT_DF, UNIT_DF).high)
        spans = tuple(map(_df_span, self.dfs)) if dfs is None else dfs
        df, df2 = (*spans, UNIT_DF, UNIT_DF)[:2]
        return tail(self.kind, self.size(cut=cut), df, df2)


UNIT_DF = point(Fraction(1))


def _span(printed: Printed, *, cut: bool) -> Interval:
    """Give what prints so: rounded to the nearest digit, or cut off as well."""
    near = hull(printed)
    if not cut or printed.rounding is not Rounding.DECIMAL:
        return near
    return near.hull(hull(evolve(printed, rounding=Rounding.TRUNCATE)))


def _df_span(printed: Printed) -> Interval:
    return hull(printed) if printed.decimals else point(printed.value)


@frozen
class _Way:
    """A reading of a test: the p-values that it allows, and those that are claimed under it.

    What it allows is said a second time as formulas, for a certificate.
    """

    name: str
    allowed: Interval
    claimed: Interval
    says: Said
    unusual: bool = False

    @property
    def fits(self) -> bool:
        """Tell whether what is claimed may be so."""
        return self.claimed.meets(self.allowed)


def _ways(test: PrintedTest) -> Iterator[_Way]:
    """List the readings of a test, each computed when it is asked for, the plain one first.

    Where it is said that a test has one tail, all readings have.
    """
    tails, sphericity = test.option("tails"), test.option("sphericity")
    share = _HALF.low if tails == "one" and test.one_tailed else Fraction(1)
    two = test.computed(cut=False)
    plain, claimed = scaled(two, share), test.claimed(cut=False)
    bound = test.option("bound")
    both = said_of_any_t(bound) if test.freely else said_of(test.kind, bound)
    says, half_says = both.times(share), both.times(_HALF.low)
    if test.option("adjusted") != "yes" and sphericity != "yes":
        name = "tails=two" if test.kind in SIGNED else "tail=upper"
        yield _Way(name if share == 1 else "tails=one", plain, claimed, says)
    if test.one_tailed and tails != "two":
        half = scaled(two, _HALF.low)
        if share == 1:
            # (Where little is said of a t, its p may well be of another test that is like it.)
            unusual = tails != "open" and not test.freely
            yield _Way("tails=one", half, claimed, half_says, unusual=unusual)
        other = Interval(1 - half.high, 1 - half.low)
        # (Where tests are said to be one-sided, a statistic may lie on the other side.)
        unusual = tails not in {"one", "open"}
        yield _Way("tails=other", other, claimed, half_says.other(), unusual=unusual)
    if sphericity != "no" and test.kind is Role.F_RATIO and test.dfs[0].value > 1:
        usual = sphericity in {"yes", "open"}
        shrunk = said_of_corrected(test.option("bound"))
        yield _Way("sphericity=yes", _corrected(test, claimed), claimed, shrunk, unusual=not usual)
    yield from _df_ways(test, test.option("df"), share)
    if any(one.rounding is Rounding.DECIMAL for one in (test.statistic, test.p)):
        cut, cut_claimed = test.computed(cut=True), test.claimed(cut=True)
        off = evolve(says, cut=True)
        yield _Way("rounding=truncate", scaled(cut, share), cut_claimed, off, unusual=True)
        if test.one_tailed and tails == "open":
            half = scaled(cut, _HALF.low)
            off = evolve(half_says, cut=True)
            yield _Way("tails=one,rounding=truncate", half, cut_claimed, off, unusual=True)
            other = Interval(1 - half.high, 1 - half.low)
            way = "tails=other,rounding=truncate"
            yield _Way(way, other, cut_claimed, off.other(), unusual=True)
    if test.claim is Role.P_BELOW:
        finer = test.p.unit.scale / (2 * 10 ** (test.p.decimals + 1))
        most = Interval(UNIT.low, min(claimed.high + finer, UNIT.high))
        yield _Way("p=at most", plain, most, evolve(says, finer=finer), unusual=True)
    said = test.option("exact") or ("far" if test.freely else "")
    yield from _exact_ways((plain, says), claimed, said)
    if test.option("adjusted") != "no":
        yield from _adjusted_ways((plain, says), claimed, test.option("adjusted"))


def _df_ways(test: PrintedTest, said: str, share: Fraction) -> Iterator[_Way]:
    """Read the number in brackets as one of pairs (r), or as one that was not whole (t)."""
    if not test.dfs or test.dfs[0].decimals:
        return
    claimed, number = test.claimed(cut=False), test.dfs[0].value
    if test.kind is Role.CORRELATION and number > _PAIR and said != "df":
        fewer = scaled(test.computed(cut=False, dfs=(point(number - _PAIR),)), share)
        says = said_of(test.kind, test.option("bound"), ("-", DF, Fraction(_PAIR))).times(share)
        yield _Way("df=pairs", fewer, claimed, says, unusual=said != "pairs")
    if test.kind is Role.T and number > 1 and said != "whole":
        near = (Interval(number - _HALF.low, number + 1),)
        welch = scaled(test.computed(cut=False, dfs=near), share)
        says = said_of_welch(test.option("bound")).times(share)
        yield _Way("df=welch", welch, claimed, says, unusual=said not in {"welch", "open"})


_Plain = tuple[Interval, Said]


def _exact_ways(of: _Plain, claimed: Interval, said: str) -> Iterator[_Way]:
    """Allow any p of an exact test; of few ranks it is within some times the one of their z."""
    plain, says = of
    if said in {"open", "yes", "far"}:
        yield _Way("exact=yes", UNIT, claimed, ANYTHING, unusual=said == "far")
    elif said == "ranks":
        for (below, above), unusual in ((_RANKS, False), (_FEW_RANKS, True)):
            span = Interval(plain.low / below, min(plain.high * above, UNIT.high))
            near = says.within(below, above)
            yield _Way(f"exact=ranks, {above} times", span, claimed, near, unusual=unusual)


def _adjusted_ways(of: _Plain, claimed: Interval, said: str) -> Iterator[_Way]:
    plain, says = of
    if said in {"yes", "open", "far"}:
        above = Interval(plain.low, UNIT.high)
        yield _Way("adjusted=yes", above, claimed, says.raised(), unusual=said == "far")
        return
    if claimed.high < plain.low:
        # No adjustment makes p smaller.
        above = Interval(plain.low, UNIT.high)
        yield _Way("adjusted=yes", above, claimed, says.raised(), unusual=True)
        return
    times = [
        _Way(
            f"adjusted={many} tests",
            Interval(*(min(end * many, UNIT.high) for end in (plain.low, plain.high))),
            claimed,
            says.times(Fraction(many)),
            unusual=True,
        )
        for many in range(2, MOST_TESTS + 1)
    ]
    fitting = [way for way in times if way.fits]
    # They rise with the number of tests: where none fits, those next to what is claimed say it.
    below = [way for way in times if way.allowed.high < claimed.low][-1:]
    yield from fitting[:1] or [*below, *(w for w in times if w.allowed.low > claimed.high)][:2]


def _corrected(test: PrintedTest, claimed: Interval) -> Interval:
    """Enclose p where both degrees of freedom are shrunk by one number from 1 / df1 to 1.

    The range is cut into pieces, each of which is enclosed as one, and those that meet what is
    claimed into halves, as long as they are few. What is left undecided so counts as allowed.
    """
    first, second = map(_df_span, test.dfs)
    size = test.size(cut=False)
    # One factor on both degrees of freedom leaves x as it is.
    share = Interval(
        second.low / (second.low + first.high * size.high),
        second.high / (second.high + first.low * size.low),
    )

    def enclosed(factor: Interval) -> Interval:
        a, b = (
            Interval(one.low * factor.low / 2, one.high * factor.high / 2)
            for one in (second, first)
        )
        return incomplete_beta(share, a, b)

    least = 1 / first.high
    step = (1 - least) / _PIECES
    waiting = [(Interval(least + at * step, least + (at + 1) * step), 0) for at in range(_PIECES)]
    spans: list[Interval] = []
    while waiting:
        factor, halved = waiting.pop()
        span = enclosed(factor)
        spent = halved == _HALVINGS or len(spans) + len(waiting) >= _MOST_PIECES
        if not span.meets(claimed) or spent:
            spans.append(span)
            if span.meets(claimed):
                break
            continue
        middle = (factor.low + factor.high) / 2
        waiting += [
            (Interval(factor.low, middle), halved + 1),
            (Interval(middle, factor.high), halved + 1),
        ]
    return Interval(min(one.low for one in spans), max(one.high for one in spans))


def printed_tests(sheet: Sheet) -> Iterator[tuple[Row, tuple[Column, ...], PrintedTest]]:
    """Walk the tests of a sheet: statistics with their degrees of freedom and a p-value.

    Degrees of freedom and p-values belong to the statistic of their group; of r the number of
    samples may stand for them.

    >>> list(printed_tests(Sheet(columns=(), rows=())))
    []
    """
    for column in sheet.having(*STATISTICS):
        beside = [sheet.within(column.group, role) for role in (Role.DF, Role.DF2)]
        free = column.role is Role.Z or (column.role is Role.T and beside[0] is None)
        wanted = [] if free else beside[: 2 if column.role is Role.F_RATIO else 1]
        claims = [sheet.within(column.group, role) for role in CLAIMS]
        for row in sheet.rows:
            statistic = row.cell(column.name)
            if statistic is None or row.kind is not Kind.BODY:
                continue
            dfs = [row.cell(one.name) if one else None for one in wanted]
            if column.role is Role.CORRELATION and dfs == [None]:
                pairs = counted(sheet, row, column.group, Fact.SAMPLES) or 0
                dfs = [Printed(Fraction(pairs - _PAIR), 0)] if pairs > _PAIR else dfs
            known = tuple(one for one in dfs if one is not None)
            columns = (column, *(one for one in wanted if one))
            for claim in filter(None, claims):
                p = row.cell(claim.name)
                if p is not None and len(known) == len(wanted) and hull(p).meets(UNIT):
                    options = {**dict(column.options), **dict(claim.options)}
                    test = PrintedTest(
                        column.role, statistic, known, claim.role, p, tuple(options.items())
                    )
                    yield row, (*columns, claim), test


def p_of_tests(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each statistic whether it gives the p-value beside it, and the decision that it says.

    >>> columns = (Column(name="t", role=Role.T), Column(name="df", role=Role.DF),
    ...            Column(name="p", role=Role.P))
    >>> cells = (("t", "2.20"), ("df", "28"), ("p", "0.36"))
    >>> row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    >>> found = [one for one in p_of_tests(Sheet(columns=columns, rows=(row,)))]
    >>> found[0].because
    'not reproducible under tails=two: t = 2.20 on 28 gives p from 0.03584 to 0.03662, \
printed p = 0.36'
    """
    for row, columns, test in printed_tests(sheet):
        names = tuple(one.name for one in columns)
        yield from _findings(test, row.label, names)


def _findings(test: PrintedTest, row: str, names: tuple[str, ...]) -> Iterator[Finding]:
    made = _Maker(test, row, names)
    impossible = _impossible(test)
    if impossible is not None:
        yield made.finding("range", Verdict.REFUTED, *impossible)
        return
    ways: list[_Way] = []
    try:
        for way in _ways(test):
            if way.fits and not way.unusual:
                yield made.way("p", way, way.claimed)
                return
            ways.append(way)
    except OutsideError as error:
        because = f"no p-value is enclosed: {error}"
        yield evolve(made.finding("p", Verdict.UNDECIDED, because), cause=Cause.BUDGET)
        return
    yield from (made.way("p", way, way.claimed) for way in ways)
    yield from _decisions(made, [way for way in ways if way.fits or not way.unusual])


def _decisions(made: "_Maker", ways: Sequence[_Way]) -> Iterator[Finding]:
    """Ask whether the computed p lies on the side of 0.05 that the printed one does."""
    claimed = made.test.claimed(cut=False)
    below, above = Interval(UNIT.low, ALPHA), Interval(ALPHA, UNIT.high)
    side = below if claimed.high <= ALPHA else above if claimed.low >= ALPHA else None
    if side is not None:
        yield from (made.way("decision", way, side) for way in ways)


def _impossible(test: PrintedTest) -> tuple[str, Clash] | None:
    """Tell a statistic that none can be: F or chi-square below 0, a correlation beyond 1."""
    span = _span(test.statistic, cut=True)
    name = _LETTERS.get(test.kind, test.kind.value)
    given = either_way(name, test.statistic, cut=True)
    if test.kind is Role.CORRELATION and not span.meets(Interval(Fraction(-1), Fraction(1))):
        size: Relation = ("<=", ("abs", name), Fraction(1))
        clash = Clash(name, span, Interval(Fraction(-1), Fraction(1)), Claim((given,), (size,)))
        return f"not reproducible under a correlation: {test.statistic.text}", clash
    if test.kind not in SIGNED and span.high < 0:
        above: Relation = ("<=", Fraction(0), name)
        clash = Clash(
            name, span, Interval(Fraction(0), Fraction(_LARGE)), Claim((given,), (above,))
        )
        return f"not reproducible under {name}, which is not below 0: {test.statistic.text}", clash
    return None


_RULES = {"p": "p-of-test", "decision": "decision-of-test", "range": "p-of-test"}
_SIGNS = {Role.P: "=", Role.P_BELOW: "<", Role.P_ABOVE: ">"}
_BOUNDS = {"below": "<", "above": ">"}


@frozen
class _Maker:
    """Makes the findings of one test."""

    test: PrintedTest
    row: str
    names: tuple[str, ...]

    def way(self, what: str, way: _Way, claimed: Interval) -> Finding:
        test, allowed = self.test, way.allowed
        verdict = Verdict.HOLDS if claimed.meets(allowed) else Verdict.REFUTED
        name = _LETTERS.get(test.kind, test.kind.value)
        sign = _BOUNDS.get(test.option("bound"), "=")
        dfs = " and ".join(one.text for one in test.dfs)
        dfs = "1 or more" if test.freely else dfs
        of = f"{name} {sign} {test.statistic.text}{f' on {dfs}' if dfs else ''}"
        printed = f"printed p {_SIGNS[test.claim]} {test.p.text}"
        because = f"{of} gives p {_ends(allowed)}, {printed}"
        if way.name == "exact=yes":
            because = f"p is of an exact test or of resamples, and {of} does not say it; {printed}"
        if what == "decision" and verdict is Verdict.REFUTED:
            beyond = "above" if claimed.high <= ALPHA else "below"
            because = f"{of} gives p {_ends(allowed)}, {beyond} {float(ALPHA)}; {printed}"
        if verdict is Verdict.REFUTED:
            because = f"not reproducible under {way.name}: {because}"
        clash = Clash("p", claimed, allowed, self._claim(what, way, claimed))
        grounds = (clash,) if verdict is Verdict.REFUTED else ()
        found = self.finding(what, verdict, because, *grounds)
        return evolve(found, reading=way.name, unusual=way.unusual)

    def _claim(self, what: str, way: _Way, claimed: Interval) -> Claim | None:
        test = self.test
        cells = test.statistic, *test.dfs, test.p
        # (Where the number of pairs stands for the degrees of freedom of r, no column has them.)
        unnamed = len(self.names) < len(cells)
        names = (self.names[0], DF, self.names[-1]) if unnamed else self.names
        named = NamedTest(names, cells, test.claim)
        if what == "p":
            return claim_of_p(way.says, named)
        return claim_of_side(way.says, named, ALPHA, below=claimed.high <= ALPHA)

    def finding(self, what: str, verdict: Verdict, because: str, *grounds: Clash) -> Finding:
        test = self.test
        number = ("two-tailed",) if test.kind in SIGNED else ("the upper tail",)
        return Finding(
            rule=_RULES[what],
            question=f"{'p' if what == 'range' else what}: {self.row} / {', '.join(self.names)}",
            verdict=verdict,
            rows=(self.row,),
            columns=self.names,
            because=because,
            assumes=(
                *number,
                "p is not adjusted for several tests, unless the words around say so",
                *dict.fromkeys(rounding_of(one) for one in (test.statistic, test.p)),
            ),
            grounds=grounds,
        )


def _ends(span: Interval) -> str:
    low, high = f"{float(span.low):.4g}", f"{float(span.high):.4g}"
    return f"of {low}" if low == high else f"from {low} to {high}"


P_OF_TESTS_RULES = (
    Rule(
        id="p-of-test",
        says="A statistic of t, F, chi-square, z or r gives the p-value that is printed beside it.",
        assumes="Both are of one test; tails, adjustment and sphericity are readings.",
        source="Nuijten and others 2016, The prevalence of statistical reporting errors",
        check=p_of_tests,
        local=True,
        slips=False,
    ),
)
