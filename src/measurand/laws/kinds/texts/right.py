"""Scores of texts that are right, by words and in exact numbers."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from measurand.laws.kinds.subject import EXACT, Subject
from measurand.laws.kinds.texts.cases import (
    EMPTY_ONE,
    EMPTY_ZERO,
    ERROR,
    LENGTHS,
    MEAN,
    MONOTONE,
    OVERLAP,
    PERCENT,
    REPLICATED,
    SHORT,
    SYMMETRIC,
    UNDEFINED,
    UNICODE,
    WORDS,
    Texts,
    TextScore,
)
from measurand.laws.kinds.texts.words import (
    BAG,
    MULTISET,
    PRECISE,
    SET,
    UNCASED,
    UNMARKED,
)

Counts = tuple[int, int, int]
One = Callable[[str, str], Fraction]


def paired(references: Texts, hypotheses: Texts) -> list[tuple[str, str]]:
    """Pair references with hypotheses.

    >>> paired(["a"], ["b"])
    [('a', 'b')]

    Raises ValueError where there are not as many.
    """
    return list(zip(references, hypotheses, strict=True))


def shared(reference: str, hypothesis: str) -> Counts:
    """Count the words that two texts share, and those of each.

    >>> shared("a b", "a a")
    (1, 2, 2)
    """
    gold, found = Counter(reference.split()), Counter(hypothesis.split())
    return (gold & found).total(), gold.total(), found.total()


def f_of(counts: Counts, empty: int = 1) -> Fraction:
    """Give 2 shared / (gold + found); `empty` where both are 0.

    >>> f_of((1, 2, 2)), f_of((0, 0, 0))
    (Fraction(1, 2), Fraction(1, 1))
    """
    hits, gold, found = counts
    return Fraction(2 * hits, gold + found) if gold + found else Fraction(empty)


def mean_of(one: One, references: Texts, hypotheses: Texts) -> Fraction:
    """Give the mean of what each pair scores.

    >>> mean_of(lambda a, b: Fraction(a == b), ["a", "b"], ["a", "a"])
    Fraction(1, 2)
    """
    scores = [one(a, b) for a, b in paired(references, hypotheses)]
    return sum(scores, Fraction(0)) / len(scores)


def pooled(references: Texts, hypotheses: Texts) -> Counts:
    """Count shared words over a whole corpus.

    >>> pooled(["a b", "c"], ["a", "c c"])
    (2, 3, 3)
    """
    counts = [shared(a, b) for a, b in paired(references, hypotheses)]
    return (sum(c[0] for c in counts), sum(c[1] for c in counts), sum(c[2] for c in counts))


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Give the length of the longest subsequence that both have.

    >>> in_common("abcb", "bacb")
    3
    """
    row = [0] * (len(other) + 1)
    for item in one:
        last = row
        row = [0]
        for j, there in enumerate(other):
            row.append(last[j] + 1 if item == there else max(last[j + 1], row[j]))
    return row[-1]


def lcs_f(reference: str, hypothesis: str) -> Fraction:
    """Give F of the longest common subsequence of words.

    >>> lcs_f("a b", "b a")
    Fraction(1, 2)
    """
    gold, found = reference.split(), hypothesis.split()
    return f_of((in_common(gold, found), len(gold), len(found)))


def jaccard(reference: str, hypothesis: str) -> Fraction:
    """Give the share of the words of either that both have.

    >>> jaccard("a b", "b b c")
    Fraction(1, 3)
    """
    gold, found = set(reference.split()), set(hypothesis.split())
    return Fraction(len(gold & found), len(gold | found)) if gold | found else Fraction(1)


def read_loosely(text: str) -> str:
    """Give a text in small letters and without commas.

    >>> read_loosely("The cat, a")
    'the cat a'
    """
    return text.lower().replace(",", "")


def exact_match(reference: str, hypothesis: str) -> Fraction:
    """Give 1 where two texts have the same words, whatever their case and commas; else 0.

    >>> exact_match("The cat", "the cat,")
    Fraction(1, 1)
    """
    return Fraction(read_loosely(reference).split() == read_loosely(hypothesis).split())


def edits(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the insertions, deletions and exchanges from one sequence to another (Levenshtein).

    >>> edits("cat", "at"), edits("cat", "cut")
    (1, 1)
    """
    row = list(range(len(other) + 1))
    for i, item in enumerate(one, start=1):
        last = row
        row = [i]
        for j, there in enumerate(other):
            row.append(min(last[j] + (item != there), last[j + 1] + 1, row[j] + 1))
    return row[-1]


def word_errors(references: Texts, hypotheses: Texts) -> Fraction | None:
    """Give the edits of words over the words of the references; None where they have none.

    >>> word_errors(["a b"], ["a c d"])
    Fraction(1, 1)
    """
    pairs = paired([*references], [*hypotheses])
    words = sum(len(reference.split()) for reference in references)
    wrong = sum(edits(reference.split(), hypothesis.split()) for reference, hypothesis in pairs)
    return Fraction(wrong, words) if words else None


def _letters_percent(references: Texts, hypotheses: Texts) -> float:
    spaced = [(" ".join(a), " ".join(b)) for a, b in paired(references, hypotheses)]
    return 100 * float(f_of(pooled([a for a, _ in spaced], [b for _, b in spaced]), empty=0))


EVERY = frozenset({OVERLAP, SHORT, UNICODE, LENGTHS, REPLICATED, WORDS, PRECISE, MONOTONE})
BY_PAIR = EVERY | {MEAN, EXACT, EMPTY_ONE, SYMMETRIC}
LOOSE = frozenset({UNCASED, UNMARKED})

RIGHT_TEXTS: tuple[TextScore, ...] = (
    Subject(
        "word_f1",
        lambda references, hypotheses: mean_of(
            lambda a, b: f_of(shared(a, b)), references, hypotheses
        ),
        BY_PAIR | {BAG, MULTISET},
    ),
    Subject(
        "pooled_f1",
        lambda references, hypotheses: f_of(pooled(references, hypotheses)),
        EVERY | {SYMMETRIC, EMPTY_ONE, BAG, MULTISET, EXACT},
    ),
    Subject(
        "lcs_f", lambda references, hypotheses: mean_of(lcs_f, references, hypotheses), BY_PAIR
    ),
    Subject(
        "jaccard",
        lambda references, hypotheses: mean_of(jaccard, references, hypotheses),
        BY_PAIR | {BAG, SET},
    ),
    Subject(
        "exact_match",
        lambda references, hypotheses: mean_of(exact_match, references, hypotheses),
        BY_PAIR | LOOSE,
    ),
    Subject(
        "word_errors",
        word_errors,
        {ERROR, UNDEFINED, SHORT, UNICODE, LENGTHS, REPLICATED, WORDS, EXACT, MONOTONE},
    ),
    Subject(
        "letters_percent",
        _letters_percent,
        EVERY - {MONOTONE} | {PERCENT, EMPTY_ZERO, SYMMETRIC, BAG},
    ),
)
