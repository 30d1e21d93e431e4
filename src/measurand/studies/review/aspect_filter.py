"""The aspect filter of the extraction stage: what it keeps, what it drops, and why.

An aspect is kept where its term is, letter by letter, what the text has at its span, and where the
term can be a target at all. A span that is missing holds the empty text; one that ends behind the
text is cut short. A negative number counts from the end of the text, as in a slice of Python, or
such a span holds nothing.
"""

from collections.abc import Collection, Iterable
from enum import Enum

from attrs import evolve, frozen

from measurand.studies.review.choices import DropReason, NegativeSpan
from measurand.studies.review.scorecard import Aspect

STOP_TERMS = frozenset({"ㅋㅋ", "ㅎㅎ", "ㅠㅠ", "아", "야", "언제", "하지만", "그러나"})
"""Terms that are never a target."""

ALLOWED_TERMS = frozenset({"뷰", "AS", "as", "ui", "UI", "앱", "app"})
"""Terms that are always a target, however short."""

ALIGNMENT_FAILURE = "alignment_failure"
FILTER_REJECTION = "filter_rejection"
SEMANTIC_HALLUCINATION = "semantic_hallucination"
OTHER_NOT_TARGET = "other_not_target"
_SHORTEST = 2


class Cause(Enum):
    """What is wrong with an aspect that was dropped; each has exactly one cause."""

    OUT_OF_TEXT = "out_of_text"
    SPAN_MISALIGNMENT = "span_misalignment"
    TARGET_FILTER = "target_filter"


_CAUSE_OF_REASON = {
    ALIGNMENT_FAILURE: Cause.SPAN_MISALIGNMENT,
    FILTER_REJECTION: Cause.TARGET_FILTER,
    SEMANTIC_HALLUCINATION: Cause.OUT_OF_TEXT,
}


@frozen(kw_only=True)
class AspectFilter:
    """What the filter goes by: two lists of terms, how spans are read, what reasons it writes.

    >>> AspectFilter().drop_reason.value
    'cause'
    """

    allow: Collection[str] = ALLOWED_TERMS
    stop: Collection[str] = STOP_TERMS
    negative_span: NegativeSpan = NegativeSpan.SLICE
    drop_reason: DropReason = DropReason.CAUSE


_USUAL = AspectFilter()


def filter_aspects(
    text: str, aspects: Iterable[Aspect], by: AspectFilter = _USUAL
) -> tuple[Aspect, ...]:
    """Decide of each aspect whether it is kept, and say the reason where it is not.

    What the aspects said of themselves before does not count. The first reason that fits is given:
    a span that holds something else (`alignment_failure`), a term that is no target
    (`filter_rejection`), no span at all (`semantic_hallucination`); or always `other_not_target`.

    >>> good = Aspect(term="맛", start=0, end=1, kept=True)
    >>> [aspect.reason for aspect in filter_aspects("맛 최고", [good])]
    ['filter_rejection']
    >>> filter_aspects("맛 최고", [good], AspectFilter(allow={"맛"})) == (good,)
    True
    """
    return tuple(_judged(text, aspect, by) for aspect in aspects)


def _judged(text: str, aspect: Aspect, by: AspectFilter) -> Aspect:
    reason = _reason(text, aspect, by)
    if reason is not None and by.drop_reason is DropReason.OTHER_NOT_TARGET:
        reason = OTHER_NOT_TARGET
    return evolve(aspect, kept=reason is None, reason=reason)


def _reason(text: str, aspect: Aspect, by: AspectFilter) -> str | None:
    spelled_at_span = span_text(text, aspect, by.negative_span) == aspect.term
    if not spelled_at_span and aspect.start is not None and aspect.end is not None:
        return ALIGNMENT_FAILURE
    if not is_target(aspect.term, allow=by.allow, stop=by.stop):
        return FILTER_REJECTION
    return None if spelled_at_span else SEMANTIC_HALLUCINATION


def is_target(
    term: str, *, allow: Collection[str] = ALLOWED_TERMS, stop: Collection[str] = STOP_TERMS
) -> bool:
    """Tell whether a term can be a target: allowed by name, or two letters long and no stop term.

    >>> [is_target(term) for term in ("앱", "맛", "하지만", "배터리")]
    [True, False, False, True]
    """
    return term in allow or (len(term) >= _SHORTEST and term not in stop)


def span_text(text: str, aspect: Aspect, negative: NegativeSpan = NegativeSpan.SLICE) -> str:
    """Give what the text has at the span of an aspect; nothing where it has no span.

    >>> span_text("맛이 최고", Aspect(term="최고", start=3, end=5, kept=True))
    '최고'
    >>> behind = Aspect(term="최고", start=-2, end=99, kept=True)
    >>> [span_text("맛이 최고", behind, negative) for negative in NegativeSpan]
    ['최고', '']
    """
    start, end = aspect.start, aspect.end
    if start is None or end is None:
        return ""
    if negative is NegativeSpan.NOTHING and (start < 0 or end < 0):
        return ""
    return text[start:end]


def cause(
    text: str | None, aspect: Aspect, negative: NegativeSpan = NegativeSpan.SLICE
) -> Cause | None:
    """Say what is wrong with an aspect that was dropped; None for one that was kept.

    A term that stands at its span was dropped by the target filter, whatever that filter's lists
    were. Where the text is not known, the stored reason tells the cause, if it is one of the three.

    >>> cause("맛이 최고", Aspect(term="서비스", start=0, end=3, kept=False))
    <Cause.OUT_OF_TEXT: 'out_of_text'>
    >>> cause("맛이 최고", Aspect(term="최고", start=0, end=2, kept=False))
    <Cause.SPAN_MISALIGNMENT: 'span_misalignment'>
    >>> cause(None, Aspect(term="최고", kept=False, reason="filter_rejection"))
    <Cause.TARGET_FILTER: 'target_filter'>
    """
    if aspect.kept:
        return None
    if text is None:
        return _CAUSE_OF_REASON.get(aspect.reason or "")
    if span_text(text, aspect, negative) == aspect.term:
        return Cause.TARGET_FILTER
    return Cause.SPAN_MISALIGNMENT if aspect.term in text else Cause.OUT_OF_TEXT


def causes(
    text: str | None, aspects: Iterable[Aspect], negative: NegativeSpan = NegativeSpan.SLICE
) -> tuple[Cause, ...]:
    """List the causes of the aspects that were dropped, in their order, as far as they are known.

    >>> causes("맛", [Aspect(term="맛", start=0, end=1, kept=False), Aspect(term="값", kept=True)])
    (<Cause.TARGET_FILTER: 'target_filter'>,)
    """
    known = (cause(text, aspect, negative) for aspect in aspects)
    return tuple(one for one in known if one is not None)


def kept_terms(aspects: Iterable[Aspect]) -> tuple[str, ...]:
    """List the terms that were kept.

    >>> kept_terms([Aspect(term="맛집", kept=True), Aspect(term="맛", kept=False)])
    ('맛집',)
    """
    return tuple(aspect.term for aspect in aspects if aspect.kept)


def dropped_terms(aspects: Iterable[Aspect]) -> tuple[str, ...]:
    """List the terms that were dropped.

    >>> dropped_terms([Aspect(term="맛집", kept=True), Aspect(term="맛", kept=False)])
    ('맛',)
    """
    return tuple(aspect.term for aspect in aspects if not aspect.kept)
