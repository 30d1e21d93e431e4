"""The grain of pooled precision, recall and F: their denominators are whole numbers."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve

from measurand.algebra.rounding import hull
from measurand.audit.proofs.finding import Exhausted, Finding, Witness
from measurand.audit.proofs.grain.cells import UNIT, counted, repeats, rounding_of
from measurand.audit.proofs.grain.sizes import BUDGET, Pooled, Sizes, fitting, gold_sizes
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.verdict import Verdict

_SCORES = (Role.PRECISION, Role.RECALL, Role.F)
_READINGS = (("binary", False), ("similarity", True))


def pooled(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each row whether whole sizes give its precision, recall and F over all samples.

    Gold items are known, or bounded by printed hits and recall. Whole hits and partial ones are two
    readings, unless the option `credit` says which. Without the option `average=micro` a mean over
    samples remains, of which this rule decides nothing.

    >>> from measurand.values.printed import Printed
    >>> columns = tuple(Column(name=name, role=role) for name, role in
    ...                 (("M", Role.HITS), ("P", Role.PRECISION), ("R", Role.RECALL)))
    >>> cells = (("M", "1.80"), ("P", "80.0%"), ("R", "60.0%"))
    >>> row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    >>> for found in pooled(Sheet(columns=columns, rows=(row,))):
    ...     print(found.reading, found.verdict.value)
    average=micro,credit=binary refuted
    average=micro,credit=similarity refuted
    average=macro undecided
    """
    for group in sheet.groups():
        columns = tuple(one for role in _SCORES if (one := sheet.within(group, role)))
        known = dict(option for column in columns for option in column.options)
        if known.get("average", "micro") != "micro":
            continue
        body = (row for row in sheet.rows if row.kind is Kind.BODY)
        asked = {row.label: found for row in body if (found := _asked(sheet, row, columns))}
        for row in sheet.rows:
            if row.label in asked:
                yield from _of_row(row, asked[row.label], columns, known)
        if len(asked) > 1:
            yield from _of_all(asked, columns, known)


def _plain(columns: tuple[Column, ...]) -> bool:
    """Tell whether a pool without gold items or predictions has the usual rates, 0 or 1."""
    rules = [dict(column.options).get(name, "") for column in columns for name in _EMPTY]
    return not any("skip" in rule or rule == "drop" for rule in rules)


_EMPTY = ("both_empty", "gold_empty", "pred_empty")


