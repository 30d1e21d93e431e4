"""Draw a test set, a definition of scores, and how its table is written."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random

from properties.premises.layouts import Ink, Option, Way
from properties.premises.true_data import (
    OF_CLASSES,
    OF_DOCUMENTS,
    Counts,
    Definition,
    Scores,
    accuracy,
    answers,
    classes,
    documents,
    joined,
    judgements,
    of_classes,
    positive,
)

SYSTEMS = ("CRF", "BiLSTM", "BERT", "RoBERTa", "T5", "GPT-4", "Llama", "ours", "ours + rules")
DATA_SETS = ("News", "Wiki", "Legal", "Medical", "Tweets", "Forum", "Patents", "Novels")
TASKS = ("BoolQ", "RTE", "CB", "COPA", "WiC", "ARC", "PIQA")
WAYS = (Way.HALF_UP, Way.HALF_UP, Way.HALF_UP, Way.HALF_EVEN, Way.PRINTF, Way.TRUNCATE)
HEADS = (
    ("P", "R", "F1"),
    ("Precision", "Recall", "F1"),
    ("Prec.", "Rec.", "F1"),
    ("P", "R", "F"),
    ("Precision", "Recall", "F1-score"),
    ("P (%)", "R (%)", "F1 (%)"),
)
ROLES = ("precision", "recall", "f")


def ink_of(rng: Random) -> Ink:
    """Draw how scores are written."""
    if rng.random() < 0.3:
        return Ink(rng.choice((2, 3, 4)), rng.choice(WAYS), percent=False)
    return Ink(rng.choice((1, 1, 1, 2, 2)), rng.choice(WAYS), sign=rng.random() < 0.1)


def heads_of(rng: Random, ink: Ink) -> tuple[str, str, str]:
    found = rng.choice(HEADS[: len(HEADS) - (not ink.percent or ink.sign)])
    return found[0], found[1], found[2]


def systems_of(rng: Random, least: int = 2, most: int = 7) -> tuple[str, ...]:
    return tuple(rng.sample(SYSTEMS, rng.randint(least, most)))


def rounding_said(ink: Ink) -> tuple[Option, ...]:
    return (("--rounding", ink.way.value),)


def columns_said(names: Iterable[str], roles: Iterable[str], options: str = "") -> list[Option]:
    after = f":{options}" if options else ""
    return [("--column", f"{name}={role}{after}") for name, role in zip(names, roles, strict=True)]


def facts_said(**facts: int) -> list[Option]:
    return [("--fact", f"{name}={value}") for name, value in facts.items()]


class Task:
    """A test set under one definition: what systems score on it, and what may be said of it."""

    def __init__(self, rng: Random, kind: str = "") -> None:
        self.rng = rng
        self.kind = kind or rng.choice(("documents", "documents", "classes", "positive"))
        self.both = rng.choice((0, 0, 1))
        self.options = ""
        self.definition: Definition = positive
        if self.kind == "documents":
            self.sizes = documents(rng)
            self.options, self.definition = rng.choice([*OF_DOCUMENTS.items()])
        else:
            self.sizes = classes(rng, 2 if self.kind == "positive" else 0)
            if self.kind == "classes":
                self.options, self.definition = rng.choice([*OF_CLASSES.items()])

    @property
    def labelled(self) -> bool:
        return self.kind != "documents"

    @property
    def facts(self) -> list[Option]:
        if not self.labelled:
            return facts_said(samples=len(self.sizes), gold=sum(self.sizes))
        found = facts_said(samples=sum(self.sizes), classes=len(self.sizes))
        if self.kind == "positive":
            found += facts_said(positives=self.sizes[0], negatives=self.sizes[1])
        return found

    def like(self) -> "Task":
        """Draw another test set of the same kind, with as many classes, under one definition."""
        other = Task(self.rng, self.kind)
        other.options, other.definition, other.both = self.options, self.definition, self.both
        if self.labelled:
            other.sizes = classes(self.rng, len(self.sizes))
        return other

    def units(self, level: float) -> tuple[Counts, ...]:
        """Draw what a system answers, by document or by class."""
        if not self.labelled:
            return answers(self.rng, self.sizes, level)
        return of_classes(judgements(self.rng, self.sizes, level))

    def pooled(self, sets: Sequence[Sequence[Counts]]) -> Sequence[Counts]:
        """Take test sets for one: more documents, or more samples of the same classes."""
        if not self.labelled:
            return [one for some in sets for one in some]
        return [joined(some) for some in zip(*sets, strict=True)]

    def run(self, level: float, sizes: Sequence[int] = ()) -> tuple[Scores, Fraction | None]:
        """Score one run of a system: P, R and F, and accuracy where there are classes."""
        if not self.labelled:
            units = answers(self.rng, sizes or self.sizes, level)
            return self.definition(units, self.both), None
        matrix = judgements(self.rng, sizes or self.sizes, level)
        return self.definition(of_classes(matrix), self.both), accuracy(matrix)

    def scores(self, level: float, *, acc: bool) -> tuple[Fraction, ...]:
        found, right = self.run(level)
        return (right, *found) if acc and right is not None else found
