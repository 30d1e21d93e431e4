"""Which tuples stand for gold, for the first stage, for the final one, for each term.

A record may have a list in several places or in none. Each list has an order in which places are
looked at, and an empty list is an answer or none, as an option says; where there is none the reason
stands in place of the list, so that a sample is left out by a reason and never by accident.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.evidence.keying import UnfitSampleError
from measurand.studies.review.choices import (
    EmptyList,
    ExplicitRows,
    NoPrediction,
    NullTerm,
    NumberText,
    RepresentativeSource,
    StageMissing,
    TermObject,
    Tie,
)
from measurand.studies.review.reading import (
    Reading,
    UnfitPartError,
    final_opinion,
    gold_opinion,
    polarity,
    stage1_opinions,
    surface,
)
from measurand.studies.review.scorecard import (
    Listing,
    Mention,
    Mentions,
    NoNumber,
    Opinion,
    Opinions,
    Scorecard,
)
from measurand.values.fault import Fault, shown


class Origin(Enum):
    """Where the final tuples of a sample come from."""

    FINAL_TUPLES = "final_tuples"
    FINAL_ASPECTS = "final_aspects"
    INPUTS = "inputs"
    NOWHERE = "nowhere"


def read_once(card: Scorecard, key: object, make: Callable[[Scorecard], Listing]) -> Listing:
    """Read a list of a scorecard, or remember it.

    >>> card = Scorecard(id="1")
    >>> read_once(card, "gold", lambda _: "none") is read_once(card, "gold", lambda _: "another")
    True
    """
    listing = card.read.get(key)
    if listing is None:
        listing = card.read[key] = make(card)
    return listing


@frozen(kw_only=True, cache_hash=True)
class GoldTuples:
    """The gold tuples; an empty list is the gold nothing, or no gold.

    >>> GoldTuples().of(Scorecard(id="1"))
    'no gold'
    """

    reading: Reading = field(factory=Reading)
    gold_null_term: NullTerm = NullTerm.IMPLICIT
    gold_term_object: TermObject = TermObject.TERM
    empty_list: EmptyList = EmptyList.ANSWER
    explicit_rows: ExplicitRows = ExplicitRows.ANY

    def of(self, card: Scorecard) -> Listing:
        """List the gold tuples of a scorecard; those of invalid polarity are left out."""
        return read_once(card, self, self._of)

    def _of(self, card: Scorecard) -> Listing:
        self.reading.admit(card)
        if card.gold is None:
            return "no gold"
        read = (
            gold_opinion(self.reading, self.gold_null_term, self.gold_term_object, one)
            for one in card.gold
        )
        usable = tuple(one for one in read if one is not None)
        if card.gold and not usable:
            return "no usable gold"
        if not usable and self.empty_list is EmptyList.MISSING:
            return "the gold list is empty"
        if self.explicit_rows is ExplicitRows.PURE and any(not one.term for one in usable):
            return "some gold is implicit"
        return usable


@frozen(kw_only=True, cache_hash=True)
class FinalTuples:
    """The final tuples: of the final result, else of its aspects, else of the inputs.

    >>> FinalTuples().of(Scorecard(id="1"))
    'no predictions'
    """

    reading: Reading = field(factory=Reading)
    empty_list: EmptyList = EmptyList.MISSING
    no_prediction: NoPrediction = NoPrediction.NONE

    def of(self, card: Scorecard) -> Listing:
        """List the final tuples of a scorecard."""
        return read_once(card, self, self._of)

    def _of(self, card: Scorecard) -> Listing:
        self.reading.admit(card)
        if self.no_prediction is NoPrediction.NONE and unanswered(card):
            return "no predictions"
        return tuple(final_opinion(self.reading, one) for one in self.source(card)[1])

    def source(self, card: Scorecard) -> tuple[Origin, Mentions]:
        """Find where the final tuples of a scorecard come from; of the inputs, those with a term.

        >>> FinalTuples().source(Scorecard(id="1", final=(), aspects=(Mention(),)))[0].value
        'final_aspects'
        """
        self.reading.admit(card)
        answers = self.empty_list is EmptyList.ANSWER
        for origin, mentions in (
            (Origin.FINAL_TUPLES, card.final),
            (Origin.FINAL_ASPECTS, card.aspects),
        ):
            if mentions or (mentions is not None and answers):
                return origin, mentions
        named = tuple(one for one in card.sentiments or () if final_opinion(self.reading, one).term)
        if named or (card.sentiments is not None and answers):
            return Origin.INPUTS, named
        fallback = self.no_prediction is NoPrediction.FALLBACK
        return (Origin.INPUTS if fallback else Origin.NOWHERE), ()


def unanswered(card: Scorecard) -> bool:
    """Say whether a scorecard has no list of predictions at all, not even an empty one.

    >>> unanswered(Scorecard(id="1")), unanswered(Scorecard(id="1", final=()))
    (True, False)
    """
    return card.final is None and card.aspects is None and card.sentiments is None


@frozen(kw_only=True, cache_hash=True)
class Stage1Tuples:
    """The tuples of the first stage: of the final result, else of the trace, else as is said.

    >>> Stage1Tuples(stage1_missing=StageMissing.EXCLUDE).of(Scorecard(id="1"))
    'no first stage'
    """

    final: FinalTuples = field(factory=FinalTuples)
    stage1_missing: StageMissing = StageMissing.COPY_FINAL

    def of(self, card: Scorecard) -> Listing:
        """List the tuples of the first stage of a scorecard.

        Raises UnfitSampleError where they are missing and must be there.
        """
        reading = self.final.reading
        reading.admit(card)
        if card.stage1 is not None:
            opinions = stage1_opinions(reading, card.stage1)
            if opinions or self.final.empty_list is EmptyList.ANSWER:
                return opinions
        answers = self.final.empty_list is EmptyList.ANSWER
        if card.traced or "traced" in card.hollow or (card.traced is not None and answers):
            return tuple(final_opinion(reading, one) for one in card.traced or ())
        match self.stage1_missing:
            case StageMissing.EXCLUDE:
                return "no first stage"
            case StageMissing.EMPTY:
                return ()
            case StageMissing.COPY_FINAL:
                return self.final.of(card)
            case StageMissing.ERROR:
                message = "stage1_tuples, or a trace of the first stage: got neither"
                raise UnfitSampleError(message)


@frozen(kw_only=True, cache_hash=True)
class Representatives:
    """One tuple for each term: explicit before implicit, then the surest, then one not dropped.

    >>> Representatives().of(Scorecard(id="1", final=()))
    ()
    """

    final: FinalTuples = field(factory=FinalTuples)
    representative_source: RepresentativeSource = RepresentativeSource.FINAL
    representative_tie: Tie = Tie.FIRST
    number_text: NumberText = NumberText.ERROR

    def of(self, card: Scorecard) -> Listing:
        """List the representatives of a scorecard.

        Raises UnfitPartError where a confidence is no number, and must be one.
        """
        candidates = self.candidates(card)
        if isinstance(candidates, str):
            return candidates
        by_term: dict[str, list[int]] = {}
        for index, one in enumerate(candidates):
            by_term.setdefault(one.term, []).append(index)
        if len(by_term) == len(candidates):
            return candidates
        ranks = [
            _NOTHING if one is None else rank(one, self.number_text)
            for one in self._candidates(card)[1]
        ]
        chosen: list[Opinion] = []
        for here in by_term.values():
            best = max(ranks[index] for index in here)
            first = [candidates[index] for index in here if ranks[index] == best]
            if self.representative_tie is Tie.ERROR and len({one.polarity for one in first}) > 1:
                return "equally good representatives of different polarity"
            chosen.append(first[0])
        return tuple(chosen)

    def candidates(self, card: Scorecard) -> Listing:
        """List the tuples that could stand for their terms, or say why there are none.

        >>> Representatives().candidates(Scorecard(id="1"))
        'no predictions'
        """
        key = (self.final, self.representative_source, self.number_text)
        return read_once(card, key, lambda card: self._candidates(card)[0])

    def _candidates(self, card: Scorecard) -> tuple[Listing, Sequence[Mention | None]]:
        """List the tuples, and what was written of each, where that can speak for it."""
        if self.representative_source is RepresentativeSource.FINAL:
            written = self.final.source(card)[1]
            self._sure(written)
            return self.final.of(card), written
        self.final.reading.admit(card)
        final = [one for one in card.final or () if surface(one) or one.implicit]
        if final:
            self._sure(final)
            return self._read(final), final
        if card.aspects or "aspects" in card.hollow:
            aspects = card.aspects or ()
            return self._read(aspects), [None] * len(aspects)
        final_tuples = self.final.of(card)
        named = () if isinstance(final_tuples, str) else final_tuples
        kept = tuple(one for one in sorted(named, key=str) if one.term)
        return kept, [None] * len(kept)

    def _sure(self, mentions: Iterable[Mention]) -> None:
        for one in mentions:
            confidence(one, self.number_text)

    def _read(self, mentions: Iterable[Mention]) -> Opinions:
        reading = self.final.reading
        return tuple(
            Opinion(
                reading.text(one.ref or one.term),
                reading.text(surface(one)).strip(),
                polarity(reading, one.polarity),
            )
            for one in mentions
        )


_NOTHING = (False, Fraction(0), True)


def rank(mention: Mention, text: NumberText = NumberText.ERROR) -> tuple[bool, Fraction, bool]:
    """Say what speaks for a tuple: it is explicit, it is sure, nothing dropped it.

    >>> rank(Mention(grounding="Explicit", drop_reason="weak"))
    (True, Fraction(0, 1), False)

    Raises UnfitPartError as `confidence` does.
    """
    explicit = (mention.grounding or "").lower() == "explicit"
    return explicit, confidence(mention, text), not mention.drop_reason


_INFINITE = Fraction(10**1400)
"""Stands for infinity: above all numbers that are read."""
_LONGEST = 400


def confidence(mention: Mention, text: NumberText) -> Fraction:
    """Say how sure a tuple is; 0 where it does not say.

    >>> from measurand.studies.review.scorecard import NoNumber
    >>> confidence(Mention(confidence=NoNumber("0.7")), NumberText.READ)
    Fraction(7, 10)

    Raises UnfitPartError for text or a truth value, unless it is read as the number it writes
    (true as 1, nothing as 0); then for text that writes no number.
    """
    stated = mention.confidence
    if stated is None:
        return Fraction(0)
    if isinstance(stated, Fraction):
        return stated
    number = _written(stated)
    if number is not None and text is NumberText.READ:
        return number
    hint = "" if number is None else "number_text=read takes text for the number in it"
    got = stated.got or shown(stated.value)
    raise UnfitPartError(Fault(path=stated.place, got=got, expected="a number", hint=hint))


def _written(found: NoNumber) -> Fraction | None:
    """Read what Python's `float` takes for a number, with all its digits; None for another text."""
    value = found.value
    if not value or isinstance(value, bool):
        return Fraction(int(bool(value)))
    try:
        near = float(value)
    except ValueError:
        return None
    if math.isnan(near):
        return None
    if math.isinf(near):
        return _INFINITE if near > 0 else -_INFINITE
    # A power of ten far below all floats would take long to write out.
    if not near or len(value) > _LONGEST:
        return Fraction(near)
    digits = (str(int(one)) if one.isdecimal() else one for one in value.strip())
    return Fraction("".join(digits).replace("_", ""))
