"""How answers are held together: equal, at most, inside bounds; to the bit where that is claimed.

Where a call raised, these laws are silent: that it raised is for the law `defined` to tell. An
answer is a number, or several (a `Row`), or whatever else a kind reads; there may be none, and two
that are not there are alike.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from measurand.algebra.law import Broken, Holds, Outcome, Silent
from measurand.laws.kinds.subject import (
    EXACT,
    Absent,
    Call,
    Number,
    P,
    Raised,
    Subject,
    answered,
    number,
    written,
)

R = TypeVar("R")

NEAR = 1e-9
"""How far apart, relative to the larger or to 1, two floats may be and still be the same."""


def close(one: Number, other: Number) -> bool:
    """Say whether two numbers are the same but for the dust of floats.

    >>> close(0.1 + 0.2, 0.3), close(0.3, 0.31), close(float("inf"), float("inf"))
    (True, False, True)
    """
    if one == other:
        return True
    low, high = float(one), float(other)
    return math.isfinite(low - high) and abs(low - high) <= NEAR * max(1.0, abs(low), abs(high))


def alike(subject: Subject[P], one: object, other: object) -> bool:
    """Say whether two answers are the same; dust is forgiven unless the subject is exact.

    >>> alike(Subject("f", abs), (0.1 + 0.2,), (0.3,)), alike(Subject("f", abs), (0.5,), ())
    (True, False)
    >>> alike(Subject("f", abs), Absent("nan"), Absent("None"))
    True
    """
    if isinstance(one, Absent) or isinstance(other, Absent):
        return isinstance(one, Absent) and isinstance(other, Absent)
    if isinstance(one, tuple) and isinstance(other, tuple):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(alike(subject, *pair) for pair in pairs)
    if isinstance(one, Fraction | float) and isinstance(other, Fraction | float):
        return one == other or (EXACT not in subject.claims and close(one, other))
    return one == other


def same(subject: Subject[P], *calls: Call[R]) -> Outcome:
    """Hold where all calls have the same answer, or none.

    >>> half, third = Call("f", (1,), 0.5), Call("f", (2,), 0.25)
    >>> same(Subject("f", abs), half, third).because
    '0.5 and 0.25 differ'
    """
    if raised := silent(*calls):
        return raised
    first = calls[0]
    for call in calls[1:]:
        if not alike(subject, first.answer, call.answer):
            return broken(f"{answered(first.answer)} and {answered(call.answer)} differ", *calls)
    return Holds()


def is_number(subject: Subject[P], call: Call[Number], value: Fraction) -> Outcome:
    """Hold where a call has this answer; an exact subject that gives floats gives the nearest one.

    >>> is_number(Subject("f", abs), Call("f", (1,), 0.5), Fraction(1, 3)).because
    '0.5, expected 1/3'
    """
    if raised := silent(call):
        return raised
    answer = call.answer
    expected: Number = float(value) if isinstance(answer, float) else value
    if alike(subject, answer, expected):
        return Holds()
    return broken(f"{answered(answer)}, expected {answered(value)}", call)


def below(subject: Subject[P], low: Number, high: Number) -> bool:
    """Say whether a number is not above another; dust is forgiven unless the subject is exact.

    >>> below(Subject("f", abs), 0.1 + 0.2, 0.3), below(Subject("f", abs), 0.5, 0.3)
    (True, False)
    """
    return low <= high or (EXACT not in subject.claims and close(low, high))


def answers(
    *calls: Call[Number], lacking: str = "there is no answer"
) -> tuple[Number, ...] | Silent:
    """Give the numbers that calls came to; silent where one raised or has none.

    >>> answers(Call("f", (1,), 0.5), Call("f", (2,), Absent("nan")))
    Silent(because='there is no answer')
    """
    found = tuple(call.answer for call in calls if isinstance(call.answer, Fraction | float))
    return silent(*calls) or (found if len(found) == len(calls) else Silent(lacking))


def at_most(subject: Subject[P], low: Call[Number], high: Call[Number]) -> Outcome:
    """Hold where the first answer is not above the second; silent where one is not there.

    >>> at_most(Subject("f", abs), Call("f", (1,), 0.5), Call("f", (2,), 0.25)).because
    '0.5 is above 0.25'
    """
    found = answers(low, high, lacking="one of the answers is not there")
    if isinstance(found, Silent):
        return found
    if below(subject, *found):
        return Holds()
    return broken(f"{answered(found[0])} is above {answered(found[1])}", low, high)


def is_mean(
    subject: Subject[P], whole: Call[Number], parts: Sequence[Call[Number]], lacking: str
) -> Outcome:
    """Hold where an answer is the mean of the answers about parts; silent where one is no number.

    >>> whole, part = Call("f", (1, 2), 0.5), Call("f", (1,), 0.25)
    >>> is_mean(Subject("f", abs), whole, [part], "some part has no score").because
    '0.5, expected 1/4'
    """
    if raised := silent(whole, *parts):
        return raised
    found = answers(*parts)
    if isinstance(found, Silent) or not found or not all(map(math.isfinite, found)):
        return Silent(lacking)
    outcome = is_number(
        subject, whole, sum((Fraction(one) for one in found), Fraction(0)) / len(found)
    )
    return broken(outcome.because, whole, *parts) if isinstance(outcome, Broken) else outcome


def inside(call: Call[Number], low: Number, high: Number) -> Outcome:
    """Hold where an answer lies between two numbers, ends included; dust is not forgiven.

    >>> inside(Call("f", (1,), 1.0000000000000002), 0, 1).because
    '1.0000000000000002 is outside [0, 1]'
    """
    found = answers(call)
    if isinstance(found, Silent):
        return found
    if low <= found[0] <= high:
        return Holds()
    return broken(f"{answered(found[0])} is outside [{low}, {high}]", call)


def defined(call: Call[R], *, absent: bool) -> Outcome:
    """Hold where there is an answer, or there may be none.

    >>> defined(Call("f", (1,), Raised("ZeroDivisionError", "division by zero")), absent=True)
    ... # doctest: +ELLIPSIS
    Broken(because='it raises ZeroDivisionError: division by zero', calls=...)
    """
    match call.answer:
        case Raised():
            return broken(call.answer.told(), call)
        case Absent(because) if not absent:
            return broken(f"the answer is {because}", call)
        case _:
            return Holds()


def repeatable(subject: Subject[P], first: Call[R], second: Call[R]) -> Outcome:
    """Hold where the same question gets the same answer, to the bit, and arguments are left alone.

    >>> repeatable(Subject("f", abs), Call("f", (1,), 0.5, changed=True), Call("f", (1,), 0.5))
    Broken(because='it changed its arguments', calls=('f(1)  # 0.5',))
    """
    if first.changed:
        return broken("it changed its arguments", first)
    exact = Subject(subject.name, subject.function, {EXACT})
    return same(exact, first, second)


def silent(*calls: Call[R]) -> Silent | None:
    """Say nothing where a call raised.

    >>> silent(Call("f", (), Raised("E", "no")))
    Silent(because='it raises E: no')
    """
    texts = (call.answer.told() for call in calls if isinstance(call.answer, Raised))
    text = next(texts, None)
    return None if text is None else Silent(text)


def broken(because: str, *calls: Call[R]) -> Broken:
    """Say how a law is broken, and by which calls.

    >>> broken("too large", Call("f", (2,), 2.0)).calls
    ('f(2)  # 2.0',)
    """
    return Broken(because, tuple(dict.fromkeys(call.line() for call in calls)))


Row = tuple[Number | Absent, ...]


class Several(tuple[Number | Absent, ...]):
    """Several numbers, written one by one.

    >>> Several((0.5, Absent("nan")))
    [0.5, nan]
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"[{', '.join(answered(item) for item in self)}]"


