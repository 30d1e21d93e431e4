"""Exact real numbers: rational ones, and irrational ones that are enclosed as narrowly as is asked.

Logarithms are known as two rationals that they lie between, and no better (`Between`): a sum of
them keeps its ends, so that it is the same in any order, and what the ends leave open is undecided.

Where digits decide (an order, a float, a printed number), an irrational number is enclosed by
rationals more and more narrowly, until both ends say the same. That it ends is sure of sums of
roots, which are 0 or equal only where their terms are; how many digits it takes is not, so there is
a bound, and beyond it nothing is said.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import TypeVar

from attrs import field, frozen, validators

T = TypeVar("T")

ENDS = 30
"""With how many decimals the ends of a score are kept, where it is known by two ends alone."""

FEWEST_DIGITS, MOST_DIGITS = 20, 10_240
"""How narrow the first enclosure of a number is, and how narrow the last one that is tried."""


class UndecidedError(ArithmeticError):
    """What is asked of a number hangs on more digits than are computed."""


class Irrational:
    """Arithmetic of irrational numbers, and what is read off their enclosures."""

    __slots__ = ()

    @property
    def parts(self) -> tuple["Fraction | Root | Between", ...]:
        """List what adds up to it."""
        raise NotImplementedError

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Give two rationals that it lies strictly between, at most 10^-digits apart."""
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Tell that it is not 0, as no irrational number is."""
        return True

    def __float__(self) -> float:
        """Give the nearest float."""
        return decided(self, float)

    def __add__(self, other: "Quantity") -> "Quantity":
        """Add."""
        return added((*self.parts, other))

    def __mul__(self, other: "Quantity") -> "Quantity":
        """Multiply."""
        return added(_product(one, two) for one in self.parts for two in parts(other))

    def __neg__(self) -> "Quantity":
        """Change the sign."""
        return self * Fraction(-1)

    def __sub__(self, other: "Quantity") -> "Quantity":
        """Subtract."""
        return self + -other

    def __rsub__(self, other: Fraction) -> "Quantity":
        """Subtract from a rational number."""
        return -self + other

    def __truediv__(self, other: Fraction) -> "Quantity":
        """Divide by a rational number."""
        return self * (1 / other)

    def __abs__(self) -> "Quantity":
        """Take away the sign."""
        return self * Fraction(decided(self, sign))

    __radd__ = __add__
    __rmul__ = __mul__


@frozen(order=False)
class Root(Irrational):
    """An irrational square root of a rational number, or its negative.

    A standard deviation is one, and so is many a correlation.

    >>> Root(Fraction(2)), -Root(Fraction(2))
    (Root(square=Fraction(2, 1)), Root(square=Fraction(2, 1), negative=True))

    Raises ValueError where the root is rational: that is a `Fraction`, see `signed_root`.
    """

    square: Fraction = field(validator=validators.instance_of(Fraction))
    negative: bool = field(default=False, kw_only=True, validator=validators.instance_of(bool))

    @square.validator
    def _irrational(self, _attribute: object, value: Fraction) -> None:
        if value <= 0 or exact_root(value) is not None:
            message = f"an irrational root of a positive number: got the root of {value}"
            raise ValueError(message)

    def __repr__(self) -> str:
        """Name the sign only where it is negative."""
        return f"Root(square={self.square!r}{', negative=True' if self.negative else ''})"

    def __str__(self) -> str:
        """Write exactly.

        >>> str(-Root(Fraction(2, 9)))
        '-sqrt(2/9)'
        """
        return f"{'-' * self.negative}sqrt({self.square})"

    def __neg__(self) -> "Root":
        """Change the sign."""
        return Root(self.square, negative=not self.negative)

    @property
    def parts(self) -> tuple["Root", ...]:
        """List what adds up to it."""
        return (self,)

    def near(self, digits: int) -> Fraction:
        """Round down to so many decimal digits: towards minus infinity, whatever the sign.

        The root lies strictly between what is given and a unit of the last digit above it.

        >>> Root(Fraction(2)).near(3), (-Root(Fraction(2))).near(3)
        (Fraction(707, 500), Fraction(-283, 200))
        """
        scale = 10**digits
        size = isqrt(self.square.numerator * scale**2 // self.square.denominator)
        return Fraction(-size - 1 if self.negative else size, scale)

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Give two rationals that it lies strictly between, a unit of the last digit apart."""
        low = self.near(digits)
        return low, low + Fraction(1, 10**digits)


