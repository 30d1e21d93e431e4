"""Every combination of average, classes, policy and statistic on one corpus that has every case."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from measurand.algebra.expression import exact
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.pool import Pool, pool
from measurand.inference.resampling_units import rows_of
from measurand.metrics.compiler import is_scored
from measurand.metrics.definitions import Averaged, F, Precision
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import Finaliser
from measurand.metrics.options import (
    Average,
    Chosen,
    ChosenKind,
    Drop,
    EmptyValue,
    Over,
    OverKind,
    Parts,
    Policy,
    Statistic,
)
from measurand.values.sample import Sample
from measurand.values.score import Undefined
from properties.inference.systems import sums
from properties.strategies.definitions import AVERAGES

NAMES = ("document", "run")
SEEN = Observation(classes=ClassOf(ClassKind.ITEM))
OVERS = (*(Over(kind) for kind in list(OverKind)[:3]), Over(OverKind.DECLARED, ("A", "B", "z")))
SEVERAL = (Chosen(ChosenKind.CLASS, ("A", "B")), Chosen(ChosenKind.BUT, ("A",)))
# Each empty case gives another number, or none.
RULES = (
    EmptyRules(
        both_empty=Drop(),
        gold_empty=Parts(EmptyValue.ONE, EmptyValue.ZERO),
        pred_empty=Parts(EmptyValue.ONE, EmptyValue.ONE),
    ),
    EmptyRules(
        both_empty=Parts(EmptyValue.ONE, EmptyValue.ONE), gold_empty=Drop(), pred_empty=Drop()
    ),
)
SCORES: tuple[tuple[type[F | Precision], EmptyRules], ...] = ((F, RULES[0]), (Precision, RULES[1]))
ONE, TWO, NOTHING = Fraction(1), Fraction(2), Fraction(0)


def sample(name: int, gold: str, said: str, groups: str, weight: Fraction = ONE) -> Sample:
    """Make a sample of items with one letter; the letters of `groups` are a document and a run."""
    return Sample(
        id=str(name),
        gold=tuple(gold),
        predicted=tuple(said),
        groups=tuple(zip(NAMES, groups, strict=True)),
        weight=weight,
    )


# Hits, misses, samples with nothing on a side or on both, classes that only one side has.
EVEN = [
    sample(0, "AB", "A", "dr"),
    sample(1, "A", "AB", "dr"),
    sample(2, "", "", "er"),
    sample(3, "", "C", "es"),
    sample(4, "B", "", "fr"),
    sample(5, "AC", "AC", "fs"),
]
CORPORA = {
    "even": EVEN,
    "weighed": [*EVEN, sample(6, "A", "A", "gr", TWO), sample(7, "D", "A", "gs", NOTHING)],
    "empty and weighed": [*EVEN, sample(6, "", "", "gr", TWO)],
    "weighs nothing": [*EVEN[:2], sample(8, "E", "", "hr", NOTHING)],
    "said alone": [sample(0, "", "A", "dr"), sample(1, "", "B", "dr"), sample(2, "", "", "er")],
    "gold alone": [sample(0, "A", "", "dr"), sample(1, "B", "", "er"), sample(2, "A", "", "er")],
    "one unit each": [
        sample(0, "A", "A", "dr"),
        sample(1, "B", "", "er"),
        sample(2, "C", "", "f" + "r"),
    ],
}


def averagings(average: Average) -> list[Averaging]:
    """List every way to average; the sample deviation of weights and of counts is among them."""
    overs = OVERS if "class" in average.keys else OVERS[:1]
    every = product((None, "A", "z", *SEVERAL), overs, Policy, Statistic)
    return [
        Averaging(average=average, only=only, over=over, undefined=policy, statistic=statistic)
        for only, over, policy, statistic in every
    ]


def differing(
    evidence: Pool, definitions: Sequence[Averaged], cluster: str | None
) -> list[Averaged]:
    """List the definitions whose sums have another score than their pool."""
    book, found = Finaliser(evidence), []
    for together in of_the_same_samples(evidence, definitions):
        rows = rows_of(together, evidence, cluster)
        if not rows.vectors:
            continue
        total = sums(rows.vectors)
        for definition, finish in zip(together, rows.finish, strict=True):
            one, other = exact(finish, total), book.score(definition).score
            both_undefined = isinstance(one, Undefined) and isinstance(other, Undefined)
            if one != other and not both_undefined:
                found.append(definition)
    return found


def of_the_same_samples(
    evidence: Pool, definitions: Sequence[Averaged]
) -> Iterable[Sequence[Averaged]]:
    """Part the definitions by the samples that they score: those share their resamples."""
    rows = [row for row, _ in evidence.keyed.flat()]
    parts: dict[tuple[bool, ...], list[Averaged]] = {}
    for definition in definitions:
        kept = tuple(is_scored(definition, row) for row in rows)
        parts.setdefault(kept, []).append(definition)
    return parts.values()


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize(
    "average", [one for one in AVERAGES if one.keys != ("class", "document")], ids=str
)
def test_every_way_to_average_has_the_score_of_the_pool(corpus: str, average: Average) -> None:
    outer = average.keys[0] if average.keys else "sample"
    evidence = pool(SEEN, CORPORA[corpus], names=NAMES)
    definitions: list[Averaged] = [
        metric(observation=SEEN, averaging=how, empty=rules)
        for (metric, rules), how in product(SCORES, averagings(average))
    ]

    assert differing(evidence, definitions, outer if outer in NAMES else None) == []
