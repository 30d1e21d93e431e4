"""Corners of scores in which a sign, a count or a weight is easily lost, by hand.

Each score is read off the pool, and off the sums of rows that intervals resample.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from measurand.algebra.expression import At, Constant, Formed, Linear, Nothing, Over, exact
from measurand.algebra.floats import floats
from measurand.algebra.formula import Number, Stat
from measurand.algebra.formula import Over as Quotient
from measurand.algebra.formula import Root as RootOf
from measurand.algebra.formula_text import read, text
from measurand.algebra.quotient import normal
from measurand.evidence.pool import Pool, pool
from measurand.inference.resampling_units import rows_of
from measurand.metrics.definitions import group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.metric import GOLD, HITS, PREDICTED, Metric
from measurand.metrics.signature import expanded, parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Quantity, Score, Undefined, square_root
from properties.inference.systems import sums

ONE = Fraction(1)


def sample(gold: str, said: str, groups: str = "dr", weight: Fraction = ONE) -> Sample:
    """Make a sample of items with one letter; the letters of `groups` are a document and a run."""
    names = zip(("document", "run"), groups, strict=True)
    return Sample(
        id="1", gold=tuple(gold), predicted=tuple(said), groups=tuple(names), weight=weight
    )


def pooled(definition: str, corpus: Sequence[Sample]) -> Pool:
    how = parse(definition)
    return pool(observing(how), corpus, names=group_keys(how))


def scores(definition: str, corpus: Sequence[Sample]) -> tuple[Score, Score]:
    """Score the pool, and the sums of its rows, by the outermost group that is averaged over."""
    how, evidence = parse(definition), pooled(definition, corpus)
    key = how.averaging.average.keys[0] if group_keys(how) else None  # type: ignore[union-attr]
    rows = rows_of([how], evidence, key)
    found = exact(rows.finish[0], sums(rows.vectors, rows.finish))
    return Finaliser(evidence).score(how).score, found


WHOLE, MISSED = sample("ab", "ab"), sample("c", "")
LOST = sample("", "a", "er")


@pytest.mark.parametrize(
    ("definition", "corpus", "score"),
    [
        # Of what weighs nothing nothing is asked, not even whether it is a judgement.
        ("specificity", [sample("", ""), sample("a", "b", weight=Fraction(0))], ONE),
        # Documents count alike, whatever gold is in them, or by their gold: 2 and 1.
        ("f(average=macro[document,sample])", [WHOLE, sample("c", "", "er")], Fraction(1, 2)),
        ("f(average=weighted[document,sample])", [WHOLE, sample("c", "", "er")], Fraction(2, 3)),
        # A class that nobody predicts does not take part, nor does its gold weigh.
        ("f(class=item,average=weighted[class],over=predicted)", [sample("ab", "a")], ONE),
        # tp 2, fp 1, fn 1, tn 1: (2 - 1) / sqrt(3 . 3 . 2 . 2).
        (
            "mcc(class=item,only=class[a])",
            [sample(gold, said) for gold, said in ("aa", "aa", "ab", "ba", "bb")],
            Fraction(1, 6),
        ),
        # A document without a score takes the mean away, or nothing, or counts as 0.
        ("f(gold_empty=drop,average=macro[document,sample])", [WHOLE, LOST], None),
        ("f(gold_empty=drop,average=macro[document,sample],undefined=skip)", [WHOLE, LOST], ONE),
        (
            "f(gold_empty=drop,average=macro[document,sample],undefined=zero)",
            [WHOLE, LOST],
            Fraction(1, 2),
        ),
        # Two runs of a document: one hit of one, and nothing of two.
        (
            "f(average=macro[document,run])",
            [WHOLE, sample("c", "", "ds"), sample("c", "", "ds"), sample("a", "a", "er")],
            Fraction(3, 4),
        ),
        # Samples of different weights have no sample standard deviation.
        ("f(statistic=sample_stdev)", [WHOLE, sample("c", "", weight=Fraction(2))], None),
        # Of 1, 0, 1 and 0: 1 over 3 is the variance.
        (
            "f(statistic=sample_stdev)",
            [WHOLE, MISSED, WHOLE, MISSED],
            square_root(Fraction(1, 3)),
        ),
    ],
)
def test_the_score_is(definition: str, corpus: Sequence[Sample], score: Quantity | None) -> None:
    for found in scores(definition, corpus):
        if score is None:
            assert isinstance(found, Undefined)
        else:
            assert found == Defined(score)


def test_samples_that_are_alike_are_counted_each() -> None:
    found = Finaliser(pooled("f", [WHOLE, WHOLE, MISSED])).score(parse("f"))

    assert (found.units, found.score) == (3, Defined(Fraction(2, 3)))


def test_a_column_adds_up_samples_that_are_alike() -> None:
    dollar = Sample(id="1", amounts=(("cost", ONE),))
    definition = parse("column(name=cost)")

    found = Finaliser(pool(observing(definition), [dollar, dollar])).score(definition)

    assert found.score == Defined(Fraction(2))


def test_a_metric_of_ones_own_is_expanded_with_its_parameters() -> None:
    alpha = (("alpha", Fraction(1, 2)),)
    mine = Metric(
        name="mine", formula=HITS / (GOLD + Stat("alpha") * PREDICTED), says="", params=alpha
    )

    found = expanded("mine(class=item)", {"mine": mine})

    assert found == 'formula(of="hits / (gold + 1/2*predicted)",class=item)'


def test_a_quarter_behind_a_division_is_written_in_brackets() -> None:
    formula = Quotient(HITS, Number(Fraction(1, 4)))

    assert text(formula) == "hits / (1/4)"
    assert read(text(formula)) == formula


@pytest.mark.parametrize(
    ("row", "expected"),
    [([0.1, 0.2, 0.3], 5.0), ([0.1, 0.2, 0.3 - 1e-9], pytest.approx(1e9, rel=1e-6))],
    ids=["dust", "near"],
)
def test_what_rounding_leaves_is_nothing_and_no_more(row: list[float], expected: float) -> None:
    less = Linear(((0, ONE), (1, ONE), (2, -ONE)))

    [found] = floats(Over(Constant(ONE), less, Constant(Fraction(5))), np.array([row])).tolist()

    assert found == expected


def test_there_is_no_root_of_less_than_nothing_in_floats() -> None:
    form = normal(RootOf(Stat("a") - Stat("b")))
    root = Formed(form, (("a", At(0)), ("b", At(1))), Nothing("none"))

    found: list[float] = floats(root, np.array([[1.0, 2.0], [5.0, 1.0]])).tolist()

    assert np.isnan(found[0])
    assert found[1] == 2.0
