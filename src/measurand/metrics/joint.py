"""Scores of samples that were observed in several ways at once: ratios, changes, areas."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from measurand.algebra.concordance import concordant, mass_of
from measurand.evidence.evidence import Amount, Joint, Observed
from measurand.evidence.pool import Pool
from measurand.metrics.areas import LABELS, lacking, masses_of
from measurand.metrics.components import f_of
from measurand.metrics.definitions import Auc, Ratio, Shift, Transition
from measurand.metrics.means import NO_SAMPLE, Scored
from measurand.metrics.options import Among, Base, Change, Direction, Zero
from measurand.metrics.sums import Sums
from measurand.metrics.units import exact_sum, row_tally
from measurand.values.printed import Added
from measurand.values.score import Defined, Score, Undefined


def _joint(pool: Pool) -> Iterable[tuple[Joint, int]]:
    for bag in pool.keyed.bags.values():
        for row, count in bag.counts.items():
            if isinstance(row, Joint):
                yield row, count


def divided(top: Fraction, bottom: Fraction, zero: Zero, why: str) -> Score:
    """Divide, or say what nothing divided by nothing is.

    >>> divided(Fraction(0), Fraction(0), Zero.UNDEFINED, "no try")
    Undefined(reason='no try')
    """
    if bottom:
        return Defined(top / bottom)
    return Defined(Fraction(0)) if zero is Zero.ZERO else Undefined(why)


def ratio(pool: Pool, definition: Ratio) -> Scored:
    """Divide the sum of one column by that of another.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.values.sample import Sample
    >>> rate = Ratio(top="hits", bottom="tries")
    >>> one = Sample(id="1", amounts=(("hits", Fraction(1)), ("tries", Fraction(4))))
    >>> ratio(pool(observing(rate), [one]), rate).score
    Defined(value=Fraction(1, 4))
    """
    sums, number = Sums(4), 0
    for row, count in _joint(pool):
        match row.rows:
            case (Amount(top, weight), Amount(bottom, _)):
                times = weight * count
                sums.add((top * times, bottom * times, abs(top) * times, abs(bottom) * times))
                number += count
            case _:
                pass
    if not number:
        return Scored(nobody(pool), 0, 0)
    why = f"{_short(definition.bottom)} sums to 0"
    above, below, top_size, bottom_size = sums.found()
    score = divided(above, below, definition.zero, why)
    if not below:
        return Scored(score, number, 0, below)
    # Both sums may be off, each by its share of what it adds without signs.
    size = (top_size + abs(above / below) * bottom_size) / abs(below)
    return Scored(score, number, 0, below, Added(number=number, size=size))


def nobody(pool: Pool) -> Undefined:
    """Say that no sample was scored, and the one reason that all of them have, if they have one.

    >>> nobody(Pool())
    Undefined(reason='no sample was scored')
    """
    match list(pool.excluded()):
        case [why]:
            return Undefined(f"no sample was scored: {why}")
        case _:
            return NO_SAMPLE


def _short(name: str) -> str:
    """Leave out the options of a name."""
    return name.partition("[")[0].partition("/")[0]


def transition(pool: Pool, definition: Transition) -> Scored:
    """Count what a change fixed and broke.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.values.sample import Sample
    >>> fixed = Transition(of=Change.FIX_RATE, before="first")
    >>> one = Sample(id="1", gold=("a",), predicted=("a",), lists=(("first", ()),))
    >>> transition(pool(observing(fixed), [one]), fixed).score
    Defined(value=Fraction(1, 1))
    """
    weights = dict.fromkeys(((a, b) for a in (False, True) for b in (False, True)), Fraction(0))
    number, everything = 0, Fraction(0)
    for row, count in _joint(pool):
        match row.rows:
            case (Observed() as before, Observed() as after):
                weights[row_tally(before).right, row_tally(after).right] += before.weight * count
                number += count
                everything += before.weight * count
            case _:
                everything += count
    over_all = definition.of is Change.NET_GAIN and definition.over is Base.ALL and everything
    if not number and definition.of not in _COUNTS and not over_all:
        return Scored(nobody(pool), 0, 0)
    divisor = _divisor(definition, weights, everything)
    added = Added(number=0, size=Fraction(definition.of is Change.NET_GAIN))
    return Scored(_changed(definition.of, weights, divisor), number, 0, divisor, added)


_COUNTS = {Change.FIX, Change.BREAK, Change.STILL, Change.KEEP}


Fates = Mapping[tuple[bool, bool], Fraction]
"""The weight of samples by whether they were right before, and are after."""


def _divisor(definition: Transition, weights: Fates, everything: Fraction) -> Fraction | None:
    """Say what a rate of changes is divided by; None for a count."""
    match definition.of:
        case Change.FIX_RATE:
            return weights[False, True] + weights[False, False]
        case Change.BREAK_RATE:
            return weights[True, False] + weights[True, True]
        case Change.NET_GAIN if definition.over is Base.ALL:
            return everything
        case Change.NET_GAIN:
            return exact_sum(weights.values())
        case _:
            return None


def _changed(of: Change, weights: Fates, divisor: Fraction | None) -> Score:
    fixed, broken = weights[False, True], weights[True, False]
    bottom = divisor or Fraction(0)
    match of:
        case Change.FIX:
            return Defined(fixed)
        case Change.BREAK:
            return Defined(broken)
        case Change.STILL:
            return Defined(weights[False, False])
        case Change.KEEP:
            return Defined(weights[True, True])
        case Change.FIX_RATE:
            return divided(fixed, bottom, Zero.UNDEFINED, "no sample was wrong before")
        case Change.BREAK_RATE:
            return divided(broken, bottom, Zero.UNDEFINED, "no sample was right before")
        case Change.NET_GAIN:
            return divided(fixed - broken, bottom, Zero.UNDEFINED, "all samples weigh nothing")


def shift(pool: Pool, definition: Shift) -> Scored:
    """Divide the samples whose F moved one way by all, or by those of a column.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.values.sample import Sample
    >>> better = Shift(of=Direction.IMPROVED, before="first", where="changed")
    >>> one = Sample(id="1", gold=("a",), predicted=("a",), lists=(("first", ()),),
    ...              amounts=(("changed", Fraction(1)),))
    >>> shift(pool(observing(better), [one]), better).score
    Defined(value=Fraction(1, 1))
    """
    of, sign = f_of(definition.empty, definition.beta), _SIGNS[definition.of]
    top = bottom = Fraction(0)
    number = 0
    for row, count in _joint(pool):
        column, before, after = row.rows
        if not isinstance(column, Amount):
            continue
        number += count
        inside = column.value != 0
        if inside or definition.over is Among.ALL:
            bottom += column.weight * count
        if inside and isinstance(before, Observed) and isinstance(after, Observed):
            first, last = of.value(row_tally(before)), of.value(row_tally(after))
            if first is not None and last is not None and (last - first) * sign > 0:
                top += column.weight * count
    if not number:
        return Scored(nobody(pool), 0, 0)
    why = f"no sample is {_short(definition.where)}"
    return Scored(divided(top, bottom, definition.zero, why), number, 0, bottom)


_SIGNS = {Direction.IMPROVED: 1, Direction.DEGRADED: -1}


def auc(pool: Pool, definition: Auc) -> Scored:
    """Compare every sample of label 1 with every sample of label 0.

    >>> from measurand.evidence.pool import pool
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.values.sample import Sample
    >>> area = Auc(score="cf", label="right")
    >>> three = [
    ...     Sample(id=str(n), amounts=(("cf", Fraction(cf)), ("right", Fraction(right))))
    ...     for n, (cf, right) in enumerate([(5, 1), (5, 0), (2, 0)])
    ... ]
    >>> auc(pool(observing(area), three), area).score
    Defined(value=Fraction(3, 4))
    """
    number = pool.scored()
    if not number:
        return Scored(nobody(pool), 0, 0)
    masses = masses_of(_joint(pool))
    weights = [mass_of(masses, label) for label in LABELS]
    pairs = weights[0] * weights[1]
    why = next((lacking(definition, n) for n, w in zip(LABELS, weights, strict=True) if not w), "")
    # An area is added up of strips between rates, which are differences of shares up to 1.
    added = Added(number=number, size=Fraction(1))
    score = divided(concordant(masses), pairs, Zero.UNDEFINED, why)
    return Scored(score, number, 0, pairs, added)


def paired(pool: Pool, definition: Ratio | Transition | Shift | Auc) -> Scored:
    """Score a pool of joint evidence.

    >>> paired(Pool(), Ratio(top="a", bottom="b")).score
    Undefined(reason='no sample was scored')
    """
    match definition:
        case Ratio():
            return ratio(pool, definition)
        case Transition():
            return transition(pool, definition)
        case Shift():
            return shift(pool, definition)
        case Auc():
            return auc(pool, definition)
