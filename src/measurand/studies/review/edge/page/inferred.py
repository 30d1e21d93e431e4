"""Intervals and p-values of the report page, and the notes that say how they were made."""

from collections.abc import Iterable

from attrs import frozen

from measurand.edges.files.json.exact import decimal_text
from measurand.edges.report.document import Grid
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    level_text,
    p_text,
    plan_text,
    points_note,
)
from measurand.edges.report.numbers import count_text
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.sign_flip import MONTE_CARLO
from measurand.studies.review.edge.page.cells import value_text
from measurand.studies.review.edge.page.words import Labels
from measurand.studies.review.page import Line, ReviewPage
from measurand.values.score import Undefined


@frozen
class Notes:
    """What stands below the tables; empty where there is no interval, or nothing was tested.

    >>> Notes("", "").intervals
    ''
    """

    intervals: str
    p_values: str


def interval_cell(line: Line, words: Labels) -> str:
    """Write the interval of a line; empty where it has none, or its score says why.

    >>> from fractions import Fraction
    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> from measurand.values.score import Defined
    >>> found = Interval(0.25, 0.5, Fraction(19, 20))
    >>> interval_cell(Line("f", Defined(Fraction(1, 3)), "", "", found), LABELS["en"])
    '[0.2500, 0.5000]'
    """
    if isinstance(line.score, Undefined):
        return ""
    match line.interval:
        case None:
            return ""
        case Undefined(reason):
            return f"{words.undefined}: {reason}"
        case Interval(degenerate=None):
            return interval_text(line.interval)
        case _:
            return words.interval_none


def p_cell(line: Line) -> str:
    """Write the p-value of a line; empty where it has none.

    >>> p_cell(Line("f", Undefined("no sample"), "", "", None, Undefined("no sample")))
    ''
    """
    return f"p = {p_text(line.p_value)}" if isinstance(line.p_value, PValue) else ""


def inferred_notes(page: ReviewPage, words: Labels) -> Notes:
    """Say how the intervals and p-values of a page were made.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> inferred_notes(ReviewPage(run="r", profile="p", n=0, digest="0"), LABELS["en"])
    Notes(intervals='', p_values='')
    """
    plan = page.plan
    if plan is None:
        return Notes("", "")
    replicates = count_text(plan.replicates)
    ways = {one.p_value.how for one in page.lines if isinstance(one.p_value, PValue)}
    drawn = MONTE_CARLO in ways
    how = words.random_patterns.format(replicates=replicates) if drawn else words.every_pattern
    level = f"{decimal_text(100 * plan.level, 2).rstrip('0').rstrip('.')}%"
    return Notes(
        words.interval_note.format(level=level, replicates=replicates, seed=plan.seed),
        words.p_note.format(how=how) if ways else "",
    )


def tests_grid(runs: Iterable[tuple[str, Line]], plan: Plan) -> Grid:
    """Lay out what was tested in runs.

    >>> tests_grid((), Plan()).columns
    ('run', 'metric', 'value', '95% interval', 'p', 'test')
    """
    tested = [(run, line) for run, line in runs if line.p_value is not None]
    intervals = [line.interval for _, line in tested if line.interval is not None]
    return Grid(
        "Tests",
        ("run", "metric", "value", level_text(plan), "p", "test"),
        tuple(
            (
                run,
                line.name,
                value_text(line.score, line.kind) or NONE,
                NONE if line.interval is None else interval_text(line.interval),
                *_test(line),
            )
            for run, line in tested
        ),
        notes=(*points_note(intervals), plan_text(plan), "p: two-sided, not adjusted"),
    )


def _test(line: Line) -> tuple[str, str]:
    match line.p_value:
        case PValue(_, how):
            return p_text(line.p_value), how
        case Undefined(reason):
            return NONE, reason
        case None:
            return "", ""
