"""Metrics of many classes are what slow functions say, and of two what binary metrics say."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.metrics.definitions import Family
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_classes as oracle
from properties.families import oracle_probabilities as binary
from properties.families.samples import corpora

Corpus = tuple[Sample, ...]


def of(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def scored(text: str, corpus: Corpus) -> Quantity | None:
    score = evaluate(parse(text), corpus)
    return score.value if isinstance(score, Defined) else None


CORPORA = corpora(of("multiclass_brier(scores=p,absent=zero)"))
COMPLETE = corpora(of("classwise_ece(scores=p,over=declared[a,b,c])"))
ANY = corpora(of("multiclass_auc(scores=p,absent=zero)"), size=7)
BINS = st.tuples(
    st.sampled_from([1, 2, 3, 10]),
    st.sampled_from(["width", "mass", "distinct"]),
    st.sampled_from(["upper", "lower", "each_lower"]),
)
OVER = st.sampled_from(["union", "gold"])
AVERAGE = st.sampled_from(["macro", "weighted"])


@given(CORPORA, st.booleans())
def test_squares_are_added_up_over_every_class(corpus: Corpus, divided: bool) -> None:  # noqa: FBT001 # drawn
    sums = "renormalised" if divided else "kept"
    rows = oracle.listed(corpus)
    expected = oracle.brier(oracle.renormalised(rows) if divided else rows)

    value = scored(f"multiclass_brier(scores=p,absent=zero,sums={sums})", corpus)
    half = scored(f"multiclass_brier(scores=p,absent=zero,sums={sums},scale=half)", corpus)

    assert value == expected
    assert half == (None if expected is None else expected / 2)


@given(CORPORA, st.sampled_from(["0", "0.001", "0.2"]))
def test_surprise_is_that_of_the_class_that_is_so(corpus: Corpus, clip: str) -> None:
    expected = oracle.log_loss(oracle.listed(corpus), Fraction(clip))

    value = scored(f"multiclass_log_loss(scores=p,absent=zero,clip={clip})", corpus)

    if expected is None:
        assert value is None
    else:
        assert value is not None
        assert float(value) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(CORPORA, BINS, st.sampled_from(["share", "first", "last"]))
def test_the_largest_probability_in_bins(corpus: Corpus, how: binary.How, ties: str) -> None:
    bins, binning, closed = how
    options = f"scores=p,absent=zero,ties={ties},bins={bins},binning={binning},closed={closed}"
    rows = oracle.top_labels(oracle.listed(corpus), ties)

    assert scored(f"top_label_ece({options})", corpus) == binary.ece(rows, how)
    assert scored(f"top_label_mce({options})", corpus) == binary.mce(rows, how)


@given(CORPORA | COMPLETE, BINS, OVER, AVERAGE)
def test_each_class_in_bins(corpus: Corpus, how: binary.How, over: str, average: str) -> None:
    bins, binning, closed = how
    options = f"over={over},average={average},bins={bins},binning={binning},closed={closed}"
    expected = oracle.classwise(oracle.listed(corpus), how, over, average)

    assert scored(f"classwise_ece(scores=p,absent=zero,{options})", corpus) == expected


@given(COMPLETE | ANY, st.sampled_from(["ovr", "ovo"]), OVER, AVERAGE)
def test_areas_of_each_class(corpus: Corpus, compare: str, over: str, average: str) -> None:
    options = f"compare={compare},over={over},average={average}"
    expected = oracle.auc(oracle.listed(corpus), compare, over, average)

    assert scored(f"multiclass_auc(scores=p,absent=zero,{options})", corpus) == expected


@given(corpora(of("multiclass_auc(scores=p)")), OVER)
def test_a_class_without_a_number_somewhere_leaves_no_mean(corpus: Corpus, over: str) -> None:
    rows = oracle.listed(corpus)
    whole = oracle.auc(rows, "ovr", over, "macro")

    value = scored(f"multiclass_auc(scores=p,over={over})", corpus)

    assert value == (None if oracle.incomplete(rows, over) else whole)


SHARES = st.integers(0, 8).map(lambda n: Fraction(n, 8))


@given(st.lists(st.tuples(SHARES, st.booleans()), min_size=1, max_size=8))
def test_of_two_classes_they_are_the_binary_metrics(pairs: list[tuple[Fraction, bool]]) -> None:
    corpus = tuple(
        Sample(
            id=str(at),
            gold=("yes" if so else "no",),
            graded=(("p", (("no", 1 - p), ("yes", p))),),
            amounts=(("p", p), ("rain", Fraction(so))),
        )
        for at, (p, so) in enumerate(pairs)
    )

    def same(many: str, alone: str) -> None:
        assert scored(many, corpus) == scored(alone, corpus)

    same("multiclass_brier(scores=p,scale=half)", "brier(score=p,label=rain)")
    same("multiclass_log_loss(scores=p)", "log_loss(score=p,label=rain)")
    same("multiclass_auc(scores=p)", "auc(score=p,label=rain)")
    same("multiclass_auc(scores=p,compare=ovo)", "auc(score=p,label=rain)")
    distinct = "binning=distinct"
    same(f"classwise_ece(scores=p,{distinct})", f"ece(score=p,label=rain,{distinct})")
