"""What programs compute with binary floats, printed in full, is reproduced; another number is not.

numpy is the oracle for means, deviations, differences and ratios. Beside it stand the loops that
people write: running sums, two passes, one pass over the squares, Welford's running moments.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import fsum, isfinite, sqrt

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.auditing.claims.claim_check import check_claims
from measurand.auditing.claims.judge import Judge, compare_printed
from measurand.auditing.claims.model import Claims, Reference, Related, Relation, Scalar
from measurand.evidence.pool import pool
from measurand.metrics.definitions import group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import read_value
from measurand.metrics.needs import Gathered, Slice
from measurand.metrics.signature import parse
from measurand.values.printed import Printed, Unit, as_floats
from measurand.values.sample import Sample
from measurand.values.verdict import Verdict

Floats = Sequence[float]
MEAN = "f(average=macro[sample],both_empty=1+1)"
LETTERS = "abcdef"

labels = st.frozensets(st.sampled_from(LETTERS))
magnitudes = st.sampled_from((1.0, 100.0, 1e6, 1e-5))


def running(values: Floats) -> float:
    """Add up one by one."""
    total = 0.0
    for value in values:
        total += value
    return total


def two_passes(values: Floats, less: int) -> float:
    """Take deviations from the mean that was computed first."""
    mean = running(values) / len(values)
    return sqrt(running([(value - mean) ** 2 for value in values]) / (len(values) - less))


def one_pass(values: Floats, less: int) -> float:
    """Take the squared mean from the mean square: what cancels most."""
    total, squares = running(values), running([value * value for value in values])
    return sqrt(max(0.0, squares - total * total / len(values)) / (len(values) - less))


def welford(values: Floats, less: int) -> float:
    """Keep a running mean and a running sum of squares."""
    mean = squares = 0.0
    for count, value in enumerate(values, 1):
        step = value - mean
        mean += step / count
        squares += step * (value - mean)
    return sqrt(max(0.0, squares) / (len(values) - less))


def in_numpy(values: Floats, less: int) -> float:
    """Ask numpy."""
    return float(np.array(values).std(ddof=less))


SPREADS = (in_numpy, two_passes, one_pass, welford)


def f_in_floats(gold: frozenset[str], predicted: frozenset[str]) -> float:
    """Compute F from precision and recall, as a script does."""
    if not gold and not predicted:
        return 1.0
    hits = len(gold & predicted)
    if not hits:
        return 0.0
    precision, recall = hits / len(predicted), hits / len(gold)
    return 2 * precision * recall / (precision + recall)


Answers = tuple[frozenset[str], frozenset[str], frozenset[str]]
answers = st.lists(st.tuples(labels, labels, labels), min_size=2, max_size=60)


def samples_of(given_: Sequence[Answers]) -> list[Sample]:
    """Make samples with gold items, answers and earlier answers."""
    return [
        Sample(
            id=str(at),
            gold=tuple(sorted(gold)),
            predicted=tuple(sorted(later)),
            lists=(("before", tuple(sorted(before))),),
        )
        for at, (gold, later, before) in enumerate(given_)
    ]


def verdict(definition: str, samples: Sequence[Sample], text: str, unit: Unit) -> Verdict:
    """Hold a printed number against samples under a definition."""
    what = parse(definition)
    pooled = pool(observing(what), samples, names=group_keys(what))
    number = Printed.parse(text, unit=unit)
    return compare_printed(Finaliser(pooled).score(what), number, samples=pooled.scored()).verdict


def eighth_changed(text: str) -> str | None:
    """Change the eighth significant digit of a number; None where it has fewer."""
    digits = [at for at, char in enumerate(text.partition("e")[0]) if char.isdigit()]
    first = next((n for n, at in enumerate(digits) if text[at] != "0"), len(digits))
    if len(digits) < first + 8:
        return None
    at = digits[first + 7]
    return f"{text[:at]}{(int(text[at]) + 5) % 10}{text[at + 1 :]}"


def decided(definition: str, samples: Sequence[Sample], found: float, unit: Unit) -> None:
    """Assert that a float is reproduced, and that it is not with another eighth digit."""
    text = repr(found)

    assert verdict(definition, samples, text, unit) is Verdict.HOLDS

    changed = eighth_changed(text)
    if changed is not None and abs(found) > 1e-3:
        assert verdict(definition, samples, changed, unit) is Verdict.REFUTED


@pytest.mark.parametrize("unit", [Unit.NONE, Unit.PERCENT])
@given(rows=answers)
def test_means_of_scores(unit: Unit, rows: Sequence[Answers]) -> None:
    scores = [f_in_floats(gold, later) for gold, later, _ in rows]
    scale = 100 if unit is Unit.PERCENT else 1

    for found in (float(np.mean(scores)), running(scores) / len(rows), fsum(scores) / len(rows)):
        decided(MEAN, samples_of(rows), found * scale, unit)


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize(("statistic", "less"), [("population_stdev", 0), ("sample_stdev", 1)])
@given(rows=answers)
@example(rows=[(frozenset("abc"), frozenset("ab"), frozenset())] * 10)
def test_deviations_of_scores(
    statistic: str, less: int, spread: Callable[[Floats, int], float], rows: Sequence[Answers]
) -> None:
    scores = [f_in_floats(gold, later) for gold, later, _ in rows]
    definition = MEAN.replace(")", f",statistic={statistic})")

    decided(definition, samples_of(rows), spread(scores, less), Unit.NONE)
    decided(definition, samples_of(rows), spread([100 * x for x in scores], less), Unit.PERCENT)


@given(rows=answers)
def test_differences_of_means_and_means_of_differences(rows: Sequence[Answers]) -> None:
    later = np.array([f_in_floats(gold, answer) for gold, answer, _ in rows])
    before = np.array([f_in_floats(gold, answer) for gold, _, answer in rows])
    definition = "difference(before=before,average=macro[sample],both_empty=1+1)"

    for found in (later.mean() - before.mean(), (later - before).mean()):
        decided(definition, samples_of(rows), float(found), Unit.NONE)
        decided(definition, samples_of(rows), 100 * float(found), Unit.POINTS)


@given(rows=answers)
def test_floats_of_32_bits_that_are_printed_as_those_of_64(rows: Sequence[Answers]) -> None:
    scores = np.array([f_in_floats(gold, later) for gold, later, _ in rows], dtype=np.float32)
    spread = MEAN.replace(")", ",statistic=population_stdev)")
    samples = samples_of(rows)

    for definition, found in ((MEAN, scores.mean()), (spread, scores.std())):
        text, percent = repr(found.item()), repr(100 * found.item())

        assert verdict(definition, samples, text, Unit.NONE) is Verdict.HOLDS
        assert verdict(definition, samples, percent, Unit.PERCENT) is Verdict.HOLDS


measured = st.lists(
    st.tuples(st.floats(-1, 1), st.floats(0.1, 1), magnitudes), min_size=1, max_size=60
)


@given(rows=measured)
def test_sums_means_and_ratios_of_numbers_that_cancel(
    rows: Sequence[tuple[float, float, float]],
) -> None:
    first, second = [a * s for a, _, s in rows], [b * s for _, b, s in rows]
    tops, bottoms = np.array(first), np.array(second)
    samples = [
        Sample(id=str(at), amounts=(("a", Fraction(a)), ("b", Fraction(b))))
        for at, (a, b) in enumerate(zip(first, second, strict=True))
    ]

    found: Mapping[str, tuple[float, ...]] = {
        "column(name=a,reduce=mean)": (float(tops.mean()), running(first) / len(rows)),
        "column(name=a,reduce=sum)": (float(tops.sum()), running(first), fsum(first)),
        "ratio(top=a,bottom=b)": (float(tops.sum() / bottoms.sum()),),
    }
    for definition, values in found.items():
        for value in values:
            assert verdict(definition, samples, repr(value), Unit.NONE) is Verdict.HOLDS


@given(rows=measured)
def test_claimed_differences_and_ratios_of_computed_numbers(
    rows: Sequence[tuple[float, float, float]],
) -> None:
    left, right = [a * s + s for a, _, s in rows], [b * s for _, b, s in rows]
    one, other = float(np.mean(left)), float(np.mean(right))
    samples = [
        Sample(id=str(at), amounts=(("a", Fraction(a)), ("b", Fraction(b))))
        for at, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    operands = {name: parse(f"column(name={name},reduce=mean)") for name in "ab"}
    pools = {
        Slice("d", (), observing(what)): pool(observing(what), samples)
        for what in operands.values()
    }
    values = {
        Relation.DIFFERENCE: one - other,
        Relation.RATIO: one / other,
        Relation.RELATIVE: (one - other) / other,
    }
    assume(all(map(isfinite, values.values())))
    claims = Claims(
        sources=(),
        tables=(),
        claims=(
            *(
                Scalar(
                    id=name,
                    printed=Printed.parse("1"),
                    data="d",
                    metric="column",
                    options=(("name", read_value(name)), ("reduce", read_value("mean"))),
                )
                for name in "ab"
            ),
            *(
                Related(
                    id=relation.value,
                    left=Reference("a"),
                    right=Reference("b"),
                    relation=relation,
                    value=Printed.parse(repr(value)),
                )
                for relation, value in values.items()
            ),
        ),
    )

    checked = check_claims(claims, (), Judge(Gathered(pools, {})))

    assert [one.verdict for one in checked if one.kind == "relation"] == [Verdict.HOLDS] * 3


@given(values=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
def test_a_column_of_floats_is_read_as_such_and_never_less_widely(values: Floats) -> None:
    alone = [Printed.parse(repr(value)) for value in values]

    for before, after in zip(alone, as_floats(alone), strict=True):
        assert after is not None
        assert after.value == before.value
        assert after.rounding is before.rounding or after.digits >= 8
