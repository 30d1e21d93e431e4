"""The number of each class of a sample, and the one class that is so.

A classifier gives each class a number: a probability, or any other. A sample holds them as a graded
list (`Sample.graded`), and has one gold class. The fact is that class and the numbers by name, so
that all metrics of several classes share one pass and one pool; `GoldRank` keeps of it only where
the gold class stands, which is far less.

What is not there is no 0: where a list lacks the gold class, or one that is declared, the sample is
refused, unless `absent=zero` says that no number is 0. Probabilities add up to 1, or are off by no
more than `tolerance`, as decimals that were rounded are; `sums` says whether they are kept as they
are then, or divided by their sum. Lists that are further off are refused: they may be scores of
another kind, and no division makes those probabilities.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.evidence.evidence import Evidence, Excluded, Fact, Facts
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.values.fault import shown
from measurand.values.sample import Graded, Sample


class Absent(Enum):
    """What a class is that has no number where others have one: a fault, or as if it had 0."""

    REFUSED = "refused"
    ZERO = "zero"


class Sums(Enum):
    """What becomes of probabilities that add up to nearly 1: kept, or divided by their sum."""

    KEPT = "kept"
    RENORMALISED = "renormalised"


class Ties(Enum):
    """Which of classes with the same number come first.

    SHARE: each order is as likely, so that a sample may be right in part. LAST: later names come
    first, as in scikit-learn. FIRST: earlier names. BEST and WORST: the gold class first, or last.
    """

    SHARE = "share"
    LAST = "last"
    FIRST = "first"
    BEST = "best"
    WORST = "worst"

    def right(self, k: int, place: "Place") -> Fraction:
        """Say how much of the gold class is among the first k.

        >>> Ties.SHARE.right(1, Place(Fraction(0), Fraction(1), Fraction(1)))
        Fraction(1, 2)
        """
        room = k - place.above
        match self:
            case Ties.SHARE:
                return min(max(room, Fraction(0)) / (place.tied + 1), Fraction(1))
            case Ties.LAST:
                return Fraction(room > place.later)
            case Ties.FIRST:
                return Fraction(room > place.tied - place.later)
            case Ties.BEST:
                return Fraction(room > 0)
            case Ties.WORST:
                return Fraction(room > place.tied)


@frozen
class Place:
    """Where a class stands: how many have a larger number, how many the same, how many later names.

    >>> Place.of("b", (("a", Fraction(1)), ("b", Fraction(1)), ("c", Fraction(2))))
    Place(above=Fraction(1, 1), tied=Fraction(1, 1), later=Fraction(0, 1))
    """

    above: Fraction
    tied: Fraction
    later: Fraction

    @staticmethod
    def of(gold: str, grades: Graded) -> "Place":
        """Compare the number of a class with all others.

        Raises KeyError where it has none.
        """
        own = dict(grades)[gold]
        ties = [name for name, number in grades if number == own and name != gold]
        above = sum(number > own for _, number in grades)
        later = sum(name > gold for name in ties)
        return Place(Fraction(above), Fraction(len(ties)), Fraction(later))


def classified(sample: Sample, scores: str) -> tuple[str, Graded] | Excluded:
    """Give the gold class of a sample and the numbers of its classes; else why there are none.

    >>> classified(Sample(id="1", gold=("cat",)), "p")
    Excluded(reason="no list 'p'")

    Raises UnfitSampleError for a sample with no gold class, or several.
    """
    grades = sample.grades(scores)
    if grades is None:
        return Excluded(sample.reason(scores) or f"no list {scores!r}")
    match sample.gold:
        case (str(gold),):
            return gold, grades
        case _:
            message = f"one gold class, a text: got {len(sample.gold)} items"
            raise UnfitSampleError(message)


@frozen(cache_hash=True)
class GoldRank(Reads):
    """Where the class that is so stands among all classes, by the numbers of a graded list.

    The fact is how many other classes have a larger number, how many the same, and how many of
    these are later by name; None where the class that is so has no number.

    >>> grades = (("cat", Fraction(1, 2)), ("dog", Fraction(1, 2)), ("eel", Fraction(0)))
    >>> GoldRank("p").see(Sample(id="1", gold=("cat",), graded=(("p", grades),)))
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    """

    scores: str

    def see(self, sample: Sample) -> Fact | Excluded:
        """Compare the number of the class that is so with all others.

        Raises UnfitSampleError for a sample with no gold class, or several.
        """
        match classified(sample, self.scores):
            case Excluded() as excluded:
                return excluded
            case gold, grades:
                if gold not in dict(grades):
                    return None
                place = Place.of(gold, grades)
                return place.above, place.tied, place.later


@frozen(cache_hash=True)
class ClassScores(Reads):
    """The class that is so, and any numbers of classes; `classes` are all there are, if declared.

    >>> grades = (("cat", Fraction(3)), ("dog", Fraction(1)))
    >>> ClassScores("p").see(Sample(id="1", gold=("cat",), graded=(("p", grades),)))
    ('cat', (('cat', Fraction(3, 1)), ('dog', Fraction(1, 1))))
    """

    scores: str
    classes: tuple[str, ...] = ()
    absent: Absent = Absent.REFUSED

    def see(self, sample: Sample) -> Fact | Excluded:
        """Observe a sample.

        Raises UnfitSampleError for a sample with no gold class, or several; where a class is not
        declared, or one that is, or the gold class, has no number and that is not said to be 0.
        """
        match classified(sample, self.scores):
            case Excluded() as excluded:
                return excluded
            case gold, grades:
                return gold, tuple(sorted(self._numbers(self._complete(gold, grades)).items()))

    def _complete(self, gold: str, grades: Graded) -> Mapping[str, Fraction]:
        own = dict(grades)
        needed = self.classes or (gold,)
        if others := sorted({*own, gold} - {*needed}) if self.classes else []:
            message = f"classes that over=declared[...] lists: got {shown(others[0])}"
            raise UnfitSampleError(message)
        lacking = [name for name in needed if name not in own]
        if lacking and self.absent is Absent.REFUSED:
            message = f"a number of the class {shown(lacking[0])} in {self.scores!r}: got none"
            raise UnfitSampleError(message, "say absent=zero if no number is 0")
        return {**own, **dict.fromkeys(lacking, Fraction(0))}

    def _numbers(self, own: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
        return own


@frozen(cache_hash=True)
class ClassProbabilities(ClassScores):
    """The class that is so, and probabilities of classes.

    >>> grades = (("cat", Fraction(33, 100)), ("dog", Fraction(66, 100)))
    >>> how = ClassProbabilities("p", sums=Sums.RENORMALISED, tolerance=Fraction(1, 50))
    >>> how.see(Sample(id="1", gold=("cat",), graded=(("p", grades),)))
    ('cat', (('cat', Fraction(1, 3)), ('dog', Fraction(2, 3))))
    """

    sums: Sums = Sums.KEPT
    tolerance: Fraction = Fraction(1, 10**6)

    def _numbers(self, own: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
        for name, number in own.items():
            if not 0 <= number <= 1:
                message = f"a probability of {shown(name)} from 0 to 1: got {number}"
                raise UnfitSampleError(message)
        total = sum(own.values(), Fraction(0))
        if abs(total - 1) > self.tolerance:
            message = (
                f"probabilities in {self.scores!r} that add up to 1, or are off by no more than "
                f"{self.tolerance}: got {float(total):.6g}"
            )
            hint = "tolerance=0.01,sums=renormalised divides what was rounded by its sum"
            raise UnfitSampleError(message, hint)
        if self.sums is Sums.KEPT:
            return own
        return {name: number / total for name, number in own.items()}


def scores_of(row: Evidence) -> tuple[str, Sequence[tuple[str, Fraction]]]:
    """Give the gold class of what was observed, and the numbers of its classes, by name.

    >>> scores_of(Facts(("cat", (("cat", Fraction(1)),))))
    ('cat', (('cat', Fraction(1, 1)),))

    Raises TypeError where something else was observed.
    """
    match row:
        case Facts((str(gold), tuple(pairs))):
            return gold, tuple(_pair(pair) for pair in pairs)
        case _:
            message = f"the numbers of classes: got {type(row).__name__}"
            raise TypeError(message)


def _pair(fact: Fact) -> tuple[str, Fraction]:
    match fact:
        case (str(name), Fraction() as number):
            return name, number
        case _:
            message = f"a class and its number: got {fact!r}"
            raise TypeError(message)
