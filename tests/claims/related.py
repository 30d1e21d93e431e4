"""Claims beside tables over samples that are worked by hand (`small.py`), and their verdicts."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from measurand.auditing.claims.check import (
    Checks,
    check_all,
    reproducer_needs,
    unreproduced_tables,
    with_all_reproducers,
)
from measurand.auditing.claims.claim_check import ClaimCheck
from measurand.auditing.claims.model import (
    Claim,
    Claims,
    Operand,
    Reference,
    Related,
    Relation,
    Said,
    Scalar,
    Table,
)
from measurand.auditing.claims.outcomes import Outcome, outcomes
from measurand.auditing.claims.table_check import check_needs
from measurand.evidence.pool import Pool, pool
from measurand.metrics.grammar import read
from measurand.metrics.needs import Gathered, Need, Reading, merged
from measurand.values.fault import Fault
from measurand.values.printed import Printed, Unit
from measurand.values.sample import Sample
from tests.claims.small import FOUR, column, printed, row, table

# System a is FOUR: pooled precision, recall and F of 1/2, the mean of F 2/3. System b answers "a"
# to the first and last: pooled precision 1, recall 1/2, F 2/3; the mean of F (2/3+1+0+1)/4 = 2/3.
TWO = tuple(
    evolve(sample, id=f"{system}{sample.id}", groups=(("system", system),), predicted=answer)
    for system, answers in (
        ("a", [sample.predicted for sample in FOUR]),
        ("b", [("a",), (), (), ("a",)]),
    )
    for sample, answer in zip(FOUR, answers, strict=True)
)
MICRO = {"P": "precision(average=micro)", "R": "recall(average=micro)", "F1": "f(average=micro)"}


def systems(a: Mapping[str, str], b: Mapping[str, str]) -> Table:
    """Make a table of two systems, of micro P, R and F1."""
    rows = [
        row(label, {name: printed(text) for name, text in cells.items()}, where={"system": label})
        for label, cells in (("a", a), ("b", b))
    ]
    return table([column(name, text) for name, text in MICRO.items()], rows)


RIGHT = systems({"P": "50.0", "R": "50.0", "F1": "50.0"}, {"P": "100.0", "R": "50.0", "F1": "66.7"})


def scalar(name: str, definition: str, text: str, *, unit: Unit = Unit.PERCENT) -> Scalar:
    call = read(definition)
    return Scalar(
        id=name,
        printed=Printed.parse(text, unit=unit),
        data="runs",
        where=(("system", "b"),),
        metric=call.name,
        options=call.options,
    )


def related(
    left: str | Printed,
    relation: Relation,
    right: str | Printed,
    value: str = "",
    unit: Unit = Unit.NONE,
) -> Related:
    return Related(
        id="claim",
        left=operand(left),
        right=operand(right),
        relation=relation,
        value=Printed.parse(value, unit=unit) if value else None,
    )


def said(says: str, left: str | Printed, right: str | Printed) -> Said:
    return Said(id="claim", says=says, left=operand(left), right=operand(right))


def operand(side: str | Printed) -> Operand:
    return Reference(side) if isinstance(side, str) else side


def whole(*claims: Claim, tables: Sequence[Table] = (RIGHT,)) -> Claims:
    return Claims(sources=(), tables=tuple(tables), claims=claims)


def gathered(needs: Sequence[Need], *, skipped: int = 0) -> Gathered:
    pools = {need.slice: _pool(need) for need in merged(needs)}
    return Gathered(pools, {"runs": Reading(read=len(TWO) + skipped, skipped=skipped)})


def _pool(need: Need) -> Pool:
    part = need.slice
    taken: list[Sample] = [
        sample for sample in TWO if all(sample.group(key) == value for key, value in part.where)
    ]
    return pool(part.observing, taken, names=need.names)


def checked(
    claims: Claims, texts: Mapping[str, Sequence[str] | Fault] | None = None, *, skipped: int = 0
) -> Checks:
    found = check_all(claims, gathered(check_needs(claims), skipped=skipped), texts or {})
    tables = unreproduced_tables(claims, found.tables)
    return (
        with_all_reproducers(claims, found, gathered(reproducer_needs(tables))) if tables else found
    )


def only(*claims: Claim, tables: Sequence[Table] = (RIGHT,), skipped: int = 0) -> ClaimCheck:
    """Check claims, and give the verdict on the last one."""
    return checked(whole(*claims, tables=tables), skipped=skipped).claims[-1]


def told(
    claims: Claims,
    texts: Mapping[str, Sequence[str] | Fault] | None = None,
    *,
    today: str = "",
) -> dict[str, Outcome]:
    """Check everything, and give the outcomes by their ids."""
    found = outcomes(claims, checked(claims, texts), today=today)
    assert len({one.id for one in found}) == len(found)
    return {one.id: one for one in found}
