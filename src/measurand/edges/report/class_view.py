"""Scores class by class as a table: a row a class, a column a definition, and the means below."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen
from toolz import unique

from measurand.edges.report.document import Document, Grid, Prose
from measurand.edges.report.score_view import ScoreLine, shown_interval, shown_score
from measurand.edges.report.source_view import sources_grid
from measurand.evidence.pool import Pool
from measurand.metrics.averaged import F
from measurand.metrics.by_class import by_class, under_means
from measurand.metrics.definitions import Definition, name_of
from measurand.metrics.finalise import Finaliser, Scored, denominators
from measurand.metrics.grammar import write_value
from measurand.metrics.needs import Reading
from measurand.metrics.ruled import ruled, says
from measurand.metrics.signature import brief, option_values, signature
from measurand.values.score import Undefined
from measurand.values.tally import Tally

if TYPE_CHECKING:
    from measurand.inference.interval import Interval
    from measurand.inference.plan import Plan

COUNTS = ("gold", "predicted", "hits")
"""What is counted of each class."""


@frozen
class ClassColumn:
    """A definition of each class that it runs over, and under its usual averages.

    >>> ClassColumn((), ()).lines
    ()
    """

    classes: tuple[ScoreLine, ...]
    """A line a class: `group` names it, and `counts` has what was counted of it."""
    means: tuple[ScoreLine, ...]

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """List all lines, classes first."""
        return (*self.classes, *self.means)


def class_column(
    definition: Definition,
    finaliser: Finaliser,
    reading: Reading,
    interval: "Callable[[Definition, Pool], Interval | Undefined | None]" = lambda _of, _pool: None,
) -> ClassColumn:
    """Score each class, and the means over classes: macro, weighted, and all pooled.

    >>> from measurand.metrics.signature import parse
    >>> macro = parse("recall(class=item,average=macro[class])")
    >>> [average_of(one) for one in class_column(macro, Finaliser(Pool()), Reading()).means]
    ['macro[class]', 'weighted[class]', 'micro']

    Raises ValueError for a definition whose classes cannot be scored by themselves.
    """

    def line(of: Definition, scored: Scored, label: str, counts: Tally | None) -> ScoreLine:
        numbers = denominators(reading, finaliser.pool, scored)
        ends = interval(of, finaliser.pool)
        rules = ruled(of, finaliser, scored)
        return ScoreLine(label, of, scored.score, numbers, ends, counts=counts, ruled=rules)

    classes = tuple(
        line(one.definition, one.scored, one.label, one.counts)
        for one in by_class(definition, finaliser)
    )
    every = under_means(definition)
    return ClassColumn(classes, tuple(line(one, finaliser.score(one), "", None) for one in every))


def column_names(definitions: Sequence[Definition]) -> tuple[str, ...]:
    """Head columns by the names of metrics; by what definitions say, where names are alike.

    >>> from measurand.metrics.signature import parse
    >>> column_names([parse("precision"), parse("f2")])
    ('precision', 'f2')
    >>> column_names([parse("f"), parse("f(average=micro)")])
    ('f/1', 'f/1(average=micro)')
    """
    names = tuple(map(_name, definitions))
    return names if len(set(names)) == len(names) else tuple(map(brief, definitions))


def _name(definition: Definition) -> str:
    if isinstance(definition, F):
        return f"f{float(definition.beta):g}"
    return name_of(definition)


def average_of(line: ScoreLine) -> str:
    """Name a row of means by its average.

    >>> from measurand.metrics.finalise import Denominators
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.score import Undefined
    >>> average_of(ScoreLine("", parse("f(average=micro)"), Undefined("none"), Denominators()))
    'micro'
    """
    return write_value(option_values(line.definition)["average"])


def class_document(
    columns: Sequence[ClassColumn],
    names: Sequence[str],
    readings: Mapping[str, Reading],
    plan: "Plan | None" = None,
) -> Document:
    """Lay out classes and means; with the plan by which intervals were made, where they were.

    >>> class_document((), (), {})[0].columns
    ('class', 'gold', 'predicted', 'hits')
    """
    counts = {one.group: one.counts for column in columns for one in column.classes}
    labels = sorted(counts)
    averages = list(unique(average_of(one) for column in columns for one in column.means))
    classes = [{one.group: one for one in column.classes} for column in columns]
    means = [{average_of(one): one for one in column.means} for column in columns]
    rows = [
        *((one or "''", *_cells(classes, one), *_counted(counts[one])) for one in labels),
        *((f"({one})", *_cells(means, one), *("" for _ in COUNTS)) for one in averages),
    ]
    signatures = [
        (name, average_of(one), signature(one.definition))
        for name, column in zip(names, columns, strict=True)
        for one in column.means
    ]
    notes = (*_left_out(columns), *_by_rule(columns, names))
    return (
        Grid("Classes", ("class", *names, *COUNTS), tuple(rows), notes=notes),
        *_made(plan),
        Grid("Definitions", ("score", "average", "signature"), tuple(signatures), aside=True),
        sources_grid(readings),
    )


def _cells(columns: Sequence[Mapping[str, ScoreLine]], key: str) -> tuple[str, ...]:
    return tuple(_cell(column[key]) if key in column else "" for column in columns)


def _cell(line: ScoreLine) -> str:
    between = shown_interval(line)
    return f"{shown_score(line.score)} {between}" if between else shown_score(line.score)


def _counted(counts: Tally | None) -> tuple[str, ...]:
    every = () if counts is None else (counts.gold, counts.predicted, counts.hits)
    return tuple(str(one) if isinstance(one, int) else f"{float(one):.6g}" for one in every)


def _left_out(columns: Sequence[ClassColumn]) -> tuple[str, ...]:
    """Say what was left out of all of them, where something was."""
    numbers = [one.denominators for column in columns for one in column.means]
    reasons = unique(tuple(one.excluded.items()) for one in numbers if one.excluded)
    return tuple(
        "left out: " + ", ".join(f"{count} {why}" for why, count in one) for one in reasons
    )


def _by_rule(columns: Sequence[ClassColumn], names: Sequence[str]) -> Iterator[str]:
    """Say which numbers a rule of what is empty gave, or gave in part."""
    rows: dict[str, list[str]] = {}
    for name, column in zip(names, columns, strict=True):
        for line in column.lines:
            row = f"({average_of(line)})" if line.counts is None else line.group or "''"
            for rule in line.ruled:
                told = f"{name} {says(rule, line.denominators.units)}"
                rows.setdefault(told, []).append(row)
    return (f"{told}: {', '.join(those)}" for told, those in rows.items())


def _made(plan: "Plan | None") -> tuple[Prose, ...]:
    if plan is None:
        return ()
    # What words intervals loads all that makes them: scores alone do not wait for it.
    from measurand.edges.report.inferred import plan_text

    return (Prose((plan_text(plan),)),)
