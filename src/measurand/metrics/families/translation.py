"""Translations against references: BLEU and chrF, which are formulas of sums of counts.

A sample gives how many runs of tokens its text has, how many of them its references have too, and
lengths. These are added up over the corpus, and the formula is taken of the sums: so the corpus
score of any resample, shard or group is exact without a look at a text. The mean of the scores of
samples (`level=sample`) is another number, and often printed under the same name.

BLEU is a geometric mean, times a power of e where the text is short: irrational for most corpora,
and enclosed. chrF is a quotient of sums, and rational.

A corpus without any run of the longest kind has no precision of it. It has no BLEU then, and
`no_ngrams=zero` gives it 0; programs do.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from attrs import field, frozen, validators

from measurand.algebra.number import Exact, Number
from measurand.evidence.evidence import Fact
from measurand.evidence.facts import whole_or_ratio
from measurand.evidence.normalise import Step
from measurand.evidence.observation import Missing
from measurand.evidence.texts import AgainstReferences, Tokens, tokens_of
from measurand.metrics.family import About, OfSums
from measurand.metrics.options import Zero
from measurand.values.sample import Sample

_at_least_one = validators.ge(1)
_not_below = validators.ge(Fraction(0))
_above = validators.gt(Fraction(0))


class Length(Enum):
    """Which reference a text should be as long as: the closest (of two, the shorter), or another.

    `average` is the mean of the lengths of all references.
    """

    CLOSEST = "closest"
    SHORTEST = "shortest"
    LONGEST = "longest"
    AVERAGE = "average"

    def of(self, text: int, references: Sequence[int]) -> Fraction:
        """Give the length for a text of a length.

        >>> Length.CLOSEST.of(5, [4, 6, 9]), Length.AVERAGE.of(5, [4, 7])
        (Fraction(4, 1), Fraction(11, 2))
        """
        match self:
            case Length.CLOSEST:
                return Fraction(min(references, key=lambda one: (abs(one - text), one)))
            case Length.SHORTEST:
                return Fraction(min(references))
            case Length.LONGEST:
                return Fraction(max(references))
            case Length.AVERAGE:
                return Fraction(sum(references), len(references))


class Smoothing(Enum):
    """What stands for no match among the runs of a length.

    `exp`: half a match for the first such length, a quarter for the next, and so on. `floor`: as
    much of a match as `floor` says. `add_k`: `k` is added to matches and runs of two tokens and
    more, whether there is a match or not.
    """

    NONE = "none"
    EXP = "exp"
    FLOOR = "floor"
    ADD_K = "add_k"


class Orders(Enum):
    """Which lengths of runs count: all, or those that any text is long enough for."""

    ALL = "all"
    EFFECTIVE = "effective"


def runs(tokens: Sequence[str], length: int) -> Counter[tuple[str, ...]]:
    """Count the runs of so many tokens.

    >>> runs("abab", 2)
    Counter({('a', 'b'): 2, ('b', 'a'): 1})
    """
    return Counter(zip(*(tokens[at:] for at in range(length)), strict=False))


def common(one: Mapping[tuple[str, ...], int], other: Mapping[tuple[str, ...], int]) -> int:
    """Count the runs of one that the other has too, each as often as both have it.

    >>> common(runs("aab", 1), runs("abb", 1))
    2
    """
    return sum(min(count, other[run]) for run, count in one.items() if run in other)


class Counted(NamedTuple):
    """How many tokens a text has, and its runs of one token, of two, and so on; only read.

    They stand in one count, since runs of two lengths are never the same.
    """

    length: int
    runs: Counter[tuple[str, ...]]


@lru_cache(maxsize=2**10)
def _counted(text: str, how: Tokens, order: int) -> Counted:
    """Count the runs of a text once, where the texts of several systems have one reference."""
    tokens = tokens_of(text, how)
    ends = [tokens[at:] for at in range(order)]
    every = (zip(*ends[:length], strict=False) for length in range(1, order + 1))
    return Counted(len(tokens), Counter(chain.from_iterable(every)))


@frozen(kw_only=True, cache_hash=True)
class RunsOfTokens(AgainstReferences):
    """The length of a text, that of its reference, and of each length its matches; then its runs.

    A run matches as often as some reference has it.

    >>> sample = Sample(id="1", gold=("a b c", "b c d d"), predicted=("a a b c",))
    >>> [int(one) for one in RunsOfTokens(order=2, tokens=Tokens.WORDS).see(sample)]
    [4, 4, 3, 2, 4, 3]
    """

    order: int
    tokens: Tokens
    length: Length = Length.CLOSEST

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Count the runs of a text that references have."""
        mine = _counted(text, self.tokens, self.order)
        theirs = [_counted(one, self.tokens, self.order) for one in references]
        there = theirs[0].runs
        for one in theirs[1:]:
            there = there | one.runs
        matches = [0] * self.order
        for run, count in mine.runs.items():
            if run in there:
                matches[len(run) - 1] += min(count, there[run])
        totals = [max(0, mine.length - at) for at in range(self.order)]
        wanted = self.length.of(mine.length, [one.length for one in theirs])
        # Integers are compared and hashed far sooner than fractions.
        return (mine.length, whole_or_ratio(wanted), *matches, *totals)


