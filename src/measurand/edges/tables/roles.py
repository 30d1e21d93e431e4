"""What the columns of a table seem to be: roles, groups, units, and what is doubtful of it.

A head seldom says all: P may be precision or a p-value, Acc. of two classes or of twenty. So each
step takes the columns as the step before it left them, and looks at what stands beside one, then at
its numbers. A role that its numbers or its neighbours speak against is taken back (the column is a
`value`, which nothing is held to); a role that is likely and not sure keeps its doubt, which
becomes a premise. Every step leaves a note: nothing is guessed in silence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from measurand.auditing.proofs.sheet import COUNTS, RATES, SIGNED, Role, role_of
from measurand.edges.tables.cells import Companion
from measurand.edges.tables.columns import NumberColumn
from measurand.edges.tables.grid import MOST_SEARCHED, RawTable, surrounding_text
from measurand.edges.tables.interval_words import interval_of, speaks_of_runs
from measurand.edges.tables.vocabulary import (
    TWO_CLASSES,
    Head,
    OwnMetrics,
    head_of,
    most_edits,
    mostly_share,
    without_interval,
)
from measurand.metrics.metric import Named
from measurand.values.printed import Unit

ITEMS = frozenset({Role.PRECISION, Role.RECALL, Role.F})
"""Roles of matched items."""

BOUNDS_OF_P = frozenset({Role.P_BELOW, Role.P_ABOVE})
"""Roles of p-values that are said to be below a number, or above it."""

_TELLING = TWO_CLASSES | {Role.FP, Role.FN}


@frozen(kw_only=True)
class GuessedColumn:
    """A column as it seems to be meant, and why; `doubt` says why it may mean something else.

    `metric` is one of one's own, or of a family, where its head names one. It is `sure` where head,
    place and numbers say the same, so that its role, doubtful elsewhere, is not doubted.
    """

    column: NumberColumn
    role: Role
    head: Head
    group: str = ""
    unit: Unit = Unit.NONE
    of: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    doubt: str = ""
    metric: Named | None = None
    sure: bool = False

    @property
    def what(self) -> str:
        """Name what it is: a metric of one's own, or a role."""
        return self.role.value if self.metric is None else self.metric.name

    @property
    def definition(self) -> tuple[tuple[str, str], ...]:
        """List what its head says of the definition of its metric."""
        return self.head.options if self.metric is not None else ()

    @property
    def name(self) -> str:
        """Name the column."""
        return self.column.name

    @property
    def values(self) -> tuple[Fraction, ...]:
        """List the printed numbers."""
        return tuple(printed.value for printed in self.column.printed)

    @property
    def whole(self) -> bool:
        """Tell whether all of them are whole."""
        return all(value.denominator == 1 for value in self.values)

    def noted(self, text: str) -> "GuessedColumn":
        """Add a note."""
        return evolve(self, notes=(*self.notes, text))

    def as_value(self, text: str) -> "GuessedColumn":
        """Take the role back, and say why."""
        return evolve(self, role=Role.VALUE, metric=None).noted(text)


def guess_roles(columns: Sequence[NumberColumn], own: OwnMetrics = ()) -> tuple[GuessedColumn, ...]:
    """Guess what columns are by their heads, by what stands beside them, then by their numbers.

    A role that may be another one is not guessed: then the column is a `value`, and the note says
    how to name what it is. Heads may name metrics of one's `own`.

    >>> columns = [NumberColumn(at=at, name=name, head=name, above="", cells=())
    ...            for at, name in enumerate(["P", "R", "F1", "F"])]
    >>> [(one.role.value, one.group) for one in guess_roles(columns)]
    [('precision', ''), ('recall', ''), ('f', ''), ('f', '')]
    """
    heads = [_head(column, own) for column in columns]
    guesses = [
        GuessedColumn(
            column=column, role=head.role, head=head, group=column.above, metric=head.metric
        )
        for column, head in zip(columns, heads, strict=True)
    ]
    guesses = _repeated([_averaged(one, guesses) for one in guesses])
    for step in (_renamed, _hinted, _partnered, _letter, _modelled, _tested, _accuracy, _fitting):
        guesses = [step(one, guesses) for one in guesses]
    return tuple(_tests_apart(guesses))


