"""Checks of laws, put together: a question of a case, what its answers are held to, and when.

Most laws of functions say one of six things: there is an answer; the same question has the same
answer; two questions of which one is a change of the other have the same answer (a symmetry, an
order, a name); an answer lies between two numbers, or below another answer; an answer is a number
that the case gives; there is no answer, for the question is refused. So a law is data: its name,
its sentence, and one of the checks below over questions (`Ask`). What else there is to say of an
answer, or of two, is a function that gives the words in which the law is broken, or none
(`faultless`, `faultless_pair`); a kind whose answers are several numbers says how they are read. A
question asks the function itself and gives the call, so that a broken law can show what was asked;
a check asks its questions in the order in which they are written.

A law says nothing (`Silent`) of a case that it is not about: `needing` and `where` give the reason,
in words. What a function claims may change what it is held to (`claiming`); and a law may be about
something that is made of the case and the claims (`prepared`): the spans that the function has to
take, or the case with the one prediction put right.
"""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TypeVar

from measurand.algebra.law import Broken, Holds, Outcome, Silent
from measurand.laws.kinds.compare import (
    at_most,
    broken,
    defined,
    inside,
    is_number,
    repeatable,
    same,
    silent,
)
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    P,
    Raised,
    Subject,
    answered,
    call_in_batches,
    number,
)

C = TypeVar("C")
D = TypeVar("D")
R = TypeVar("R")
V = TypeVar("V")

Question = Callable[[Subject[P], C], Call[R]]
"""A question about a case, put to a function."""

Ask = Question[P, C, Number]
Check = Callable[[Subject[P], C], Outcome]
Fault = Callable[[Subject[P], C, V], str]
"""How a law is broken by what was answered, in words; nothing where it holds."""

PairFault = Callable[[Subject[P], C, V, V], str]


def answered_unless(claim: str, ask: Question[P, C, R]) -> Check[P, C]:
    """Hold where there is a number; none is needed where the claim is made that it may lack.

    >>> from measurand.laws.kinds.subject import asked, number
    >>> check = answered_unless("undefined", lambda f, n: asked(f, number, n))
    >>> check(Subject("f", lambda n: None), 1).because
    'the answer is None'
    """
    return lambda subject, case: defined(ask(subject, case), absent=claim in subject.claims)


def always_answered(ask: Question[P, C, R]) -> Check[P, C]:
    """Hold where there is an answer, whatever is claimed."""
    return lambda subject, case: defined(ask(subject, case), absent=False)


def repeated(ask: Question[P, C, R], *between: Question[P, C, R]) -> Check[P, C]:
    """Hold where the answer is the same, to the bit, also after other questions were asked."""

    def check(subject: Subject[P], case: C) -> Outcome:
        first = ask(subject, case)
        for other in between:
            other(subject, case)
        return repeatable(subject, first, ask(subject, case))

    return check


def unchanged(*asks: Question[P, C, R]) -> Check[P, C]:
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


def equal_to(ask: Ask[P, C], value: Callable[[C], Fraction] | int) -> Check[P, C]:
    """Hold where the answer is this number, or the one that the case gives."""

    def check(subject: Subject[P], case: C) -> Outcome:
        expected = Fraction(value) if isinstance(value, int) else value(case)
        return is_number(subject, ask(subject, case), expected)

    return check


def stated(ask: Ask[P, C], value: int) -> Check[P, C]:
    """Hold where the answer is a number that the function claims: to give none breaks this too.

    >>> from measurand.laws.kinds.subject import asked
    >>> stated(lambda f, n: asked(f, number, n), 1)(Subject("f", lambda n: None), 1).because
    'None, expected 1'
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        call = ask(subject, case)
        if isinstance(call.answer, Raised | Absent):
            return Broken(f"{answered(call.answer)}, expected {value}", (call.line(),))
        return is_number(subject, call, Fraction(value))

    return check


def refused(ask: Question[P, C, R], otherwise: str) -> Check[P, C]:
    """Hold where the function raises.

    >>> from measurand.laws.kinds.subject import asked
    >>> refused(lambda f, n: asked(f, number, n), "it is taken")(Subject("f", abs), 1).because
    'it is taken'
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        call = ask(subject, case)
        return Holds() if isinstance(call.answer, Raised) else broken(otherwise, call)

    return check


def unanswered(ask: Question[P, C, R], otherwise: str) -> Check[P, C]:
    """Hold where there is no answer, or the function raises: nothing is made up.

    >>> from measurand.laws.kinds.subject import asked
    >>> check = unanswered(lambda f, n: asked(f, number, n), "there is a number")
    >>> check(Subject("f", lambda n: None), 1), check(Subject("f", abs), 1).because
    (Holds(), 'there is a number: 1')
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        call = ask(subject, case)
        if isinstance(call.answer, Raised | Absent):
            return Holds()
        return broken(f"{otherwise}: {answered(call.answer)}", call)

    return check


def answer(call: Call[R]) -> R | Silent:
    """Give what was answered; silent where it raised or there is none.

    >>> answer(Call("f", (), 0.5)), answer(Call("f", (), Absent("nan"))).because
    (0.5, 'there is no answer')
    """
    found = call.answer
    if isinstance(found, Raised | Absent):
        return silent(call) or Silent("there is no answer")
    return found


def faultless(
    ask: Question[P, C, R], read: Callable[[Call[R]], V | Silent], fault: Fault[P, C, V]
) -> Check[P, C]:
    """Hold where an answer has no fault, as it is read; silent where it cannot be read.

    >>> from measurand.laws.kinds.subject import asked
    >>> whole = faultless(lambda f, n: asked(f, number, n), answer,
    ...                   lambda f, n, found: "" if found == int(found) else f"{found} of {n}")
    >>> whole(Subject("f", abs), -2), whole(Subject("half", lambda n: n / 2), 1).because
    (Holds(), '0.5 of 1')
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        call = ask(subject, case)
        found = read(call)
        if isinstance(found, Silent):
            return found
        because = fault(subject, case, found)
        return broken(because, call) if because else Holds()

    return check


