"""Macro F1 of two columns of labels beside scikit-learn: from the arrays to the score.

MCC and kappa have an interval from resamples beside the one number of scikit-learn. Run as a
program it prints its lines; CPU time, the least of five runs on each side.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from sklearn.metrics import cohen_kappa_score, f1_score, matthews_corrcoef

import measurand
from measurand import Defined, Score, observing, parse
from measurand.frames import pool_of_labels
from measurand.inference.comparison import Estimate, estimate
from measurand.inference.plan import Plan
from measurand.metrics.finalise import score

MACRO = parse("f(average=macro[class],class=item)")
ROWS, RUNS = 100_000, 5
WANTED = {10: 1.0, 100: 1.5}
"""How much of scikit-learn's CPU time is allowed, by the number of classes."""
RESAMPLED = {"mcc": matthews_corrcoef, "kappa": cohen_kappa_score}
REPLICATES, SECONDS, CLASSES = 2_000, 0.2, 10
"""Resamples of MCC and kappa, the CPU time that is allowed for them, pool included."""
RIGHT = 0.3
AVERAGES = "macro[class]", "weighted[class]"
Labels = Sequence[object] | NDArray[np.generic]


@frozen
class Columns:
    """Gold and predicted labels, and what they are kept in."""

    kept: str
    gold: Labels
    predicted: Labels


def drawn(classes: int, rows: int = ROWS, seed: int = 1) -> Iterator[Columns]:
    """Draw labels, of which three in ten are right and the others are anything."""
    chance = np.random.default_rng(seed)
    gold = chance.integers(0, classes, rows)
    predicted = np.where(chance.random(rows) < RIGHT, gold, chance.integers(0, classes, rows))
    whole = gold.tolist(), predicted.tolist()
    texts = [[f"class {label}" for label in side] for side in whole]
    yield Columns("ints, arrays", gold, predicted)
    yield Columns("ints, lists", *whole)
    yield Columns("texts, lists", *texts)
    yield Columns("texts, arrays", np.array(texts[0]), np.array(texts[1]))


def ours(columns: Columns) -> Score:
    """Pool and score."""
    return score(MACRO, pool_of_labels(observing(MACRO), columns.gold, columns.predicted).unwrap())


def theirs(columns: Columns) -> float:
    """Score as scikit-learn does."""
    return float(f1_score(columns.gold, columns.predicted, average="macro"))


def least(run: Callable[[], object], runs: int = RUNS) -> float:
    """Take the CPU time of the quickest run."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)


def label_ratio() -> Iterator[str]:
    """Compare the cost of macro F1, by the number of classes and what labels are kept in."""
    yield f"macro F1 of {ROWS:,} labels beside scikit-learn, CPU ms, best of {RUNS}"
    for classes, wanted in WANTED.items():
        for columns in drawn(classes):
            mine = least(partial(ours, columns))
            other = least(partial(theirs, columns))
            found = ours(columns)
            value = float(found.value) if isinstance(found, Defined) else float("nan")
            apart = abs(value - theirs(columns))
            yield (
                f"  {classes:3d} classes, {columns.kept:13s} {1000 * mine:6.1f}, "
                f"{1000 * other:6.1f}: ours / this {mine / other:.2f}  wanted {wanted}"
                f"  {'same number' if apart < 1e-12 else f'APART BY {apart:.0e}'}"
            )


def resampled(metric: str, columns: Columns) -> Estimate:
    """Pool, score and resample."""
    definition = parse(f"{metric}(class=item)")
    found = pool_of_labels(observing(definition), columns.gold, columns.predicted).unwrap()
    return estimate(definition, found, Plan(replicates=REPLICATES))


def resample_ratio() -> Iterator[str]:
    """Compare MCC and kappa with resamples against the number alone, of labels of ten classes."""
    yield (
        f"MCC and kappa of {ROWS:,} labels of {CLASSES} classes with {REPLICATES:,} resamples, "
        f"beside the one number of scikit-learn, CPU s, best of {RUNS}"
    )
    for columns in drawn(CLASSES):
        for metric, other in RESAMPLED.items():
            mine = least(partial(resampled, metric, columns))
            once = least(partial(other, columns.gold, columns.predicted))
            yield (
                f"  {metric:5s} {columns.kept:13s} {mine:6.3f}, {once:6.3f}: "
                f"ours / this {mine / once:.2f}  wanted {SECONDS} s"
            )


TEN = (
    *(f"{name}(average={how})" for how in AVERAGES for name in ("f1", "precision", "recall")),
    "f1(average=micro)",
    "accuracy",
    "kappa",
    "mcc",
)
"""Definitions of the same labels, the first of which is what one costs."""


def ten_ratio() -> Iterator[str]:
    """Compare ten definitions with the first of them, and that with its interval."""
    yield f"{len(TEN)} definitions of {ROWS:,} labels beside one, CPU ms, best of {RUNS}"
    for classes in WANTED:
        for columns in drawn(classes):
            sides = columns.gold, columns.predicted
            one = least(partial(measurand.score, *sides, TEN[0]))
            ten = least(partial(measurand.score, *sides, TEN))
            yield (
                f"  {classes:3d} classes, {columns.kept:13s} {1000 * ten:6.1f}, {1000 * one:6.1f}: "
                f"ten / one {ten / one:.2f}  wanted 2"
            )
        whole = least(partial(measurand.interval, *sides, TEN[0]), 1)
        yield f"  {classes:3d} classes, 10,000 resamples: + {whole - one:.2f} s  wanted 0.3"


if __name__ == "__main__":
    for line in (*label_ratio(), *ten_ratio(), *resample_ratio()):
        sys.stdout.write(f"{line}\n")
