"""Scores of generated text by sacrebleu, rouge-score and jiwer: our counts, and their floats.

sacrebleu adds up whole numbers over the corpus, as we do, and takes logarithms of rounded
precisions; its scores are percents. rouge-score rounds the score of each sample, and most programs
take the mean of these as numpy adds them. jiwer divides whole numbers, once or twice.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import exp, log
from typing import TypeVar

from attrs import frozen

from measurand.evidence.evidence import Excluded, Facts
from measurand.evidence.normalise import Step
from measurand.evidence.observe import observe
from measurand.metrics.compat.pairwise_sums import plain_mean
from measurand.metrics.compat.tool import Compatible, nothing_refused
from measurand.metrics.definitions import Definition, Family, name_of
from measurand.metrics.families.overlap import RougeL, RougeLsum, RougeN, Stems, tallies_of
from measurand.metrics.families.transcription import (
    CharacterErrorRate,
    MatchErrorRate,
    OfEdits,
    WordErrorRate,
    WordInformationLost,
)
from measurand.metrics.families.translation import Bleu, Chrf, ChrfPlusPlus, Orders
from measurand.metrics.families.translation_edits import NoWords, TranslationEditRate
from measurand.metrics.family import counts
from measurand.metrics.options import Zero
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.tally import Tally

_NOTHING = -9999999999.0
"""What sacrebleu has for the logarithm of 0."""

Counts = Sequence[Fraction | int]


def _observed(of: Family, samples: Sequence[Sample]) -> list[Facts]:
    """Observe samples.

    Raises ValueError where one has no text or no reference, as a tool takes lists of one length, or
    there is none.
    """
    found = []
    for sample in samples:
        seen = observe(of.reading, sample)
        why = seen.reason if isinstance(seen, Excluded) else ""
        if why:
            message = f"a text and a reference in every sample: got {why} in {sample.id!r}"
            raise ValueError(message)
        found += [seen] if isinstance(seen, Facts) else []
    if not found:
        message = "at least one sample: got none"
        raise ValueError(message)
    return found


def counted(of: Family, samples: Sequence[Sample]) -> list[list[int]]:
    """Count what a corpus score is a formula of, sample by sample; the counts add up.

    >>> counted(Bleu(order=1), [Sample(id="1", gold=("a b",), predicted=("a",))])
    [[1, 2, 1, 1]]

    Raises ValueError where a sample has no text or no reference, or there is none.
    """
    return [[int(one) for one in counts(row)] for row in _observed(of, samples)]


def _sums(of: Family, samples: Sequence[Sample]) -> list[int]:
    return [sum(column) for column in zip(*counted(of, samples), strict=True)]


def percent_of_sums(of: Bleu | Chrf, sums: Sequence[int]) -> float:
    """Give the percent that sacrebleu prints of the counts of a corpus.

    >>> round(percent_of_sums(Bleu(order=1), [1, 2, 1, 1]), 9)
    36.787944117
    """
    return _bleu(of, sums) if isinstance(of, Bleu) else _chrf(of, sums)


def edits_of_texts(of: TranslationEditRate, samples: Sequence[Sample]) -> list[tuple[float, float]]:
    """Give the edits of each text, and the mean length of its references, as sacrebleu rounds it.

    >>> edits_of_texts(TranslationEditRate(), [Sample(id="1", gold=("a b", "a"), predicted=("b",))])
    [(1.0, 1.5)]

    Raises ValueError where a sample has no text or no reference, or there is none.
    """
    rows = (counts(row) for row in _observed(of, samples))
    return [(float(edits), float(words)) for edits, words in rows]


def percent_of_edits(edits: float, words: float) -> float:
    """Give the percent that sacrebleu prints of the edits and lengths of a corpus.

    >>> percent_of_edits(1.0, 8.0), percent_of_edits(1.0, 0.0), percent_of_edits(0.0, 0.0)
    (12.5, 100.0, 0.0)
    """
    return 100 * (edits / words if words else float(edits > 0))


def _bleu(of: Bleu, sums: Sequence[int]) -> float:
    length, wanted, *rest = sums
    matches, totals = rest[: of.order], rest[of.order :]
    penalty = 1.0
    if length < wanted:
        penalty = exp(1 - wanted / length) if length else 0.0
    if not any(matches):
        return 0.0
    logs, half = [_NOTHING] * of.order, 1.0
    for at, (found, total) in enumerate(zip(matches, totals, strict=True)):
        if not total:
            break
        half *= 1 if found else 2
        logs[at] = log(100.0 * found / total if found else 100.0 / (half * total))
    last = sum(map(bool, totals)) if of.orders is Orders.EFFECTIVE else of.order
    return penalty * exp(sum(logs[:last]) / last)


def _chrf(of: Chrf, sums: Sequence[int]) -> float:
    factor = int(of.beta) ** 2
    precision = recall = 0.0
    lengths = 0
    for mine, theirs, both in zip(sums[0::3], sums[1::3], sums[2::3], strict=True):
        if mine and theirs:
            precision, recall, lengths = (
                precision + both / mine,
                recall + both / theirs,
                lengths + 1,
            )
    if not lengths:
        return 0.0
    precision, recall = precision / lengths, recall / lengths
    if not precision + recall:
        return 0.0
    score = (1 + factor) * precision * recall
    return 100 * (score / ((factor * precision) + recall))


@frozen
class OfCorpus:
    """Logarithms or means of rounded precisions of numbers that were added up; percent.

    >>> OfCorpus().says
    'sums of counts; floats of their precisions, or their quotient; percent'
    """

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "sums of counts; floats of their precisions, or their quotient; percent"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number, in percent.

        Raises ValueError without samples, TypeError for another definition.
        """
        match definition:
            case Bleu(orders=Orders.EFFECTIVE) if len(samples) > 1:
                message = f"one text, as sentence_bleu scores: got {len(samples)}"
                raise ValueError(message)
            case Bleu() | Chrf():
                return percent_of_sums(definition, _sums(definition, samples))
            case TranslationEditRate():
                edits = words = 0.0
                for more_edits, more_words in edits_of_texts(definition, samples):
                    edits, words = edits + more_edits, words + more_words
                return percent_of_edits(edits, words)
            case _:
                raise _another(definition)


