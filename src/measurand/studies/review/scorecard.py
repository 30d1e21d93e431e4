"""A scorecard: everything that the review metrics read of one sample, as it was given.

Nothing is decided here: which list counts as the final one, what an empty term or an unknown
polarity means, is an option of a definition. A part that the record does not have is None, which
is not the empty part.
"""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from attrs import field, frozen

from measurand.values.fault import Fault


@frozen(kw_only=True)
class Mention:
    """One tuple of a list, field by field; a field that is absent, or null, is None.

    `term` is the key of that name, beside `aspect_term`, whose text this is whether it was written
    as a string or as an object with a term; so is `opinion`. `polarity` is the first of polarity
    and label that is not empty. `written` is the text of the object that a gold term was written
    as, in the way of Python.

    >>> Mention(aspect_term="battery", polarity="positive").implicit
    False
    """

    ref: str | None = None
    term: str | None = None
    aspect_term: str | None = None
    written: str | None = None
    opinion: str | None = None
    polarity: str | None = None
    implicit: bool = False
    grounding: str | None = None
    confidence: "Fraction | NoNumber | None" = None
    drop_reason: str | None = None


@frozen
class NoNumber:
    """Text, or a truth value, where a number should be; two are equal wherever they stand.

    An empty list or object counts as empty text; `got` says what it was.

    >>> NoNumber("0.7", "$.a") == NoNumber("0.7", "$.b")
    True
    """

    value: str | bool
    place: str = field(default="$", eq=False)
    got: str = field(default="", eq=False)


Mentions = tuple[Mention, ...]


@frozen
class Risk:
    """One structural risk that the validator named.

    >>> Risk("NEGATION_SCOPE").severity
    ''
    """

    id: str
    severity: str = ""


@frozen
class Block:
    """What the validator said of one stage; the empty one where it named none.

    >>> Block("stage1", (Risk("CONTRAST"),)).stage
    'stage1'
    """

    stage: str
    risks: tuple[Risk, ...] = ()


@frozen(kw_only=True)
class Aspect:
    """One aspect after the filter of the extraction stage; half-open span over code points.

    >>> Aspect(term="battery", start=0, end=7, kept=True).reason is None
    True
    """

    term: str
    start: int | None = None
    end: int | None = None
    kept: bool
    reason: str | None = None


@frozen(kw_only=True)
class Judgement:
    """What the sentiment stage said of one term: whether an opinion in the text carries it.

    >>> Judgement(term="battery", grounded=True).issues
    ()
    """

    term: str
    grounded: bool | None = None
    issues: tuple[str, ...] = ()


@frozen(kw_only=True)
class Override:
    """What the debate override did to a sample.

    >>> Override(applied=2).effective
    False
    """

    applied: int = 0
    effective: bool = False
    reason: str = ""
    skipped_low_signal: int = 0
    skipped_conflict: int = 0
    skipped_already_confident: int = 0


class Opinion(NamedTuple):
    """A tuple as it is compared: an invalid polarity is None, an implicit one has no term.

    >>> Opinion("", "battery", "positive").term
    'battery'
    """

    ref: str
    term: str
    polarity: str | None


Opinions = tuple[Opinion, ...]
Listing = Opinions | str
"""The tuples of a list, or why it is not there."""


@frozen(kw_only=True)
class Scorecard:
    """One sample of a run.

    Lists as they lie: `stage1`, `final`, `aspects` and the two review copies in the final result,
    `traced` in the trace of the first stage, `sentiments` among the inputs. `gold` is the first
    list of the fallback order that is not empty; () where all that are there are empty, None where
    none is there. `changed` and `change_type` are those of the stored stage delta. `stray` is what
    is wrong with the first element of a list of tuples that is no object; `hollow` names the lists,
    of `aspects` and `traced`, that have elements of which none is a tuple.

    >>> Scorecard(id="1", gold=()).gold, Scorecard(id="1").gold
    ((), None)
    """

    id: str
    run: str = ""
    profile: str = ""
    protocol: str = ""
    text: str | None = None
    gold: Mentions | None = None
    stage1: Mentions | None = None
    traced: Mentions | None = None
    final: Mentions | None = None
    aspects: Mentions | None = None
    sentiments: Mentions | None = None
    pre_review: Mentions | None = None
    post_review: Mentions | None = None
    changed: bool | None = None
    change_type: str | None = None
    stage1_label: str | None = None
    stage2_label: str | None = None
    final_label: str | None = None
    review_actions: tuple[str, ...] | None = None
    arb_actions: tuple[str, ...] | None = None
    validator: tuple[Block, ...] | None = None
    stage1_risk: bool | None = None
    stage2_risk: bool | None = None
    hallucinated: bool | None = None
    filtered: tuple[Aspect, ...] | None = None
    judgements: tuple[Judgement, ...] | None = None
    implicit_candidate: bool = False
    parse_failed: bool = False
    override: Override | None = None
    stray: Fault | None = None
    hollow: frozenset[str] = frozenset()
    read: dict[object, Listing] = field(factory=dict, init=False, eq=False, repr=False)
    """What lists were already read of it, so that each is read once."""


Number = int | str
"""A number of a sample, or why it is not there."""


def review_copies_differ(scorecard: Scorecard) -> tuple[str, ...]:
    """Name the copies that are not the list they stand for; their order does not count.

    A copy that is not there differs from nothing.

    >>> one = (Mention(aspect_term="맛", polarity="positive"),)
    >>> review_copies_differ(Scorecard(id="1", stage1=one, pre_review=one, post_review=one))
    ('final_tuples_post_review',)
    """
    copies = (
        ("final_tuples_pre_review", scorecard.pre_review, scorecard.stage1),
        ("final_tuples_post_review", scorecard.post_review, scorecard.final),
    )
    return tuple(name for name, copy, own in copies if copy is not None and _differ(copy, own))


def _differ(copy: Mentions, own: Mentions | None) -> bool:
    return own is None or (copy != own and _counted(copy) != _counted(own))


def _counted(mentions: Mentions) -> Counter[Mention]:
    return Counter(mentions)