def row(found: object) -> Row | Absent:
    """Read several numbers: a list, a tuple, an array.

    >>> row([1, 0.5, None])
    [1, 0.5, None]
    >>> row("10")
    Traceback (most recent call last):
    TypeError: expected several numbers, got '10'
    """
    if found is None:
        return Absent("None")
    if isinstance(found, str | bytes | Mapping) or not isinstance(found, Iterable):
        raise TypeError(f"expected several numbers, got {written(found)[:80]}")
    return Several(number(item) for item in found)


def row_repr(found: Row | Absent) -> str:
    """Write several numbers on one line.

    >>> row_repr((0.5, Absent("nan")))
    '[0.5, nan]'
    """
    if isinstance(found, Absent):
        return found.because
    return repr(Several(found))


def numbers(call: Call[Row]) -> tuple[Number, ...] | Silent:
    """Give the numbers of an answer; silent where it raised or one is not there.

    >>> numbers(Call("f", (), (0.5, Absent("nan"))))
    Silent(because='one of the numbers is not there')
    """
    answer = call.answer
    if isinstance(answer, tuple):
        found = tuple(item for item in answer if not isinstance(item, Absent))
        return found if len(found) == len(answer) else Silent("one of the numbers is not there")
    return silent(call) or Silent("there is no answer")
