"""Dicts of rankings give the pool of the samples that they are, or the refusal that these get."""

from collections.abc import Mapping
from decimal import Decimal

from hypothesis import example, given
from hypothesis import strategies as st
from returns.result import Failure

from measurand import observing, parse, pool
from measurand.evidence.evidence import Facts
from measurand.evidence.facts import fact_text, read_fact
from measurand.evidence.observation import Observation, Observing, Together
from measurand.evidence.relevance import RelevanceByRank, Ties, Unjudged
from measurand.frames import pool_of_rankings, samples_of
from properties.roundtrips.test_arrays import verdict

Numbers = Mapping[str, object]
QUERIES = [f"q{at}" for at in range(3)]
DOCUMENTS = [f"d{at}" for at in range(5)]
PLAIN: st.SearchStrategy[object] = st.one_of(
    st.integers(0, 3), st.sampled_from([0.5, 1.0, 2.5, -0.0])
)
ODD: st.SearchStrategy[object] = st.one_of(
    st.sampled_from([0.1, 0.30000000000000004, 0.3, 1e300, -1e300, 1.7e308, 2.0**53, 1e23]),
    st.sampled_from([None, "1", True, Decimal("0.5"), 2**53 + 1, 10**23, -1, float("nan")]),
    st.floats(),
)
TWO = Together((RelevanceByRank(), RelevanceByRank(ties=Ties.AVERAGE)))
TEXTS = (
    "ndcg(k=2)",
    "mean_average_precision(ties=average)",
    "reciprocal_rank(ties=ascending_id,missing=empty)",
    "precision_at(k=2,unjudged=left_out)",
    "ndcg(k=2,gain=exponential,ties=average)",
)
WAYS = st.sampled_from([*(observing(parse(text)) for text in TEXTS), TWO, Observation()])


def documents(numbers: st.SearchStrategy[object]) -> st.SearchStrategy[Numbers]:
    return st.dictionaries(st.sampled_from(DOCUMENTS), numbers)


rankings = documents(PLAIN) | documents(PLAIN) | documents(PLAIN | ODD)


@st.composite
def systems(draw: st.DrawFn) -> tuple[Mapping[str, Numbers], Mapping[str, Numbers | None]]:
    gold = draw(st.dictionaries(st.sampled_from(QUERIES), rankings))
    answered = [one for one in gold if draw(st.integers(0, 3))]
    return gold, {one: draw(st.none() | rankings | rankings | rankings) for one in answered}


@given(WAYS, systems())
@example(RelevanceByRank(), ({"q1": {"a": 1, "b": 2}}, {"q1": {"a": 2**53 + 1, "b": 2.0**53}}))
@example(RelevanceByRank(), ({"q1": {"a": 0, "b": 0.5}}, {"q1": {"a": 1, "b": 0.5}}))
@example(RelevanceByRank(), ({"q1": {"a": 1, "b": 2}}, {"q1": {"a": 10**23, "b": 1e23}}))
@example(
    observing(parse("ndcg(gain=exponential)")), ({"q1": {"a": 0.5}, "q2": {}}, {"q2": {"a": 1e300}})
)
def test_dicts_make_the_pool_of_their_samples(
    how: Observing, both: tuple[Mapping[str, Numbers], Mapping[str, Numbers | None]]
) -> None:
    gold, run = both
    records = [{"id": one, "gold": gold[one], "pred": run.get(one)} for one in gold]

    found = verdict(lambda: pool_of_rankings(how, gold, run))

    assert found == verdict(lambda: samples_of(records).map(lambda some: pool(how, some)))


@given(documents(PLAIN), documents(PLAIN), st.sampled_from(Ties), st.sampled_from(Unjudged))
def test_documents_stand_where_sorting_all_of_them_puts_them(
    gold: Numbers, run: Numbers, ties: Ties, unjudged: Unjudged
) -> None:
    """Sort the documents, one by one, and look at which ranks of them are judged."""
    kept = {one: float(str(run[one])) for one in run if unjudged.value[:1] == "n" or one in gold}
    names = sorted(kept, reverse=ties is Ties.DESCENDING)
    names.sort(key=lambda one: -kept[one])
    ranges: dict[tuple[int, int], list[float]] = {}
    for one in names:
        alike = [rank for rank, name in enumerate(names, 1) if kept[name] == kept[one]]
        own = names.index(one) + 1
        ends = (alike[0], alike[-1]) if ties is Ties.AVERAGE else (own, own)
        if one in gold:
            ranges.setdefault(ends, []).append(float(str(gold[one])))
    last = max((at for at, some in enumerate(ranges.values(), 1) if max(some) > 0), default=0)
    expected = [(*ends, *sorted(some, reverse=True)) for ends, some in ranges.items()][:last]

    how = RelevanceByRank(ties=ties, unjudged=unjudged)
    [row] = pool_of_rankings(how, {"q": gold}, {"q": run}).unwrap().keyed.flat().counts

    assert isinstance(row, Facts)
    assert row.value == (tuple(expected), tuple(sorted(map(float, map(str, gold.values())))[::-1]))
    assert read_fact(fact_text(row.value)) == row.value


def test_a_query_of_the_run_that_nobody_judged_is_a_fault() -> None:
    match pool_of_rankings(RelevanceByRank(), {}, {"q1": {"a": 1}}):
        case Failure((fault,)):
            assert fault.text() == (
                "the rankings: $.q1: expected judgements of every query, got a query of the "
                "run without them: leave it out of the run, or give it {}"
            )
        case other:
            raise AssertionError(other)
