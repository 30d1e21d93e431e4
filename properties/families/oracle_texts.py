"""Metrics of generated text, written from their sources on plain lists: slow and obvious.

Runs are counted by removing them from a list, subsequences and edits are found by trying all, and
chances by going through all draws. What is irrational comes with 50 digits.
"""

import string
from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product

from measurand.values.sample import Sample
from properties.oracles import squad

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


Lengths = list[Triple]
"""Of each length of runs: those that both have, those of the text, those of the reference."""


def chrf(corpus: Sequence[Sample], order: int, beta: int, words: int = 0) -> Fraction | None:
    """Compute corpus chrF, blanks dropped: of several references the best of each text counts."""
    every = [[Fraction(0)] * 3 for _ in range(order + words)]
    for text, references, weight in answered(corpus):
        ways = [lengths(text, one, order, words) for one in references]
        scores = [chrf_of(one, beta) or Fraction(0) for one in ways]
        best = ways[scores.index(max(scores))]
        for row, triple in zip(every, best, strict=True):
            for at, count in enumerate(triple):
                row[at] += weight * count
    return chrf_of(every, beta)


def lengths(text: str, reference: str, order: int, words: int) -> Lengths:
    """Count runs of characters, then of words; none of a text that has no reference to meet."""
    # A text is the sequence of its characters, as a list is of its words.
    characters: list[Words] = [list("".join(one.split())) for one in (text, reference)]
    apart: list[Words] = [marked(one) for one in (text, reference)]
    sides = [(characters, n) for n in range(1, order + 1)]
    sides += [(apart, n) for n in range(1, words + 1)]
    rows = []
    for both, n in sides:
        mine, theirs = (runs(one, n) for one in both)
        rows.append((matched(mine, theirs), len(mine) if theirs else 0, len(theirs)))
    return rows


def marked(text: str) -> list[str]:
    """Cut one ASCII mark off each word, as the script of Popovic 2017: the last, or the first."""
    cut = []
    for word in text.split():
        if len(word) == 1:
            cut += [word]
        elif word[-1] in string.punctuation:
            cut += [word[:-1], word[-1]]
        elif word[0] in string.punctuation:
            cut += [word[0], word[1:]]
        else:
            cut += [word]
    return cut


def chrf_of(rows: Sequence[Sequence[int | Fraction]], beta: int) -> Fraction | None:
    """Take F of the means of precision and recall, over the lengths that both sides have."""
    shared = [(both, mine, theirs) for both, mine, theirs in rows if mine and theirs]
    if not shared:
        return None
    nothing = Fraction(0)
    precision = sum((Fraction(both) / mine for both, mine, _ in shared), nothing) / len(shared)
    recall = sum((Fraction(both) / theirs for both, _, theirs in shared), nothing) / len(shared)
    if not precision + recall:
        return nothing
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
        for reference in references:
            one = letters(reference)
            if kind == "l":
                triples.append((common(tuple(mine), tuple(one)), len(mine), len(one)))
            elif kind == "lsum":
                triples.append((united(text, reference), len(mine), len(one)))
            else:
                n = int(kind)
                there = runs(mine, n), runs(one, n)
                triples.append((matched(*there), len(there[0]), len(there[1])))
        best = max(triples, key=lambda triple: share(triple, "f"))
        rows.append((share(best, part), weight))
    weight = sum((weight for _, weight in rows), Fraction(0))
    return sum((one * heavy for one, heavy in rows), Fraction(0)) / weight if weight else None


def united(text: str, reference: str) -> int:
    """Unite, for each line of the reference, what it has in common with each line of the text.

    Lin 2004, section 3.2. A token counts no more often than the text has it.
    """
    there: list[str] = []
    for line in map(letters, reference.split("\n")):
        places = {at for other in text.split("\n") for at in walked(line, letters(other))}
        there += [line[at] for at in places]
    return matched(letters(text), there)


def walked(line: Words, other: Words) -> list[int]:
    """Go back over two lines: a pair where the ends are equal, else where more is in common.

    Where as much is in common either way, the end of the first line goes.
    """
    if not line or not other:
        return []
    if line[-1] == other[-1]:
        return [*walked(line[:-1], other[:-1]), len(line) - 1]
    without_mine = common(tuple(line[:-1]), tuple(other))
    without_theirs = common(tuple(line), tuple(other[:-1]))
    if without_theirs > without_mine:
        return walked(line, other[:-1])
    return walked(line[:-1], other)


def answers(corpus: Sequence[Sample]) -> tuple[Fraction, Fraction] | None:
    """Give the means of F1 and exact match of SQuAD 2.0: of each answer, against its best gold.

    Rajpurkar et al. 2016, section 6.1. An answer and a gold one that say nothing are equal.
    """
    best = exact = every = Fraction(0)
    for text, references, weight in answered(corpus):
        mine = squad.tokens(text)
        rights = [squad.tokens(one) for one in references]
        scores = [
            share((matched(mine, right), len(mine), len(right)), "f")
            if mine or right
            else Fraction(1)
            for right in rights
        ]
        best += weight * max(scores)
        exact += weight * any(" ".join(mine) == " ".join(right) for right in rights)
        every += weight
    return (best / every, exact / every) if every else None


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


