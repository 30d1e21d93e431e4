"""True tables whose rows or columns are made of others: averages, totals, differences, shares."""

from fractions import Fraction
from random import Random

from properties.premises.layouts import Ink, TrueTable, number
from properties.premises.task import (
    DATA_SETS,
    ROLES,
    TASKS,
    WAYS,
    Task,
    columns_said,
    facts_said,
    heads_of,
    ink_of,
    rounding_said,
    systems_of,
)
from properties.premises.true_data import (
    Counts,
    accuracy,
    answers,
    classes,
    documents,
    harmonic,
    judgements,
    levels,
    mean,
    of_classes,
    scores_of,
    share,
)


def data_sets(rng: Random) -> TrueTable:
    """Print one system on data sets, and what it scores on average, or on all of them at once."""
    ink, task = ink_of(rng), Task(rng)
    heads, sets = heads_of(rng, ink), rng.sample(DATA_SETS, rng.randint(2, 6))
    units = [task.like().units(level) for level in levels(rng, len(sets))]
    found = [task.definition(one, task.both) for one in units]
    rows = [(name, *map(ink, row)) for name, row in zip(sets, found, strict=True)]
    said = [*rounding_said(ink), *columns_said(heads, ROLES, task.options)]
    kind = rng.choice(("plain", "plain", "harmonic", "weighted", "pooled", "overall"))
    means = [mean(one) for one in zip(*found, strict=True)]
    match kind:
        case "harmonic":
            means[2] = harmonic(means[0], means[1])
        case "weighted":
            sizes = [sum(part.gold for part in one) for one in units]
            means = [
                share(sum(value * n for value, n in zip(one, sizes, strict=True)), sum(sizes))
                for one in zip(*found, strict=True)
            ]
        case "pooled":
            means = [*task.definition(task.pooled(units), task.both)]
        case _:
            pass
    plain = rng.choice(("Average", "Avg.", "Mean", "Macro avg", "平均"))
    labels = {"weighted": "Weighted avg", "pooled": "Overall", "overall": "Overall"}
    label = labels.get(kind, plain)
    rows.append((label, *map(ink, means)))
    if label == plain:
        said.append(("--row", f"{label}=average"))
    elif kind == "pooled":
        said.append(("--row", f"{label}=body"))
    return TrueTable(
        family=f"data sets {kind}", head=("Dataset", *heads), rows=tuple(rows), said=tuple(said)
    )


def tasks(rng: Random) -> TrueTable:
    """Print accuracies on tasks, and their average."""
    ink, names = ink_of(rng), systems_of(rng, 1, 7)
    chosen = rng.sample(TASKS, rng.randint(2, 6))
    sizes = [rng.choice((56, 100, 277, 400, 1000)) for _ in chosen]
    even = rng.random() < 0.8
    written = rng.random() < 0.3
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        found = [
            Fraction(round(size * min(0.99, max(0.05, rng.gauss(level, 0.12)))), size)
            for size in sizes
        ]
        if written:
            found = [ink.read(one) for one in found]
        weights = [1] * len(sizes) if even else sizes
        average = sum(
            (value * weight for value, weight in zip(found, weights, strict=True)), Fraction(0)
        )
        rows.append((name, *map(ink, (*found, average / sum(weights)))))
    label = rng.choice(("Avg", "Average", "Avg.", "平均", "Mean"))
    said = [*rounding_said(ink), ("--column", f"{label}=average[{','.join(chosen)}]")]
    if even:
        options = ":weights=equal"
        said[1] = rng.choice((said[1], (said[1][0], said[1][1] + options)))
    return TrueTable(
        family="tasks plain" if even else "tasks weighted",
        head=("Model", *chosen, label),
        rows=tuple(rows),
        said=tuple(said),
        caption=rng.choice(("", "Accuracy on each task")),
        markup=rng.choice(("markdown", "csv", "latex")),
    )


