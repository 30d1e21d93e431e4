"""What a review shows, value by value: as the cells of its page, as documents, as JSON.

A score has four decimals and a count none; the page says how one that is undefined came about, a
table writes `n/a`, and a file for a machine the shortest text of the float, or nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import compare
from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.edges.report.document import Document, Grid, Prose, Section
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
from measurand.studies.review.edge.page.labels import Labels
from measurand.studies.review.options import PROFILES, texts
from measurand.studies.review.page import Kind, Line, Outcome, ReviewPage, SampleLine
from measurand.studies.review.study import SeedStatistics, sections
from measurand.values.score import Defined, Quantity, Score, Undefined

_DECIMALS = 4
_SIGNED = frozenset({"delta_f1", "net_gain"})


class Mark(Enum):
    """What the review did to an item of a list; the value is the sign that is shown."""

    SAME = ""
    ADDED = "+"
    REMOVED = "−"


@frozen
class Item:
    """One item of a list, marked, and how many times it stands there so.

    >>> Item("battery +").mark
    <Mark.SAME: ''>
    """

    text: str
    mark: Mark = Mark.SAME
    times: int = 1


Items = tuple[Item, ...] | None


def value_text(score: Score, kind: Kind, *, name: str = "") -> str | None:
    """Write a score with four decimals, a count whole; None where it is undefined.

    >>> value_text(Defined(Fraction(2, 3)), Kind.SCORE)
    '0.6667'
    >>> value_text(Defined(Fraction(1, 8)), Kind.SCORE, name="delta_f1")
    '+0.1250'
    >>> value_text(Defined(Fraction(12)), Kind.COUNT), value_text(Undefined("none"), Kind.COUNT)
    ('12', None)
    """
    match score:
        case Defined(Fraction(denominator=1) as value) if kind is Kind.COUNT:
            return exact_text(value)
        case Defined(value):
            return _sign(value, name) + decimal_text(value, _DECIMALS)
        case Undefined():
            return None


def percent_text(score: Score, kind: Kind, *, name: str = "") -> str:
    """Write a rate in percent with two decimals; empty where it is none.

    >>> percent_text(Defined(Fraction(2, 3)), Kind.RATE)
    '66.67%'
    >>> percent_text(Defined(Fraction(3)), Kind.COUNT)
    ''
    """
    if kind is not Kind.RATE or not isinstance(score, Defined):
        return ""
    percent = decimal_text(score.value * Fraction(100), _DECIMALS - 2)
    return f"{_sign(score.value, name)}{percent}%"


def share_text(part: int, whole: int) -> str:
    """Write a part of a whole in percent; a dash where there is no whole.

    >>> share_text(1, 3), share_text(0, 0)
    ('33.3%', '–')
    """
    return f"{decimal_text(Fraction(100 * part, whole), 1)}%" if whole else "–"


def outcome_text(outcome: Outcome, words: Labels) -> str:
    """Name what became of a sample.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> outcome_text(Outcome.STILL, LABELS["en"])
    'still wrong'
    """
    match outcome:
        case Outcome.FIXED:
            return words.fixed
        case Outcome.BROKEN:
            return words.broken
        case Outcome.KEPT:
            return words.kept
        case Outcome.STILL:
            return words.still
        case Outcome.UNGRADED:
            return words.ungraded


def changed_text(changed: bool | None, words: Labels) -> str:  # noqa: FBT001 - a field's value
    """Name whether the review changed a sample.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> changed_text(None, LABELS["en"])
    'change not known'
    """
    if changed is None:
        return words.change_unknown
    return words.changed if changed else words.unchanged


def sides(sample: SampleLine) -> tuple[Items, Items]:
    """Mark what the final list drops of the first stage's, and what it adds; repeats count.

    >>> _, final = sides(SampleLine("1", None, ("a", "b"), ("b", "b"), Outcome.STILL, changed=True))
    >>> [(item.text, item.mark.name) for item in final or ()]
    [('b', 'SAME'), ('b', 'ADDED')]
    """
    first, last = sample.stage1, sample.final
    if first is None or last is None:
        return unmarked(first), unmarked(last)
    return _against(first, last, Mark.REMOVED), _against(last, first, Mark.ADDED)


def unmarked(texts: tuple[str, ...] | None) -> Items:
    """Take a list as it is; repeats stand once, with their number.

    >>> unmarked(None) is None, unmarked(())
    (True, ())
    """
    return None if texts is None else _grouped((text, Mark.SAME) for text in texts)


def _against(texts: tuple[str, ...], others: tuple[str, ...], mark: Mark) -> tuple[Item, ...]:
    left = Counter(others)
    items = []
    for text in texts:
        shared = left[text] > 0
        left[text] -= shared
        items.append((text, Mark.SAME if shared else mark))
    return _grouped(items)


def _grouped(items: Iterable[tuple[str, Mark]]) -> tuple[Item, ...]:
    return tuple(Item(text, mark, times) for (text, mark), times in Counter(items).items())


def _sign(value: Quantity, name: str) -> str:
    return "+" if name in _SIGNED and compare(value, Fraction(0)) > 0 else ""


_TITLES = ("Outcome", "Process", "Counts")
_NONE = "n/a"


def table_text(score: Score, what: Kind) -> str:
    """Write a value as the tables do: counts whole, the rest with four decimals.

    >>> table_text(Defined(Fraction(2, 3)), Kind.RATE), table_text(Undefined("none"), Kind.COUNT)
    ('0.6667', 'n/a')
    """
    return value_text(score, what) or _NONE


def raw_text(score: Score) -> str:
    """Write a value for a machine: the shortest text of the float, nothing where undefined.

    >>> raw_text(Defined(Fraction(2, 3))), raw_text(Defined(Fraction(3))), raw_text(Undefined("-"))
    ('0.6666666666666666', '3', '')
    """
    match score:
        case Undefined():
            return ""
        case Defined(Fraction() as value) if value.denominator == 1:
            return str(value)
        case Defined(value):
            return repr(float(value))


def metrics_document(runs: Mapping[str, Mapping[str, Line]], notes: Sequence[str]) -> Document:
    """Lay out the metrics of runs, a column for each; why one is undefined stands below.

    >>> line = Line("n", Defined(Fraction(5)), "column/1(name=rows,reduce=sum)", "5 samples")
    >>> metrics_document({"demo": {"n": line}}, ())[0].blocks[0].rows
    (('n', '5'),)
    """
    parts = [sections(lines) for lines in runs.values()]
    grids = [
        Grid(
            "",
            ("metric", *runs),
            tuple(
                (name, *(_cell(lines, name) for lines in runs.values()))
                for name in dict.fromkeys(line.name for part in parts for line in part[at])
            ),
        )
        for at in range(len(_TITLES))
    ]
    reasons = tuple(
        f"{run}: undefined ({reason}): {', '.join(names)}"
        for run, lines in runs.items()
        for reason, names in _undefined(lines).items()
    )
    shown = [
        Section(title, (grid,)) for title, grid in zip(_TITLES, grids, strict=True) if grid.rows
    ]
    return (*shown, *([Prose((*reasons, *notes))] if reasons or notes else []))


def _undefined(lines: Mapping[str, Line]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in lines.values():
        if isinstance(line.score, Undefined):
            found.setdefault(line.score.reason, []).append(line.name)
    return found


def _cell(lines: Mapping[str, Line], name: str) -> str:
    line = lines.get(name)
    return "" if line is None else table_text(line.score, line.kind)


def metrics_row(
    run: str, profile: str, where: str, skipped: int, lines: Mapping[str, Line]
) -> Grid:
    """Lay out the metrics of one run as one row of a file, behind how many lines were skipped.

    >>> metrics_row("demo", "documented", "", 0, {}).columns
    ('run', 'profile', 'where', 'skipped')
    """
    names = tuple(lines)
    values = tuple(raw_text(line.score) for line in lines.values())
    head = (run, profile, where, str(skipped))
    return Grid("", ("run", "profile", "where", "skipped", *names), ((*head, *values),))


def seeds_grid(found: Sequence[SeedStatistics]) -> Grid:
    """Lay out means and deviations over seeds; how many seeds have each.

    >>> seeds_grid(()).columns
    ('metric', 'mean', 'std', 'seeds')
    """
    return Grid(
        "",
        ("metric", "mean", "std", "seeds"),
        tuple(
            (
                one.name,
                _four(one.mean),
                _four(one.deviation),
                f"{one.defined} of {one.seeds}",
            )
            for one in sorted(found, key=lambda one: one.name)
        ),
    )


def _four(score: Score) -> str:
    return table_text(score, Kind.SCORE)


def profiles_document() -> Document:
    """Lay out the profiles side by side; a star marks where one differs from `documented`.

    >>> profiles_document()[0].columns
    ('option', 'documented', 'as-run', 'recommended')
    """
    shown = {name: texts(options) for name, options in PROFILES.items()}
    first = next(iter(shown.values()))
    rows = tuple(
        (option, *(_marked(values[option], first[option]) for values in shown.values()))
        for option in first
    )
    return (Grid("", ("option", *shown), rows, notes=("*: not the value of documented",)),)


def _marked(value: str, first: str) -> str:
    return value if value == first else f"{value} *"


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
                table_text(line.score, line.kind),
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
