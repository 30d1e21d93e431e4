"""Which formulas of a user's own can be computed: those with a normal form, made in little time.

A formula may come from anybody. What multiplies out to a great many terms, or to very long numbers,
is refused before it is multiplied out.
"""

from measurand.algebra.formula import Formula, Over, Plus, parts
from measurand.algebra.terms import FormError
from measurand.metrics.metric import COUNTED, Metric

MOST_PARTS = 1_000
MOST_LEVELS = 150
MOST_WORK = 200_000
MOST_DIGITS = 100
MOST_DEGREE = 60


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

    >>> from measurand.algebra.written import read
    >>> too_large(read("(hits + gold)**9 / judged")), too_large(read("-".join(["hits"] * 999)))
    ('', 'a formula of at most 1000 parts, 150 levels deep: got more')
    """
    waiting, count = [(formula, 1)], 0
    while waiting:
        one, level = waiting.pop()
        count += 1
        if level > MOST_LEVELS or count > MOST_PARTS:
            return f"a formula of at most {MOST_PARTS} parts, {MOST_LEVELS} levels deep: got more"
        waiting += [(part, level + 1) for part in parts(one)]
    work = _work(formula)[2]
    return "a formula that multiplies out to fewer terms: got too many" if work > MOST_WORK else ""


def _work(formula: Formula) -> tuple[int, int, int]:
    """Bound the terms on top and at the bottom of a formula, and what making them costs."""
    match [_work(part) for part in parts(formula)]:
        case [(top, bottom, work), (above, below, more)]:
            match formula:
                case Plus() if bottom == below == 1:
                    ends = top + above, 1
                case Plus():
                    ends = top * below + above * bottom, bottom * below
                case Over():
                    ends = top * below, bottom * above
                case _:
                    ends = top * above, bottom * below
            return *ends, work + more + sum(ends) ** 2
        case [inner]:
            return inner
        case _:
            return 1, 1, 0


def _formless(metric: Metric) -> str:
    try:
        one = metric.at()
    except FormError as error:
        return f"a formula with a normal form: got {error}"
    every = (one.top, one.bottom, one.root_top, one.root_bottom)
    if odd := sorted({name for each in every for name in each.variables} - COUNTED):
        return f"a formula without log, abs and each_class: got {odd[0][:80]}"
    if any(each.degree(COUNTED) > MOST_DEGREE for each in every):
        return f"powers of at most {MOST_DEGREE} once multiplied out: got higher ones"
    if any(abs(factor) >= 10**MOST_DIGITS for each in every for _, factor in each.terms):
        return f"numbers of at most {MOST_DIGITS} digits once multiplied out: got longer ones"
    return ""
