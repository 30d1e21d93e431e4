"""Metrics of generated text, written from their sources on plain lists: slow and obvious.

Runs are counted by removing them from a list, subsequences and edits are found by trying all, and
chances by going through all draws. What is irrational comes with 50 digits.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product

from measurand.values.sample import Sample

Words = Sequence[str]
Triple = tuple[int, int, int]


def answered(corpus: Sequence[Sample]) -> Iterator[tuple[str, list[str], Fraction]]:
    """Give the text, the references and the weight of every sample that has them."""
    for sample in corpus:
        if sample.predicted is not None and sample.gold:
            text = str(sample.predicted[0]) if sample.predicted else ""
            yield text, [str(one) for one in sample.gold], sample.weight


def runs(tokens: Words, length: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[at : at + length]) for at in range(len(tokens) - length + 1)]


def matched(mine: Sequence[object], theirs: Sequence[object]) -> int:
    """Strike out, for each of mine, one of theirs that is equal."""
    left, found = list(theirs), 0
    for one in mine:
        if one in left:
            left.remove(one)
            found += 1
    return found


def clipped(mine: list[tuple[str, ...]], references: list[list[tuple[str, ...]]]) -> int:
    """Count each distinct run as often as the reference that has it most."""
    return sum(min(mine.count(run), max(one.count(run) for one in references)) for run in set(mine))


def bleu(corpus: Sequence[Sample], order: int, smoothing: str, orders: str) -> Decimal | None:
    """Compute corpus BLEU of words; None where no text is long enough."""
    length = wanted = Fraction(0)
    matches, totals = [Fraction(0)] * order, [Fraction(0)] * order
    for text, references, weight in answered(corpus):
        mine, theirs = text.split(), [one.split() for one in references]
        length += weight * len(mine)
        wanted += weight * min((abs(len(one) - len(mine)), len(one)) for one in theirs)[1]
        for n in range(1, order + 1):
            both = clipped(runs(mine, n), [runs(one, n) for one in theirs])
            matches[n - 1] += weight * both
            totals[n - 1] += weight * len(runs(mine, n))
    if smoothing == "add_k":
        matches[1:], totals[1:] = [n + 1 for n in matches[1:]], [n + 1 for n in totals[1:]]
    last = order if orders == "all" else sum(bool(n) for n in totals)
    if not last or not all(totals[:last]):
        return None
    if not matches[0]:
        return Decimal(0)
    every, zeroes = Fraction(1), 0
    for found, total in zip(matches[:last], totals[:last], strict=True):
        seen = found
        if not found:
            zeroes += 1
            seen = {
                "exp": Fraction(1, 2**zeroes),
                "floor": Fraction(1, 10),
                "none": Fraction(0),
                "add_k": found,
            }[smoothing]
        every *= seen / total
    if not every:
        return Decimal(0)
    with localcontext() as context:
        context.prec = 50
        mean = (Decimal(every.numerator) / Decimal(every.denominator)).ln() / last
        ratio = wanted / length
        short = min(Decimal(0), 1 - Decimal(ratio.numerator) / Decimal(ratio.denominator))
        return (mean + short).exp()


def chrf(corpus: Sequence[Sample], order: int, beta: int) -> Fraction | None:
    """Compute corpus chrF of one reference a text, blanks dropped."""
    rows = [
        ("".join(text.split()), "".join(references[0].split()), weight)
        for text, references, weight in answered(corpus)
    ]
    precisions, recalls = [], []
    for n in range(1, order + 1):
        both = mine = theirs = Fraction(0)
        for text, reference, weight in rows:
            there = len(runs(reference, n))
            both += weight * matched(runs(text, n), runs(reference, n))
            mine += weight * len(runs(text, n)) if there else 0
            theirs += weight * there
        if mine and theirs:
            precisions.append(both / mine)
            recalls.append(both / theirs)
    if not precisions:
        return None
    nothing = Fraction(0)
    precision = sum(precisions, nothing) / len(precisions)
    recall = sum(recalls, nothing) / len(recalls)
    if not precision + recall:
        return Fraction(0)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def common(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """Find the length of the longest common subsequence by trying."""

    @cache
    def found(i: int, j: int) -> int:
        if i == len(first) or j == len(second):
            return 0
        pair = 1 + found(i + 1, j + 1) if first[i] == second[j] else 0
        return max(pair, found(i + 1, j), found(i, j + 1))

    return found(0, 0)


def share(triple: Triple, part: str) -> Fraction:
    """Give F, precision or recall; 0 where it divides by 0."""
    both, mine, theirs = triple
    precision = Fraction(both, mine) if mine else Fraction(0)
    recall = Fraction(both, theirs) if theirs else Fraction(0)
    f = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return {"precision": precision, "recall": recall, "f": f}[part]


def letters(text: str) -> list[str]:
    """Cut a text as ROUGE does."""
    kept = "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789" else " " for c in text.lower())
    return kept.split()


def rouge(corpus: Sequence[Sample], kind: str, part: str) -> Fraction | None:
    """Take the mean, over samples, of the reference with the best F."""
    rows = []
    for text, references, weight in answered(corpus):
        mine = letters(text)
        triples = []
        for one in map(letters, references):
            if kind == "l":
                triples.append((common(tuple(mine), tuple(one)), len(mine), len(one)))
            else:
                n = int(kind)
                there = runs(mine, n), runs(one, n)
                triples.append((matched(*there), len(there[0]), len(there[1])))
        best = max(triples, key=lambda triple: share(triple, "f"))
        rows.append((share(best, part), weight))
    weight = sum((weight for _, weight in rows), Fraction(0))
    return sum((one * heavy for one, heavy in rows), Fraction(0)) / weight if weight else None


@lru_cache(maxsize=2**12)
def ways(first: tuple[str, ...], second: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """List what shortest ways there are: how many edits, and how many elements stay."""
    if not first or not second:
        return frozenset({(len(first) + len(second), 0)})
    found = {
        *((edits + 1, hits) for edits, hits in ways(first[1:], second)),
        *((edits + 1, hits) for edits, hits in ways(first, second[1:])),
    }
    same = first[0] == second[0]
    found |= {(edits + (not same), hits + same) for edits, hits in ways(first[1:], second[1:])}
    least = min(edits for edits, _ in found)
    return frozenset(one for one in found if one[0] == least)


def pass_at(verdicts: Sequence[bool], k: int, *, all_of: bool, replaced: bool) -> Fraction:
    """Go through all draws of k generations."""
    draws = list(product(verdicts, repeat=k) if replaced else combinations(verdicts, k))
    good = sum(all(one) if all_of else any(one) for one in draws)
    return Fraction(good, len(draws))
