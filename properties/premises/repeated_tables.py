"""True tables of means over folds, or over seeds."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

from properties.premises.layouts import TrueTable
from properties.premises.task import (
    ROLES,
    Task,
    columns_said,
    facts_said,
    heads_of,
    ink_of,
    rounding_said,
    systems_of,
)
from properties.premises.true_data import folds, levels, mean


def _repeated(
    task: Task, level: float, *, parted: bool, many: int, acc: bool
) -> list[tuple[Fraction, ...]]:
    """Score some folds, or some seeds on all samples."""
    if not task.labelled:
        at = list(range(len(task.sizes)))
        task.rng.shuffle(at)
        parts: Sequence[Sequence[int]] = (
            [[task.sizes[one] for one in at[fold::many]] for fold in range(many)]
            if parted
            else [task.sizes] * many
        )
    else:
        parts = folds(task.rng, task.sizes, many) if parted else [task.sizes] * many
    found: list[tuple[Fraction, ...]] = []
    for sizes in parts:
        scored, right = task.run(level, sizes)
        found.append((right, *scored) if acc and right is not None else scored)
    return found


def _deviation(values: Sequence[Fraction], *, sample: bool) -> Fraction:
    middle = mean(values)
    squares = sum(((one - middle) ** 2 for one in values), Fraction(0))
    return Fraction(sqrt(squares / (len(values) - sample)))


_REPEATED_CAPTIONS = {
    True: (
        "{}-fold cross-validation.",
        "Mean and standard deviation over {} folds",
        "Results of {}-fold cross-validation (mean ± std)",
    ),
    False: (
        "Averaged over {} seeds.",
        "Mean of {} runs with different random seeds",
        "mean ± standard deviation of {} runs",
    ),
}


def _spread(rng: Random, *, parted: bool) -> TrueTable:
    task, ink, names = Task(rng), ink_of(rng), systems_of(rng, 1, 5)
    many = rng.choice((3, 5, 10))
    acc = task.labelled and rng.random() < 0.6
    heads = (("Accuracy",) if acc else ()) + heads_of(rng, ink)
    if task.labelled and rng.random() < 0.2:
        heads, acc = ("Accuracy",), True
    style = rng.choice(("±", "±", "±", "()", "column", "none"))
    sample = rng.random() < 0.5
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        runs = _repeated(task, level, parted=parted, many=many, acc=acc)
        cells: list[str] = []
        for column in [*zip(*runs, strict=True)][: len(heads)]:
            middle, spread = ink(mean(column)), ink(_deviation(column, sample=sample))
            match style:
                case "±":
                    cells.append(f"{middle} ± {spread}")
                case "()":
                    cells.append(f"{middle} ({spread})")
                case "column":
                    cells += [middle, spread]
                case _:
                    cells.append(middle)
        rows.append((name, *cells))
    said = [*rounding_said(ink), *task.facts]
    said += facts_said(folds=many) if parted else facts_said(runs=many)
    said += columns_said(heads[-3:], ROLES, task.options) if len(heads) > 1 else []
    written = heads
    if style == "column":
        written = tuple(text for head in heads for text in (head, f"{head} std"))
        said += [("--column", f"{head} std=sd[{head}]") for head in heads]
    elif style == "±":
        said += [("--column", f"{head} ±=sd[{head}]") for head in heads]
    caption = rng.choice(_REPEATED_CAPTIONS[parted]).format(many)
    if style == "±" and rng.random() < 0.3:
        caption = ""
    return TrueTable(
        family="folds" if parted else "seeds",
        head=("Model", *written),
        rows=tuple(rows),
        said=tuple(said),
        caption=caption,
        markup=rng.choice(("markdown", "markdown", "latex")),
    )


def over_folds(rng: Random) -> TrueTable:
    """Print means over folds."""
    return _spread(rng, parted=True)


def over_seeds(rng: Random) -> TrueTable:
    """Print means over seeds."""
    return _spread(rng, parted=False)


def runs(rng: Random) -> TrueTable:
    """Print each fold or seed, and their mean."""
    task, ink, parted = Task(rng), ink_of(rng), rng.random() < 0.5
    many = rng.choice((3, 5))
    acc = task.labelled and rng.random() < 0.6
    heads = (("Acc",) if acc else ()) + heads_of(rng, ink)
    found = _repeated(task, rng.uniform(0.4, 0.9), parted=parted, many=many, acc=acc)
    word = "Fold" if parted else "Seed"
    rows = [(f"{word} {at}", *map(ink, one)) for at, one in enumerate(found, 1)]
    columns = [*zip(*found, strict=True)]
    label = rng.choice(("Mean", "Average"))
    rows.append((label, *(ink(mean(one)) for one in columns)))
    if rng.random() < 0.4:
        rows.append(("Std", *(ink(_deviation(one, sample=True)) for one in columns)))
    said = [
        *rounding_said(ink),
        *columns_said(heads[-3:], ROLES, task.options),
        ("--row", f"{label}=average"),
    ]
    said += [one for one in task.facts if not parted or "classes" in one[1]]
    return TrueTable(
        family="runs",
        head=(rng.choice((word, "")), *heads),
        rows=tuple(rows),
        said=tuple(said),
    )
