"""Names of scores of lists and of raters: figures that the packages printed, and refusals.

The figures are those of scikit-learn 1.9.1, statsmodels 0.15.0 and krippendorff 0.9.0.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from measurand.compat import as_krippendorff, as_sklearn_ndcg, as_sklearn_top_k, as_statsmodels
from measurand.metrics.compat.short_names import named
from measurand.values.sample import Graded, Sample, of_numbers

LABELS = (1, 0, 1, 1, 0, 0, 1)
PROBABILITIES = ("0.9", "0.2", "0.35", "0.8", "0.35", "0.6", "0.5")
UNITS = ("111", "122", "233", "333")


def columns(labels: Sequence[int]) -> list[Sample]:
    return of_numbers(p=PROBABILITIES, rain=labels)


def graded(*numbers: str) -> Graded:
    return tuple((f"d{at}", Fraction(number)) for at, number in enumerate(numbers))


def units(some: Sequence[str]) -> list[Sample]:
    return [
        Sample(id=str(at), gold=tuple(ratings), predicted=None) for at, ratings in enumerate(some)
    ]


@pytest.mark.parametrize(
    ("function", "printed"),
    [("brier_score_loss", 0.17785714285714285), ("average_precision_score", 0.8541666666666666)],
)
def test_scores_of_a_label_have_these_bits(function: str, printed: float) -> None:
    number = named(f"sklearn:{function}:rain:p")

    assert number.number(columns(LABELS)) == printed
    assert not number.near


@pytest.mark.parametrize(
    ("function", "printed"),
    [("log_loss", 0.520241510187354), ("roc_auc_score", 0.7916666666666666)],
)
def test_others_are_near_and_say_so(function: str, printed: float) -> None:
    number = named(f"sklearn:{function}:rain:p")

    assert number.number(columns(LABELS)) == pytest.approx(printed, rel=1e-13)
    assert number.near.startswith("up to some bits")


def test_ndcg_score_is_of_rows_of_documents() -> None:
    rows = [
        (graded("3", "0", "1", "2"), graded("0.1", "0.2", "0.2", "0.4")),
        (graded("0", "1", "0", "2"), graded("0.5", "0.1", "0.1", "0.3")),
    ]
    samples = [
        Sample(id=str(at), graded=(("gold", gold), ("predicted", run)))
        for at, (gold, run) in enumerate(rows)
    ]

    assert as_sklearn_ndcg(3).number(samples) == pytest.approx(0.5567005594884735, rel=1e-13)


def test_the_first_of_classes_is_the_later_one_of_two_that_tie() -> None:
    rows = (("a", "532"), ("b", "442"), ("c", "352"), ("b", "181"))
    samples = [
        Sample(
            id=str(at),
            gold=(gold,),
            graded=(("p", tuple(zip("abc", map(Fraction, scores), strict=True))),),
        )
        for at, (gold, scores) in enumerate(rows)
    ]

    assert as_sklearn_top_k("p", 1).number(samples) == 0.75


def test_the_kappa_of_a_table_has_these_bits() -> None:
    assert as_statsmodels("fleiss_kappa").number(units(UNITS)) == 0.4893617021276595


@pytest.mark.parametrize(
    ("level", "printed"),
    [
        ("nominal", 0.5319148936170213),
        ("ordinal", 0.7944775132275133),
        ("interval", 0.794392523364486),
        ("ratio", 0.7602564102564102),
    ],
)
def test_alpha_is_near_at_every_level(level: str, printed: float) -> None:
    found = as_krippendorff(level).number(units(UNITS))

    assert found == pytest.approx(printed, rel=1e-13)


def test_raters_that_are_lists_are_named() -> None:
    rows = [
        Sample(
            id=unit,
            lists=tuple(
                (name, (rating,)) for name, rating in zip(("ann", "bob", "cem"), unit, strict=True)
            ),
        )
        for unit in UNITS
    ]

    for name in ("statsmodels:fleiss_kappa", "krippendorff:alpha:ordinal"):
        lists = named(f"{name}:ann+bob+cem")
        assert lists.number(rows) == named(name).number(units(UNITS))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sklearn:log_loss", "expected sklearn:log_loss:LABEL:SCORE, two columns of --number"),
        ("sklearn:ndcg_score:ten", "expected sklearn:ndcg_score or sklearn:ndcg_score:K"),
        ("sklearn:top_k_accuracy_score:p:0", "expected sklearn:top_k_accuracy_score:LIST or"),
        ("krippendorff:alpha:nominla", "a level among nominal, .*did you mean 'nominal'"),
        ("krippendorff:kappa", "expected krippendorff:alpha, krippendorff:alpha:LEVEL"),
        ("statsmodels:fleiss", "fleiss_kappa: got 'fleiss': did you mean 'fleiss_kappa'"),
    ],
)
def test_what_a_tool_does_not_have_is_refused(name: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        named(name)


@pytest.mark.parametrize("function", ["log_loss", "roc_auc_score"])
def test_one_label_alone_is_refused_as_by_the_tool(function: str) -> None:
    with pytest.raises(ValueError, match="samples of both labels, as the tool asks for"):
        named(f"sklearn:{function}:rain:p").number(columns([1] * 7))


def test_no_positive_label_is_0_to_the_tool_and_no_number_to_us() -> None:
    with pytest.raises(ValueError, match=r"scores as we do: got 0\.0, where ours is undefined"):
        named("sklearn:average_precision_score:rain:p").number(columns([0] * 7))


def test_a_missing_score_is_refused() -> None:
    with pytest.raises(ValueError, match="a number 'p' in every sample: got none in '1'"):
        named("sklearn:brier_score_loss:rain:p").number(
            [Sample(id="1", amounts=(("rain", Fraction(1)),))]
        )


def test_ratings_that_are_all_alike_are_refused_as_krippendorff_does() -> None:
    with pytest.raises(ValueError, match="ratings that differ, as the tool asks for"):
        as_krippendorff("ordinal").number(units(("11", "11")))


def test_units_of_different_sizes_are_no_table() -> None:
    with pytest.raises(
        ValueError, match=r"as many ratings of each unit, at least two: got \[2, 3\]"
    ):
        as_statsmodels("fleiss_kappa").number(units(("11", "122")))


@pytest.mark.parametrize(
    ("gold", "run", "told"),
    [
        (graded("1", "0"), graded("1"), "a grade and a score of each document"),
        (graded("1"), graded("1"), "at least two documents in a query: got 1"),
        (graded("1", "-1"), graded("1", "2"), "grades of at least 0: got -1"),
    ],
)
def test_what_is_no_row_of_a_matrix_is_refused(gold: Graded, run: Graded, told: str) -> None:
    sample = Sample(id="q", graded=(("gold", gold), ("predicted", run)))

    with pytest.raises(ValueError, match=told):
        as_sklearn_ndcg().number([sample])


def test_a_class_that_is_gold_nowhere_has_no_column() -> None:
    sample = Sample(id="1", gold=("a",), graded=(("p", graded("1", "2", "3")),))

    with pytest.raises(ValueError, match="each class as gold somewhere, as the tool has no names"):
        as_sklearn_top_k("p").number([sample])
