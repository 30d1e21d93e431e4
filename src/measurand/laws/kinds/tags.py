"""Scores of tagged sentences: tags are O, or B- or I- and a type (IOB2)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import law
from measurand.laws.kinds.compare import at_most, broken, defined, inside, is_number, same
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.span_scores import (
    EMPTY_APART,
    EMPTY_CLAIMS,
    EMPTY_ONE,
    EMPTY_ZERO,
    LENGTHS,
    POOLED,
    STRICT,
    UNDEFINED,
)
from measurand.laws.kinds.spans import F1
from measurand.laws.kinds.subject import (
    IS_OTHER,
    OTHER,
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    answered,
    asked,
    number,
)

Tagged = Sequence[Sequence[str]]
TagScore = Subject[[Tagged, Tagged]]
LENIENT = "lenient"


@frozen
class TagsCase:
    """Tagged sentences, in well-formed IOB2; `names` renames types.

    >>> TagsCase([["B-A", "I-A"]], [["B-A", "O"]]).renamed().gold
    [['B-A', 'I-A']]
    """

    gold: Tagged
    predicted: Tagged
    names: Mapping[str, str] = {}

    def renamed(self) -> "TagsCase":
        """Give the sentences with other types."""
        return TagsCase(_retyped(self.gold, self.names), _retyped(self.predicted, self.names))


def _retyped(side: Tagged, names: Mapping[str, str]) -> list[list[str]]:
    return [
        [tag if tag == "O" else tag[:2] + names.get(tag[2:], tag[2:]) for tag in tags]
        for tags in side
    ]


def tag_score(subject: TagScore, gold: Tagged, predicted: Tagged) -> Call[Number]:
    """Ask for the score of tagged sentences.

    >>> tag_score(Subject("always", lambda gold, predicted: 1), [["O"]], [["O"]]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, gold, predicted)


def _tags(subject: TagScore, case: TagsCase) -> Call[Number]:
    return tag_score(subject, case.gold, case.predicted)


def _tags_any(*sides: Tagged) -> bool:
    return any(tag != "O" for side in sides for tags in side for tag in tags)


@law("defined", "Sentences have a number.")
def _tags_defined(subject: TagScore, case: TagsCase) -> Outcome:
    if not any(case.gold):
        return Silent("there is no token")
    return defined(_tags(subject, case), absent=UNDEFINED in subject.claims)


@law("range", "A score lies between 0 and 1.")
def _tags_range(subject: TagScore, case: TagsCase) -> Outcome:
    return inside(_tags(subject, case), 0, 1)


@law("identity", "Gold against itself scores 1.", Algebra.IDENTITY)
def _tags_identity(subject: TagScore, case: TagsCase) -> Outcome:
    if not _tags_any(case.gold):
        return Silent("there is no entity")
    if POOLED not in subject.claims and not all(_tags_any([tags]) for tags in case.gold):
        return Silent("some sentence has no entity")
    return is_number(subject, tag_score(subject, case.gold, case.gold), Fraction(1))


@law("type names", "Types are names: B, I or IRD are as good.", Algebra.SYMMETRY)
def _tags_renaming(subject: TagScore, case: TagsCase) -> Outcome:
    return same(subject, _tags(subject, case), _tags(subject, case.renamed()))


@law("padding", "An O after every sentence changes nothing.", Algebra.MERGE)
def _tags_padding(subject: TagScore, case: TagsCase) -> Outcome:
    if not any(case.gold):
        return Silent("there is no token")
    gold = [[*tags, "O"] for tags in case.gold]
    predicted = [[*tags, "O"] for tags in case.predicted]
    return same(subject, _tags(subject, case), tag_score(subject, gold, predicted))


def _joined(side: Tagged) -> list[list[str]]:
    return [[tag for tags in side for tag in (*tags, "O")]]


@law("joining", "Sentences joined by an O score as before.", Algebra.MERGE, POOLED)
def _tags_joined(subject: TagScore, case: TagsCase) -> Outcome:
    if not _tags_any(case.gold, case.predicted):
        return Silent("there is no entity")
    one = tag_score(subject, _joined(case.gold), _joined(case.predicted))
    return same(subject, _tags(subject, case), one)


@law("unreadable tag", "A tag that is none (BA for B-A) scores no more than O.", Algebra.MONOTONE)
def _tags_unreadable(subject: TagScore, case: TagsCase) -> Outcome:
    missed = (
        (place, token)
        for place, tags in enumerate(case.gold)
        for token, tag in enumerate(tags)
        if tag.startswith("B-") and case.predicted[place][token] == "O"
    )
    place, token = next(missed, (-1, -1))
    if place < 0:
        return Silent("no entity is missed")
    garbled = [list(tags) for tags in case.predicted]
    garbled[place][token] = case.gold[place][token].replace("-", "")
    return at_most(subject, tag_score(subject, case.gold, garbled), _tags(subject, case))


