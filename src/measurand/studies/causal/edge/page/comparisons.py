"""Graphs held against references, methods compared, scores held against answers: as documents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from measurand.edges.report.document import Align, Block, Document, Grid, Prose, Section
from measurand.edges.report.inferred import (
    NONE,
    ends_text,
    interval_text,
    level_text,
    number_text,
    p_text,
    plan_text,
    points_note,
    score_text,
)
from measurand.inference.adjustment import Correction
from measurand.inference.comparison import Estimate
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Judged, Verdict
from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.measures import AGAINST, ALONE, SCORES
from measurand.studies.causal.edge.page.documents import (
    LISTED,
    MEASURED,
    measured_text,
    number_cells,
)
from measurand.studies.causal.graph_scores import GRAPH_MEASURES, PooledEdges, pooled_edges
from measurand.studies.causal.options import (
    CF,
    COVERAGE,
    DEFAULT,
    FACTS,
    HIGH,
    LOW,
    PROFILES,
    Join,
    Options,
    Pooling,
)
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import Batch, Compared, Validity
from measurand.values.option_paths import listed
from measurand.values.score import Score, Undefined
from measurand.values.share import Measured, Share

_WHOLE = frozenset({CF, LOW, HIGH, COVERAGE, "logic", "logic_low", "logic_high", "graph", FACTS[0]})


def pooled_note(options: Options) -> Iterator[str]:
    """Say which of the tested numbers stay means over graphs where the others are ratios of sums.

    >>> list(pooled_note(Options(pooling=Pooling.SUMS, tested=("cf", "abductive"))))
    ['pooling=sums: cf counts every graph once; the others are ratios of sums over all subjects']
    >>> list(pooled_note(Options()))
    []
    """
    whole = [name for name in options.tested if name in _WHOLE]
    if options.pooling is Pooling.SUMS and whole:
        count = "counts" if len(whole) == 1 else "count"
        rest = "; the others are ratios of sums over all subjects"
        more = rest if len(whole) < len(options.tested) else ""
        yield f"pooling=sums: {', '.join(whole)} {count} every graph once{more}"


LESS = frozenset(
    {
        "undeclared_nodes",
        "unread_rules",
        "unused_knowns",
        "shd",
        "shd_normalised",
        *(f"{how.value}_aid{end}" for how in Adjustment for end in ("", "_normalised")),
    }
)
"""The measures that count what is amiss: the better graph has less."""
NO_SCORE = "no score"


def less_note(names: Iterable[str]) -> Iterator[str]:
    """Say of which tested measures less is better, where there are any.

    >>> list(less_note(["edge_f1", "shd", "unused_knowns"]))
    ['less is better: shd, unused_knowns']
    >>> list(less_note(["cf"]))
    []
    """
    less = [name for name in names if name in LESS]
    if less:
        yield f"less is better: {', '.join(less)}"


def verdict_text(test: Judged) -> str:
    """Write a verdict; a test is only null here where neither system has a score.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import compare_systems
    >>> [test] = compare_systems([], [], Options(tested=("logic",))).tests
    >>> verdict_text(test)
    'no score'
    """
    return NO_SCORE if test.verdict is Verdict.STRUCTURALLY_NULL else test.verdict.value


_RIGHT: tuple[Align, ...] = ("right",) * 6


@frozen(kw_only=True)
class Beside:
    """What is said beside a study: its files, who judged each, and what should be known.

    `profiles` say how each file was measured, empty where nobody said; `profile` names the reading,
    with `of_tests` that of the tests alone. `unlike` are options that the files do not share.
    """

    files: tuple[Path, ...]
    judges: tuple[str, ...]
    profile: str
    profiles: tuple[str, ...] = ()
    of_tests: bool = False
    unlike: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def compare_document(found: Compared, told: Beside) -> Document:
    """Lay out a comparison of two methods.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import compare_systems
    >>> nothing = compare_systems([], [], Options())
    >>> beside = Beside(files=(Path("a"), Path("b")), judges=("", ""), profile="recommended")
    >>> [block.title for block in compare_document(nothing, beside) if isinstance(block, Grid)]
    ['Comparison']
    """
    return tuple(_comparison(found, told))


def _comparison(found: Compared, told: Beside) -> Iterator[Block]:
    plan = found.options.plan
    adjusted = () if plan.correction is Correction.NONE else (f"p ({plan.correction.value})",)
    columns = ("score", "first", "second", "difference", level_text(plan), "p", *adjusted)
    rows = tuple(_test(test, adjusted=bool(adjusted)) for test in found.tests)
    align: tuple[Align, ...] = ("left", *_RIGHT[: len(columns) - 1], "left")
    intervals = [test.hypothesis.found.interval for test in found.tests]
    notes = (
        "difference: first less second, on what both have",
        *less_note(test.hypothesis.name for test in found.tests),
        *points_note(intervals),
        *pooled_note(found.options),
        *_reasons(found.tests),
    )
    yield Grid("Comparison", (*columns, "verdict"), rows, align=align, notes=notes)
    yield Prose(tuple(_how(found, told)))
    if any(isinstance(test.hypothesis.found.effects, Effects) for test in found.tests):
        sizes = tuple((test.hypothesis.name, *_sizes(test)) for test in found.tests)
        columns = ("score", "d_z", "interval", "dominance", "interval", "units", "left out")
        yield Grid("Sizes of effect", columns, sizes, notes=(_SIZES, *_unsized(found.tests)))


_SIZES = (
    "d_z: mean difference over the standard deviation of differences; dominance: share of units "
    "where the first is larger, less that where the second is"
)


def _test(test: Judged, *, adjusted: bool) -> tuple[str, ...]:
    found = test.hypothesis.found
    return (
        test.hypothesis.name,
        *(score_text(one) for one in (found.first, found.second, found.difference)),
        interval_text(found.interval),
        p_text(found.p_value),
        *((p_text(test.adjusted),) if adjusted else ()),
        verdict_text(test),
    )


def _reasons(tests: Sequence[Judged]) -> Iterator[str]:
    for test in tests:
        found = test.hypothesis.found
        parts = (found.first, found.second, found.difference, found.interval, found.p_value)
        why = dict.fromkeys(one.reason for one in parts if isinstance(one, Undefined))
        if why:
            yield f"n/a in {test.hypothesis.name}: {'; '.join(why)}"


def _sizes(test: Judged) -> tuple[str, ...]:
    found = test.hypothesis.found
    sizes = found.effects
    parts = (sizes.standardised, sizes.dominance) if isinstance(sizes, Effects) else (None, None)
    texts = [text for part in parts for text in _size(part)]
    return (*texts, str(found.units), str(found.left_out))


def _size(part: Effect | Undefined | None) -> tuple[str, str]:
    if isinstance(part, Effect):
        return number_text(part.value), interval_text(part.interval)
    return NONE, NONE


def _unsized(tests: Sequence[Judged]) -> Iterator[str]:
    """Say why sizes are not there, each reason once with the scores that lack them."""
    told: dict[str, list[str]] = {}
    for test in tests:
        sizes = test.hypothesis.found.effects
        parts = (sizes.standardised, sizes.dominance) if isinstance(sizes, Effects) else (sizes,)
        inner = [part.interval for part in parts if isinstance(part, Effect)]
        for part in (*parts, *inner):
            if isinstance(part, Undefined):
                told.setdefault(part.reason, []).append(test.hypothesis.name)
    return (f"n/a ({why}): {', '.join(dict.fromkeys(names))}" for why, names in told.items())


def _how(found: Compared, told: Beside) -> Iterator[str]:
    first, second = found.samples
    what = "graphs" if found.options.join is Join.ID else "problems"
    yield f"first: {told.files[0]}, {first} graphs; second: {told.files[1]}, {second} graphs."
    yield (
        f"Joined by {found.options.join.value}: {found.joined} {what} of {found.clusters} problems."
    )
    if found.fewer:
        yield (
            f"In {found.fewer} of the {what}, cf is over fewer components than one of them has: "
            "those that both have scores of (common=parts)."
        )
    yield from _judged(told)
    yield plan_text(found.options.plan)
    yield from told.notes


def _judged(told: Beside) -> Iterator[str]:
    judges = dict.fromkeys(judge for judge in told.judges if judge)
    yield f"Judge: {'; '.join(judges) or 'not said'}."
    yield f"Profile{' of the tests' if told.of_tests else ''}: {told.profile}."


def validity_document(found: Validity, told: Beside) -> Document:
    """Lay out how well scores tell right answers from wrong ones.

    >>> from measurand.studies.causal.options import Options
    >>> from measurand.studies.causal.study import validity
    >>> beside = Beside(files=(Path("a"),), judges=("",), profile="recommended")
    >>> validity_document(validity([], Options()), beside)[0].rows[0]
    ('cf', 'n/a', 'n/a', 'n/a', '0', '0')
    """
    rows = tuple(
        (name, score_text(one.score), *ends_text(one.interval), str(one.units), str(one.left_out))
        for name, one in found.scores
    )
    units = "graphs" if found.options.plan.cluster is None else "problems"
    columns = ("score", "auc", "ci_low", "ci_high", units, "left out")
    files, wrong = ", ".join(map(str, told.files)), found.known - found.right
    known = f"{found.known} answers are known to be right ({found.right}) or wrong ({wrong})"
    lines = (f"{files}: {found.samples} graphs; {known}.", *_judged(told))
    how = (*lines, plan_text(found.options.plan), MEASURED, *told.notes)
    notes = (_AUC, _LEFT_OUT, *(f"n/a in {name}: {why}" for name, why in _undefined(found)))
    align: tuple[Align, ...] = ("left", *_RIGHT[:5])
    return (Grid("Validity", columns, rows, align=align, notes=notes), Prose(how))


_AUC = (
    "auc: how often a graph with a right answer scores above one with a wrong answer, a tie "
    "counting half; 0.5 is what chance gives"
)
_LEFT_OUT = "left out: graphs without the score, or of which nobody knows whether they are right"


def _undefined(found: Validity) -> Iterable[tuple[str, str]]:
    for name, one in found.scores:
        parts = (one.score, one.interval)
        why = dict.fromkeys(part.reason for part in parts if isinstance(part, Undefined))
        if why:
            yield name, "; ".join(why)


_NO_REFERENCE = Undefined("no reference")
_SHOWN = ("edge_f1", "skeleton_f1", "ancestor_f1", "shd", "parent_aid", "answer_reproduced")
_WHYS = 4
_OF_TESTS = "tested"


@frozen(kw_only=True)
class Graphs:
    """All graphs of a file, what came of their measures, and what should be known."""

    rows: tuple[CausalRow, ...]
    found: Batch
    file: str
    reference: str = ""
    notes: tuple[str, ...] = ()

    @property
    def options(self) -> Options:
        """Say how was compared."""
        return self.found.options

    @property
    def against(self) -> tuple[CausalRow, ...]:
        """List the graphs that have a reference."""
        return tuple(row for row in self.rows if row.edges)


def graphs_document(found: Graphs) -> Document:
    """Lay out how graphs compare with their references, and with themselves.

    >>> from measurand.studies.causal.study import batch
    >>> nothing = Graphs(rows=(), found=batch([], Options(tested=("plan_order",))), file="a")
    >>> [block.title for block in graphs_document(nothing) if isinstance(block, Section)]
    ['Each graph by itself', 'Notes']
    """
    against, sections = found.against, []
    if alone := _estimated(found, ALONE):
        sections.append(Section("Each graph by itself", (_grid(found, alone),)))
    if against and (others := _estimated(found, AGAINST)):
        grids = (_grid(found, others), _pooled(pooled_edges(against, found.options)))
        sections.append(Section("Against the references", grids))
    if against and len(against) <= LISTED:
        sections.append(Section("Graphs", (_each(against),)))
    return (Prose((_headline(found),)), *sections, Section("Notes", (Prose(_notes(found)),)))


def _headline(found: Graphs) -> str:
    number, problems = len(found.rows), found.found.clusters
    graphs = f"{number} graph{'' if number == 1 else 's'}"
    of = f"{problems} problem{'' if problems == 1 else 's'}"
    return f"{graphs}, {of}, {len(found.against)} with a reference."


def _estimated(found: Graphs, names: Sequence[str]) -> tuple[tuple[str, Estimate], ...]:
    return tuple((name, one) for name, one in found.found.scores if name in names)


def _grid(found: Graphs, estimates: Iterable[tuple[str, Estimate]]) -> Grid:
    lines = tuple(
        (name, score_text(one.score), *ends_text(one.interval), *_lost(found.rows, name))
        for name, one in estimates
    )
    what = "mean" if found.options.pooling is Pooling.SAMPLES else "pooled"
    columns = ("measure", what, "ci_low", "ci_high", "n", "undefined", "why")
    return Grid("", columns, lines, align=("left", *_RIGHT[:5], "left"))


def _of(row: CausalRow, name: str) -> Measured:
    return dict(row.metrics).get(name, _NO_REFERENCE)


def _lost(rows: Iterable[CausalRow], name: str) -> tuple[str, str, str]:
    """Count the graphs that have a measure, and those that have not, with their reasons."""
    measured = [_of(row, name) for row in rows]
    # What follows a colon speaks of one graph alone.
    reasons = Counter(
        one.reason.partition(": ")[0] for one in measured if isinstance(one, Undefined)
    )
    ranked = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [reason if len(ranked) == 1 else f"{reason} ({n})" for reason, n in ranked[:_WHYS]]
    more = len(ranked) - _WHYS
    why = "; ".join((*told, *([f"and {more} more"] if more > 0 else [])))
    number = sum(1 for one in measured if isinstance(one, Share))
    return str(number), str(reasons.total()), why


def _pooled(pooled: Iterable[PooledEdges]) -> Grid:
    """Count the edges of all graphs together."""
    lines = tuple(
        (
            one.word,
            *(_whole(count) for count in (one.hits, one.predicted, one.gold)),
            *(score_text(score) for _, score in one.scores),
        )
        for one in pooled
    )
    columns = ("pooled", "hits", "graph", "reference", *SCORES)
    return Grid("All graphs together", columns, lines)


def _whole(count: Score) -> str:
    """Write a number of edges."""
    return score_text(count) if isinstance(count, Undefined) else str(count.value)


def _each(rows: Sequence[CausalRow]) -> Grid:
    lines = tuple((row.sample, *(measured_text(_of(row, name)) for name in _SHOWN)) for row in rows)
    return Grid("", ("id", *_SHOWN), lines, align=("left", *_RIGHT))


def _notes(found: Graphs) -> tuple[str, ...]:
    plain = dict(listed(PROFILES[DEFAULT]))
    changed = [
        f"{path}={value}"
        for path, value in listed(found.options)
        if path != _OF_TESTS and plain.get(path) != value
    ]
    reference = f"; references: {found.reference}" if found.reference else ""
    options = f"Options: {', '.join(changed)}." if changed else "Options: the defaults."
    lost = (
        f"No interval of {name}: {one.interval.reason}."
        for name, one in found.found.scores
        if isinstance(one.interval, Undefined) and not isinstance(one.score, Undefined)
    )
    plan = plan_text(found.options.plan)
    return (f"Graphs: {found.file}{reference}.", options, plan, *lost, *found.notes)


def graphs_grid(rows: Iterable[CausalRow]) -> Grid:
    """Lay out all measures of all graphs as one table: floats, nothing where there is no number.

    >>> graphs_grid([CausalRow(sample="1")]).rows[0][:2]
    ('1', '')
    """
    lines = tuple((row.sample, *number_cells(row, GRAPH_MEASURES)) for row in rows)
    return Grid("", ("id", *GRAPH_MEASURES), lines)
