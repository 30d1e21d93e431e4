"""Transcripts against what was said: error rates of words and characters, from counts of edits.

A sample gives how many tokens of its reference are right, replaced or deleted, and how many were
inserted, on a shortest way from the reference to the text; how one of several shortest ways is
chosen is said in `algebra.sequences`. The number of edits is that of any of them, so `wer` and
`cer` do not depend on the choice; `mer`, `wil` and the counts themselves may.

The counts are added up over the corpus, and a rate is of the sums; with `level=sample` it is the
mean of the rates of samples, each of which weighs the same however long it is. A reference without
a token has no rate alone, but its insertions count in the corpus.
"""

from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum

from attrs import frozen

from measurand.algebra.number import Number
from measurand.algebra.sequences import edits
from measurand.evidence.evidence import Fact
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Missing
from measurand.evidence.texts import AgainstReferences
from measurand.metrics.family import About, OfSums


class Split(Enum):
    """What a text is made of: words, which white space parts, or characters, blanks too."""

    WORDS = "words"
    CHARACTERS = "characters"

    def of(self, text: str) -> Sequence[str]:
        """Split a text.

        >>> Split.WORDS.of(" a b"), Split.CHARACTERS.of("a b")
        (['a', 'b'], 'a b')
        """
        return text.split() if self is Split.WORDS else text