def _another(definition: Definition) -> TypeError:
    return TypeError(f"a metric of the tool: got {name_of(definition)}")


_SACREBLEU: Mapping[str, tuple[str, Bleu | Chrf | TranslationEditRate]] = {
    "bleu": ("corpus_bleu(hypotheses, references)", Bleu(no_ngrams=Zero.ZERO)),
    "sentence_bleu": (
        "sentence_bleu(hypothesis, references)",
        Bleu(orders=Orders.EFFECTIVE, no_ngrams=Zero.ZERO),
    ),
    "chrf": ("corpus_chrf(hypotheses, references)", Chrf(no_ngrams=Zero.ZERO)),
    "chrf++": (
        "corpus_chrf(hypotheses, references, word_order=2)",
        ChrfPlusPlus(no_ngrams=Zero.ZERO),
    ),
    "ter": ("corpus_ter(hypotheses, references)", TranslationEditRate(no_words=NoWords.ONE)),
}


def as_sacrebleu(metric: str) -> Compatible:
    """Say a score of sacrebleu as a definition of ours.

    The scores are `bleu`, `sentence_bleu`, `chrf`, `chrf++` and `ter`.
    The tool prints percent, so the number is in percent; the score is a share. Of several
    references with one chrF, which exact numbers know, floats may prefer a later one.

    >>> corpus = [Sample(id="1", gold=("the cat sat down",), predicted=("the cat sat up",))]
    >>> as_sacrebleu("bleu").number(corpus)
    59.460355750136046

    Raises ValueError for what the tool does not have.
    """
    call, definition = _found(metric, _SACREBLEU)
    return Compatible(
        tool="sacrebleu",
        call=call,
        versions=("2.6.0",),
        definition=definition,
        arithmetic=OfCorpus(),
        default=metric != "chrf++",
        of_one=metric == "sentence_bleu",
    )