def _said(gold: str, text: str) -> tuple[Sample, ...]:
    return (Sample(id="a", gold=(gold,), predicted=(text,)),)


_NO_MATCH = _said("a b c", "a b c d")
_NORMALISE = ("normalise", ("none", "lower"))
_LEVELS = (("level", ("corpus", "sample")), ("missing", ("skip", "empty")))
_SCRIPT = "its scores are percents; 1e-12 of them, and `--like sacrebleu:%s` has its bits"


@frozen(kw_only=True, cache_hash=True)
class Bleu(OfSums):
    """The share of runs of up to four tokens that references have, times a penalty for short texts.

    A rate from 0 to 1; tables print percent. It is the geometric mean of the precisions of the
    lengths of runs, times exp(1 - r/c) where the texts of the corpus have c tokens, fewer than r,
    the lengths that references ask for. By default it is what sacrebleu computes of a corpus: with
    tokens `13a`, case kept, smoothing `exp`, which only shows where a length has no match.

    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(Bleu(), _said("the cat sat on the mat", "the cat sat on the mat"))
    Defined(value=Fraction(1, 1))
    >>> float(evaluate(Bleu(), _said("the cat sat on the mat", "the cat sat on a mat")).value)
    0.537284965911771

    Raises ValueError for an order below 1 or above 64, a floor that is not above 0, a k below 0.
    """

    about = About(
        name="bleu",
        says="the share of runs of tokens that references have, with a penalty for short texts",
        formula="min(1, exp(1 - r / c)) * prod(matches[n] / runs[n]) ** (1 / N)",
        source="Papineni, Roukos, Ward and Zhu 2002; Post 2018 (tokens, smoothing)",
        low=0,
        high=1,
        better=1,
        words=("corpus_bleu", "sacrebleu"),
        undefined="no text is as long as the longest runs (see orders, no_ngrams)",
        peers=(
            ("sacrebleu.corpus_bleu", f"equal with no_ngrams=zero: {_SCRIPT % 'bleu'}"),
            ("nltk.translate.corpus_bleu", "with smoothing=none and its own tokens"),
        ),
        tried=(
            ("tokens", ("13a", "intl", "words", "char")),
            _NORMALISE,
            ("smoothing", ("exp", "none", "floor", "add_k")),
            ("orders", ("all", "effective")),
            ("length", ("closest", "shortest")),
            *_LEVELS,
            ("no_ngrams", ("undefined", "zero")),
        ),
        breaks=(("replication", _NO_MATCH),),
    )
    order: int = field(default=4, validator=[_at_least_one, validators.le(64)])
    tokens: Tokens = Tokens.THIRTEEN_A
    normalise: tuple[Step, ...] = ()
    smoothing: Smoothing = Smoothing.EXP
    floor: Fraction = field(default=Fraction(1, 10), validator=_above)
    k: Fraction = field(default=Fraction(1), validator=_not_below)
    orders: Orders = Orders.ALL
    length: Length = Length.CLOSEST
    missing: Missing = Missing.SKIP
    no_ngrams: Zero = Zero.UNDEFINED

    @property
    def reading(self) -> RunsOfTokens:
        """Say what is observed of a sample: its runs of tokens, and lengths."""
        return RunsOfTokens(
            order=self.order,
            tokens=self.tokens,
            length=self.length,
            normalise=self.normalise,
            missing=self.missing,
        )

    @property
    def size(self) -> int:
        """Say how many counts a sample gives: two lengths, and two of each length of runs."""
        return 2 + 2 * self.order

    def of(self, sums: Sequence[Number]) -> Number:
        """Take the geometric mean of the precisions, with the penalty."""
        (length, wanted), rest = sums[:2], sums[2:]
        matches, totals = rest[: self.order], rest[self.order :]
        mean = self._mean(matches, totals)
        short = (wanted.over(length, _SHORT) - 1).larger(0)
        none = length * 0
        score = matches[0].if_zero(none, mean * (-short).exp())
        empty = none if self.no_ngrams is Zero.ZERO else none.nothing(_SHORT)
        asked = totals[0] if self.orders is Orders.EFFECTIVE else self._runs(totals)
        return asked.if_zero(empty, score)

    def _runs(self, totals: Sequence[Number]) -> Number:
        """Give the runs of the longest kind that no smoothing adds to."""
        adds = self.smoothing is Smoothing.ADD_K and self.k > 0
        return totals[0] if adds else totals[-1]

    def _mean(self, matches: Sequence[Number], totals: Sequence[Number]) -> Number:
        """Take the geometric mean of as many precisions as there are; no number is branched on."""
        product = half = matches[0] * 0 + 1
        mean = product
        for order in range(1, self.order + 1):
            more = self.k if self.smoothing is Smoothing.ADD_K and order > 1 else Fraction(0)
            found, total = matches[order - 1] + more, totals[order - 1] + more
            half = found.if_zero(half * Fraction(1, 2), half)
            match self.smoothing:
                case Smoothing.EXP:
                    seen = found.if_zero(half, found)
                case Smoothing.FLOOR:
                    seen = found.if_zero(self.floor, found)
                case _:
                    seen = found
            product = product * seen.over(total, _SHORT)
            if self.orders is Orders.EFFECTIVE or order == self.order:
                mean = total.if_zero(mean, product.root(order))
        return mean


