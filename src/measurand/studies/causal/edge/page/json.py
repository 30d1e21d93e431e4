"""Causal scores for machines: one long table, and JSON of all that causal commands print."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from measurand.edges.files.json.shapes import (
    JsonDocument,
    Shapes,
    Tree,
    beside,
    keys,
    made,
    or_null,
    rare,
)
from measurand.edges.report.document import Grid
from measurand.edges.report.inference_json import INTERVALS, JUDGED, TESTS
from measurand.inference.family import Judged
from measurand.studies.causal.edge.page.comparisons import LESS, Beside, Graphs, verdict_text
from measurand.studies.causal.edge.page.documents import (
    AnsweredQuestion,
    BatchNotes,
    Explained,
    found_in,
    number_cells,
    outcome_text,
)
from measurand.studies.causal.graph_scores import PooledEdges, pooled_edges
from measurand.studies.causal.judging import Decided, Undecided, Unscored
from measurand.studies.causal.options import NAMES, Options
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.studies.causal.study import Batch, Compared, Validity
from measurand.values.option_paths import listed
from measurand.values.score import Defined, Score


def long_grid(rows: Iterable[CausalRow]) -> Grid:
    """Lay out all rows as one table: floats as they are, nothing where there is no number.

    >>> from measurand.values.share import share
    >>> long_grid([CausalRow(sample="1", metrics=(("cf", share(1, 2)),))]).rows[0][:6]
    ('1', '', '', '', '0.5', '')
    """
    columns = ("id", "group", "is_correct", "band", *NAMES)
    lines = []
    for row in rows:
        right = "" if row.correct is None else str(row.correct).lower()
        lines.append((row.sample, row.group or "", right, row.band, *number_cells(row, NAMES)))
    return Grid("", columns, tuple(lines))


Oddities = Sequence[Mapping[str, str]]
"""Kinds of notes on the graphs of a file, each with its count and its first place."""


@frozen
class _Finding:
    finding: str
    graphs: int
    first_in: str


@frozen
class _Odd:
    expected: str
    count: str
    first_in: str
    path: str
    got: str


@frozen
class _Batch:
    batch: Batch
    rows: tuple[CausalRow, ...]
    told: BatchNotes
    oddities: Oddities

    @property
    def findings(self) -> tuple[_Finding, ...]:
        """Count the graphs of each finding."""
        return tuple(_Finding(*one) for one in found_in(self.rows))

    @property
    def odd(self) -> tuple[_Odd, ...]:
        """List the kinds of notes on graphs."""
        return tuple(_Odd(*one) for one in self.told.odd)


def _options(options: Options) -> dict[str, str]:
    return dict(listed(options))


_ROW: Shapes = {
    Options: _options,
    CausalRow: (
        *made(id="sample"),
        *keys("group"),
        *made(is_correct="correct"),
        *or_null(keys("band")),
        *keys("metrics"),
        *rare(keys("findings note")),
    ),
}
BATCHES: Shapes = {
    **INTERVALS,
    **_ROW,
    VerdictCount: (*made(component="part"), *keys("outcome layer reason count")),
    _Batch: (
        *keys("judge profile", under="told"),
        *keys("options", under="batch"),
        *made(graphs="batch.samples", problems="batch.clusters"),
        *keys("scores bands", under="batch"),
        *made(decided="batch.layers"),
        *keys("rows findings"),
        *made(calls="told.calls"),
        *keys("odd"),
        *made(plan="batch.options.plan", notes="told.notes"),
        *keys("oddities"),
    ),
}


BATCH = JsonDocument("causal run", BATCHES, body=_Batch, exit_code=int)


def batch_json(
    batch: Batch,
    rows: Sequence[CausalRow],
    told: BatchNotes,
    oddities: Oddities = (),
    **head: object,
) -> Tree:
    """Make a tree of a batch: every number with what it stands on, every graph, all options.

    >>> from measurand.studies.causal.study import batch
    >>> told = BatchNotes(judge="structural/1()", profile="recommended")
    >>> batch_json(batch([], Options()), (), told)["graphs"]
    0
    """
    document = _Batch(batch, tuple(rows), told, oddities)
    return BATCH.tree(document, **head)


@frozen(kw_only=True)
class _Beside:
    """A study of several files, with what is said beside it."""

    study: Compared | Validity
    told: Beside

    @property
    def files(self) -> tuple[str, ...]:
        """Name the files."""
        return tuple(map(str, self.told.files))

    @property
    def options(self) -> dict[str, str]:
        """List the options that hold for all files."""
        every = listed(self.study.options)
        return {path: value for path, value in every if path not in self.told.unlike}


@frozen(kw_only=True)
class _ComparedBeside(_Beside):
    study: Compared


@frozen(kw_only=True)
class _ValidityBeside(_Beside):
    study: Validity


def _less(test: Judged) -> bool:
    return test.hypothesis.name in LESS


_BESIDE = (
    *keys("files"),
    *keys("judges profile profiles", under="told"),
    *made(profile_of_tests="told.of_tests"),
    *keys("notes", under="told"),
    *beside("study"),
    *keys("options"),
)
COMPARISONS: Shapes = {
    **TESTS,
    _ComparedBeside: _BESIDE,
    Compared: (
        *made(graphs="samples"),
        *keys("joined fewer"),
        *made(join="options.join", problems="clusters"),
        *keys("tests"),
        *made(plan="options.plan"),
    ),
    Judged: (
        *made(score="hypothesis.name"),
        *(evolve(key, of=verdict_text) if key.name == "verdict" else key for key in JUDGED),
        *made(less_is_better=_less),
    ),
}
VALIDITIES: Shapes = {
    **INTERVALS,
    _ValidityBeside: _BESIDE,
    Validity: (
        *made(graphs="samples"),
        *keys("known right"),
        *made(problems="clusters"),
        *keys("scores"),
        *made(plan="options.plan"),
    ),
}


COMPARE = JsonDocument("causal compare", COMPARISONS, body=_ComparedBeside, exit_code=int)
VALIDITY = JsonDocument("causal validity", VALIDITIES, body=_ValidityBeside, exit_code=int)


def compare_json(compared: Compared, told: Beside, **head: object) -> Tree:
    """Make a tree of a comparison.

    >>> from pathlib import Path
    >>> from measurand.studies.causal.study import compare_systems
    >>> nothing = compare_systems([], [], Options())
    >>> beside = Beside(files=(Path("a"), Path("b")), judges=("", ""), profile="recommended")
    >>> compare_json(nothing, beside)["joined"]
    0
    """
    return COMPARE.tree(_ComparedBeside(study=compared, told=told), **head)


def validity_json(found: Validity, told: Beside, **head: object) -> Tree:
    """Make a tree of how well scores tell right answers from wrong ones.

    >>> from pathlib import Path
    >>> from measurand.studies.causal.study import validity
    >>> beside = Beside(files=(Path("a"),), judges=("",), profile="recommended")
    >>> validity_json(validity([], Options()), beside)["known"]
    0
    """
    return VALIDITY.tree(_ValidityBeside(study=found, told=told), **head)


@frozen
class _GraphsOfFile:
    graphs: Graphs
    oddities: Oddities


def _pooled(graphs: Graphs) -> tuple[PooledEdges, ...]:
    return pooled_edges(graphs.against, graphs.options) if graphs.against else ()


@frozen
class _Counts:
    hits: int | None
    graph: int | None
    reference: int | None


def _count(score: Score) -> int | None:
    return int(str(score.value)) if isinstance(score, Defined) else None


def _counts(pooled: PooledEdges) -> _Counts:
    return _Counts(_count(pooled.hits), _count(pooled.predicted), _count(pooled.gold))


def _referred(row: CausalRow) -> bool:
    return bool(row.edges)


GRAPHS: Shapes = {
    **INTERVALS,
    **_ROW,
    Graphs: (
        *keys("file"),
        *or_null(keys("reference")),
        *keys("options"),
        *made(problems="found.clusters", measures="found.scores", pooled=_pooled, graphs="rows"),
        *made(plan="options.plan"),
        *keys("notes"),
    ),
    _GraphsOfFile: (*beside("graphs"), *keys("oddities")),
    PooledEdges: (
        *made(counted="word"),
        *beside(_counts),
        *keys("scores"),
    ),
    _Counts: rare(keys("hits graph reference")),
    CausalRow: (*made(id="sample", reference=_referred), *keys("metrics")),
}


GRAPH = JsonDocument("causal graph", GRAPHS, body=_GraphsOfFile, exit_code=int)


def graphs_json(graphs: Graphs, oddities: Oddities = (), **head: object) -> Tree:
    """Make a tree of graphs held against references.

    >>> from measurand.studies.causal.study import batch
    >>> nothing = Graphs(rows=(), found=batch([], Options(tested=("plan_order",))), file="a")
    >>> graphs_json(nothing)["graphs"]
    []
    """
    return GRAPH.tree(_GraphsOfFile(graphs, oddities), **head)


EXPLAINED: Shapes = {
    Explained: (
        *keys("id"),
        *made(targets="graph.targets", judges="signatures"),
        *keys("asked findings notes"),
    ),
    AnsweredQuestion: (*keys("kind subject", under="question"), *keys("verdicts")),
    Decided: (
        *made(verdict=outcome_text, score="share"),
        *keys("layer because details"),
    ),
    Undecided: (*made(verdict=outcome_text), *keys("reason because")),
    Unscored: (*made(verdict=outcome_text), *keys("reason because")),
}


EXPLAIN = JsonDocument("causal explain", EXPLAINED, body=Explained, exit_code=int)
PROFILES_SHOWN = JsonDocument(
    "causal profiles", {}, version=1, options=Mapping[str, Mapping[str, str]]
)
DOCUMENTS = (BATCH, COMPARE, EXPLAIN, GRAPH, VALIDITY, PROFILES_SHOWN)


def explain_json(explained: Explained, **head: object) -> Tree:
    """Make a tree of what was asked about a graph.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> nothing = Explained(id="1", graph=ReasoningGraph(), asked=(), signatures=())
    >>> explain_json(nothing)["asked"]
    []
    """
    return EXPLAIN.tree(explained, **head)
