"""Enclose formulas over boxes of numbers, by exact arithmetic: the second page of the checker.

A formula is a tree `[operator, part, ..]` over names and numbers. What is not defined all over a
box has no enclosure there, and refutes nothing (`ZeroDivisionError`). Two operators are tails:

    ["beta", x, a, b]    of the beta law up to x: x^a (1-x)^b G sum (a+b)_n / (a+1)_n x^n,
                         G = Gamma(a+b) / Gamma(a+1) Gamma(b); it rises with x and b, falls with a
    ["gamma", a, x]      of the gamma law above x: 1 - x^a e^-x / Gamma(a+1) sum x^n / (a+1)_n;
                         it rises with a, and falls with x

Terms are positive, and what is left of a sum is at most a geometric series. Numbers are whole
multiples of 2^-256, rounded down and up; what a run of steps may be off is added at its end
(`_OFF`). log Gamma is Stirling's series, whose rest lies between 0 and its first term left out.
Boxes that differ in other numbers ask for the same tails: a document keeps those that were bounded,
and counts the steps of each as often as it is asked for.
`["holm", p, others..]` is p adjusted by Holm among others: each p-value is multiplied by how many
are not below it, and the largest product up to p counts. It rises with all of them.
"""

from fractions import Fraction

MOST_BITS, MOST_TERMS, MOST_SHAPE = 50_000, 20_000, 10**6
ARITY = {"+": 2, "-": 2, "*": 2, "/": 2, "min": 2, "max": 2, "sqrt": 1, "abs": 1}
ARITY |= {"beta": 3, "gamma": 2}
ANY_NUMBER = "holm"
Ends = tuple[Fraction, Fraction]
Box = dict[str, Ends]
Slopes = dict[str, Ends] | None
Law = tuple[Fraction, ...]


class SpentError(Exception):
    """More work than is done for one document."""


class Work:
    """What was done, in parts of formulas and of sums that were looked at, and what it gave."""

    def __init__(self, most: int) -> None:
        self.left, self.cases = most, 0
        self.numbers: dict[str, Fraction] = {}
        self.tails: dict[tuple[Law, int], tuple[Fraction | None, int]] = {}

    def take(self, steps: int) -> None:
        """Count steps; SpentError where too many were taken."""
        self.left -= steps
        if self.left < 0:
            raise SpentError


def values(tree: object, box: Box, work: Work) -> tuple[Fraction, Fraction, Slopes]:
    """Enclose a tree over a box, and its slope in each number; ZeroDivisionError where undefined.

    Slopes are None where they have no bound. Trees were checked before.

    >>> values(["*", "x", "x"], {"x": (Fraction(1), Fraction(2))}, Work(9))[:2]
    (Fraction(1, 1), Fraction(4, 1))
    """
    if isinstance(tree, str) and tree in box:
        return (*box[tree], {tree: (Fraction(1), Fraction(1))})
    if not isinstance(tree, list):
        return (value := _constant(str(tree), work)), value, {}
    operator, parts = str(tree[0]), [values(one, box, work) for one in tree[1:]]
    if operator in _MONOTONE:
        return (*_monotone(operator, [(low, high) for low, high, _ in parts], work), None)
    (a, b, up), *rest = parts
    if not rest:
        return _root(a, b, up) if operator == "sqrt" else _size(a, b, up)
    c, d, over = rest[0]
    if operator == "/" and c <= 0 <= d:
        raise ZeroDivisionError
    ends = _joined(operator, (a, b), (c, d))
    if max(end.numerator.bit_length() + end.denominator.bit_length() for end in ends) > MOST_BITS:
        raise ZeroDivisionError
    if up is None or over is None:
        return (*ends, None)
    slopes = {}
    for name in {*up, *over}:
        left, right = up.get(name, _NO), over.get(name, _NO)
        slopes[name] = _slope(operator, ((a, b), left), ((c, d), right))
    return (*ends, slopes)


_NO = (Fraction(0), Fraction(0))


def _constant(text: str, work: Work) -> Fraction:
    if text not in work.numbers:
        try:
            work.numbers[text] = Fraction(text)
        except ValueError:
            # A name that has no ends yet.
            raise ZeroDivisionError from None
    return work.numbers[text]


def _joined(operator: str, one: Ends, other: Ends) -> Ends:
    match operator:
        case "+":
            return one[0] + other[0], one[1] + other[1]
        case "-":
            return one[0] - other[1], one[1] - other[0]
        case "*":
            ends = [x * y for x in one for y in other]
            return min(ends), max(ends)
        case "/":
            return _joined("*", one, (1 / other[1], 1 / other[0]))
        case "min":
            return min(one[0], other[0]), min(one[1], other[1])
        case _:
            return max(one[0], other[0]), max(one[1], other[1])


