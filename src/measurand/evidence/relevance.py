"""The relevance of what was retrieved, rank by rank: what a ranking is once its documents are gone.

Gold is how relevant each judged document is: a graded list, or a list of those that are relevant
(grade 1). A run is a graded list of scores, the highest first, or a list that stands in its order.
A graded list has no order of its own, so documents of equal scores need a rule: by their names,
or none of them before the others, which leaves them a range of ranks (McSherry and Najork 2008).

A fact is the pair of what was found and what was judged. Found are the ranges of ranks that hold
judged documents, each as its first rank, its last, and the grades there, the highest first; ranges
below the last document with a grade above 0 change no number, and are left out. Judged are
all grades, the highest first. So no document has a name any more, and the size is that of what was
judged, however much was retrieved.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from struct import Struct

from attrs import frozen

from measurand.evidence.evidence import Excluded, Fact
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Missing
from measurand.values.fault import shown
from measurand.values.sample import GOLD, PREDICTED, Graded, Sample


class Ties(Enum):
    """Which of documents with equal scores is first: by its name, the last or the first, or none.

    `average` takes the mean over all orders of those that are tied.
    """

    DESCENDING = "descending_id"
    ASCENDING = "ascending_id"
    AVERAGE = "average"


class Unjudged(Enum):
    """What a document is that nobody judged: not relevant, or not there."""

    NOT_RELEVANT = "not_relevant"
    LEFT_OUT = "left_out"


class Rounding(Enum):
    """How scores are compared: as they are written, or rounded to 32 bits, as trec_eval holds them.

    Scores that differ beyond seven digits tie where they are rounded.
    """

    NONE = "none"
    SINGLE = "single"


class Negative(Enum):
    """What a grade below 0 says of a document: it was judged, or it was not."""

    JUDGED = "judged"
    UNJUDGED = "unjudged"


class Grades(Enum):
    """Which grades there may be: any number, or whole ones."""

    ANY = "any"
    WHOLE = "whole"


@frozen(kw_only=True, cache_hash=True)
class RelevanceByRank(Reads):
    """How the grades and the run of a sample become relevance by rank.

    >>> run = (("a", Fraction(3)), ("b", Fraction(1)), ("c", Fraction(2)))
    >>> sample = Sample(id="q", gold=("a", "b"), graded=(("predicted", run),))
    >>> [ranges] = [part for part in RelevanceByRank().see(sample)[:1]]
    >>> [(int(first), int(last), int(grade)) for first, last, grade in ranges]
    [(1, 1, 1), (3, 3, 1)]
    """

    ties: Ties = Ties.DESCENDING
    unjudged: Unjudged = Unjudged.NOT_RELEVANT
    missing: Missing = Missing.SKIP
    grades: Grades = Grades.ANY
    rounding: Rounding = Rounding.NONE
    negative: Negative = Negative.JUDGED

    def see(self, sample: Sample) -> Fact | Excluded:
        """Observe a sample; one without a run is left out, or has an empty one.

        Raises UnfitSampleError where a document is named twice, or a grade is not whole that has to
        be.
        """
        grades = self._grades(sample)
        ranges = self._ranges(sample)
        if ranges is None:
            if self.missing is Missing.SKIP:
                return Excluded(sample.reason(PREDICTED) or "no answer")
            ranges = iter(())
        if self.unjudged is Unjudged.LEFT_OUT:
            ranges = (judged for one in ranges if (judged := [d for d in one if d in grades]))
        return _found(ranges, grades), tuple(sorted(grades.values(), reverse=True))

    def _grades(self, sample: Sample) -> Mapping[Hashable, Fraction]:
        graded = sample.grades(GOLD)
        if graded is None:
            return dict.fromkeys(_distinct(sample.gold), Fraction(1))
        if self.grades is Grades.WHOLE:
            for name, grade in graded:
                if grade.denominator != 1:
                    message = f"a whole grade of {shown(name)}: got {grade}"
                    raise UnfitSampleError(message)
        if self.negative is Negative.UNJUDGED:
            return {name: grade for name, grade in graded if grade >= 0}
        return dict(graded)

    def _ranges(self, sample: Sample) -> Iterator[Sequence[Hashable]] | None:
        graded = sample.grades(PREDICTED)
        if graded is not None:
            return ordered(graded, self.ties, self.rounding)
        if sample.predicted is None:
            return None
        return ([one] for one in _distinct(sample.predicted))


def _distinct(items: Sequence[Hashable]) -> Sequence[Hashable]:
    if len(set(items)) < len(items):
        twice = next(one for at, one in enumerate(items) if one in items[:at])
        message = f"every document of a ranking once: got {shown(str(twice))} twice"
        raise UnfitSampleError(message)
    return items


def _found(ranges: Iterator[Sequence[Hashable]], grades: Mapping[Hashable, Fraction]) -> Fact:
    found: list[tuple[Fraction, ...]] = []
    rank, kept = 0, 0
    for tied in ranges:
        first, rank = rank + 1, rank + len(tied)
        here = [grades[one] for one in tied if one in grades]
        if here:
            here.sort(reverse=True)
            found.append((Fraction(first), Fraction(rank), *here))
            kept = len(found) if here[0] > 0 else kept
    return tuple(found[:kept])


_SCORE = itemgetter(1)


def ordered(
    graded: Graded, ties: Ties, rounding: Rounding = Rounding.NONE
) -> Iterator[Sequence[str]]:
    """Give the names of a graded list by rank, the highest number first; those that tie together.

    >>> tied = (("a", Fraction(1)), ("b", Fraction(2)), ("c", Fraction(1)))
    >>> list(ordered(tied, Ties.DESCENDING)), list(ordered(tied, Ties.AVERAGE))
    ([['b'], ['c'], ['a']], [['b'], ['a', 'c']])
    """
    # Floats keep the order of the numbers that they round, and are compared far sooner.
    near = _single if rounding is Rounding.SINGLE else _near
    rounded = [(near(score), at) for at, (_, score) in enumerate(graded)]
    rounded.sort(key=itemgetter(0), reverse=True)
    for _, alike in groupby(rounded, itemgetter(0)):
        pairs = [graded[at] for _, at in alike]
        if rounding is Rounding.SINGLE:
            yield from _by_name([name for name, _ in pairs], ties)
            continue
        if len(pairs) > 1:
            pairs.sort(key=_SCORE, reverse=True)
        for _, equal in groupby(pairs, _SCORE):
            yield from _by_name([name for name, _ in equal], ties)


def _by_name(names: list[str], ties: Ties) -> Iterator[Sequence[str]]:
    """Give names that tie, one after the other or all at once."""
    names.sort(reverse=ties is Ties.DESCENDING)
    if ties is Ties.AVERAGE:
        yield names
    else:
        yield from ([name] for name in names)


def _near(score: Fraction) -> float:
    try:
        return float(score)
    except OverflowError:
        return float("inf") if score > 0 else float("-inf")


_SINGLE = Struct("f")


def _single(score: Fraction) -> float:
    """Round to 64 bits, then to 32, as a program does that stores a double in a float."""
    near = _near(score)
    try:
        [rounded] = _SINGLE.unpack(_SINGLE.pack(near))
    except OverflowError:
        return float("inf") if near > 0 else float("-inf")
    return float(rounded)
