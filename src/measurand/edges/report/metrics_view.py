"""Metrics of counts as a document: those that everybody uses, and a user's own with their laws."""

from collections.abc import Iterator, Mapping, Sequence

from measurand.algebra.formula import Formula
from measurand.algebra.formula_text import latex, text
from measurand.algebra.quotient import formula_of, normal, upright
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.metrics.metric import FREE, ITSELF, Metric
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import LawOutcome, Proved, Refuted, Unbroken

Asked = Sequence[tuple[Metric, tuple[LawOutcome, ...]]]
"""Metrics with what became of their laws."""


def metrics_document() -> Document:
    """List the metrics that everybody uses.

    >>> metrics_document()[0].rows[0]
    ('precision', 'hits / predicted', '0 to 1', 'the share of the predictions that are right')
    """
    heads = ("metric", "formula", "range", "says")
    rows = tuple((one.name, text(one.formula), _range(one), one.says) for one in STANDARD.values())
    notes = ("counts of one class: hits, predicted, gold, and judged, all that was judged",)
    return (Grid("Metrics", heads, rows, notes=notes),)


def _range(metric: Metric) -> str:
    low = "-inf" if metric.low is None else str(metric.low)
    return f"{low} to {'inf' if metric.high is None else metric.high}"


def laws_document(asked: Asked, *, mathematics: bool = False) -> Document:
    """Show metrics with their laws; `mathematics` adds LaTeX.

    >>> laws_document([(STANDARD["tp"], ())])[0].blocks[0].lines
    ('right positives: hits', 'normal form: hits', 'range: 0 to inf', 'mirror: self')
    """
    return tuple(
        Section(metric.name, tuple(_blocks(metric, laws, mathematics=mathematics)))
        for metric, laws in asked
    )


def _blocks(metric: Metric, laws: tuple[LawOutcome, ...], *, mathematics: bool) -> Iterator[Block]:
    yield Prose(tuple(_lines(metric)))
    if mathematics:
        yield Prose((latex(metric.formula), f"= {latex(normal_formula(metric))}"))
    rows = tuple((one.law, one.says, *_outcome(one)) for one in laws)
    yield Grid("Laws", ("law", "says", "outcome", "of"), rows)


def _lines(metric: Metric) -> Iterator[str]:
    yield f"{metric.says}: {text(metric.formula)}"
    yield f"normal form: {text(normal_formula(metric))}"
    yield f"range: {_range(metric)}"
    if metric.params:
        yield f"parameters: {', '.join(f'{name} {value}' for name, value in metric.params)}"
    for name, words in (
        ("rises with", metric.rises),
        ("falls with", metric.falls),
        ("mirror", (metric.mirror,)),
        ("source", (metric.source,)),
    ):
        if any(words):
            yield f"{name}: {', '.join(words)}"


def normal_formula(metric: Metric) -> Formula:
    """Write the normal form of a metric, its parameters by name.

    >>> text(normal_formula(STANDARD["f"]))
    '(beta**2*hits + hits) / (beta**2*gold + predicted)'
    """
    return formula_of(upright(normal(metric.formula), FREE))


def _outcome(one: LawOutcome) -> tuple[str, str]:
    match one.outcome:
        case Proved(scope=scope):
            return "proved", scope
        case Unbroken(units):
            return "tested", f"{units} small units"
        case Refuted(because):
            return "refuted", because


def metrics_plain(asked: Asked) -> Mapping[str, object]:
    """Make a tree of metrics and their laws; without laws none were asked.

    >>> metrics_plain([(STANDARD["tp"], ())])["metrics"][0]["range"]
    ['0', 'inf']
    """
    return {"metrics": [_plain(metric, laws) for metric, laws in asked]}


def _plain(metric: Metric, laws: tuple[LawOutcome, ...]) -> dict[str, object]:
    return {
        "name": metric.name,
        "formula": text(metric.formula),
        "normal_form": text(normal_formula(metric)),
        "latex": latex(metric.formula),
        "says": metric.says,
        "source": metric.source,
        "range": _range(metric).split(" to "),
        "params": {name: str(value) for name, value in metric.params},
        "words": list(metric.words),
        "mirror": metric.name if metric.mirror == ITSELF else metric.mirror,
        "rises": list(metric.rises),
        "falls": list(metric.falls),
        "laws": [_plain_law(one) for one in laws],
    }


def _plain_law(one: LawOutcome) -> dict[str, object]:
    outcome, of = _outcome(one)
    return {"law": one.law, "says": one.says, "outcome": outcome, "of": of}