@frozen
class OfSamples:
    """F of rounded precision and recall of each sample, and their mean as numpy adds it.

    >>> OfSamples().says
    'F of rounded precision and recall of each sample; their mean, added pairwise'
    """

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "F of rounded precision and recall of each sample; their mean, added pairwise"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, TypeError for another definition.
        """
        if not isinstance(definition, RougeN | RougeL | RougeLsum):
            raise _another(definition)
        rows = _observed(definition, samples)
        return plain_mean([max(map(_f, tallies_of(row))) for row in rows])


def _f(tally: Tally) -> float:
    if not tally.predicted or not tally.gold:
        return 0.0
    precision, recall = tally.hits / tally.predicted, tally.hits / tally.gold
    both = precision + recall
    return float(2 * precision * recall / both) if both > 0 else 0.0


_ROUGE: Mapping[str, Callable[[Stems], RougeN | RougeL | RougeLsum]] = {
    "rouge1": lambda stems: RougeN(n=1, stems=stems),
    "rouge2": lambda stems: RougeN(n=2, stems=stems),
    "rougeL": lambda stems: RougeL(stems=stems),
    "rougeLsum": lambda stems: RougeLsum(stems=stems),
}


def as_rouge_score(metric: str, *, stemmed: bool = False) -> Compatible:
    """Say a score of rouge-score as a definition of ours: the mean F of `rougeL`, for example.

    The tool scores one text; the mean is what numpy gives. `stemmed` words are compared by their
    Porter stems, as with the tool's use_stemmer.

    >>> corpus = [Sample(id="1", gold=("the cats sat",), predicted=("the cat sat",))]
    >>> [as_rouge_score("rouge1", stemmed=stemmed).number(corpus) for stemmed in (False, True)]
    [0.6666666666666666, 1.0]

    Raises ValueError for what the tool does not have.
    """
    made = _found(metric, _ROUGE)
    stem = ", use_stemmer=True" if stemmed else ""
    return Compatible(
        tool="rouge-score",
        call=f"RougeScorer([{metric!r}]{stem}).score_multi(...), mean of fmeasure",
        versions=("0.1.2",),
        definition=made(Stems.PORTER if stemmed else Stems.NONE),
        arithmetic=OfSamples(),
        default=not stemmed,
    )


@frozen
class OfTranscripts:
    """Whole numbers that are divided once, or the product of two such shares.

    >>> OfTranscripts().says
    'quotients of whole numbers'
    """

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return "quotients of whole numbers"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, or without a token where it divides by their number;
        TypeError for another definition.
        """
        if not isinstance(definition, OfEdits):
            raise _another(definition)
        hits, substitutions, deletions, insertions = _sums(definition, samples)
        errors, spoken = substitutions + deletions + insertions, hits + substitutions + deletions
        written = hits + substitutions + insertions
        lossy = isinstance(definition, WordInformationLost)
        if not spoken or (lossy and not written):
            message = "texts and references with at least one token: got none"
            raise ValueError(message)
        match definition:
            case MatchErrorRate():
                return float(errors) / float(hits + errors)
            case WordInformationLost():
                return 1 - (float(hits) / spoken) * (float(hits) / written)
            case _:
                return float(errors) / float(spoken)


_JIWER: Mapping[str, OfEdits] = {
    "wer": WordErrorRate(),
    "mer": MatchErrorRate(),
    "wil": WordInformationLost(),
    "cer": CharacterErrorRate(normalise=(Step.TRIM,)),
}
_ODD_BLANK = re.compile(r"(?<!\s)[^\S ](?!\s)")


def as_jiwer(metric: str) -> Compatible:
    """Say an error rate of jiwer as a definition of ours: `wer`, `cer`, `mer` or `wil`.

    Of words, the tool takes a lone tab or line end for a letter; texts with one are refused. It
    halves long sequences, where another of several shortest ways may be found: from about a
    thousand tokens on, `mer` and `wil` may differ.

    >>> corpus = [Sample(id="1", gold=("the cat sat down",), predicted=("a cat sat",))]
    >>> as_jiwer("wer").number(corpus)
    0.5

    Raises ValueError for what the tool does not have.
    """
    return Compatible(
        tool="jiwer",
        call=f"{metric}(references, hypotheses)",
        versions=("4.0.0",),
        definition=_found(metric, _JIWER),
        arithmetic=OfTranscripts(),
        default=True,
        refuses=nothing_refused if metric == "cer" else _no_odd_blanks,
    )


def _no_odd_blanks(sample: Sample) -> str:
    for item in (*sample.gold, *(sample.predicted or ())):
        if isinstance(item, str) and _ODD_BLANK.search(item.strip()):
            return f"words that blanks part: got a lone tab or line end in {sample.id!r}"
    return ""


T = TypeVar("T")


def _found(metric: str, among: Mapping[str, T]) -> T:
    if metric not in among:
        message = f"a score among {', '.join(among)}: got {metric!r}{did_you_mean(metric, among)}"
        raise ValueError(message)
    return among[metric]


def known_of_generated() -> tuple[Compatible, ...]:
    """List the calls that the auditor knows.

    >>> len(known_of_generated())
    17
    """
    return (
        *map(as_sacrebleu, _SACREBLEU),
        *(as_rouge_score(name, stemmed=stemmed) for name in _ROUGE for stemmed in (False, True)),
        *map(as_jiwer, _JIWER),
    )