def deltas(rng: Random) -> TrueTable:
    """Print two systems and by how much they differ."""
    ink = ink_of(rng)
    relative = rng.random() < 0.3
    chosen = rng.sample(DATA_SETS, rng.randint(2, 7))
    pairs = []
    for level in levels(rng, len(chosen)):
        task = Task(rng)
        pairs.append([task.scores(one, acc=False)[2] for one in (level, min(0.99, level + 0.06))])
    written = rng.random() < 0.3
    if written:
        pairs = [[ink.read(one) for one in pair] for pair in pairs]
    changes = []
    for base, ours in pairs:
        change = (ours - base) / base if relative and base else ours - base
        text = number(change * 100, 1, ink.way) + "%" if relative else ink(change)
        changes.append(f"+{text}" if change > 0 and rng.random() < 0.5 else text)
    label = rng.choice(("Δ", "Gain", "Diff.", "Improvement"))
    if rng.random() < 0.6 or relative:
        rows = tuple(
            (name, *map(ink, pair), change)
            for name, pair, change in zip(chosen, pairs, changes, strict=True)
        )
        option = ":scale=relative" if relative else ""
        said = (*rounding_said(ink), ("--column", f"{label}=difference[Ours,Base]{option}"))
        head = ("Dataset", "Base", "Ours", label)
        return TrueTable(
            family=f"deltas {'relative' if relative else 'in points'}",
            head=head,
            rows=rows,
            said=said,
        )
    columns = [(*map(ink, pair), change) for pair, change in zip(pairs, changes, strict=True)]
    lines = zip(*columns, strict=True)
    return TrueTable(
        family="deltas in a row",
        head=("Model", *chosen),
        rows=tuple(
            (name, *line) for name, line in zip(("Base", "Ours", label), lines, strict=True)
        ),
        said=rounding_said(ink),
        caption="F1 on each data set",
    )


def counts(rng: Random) -> TrueTable:
    """Print TP, FP and FN beside the scores, with a row of totals."""
    ink, golds = ink_of(rng), documents(rng)
    names = rng.sample(("PER", "LOC", "ORG", "MISC", "DATE", "TIME"), rng.randint(2, 6))
    heads = heads_of(rng, ink)
    found = []
    for level in levels(rng, len(names)):
        units = answers(rng, golds, level)
        found.append(Counts(*(sum(getattr(one, at) for one in units) for at in _PARTS)))
    whole = Counts(*(sum(getattr(one, at) for one in found) for at in _PARTS))
    rows = [(name, *_matched(one, ink)) for name, one in zip(names, found, strict=True)]
    said = [*rounding_said(ink), *columns_said(heads, ROLES, "average=micro")]
    said += [("--column", f"{one}={one.lower()}") for one in ("TP", "FP", "FN")]
    match rng.choice(("total", "micro", "macro", "none")):
        case "total":
            rows.append(("Total", *_matched(whole, ink)))
            said.append(("--row", "Total=total"))
        case "micro":
            rows.append((rng.choice(("Overall", "All", "Micro avg")), *_matched(whole, ink)))
        case "macro":
            parts = [mean([scores_of(one)[at] for one in found]) for at in range(3)]
            rows.append(("Average", "-", "-", "-", *map(ink, parts)))
            said.append(("--row", "Average=average"))
        case _:
            pass
    return TrueTable(
        family="counts",
        head=("Type", "TP", "FP", "FN", *heads),
        rows=tuple(rows),
        said=tuple(said),
        markup=rng.choice(("markdown", "csv", "latex")),
    )


_PARTS = ("hits", "predicted", "gold")


def _matched(one: Counts, ink: Ink) -> tuple[str, ...]:
    numbers = (one.hits, one.predicted - one.hits, one.gold - one.hits)
    return (*map(str, numbers), *map(ink, scores_of(one)))


