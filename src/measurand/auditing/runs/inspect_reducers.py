"""What inspect_ai takes for a number, and how it makes one value of the epochs of an item.

An epoch without a value is left out of its item rather than counted, and an item of which no epoch
has one has none. Values by key are reduced key by key, lists index by index.

Sources: inspect_ai 0.3.285 and 0.3.137, `scorer/_metric.py`, `scorer/_reducer/reducer.py`; pass@k:
Chen et al. (2021), arXiv 2107.03374, equation 1; pass^k: Yao et al. (2024), arXiv 2406.12045.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import comb, isfinite, isnan, nan
from statistics import median
from typing import TypeAlias

from attrs import frozen

from measurand.auditing.runs.arithmetic import mean
from measurand.evidence.runs import Value

_LABELS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_LONGEST_NUMBER = 400
_LONGEST_K = 8

Scalar: TypeAlias = "float | str | bool | None"


def understood(value: Value) -> float | None:
    """Read a value as a number as inspect_ai does; None where it would warn, and take 0.

    >>> [understood(one) for one in ("C", "P", "no", "0.5", True, 3, "maybe", None)]
    [1.0, 0.5, 0.0, 0.5, 1.0, 3.0, None, None]
    """
    if isinstance(value, str):
        if value in _LABELS:
            return _LABELS[value]
        lower = value.lower()
        return _WORDS.get(lower, _numeral(lower))
    return float(value) if isinstance(value, float | int) else None


def _numeral(text: str) -> float | None:
    try:
        number = float(text) if len(text) <= _LONGEST_NUMBER else nan
    except ValueError:
        return None
    return number if isfinite(number) else None


def number_of(value: Value) -> float:
    """Read a value as a number as inspect_ai does: what it does not understand is 0.

    >>> number_of("C"), number_of("maybe")
    (1.0, 0.0)
    """
    return understood(value) or 0.0


def is_nan(value: Value) -> bool:
    """Tell whether a value is NaN, which stands for no score.

    >>> is_nan(float("nan")), is_nan("nan")
    (True, False)
    """
    return isinstance(value, float) and isnan(value)


@frozen
class Clash:
    """Why the epochs of an item make no value.

    >>> Clash("they have other keys").because
    'they have other keys'
    """

    because: str


Reduce = Callable[[Sequence[Value], int], Value]
"""Makes one value of those epochs that have one, of so many epochs."""


def of_epochs(values: Sequence[Value], reduce: Reduce) -> "Value | Clash":
    """Reduce the values of one item: key by key, index by index, or alone.

    >>> of_epochs([[1.0, 0.0], [0.0, 0.0]], reducer_of("max"))
    [1.0, 0.0]
    """
    scored = [one for one in values if not is_nan(one)]
    if not scored:
        return nan
    first, whole = scored[0], len(values)
    if isinstance(first, Mapping):
        if not all(isinstance(one, Mapping) and set(one) == set(first) for one in scored):
            return Clash("the epochs of an item have values of other keys")
        return {
            key: reduce([one[key] for one in scored if isinstance(one, Mapping)], whole)
            for key in first
        }
    if isinstance(first, Sequence) and not isinstance(first, str):
        lists = [one for one in scored if isinstance(one, Sequence) and not isinstance(one, str)]
        if len(lists) < len(scored) or any(len(one) != len(first) for one in lists):
            return Clash("the epochs of an item have lists of other lengths")
        return [reduce([one[at] for one in lists], whole) for at in range(len(first))]
    return reduce(scored, whole)


def reducer_of(name: str, *, threshold: float = 1.0, short: float | None = None) -> Reduce | None:
    """Find a reducer by its name in a log; None for one that is not inspect_ai's own.

    An epoch is right from `threshold` on; `short` is what pass@k gives of fewer than k epochs.

    >>> reduce = reducer_of("pass_at_2")
    >>> reduce([1.0, 0.0, 0.0], 3) if reduce else None
    0.6666666666666667
    """
    plain: Mapping[str, Reduce] = {
        "mean": _numbers(lambda numbers: mean(numbers) if numbers else nan),
        "median": _numbers(lambda numbers: median(numbers) if numbers else nan),
        "max": _max,
        "mode": _mode,
        "majority": _majority,
        "collect": _collect,
    }
    if name in plain:
        return plain[name]
    kind, _, digits = name.rpartition("_")
    named = kind in COUNTING and digits.isascii() and digits.isdigit()
    if not named or len(digits) > _LONGEST_K:
        return None
    k = int(digits)

    def of(numbers: Sequence[float]) -> float:
        right = sum(one >= threshold for one in numbers)
        few = nan if short is None else short
        return _by_k(kind, k, right, len(numbers), few) if numbers else nan

    return _numbers(of)


COUNTING = ("at_least", "pass_at", "pass_k")
"""The reducers that count the epochs which are right."""


def _by_k(
    kind: str, k: int, right: int, epochs: int, short: float
) -> float:  # the symbols of the formulas
    if kind == "at_least":
        return float(right >= k)
    if epochs < k:
        return short if kind == "pass_at" else nan
    if kind == "pass_at":
        return 1 - comb(epochs - right, k) / comb(epochs, k)
    return comb(right, k) / comb(epochs, k)


def _numbers(of: Callable[[Sequence[float]], float]) -> Reduce:
    def reduce(values: Sequence[Value], _whole: int) -> Value:
        return of([one for one in map(number_of, values) if not isnan(one)])

    return reduce


def _max(values: Sequence[Value], _whole: int) -> Value:
    return max((one for one in values if _there(one)), key=number_of, default=nan)


def _there(value: Value) -> bool:
    return value is not None and not is_nan(value)


def _mode(values: Sequence[Value], _whole: int) -> Value:
    return _most_common(values)[0]


def _majority(values: Sequence[Value], whole: int) -> Value:
    value, count = _most_common(values)
    return value if 2 * count > whole else nan


def _most_common(values: Sequence[Value]) -> tuple[Value, int]:
    counted: Counter[Scalar] = Counter(
        one for one in values if _there(one) and isinstance(one, float | int | str)
    )
    return counted.most_common(1)[0] if counted else (nan, 0)


def _collect(values: Sequence[Value], _whole: int) -> Value:
    return [one for one in values if _there(one)] or nan
