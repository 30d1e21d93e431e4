"""Correct tables of correct data, of many kinds, scored by formulas of their own.

A kind is what samples are made of, how scores are averaged, how the files are written and how
numbers are printed. Nothing of the library is used here: scores are plain fractions of counts.
"""

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random

from attrs import frozen

Span = tuple[int, int, str]
Items = tuple[str | Span, ...]
Pair = tuple[Items, Items]
Scores = tuple[Fraction, Fraction, Fraction]

LABELS, SETS, SPANS = "labels", "sets", "spans"
ZERO, ONE = Fraction(0), Fraction(1)


@frozen(kw_only=True)
class Kind:
    """A kind of table: `tool` is whose number it is, empty where nobody's."""

    made: str
    name: str
    tool: str
    words: str
    score: Callable[[Sequence[Pair]], Scores]


def counts(pairs: Iterable[Pair]) -> dict[str, tuple[int, int, int]]:
    """Count hits, predictions and gold items by class."""
    hits: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for right, answer in pairs:
        for item in set(right):
            gold[label(item)] += 1
        for item in set(answer):
            predicted[label(item)] += 1
        for item in set(right) & set(answer):
            hits[label(item)] += 1
    names = sorted(set(gold) | set(predicted))
    return {name: (hits[name], predicted[name], gold[name]) for name in names}


def label(item: str | Span) -> str:
    return item if isinstance(item, str) else item[2]


def over(above: int, below: int, zero: Fraction = ZERO) -> Fraction:
    return Fraction(above, below) if below else zero


def rates(tally: tuple[int, int, int], zero: Fraction = ZERO) -> Scores:
    hits, predicted, gold = tally
    f = over(2 * hits, predicted + gold, zero)
    return over(hits, predicted, zero), over(hits, gold, zero), f


def mean(values: Sequence[Scores], weights: Sequence[int] | None = None) -> Scores:
    heavy = list(weights or [1] * len(values))
    total = sum(heavy)
    first, second, third = (
        sum((weight * value[at] for weight, value in zip(heavy, values, strict=True)), ZERO)
        / (total or 1)
        for at in range(3)
    )
    return first, second, third


def micro(pairs: Sequence[Pair]) -> Scores:
    found = counts(pairs).values()
    first, second, third = (sum(one[at] for one in found) for at in range(3))
    return rates((first, second, third))


def macro(zero: Fraction) -> Callable[[Sequence[Pair]], Scores]:
    return lambda pairs: mean([rates(one, zero) for one in counts(pairs).values()])


def weighted(pairs: Sequence[Pair]) -> Scores:
    found = counts(pairs).values()
    return mean([rates(one) for one in found], [one[2] for one in found])


def of_class(name: str) -> Callable[[Sequence[Pair]], Scores]:
    return lambda pairs: rates(counts(pairs).get(name, (0, 0, 0)))


def harmonic(scores: Callable[[Sequence[Pair]], Scores]) -> Callable[[Sequence[Pair]], Scores]:
    def of_means(pairs: Sequence[Pair]) -> Scores:
        precision, recall, _ = scores(pairs)
        below = precision + recall
        return precision, recall, 2 * precision * recall / below if below else ZERO

    return of_means


def by_sample(both: Fraction) -> Callable[[Sequence[Pair]], Scores]:
    def score(pairs: Sequence[Pair]) -> Scores:
        found = []
        for right, answer in pairs:
            tally = len(set(right) & set(answer)), len(set(answer)), len(set(right))
            found.append(rates(tally) if right or answer else (both, both, both))
        return mean(found)

    return score


def kinds() -> tuple[Kind, ...]:
    """List the kinds of scores."""
    sklearn, seqeval = "scikit-learn", "seqeval"
    return (
        Kind(made=LABELS, name="micro", tool=sklearn, words="micro average", score=micro),
        Kind(made=LABELS, name="macro", tool=sklearn, words="macro mean", score=macro(ZERO)),
        Kind(made=LABELS, name="weighted", tool=sklearn, words="weighted mean", score=weighted),
        Kind(
            made=LABELS,
            name="class",
            tool=sklearn,
            words="score of the class 'yes'",
            score=of_class("yes"),
        ),
        Kind(made=LABELS, name="harmonic", tool="", words="", score=harmonic(macro(ZERO))),
        Kind(made=SETS, name="micro", tool=sklearn, words="micro average", score=micro),
        Kind(made=SETS, name="macro", tool=sklearn, words="macro mean", score=macro(ZERO)),
        Kind(made=SETS, name="weighted", tool=sklearn, words="weighted mean", score=weighted),
        Kind(
            made=SETS,
            name="samples",
            tool=sklearn,
            words="mean over samples",
            score=by_sample(ZERO),
        ),
        Kind(made=SETS, name="silence", tool="", words="", score=by_sample(ONE)),
        Kind(made=SETS, name="harmonic", tool="", words="", score=harmonic(by_sample(ONE))),
        Kind(made=SPANS, name="micro", tool=seqeval, words="micro average", score=micro),
        Kind(made=SPANS, name="macro", tool=seqeval, words="macro mean", score=macro(ZERO)),
        Kind(made=SPANS, name="weighted", tool=seqeval, words="weighted mean", score=weighted),
    )


