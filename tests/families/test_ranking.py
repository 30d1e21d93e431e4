"""Rankings: worked examples by hand and of sources, and a fixed comparison with scikit-learn."""

import random
from fractions import Fraction
from math import log2
from pathlib import Path

import pytest
from sklearn.metrics import ndcg_score

from measurand.edges.cli.main import main
from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Graded, Sample
from measurand.values.score import Defined, Score

DOCS = Path(__file__).parents[2] / "docs" / "examples" / "ranking"


def graded(**numbers: float) -> Graded:
    return tuple((name, Fraction(str(number))) for name, number in sorted(numbers.items()))


def query(gold: Graded, run: tuple[str, ...] | None, name: str = "q") -> Sample:
    return Sample(id=name, predicted=run, graded=(("gold", gold),))


def scored(gold: Graded, run: Graded) -> Sample:
    return Sample(id="q", graded=(("gold", gold), ("predicted", run)))


def value(score: Score) -> float:
    assert isinstance(score, Defined)
    return float(score.value)


# Relevant at ranks 1, 3 and 6 of ten, of five relevant.
FIVE = graded(a=1, b=1, c=1, d=1, e=1)
TEN = ("a", "n1", "b", "n2", "n3", "c", "n4", "n5", "n6", "n7")


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("precision_at(k=10)", Fraction(3, 10)),
        ("precision_at(k=20)", Fraction(3, 20)),
        ("recall_at(k=10)", Fraction(3, 5)),
        ("hit_rate(k=1)", Fraction(1)),
        ("reciprocal_rank", Fraction(1)),
        # The mean of 1/1, 2/3, 3/6, 0 and 0.
        ("mean_average_precision", Fraction(13, 30)),
        # The sum of 1/1 and 2/3, by 5 and by 3.
        ("mean_average_precision(k=3)", Fraction(1, 3)),
        ("mean_average_precision(k=3,divisor=reachable)", Fraction(5, 9)),
        # Two of the first five.
        ("r_precision", Fraction(2, 5)),
        # Nobody judged anything to be not relevant: 3 of 5 are found.
        ("bpref", Fraction(3, 5)),
    ],
)
def test_one_query_by_hand(definition: str, expected: Fraction) -> None:
    assert evaluate(parse(definition), [query(FIVE, TEN)]) == Defined(expected)


def test_the_ndcg_of_six_documents_by_hand() -> None:
    # Grades 3, 2, 3, 0, 1, 2 in the order of the run.
    gold = graded(d1=3, d2=2, d3=3, d4=0, d5=1, d6=2)
    run = tuple(f"d{at}" for at in range(1, 7))
    dcg = 3 + 2 / log2(3) + 3 / 2 + 0 + 1 / log2(6) + 2 / log2(7)
    ideal = 3 + 3 / log2(3) + 2 / 2 + 2 / log2(5) + 1 / log2(6)

    found = evaluate(parse("ndcg"), [query(gold, run)])

    assert value(found) == pytest.approx(dcg / ideal, rel=1e-15)
    assert round(value(found), 3) == 0.961


def test_an_exponential_gain_by_hand() -> None:
    # The document of grade 3, worth 7, stands second.
    sample = scored(graded(a=3, b=1), graded(a=1, b=2))

    found = evaluate(parse("ndcg(gain=exponential)"), [sample])

    assert value(found) == pytest.approx((1 + 7 / log2(3)) / (7 + 1 / log2(3)), rel=1e-15)


def test_an_ideal_ranking_has_an_ndcg_of_exactly_1() -> None:
    assert evaluate(parse("ndcg"), [query(FIVE, ("e", "d", "c", "b", "a"))]) == Defined(Fraction(1))


@pytest.mark.parametrize(
    ("ties", "expected"),
    [("descending_id", Fraction(1)), ("ascending_id", Fraction(1, 2)), ("average", Fraction(3, 4))],
)
def test_ties_have_the_rule_that_is_said(ties: str, expected: Fraction) -> None:
    tied = scored(graded(b=1), graded(a=2, b=2))

    assert evaluate(parse(f"reciprocal_rank(ties={ties})"), [tied]) == Defined(expected)


