"""Answers and summaries against references: ROUGE, F of tokens, exact match.

A sample has a score of its own, and the metric is their mean. Of each reference a sample gives what
the text shares with it, how much the text has, and how much the reference has: runs of tokens, or
the longest common subsequence. Precision, recall and F are shares of these. Of several references
the best counts (the one with the best F, the first of equal ones), or the mean over all.

SQuAD's scores are `token_f1` and `text_match` with `normalise=squad`; ROUGE has tokens of its own,
and stems only where it is told to.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen, validators

from measurand.algebra.sequences import common_length, common_places
from measurand.evidence.evidence import Evidence, Fact, Facts
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Missing
from measurand.evidence.stemming import stem
from measurand.evidence.texts import AgainstReferences, Tokens, tokens_of
from measurand.metrics.family import About, SampleMean
from measurand.metrics.options import EmptyValue
from measurand.values.tally import Tally


class Part(Enum):
    """Which share: of what the text has, of what the reference has, or their harmonic mean."""

    F = "f"
    PRECISION = "precision"
    RECALL = "recall"

    def of(self, tally: Tally) -> Fraction | None:
        """Compute it of counts; None where it divides by 0.

        >>> Part.F.of(Tally(1, 2, 3)), Part.PRECISION.of(Tally(0, 0, 1))
        (Fraction(2, 5), None)
        """
        bottom = {
            Part.F: Fraction(tally.predicted + tally.gold, 2),
            Part.PRECISION: Fraction(tally.predicted),
            Part.RECALL: Fraction(tally.gold),
        }[self]
        return tally.hits / bottom if bottom else None


class References(Enum):
    """Which of several references count: the one with the best F, or all, by their mean."""

    BEST = "best"
    MEAN = "mean"


class Stems(Enum):
    """Whether tokens of more than three letters are replaced by their stems."""

    NONE = "none"
    PORTER = "porter"


@frozen(kw_only=True, cache_hash=True)
class Shared(AgainstReferences):
    """What a text and each of its references share, what the text has, what the reference has."""

    tokens: Tokens = Tokens.ROUGE
    stems: Stems = Stems.NONE

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Count what is shared with each reference."""
        return tuple(self.shared(text, one) for one in references)

    @abstractmethod
    def shared(self, text: str, reference: str) -> tuple[int, int, int]:
        """Count what is shared with a reference, what the text has, what the reference has."""

    def cut(self, text: str) -> list[str]:
        """Cut a text into tokens, and stem them where they are to be.

        >>> RunsShared(n=1, stems=Stems.PORTER).cut("Two ponies ran")
        ['two', 'poni', 'ran']
        """
        tokens = tokens_of(text, self.tokens)
        if self.stems is Stems.NONE:
            return tokens
        return [stem(one) if len(one) > _UNSTEMMED else one for one in tokens]


_UNSTEMMED = 3


@frozen(kw_only=True, cache_hash=True)
class RunsShared(Shared):
    """Runs of n tokens, each shared as often as both have it.

    >>> RunsShared(n=2).shared("the cat sat", "the cat ran off")
    (1, 2, 3)
    """

    n: int

    def shared(self, text: str, reference: str) -> tuple[int, int, int]:
        """Count the runs."""
        mine, theirs = (self._runs(one) for one in (text, reference))
        return (mine & theirs).total(), mine.total(), theirs.total()

    def _runs(self, text: str) -> Counter[tuple[str, ...]]:
        tokens = self.cut(text)
        return Counter(zip(*(tokens[at:] for at in range(self.n)), strict=False))


@frozen(kw_only=True, cache_hash=True)
class SubsequenceShared(Shared):
    """The longest common subsequence of tokens, and how many tokens each has.

    >>> SubsequenceShared().shared("the cat sat", "the dog and the cat")
    (2, 3, 5)
    """

    def shared(self, text: str, reference: str) -> tuple[int, int, int]:
        """Find the length of the subsequence."""
        mine, theirs = self.cut(text), self.cut(reference)
        return common_length(theirs, mine), len(mine), len(theirs)


@frozen(kw_only=True, cache_hash=True)
class SubsequencesOfLines(Shared):
    r"""Tokens of a line of the reference that are in common with some line of the text, all lines.

    Of each pair of lines the longest common subsequence counts; those of one line of the reference
    are united, and no token counts more often than either side has it.

    >>> SubsequencesOfLines().shared("a b\nc d", "a c d e")
    (3, 4, 4)
    """

    def shared(self, text: str, reference: str) -> tuple[int, int, int]:
        """Unite the subsequences of lines."""
        mine, theirs = (
            [self.cut(line) for line in one.split("\n") if line] for one in (text, reference)
        )
        left = Counter(token for line in mine for token in line)
        # What the reference has can not run out: each of its places is met once.
        hits = 0
        for line in theirs:
            for place in sorted({at for other in mine for at in common_places(line, other)}):
                hits += left[line[place]] > 0
                left[line[place]] -= 1
        return hits, sum(map(len, mine)), sum(map(len, theirs))