_SHORT = "no text is as long as the longest runs (see orders, no_ngrams)"

_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def _words(text: str) -> list[str]:
    """Part words at white space, and one mark from the end of each, or else from its beginning."""
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _MARKS:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in _MARKS:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


class Spaces(Enum):
    """Whether white space is a character."""

    DROPPED = "dropped"
    KEPT = "kept"


class Averaging(Enum):
    """What is averaged over the lengths of runs, and over which of them.

    `effective`: precision and recall, over the lengths that both sides have; F is of the means.
    `eps`: F of each length, where 1e-16 stands for a precision or recall that has no runs.
    """

    EFFECTIVE = "effective"
    EPS = "eps"


_EPS = Fraction(1, 10**16)


@frozen(kw_only=True, cache_hash=True)
class RunsOfCharacters(AgainstReferences):
    """Of each length of runs: those of a text, those of a reference, and those that both have.

    Of several references it is the one with the best chrF, the first of equal ones.

    >>> sample = Sample(id="1", gold=("abc", "ab"), predicted=("a b",))
    >>> [int(one) for one in RunsOfCharacters(score=Chrf(order=2)).see(sample)]
    [2, 2, 2, 1, 1, 1]
    """

    score: "Chrf"

    def against(self, text: str, references: Sequence[str]) -> Fact:
        """Count the runs of a text that the best reference has."""
        mine = self._runs(text)
        every = [self._counts(mine, self._runs(one)) for one in references]
        best = every[0] if len(every) == 1 else max(every, key=self.score.alone)
        return tuple(best)

    def _runs(self, text: str) -> list[Counter[tuple[str, ...]]]:
        how = self.score
        line = text if how.spaces is Spaces.KEPT else "".join(text.split())
        found = [runs(line, length) for length in range(1, how.order + 1)]
        words = _words(text) if how.words else []
        return [*found, *(runs(words, length) for length in range(1, how.words + 1))]

    @staticmethod
    def _counts(
        mine: Sequence[Counter[tuple[str, ...]]], theirs: Sequence[Counter[tuple[str, ...]]]
    ) -> list[int]:
        found: list[int] = []
        for one, other in zip(mine, theirs, strict=True):
            # Runs of a text count where the reference has runs of their length.
            found += [one.total() if other else 0, other.total(), common(one, other)]
        return found


_CHRF_TRIED = (
    _NORMALISE,
    ("spaces", ("dropped", "kept")),
    ("beta", ("2", "1")),
    ("averaging", ("effective", "eps")),
    *_LEVELS,
    ("no_ngrams", ("undefined", "zero")),
)
_NO_RUNS = "no run of characters on both sides (see no_ngrams)"


