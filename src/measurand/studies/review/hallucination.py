"""Aspects of one scorecard that its text does not bear out."""

from attrs import field, frozen

from measurand.studies.review.aspects import Cause, causes
from measurand.studies.review.choices import Hallucination, NegativeSpan, NoFilter, TextForm
from measurand.studies.review.number import Number
from measurand.studies.review.reading import Reading, surface
from measurand.studies.review.scorecard import Scorecard


@frozen(kw_only=True, cache_hash=True)
class Hallucinated:
    """One where an aspect was dropped at extraction, or a final term is not in the text.

    Final terms are those of the final tuples, and the `term` of each final aspect.

    >>> from measurand.studies.review.scorecard import Mention
    >>> card = Scorecard(id="1", text="soup", final=(Mention(aspect_term="room"),))
    >>> Hallucinated(hallucination=Hallucination.FINAL_SUBSTRING).of(card), Hallucinated().of(card)
    (1, 0)
    """

    reading: Reading = field(factory=Reading)
    hallucination: Hallucination = Hallucination.ATE_DROP
    hallucination_missing: NoFilter = NoFilter.NOTHING
    hallucination_text: TextForm = TextForm.RAW

    def of(self, card: Scorecard) -> Number:
        """Say whether a scorecard has a hallucinated aspect."""
        excluding = self.hallucination_missing is NoFilter.EXCLUDE
        if self.hallucination is Hallucination.ATE_DROP:
            if excluding and card.hallucinated is None and card.filtered is None:
                return "no filtered aspects"
            dropped = any(not aspect.kept for aspect in card.filtered or ())
            return int(card.hallucinated is True or dropped)
        if excluding and card.text is None:
            return "no input text"
        self.reading.admit(card)
        text = self._form(card.text or "")
        terms = (
            *(surface(one) for one in card.final or ()),
            *((one.term or "").strip() for one in card.aspects or ()),
        )
        return int(any(self._form(term) not in text for term in terms))

    def _form(self, text: str) -> str:
        return self.reading.text(text) if self.hallucination_text is TextForm.NORMALISED else text


@frozen(kw_only=True, cache_hash=True)
class DroppedBecause:
    """One where an aspect was dropped for one cause.

    >>> DroppedBecause(cause=Cause.TARGET_FILTER).of(Scorecard(id="1", filtered=()))
    0
    """

    cause: Cause
    hallucination_missing: NoFilter = NoFilter.NOTHING
    negative_span: NegativeSpan = NegativeSpan.SLICE

    def of(self, card: Scorecard) -> Number:
        """Say whether an aspect of a scorecard was dropped for this cause."""
        if card.filtered is None and self.hallucination_missing is NoFilter.EXCLUDE:
            return "no filtered aspects"
        return int(self.cause in causes(card.text, card.filtered or (), self.negative_span))
