"""One sample through every transform: rows of what it measures as it is, and after each of them.

A row stands whether or not it was measured: where the generator had to answer again and did not,
its status says so, and where a transform leaves alone all that a metric reads, the difference is 0
by construction and no test of it says anything. For metrics of text, frames are said in plain
sentences.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Protocol

from attrs import evolve, field, frozen, validators

from measurand.studies.counterfactual import frame_match, grounding
from measurand.studies.counterfactual.asking import Asker, Question, Reply, ask, reply_to
from measurand.studies.counterfactual.frame_match import tally
from measurand.studies.counterfactual.grounding import BothEmpty, grounding_metrics
from measurand.studies.counterfactual.options import (
    BLEU,
    FRAME_F1,
    FULL_RATE,
    NAMES,
    OVERCLAIM_RATE,
    RELEVANCE_RATE,
    ROUGE_L,
    NoTruth,
    Options,
    TextOf,
    Unread,
)
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.perturbation import Perturbed, perturb
from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.studies.counterfactual.rules import Issue, Kind
from measurand.studies.counterfactual.transforms import Transform, invariant_parts, key_of
from measurand.studies.counterfactual.verifier import issue_rate, parts_read, verify
from measurand.values.frames import UNSPECIFIED, Frame, Generation
from measurand.values.grounded import Grounded
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share

ORIGINAL = "orig"
"""The key of the row of a sample as it is."""


class Status(Enum):
    """Whether a row was measured.

    A row is not evaluated where the generator had to answer again and did not; it is structurally
    null where its transform leaves alone all that its metrics read.
    """

    OK = "ok"
    NOT_EVALUATED = "not_evaluated"
    STRUCTURAL_NULL = "structural_null"


@frozen(kw_only=True)
class ScoreRow:
    """The metrics and issues of one sample under one key: `orig`, or the name of a transform.

    `metrics` keep the order that they were given in. `note` says what a reader should know, such as
    why a row was not evaluated.

    >>> from measurand.values.share import share
    >>> row = ScoreRow(sample="scan-1", metrics=(("iou_union", share(49, 290)),))
    >>> row.key, row.status.value, row.metric("iou_union").value
    ('orig', 'ok', Fraction(49, 290))

    Raises ValueError where a metric stands twice, a name or the key is empty, or a row that was not
    evaluated has a number.
    """

    sample: str = field(validator=validators.instance_of(str))
    group: str | None = None
    key: str = field(default=ORIGINAL, validator=validators.min_len(1))
    status: Status = field(default=Status.OK, validator=validators.instance_of(Status))
    metrics: tuple[tuple[str, Measured], ...] = ()
    issues: tuple[Issue, ...] = ()
    note: str = ""

    def __attrs_post_init__(self) -> None:
        names = [name for name, _ in self.metrics]
        if len(set(names)) < len(names) or "" in names:
            message = f"metrics have names that differ: got {names}"
            raise ValueError(message)
        if self.status is Status.NOT_EVALUATED:
            number = next((name for name, found in self.metrics if isinstance(found, Share)), None)
            if number is not None:
                message = f"a row that was not evaluated has no numbers: got one for {number!r}"
                raise ValueError(message)

    def metric(self, name: str) -> Measured:
        """Find what was measured under a name.

        Raises KeyError where the row has no such metric.
        """
        return dict(self.metrics)[name]


def sentence(frame: Frame, polarity: Polarity = POSITIVE) -> str:
    """Say a frame in one sentence; what is unspecified is left out.

    A frame whose polarity is no word for absence is said to be there.

    >>> sentence(Frame(finding="nodule", polarity="present", laterality="right", location="RUL"))
    'There is right nodule in the RUL.'
    >>> sentence(Frame(finding="nodule", polarity="present", size_bin="6-8mm"))
    'There is nodule (6-8mm).'
    """
    if polarity.is_negative(frame):
        return f"No {frame.finding}."
    words = ["There is"]
    if frame.laterality != UNSPECIFIED:
        words.append(frame.laterality)
    words.append(frame.finding)
    if frame.size_bin != UNSPECIFIED:
        words.append(f"({frame.size_bin})")
    if frame.location != UNSPECIFIED:
        words.append(f"in the {frame.location}")
    return " ".join(words) + "."


def render(frames: Iterable[Frame], polarity: Polarity = POSITIVE) -> str:
    """Say frames in their order, one blank between words, nothing at the ends.

    No frames give the empty text.

    >>> mass = Frame(finding="mass", polarity="present")
    >>> cyst = Frame(finding="cyst", polarity="absent")
    >>> render([mass, cyst])
    'There is mass. No cyst.'
    """
    return " ".join(" ".join(sentence(frame, polarity) for frame in frames).split())


class Texts(Protocol):
    """Metrics of two texts, the answer's and the report's: from other packages, or none."""

    def bleu(self, answer: str, truth: str, /) -> Measured:
        """Compare runs of words."""
        ...

    def rouge_l(self, answer: str, truth: str, /, *, unread: Unread) -> Measured:
        """Compare the longest common subsequence of words."""
        ...


@frozen
class NoTexts:
    """No metrics of texts.

    >>> NoTexts().bleu("a", "a").reason
    'metrics of texts were not asked for'
    """

    def bleu(self, _answer: str, _truth: str, /) -> Measured:
        """Say that it was not asked for."""
        return Undefined("metrics of texts were not asked for")

    def rouge_l(self, answer: str, truth: str, /, *, unread: Unread) -> Measured:
        """Say that it was not asked for."""
        del unread
        return self.bleu(answer, truth)


@frozen(kw_only=True)
class SampleEvaluation:
    """The rows of one sample, and what came of the questions that its transforms asked."""

    rows: tuple[ScoreRow, ...]
    replies: tuple[Reply, ...]


def questions(sample: Grounded, options: Options) -> Iterator[Question]:
    """List the questions that the transforms of a sample ask its generator.

    >>> from measurand.studies.counterfactual.parts import Key
    >>> one = Grounded(id="1", shape=(8, 8, 8))
    >>> [question.key for question in questions(one, Options())]
    ['token_perm', 'evidence_drop']
    """
    for key, changed in _changes(sample, options):
        if changed.asks:
            yield ask(changed.sample, key, seed=options.seed)


def _changes(sample: Grounded, options: Options) -> Iterator[tuple[str, Perturbed]]:
    """Apply each transform by itself."""
    for transform in options.transforms:
        yield (
            key_of(transform).value,
            perturb(
                transform,
                sample,
                seed=options.seed,
                stream=options.stream,
                positive=options.grounding.polarity,
            ),
        )


def evaluate(
    sample: Grounded, options: Options, texts: Texts | None = None, asker: Asker | None = None
) -> SampleEvaluation:
    """Measure a sample as it is and after each transform.

    Where a transform changes what was generated from, the answer comes from the sample's own
    `regenerated`, or from `asker`; without one the row is not evaluated. `texts` are the
    metrics of two texts (of other packages), None where there are none.

    >>> one = Grounded(id="1", shape=(8, 8, 8))
    >>> [row.status.value for row in evaluate(one, Options()).rows]
    ['ok', 'ok', 'not_evaluated', 'ok', 'not_evaluated', 'ok']
    """
    how = _Measuring(sample, options, texts or NoTexts())
    rows, replies = [how.row(ORIGINAL, sample)], []
    for key, changed in _changes(sample, options):
        if not changed.asks:
            rows.append(how.row(key, changed.sample))
            continue
        reply = reply_to(ask(changed.sample, key, seed=options.seed), sample, asker)
        replies.append(reply)
        if reply.generation is None:
            rows.append(how.unanswered(key, reply.why))
        else:
            rows.append(how.row(key, evolve(changed.sample, generation=reply.generation)))
    return SampleEvaluation(rows=tuple(rows), replies=tuple(replies))


@frozen
class _Measuring:
    """A sample and what it is held against."""

    sample: Grounded
    options: Options
    texts: Texts

    def row(self, key: str, changed: Grounded) -> ScoreRow:
        rates, issues, note = self._rates(changed)
        bleu, rouge = self._texts(changed.generation)
        metrics = {
            **dict(grounding_metrics(changed, self.options.grounding)),
            **rates,
            FRAME_F1: self._frame_f1(changed.generation),
            BLEU: bleu,
            ROUGE_L: rouge,
        }
        return ScoreRow(
            sample=self.sample.id,
            group=self.sample.group,
            key=key,
            metrics=tuple((name, metrics[name]) for name in NAMES),
            issues=issues,
            note=note,
        )

    def unanswered(self, key: str, why: str) -> ScoreRow:
        return ScoreRow(
            sample=self.sample.id,
            group=self.sample.group,
            key=key,
            status=Status.NOT_EVALUATED,
            note=why,
        )

    def _rates(self, changed: Grounded) -> tuple[dict[str, Measured], tuple[Issue, ...], str]:
        options = self.options
        relevance, full = verify(options.relevance, changed), verify(options.full, changed)

        def of(name: str, kind: Kind) -> Measured:
            return issue_rate(
                relevance if name == RELEVANCE_RATE else full,
                kind,
                over=options.rate,
                no_frame=options.no_frame,
                not_judged=options.not_judged,
            )

        rates = {
            RELEVANCE_RATE: of(RELEVANCE_RATE, Kind.UNSUPPORTED),
            FULL_RATE: of(FULL_RATE, Kind.UNSUPPORTED),
            OVERCLAIM_RATE: of(OVERCLAIM_RATE, Kind.OVERCLAIM),
        }
        # What both sets find is one issue; what was not judged is said, whatever becomes of it.
        in_full = {(issue.frame, issue.rule) for issue in full.issues}
        more = (one for one in relevance.issues if (one.frame, one.rule) not in in_full)
        skipped = dict.fromkeys((*relevance.skipped, *full.skipped))
        note = "; ".join(f"{rule} was skipped: {why}" for rule, why in skipped)
        return rates, (*full.issues, *more), note

    def _truth(self) -> tuple[Frame, ...] | None:
        own = self.options.no_truth is NoTruth.ORIGINAL and self.sample.gold is None
        return self.sample.generation.frames if own else self.sample.gold

    def _frame_f1(self, answer: Generation) -> Measured:
        gold = self._truth()
        if gold is None:
            return Undefined("the sample has no gold frames")
        counts = tally(answer.frames, gold, self.options.frames)
        if counts.predicted or counts.gold:
            return share(2 * counts.hits, counts.predicted + counts.gold)
        match self.options.frames_both_empty:
            case BothEmpty.ZERO:
                return share(0)
            case BothEmpty.ONE:
                return share(1)
            case BothEmpty.UNDEFINED:
                return Undefined("neither gold nor answer has a frame")

    def _texts(self, answer: Generation) -> tuple[Measured, Measured]:
        report = self.sample.report
        if report is None and self.options.no_truth is NoTruth.ORIGINAL:
            report = self._text(self.sample.generation)
        if report is None:
            nothing = Undefined("the sample has no report")
            return nothing, nothing
        said = self._text(answer)
        return (
            self.texts.bleu(said, report),
            self.texts.rouge_l(said, report, unread=self.options.unread),
        )

    def _text(self, answer: Generation) -> str:
        if self.options.text is TextOf.GENERATION:
            return answer.text
        return render(answer.frames, self.options.grounding.polarity)


def parts_read_by(metric: str, options: Options) -> frozenset[SamplePart]:
    """Name the parts of a sample that a metric reads.

    >>> sorted(part.value for part in parts_read_by("frame_f1", Options()))
    ['frames']
    """
    match metric:
        case "unsupported_rate":
            return parts_read(options.relevance, Kind.UNSUPPORTED)
        case "unsupported_rate_full":
            return parts_read(options.full, Kind.UNSUPPORTED)
        case "overclaim_rate":
            return parts_read(options.full, Kind.OVERCLAIM)
        case "frame_f1":
            return frame_match.READS
        case "bleu" | "rougeL":
            spoken = options.text is TextOf.GENERATION
            return frozenset({SamplePart.TEXT if spoken else SamplePart.FRAMES})
        case _:
            return grounding.READS


def null_reason(transform: Transform, metric: str, options: Options) -> str | None:
    """Say why a transform cannot move a metric; None where it may.

    >>> null_reason(Options().omega_perm, "frame_f1", Options())
    'omega_perm leaves frames alone, and frame_f1 reads nothing else'
    """
    read = parts_read_by(metric, options)
    if not read <= invariant_parts(transform):
        return None
    listed = ", ".join(sorted(part.value for part in read))
    return f"{key_of(transform).value} leaves {listed} alone, and {metric} reads nothing else"
