"""Tables, spaces and evidence, small enough to be worked by hand."""

from collections.abc import Mapping, Sequence

from measurand.auditing.claims.audit import audit_needs, audit_table
from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Choice, Claims, Column, Options, Row, Space, Table
from measurand.auditing.claims.space import Candidate
from measurand.auditing.claims.table_check import CellCheck, TableCheck, check_needs, check_table
from measurand.evidence.pool import Pool, pool
from measurand.metrics.grammar import read, read_value
from measurand.metrics.needs import Gathered, Need, Reading, merged
from measurand.values.printed import Printed, Unit
from measurand.values.sample import Sample

Samples = Sequence[Sample]

# Hits, predictions, gold items: (1, 1, 2), (0, 0, 0), (0, 2, 1), (1, 1, 1).
FOUR = (
    Sample(id="1", gold=("a", "b"), predicted=("a",)),
    Sample(id="2"),
    Sample(id="3", gold=("a",), predicted=("b", "c")),
    Sample(id="4", gold=("a",), predicted=("a",)),
)
# Pooled they have precision, recall and F of 50%. Sample by sample, where the empty one counts as
# 1, as 0 and not at all: precision 75, 50, 66.7; recall 62.5, 37.5, 50; the mean of F 66.7, 41.7,
# 55.6; F of the means 68.2, 42.9, 57.1.
MICRO = {"average": ["micro"]}
MACRO = {
    "average": ["macro[sample]"],
    "both_empty": ["1+1", "0+0", "drop"],
    "aggregate": ["mean", "harmonic"],
}


def options(written: Mapping[str, str]) -> Options:
    return tuple((name, read_value(value)) for name, value in written.items())


def column(name: str, definition: str, *, unit: Unit = Unit.PERCENT, known: bool = True) -> Column:
    call = read(definition)
    return Column(name=name, metric=call.name, options=call.options, unit=unit, known=known)


def printed(text: str, unit: Unit = Unit.PERCENT) -> Printed:
    return Printed.parse(text, unit=unit)


def row(
    label: str,
    cells: Mapping[str, Printed],
    *,
    where: Mapping[str, str] | None = None,
    data: str = "",
    known: Mapping[str, str] | None = None,
) -> Row:
    return Row(
        label=label,
        cells=tuple(cells.items()),
        where=tuple((where or {}).items()),
        data=data,
        options=options(known or {}),
    )


def space(columns: Sequence[str], *products: Mapping[str, Sequence[str]]) -> Space:
    return Space(
        columns=tuple(columns),
        products=tuple(
            tuple(Choice(option=name, values=tuple(values)) for name, values in product.items())
            for product in products
        ),
    )


def table(
    columns: Sequence[Column],
    rows: Sequence[Row],
    tried: Space | None = None,
    *,
    known: Mapping[str, str] | None = None,
) -> Table:
    return Table(
        name="1",
        data="runs",
        columns=tuple(columns),
        rows=tuple(rows),
        space=tried,
        options=options(known or {}),
    )


def one_row(cells: Mapping[str, str], tried: Space | None = None) -> Table:
    """Make a table of one row with columns P, R and F1 of percentages."""
    columns = (column("P", "precision"), column("R", "recall"), column("F1", "f"))
    return table(columns, [row("ours", {name: printed(cells[name]) for name in cells})], tried)


def gathered(
    made: Table, sources: Mapping[str, Samples], *, skipped: Mapping[str, int] | None = None
) -> Gathered:
    """Pool what a table needs, slice by slice."""
    claims = Claims(sources=(), tables=(made,))
    needs = merged((*check_needs(claims), *audit_needs(claims)))
    lost = skipped or {}
    readings = {
        name: Reading(read=len(samples) + lost.get(name, 0), skipped=lost.get(name, 0))
        for name, samples in sources.items()
    }
    return Gathered({need.slice: _pool(need, sources) for need in needs}, readings)


def _pool(need: Need, sources: Mapping[str, Samples]) -> Pool:
    part = need.slice
    taken = [
        sample
        for sample in sources[part.data]
        if all(sample.group(key) == value for key, value in part.where)
    ]
    return pool(part.observing, taken, names=need.names)


def checked(made: Table, samples: Samples = FOUR, *, skipped: int = 0) -> TableCheck:
    found = gathered(made, {"runs": samples}, skipped={"runs": skipped})
    return check_table(made, Judge(found))


def only_cell(made: Table, samples: Samples = FOUR, *, skipped: int = 0) -> CellCheck:
    [cell] = checked(made, samples, skipped=skipped).cells
    return cell


def audited(made: Table, samples: Samples = FOUR, *, skipped: int = 0) -> TableAudit:
    found = gathered(made, {"runs": samples}, skipped={"runs": skipped})
    return audit_table(made, Judge(found))


def alive(found: TableAudit) -> list[str]:
    """List the candidates that print every cell."""
    return [one.text for group in found.survivors for one in group.candidates]


def texts(candidates: Sequence[Candidate]) -> list[str]:
    return [candidate.text for candidate in candidates]