def corpus(made: str, random: Random, classes: Sequence[str]) -> list[Items]:
    """Draw gold of some samples."""
    size = random.randint(25, 60)
    return [_gold(made, random, classes) for _ in range(size)]


def _gold(made: str, random: Random, classes: Sequence[str]) -> Items:
    if made == LABELS:
        return (random.choice(classes),)
    if made == SETS:
        return tuple(sorted(random.sample(list(classes), random.randint(0, 2))))
    return _spans(random, classes)


def _spans(random: Random, classes: Sequence[str]) -> tuple[Span, ...]:
    at, found = 0, []
    for _ in range(random.randint(0, 3)):
        start = at + random.randint(1, 3)
        end = start + random.randint(1, 3)
        found.append((start, end, random.choice(classes)))
        at = end
    return tuple(found)


def answers(
    made: str, gold: Sequence[Items], random: Random, classes: Sequence[str]
) -> list[Items]:
    """Draw the answers of a system: mostly right."""
    right = random.uniform(0.5, 0.85)
    return [one if random.random() < right else _gold(made, random, classes) for one in gold]


@frozen(kw_only=True)
class Case:
    """A table and its files, on disk, and the words of the command that are about them."""

    kind: Kind
    arguments: tuple[str, ...]


def write(kind: Kind, random: Random, folder: Path) -> Case:
    """Write a table of a kind and its data in some layout."""
    classes = ["no", "yes"] if kind.name == "class" else ["bug", "no", "praise", "yes"]
    gold = corpus(kind.made, random, classes)
    labels = random.sample(["rules", "BERT", "GPT (ours)", "CRF"], random.randint(1, 3))
    systems = {name: answers(kind.made, gold, random, classes) for name in labels}
    scores = {
        name: (
            *kind.score(list(zip(gold, found, strict=True))),
            Fraction(sum(map(_alike, gold, found)), len(gold)),
        )
        for name, found in systems.items()
    }
    table = folder / "table.md"
    table.write_text(printed(scores, random), encoding="utf-8")
    apart = kind.made == LABELS or random.random() < 0.5
    if apart and random.random() < 0.5:
        arguments = _in_two(kind.made, gold, systems, folder, random)
    else:
        arguments = _in_one(kind.made, gold, systems, folder)
    return Case(kind=kind, arguments=(str(table), *arguments))


def _alike(first: Items, second: Items) -> bool:
    return set(first) == set(second)


def printed(scores: Mapping[str, Sequence[Fraction]], random: Random) -> str:
    """Print a table of P, R, F1 and accuracy: in percent or as shares, rounded half up."""
    percent, places = random.random() < 0.6, random.choice([1, 2])
    digits = places if percent else places + 2
    heads = ["P", "R", "F1", "Acc"]
    chosen = [0, 1, 2] if random.random() < 0.4 else [0, 1, 2, 3]
    lines = ["| system | " + " | ".join(heads[at] for at in chosen) + " |"]
    lines.append("|---" * (len(chosen) + 1) + "|")
    for name, row in scores.items():
        cells = [_decimal(row[at] * (100 if percent else 1), digits) for at in chosen]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _decimal(value: Fraction, digits: int) -> str:
    whole = int(value * 10**digits + Fraction(1, 2))
    text = str(whole).rjust(digits + 1, "0")
    return f"{text[:-digits]}.{text[-digits:]}"


def _json(made: str, items: Items) -> object:
    if made == LABELS:
        return items[0]
    if made == SETS:
        return list(items)
    spans = (item for item in items if not isinstance(item, str))
    return [{"start": start, "end": end, "label": name} for start, end, name in spans]


def _in_one(
    made: str, gold: Sequence[Items], systems: Mapping[str, Sequence[Items]], folder: Path
) -> tuple[str, ...]:
    rows = [
        {"id": f"{name}-{at}", "system": name, "gold": _json(made, right), "pred": _json(made, one)}
        for name, found in systems.items()
        for at, (right, one) in enumerate(zip(gold, found, strict=True))
    ]
    file = folder / "runs.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return "--data", str(file), "--where", "system=system"


def _in_two(
    made: str,
    gold: Sequence[Items],
    systems: Mapping[str, Sequence[Items]],
    folder: Path,
    random: Random,
) -> tuple[str, ...]:
    if made == LABELS and random.random() < 0.5:
        return _in_csv(gold, systems, folder)
    said: list[str] = []
    sides = [("gold", gold, "gold"), *((name, rows, "pred") for name, rows in systems.items())]
    for name, rows, key in sides:
        file = folder / f"{name[:4].strip()}.jsonl"
        lines = (json.dumps({"id": at, key: _json(made, one)}) for at, one in enumerate(rows))
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        said += ["--gold", str(file)] if name == "gold" else ["--pred", f"{name}={file}"]
    return tuple(said)


def _in_csv(
    gold: Sequence[Items], systems: Mapping[str, Sequence[Items]], folder: Path
) -> tuple[str, ...]:
    said: list[str] = []
    for name, rows in (("gold", gold), *systems.items()):
        file, out = folder / f"{name[:4].strip()}.csv", StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["ticket", "category"])
        writer.writerows([f"T{at}", one[0]] for at, one in enumerate(rows))
        file.write_text(out.getvalue(), encoding="utf-8")
        said += ["--gold", str(file)] if name == "gold" else ["--pred", f"{name}={file}"]
    return tuple(said)
