"""Metrics of counted statistics beside scikit-learn, and what they are undefined of."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from sklearn import metrics

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.expression import exact
from measurand.algebra.floats import floats
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.observe import observe
from measurand.evidence.pool import Pool, pool
from measurand.inference.estimation import estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.resampling_units import rows_of
from measurand.metrics.averaged import Formula, Measure
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse, signature
from measurand.metrics.standard import MEASURES, STANDARD
from measurand.values.english import with_article
from measurand.values.printed import Added
from measurand.values.sample import Sample
from measurand.values.score import Defined, Enclosed, Root, Undefined
from properties.inference.systems import sums

Labels = Sequence[str]


def samples(gold: Labels, said: Labels) -> list[Sample]:
    both = zip(gold, said, strict=True)
    return [Sample(id=str(at), gold=(g,), predicted=(p,)) for at, (g, p) in enumerate(both)]


def drawn(rng: np.random.Generator, classes: str) -> tuple[Labels, Labels]:
    size = int(rng.integers(1, 13))
    gold = [str(one) for one in rng.choice(list(classes), size)]
    other = [str(one) for one in rng.choice(list(classes), size)]
    return gold, np.where(rng.random(size) < HALF, gold, other).tolist()


def value(text: str, gold: Labels, said: Labels) -> float | None:
    found = evaluate(parse(text), samples(gold, said))
    return float(found.value) if isinstance(found, Defined) else None


HALF = 0.5
CORPORA = 160
"""Of at most twelve samples: as many as tell any two of these scores apart, many times."""
BY_ITEM = Observation(classes=ClassOf(ClassKind.ITEM))
ONE = "class=item,only=class[1]"
BINARY: dict[str, Callable[[Labels, Labels], float]] = {
    f"specificity({ONE})": lambda gold, said: metrics.recall_score(gold, said, pos_label="0"),
    f"npv({ONE})": lambda gold, said: metrics.precision_score(gold, said, pos_label="0"),
    f"balanced_accuracy({ONE})": metrics.balanced_accuracy_score,
    f"mcc({ONE})": metrics.matthews_corrcoef,
    f"kappa({ONE})": metrics.cohen_kappa_score,
    f"fowlkes_mallows({ONE})": lambda gold, said: (
        (
            metrics.precision_score(gold, said, pos_label="1")
            * metrics.recall_score(gold, said, pos_label="1")
        )
        ** 0.5
    ),
}


@pytest.mark.parametrize("text", BINARY)
def test_of_two_classes_they_are_those_of_scikit_learn(text: str) -> None:
    rng, seen = np.random.default_rng(len(text)), 0
    for _ in range(CORPORA):
        gold, said = drawn(rng, "01")
        mine = value(text, gold, said)
        if mine is not None:
            assert mine == pytest.approx(BINARY[text](gold, said), abs=1e-12)
            seen += 1
    assert seen > CORPORA / 2


@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        ("mcc(class=item)", metrics.matthews_corrcoef),
        ("kappa(class=item)", metrics.cohen_kappa_score),
        ("error_rate(class=item)", metrics.zero_one_loss),
    ],
)
def test_of_many_classes_they_are_those_of_scikit_learn(
    text: str, theirs: Callable[[Labels, Labels], float]
) -> None:
    rng, seen = np.random.default_rng(len(text)), 0
    for _ in range(CORPORA):
        gold, said = drawn(rng, "abcd"[: int(rng.integers(2, 5))])
        mine = value(text, gold, said)
        if mine is not None:
            assert mine == pytest.approx(theirs(gold, said), abs=1e-12)
            seen += 1
    assert seen > CORPORA / 2


def test_specificity_of_a_class_that_never_occurs_is_defined() -> None:
    # Nobody is ill, and nobody is called so.
    corpus = samples("wwww", "wwww")

    found = evaluate(parse("specificity(class=item,only=class[ill])"), corpus)

    assert found == Defined(Fraction(1))


def test_a_correlation_may_be_a_negative_root() -> None:
    # tp 0, fp 1, fn 2, tn 0: -2 / sqrt(1 . 2 . 2 . 1).
    found = evaluate(parse(f"mcc({ONE})"), samples("110", "001"))
    assert found == Defined(Fraction(-1))
    # tp 0, fp 1, fn 1, tn 2: -1 / sqrt(1 . 1 . 3 . 3); with one more fn: -1 / 3, -2 / sqrt(24).
    found = evaluate(parse(f"mcc({ONE})"), samples("11000", "00100"))
    assert found == Defined(Root(Fraction(1, 6), negative=True))


@pytest.mark.parametrize("name", MEASURES)
def test_what_divides_by_nothing_is_what_is_said(name: str) -> None:
    nothing = [Sample(id="1", gold=("0",), predicted=("0",))]
    text = f"{name}(class=item,only=class[1])"
    found = evaluate(parse(text), nothing)
    if isinstance(found, Undefined):
        assert found.reason == f"no unit has {with_article(name)}"
        for zero in ("0", "1"):
            other = parse(f"{text[:-1]},zero_division={zero})")
            assert evaluate(other, nothing) == Defined(Fraction(zero))


def test_several_items_of_a_sample_are_no_judgement() -> None:
    two = [Sample(id="1", gold=("a", "b"), predicted=("a",))]

    label = "a sample does not have one gold label and at most one prediction"
    assert evaluate(parse("mcc(class=item)"), two) == Undefined(label)
    assert evaluate(parse("kappa(class=item)"), two) == Undefined(label)
    judged = evaluate(parse("specificity"), two)
    assert isinstance(judged, Undefined)
    assert judged.reason.startswith("a sample is no single judgement: it has several items")
    assert evaluate(parse("specificity(class=item,only=class[c])"), two) == Defined(Fraction(1))


@pytest.mark.parametrize("name", MEASURES)
def test_the_way_out_of_what_is_no_judgement_is_one(name: str) -> None:
    labels = samples("aabbc", "abbcc")

    bare = evaluate(parse(name), labels)

    if not isinstance(bare, Undefined):
        return
    _, _, way = bare.reason.partition(", say ")
    words = way.replace("NAME", "b").replace(", or ", " and ").split(" and ")
    first, *others = words if words[0] == "class=item" else [""]
    assert first
    for other in others or [""]:
        said = ",".join(filter(None, (first, other)))
        found = evaluate(parse(f"{name}({said})"), labels)
        assert not isinstance(found, Undefined), (said, found)


def test_a_mean_over_classes_is_of_one_against_the_rest() -> None:
    gold, said = "aabbc", "abbcc"

    found = evaluate(parse("specificity(class=item,average=macro[class])"), samples(gold, said))

    # a: tn 3 of 3; b: tn 2 of 3; c: tn 3 of 4.
    assert found == Defined((Fraction(1) + Fraction(2, 3) + Fraction(3, 4)) / 3)


def test_a_mean_of_roots_is_exact() -> None:
    # a: tp 2, fp 0, fn 1, tn 2: 4 / sqrt(2 . 3 . 2 . 3); b: tp 1, fp 1, fn 0, tn 3:
    # 3 / sqrt(2 . 1 . 4 . 3); c: as good as can be.
    found = evaluate(parse("mcc(class=item,average=macro[class])"), samples("aaabc", "aabbc"))

    mean = (Fraction(2, 3) + Root(Fraction(3, 8)) + Fraction(1)) / Fraction(3)
    assert found == Defined(mean)
    assert mean == Enclosed(Fraction(5, 9), (Root(Fraction(1, 24)),))


def test_a_mean_of_roots_is_that_of_scikit_learn_class_by_class() -> None:
    rng, seen = np.random.default_rng(7), 0
    for _ in range(CORPORA):
        gold, said = drawn(rng, "abcd"[: int(rng.integers(2, 5))])
        mine = value("mcc(class=item,average=macro[class],zero_division=0)", gold, said)
        labels = sorted({*gold, *said})
        both = [([g == one for g in gold], [p == one for p in said]) for one in labels]
        # Of a class that all have and are said to have it warns, and says 0.
        theirs = [metrics.matthews_corrcoef(*one) if len(labels) > 1 else 0.0 for one in both]
        assert mine == pytest.approx(sum(theirs) / len(theirs), abs=1e-12)
        seen += len(labels) > 2
    assert seen > CORPORA * 2 / 5


def test_scores_of_either_sign_may_cancel_in_a_mean() -> None:
    evidence = pool(BY_ITEM, samples("aabbc", "abbcc"))

    for name, size in (("mcc", 1), ("kappa", 1), ("specificity", 0), ("odds_ratio", 0)):
        definition = parse(f"{name}(class=item,average=macro[class],zero_division=0)")
        found = Finaliser(evidence).score(definition)
        assert found.added == Added(number=3, size=Fraction(size))
    assert Finaliser(evidence).score(parse("mcc(class=item)")).added == Added(number=1)


def test_a_spread_of_roots_is_not_computed_exactly() -> None:
    text = "mcc(class=item,average=macro[class],statistic=population_stdev)"

    found = evaluate(parse(text), samples("ab", "ba"))

    assert found == Undefined("mcc is a root: a spread of roots is not computed exactly")


@pytest.mark.parametrize("name", MEASURES)
def test_signatures_are_read_again(name: str) -> None:
    text = signature(parse(f"{name}(class=item,only=class[x],zero_division=0)"))

    assert text.startswith(f"{name}/1(unit=whole,")
    assert signature(parse(text)) == text


def test_a_sample_that_weighs_nothing_is_no_judgement_either() -> None:
    none = Sample(id="2", gold=("a", "b"), predicted=("a",), weight=Fraction(0))

    found = evaluate(parse("mcc(class=item)"), [*samples("ab", "ab"), none])

    assert found == Defined(Fraction(1))


def test_of_all_classes_only_those_are_made_that_say_how() -> None:
    corpus = samples("ab", "ab")

    for text in ("specificity(class=item)", "kappa(class=item,average=macro[sample])"):
        name = text.partition("(")[0]
        why = f"{name} is of one class (only=class[NAME]), or of each (macro[class])"
        assert evaluate(parse(text), corpus) == Undefined(why)


def test_no_answer_is_a_label_of_its_own() -> None:
    gold, said = list("acab"), ["c", "a", None, "b"]
    both = zip(gold, said, strict=True)
    corpus = [
        Sample(id=str(at), gold=(g,), predicted=() if p is None else (p,))
        for at, (g, p) in enumerate(both)
    ]
    told = ["none" if one is None else one for one in said]

    for text, theirs in (
        ("mcc(class=item)", metrics.matthews_corrcoef),
        ("kappa(class=item)", metrics.cohen_kappa_score),
    ):
        found = evaluate(parse(text), corpus)
        assert isinstance(found, Defined)
        assert float(found.value) == pytest.approx(theirs(gold, told), abs=1e-12)


def test_a_declared_quotient_of_nothing_is_what_it_is_said_to_be() -> None:
    corpus = samples("ab", "ab")

    for text in ("", ",average=macro[sample]", ",zero_division=0"):
        found = parse(f'formula(of="if_0(hits / gold, 1)",class=item,only=class[z]{text})')
        assert evaluate(found, corpus) == Defined(Fraction(1))


@pytest.mark.parametrize(
    ("of", "score"),
    [
        ("hits/2/3", Fraction(1, 6)),
        ("hits*3/4**2", Fraction(3, 16)),
        ("3/4*hits", Fraction(3, 4)),
        ("hits**2/3", Fraction(1, 3)),
        ("hits / 1/4", Fraction(1, 4)),
    ],
)
def test_formulas_are_read_from_left_to_right(of: str, score: Fraction) -> None:
    found = parse(f'formula(of="{of}")')

    assert evaluate(found, samples("a", "a")) == Defined(score)
    assert parse(signature(found)) == found


@pytest.mark.parametrize(
    "of",
    ["hits**019", "hits**0", "abs(hits)*0", "+".join(["hits"] * 400), "each_class(hits)", "tp"],
)
def test_what_is_no_formula_of_counts_is_refused(of: str) -> None:
    with pytest.raises(SignatureError, match="a formula of hits, predicted, gold and judged"):
        parse(f'formula(of="{of}")')


def test_a_metric_is_told_by_its_name() -> None:
    with pytest.raises(ValueError, match="a metric that its name tells: got another 'tp'"):
        Measure(metric=STANDARD["tp"])
    with pytest.raises(ValueError, match="a metric that its name tells: got another 'mcc'"):
        Formula(metric=STANDARD["mcc"])


def test_floats_of_a_bottom_that_is_nothing_are_none() -> None:
    # Only the class itself: there is no negative, whatever the weights.
    corpus = [
        Sample(id=str(at), gold=("a",), predicted=("ab"[at % 2],), weight=Fraction(at + 1, 10))
        for at in range(30)
    ]
    for name in ("lr_negative", "mcc", "specificity"):
        definition = parse(f"{name}(class=item,only=class[a],zero_division=1)")
        found = estimate(definition, pool(BY_ITEM, corpus), Plan(replicates=200))
        assert isinstance(found.interval, Interval)
        assert (found.interval.low, found.interval.high) == (1.0, 1.0)


def test_floats_of_a_rare_class_are_near() -> None:
    # 10,000,000 samples, of which few are negative: differences of large counts.
    definition = parse("mcc(class=item,only=class[a])")
    rows = {("a", "a"): 9_999_990, ("a", "b"): 3, ("b", "a"): 2, ("b", "b"): 5}
    counts = {
        observe(BY_ITEM, Sample(id="", gold=(g,), predicted=(p,))): n for (g, p), n in rows.items()
    }
    evidence = Pool((), Keyed({(): Bag(counts)}), BY_ITEM)
    made = rows_of([definition], evidence)
    total = sums(made.vectors, made.finish)

    [found] = floats(made.finish[0], np.array([total], dtype=np.float64))

    expected = exact(made.finish[0], total)
    assert isinstance(expected, Defined)
    assert found == pytest.approx(float(expected.value), rel=1e-13)
