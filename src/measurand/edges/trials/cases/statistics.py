"""Cases of numbers: p-values, values, two systems, clusters, tables, probabilities, pairs.

P-values are few, often equal, often at an end. Values between 0 and 1 are few and often equal. Of
two systems one often has the scores of the other in another order. Values in eighths stand in two
clusters or more, uneven ones and clusters of one value among them. Systems of a table have scores
in quarters, so that means tie, and lie between two printed numbers. Probabilities are quarters, so
that a part of the way to a label is exact, and often tie; pairs are of small whole numbers, and a
number that all may be is one that a mean of floats misses.
"""

from hypothesis import strategies as st

from measurand.laws.kinds.adjust import AdjustCase
from measurand.laws.kinds.clusters import ClusterCase
from measurand.laws.kinds.interval import IntervalCase
from measurand.laws.kinds.numbers import FAR, NumbersCase
from measurand.laws.kinds.paired import PairedCase
from measurand.laws.kinds.probabilities import ProbabilityCase
from measurand.laws.kinds.tables import TableCase

p_values = st.sampled_from((0.01, 0.0125, 0.015, 0.02, 0.03, 0.04, 0.3, 0.4, 0.5, 0.7, 1.0, 0.0))
interval_ends = st.sampled_from((1.0, 0.0))


@st.composite
def adjust_cases(draw: st.DrawFn, most: int = 5) -> AdjustCase:
    """Draw a case for adjustments, of at most `most` tests.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(adjust_cases(), lambda case: len(case.p_values) > 1)
    >>> len(case.p_values) > 1
    True
    """
    listed = draw(st.lists(p_values, max_size=most))
    last = max(0, len(listed) - 1)
    order = draw(st.permutations(range(len(listed))))
    place = draw(st.integers(0, last))
    wild = draw(st.sampled_from((1.5, -0.1)))
    other = draw(interval_ends | p_values)
    return AdjustCase(listed, tuple(order), place, other, wild)


values = st.sampled_from((0, 1, 0.5, 0.25))


@st.composite
def interval_cases(draw: st.DrawFn, most: int = 6) -> IntervalCase:
    """Draw a case for intervals, of at least 1 and at most `most` values.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(interval_cases(), lambda case: len(case.values) > 1)
    >>> len(case.values) > 1
    True
    """
    listed = draw(st.lists(values, min_size=1, max_size=most))
    order = draw(st.permutations(range(len(listed))))
    return IntervalCase(listed, tuple(order), draw(st.sampled_from((0, 1, 7))))


scores = st.sampled_from((0, 1, 2, 4))
added = st.sampled_from((0, 1, 8))


@st.composite
def paired_cases(draw: st.DrawFn, most: int = 6) -> PairedCase:
    """Draw a case for paired tests, of at least 1 and at most `most` items.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(paired_cases(), lambda case: len(case.first) > 1)
    >>> len(case.first) > 1
    True
    """
    first = draw(st.lists(scores, min_size=1, max_size=most))
    many = len(first)
    others = st.lists(scores, min_size=many, max_size=many)
    second = draw(st.one_of(others, others, others, st.permutations(first)))
    order = draw(st.permutations(range(many)))
    shifts = draw(st.lists(added, min_size=many, max_size=many))
    scale = draw(st.sampled_from((2, 0.5, 0.1)))
    return PairedCase(
        first, [*second], tuple(order), shifts, scale, draw(st.sampled_from((0, 1, 7)))
    )


_NAMES = ({"a": "b", "b": "a"}, {"a": "c", "c": "a"}, {"b": "d"})
_eighths = st.integers(0, 8).map(lambda n: n / 8)


@st.composite
def cluster_cases(draw: st.DrawFn) -> ClusterCase:
    """Draw a case for standard errors of three to six values in two clusters at least.

    >>> from measurand.edges.trials.strategies.first import first
    >>> len(set(first(cluster_cases(), lambda case: True).clusters)) >= 2
    True
    """
    size = draw(st.integers(3, 6))
    rest = draw(st.lists(st.sampled_from("abc"), min_size=size - 2, max_size=size - 2))
    return ClusterCase(
        draw(st.lists(_eighths, min_size=size, max_size=size)),
        ["a", "b", *rest],
        draw(st.sampled_from(_NAMES)),
        draw(st.permutations(range(size))),
        draw(st.sampled_from((0.0, -0.5, -0.25, 2.0))),
        draw(st.sampled_from((1.0, 2.0, 0.5, -1.0))),
    )


_NAMES_of_tables = ({"a": "b", "b": "a"}, {"a": "c", "c": "a"}, {"b": "d"})
_scores = st.sampled_from((0.0, 0.25, 0.5, 0.75, 1.0))


@st.composite
def table_cases(draw: st.DrawFn) -> TableCase:
    """Draw a case for tables of one to three systems.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(table_cases(), lambda case: len(case.systems) > 1)
    >>> len(case.systems) > 1
    True
    """
    size = draw(st.integers(1, 3))
    rows = st.lists(_scores, min_size=size, max_size=size)
    names = draw(st.permutations("abc"))[: draw(st.integers(1, 3))]
    systems = {name: draw(rows) for name in names}
    return TableCase(
        systems,
        draw(st.integers(0, 2)),
        draw(st.sampled_from(names)),
        draw(st.sampled_from(_NAMES_of_tables)),
    )


probabilities = st.sampled_from((1, 3, 1, 3, 2, 0, 4)).map(lambda n: n / 4)


@st.composite
def probability_cases(draw: st.DrawFn, most: int = 5) -> ProbabilityCase:
    """Draw labels and probabilities of one to `most` samples.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(probability_cases(), lambda case: case.both())
    >>> case.both()
    True
    """
    size = draw(st.integers(1, most))
    return ProbabilityCase(
        draw(st.lists(st.sampled_from((1, 0)), min_size=size, max_size=size)),
        draw(st.lists(probabilities, min_size=size, max_size=size)),
        place=draw(st.integers(0, 8)),
        cuts=draw(st.lists(st.integers(0, size), max_size=2)),
        times=draw(st.integers(2, 3)),
    )


whole = st.sampled_from((1.0, 2.0, 0.0, 4.0, -1.0))


@st.composite
def numbers_cases(draw: st.DrawFn, most: int = 5) -> NumbersCase:
    """Draw pairs of numbers, of one to `most` samples.

    >>> from measurand.edges.trials.strategies.first import first
    >>> case = first(numbers_cases(), lambda case: case.varied())
    >>> case.varied()
    True
    """
    size = draw(st.integers(1, most))
    side = st.lists(whole, min_size=size, max_size=size)
    return NumbersCase(
        draw(side),
        draw(side),
        place=draw(st.integers(0, 3)),
        shift=draw(st.sampled_from((1, FAR))),
        alike=draw(st.sampled_from((1.0, 0.1))),
        cuts=draw(st.lists(st.integers(0, size), max_size=2)),
        times=draw(st.integers(2, 3)),
    )
