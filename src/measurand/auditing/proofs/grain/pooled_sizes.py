"""GRIM for pooled precision, recall and F: one number of hits over whole sizes.

The three share their hits: h/p, h/g and (1 + b^2) h / (b^2 g + p) with whole p and g. For given
sizes each printed score leaves an interval of hits, and these have to meet in a whole number (soft
hits: in any). Printed hits and recall bound g, hits and precision bound p, so the search ends.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain
from math import ceil, floor

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree
from measurand.auditing.proofs.finding import Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    UNIT,
    counted,
    repeats,
    rounding_of,
    scaled,
    wholes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

BUDGET = 20_000
"""How many pairs of sizes are tried for a row."""


@frozen(kw_only=True)
class Pooled:
    """What is printed of one row, as intervals; None for what is not. `soft` hits may be parts.

    `matched` is the cell that prints them, by the name of its column.

    >>> Pooled(recall=Interval(Fraction(1, 2), Fraction(1, 2)), gold=4).hits is None
    True
    """

    precision: Interval | None = None
    recall: Interval | None = None
    f: Interval | None = None
    beta: Fraction = Fraction(1)
    hits: Interval | None = None
    gold: int | None = None
    predicted: int | None = None
    soft: bool = False
    matched: tuple[str, Printed] | None = None


@frozen
class Sizes:
    """Hits, predicted and gold items that print as a row does."""

    hits: Fraction
    predicted: int
    gold: int


def hits_of(row: Pooled, predicted: int, gold: int) -> Fraction | None:
    """Find hits that print as the row does, given both sizes; None where there are none.

    A score over no items (a precision without predictions) says nothing.

    >>> half = Interval(Fraction(1, 2), Fraction(1, 2))
    >>> hits_of(Pooled(precision=half, recall=half), 4, 4), hits_of(Pooled(precision=half), 3, 3)
    (Fraction(2, 1), None)
    """
    spans = [Interval(Fraction(0), Fraction(min(predicted, gold)))]
    pool = (row.beta**2 * gold + predicted) / (1 + row.beta**2)
    sizes = ((row.precision, predicted), (row.recall, gold), (row.f, pool))
    spans += [scaled(score, size) for score, size in sizes if score is not None and size]
    spans += [row.hits] if row.hits is not None else []
    low, high = max(span.low for span in spans), min(span.high for span in spans)
    if low > high:
        return None
    integers = wholes(Interval(low, high))
    if integers:
        return Fraction(integers[0])
    return low if row.soft else None


@frozen
class Search:
    """What a search over sizes found: one that fits, or after how many none.

    `ended` is false where more remained, so that finding none means nothing.
    """

    sizes: Sizes | None
    tried: int
    ended: bool


def sizes(row: Pooled, gold: int, budget: int = BUDGET) -> Search:
    """Search a number of predictions that fits a number of gold items.

    >>> third = Interval(Fraction(33, 100), Fraction(34, 100))
    >>> sizes(Pooled(precision=third, recall=third), 6).sizes
    Sizes(hits=Fraction(2, 1), predicted=6, gold=6)
    """
    if row.predicted is not None:
        candidates, ended = range(row.predicted, row.predicted + 1), True
    else:
        candidates, ended = _predicted(row, gold, budget)
    # A score of no prediction may have been printed as anything: none is always tried.
    none = range(0 if row.predicted is not None or 0 in candidates else 1)
    tried = 0
    for predicted in chain(none, candidates):
        tried += 1
        hits = hits_of(row, predicted, gold)
        if hits is not None:
            return Search(Sizes(hits, predicted, gold), tried, ended=True)
    return Search(None, tried, ended)


def _predicted(row: Pooled, gold: int, budget: int) -> tuple[range, bool]:
    """Bound the predictions by what hits there may be: hits / precision, and so for F."""
    spans = [Interval(Fraction(0), Fraction(gold))]
    spans += [scaled(row.recall, gold)] if row.recall is not None else []
    spans += [row.hits] if row.hits is not None else []
    low, high = max(span.low for span in spans), min(span.high for span in spans)
    if low > high:
        return range(0), True
    least, most = [low], []
    beta = row.beta**2
    if row.precision is not None:
        least += [low / row.precision.high] if row.precision.high > 0 else []
        most += [high / row.precision.low] if row.precision.low > 0 else []
    if row.f is not None:
        least += [(1 + beta) * low / row.f.high - beta * gold] if row.f.high > 0 else []
        most += [(1 + beta) * high / row.f.low - beta * gold] if row.f.low > 0 else []
    first = ceil(max(least))
    if not most:
        return range(first, first + budget), False
    last = floor(min(most))
    return range(first, min(last + 1, first + budget)), last < first + budget


def gold_sizes(row: Pooled) -> range | None:
    """List the gold sizes that hits and recall leave open; None where they bound nothing.

    >>> from measurand.algebra.rounding import hull
    >>> from measurand.values.printed import Printed
    >>> recall, hits = (hull(Printed.parse(text)) for text in ("0.60", "1.80"))
    >>> list(gold_sizes(Pooled(recall=recall, hits=hits)) or ())
    [3]
    """
    if row.gold is not None:
        return range(row.gold, row.gold + 1)
    if row.hits is None or row.recall is None or min(row.recall.low, row.hits.high) <= 0:
        return None
    least = max(Fraction(0), row.hits.low) / row.recall.high
    golds = wholes(Interval(least, row.hits.high / row.recall.low))
    return golds if golds.stop - golds.start <= BUDGET else None


def fitting(row: Pooled, golds: range) -> tuple[tuple[Sizes, ...], int, bool]:
    """List, for each gold size that fits, the first sizes that do; say how many were tried.

    >>> from measurand.algebra.rounding import hull
    >>> from measurand.values.printed import Printed
    >>> recall, hits = (hull(Printed.parse(text)) for text in ("0.60", "1.80"))
    >>> row = Pooled(precision=recall, recall=recall, hits=hits, soft=True)
    >>> [(fits.predicted, fits.gold) for fits in fitting(row, range(4))[0]]
    [(3, 3)]
    """
    fits: list[Sizes] = []
    tried = 0
    for gold in golds:
        search = sizes(row, gold, BUDGET - tried)
        tried += search.tried
        if not search.ended or tried >= BUDGET:
            return tuple(fits), tried, False
        fits += [search.sizes] if search.sizes is not None else []
    return tuple(fits), tried, True


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
    >>> for one in pooled(Sheet(columns=columns, rows=(row,))):
    ...     print(one.reading, one.verdict.value)
    average=micro,credit=binary refuted
    average=micro,credit=similarity refuted
    average=macro undecided
    """
    for group in sheet.groups():
        columns = tuple(one for role in _SCORES if (one := sheet.within(group, role)))
        known = dict(option for column in columns for option in column.options)
        pools = any(column.pools_classes for column in columns)
        if pools or known.get("average", "micro") != "micro":
            continue
        body = (row for row in sheet.rows if row.kind is Kind.BODY)
        printed = {row.label: of_row for row in body if (of_row := _printed(sheet, row, columns))}
        for row in sheet.rows:
            if row.label in printed:
                yield from _of_row(row, printed[row.label], columns, known)
        if len(printed) > 1:
            yield from _of_all(printed, columns, known)


