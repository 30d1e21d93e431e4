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

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import itemgetter
from struct import Struct
from typing import TypeVar

from attrs import frozen

from measurand.evidence.evidence import Excluded, Fact
from measurand.evidence.facts import Reads, whole_or_ratio
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Missing
from measurand.values.fault import shown
from measurand.values.items import Item
from measurand.values.sample import GOLD, PREDICTED, Graded, Sample

D = TypeVar("D", bound=Hashable)
Grade = int | Fraction
Score = float | Fraction
"""By which documents are ranked, the highest first: numbers that are compared as they are."""


_Place = tuple[int, int, D, Grade]
"""The first and the last rank of those that tie with a document, its name, its grade."""
_Range = tuple[Grade, ...]
"""The first and the last rank of a range, and the grades there."""


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


class GradeKind(Enum):
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
    grades: GradeKind = GradeKind.ANY
    rounding: Rounding = Rounding.NONE
    negative: Negative = Negative.JUDGED

    def see(self, sample: Sample) -> Fact | Excluded:
        """Observe a sample; one without a run is left out, or has an empty one.

        Raises UnfitSampleError where a document is named twice, or a grade is not whole that has to
        be.
        """
        graded, run = sample.grades(GOLD), sample.grades(PREDICTED)
        if graded is None:
            grades: Mapping[Item, Grade] = dict.fromkeys(_distinct(sample.gold), 1)
        else:
            grades = {name: whole_or_ratio(grade) for name, grade in graded}
        if run is not None:
            scores: Mapping[Item, Score] | None = _compared(run)
        elif sample.predicted is not None:
            # The first has the highest number.
            scores = {one: float(-at) for at, one in enumerate(_distinct(sample.predicted))}
        else:
            scores = None
        return self.of_query(grades, scores, sample.reason(PREDICTED) or "no answer")

    def of_query(
        self, grades: Mapping[D, Grade], scores: Mapping[D, Score] | None, why: str = "no answer"
    ) -> Fact | Excluded:
        """Observe a query by the grades and the scores of its documents; None: it has no run.

        >>> RelevanceByRank().of_query({"a": 2, "b": 0}, {"c": 0.5, "a": 0.25})
        (((2, 2, 2),), (2, 0))

        Raises UnfitSampleError where a grade is not whole that has to be.
        """
        if self.grades is GradeKind.WHOLE:
            for name, grade in grades.items():
                if grade.denominator != 1:
                    message = f"a whole grade of {shown(str(name))}: got {grade}"
                    raise UnfitSampleError(message)
        if scores is None:
            if self.missing is Missing.SKIP:
                return Excluded(why)
            scores = {}
        if self.rounding is Rounding.SINGLE:
            scores = {name: _single(score) for name, score in scores.items()}
        if self.negative is Negative.UNJUDGED:
            grades = {name: grade for name, grade in grades.items() if grade >= 0}
        if self.unjudged is Unjudged.LEFT_OUT:
            scores = _only(scores, grades)
        return self._found(grades, scores), tuple(sorted(grades.values(), reverse=True))

    def _found(self, grades: Mapping[D, Grade], scores: Mapping[D, Score]) -> Fact:
        """Find the ranks of judged documents alone: those of others are counted, not listed."""
        ordered = sorted(scores.values(), reverse=True)
        # Of those that are equal the last one stays.
        last = dict(zip(ordered, range(1, len(ordered) + 1), strict=True))
        there = [one for one in grades if one in scores]
        if len(last) == len(ordered):
            ranked = _alone({last[scores[one]]: grades[one] for one in there})
        else:
            ordered.reverse()
            first = dict(zip(ordered, range(len(ordered), 0, -1), strict=True))
            both = ((scores[one], one) for one in there)
            places = [(first[score], last[score], one, grades[one]) for score, one in both]
            ranked = (
                _together(places) if self.ties is Ties.AVERAGE else self._by_name(places, scores)
            )
        while ranked and ranked[-1][2] <= 0:
            ranked.pop()
        return tuple(ranked)

    def _by_name(self, places: Sequence[_Place[D]], scores: Mapping[D, Score]) -> list[_Range]:
        """Give each document of a tie a rank of its own."""
        tied = {scores[one] for first, last, one, _ in places if first < last}
        names: dict[Score, list[str]] = {score: [] for score in tied}
        for one, score in scores.items():
            if score in names:
                names[score].append(str(one))
        order = {
            (score, name): at
            for score, some in names.items()
            for at, name in enumerate(sorted(some, reverse=self.ties is Ties.DESCENDING))
        }
        return _alone(
            {
                first if first == last else first + order[scores[one], str(one)]: grade
                for first, last, one, grade in places
            }
        )


def _alone(grades: Mapping[int, Grade]) -> list[_Range]:
    """Give each rank a range of its own."""
    return [(rank, rank, grades[rank]) for rank in sorted(grades)]


def _together(places: Iterable[_Place[D]]) -> list[_Range]:
    """Give judged documents that tie one range."""
    ranges: dict[tuple[int, int], list[Grade]] = {}
    for first, last, _, grade in places:
        ranges.setdefault((first, last), []).append(grade)
    return [(*ends, *sorted(some, reverse=True)) for ends, some in sorted(ranges.items())]


def _only(scores: Mapping[D, Score], grades: Container[D]) -> Mapping[D, Score]:
    """Keep the documents that are judged."""
    return {name: score for name, score in scores.items() if name in grades}


def _distinct(items: Sequence[Item]) -> Sequence[Item]:
    if len(set(items)) < len(items):
        twice = next(one for at, one in enumerate(items) if one in items[:at])
        message = f"every document of a ranking once: got {shown(str(twice))} twice"
        raise UnfitSampleError(message)
    return items


_SCORE = itemgetter(1)


def _compared(graded: Graded) -> Mapping[Item, Score]:
    """Give numbers that compare as those of a list do, and are equal where these are.

    Floats keep the order of the numbers that they round, and are compared far sooner.
    """
    near: dict[Item, float] = {name: _near(score) for name, score in graded}
    different = len(set(near.values()))
    if different == len(near) or different == len(set(map(_SCORE, graded))):
        return near
    exact: dict[Item, Score] = dict(graded)
    return exact


def _near(score: Score) -> float:
    try:
        return float(score)
    except OverflowError:
        return float("inf") if score > 0 else float("-inf")


_SINGLE = Struct("f")


def _single(score: Score) -> float:
    """Round to 64 bits, then to 32, as a program does that stores a double in a float."""
    near = _near(score)
    try:
        [rounded] = _SINGLE.unpack(_SINGLE.pack(near))
    except OverflowError:
        return float("inf") if near > 0 else float("-inf")
    return float(rounded)
