"""Worked examples of matching and of text: lists, what is similar, and the hits."""

from dataclasses import dataclass
from fractions import Fraction

HAND = "hand work"


@dataclass(frozen=True)
class WorkedMatch:
    """The hits of two lists; `similarity` says what (predicted, gold) is worth."""

    match: str
    gold: tuple[str, ...]
    predicted: tuple[str, ...]
    similarity: dict[tuple[str, str], Fraction]
    credit: str
    expected: tuple[Fraction, int, int]
    source: str


def table(**values: str) -> dict[tuple[str, str], Fraction]:
    """Read `px="0.9"` as: prediction p and gold x are 0.9 similar."""
    return {(names[0], names[1]): Fraction(value) for names, value in values.items()}


CROSSED = table(ax="0.9", ay="0.8", bx="0.85")
LIST = "graph-of-thoughts f3450a5, table 5-2, DeepSeek IO, document 1: 0.85"

MATCHES = (
    # [q, q] against [q]: the copied 20-line function gives R = 2 and F = 4/3
    WorkedMatch("set", ("q",), ("q", "q"), {}, "exact", (Fraction(1), 1, 1), "peers.md, 3.1, D3"),
    WorkedMatch(
        "multiset", ("q",), ("q", "q"), {}, "exact", (Fraction(1), 2, 1), "peers.md, 3.1, D3"
    ),
    WorkedMatch("multiset", ("q", "q"), ("q", "r"), {}, "exact", (Fraction(1), 2, 2), HAND),
    WorkedMatch("set", ("q", "q"), ("q", "r"), {}, "exact", (Fraction(1), 2, 1), HAND),
    WorkedMatch(
        "greedy", ("x",), ("a", "b"), table(ax="0.85"), "similarity", (Fraction(17, 20), 2, 1), LIST
    ),
    # a takes x (0.9 > 0.8), b finds nothing; the best alignment is a-y, b-x: 0.8 + 0.85
    WorkedMatch(
        "greedy", ("x", "y"), ("a", "b"), CROSSED, "similarity", (Fraction("0.9"), 2, 2), HAND
    ),
    WorkedMatch(
        "optimal", ("x", "y"), ("a", "b"), CROSSED, "similarity", (Fraction("1.65"), 2, 2), HAND
    ),
    # the other way round b takes x first, and a is left with y
    WorkedMatch(
        "greedy", ("x", "y"), ("b", "a"), CROSSED, "similarity", (Fraction("1.65"), 2, 2), HAND
    ),
    # exactly the threshold is not above it
    WorkedMatch("greedy", ("x",), ("a",), table(ax="0.7"), "similarity", (Fraction(0), 1, 1), HAND),
    WorkedMatch(
        "optimal", ("x",), ("a",), table(ax="0.7"), "similarity", (Fraction(0), 1, 1), HAND
    ),
    # x with x comes first although y would be nearer; then y-z
    WorkedMatch(
        "greedy",
        ("x", "z"),
        ("y", "x"),
        table(yx="0.9", yz="0.8"),
        "similarity",
        (Fraction("1.8"), 2, 2),
        HAND,
    ),
    WorkedMatch(
        "greedy",
        ("x", "z"),
        ("y", "x"),
        table(yx="0.9", yz="0.8"),
        "exact",
        (Fraction(1), 2, 2),
        HAND,
    ),
    WorkedMatch(
        "greedy",
        ("x", "z"),
        ("y", "x"),
        table(yx="0.9", yz="0.8"),
        "fuzzy",
        (Fraction("0.8"), 2, 2),
        HAND,
    ),
    WorkedMatch(
        "greedy",
        ("x", "z"),
        ("y", "x"),
        table(yx="0.9", yz="0.8"),
        "binary",
        (Fraction(2), 2, 2),
        HAND,
    ),
    # the best alignment may give up an exact pair: 0.9 + 0.95 > 1
    WorkedMatch(
        "optimal",
        ("a", "c"),
        ("a", "b"),
        table(ba="0.9", ac="0.95"),
        "similarity",
        (Fraction("1.85"), 2, 2),
        HAND,
    ),
)

TEXTS = (  # text, steps, normal form
    ("Cafe\u0301", ("nfc",), "Caf\u00e9"),
    ("\uff21\u2460", ("nfkc",), "A1"),
    ("STRASSE \u00df", ("lower",), "strasse \u00df"),
    ("STRASSE \u00df", ("casefold",), "strasse ss"),
    ("\u3000 a b\n", ("trim",), "a b"),
    (" a \t b ", ("squeeze",), " a b "),
    (" a \t b ", ("squeeze", "trim"), "a b"),
    ("\u6c47\u7387\uff08a\uff09[b](c)", ("brackets",), "\u6c47\u7387"),
    ("Don't, \u300cstop\u300d + $1", ("punctuation",), "Dont stop + $1"),
    ("the cat and a theatre", ("articles", "squeeze", "trim"), "cat and theatre"),
    ("The  Cat!", ("lower", "punctuation", "articles", "squeeze", "trim"), "cat"),
)
