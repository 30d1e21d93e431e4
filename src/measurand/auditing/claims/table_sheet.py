"""A table of a claims file as proofs see it: roles for definitions, readings for its space.

Proofs know no claims: they see numbers, and what these are said to be. A known definition narrows
the readings to one; a space to those of its candidates; of what rows say differently nothing is
known.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count

from measurand.auditing.claims.cells import cell_definitions
from measurand.auditing.claims.model import Column, Options, Row, Table
from measurand.auditing.claims.space import candidates
from measurand.auditing.proofs.feasible.reading import (
    Reading,
    allowed,
    default_readings,
    reading_of,
)
from measurand.auditing.proofs.sheet import Column as SheetColumn
from measurand.auditing.proofs.sheet import Kind, Role, Sheet, role_of
from measurand.auditing.proofs.sheet import Row as SheetRow
from measurand.metrics.averaged import F, Precision, Recall
from measurand.metrics.definitions import Definition, Family, Total, kind_named
from measurand.metrics.grammar import SignatureError, Value, read, write_value
from measurand.metrics.metric import Metric, Named
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.options import Of, Statistic
from measurand.metrics.signature import FORMULA, canonical, expanded

_ROLES = {
    "precision": Role.PRECISION,
    "recall": Role.RECALL,
    "f": Role.F,
    "jaccard": Role.JACCARD,
    "exact_match": Role.EXACT_MATCH,
    # How many classes there are is not said: only `role = "accuracy"` speaks of two.
    "accuracy": Role.RATE,
}
_ERRORS = {role.value: role for role in (Role.MAE, Role.MSE, Role.RMSE, Role.R2)}
_TOTALS = {
    Of.HITS: Role.HITS,
    Of.PREDICTED: Role.PREDICTED,
    Of.GOLD: Role.GOLD,
    Of.FALSE_POSITIVES: Role.FP,
    Of.FALSE_NEGATIVES: Role.FN,
    Of.TRUE_NEGATIVES: Role.TN,
    Of.SAMPLES: Role.SAMPLES,
}
_SCORED = frozenset({"precision", "recall", "f"})


def sheet_of(table: Table, own: Iterable[Metric] = ()) -> Sheet:
    """Give a table as a sheet of numbers: roles as declared, or as the metrics say.

    A definition with the formula of one of one's `own` metrics has the range of that. Rows whose
    label repeats are counted; options that rows contradict are not known of a column.

    >>> table = Table(name="2", columns=(Column(name="F1", metric="f", known=False),), rows=())
    >>> sheet_of(table).columns[0].role.value
    'f'
    """
    labels = tuple(_unique(row.label for row in table.rows))
    known = {_formula(metric): metric for metric in own}
    names = dict(zip((row.label for row in reversed(table.rows)), reversed(labels), strict=True))
    return Sheet(
        columns=tuple(_column(table, column, known) for column in table.columns),
        rows=tuple(_row(row, label, names) for row, label in zip(table.rows, labels, strict=True)),
        name=table.name,
        source=table.source,
        facts=table.facts,
    )


def readings_of(table: Table) -> tuple[Reading, ...] | None:
    """List the readings that a table admits; None where it says nothing: then all are asked.

    A space admits those of its candidates; without one, a definition that is known is the only one,
    and options that are known narrow what is asked. What no table can be asked about (classes,
    nested means) is left out, so the list may be empty.

    >>> column = Column(name="F1", metric="f")
    >>> [one.text for one in readings_of(Table(name="2", columns=(column,), rows=()))]
    ['average=macro[sample],both_empty=1+1,gold_empty=0+0,pred_empty=0+0,aggregate=mean,\
credit=binary']
    """
    scored = [column for column in table.columns if column.metric in _SCORED]
    if not scored:
        return None
    if table.space is not None:
        governed = [column for column in scored if column.name in table.space.columns]
        if governed:
            return tuple(dict.fromkeys(_of_space(table, _telling(governed))))
    known = [column for column in scored if column.known]
    if known:
        readings = {tuple(_defined(table, column, [()])) for column in _same(known)}
        return next(iter(readings)) if len(readings) == 1 else ()
    options = _texts((*table.options, *_telling(scored).options))
    return allowed(default_readings(), options) if options else None


def _telling(columns: Iterable[Column]) -> Column:
    """Choose the column that says most: F, which also says how it is aggregated."""
    scored = list(columns)
    return next((column for column in scored if column.metric == "f"), scored[0])


def _same(known: list[Column]) -> list[Column]:
    """Ask F alone where it is there: precision and recall say nothing of aggregation."""
    return [column for column in known if column.metric == "f"] or known


def _of_space(table: Table, column: Column) -> Iterator[Reading]:
    if table.space is not None:
        yield from _defined(table, column, [one.options for one in candidates(table.space)])


def _defined(table: Table, column: Column, extras: list[Options]) -> Iterator[Reading]:
    for definition in cell_definitions(table, column, Row(label=""), extras):
        try:
            if not isinstance(definition, SignatureError):
                yield reading_of(_as_f(definition))
        except ValueError:
            continue


def _as_f(definition: Definition) -> F:
    """Read precision and recall as the F of the same definition.

    Raises ValueError for any other metric.
    """
    match definition:
        case F():
            return definition
        case Precision() | Recall():
            return F(
                observation=definition.observation,
                averaging=definition.averaging,
                empty=definition.empty,
            )
        case _:
            message = f"precision, recall or F: got {type(definition).__name__}"
            raise ValueError(message)


def _unique(labels: Iterable[str]) -> Iterator[str]:
    taken: set[str] = set()
    for label in labels:
        name = label
        if name in taken:
            name = next(f"{label} ({n})" for n in count(2) if f"{label} ({n})" not in taken)
        taken.add(name)
        yield name


def _formula(metric: Metric) -> Value | None:
    """Write the formula of a metric as an option, in one spelling."""
    return _of(read(expanded(metric.name, {metric.name: metric})).options)


def _of(options: Options) -> Value | None:
    of = dict(options).get("of")
    return None if of is None else canonical("of", of)


def _column(table: Table, column: Column, known: Mapping[Value | None, Metric]) -> SheetColumn:
    own = None if column.role else _named(column, known)
    own = own and _bounding(own, table, column)
    role = Role(column.role) if column.role else role_of(own) if own else _role(table, column)
    options = _texts(_agreed(table, (*table.options, *column.options)))
    beta = options.pop("beta", "")
    if own:
        options.pop("of", "")
    return SheetColumn(
        name=column.name,
        role=role,
        of=column.of,
        group=column.group,
        beta=Fraction(beta) if beta else column.beta,
        options=(*options.items(), *column.said),
        metric=own,
        complete=column.known and own is not None,
    )


def _named(column: Column, known: Mapping[Value | None, Metric]) -> Named | None:
    """Find the metric of a column that no role has: one's own, of a family, or of numbers."""
    if column.metric == FORMULA:
        return known.get(_of(column.options))
    found = kind_named(column.metric)
    if found is not None and issubclass(found[0], Family):
        return found[0].about
    return NUMERIC.get(column.metric) if column.metric not in _ERRORS else None