def test_bpref_counts_judged_documents_above_relevant_ones() -> None:
    # R = 2, N = 2; above `b` is one of them: (1 + 1/2) / 2. `x` was not judged.
    sample = query(graded(a=1, b=1, m=0, n=0), ("a", "x", "m", "b", "n"))

    assert evaluate(parse("bpref"), [sample]) == Defined(Fraction(3, 4))


def test_documents_that_nobody_judged_can_be_left_out() -> None:
    sample = query(graded(a=1, b=0), ("x", "y", "a", "b"))

    assert evaluate(parse("precision_at(k=2,unjudged=left_out)"), [sample]) == Defined(
        Fraction(1, 2)
    )
    assert evaluate(parse("precision_at(k=2)"), [sample]) == Defined(Fraction(0))


def test_a_query_without_a_run_is_left_out_or_has_an_empty_one() -> None:
    samples = [query(FIVE, TEN, "1"), query(FIVE, None, "2")]

    assert evaluate(parse("recall_at(k=10)"), samples) == Defined(Fraction(3, 5))
    assert evaluate(parse("recall_at(k=10,missing=empty)"), samples) == Defined(Fraction(3, 10))


def test_a_query_without_anything_relevant_has_no_number_unless_one_is_said() -> None:
    samples = [query(FIVE, TEN, "1"), query(graded(a=0), TEN, "2")]

    assert evaluate(parse("recall_at(k=10)"), samples) == Defined(Fraction(3, 5))
    assert evaluate(parse("recall_at(k=10,no_relevant=0)"), samples) == Defined(Fraction(3, 10))


def test_exponents_are_whole_grades() -> None:
    with pytest.raises(UnfitSampleError, match="a whole grade of 'a': got 1/2"):
        evaluate(parse("ndcg(gain=exponential)"), [query(graded(a=0.5), TEN)])


def test_a_document_stands_in_a_ranking_once() -> None:
    with pytest.raises(UnfitSampleError, match="every document of a ranking once"):
        evaluate(parse("bpref"), [query(FIVE, ("a", "a"))])


@pytest.mark.parametrize("k", [None, 1, 3])
def test_scikit_learn_takes_the_mean_over_ties(k: int | None) -> None:
    rng = random.Random(11)  # noqa: S311 # fixed cases
    definition = parse(f"ndcg(k={k or 'all'},ties=average,no_relevant=0)")
    for _ in range(200):
        names = [f"d{at}" for at in range(rng.randint(2, 7))]
        gold = {name: rng.choice((0, 0, 1, 2, 3)) for name in names}
        run = {name: rng.choice((1, 2, 3)) for name in names}

        found = evaluate(definition, [scored(graded(**gold), graded(**run))])

        theirs = ndcg_score([list(gold.values())], [list(run.values())], k=k)
        assert value(found) == pytest.approx(theirs, rel=1e-12, abs=1e-12)


def test_a_file_of_graded_lists_is_scored(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(DOCS / "search.jsonl")

    assert main(["score", path, "-d", "reciprocal_rank", "--format", "csv"]) == 0

    # 1/3 (`t9` ties with `t1` and is first), 1, 1/2 (`c9` ties with `c2`), and 0.
    assert ",11/24," in capsys.readouterr().out


def test_two_systems_are_compared_on_the_same_grades(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text('{"id": "1", "gold": {"a": 1}, "pred": {"a": 1, "b": 2}}\n')
    second.write_text('{"id": "1", "gold": {"b": 1}, "pred": {"a": 1, "b": 2}}\n')

    assert main(["compare", str(first), str(second), "-d", "reciprocal_rank"]) == 2

    assert "the same gold list in both systems" in capsys.readouterr().err


def test_scores_known_by_their_ends_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DOCS / name) for name in ("search.jsonl", "other.jsonl")]

    assert main(["compare", *files, "-d", "ndcg(k=3)", "--format", "csv"]) == 3

    # As far apart or farther: 6 of the 16 exchanges of four queries.
    assert ",0.3750," in capsys.readouterr().out
