"""Metrics of the families beside the packages that compute them: from dicts and arrays to a number.

Each pair runs in one process, the least CPU time of some runs on each side. With intervals the peer
is called in a loop over resamples, as many as ours has; where its numbers are means of queries, the
queries are scored once and the means are resampled.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

import ir_measures
import krippendorff
import numpy as np
import ranx
from attrs import field, frozen
from scipy.stats import kendalltau, spearmanr
from sklearn import metrics as sk
from sklearn.calibration import calibration_curve

from measurand import Defined, Finaliser, Pool, Score, observing, parse
from measurand.frames import pool_of_labels, pool_of_numbers, pool_of_rankings, pool_of_ratings
from measurand.inference.comparison import estimates
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from tests.benchmarks.label_speed import RUNS, least

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

QUERIES, DOCUMENTS, CUT, JUDGED = 1_000, 1_000, 10, 50
RATERS, UNITS, CATEGORIES = 5, 10_000, 5
LABELS, CLASSES = 100_000, 10
NEAR = 1e-9
TEN = (
    "accuracy(class=item)",
    "f(average=micro,class=item)",
    "f(average=macro[class],class=item)",
    "precision(average=macro[class],class=item)",
    "recall(average=macro[class],class=item)",
    "precision(average=micro,class=item)",
    "mcc(class=item)",
    "kappa(class=item)",
    "recall(average=macro[class],class=item,over=gold)",
    "jaccard(average=macro[class],class=item)",
)
Grades = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]
Values = Sequence[float]


@frozen
class Case:
    """What is computed: ours of a number of resamples (0: no interval), and that of each peer.

    `known` tells whether a peer computes the same number, `runs` how often ours is timed.
    """

    name: str
    ours: Callable[[int], Values]
    peers: Mapping[str, Callable[[], Values]]
    looped: Callable[[int], object] | None = None
    resamples: int = 0
    known: bool = field(default=True, kw_only=True)
    runs: int = field(default=RUNS, kw_only=True)


def scored(pooled: Callable[[], Pool], texts: Sequence[str], resamples: int) -> Values:
    """Pool and score; with resamples there is an interval, too."""
    definitions, pool = [parse(text) for text in texts], pooled()
    if resamples:
        found = estimates(definitions, pool, Plan(replicates=resamples))
        if not all(isinstance(one.interval, Interval) for one in found):
            message = f"intervals: got {[one.interval for one in found]}"
            raise ValueError(message)
        return [number(one.score) for one in found]
    finaliser = Finaliser(pool)
    return [number(finaliser.score(definition).score) for definition in definitions]


def number(score: Score) -> float:
    """Give the float of a score."""
    return float(score.value) if isinstance(score, Defined) else float("nan")


def drawn_rankings(judged: int) -> tuple[Grades, Run]:
    """Draw a score for each document of each query, and grades from 0 to 3 of some."""
    chance = np.random.default_rng(1)
    names = np.array([f"d{at}" for at in range(DOCUMENTS)])
    gold: dict[str, Mapping[str, int]] = {}
    run: dict[str, Mapping[str, float]] = {}
    for query in range(QUERIES):
        scores, grades = chance.random(DOCUMENTS), chance.integers(0, 4, judged)
        run[f"q{query}"] = dict(zip(names.tolist(), scores.tolist(), strict=True))
        some = chance.permutation(names)[:judged].tolist()
        gold[f"q{query}"] = dict(zip(some, grades.tolist(), strict=True))
    return gold, run


def rankings(judged: int) -> Case:
    """Compare nDCG of queries that are dicts of dicts."""
    gold, run = drawn_rankings(judged)
    text = f"ndcg(k={CUT})"
    ndcg = ir_measures.nDCG @ CUT

    def by_ir_measures() -> Values:
        return [ir_measures.calc_aggregate([ndcg], gold, run)[ndcg]]

    def by_ranx() -> Values:
        return [float(ranx.evaluate(ranx.Qrels(gold), ranx.Run(run), f"ndcg@{CUT}"))]

    def looped(resamples: int) -> object:
        each = np.array([one.value for one in ir_measures.iter_calc([ndcg], gold, run)])
        chance = np.random.default_rng(1)
        means = [each[chance.integers(0, len(each), len(each))].mean() for _ in range(resamples)]
        return np.quantile(means, [0.025, 0.975])

    pooled = partial(pool_of_rankings, observing(parse(text)), gold, run)
    return Case(
        f"nDCG@{CUT}, {QUERIES:,} queries x {DOCUMENTS:,} documents, {judged:,} judged",
        partial(scored, lambda: pooled().unwrap(), [text]),
        {"ir_measures": by_ir_measures, "ranx": by_ranx},
        looped,
        1_000,
    )


def ratings(level: Literal["nominal", "interval"]) -> Case:
    """Compare Krippendorff's alpha of a matrix in which ratings are missing."""
    chance = np.random.default_rng(2)
    shape = (RATERS, UNITS)
    right = chance.random(shape) < 0.7
    truth, other = chance.integers(0, CATEGORIES, UNITS), chance.integers(0, CATEGORIES, shape)
    matrix = np.where(chance.random(shape) < 0.1, np.nan, np.where(right, truth, other))
    text = f"krippendorff_alpha(level={level})"

    def alpha(of: "Floats") -> float:
        return float(krippendorff.alpha(of, level_of_measurement=level))

    def looped(resamples: int) -> object:
        units = np.random.default_rng(1).integers(0, UNITS, (resamples, UNITS))
        return np.quantile([alpha(matrix[:, some]) for some in units], [0.025, 0.975])

    return Case(
        f"alpha ({level}), {RATERS} raters x {UNITS:,} units",
        partial(scored, lambda: pool_of_ratings(observing(parse(text)), matrix).unwrap(), [text]),
        {"krippendorff": lambda: [alpha(matrix)]},
        looped,
        200,
    )


