"""Paired bootstrap intervals beside scipy's, and adjusted p-values beside those of statsmodels.

Run as a program with a number of samples it makes one interval for two scores, for its memory.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.simplify import less_second
from measurand.evidence.evidence import Evidence, Observed
from measurand.evidence.observation import Observation
from measurand.evidence.pairs import Pairs
from measurand.inference.adjustment import adjust_floats
from measurand.inference.bootstrap_intervals import interval_of
from measurand.inference.comparison import compares
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan
from measurand.inference.resample import resampled
from measurand.inference.resampling_units import paired_rows
from measurand.inference.table import table
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import parse
from measurand.values.score import Defined
from measurand.values.tally import Tally
from tests.benchmarks.measure import cost, ratios

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WANTED = {1_000: (2, 1), 10_000: (8, 3), 100_000: (50, 10)}
"""How many times as fast as scipy: macro F1 alone, macro and micro together."""

HUGE, HUGE_WANTED = 10_000_000, 5
MEGABYTES_WANTED = 200
PART = 100_000
HITS, HITS_WANTED = 100_000, 1
REPEATED = 7
MACRO, MICRO = parse("f(average=macro[sample])"), parse("f(average=micro)")
PLAN, BCA = Plan(), Plan(ends=Ends.BCA)


def answered(number: int, seed: int = 5) -> Integers:
    """Draw samples of two systems: hits and predictions of the one, of the other, gold items."""
    chance = np.random.default_rng(seed)
    gold = chance.choice(5, size=number, p=[0.2, 0.35, 0.25, 0.15, 0.05])
    columns = []
    for right, wrong in ((0.70, 0.35), (0.68, 0.40)):
        hits = chance.binomial(gold, right)
        columns += [hits, hits + chance.poisson(wrong, number)]
    return np.stack([*columns, gold], axis=1).astype(np.int64)


def bag(number: int) -> Pairs:
    """Collect the evidence of so many samples, a part at a time."""
    counts: Counter[tuple[int, ...]] = Counter()
    for start in range(0, number, PART):
        rows = answered(min(PART, number - start), seed=5 + start // PART)
        for row, count in zip(*np.unique(rows, axis=0, return_counts=True), strict=True):
            counts[tuple(int(value) for value in row)] += int(count)
    both = {
        (_evidence(hits, mine, gold), _evidence(other, theirs, gold)): count
        for (hits, mine, other, theirs, gold), count in counts.items()
    }
    return Pairs((), Keyed({(): Bag(both)}), Observation())


def _evidence(hits: int, predicted: int, gold: int) -> Evidence:
    return Observed((("", Tally(hits, predicted, gold)),) if predicted or gold else ())


def intervals(definitions: Sequence[Definition], pairs: Pairs, plan: Plan) -> list[Interval]:
    """Make the intervals of differences, and nothing else of a comparison."""
    rows = paired_rows(definitions, pairs)
    joined = {first + second: count for (first, second), count in rows.vectors.items()}
    width = len(next(iter(rows.vectors))[0])
    made = table(joined, [less_second(score, width) for score in rows.finish])
    drawn, without = resampled(made, plan), made.left_out()
    found = []
    for at, score in enumerate(made.scores()):
        value = float(score.value) if isinstance(score, Defined) else 0.0
        one = interval_of(drawn[:, at], value, plan, (without[:, at], made.counts))
        found += [one] if isinstance(one, Interval) else []
    return found


def scores(rows: Integers) -> tuple[Floats, Floats]:
    """Score each sample of both systems, with nothing against nothing as 1."""
    hits, mine, other, theirs, gold = rows.T
    return _scores(hits, mine + gold), _scores(other, theirs + gold)


def _scores(hits: Integers, sizes: Integers) -> Floats:
    return np.where(sizes == 0, 1.0, 2 * hits / np.maximum(sizes, 1))


def by_scipy(first: Floats, second: Floats) -> tuple[float, float]:
    """Make the same interval by scipy, with batches that fit into the cache."""
    from scipy.stats import bootstrap

    def difference(one: Floats, other: Floats, axis: int = -1) -> Floats:
        found: Floats = np.mean(one, axis=axis) - np.mean(other, axis=axis)
        return found

    found = bootstrap(
        (first, second),
        difference,
        paired=True,
        vectorized=True,
        n_resamples=PLAN.replicates,
        batch=max(1, 2_000_000 // len(first)),
        method="percentile",
        rng=np.random.default_rng(7),
    ).confidence_interval
    return float(found.low), float(found.high)


@frozen
class Timed:
    """A thing to time, and what it is called."""

    name: str
    run: Callable[[], object]


def in_turn(things: Sequence[Timed], rounds: int, repeated: int = 1) -> dict[str, list[float]]:
    """Take CPU seconds, one thing after another, several times; the least of some runs each."""
    found: dict[str, list[float]] = {thing.name: [] for thing in things}
    for _ in range(rounds):
        for thing in things:
            runs = []
            for _ in range(repeated):
                start = time.process_time()
                thing.run()
                runs.append(time.process_time() - start)
            found[thing.name].append(min(runs))
    return found


def _things(pairs: Pairs) -> list[Timed]:
    both = [MACRO, MICRO]
    return [
        Timed("interval of macro", lambda: intervals([MACRO], pairs, PLAN)),
        Timed("macro and micro together", lambda: intervals(both, pairs, PLAN)),
        Timed("the same, BCa", lambda: intervals(both, pairs, BCA)),
        Timed("compare macro, all of it", lambda: compares([MACRO], pairs, PLAN)),
        Timed("compare both, all of it", lambda: compares(both, pairs, PLAN)),
    ]


def bootstrap_ratio(rounds: int) -> Iterator[str]:
    """Compare intervals with those of scipy at several sizes, and with our own of a large bag."""
    yield (
        f"paired bootstrap, {PLAN.replicates:,} resamples, from a bag of pairs; "
        "times as fast as scipy's percentile interval of macro F1 (paired, batch tuned)"
    )
    _warm()
    smaller: dict[str, list[float]] = {}
    for number, wanted in WANTED.items():
        first, second = scores(answered(number))
        pairs = bag(number)
        peer = Timed("scipy", partial(by_scipy, first, second))
        found = in_turn([*_things(pairs), peer], rounds)
        smaller = found if number == HUGE // 1000 else smaller
        yield _agreement(number, pairs, by_scipy(first, second), found["scipy"])
        for at, (name, seconds) in enumerate(found.items()):
            if name != "scipy":
                bar = f"  wanted {wanted[at]}" if at < len(wanted) else ""
                yield f"    {_milli(name, seconds)}  {ratios(found['scipy'], seconds)}{bar}"
    pairs = bag(HUGE)
    yield f"  n = {HUGE:,}, {_distinct(pairs)}: times as long as n = {HUGE // 1000:,}"
    for name, seconds in in_turn(_things(pairs), rounds).items():
        against = ratios(seconds, smaller[name])
        yield f"    {_milli(name, seconds)}  {against}  wanted less than {HUGE_WANTED}"
    yield from _memory()


def _warm() -> None:
    pairs = bag(200)
    for thing in _things(pairs):
        thing.run()
    by_scipy(*scores(answered(200)))


def _milli(name: str, seconds: Sequence[float]) -> str:
    return f"{name:26s} {1000 * median(seconds):8.0f} CPU ms"


def _distinct(pairs: Pairs) -> str:
    return f"{len(pairs.keyed.bags[()].counts):,} distinct pairs"


def _agreement(
    number: int, pairs: Pairs, theirs: tuple[float, float], seconds: Sequence[float]
) -> str:
    [ours] = intervals([MACRO], pairs, PLAN)
    apart = max(abs(ours.low - theirs[0]), abs(ours.high - theirs[1])) / (ours.high - ours.low)
    return (
        f"  n = {number:,}, {_distinct(pairs)}; scipy {median(seconds):.3f} CPU s; "
        f"ends {100 * apart:.1f} % of the interval apart"
    )


def _memory() -> Iterator[str]:
    for number in (*WANTED, HUGE):
        peak = cost([sys.executable, "-m", "tests.benchmarks.bootstrap", str(number)]).megabytes
        yield (
            f"  peak of a process that makes the bag of {number:,} and both intervals: "
            f"{peak:.0f} MB  wanted less than {MEGABYTES_WANTED}"
        )


def holm_ratio(rounds: int) -> Iterator[str]:
    """Compare Holm's adjustment of many p-values with that of statsmodels."""
    from statsmodels.stats.multitest import multipletests

    values = np.random.default_rng(3).beta(0.5, 2.0, HITS)
    theirs = np.asarray(multipletests(values, method="holm")[1], dtype=np.float64)
    apart = float(np.abs(adjust_floats(values) - theirs).max())
    things = (
        Timed("ours", lambda: adjust_floats(values)),
        Timed("statsmodels", lambda: multipletests(values, method="holm")),
    )
    found = in_turn(things, rounds, REPEATED)
    yield f"Holm of {HITS:,} p-values: at most {apart:.0e} from those of statsmodels"
    against = ratios(found["statsmodels"], found["ours"])
    yield (
        f"    {_milli('ours', found['ours'])}, {1000 * median(found['statsmodels']):.0f} CPU ms: "
        f"times as fast {against}  wanted {HITS_WANTED}"
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        intervals([MACRO, MICRO], bag(int(sys.argv[1])), PLAN)
    else:
        for line in (*bootstrap_ratio(3), *holm_ratio(3)):
            sys.stdout.write(f"{line}\n")
