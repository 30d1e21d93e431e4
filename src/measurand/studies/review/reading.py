"""How one tuple is read: its reference, its term, its polarity.

Records of one run differ in where they put a term and how they spell a polarity; after this a tuple
has three texts, normalised alike, and all comparing is by these. An invalid polarity is None and
matches nothing by accident; an implicit tuple has no term.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from attrs import frozen

from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.normalise import Passes, Step, normaliser
from measurand.studies.review.choices import (
    Aliases,
    Extractor,
    Implicit,
    ListElement,
    NullTerm,
    Otherwise,
    TermObject,
)
from measurand.studies.review.scorecard import Mention, Opinion, Opinions, Scorecard
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots

POSITIVE, NEGATIVE, NEUTRAL, MIXED = "positive", "negative", "neutral", "mixed"
_ENGLISH = {
    "pos": POSITIVE,
    "positive": POSITIVE,
    "neg": NEGATIVE,
    "negative": NEGATIVE,
    "neu": NEUTRAL,
    "neutral": NEUTRAL,
    "mixed": MIXED,
}
_KOREAN = {"긍정": POSITIVE, "부정": NEGATIVE, "중립": NEUTRAL, "혼합": MIXED}
WORDS: Mapping[Aliases, Mapping[str, str]] = {
    Aliases.ENGLISH: _ENGLISH,
    Aliases.ENGLISH_KOREAN: {**_ENGLISH, **_KOREAN},
}
"""The polarity that each known word stands for."""


class UnfitPartError(UnfitSampleError):
    """A part of a scorecard that the options refuse, with its place."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.expected} at {fault.path}: got {fault.got}")
        self.fault = fault


@frozen(kw_only=True, cache_hash=True)
class Reading:
    """How the parts of a tuple are read.

    >>> Reading().unknown_polarity.value
    'invalid'
    """

    list_element: ListElement = ListElement.ERROR
    extractor: Extractor = Extractor.SHARED
    implicit: Implicit = Implicit.FLAG
    unknown_polarity: Otherwise = Otherwise.INVALID
    missing_polarity: Otherwise = Otherwise.INVALID
    polarity_aliases: Aliases = Aliases.ENGLISH
    normalise: tuple[Step, ...] = (Step.TRIM, Step.LOWER, Step.SQUEEZE, Step.EDGES)
    passes: Passes = Passes.SETTLE

    def text(self, raw: str | None) -> str:
        """Normalise a text; nothing where there is none.

        >>> Reading().text(" Taste! ")
        'taste'
        """
        return _text_of(self)(raw) if raw else ""

    def admit(self, card: Scorecard) -> None:
        """Look for elements of lists of tuples that are no objects; they were left out.

        >>> stray = Fault(path="$.gold_tuples[0]", got="7", expected="an object")
        >>> Reading(list_element=ListElement.SKIP).admit(Scorecard(id="1", stray=stray))

        Raises UnfitPartError where there is one and it must not be.
        """
        if card.stray is not None and self.list_element is ListElement.ERROR:
            raise UnfitPartError(card.stray)


@lru_cache(maxsize=64)
def _text_of(reading: Reading) -> Callable[[str], str]:
    return normaliser(reading.normalise, reading.passes)


def polarity(reading: Reading, raw: str | None) -> str | None:
    """Read a polarity; None for one that is invalid.

    >>> polarity(Reading(), " POS "), polarity(Reading(), "great")
    ('positive', None)

    Raises UnfitSampleError where a polarity must be known, or be there.
    """
    word = raw.strip().lower() if raw else ""
    known_polarity = WORDS[reading.polarity_aliases].get(word)
    if known_polarity is not None:
        return known_polarity
    match reading.unknown_polarity if word else reading.missing_polarity:
        case Otherwise.NEUTRAL:
            return NEUTRAL
        case Otherwise.INVALID:
            return None
        case Otherwise.ERROR:
            known = ", ".join(sorted(set(WORDS[reading.polarity_aliases].values())))
            message = f"a polarity of {known}: got {shown(raw) if raw else 'none'}"
            raise UnfitSampleError(message)


def surface(mention: Mention) -> str:
    """Return the text of a tuple's term as it was written, trimmed.

    >>> surface(Mention(opinion=" good ")), surface(Mention(aspect_term="", opinion="good"))
    ('good', '')
    """
    text = mention.opinion if mention.aspect_term is None else mention.aspect_term
    return (text or "").strip()


def final_opinion(reading: Reading, mention: Mention) -> Opinion:
    """Read a tuple of the final stage.

    >>> final_opinion(Reading(), Mention(ref="Taste", aspect_term="soup", polarity="neg"))
    Opinion(ref='taste', term='soup', polarity='negative')
    """
    blank = reading.implicit is Implicit.FLAG and mention.implicit
    return Opinion(
        reading.text(mention.ref or mention.term),
        "" if blank else reading.text(surface(mention)),
        polarity(reading, mention.polarity),
    )


def stage1_opinions(reading: Reading, mentions: Iterable[Mention]) -> Opinions:
    """Read the tuples of the first stage: like the final ones, or by its own rules.

    >>> own = Reading(extractor=Extractor.PER_STAGE)
    >>> stage1_opinions(own, [Mention(polarity="pos"), Mention(aspect_term="a", polarity="pos")])
    (Opinion(ref='', term='a', polarity='positive'),)
    """
    if reading.extractor is Extractor.SHARED:
        return tuple(final_opinion(reading, mention) for mention in mentions)
    opinions = (
        Opinion(
            reading.text(mention.ref),
            reading.text(surface(mention)),
            polarity(reading, mention.polarity),
        )
        for mention in mentions
    )
    return tuple(one for one in opinions if one.ref or one.term)


def gold_opinion(
    reading: Reading, null_term: NullTerm, term_object: TermObject, mention: Mention
) -> Opinion | None:
    """Read a gold tuple; None where its polarity is invalid.

    >>> category, whole = Mention(ref="Taste", polarity="pos"), TermObject.TERM
    >>> gold_opinion(Reading(), NullTerm.IMPLICIT, whole, category)
    Opinion(ref='taste', term='', polarity='positive')
    >>> gold_opinion(Reading(), NullTerm.REF, whole, category).term
    'taste'
    """
    valid = polarity(reading, mention.polarity)
    if valid is None:
        return None
    return Opinion(
        reading.text(mention.ref or mention.term),
        reading.text(_gold_term(null_term, term_object, mention)),
        valid,
    )


def _gold_term(null_term: NullTerm, term_object: TermObject, mention: Mention) -> str | None:
    if mention.written is not None and term_object is TermObject.TEXT:
        return mention.written
    if mention.aspect_term is not None:
        return mention.aspect_term
    if mention.opinion is not None:
        return mention.opinion
    return (mention.ref or mention.term) if null_term is NullTerm.REF else None


@lru_cache(maxsize=2**16)
def item(opinion: Opinion) -> Item:
    """Make the item that the core compares.

    >>> item(Opinion("", "a", None)).get("term")
    'a'
    """
    return Slots((("polarity", opinion.polarity), ("ref", opinion.ref), ("term", opinion.term)))
