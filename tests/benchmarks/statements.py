"""True statements in sentences, and one-digit typos of them: how many are accused, how many found.

`python -m tests.benchmarks.statements [NUMBER]` makes so many statements of each kind (2,000),
computed by another library from numbers that are drawn, printed rounded or cut off, and judges
them; then each with one digit of one number changed. Kinds are those of tests, shares, and means
with an interval.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from measurand.auditing.proofs.prove import lint_apart
from measurand.edges.statements.sheets import statements_of
from measurand.values.printed import Rounding
from measurand.values.verdict import TableVerdict
from properties.statements.printing import NEAREST, Made, Style, digits, p_value, written

Maker = Callable[[Random, Rounding], str]
_DFS = {"t": 1, "F": 2, "χ2": 1, "z": 0, "r": 1}
_LIKELY = 3


def made_test(kind: str) -> Maker:
    """Make a maker of tests of a kind, whose statistics are as large as published ones are."""

    def make(random: Random, mode: Rounding) -> str:
        dfs = tuple(
            random.randint(1, 4 if at == 0 and kind == "F" else 300) for at in range(_DFS[kind])
        )
        number = random.uniform(-0.8, 0.8) if kind == "r" else random.uniform(0, 2 * _LIKELY)
        number += dfs[0] if kind == "χ2" else 0
        statistic = Fraction(round(number * 10**5), 10**5)
        made = Made(kind, statistic, dfs, p_value(kind, statistic, dfs))
        shown = digits(statistic, 2, mode)
        return written(made, Style(), "=", digits(made.p, 3, mode), shown)

    return make


def share(random: Random, mode: Rounding) -> str:
    """Make a share of counts with one of two intervals, in percent."""
    n = random.randint(8, 400)
    k = random.randint(0, n)
    stats = import_module("scipy.stats")
    method = random.choice(["wilson", "exact"])
    ends = stats.binomtest(k, n).proportion_ci(method=method)
    low, high = (digits(100 * Fraction(float(end)), 1, mode) for end in (ends.low, ends.high))
    return f"{k}/{n} ({digits(Fraction(100 * k, n), 1, mode)}%, 95% CI {low}% to {high}%)"


def mean(random: Random, mode: Rounding) -> str:
    """Make a mean on a scale of seven points, with its deviation, error and interval."""
    n = random.randint(5, 80)
    data = [random.randint(1, 7) for _ in range(n)]
    middle, spread = Fraction(sum(data), n), stdev(data)
    error = spread / n**0.5
    wide = float(import_module("scipy.stats").t.ppf(0.975, n - 1)) * error
    ends = (fmean(data) - wide, fmean(data) + wide)
    m, sd, se, low, high = (
        digits(Fraction(one), 2, mode) for one in (middle, spread, error, *ends)
    )
    shown = f"M = {m}, SD = {sd}, n = {n}, SE = {se}, 95% CI [{low}, {high}]"
    return f"On a 7-point scale, {shown}"


KINDS: dict[str, Maker] = {**{kind: made_test(kind) for kind in _DFS}, "share": share, "mean": mean}


def slip(random: Random, text: str) -> str:
    """Change one digit of one number that has decimals."""
    places = [at for at, char in enumerate(text) if char.isdigit() and _is_decimal(text, at)]
    at = random.choice(places)
    other = random.choice([one for one in "0123456789" if one != text[at]])
    return f"{text[:at]}{other}{text[at + 1 :]}"


def _is_decimal(text: str, at: int) -> bool:
    start = at
    while start and (text[start - 1].isdigit() or text[start - 1] == "."):
        start -= 1
    return "." in text[start : at + 1]


def judged(text: str) -> TableVerdict:
    """Judge a sentence."""
    read = statements_of(f"We saw it ({text}).").unwrap()
    return lint_apart(read.sheet, read.parts).outcome


def lines(number: int) -> Iterator[str]:
    """Say of each kind how many true ones are refuted and odd, and how many typos are."""
    for kind, make in KINDS.items():
        random, began = Random(kind), perf_counter()  # noqa: S311 - no secret
        near, cut, typos = Counter[str](), Counter[str](), Counter[str]()
        for at in range(number):
            mode = (*NEAREST, Rounding.TRUNCATE)[at % 4]
            text = make(random, mode)
            (near if mode in NEAREST else cut)[judged(text).name] += 1
            typos[judged(slip(random, text)).name] += 1
        each = (perf_counter() - began) / (2 * number)
        shown = f"rounded {dict(near)}, cut off {dict(cut)}, typos {dict(typos)}"
        yield f"{kind:5} {shown}, {each:.4f} s"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if sys.argv[1:] else 2000):
        sys.stdout.write(f"{line}\n")
