"""True tables of two classes, p-values, intervals and errors."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from random import Random

from properties.premises.layouts import TrueTable, number
from properties.premises.task import TASKS, WAYS, facts_said, ink_of, rounding_said, systems_of
from properties.premises.true_data import Matrix, classes, folds, judgements, levels, mean, share


def _diagnosed(matrix: Matrix) -> Mapping[str, Fraction]:
    (tp, fn), (fp, tn) = matrix
    whole = tp + fn + fp + tn
    return {
        "Accuracy": share(tp + tn, whole),
        "Sensitivity": share(tp, tp + fn),
        "Specificity": share(tn, tn + fp),
        "PPV": share(tp, tp + fp),
        "NPV": share(tn, tn + fn),
        "F1": share(2 * tp, 2 * tp + fp + fn),
        "Balanced accuracy": (share(tp, tp + fn) + share(tn, tn + fp)) / 2,
    }


_DIAGNOSED = {
    "Accuracy": "accuracy",
    "Sensitivity": "recall",
    "Specificity": "specificity",
    "PPV": "precision",
    "NPV": "npv",
    "F1": "f",
    "Balanced accuracy": "balanced_accuracy",
}


def diagnosis(rng: Random) -> TrueTable:
    """Print what is told of two classes: in one run, as means over folds, or group by group."""
    ink, names, sizes = ink_of(rng), systems_of(rng, 1, 6), classes(rng, 2)
    kept = ["Accuracy", "Sensitivity", "Specificity"]
    kept += [one for one in (*_DIAGNOSED,)[3:] if rng.random() < 0.4]
    counted = rng.random() < 0.3
    many = 0 if counted else rng.choice((0, 0, 5))
    grouped = not counted and not many and rng.random() < 0.3
    groups = [classes(rng, 2) if grouped else sizes for _ in names]
    rows = []
    for name, level, own in zip(names, levels(rng, len(names)), groups, strict=True):
        parts = folds(rng, own, many) if many else (own,)
        matrices = [judgements(rng, part, level) for part in parts]
        found = [_diagnosed(one) for one in matrices]
        scored = [ink(mean([one[head] for one in found])) for head in kept]
        (tp, fn), (fp, tn) = matrices[0]
        rows.append((name, *(map(str, (tp, fp, fn, tn)) if counted else ()), *scored))
    said = [*rounding_said(ink), *facts_said(classes=2)]
    if not grouped:
        said += facts_said(positives=sizes[0], negatives=sizes[1], samples=sum(sizes))
    said += facts_said(folds=many) if many else []
    said += [("--column", f"{head}={_DIAGNOSED[head]}") for head in kept]
    whole = [sum(one[at] for one in groups) if grouped else sizes[at] for at in (0, 1)]
    counts = rng.choice(("", f"{whole[0]} positive and {whole[1]} negative cases"))
    return TrueTable(
        family="diagnosis over folds" if many else f"diagnosis{' of groups' * grouped}",
        head=("Model", *(("TP", "FP", "FN", "TN") if counted else ()), *kept),
        rows=tuple(rows),
        said=tuple(said),
        caption=f"Means of {many}-fold cross-validation" if many else counts,
        # A file of comma-separated values has no caption, and then nothing speaks of folds.
        markup=rng.choice(("markdown", "latex") if many else ("markdown", "csv", "latex")),
    )


def tests(rng: Random) -> TrueTable:
    """Print p-values and those that Holm adjusts."""
    names = systems_of(rng, 2, 7)
    replicates = rng.choice((0, 1000, 9999))
    raw = []
    for _ in names:
        chance = rng.choice((rng.uniform(0, 0.05), rng.uniform(0, 1)))
        raw.append(
            Fraction(1 + round(chance * replicates), 1 + replicates)
            if replicates
            else Fraction(chance)
        )
    places, way = rng.choice((3, 4)), rng.choice(WAYS)
    order = sorted(range(len(raw)), key=raw.__getitem__)
    adjusted, most = dict.fromkeys(order, Fraction(0)), Fraction(0)
    for rank, at in enumerate(order):
        most = max(most, min(Fraction(1), raw[at] * (len(raw) - rank)))
        adjusted[at] = most
    head = rng.choice(("p (Holm)", "Holm p", "p_holm", "Holm-adjusted p"))
    rows = tuple(
        (name, number(raw[at], places, way), number(adjusted[at], places, way))
        for at, name in enumerate(names)
    )
    first = rng.choice(("p-value", "p value", "raw p"))
    said = [("--rounding", way.value), ("--column", f"{head}=p_holm[{first}]")]
    said += facts_said(replicates=replicates) if replicates else []
    return TrueTable(
        family="tests",
        head=("Comparison", first, head),
        rows=rows,
        said=tuple(said),
        caption=rng.choice(("", "Each system against the baseline")),
    )


def intervals(rng: Random) -> TrueTable:
    """Print shares of samples with their intervals."""
    ink, names, size = ink_of(rng), systems_of(rng, 1, 6), rng.choice((100, 244, 500, 1319))
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        value = Fraction(round(size * level), size)
        half = Fraction(1.96 * sqrt(value * (1 - value) / size))
        low, high = ink(max(Fraction(0), value - half)), ink(min(Fraction(1), value + half))
        rows.append((name, f"{ink(value)} [{low}, {high}]"))
    return TrueTable(
        family="intervals",
        head=("Model", rng.choice(("Accuracy", "Acc"))),
        rows=tuple(rows),
        said=(*rounding_said(ink), *facts_said(samples=size)),
        caption="95% confidence intervals in brackets",
    )


def standard_errors(rng: Random) -> TrueTable:
    """Print shares of samples with their standard errors."""
    names, size = rng.sample(TASKS, rng.randint(1, 6)), rng.choice((100, 277, 500, 1319))
    places, way = rng.choice((3, 4)), rng.choice(WAYS)
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        value = Fraction(round(size * level), size)
        error = Fraction(sqrt(value * (1 - value) / (size - 1)))
        rows.append((name, number(value, places, way), number(error, places, way)))
    return TrueTable(
        family="standard errors",
        head=("Task", "acc", rng.choice(("stderr", "Stderr", "SE"))),
        rows=tuple(rows),
        said=(("--rounding", way.value), *facts_said(samples=size)),
    )


def errors(rng: Random) -> TrueTable:
    """Print what is wrong with predicted numbers: MAE, RMSE and MSE."""
    names, size = systems_of(rng, 1, 6), rng.choice((20, 100))
    places, way = rng.choice((2, 3, 4)), rng.choice(WAYS)
    targets = [Fraction(rng.randint(0, 400), 100) for _ in range(size)]
    spread = sum(((one - mean(targets)) ** 2 for one in targets), Fraction(0))
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        wrong = [Fraction(rng.gauss(0, 1.2 - level)) for _ in targets]
        squares = sum((one**2 for one in wrong), Fraction(0))
        found = (
            mean([abs(one) for one in wrong]),
            squares / size,
            Fraction(sqrt(squares / size)),
            1 - squares / spread,
        )
        rows.append((name, *(number(one, places, way) for one in found)))
    return TrueTable(
        family="errors",
        head=("Model", "MAE", "MSE", "RMSE", "R2"),
        rows=tuple(rows),
        said=(("--rounding", way.value), *facts_said(samples=size)),
    )


_ANALYSED = (
    ("Source", "SS", "df", "MS", "F"),
    ("", "Df", "Sum Sq", "Mean Sq", "F value"),
    ("Source", "Type III Sum of Squares", "df", "Mean Square", "F"),
)


def variances(rng: Random) -> TrueTable:
    """Print an analysis of variance: of groups, or of groups in groups, tested against these."""
    nested, groups, parts, each = rng.random() < 0.4, *(rng.randint(2, 4) for _ in range(3))
    data = [
        [[Fraction(10 * at + rng.randint(0, 99), 10) for _ in range(each)] for _ in range(parts)]
        for at in range(groups)
    ]
    if not nested:
        data = [[[one for part in group for one in part]] for group in data]
        parts, each = 1, parts * each
    inner = [[mean(part) for part in group] for group in data]
    outer = [mean(one) for one in inner]
    errors = [
        (value - middle) ** 2
        for group, middles in zip(data, inner, strict=True)
        for part, middle in zip(group, middles, strict=True)
        for value in part
    ]
    between = [
        (middle - over) ** 2 for row, over in zip(inner, outer, strict=True) for middle in row
    ]
    zero = Fraction(0)
    squares = [parts * each * sum(((one - mean(outer)) ** 2 for one in outer), zero)]
    squares += [each * sum(between, zero)] if nested else []
    squares.append(sum(errors, zero))
    dfs = [groups - 1, *([groups * (parts - 1)] if nested else []), groups * parts * (each - 1)]
    means = [one / df for one, df in zip(squares, dfs, strict=True)]
    places, way, heads = rng.choice((2, 3, 4)), rng.choice(WAYS), rng.choice(_ANALYSED)
    labels = ("A", *(("B within A",) if nested else ()), rng.choice(("Error", "Residuals")))
    rows = []
    for at, label in enumerate(labels):
        over = means[at + 1] if at + 1 < len(means) else zero
        ratio = number(means[at] / over, places, way) if over else ""
        sizes = str(dfs[at]), number(squares[at], places, way)
        both = sizes if heads[1] == "Df" else sizes[::-1]
        rows.append((label, *both, number(means[at], places, way), ratio))
    if heads[1] != "Df" and rng.random() < 0.7:
        rows.append(("Total", number(sum(squares, zero), places, way), str(sum(dfs)), "", ""))
    return TrueTable(
        family="variances", head=heads, rows=tuple(rows), said=(("--rounding", way.value),)
    )