def _plain(columns: tuple[Column, ...]) -> bool:
    """Tell whether a pool without gold items or predictions has the usual rates, 0 or 1."""
    rules = [dict(column.options).get(name, "") for column in columns for name in _EMPTY]
    return not any("skip" in rule or rule == "drop" for rule in rules)


_EMPTY = ("both_empty", "gold_empty", "pred_empty")


def _printed(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> Pooled | None:
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
    printed = Pooled(
        precision=spans.get(Role.PRECISION),
        recall=spans.get(Role.RECALL),
        f=spans.get(Role.F),
        beta=next((column.beta for column in columns if column.role is Role.F), Fraction(1)),
        hits=hull(matched) if matched is not None else None,
        gold=counted(sheet, row, group, Fact.GOLD),
        predicted=counted(sheet, row, group, Fact.PREDICTED),
        matched=(hits.name, matched) if hits is not None and matched is not None else None,
    )
    return printed if gold_sizes(printed) is not None else None


def _of_row(
    row: Row, sizes_printed: Pooled, columns: tuple[Column, ...], known: Mapping[str, str]
) -> Iterator[Finding]:
    printed = [cell for column in columns if (cell := row.cell(column.name)) is not None]
    names = tuple(column.name for column in columns if row.cell(column.name) is not None)
    question = f"pooled: {row.label} / {', '.join(names)}"
    assumes = ("nothing is left out", *dict.fromkeys(map(rounding_of, printed)))
    verdicts = []
    for credit, soft in _readings(known):
        golds = gold_sizes(sizes_printed) or range(0)
        fits, tried, ended = fitting(evolve(sizes_printed, soft=soft), golds)
        claim = _claim(row, columns, sizes_printed, soft=soft)
        verdict, because, grounds = _verdict(fits, tried, golds, claim, ended=ended)
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


def _claim(row: Row, columns: tuple[Column, ...], known: Pooled, *, soft: bool) -> Claim | None:
    """Claim that one number of hits over whole sizes gives every score of a row."""
    name, cell = ("matched items", None) if known.matched is None else known.matched
    hits, predicted, gold = name, "predictions", "gold items"
    sizes_ = (
        Given(
            side, low=Fraction(said or 0), high=None if said is None else Fraction(said), whole=True
        )
        for side, said in ((predicted, known.predicted), (gold, known.gold))
    )
    counts_ = [Given(hits, cell, low=Fraction(0), whole=not soft), *sizes_]
    never: list[Relation] = [("<=", hits, gold), ("<=", hits, predicted)]
    cells = [(one, cell) for one in columns if (cell := row.cell(one.name)) is not None]
    for column, _ in cells:
        weight = column.beta**2
        pool: Tree = ("+", ("*", weight, gold), predicted)
        size = {Role.PRECISION: predicted, Role.RECALL: gold}.get(
            column.role, ("/", pool, 1 + weight)
        )
        never += [("==", hits, ("*", column.name, size))]
        if isinstance(size, str):
            never += [("==", size, ("/", hits, column.name))]
        else:
            sides_: Tree = ("/", ("*", 1 + weight, hits), column.name)
            never += [("==", predicted, ("-", sides_, ("*", weight, gold)))]
    rates = [Given(one.name, cell, low=UNIT.low, high=UNIT.high) for one, cell in cells]
    return Claim((*rates, *counts_), tuple(never))


def _verdict(
    fits: tuple[Sizes, ...], tried: int, golds: range, claim: Claim | None, *, ended: bool
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
    return Verdict.REFUTED, because, (Exhausted(f"numbers of predictions for {of}", tried, claim),)


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
    printed: Mapping[str, Pooled], columns: tuple[Column, ...], known: Mapping[str, str]
) -> Iterator[Finding]:
    """Ask for one gold size of all rows that leave theirs open."""
    free = {label: row for label, row in printed.items() if row.gold is None}
    names = tuple(column.name for column in columns)
    question = f"pooled, one gold size: {', '.join(names)}"
    verdicts = []
    for credit, soft in _readings(known) if len(free) > 1 else ():
        searches = [
            fitting(evolve(row, soft=soft), gold_sizes(row) or range(0)) for row in free.values()
        ]
        each = [{one_size.gold for one_size in fits} for fits, _, _ in searches]
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
