"""What metrics of many classes are, slowly: lists of (gold, numbers by class, weight)."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from math import inf, log

from measurand.values.sample import Sample
from properties.families import oracle_probabilities as binary

Row = tuple[str, dict[str, Fraction], Fraction]
Rows = list[Row]


def listed(corpus: Iterable[Sample]) -> Rows:
    """List the samples that have the list, and weigh something; a gold class without one has 0."""
    rows = []
    for one in corpus:
        grades, gold = one.grades("p"), str(one.gold[0])
        if grades is not None and one.weight:
            rows.append((gold, {gold: Fraction(0), **dict(grades)}, one.weight))
    return rows


def weight(rows: Rows) -> Fraction:
    """Weigh all."""
    return sum((w for _, _, w in rows), Fraction(0))


def renormalised(rows: Rows) -> Rows:
    """Divide numbers by their sum."""
    return [
        (gold, {name: p / sum(own.values()) for name, p in own.items()}, w) for gold, own, w in rows
    ]


def brier(rows: Rows) -> Fraction | None:
    """Add up the squares over every class that there is."""
    if not rows:
        return None
    every = {name for _, own, _ in rows for name in own}
    total = Fraction(0)
    for gold, own, w in rows:
        for name in every:
            total += w * (own.get(name, Fraction(0)) - Fraction(name == gold)) ** 2
    return total / weight(rows)


def log_loss(rows: Rows, clip: Fraction) -> float | None:
    """Take the mean of -log of the probability of the gold class."""
    total = 0.0
    for gold, own, w in rows:
        chance = min(max(own[gold], clip), 1 - clip)
        total -= float(w) * (log(chance) if chance else -inf)
    return None if not rows or total == inf else total / float(weight(rows))


def first(own: dict[str, Fraction], gold: str, ties: str) -> Fraction:
    """Order classes in every way that their numbers admit; is the gold one the first?"""
    best = max(own.values())
    tops = sorted(name for name, p in own.items() if p == best)
    hits = [Fraction(way[0] == gold) for way in permutations(tops)]
    if ties == "share":
        return sum(hits, Fraction(0)) / len(hits)
    return Fraction((tops[0] if ties == "first" else tops[-1]) == gold)


def top_labels(rows: Rows, ties: str) -> binary.Rows:
    """List the largest probabilities, and how far their classes are so."""
    return [(max(own.values()), first(own, gold, ties), w) for gold, own, w in rows]


def of_class(rows: Rows, name: str) -> binary.Rows:
    """List the probability of one class, and whether it is so."""
    return [(own.get(name, Fraction(0)), Fraction(gold == name), w) for gold, own, w in rows]


def classes(rows: Rows, over: str) -> list[str]:
    """List the classes that take part."""
    golds = {gold for gold, _, _ in rows}
    return sorted(golds if over == "gold" else {name for _, own, _ in rows for name in own})


def incomplete(rows: Rows, over: str) -> bool:
    """Tell whether some samples have no number of a class that takes part."""
    return any(name not in own for _, own, _ in rows for name in classes(rows, over))


def share(rows: Rows, name: str) -> Fraction:
    """Weigh the samples of a class."""
    return weight([row for row in rows if row[0] == name])


def classwise(rows: Rows, how: binary.How, over: str, average: str) -> Fraction | None:
    """Take the mean of the calibration errors of all classes."""
    names = classes(rows, over)
    if not rows:
        return None
    parts = [(share(rows, name) if average == "weighted" else Fraction(1), name) for name in names]
    total = Fraction(0)
    for heavy, name in parts:
        total += heavy * (binary.ece(of_class(rows, name), how) or 0)
    return total / sum(heavy for heavy, _ in parts)


def above(rows: Rows, name: str, others: set[str]) -> Fraction | None:
    """Hold each sample of a class against each of the others, by its number of that class."""
    wins = pairs = Fraction(0)
    for gold, own, w in rows:
        for other, theirs, v in rows:
            if gold == name and other in others - {name}:
                mine, its = own.get(name, Fraction(0)), theirs.get(name, Fraction(0))
                pairs += w * v
                wins += w * v * (Fraction(mine > its) + Fraction(mine == its) / 2)
    return wins / pairs if pairs else None


def auc(rows: Rows, compare: str, over: str, average: str) -> Fraction | None:
    """Take the mean over classes, or over pairs of them."""
    names = classes(rows, over)
    weighted = average == "weighted"
    terms: list[tuple[Fraction, Fraction | None]] = []
    if compare == "ovr":
        for name in names:
            heavy = share(rows, name) if weighted else Fraction(1)
            terms.append((heavy, above(rows, name, set(names))))
    else:
        for at, one in enumerate(names):
            for two in names[:at]:
                a, b = above(rows, one, {two}), above(rows, two, {one})
                heavy = share(rows, one) + share(rows, two) if weighted else Fraction(1)
                terms.append((heavy, None if a is None or b is None else (a + b) / 2))
    total = heaviest = Fraction(0)
    for heavy, area in terms:
        if heavy and area is None:
            return None
        total, heaviest = total + heavy * (area or 0), heaviest + heavy
    return total / heaviest if heaviest else None
