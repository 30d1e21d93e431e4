"""Our own metrics of families keep the laws that anybody's function of their kind is held to."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

import pytest

from measurand.edges.trials.suites import NUMBER_SCORE, PROBABILITY_SCORE, RATER_AGREEMENT
from measurand.laws.kinds.probabilities import Labels, Probabilities
from measurand.laws.kinds.raters import Units
from measurand.laws.kinds.subject import Subject
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import bounds
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.laws.adequacy import killers
from properties.laws.adequate import drawn

DIGITS = 17


def number(text: str, samples: Sequence[Sample]) -> Fraction | float | None:
    found = evaluate(parse(text), samples)
    if not isinstance(found, Defined):
        return None
    value = found.value
    return value if type(value) is Fraction else float(bounds(value, DIGITS)[0])


def rated(text: str) -> Callable[[Units], object]:
    def score(units: Units) -> object:
        said = [tuple(str(code) for code in unit if code is not None) for unit in units]
        return number(text, [Sample(id=str(at), gold=codes) for at, codes in enumerate(said)])

    return score


def of_two(text: str) -> Callable[[Units], object]:
    def score(units: Units) -> object:
        both = [tuple(map(str, unit)) for unit in units]
        return number(
            text,
            [Sample(id=str(at), gold=(a,), predicted=(b,)) for at, (a, b) in enumerate(both)],
        )

    return score


def columns(text: str) -> Callable[[Sequence[float], Sequence[float]], object]:
    def score(first: Sequence[float], second: Sequence[float]) -> object:
        pairs = enumerate(zip(first, second, strict=True))
        return number(
            text,
            [
                Sample(id=str(at), amounts=(("a", Fraction(str(a))), ("b", Fraction(str(b)))))
                for at, (a, b) in pairs
            ],
        )

    return score


ANY = frozenset({"missing", "paired", "anonymous", "exact"})
ALPHA = ANY | {"small-sample", "alike=undefined"}
TWO = frozenset({"two-raters", "alike=undefined", "exact"})
RATERS: tuple[tuple[str, AbstractSet[str]], ...] = (
    ("percent_agreement", ANY | {"nominal", "share", "alike=1"}),
    ("krippendorff_alpha", ALPHA | {"nominal", "alpha"}),
    ("krippendorff_alpha(level=ordinal)", ALPHA | {"ordinal"}),
    ("krippendorff_alpha(level=interval)", ALPHA | {"interval"}),
    ("fleiss_kappa(single=leave)", ANY | {"nominal", "fleiss", "alike=undefined"}),
    ("gwet_ac1(single=leave)", ANY | {"nominal", "ac1", "alike=undefined"}),
)
PAIRS: tuple[tuple[str, AbstractSet[str]], ...] = (
    ("scott_pi", TWO | {"nominal", "anonymous", "fleiss"}),
    ("weighted_kappa(weights=linear)", TWO | {"interval", "linear"}),
    ("weighted_kappa(weights=quadratic)", TWO | {"interval", "quadratic"}),
)
SQUARES = frozenset({"loss", "complement", "proper", "checked"})
ECE = frozenset({"loss", "calibration", "checked"})
PROBABILITIES: tuple[tuple[str, AbstractSet[str]], ...] = (
    ("brier(label=a,score=b)", SQUARES | {"mean", "monotone", "brier", "exact"}),
    ("log_loss(label=a,score=b)", SQUARES | {"unbounded", "undefined", "log-loss"}),
    (
        "auc(label=a,score=b)",
        {"both-classes", "ranks", "complement", "monotone", "auroc", "exact"},
    ),
    (
        "average_precision(label=a,score=b)",
        {"some-positive", "ranks", "average-precision", "exact"},
    ),
    ("ece(label=a,score=b,bins=10,closed=upper)", ECE | {"edge-below"}),
    ("ece(label=a,score=b,bins=10,closed=lower)", ECE | {"edge-above"}),
    ("mce(label=a,score=b,bins=10)", ECE),
)
RANKS = frozenset({"association", "varied", "symmetric", "odd", "shifted", "offsets"})
ERRORS = frozenset({"error", "monotone", "lengths", "exact"})
NUMBERS: tuple[tuple[str, AbstractSet[str]], ...] = (
    ("spearman(gold=a,predicted=b)", RANKS | {"scale-free", "ranks", "spearman", "lengths"}),
    ("kendall(gold=a,predicted=b)", RANKS | {"scale-free", "ranks", "kendall", "lengths"}),
    ("medae(gold=a,predicted=b)", ERRORS | {"symmetric", "shifted", "scaled"}),
    ("mape(gold=a,predicted=b)", ERRORS | {"positive", "scale-free", "mean"}),
    (
        "explained_variance(gold=a,predicted=b)",
        {"explained", "varied-gold", "shifted", "scale-free", "lengths", "exact"},
    ),
)


@pytest.mark.parametrize(("text", "claims"), RATERS)
def test_ratings(text: str, claims: AbstractSet[str]) -> None:
    kind = RATER_AGREEMENT.kind
    subject = Subject(text, rated(text), kind.checked(claims))

    assert killers(kind, subject, drawn(RATER_AGREEMENT.cases, 40)) == frozenset()


@pytest.mark.parametrize(("text", "claims"), PAIRS)
def test_ratings_of_two(text: str, claims: AbstractSet[str]) -> None:
    kind = RATER_AGREEMENT.kind
    subject = Subject(text, of_two(text), kind.checked(claims))

    assert killers(kind, subject, drawn(RATER_AGREEMENT.cases, 40)) == frozenset()


@pytest.mark.parametrize(("text", "claims"), PROBABILITIES)
def test_probabilities(text: str, claims: AbstractSet[str]) -> None:
    kind = PROBABILITY_SCORE.kind
    subject: Subject[[Labels, Probabilities]] = Subject(text, columns(text), kind.checked(claims))

    assert killers(kind, subject, drawn(PROBABILITY_SCORE.cases, 40)) == frozenset()


@pytest.mark.parametrize(("text", "claims"), NUMBERS)
def test_numbers(text: str, claims: AbstractSet[str]) -> None:
    kind = NUMBER_SCORE.kind
    subject = Subject(text, columns(text), kind.checked(claims))

    assert killers(kind, subject, drawn(NUMBER_SCORE.cases, 40)) == frozenset()