@frozen(kw_only=True, cache_hash=True)
class Overlap(SampleMean):
    """A share of what texts and references have in common: a base."""

    part: Part = Part.F
    normalise: tuple[Step, ...] = ()
    references: References = References.BEST
    missing: Missing = Missing.SKIP

    @property
    @abstractmethod
    def empty(self) -> EmptyValue:
        """Say what a sample scores where a share divides by 0."""

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Score one sample: against its best reference, or all."""
        tallies = tallies_of(row)
        if self.references is References.BEST:
            best = max(tallies, key=lambda one: self._share(one, Part.F) or Fraction(0))
            return self._share(best, self.part)
        shares = [
            one for one in (self._share(tally, self.part) for tally in tallies) if one is not None
        ]
        return sum(shares, Fraction(0)) / len(shares) if shares else None

    def _share(self, tally: Tally, part: Part) -> Fraction | None:
        share = part.of(tally)
        return self.empty.value_or_none if share is None else share


def tallies_of(row: Evidence) -> list[Tally]:
    """List what a text and each of its references share, and what each has.

    >>> tallies_of(Facts(((1, 2, 3),)))
    [Tally(hits=1, predicted=2, gold=3)]
    """
    facts = row.value if isinstance(row, Facts) and isinstance(row.value, tuple) else ()
    return [Tally(*_whole(one)) for one in facts]


def _whole(fact: Fact) -> list[int]:
    every = fact if isinstance(fact, tuple) else ()
    return [int(one) for one in every if isinstance(one, int | Fraction)]


_TRIED = (
    ("part", ("f", "precision", "recall")),
    ("references", ("best", "mean")),
    ("missing", ("skip", "empty")),
)
_ROUGE_TRIED = (
    *_TRIED,
    ("stems", ("none", "porter")),
    ("no_tokens", ("0", "skip")),
)
_GOOGLE = "equal; of several references it takes the best F, by floats"
_NOBODY = "no sample has both a reference and an answer"


@frozen(kw_only=True, cache_hash=True)
class Rouge(Overlap):
    """What all kinds of ROUGE have: their tokens, their stems, and what nothing scores."""

    tokens: Tokens = Tokens.ROUGE
    stems: Stems = Stems.NONE
    no_tokens: EmptyValue = EmptyValue.ZERO

    @property
    def empty(self) -> EmptyValue:
        """Say what a sample scores where a share divides by 0."""
        return self.no_tokens


@frozen(kw_only=True, cache_hash=True)
class RougeN(Rouge):
    """The runs of n tokens that a text and its reference share: ROUGE-1, ROUGE-2 and so on.

    A rate from 0 to 1, on average over samples: F, or precision (of the runs of the text), or
    recall (of the runs of the reference, which ROUGE was first).

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [Sample(id="1", gold=("the cat ran off",), predicted=("the cat sat",))]
    >>> evaluate(RougeN(n=1), corpus), evaluate(RougeN(n=2, part=Part.RECALL), corpus)
    (Defined(value=Fraction(4, 7)), Defined(value=Fraction(1, 3)))

    Raises ValueError for an n below 1.
    """

    about = About(
        name="rouge_n",
        says="the runs of n tokens that a text and its reference share",
        formula="sum(2 * shared / (runs of text + runs of reference)) / samples",
        source="Lin 2004, section 2",
        low=0,
        high=1,
        better=1,
        undefined=_NOBODY,
        example="n=1",
        peers=(("rouge_score rouge1, rouge2", _GOOGLE),),
        tried=(*_ROUGE_TRIED, ("n", ("1", "2"))),
    )
    n: int = field(validator=validators.ge(1))

    @property
    def reading(self) -> RunsShared:
        """Say what is observed of a sample: runs that are shared."""
        return RunsShared(
            n=self.n,
            tokens=self.tokens,
            stems=self.stems,
            normalise=self.normalise,
            missing=self.missing,
        )


@frozen(kw_only=True, cache_hash=True)
class RougeL(Rouge):
    """The longest common subsequence of tokens of a text and its reference: ROUGE-L.

    A rate from 0 to 1, on average over samples. Line ends mean nothing.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(RougeL(), [Sample(id="1", gold=("the cat ran off",), predicted=("the sat off",))])
    Defined(value=Fraction(4, 7))
    """

    about = About(
        name="rouge_l",
        says="the longest common subsequence of tokens of a text and its reference",
        formula="sum(2 * lcs / (tokens of text + tokens of reference)) / samples",
        source="Lin 2004, section 3.1, with beta 1",
        low=0,
        high=1,
        better=1,
        words=("rougel",),
        undefined=_NOBODY,
        peers=(("rouge_score rougeL", _GOOGLE),),
        tried=_ROUGE_TRIED,
    )

    @property
    def reading(self) -> Shared:
        """Say what is observed of a sample: its longest common subsequence."""
        return SubsequenceShared(
            tokens=self.tokens, stems=self.stems, normalise=self.normalise, missing=self.missing
        )


@frozen(kw_only=True, cache_hash=True)
class RougeLsum(Rouge):
    r"""Common subsequences of the lines of a summary and its reference: ROUGE-Lsum.

    A rate from 0 to 1, on average over samples. A line is a sentence; a step that squeezes white
    space leaves one line.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(RougeLsum(), [Sample(id="1", gold=("a b\nc d",), predicted=("c d\na b",))])
    Defined(value=Fraction(1, 1))
    """

    about = About(
        name="rouge_lsum",
        says="common subsequences of the lines of a summary and its reference",
        formula="sum(2 * union(lcs) / (tokens of text + tokens of reference)) / samples",
        source="Lin 2004, section 3.2, each token counted once as ROUGE-1.5.5 does",
        low=0,
        high=1,
        better=1,
        words=("rougelsum", "rouge_l_sum"),
        undefined=_NOBODY,
        peers=(("rouge_score rougeLsum", _GOOGLE),),
        tried=_ROUGE_TRIED,
    )

    @property
    def reading(self) -> Shared:
        """Say what is observed of a sample: common subsequences of its lines."""
        return SubsequencesOfLines(
            tokens=self.tokens, stems=self.stems, normalise=self.normalise, missing=self.missing
        )


@frozen(kw_only=True, cache_hash=True)
class TokenF1(Overlap):
    """The tokens that an answer and its reference share, each as often as both have it: token F1.

    A rate from 0 to 1, on average over samples. `normalise=squad` is the F1 of SQuAD, where an
    answer and its reference are both empty once normalised, 1 by version 2.0 (`both_empty=1`) and 0
    by version 1.1.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [Sample(id="1", gold=("a dog", "the cat"), predicted=("The big cat!",))]
    >>> evaluate(TokenF1(normalise=(Step.SQUAD,)), corpus), evaluate(TokenF1(), corpus)
    (Defined(value=Fraction(2, 3)), Defined(value=Fraction(0, 1)))
    """

    about = About(
        name="token_f1",
        says="the tokens that an answer and its reference share",
        formula="sum(2 * shared / (tokens of answer + tokens of reference)) / samples",
        source="Rajpurkar, Zhang, Lopyrev and Liang 2016, section 6.1",
        low=0,
        high=1,
        better=1,
        words=("squad_f1", "answer_f1", "qa_f1", "f1_of_tokens"),
        undefined=_NOBODY,
        peers=(
            ("SQuAD evaluate-v2.0.py", "equal with normalise=squad,missing=skip; in percent"),
            ("SQuAD evaluate-v1.1.py", "with normalise=squad,missing=empty,both_empty=0"),
        ),
        tried=(
            *_TRIED,
            ("normalise", ("none", "squad", "lower")),
            ("tokens", ("words", "char")),
            ("both_empty", ("1", "0", "skip")),
        ),
    )
    tokens: Tokens = Tokens.WORDS
    both_empty: EmptyValue = EmptyValue.ONE

    @property
    def empty(self) -> EmptyValue:
        """Say what a sample scores where a share divides by 0."""
        return self.both_empty

    @property
    def reading(self) -> Shared:
        """Say what is observed of a sample: tokens that are shared."""
        return RunsShared(n=1, tokens=self.tokens, normalise=self.normalise, missing=self.missing)


@frozen(kw_only=True, cache_hash=True)
class Equal(AgainstReferences):
    """Whether a text is equal to some reference: 1, or 0.

    >>> from measurand.values.sample import Sample
    >>> Equal().see(Sample(id="1", gold=("a", "b"), predicted=("b",)))
    1
    """

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Compare the text with each reference."""
        return int(text in references)