def faultless_pair(
    one: Question[P, C, R],
    other: Question[P, C, R],
    read: Callable[[Call[R]], V | Silent],
    fault: PairFault[P, C, V],
    lacking: str = "",
) -> Check[P, C]:
    """Hold where two answers have no fault together; `lacking` is said where the second has none.

    >>> from measurand.laws.kinds.subject import asked
    >>> odd = faultless_pair(
    ...     lambda f, n: asked(f, number, n), lambda f, n: asked(f, number, -n), answer,
    ...     lambda f, n, here, there: "" if here == -there else f"{here} and {there}")
    >>> odd(Subject("f", lambda n: n), 2), odd(Subject("f", abs), 2).because
    (Holds(), '2 and 2')
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        here, there = one(subject, case), other(subject, case)
        first, second = read(here), read(there)
        if isinstance(first, Silent):
            return first
        if isinstance(second, Silent):
            return Silent(lacking) if lacking else second
        because = fault(subject, case, first, second)
        return broken(because, here, there) if because else Holds()

    return check


def in_batches(
    ask: Ask[P, C], batches: Callable[[C], Sequence[object]], lacking: str
) -> Check[P, C]:
    """Hold where the answer is that of the same data in batches; some functions take none."""

    def check(subject: Subject[P], case: C) -> Outcome:
        parts: Call[Number] | None = call_in_batches(subject, number, batches(case))
        return Silent(lacking) if parts is None else same(subject, ask(subject, case), parts)

    return check


def claiming(claims: AbstractSet[str], then: Check[P, C], otherwise: Check[P, C]) -> Check[P, C]:
    """Hold a function to one check where it makes one of these claims, else to the other.

    >>> check = claiming({"odd"}, lambda f, n: Silent("odd"), lambda f, n: Holds())
    >>> check(Subject("f", abs), 1), check(Subject("f", abs, {"odd"}), 1)
    (Holds(), Silent(because='odd'))
    """

    def check(subject: Subject[P], case: C) -> Outcome:
        return (otherwise if claims.isdisjoint(subject.claims) else then)(subject, case)

    return check


def prepared(make: Callable[[Subject[P], C], D | Silent], check: Check[P, D]) -> Check[P, C]:
    """Check what is made of the case, for what the function claims; it may say why there is none.

    >>> half = prepared(lambda f, n: Silent("odd") if n % 2 else n // 2, lambda f, n: Holds())
    >>> half(Subject("f", abs), 1), half(Subject("f", abs), 2)
    (Silent(because='odd'), Holds())
    """

    def of_made(subject: Subject[P], case: C) -> Outcome:
        made = make(subject, case)
        return made if isinstance(made, Silent) else check(subject, made)

    return of_made


def needing(condition: Callable[[C], object], otherwise: str, check: Check[P, C]) -> Check[P, C]:
    """Say nothing, for this reason, of a case that does not have what the law is about.

    >>> positive = needing(lambda n: n > 0, "it is not above 0", lambda f, n: Holds())
    >>> positive(Subject("f", abs), 0), positive(Subject("f", abs), 1)
    (Silent(because='it is not above 0'), Holds())
    """
    return where(lambda case: "" if condition(case) else otherwise, check)


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


def once(judge: Callable[[Subject[P]], Outcome], *claims: str) -> Check[P, C]:
    """Judge a function once for all cases, as one that makes these claims and no other.

    >>> seen = once(lambda f: Silent(", ".join(sorted(f.claims))), "odd", "new")
    >>> seen(Subject("f", abs, {"odd", "even"}), 1)
    Silent(because='odd')
    """

    def judged(function: Callable[P, object], name: str, made: frozenset[str]) -> Outcome:
        return judge(Subject(name, function, made))

    remembered = lru_cache(maxsize=64)(judged)

    def check(subject: Subject[P], case: C) -> Outcome:
        del case
        made = frozenset(subject.claims & frozenset(claims))
        try:
            return remembered(subject.function, subject.name, made)
        except TypeError:  # a callable that cannot be hashed
            return judged(subject.function, subject.name, made)

    return check


def drawn(seed: int) -> Iterator[int]:
    """Draw whole numbers below 2 ** 64, always the same ones (Knuth's MMIX, 1999).

    >>> draws = drawn(1)
    >>> next(draws), next(draws)
    (7806831264735756412, 9396908728118811419)
    """
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed


def too_many(tries: int, share: float) -> float:
    """Say how many of so many tries are too many, by five standard errors, for a share of them.

    >>> too_many(100, 0.5)
    75.0
    """
    return tries * share + 5 * sqrt(tries * share * (1 - share))
