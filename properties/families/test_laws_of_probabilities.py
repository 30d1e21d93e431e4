"""Laws of probabilities and thresholds, kept by all samples, or broken by the smallest that do."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import compare
from measurand.metrics.definitions import Family
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families.samples import corpora

Corpus = tuple[Sample, ...]
Change = Callable[[Fraction], Fraction]


def of(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def scored(text: str, corpus: Corpus) -> Quantity | None:
    score = evaluate(parse(text), corpus)
    return score.value if isinstance(score, Defined) else None


def rational(text: str, corpus: Corpus) -> Fraction:
    value = scored(text, corpus)
    assert isinstance(value, Fraction)
    return value


def binary(name: str, options: str = "") -> str:
    return f"{name}(score=p,label=rain{options})"


def rains(*said: tuple[str, int]) -> Corpus:
    return tuple(
        Sample(id=str(at), amounts=(("p", Fraction(p)), ("rain", Fraction(so))))
        for at, (p, so) in enumerate(said)
    )


def changed(corpus: Corpus, change: Change) -> Corpus:
    """Change every score."""
    return tuple(
        evolve(
            one,
            amounts=tuple((name, change(n) if name == "p" else n) for name, n in one.amounts),
        )
        for one in corpus
    )


CORPORA = corpora(of(binary("brier")), size=8)
BINS = st.integers(1, 6)
CLASSES = corpora(of("multiclass_brier(scores=p)"))
SWEPT = [
    "auc",
    "average_precision",
    "precision_at_recall,recall=0.7",
    "recall_at_precision,precision=0.7",
]


def swept(text: str, corpus: Corpus) -> Quantity | None:
    name, _, option = text.partition(",")
    return scored(binary(name, f",{option}" if option else ""), corpus)


@pytest.mark.parametrize("text", SWEPT)
@given(corpus=CORPORA, power=st.sampled_from([1, 2, 3]), shift=st.integers(-3, 3))
def test_what_sweeps_thresholds_sees_the_order_of_scores_alone(
    text: str, corpus: Corpus, power: int, shift: int
) -> None:
    grown = changed(corpus, lambda p: p**power * 7 + shift)

    assert swept(text, grown) == swept(text, corpus)


@given(CORPORA)
def test_the_area_of_scores_turned_round_is_what_lacks_to_1(corpus: Corpus) -> None:
    area = scored(binary("auc"), corpus)

    turned = scored(binary("auc"), changed(corpus, lambda p: 1 - p))

    assert turned == (None if area is None else 1 - rational(binary("auc"), corpus))


# One sample, said to be 1/2, is as small as it gets.
@pytest.mark.parametrize("name", ["brier", "log_loss", "ece", "mce", "brier_reliability"])
def test_an_order_kept_is_no_probability_kept(name: str) -> None:
    half = rains(("1/2", 1))

    assert scored(binary(name), half) != scored(binary(name), changed(half, lambda p: p * p))


def test_average_precision_of_scores_turned_round_is_not_what_lacks_to_1() -> None:
    two = rains(("1/2", 1), ("1/2", 0))

    assert rational(binary("average_precision"), two) == Fraction(1, 2)
    best = rains(("1", 1), ("0", 0))
    turned = changed(best, lambda p: 1 - p)
    # Half of what is called positive is, once all is: not 0.
    assert rational(binary("average_precision"), best) == 1
    assert rational(binary("average_precision"), turned) == Fraction(1, 2)


PARTS = ("brier_reliability", "brier_resolution", "brier_uncertainty", "brier_within")


@given(CORPORA, BINS, st.sampled_from(["width", "mass", "distinct"]))
def test_with_what_is_within_bins_parts_add_up_in_any_bins(
    corpus: Corpus, bins: int, binning: str
) -> None:
    brier = scored(binary("brier"), corpus)
    how = f",bins={bins},binning={binning}"

    found = [
        scored(binary(name, "" if name == "brier_uncertainty" else how), corpus) for name in PARTS
    ]

    match found:
        case [Fraction() as lost, Fraction() as won, Fraction() as all_, Fraction() as within]:
            assert brier == lost - won + all_ + within
            assert won <= all_
            assert binning != "distinct" or within == 0
            assert Fraction(-1, 4) <= within <= Fraction(3, 4)
        case _:
            assert brier is None


def test_in_bins_of_several_probabilities_three_parts_do_not_add_up() -> None:
    two = rains(("1", 1), ("0", 0))

    lost, won, uncertain = (rational(binary(name), two) for name in PARTS[:3])
    coarse = rational(binary("brier_resolution", ",binning=width,bins=1"), two)

    assert [lost, won, uncertain, coarse] == [0, Fraction(1, 4), Fraction(1, 4), 0]
    # Brier is 0, and reliability - resolution + uncertainty is 1/4.
    assert rational(binary("brier_within", ",bins=1"), two) == Fraction(-1, 4)


@given(CORPORA, BINS, st.integers(1, 3), st.sampled_from(["upper", "lower"]))
def test_bins_that_are_parted_again_are_off_by_no_less(
    corpus: Corpus, bins: int, times: int, closed: str
) -> None:
    coarse = scored(binary("ece", f",bins={bins},closed={closed}"), corpus)

    fine = scored(binary("ece", f",bins={bins * times},closed={closed}"), corpus)

    assert (coarse is None) == (fine is None)
    assert coarse is None or fine is None or compare(coarse, fine) <= 0


def test_more_bins_may_be_off_by_less() -> None:
    # In two bins, 0.4 and 0.6 stand apart, each off by 0.6 and 0.4; in three they are together.
    two = rains(("0.4", 1), ("0.6", 0))

    assert rational(binary("ece", ",bins=2"), two) == Fraction(3, 5)
    assert rational(binary("ece", ",bins=3"), two) == 0


@given(CORPORA, BINS, st.sampled_from(["width", "mass", "distinct"]))
def test_errors_of_calibration_stand_in_one_order(corpus: Corpus, bins: int, binning: str) -> None:
    how = f",bins={bins},binning={binning}"
    ece = scored(binary("ece", how), corpus)
    square = scored(binary("ece", f"{how},norm=l2"), corpus)
    mce = scored(binary("mce", how), corpus)
    bias = scored("bias(gold=rain,predicted=p)", corpus)

    if ece is None or square is None or mce is None or not isinstance(bias, Fraction):
        assert ece is square is mce is bias is None
        return
    assert compare(abs(bias), ece) <= 0
    assert compare(ece, square) <= 0
    assert compare(square, mce) <= 0


@given(CORPORA)
def test_surprise_is_no_less_than_the_square_of_what_is_off(corpus: Corpus) -> None:
    surprise, brier = scored(binary("log_loss"), corpus), scored(binary("brier"), corpus)

    assert surprise is None or (brier is not None and compare(brier, surprise) <= 0)


@given(CLASSES)
def test_surprise_of_classes_is_no_less_than_half_of_the_squares(corpus: Corpus) -> None:
    sums = "sums=renormalised"
    surprise = scored(f"multiclass_log_loss(scores=p,{sums})", corpus)
    half = scored(f"multiclass_brier(scores=p,scale=half,{sums})", corpus)

    assert surprise is None or (half is not None and compare(half, surprise) <= 0)


def renamed(corpus: Corpus, names: str) -> Corpus:
    to = dict(zip("abc", names, strict=True))
    return tuple(
        evolve(
            one,
            gold=tuple(to[str(item)] for item in one.gold),
            graded=tuple(
                (name, grades and tuple(sorted((to[key], n) for key, n in grades)))
                for name, grades in one.graded
            ),
        )
        for one in corpus
    )


@pytest.mark.parametrize(
    "text",
    [
        "multiclass_brier(scores=p)",
        "multiclass_log_loss(scores=p)",
        "top_label_ece(scores=p)",
        "top_label_mce(scores=p)",
        "classwise_ece(scores=p,absent=zero)",
        "multiclass_auc(scores=p,absent=zero)",
        "multiclass_auc(scores=p,absent=zero,compare=ovo,average=weighted)",
    ],
)
@given(corpus=CLASSES, names=st.permutations("abc").map("".join))
def test_what_classes_are_called_moves_no_number(text: str, corpus: Corpus, names: str) -> None:
    before, after = scored(text, corpus), scored(text, renamed(corpus, names))

    assert (before is None) == (after is None)
    # Logarithms are added in another order: known by two ends that are as near.
    assert before is None or after is None or float(before) == pytest.approx(float(after))


def test_the_first_of_classes_that_are_tied_depends_on_names() -> None:
    halves = tuple((name, Fraction(1, 2)) for name in "ab")
    one = (Sample(id="1", gold=("a",), graded=(("p", halves),)),)
    other = (Sample(id="1", gold=("b",), graded=(("p", halves),)),)
    certain = (("a", Fraction(1)), ("b", Fraction(0)))
    wrong = (Sample(id="2", gold=("b",), graded=(("p", certain),)),)
    text = "top_label_ece(scores=p,ties=first,bins=1)"

    # 3/4 is said on average; the one is right in half of both, the other in none.
    assert rational(text, one + wrong) == Fraction(1, 4)
    assert rational(text, other + wrong) == Fraction(3, 4)