def _asked(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> Pooled | None:
    spans = {
        column.role: hull(cell) for column in columns if (cell := row.cell(column.name)) is not None
    }
    if not spans or not all(span.meets(UNIT) for span in spans.values()):
        return None
    group = columns[0].group
    if repeats(sheet, row, group) > 1 or not _plain(columns):
        return None
    hits = sheet.within(group, Role.HITS) or sheet.within("", Role.HITS)
    matched = row.cell(hits.name) if hits else None
    found = Pooled(
        precision=spans.get(Role.PRECISION),
        recall=spans.get(Role.RECALL),
        f=spans.get(Role.F),
        beta=next((column.beta for column in columns if column.role is Role.F), Fraction(1)),
        hits=hull(matched) if matched is not None else None,
        gold=counted(sheet, row, group, Fact.GOLD),
        predicted=counted(sheet, row, group, Fact.PREDICTED),
    )
    return found if gold_sizes(found) is not None else None


def _of_row(
    row: Row, asked: Pooled, columns: tuple[Column, ...], known: Mapping[str, str]
) -> Iterator[Finding]:
    printed = [cell for column in columns if (cell := row.cell(column.name)) is not None]
    names = tuple(column.name for column in columns if row.cell(column.name) is not None)
    question = f"pooled: {row.label} / {', '.join(names)}"
    assumes = ("nothing is left out", *dict.fromkeys(map(rounding_of, printed)))
    verdicts = []
    for credit, soft in _readings(known):
        golds = gold_sizes(asked) or range(0)
        fits, tried, ended = fitting(evolve(asked, soft=soft), golds)
        verdict, because, grounds = _told(fits, tried, golds, ended=ended)
        verdicts.append(verdict)
        yield Finding(
            rule="pooled-sizes",
            question=question,
            verdict=verdict,
            rows=(row.label,),
            columns=names,
            because=because,
            reading=f"average=micro,credit={credit}",
            assumes=assumes,
            grounds=grounds,
        )
    if "average" not in known and Verdict.HOLDS not in verdicts:
        yield _other(question, (row.label,), names)


def _readings(known: Mapping[str, str]) -> list[tuple[str, bool]]:
    return [one for one in _READINGS if known.get("credit", one[0]) == one[0]]


def _told(
    fits: tuple[Sizes, ...], tried: int, golds: range, *, ended: bool
) -> tuple[Verdict, str, tuple[Witness | Exhausted, ...]]:
    if fits:
        first = fits[0]
        because = f"{first.hits} hits of {first.predicted} predicted and {first.gold} gold items"
        values = ("hits", first.hits), ("predicted", first.predicted), ("gold", first.gold)
        exact = tuple((name, Fraction(value)) for name, value in values)
        return Verdict.HOLDS, f"{because} print so", (Witness(exact),)
    if not ended:
        return Verdict.UNDECIDED, f"not decided within {BUDGET} cases", ()
    of = f"{golds[0]}..{golds[-1]} gold items" if golds else "a whole number of gold items"
    because = f"not reproducible under one pool of all samples: no whole sizes with {of} print so"
    return Verdict.REFUTED, because, (Exhausted(f"numbers of predictions for {of}", tried),)


def _other(question: str, rows: tuple[str, ...], names: tuple[str, ...]) -> Finding:
    return Finding(
        rule="pooled-sizes",
        question=question,
        verdict=Verdict.UNDECIDED,
        rows=rows,
        columns=names,
        because="a mean over samples has another grain, which depends on the sizes of each sample",
        reading="average=macro",
    )


def _of_all(
    asked: Mapping[str, Pooled], columns: tuple[Column, ...], known: Mapping[str, str]
) -> Iterator[Finding]:
    """Ask for one gold size of all rows that leave theirs open."""
    free = {label: row for label, row in asked.items() if row.gold is None}
    names = tuple(column.name for column in columns)
    question = f"pooled, one gold size: {', '.join(names)}"
    verdicts = []
    for credit, soft in _readings(known) if len(free) > 1 else ():
        searches = [
            fitting(evolve(row, soft=soft), gold_sizes(row) or range(0)) for row in free.values()
        ]
        each = [{found.gold for found in fits} for fits, _, _ in searches]
        if not all(each) or not all(ended for _, _, ended in searches):
            return  # a row that fits no size is told alone
        both = sorted(set.intersection(*each))
        verdicts.append(Verdict.HOLDS if both else Verdict.REFUTED)
        allowed = "; ".join(
            f"{label}: {', '.join(map(str, sorted(one)))}"
            for label, one in zip(free, each, strict=True)
        )
        because = f"gold items that fit all rows: {', '.join(map(str, both))}"
        apart = f"not reproducible under one number of gold items ({allowed})"
        tried = sum(tried for _, tried, _ in searches)
        yield Finding(
            rule="pooled-sizes",
            question=question,
            verdict=verdicts[-1],
            rows=tuple(free),
            columns=names,
            because=because if both else apart,
            reading=f"average=micro,credit={credit}",
            assumes=("all rows have the same gold items", "nothing is left out"),
            grounds=(
                Witness((("gold", Fraction(both[0])),)) if both else Exhausted(allowed, tried),
            ),
        )
    if verdicts and "average" not in known and Verdict.HOLDS not in verdicts:
        yield _other(question, tuple(free), names)


POOLED_SIZES_RULES = (
    Rule(
        id="pooled-sizes",
        says="Pooled precision, recall and F share one number of hits over whole sizes.",
        assumes="All samples are pooled (micro); gold items known, or bounded by hits and recall.",
        source="Brown and Heathers 2017 (GRIM), carried over to F = 2k / (predicted + gold)",
        check=pooled,
    ),
)