@frozen(kw_only=True, cache_hash=True)
class CountedEdits(AgainstReferences):
    """How many tokens of the reference are right, replaced, deleted; and how many were inserted.

    >>> from measurand.values.sample import Sample
    >>> sample = Sample(id="1", gold=("the cat sat down",), predicted=("a cat sat",))
    >>> CountedEdits(split=Split.WORDS).see(sample)
    (2, 1, 1, 0)
    """

    split: Split

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Count the edits.

        Raises UnfitSampleError where there are several references.
        """
        if len(references) > 1:
            message = f"one reference, of which edits are counted: got {len(references)}"
            raise UnfitSampleError(message, "say which one: --field gold=PATH[0], for example")
        return tuple(edits(self.split.of(references[0]), self.split.of(text)))


_TRIED = (
    ("normalise", ("none", "lower", "lower+punctuation+squeeze+trim")),
    ("level", ("corpus", "sample")),
    ("missing", ("skip", "empty")),
)
_NO_REFERENCE = "no reference has a token"
_JIWER = "equal, to the last bit of a float: both divide whole numbers once"


@frozen(kw_only=True, cache_hash=True)
class OfEdits(OfSums):
    """A rate of edits: a base."""

    normalise: tuple[Step, ...] = ()
    missing: Missing = Missing.SKIP

    @property
    def reading(self) -> CountedEdits:
        """Say what is observed of a sample: its edits, of words."""
        return CountedEdits(split=Split.WORDS, normalise=self.normalise, missing=self.missing)

    @property
    def size(self) -> int:
        """Say how many counts a sample gives: right, replaced, deleted, inserted."""
        return 4

    def of(self, sums: Sequence[Number]) -> Number:
        """Compute the rate of the sums."""
        hits, substitutions, deletions, insertions = sums
        return self.rate(hits, substitutions + deletions, insertions, substitutions)

    @abstractmethod
    def rate(self, hits: Number, lost: Number, inserted: Number, replaced: Number) -> Number:
        """Compute the rate; lost are the tokens of references that are replaced or deleted."""


@frozen(kw_only=True, cache_hash=True)
class WordErrorRate(OfEdits):
    """Edits of words, by how many words the references have: WER.

    At least 0, and above 1 where more is inserted than is right. Case and punctuation count unless
    `normalise` takes them away.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> said = [Sample(id="1", gold=("the cat sat down",), predicted=("a cat sat",))]
    >>> evaluate(WordErrorRate(), said)
    Defined(value=Fraction(1, 2))
    """

    about = About(
        name="wer",
        says="edits of words, by how many words the references have",
        formula="(substitutions + deletions + insertions) / (hits + substitutions + deletions)",
        source="Morris, Maier and Green 2004, equation 1",
        low=0,
        better=-1,
        words=("word_error_rate",),
        undefined=_NO_REFERENCE,
        peers=(
            ("jiwer.wer", _JIWER),
            ("evaluatio.metrics.wer.word_error_rate", "equal, to the last bit of a float"),
        ),
        tried=_TRIED,
    )

    def rate(self, hits: Number, lost: Number, inserted: Number, _replaced: Number) -> Number:
        """Divide the edits by the words of references."""
        return (lost + inserted).over(hits + lost, _NO_REFERENCE)


@frozen(kw_only=True, cache_hash=True)
class CharacterErrorRate(WordErrorRate):
    """Edits of characters, blanks too, by how many characters the references have: CER.

    At least 0, and above 1 where more is inserted than is right.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(CharacterErrorRate(), [Sample(id="1", gold=("kitten",), predicted=("sitting",))])
    Defined(value=Fraction(1, 2))
    """

    about = About(
        name="cer",
        says="edits of characters, by how many characters the references have",
        formula="(substitutions + deletions + insertions) / (hits + substitutions + deletions)",
        source="Morris, Maier and Green 2004, equation 1, of characters",
        low=0,
        better=-1,
        words=("character_error_rate", "char_error_rate"),
        undefined=_NO_REFERENCE,
        peers=(("jiwer.cer", f"{_JIWER}, with normalise=trim"),),
        tried=(
            ("normalise", ("none", "trim", "lower+trim")),
            *_TRIED[1:],
        ),
    )

    @property
    def reading(self) -> CountedEdits:
        """Say what is observed of a sample: its edits, of characters."""
        return CountedEdits(split=Split.CHARACTERS, normalise=self.normalise, missing=self.missing)


@frozen(kw_only=True, cache_hash=True)
class MatchErrorRate(OfEdits):
    """The share of all pairs, deletions and insertions that are errors: MER.

    A rate from 0 to 1. Of two shortest ways one may have more hits; see `algebra.sequences`.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(MatchErrorRate(), [Sample(id="1", gold=("a b",), predicted=("a c d",))])
    Defined(value=Fraction(2, 3))
    """

    about = About(
        name="mer",
        says="the share of pairs, deletions and insertions that are errors",
        formula="edits / (hits + edits)",
        source="Morris, Maier and Green 2004, equation 2",
        low=0,
        high=1,
        better=-1,
        words=("match_error_rate",),
        undefined="neither side has a token",
        peers=(("jiwer.mer", _JIWER),),
        tried=_TRIED,
    )

    def rate(self, hits: Number, lost: Number, inserted: Number, _replaced: Number) -> Number:
        """Divide the edits by all that was aligned."""
        return (lost + inserted).over(hits + lost + inserted, "neither side has a token")


@frozen(kw_only=True, cache_hash=True)
class WordInformationLost(OfEdits):
    """1 less the product of the shares of words that are right, of references and of texts: WIL.

    A rate from 0 to 1.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(WordInformationLost(), [Sample(id="1", gold=("a b",), predicted=("a c d",))])
    Defined(value=Fraction(5, 6))
    """

    about = About(
        name="wil",
        says="1 less the product of the shares of words that are right, on both sides",
        formula="1 - hits / reference words * hits / generated words",
        source="Morris, Maier and Green 2004, equation 5",
        low=0,
        high=1,
        better=-1,
        words=("word_information_lost",),
        undefined="a side has no token",
        peers=(("jiwer.wil", "within 1e-15: it multiplies two rounded shares"),),
        tried=_TRIED,
    )

    def rate(self, hits: Number, lost: Number, inserted: Number, replaced: Number) -> Number:
        """Multiply the shares; what was generated is right, replaces something, or is inserted."""
        generated = hits + replaced + inserted
        return 1 - (hits * hits).over((hits + lost) * generated, "a side has no token")
