"""Checks of laws, put together: a question of a case, what its answers are held to, and when.

Most laws of functions say one of five things: there is an answer; the same question has the same
answer; two questions of which one is a change of the other have the same answer (a symmetry, an
order, a name); an answer lies between two numbers, or below another answer; an answer is a number
that the case gives. So a law is data: its name, its sentence, and one of the checks below over
questions (`Ask`). A question asks the function itself and gives the call, so that a broken law can
show what was asked; a check asks its questions in the order in which they are written.

A law says nothing (`Silent`) of a case that it is not about: `where` gives the reason, in words, or
an empty text where the law speaks.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from measurand.algebra.law import Outcome, Silent
from measurand.laws.kinds.compare import at_most, defined, inside, is_number, repeatable, same
from measurand.laws.kinds.subject import Call, Number, P, Subject

C = TypeVar("C")

Ask = Callable[[Subject[P], C], Call[Number]]
"""A question about a case, put to a function."""

Check = Callable[[Subject[P], C], Outcome]


def answered_unless(claim: str, ask: Ask[P, C]) -> Check[P, C]:
    """Hold where there is a number; none is needed where the claim is made that it may lack.

    >>> from measurand.laws.kinds.subject import asked, number
    >>> check = answered_unless("undefined", lambda f, n: asked(f, number, n))
    >>> check(Subject("f", lambda n: None), 1).because
    'the answer is None'
    """
    return lambda subject, case: defined(ask(subject, case), absent=claim in subject.claims)


def repeated(ask: Ask[P, C], between: Ask[P, C]) -> Check[P, C]:
    """Hold where the answer is the same, to the bit, after another question was asked."""

    def check(subject: Subject[P], case: C) -> Outcome:
        first = ask(subject, case)
        between(subject, case)
        return repeatable(subject, first, ask(subject, case))

    return check


def unchanged(*asks: Ask[P, C]) -> Check[P, C]:
    """Hold where all questions have one answer.

    >>> from measurand.laws.kinds.subject import asked, number
    >>> even = unchanged(lambda f, n: asked(f, number, n), lambda f, n: asked(f, number, -n))
    >>> even(Subject("f", abs), 2), even(Subject("g", lambda n: n), 2).because
    (Holds(), '2 and -2 differ')
    """
    return lambda subject, case: same(subject, *[ask(subject, case) for ask in asks])


def never_above(low: Ask[P, C], high: Ask[P, C]) -> Check[P, C]:
    """Hold where the first answer is not above the second."""
    return lambda subject, case: at_most(subject, low(subject, case), high(subject, case))


def between(ask: Ask[P, C], low: Number, high: Number) -> Check[P, C]:
    """Hold where the answer lies between two numbers, ends included."""
    return lambda subject, case: inside(ask(subject, case), low, high)


def equal_to(ask: Ask[P, C], value: Callable[[C], Fraction]) -> Check[P, C]:
    """Hold where the answer is the number that the case gives."""
    return lambda subject, case: is_number(subject, ask(subject, case), value(case))


def where(reason: Callable[[C], str], check: Check[P, C]) -> Check[P, C]:
    """Say nothing of a case for which there is a reason.

    >>> from measurand.algebra.law import Holds
    >>> positive = where(lambda n: "it is not above 0" if n <= 0 else "", lambda f, n: Holds())
    >>> positive(Subject("f", abs), 0), positive(Subject("f", abs), 1)
    (Silent(because='it is not above 0'), Holds())
    """

    def spoken(subject: Subject[P], case: C) -> Outcome:
        because = reason(case)
        return Silent(because) if because else check(subject, case)

    return spoken
