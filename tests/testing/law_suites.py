"""A kind of one's own, as small as a kind can be: functions of a whole number."""

from hypothesis import strategies as st

from measurand.testing import Algebra, Broken, Holds, Kind, Law, Silent, Subject, Suite

Unary = Subject[[int]]


def _told(subject: Unary, number: int) -> tuple[object, str]:
    found = subject.function(number)
    return found, f"{subject.name}({number})  # {found}"


def _never_below(subject: Unary, number: int) -> Holds | Broken:
    found, line = _told(subject, number)
    return Holds() if isinstance(found, int) and found >= 0 else Broken("below 0", (line,))


def _even(subject: Unary, number: int) -> Holds | Broken:
    (here, one), (there, other) = _told(subject, number), _told(subject, -number)
    return Holds() if here == there else Broken(f"{here} and {there} differ", (one, other))


def _at_a_million(subject: Unary, number: int) -> Holds | Silent:
    huge = number > 10**6 and subject.function(number)
    return Holds() if huge else Silent("the number is small")


NEVER_BELOW: Law[Unary, int] = Law("never below", "A size is not below 0.", _never_below)
EVEN: Law[Unary, int] = Law(
    "even", "The sign does not matter.", _even, Algebra.SYMMETRY, frozenset({"even"})
)
AT_A_MILLION: Law[Unary, int] = Law(
    "at a million", "Nothing is said.", _at_a_million, Algebra.ORDER, frozenset({"huge"})
)
IDLE: Law[Unary, int] = Law(
    "idle", "It is never asked.", _even, Algebra.ORDER, frozenset({"even", "idle"})
)

SIZE: Kind[[int], int] = Kind(
    name="size",
    takes="a whole number and gives its size",
    claims={
        "even": "the sign does not matter",
        "huge": "it is for huge numbers",
        "idle": "nothing",
    },
    laws=(NEVER_BELOW, EVEN, AT_A_MILLION, IDLE),
)
SIZE_1 = Suite("SIZE_1", SIZE, st.integers(-100, 100), SIZE.laws)
HUGE_1 = Suite("HUGE_1", SIZE, st.integers(-100, 100), (AT_A_MILLION,))
NONE_1 = Suite("NONE_1", SIZE, st.nothing(), (NEVER_BELOW,))


def size(number: int) -> int:
    return abs(number)


def same(number: int) -> int:
    return number
