"""Worked examples of exact match, accuracy, totals and columns."""

from dataclasses import dataclass
from fractions import Fraction

from properties.oracles.units import Case, Options
from properties.oracles.worked import (
    COT,
    HAND,
    HIPE,
    IO,
    JUDGE,
    MICRO,
    SAMPLE,
    SEED,
    TRAP,
    Worked,
    grouped,
    pairs,
    plain,
)

HALF = Fraction(1, 2)

EXACT_MATCH = (
    Worked("exact_match", COT, SAMPLE, Fraction(1, 3), HAND),  # only the two empty documents
    # predicted [q, q] against [q] is not it, [] against [] is
    Worked("exact_match", plain((1, 2, 1), (0, 0, 0), (2, 2, 2), (0, 0, 1)), SAMPLE, HALF, HAND),
    Worked("exact_match", plain((0, 0, 0)), SAMPLE, Fraction(1), "peers.md, 3.1, D24"),
    Worked(
        "exact_match", plain((Fraction(9, 10), 1, 1)), SAMPLE, Fraction(0), HAND
    ),  # nearly is not
    Worked(
        "exact_match",
        (Case((("", 1, 1, 1),), Fraction(3)), *plain((0, 1, 1))),
        SAMPLE,
        Fraction(3, 4),
        HAND,
    ),
)

# three right in one group, one wrong in another: by samples 3/4, by groups (1 + 0) / 2
GROUPS = (
    *grouped({"subject": "x"}, *pairs(("t", "t"), ("t", "t"), ("f", "f"))),
    *grouped({"subject": "y"}, *pairs(("t", "f"))),
)
TEN = pairs(*[("yes", "yes")] * 2, *[("no", "no")] * 5, *[("no", "yes")] * 2, ("yes", "no"))

ACCURACY = (
    Worked("f", TEN, MICRO, Fraction(7, 10), "peers.md, 3.3: micro F is accuracy, one label each"),
    Worked("accuracy", TEN, SAMPLE, Fraction(7, 10), JUDGE + ": printed 70.0"),
    Worked("accuracy", GROUPS, SAMPLE, Fraction(3, 4), "peers.md, 3.2: inspect, grouped(samples)"),
    Worked(
        "accuracy",
        GROUPS,
        Options(keys=("subject", "sample")),
        HALF,
        "peers.md, 3.2: inspect, grouped(groups)",
    ),
    Worked("accuracy", TRAP, SAMPLE, Fraction(2, 3), HAND),
    # no answer: an error, or nothing at all
    Worked(
        "accuracy",
        (*pairs(("t", "t")), Case((("t", 0, 0, 1),), answered=False)),
        SAMPLE,
        HALF,
        HAND,
    ),
    Worked(
        "accuracy",
        (*pairs(("t", "t")), Case((("t", 0, 0, 1),), answered=False)),
        Options(missing="skip"),
        Fraction(1),
        HAND,
    ),
)


@dataclass(frozen=True)
class WorkedTotal:
    """What a total must give for some cases."""

    of: str
    cases: tuple[Case, ...]
    only: str | None
    expected: Fraction
    source: str


TOTALS = (
    WorkedTotal("hits", COT, None, Fraction(9, 5), SEED + ": 1.80"),  # .85 + .95
    WorkedTotal("hits", IO, None, Fraction(9, 5), SEED + ": 1.80"),
    WorkedTotal("predicted", COT, None, Fraction(4), SEED + ": 4"),
    WorkedTotal("predicted", IO, None, Fraction(7), SEED + ": 7"),
    WorkedTotal("gold", IO, None, Fraction(3), SEED + ": 3"),
    WorkedTotal("fp", IO, None, Fraction(26, 5), HAND),  # 7 - 1.8
    WorkedTotal("fn", IO, None, Fraction(6, 5), HAND),  # 3 - 1.8
    WorkedTotal("tn", IO, None, Fraction(1), HAND),
    WorkedTotal("tn", COT, None, Fraction(2), HAND),
    WorkedTotal("samples", IO, None, Fraction(6), SEED),
    WorkedTotal("hits", TEN, "yes", Fraction(2), JUDGE + ": TP"),
    WorkedTotal("fp", TEN, "yes", Fraction(2), JUDGE + ": FP"),
    WorkedTotal("fn", TEN, "yes", Fraction(1), JUDGE + ": FN"),
    WorkedTotal("tn", TEN, "yes", Fraction(5), JUDGE + ": TN"),
    WorkedTotal(
        "fp",
        (Case((("LOC", 148, 189, 177), ("PER", 139, 211, 183))),),
        "LOC",
        Fraction(41),
        HIPE + ": LOC, FP",
    ),
)


@dataclass(frozen=True)
class WorkedColumn:
    """What a column must give."""

    amounts: tuple[Fraction, ...]
    statistic: str
    expected: Fraction | None
    source: str


COSTS = tuple(
    Fraction(text)
    for text in ("0.0008065", "0.001389", "0.001368", "0.0011545", "0.00086", "0.000872")
)

COLUMNS = (
    # .0008065 + .001389 + .001368 + .0011545 + .00086 + .000872 = .00645, a tie printed 0.0065
    WorkedColumn(COSTS, "sum", Fraction("0.00645"), SEED + ": $0.0065"),
    WorkedColumn(COSTS, "mean", Fraction("0.001075"), HAND),  # .00645 / 6
    WorkedColumn((Fraction("0.1"), Fraction("0.2")), "sum", Fraction("0.3"), HAND),
    WorkedColumn((), "sum", None, HAND),
    WorkedColumn((), "mean", None, HAND),
)
