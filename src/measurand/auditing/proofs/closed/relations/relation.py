"""What a relation between printed numbers is, and how one is asked of a table.

A relation is written once, as `left <= right` or `left == right` over names of metrics.
Each printed cell leaves an interval; the formulas take the box of them to an interval on each side,
which holds all values that they have there (`algebra.formula.enclosed`). Where the left one lies
above the right one, or two that should be equal share no point, no numbers that print so fit.

What a relation presumes is part of it. A mean over runs, folds or classes keeps a relation that is
linear, or whose left side is convex and whose right side concave (Jensen's inequality): `means`
says so, and rows of means are asked no other. What may differ between two columns (bins, ties,
classes) is named by `apart`, an unusual reading that stays possible until `settled` options say
that it is not so: without them numbers are odd at most. Columns take part with their cutoffs: of
`recall_at@` the k has to be known, and in the formula `k` is the first one, `m` the last, `j` the
one between them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from attrs import evolve, field, frozen

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.formula import Formula, enclosed, stats
from measurand.algebra.formula_text import read
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, claim_of, tree_of
from measurand.auditing.proofs.closed.derivation import (
    Subject,
    count_span,
    named_cells,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Sharp
from measurand.auditing.proofs.grain.cells import counted
from measurand.auditing.proofs.sheet import (
    COUNTS,
    Column,
    Fact,
    Kind,
    Role,
    Row,
    Sheet,
    is_own,
    metric_named,
    ranged,
)
from measurand.metrics.signature import options
from measurand.values.printed import Printed, Unit

_NAMES = re.compile(r"[a-z_][a-z_0-9]*")
_FUNCTIONS = frozenset({"abs", "sqrt", "clip", "log"})
_CLIP = re.compile(r"clip\((.*)\)")
_CUT = "@"
_TWO = 2
_ZERO = Fraction(0)
_MOST_PAIRS = 200
"""Choices of columns that are asked of one row, so that a wide table ends."""

JENSEN = "Jensen's inequality"
DEFINED = "the definitions"
OTHER_CLASSES = "averaged over classes or of another class than the others"
_SAME_SAMPLES = "all are of the same samples"
_SAME_SCALE = "all are of the same predictions and on one scale"
_ONE_SET = "none is a mean over sets, runs or classes"


@frozen(kw_only=True, eq=False)
class Relation:
    """One theorem on printed numbers; `claim` has names of metrics and roles, and maybe n, k, j, m.

    Of `clip(left) == clip(right)` both sides are put to the end of [0, 1] next to them.
    `of` says what names stand for that are no metrics: `a` for `recall_at@`, `lower` for
    `limit_of_agreement[side=lower]`; `[side=]` is where no side is said. With `cutoffs` the k of
    columns are all the `same`, or are `rising` or not falling, or all `apart` and rising. `scaled`
    numbers are in units of what was measured. What is `apart` is unusual unless it is
    `common`: then only what other rows show makes numbers odd. What is `settled` must be the same
    in all columns, or be as it says: a relation is not asked where that is said to be otherwise.

    >>> Relation(id="a", says="a", claim="mae <= rmse", source="logic").names
    ('mae', 'rmse')
    """

    id: str
    says: str
    claim: str
    source: str
    of: Mapping[str, str] = field(factory=dict)
    means: bool = False
    scaled: bool = False
    cutoffs: str = ""
    apart: str = ""
    common: bool = False
    settled: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """List the names that stand for columns, in the order in which they are defined or met."""
        met = dict.fromkeys((*self.of, *_NAMES.findall(self.claim)))
        return tuple(name for name in met if name not in {*_FUNCTIONS, "n", "k", "j", "m"})

    @property
    def local(self) -> bool:
        """Tell whether its columns and its row alone decide: no number of samples or classes."""
        return "n" not in _NAMES.findall(self.claim) and self.apart != OTHER_CLASSES

    @property
    def assumes(self) -> str:
        """Say what the relation presumes of every table."""
        what = _SAME_SCALE if self.scaled else _SAME_SAMPLES
        return what if self.means else f"{what}; {_ONE_SET}"


class _Sides(NamedTuple):
    """The sides of a claim; whether they are equal, and put to an end of [0, 1].

    `unclipped` has them as other numbers that are equal where these are, of functions that a
    certificate knows: of a number x, |x| - |x - 1| is 2 x - 1 within, and -1 or 1 beyond.
    """

    left: Formula
    right: Formula
    equal: bool
    clipped: bool
    unclipped: tuple[Formula, Formula]

    def plain(self, box: Mapping[str, Interval]) -> tuple[Formula, Formula] | None:
        """Give sides for a certificate; None where their enclosures are too wide to refute."""
        one, two = (enclosed(side, box) for side in self.unclipped)
        return None if self.clipped and one.meets(two) else self.unclipped

    def within(self, box: Mapping[str, Interval]) -> tuple[Interval, Interval]:
        """Enclose both in a box.

        Raises OutsideError as `enclosed` does.
        """
        one, two = enclosed(self.left, box), enclosed(self.right, box)
        return (_clipped(one), _clipped(two)) if self.clipped else (one, two)


def _clipped(one: Interval) -> Interval:
    low, high = (min(max(end, Fraction(0)), Fraction(1)) for end in (one.low, one.high))
    return Interval(low, high)


@cache
def _sides(claim: str) -> _Sides:
    equal = "==" in claim
    left, _, right = (part.strip() for part in claim.partition("==" if equal else "<="))
    one, two = _CLIP.fullmatch(left), _CLIP.fullmatch(right)
    if one is None or two is None:
        sides = read(left), read(right)
        return _Sides(*sides, equal, clipped=False, unclipped=sides)
    apart = [read(f"abs({text}) - abs({text} - 1)") for text in (one[1], two[1])]
    sides = read(one[1]), read(two[1])
    return _Sides(*sides, equal, clipped=True, unclipped=(apart[0], apart[1]))


@frozen
class _Wanted:
    """What a column has to be: its metric, options that it says, and whether its k is known."""

    what: str
    options: tuple[tuple[str, str], ...] = ()
    cut: bool = False

    def takes(self, column: Column) -> bool:
        known = column.known
        if known.get("statistic", "mean") != "mean" or (self.cut and not _k(column)):
            return False
        said = all(known.get(name, "") == value for name, value in self.options)
        return column.what in _ALIASES.get(self.what, {self.what}) and said and _plain(column)


_ALIASES = {"recall": {"recall", "tpr"}, "accuracy": {"accuracy", "rate"}}


def _plain(column: Column) -> bool:
    return column.role is not Role.F or column.beta == 1


@cache
def _wanted(text: str) -> _Wanted:
    name, _, inside = text.removesuffix("]").partition("[")
    pairs = (part.partition("=") for part in inside.split(",") if part)
    options = tuple((option, value) for option, _, value in pairs)
    return _Wanted(name.removesuffix(_CUT), options, name.endswith(_CUT))


def _k(column: Column) -> int:
    text = column.known.get("k", "")
    return int(text) if text.isdigit() else 0


Chosen = Mapping[str, Column]


def ask(relation: Relation, sheet: Sheet) -> Iterator[Finding]:
    """Ask a relation of every row that prints its columns.

    >>> from measurand.auditing.proofs.sheet import metric_named
    >>> columns = [Column(name=n, role=Role.SCORE, metric=metric_named(n)) for n in ("ece", "mce")]
    >>> cells = (("ece", Printed.parse("0.08")), ("mce", Printed.parse("0.05")))
    >>> sheet = Sheet(columns=tuple(columns), rows=(Row(label="a", cells=cells),))
    >>> largest = Relation(id="a", says="a", claim="ece <= mce", source="logic")
    >>> [finding.because for finding in ask(largest, sheet)][0]
    'not reproducible: ece <= mce: the left is from 0.075 to 0.085, the right from 0.045 to 0.055'
    """
    for group in sheet.groups():
        for chosen in _choices(relation, [one for one in sheet.columns if one.group == group]):
            for row in sheet.rows:
                if _asked_of(relation, row, chosen.values()):
                    yield from _findings(_case(relation, sheet, row, chosen))


def _choices(relation: Relation, columns: Sequence[Column]) -> Iterator[Chosen]:
    """Choose a column for each name; each column once, and their cutoffs as the relation wants."""
    wanted = {name: _wanted(relation.of.get(name, name)) for name in relation.names}
    fitting = [[one for one in columns if want.takes(one)] for want in wanted.values()]
    if not all(fitting):
        return
    for number, chosen in enumerate(product(*fitting)):
        if number >= _MOST_PAIRS:
            return
        cutoffs = [_k(one) for one, want in zip(chosen, wanted.values(), strict=True) if want.cut]
        rising = all(one <= other for one, other in pairwise(cutoffs))
        same = len(set(cutoffs)) <= 1
        strict = relation.cutoffs == "apart" and len(set(cutoffs)) < len(cutoffs)
        fits = same if relation.cutoffs == "same" else rising and not strict
        apart = len({one.name for one in chosen}) == len(chosen) and _of_each_other(chosen)
        if fits and apart and _agree(relation, chosen):
            yield dict(zip(wanted, chosen, strict=True))


def _of_each_other(chosen: Sequence[Column]) -> bool:
    """Tell whether ends of intervals and errors are those of the columns beside them."""
    names = {one.name for one in chosen}
    return all(not one.of or one.role not in _OF_ONE or names & {*one.of} for one in chosen)


_OF_ONE = frozenset({Role.LOW, Role.HIGH, Role.SE})


def _agree(relation: Relation, chosen: Sequence[Column]) -> bool:
    """Tell whether no two columns say different things of what has to be the same."""
    said = [column.known for column in chosen]
    averages = {one.get("average", "micro") for one in said if "average" in one}
    if averages - {"micro"} and (not relation.means or len(averages) > 1):
        return False
    chosen_classes = {one.get("only", "all") for one in said}
    if len(chosen_classes) > 1 and any(column.pools_classes for column in chosen):
        return False
    return all(_alike(name, value, said) for name, value in map(_setting, relation.settled))


def _setting(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _alike(name: str, value: str, said: Sequence[Mapping[str, str]]) -> bool:
    values = {one[name] for one in said if name in one}
    return values <= {value} if value else len(values) <= 1


def _asked_of(relation: Relation, row: Row, columns: Iterable[Column]) -> bool:
    averaged = row.kind in {Kind.RUNS, Kind.AVERAGE}
    there = all(row.cell(column.name) is not None for column in columns)
    return there and (row.kind is Kind.BODY or (averaged and relation.means))


@frozen(cache_hash=True)
class _Case:
    """A relation, and all that is known of the cells that it is asked of.

    Most worlds and slips change other cells, so an answer is kept for those that come again.
    """

    relation: Relation
    label: str
    columns: tuple[tuple[str, Column], ...]
    cells: tuple[Printed, ...]
    samples: int | None
    two_classes: bool


def _case(relation: Relation, sheet: Sheet, row: Row, chosen: Chosen) -> _Case:
    samples = counted(sheet, row, next(iter(chosen.values())).group, Fact.SAMPLES)
    one_set = row.kind is Kind.BODY and sheet.fact(row, Fact.RUNS) is None
    return _Case(
        relation=relation,
        label=row.label,
        columns=tuple(chosen.items()),
        cells=tuple(cell for _, cell in named_cells(row, chosen.values())),
        samples=samples if one_set and samples and samples > _TWO else None,
        two_classes=sheet.fact(row, Fact.CLASSES) == _TWO,
    )


@lru_cache(maxsize=2**14)
def _findings(case: _Case) -> tuple[Finding, ...]:
    relation, chosen = case.relation, dict(case.columns)
    sides = _sides(relation.claim)
    box, equal = _box(case), sides.equal
    if box is None or not {*stats(sides.left), *stats(sides.right)} <= box.keys():
        return ()
    subject = Subject(
        rule=relation.id,
        what=relation.id,
        rows=(case.label,),
        columns=tuple(column.name for column in chosen.values()),
        assumes=(relation.assumes,),
    )
    try:
        low, high = sides.within(box)
    except OutsideError:
        return ()
    first = re.split("[=<]=", relation.claim)[0].strip()
    claim, left = (
        _NAMES.sub(lambda name: _shown(name[0], chosen, box), text)
        for text in (relation.claim, first)
    )
    shown = f"{claim}: the left is {span_text(low)}, the right {span_text(high)}"
    possible = low.meets(high) if equal else low.low <= high.high
    if possible:
        finding = subject.undecided(shown)
    else:
        allowed = high if equal else Interval(min(_least(first, chosen, low), high.low), high.high)
        plain = sides.plain(box)
        refuted = plain and _claim(case, box, "==" if equal else "<=", plain)
        finding = subject.refuted(shown, (Clash(left, low, allowed, refuted),))
    finding = evolve(finding, sharp=_sharp(low, high)) if equal else finding
    if not relation.apart or _settled(case):
        return (finding,)
    apart = subject.undecided(relation.apart, relation.apart)
    return finding, evolve(apart, unusual=not relation.common)


def _least(left: str, chosen: Chosen, given: Interval) -> Fraction:
    """Say from where on the left side of an inequality may lie, whatever is printed of it."""
    if left.startswith("abs(") or left.endswith("**2"):
        return Fraction(0)
    if left not in chosen:
        return given.low
    least, _ = _bounds(chosen[left])
    return given.low if least is None else Fraction(least)


def _claim(
    case: _Case, box: Mapping[str, Interval], relation: str, sides: tuple[Formula, Formula]
) -> Claim | None:
    """Say the relation as data: columns by their names, all other names by their numbers."""
    names: dict[str, str | Fraction] = {name: column.name for name, column in case.columns}
    known = {name: span.low for name, span in box.items() if span.low == span.high}
    trees = [tree_of(side, {**known, **names}) for side in sides]
    columns = (column.name for _, column in case.columns)
    cells = list(zip(columns, case.cells, strict=True))
    spans = [box[name] for name, _ in case.columns]
    if trees[0] is None or trees[1] is None:
        return None
    return claim_of(cells, spans, (relation, trees[0], trees[1]))


def _sharp(left: Interval, right: Interval) -> Sharp:
    miss = max(left.low - right.high, right.low - left.high, _ZERO)
    return Sharp(width=left.high - left.low + right.high - right.low, miss=miss)


def _shown(name: str, chosen: Chosen, box: Mapping[str, Interval]) -> str:
    if name in chosen:
        return chosen[name].name
    return str(box[name].low) if name in box else name


def _box(case: _Case) -> dict[str, Interval] | None:
    """Give what each name may be; None where a cell is no such number, or in another unit."""
    box: dict[str, Interval] = {}
    of = case.relation.of
    for (name, column), cell in zip(case.columns, case.cells, strict=True):
        span = _span(column, cell)
        if span is None:
            return None
        box[name] = span
    if case.relation.scaled and {cell.unit for cell in case.cells} != {Unit.NONE}:
        return None
    ks = [_k(one) for name, one in case.columns if _wanted(of.get(name, name)).cut]
    if ks:
        box |= {"k": point(Fraction(ks[0])), "m": point(Fraction(ks[-1]))}
        box["j"] = point(Fraction(ks[len(ks) // 2]))
    if case.samples is not None:
        box["n"] = point(Fraction(case.samples))
    return box


def _span(column: Column, cell: Printed) -> Interval | None:
    """Give what a cell may be, in the range of what it is; None where it is outside of that."""
    bounds = _bounds(column)
    span = count_span(cell) if column.role in COUNTS else hull(cell)
    low, high = (None if end is None else Fraction(end) for end in bounds)
    least = span.low if low is None else max(span.low, low)
    most = span.high if high is None else min(span.high, high)
    return Interval(least, most) if least <= most else None


def _bounds(column: Column) -> tuple[int | None, int | None]:
    """Say between which numbers a column lies by what it is; None where nothing bounds it."""
    metric = column.metric or metric_named(column.role.value)
    if metric is not None:
        return ranged(metric).low, ranged(metric).high
    share = column.role in {Role.TPR, Role.RATE, Role.EXACT_MATCH}
    return (0, 1) if share else (None, None)


def _settled(case: _Case) -> bool:
    """Tell whether what may be apart was said not to be."""
    columns = [column for _, column in case.columns]
    if case.relation.apart == OTHER_CLASSES:
        of_items = [column for column in columns if column.role in _OF_CLASSES]
        if of_items:
            return all({"class", "average"} & {*dict(one.options)} for one in of_items)
        return case.two_classes
    return bool(case.relation.settled) and all(
        column.known.get(name) == value if value else name in column.known
        for name, value in map(_setting, case.relation.settled)
        for column in columns
        if name in _options(column)
    )


def _options(column: Column) -> Mapping[str, object]:
    metric = column.metric or metric_named(column.role.value)
    return {} if metric is None or is_own(metric) else options(metric.name)


_OF_CLASSES = frozenset({Role.PRECISION, Role.RECALL, Role.F})
