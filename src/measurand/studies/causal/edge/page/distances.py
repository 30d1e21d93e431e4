"""Graphs held against reference graphs: as a document and as one long table."""

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from measurand.edges.report.document import Align, Document, Grid, Prose, Section
from measurand.edges.report.inferred import ends_text, plan_text, score_text
from measurand.inference.comparison import Estimate
from measurand.studies.causal.choices import Pooling
from measurand.studies.causal.comparing.measures import AGAINST, ALONE, SCORES
from measurand.studies.causal.edge.page.view import LISTED, measured_text
from measurand.studies.causal.graph_scores import GRAPH_MEASURES, PooledEdges, pooled_edges
from measurand.studies.causal.options import DEFAULT, PROFILES, Options
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import Batch
from measurand.values.option_paths import listed
from measurand.values.score import Score, Undefined
from measurand.values.share import Measured, Share

_NO_REFERENCE = Undefined("no reference")
_SHOWN = ("edge_f1", "skeleton_f1", "ancestor_f1", "shd", "parent_aid", "answer_reproduced")
_WHYS = 4
_RIGHT: tuple[Align, ...] = ("right",) * 6
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
    lines = tuple((row.sample, *(_cell(_of(row, name)) for name in GRAPH_MEASURES)) for row in rows)
    return Grid("", ("id", *GRAPH_MEASURES), lines)


def _cell(found: Measured) -> str:
    return "" if isinstance(found, Undefined) else str(float(found.value))
