"""Rules as quotients of polynomials, or of sums of powers, in one of their names.

The other names are at fixed numbers. Two forms, by what is known of the coefficients. A `Quotient`
of polynomials has rational ones, so that roots are counted exactly (Sturm). `Terms` is a quotient
of sums of real powers the coefficients of which are only enclosed. There Descartes' rule of signs
bounds the roots above 0: there are at most as many as the signs of the coefficients change, in the
order of their powers, and exactly so many where that is 0 or 1; the rule holds for real powers as
well. Roots below 0 are those above 0 of the sum with x -> -x, which needs whole powers.

A rule has no value where something it divides by is 0, also where algebra cancels it: such `poles`
are kept beside the quotient and divided out of what is solved.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, frozen

from measurand.algebra.enclosure import negative, product, sign, total
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import (
    ONE,
    VARIABLE,
    Polynomial,
    SpentError,
    Work,
    plus,
    polynomial,
    scaled,
    times,
    without,
)
from measurand.studies.causal.rules.tree import Binary, Call, Name, Negative, Operator, Tree
from measurand.studies.causal.solving.bounds import ONE as CERTAIN_ONE
from measurand.studies.causal.solving.bounds import power

MOST_DEGREE = 40


class NoQuotientError(ArithmeticError):
    """A rule that is no quotient of polynomials with rational coefficients."""


@frozen(kw_only=True)
class Quotient:
    """One polynomial over another; where some of `poles` is 0, the rule has no value.

    >>> Quotient(top=ONE, bottom=VARIABLE, poles=(VARIABLE,)).top.degree
    0
    """

    top: Polynomial
    bottom: Polynomial = ONE
    poles: tuple[Polynomial, ...] = ()


def quotient(
    tree: Tree, name: str, fixed: Callable[[Tree], Interval | None], work: Work
) -> Quotient:
    """Read a tree as a quotient in a name.

    `fixed` encloses a part in which the name does not occur, and gives None for any other.

    >>> tree = Binary(Operator.MULTIPLY, Name("x"), Name("x"))
    >>> quotient(tree, "x", lambda part: None, Work()).top
    Polynomial(coefficients=(0, 0, 1))

    Raises NoQuotientError where it is none, or a coefficient is not rational; OutsideError where
    a part has no value; SpentError where the work is spent.
    """

    def of(part: Tree) -> Quotient:
        work.spend(4)
        bounds = fixed(part)
        if bounds is not None:
            return _constant(bounds)
        match part:
            case Name(text) if text == name:
                return Quotient(top=VARIABLE)
            case Negative(inner):
                return _turned(of(inner), work)
            case Binary(Operator.POWER, base, exponent):
                return _power(of(base), _whole(fixed(exponent)), work)
            case Binary(operator, left, right) if operator in _JOINED:
                return _JOINED[operator](of(left), of(right), work)
            case Call(function, _):
                message = f"{function} is no polynomial"
                raise NoQuotientError(message)
            case _:
                message = "not made of + - * / and whole powers"
                raise NoQuotientError(message)

    return of(tree)


def differing(one: Quotient, value: Fraction, work: Work) -> Polynomial:
    """Find the polynomial the roots of which are where the quotient has a value.

    >>> half = Quotient(top=VARIABLE, bottom=polynomial([2]))
    >>> differing(half, Fraction(3), Work())
    Polynomial(coefficients=(-6, 1))
    """
    fixed = Quotient(top=polynomial([value.numerator]), bottom=polynomial([value.denominator]))
    zeros = _sum(one, _turned(fixed, work), work).top
    for pole in one.poles:
        zeros = without(zeros, pole, work)
    return zeros


def _constant(bounds: Interval) -> Quotient:
    if bounds.low != bounds.high:
        message = "a coefficient that is not rational"
        raise NoQuotientError(message)
    value = bounds.low
    return Quotient(top=polynomial([value.numerator]), bottom=polynomial([value.denominator]))


def _whole(bounds: Interval | None) -> int:
    if bounds is None or bounds.low != bounds.high or bounds.low.denominator > 1:
        message = "a power that is not whole"
        raise NoQuotientError(message)
    return bounds.low.numerator


def _checked(one: Quotient) -> Quotient:
    if max(one.top.degree, one.bottom.degree) > MOST_DEGREE:
        message = f"a degree above {MOST_DEGREE}"
        raise SpentError(message)
    return one


def _turned(one: Quotient, work: Work) -> Quotient:
    return Quotient(top=scaled(one.top, -1, work), bottom=one.bottom, poles=one.poles)


def _sum(left: Quotient, right: Quotient, work: Work) -> Quotient:
    poles = tuple(dict.fromkeys(left.poles + right.poles))
    if left.bottom == right.bottom:
        return Quotient(top=plus(left.top, right.top, work), bottom=left.bottom, poles=poles)
    top = plus(times(left.top, right.bottom, work), times(right.top, left.bottom, work), work)
    return _checked(Quotient(top=top, bottom=times(left.bottom, right.bottom, work), poles=poles))


def _difference(left: Quotient, right: Quotient, work: Work) -> Quotient:
    return _sum(left, _turned(right, work), work)


def _product(left: Quotient, right: Quotient, work: Work) -> Quotient:
    return _checked(
        Quotient(
            top=times(left.top, right.top, work),
            bottom=times(left.bottom, right.bottom, work),
            poles=tuple(dict.fromkeys(left.poles + right.poles)),
        )
    )


def _ratio(left: Quotient, right: Quotient, work: Work) -> Quotient:
    if right.top.is_zero:
        message = "division by 0"
        raise NoQuotientError(message)
    # A divisor that does not vary is no pole: it is not 0, as was checked.
    poles = (*right.poles, right.top) if right.top.degree else right.poles
    flipped = Quotient(top=right.bottom, bottom=right.top, poles=poles)
    return _product(left, flipped, work)


def _power(base: Quotient, exponent: int, work: Work) -> Quotient:
    if abs(exponent) > MOST_DEGREE:
        message = f"a power above {MOST_DEGREE}"
        raise SpentError(message)
    raised = Quotient(top=ONE, poles=base.poles)
    for _ in range(abs(exponent)):
        raised = _product(raised, base, work)
    return raised if exponent >= 0 else _ratio(Quotient(top=ONE), raised, work)


_JOINED: dict[Operator, Callable[[Quotient, Quotient, Work], Quotient]] = {
    Operator.ADD: _sum,
    Operator.SUBTRACT: _difference,
    Operator.MULTIPLY: _product,
    Operator.DIVIDE: _ratio,
}


MOST_TERMS = 32
Sum = Mapping[Fraction, Interval]


class NoTermsError(ArithmeticError):
    """A rule that is no quotient of sums of powers."""


@frozen(kw_only=True)
class Terms:
    """One sum of powers over another.

    `above` where it has a value above 0 only; `clean` where nothing but powers was divided by, so
    that there is no pole but 0.
    """

    top: Sum
    bottom: Sum
    above: bool = False
    clean: bool = True

    @property
    def is_constant(self) -> bool:
        """Tell whether the name cancels out: the same single power above and below."""
        return len(self.top) == 1 and self.top.keys() == self.bottom.keys()


_ONE: Sum = {Fraction(0): CERTAIN_ONE}


def terms(
    tree: Tree, fixed: Callable[[Tree], Interval | None], work: Work, *, above: bool
) -> Terms:
    """Read a tree as a quotient of sums of powers of the name that is in it.

    `fixed` encloses a part in which the name does not occur, and gives None for any other. `above`
    says that only numbers above 0 are looked at: then a root of a power is a power.

    >>> read = terms(Call("sqrt", (Name("x"),)), lambda part: None, Work(), above=True)
    >>> list(read.top)
    [Fraction(1, 2)]

    Raises NoTermsError where it is none; OutsideError where a part has no value; SpentError for
    more than 32 terms, or where the work is spent.
    """
    reader = _Reader(fixed, work, above=above)
    return evolve(reader.of(tree), above=reader.above)


class _Reader:
    """Reads one tree; `above` becomes true where a root has a value on that side of 0 only."""

    def __init__(
        self, fixed: Callable[[Tree], Interval | None], work: Work, *, above: bool
    ) -> None:
        self.fixed, self.work, self.above = fixed, work, above

    def of(self, part: Tree) -> Terms:
        """Read a part."""
        self.work.spend(8)
        bounds = self.fixed(part)
        if bounds is not None:
            return Terms(top={Fraction(0): bounds}, bottom=_ONE)
        match part:
            case Name():
                return Terms(top={Fraction(1): CERTAIN_ONE}, bottom=_ONE)
            case Negative(inner):
                return _turned_terms(self.of(inner))
            case Binary(Operator.POWER, base, exponent):
                return self.raised(self.of(base), _exact(self.fixed(exponent)))
            case Binary(operator, left, right):
                return _joined(operator, self.of(left), self.of(right), self.work)
            case Call("cbrt", (inner,)):
                under = self.of(inner)
                # A cube root turns with its number; as a power it would ask for one above 0.
                if _single_below_zero(under):
                    return _turned_terms(self.raised(_turned_terms(under), Fraction(1, 3)))
                return self.raised(under, Fraction(1, 3))
            case Call("sqrt", (inner,)):
                return self.raised(self.of(inner), Fraction(1, 2))
            case _:
                message = "not made of sums, products and powers"
                raise NoTermsError(message)

    def raised(self, base: Terms, exponent: Fraction) -> Terms:
        """Raise to a power; a root is taken of a single power only."""
        if exponent.denominator == 1:
            return _whole_power(base, exponent.numerator, self.work)
        if len(base.top) != 1 or len(base.bottom) != 1:
            message = "a root of a sum"
            raise NoTermsError(message)
        ((high, up),), ((low, down),) = base.top.items(), base.bottom.items()
        degree = high - low
        if degree.denominator > 1 or degree.numerator % 2 == 0:
            if not self.above:
                message = "a root of an even power, which forgets the sign"
                raise NoTermsError(message)
        elif exponent.denominator % 2 == 0:
            # A square root of an odd power has a value on one side of 0 only.
            self.above = True
        elif not self.above:
            message = "a root that may be taken of a number below 0"
            raise NoTermsError(message)
        self.work.spend(200)
        ratio = product(up, power(down, _point(Fraction(-1))))
        root = power(ratio, _point(exponent))
        return Terms(top={degree * exponent: root}, bottom=_ONE)


def _single_below_zero(base: Terms) -> bool:
    """Tell whether a quotient is one power of the unknown with a factor that is surely below 0."""
    if len(base.top) != 1 or len(base.bottom) != 1:
        return False
    [up], [down] = base.top.values(), base.bottom.values()
    return (up.high < 0 < down.low) or (down.high < 0 < up.low)


def count(read: Terms, value: Interval, *, above: bool) -> int | None:
    """Count the numbers at which a quotient has a value; None where that is not clear.

    >>> from measurand.algebra.enclosure import point
    >>> square = Terms(top={Fraction(2): CERTAIN_ONE}, bottom={Fraction(0): CERTAIN_ONE})
    >>> [count(square, point(Fraction(3)), above=above) for above in (True, False)]
    [1, 2]
    """
    back = {exponent: negative(product(value, one)) for exponent, one in read.bottom.items()}
    difference = _added(read.top, back)
    signs = [(exponent, sign(difference[exponent])) for exponent in sorted(difference)]
    if any(one is None for _, one in signs) or not any(one for _, one in signs):
        return None
    kept = [(exponent, one) for exponent, one in signs if one]
    upside = _changes([one for _, one in kept])
    if above or read.above:
        return upside if upside <= 1 else None
    if any(exponent.denominator > 1 for exponent, _ in kept):
        return None
    downside = _changes([one if exponent % 2 == 0 else -one for exponent, one in kept])
    # A root that is a pole is none, so 0 and the other side count only where that is clear.
    at_zero = kept[0][0] > 0 and min(read.bottom) == 0
    if max(upside, downside) > 1 or at_zero or (downside and not read.clean):
        return None
    return upside + downside


def _changes(signs: list[int]) -> int:
    return sum(a != b for a, b in pairwise(signs))


def _exact(exponent: Interval | None) -> Fraction:
    if exponent is None or exponent.low != exponent.high:
        message = "a power that is not rational"
        raise NoTermsError(message)
    return exponent.low


def _point(value: Fraction) -> Interval:
    return Interval(value, value)


def _checked_sum(some: Sum) -> Sum:
    if len(some) > MOST_TERMS:
        message = f"more than {MOST_TERMS} terms"
        raise SpentError(message)
    return some


def _added(one: Sum, other: Sum) -> Sum:
    summed = dict(one)
    for exponent, value in other.items():
        summed[exponent] = total(summed[exponent], value) if exponent in summed else value
    return _checked_sum(summed)


def _times(one: Sum, other: Sum, work: Work) -> Sum:
    work.spend(12 * len(one) * len(other))
    multiplied: Sum = {}
    for exponent, value in one.items():
        shifted = {exponent + more: product(value, factor) for more, factor in other.items()}
        multiplied = _added(multiplied, shifted)
    return multiplied


def _turned_terms(one: Terms) -> Terms:
    top = {exponent: negative(value) for exponent, value in one.top.items()}
    return evolve(one, top=top)


def _joined(operator: Operator, left: Terms, right: Terms, work: Work) -> Terms:
    work.spend(8 * (len(left.top) + len(right.top)))
    clean = left.clean and right.clean
    match operator:
        case Operator.ADD if left.bottom == right.bottom:
            return Terms(top=_added(left.top, right.top), bottom=left.bottom, clean=clean)
        case Operator.ADD:
            top = _added(_times(left.top, right.bottom, work), _times(right.top, left.bottom, work))
            return Terms(top=top, bottom=_times(left.bottom, right.bottom, work), clean=clean)
        case Operator.SUBTRACT:
            return _joined(Operator.ADD, left, _turned_terms(right), work)
        case Operator.MULTIPLY:
            top = _times(left.top, right.top, work)
            return Terms(top=top, bottom=_times(left.bottom, right.bottom, work), clean=clean)
        case Operator.DIVIDE:
            over = Terms(
                top=right.bottom, bottom=right.top, clean=right.clean and len(right.top) == 1
            )
            return _joined(Operator.MULTIPLY, left, over, work)
        case _:
            message = "not made of sums, products and powers"
            raise NoTermsError(message)


def _whole_power(base: Terms, exponent: int, work: Work) -> Terms:
    if abs(exponent) > MOST_TERMS:
        message = f"a power above {MOST_TERMS}"
        raise SpentError(message)
    one = raised = Terms(top=_ONE, bottom=_ONE)
    for _ in range(abs(exponent)):
        raised = _joined(Operator.MULTIPLY, raised, base, work)
    return raised if exponent >= 0 else _joined(Operator.DIVIDE, one, raised, work)
