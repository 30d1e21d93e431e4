"""Rates that are one quantity under two names, or what the other lacks to 1."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.audit.proofs.closed.asked import (
    Asked,
    Derived,
    Formula,
    grouped,
    named,
    rate,
    unitless,
)
from measurand.audit.proofs.finding import Finding
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Kind, Role, Sheet
from measurand.metrics.standard import STANDARD
from measurand.values.printed import Printed

SAME = "both of the same class, or averaged alike"
OTHERWISE = "one of them is averaged over classes, and the other is not"
UNDEFINED = "of no samples at all"
_POOLED = frozenset({"average", "class"})
_AVERAGED = frozenset({Role.PRECISION, Role.RECALL})
_PAIRS: tuple[tuple[Role, Role, bool], ...] = (
    (Role.RECALL, Role.TPR, True),
    (Role.TPR, Role.FNR, False),
    *((Role(one.complement), Role(one.name), False) for one in STANDARD.values() if one.complement),
)


def complements(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether TPR is recall, and FPR what specificity lacks to 1, as FNR, FDR, FOR, error rate.

    They go together as means over runs, folds or classes too, as long as both are such means. Where
    nothing says that precision or recall is that of one class, it may be averaged alone.

    >>> from measurand.audit.proofs.sheet import Row
    >>> cells = (("Recall", Printed.parse("89.06%")), ("TPR", Printed.parse("12.00%")))
    >>> columns = Column(name="Recall", role=Role.RECALL), Column(name="TPR", role=Role.TPR)
    >>> sheet = Sheet(columns=columns, rows=(Row(label="A", cells=cells),))
    >>> [(found.verdict.value, found.unusual) for found in complements(sheet)]
    [('refuted', False), ('undecided', True)]
    """
    for first, second, same in _PAIRS:
        for row, columns in grouped(sheet, first, second):
            averages = {dict(column.options).get("average", "micro") for column in columns}
            alike = len(averages) == 1 and all(map(_is_mean, columns))
            if row.kind in {Kind.BODY, Kind.RUNS} and alike:
                cells = named(row, columns)
                names = tuple(name for name, _ in cells)
                asked = Asked(rule="complements", what="one rate", rows=(row.label,), columns=names)
                yield from _asked(asked, columns, cells, _equal if same else _rest)


def _is_mean(column: Column) -> bool:
    return dict(column.options).get("statistic", "mean") == "mean"


def _asked(
    asked: Asked,
    columns: tuple[Column, ...],
    cells: tuple[tuple[str, Printed], ...],
    formula: Formula,
) -> Iterator[Finding]:
    spans = [span for _, cell in cells if (span := rate(cell)) is not None]
    if len(spans) < len(cells):
        because = unitless(cells)
        if because:
            yield asked.undecided(because)
        return
    (given, _), (name, printed) = cells
    span = spans[0]
    ends = (span.low, span.high) if formula is _equal else (span.high, span.low)
    derived = Derived(
        name=name,
        printed=printed,
        given=cells[:1],
        ends=(ends,),
        formula=formula,
        says=given if formula is _equal else f"1 - {given}",
    )
    yield derived.settle(asked, SAME)
    if all(span.holds(Fraction(0)) or span.holds(Fraction(1)) for span in spans):
        because = f"{given} and {name} may be undefined, and 0 or 1 printed for either"
        yield evolve(asked.undecided(because, UNDEFINED), unusual=True)
    if any(one.role in _AVERAGED and not _POOLED & {*dict(one.options)} for one in columns):
        because = f"nothing says of which class {given} and {name} are, or how they are averaged"
        yield evolve(asked.undecided(because, OTHERWISE), unusual=True)


def _equal(point: tuple[Fraction, ...]) -> Fraction:
    return point[0]


def _rest(point: tuple[Fraction, ...]) -> Fraction:
    return 1 - point[0]


COMPLEMENTS_RULES = (
    Rule(
        id="complements",
        says="TPR is recall; FNR, FPR, FDR, FOR and error rate are what recall, specificity, "
        "precision, NPV and accuracy lack to 1.",
        assumes="Both are of the same class, or averaged alike.",
        source="the definitions of the rates",
        check=complements,
    ),
)
