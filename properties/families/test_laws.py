"""Every metric of a family keeps its laws, or breaks them where it says so; both engines agree."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import chain

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from measurand.algebra.functional import exact_value
from measurand.algebra.functional_floats import float_values
from measurand.algebra.law import Broken
from measurand.evidence.pool import pool
from measurand.laws.case import Case
from measurand.laws.families import FAMILY_LAWS, example_of, family_table
from measurand.laws.table import Refuted
from measurand.metrics.definitions import Family, observing
from measurand.metrics.families import ours
from measurand.metrics.families.probabilities import Surprise
from measurand.metrics.finalise import Finaliser, Scored, evaluate
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families.samples import corpora, definitions
from properties.strategies.effort import half

TABLE = family_table()
BY_NAME = {law.name: law for law in FAMILY_LAWS}
KEPT = {
    name: [law for law in FAMILY_LAWS if not isinstance(TABLE[name][law.name], Refuted)]
    for name in ours()
}
MEANS = [
    name
    for name, kind in ours().items()
    if kind.may_lack not in {Family.may_lack, Surprise.may_lack}
]
"""Metrics that are a mean over samples, under some definition at least."""
BROKEN = [
    (name, law, cell)
    for name, row in TABLE.items()
    for law, cell in row.items()
    if isinstance(cell, Refuted)
]


@st.composite
def cases(draw: st.DrawFn, kind: type[Family]) -> tuple[Family, Case]:
    definition = draw(definitions(kind))
    corpus, rest = draw(corpora(definition)), draw(corpora(definition, size=3))
    return definition, Case(corpus=corpus, rest=rest, at=draw(st.integers(0, 5)))


@pytest.mark.parametrize("name", ours())
def test_a_metric_keeps_its_laws(name: str) -> None:
    @half
    @given(cases(ours()[name]))
    def holds(drawn: tuple[Family, Case]) -> None:
        definition, case = drawn
        outcomes = {law.name: law.check(definition, case) for law in KEPT[name]}
        assert not [one for one in outcomes.items() if isinstance(one[1], Broken)]

    holds()


@pytest.mark.parametrize("name", MEANS)
def test_a_mean_over_samples_counts_those_that_are_in_it(name: str) -> None:
    @half
    @given(cases(ours()[name]))
    def holds(drawn: tuple[Family, Case]) -> None:
        definition, case = drawn
        assume(definition.may_lack)
        corpus = [evolve(one, weight=Fraction(1)) for one in case.corpus]
        try:
            whole = scored(definition, corpus)
            alone = [scored(definition, [one]) for one in corpus]
        except ValueError:
            reject()
        values = [one.score.value for one in alone if isinstance(one.score, Defined)]

        assert whole.units == len(values)
        assert whole.left_out == sum(one.left_out for one in alone)
        rationals = [value for value in values if isinstance(value, Fraction)]
        if rationals and len(rationals) == len(values):
            assert whole.score == Defined(sum(rationals, Fraction(0)) / len(rationals))

    holds()


def scored(definition: Family, corpus: Sequence[Sample]) -> Scored:
    return Finaliser(pool(observing(definition), corpus)).score(definition)


@pytest.mark.parametrize(("name", "law", "cell"), BROKEN)
def test_a_law_breaks_where_it_is_said_to(name: str, law: str, cell: Refuted) -> None:
    assert isinstance(BY_NAME[law].check(example_of(ours()[name]), cell.case), Broken)


@pytest.mark.parametrize("name", ours())
def test_floats_of_resamples_are_the_scores_of_resamples(name: str) -> None:
    @half
    @given(st.data())
    def agrees(data: st.DataObject) -> None:
        definition = data.draw(definitions(ours()[name]))
        seen = pool(observing(definition), data.draw(corpora(definition))).keyed.flat()
        rows = [row for row in seen.counts if definition.takes(row)]
        counts = data.draw(
            st.lists(
                st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)), max_size=3
            )
        )
        table = np.array(counts, dtype=np.int64).reshape(len(counts), len(rows))

        found = float_values(definition, rows, table)

        for number, times in zip(found, counts, strict=True):
            drawn = [(row, n) for row, n in zip(rows, times, strict=True) if n]
            match exact_value(definition, partial(list, drawn)):
                case Defined(value):
                    assert number == pytest.approx(float(value), rel=1e-9, abs=1e-9)
                case _:
                    assert np.isnan(number)

    agrees()


@pytest.mark.parametrize("name", ours())
def test_signatures_say_all(name: str) -> None:
    @given(definitions(ours()[name]))
    def said(definition: Family) -> None:
        assert parse(signature(definition)) == definition

    said()


@pytest.mark.parametrize("name", ours())
def test_nothing_is_scored_of_nobody(name: str) -> None:
    assert not isinstance(evaluate(example_of(ours()[name]), ()), Defined)


def test_names_of_metrics_differ_from_words_of_others() -> None:
    words = list(chain.from_iterable((name, *kind.about.words) for name, kind in ours().items()))

    assert len(words) == len(set(words))