def items(rng: Random) -> TrueTable:
    """Print hits, predictions and gold items beside the scores: all of them, or per document."""
    task, ink, names = Task(rng, "documents"), ink_of(rng), systems_of(rng, 1, 5)
    per_document = rng.random() < 0.4
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        units = answers(rng, task.sizes, level)
        sums = [sum(getattr(one, at) for one in units) for at in _PARTS]
        texts = [number(Fraction(one, len(units)), 2, ink.way) for one in sums]
        rows.append(
            (
                name,
                *(texts if per_document else map(str, sums)),
                *map(ink, task.definition(units, task.both)),
            )
        )
    heads = rng.choice((("Hits", "Pred", "Gold"), ("M_total", "|Pred|", "|Truth|")))
    scored = heads_of(rng, ink)
    said = [*rounding_said(ink), *columns_said(scored, ROLES, task.options)]
    said += facts_said(samples=len(task.sizes), gold=sum(task.sizes))
    return TrueTable(
        family="items per document" if per_document else "items",
        head=("Model", *heads, *scored),
        rows=tuple(rows),
        said=tuple(said),
        caption="Counts are means per document." if per_document else "",
    )


def report(rng: Random) -> TrueTable:
    """Print scores class by class, as scikit-learn's report does."""
    ink = Ink(rng.choice((2, 3, 4)), rng.choice(WAYS), percent=False)
    if rng.random() < 0.4:
        ink = ink_of(rng)
    sizes = classes(rng)
    matrix = judgements(rng, sizes, rng.uniform(0.4, 0.95))
    units = of_classes(matrix)
    names = [f"class {at}" for at in range(len(sizes))]
    if rng.random() < 0.5:
        names = list(rng.sample(("neg", "neu", "pos", "irony", "joy", "fear"), len(sizes)))
    heads = ("precision", "recall", "f1-score", "support")
    rows = [
        (name, *map(ink, scores_of(one)), str(one.gold))
        for name, one in zip(names, units, strict=True)
    ]
    whole = str(sum(sizes))
    if rng.random() < 0.7:
        rows.append(("accuracy", "", "", ink(accuracy(matrix)), whole))
    means = [mean([scores_of(one)[at] for one in units]) for at in range(3)]
    rows.append(("macro avg", *map(ink, means), whole))
    sums = [
        share(sum(scores_of(one)[at] * one.gold for one in units), sum(sizes)) for at in range(3)
    ]
    if rng.random() < 0.7:
        rows.append(("weighted avg", *map(ink, sums), whole))
    said = [*rounding_said(ink), ("--row", "macro avg=average"), ("--column", "support=gold")]
    said += facts_said(classes=len(sizes), samples=sum(sizes))
    return TrueTable(
        family="report",
        head=("", *heads),
        rows=tuple(rows),
        said=tuple(said),
        markup=rng.choice(("markdown", "csv")),
    )


def shares(rng: Random) -> TrueTable:
    """Print counts, their shares and their sum."""
    names = rng.sample(
        ("missing", "spurious", "boundary", "type", "both", "rest"), rng.randint(3, 6)
    )
    found = [rng.randint(1, 90) for _ in names]
    ink = Ink(rng.choice((0, 1, 2)), rng.choice(WAYS), sign=rng.random() < 0.5)
    whole = sum(found)
    rows = [
        (name, str(one), ink(Fraction(one, whole))) for name, one in zip(names, found, strict=True)
    ]
    head = rng.choice(("Share (%)", "Percentage", "%")) if not ink.sign else "Share"
    said = [*rounding_said(ink), ("--column", f"{head}=share{rng.choice(('', '[Count]'))}")]
    if rng.random() < 0.5:
        rows.append(("Total", str(whole), "100%" if ink.sign else "100"))
        said.append(("--row", "Total=total"))
    return TrueTable(
        family="shares", head=("Error", "Count", head), rows=tuple(rows), said=tuple(said)
    )
