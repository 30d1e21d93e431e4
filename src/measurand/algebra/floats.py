"""The door to numpy for expressions of sums: in floats, for many resamples at once.

The same trees as `expression.exact` evaluates, a whole column of resamples at a time; NaN stands
for undefined on the way, and a division by 0 is replaced by what the tree
says of it.

A tree branches where something is 0, and so does a sign test. Numbers that are equal exactly differ
in floats by a few units of their last place, and a branch on their difference would go the wrong
way. So what is no more than 1e-14 of the terms that it was added from (some 45 units of the last
place of a double) is taken for 0. That is no tolerance of a score: no score is read from here, only
resampled ones.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Formed,
    IfZero,
    Leaf,
    Linear,
    Minus,
    Nothing,
    Over,
    Ranked,
    Root,
    Times,
    Total,
    Whole,
)
from measurand.algebra.terms import Terms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_DUST = 1e-14
"""How far apart equal numbers may come out in floats, as a share of themselves."""


def floats(expression: Expression, sums: "Floats") -> "Floats":
    """Evaluate in floats for many rows of sums at once; NaN stands for undefined.

    `sums` has a row for each resample and a column for each sum; the result has one number a row.

    >>> import numpy as np
    >>> from measurand.algebra.expression import At, Nothing, Over
    >>> rate = Over(At(0), At(1), Nothing("no sample"))
    >>> floats(rate, np.array([[1.0, 2.0], [0.0, 0.0]])).tolist()
    [0.5, nan]
    """
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(_floats(expression, sums), dtype=np.float64)


def _float_leaf(leaf: Leaf, sums: "Floats") -> "Floats":
    import numpy as np

    match leaf:
        case At(index) | Ranked(index) | Whole(index):
            return sums[:, index]
        case Constant(value):
            return np.full(len(sums), float(value))
        case Nothing():
            return np.full(len(sums), np.nan)
        case Linear(terms, offset):
            total, size = (np.full(len(sums), float(one)) for one in (offset, abs(offset)))
            for at, factor in terms:
                total += sums[:, at] * float(factor)
                size += np.abs(sums[:, at] * float(factor))
            return _without_dust(total, size)


def _without_dust(total: "Floats", size: "Floats") -> "Floats":
    """Take sums that are no larger than what rounding leaves of their parts for 0."""
    import numpy as np

    return np.where(np.abs(total) <= _DUST * size, 0.0, total)


def _float_minus(first: "Floats", second: "Floats") -> "Floats":
    """Subtract; numbers that differ by no more than rounding are equal."""
    import numpy as np

    difference = first - second
    return np.where(np.abs(difference) <= _DUST * np.abs(first), 0.0, difference)


def _float_over(over: Over, sums: "Floats") -> "Floats":
    import numpy as np

    below = _floats(over.bottom, sums)
    above, zero = _floats(over.top, sums) / below, below == 0
    return np.where(zero, _floats(over.otherwise, sums), above) if zero.any() else above


def _float_choice(choice: IfZero, sums: "Floats") -> "Floats":
    import numpy as np

    test, chosen = _floats(choice.test, sums), _floats(choice.otherwise, sums)
    zero, lost = test == 0, np.isnan(test)
    if zero.any():
        chosen = np.where(zero, _floats(choice.then, sums), chosen)
    return np.where(lost, np.nan, chosen) if lost.any() else chosen


def _float_formed(formed: Formed, sums: "Floats") -> "Floats":
    import numpy as np

    values = {name: _floats(one, sums) for name, one in formed.args}
    form = formed.form
    top, below = (_float_terms(side, values, sums) for side in (form.top, form.bottom))
    value, zero = top / below, below == 0
    if form.zero is not None:
        said = zero & (top == 0) & (_float_terms(form.domain, values, sums) != 0)
        value, zero = np.where(said, float(form.zero), value), zero & ~said
    if form.rooted:
        under = _float_terms(form.root_bottom, values, sums)
        square = _float_terms(form.root_top, values, sums) / under
        zero = zero | (under == 0) | (square < 0)
        value = value * np.sqrt(np.maximum(square, 0.0))
    return np.where(zero, _floats(formed.otherwise, sums), value) if zero.any() else value


def _float_terms(terms: Terms, values: "Mapping[str, Floats]", sums: "Floats") -> "Floats":
    import numpy as np

    total, size = np.zeros(len(sums)), np.zeros(len(sums))
    for monomial, factor in terms.terms:
        term = np.full(len(sums), float(factor))
        for name, power in monomial:
            term *= values[name] ** power
        total += term
        size += np.abs(term)
    return _without_dust(total, size)


def _floats(expression: Expression, sums: "Floats") -> "Floats":
    import numpy as np

    match expression:
        case At() | Constant() | Nothing() | Linear() | Ranked() | Whole():
            return _float_leaf(expression, sums)
        case Minus(first, second):
            return _float_minus(_floats(first, sums), _floats(second, sums))
        case Times(first, second):
            return _floats(first, sums) * _floats(second, sums)
        case Over():
            return _float_over(expression, sums)
        case IfZero():
            return _float_choice(expression, sums)
        case Formed():
            return _float_formed(expression, sums)
        case Root(square):
            return np.sqrt(np.maximum(_floats(square, sums), 0.0))
        case Total():
            return _float_total(expression, sums)


def _float_total(weighted: Total, sums: "Floats") -> "Floats":
    import numpy as np

    total = np.zeros(len(sums))
    for weighing, part in weighted.parts:
        heavy, values = _floats(weighing, sums), _floats(part, sums)
        lost = (heavy == 0) | (np.isnan(values) & ~np.isnan(heavy) if weighted.skip else False)
        # numpy has nan**0 == 1, but the power 0 of what is undefined is undefined.
        powered = values**weighted.power if weighted.power else values * 0 + 1
        # Both factors are cleared: 0 times NaN is NaN.
        total += np.where(lost, 0.0, heavy * np.where(lost, 0.0, powered))
    return total
