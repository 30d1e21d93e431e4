"""Small samples, of which the cases are made in which laws break."""

from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve

from measurand.laws.case import Case
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample, Similarity

ONE_DOCUMENT = (("document", "1"),)
ANOTHER_DOCUMENT = (("document", "2"),)

Refutation = tuple[Case, tuple[str, ...]]
"""A case, and the definitions of the catalogue for which it breaks a law."""


def sample(
    gold: Iterable[Item] = (),
    predicted: Iterable[Item] | None = (),
    *alike: tuple[str, str, str],
    groups: tuple[tuple[str, str], ...] = ONE_DOCUMENT,
) -> Sample:
    """Make a sample of document 1; letters of a text are items, `alike` are similarities.

    >>> sample("ab", "c", ("c", "a", "0.9")).similarities[0].value
    Fraction(9, 10)
    """
    return Sample(
        id="1",
        gold=tuple(gold),
        predicted=None if predicted is None else tuple(predicted),
        similarities=tuple(Similarity(p, g, Fraction(value)) for p, g, value in alike),
        groups=groups,
    )


def case(*samples: Sample, at: int = 0) -> Case:
    """Make a case of samples; `at` is the place of a change.

    >>> case(sample("a"), at=0).corpus[0].gold
    ('a',)
    """
    return Case(corpus=samples, at=at)


def opinion(aspect: str | None, target: str | None = None, *, polarity: str = "good") -> Slots:
    """Make an item of three slots.

    >>> opinion("price").get("polarity")
    'good'
    """
    return Slots.of({"aspect": aspect, "polarity": polarity, "target": target})


def change(first: Iterable[Item] | None, later: Iterable[Item] = (), *, gold: str = "a") -> Sample:
    """Make a sample of earlier and later answers that is flagged as changed.

    >>> change("", "a").items("second")
    ('a',)
    """
    before = None if first is None else tuple(first)
    return evolve(
        sample(gold, later),
        amounts=(("changed", Fraction(1)),),
        lists=(("first", before), ("second", tuple(later))),
    )


def sure(confidence: int, right: int) -> Sample:
    """Make a sample with a score, and a label that is 0 or 1.

    >>> sure(5, 1).amount("right")
    Fraction(1, 1)
    """
    return evolve(
        sample("a"), amounts=(("confidence", Fraction(confidence)), ("right", Fraction(right)))
    )


def tried(hits: int, tries: int) -> Sample:
    """Make a sample with two numbers.

    >>> tried(1, 2).amount("tries")
    Fraction(2, 1)
    """
    return evolve(sample("a"), amounts=(("hits", Fraction(hits)), ("tries", Fraction(tries))))