def _bounding(own: Named, table: Table, column: Column) -> Named | None:
    """Give a metric back in whose range the numbers of a column lie: a deviation lies in none."""
    elsewhere = (table.options, *(row.options for row in table.rows))
    beside = {name for options in elsewhere for name, _ in options}
    said = beside | {name for name, _ in column.options}
    return own if "statistic" not in said and "of" not in beside else None


def _agreed(table: Table, options: Options) -> Options:
    """Leave out what some row says otherwise."""
    of_rows = [(name, value) for row in table.rows for name, value in row.options]
    return tuple(
        (name, value)
        for name, value in dict(options).items()
        if all(other == value for option, other in of_rows if option == name)
    )


def _texts(options: Options) -> dict[str, str]:
    return {name: write_value(canonical(name, value)) for name, value in options}


def _role(table: Table, column: Column) -> Role:
    """Say what the metric of a column measures; a standard deviation is no score."""
    [definition] = cell_definitions(table, column, Row(label=""), [()])
    match definition:
        case Total(of=of):
            return _TOTALS[of]
        case F() | Precision() | Recall() if definition.averaging.statistic is not Statistic.MEAN:
            return Role.VALUE
        case _:
            return {**_ROLES, **_ERRORS}.get(column.metric, Role.VALUE)


def _row(row: Row, label: str, names: dict[str, str]) -> SheetRow:
    return SheetRow(
        label=label,
        cells=row.cells,
        kind=Kind(row.kind),
        of=tuple(names[one] for one in row.of),
        facts=row.facts,
        weights=tuple((names[one], weight) for one, weight in row.weights),
    )
