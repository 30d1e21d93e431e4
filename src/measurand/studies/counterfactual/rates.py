"""Rates of issues: how many there are for each frame, or how many frames have one."""

from enum import Enum

from measurand.studies.counterfactual.issues import Kind, kind_of
from measurand.studies.counterfactual.verifier import Verdicts
from measurand.values.score import Undefined
from measurand.values.share import Measured, share


class RateOver(Enum):
    """What is divided by what; "flagged" frames have at least one issue of the kind."""

    ISSUES_PER_FRAME = "issues_per_frame"
    FLAGGED_PER_FRAME = "flagged_per_frame"
    FLAGGED_PER_POSITIVE = "flagged_per_positive"


class NoFrame(Enum):
    """What the rate is where there is no frame to divide by."""

    ZERO = "zero"
    UNDEFINED = "undefined"


class NotJudged(Enum):
    """What a rule of the kind that was skipped does: it finds nothing, or leaves no rate."""

    IGNORED = "ignored"
    UNDEFINED = "undefined"


def rate(
    verdicts: Verdicts,
    kind: Kind,
    *,
    over: RateOver = RateOver.FLAGGED_PER_POSITIVE,
    no_frame: NoFrame = NoFrame.UNDEFINED,
    not_judged: NotJudged = NotJudged.UNDEFINED,
) -> Measured:
    """Divide issues of one kind, or the frames that have one, by frames.

    Issues per frame may exceed 1; the other two lie in [0, 1]. All frames are counted, those
    refused too, except that positive frames are only those that were judged; of flagged frames,
    too, only these are counted then. Severities play no part.

    >>> from measurand.studies.counterfactual.issues import Issue
    >>> two = tuple(Issue(0, Kind.UNSUPPORTED, 2, rule, "...") for rule in ("U1.1", "U1.2"))
    >>> some = Verdicts(two, frames=4, positive=(0, 2))
    >>> [str(rate(some, Kind.UNSUPPORTED, over=over).value) for over in RateOver]
    ['1/2', '1/4', '1/2']
    """
    lacking = [(rule, why) for rule, why in verdicts.skipped if kind_of(rule) is kind]
    if lacking and not_judged is NotJudged.UNDEFINED:
        rule, why = lacking[0]
        return Undefined(f"{rule} was skipped: {why}")
    top, bottom = _counts(verdicts, kind, over)
    if bottom:
        return share(top, bottom)
    if no_frame is NoFrame.ZERO:
        return share(0)
    positive = over is RateOver.FLAGGED_PER_POSITIVE
    return Undefined("no positive frame" if positive else "no frame")


def _counts(verdicts: Verdicts, kind: Kind, over: RateOver) -> tuple[int, int]:
    places = [issue.frame for issue in verdicts.issues if issue.kind is kind]
    match over:
        case RateOver.ISSUES_PER_FRAME:
            return len(places), verdicts.frames
        case RateOver.FLAGGED_PER_FRAME:
            return len(set(places)), verdicts.frames
        case RateOver.FLAGGED_PER_POSITIVE:
            return len(set(places) & set(verdicts.positive)), len(verdicts.positive)
