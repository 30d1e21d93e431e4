"""Metrics as a document: those that everybody uses, of families too, and a user's own with laws."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen

from measurand.algebra.formula import Formula
from measurand.algebra.formula_text import latex, text
from measurand.algebra.quotient import formula_of, normal, upright
from measurand.edges.files.json.shapes import JsonDocument, Tree, keys, made
from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.laws.families import FAMILY_LAWS
from measurand.metrics.averaged import ExactMatch
from measurand.metrics.definitions import kind_named, kinds
from measurand.metrics.families import families
from measurand.metrics.family import About
from measurand.metrics.grammar import SignatureError, Value, read, write_value
from measurand.metrics.metric import FREE, ITSELF, Metric, Named
from measurand.metrics.numeric import (
    AUC,
    CHANGES,
    COLUMNS,
    DIFFERENCE,
    NUMERIC,
    RATIO,
    SHIFT,
    TOTALS,
)
from measurand.metrics.signature import needed, option_values, options, parse, spelled
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import LawOutcome, Proved, Refuted, Unbroken
from measurand.values.suggest import did_you_mean

MetricLaws = Sequence[tuple[Metric, tuple[LawOutcome, ...]]]
"""Metrics with what became of their laws."""


def metrics_document() -> Document:
    """List the metrics that everybody uses, and those of families.

    >>> metrics_document()[0].rows[0]
    ('precision', 'hits / predicted', '0 to 1', 'the share of the predictions that are right')
    """
    of_counts = "counts of one class: hits, predicted, gold, and judged, all that was judged"
    of_pairs = "sums over pairs: x of gold, y predicted, off is |x - y|, n counts them"
    return (
        _formulas("Metrics", STANDARD, of_counts),
        _formulas("Metrics of numbers", NUMERIC, of_pairs),
        _families(),
    )


def _formulas(title: str, metrics: Mapping[str, Metric], note: str) -> Grid:
    """List metrics that are formulas, and say of what."""
    heads = ("metric", "formula", "range", "says")
    rows = tuple((one.name, text(one.formula), _range(one), one.says) for one in metrics.values())
    return Grid(title, heads, rows, notes=(note,))


def _families() -> Grid:
    """List the metrics of families, ours and those of packages."""
    heads = ("metric", "formula", "range", "undefined where", "refuted", "of")
    rows = tuple(
        (
            one.name,
            one.about.formula,
            _range(one.about),
            one.undefined,
            ", ".join(one.refuted),
            one.home,
        )
        for one in _every_family()
    )
    laws = ", ".join(law.name for law in FAMILY_LAWS)
    notes = (
        f"laws promised by each, but for those refuted: {laws}",
        "of: the family, or the module of the package that adds the metric",
    )
    return Grid("Metrics of families", heads, rows, notes=notes)


@frozen
class _Family:
    about: About
    promised: tuple[str, ...]
    refuted: tuple[str, ...]
    home: str

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def undefined(self) -> str:
        return self.about.undefined or "no sample was scored"


def _every_family() -> tuple[_Family, ...]:
    laws = tuple(law.name for law in FAMILY_LAWS)
    found = []
    for name, kind in sorted(families().items()):
        broken = dict(kind.about.breaks)
        promised = tuple(law for law in laws if law not in broken)
        home = kind.__module__.removeprefix("measurand.metrics.families.")
        refuted = tuple(law for law in laws if law in broken)
        found.append(_Family(evolve(kind.about, name=name), promised, refuted, home))
    return tuple(found)


def _range(metric: Named) -> str:
    low = "-inf" if metric.low is None else str(metric.low)
    return f"{low} to {'inf' if metric.high is None else metric.high}"


def laws_document(asked: MetricLaws, *, mathematics: bool = False) -> Document:
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


_OF_SAMPLES = (
    *(ExactMatch.metric, *NUMERIC.values(), AUC, RATIO, SHIFT, DIFFERENCE),
    *(*COLUMNS.values(), *TOTALS.values(), *CHANGES.values()),
)
"""The metrics with a formula that are not of the counts of one class."""


@frozen
class Described:
    """A metric by the name that signatures have for it.

    >>> Described("f").name
    'f'
    """

    name: str

    @property
    def formulas(self) -> tuple[Metric, ...]:
        """Give its formulas: of some metrics an option says which, and of families there is none.

        >>> [text(one.formula) for one in Described("column").formulas]
        ['x', 'x / n']
        """
        known = (*STANDARD.values(), *_OF_SAMPLES)
        return tuple(one for one in known if one.name == self.name)

    @property
    def family(self) -> _Family | None:
        """Give the metric of a family, if it is one."""
        return next((one for one in _every_family() if one.name == self.name), None)


def metric_named(text: str) -> Described | None:
    """Find a metric by its name, as definitions write it.

    >>> metric_named("f1"), metric_named("auroc-2")
    (Described(name='f'), None)
    """
    try:
        found = Described(spelled(read(text)).name)
    except SignatureError:
        return None
    return found if found.formulas or found.family else None


def nearest_metric(text: str) -> str:
    """Ask whether a metric was meant: one that programs print by that name, or of a name like it.

    >>> nearest_metric("mean_absolute_error"), nearest_metric("acuracy")
    ("did you mean 'mae'?", "did you mean 'accuracy'?")
    """
    every = [name for name in kinds() if metric_named(name) is not None]
    abouts: tuple[Named, ...] = (*STANDARD.values(), *_OF_SAMPLES)
    families = (one.about for one in _every_family())
    alike = [one.name for one in (*abouts, *families) if text.lower() in one.words]
    near = did_you_mean(text, every).removeprefix(": ")
    return f"did you mean {alike[0]!r}?" if alike else near


def metric_document(of: Described, *, mathematics: bool = False) -> Document:
    """Say what a metric is, and list its options; `mathematics` adds LaTeX.

    >>> metric_document(Described("brier"))[0].blocks[0].lines[2]
    'range: 0 to 1'
    """
    about: tuple[Block, ...]
    about = tuple(Prose((*_lines(one), *_by_zero(one))) for one in of.formulas)
    if mathematics:
        about += tuple(Prose((latex(one.formula),), code=True) for one in of.formulas)
    if of.family is not None and not of.formulas:
        about = (Prose(tuple(_lines_of(of.family))),)
    return (Section(of.name, about), _options(of))


def _by_zero(metric: Metric) -> Iterator[str]:
    """Say where it is undefined, if its formula divides."""
    if "/" in text(metric.formula):
        known = _WORTH.intersection(options(metric.name))
        unless = ", unless an option says what that is worth" if known else ""
        yield f"undefined: where it would divide by 0{unless}"


_WORTH = frozenset(("undefined", "zero", "zero_division"))
"""Options that say what a division by 0 is worth."""


_FEW_OPTIONS = 10
"""More are named by `--full`."""


def _lines_of(one: _Family) -> Iterator[str]:
    yield one.about.says
    yield f"formula: {one.about.formula}"
    yield f"range: {_range(one.about)}"
    yield f"undefined: where {one.undefined}"
    if one.about.source:
        yield f"source: {one.about.source}"


def _options(of: Described) -> Grid:
    kind = kind_named(of.name)
    example = of.family.about.example if of.family is not None else ""
    try:
        said = option_values(parse(f"{of.name}({example})"))
    except SignatureError:
        said = {}
    rows = () if kind is None else tuple(options(of.name).values())
    must = () if kind is None else needed(of.name)
    example = example or ",".join(f"{name}=..." for name in must)
    return Grid(
        "Options",
        ("option", "default", "accepts"),
        tuple(
            (one.name, _default(one.name, said, must), " ".join(one.codec.form.split()))
            for one in rows
        ),
        notes=(f"as in `measurand score FILE -d '{of.name}{f'({example})' if example else ''}'`",),
        aside=len(rows) > _FEW_OPTIONS,
    )


def _default(name: str, said: Mapping[str, Value], must: Sequence[str]) -> str:
    return "has to be said" if name in must else write_value(said[name]) if name in said else ""


def metric_json(of: Described) -> Tree:
    """Make a tree of one metric, as `metrics_json` does of all.

    >>> metric_json(Described("f"))["metrics"][0]["name"]
    'f'
    """
    own = tuple(_Metric(one, ()) for one in of.formulas)
    family = () if own or of.family is None else (of.family,)
    return METRICS.tree(metrics=own, families=family)


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


@frozen
class _Law:
    law: str
    says: str
    outcome: str
    of: str


@frozen
class _Metric:
    metric: Metric
    laws: tuple[_Law, ...]


def _formula(one: _Metric) -> str:
    return text(one.metric.formula)


def _normal(one: _Metric) -> str:
    return text(normal_formula(one.metric))


def _latex(one: _Metric) -> str:
    return latex(one.metric.formula)


def _ends(one: _Metric) -> list[str]:
    return _range(one.metric).split(" to ")


def _ends_of_family(one: _Family) -> list[str]:
    return _range(one.about).split(" to ")


def _params(one: _Metric) -> dict[str, str]:
    return {name: str(value) for name, value in one.metric.params}


def _mirror(one: _Metric) -> str:
    return one.metric.name if one.metric.mirror == ITSELF else one.metric.mirror


METRICS = JsonDocument(
    "metrics",
    {
        _Metric: (
            *keys("name", under="metric"),
            *made(formula=_formula, normal_form=_normal, latex=_latex),
            *keys("says source", under="metric"),
            *made(range=_ends, params=_params),
            *keys("words", under="metric"),
            *made(mirror=_mirror),
            *keys("rises falls", under="metric"),
            *keys("laws"),
        ),
        _Family: (
            *keys("name formula says source", under="about"),
            *made(range=_ends_of_family),
            *made(undefined_where="undefined"),
            *keys("promised refuted home"),
        ),
    },
    version=0,
    metrics=tuple[_Metric, ...],
    families=tuple[_Family, ...],
)


def metrics_json(asked: MetricLaws) -> Tree:
    """Make a tree of metrics and their laws; without laws none were asked, and families are listed.

    >>> metrics_json([(STANDARD["tp"], ())])["metrics"][0]["range"]
    ['0', 'inf']
    """
    rows = (
        (metric, tuple(_Law(one.law, one.says, *_outcome(one)) for one in laws))
        for metric, laws in asked
    )
    listed = () if any(laws for _, laws in asked) else _every_family()
    return METRICS.tree(metrics=tuple(_Metric(*row) for row in rows), families=listed)
