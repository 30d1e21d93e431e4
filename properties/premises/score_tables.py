"""True tables of precision, recall and F1: of systems, of data sets beside and below others."""

from fractions import Fraction
from random import Random

from attrs import evolve

from properties.premises.layouts import Ink, Markup, Place, TrueTable, Way, number
from properties.premises.task import (
    DATA_SETS,
    ROLES,
    Task,
    columns_said,
    facts_said,
    heads_of,
    ink_of,
    rounding_said,
    systems_of,
)
from properties.premises.true_data import (
    answers,
    documents,
    harmonic,
    levels,
    mean,
    micro,
    scores_of,
)


def scores(rng: Random) -> TrueTable:
    """Print P, R and F1 of systems."""
    task, ink, names = Task(rng), ink_of(rng), systems_of(rng, 1)
    acc = task.labelled and rng.random() < 0.5
    heads = ((rng.choice(("Acc", "Accuracy")),) if acc else ()) + heads_of(rng, ink)
    rows = [
        (name, *map(ink, task.scores(level, acc=acc)))
        for name, level in zip(names, levels(rng, len(names)), strict=True)
    ]
    said = [*rounding_said(ink), *task.facts, *columns_said(heads[-3:], ROLES, task.options)]
    if acc:
        said += columns_said(heads[:1], ["accuracy" if task.kind == "positive" else "rate"])
    return TrueTable(
        family="scores",
        head=("Model", *heads),
        rows=tuple(rows),
        said=tuple(said),
        caption=rng.choice(("", "Results on the test set.", "Table 2: Main results")),
        markup=rng.choice(("markdown", "markdown", "csv", "latex")),
    )


def spreadsheet(rng: Random) -> TrueTable:
    """Print F1 of the printed P and R, and an average of the printed numbers."""
    task, ink, names = Task(rng), ink_of(rng), systems_of(rng)
    heads = heads_of(rng, ink)
    read = []
    for level in levels(rng, len(names)):
        p, r = (ink.read(one) for one in task.scores(level, acc=False)[:2])
        read.append((p, r, ink.read(harmonic(p, r))))
    rows = [(name, *map(ink, row)) for name, row in zip(names, read, strict=True)]
    said = [*rounding_said(ink), *columns_said(heads, ROLES, "aggregate=harmonic")]
    if rng.random() < 0.4:
        rows.append(("Average", *(ink(mean(column)) for column in zip(*read, strict=True))))
        said.append(("--row", "Average=average"))
    return TrueTable(
        family="spreadsheet", head=("System", *heads), rows=tuple(rows), said=tuple(said)
    )


def betas(rng: Random) -> TrueTable:
    """Print F0.5 and F2 beside P and R."""
    ink, names, golds = ink_of(rng), systems_of(rng), documents(rng)
    of_averages = rng.random() < 0.5
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        units = answers(rng, golds, level)
        found = [scores_of(one)[:2] for one in units] if of_averages else [micro(units)[:2]]
        p, r = (mean([one[at] for one in found]) for at in range(2))
        fs = [
            mean([harmonic(*one, beta) for one in found])
            for beta in (Fraction(1, 2), Fraction(1), Fraction(2))
        ]
        rows.append((name, *map(ink, (p, r, *fs))))
    options = "average=macro[sample],aggregate=mean" if of_averages else "average=micro"
    heads = ("P", "R", rng.choice(("F0.5", "F_0.5")), "F1", "F2")
    said = [*rounding_said(ink), *facts_said(samples=len(golds), gold=sum(golds))]
    said += columns_said(("F1",), ("f",), options)
    said += columns_said(("F2",), ("f",), f"beta=2,{options}")
    return TrueTable(family="betas", head=("Model", *heads), rows=tuple(rows), said=tuple(said))


def chinese(rng: Random) -> TrueTable:
    """Print heads in Chinese."""
    table = scores(rng)
    words = rng.choice((("精确率", "召回率", "F1值"), ("精确率(%)", "召回率(%)", "F1(%)")))
    if "(%)" in words[0] and any("%" in cell or cell.startswith("0.") for cell in table.rows[0]):
        words = ("精确率", "召回率", "F1")
    acc = ("准确率",) if len(table.head) == len(("Model", "Acc", "P", "R", "F1")) else ()
    kept = tuple(one for one in table.said if one[0] != "--column")
    return evolve(
        table,
        family="chinese",
        head=("模型", *acc, *words),
        said=kept,
        caption="表2:不同模型在测试集上的结果",
    )


def groups(rng: Random) -> TrueTable:
    """Print data sets side by side."""
    ink, names = ink_of(rng), systems_of(rng, 2, 6)
    tasks = [Task(rng)]
    for _ in range(rng.choice((1, 1, 2))):
        tasks.append(tasks[0].like())
    acc = tasks[0].labelled and rng.random() < 0.4
    heads = (("Acc",) if acc else ()) + heads_of(rng, ink)
    rows = []
    for name, level in zip(names, levels(rng, len(names)), strict=True):
        cells = [map(ink, task.scores(level, acc=acc)) for task in tasks]
        rows.append((name, *(text for one in cells for text in one)))
    sets = rng.sample(DATA_SETS, len(tasks))
    markups: tuple[Markup, ...] = ("markdown", "markdown", "csv", "latex")
    markup = rng.choice(markups)
    place = rng.choice([*Place])
    said = [*rounding_said(ink)]
    if markup == "latex" or place in {Place.LEFT, Place.EACH}:
        for one in sets:
            named = [f"{one} {head}" for head in heads[-3:]]
            said += columns_said(
                named, ROLES, ",".join(filter(None, (f"group={one}", tasks[0].options)))
            )
    return TrueTable(
        family=f"groups {'spanning' if markup == 'latex' else place.value}",
        head=("Model", *heads * len(tasks)),
        rows=tuple(rows),
        said=tuple(said),
        over=tuple((one, len(heads)) for one in sets),
        place=place,
        markup=markup,
    )


def blocks(rng: Random) -> TrueTable:
    """Print data sets below one another."""
    ink, names = ink_of(rng), systems_of(rng, 2, 4)
    heads, options, rows = heads_of(rng, ink), "", []
    task = Task(rng)
    for one in rng.sample(DATA_SETS, 2):
        other = task.like()
        for name, level in zip(names, levels(rng, len(names)), strict=True):
            rows.append((one, name, *map(ink, other.scores(level, acc=False))))
    options = task.options
    return TrueTable(
        family="blocks",
        head=("Dataset", "Model", *heads),
        rows=tuple(rows),
        said=(*rounding_said(ink), *columns_said(heads, ROLES, options)),
        markup=rng.choice(("markdown", "latex", "latex")),
        labels=2,
    )


FULL = 99


def f_above_both(rng: Random) -> TrueTable:
    """Draw scores of systems, and raise one F1 above its P and R: this one is not true."""
    ink, names = Ink(1, Way.HALF_UP), systems_of(rng)
    task = Task(rng)
    heads = heads_of(rng, ink)
    rows = [list(map(ink, task.scores(one, acc=False))) for one in levels(rng, len(names))]
    low = [row for row in rows if max(map(Fraction, row[:2])) < FULL]
    if not low:
        return f_above_both(rng)
    wrong = rng.choice(low)
    most = max(map(Fraction, wrong[:2]))
    wrong[2] = number(min(Fraction(100), most + Fraction(rng.randint(5, 60), 10)), 1)
    return TrueTable(
        family="F above both",
        head=("Model", *heads),
        rows=tuple((name, *row) for name, row in zip(names, rows, strict=True)),
    )
