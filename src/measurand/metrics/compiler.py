"""Every definition as an expression of sums: the one place that says what it is of them.

A definition is compiled against a `Book`, which gives a place for every sum that it asks for. There
are two kinds of books. `pool_sums.Ledger` has the exact sums of a pool: its expression is the
score. `row_sums.Reading` has a column for every sum, with what each unit gives to it: the same
expression is evaluated for every resample. So an interval cannot be of another metric than its
score: neither has code of its own for a metric.

Beside the expression stands what is told with a score: units, divisor, what was left out, and how
far floats of another program may be off (`Added`).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from measurand.algebra.expression import (
    At,
    Expression,
    Minus,
    Nothing,
    Over,
    Times,
)
from measurand.algebra.interval import compare
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import coefficients
from measurand.evidence.evidence import Amount, Evidence, Observed
from measurand.evidence.number_rows import NumberRows
from measurand.metrics.average_plan import Compiled, Value, averaged
from measurand.metrics.averaged import Averaged, F
from measurand.metrics.columns import Book, NamedColumn, parts_of, tally_of, weight_of
from measurand.metrics.components import Component, by_sides, component
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Family,
    Measure,
    Numeric,
    Ratio,
    Shift,
    Total,
    Transition,
    observing,
)
from measurand.metrics.family import SampleMean
from measurand.metrics.measure_plan import measured
from measurand.metrics.numeric import (
    BROKEN,
    CHANGES,
    COLUMNS,
    FIXED,
    KEPT,
    RATIO,
    SHIFT,
    STILL,
    TOTALS,
    pair_sum,
    pair_term,
)
from measurand.metrics.options import (
    SAMPLE,
    Aggregate,
    Among,
    Base,
    Change,
    Direction,
    Of,
    Statistic,
    Zero,
)
from measurand.metrics.pooled import ZERO, of_sums
from measurand.metrics.roc import labelled
from measurand.metrics.units import row_tally
from measurand.values.printed import Added
from measurand.values.quantity import rational
from measurand.values.tally import EMPTY


def compiled(definition: Definition, book: Book) -> Compiled:
    """Write a definition as an expression of the sums of a book.

    >>> from measurand.metrics.pool_sums import Ledger
    >>> from measurand.evidence.pool import Pool
    >>> compiled(Column(name="cost"), Ledger(Pool())).score
    At(index=0)

    Raises ValueError where the book has no such observation, or not the groups of a mean.
    """
    part = book.part(observing(definition))
    match definition:
        case Measure():
            return measured(definition, part)
        case Column() | Total() | Ratio() | Numeric() | Auc() | Family():
            return _of_samples(definition, part)
        case Transition() | Shift() | Difference():
            return _of_changes(definition, part)
        case _:
            return averaged(definition, part)


def _of_samples(
    definition: Column | Total | Ratio | Numeric | Auc | Family, book: Book
) -> Compiled:
    match definition:
        case Column():
            return _column(definition, book)
        case Total():
            return _total(definition, book)
        case Ratio():
            return _ratio(definition, book)
        case Numeric():
            return _numeric(definition, book)
        case Auc():
            return _area(definition, book)
        case Family():
            return _family(definition, book)


def _of_changes(definition: Transition | Shift | Difference, book: Book) -> Compiled:
    match definition:
        case Transition():
            return _transition(definition, book)
        case Shift():
            return _shift(definition, book)
        case Difference():
            return _difference(definition, book)


def is_scored(definition: Definition, row: Evidence) -> bool:
    """Decide whether a sample takes part in a score: its evidence is there, and no rule drops it.

    >>> from measurand.evidence.evidence import Excluded
    >>> is_scored(Column(name="cost"), Excluded("no number 'cost'"))
    False
    """
    rows = parts_of(row)
    match definition:
        case Column():
            return isinstance(row, Amount)
        case Shift():
            return isinstance(rows[0], Amount)
        case Transition(of=Change.NET_GAIN, over=Base.ALL):
            return True
        case Ratio() | Transition() | Difference() | Auc() | Numeric():
            return all(isinstance(one, Observed | Amount) for one in rows)
        case Total() | Measure():
            return isinstance(row, Observed)
        case Family():
            return definition.takes(row)
        case _:
            return isinstance(row, Observed) and gives_value(definition, row)


def _number(kind: type[Amount] | type[Observed], book: Book, first: int | None = None) -> At:
    """Count the samples that have evidence, side by side, or the first of it."""
    return book.at(
        NamedColumn(
            ("number", kind, first),
            lambda row: Fraction(all(isinstance(one, kind) for one in parts_of(row)[:first])),
            of_numbers=_samples if kind is Amount else None,
        )
    )


def _samples(rows: NumberRows) -> Fraction:
    return Fraction(rows.samples)


def _column(definition: Column, book: Book) -> Compiled:
    form = COLUMNS[definition.reduce].at()
    amount = book.at(NamedColumn("amount", lambda row: _amount(row) * weight_of(row)))
    weight = {"n": book.at(_WEIGHT)} if "n" in form.variables else {}

    def added(value: Value) -> Added:
        if not all(map(value, weight.values())):
            return Added(number=0)
        size = book.at(NamedColumn("size", lambda row: abs(_amount(row)) * weight_of(row)))
        return Added(size=value(of_sums(form, {"x": size, **weight}, ZERO)))

    score = of_sums(form, {"x": amount, **weight}, Nothing("all samples weigh nothing"))
    return Compiled(score, number=lambda: _number(Amount, book), added=added)


_WEIGHT = NamedColumn("weight", weight_of)


def _amount(row: Evidence) -> Fraction:
    return row.value if isinstance(row, Amount) else Fraction(0)


def _total(definition: Total, book: Book) -> Compiled:
    of, only = definition.of, definition.only
    factors = coefficients(TOTALS[of].at().top, _TOTALLED)

    def count(row: Evidence, *, signed: bool) -> Fraction:
        if not isinstance(row, Observed):
            return Fraction(0)
        if of is Of.SAMPLES:
            return Fraction(1)
        tally = tally_of(row, only)
        counts = tally.hits, tally.predicted, tally.gold, int(tally == EMPTY), 0
        both = zip(factors, counts, strict=True)
        return row.weight * sum((factor if signed else abs(factor)) * n for factor, n in both)

    def added(value: Value) -> Added:
        if min(factors) >= 0:
            return Added()
        size = NamedColumn(("total", of, only, "size"), lambda row: count(row, signed=False))
        return Added(size=value(book.at(size)))

    score = book.at(NamedColumn(("total", of, only), lambda row: count(row, signed=True)))
    return Compiled(score, number=lambda: _number(Observed, book), added=added, counts=True)


_TOTALLED = "hits", "predicted", "gold", "empty", "samples"


def _zero(zero: Zero, why: str) -> Expression:
    """Say what nothing divided by nothing is."""
    return ZERO if zero is Zero.ZERO else Nothing(why)


def short(name: str) -> str:
    """Leave out the options of a name.

    >>> short("stage1[empty=answer]")
    'stage1'
    """
    return name.partition("[")[0].partition("/")[0]


def _ratio(definition: Ratio, book: Book) -> Compiled:
    def side(at: int, sized: Callable[[Fraction], Fraction]) -> Callable[[Evidence], Fraction]:
        def value(row: Evidence) -> Fraction:
            match parts_of(row):
                case (Amount() as top, Amount() as bottom):
                    return sized((top, bottom)[at].value) * top.weight
                case _:
                    return Fraction(0)

        return value

    def sums(kind: str, sized: Callable[[Fraction], Fraction]) -> list[At]:
        return [
            book.at(NamedColumn((name, kind), side(at, sized))) for at, name in enumerate(_SIDES)
        ]

    top, bottom = sums("signed", lambda number: number)

    def added(value: Value) -> Added:
        below = value(bottom)
        if not below:
            return Added(number=0)
        # Both sums may be off, each by its share of what it adds without signs.
        sizes = [value(one) for one in sums("size", abs)]
        size = (sizes[0] + abs(value(top) / below) * sizes[1]) / abs(below)
        return Added(number=int(value(_number(Amount, book))), size=size)

    otherwise = _zero(definition.zero, f"{short(definition.bottom)} sums to 0")
    score = of_sums(RATIO.at(), {"top": top, "bottom": bottom}, otherwise)
    return Compiled(score, number=lambda: _number(Amount, book), divisor=bottom, added=added)


_SIDES = "top", "bottom"

_TRANSITIONS: Mapping[str, tuple[bool, bool]] = {
    FIXED.name: (False, True),
    BROKEN.name: (True, False),
    STILL.name: (False, False),
    KEPT.name: (True, True),
}
"""Whether a sample of each kind is right before, and after."""

_NOBODY: Mapping[Change, str] = {
    Change.FIX_RATE: "no sample was wrong before",
    Change.BREAK_RATE: "no sample was right before",
    Change.NET_GAIN: "all samples weigh nothing",
}


def _transition(definition: Transition, book: Book) -> Compiled:
    form = CHANGES[definition.of].at()

    def in_transition(which: tuple[bool, bool]) -> At:
        def value(row: Evidence) -> Fraction:
            match parts_of(row):
                case (Observed() as before, Observed() as after):
                    return before.weight * ((_right(before), _right(after)) == which)
                case _:
                    return Fraction(0)

        return book.at(NamedColumn(("transition", which), value))

    def number() -> At:
        return _number(Observed, book)

    used = [name for name in _TRANSITIONS if name in form.variables]
    sums: dict[str, Expression] = {name: in_transition(_TRANSITIONS[name]) for name in used}
    over_all = definition.of is Change.NET_GAIN and definition.over is Base.ALL
    if over_all:
        sums["samples"] = book.at(NamedColumn("read", _read))
    elif definition.of is Change.NET_GAIN:
        every = {name: in_transition(which) for name, which in _TRANSITIONS.items()}
        sums["samples"] = of_sums(normal(FIXED + BROKEN + STILL + KEPT), every, ZERO)
    why = _NOBODY.get(definition.of)
    if why is None:
        return Compiled(of_sums(form, sums, ZERO), number=number, counts=True)
    bottom = of_sums(Quotient(form.bottom), sums, ZERO)
    score = of_sums(form, sums, Nothing(why))
    if definition.of is not Change.NET_GAIN:
        return Compiled(score, number=number, divisor=bottom)
    added = Added(number=0, size=Fraction(1))
    return Compiled(score, number=number, divisor=bottom, added=lambda _: added, counts=over_all)


def _right(row: Observed) -> bool:
    return row_tally(row).right


def _read(row: Evidence) -> Fraction:
    match parts_of(row):
        case (Observed() as before, Observed()):
            return before.weight
        case _:
            return Fraction(1)


def _shift(definition: Shift, book: Book) -> Compiled:
    of = by_sides(F.metric, definition.empty, beta=definition.beta)
    sign = {Direction.IMPROVED: 1, Direction.DEGRADED: -1}[definition.of]

    def moved(row: Evidence) -> Fraction:
        match parts_of(row):
            case (Amount(value, weight), Observed() as before, Observed() as after) if value:
                first, last = of.value(row_tally(before)), of.value(row_tally(after))
                there = first is not None and last is not None and compare(last, first) == sign
                return weight * there
            case _:
                return Fraction(0)

    def among(row: Evidence) -> Fraction:
        column = parts_of(row)[0]
        if not isinstance(column, Amount):
            return Fraction(0)
        inside = column.value != 0 or definition.over is Among.ALL
        return column.weight * inside

    top = book.at(NamedColumn(("moved", definition.of, of), moved))
    bottom = book.at(NamedColumn(("among", definition.over), among))
    otherwise = _zero(definition.zero, f"no sample is {short(definition.where)}")
    score = of_sums(SHIFT.at(), {"moved": top, "among": bottom}, otherwise)
    return Compiled(score, number=lambda: _number(Amount, book, first=1), divisor=bottom)


def _difference(definition: Difference, book: Book) -> Compiled:
    if definition.f.averaging.statistic is not Statistic.MEAN:
        return Compiled(Nothing("a spread has no difference"), counts=True)
    earlier, later = (averaged(definition.f, book.stage(at)) for at in range(2))
    return Compiled(Minus(later.score, earlier.score), stages=(earlier, later))


def _area(definition: Auc, book: Book) -> Compiled:
    pairs, name = book.ranked(), definition.label.partition("[")[0]
    weights = [
        book.at(NamedColumn(("label", label), _weighing(label), of_numbers=_labels(label)))
        for label in LABELS
    ]
    no_negative, no_positive = (Nothing(f"no sample with {name}={label}") for label in LABELS)

    def number() -> At:
        return _number(Amount, book)

    return Compiled(
        Over(Over(pairs, weights[1], no_positive), weights[0], no_negative),
        number=number,
        divisor=Times(weights[0], weights[1]),
        # An area is added up of strips between rates, which are differences of shares up to 1.
        added=lambda value: Added(number=int(value(number())), size=Fraction(1)),
    )


def _numeric(definition: Numeric, book: Book) -> Compiled:
    def summed(name: str) -> At:
        def value(row: Evidence) -> Fraction:
            match parts_of(row):
                case (Amount(x, weight), Amount(y, _)):
                    return pair_term(name, x, y) * weight
                case _:
                    return Fraction(0)

        def of_numbers(rows: NumberRows) -> Fraction:
            return pair_sum(name, rows)

        return book.at(NamedColumn(("numbers", name), value, of_numbers=of_numbers))

    form = definition.metric.at()
    sums = {name: summed(name) for name in sorted(form.variables)}
    why = Nothing(f"{definition.metric.name} divides by 0 here")
    return Compiled(of_sums(form, sums, why), number=lambda: _number(Amount, book))


_NONE, _ONE = Fraction(0), Fraction(1)
"""What most rows give, made once."""


def _family(definition: Family, book: Book) -> Compiled:
    takes = definition.takes
    number = NamedColumn(
        ("taken", definition), lambda row: _ONE if takes(row) else _NONE, of_numbers=_samples
    )
    lost = NamedColumn(
        ("left out", definition),
        lambda row: _ONE if takes(row) and definition.lacks(row) else _NONE,
        of_numbers=_none_lost if _adds_numbers(definition) else None,
    )
    told = Compiled(
        ZERO,
        number=lambda: book.at(number),
        left_out=lambda: book.at(lost) if definition.may_lack else ZERO,
    )
    if not (isinstance(definition, SampleMean) and definition.rational):
        return evolve(told, score=book.whole(definition))

    @lru_cache(maxsize=1)
    def given(row: Evidence) -> tuple[Fraction, Fraction]:
        score = definition.of_sample(row) if takes(row) else None
        if score is None:
            return _NONE, _NONE
        weight = definition.weigh(row)
        return rational(score) * weight, weight

    def added(rows: NumberRows) -> Fraction | None:
        found = definition.of_numbers(rows)
        return None if found is None else rational(found)

    scores, weights = (
        NamedColumn(("mean", definition), lambda row: given(row)[0], of_numbers=added),
        NamedColumn(("mean of", definition), lambda row: given(row)[1], of_numbers=_samples),
    )
    top, bottom = book.at(scores), book.at(weights)
    score = Over(top, bottom, Nothing(definition.nobody))
    return evolve(told, score=score, divisor=bottom)


def _adds_numbers(definition: Family) -> bool:
    """Tell whether a metric adds rows of numbers up at once, of which each has a score then."""
    base = SampleMean.of_numbers
    return isinstance(definition, SampleMean) and type(definition).of_numbers is not base


def _none_lost(_rows: NumberRows) -> Fraction:
    return Fraction(0)


LABELS = (0, 1)
"""What a label may be, in the order in which a want of samples is told."""


def _weighing(label: int) -> Callable[[Evidence], Fraction]:
    def value(row: Evidence) -> Fraction:
        return sum(
            (
                Fraction(weight)
                for _, positive, weight in labelled([(row, 1)])
                if positive == bool(label)
            ),
            Fraction(0),
        )

    return value


def _labels(label: int) -> Callable[[NumberRows], Fraction]:
    def counted(rows: NumberRows) -> Fraction:
        positives = rows.moment(1)
        return positives if label else rows.samples - positives

    return counted


def gives_value(definition: Averaged, row: Observed) -> bool:
    """Decide whether a sample has a score of its own; true where samples are not the only units.

    >>> from measurand.metrics.signature import parse
    >>> gives_value(parse("f(both_empty=drop)"), Observed(()))
    False
    """
    skipping = _skipping(definition)
    return skipping is None or skipping.value(row_tally(row)) is not None


@lru_cache(maxsize=256)
def _skipping(definition: Averaged) -> Component | None:
    """Return what is scored of each sample, where some rule may skip samples; else None."""
    how, of = definition.averaging, component(definition)
    harmonic = isinstance(definition, F) and definition.aggregate is Aggregate.HARMONIC
    plain = how.average.keys == (SAMPLE,) and how.only is None and not harmonic
    skips = plain and how.statistic is Statistic.MEAN and None in of.constants.values()
    return of if skips else None
