"""Whether an equation tells a known, at the numbers of the other knowns."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction

from measurand.algebra.polynomial import Work
from measurand.causal.rules.functions import FUNCTIONS
from measurand.causal.rules.tree import Constant, Name, Tree
from measurand.causal.rules.walk import names_in, nodes
from measurand.causal.solving.compose import Composed, inner_names
from measurand.causal.solving.inverse import MOST_WORK, Inversion, Inverted, Open, Range, Unique
from measurand.causal.solving.relations import CYCLIC
from measurand.values.reasoning import Known

ANGLES = frozenset(name for name, function in FUNCTIONS.items() if function.angle)
DEGREES = "degrees in an angle"
DEPENDS = "depends on the numbers"
IGNORED = "rule ignores the known"


class Domain(Enum):
    """Where a missing known is looked for.

    `POSITIVE` looks above 0 unless the known is a number that is not; `BY_SIGN` looks above 0
    where the known is a number above 0, and everywhere else on the whole line.
    """

    REAL = "real"
    POSITIVE = "positive"
    BY_SIGN = "by_sign"


def range_of(number: Fraction | None, domain: Domain) -> Range:
    """Say where a known is looked for.

    >>> range_of(None, Domain.BY_SIGN), range_of(Fraction(2), Domain.BY_SIGN)
    (<Range.REAL: 'real'>, <Range.POSITIVE: 'positive'>)
    """
    match domain:
        case Domain.REAL:
            return Range.REAL
        case Domain.POSITIVE:
            return Range.POSITIVE if number is None or number > 0 else Range.REAL
        case Domain.BY_SIGN:
            return Range.POSITIVE if number is not None and number > 0 else Range.REAL


def solve(
    equation: Composed,
    name: str,
    knowns: Mapping[str, Known],
    domain: Domain,
    *,
    most: int = MOST_WORK,
) -> Inverted | None:
    """Tell whether an equation leaves one value for a name; None where the name does not occur.

    Names without a number get numbers of no meaning, by their order in the equation, so that
    names play no part. Where there are such names two choices of numbers have to agree.

    >>> from measurand.causal.rules.tree import Negative
    >>> solve(Composed(effect="y", made=Negative(Name("x"))), "x", {}, Domain.REAL)
    Unique(answer=Negative(inner=Name(text='y')), through='undoing')
    """
    there = names_in(equation.made)
    if equation.effect == name:
        if name in there:
            return Open(reason=CYCLIC)
        return Unique(answer=equation.made, through="its own rule")
    if name not in there:
        return None
    if _in_degrees(equation.made, knowns):
        return Open(reason=DEGREES)
    known = knowns.get(name)
    within = range_of(None if known is None else known.number, domain)
    numbers = {
        one: known.number
        for one in there
        if (known := knowns.get(one)) is not None and known.number is not None
    }
    generic = [one for one in there if one not in numbers]
    last: Inverted = Open(reason=DEPENDS)
    first: Inverted | None = None
    for choice in range(_CHOICES if generic else 1):
        values = {one: _number(place, choice) for place, one in enumerate(generic)}
        at = {**numbers, **values}
        last = Inversion(name, at, within, Work(most))(equation.made, Name(equation.effect))
        if isinstance(last, Open) and last.reason == "domain":
            continue
        if first is not None:
            return first if type(first) is type(last) else Open(reason=DEPENDS)
        first = last
    return first or last


_CHOICES = 4


def _number(place: int, choice: int) -> Fraction:
    """Choose a number above 0: below 10, 1, 100, 1/10 in turn."""
    steps = (6151, 3571, 7919, 2203)[choice]
    scale = (997, 9973, 101, 99991)[choice]
    return Fraction(1 + (place + 1) * steps % 9973, scale)


def _in_degrees(tree: Tree, knowns: Mapping[str, Known]) -> bool:
    """Tell whether an angle takes a known in degrees; one that is converted by pi may."""
    degrees = {name for name, known in knowns.items() if is_degree(known.unit)}
    inside = inner_names(tree, ANGLES) & degrees
    return bool(inside) and not any(isinstance(node, Constant) for node in nodes(tree))


def is_degree(unit: str) -> bool:
    """Tell whether a unit is the degree of angles, not of temperature.

    >>> is_degree("deg"), is_degree("°"), is_degree("degrees Celsius"), is_degree("°C")
    (True, True, False, False)
    """
    words = unit.replace("°", " deg ").lower().split()
    return words[:1] in (["deg"], ["degs"], ["degree"], ["degrees"]) and len(words) == 1