@frozen(order=False, cache_hash=True)
class Enclosed(Irrational):
    """An irrational sum of a rational number and of roots, none a multiple of another.

    So equal sums are equal values: irrational roots of which no quotient is rational are linearly
    independent over the rationals, together with 1.

    >>> Root(Fraction(2)) + Fraction(1)
    Enclosed(rational=Fraction(1, 1), roots=(Root(square=Fraction(2, 1)),))
    >>> Root(Fraction(2)) + Root(Fraction(8)) == Root(Fraction(18))
    True

    Raises ValueError where the terms would fall together, or stand in another order: see `added`.
    """

    rational: Fraction = field(validator=validators.instance_of(Fraction))
    roots: tuple[Root, ...] = field(
        validator=validators.deep_iterable(
            validators.instance_of(Root), validators.instance_of(tuple)
        )
    )

    @roots.validator
    def _apart(self, _attribute: object, value: tuple[Root, ...]) -> None:
        if len(value) + bool(self.rational) < _SEVERAL or _merged(value) != value:
            message = "roots, none a multiple of another, in their order: got others"
            raise ValueError(message)

    @property
    def parts(self) -> tuple[Fraction | Root, ...]:
        """List what adds up to it."""
        return (self.rational, *self.roots) if self.rational else self.roots

    def __str__(self) -> str:
        """Write exactly.

        >>> str(Fraction(1, 2) - Root(Fraction(2)) + Root(Fraction(3)))
        '1/2 - sqrt(2) + sqrt(3)'
        """
        first, *rest = map(str, self.parts)
        return first + "".join(
            f" {one[0]} {one[1:]}" if one[0] == "-" else f" + {one}" for one in rest
        )

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Give two rationals that it lies strictly between, at most 10^-digits apart.

        >>> (Root(Fraction(2)) + Fraction(1)).bounds(3)
        (Fraction(12071, 5000), Fraction(24143, 10000))
        """
        finer = digits + len(str(len(self.roots)))
        low = self.rational + sum(one.near(finer) for one in self.roots)
        return low, low + Fraction(len(self.roots), 10**finer)


@frozen(order=False)
class Between(Irrational):
    """A real number that lies between two rationals, or is one of them, and is not known better.

    Logarithms are so, and what is added up of them: equal ones have equal ends if they were
    computed alike, but what is equal may have other ends.

    >>> some = Between(Fraction(1, 4), Fraction(1, 2))
    >>> some + Fraction(1), some * Fraction(-2)
    (Between(low=Fraction(5, 4), high=Fraction(3, 2)), Between(low=Fraction(-1, 1), \
high=Fraction(-1, 2)))

    Raises ValueError unless low < high.
    """

    low: Fraction = field(validator=validators.instance_of(Fraction))
    high: Fraction = field(validator=validators.instance_of(Fraction))

    def __attrs_post_init__(self) -> None:
        if self.low >= self.high:
            message = f"two ends, the lower one first: got {self.low} and {self.high}"
            raise ValueError(message)

    def __str__(self) -> str:
        """Write both ends.

        >>> str(Between(Fraction(1, 4), Fraction(1, 2)))
        '[1/4, 1/2]'
        """
        return f"[{self.low}, {self.high}]"

    def __bool__(self) -> bool:
        """Tell whether it is 0; raises UndecidedError where it may be, and may not."""
        return bool(decided(self, sign))

    def __float__(self) -> float:
        """Give the float nearest to the middle of the ends, or 0 where that is between them."""
        return float(self.middle)

    @property
    def middle(self) -> Fraction:
        """Say what stands for it where something has to: 0 if that is between the ends."""
        return Fraction(0) if self.low <= 0 <= self.high else (self.low + self.high) / 2

    @property
    def parts(self) -> tuple["Between", ...]:
        """List what adds up to it."""
        return (self,)

    @property
    def inverse(self) -> "Between":
        """Divide 1 by it; raises UndecidedError where it may be 0."""
        decided(self, sign)
        return Between(1 / self.high, 1 / self.low)

    def bounds(self, _digits: int) -> tuple[Fraction, Fraction]:
        """Give the ends, however far apart: nothing better is known."""
        return self.low, self.high

    def __abs__(self) -> "Quantity":
        """Take away the sign: of what may have either, the larger size bounds it."""
        if self.low < 0 < self.high:
            return Between(Fraction(0), max(-self.low, self.high))
        return -self if self.low < 0 else self


Quantity = Fraction | Root | Enclosed | Between
"""A real number: exact, or between two that are."""


def between(low: Fraction, high: Fraction) -> Quantity:
    """Make a number of its two ends: a rational one where they are the same.

    >>> between(Fraction(1), Fraction(1))
    Fraction(1, 1)
    """
    return low if low == high else Between(low, high)


def kept(value: Quantity) -> Quantity:
    """Round the ends of what is known by its ends outwards to `ENDS` decimals: it stays between.

    >>> kept(Between(Fraction(1, 3), Fraction(2, 3))).low.denominator == 10**ENDS
    True
    """
    if not isinstance(value, Between):
        return value
    scale = 10**ENDS
    return Between(
        Fraction(floor(value.low * scale), scale), Fraction(ceil(value.high * scale), scale)
    )


_FINE = 40
"""How many digits of a root count beside what is known to fewer."""


def ends_of(value: Quantity) -> tuple[Fraction, Fraction]:
    """Give two ends of any number: its own, or those of 40 digits.

    >>> ends_of(Between(Fraction(1), Fraction(2)))
    (Fraction(1, 1), Fraction(2, 1))
    """
    return bounds(value, _FINE)


def _product(one: Fraction | Root | Between, two: Fraction | Root | Between) -> Quantity:
    if not isinstance(one, Between) and not isinstance(two, Between):
        return signed_root(signed_square(one) * signed_square(two))
    ends = [a * b for a in ends_of(one) for b in ends_of(two)]
    return between(min(ends), max(ends))


def exact_root(value: Fraction) -> Fraction | None:
    """Return the square root when it is rational.

    >>> exact_root(Fraction(4, 9)), exact_root(Fraction(2))
    (Fraction(2, 3), None)
    """
    if value < 0:
        return None
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    exact = above**2 == value.numerator and below**2 == value.denominator
    return Fraction(above, below) if exact else None


def square_root(value: Fraction) -> Quantity:
    """Take an exact square root; irrational ones stay symbolic.

    >>> square_root(Fraction(1, 4)), square_root(Fraction(2))
    (Fraction(1, 2), Root(square=Fraction(2, 1)))

    Raises ValueError for a negative number.
    """
    if value < 0:
        message = f"a real square root needs a number that is not negative: got {value}"
        raise ValueError(message)
    exact = exact_root(value)
    return Root(value) if exact is None else exact


def signed_root(value: Fraction) -> Quantity:
    """Take the root of the size of a number, and keep its sign; `signed_square` undoes it.

    >>> signed_root(Fraction(-1, 4)), signed_root(Fraction(-2))
    (Fraction(-1, 2), Root(square=Fraction(2, 1), negative=True))
    """
    return -square_root(-value) if value < 0 else square_root(value)


def signed_square(value: Fraction | Root) -> Fraction:
    """Square, but keep the sign: this keeps the order.

    >>> signed_square(Fraction(-2)), signed_square(-Root(Fraction(2)))
    (Fraction(-4, 1), Fraction(-2, 1))
    """
    if isinstance(value, Root):
        return -value.square if value.negative else value.square
    return value * abs(value)


def rational(value: Quantity) -> Fraction:
    """Take a number that has to be rational.

    >>> rational(Root(Fraction(2)) * Root(Fraction(2)))
    Fraction(2, 1)

    Raises ValueError where it is not.
    """
    if isinstance(value, Fraction):
        return value
    message = "a rational number: got an irrational one"
    raise ValueError(message)


def added(values: Iterable[Quantity]) -> Quantity:
    """Add up exactly; roots that are multiples of each other become one.

    >>> added([Root(Fraction(2)), Fraction(1), -Root(Fraction(2))])
    Fraction(1, 1)
    """
    every = [part for value in values for part in parts(value)]
    rational_part = sum((one for one in every if isinstance(one, Fraction)), Fraction(0))
    roots = _merged([one for one in every if isinstance(one, Root)])
    near = [one for one in every if isinstance(one, Between)]
    if near:
        terms: list[Fraction | Root | Between] = [rational_part, *roots, *near]
        lows, highs = zip(*map(ends_of, terms), strict=True)
        return between(_sum(lows), _sum(highs))
    if not roots:
        return rational_part
    return roots[0] if len(roots) == 1 and not rational_part else Enclosed(rational_part, roots)


def _sum(ends: Iterable[Fraction]) -> Fraction:
    """Add up bottom by bottom: ends have few, as they are rounded to so many places."""
    tops: dict[int, int] = {}
    for end in ends:
        tops[end.denominator] = tops.get(end.denominator, 0) + end.numerator
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), Fraction(0))


def _merged(roots: Sequence[Root]) -> tuple[Root, ...]:
    """Make one root of those that are multiples of each other, and put all in their order."""
    if len(roots) < _SEVERAL:
        return tuple(roots)
    known, factors = multiples(roots), dict[Fraction, Fraction]()
    for root, count in Counter(roots).items():
        square, ratio = known[root]
        factors[square] = factors.get(square, Fraction(0)) + ratio * count
    merged = (Root(s * factor**2, negative=factor < 0) for s, factor in factors.items() if factor)
    return tuple(sorted(merged, key=signed_square))


def multiples(roots: Iterable[Root]) -> Mapping[Root, tuple[Fraction, Fraction]]:
    """Say of each root of which other one it is a multiple, by its square, and which multiple.

    >>> two, eight = Root(Fraction(2)), -Root(Fraction(8))
    >>> multiples([two, eight])[eight]
    (Fraction(2, 1), Fraction(-2, 1))
    """
    families: dict[int, list[Fraction]] = {}
    by_root: dict[Root, tuple[Fraction, Fraction]] = {}
    for root in dict.fromkeys(roots):
        family = families.setdefault(_family(root.square), [])
        for square in family:
            ratio = exact_root(root.square / square)
            if ratio is not None:
                break
        else:
            family.append(root.square)
            square, ratio = root.square, Fraction(1)
        by_root[root] = square, -ratio if root.negative else ratio
    return by_root


def _family(square: Fraction) -> int:
    """Name a number such that all its multiples by squares of rationals have the same name.

    Modulo a prime, what is left of a number without the prime is a square or is not, and holds the
    prime an even number of times or an odd one: multiples by squares change neither. Others may
    share the name, by a chance of 1 in 2^20 or so.
    """
    rest, name = square.numerator * square.denominator, 0
    for prime, squares in _SQUARES.items():
        odd = False
        while not rest % prime:
            rest, odd = rest // prime, not odd
        name = 4 * name + 2 * odd + (rest % prime in squares)
    return name


_SEVERAL = 2
_PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73)
_SQUARES = {prime: frozenset(n * n % prime for n in range(1, prime)) for prime in _PRIMES}


def parts(value: Quantity) -> tuple[Fraction | Root | Between, ...]:
    """List what adds up to a number: a rational one, and roots.

    >>> parts(Fraction(1, 2)), parts(-Root(Fraction(2)))
    ((Fraction(1, 2),), (Root(square=Fraction(2, 1), negative=True),))
    """
    return (value,) if isinstance(value, Fraction) else value.parts


def bounds(value: Quantity, digits: int) -> tuple[Fraction, Fraction]:
    """Enclose a number by two rationals at most 10^-digits apart; a rational one by itself.

    >>> bounds(Root(Fraction(2)), 2), bounds(Fraction(1, 3), 2)
    ((Fraction(141, 100), Fraction(71, 50)), (Fraction(1, 3), Fraction(1, 3)))
    """
    return (value, value) if isinstance(value, Fraction) else value.bounds(digits)


def decided(value: Fraction | Irrational, read: Callable[[Fraction], T]) -> T:
    """Read off a number what never falls as it grows: a sign, a float, a number that is rounded.

    An irrational number is enclosed more and more narrowly, until both ends say the same.

    >>> decided(Root(Fraction(2)) - Fraction(141421356237, 10**11), sign)
    1

    Raises UndecidedError where they do not at `MOST_DIGITS` digits.
    """
    if isinstance(value, Fraction):
        return read(value)
    digits = FEWEST_DIGITS if not isinstance(value, Between) else MOST_DIGITS
    while digits <= MOST_DIGITS:
        low, high = map(read, value.bounds(digits))
        if low == high:
            return low
        digits *= 2
    message = f"a number that {MOST_DIGITS} digits decide: got one that they do not"
    raise UndecidedError(message)


def sign(value: Fraction) -> int:
    """Say -1, 0 or 1.

    >>> sign(Fraction(-2, 3))
    -1
    """
    return (value > 0) - (value < 0)
