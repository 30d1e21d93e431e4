"""Scores of a file as a document: each number with its signature and denominators."""

from collections.abc import Mapping, Sequence
from math import isclose
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from toolz import unique

from measurand.edges.report.document import Document, Grid, Prose
from measurand.edges.report.numbers import show_exact
from measurand.edges.report.source_view import (
    denominator_names,
    rare_of,
    shown_denominators,
    sources_grid,
)
from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Reading
from measurand.metrics.ruled import Ruled, says
from measurand.metrics.signature import brief, signature
from measurand.values.score import Defined, Score, Undefined
from measurand.values.tally import Tally

if TYPE_CHECKING:
    from measurand.inference.interval import Interval
    from measurand.inference.plan import Plan
    from measurand.inference.score_curves import CalibrationCurve, ThresholdCurve

_DIGITS = 6


@frozen
class Named:
    """The number of another tool that a score is: as it was asked for, its call, and its float.

    `near` says how far the float is known, where its last bits are not; `reads` what the tool makes
    of cells before anything is counted, where that is not what a definition reads.

    >>> Named("sklearn:f1", "scikit-learn's default: f1_score(y_true, y_pred)", 0.5).number
    0.5
    """

    name: str
    says: str
    number: float
    near: str | None = None
    reads: str = ""


@frozen
class ScoreLine:
    """One score, of the group it is about (empty: of all).

    >>> from measurand.metrics.signature import parse
    >>> ScoreLine("", parse("total"), Undefined("no sample"), Denominators()).group
    ''
    """

    group: str
    definition: Definition
    score: Score
    denominators: Denominators
    interval: "Interval | Undefined | None" = None
    """None where no interval was asked for."""
    like: Named | None = None
    """None where it was asked for by a definition."""
    curves: "tuple[CalibrationCurve | ThresholdCurve, ...]" = ()
    """Those behind the score, where they were asked for."""
    counts: Tally | None = None
    """What was counted of the class that it is of; None where it is of no class by itself."""
    ruled: tuple[Ruled, ...] = ()
    """The rules of what is empty that decided it, or a part of it."""

    @property
    def called(self) -> str:
        """Name the number: its definition, or the tool's name, and how the definition leads to it.

        >>> from fractions import Fraction
        >>> from measurand.metrics.signature import parse
        >>> bleu = parse("bleu"), Defined(Fraction(1, 4)), Denominators()
        >>> ScoreLine("", *bleu, like=Named("sacrebleu:bleu", "", 25.0)).called
        'sacrebleu:bleu (100 times bleu/1)'
        """
        ours = brief(self.definition)
        if self.like is None:
            return ours
        share = self.score.value if isinstance(self.score, Defined) else 0
        percents = share and isclose(self.like.number, _PERCENT * float(share), rel_tol=1e-6)
        scaled = f"{_PERCENT} times {ours}" if percents else ours
        return f"{self.like.name} ({', '.join(filter(None, (scaled, self.like.reads)))})"


_PERCENT = 100


def score_document(
    lines: Sequence[ScoreLine], readings: Mapping[str, Reading], plan: "Plan | None" = None
) -> Document:
    """Lay out scores; with the plan by which intervals were made, where they were.

    >>> score_document((), {})[0].title
    'Scores'
    """
    level, notes, made = _of_intervals(lines, plan)
    by = ("group",) if any(line.group for line in lines) else ()
    names = short_names(lines)
    told = rules_told(lines, {one: brief(one) for one in names})
    short = _short(lines, (*by, "score", *level), (*notes, *told))
    rare = rare_of(line.denominators for line in lines)
    return (
        Grid(
            "Scores",
            (
                "definition",
                *by,
                "score",
                *level,
                "exactly",
                *denominator_names(rare),
            ),
            tuple(
                (
                    names[line.definition],
                    *([line.group] if by else []),
                    shown_score(line.score),
                    *(() if line.interval is None else (shown_interval(line),)),
                    show_exact(line.score) if isinstance(line.score, Defined) else "",
                    *shown_denominators(line.denominators, rare),
                )
                for line in lines
            ),
            notes=(*notes, *rules_told(lines, names)),
            short=short,
        ),
        *made,
        Grid(
            "Definitions",
            ("definition", "signature"),
            tuple((name, signature(one)) for one, name in names.items()),
            aside=True,
        ),
        *_of_curves(lines, names),
        *_of_tools(lines, names, by),
        sources_grid(readings),
    )


def _short(lines: Sequence[ScoreLine], head: tuple[str, ...], notes: tuple[str, ...]) -> Grid:
    """Lay out each number with what its definition says, and what was left out where something was.

    How many samples were scored always stands there.
    """
    rare = rare_of(line.denominators for line in lines)
    names = denominator_names(rare)
    numbers = [shown_denominators(line.denominators, rare) for line in lines]
    kept = [
        at
        for at, name in enumerate(names)
        if name == "scored" or (name not in _ALWAYS and any(row[at] != "0" for row in numbers))
    ]
    return Grid(
        "Scores",
        ("definition", *head, *(names[at] for at in kept)),
        tuple(
            (
                brief(line.definition),
                *([line.group] if "group" in head else []),
                shown_score(line.score),
                *(() if line.interval is None else (shown_interval(line),)),
                *(row[at] for at in kept),
            )
            for line, row in zip(lines, numbers, strict=True)
        ),
        notes=notes,
    )