def _head(column: NumberColumn, own: OwnMetrics) -> Head:
    """Read a head; what it does not say of averaging, the head above it may."""
    head = head_of(column.head, own)
    end = end_role(column.head)
    if end is not None and interval_of(column.above) is not None:
        return Head(role=end)
    return head if head.averaged else evolve(head, averaged=column.averaged)


_LEVELS = {
    **dict.fromkeys(("low", "lower", "lower bound", "from", "l"), Role.LOW),
    **dict.fromkeys(("high", "upper", "upper bound", "to", "u"), Role.HIGH),
}


def end_role(head: str) -> Role | None:
    """Say which end of an interval is called so where words say that there are intervals.

    >>> end_role("Lower").value, end_role("F1")
    ('low', None)
    """
    return _LEVELS.get(head.strip().lower())


def _averaged(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Part scores that are averaged in different ways; a weighted mean is held to nothing."""
    if one.role not in ITEMS:
        return one
    if one.head.averaged == "weighted":
        return one.as_value(f"a weighted {one.role.value}: the weights are not known")
    beside = [other for other in guesses if other.group == one.group and other.role in ITEMS]
    if one.head.averaged and len({other.head.averaged for other in beside}) > 1:
        group = f"{one.group} {one.head.averaged}".strip()
        return evolve(one, group=group).noted(
            f"{one.head.averaged} beside scores that are averaged otherwise: a group of its own"
        )
    return one


def _repeated(guesses: list[GuessedColumn]) -> list[GuessedColumn]:
    """Count groups whose heads come again, as in P, R, F1, P, R, F1 or P, R, F1, Prec., Rec., F."""
    blocks = {group for group in {one.group for one in guesses} if _in_blocks(group, guesses)}
    seen: dict[tuple[str, str], int] = {}
    regrouped: list[GuessedColumn] = []
    for one in guesses:
        key = (one.group, _kind(one) if one.group in blocks else one.column.head)
        seen[key] = seen.get(key, 0) + 1
        if one.role is Role.VALUE or seen[key] == 1:
            regrouped.append(one)
            continue
        group = f"{one.group} ({seen[key]})".strip()
        regrouped.append(evolve(one, group=group).noted("the head came before: another group"))
    return regrouped


_MORE_NAMES = {Role.TPR: Role.RECALL}
_NAMED_BY = {
    Role.FDR: frozenset({Role.P, Role.P_HOLM}),
    Role.SE: frozenset({Role.SPECIFICITY, Role.NPV}),
}


def _renamed(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read sensitivity as recall where no recall stands beside it; FDR and SE by what does."""
    beside = {other.role for other in guesses if other.group == one.group and other is not one}
    plain = _MORE_NAMES.get(one.role)
    if plain is not None and plain not in beside:
        return evolve(one, role=plain)
    letters = one.role is Role.SE and bool(one.head.letter)
    paired = letters and any(other.column.head.lower().startswith("sp") for other in guesses)
    other = (one.role is Role.FDR or letters) and beside & _NAMED_BY[one.role]
    if other or paired:
        return one.as_value(f"{one.role.value} may be another rate here, and is not guessed")
    return one


def _kind(one: GuessedColumn) -> str:
    return f"{one.role.value} {one.head.beta} {one.head.averaged}"


def _in_blocks(group: str, guesses: Sequence[GuessedColumn]) -> bool:
    """Tell whether the same several kinds of scores come block by block, however spelled."""
    kinds = [_kind(one) for one in guesses if one.group == group and one.role in ITEMS]
    several = set(kinds)
    blocks = [set(kinds[at : at + len(several)]) for at in range(0, len(kinds), len(several) or 1)]
    return len(several) > 1 and all(block == several for block in blocks)


def _hinted(one: GuessedColumn, _guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    return one.noted(one.head.hint) if one.head.hint else one


def _partnered(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read a head that means a metric only beside others that go with it: ρ beside r or τ."""
    beside = [other for other in guesses if other.group == one.group and other is not one]
    metric = one.head.partnered
    items = any(other.role in ITEMS and other.head.partnered is None for other in beside)
    partners = [other.name for other in beside if _goes_with(other, one)]
    if metric is None or items or not partners:
        return one
    names = ", ".join(partners)
    return evolve(one, role=role_of(metric), metric=metric).noted(f"{metric.name}, beside {names}")


def _goes_with(other: GuessedColumn, one: GuessedColumn) -> bool:
    partnered = other.head.partnered
    return other.what in one.head.partners or (
        partnered is not None and partnered.name in one.head.partners
    )


def _letter(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read a lone letter as P, R or F only beside another of them that is in its group."""
    if not one.head.letter or one.role not in ITEMS | BOUNDS_OF_P:
        return one
    others = {other.role for other in guesses if other.group == one.group and other is not one}
    if one.role in BOUNDS_OF_P:
        if Role.RECALL in others:
            return one.as_value("p beside recall: no p-value")
        return evolve(one, head=evolve(one.head, letter=""))
    if any(_is_bound_of(other, one) for other in guesses) and Role.RECALL not in others:
        one = evolve(one, head=evolve(one.head, letter=""))
        return evolve(one, role=Role.P).noted("some are said to be below a level: p-values")
    small = one.head.letter == "p" and Role.RECALL not in others
    if others & ITEMS - {one.role} and not small:
        return one
    if small and all(0 <= value <= 1 for value in one.values):
        return evolve(one, role=Role.P).noted("p without recall beside it: a p-value")
    return one.as_value(f"{one.head.letter} alone may be anything: {one.role.value} is not guessed")


def _is_bound_of(other: GuessedColumn, one: GuessedColumn) -> bool:
    return other.role in BOUNDS_OF_P and other.column.at == one.column.at


_COEFFICIENT = re.compile(
    r"(?i:coef(?:f|ficients?)?\.?|est(?:\.|imates?)?|beta|slope)|[Bbβ]"
    r"|(?:(?i:coef(?:f|ficient)?|estimate)\.? ?)\(?[Bbβ]\)?"
)
_STATISTIC = re.compile(
    r"[tz]|(?i:[tz][- ]?(?:values?|stat(?:istic)?s?|ratio)|wald(?: ?[χx][2²])?)"
)
_EFFECT = re.compile(
    r"(?i:(?:adj(?:usted|\.)?|crude|unadj(?:usted|\.)?|a|c|u)?[ -]?(?:or|hr|rr|irr|shr)"
    r"|(?:(?:un)?adjusted |crude )?(?:odds|hazards?|risk|rate|incidence rate) ratios?"
    r"|relative risks?|exp ?\([bβ]\)|exp\(coef\))"
)


def _modelled(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read coefficients beside their errors and statistics, and ratios beside their intervals."""
    if one.role is not Role.VALUE or one.metric is not None:
        return one
    head = without_interval(one.column.head).strip()
    beside = [other for other in guesses if other.group == one.group and other is not one]
    roles = {other.role for other in beside}
    tested = any(_STATISTIC.fullmatch(other.column.head.strip()) for other in beside)
    if _COEFFICIENT.fullmatch(head) and Role.SE in roles and tested:
        doubt = "it may be standardised, or of another model than what stands beside it"
        return evolve(one, role=Role.COEFFICIENT, doubt=doubt)
    ends = {Role.LOW, Role.HIGH} <= roles or any(
        what is Companion.LOW for cell in one.column.cells for what, _ in cell.companions
    )
    sizes = one.values or (Fraction(0),)
    if _EFFECT.fullmatch(head) and ends and 0 < min(sizes) <= _MOST_LEAST:
        return evolve(one, role=Role.EFFECT_RATIO, doubt="a few letters may mean something else")
    return one


_MOST_LEAST = 5
"""Ratios of effects are above and below 1: of heart rates and the like none is as small."""

MEAN_SQUARES = re.compile(r"ms|mean (?:squares?|sq\.?)", re.IGNORECASE)
"""Heads of columns of mean squares."""

_TESTS: Mapping[str, tuple[Role, frozenset[Role]]] = {
    "t": (Role.T, frozenset({Role.P, Role.DF})),
    "F": (Role.F_RATIO, frozenset({Role.P, Role.DF, Role.DF2})),
    "z": (Role.Z, frozenset({Role.P})),
}


def _tested(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read t, F and z as test statistics beside a p-value and their degrees of freedom."""
    head = one.column.head.strip()
    role, wanted = _TESTS.get(head, (Role.VALUE, frozenset()))
    beside = {other.role for other in guesses if other.group == one.group}
    beside |= {Role.P} if beside & BOUNDS_OF_P else set()
    if Role.COEFFICIENT in beside and one.role is Role.VALUE and _STATISTIC.fullmatch(head):
        return evolve(one, role=_STATISTICS[head[0].lower()])
    squares = any(MEAN_SQUARES.fullmatch(other.column.head.strip()) for other in guesses)
    if role is Role.F_RATIO and squares and Role.DF in beside and not beside & (ITEMS - {Role.F}):
        return evolve(one, role=role, doubt="a letter may stand for another number")
    if role is Role.VALUE or not wanted <= beside or beside & (ITEMS - {Role.F}):
        return one
    return evolve(one, role=role, doubt="z may be another number" if role is Role.Z else "")


_CLAIMS = BOUNDS_OF_P | {Role.P}
_OF_TESTS = frozenset({Role.T, Role.F_RATIO, Role.CHI2, Role.Z})
_OF_MODELS = frozenset({Role.COEFFICIENT, Role.EFFECT_RATIO})
_WITH_TESTS = _OF_TESTS | _OF_MODELS | {Role.DF, Role.DF2, Role.SE, Role.LOW, Role.HIGH}


def _tests_apart(guesses: list[GuessedColumn]) -> list[GuessedColumn]:
    """Part tests where several p-values stand below one head: each belongs to what is before it.

    A statistic that has several p-values after it, or none, is held to none.
    """
    several = {
        above
        for above in {one.column.above for one in guesses}
        if len(_places_of_p(one for one in guesses if one.column.above == above)) > 1
    }
    blocks: dict[str, list[list[GuessedColumn]]] = {above: [[]] for above in several}
    for one in guesses:
        found = blocks.get(one.column.above)
        if found is None:
            continue
        main = one.role in _OF_TESTS | _OF_MODELS or one.column.head.strip() in _TESTS
        if main and _places_of_p(found[-1]):
            found.append([])
        found[-1].append(one)
    apart = {
        column.name: column
        for found in blocks.values()
        for at, block in enumerate(found, 1)
        for column in _own_test(block, at)
    }
    return [apart.get(one.name, one) for one in guesses]


def _places_of_p(guesses: Iterable[GuessedColumn]) -> set[int]:
    return {
        one.column.at
        for one in guesses
        if one.role in _CLAIMS or (one.role is Role.VALUE and _LIKE_P.match(one.column.head))
    }


_LIKE_P = re.compile(r"\s*(?:p|sig)(?![a-z])|\s*p[- _]?val", re.IGNORECASE)
"""Beginnings of heads that may stand over p-values, also of those that nobody knows."""


def _own_test(block: Sequence[GuessedColumn], at: int) -> Iterator[GuessedColumn]:
    one_p = len(_places_of_p(block)) == 1
    for one in block:
        group = f"{one.column.above} test {at}".strip()
        if one.role in _OF_TESTS and not one_p:
            yield one.as_value("which of several p-values is its own is not said")
        elif one.role in _WITH_TESTS or (one_p and one.role in _CLAIMS):
            yield evolve(one, group=group)


_STATISTICS = {"t": Role.T, "z": Role.Z, "w": Role.CHI2}


def _accuracy(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Tie accuracy to precision and recall only where two classes are spoken of."""
    if one.role is not Role.ACCURACY:
        return one
    if any(other.role in _TELLING and not other.head.averaged for other in guesses):
        return one.noted("accuracy of two classes: the table speaks of negatives")
    return evolve(one, role=Role.RATE).noted(
        "how many classes there are is not said: `accuracy` ties it to P and R of two classes"
    )


_MONEY = frozenset({Unit.DOLLAR, Unit.EURO, Unit.POUND, Unit.YEN})
_NO_MONEY = frozenset({*RATES, *COUNTS, *SIGNED, Role.P})


def _fitting(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Take back a role that the numbers cannot have, unless few of them are what is impossible.

    A head that says in a word what stands under it keeps its role: a number that cannot be such is
    a slip of the pen then. Where many cannot, the head means something else, and where several of
    one row cannot, the row does.
    """
    values = one.values
    if one.role in _NO_MONEY and any(printed.unit in _MONEY for printed in one.column.printed):
        return one.as_value(f"amounts of money: no {one.role.value}")
    if one.role in RATES and values and 2 * one.column.changes >= len(values):
        return one.as_value(f"numbers with a sign are changes: no {one.role.value}")
    if one.role in COUNTS and any(value.denominator != 1 for value in values):
        return one.as_value(f"some numbers are not whole: no {one.role.value}")
    if one.role is Role.HITS and not one.whole and any(_mean_counts(o, one) for o in guesses):
        return one.as_value("the counts beside it are not whole: means, no hits in all")
    outside = [at for at, value in _numbers(one) if not _may_be(one.role, value)]
    if not outside:
        return one
    if _is_slip(one, outside, guesses):
        return evolve(one, doubt="" if one.role is Role.P else IMPOSSIBLE)
    low, high = _RANGES[one.role] if one.role in _RANGES else _RANGES[Role.SAMPLES]
    where = f"below {low}" if high is None else f"outside {low} to {high}"
    return one.as_value(f"some numbers are {where}: no {one.role.value}")


IMPOSSIBLE = "some of its numbers cannot be such"
"""Why a column is in doubt whose head is plain."""

_RANGES: Mapping[Role, tuple[int, int | None]] = {
    **dict.fromkeys(COUNTS, (0, None)),
    **dict.fromkeys(RATES, (0, 100)),
    **dict.fromkeys(SIGNED, (-100, 100)),
    Role.P: (0, 1),
}
_BY_VALUE = frozenset({Role.PREDICTED, Role.GOLD})
"""Heads that may as well stand over values: what was predicted, and what is true."""

_RARE = 5
_LONG = 1000
"""No slip, but a count or a decimal comma: a rate has fewer digits before its point."""


def _numbers(one: GuessedColumn) -> list[tuple[int, Fraction]]:
    cells = enumerate(one.column.cells)
    return [(at, cell.printed.value) for at, cell in cells if cell.printed is not None]


def _may_be(role: Role, value: Fraction) -> bool:
    low, high = _RANGES.get(role, (None, None))
    return (low is None or value >= low) and (high is None or value <= high)


def _is_slip(one: GuessedColumn, outside: Sequence[int], guesses: Sequence[GuessedColumn]) -> bool:
    """Tell whether impossible numbers are few, and each alone in its row."""
    if one.head.letter or one.role in _BY_VALUE:
        return False
    many = len(one.values)
    if any(abs(value) >= _LONG for at, value in _numbers(one) if at in outside):
        return False
    few = len(outside) <= max(1, many // _RARE) and (2 * len(outside) <= many or one.role is Role.P)
    others = [other for other in guesses if other is not one and other.role in _RANGES]
    return few and not any(
        at in outside and (value < 0 or not _may_be(other.role, value))
        for other in others
        for at, value in _numbers(other)
    )


def _mean_counts(other: GuessedColumn, one: GuessedColumn) -> bool:
    """Tell whether a column of counts beside another one holds their means."""
    return other.role in COUNTS and other.group == one.group and not other.whole


_AS_OTHERS = frozenset({Role.AVERAGE, Role.TOTAL, Role.SE})


_ONE = 1 + Fraction(1, 10**9)
"""What is above 1 by no more than this is a share that was added up as floats."""


def with_unit(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Read rates above 1 as percent, each column for itself, and averages as what they are of.

    >>> column = NumberColumn(at=0, name="F1", head="F1 (%)", above="", cells=())
    >>> with_unit(*guess_roles([column]), ()).unit.value
    '%'
    """
    if one.head.unit is not None:
        return evolve(one, unit=one.head.unit)
    if _signed(one):
        return one
    if one.role in _AS_OTHERS and one.of:
        of = next(other for other in guesses if other.name == one.of[0])
        return evolve(one, unit=with_unit(of, guesses).unit) if of.role is not one.role else one
    if _beyond_edits(one):
        return evolve(one, unit=Unit.PERCENT).noted("numbers above 2: read as percent")
    if not _up_to_one(one) or not one.values:
        return one
    if any(abs(value) > _ONE for value in one.values):
        if _among_shares(one, guesses):
            return one.noted(
                "most numbers, and those of the columns beside it, are up to 1: shares"
            )
        return evolve(one, unit=Unit.PERCENT).noted("numbers above 1: read as percent")
    return _small(one, guesses)


def _up_to_one(one: GuessedColumn, said: Sequence[tuple[str, str]] = ()) -> bool:
    """Tell whether its numbers are at most 1, or 100 as percent, by its head and what is said."""
    if one.metric is not None and mostly_share(one.metric, dict((*one.definition, *said))):
        return True
    return one.role in RATES | SIGNED or (one.metric is not None and one.metric.high == 1)


def _beyond_edits(one: GuessedColumn) -> bool:
    """Tell whether edits for each word of gold are more than any answer needs: they are percent."""
    most = None if one.metric is None else most_edits(one.metric)
    return most is not None and any(value > most for value in one.values)


def _among_shares(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> bool:
    """Tell whether few numbers are above 1, and none in the other columns of rates."""
    above = sum(abs(value) > _ONE for value in one.values)
    others = [
        other for other in guesses if other is not one and other.role in RATES and other.values
    ]
    return (
        2 * above < len(one.values)
        and bool(others)
        and all(
            abs(value) <= 1 and not _signed(other) for other in others for value in other.values
        )
    )


_IDS = re.compile(
    r"#?(?:years?|ids?|ranks?|class(?:es)?|labels?|layers?|params?|parameters|epochs?|steps?|seeds?"
    r"|runs?|k|size|dims?|folds?|levels?|rounds?|shots?|version)(?: ?\(.{0,20}\))?\.?"
)


def numbers_rows(one: GuessedColumn) -> bool:
    """Tell a column of ids, years or sizes, which scores nothing, by its head."""
    return _IDS.fullmatch(one.column.head.strip().lower()) is not None


def guess_unit(
    one: GuessedColumn, guesses: Sequence[GuessedColumn], said: Sequence[tuple[str, str]]
) -> GuessedColumn:
    """Guess the unit of a column whose role, and options, are said, where nothing says it."""
    if one.unit is not Unit.NONE or _signed(one):
        return one
    if _beyond_edits(one):
        text = "numbers above 2: read as percent (`:unit=none` says that they are not)"
        return evolve(one, unit=Unit.PERCENT).noted(text)
    shares = _up_to_one(one, said) or one.role is Role.SHARE
    if one.of and not shares:
        units = {other.unit for other in guesses if other.name in one.of}
        return evolve(one, unit=units.pop()) if len(units) == 1 else one
    if shares and any(abs(value) > _ONE for value in one.values):
        text = "numbers above 1: read as percent (`:unit=none` says that they are not)"
        return evolve(one, unit=Unit.PERCENT).noted(text)
    return one


def _signed(one: GuessedColumn) -> bool:
    return any(printed.unit is not Unit.NONE for printed in one.column.printed)


def _small(one: GuessedColumn, guesses: Sequence[GuessedColumn]) -> GuessedColumn:
    """Doubt a column that stays below 1 among percent, unless it has two digits more than they."""
    others = [
        other
        for other in guesses
        if other is not one and other.role in RATES and any(value > _ONE for value in other.values)
    ]
    if not others or one.role not in RATES or not any(one.values):
        return one
    if _places(one) >= max(map(_places, others)) + 1:
        return one.noted("numbers up to 1 beside percent: read as shares, as they have more digits")
    return one.as_value(
        "numbers up to 1 beside percent: the unit is in doubt (:unit=% or :unit=none)"
    )


def _places(one: GuessedColumn) -> int:
    return max((printed.decimals for printed in one.column.printed), default=0)


def with_role_noted(one: GuessedColumn) -> GuessedColumn:
    """Say the role last: every guess is told, and which is doubtful."""
    if one.role is Role.VALUE and one.metric is None:
        return one if one.notes else one.noted("nothing is known of it: only a value")
    beta = f" (beta {one.head.beta})" if one.role is Role.F and one.head.beta != 1 else ""
    group = f", in the group {one.group!r}" if one.group else ""
    doubt = f" (doubtful: {one.doubt})" if one.doubt else ""
    return evolve(one, notes=(f"read as {one.what}{beta}{group}{doubt}", *one.notes))


_RESCALED = re.compile(r"bert[- ]?score|rescaled|bleurt|bart[- ]?score", re.IGNORECASE)
_NOT_WHOLE = re.compile(
    r"(?:in|of|[x×]|by) ?(?:thousands|millions|billions|hundreds|10\^?\{?[0-9]|1000|1,000)"
    r"|\((?:k|m|thousands|millions)\)|(?-i:\bK\b|\bM\b)",
    re.IGNORECASE,
)
_EXACT = (COUNTS | {Role.HITS}) - {Role.SAMPLES}
_BITS = frozenset(Fraction(2**power) for power in range(1, 8))
_WHY = {
    Role.AVERAGE: "of which columns, and how they weigh, is not said",
    Role.TOTAL: "that these are all its parts, and that none overlap, is not said",
    Role.LOW: "of which number it is an end is not said",
    Role.HIGH: "of which number it is an end is not said",
    Role.P_HOLM: "that these rows are one family of tests is not said",
    Role.DIFFERENCE: "of which two columns, in points or relative, is not said",
    Role.SHARE: "of what these are the shares is not said",
    Role.SAMPLES: "that scores are of so many samples, in one run, is not said",
}


def with_doubts(columns: Sequence[GuessedColumn], table: RawTable) -> tuple[GuessedColumn, ...]:
    """Mark what is doubtful, and take back what the words around a table make unlikely.

    >>> with_doubts((), RawTable(header=(), rows=()))
    ()
    """
    text = surrounding_text(table)
    heads = "\n".join((*table.header, *table.groups))[:MOST_SEARCHED]
    guesses = [_named(one, f"{text}\n{heads}", text) for one in columns]
    return tuple(evolve(one, doubt=_doubt(one, guesses, text)) for one in guesses)


def _named(one: GuessedColumn, words: str, text: str) -> GuessedColumn:
    if one.role in ITEMS and _RESCALED.search(words):
        return one.as_value(f"a score that is no share of items: no {one.role.value}")
    if one.role in COUNTS | {Role.HITS} and _NOT_WHOLE.search(f"{text}\n{one.column.head}"):
        return one.as_value(f"in thousands or so, and not whole: no {one.role.value}")
    return one


def _doubt(one: GuessedColumn, guesses: Sequence[GuessedColumn], text: str) -> str:
    beside = [other for other in guesses if other.group == one.group and other is not one]
    if one.doubt or one.sure:
        return one.doubt
    if one.role in _WHY:
        return _WHY[one.role]
    if one.role is Role.SE and one.head.letter:
        return "two letters that may stand for something else"
    if one.role is Role.MSE and not any(other.role is Role.RMSE for other in beside):
        return "in some fields MSE is its root"
    if one.role in _EXACT and speaks_of_runs(text):
        return "counts may be sums or means over runs or folds"
    if one.role in _EXACT and _places(one) and not (one.role is Role.HITS and _no_means(beside)):
        return "printed with decimals: it may be a mean of counts"
    others = [other for other in beside if other.role in ITEMS]
    bits = one.role is Role.PRECISION and {*one.values} <= _BITS
    if bits and others and all(map(_places, others)):
        return "its numbers may be bits"
    return ""


def _no_means(beside: Sequence[GuessedColumn]) -> bool:
    """Tell whether counts that cannot be parts are printed without decimals: then hits are sums."""
    return any(one.role in _EXACT - {Role.HITS} and not _places(one) for one in beside)
