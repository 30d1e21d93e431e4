"""Worked examples of P, R, F and Jaccard: tallies, options, the number, and where it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from properties.oracles.units import DROP, Case, Options

HAND = "hand work"
SEED = "seed document 003, the table of DeepSeek CoT and DeepSeek IO"
PEERS = "shared/research/peers.md, 3.2"
HIPE = "HIPE-2022-eval d67feff, sonar-de, team4_bundle4_sonar_de_1, micro-fuzzy"
JUDGE = "graph-of-thoughts f3450a5, table 5-3, EIF judge, qwen3-30b IO"


@dataclass(frozen=True)
class Worked:
    """What a metric must give for some cases; the expected None is undefined."""

    metric: str
    cases: tuple[Case, ...]
    options: Options
    expected: Fraction | None
    source: str


def plain(*tallies: tuple[Fraction | int, int, int]) -> tuple[Case, ...]:
    """Make one case without classes from each (hits, predicted, gold)."""
    return tuple(Case(rows=(("", h, p, g),)) for h, p, g in tallies)


def pairs(*labels: tuple[str, str]) -> tuple[Case, ...]:
    """Make one case from each (gold class, predicted class)."""
    return tuple(
        Case(rows=((gold, 1, 1, 1),))
        if gold == predicted
        else Case(rows=((gold, 0, 0, 1), (predicted, 0, 1, 0)))
        for gold, predicted in labels
    )


def grouped(groups: Mapping[str, str], *cases: Case) -> tuple[Case, ...]:
    """Put cases into groups."""
    return tuple(Case(case.rows, case.weight, groups, case.answered) for case in cases)


# M, |S| and |G| of the six documents; a document with both empty counts 1 for P, R and F.
COT = plain(
    (Fraction(17, 20), 1, 1), (Fraction(19, 20), 1, 1), (0, 0, 0), (0, 1, 1), (0, 0, 0), (0, 1, 0)
)
IO = plain(
    (Fraction(17, 20), 2, 1), (Fraction(19, 20), 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0), (0, 3, 0)
)
TRAP = pairs(("0", "0"), ("0", "1"), ("1", "1"))
LOPSIDED = pairs(("0", "0"), ("0", "1"))
MISSED = pairs(("0", "0"), ("1", "0"))
WRONG = pairs(("0", "1"))
DICE = plain((4, 4, 4), (0, 4, 0))  # a perfect scan and a painted empty one
MIXED = plain((1, 1, 2), (0, 0, 0), (0, 0, 3), (1, 1, 1))
NESTED = (
    *grouped({"run": "a"}, *plain((1, 1, 1), (1, 2, 1))),
    *grouped({"run": "b"}, *plain((0, 1, 1))),
)
HEAVY = (Case((("", 1, 1, 1),), Fraction(3)), Case((("", 0, 1, 1),)))
ENTITIES = (Case((("ALL", 338, 338 + 166, 338 + 133),)),)
YES = (Case((("yes", 2, 4, 3), ("no", 5, 6, 7))),)  # TP 2, FP 2, FN 1, TN 5 of ten

MICRO = Options(average="micro")
SAMPLE = Options()
HARMONIC = Options(aggregate="harmonic")
CLASS = Options(keys=("class",))

PRECISION = (
    # (.85 + .95 + 1 + 0 + 1 + 0) / 6 = 3.8 / 6, printed 63.3
    Worked("precision", COT, SAMPLE, Fraction(19, 30), SEED),
    # (.425 + .95 + 0 + 0 + 1 + 0) / 6 = 2.375 / 6, printed 39.6
    Worked("precision", IO, SAMPLE, Fraction(19, 48), SEED),
    Worked("precision", IO, MICRO, Fraction(9, 35), SEED + ": section 4.2, 1.80 / 7"),
    Worked("precision", ENTITIES, MICRO, Fraction(338, 504), HIPE + ": printed 0.671"),
    Worked("precision", YES, Options(average="micro", only="yes"), Fraction(1, 2), JUDGE),
    Worked("precision", TRAP, CLASS, Fraction(3, 4), PEERS),  # (1/1 + 1/2) / 2
    # zero_division=1: class 0 has no prediction, class 1 a wrong one: (1 + 0) / 2
    Worked(
        "precision",
        WRONG,
        Options(keys=("class",), pred_empty=(1, 0), gold_empty=(0, 1)),
        Fraction(1, 2),
        PEERS,
    ),
    # 1/1, skipped, skipped, 1/1
    Worked("precision", MIXED, Options(both_empty=DROP, pred_empty=(None, 0)), Fraction(1), HAND),
    Worked("precision", plain((0, 0, 2)), Options(pred_empty=DROP), None, HAND),
    Worked(
        "precision", plain((0, 0, 2)), Options(pred_empty=DROP, undefined="zero"), Fraction(0), HAND
    ),
    Worked("precision", HEAVY, SAMPLE, Fraction(3, 4), HAND),  # (3 * 1 + 1 * 0) / 4
    # ((1/1 + 1/2) / 2 + 0/1) / 2, against (1 + 1/2 + 0) / 3 over the samples at once
    Worked("precision", NESTED, Options(keys=("run", "sample")), Fraction(3, 8), HAND),
    Worked("precision", NESTED, SAMPLE, Fraction(1, 2), HAND),
    Worked("precision", NESTED, Options(keys=("run",)), Fraction(1, 3), HAND),  # (2/3 + 0/1) / 2
)

RECALL = (
    Worked("recall", COT, SAMPLE, Fraction(19, 30), SEED),  # 3.8 / 6, printed 63.3
    Worked("recall", IO, SAMPLE, Fraction(7, 15), SEED),  # (.85 + .95 + 1) / 6, printed 46.7
    Worked("recall", IO, MICRO, Fraction(3, 5), SEED + ": section 4.2, 1.80 / 3"),
    Worked("recall", ENTITIES, MICRO, Fraction(338, 471), HIPE + ": printed 0.718"),
    Worked("recall", YES, Options(average="micro", only="yes"), Fraction(2, 3), JUDGE),
    Worked("recall", TRAP, CLASS, Fraction(3, 4), PEERS),  # (1/2 + 1/1) / 2
    Worked(
        "recall",
        WRONG,
        Options(keys=("class",), pred_empty=(1, 0), gold_empty=(0, 1)),
        Fraction(1, 2),
        PEERS,
    ),
    # 1/2, skipped, 0, 1
    Worked("recall", MIXED, Options(both_empty=DROP, pred_empty=(None, 0)), Fraction(1, 2), HAND),
    # 1/2, 1, 0, 1 have mean 5/8; squares 1/64 + 9/64 + 25/64 + 9/64 = 44/64, by 4 and by 3
    Worked("recall", MIXED, Options(statistic="variance_population"), Fraction(11, 64), HAND),
    Worked("recall", MIXED, Options(statistic="variance_sample"), Fraction(11, 48), HAND),
    # an unanswered sample is left out, or missed altogether
    Worked(
        "recall",
        (*plain((1, 1, 1)), Case((("", 0, 0, 1),), answered=False)),
        Options(missing="skip"),
        Fraction(1),
        HAND,
    ),
    Worked(
        "recall",
        (*plain((1, 1, 1)), Case((("", 0, 0, 1),), answered=False)),
        Options(missing="empty"),
        Fraction(1, 2),
        HAND,
    ),
)

F = (
    Worked("f", COT, HARMONIC, Fraction(19, 30), SEED),  # P = R, printed 63.3
    # 2 * 19/48 * 7/15 / (19/48 + 7/15) = 266/720 / (207/240) = 266/621 = .42834, printed 42.8
    Worked("f", IO, HARMONIC, Fraction(266, 621), SEED),
    # (2 * .85 / 3 + .95 + 1) / 6 = (17/30 + 39/20) / 6 = .41944: not what was printed
    Worked("f", IO, SAMPLE, Fraction(151, 360), "spec/publication.md, 1: 41.944"),
    Worked("f", IO, MICRO, Fraction(9, 25), "spec/publication.md, 1: 36.0"),  # 3.6 / 10
    Worked("f", ENTITIES, MICRO, Fraction(676, 975), HIPE + ": printed 0.693"),
    Worked("f", YES, Options(average="micro", only="yes"), Fraction(4, 7), JUDGE + ": 57.1"),
    Worked("f", TRAP, CLASS, Fraction(2, 3), PEERS),  # 2/3 twice, below P = R = 3/4
    Worked("f", TRAP, Options(keys=("class",), aggregate="harmonic"), Fraction(3, 4), PEERS),
    # class 0: g 2, p 1, F 2/3; class 1: g 0; by gold: 2 * 2/3 / 2
    Worked("f", LOPSIDED, Options(average="weighted", keys=("class",)), Fraction(2, 3), PEERS),
    # swapped: class 0: g 1, p 2, F 2/3; class 1: g 1, p 0, F 0; by gold: 2/3 / 2
    Worked("f", MISSED, Options(average="weighted", keys=("class",)), Fraction(1, 3), PEERS),
    Worked(
        "f",
        WRONG,
        Options(keys=("class",), pred_empty=(1, 0), gold_empty=(0, 1)),
        Fraction(0),
        PEERS,
    ),
    # one perfect item among four declared classes
    Worked(
        "f",
        pairs(("a", "a")),
        Options(keys=("class",), over=("a", "b", "c", "d"), both_empty=(0, 0)),
        Fraction(1, 4),
        PEERS,
    ),
    Worked("f", DICE, Options(gold_empty=DROP), Fraction(1), "peers.md, 3.1, D27"),
    Worked("f", DICE, SAMPLE, Fraction(1, 2), "peers.md, 3.1, D27"),
    Worked("f", plain((0, 0, 0)), SAMPLE, Fraction(1), "peers.md, 3.1, D24: SQuAD v2"),
    Worked(
        "f",
        plain((0, 0, 0)),
        Options(both_empty=(0, 0)),
        Fraction(0),
        "peers.md, 3.1, D24: SQuAD v1",
    ),
    # P 1/2, R 1: beta 2: 5 * 1 / (4 * 1 + 2); beta 1/2: 5/4 * 1 / (1/4 * 1 + 2)
    Worked("f", plain((1, 2, 1)), Options(beta=Fraction(2)), Fraction(5, 6), HAND),
    Worked("f", plain((1, 2, 1)), Options(beta=Fraction(1, 2)), Fraction(5, 9), HAND),
)

JACCARD = (
    Worked("jaccard", plain((1, 2, 2)), SAMPLE, Fraction(1, 3), HAND),  # 1 of 3 distinct
    Worked("jaccard", TRAP, MICRO, Fraction(1, 2), HAND),  # 2 / (3 + 3 - 2)
    Worked("jaccard", TRAP, CLASS, Fraction(1, 2), HAND),  # 1/2 twice
    Worked("jaccard", plain((0, 0, 0), (1, 2, 1)), SAMPLE, Fraction(3, 4), HAND),  # (1 + 1/2) / 2
    Worked("jaccard", plain((0, 0, 0), (1, 2, 1)), Options(both_empty=DROP), Fraction(1, 2), HAND),
    Worked("jaccard", plain((0, 0, 3), (0, 3, 0)), SAMPLE, Fraction(0), HAND),
)
