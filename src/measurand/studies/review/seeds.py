"""Mean and standard deviation of a metric over the seeds of a run."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.monoid import add_all
from measurand.studies.review.choices import Ddof
from measurand.values.score import Defined, Score, Undefined, square_root


@frozen
class OverSeeds:
    """One metric over seeds: how many have it, of how many; their mean and deviation.

    >>> OverSeeds("n", 2, 3, Defined(Fraction(50)), Defined(Fraction(0))).seeds
    3
    """

    name: str
    defined: int
    seeds: int
    mean: Score
    deviation: Score


def over_seeds(runs: Sequence[Mapping[str, Score]], ddof: Ddof) -> tuple[OverSeeds, ...]:
    """Average every metric over the runs that have it, in the order of the first run.

    The sum of squares is divided by the number of those runs, less `ddof`. The order of the runs
    plays no part.

    >>> runs = [{"f1": Defined(Fraction(1))}, {"f1": Defined(Fraction(0))}, {"f1": Undefined("-")}]
    >>> [found] = over_seeds(runs, Ddof.NONE)
    >>> found.mean, found.deviation, found.defined
    (Defined(value=Fraction(1, 2)), Defined(value=Fraction(1, 2)), 2)
    """
    names = dict.fromkeys(name for run in runs for name in run)
    return tuple(_over(name, [run[name] for run in runs if name in run], ddof) for name in names)


def _over(name: str, scores: Sequence[Score], ddof: Ddof) -> OverSeeds:
    values = sorted(
        score.value
        for score in scores
        if isinstance(score, Defined) and isinstance(score.value, Fraction)
    )
    number, seeds = len(values), len(scores)
    if not values:
        reasons = sorted({score.reason for score in scores if isinstance(score, Undefined)})
        nothing = Undefined(f"no seed has it: {reasons[0]}" if reasons else "no seed has it")
        return OverSeeds(name, 0, seeds, nothing, nothing)
    mean = add_all(values, Fraction(0)) / number
    squares = add_all(((value - mean) ** 2 for value in values), Fraction(0))
    rest = number - int(ddof.value)
    spread: Score = (
        Defined(square_root(squares / rest)) if rest else Undefined("one seed has no deviation")
    )
    return OverSeeds(name, number, seeds, Defined(mean), spread)