def distance(first: Words, second: Words) -> int:
    """Count the edits of any shortest way."""
    return min(edits for edits, _ in ways(tuple(first), tuple(second)))


def kept(first: Words, second: Words) -> int:
    """Count what stays of the first: on the shortest way that is taken, of several.

    What both begin with stays, then what both end with. Between, from the end: a deletion where it
    is on a shortest way; else an insertion where that leaves less to do than a pair; else a pair.
    """
    if not first or not second:
        return 0
    if first[0] == second[0]:
        return 1 + kept(first[1:], second[1:])
    same = 0
    while same < min(len(first), len(second)) and first[-1 - same] == second[-1 - same]:
        same += 1
    left, right = list(first[: len(first) - same]), list(second[: len(second) - same])
    while left and right:
        pair = distance(left[:-1], right[:-1])
        if distance(left[:-1], right) + 1 == distance(left, right):
            left.pop()
        elif distance(left, right[:-1]) < pair:
            right.pop()
        else:
            same += left.pop() == right.pop()
    return same


def error_rates(corpus: Sequence[Sample]) -> dict[str, Fraction | None]:
    """Compute the rates of Morris, Maier and Green 2004, equations 1, 2 and 5, of words.

    N1 are the words of references, N2 those of texts; H, S, D and I are added up.
    """
    h = errors = n1 = n2 = Fraction(0)
    for text, references, weight in answered(corpus):
        said, written = references[0].split(), text.split()
        h += weight * kept(said, written)
        errors += weight * distance(said, written)
        n1, n2 = n1 + weight * len(said), n2 + weight * len(written)
    return {
        "wer": errors / n1 if n1 else None,
        "mer": errors / (h + errors) if h + errors else None,
        "wil": 1 - h / n1 * h / n2 if n1 and n2 else None,
    }


def shifted(text: Words, reference: Words) -> int:
    """Make the best move of a run as long as one saves an edit; then count edits and moves.

    Snover et al. 2006, algorithm 1, with the rules that sacrebleu has for it: for texts of at most
    25 words, where its band is no bound, and of fewer than a thousand moves.
    """
    least = levenshtein(text, reference)
    best = max(moves(text, reference), default=(0, ()))
    if best[0] <= 0:
        return least
    return 1 + shifted(best[-1], reference)


def levenshtein(first: Words, second: Words) -> int:
    """Fill the table of Wagner and Fischer 1974."""
    row = list(range(len(second) + 1))
    for at, one in enumerate(first, 1):
        above, row = row, [at]
        for to, other in enumerate(second, 1):
            row.append(min(above[to] + 1, row[-1] + 1, above[to - 1] + (one != other)))
    return row[-1]


def moves(text: Words, reference: Words) -> Iterator[tuple[int, int, int, int, Words]]:
    """List moves that may be made: how many edits one saves, its run, and what becomes of it."""
    before, wrong, missed = aligned(text, reference)
    least = levenshtein(text, reference)
    for start, at, length in product(range(len(text)), range(len(reference)), range(1, 11)):
        run, there = text[start : start + length], reference[at : at + length]
        inside = start < before[at] <= start + length
        if len(run) < length or list(run) != list(there) or inside:
            continue
        if not any(wrong[start : start + length]) or not any(missed[at : at + length]):
            continue
        for target in [before[at - 1] if at else 0, *before[at : at + length]]:
            rest = [*text[:start], *text[start + length :]]
            # A place behind the run counts the words of the run too.
            to = target if target <= start + length else target - length
            made = [*rest[:to], *run, *rest[to:]]
            yield least - levenshtein(made, reference), length, -start, -target, made


def aligned(text: Words, reference: Words) -> tuple[list[int], list[bool], list[bool]]:
    """Go back over a shortest way: a pair where it is one, else a word of the text goes.

    How many words of the text are before each of the reference, and what is wrong of both.
    """
    i, j = len(text), len(reference)
    before, wrong, missed = [0] * j, [True] * i, [True] * j
    while i or j:
        least = levenshtein(text[:i], reference[:j])
        other = bool(i and j) and text[i - 1] != reference[j - 1]
        if i and j and levenshtein(text[: i - 1], reference[: j - 1]) + other == least:
            i, j = i - 1, j - 1
            before[j], wrong[i], missed[j] = i + 1, other, other
        elif i and levenshtein(text[: i - 1], reference[:j]) + 1 == least:
            i -= 1
        else:
            j -= 1
            before[j] = i
    return before, wrong, missed


def edit_rate(corpus: Sequence[Sample]) -> Fraction | None:
    """Compute corpus TER of words in lower case: fewest edits, by mean lengths of references."""
    top = bottom = Fraction(0)
    for text, references, weight in answered(corpus):
        mine, theirs = text.lower().split(), [one.lower().split() for one in references]
        top += weight * min(shifted(mine, one) if one else len(mine) for one in theirs)
        bottom += weight * Fraction(sum(map(len, theirs)), len(theirs))
    return top / bottom if bottom else None


def pass_at(verdicts: Sequence[bool], k: int, *, all_of: bool, replaced: bool) -> Fraction:
    """Go through all draws of k generations."""
    draws = list(product(verdicts, repeat=k) if replaced else combinations(verdicts, k))
    good = sum(all(one) if all_of else any(one) for one in draws)
    return Fraction(good, len(draws))
