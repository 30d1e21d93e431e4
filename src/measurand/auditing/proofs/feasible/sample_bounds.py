"""How many samples a table leaves room for: a theorem where a rate and totals are printed.

Most samples of a very large test set would have no item at all, and a mean over them is what the
rule for empty samples says, 0 or 1. A printed mean in between and a printed number of items bound
their share, and so the number of samples: a search over sizes ends.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from measurand.auditing.proofs.feasible.problem import Problem, System
from measurand.auditing.proofs.feasible.program import Frame, components
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.components import Component
from measurand.metrics.options import Aggregate
from measurand.metrics.units import Case

_CELLS = 420
_TOLD = 8
_FEW = 3


def most_samples(problem: Problem, reading: Reading) -> int | None:
    """Bound the number of samples; None where the table does not.

    At most K = gold items + predicted items samples have an item at all. On all others a mean
    over d samples takes the value e of the rule for both empty: then K >= d * mean where e = 0, and
    K >= d * (1 - mean) where e = 1. Where that rule drops a sample, those that no system has items
    for say nothing, and a data set without them prints the same.

    >>> from measurand.values.printed import Printed
    >>> cells = ((Role.RECALL, Printed.parse("46.7%")), (Role.PREDICTED, Printed.parse("7")),
    ...          (Role.GOLD, Printed.parse("3")))
    >>> ours = System(label="ours", printed=cells)
    >>> most_samples(Problem(systems=(ours,), columns=()), Reading())
    18
    """
    if problem.samples is not None:
        return problem.samples
    end = most_that_print(problem, reading)
    if end is not None or problem.fixed or not drops_empty_samples(reading):
        return end
    predicted = [one.most_predicted for one in problem.systems]
    known = [number for number in predicted if number is not None]
    all_known = problem.most_gold is not None and len(known) == len(predicted)
    return max(1, (problem.most_gold or 0) + sum(known)) if all_known else None


def most_that_print(problem: Problem, reading: Reading) -> int | None:
    """Bound the number of samples of every data set that prints the table; None where none does.

    >>> most_that_print(Problem(systems=(), columns=()), Reading()) is None
    True
    """
    if reading.pooled:
        return None
    ends = (end for one in problem.systems for end in _ends(problem, one, reading))
    return min(ends, default=None)


def drops_empty_samples(reading: Reading) -> bool:
    """Tell whether samples that nobody has items for leave every mean.

    >>> drops_empty_samples(Reading())
    False
    """
    averaged = components(reading, Fraction(1))
    return all(one.constants[Case.BOTH_EMPTY] is None for _, one in averaged)


def _ends(problem: Problem, system: System, reading: Reading) -> Iterator[int]:
    """Bound the samples by each printed rate of one system."""
    gold, predicted = problem.most_gold, system.most_predicted
    if gold is None or predicted is None:
        return
    items = Fraction(gold + predicted)
    averaged = dict(components(reading, system.beta))
    if reading.aggregate is Aggregate.MEAN:
        shares = [_share(system, role, one) for role, one in averaged.items()]
    else:
        shares = [_share(system, role, averaged[role]) for role in (Role.PRECISION, Role.RECALL)]
        shares.append(_share_of_f(system, averaged))
    yield from (max(1, floor(items / share)) for share in shares if share)


def _share(system: System, role: Role, one: Component) -> Fraction | None:
    """Bound below which share of samples has items, by a mean."""
    span, rule = system.span(role), one.constants[Case.BOTH_EMPTY]
    if span is None or rule is None:
        return None
    return span.low if rule == 0 else 1 - span.high


def _share_of_f(system: System, averaged: dict[Role, Component]) -> Fraction | None:
    """F of means is at most (1 + b^2) times precision, and at least the smaller of the two."""
    span = system.span(Role.F)
    rules = {averaged[role].constants[Case.BOTH_EMPTY] for role in (Role.PRECISION, Role.RECALL)}
    if span is None or len(rules) != 1 or None in rules:
        return None
    return span.low / (1 + system.beta**2) if rules == {Fraction(0)} else 1 - span.high


def frames(problem: Problem, reading: Reading, most: int) -> tuple[Frame, ...]:
    """List what to try: sizes told apart first, then with room for larger sizes and more samples.

    A frame is complete where it has room for all: see `complete`.

    >>> [frame.more for frame in frames(Problem(systems=(), columns=(), samples=3), Reading(), 9)]
    [False, True]
    """
    gold, answers = problem.most_gold, [one.most_predicted for one in problem.systems]
    apart = _TOLD if gold is None else gold
    predicted = tuple(_TOLD if one is None else one for one in answers)
    if any((apart + 1) * (one + 1) > _CELLS for one in predicted):
        apart, predicted = min(apart, _TOLD), tuple(min(one, _TOLD) for one in predicted)
    everything = apart == gold and list(predicted) == answers
    samples = most_samples(problem, reading)
    first = Frame(gold=apart, predicted=predicted, samples=samples or most, more=False)
    if everything and samples is not None:
        return (first,)
    return first, Frame(gold=apart, predicted=predicted, samples=samples, more=not everything)


def full_frame(problem: Problem, reading: Reading, most: int) -> Frame | None:
    """Tell a few small sizes apart, none of them empty: a data set there is quick to find.

    None where there are no items. That none is found there says nothing.

    >>> full_frame(Problem(systems=(), columns=(), samples=3), Reading(), 9)
    Frame(gold=3, predicted=(), samples=3, more=False, least=1)
    """
    gold, answers = problem.most_gold, [one.most_predicted for one in problem.systems]
    if gold == 0 or 0 in answers:
        return None
    return Frame(
        gold=_FEW if gold is None else min(gold, _FEW),
        predicted=tuple(_FEW if one is None else min(one, _FEW) for one in answers),
        samples=most_samples(problem, reading) or most,
        more=False,
        least=1,
    )
