"""Which formulas of a user's own can be computed: those with a normal form, made in little time.

A formula may come from anybody. What multiplies out to a great many terms, or to very long numbers,
is refused before it is multiplied out.
"""

from math import comb

from attrs import frozen

from measurand.algebra.formula import (
    EachClass,
    Formula,
    Log,
    Magnitude,
    Over,
    Plus,
    Stat,
    parts,
    stats,
)
from measurand.algebra.formula_text import text
from measurand.algebra.quotient import normal
from measurand.algebra.terms import FormError
from measurand.metrics.metric import COUNTED, Metric

MOST_PARTS = 1_000
MOST_LEVELS = 150
MOST_WORK = 200_000
MOST_DIGITS = 100
MOST_DEGREE = 20


def not_computable(metric: Metric) -> str:
    """Say why a metric cannot be computed; empty where it can.

    >>> from measurand.algebra.formula import Log
    >>> from measurand.metrics.metric import HITS
    >>> not_computable(Metric(name="a", formula=Log(HITS), says=""))
    'a formula without log, abs and each_class: got log(hits)'
    """
    return too_large(metric.formula) or _formless(metric)


def too_large(formula: Formula) -> str:
    """Say that a formula is too large to be multiplied out; empty where it is not.

    >>> from measurand.algebra.formula_text import read
    >>> too_large(read("(hits + gold)**9 / judged")), too_large(read("-".join(["hits"] * 999)))
    ('', 'a formula of at most 1000 parts, 150 levels deep: got more')
    """
    waiting, count = [(formula, 1)], 0
    while waiting:
        one, level = waiting.pop()
        if isinstance(one, Log | Magnitude | EachClass):
            return f"a formula without log, abs and each_class: got {text(one)[:80]}"
        count += 1
        if level > MOST_LEVELS or count > MOST_PARTS:
            return f"a formula of at most {MOST_PARTS} parts, {MOST_LEVELS} levels deep: got more"
        waiting += [(part, level + 1) for part in parts(one)]
    names = len(stats(formula))
    return "" if _size(formula, names).work <= MOST_WORK else _LONG


_LONG = "a formula that multiplies out to fewer terms: got too many"


@frozen
class _Polynomial:
    """At most so many terms, of at most this degree."""

    terms: int = 1
    degree: int = 0

    def times(self, other: "_Polynomial", names: int) -> "_Polynomial":
        degree = self.degree + other.degree
        return _Polynomial(min(self.terms * other.terms, comb(degree + names, names)), degree)

    def plus(self, other: "_Polynomial") -> "_Polynomial":
        return _Polynomial(self.terms + other.terms, max(self.degree, other.degree))


@frozen
class _Size:
    """How large a normal form may become: its top, its bottom, and the work that it takes."""

    top: _Polynomial = _Polynomial()
    bottom: _Polynomial = _Polynomial()
    work: int = 0


def _size(formula: Formula, names: int) -> _Size:
    match [_size(part, names) for part in parts(formula)]:
        case [one, other]:
            crossed = one.top.times(other.bottom, names), other.top.times(one.bottom, names)
            whole = one.bottom.times(other.bottom, names)
            match formula:
                case Plus():
                    top, bottom = crossed[0].plus(crossed[1]), whole
                case Over():
                    top, bottom = crossed[0], one.bottom.times(other.top, names)
                case _:
                    top, bottom = one.top.times(other.top, names), whole
            work = one.work + other.work + (top.terms + bottom.terms) ** 2
            return _Size(top, bottom, work)
        case [inner]:
            return inner
        case _:
            return _Size(_Polynomial(degree=int(isinstance(formula, Stat))))


def _formless(metric: Metric) -> str:
    try:
        forms = metric.at(), normal(metric.formula)
    except FormError as error:
        return f"a formula with a normal form: got {error}"
    every = [part for one in forms for part in (one.top, one.bottom, one.root_top, one.root_bottom)]
    known = COUNTED | set(dict(metric.params))
    if any(each.degree(known) > MOST_DEGREE for each in every):
        return f"powers of at most {MOST_DEGREE} once multiplied out: got higher ones"
    if any(abs(factor) >= 10**MOST_DIGITS for each in every for _, factor in each.terms):
        return f"numbers of at most {MOST_DIGITS} digits once multiplied out: got longer ones"
    return ""