def labels() -> Case:
    """Compare ten metrics of two columns of labels."""
    chance = np.random.default_rng(3)
    gold = chance.integers(0, CLASSES, LABELS)
    right = chance.random(LABELS) < 0.6
    predicted = np.where(right, gold, chance.integers(0, CLASSES, LABELS))
    functions: Sequence[Callable[..., float]] = (
        sk.accuracy_score,
        partial(sk.f1_score, average="micro"),
        partial(sk.f1_score, average="macro"),
        partial(sk.precision_score, average="macro"),
        partial(sk.recall_score, average="macro"),
        partial(sk.precision_score, average="micro"),
        sk.matthews_corrcoef,
        sk.cohen_kappa_score,
        sk.balanced_accuracy_score,
        partial(sk.jaccard_score, average="macro"),
    )

    def every(some: "Integers | slice") -> Values:
        return [float(function(gold[some], predicted[some])) for function in functions]

    def looped(resamples: int) -> object:
        rows = np.random.default_rng(1).integers(0, LABELS, (resamples, LABELS))
        return np.quantile([every(some) for some in rows], [0.025, 0.975], axis=0)

    how = observing(parse(TEN[0]))
    return Case(
        f"{len(TEN)} metrics of {LABELS:,} labels of {CLASSES} classes",
        partial(scored, lambda: pool_of_labels(how, gold, predicted).unwrap(), TEN),
        {"scikit-learn": lambda: every(slice(None))},
        looped,
        50,
    )


def probabilities(text: str, peer: Callable[..., object], digits: int, resamples: int) -> Case:
    """Compare a metric of probabilities, which are rounded to some digits."""
    chance = np.random.default_rng(4)
    said = chance.random(LABELS)
    so = (chance.random(LABELS) < said).astype(np.int64)
    said = said.round(digits)

    def of(some: "Integers | slice") -> object:
        return peer(so[some], said[some])

    def looped(count: int) -> object:
        rows = np.random.default_rng(1).integers(0, LABELS, (count, LABELS))
        return [of(some) for some in rows]

    def value() -> Values:
        found = of(slice(None))
        return [found] if isinstance(found, float) else [float("nan")]

    def pooled() -> Pool:
        return pool_of_numbers(observing(parse(text)), {"p": said, "y": so}).unwrap()

    return Case(
        f"{text.partition('(')[0]} of {LABELS:,} probabilities of {digits} digits",
        partial(scored, pooled, [text]),
        {f"sklearn.{peer.__name__}": value},
        looped if resamples else None,
        resamples,
        known=peer is not calibration_curve,
        runs=RUNS if resamples else 1,
    )


def correlations(text: str, peer: Callable[..., object], size: int, resamples: int) -> Case:
    """Compare a correlation of ranks of two columns of numbers of three digits."""
    chance = np.random.default_rng(5)
    x = chance.random(size).round(3)
    y = (x + chance.normal(size=size)).round(3)

    def of(some: "Integers | slice") -> float:
        return float(getattr(peer(x[some], y[some]), "statistic"))  # noqa: B009 # of either peer

    def looped(count: int) -> object:
        return [of(some) for some in np.random.default_rng(1).integers(0, size, (count, size))]

    def pooled() -> Pool:
        return pool_of_numbers(observing(parse(text)), {"x": x, "y": y}).unwrap()

    return Case(
        f"{text.partition('(')[0]} of {size:,} pairs of numbers",
        partial(scored, pooled, [text]),
        {f"scipy.{peer.__name__}": lambda: [of(slice(None))]},
        looped,
        resamples,
    )


def cases() -> Iterator[Case]:
    """List what is compared."""
    yield rankings(JUDGED)
    yield rankings(DOCUMENTS)
    yield ratings("nominal")
    yield ratings("interval")
    yield labels()
    scores = "(score=p,label=y)"
    for digits, resamples in ((2, 100), (16, 0)):
        yield probabilities(f"brier{scores}", sk.brier_score_loss, digits, resamples)
        yield probabilities(f"ece{scores}", calibration_curve, digits, resamples)
        yield probabilities(
            f"average_precision{scores}", sk.average_precision_score, digits, resamples
        )
    yield correlations("spearman(gold=x,predicted=y)", spearmanr, 2_000, 1_000)
    yield correlations("kendall(gold=x,predicted=y)", kendalltau, 2_000, 1_000)


def family_ratio() -> Iterator[str]:
    """Compare the cost of each metric with that of its peers, and that of its interval."""
    yield "metrics of families beside their peers, from dicts and arrays to the number, CPU ms"
    for case in cases():
        ours = case.ours(0)
        for peer, run in case.peers.items():
            theirs = run()
            mine, other = least(partial(case.ours, 0), case.runs), least(run)
            near = [abs(a - b) < NEAR for a, b in zip(ours, theirs, strict=True)]
            same = "same numbers" if all(near) else f"OTHER NUMBERS {theirs}"
            yield (
                f"  {case.name}: {1000 * mine:.1f}, {peer} {1000 * other:.1f}: "
                f"ours / this {mine / other:.2f}  {same if case.known else 'its bins alone'}"
            )
        if case.looped is not None:
            mine = least(partial(case.ours, case.resamples), runs=1)
            other = least(partial(case.looped, case.resamples), runs=1)
            yield (
                f"    with an interval of {case.resamples:,} resamples: {1000 * mine:.0f}, "
                f"in a loop {1000 * other:.0f}: ours / this {mine / other:.3f}"
            )


if __name__ == "__main__":
    for line in family_ratio():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