def _tags_inside_first(subject: TagScore, value: int) -> Outcome:
    call = tag_score(subject, [["B-A"]], [["I-A"]])
    return is_number(subject, call, Fraction(value))


@law(
    "strict",
    "An entity that begins with I- is not the one that begins with B-.",
    Algebra.IDENTITY,
    STRICT,
)
def _tags_strict(subject: TagScore, _case: TagsCase) -> Outcome:
    return _tags_inside_first(subject, 0)


@law(
    "lenient",
    "An entity that begins with I- is the one that begins with B-.",
    Algebra.IDENTITY,
    LENIENT,
)
def _tags_lenient(subject: TagScore, _case: TagsCase) -> Outcome:
    return _tags_inside_first(subject, 1)


@law(
    "lengths", "As many predicted tags as gold ones, or they are refused.", Algebra.BOUNDS, LENGTHS
)
def _tags_lengths(subject: TagScore, case: TagsCase) -> Outcome:
    call = tag_score(subject, [*case.gold, ["B-A", "O"]], [*case.predicted, ["B-A"]])
    if isinstance(call.answer, Raised):
        return Holds()
    return broken("a sentence with fewer tags than gold is accepted", call)


def _tags_empty(subject: TagScore, case: TagsCase, value: int) -> Outcome:
    nothing = [["O"] * len(tags) for tags in case.gold if tags]
    if not nothing:
        return Silent("there is no token")
    call = tag_score(subject, nothing, nothing)
    if isinstance(call.answer, Raised | Absent):
        return Broken(f"{answered(call.answer)}, expected {value}", (call.line(),))
    return is_number(subject, call, Fraction(value))


@law("empty is one", "Sentences without entities score 1.", Algebra.EMPTY_RULES, EMPTY_ONE)
def _tags_empty_one(subject: TagScore, case: TagsCase) -> Outcome:
    return _tags_empty(subject, case, 1)


@law("empty is zero", "Sentences without entities score 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)
def _tags_empty_zero(subject: TagScore, case: TagsCase) -> Outcome:
    return _tags_empty(subject, case, 0)


def entities(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    """List the entities of a well-formed sentence: start, end (not inside) and type.

    >>> entities(["B-A", "I-A", "O", "B-B"])
    [(0, 2, 'A'), (3, 4, 'B')]
    """
    starts = [at for at, tag in enumerate(tags) if tag.startswith("B-")]
    ends = [
        next((at for at in range(start + 1, len(tags)) if tags[at][:2] != "I-"), len(tags))
        for start in starts
    ]
    return [(start, end, tags[start][2:]) for start, end in zip(starts, ends, strict=True)]


def _written(found: Sequence[tuple[int, int, str]], size: int) -> list[str]:
    tags = ["O"] * size
    for start, end, kind in found:
        tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
    return tags


@law(
    "counts of f1",
    "Entities of one type in one sentence score 2 hits / (gold + predicted).",
    Algebra.IDENTITY,
    "f1",
)
def _tags_f1(subject: TagScore, case: TagsCase) -> Outcome:
    for gold, predicted in zip(case.gold, case.predicted, strict=True):
        right = entities(gold)
        mine = [one for one in right if one[2] == right[0][2]]
        yours = [
            one
            for one in entities(predicted)
            if mine and one[2] == mine[0][2]
            if one in mine or not any(one[0] < end and start < one[1] for start, end, _ in mine)
        ]
        if mine and yours and mine != yours:
            hits = len(set(mine) & set(yours))
            size = len(gold)
            call = tag_score(subject, [_written(mine, size)], [_written(yours, size)])
            return is_number(subject, call, Fraction(2 * hits, len(mine) + len(yours)))
    return Silent("no sentence has entities of one type on both sides that differ")


TagLaw = Law[TagScore, TagsCase]
TAG_LAWS: tuple[TagLaw, ...] = (
    _tags_defined,
    _tags_range,
    _tags_identity,
    _tags_renaming,
    _tags_padding,
    _tags_joined,
    _tags_unreadable,
    _tags_strict,
    _tags_lenient,
    _tags_f1,
    _tags_lengths,
    _tags_empty_one,
    _tags_empty_zero,
)


TAGS_F1: Kind[[Tagged, Tagged], TagsCase] = Kind(
    name="tags-f1",
    takes="gold and predicted tags (IOB2) of every sentence, and gives a number",
    claims={
        F1: "entities of one type in one sentence score 2 hits / (gold + predicted)",
        OTHER: IS_OTHER,
        "strict": "an entity begins with B-",
        "lenient": "an I- that continues nothing begins an entity",
        "pooled": "sentences are pooled",
        "lengths": "sentences of different lengths are refused",
        **EMPTY_CLAIMS,
    },
    laws=TAG_LAWS,
    apart=(EMPTY_APART, frozenset({"strict", "lenient"}), frozenset({F1, OTHER})),
    names=F1,
)
