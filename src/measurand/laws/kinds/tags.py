"""Scores of tagged sentences: tags are O, or B- or I- and a type (IOB2)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    claiming,
    equal_to,
    needing,
    refused,
    stated,
    unchanged,
)
from measurand.laws.kinds.compare import at_most, is_number
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.span_scores import (
    EMPTY_APART,
    EMPTY_CLAIMS,
    EMPTY_ONE,
    EMPTY_ZERO,
    F1,
    LENGTHS,
    POOLED,
    STRICT,
    UNDEFINED,
)
from measurand.laws.kinds.subject import IS_OTHER, OTHER, Call, Number, Subject, asked, number

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


TagAsk = Ask[[Tagged, Tagged], TagsCase]
TagCheck = Check[[Tagged, Tagged], TagsCase]


def _tags_of(change: Callable[[Tagged], Tagged]) -> TagAsk:
    """Ask about both sides, each changed in the same way."""
    return lambda subject, case: tag_score(subject, change(case.gold), change(case.predicted))


_TAGGED = _tags_of(lambda side: side)


def _tags_itself(subject: TagScore, case: TagsCase) -> Call[Number]:
    return tag_score(subject, case.gold, case.gold)


def _tags_none(subject: TagScore, case: TagsCase) -> Call[Number]:
    nothing = [["O"] * len(tags) for tags in case.gold if tags]
    return tag_score(subject, nothing, nothing)


def _tags_any(*sides: Tagged) -> bool:
    return any(tag != "O" for side in sides for tags in side for tag in tags)


def _with_tokens(check: TagCheck) -> TagCheck:
    return needing(lambda case: any(case.gold), "there is no token", check)


def _all_with_entities(check: TagCheck) -> TagCheck:
    reason = "some sentence has no entity"
    return needing(lambda case: all(_tags_any([tags]) for tags in case.gold), reason, check)


def _tags_joined(side: Tagged) -> Tagged:
    return [[tag for tags in side for tag in (*tags, "O")]]


def _inside_first(subject: TagScore, _case: TagsCase) -> Call[Number]:
    return tag_score(subject, [["B-A"]], [["I-A"]])


def _one_too_few(subject: TagScore, case: TagsCase) -> Call[Number]:
    return tag_score(subject, [*case.gold, ["B-A", "O"]], [*case.predicted, ["B-A"]])


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
    return at_most(subject, tag_score(subject, case.gold, garbled), _TAGGED(subject, case))


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


def _tags_written(spans: Sequence[tuple[int, int, str]], size: int) -> list[str]:
    tags = ["O"] * size
    for start, end, kind in spans:
        tags[start:end] = [f"B-{kind}", *[f"I-{kind}"] * (end - start - 1)]
    return tags


@law(
    "counts of f1",
    "Entities of one type in one sentence score 2 hits / (gold + predicted).",
    Algebra.IDENTITY,
    F1,
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
            call = tag_score(subject, [_tags_written(mine, size)], [_tags_written(yours, size)])
            return is_number(subject, call, Fraction(2 * hits, len(mine) + len(yours)))
    return Silent("no sentence has entities of one type on both sides that differ")


TagLaw = Law[TagScore, TagsCase]
TAG_LAWS: tuple[TagLaw, ...] = (
    law("defined", "Sentences have a number.")(_with_tokens(answered_unless(UNDEFINED, _TAGGED))),
    law("range", "A score lies between 0 and 1.")(between(_TAGGED, 0, 1)),
    law("identity", "Gold against itself scores 1.", Algebra.IDENTITY)(
        needing(
            lambda case: _tags_any(case.gold),
            "there is no entity",
            claiming(
                {POOLED}, equal_to(_tags_itself, 1), _all_with_entities(equal_to(_tags_itself, 1))
            ),
        )
    ),
    law("type names", "Types are names: B, I or IRD are as good.", Algebra.SYMMETRY)(
        unchanged(_TAGGED, lambda subject, case: _TAGGED(subject, case.renamed()))
    ),
    law("padding", "An O after every sentence changes nothing.", Algebra.MERGE)(
        _with_tokens(unchanged(_TAGGED, _tags_of(lambda side: [[*tags, "O"] for tags in side])))
    ),
    law("joining", "Sentences joined by an O score as before.", Algebra.MERGE, POOLED)(
        needing(
            lambda case: _tags_any(case.gold, case.predicted),
            "there is no entity",
            unchanged(_TAGGED, _tags_of(_tags_joined)),
        )
    ),
    _tags_unreadable,
    law(
        "strict",
        "An entity that begins with I- is not the one that begins with B-.",
        Algebra.IDENTITY,
        STRICT,
    )(equal_to(_inside_first, 0)),
    law(
        "lenient",
        "An entity that begins with I- is the one that begins with B-.",
        Algebra.IDENTITY,
        LENIENT,
    )(equal_to(_inside_first, 1)),
    _tags_f1,
    law(
        "lengths",
        "As many predicted tags as gold ones, or they are refused.",
        Algebra.BOUNDS,
        LENGTHS,
    )(refused(_one_too_few, "a sentence with fewer tags than gold is accepted")),
    law("empty is one", "Sentences without entities score 1.", Algebra.EMPTY_RULES, EMPTY_ONE)(
        _with_tokens(stated(_tags_none, 1))
    ),
    law("empty is zero", "Sentences without entities score 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)(
        _with_tokens(stated(_tags_none, 0))
    ),
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
