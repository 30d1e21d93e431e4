"""The worked examples of properties/oracles, each with its source there, hold for measurand."""

from fractions import Fraction

import pytest

from measurand.evidence.observation import ColumnOf, Observation
from measurand.evidence.observe import tallies
from measurand.evidence.pool import pool
from measurand.metrics.definitions import Column, Total, observing
from measurand.metrics.finalise import evaluate, score
from measurand.metrics.options import Of, Summing
from measurand.metrics.signature import parse
from measurand.values.items import Span
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Defined, Undefined, square_root
from properties.oracles import worked, worked_matches, worked_spans, worked_wholes
from tests.metrics.oracle_cases import definition, observation, samples

RATIOS = (
    *worked.PRECISION,
    *worked.RECALL,
    *worked.F,
    *worked.JACCARD,
    *worked_wholes.EXACT_MATCH,
    *worked_wholes.ACCURACY,
)


def read(options: str) -> Observation:
    """Read the options of an observation."""
    found = observing(parse(f"f({options})"))
    assert isinstance(found, Observation)
    return found


@pytest.mark.parametrize("example", RATIOS, ids=lambda e: f"{e.metric}: {e.source}")
def test_a_worked_score(example: worked.Worked) -> None:
    found = evaluate(
        definition(example.metric, example.cases, example.options), samples(example.cases)
    )

    if example.expected is None:
        assert isinstance(found, Undefined)
    elif example.options.statistic == "mean":
        assert found == Defined(example.expected)
    else:  # the oracle gives the variance
        assert found == Defined(square_root(example.expected))


@pytest.mark.parametrize("example", worked_wholes.TOTALS, ids=lambda e: f"{e.of}: {e.source}")
def test_a_worked_total(example: worked_wholes.WorkedTotal) -> None:
    total = Total(of=Of(example.of), observation=observation(example.cases), only=example.only)

    assert evaluate(total, samples(example.cases)) == Defined(example.expected)


@pytest.mark.parametrize("example", worked_wholes.COLUMNS, ids=lambda e: e.statistic)
def test_a_worked_column(example: worked_wholes.WorkedColumn) -> None:
    rows = [
        Sample(id=str(at), amounts=(("cost", amount),)) for at, amount in enumerate(example.amounts)
    ]
    column = Column(name="cost", reduce=Summing(example.statistic))

    found = score(column, pool(ColumnOf("cost"), rows))

    if example.expected is None:
        assert found == Undefined("no sample has a number 'cost'")
    else:
        assert found == Defined(example.expected)


@pytest.mark.parametrize("example", worked_matches.MATCHES, ids=lambda e: f"{e.match}: {e.source}")
def test_a_worked_match(example: worked_matches.WorkedMatch) -> None:
    fuzzy = example.match in {"greedy", "optimal"}
    match = f"{example.match}[threshold=0.7]" if fuzzy else example.match
    how = read(f"match={match},credit={example.credit}")
    alike = tuple(Similarity(p, g, value) for (p, g), value in example.similarity.items())
    sample = Sample(id="1", gold=example.gold, predicted=example.predicted, similarities=alike)

    counts = [
        evaluate(Total(of=of, observation=how), [sample]) for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
    ]

    assert counts == [Defined(Fraction(count)) for count in example.expected]


@pytest.mark.parametrize("example", worked_spans.SPANS, ids=lambda e: f"{e.mode}: {e.source}")
def test_worked_spans(example: worked_spans.WorkedSpans) -> None:
    match = f"spans[mode={example.mode},scope={example.scope}]"
    how = read(f"match={match},class=label,charge={example.charge}")
    gold, predicted = (
        tuple(Span(*span) for span in spans) for spans in (example.gold, example.predicted)
    )

    found = tallies(how, Sample(id="1", gold=gold, predicted=predicted))

    assert {name: (t.hits, t.predicted, t.gold) for name, t in found.items()} == example.expected
