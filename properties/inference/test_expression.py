"""Every definition as an expression of sums: the same score as the Finaliser's, in every part."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isclose, isnan

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.algebra.expression import exact
from measurand.algebra.floats import floats
from measurand.evidence.pool import Pool, pool
from measurand.inference.rows import AVERAGED, Rows, rows_of
from measurand.metrics.columns import Vector
from measurand.metrics.definitions import Definition, Difference, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.linear import is_scored
from measurand.metrics.options import Statistic, by_sample
from measurand.values.score import Defined, Root, Score, Undefined
from properties.strategies.definitions import corpora_for, scorable
from properties.strategies.samples import Corpus

Scorable = tuple[Definition, Corpus]


def cluster_of(definition: Definition) -> str | None:
    """Name the groups that a mean runs over: they are what is resampled."""
    if not isinstance(definition, AVERAGED):
        return None
    return next(
        (key for key in definition.averaging.average.keys[:1] if key not in {"sample", "class"}),
        None,
    )


def resampled(definition: Definition) -> bool:
    """Say whether a definition can be resampled: groups must stand outermost, and in no stage."""
    how = (definition.f if isinstance(definition, Difference) else definition)
    if not isinstance(how, AVERAGED):
        return True
    keys = by_sample(how.averaging.average).keys
    groups = [key for key in keys if key not in {"sample", "class"}]
    if isinstance(definition, Difference):
        return not groups
    if keys[:1] == ("class",) and how.averaging.statistic is Statistic.SAMPLE:
        return False
    return not groups or keys[0] == groups[0]


resamplable = scorable.filter(resampled)
cases: st.SearchStrategy[Scorable] = resamplable.flatmap(
    lambda definition: st.tuples(st.just(definition), corpora_for(definition))
)


def pooled(definition: Definition, corpus: Corpus) -> Pool:
    return pool(observing(definition), corpus, names=group_keys(definition))


def sums(rows: Mapping[Vector, int]) -> list[Fraction]:
    width = len(next(iter(rows)))
    return [
        sum((row[at] * count for row, count in rows.items()), Fraction(0)) for at in range(width)
    ]


def somebody(definition: Definition, corpus: Corpus) -> tuple[Pool, Rows]:
    """Observe a corpus of which some sample is scored."""
    evidence = pooled(definition, corpus)
    rows = rows_of([definition], evidence, cluster_of(definition))
    assume(rows.vectors)
    return evidence, rows


def same(found: Score, expected: Score) -> bool:
    if isinstance(found, Undefined) or isinstance(expected, Undefined):
        return isinstance(found, Undefined) and isinstance(expected, Undefined)
    return found == expected


@given(cases)
def test_the_expression_of_the_sums_is_the_score(case: Scorable) -> None:
    definition, corpus = case
    evidence, rows = somebody(definition, corpus)

    found = exact(rows.finish[0], sums(rows.vectors))

    expected = Finaliser(evidence).score(definition).score
    assert same(found, expected), (found, expected)


@given(cases)
def test_floats_are_the_exact_score(case: Scorable) -> None:
    definition, corpus = case
    _, rows = somebody(definition, corpus)
    total = sums(rows.vectors)

    expected = exact(rows.finish[0], total)
    (found,) = floats(rows.finish[0], np.array([total], dtype=np.float64))

    if isinstance(expected, Undefined):
        assert isnan(found)
    else:
        assert isclose(found, float(expected.value), rel_tol=1e-12, abs_tol=1e-12)
