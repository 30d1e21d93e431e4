"""What a printed table asks of data that nobody has: its systems, and what is printed of each."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from attrs import evolve, field, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Added, Printed

RATES = (Role.PRECISION, Role.RECALL, Role.F)
TOTALS = (Role.HITS, Role.PREDICTED, Role.GOLD, Role.TP, Role.FP, Role.FN)
ROLES = (*TOTALS, *RATES)
"""What a program can speak of. TP is another name of hits."""

MOST_SAMPLES = 400
"""Up to how many samples are looked for, where nothing bounds them."""
_MARGIN = Fraction(1, 1000)
_SCORED = Interval(Fraction(0), Fraction(1))


@frozen(kw_only=True, cache_hash=True)
class System:
    """What is printed of one system: cells by role, and the exact totals that are known.

    >>> ours = System(label="ours", printed=((Role.HITS, Printed.parse("1.80")),))
    >>> ours.span(Role.HITS), ours.span(Role.GOLD) is None
    (Interval(low=Fraction(359, 200), high=Fraction(361, 200)), True)
    """

    label: str
    printed: tuple[tuple[Role, Printed], ...]
    known: tuple[tuple[Role, int], ...] = ()
    beta: Fraction = field(default=Fraction(1))
    summands: int = field(default=MOST_SAMPLES)
    margin: Fraction = field(default=Fraction(0))
    # A search asks for them many thousand times, and equal systems are compared at length.
    _spans: dict[Role, Interval | None] = field(factory=dict, init=False, eq=False, repr=False)

    @property
    def inside(self) -> "System":
        """Stay away from the ends of what prints so, which named roundings may leave out."""
        return evolve(self, margin=_MARGIN)

    def without(self, role: Role) -> "System":
        """Leave out what is printed of a role."""
        return evolve(self, printed=tuple(one for one in self.printed if one[0] is not role))

    def span(self, role: Role) -> Interval | None:
        """Bound a total or a rate by what is printed and known; None where nothing is.

        Rates are cut to [0, 1]. An interval without a point in it is given as printed, so that
        `clash` can name it.
        """
        if role not in self._spans:
            self._spans[role] = _span(self, role)
        return self._spans[role]

    @property
    def clash(self) -> tuple[Role, Interval, Interval] | None:
        """Find two bounds of one number that share no point: a rate above 1, totals that differ."""
        for role in ROLES:
            spans = self._bounds(role)
            spans += [_SCORED] if role in RATES and spans else []
            for at, first in enumerate(spans):
                for second in spans[at + 1 :]:
                    if not first.meets(second):
                        return role, first, second
        return None

    def _bounds(self, role: Role) -> list[Interval]:
        cells = (cell for what, cell in self.printed if what is role)
        known = (Fraction(number) for what, number in self.known if what is role)
        hulls = (hull(cell, Added(number=self.summands)) for cell in cells)
        spans = [_within(one, self.margin * (one.high - one.low)) for one in hulls]
        return [*spans, *(Interval(number, number) for number in known)]

    def whole(self, role: Role) -> tuple[int, int] | None:
        """Bound a total that is a whole number; an empty range where no whole number fits."""
        span = self.span(role)
        return None if span is None else (max(0, ceil(span.low)), floor(span.high))

    @property
    def most_predicted(self) -> int | None:
        """Bound how many items are predicted: by their total, or by hits and false positives."""
        return self._most(Role.PREDICTED, Role.FP)

    @property
    def most_gold(self) -> int | None:
        """Bound how many items are gold: by their total, or by hits and false negatives."""
        return self._most(Role.GOLD, Role.FN)

    def _most(self, total: Role, rest: Role) -> int | None:
        printed, wrong = self.span(total), self.span(rest)
        hits = self.span(Role.HITS) or self.span(Role.TP)
        ends = [printed.high] if printed else []
        ends += [hits.high + wrong.high] if hits and wrong else []
        return max(0, floor(min(ends))) if ends else None


@lru_cache(maxsize=1024)
def _span(system: System, role: Role) -> Interval | None:
    spans = system._bounds(role)  # noqa: SLF001 - the same module
    if role in RATES:
        spans.append(_SCORED)
        if len(spans) == 1:
            return None
    return _common(spans)


def _within(span: Interval, margin: Fraction) -> Interval:
    return Interval(span.low + margin, span.high - margin)


def _common(spans: list[Interval]) -> Interval | None:
    if not spans:
        return None
    low, high = max(span.low for span in spans), min(span.high for span in spans)
    return Interval(low, high) if low <= high else spans[0]


@frozen(kw_only=True, cache_hash=True)
class Problem:
    """Systems that answer one test set, and what is known of it.

    `samples` are how many samples it has, `fixed` further unknowns by name. `known` are the options
    that its columns state: two values of one option, where they do not agree.

    >>> Problem(systems=(), columns=("P",)).labels
    ()
    """

    systems: tuple[System, ...]
    columns: tuple[str, ...]
    samples: int | None = None
    fixed: tuple[tuple[str, int], ...] = ()
    known: tuple[tuple[str, str], ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """List the rows."""
        return tuple(one.label for one in self.systems)

    @property
    def most_gold(self) -> int | None:
        """Bound how many items are gold: they are the same for all systems."""
        ends = [one.most_gold for one in self.systems if one.most_gold is not None]
        return min(ends, default=None)


def problems(sheet: Sheet) -> Iterator[Problem]:
    """Find what can be asked of a sheet: for each group of columns, rows with one test set.

    Rows share a test set where they print the same number of gold items, or that number is known of
    them; other rows are asked about alone. Rows need a rate, or there is nothing to explain.

    >>> list(problems(Sheet(columns=(), rows=())))
    []
    """
    for group in sheet.groups():
        columns = _columns(sheet, group)
        if any(column.role in RATES for column in columns):
            yield from _of_group(sheet, columns)


def _columns(sheet: Sheet, group: str) -> tuple[Column, ...]:
    """Take the first column of each role."""
    of_roles = (sheet.within(group, role) for role in ROLES)
    return tuple(column for column in of_roles if column is not None)


def _of_group(sheet: Sheet, columns: tuple[Column, ...]) -> Iterator[Problem]:
    tests: dict[object, list[tuple[Row, System]]] = {}
    for row in sheet.rows:
        system = _system(sheet, row, columns)
        if system is not None:
            gold = system.whole(Role.GOLD)
            alone = row.label if gold is None or gold[0] != gold[1] else ""
            samples = sheet.fact(row, Fact.SAMPLES)
            tests.setdefault((alone, gold, samples), []).append((row, system))
    for rows in tests.values():
        systems = tuple(system for _, system in rows)
        seen = {role for one in systems for role, _ in one.printed}
        yield Problem(
            systems=systems,
            columns=tuple(column.name for column in sheet.columns if _used(column, columns, seen)),
            samples=sheet.fact(rows[0][0], Fact.SAMPLES),
            known=_known(columns),
        )


def _known(columns: tuple[Column, ...]) -> tuple[tuple[str, str], ...]:
    stated = (one for column in columns if column.role in RATES for one in column.options)
    return tuple(dict.fromkeys(stated))


def _used(column: Column, columns: tuple[Column, ...], seen: set[Role]) -> bool:
    return column in columns and column.role in seen


def _system(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> System | None:
    cells = [(column, row.cell(column.name)) for column in columns]
    printed = tuple((column.role, cell) for column, cell in cells if cell is not None)
    if row.kind is not Kind.BODY or not any(role in RATES for role, _ in printed):
        return None
    facts = ((Role.GOLD, Fact.GOLD), (Role.PREDICTED, Fact.PREDICTED))
    known = [(role, sheet.fact(row, fact)) for role, fact in facts]
    betas = [column.beta for column in columns if column.role is Role.F]
    return System(
        label=row.label,
        printed=printed,
        known=tuple((role, number) for role, number in known if number is not None),
        beta=betas[0] if betas else Fraction(1),
        summands=sheet.fact(row, Fact.SAMPLES) or MOST_SAMPLES,
    )
