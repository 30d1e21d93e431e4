"""Mean and deviation over seeds, worked by hand."""

from fractions import Fraction

from measurand.studies.review.choices import Ddof
from measurand.studies.review.study import SeedStatistics, seed_statistics
from measurand.values.score import Defined, Root, Score, Undefined


def over(values: list[int | None], ddof: Ddof) -> SeedStatistics:
    runs: list[dict[str, Score]] = [
        {"m": Undefined("no gold") if value is None else Defined(Fraction(value))}
        for value in values
    ]
    [found] = seed_statistics(runs, ddof)
    return found


def test_all_seeds_are_the_population() -> None:
    """1, 2, 6: mean 3, squares 4 + 1 + 9 = 14, over 3."""
    found = over([1, 2, 6], Ddof.NONE)

    assert (found.mean, found.deviation) == (Defined(Fraction(3)), Defined(Root(Fraction(14, 3))))


def test_seeds_are_a_sample() -> None:
    """The same 14, over 2: the root of 7."""
    found = over([1, 2, 6], Ddof.ONE)

    assert found.deviation == Defined(Root(Fraction(7)))


def test_a_seed_without_the_metric_is_left_out_and_told() -> None:
    """1 and 3 alone: mean 2, squares 2, over 2."""
    found = over([1, None, 3], Ddof.NONE)

    assert (found.defined, found.seeds) == (2, 3)
    assert (found.mean, found.deviation) == (Defined(Fraction(2)), Defined(Fraction(1)))


def test_one_seed_is_no_sample() -> None:
    assert over([5], Ddof.ONE).deviation == Undefined("one seed has no deviation")
    assert over([5], Ddof.NONE).deviation == Defined(Fraction(0))


def test_no_seed_has_it_and_why() -> None:
    found = over([None, None], Ddof.ONE)

    assert found.mean == Undefined("no seed has it: no gold")