def _slope(operator: str, first: tuple[Ends, Ends], second: tuple[Ends, Ends]) -> Ends:
    """Enclose the slope of two parts that are joined: of each its values and its slope."""
    (one, left), (other, right) = first, second
    match operator:
        case "+" | "-":
            return _joined(operator, left, right)
        case "*":
            return _joined("+", _joined("*", left, other), _joined("*", one, right))
        case "/":
            top = _joined("-", _joined("*", left, other), _joined("*", one, right))
            return _joined("/", top, _joined("*", other, other))
        case _:
            return min(left[0], right[0]), max(left[1], right[1])


def _size(low: Fraction, high: Fraction, slopes: Slopes) -> tuple[Fraction, Fraction, Slopes]:
    sign = Fraction(1 if low >= 0 else -1), Fraction(-1 if high <= 0 else 1)
    least = Fraction(0) if low <= 0 <= high else min(abs(low), abs(high))
    turned = None if slopes is None else {k: _joined("*", v, sign) for k, v in slopes.items()}
    return least, max(abs(low), abs(high)), turned


def _root(low: Fraction, high: Fraction, slopes: Slopes) -> tuple[Fraction, Fraction, Slopes]:
    if low < 0:
        raise ZeroDivisionError
    least, most = _one_root(low, 0), _one_root(high, 1)
    if slopes is None or not least:
        return least, most, None
    return least, most, {k: _joined("/", v, (2 * least, 2 * most)) for k, v in slopes.items()}