def rules_told(lines: Sequence[ScoreLine], names: Mapping[Definition, str]) -> tuple[str, ...]:
    """Say which rules of what is empty gave a score, or a part of it.

    >>> from measurand.metrics.signature import parse
    >>> f = parse("f(average=micro)")
    >>> one = ScoreLine("", f, Defined(1), Denominators(units=1), ruled=(Ruled("a", "1", 1),))
    >>> rules_told([one], {f: "d1"})
    ('d1: by a=1: empty',)
    """
    return tuple(
        f"{name_of_line(line, names)}: {says(rule, line.denominators.units)}"
        for line in lines
        for rule in line.ruled
    )


_ALWAYS = frozenset({"read", "units"})
"""What is never 0 where there is a score, and says nothing beside the samples."""


def short_names(lines: Sequence[ScoreLine]) -> Mapping[Definition, str]:
    """Name each definition of scores once, in their order.

    >>> short_names(())
    {}
    """
    return {one: f"d{at}" for at, one in enumerate(unique(line.definition for line in lines), 1)}


def _of_intervals(
    lines: Sequence[ScoreLine], plan: "Plan | None"
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Prose, ...]]:
    """Head the column of intervals, and say why some are points and how all were made."""
    if plan is None:
        return (), (), ()
    # What words intervals loads all that makes them: scores alone do not wait for it.
    from measurand.edges.report.inferred import level_text, plan_text, points_note

    notes = points_note(line.interval for line in lines if line.interval is not None)
    return (level_text(plan),), notes, (Prose((plan_text(plan),)),)


_BITS, _LOOKED_AT = "bit for bit", "what it presupposes was looked at"


def _of_curves(lines: Sequence[ScoreLine], names: Mapping[Definition, str]) -> tuple[Grid, ...]:
    """List the bins behind scores; nothing where none was asked for, or is there."""
    if not any(line.curves for line in lines):
        return ()
    # Curves load what makes intervals, and pictures: scores alone do not wait for it.
    from measurand.edges.report.score_curves_view import bins_grid
    from measurand.inference.score_curves import CalibrationCurve

    def listed(named: Mapping[Definition, str]) -> Grid | None:
        curves = [
            (name_of_line(line, named), curve)
            for line in lines
            for curve in line.curves
            if isinstance(curve, CalibrationCurve)
        ]
        return bins_grid(curves) if curves else None

    grid = listed(names)
    return () if grid is None else (evolve(grid, short=listed({one: brief(one) for one in names})),)


def name_of_line(line: ScoreLine, names: Mapping[Definition, str]) -> str:
    """Name a score by its definition, and its group where it is of one.

    >>> from measurand.metrics.signature import parse
    >>> total = parse("total")
    >>> name_of_line(ScoreLine("a", total, Undefined("none"), Denominators()), {total: "d1"})
    'd1, a'
    """
    name = names[line.definition]
    return f"{name}, {line.group}" if line.group else name


def _of_tools(
    lines: Sequence[ScoreLine], names: Mapping[Definition, str], by: tuple[str, ...]
) -> tuple[Grid, ...]:
    """List the floats of tools, as these print them; nothing where none was asked for."""
    rows = tuple(
        (
            names[line.definition],
            *([line.group] if by else []),
            line.like.says,
            repr(line.like.number),
        )
        for line in lines
        if line.like is not None
    )
    near = dict.fromkeys(line.like.near for line in lines if line.like is not None)
    notes = tuple(f"the float of the tool, {one or _BITS}; {_LOOKED_AT}" for one in near)
    head = ("definition", *by, "what it is", "number")
    title = "Numbers of other tools"
    short = Grid(title, head[1:], tuple(row[1:] for row in rows))
    return (Grid(title, head, rows, notes=notes, short=short),) if rows else ()


def shown_interval(line: ScoreLine) -> str:
    """Write an interval, or why there is none; the score says it where it has none either.

    >>> from measurand.metrics.signature import parse
    >>> shown_interval(ScoreLine("", parse("total"), Undefined("no sample"), Denominators()))
    ''
    """
    from measurand.edges.report.inferred import interval_text

    match line.interval:
        case None:
            return ""
        case Undefined(reason):
            return "" if isinstance(line.score, Undefined) else f"undefined: {reason}"
        case _:
            return interval_text(line.interval)


def shown_score(score: Score) -> str:
    """Write a score with six digits.

    >>> shown_score(Undefined("no sample"))
    'undefined: no sample'
    """
    match score:
        case Defined(value):
            return f"{float(value):.{_DIGITS}g}"
        case Undefined(reason):
            return f"undefined: {reason}"
