"""Scores of a batch, and the verdicts on one graph with their reasons, laid out as documents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from measurand.edges.report.document import Align, Block, Document, Grid, Prose, Section, noted
from measurand.edges.report.inferred import NONE, ends_text, number_text, plan_text, score_text
from measurand.studies.causal.evaluate import NO_SUBJECT
from measurand.studies.causal.graph_scores import scored_rows
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Unscored, Verdict
from measurand.studies.causal.options import CF, COVERAGE, FACTS, SHORT, Options
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.studies.causal.study import Batch
from measurand.values.reasoning import ReasoningGraph
from measurand.values.score import Score, Undefined
from measurand.values.share import Measured, Share

LISTED = 30
"""Graphs that are listed one by one; a larger batch is summed up."""
MEASURED = (
    "The scores measure how the reasoning hangs together as a graph. They do not say whether its "
    "answer is right."
)
_WHYS = 5
_PARTS = {part.value: short for part, short in SHORT.items()}
_RIGHT: tuple[Align, ...] = ("right",) * 6


@frozen(kw_only=True)
class BatchNotes:
    """What is said beside a batch: who judged, under which options, what was odd.

    `odd` lists kinds of notes on graphs: what was expected, how often, and of the first one the id,
    the place and what was got. `calls` say what a model was asked.
    """

    judge: str
    profile: str
    calls: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    odd: tuple[tuple[str, str, str, str, str], ...] = ()


def batch_document(found: Batch, rows: Sequence[CausalRow], told: BatchNotes) -> Document:
    """Lay out a batch: scores, who decided what, bands, the graphs of a small one, and notes.

    >>> from measurand.studies.causal.study import batch
    >>> told = BatchNotes(judge="structural/1()", profile="recommended")
    >>> [block.title for block in batch_document(batch([], Options()), (), told)[1:]]
    ['Scores', 'Decided', 'Notes']
    """
    return (
        Prose((headline(found, rows),)),
        Section("Scores", tuple(_scores(found, rows)), short=_short_scores(found)),
        Section("Decided", (layers_grid(found.layers),), aside=True),
        *_graphs(rows, found.options),
        *_findings(rows),
        *_odd(told),
        *([Section("Calls", (Grid("", ("what", "number"), told.calls),))] if told.calls else []),
        noted(tuple(_notes(found, rows, told)), told.notes),
    )


def headline(found: Batch, rows: Sequence[CausalRow]) -> str:
    """Say how many graphs there are, where their scores lie, and on how much of the weight.

    >>> from measurand.studies.causal.study import batch
    >>> headline(batch([], Options()), ())
    '0 graphs, 0 problems: no graph has a score.'
    """
    graphs = _count(found.samples, "graph")
    problems = _count(found.clusters, "problem")
    if CF not in found.options.tested:
        return f"{graphs}, {problems}."
    if isinstance(found.lowest, Undefined) or isinstance(found.highest, Undefined):
        return f"{graphs}, {problems}: no graph has a score."
    bands = ", ".join(f"{number} {name}" for name, number in found.bands if number)
    ends = f"{number_text(found.lowest.value)} to {number_text(found.highest.value)}"
    covered = partly_covered(rows, found.options)
    at = "" if covered is None else f", at a coverage of {covered}"
    return f"{graphs}, {problems}: from {ends}; {bands}{at}."


def partly_covered(rows: Sequence[CausalRow], options: Options) -> str | None:
    """Write the mean coverage of graphs; None where it is whole, or nobody knows it.

    >>> from measurand.values.share import share
    >>> rows = [CausalRow(sample="1", metrics=((COVERAGE, share(1, 4)),))]
    >>> partly_covered(rows, Options()), partly_covered([], Options())
    ('0.2500', None)
    """
    covered = scored_rows(COVERAGE, rows, options).score
    return None if isinstance(covered, Undefined) or covered.value == 1 else score_text(covered)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _scores(found: Batch, rows: Sequence[CausalRow]) -> Iterator[Block]:
    decided = _decided(found.layers)
    bounds = {name: (_end(low), _end(high)) for name, low, high in found.bounds}
    lines = tuple(
        (
            name,
            score_text(one.score),
            *ends_text(one.interval),
            str(one.units),
            str(one.left_out),
            decided.get(name, ""),
            *bounds.get(name, ("", "")),
        )
        for name, one in found.scores
    )
    unit = "graphs" if found.options.plan.cluster is None else "problems"
    columns = ("score", "mean", "ci_low", "ci_high", unit, "left out", "decided", "least", "most")
    notes = tuple(_legend(rows, found.options))
    yield Grid("", columns, lines, align=("left", *_RIGHT, "right", "right"), notes=notes)
    if any(isinstance(_of(row, FACTS[0]), Share) for row in rows):
        facts = tuple((name, *_mean(rows, name, found.options)) for name in FACTS)
        yield Grid("Graph quality", ("part", "mean", "n"), facts)


def _short_scores(found: Batch) -> Grid:
    """Lay out the scores that there are, and of how much each is the mean."""
    decided = _decided(found.layers)
    lacking = any(one.left_out for _, one in found.scores)
    lines = tuple(
        (
            name,
            score_text(one.score),
            *ends_text(one.interval),
            str(one.units),
            *((str(one.left_out),) if lacking else ()),
            decided.get(name, ""),
        )
        for name, one in found.scores
    )
    unit = "graphs" if found.options.plan.cluster is None else "problems"
    out = ("left out",) if lacking else ()
    heads = ("score", "mean", "ci_low", "ci_high", unit, *out, "decided")
    right: list[Align] = ["right" for _ in heads[1:]]
    return Grid("", heads, lines, align=("left", *right))


def _decided(layers: Iterable[VerdictCount]) -> Mapping[str, str]:
    """Count the subjects of each component that were decided, of all."""
    sums: dict[str, list[int]] = {}
    for one in filter(_of_subjects, layers):
        counts = sums.setdefault(_PARTS[one.part], [0, 0])
        counts[0] += one.count * (one.outcome == "decided")
        counts[1] += one.count
    return {name: f"{done} of {every}" for name, (done, every) in sums.items()}


def _of_subjects(one: VerdictCount) -> bool:
    """Tell whether subjects are counted, not graphs in which there is nothing to ask about."""
    return bool(one.layer) or one.reason not in NO_SUBJECT.values()


def _of(row: CausalRow, name: str) -> Measured:
    return dict(row.metrics).get(name, Undefined(""))


def _end(bound: Score) -> str:
    return "" if isinstance(bound, Undefined) else score_text(bound)


def _mean(rows: Sequence[CausalRow], name: str, options: Options) -> tuple[str, str]:
    """Write what the core makes of a metric over all rows, and over how many that have it."""
    number = sum(1 for row in rows if isinstance(_of(row, name), Share))
    return score_text(scored_rows(name, rows, options).score), str(number)


def _legend(rows: Sequence[CausalRow], options: Options) -> Iterator[str]:
    covered, number = _mean(rows, COVERAGE, options)
    if number != "0" and CF in options.tested:
        yield f"coverage {covered}: the weight of the components that have a score"
    yield (
        "left out: graphs without the score; decided: nodes, knowns, texts, graphs; least, most: "
        "what the mean could be, whatever the open ones would say"
    )


def layers_grid(layers: Iterable[VerdictCount]) -> Grid:
    """Lay out what was decided by which layer, and why the rest was not.

    A share is of the subjects of the component; graphs that have none are no part of them.

    >>> count = VerdictCount(part="logic_quality", outcome="undecided", reason="cut off", count=2)
    >>> layers_grid([count]).rows
    (('logic', 'undecided', '', 'cut off', '2', '100.0%'),)
    """
    layers = tuple(layers)
    every: dict[str, int] = {}
    for one in filter(_of_subjects, layers):
        every[one.part] = every.get(one.part, 0) + one.count
    rows = tuple(
        (
            _PARTS[one.part],
            one.outcome,
            one.layer,
            one.reason,
            str(one.count),
            f"{100 * one.count / every[one.part]:.1f}%" if _of_subjects(one) else "",
        )
        for one in layers
    )
    columns = ("component", "outcome", "layer", "reason", "count", "share")
    return Grid("", columns, rows, align=("left", "left", "left", "left", "right", "right"))


def _graphs(rows: Sequence[CausalRow], options: Options) -> tuple[Section, ...]:
    if not rows or len(rows) > LISTED:
        return ()
    parts = tuple(name for name in SHORT.values() if name in options.tested)
    names = (CF, COVERAGE, *parts) if CF in options.tested else parts
    bands = ("band",) if CF in options.tested else ()
    lines = tuple(
        (row.sample, *(measured_text(_of(row, name)) for name in names), *(row.band for _ in bands))
        for row in rows
    )
    align: tuple[Align, ...] = ("left", *_RIGHT[: len(names)], *(("left",) if bands else ()))
    grid = Grid("", ("id", *names, *bands), lines, align=align)
    return (Section("Graphs", (grid,), aside=True),)


def number_cells(row: CausalRow, names: Iterable[str]) -> tuple[str, ...]:
    """Write numbers of a row as floats for a table, nothing where there is none.

    >>> from measurand.values.share import share
    >>> number_cells(CausalRow(sample="1", metrics=(("cf", share(1, 2)),)), ("cf", "logic"))
    ('0.5', '')
    """
    found = (_of(row, name) for name in names)
    return tuple("" if isinstance(one, Undefined) else str(float(one.value)) for one in found)


def measured_text(found: Measured) -> str:
    """Write a number of a row.

    >>> from measurand.values.share import share
    >>> measured_text(Undefined("no known")), measured_text(share(1, 3))
    ('n/a', '0.3333')
    """
    return NONE if isinstance(found, Undefined) else number_text(found.value)


def found_in(rows: Iterable[CausalRow]) -> tuple[tuple[str, int, str], ...]:
    """Count the graphs of each finding, the most frequent first, with the first that has it.

    >>> found_in([CausalRow(sample="7", findings=("cycle",)), CausalRow(sample="8")])
    (('cycle', 1, '7'),)
    """
    graphs: dict[str, list[str]] = {}
    for row in rows:
        for name in dict.fromkeys(row.findings):
            graphs.setdefault(name, []).append(row.sample)
    ranked = sorted(graphs.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return tuple((name, len(ids), ids[0]) for name, ids in ranked)


def _findings(rows: Sequence[CausalRow]) -> tuple[Section, ...]:
    found = found_in(rows)
    if not found:
        return ()
    lines = tuple((name, str(number), first) for name, number, first in found[:LISTED])
    more = len(found) - LISTED
    notes = (f"{more} more",) if more > 0 else ()
    columns = ("finding", "graphs", "first in")
    grid = Grid("", columns, lines, align=("left", "right", "left"), notes=notes)
    return (Section("Findings", (grid,), aside=True),)


def _odd(told: BatchNotes) -> tuple[Section, ...]:
    if not told.odd:
        return ()
    columns = ("expected", "not so", "first in", "place", "got")
    return (Section("Odd in the graphs", (Grid("", columns, told.odd),), aside=True),)


def _notes(found: Batch, rows: Sequence[CausalRow], told: BatchNotes) -> Iterator[str]:
    yield f"Judge: {told.judge}."
    yield f"Profile: {told.profile}."
    yield plan_text(found.options.plan)
    yield from (f"{name}: {why}." for name, why in _undefined(found, rows))
    yield MEASURED


def _undefined(found: Batch, rows: Sequence[CausalRow]) -> Iterator[tuple[str, str]]:
    for name, one in found.scores:
        if isinstance(one.score, Undefined):
            whys = Counter(
                why.reason for row in rows if isinstance(why := _of(row, name), Undefined)
            )
            ranked = sorted(whys.items(), key=lambda pair: (-pair[1], pair[0]))
            listed = [f"{reason} ({count})" for reason, count in ranked[:_WHYS]]
            yield f"No {name}", ", ".join(listed) or one.score.reason
        elif isinstance(one.interval, Undefined):
            yield f"No interval of {name}", one.interval.reason


_TITLES = {
    Kind.INTERVENTION: "What becomes of the target without a node",
    Kind.ABDUCTION: "What tells a known that is taken away",
    Kind.LOGIC: "The text",
}
_SUBJECTS = {Kind.INTERVENTION: "node", Kind.ABDUCTION: "known", Kind.LOGIC: "text"}


@frozen(kw_only=True)
class AnsweredQuestion:
    """A question, and what each judge says; `judge` is the short name of one."""

    question: Question
    verdicts: tuple[tuple[str, Verdict], ...]


@frozen(kw_only=True)
class Explained:
    """A graph with all that was asked about it; `signatures` name the judges in full."""

    id: str
    graph: ReasoningGraph
    asked: tuple[AnsweredQuestion, ...]
    signatures: tuple[tuple[str, str], ...]
    findings: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    node: str | None = None


def explain_document(found: Explained) -> Document:
    """Lay out what was asked about a graph; about one node with all that judges say of it.

    >>> nothing = Explained(id="1", graph=ReasoningGraph(), asked=(), signatures=())
    >>> explain_document(nothing)[0].lines
    ('1: no target, no known, no link.',)
    """
    blocks: list[Block] = [Prose((_graph_headline(found),))]
    for kind in Kind:
        asked = [one for one in found.asked if one.question.kind is kind]
        if asked:
            rows = tuple(
                _row(one, name, verdict) for one in asked for name, verdict in one.verdicts
            )
            columns = (_SUBJECTS[kind], "judge", "verdict", "score", "because")
            inner: list[Block] = [Grid("", columns, rows)]
            if found.node is not None:
                inner += _details(asked)
            blocks.append(Section(_TITLES[kind], tuple(inner)))
    if found.findings:
        blocks.append(Section("Findings", (Grid("", ("what", "told"), found.findings),)))
    lines = (*(f"{name}: {text}." for name, text in found.signatures), *found.notes)
    return (*blocks, *([Section("Notes", (Prose(lines),))] if lines else []))


def _graph_headline(found: Explained) -> str:
    """Say what a graph is made of."""
    graph = found.graph
    links = graph.links or ()
    parts = (
        f"target {', '.join(graph.targets)}" if graph.targets else "no target",
        f"knowns {', '.join(one.name for one in graph.knowns)}" if graph.knowns else "no known",
        f"{len(links)} link{'' if len(links) == 1 else 's'}" if links else "no link",
    )
    return f"{found.id}: {', '.join(parts)}."


def _row(asked: AnsweredQuestion, name: str, verdict: Verdict) -> tuple[str, ...]:
    return (asked.question.subject, name, *verdict_words(verdict))


def verdict_words(verdict: Verdict) -> tuple[str, str, str]:
    """Name what a verdict came to, and write its share and why.

    >>> verdict_words(Unscored(reason="garbled", because="no JSON object"))
    ('unscored', 'n/a', 'garbled: no JSON object')
    """
    match verdict:
        case Decided(share=share, level=level, because=because):
            return level or "decided", number_text(share), because
        case Undecided(reason=reason, because=because):
            return "undecided", NONE, open_text(reason, because)
        case Unscored(reason=reason, because=because):
            return "unscored", NONE, open_text(reason, because)


def outcome_text(verdict: Verdict) -> str:
    """Name what a verdict came to."""
    return verdict_words(verdict)[0]


def open_text(reason: str, because: str) -> str:
    """Say why there is no verdict, once.

    >>> open_text("prose", ""), open_text("prose", "prose"), open_text("prose", "it is a sentence")
    ('prose', 'prose', 'prose: it is a sentence')
    """
    return reason if because in {"", reason} else f"{reason}: {because}"


def _details(asked: Sequence[AnsweredQuestion]) -> list[Block]:
    rows = tuple(
        (name, what.replace("_", " "), text)
        for one in asked
        for name, verdict in one.verdicts
        if isinstance(verdict, Decided)
        for what, text in verdict.details
        if text
    )
    return [Grid("", ("judge", "what", "told"), rows)] if rows else []
