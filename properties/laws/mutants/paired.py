"""Tests of paired scores that are wrong on purpose, each under the claims that it breaks.

The kind `paired-test`: p-values of two systems scored on the same items."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count
from math import erfc, lcm, sqrt

from measurand.inference.plan import Plan
from measurand.inference.ranks import mcnemar, wilcoxon
from measurand.inference.sign_flip import sign_flip_sum
from measurand.laws.kinds.compare import NEAR
from measurand.laws.kinds.paired import (
    BINARY,
    CALIBRATED,
    DETERMINISTIC,
    GREATER,
    PAIRED,
    PAIRED_TEST,
    SCALE,
    SEEDED,
    SHIFT,
    SIGN_FLIP,
    TIES_OUT,
    TWO_SIDED,
    UNDEFINED,
    Scores,
)
from measurand.laws.kinds.subject import EXACT, Subject
from measurand.values.score import Undefined
from properties.laws.adequacy import Mutants, Wrong

Test = Callable[..., object]


def _apart(a: Scores, b: Scores) -> list[Fraction]:
    return [Fraction(x) - Fraction(y) for x, y in zip(a, b, strict=True)]


def _whole(sizes: Sequence[Fraction]) -> tuple[list[int], int]:
    """Give whole numbers that are as many times as large."""
    times = lcm(*(size.denominator for size in sizes))
    return [int(size * times) for size in sizes], times


def _sums(sizes: list[int]) -> Counter[int]:
    """Count the sign patterns of every sum."""
    ways = Counter({0: 1})
    for size in sizes:
        longer = Counter[int]()
        for total, number in ways.items():
            longer[total + size] += number
            longer[total - size] += number
        ways = longer
    return ways


def two_sided(sizes: list[Fraction], more: int = 0, slack: int = 0) -> Fraction:
    """Give the share of sign patterns whose sum is as far from 0; `more` counted on both sides.

    >>> two_sided([Fraction(1), Fraction(1)])
    Fraction(1, 2)
    """
    whole, times = _whole(sizes)
    far = abs(sum(whole)) - slack * times
    extreme = sum(ways for total, ways in _sums(whole).items() if abs(total) >= far)
    return Fraction(extreme + more, 2 ** len(sizes) + more)


def _strictly(a: Scores, b: Scores, more: int) -> Fraction:
    whole, _ = _whole(_apart(a, b))
    extreme = sum(ways for total, ways in _sums(whole).items() if abs(total) > abs(sum(whole)))
    return Fraction(extreme + more, 2 ** len(whole) + more)


def flip_both(a: Scores, b: Scores) -> Fraction:
    """Test by exchanges of signs, two-sided.

    >>> flip_both([1, 1], [0, 0])
    Fraction(1, 2)
    """
    return two_sided(_apart(a, b))


def flip_up(a: Scores, b: Scores) -> Fraction:
    """Test by exchanges of signs whether the first scores are higher.

    >>> flip_up([1, 1], [0, 0])
    Fraction(1, 4)
    """
    whole, _ = _whole(_apart(a, b))
    extreme = sum(ways for total, ways in _sums(whole).items() if total >= sum(whole))
    return Fraction(extreme, 2 ** len(whole))


def _unpaired(a: Scores, b: Scores) -> Fraction:
    """Deal all scores out anew to two rows."""
    whole, _ = _whole([Fraction(score) for score in [*a, *b]])
    ways = Counter({(0, 0): 1})
    for score in whole:
        for (many, total), number in list(ways.items()):
            ways[many + 1, total + score] += number
    all_of, observed = sum(whole), sum(whole[: len(a)])
    rows = {total: number for (many, total), number in ways.items() if many == len(a)}
    far = abs(2 * observed - all_of)
    extreme = sum(number for total, number in rows.items() if abs(2 * total - all_of) >= far)
    return Fraction(extreme, sum(rows.values()))


def _dusty(a: Scores, b: Scores) -> Fraction:
    ways = Counter({0.0: 1})
    for size in (float(x) - float(y) for x, y in zip(a, b, strict=True)):
        longer = Counter[float]()
        for total, number in ways.items():
            longer[total + size] += number
            longer[total - size] += number
        ways = longer
    mean = abs(sum(map(float, a)) - sum(map(float, b)))
    return Fraction(sum(n for total, n in ways.items() if abs(total) >= mean), 2 ** len(a))


def _weighted(a: Scores, b: Scores) -> Fraction:
    return two_sided([size * at for at, size in enumerate(_apart(a, b), start=1)])


def _relative(a: Scores, b: Scores) -> Fraction:
    pairs = zip(a, b, strict=True)
    return two_sided([(Fraction(x) - Fraction(y)) / Fraction(1 + x + y) for x, y in pairs])


def _ties_lose(a: Scores, b: Scores) -> Fraction:
    return two_sided([size or Fraction(-1) for size in _apart(a, b)])


def _signs(a: Scores, b: Scores) -> Fraction:
    return two_sided([Fraction((size > 0) - (size < 0)) for size in _apart(a, b)])


def _even_is_hard(a: Scores, b: Scores) -> Fraction:
    return min(Fraction(1), flip_both(a, b) * (1 if len(a) % 2 else 4))


def _middle(a: Scores, b: Scores) -> Fraction:
    return (flip_both(a, b) + _strictly(a, b, 0)) / 2


def _without_observed(a: Scores, b: Scores) -> Fraction:
    return two_sided(_apart(a, b), more=-1)


def _no_difference(a: Scores, b: Scores) -> Fraction:
    if not any(_apart(a, b)):
        raise ValueError("the two systems do not differ")
    return flip_both(a, b)


def ranked(a: Scores, b: Scores) -> Fraction | None:
    """Test by signed ranks.

    >>> ranked([2, 2], [2, 2])
    Fraction(1, 1)
    """
    found = wilcoxon(_apart(a, b))
    return None if isinstance(found, Undefined) else found.p_value


def asymptotic(a: Scores, b: Scores) -> float:
    """Test discordant pairs by chi-squared without correction; no pair of them raises.

    >>> round(asymptotic([0], [1]), 3)
    0.317
    """
    sizes = [float(size) for size in _apart(a, b)]
    return erfc(abs(sum(sizes)) / sqrt(2 * sum(size * size for size in sizes)))


def _approximated(a: Scores, b: Scores) -> float:
    return asymptotic(a, b) if any(_apart(a, b)) else 1.0


def _sorts(a: Scores, b: Scores) -> Fraction:
    found = flip_both(a, b)
    for row in (a, b):
        if isinstance(row, list):
            row.sort()
    return found


def _alternating(a: Scores, b: Scores, calls: "count[int]") -> Fraction:
    return flip_both(a, b) * (1 - Fraction(next(calls) % 2, 100))


def _remembering() -> Test:
    """Keep the last answer; every new question is answered a little otherwise."""
    calls, kept = count(), dict[tuple[Scores, Scores], Fraction]()

    def test(a: Scores, b: Scores) -> Fraction:
        asked = tuple(a), tuple(b)
        if asked not in kept:
            kept.clear()
            kept[asked] = flip_both(a, b) * (1 - Fraction(next(calls) % 3, 100))
        return kept[asked]

    return test


def _seeded() -> Test:
    """Take the seed 0 for none."""
    calls = count()
    return lambda a, b, seed: _alternating(a, b, calls if not seed else count())


def _counting() -> Test:
    calls = count()
    return lambda a, b: _alternating(a, b, calls)


def _always(p: float) -> Test:
    return lambda *_rows: p


def _wrong(name: str, says: str, function: Test, *claims: str) -> Wrong[...]:
    return Wrong(name, says, Subject(name.replace(" ", "_"), function, frozenset(claims)))


_EXACTLY = (TWO_SIDED, SIGN_FLIP, DETERMINISTIC)
WRONG_PAIRED: tuple[Wrong[...], ...] = (
    _wrong("constant one", "always 1", _always(1), TWO_SIDED, PAIRED, SHIFT, SCALE),
    _wrong("constant twentieth", "always 0.05", _always(0.05), TWO_SIDED, PAIRED),
    _wrong("verdict for p", "whether it is significant", lambda a, b: flip_both(a, b) <= 1 / 20),
    _wrong("ties not counted", "> for >=, without one more", lambda a, b: _strictly(a, b, 0)),
    _wrong("ties not extreme", "> for >=", lambda a, b: _strictly(a, b, 1), TWO_SIDED),
    _wrong("one side for two", "only higher counts", flip_up, TWO_SIDED, PAIRED),
    _wrong("two sides for one", "lower counts too", flip_both, GREATER, DETERMINISTIC),
    _wrong("unpaired", "deals all scores out anew", _unpaired, PAIRED, TWO_SIDED, DETERMINISTIC),
    _wrong("relative", "shares for differences", _relative, SHIFT, TWO_SIDED, DETERMINISTIC),
    _wrong(
        "wide ties",
        "1 is forgiven whatever the scores are",
        lambda a, b: two_sided(_apart(a, b), slack=1),
        SCALE,
        TWO_SIDED,
        DETERMINISTIC,
    ),
    _wrong("dust at ties", "sums of floats are compared", _dusty, SCALE, PAIRED, DETERMINISTIC),
    _wrong("ties lose", "an equal item counts against", _ties_lose, TIES_OUT, DETERMINISTIC),
    _wrong("without observed", "what was observed is left out", _without_observed, *_EXACTLY),
    _wrong("signs for sizes", "every difference counts 1", _signs, *_EXACTLY, TIES_OUT),
    _wrong("normal for counted", "approximated", _approximated, *_EXACTLY, TIES_OUT),
    _wrong("half of ties", "mid-p", _middle, SIGN_FLIP, DETERMINISTIC),
    _wrong(
        "dust for exact",
        "a float that is off in the last place",
        lambda a, b: float(flip_both(a, b)) * (1 - 2**-52),
        SIGN_FLIP,
        DETERMINISTIC,
        EXACT,
    ),
    _wrong(
        "last item lost",
        "one item too few",
        lambda a, b: flip_both(a[:-1], b[:-1]),
        SIGN_FLIP,
        DETERMINISTIC,
        TWO_SIDED,
    ),
    _wrong(
        "sorted rows",
        "both rows are sorted first",
        lambda a, b: flip_both(sorted(a), sorted(b)),
        SIGN_FLIP,
        DETERMINISTIC,
        TWO_SIDED,
    ),
    _wrong("asymptotic", "chi-squared without correction", asymptotic, SIGN_FLIP, BINARY),
    _wrong("twice one side", "above 1 at ties", lambda a, b: 2 * flip_up(a, b), DETERMINISTIC),
    _wrong("two places", "rounded to 0.01", lambda a, b: round(float(flip_both(a, b)), 2)),
    _wrong("no difference raises", "an error for 1", _no_difference, TWO_SIDED, PAIRED),
    _wrong("sorts its arguments", "in place", _sorts, TWO_SIDED, DETERMINISTIC),
    _wrong("counts its calls", "another answer every other time", _counting()),
    _wrong("remembers one question", "the next is answered otherwise", _remembering()),
    _wrong("seed none for 0", "0 is no seed", _seeded(), SEEDED, TWO_SIDED),
    _wrong("half", "half the p-value", lambda a, b: flip_both(a, b) / 2, CALIBRATED, PAIRED),
    _wrong("even is hard", "an even number of items", _even_is_hard, DETERMINISTIC, TWO_SIDED),
    _wrong("later weighs more", "weights by place", _weighted, DETERMINISTIC, TWO_SIDED),
)


_DIFFERENCES = frozenset({SHIFT, PAIRED, SCALE, TIES_OUT, CALIBRATED})
_FLIP = _DIFFERENCES | {TWO_SIDED, SIGN_FLIP}


def _apart_kind(first: Scores, second: Scores) -> list[tuple[Fraction, int]]:
    return [(Fraction(a) - Fraction(b), 1) for a, b in zip(first, second, strict=True)]


def _exact(first: Scores, second: Scores) -> Fraction:
    return sign_flip_sum(_apart_kind(first, second), Plan(), ()).value


def _drawn(first: Scores, second: Scores, seed: int) -> Fraction:
    plan = Plan(patterns=1, replicates=999, seed=seed)
    return sign_flip_sum(_apart_kind(first, second), plan, (seed, "laws")).value


def _discordant(first: Scores, second: Scores) -> Fraction:
    pairs = [*zip(first, second, strict=True)]
    return mcnemar(sum(a > b for a, b in pairs), sum(a < b for a, b in pairs))


def _normal(first: Scores, second: Scores) -> float | None:
    apart = [float(difference) for difference, _ in _apart_kind(first, second)]
    mean = sum(apart) / len(apart)
    square = sum((one - mean) ** 2 for one in apart)
    return erfc(abs(mean) * len(apart) / sqrt(2 * square)) if square > NEAR else None


PAIRED_TEST_MUTANTS = Mutants(
    kind=PAIRED_TEST.name,
    right=(
        Subject("sign_flip", _exact, _FLIP | {DETERMINISTIC, EXACT}),
        Subject("sign_flip_drawn", _drawn, _FLIP | {SEEDED}),
        Subject("signed_ranks", ranked, _DIFFERENCES | {TWO_SIDED, DETERMINISTIC}),
        Subject("normal", _normal, {TWO_SIDED, SHIFT, PAIRED, SCALE, DETERMINISTIC, UNDEFINED}),
        Subject("one_sided", flip_up, _DIFFERENCES | {GREATER, DETERMINISTIC}),
        Subject(
            "mcnemar",
            _discordant,
            {BINARY, DETERMINISTIC, TWO_SIDED, SIGN_FLIP, TIES_OUT, CALIBRATED, EXACT},
        ),
    ),
    wrong=WRONG_PAIRED,
)
