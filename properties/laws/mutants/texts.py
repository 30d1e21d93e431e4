"""Scores of texts that are right, by words and in exact numbers.

Scores of texts that are wrong on purpose, each with the claims that it breaks."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, zip_longest

from measurand.laws.kinds.subject import EXACT, Subject
from measurand.laws.kinds.texts import (
    BAG,
    EMPTY_ONE,
    EMPTY_ZERO,
    ERROR,
    LENGTHS,
    MEAN,
    MONOTONE,
    MULTISET,
    OVERLAP,
    PERCENT,
    PRECISE,
    REPLICATED,
    SET,
    SHORT,
    SYMMETRIC,
    TEXT_SCORE,
    UNCASED,
    UNDEFINED,
    UNICODE,
    UNMARKED,
    WORDS,
    Texts,
    TextScore,
)
from properties.laws.adequacy import Mutants, Wrong

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


Score = Callable[[Texts, Texts], object]
PLAIN = EVERY | {MEAN, EMPTY_ONE}
_turns = count()


def _always(_references: Texts, _hypotheses: Texts) -> int:
    return 1


def _nothing(_references: Texts, _hypotheses: Texts) -> int:
    return 0


def _divides(references: Texts, hypotheses: Texts) -> Fraction:
    hits, gold, found = pooled(references, hypotheses)
    return Fraction(2 * hits, gold + found)


def _other_every_time(references: Texts, hypotheses: Texts) -> float:
    jitter = 1 - next(_turns) % 7 / 1000
    return jitter * float(f_of(pooled(references, hypotheses)))


def _sorts(references: Texts, hypotheses: Texts) -> Fraction:
    score = f_of(pooled(references, hypotheses))
    if isinstance(hypotheses, list):
        hypotheses.sort()
    return score


def _geometric(references: Texts, hypotheses: Texts) -> float:
    hits, gold, found = pooled(references, hypotheses)
    if not hits:
        return 0.0
    return math.exp((math.log(100 * hits / gold) + 3 * math.log(100 * hits / found)) / 4)


def _counts_all(reference: str, hypothesis: str) -> Fraction:
    gold, found = reference.split(), hypothesis.split()
    if not gold:
        return Fraction(not found)
    return Fraction(sum(word in gold for word in found), len(gold))


def _repetition(reference: str, hypothesis: str) -> Fraction:
    gold, found = set(reference.split()), hypothesis.split()
    hits = sum(word in gold for word in found)
    return f_of((hits, hits + len(gold.difference(found)), len(found)))


def _latin(text: str) -> str:
    return re.sub("[^a-zA-Z0-9]", " ", text)


def _latin_zero(reference: str, hypothesis: str) -> Fraction:
    return f_of(shared(_latin(reference), _latin(hypothesis)), empty=0)


def _latin_one(reference: str, hypothesis: str) -> Fraction:
    return f_of(shared(_latin(reference), _latin(hypothesis)))


def _empty_is_zero(reference: str, hypothesis: str) -> Fraction:
    return f_of(shared(reference, hypothesis), empty=0)


def _smoothed(references: Texts, hypotheses: Texts) -> Fraction:
    hits, gold, found = pooled(references, hypotheses)
    return Fraction(2 * hits + 2, gold + found + 2)


def _precision(references: Texts, hypotheses: Texts) -> Fraction:
    hits, gold, found = pooled(references, hypotheses)
    return Fraction(hits, found) if found else Fraction(not gold)


def _last(references: Texts, hypotheses: Texts) -> Fraction:
    return f_of(shared(references[-1], hypotheses[-1]))


def _best(references: Texts, hypotheses: Texts) -> Fraction:
    return max(f_of(shared(a, b)) for a, b in paired(references, hypotheses))


def _dusty(references: Texts, hypotheses: Texts) -> float:
    scores = [float(f_of(shared(a, b))) / 3 for a, b in paired(references, hypotheses)]
    total = 0.0
    for score in scores:
        total += score
    return min(1.0, total / len(scores) * 3)


def _pooled_as_mean(references: Texts, hypotheses: Texts) -> Fraction:
    return f_of(pooled(references, hypotheses))


def _by_blanks(reference: str, hypothesis: str) -> Fraction:
    gold, found = reference.split(" "), hypothesis.split(" ")
    return f_of((in_common(gold, found), len(gold), len(found)))


def _pairs_of_words(reference: str, hypothesis: str) -> Fraction:
    gold, found = ([*zip(t.split(), t.split()[1:], strict=False)] for t in (reference, hypothesis))
    left, hits = list(gold), 0
    for pair in found:
        if pair in left:
            left.remove(pair)
            hits += 1
    empty = int(not reference.split() and not hypothesis.split())
    return f_of((hits, len(gold), len(found)), empty)


def _no_articles(reference: str, hypothesis: str) -> Fraction:
    if not reference and not hypothesis:
        return Fraction(1)
    kept = [" ".join(w for w in t.split() if w != "a") for t in (reference, hypothesis)]
    return f_of(shared(kept[0], kept[1]), empty=0)


def _with_length(reference: str, hypothesis: str) -> Fraction:
    gold, found = len(reference.split()), len(hypothesis.split())
    if not gold or not found:
        return Fraction(gold == found)
    return f_of(shared(reference, hypothesis)) * min(Fraction(1), Fraction(found, gold)) ** 3


def _imperfect(references: Texts, hypotheses: Texts) -> Fraction:
    scores = [f_of(shared(a, b)) for a, b in paired(references, hypotheses)]
    left = [score for score in scores if score < 1] or [Fraction(1)]
    return sum(left, Fraction(0)) / len(left)


def _shortest(references: Texts, hypotheses: Texts) -> Fraction:
    pairs = list(zip(references, hypotheses, strict=False))
    scores = [f_of(shared(a, b)) for a, b in pairs]
    return sum(scores, Fraction(0)) / len(scores)


def _padded(references: Texts, hypotheses: Texts) -> Fraction:
    pairs = list(zip_longest(references, hypotheses, fillvalue=""))
    return sum((f_of(shared(a, b)) for a, b in pairs), Fraction(0)) / len(pairs)


def _accuracy(references: Texts, hypotheses: Texts) -> Fraction:
    return 1 - Fraction(min(1, word_errors(references, hypotheses) or 0))


def _capped(references: Texts, hypotheses: Texts) -> Fraction:
    one = mean_of(
        lambda a, b: 1 - Fraction(edits(a.split(), b.split()), max(1, len(a.split()))),
        references,
        hypotheses,
    )
    return one * 100


def _f1(reference: str, hypothesis: str) -> Fraction:
    return f_of(shared(reference, hypothesis))


def _lower_f1(reference: str, hypothesis: str) -> Fraction:
    return _f1(reference.lower(), hypothesis.lower())


def _mean(one: One) -> Score:
    return lambda references, hypotheses: mean_of(one, references, hypotheses)


def _wrong(name: str, says: str, function: Score, *claims: str) -> Wrong[[Texts, Texts]]:
    return Wrong(name, says, Subject(name, function, frozenset(claims)))


WRONG_TEXTS: tuple[Wrong[[Texts, Texts]], ...] = (
    _wrong("always-best", "1 for every text", _always, OVERLAP),
    _wrong("always-worst", "0 for every text", _nothing),
    _wrong("zero-division", "no text has words: it raises", _divides, *EVERY),
    _wrong("jitter", "another answer every time", _other_every_time, OVERLAP),
    _wrong("sorts", "it sorts the list that it was given", _sorts, *EVERY, EMPTY_ONE, EXACT),
    _wrong("dust", "exp and log leave 100.00000000000004 percent", _geometric, PERCENT),
    _wrong("unclipped-recall", "every repetition is found again", _mean(_counts_all), *PLAIN),
    _wrong("unclipped", "every repetition counts as a hit", _mean(_repetition), *PLAIN, MULTISET),
    _wrong("ascii", "it reads a to z", _mean(_latin_zero), *(PLAIN - {EMPTY_ONE}), EMPTY_ZERO),
    _wrong("ascii-empty", "what it does not read is as nothing: 1", _mean(_latin_one), *PLAIN),
    _wrong("empty-0", "nothing against nothing is 0, not 1", _mean(_empty_is_zero), *PLAIN),
    _wrong("empty-1", "nothing against nothing is 1, not 0", _mean(_f1), EMPTY_ZERO, *EVERY, MEAN),
    _wrong("precision", "what is not found is free", _precision, SYMMETRIC, OVERLAP, SHORT),
    _wrong("last-only", "the last pair stands for all", _last, OVERLAP, SHORT, PRECISE),
    _wrong("dusty-sum", "floats summed in the order of pairs", _dusty, *BY_PAIR),
    _wrong("smoothed", "1 is added to hits and totals", _smoothed, REPLICATED, SHORT, UNICODE),
    _wrong("pooled", "counts are pooled, not scores averaged", _pooled_as_mean, *PLAIN, BAG),
    _wrong("best-for-mean", "the best pair stands for all", _best, MEAN, REPLICATED, SHORT),
    _wrong("by-blanks", "texts are cut at single blanks", _mean(_by_blanks), WORDS, MEAN, SHORT),
    _wrong("subsequence", "words must come in order", _mean(lcs_f), *BY_PAIR, BAG),
    _wrong("word-pairs", "a text of one word has no pair", _mean(_pairs_of_words), *PLAIN),
    _wrong("articles", "what is left after articles is empty: 0", _mean(_no_articles), *PLAIN),
    _wrong("repetition", "words are counted, not seen once", _mean(_f1), *BY_PAIR, BAG, SET),
    _wrong("brevity", "a longer text is punished less", _mean(_with_length), *PLAIN),
    _wrong(
        "imperfect",
        "perfect pairs are left out as too easy",
        _imperfect,
        MONOTONE,
        REPLICATED,
        SHORT,
    ),
    _wrong("shortest", "what has no partner is dropped", _shortest, *PLAIN, BAG, MULTISET),
    _wrong("padded", "what has no partner meets an empty text", _padded, *PLAIN, BAG, MULTISET),
    _wrong("accuracy", "1 - errors, called errors", _accuracy, ERROR),
    _wrong("below-zero", "1 - errors / words, without an end", _capped, PERCENT, WORDS),
    _wrong("share-as-percent", "1 and not 100 for the best", _mean(_f1), PERCENT, WORDS),
    _wrong("cased", "small and capital letters differ", _mean(_f1), *BY_PAIR, UNCASED),
    _wrong("marked", "a comma sticks to its word", _mean(_lower_f1), *BY_PAIR, UNCASED, UNMARKED),
)

TEXT_SCORE_MUTANTS = Mutants(kind=TEXT_SCORE.name, right=RIGHT_TEXTS, wrong=WRONG_TEXTS)
