"""What a judge is worth as a document, and as a sentence for a paper."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.inferred import (
    NONE,
    interval_text,
    level_text,
    number_text,
    p_text,
    plan_text,
    points_note,
    score_text,
)
from measurand.edges.report.source_view import sources_grid
from measurand.inference.interval import Ends, Interval
from measurand.inference.judge_bias import BiasEffect
from measurand.inference.judged import Estimated, Judgement, Named, Needed, Part
from measurand.inference.plan import Plan
from measurand.metrics.needs import Reading
from measurand.metrics.options import Draw, Drawn
from measurand.metrics.signature import signature
from measurand.values.english import counted
from measurand.values.score import Defined, Undefined

WORDS: Mapping[Named, str] = {
    Named.SENSITIVITY: "sensitivity",
    Named.SPECIFICITY: "specificity",
    Named.PRECISION: "precision",
    Named.AGREEMENT: "agreement",
    Named.KAPPA: "kappa",
    Named.AC1: "AC1",
    Named.WEIGHTED_KAPPA: "weighted kappa",
    Named.RANKS: "rank correlation",
    Named.MEAN_ERROR: "mean error",
    Named.LOWER_LIMIT: "lower limit",
    Named.UPPER_LIMIT: "upper limit",
    Named.JUDGE_ALONE: "judge alone",
    Named.HUMANS_ALONE: "humans alone",
    Named.CORRECTED: "corrected (ppi)",
    Named.CORRECTED_FULLY: "corrected in full",
    Named.PAIRED: "corrected, paired",
    Named.RATES_UNDONE: "error rates undone",
    Named.BIAS: "judge less humans",
}
SAYS: Mapping[Named, str] = {
    Named.SENSITIVITY: "of what humans call 1, the judge does",
    Named.SPECIFICITY: "of what humans call 0, the judge does",
    Named.PRECISION: "of what the judge calls 1, humans do",
    Named.AGREEMENT: "of the labelled samples, both say the same",
    Named.KAPPA: "agreement beyond that of chance",
    Named.AC1: "the same, steady where one verdict is rare",
    Named.WEIGHTED_KAPPA: "agreement beyond that of chance, where far grades count more",
    Named.RANKS: "how far both put the samples in one order",
    Named.MEAN_ERROR: "how far the judge is off, whichever way, on average",
    Named.LOWER_LIMIT: "most of the time the judge is off by no less than this",
    Named.UPPER_LIMIT: "most of the time the judge is off by no more than this",
    Named.JUDGE_ALONE: "the mean of the judge's verdicts; its interval knows no error of the judge",
    Named.HUMANS_ALONE: "the mean of the labels",
    Named.CORRECTED: "the judge's verdicts, corrected by the labels",
    Named.CORRECTED_FULLY: "the judge's verdicts, moved by all that the judge is off (lambda=1)",
    Named.PAIRED: "the same of the differences of verdicts, sample by sample",
    Named.RATES_UNDONE: "the judge's rate with its sensitivity and specificity undone",
    Named.BIAS: "how far the judge is off on average",
}
GRADED = (
    "n/a: sensitivity, specificity, precision, kappa, AC1, error rates undone: verdicts are "
    "grades, not 0 and 1."
)
_APART = (
    "What the judge is worth is of the labelled samples, each counted once: as they were drawn "
    "they are not like all. n/a: error rates undone, which may be others elsewhere."
)


@frozen
class LostLabels:
    """How many labelled samples are in no number, for each reason: what is left was not drawn.

    Raters were tied on `tied` of them, `unjudged` have no verdict of the judge, and `unmet` labels
    are of no sample that was read.

    >>> print(LostLabels(tied=86, unmet=1).said)
    86 samples on which raters are tied, 1 label of a sample that is not there
    """

    tied: int = 0
    unjudged: int = 0
    unmet: int = 0

    @classmethod
    def of(cls, readings: Mapping[str, Reading], unjudged: int = 0) -> "LostLabels":
        """Count what was left out while reading, beside labels of samples without a verdict."""
        return cls(
            tied=sum(one.labels_tied for one in readings.values()),
            unjudged=unjudged,
            unmet=sum(one.labels_skipped for one in readings.values()),
        )

    @property
    def number(self) -> int:
        """Count them all."""
        return self.tied + self.unjudged + self.unmet

    @property
    def said(self) -> str:
        """List how many there are of each; empty where there are none."""
        samples = f"{counted(self.tied, 'sample')} on which raters are tied"
        unjudged = f"{counted(self.unjudged, 'label')} without a verdict of the judge"
        unmet = f"{counted(self.unmet, 'label')} of {_ABSENT[self.unmet != 1]}"
        parts = (self.tied, samples), (self.unjudged, unjudged), (self.unmet, unmet)
        return ", ".join(text for number, text in parts if number)

    @property
    def told(self) -> tuple[str, ...]:
        """Say it as a line of a report, with a way out."""
        way = " With --raters mean none is." if self.tied else ""
        return (f"Labels left out: {self.said}.{way}",) if self.number else ()


_ABSENT = "a sample that is not there", "samples that are not there"


def assumed(drawn: Drawn, lost: LostLabels | None = None) -> str:
    """Say what is assumed of how samples were drawn to be labelled, and whether it is known false.

    >>> print(assumed(Drawn(Draw.WITHIN, "topic"))[:72])
    Assumed: the labelled samples are drawn at random from those of each top
    """
    match drawn:
        case Drawn(Draw.WITHIN, name):
            said = f"the labelled samples are drawn at random from those of each {name}"
        case Drawn(Draw.CHANCE, name):
            said = f"each sample was drawn to be labelled by the chance that is its {name}"
        case _:
            said = "the labelled samples are drawn at random from all"
    if lost is not None and lost.number:
        said = f"{said} (which those that are left are not: left out are {lost.said})"
    return f"Assumed: {said}, and the judge worked on them as on the others."


def drawn_how(drawn: Drawn, lost: LostLabels | None = None) -> str:
    """Say in a sentence how samples were drawn to be labelled; what is left of a draw is none.

    >>> drawn_how(Drawn(), LostLabels(tied=2))
    'what is left of a draw (2 samples on which raters are tied are left out), so no random draw'
    >>> drawn_how(Drawn())
    'drawn at random'
    """
    if lost is not None and lost.number:
        are = "is" if lost.number == 1 else "are"
        return f"what is left of a draw ({lost.said} {are} left out), so no random draw"
    match drawn:
        case Drawn(Draw.WITHIN, name):
            return f"drawn at random within each {name}"
        case Drawn(Draw.CHANCE, name):
            return f"drawn by the chances that are known of each ({name})"
        case _:
            return "drawn at random"


@frozen
class Judged:
    """A judgement, the group of its slices, and what was read."""

    found: Judgement
    by: str | None
    readings: Mapping[str, Reading]

    @property
    def lost(self) -> LostLabels:
        """Count the labels that no number knows."""
        return LostLabels.of(self.readings, self.found.labels_unjudged)

    @property
    def estimates(self) -> tuple[Estimated, ...]:
        """List what is said of all samples."""
        return (*self.found.worth, self.found.every.bias, *self.found.every.scores)


def judge_document(judged: Judged) -> Document:
    """Lay out what a judge is worth."""
    return (*_blocks(judged), sources_grid(judged.readings))


def _blocks(judged: Judged) -> Iterator[Block]:
    found = judged.found
    every = found.every
    yield Prose(headline(judged))
    if found.unjudged:
        yield Prose((_unjudged(found.unjudged),))
    if judged.lost.number:
        yield Prose(judged.lost.told)
    yield _grid("What the judge is worth", (*found.worth, every.bias), judged)
    if found.graded:
        yield Prose((GRADED,))
    if found.drawn != Drawn():
        yield Prose((_APART,))
    yield _grid("The score", every.scores, judged)
    yield Prose((judge_plan_text(found.plan), assumed(found.drawn, judged.lost)))
    if judged.by is not None:
        yield _slices(judged.by, judged)
    yield from effects_blocks(found.effects, found.plan, _MORE_OFF)
    if found.needed:
        yield _needed(judged)
    yield Grid(
        "Definitions",
        ("number", "signature"),
        tuple((WORDS[one.name], signature(one.definition)) for one in judged.estimates),
        aside=True,
    )


def headline(judged: Judged) -> tuple[str, ...]:
    """Say in short what was judged, and how far the judge is from what is so."""
    every = judged.found.every
    rate = f"{every.labelled:,} of {every.samples:,} judged samples have a human label."
    bias = every.bias.interval
    match bias:
        case Interval(low=low) if low > 0:
            off = "The judge is too generous"
        case Interval(high=high) if high < 0:
            off = "The judge is too strict"
        case Interval():
            off = "Nothing shows that the judge is off on average"
        case Undefined(reason):
            return rate, f"How far the judge is off is not known: {reason}."
    return rate, f"{off}: {score_text(every.bias.score)} {interval_text(bias)}."


def _unjudged(number: int) -> str:
    have = f"{counted(number, 'sample')} {'has' if number == 1 else 'have'}"
    return f"{have} no verdict of the judge: no number here counts them, nor a label of theirs."


def _grid(title: str, lines: Sequence[Estimated], judged: Judged) -> Grid:
    reasons = [
        f"n/a in {WORDS[one.name]}: {part.reason}"
        for one in lines
        for part in dict.fromkeys((one.score, one.interval))
        if isinstance(part, Undefined)
    ]
    return Grid(
        title,
        ("number", "value", level_text(judged.found.plan), "what it is"),
        tuple(
            (WORDS[one.name], score_text(one.score), interval_text(one.interval), SAYS[one.name])
            for one in lines
        ),
        notes=(*points_note(one.interval for one in lines), *dict.fromkeys(reasons)),
    )


def judge_plan_text(plan: Plan) -> str:
    """Say how intervals are made, and what is added for them."""
    if plan.ends is not Ends.JACKKNIFE:
        return plan_text(plan)
    more = "; for scores and bias of clusters, as many as the design effect" if plan.cluster else ""
    return f"{plan_text(plan)} One sample of each kind is added for them{more}."


def _slices(by: str, judged: Judged) -> Grid:
    level = level_text(judged.found.plan)
    number = len(judged.found.slices)
    asked = f"p: that the judge is off nowhere on average; holm over {number} slices"
    return Grid(
        f"By {by}",
        (
            *(by, "samples", "labels", "judge", "corrected", level),
            *("judge less humans", level, "p", "p (holm)"),
        ),
        tuple(_slice(one) for one in judged.found.slices),
        notes=(asked,),
    )


def _slice(part: Part) -> tuple[str, ...]:
    corrected = part.score(Named.CORRECTED)
    return (
        part.name,
        f"{part.samples:,}",
        f"{part.labelled:,}",
        score_text(part.score(Named.JUDGE_ALONE).score),
        score_text(corrected.score),
        interval_text(corrected.interval),
        score_text(part.bias.score),
        interval_text(part.bias.interval),
        p_text(part.p_value),
        NONE if part.adjusted is None else p_text(part.adjusted),
    )


_MORE_OFF = "how much more the judge is off for one more of the covariate, the others held"


def effects_blocks(
    effects: Sequence[BiasEffect] | Undefined, plan: Plan, asked: str
) -> Iterator[Block]:
    """Lay out what a judge is biased by, where it was asked.

    >>> list(effects_blocks((), Plan(), ""))
    []
    """
    if isinstance(effects, Undefined):
        yield Prose((f"What the judge is biased by is not known: {effects.reason}.",))
    if isinstance(effects, Undefined) or not effects:
        return
    how = (
        "linear regression; errors of HC3 (of clusters CR3), or of least squares where these are "
        f"larger; holm over {len(effects)}"
    )
    yield Grid(
        "What the judge is biased by",
        ("covariate", "for one more", level_text(plan), "p", "p (holm)"),
        tuple(
            (
                one.name,
                number_text(one.slope),
                interval_text(one.interval),
                p_text(one.p_value),
                p_text(one.adjusted),
            )
            for one in effects
        ),
        notes=(f"{asked}; {how}",),
    )


def _needed(judged: Judged) -> Grid:
    found = judged.found
    number = f"labels: of the {found.every.samples:,} judged samples, "
    return Grid(
        "How many labels give which width",
        ("corrected score within", "labels", "without the judge"),
        tuple(_need(one) for one in found.needed),
        notes=(f"{number}by what the {found.every.labelled:,} labelled ones tell of the judge",),
        aside=True,
    )


def _need(one: Needed) -> tuple[str, ...]:
    labels = "more than there are samples" if one.labels is None else f"{one.labels:,}"
    return f"± {number_text(one.half_width).rstrip('0')}", labels, f"{one.alone:,}"


def judge_sentence(judged: Judged) -> str:
    """Say for a paper what is so, what the judge says, and what both rest on."""
    every = judged.found.every
    corrected, alone = every.score(Named.CORRECTED), every.score(Named.JUDGE_ALONE)
    level = f"{float(100 * judged.found.plan.level):g} %"
    if not isinstance(corrected.score, Defined) or not isinstance(corrected.interval, Interval):
        return f"No corrected score: {_reason(corrected)}."
    clusters = judged.found.plan.cluster
    errors = "" if clusters is None else f", by {clusters}"
    drawn = drawn_how(judged.found.drawn, judged.lost)
    return (
        f"The corrected score is {_short(corrected)} ({level} interval "
        f"{low_high(corrected.interval)}{errors}), by prediction-powered inference from a "
        f"judge's verdicts on {every.samples:,} samples and human labels on {every.labelled:,} of "
        f"them, {drawn}; the judge alone says {_short(alone)}. "
        f"Definition: {signature(corrected.definition)}."
    )


def _reason(one: Estimated) -> str:
    part = one.score if isinstance(one.score, Undefined) else one.interval
    return part.reason if isinstance(part, Undefined) else "none"


def _short(one: Estimated) -> str:
    match one.score:
        case Defined(value):
            return f"{float(value):.3f}"
        case Undefined(reason):
            return f"nothing ({reason})"


def low_high(interval: Interval) -> str:
    """Write both ends as a sentence has them."""
    return f"{interval.low:.3f} to {interval.high:.3f}"