def _one_root(value: Fraction, up: int) -> Fraction:
    """Take a square root down or up, by Newton's steps on whole numbers."""
    target = (value.numerator << 320) // value.denominator
    guess = 1 << (target.bit_length() // 2 + 1)
    while guess * guess > target:
        guess = (guess + target // guess) // 2
    return Fraction(guess + up, 1 << 160)


# Functions that rise or fall with each part, so that two corners of a box are enough.

_MONOTONE = {"beta", "gamma", ANY_NUMBER}


def _monotone(operator: str, parts: list[Ends], work: Work) -> Ends:
    if operator == ANY_NUMBER:
        work.take(len(parts) ** 2)
        return _holm([low for low, _ in parts]), _holm([high for _, high in parts])
    # (Of beta the share comes first, of gamma the shape.)
    shares = parts[0] if operator == "beta" else parts[1]
    shapes = [end for one in parts if one is not shares for end in one]
    outside = shares[0] < 0 or (operator == "beta" and shares[1] > 1)
    if outside or min(shapes) <= 0 or max(shapes) > MOST_SHAPE:
        raise ZeroDivisionError
    if operator == "gamma":
        (a, above), (x, most) = parts
        return _tail((a, most), 0, work), _tail((above, x), 1, work)
    (x, most), (a, above), (b, beyond) = parts
    return _tail((x, above, b), 0, work), _tail((most, a, beyond), 1, work)


def _tail(law: Law, up: int, work: Work) -> Fraction:
    """Bound the gamma law of two numbers, or the beta law of three, from below (0) or above (1)."""
    if (law, up) not in work.tails:
        work.tails[law, up] = _bounded(law, up)
    value, steps = work.tails[law, up]
    work.take(steps)
    if value is None:
        raise ZeroDivisionError
    return value


def _bounded(law: Law, up: int) -> tuple[Fraction | None, int]:
    """Give a bound, None where there is none, and its steps: `MOST_TERMS` and some hundred."""
    work, (one, other, *more) = Work(2 * MOST_TERMS), law
    value: Fraction | None
    try:
        value = _beta(one, other, more[0], up, work) if more else _gamma(one, other, up, work)
    except ZeroDivisionError:
        value = None
    return value, 2 * MOST_TERMS - work.left


def _holm(parts: list[Fraction]) -> Fraction:
    """Adjust the first among all: the largest p-value up to it, times how many are not below."""
    first, *_ = parts
    products = (sum(one <= other for other in parts) * one for one in parts if one <= first)
    return min(Fraction(1), max(products))


_PLACES = 256
_ONE = 1 << _PLACES
_OFF = 1 << 14
"""What a logarithm or a power of e is off: under 400 steps, of less than 32 last places each."""
_SURE, _STIRLING = 100, 32
_RESTS = tuple(map(Fraction, ("1/12", "-1/360", "1/1260", "-1/1680", "1/1188", "-691/360360")))
_PI = Fraction("3.1415926535897932384626433832795028841971693993751")
_TINY = Fraction(1, 10**49)


def _beta(x: Fraction, a: Fraction, b: Fraction, up: int, work: Work) -> Fraction:
    """Bound the beta law up to x, from below (0) or above (1), by the shorter of its two sides."""
    if x in {0, 1}:
        return x
    if x * (a + b + 2) > a + 1:
        return 1 - _beta_side(1 - x, b, a, 1 - up, work)
    return _beta_side(x, a, b, up, work)


def _beta_side(x: Fraction, a: Fraction, b: Fraction, up: int, work: Work) -> Fraction:
    powers = _plus(_times(a, _log(x)), _times(b, _log(1 - x)))
    below = _plus(_log_gamma(a + 1, work), _log_gamma(b, work))
    logs = _plus(_plus(powers, _log_gamma(a + b, work)), _times(Fraction(-1), below))
    return _clipped(_power(logs[up], up) * _series((x, a + b, a + 1, 1), up, work))


def _gamma(a: Fraction, x: Fraction, up: int, work: Work) -> Fraction:
    if not x:
        return Fraction(1)
    minus = _times(Fraction(-1), _plus(_exactly(x), _log_gamma(a + 1, work)))
    logs = _plus(_times(a, _log(x)), minus)[1 - up]
    return _clipped(1 - _power(logs, 1 - up) * _series((x, _ONE_PART, a + 1, 0), 1 - up, work))


_ONE_PART = Fraction(1)


def _clipped(value: Fraction) -> Fraction:
    return min(max(value, _NO[0]), _ONE_PART)


def _series(quotients: tuple[Fraction, Fraction, Fraction, int], up: int, work: Work) -> Fraction:
    """Sum terms whose quotients are x (p + n) / (q + n), or x p / (q + n): down or up."""
    x, p, q, grows = quotients
    common = p.denominator * q.denominator
    top, bottom = p.numerator * q.denominator, q.numerator * p.denominator
    term = total = _ONE
    far, over, under = x if grows else _NO[0], x.numerator, x.denominator
    for _ in range(MOST_TERMS):
        work.take(1)
        term = term * (top * over) // (bottom * under) + up
        total += term
        top, bottom = top + grows * common, bottom + common
        if term << _SURE > total << 10:
            continue
        # (The quotients ahead lie between the next one and `far`.)
        ahead = max(Fraction(top, bottom) * x, far)
        if ahead < 1 and term * ahead <= (1 - ahead) * (total >> _SURE):
            return Fraction(total + up * (total >> _SURE), _ONE)
    raise ZeroDivisionError


Whole = tuple[int, int]


def _exactly(value: Fraction) -> Whole:
    low = (value.numerator << _PLACES) // value.denominator
    return low, low + 1


def _plus(one: Whole, other: Whole) -> Whole:
    return one[0] + other[0], one[1] + other[1]


def _times(factor: Fraction, one: Whole) -> Whole:
    ends = [end * factor for end in one]
    low, high = min(ends), max(ends)
    return low.numerator // low.denominator, -(-high.numerator // high.denominator)


def _log(value: Fraction) -> Whole:
    """Enclose a logarithm: of m 2^k, m from 1/2 to 2, 2 artanh((m-1) / (m+1)) and k log 2."""
    twos = value.numerator.bit_length() - value.denominator.bit_length()
    part = _artanh(value / Fraction(2) ** twos)
    return _plus(part, _times(Fraction(twos), _TWO))


def _artanh(m: Fraction) -> Whole:
    z = ((m - 1).numerator * (m + 1).denominator << _PLACES) // (
        (m - 1).denominator * (m + 1).numerator
    )
    square, power, total, at = z * z >> _PLACES, z, 0, 1
    while abs(power) > 1:
        total += 2 * power // at
        power, at = power * square >> _PLACES, at + 2
    return total - _OFF, total + _OFF


_TWO = _artanh(Fraction(2))
_TURN = _log(2 * _PI)[0], _log(2 * (_PI + _TINY))[1]
"""What log 2 pi lies between."""


def _power(exponent: int, up: int) -> Fraction:
    """Raise e, down or up: e^r of an r below 1, and powers of 2."""
    twos = 2 * exponent // (_TWO[0] + _TWO[1])
    if twos < -MOST_TERMS:
        return Fraction(up, 2**MOST_TERMS)
    if twos > MOST_TERMS:
        raise ZeroDivisionError
    rest = exponent - twos * _TWO[twos >= 0 if not up else twos < 0]
    term = total = _ONE
    for at in range(1, 100):
        term = (term * rest >> _PLACES) // at
        total += term
    return Fraction(max(total + (_OFF if up else -_OFF), 0), _ONE) * Fraction(2) ** twos


def _log_gamma(value: Fraction, work: Work) -> Whole:
    """Enclose log Gamma: Stirling's series of a number from 32 on, less what leads there."""
    steps = max(0, _STIRLING - value.numerator // value.denominator)
    work.take(10 * (steps + 10))
    large, product = value + steps, _ONE_PART
    for step in range(steps):
        product *= value + step
    terms = [one / large ** (2 * at + 1) for at, one in enumerate(_RESTS)]
    rest = sorted((sum(terms[:-1], _NO[0]), sum(terms, _NO[0])))
    near = _exactly(rest[0] - large)[0], _exactly(rest[1] - large)[1]
    half = Fraction(1, 2)
    found = _plus(_plus(_times(large - half, _log(large)), _times(half, _TURN)), near)
    return _plus(found, _times(Fraction(-1), _log(product)))
