"""Graphs held against reference graphs: as a document, as one long table, and as a tree."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.causal.comparing.edge_counts import scored
from measurand.causal.comparing.measures import AGAINST, ALONE, COUNTED, Compared, Comparing
from measurand.edges.report.causal_view import LISTED, measured_text
from measurand.edges.report.document import Align, Document, Grid, Prose, Section
from measurand.edges.report.inferred import NONE, Tree, number_text
from measurand.metrics.averaged import F, Precision, Recall
from measurand.pipelines.settings import listed
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share
from measurand.values.tally import Tally

MEASURES = (*ALONE, *AGAINST)
_SHOWN = ("edge_f1", "skeleton_f1", "ancestor_f1", "shd", "parent_aid", "answer_reproduced")
_WHYS = 4
_RIGHT: tuple[Align, ...] = ("right",) * 6


@frozen(kw_only=True)
class Held:
    """A graph held against its reference; `referred` is False where it has none."""

    id: str
    found: Compared
    referred: bool = True


@frozen(kw_only=True)
class Graphs:
    """All graphs of a file, how they were compared, and what should be known."""

    held: tuple[Held, ...]
    how: Comparing
    file: str
    reference: str = ""
    notes: tuple[str, ...] = ()


def graphs_document(found: Graphs) -> Document:
    """Lay out how graphs compare with their references, and with themselves.

    >>> blocks = graphs_document(Graphs(held=(), how=Comparing(), file="a"))
    >>> [block.title for block in blocks if isinstance(block, Section)]
    ['Each graph by itself', 'Notes']
    """
    held = found.held
    alone = _grid(held, ALONE)
    against = [one for one in held if one.referred]
    sections = [Section("Each graph by itself", (alone,))]
    if against:
        grids = (_grid(against, AGAINST), _pooled(against, found.how))
        sections.append(Section("Against the references", grids))
        if len(against) <= LISTED:
            sections.append(Section("Graphs", (_each(against),)))
    return (Prose((_headline(found),)), *sections, Section("Notes", (Prose(_notes(found)),)))


def _headline(found: Graphs) -> str:
    number, against = len(found.held), sum(one.referred for one in found.held)
    graphs = f"{number} graph{'' if number == 1 else 's'}"
    return f"{graphs}, {against} with a reference."


def _grid(held: Sequence[Held], names: Sequence[str]) -> Grid:
    rows = tuple((name, *_mean([_of(one, name) for one in held])) for name in names)
    columns = ("measure", "mean", "n", "undefined", "why")
    return Grid("", columns, rows, align=("left", "right", "right", "right", "left"))


def _of(one: Held, name: str) -> Measured:
    return dict(one.found.measures).get(name, Undefined("no reference"))


def _mean(found: Sequence[Measured]) -> tuple[str, str, str, str]:
    values = [one.value for one in found if isinstance(one, Share)]
    # What follows a colon speaks of one graph alone.
    reasons = Counter(one.reason.partition(": ")[0] for one in found if isinstance(one, Undefined))
    ranked = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [reason if len(ranked) == 1 else f"{reason} ({n})" for reason, n in ranked[:_WHYS]]
    more = len(ranked) - _WHYS
    why = "; ".join((*told, *([f"and {more} more"] if more > 0 else [])))
    mean = number_text(sum(values, Fraction(0)) / len(values)) if values else NONE
    return mean, str(len(values)), str(reasons.total()), why


def _pooled(held: Sequence[Held], how: Comparing) -> Grid:
    """Count the edges of all graphs together."""
    rows = []
    for word in COUNTED:
        tallies = [dict(one.found.tallies).get(word) for one in held]
        total = sum((one for one in tallies if one is not None), Tally())
        scores = (Precision(empty=how.empty), Recall(empty=how.empty), F(empty=how.empty))
        numbers = (measured_text(scored(total, score)) for score in scores)
        rows.append((word, str(total.hits), str(total.predicted), str(total.gold), *numbers))
    columns = ("pooled", "hits", "graph", "reference", "precision", "recall", "f1")
    return Grid("All graphs together", columns, tuple(rows))


def _each(held: Sequence[Held]) -> Grid:
    rows = tuple((one.id, *(measured_text(_of(one, name)) for name in _SHOWN)) for one in held)
    return Grid("", ("id", *_SHOWN), rows, align=("left", *_RIGHT))


def _notes(found: Graphs) -> tuple[str, ...]:
    plain = dict(listed(Comparing()))
    changed = [f"{path}={value}" for path, value in listed(found.how) if plain[path] != value]
    reference = f"; references: {found.reference}" if found.reference else ""
    options = f"Options: {', '.join(changed)}." if changed else "Options: the defaults."
    return (f"Graphs: {found.file}{reference}.", options, *found.notes)


def graphs_grid(held: Iterable[Held]) -> Grid:
    """Lay out all measures of all graphs as one table: floats, nothing where there is no number.

    >>> graphs_grid([Held(id="1", found=Compared(measures=()))]).rows[0][:2]
    ('1', '')
    """
    rows = tuple((one.id, *(_cell(_of(one, name)) for name in MEASURES)) for one in held)
    return Grid("", ("id", *MEASURES), rows)


def _cell(found: Measured) -> str:
    return "" if isinstance(found, Undefined) else str(float(found.value))


def graphs_plain(found: Graphs) -> Tree:
    """Make a tree of graphs held against references.

    >>> graphs_plain(Graphs(held=(), how=Comparing(), file="a"))["graphs"]
    []
    """
    return {
        "file": found.file,
        "reference": found.reference or None,
        "options": dict(listed(found.how)),
        "graphs": [dict(_each_plain(one)) for one in found.held],
        "notes": list(found.notes),
    }


def _each_plain(one: Held) -> Iterator[tuple[str, object]]:
    yield "id", one.id
    yield "reference", one.referred
    for name, found in one.found.measures:
        yield name, None if isinstance(found, Undefined) else float(found.value)
    reasons = {name: why.reason for name, why in one.found.measures if isinstance(why, Undefined)}
    if reasons:
        yield "undefined", reasons
