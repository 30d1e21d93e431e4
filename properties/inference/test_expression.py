"""Every definition as an expression of sums: the Finaliser's score, exactly and in floats."""

from math import isclose, isnan

import numpy as np
from hypothesis import assume, given

from measurand.algebra.expression import exact
from measurand.algebra.floats import floats
from measurand.evidence.pool import Pool
from measurand.inference.resampling_units import Rows, rows_of
from measurand.metrics.finalise import Finaliser
from measurand.values.score import Defined, Score, Undefined
from properties.inference.systems import Case, cases, sums

NEAR = 1e-12


def somebody(case: Case) -> tuple[Pool, Rows]:
    """Observe a corpus of which some sample is scored."""
    evidence = case.pool()
    rows = rows_of([case.definition], evidence, case.cluster)
    assume(rows.vectors)
    return evidence, rows


def same(found: Score, expected: Score) -> bool:
    """Compare scores; a score that does not exist may do so for another of its reasons."""
    if isinstance(found, Undefined) or isinstance(expected, Undefined):
        return isinstance(found, Undefined) and isinstance(expected, Undefined)
    return found == expected


@given(cases())
def test_the_expression_of_the_sums_is_the_score_of_the_pool(case: Case) -> None:
    evidence, rows = somebody(case)

    found = exact(rows.finish[0], sums(rows.vectors, rows.finish))

    expected = Finaliser(evidence).score(case.definition).score
    assert same(found, expected), (found, expected)


@given(cases())
def test_floats_are_the_exact_score(case: Case) -> None:
    _, rows = somebody(case)
    total = sums(rows.vectors, rows.finish)

    expected = exact(rows.finish[0], total)
    (found,) = floats(rows.finish[0], np.array([total], dtype=np.float64))

    match expected:
        case Undefined():
            assert isnan(found)
        case Defined(value):
            assert isclose(found, float(value), rel_tol=NEAR, abs_tol=NEAR)
