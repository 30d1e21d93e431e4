"""rouge-score: overlap of texts by runs of words and by common subsequences."""

from collections.abc import Callable, Mapping
from importlib import import_module

from measurand.edges.trials.suites import TEXT_SCORE
from measurand.laws.kinds.subject import Subject, written
from measurand.laws.kinds.texts import (
    EMPTY_ONE,
    MEAN,
    MONOTONE,
    MULTISET,
    OVERLAP,
    PRECISE,
    REPLICATED,
    SHORT,
    SYMMETRIC,
    UNCASED,
    UNICODE,
    UNMARKED,
    WORDS,
    Texts,
)
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = ("from rouge_score.rouge_scorer import RougeScorer",)


def _scored(name: str, **options: bool) -> Callable[[Texts, Texts], object]:
    def score(references: Texts, hypotheses: Texts) -> object:
        scorer = import_module("rouge_score.rouge_scorer").RougeScorer([name], **options)
        pairs = zip(references, hypotheses, strict=True)
        values = [float(scorer.score(a, b)[name].fmeasure) for a, b in pairs]
        return sum(values) / len(values)

    return score


def _write(name: str) -> Callable[[Texts, Texts], str]:
    def write(references: Texts, hypotheses: Texts) -> str:
        call = f"RougeScorer(['{name}']).score"
        if len(references) == len(hypotheses) == 1:
            pair = f"{written(references[0])}, {written(hypotheses[0])}"
            return f"{call}({pair})['{name}'].fmeasure"
        pairs = f"zip({written(references)}, {written(hypotheses)})"
        mean = f"sum({call}(a, b)['{name}'].fmeasure for a, b in {pairs})"
        return f"{mean} / {max(1, len(references))}"

    return write


def _middle(references: Texts, hypotheses: Texts) -> object:
    scorer = import_module("rouge_score.rouge_scorer").RougeScorer(["rouge1"])
    aggregator = import_module("rouge_score.scoring").BootstrapAggregator(n_samples=50)
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        aggregator.add_scores(scorer.score(reference, hypothesis))
    return float(aggregator.aggregate()["rouge1"].mid.fmeasure)


def _write_middle(references: Texts, hypotheses: Texts) -> str:
    pairs = f"zip({written(references)}, {written(hypotheses)})"
    adds = f"[b.add_scores(s.score(r, h)) for r, h in {pairs}]"
    made = "s := RougeScorer(['rouge1']), b := BootstrapAggregator(n_samples=50)"
    return f"({made}, {adds}, b.aggregate()['rouge1'].mid.fmeasure)[-1]"


UNREAD = Note(
    Tone.TRAP,
    "Every letter other than a to z is dropped, so a text of another script is empty, and scores "
    "0 against itself. That is how the English original reads; a tokenizer can be passed in, and "
    "nothing warns where it is needed.",
    "D29",
)
EMPTY = Note(
    Tone.TRAP,
    "Two empty texts score 0: nothing to find and nothing found counts as a failure, and lowers "
    "a mean.",
    "D29",
)
LINES = Note(
    Tone.DESIGN,
    "The summary form takes the union over lines on one side and counts words on the other, so "
    "its two sides are not alike; precision and recall do not change places either.",
    "D29",
)
ONE_WORD = Note(
    Tone.DESIGN,
    "A text of one word has no pair of words, and scores 0 against itself; a mean over texts takes "
    "it in.",
    "new",
)
ANOTHER = Note(
    Tone.TRAP,
    "The middle of the interval is a percentile of resamples drawn from the shared random state "
    "of numpy, and there is no seed to pass: every call gives another number.",
    "D29",
)
NO_MEAN = Note(
    Tone.TRAP,
    "The number named mid is the median of resampled means, and not the mean of the texts.",
    "D29",
)


def _peer(name: str, claims: frozenset[str], notes: Mapping[str, Note]) -> Peer:
    subject = Subject(name, _scored(name), claims, None, _write(name), IMPORTS)
    return Peer(suite=TEXT_SCORE, subject=subject, notes=notes)


def _peers() -> tuple[Peer, ...]:
    usual = frozenset(
        {MEAN, OVERLAP, REPLICATED, SYMMETRIC, UNCASED, UNMARKED, PRECISE, UNICODE, EMPTY_ONE}
    )
    unread = {"unicode-identity": UNREAD, "empty-is-one": EMPTY}
    middle = Subject(
        "BootstrapAggregator mid",
        _middle,
        {MEAN, OVERLAP},
        None,
        _write_middle,
        (*IMPORTS, "from rouge_score.scoring import BootstrapAggregator"),
    )
    return (
        _peer("rouge1", usual | {WORDS, SHORT, MULTISET, MONOTONE}, unread),
        _peer("rouge2", usual | {WORDS, SHORT}, {**unread, "short-identity": ONE_WORD}),
        _peer("rougeL", usual | {WORDS, SHORT, MONOTONE}, unread),
        _peer("rougeLsum", usual | {SHORT}, {**unread, "swap": LINES}),
        Peer(
            suite=TEXT_SCORE,
            subject=middle,
            notes={"repeatable": ANOTHER, "pair-order": ANOTHER, "mean": NO_MEAN},
            cases=300,
        ),
    )


LIBRARY = Library(name="rouge-score", package="rouge-score", peers=_peers)