@frozen(kw_only=True, cache_hash=True)
class Chrf(OfSums):
    """F of runs of up to six characters, where recall weighs as much as beta squared precisions.

    A rate from 0 to 1; tables print percent. `words` are the runs of words that count beside those
    of characters: none in chrF, 1 in chrF+, 2 in chrF++. Of several references a sample is held to
    the one with the best score of its own.

    >>> from measurand.metrics.finalise import evaluate
    >>> evaluate(Chrf(order=2), _said("ab", "abc"))
    Defined(value=Fraction(7, 8))

    Raises ValueError for an order below 1, words below 0, and a beta that is not above 0.
    """

    about = About(
        name="chrf",
        says="F of runs of characters, the means of precision and recall over their lengths",
        formula="(1 + beta**2) * P * R / (beta**2 * P + R), P = mean(matches[n] / runs[n])",
        source="Popovic 2015; Popovic 2017 (words); Post 2018 (of a corpus)",
        low=0,
        high=1,
        better=1,
        words=("chrf2", "character_f_score"),
        undefined=_NO_RUNS,
        peers=(
            ("sacrebleu.corpus_chrf", f"equal with no_ngrams=zero: {_SCRIPT % 'chrf'}"),
            ("nltk.translate.chrf_score", "with averaging=eps, beta=3"),
        ),
        tried=(*_CHRF_TRIED, ("words", ("0", "2"))),
    )
    order: int = field(default=6, validator=[_at_least_one, validators.le(64)])
    words: int = field(default=0, validator=validators.in_(range(65)))
    beta: Fraction = field(default=Fraction(2), validator=_above)
    normalise: tuple[Step, ...] = ()
    spaces: Spaces = Spaces.DROPPED
    averaging: Averaging = Averaging.EFFECTIVE
    missing: Missing = Missing.SKIP
    no_ngrams: Zero = Zero.UNDEFINED

    @property
    def reading(self) -> RunsOfCharacters:
        """Say what is observed of a sample: its runs of characters and words."""
        plain = Chrf(
            order=self.order,
            words=self.words,
            beta=self.beta,
            spaces=self.spaces,
            averaging=self.averaging,
            no_ngrams=Zero.ZERO,
        )
        return RunsOfCharacters(score=plain, normalise=self.normalise, missing=self.missing)

    @property
    def size(self) -> int:
        """Say how many counts a sample gives: three of each length."""
        return 3 * (self.order + self.words)

    def of(self, sums: Sequence[Number]) -> Number:
        """Take F of the means, or the mean of F, over the lengths."""
        mine, theirs, both = sums[0::3], sums[1::3], sums[2::3]
        factor, none = self.beta * self.beta, sums[0] * 0
        lengths = list(zip(mine, theirs, both, strict=True))
        if self.averaging is Averaging.EPS:
            every = sum((self._smoothed(*one, factor) for one in lengths), none)
            return every * Fraction(1, len(lengths))
        # A length counts where both sides have runs of it.
        effective = sum((a.if_zero(0, b.if_zero(0, 1)) for a, b, _ in lengths), none)
        precision, recall = (
            sum(
                (a.if_zero(0, b.if_zero(0, c.over((a, b)[at], _NO_RUNS))) for a, b, c in lengths),
                none,
            ).over(effective, _NO_RUNS)
            for at in range(2)
        )
        under = precision * factor + recall
        top = precision * recall * (1 + factor)
        score = under.if_zero(0, top.over(under, _NO_RUNS))
        empty = none if self.no_ngrams is Zero.ZERO else none.nothing(_NO_RUNS)
        return effective.if_zero(empty, score)

    @staticmethod
    def _smoothed(mine: Number, theirs: Number, both: Number, factor: Fraction) -> Number:
        precision = mine.if_zero(_EPS, both.over(mine, _NO_RUNS))
        recall = theirs.if_zero(_EPS, both.over(theirs, _NO_RUNS))
        under = precision * factor + recall
        return under.if_zero(_EPS, (precision * recall * (1 + factor)).over(under, _NO_RUNS))

    def alone(self, counts: Sequence[int]) -> Fraction:
        """Score the counts of one sample against one reference; 0 where there is no score.

        >>> Chrf(order=1).alone([2, 1, 1])
        Fraction(5, 6)
        """
        found = self.of([Exact(Fraction(one)) for one in counts])
        value = found.value if isinstance(found, Exact) else None
        return value if isinstance(value, Fraction) else Fraction(0)


@frozen(kw_only=True, cache_hash=True)
class ChrfPlusPlus(Chrf):
    """chrF with runs of one and two words: chrF++.

    >>> ChrfPlusPlus().words
    2

    Raises ValueError as `Chrf` does.
    """

    about = About(
        name="chrf_pp",
        says="F of runs of characters, and of one and two words (chrF++)",
        formula="(1 + beta**2) * P * R / (beta**2 * P + R), P = mean(matches[n] / runs[n])",
        source="Popovic 2017; Post 2018 (of a corpus)",
        low=0,
        high=1,
        better=1,
        words=("chrf++", "chrf2++", "chrfpp", "chrf_plus_plus"),
        undefined=_NO_RUNS,
        peers=(
            (
                "sacrebleu.corpus_chrf(word_order=2)",
                f"equal with no_ngrams=zero: {_SCRIPT % 'chrf++'}",
            ),
        ),
        tried=_CHRF_TRIED,
    )
    words: int = field(default=2, validator=validators.in_(range(65)))