@frozen(kw_only=True, cache_hash=True)
class TextMatch(SampleMean):
    """The share of texts that are equal to a reference, once both are normalised: exact match.

    A rate from 0 to 1. `normalise=squad` is the exact match of SQuAD.

    >>> from measurand.values.sample import Sample
    >>> from measurand.metrics.finalise import evaluate
    >>> corpus = [Sample(id="1", gold=("a dog", "the cat"), predicted=("Cat!",))]
    >>> evaluate(TextMatch(normalise=(Step.SQUAD,)), corpus), evaluate(TextMatch(), corpus)
    (Defined(value=Fraction(1, 1)), Defined(value=Fraction(0, 1)))
    """

    about = About(
        name="text_match",
        says="the share of texts that are equal to a reference",
        formula="sum(text in references) / samples",
        source="Rajpurkar, Zhang, Lopyrev and Liang 2016, section 6.1",
        low=0,
        high=1,
        better=1,
        words=("squad_exact_match", "squad_em", "text_exact_match"),
        undefined=_NOBODY,
        peers=(
            ("SQuAD exact_match", "equal with normalise=squad; in percent"),
            ("evaluate exact_match", "equal; its options are other steps"),
        ),
        tried=(
            ("normalise", ("none", "squad", "lower", "trim")),
            ("missing", ("skip", "empty")),
        ),
    )
    normalise: tuple[Step, ...] = ()
    missing: Missing = Missing.SKIP

    @property
    def reading(self) -> Equal:
        """Say what is observed of a sample: whether it is equal to a reference."""
        return Equal(normalise=self.normalise, missing=self.missing)

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Score one sample."""
        seen = row.value if isinstance(row, Facts) else None
        return Fraction(seen) if isinstance(seen, int | Fraction) else None
