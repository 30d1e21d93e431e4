"""Answers that are several numbers: how they are read and held together."""

from collections.abc import Iterable, Mapping
from typing import ParamSpec

from measurand.algebra.law import Holds, Outcome, Silent
from measurand.laws.kinds.compare import broken, close, silent
from measurand.laws.kinds.subject import (
    EXACT,
    Absent,
    Call,
    Number,
    Subject,
    answered,
    number,
    written,
)

Q = ParamSpec("Q")

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


def told_row(found: Row | Absent) -> str:
    """Write several numbers on one line.

    >>> told_row((0.5, Absent("nan")))
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


def alike(subject: Subject[Q], one: Row | Absent, other: Row | Absent) -> bool:
    """Say whether two answers are the same; dust is forgiven unless the subject is exact.

    >>> alike(Subject("f", abs), (0.1 + 0.2,), (0.3,)), alike(Subject("f", abs), (0.5,), ())
    (True, False)
    """
    if isinstance(one, Absent) or isinstance(other, Absent):
        return isinstance(one, Absent) and isinstance(other, Absent)
    return len(one) == len(other) and all(
        _alike(subject, a, b) for a, b in zip(one, other, strict=True)
    )


def _alike(subject: Subject[Q], one: Number | Absent, other: Number | Absent) -> bool:
    if isinstance(one, Absent) or isinstance(other, Absent):
        return isinstance(one, Absent) and isinstance(other, Absent)
    return one == other or (EXACT not in subject.claims and close(one, other))


def below(subject: Subject[Q], low: Number, high: Number) -> bool:
    """Say whether a number is not above another; dust is forgiven unless the subject is exact.

    >>> below(Subject("f", abs), 0.1 + 0.2, 0.3), below(Subject("f", abs), 0.5, 0.3)
    (True, False)
    """
    return low <= high or (EXACT not in subject.claims and close(low, high))


def steady(first: Call[Row], second: Call[Row]) -> Outcome:
    """Hold where the same question gets the same answer, to the bit, and arguments are left alone.

    >>> steady(Call("f", (), (0.5,)), Call("f", (), (0.25,))).because
    '[0.5] and [0.25] differ'
    """
    if first.changed:
        return broken("it changed its arguments", first)
    if raised := silent(first, second):
        return raised
    one, other = first.answer, second.answer
    if isinstance(one, tuple | Absent) and isinstance(other, tuple | Absent):
        exact = Subject("", len, {EXACT})
        if not alike(exact, one, other):
            because = f"{told_row(one)} and {told_row(other)} differ"
            return broken(because, first, second)
    return Holds()
