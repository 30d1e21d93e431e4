"""The verifier: rules in an order, the issues that they raise in a sample, what they read.

A rule judges one frame at a time and raises at most one issue for it, so the issues of a sample
are those of its frames, whatever their order. What a set of rules reads is known before it runs:
a transform that changes no part that is read cannot change a rate, and its test is null. A rate
divides issues of one kind, or the frames that have one, by frames.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from attrs import field, frozen

from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import (
    Citations,
    Duplicates,
    FrameView,
    Issue,
    Kind,
    Reading,
    Refused,
    Rule,
    SampleView,
    Skipped,
    Violation,
    kind_of,
)
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    Conflict,
    LowConfidence,
    NoFinding,
    NoSide,
    Overconfident,
    SharedConflict,
    Sides,
    SizeClaim,
    TextDiffers,
    ThinBilateral,
    ThinNegative,
    WrongSide,
)
from measurand.studies.counterfactual.rules_support import (
    Dangling,
    HighUncertainty,
    LittleVolume,
    LowScore,
    NoCitation,
    Relevance,
    Ties,
    Unembedded,
)
from measurand.values.grounded import Grounded
from measurand.values.option_paths import members_by_id
from measurand.values.score import Undefined
from measurand.values.share import Measured, share
from measurand.values.suggest import did_you_mean

_DEFAULTS: tuple[Rule, ...] = (
    NoCitation(),
    LowScore(),
    HighUncertainty(),
    LittleVolume(),
    Relevance(),
    CoarseSide(),
    Overconfident(),
    SizeClaim(),
    ThinBilateral(),
    WrongSide(),
    SharedConflict(),
    ThinNegative(),
    TextDiffers(),
    NoSide(),
    NoFinding(),
    LowConfidence(),
    Dangling(),
)

RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _DEFAULTS})
"""Every rule with its default thresholds, by id."""


def rules_of(text: str) -> tuple[Rule, ...]:
    """Find rules by ids parted by spaces or commas; thresholds are the defaults.

    >>> [rule.id for rule in rules_of("U1.0, U1.4")]
    ['U1.0', 'U1.4']

    Raises ValueError for an id that is not known, or no id at all.
    """
    ids = text.replace(",", " ").split()
    if not ids:
        message = "at least one rule id: got none"
        raise ValueError(message)
    unknown = next((one for one in ids if one not in RULES), None)
    if unknown is not None:
        message = f"unknown rule {unknown[:40]!r}{did_you_mean(unknown, RULES)}"
        raise ValueError(message)
    return tuple(RULES[one] for one in ids)


@frozen
class RuleSet:
    """Rules in the order in which they judge a frame, and how all of them read it.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> [rule.id for rule in RuleSet((NoCitation(),)).rules]
    ['U1.0']

    Raises ValueError where two rules have one id.
    """

    rules: tuple[Rule, ...] = field(metadata=members_by_id(rules_of))
    reading: Reading = field(factory=Reading)

    @rules.validator
    def _differ(self, _attribute: object, value: tuple[Rule, ...]) -> None:
        ids = [rule.id for rule in value]
        twice = sorted({one for one in ids if ids.count(one) > 1})
        if twice:
            message = f"rules that differ: got {twice[0]} twice"
            raise ValueError(message)


@frozen
class Verdicts:
    """What a verifier says about one sample.

    `issues` are ordered by frame, then as the rules are; a rule raises at most one for a frame.
    `skipped` names rules that could not judge some frame, with the reason, each once. `frames` is
    how many frames there are, `positive` the positions of the positive frames that were judged.

    >>> Verdicts().issues
    ()
    """

    issues: tuple[Issue, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    frames: int = 0
    positive: tuple[int, ...] = ()


def verify(rules: RuleSet, sample: Grounded) -> Verdicts:
    """Judge every frame of a sample by every rule.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> from measurand.values.frames import Frame, Generation
    >>> bare = Generation((Frame(finding="mass", polarity="present"),))
    >>> found = verify(RuleSet((NoCitation(),)), Grounded(id="1", shape=(8, 8, 8), generation=bare))
    >>> [(issue.frame, issue.rule) for issue in found.issues]
    [(0, 'U1.0')]
    """
    issues: list[Issue] = []
    skipped: dict[tuple[str, str], None] = {}
    views = SampleView(sample, rules.reading).frame_views
    for view in views:
        for rule in rules.rules:
            match rule.violation(view) if view.judged or rule.judges_refused else None:
                case Violation() as violation:
                    issues.append(_issue(view, rule, violation))
                case Skipped(reason):
                    skipped[rule.id, reason] = None
                case None:
                    pass
    positive = tuple(view.at for view in views if view.judged and view.positive)
    return Verdicts(tuple(issues), tuple(skipped), len(views), positive)


def _issue(view: FrameView, rule: Rule, violation: Violation) -> Issue:
    kind, grade = kind_of(rule.id), rule.severity
    return Issue(view.at, kind, grade, rule.id, violation.message, violation.evidence)


def parts_read(rules: RuleSet, kind: Kind | None = None) -> frozenset[SamplePart]:
    """Name the parts of a sample that decide about issues of one kind, or of any.

    Where no other part changes, the issues (and so every rate of them) are the same. Whether a
    citation resolves is read of the tokens too.

    >>> from measurand.studies.counterfactual.rules_support import NoCitation
    >>> sorted(part.value for part in parts_read(RuleSet((NoCitation(),))))
    ['citations', 'frames']
    """
    chosen = [rule for rule in rules.rules if kind is None or kind_of(rule.id) is kind]
    parts = frozenset({SamplePart.FRAMES}).union(*(rule.parts() for rule in chosen))
    resolved = rules.reading.citations is Citations.RESOLVED and SamplePart.CITATIONS in parts
    return parts | {SamplePart.TOKENS} if resolved else parts


AS_RUN_RELEVANCE = RuleSet((NoCitation(), Relevance(recall=1.0, mass=0.1)))
"""What the program calls its verifier of relevance alone: two rules, read as it reads."""

AS_RUN_FULL = RuleSet(
    rules_of("U1.0 U1.1 U1.2 U1.3 U1.4 O1.0 O1.1 I1.0 I1.1 I1.2 I1.3 I1.4 M1.0 M1.1 M1.2")
)
"""The program's default set: thresholds from its code."""

_SOUND = Reading(duplicates=Duplicates.ONCE)

DOCUMENTED_RELEVANCE = RuleSet((Relevance(recall=1.0, mass=0.1),), _SOUND)
"""U1.4 alone, as the appendix says: so citing nothing is the best answer.

The thresholds are those of the script that the appendix names as its source of truth.
"""

DOCUMENTED_FULL = RuleSet(
    (
        *rules_of("U1.0 U1.1 U1.2"),
        LittleVolume(below=0.1),
        *rules_of("U1.4 O1.0 O1.1 I1.0"),
        WrongSide(sides=Sides.HALF),
        SharedConflict(conflict=Conflict.MEANING),
        *rules_of("I1.3 I1.4 M1.0 M1.1 M1.2 D1.0"),
    ),
    _SOUND,
)
"""All rules, with the thresholds of the published table; what it does not say is read soundly.

A token counts once, sides are halves of the volume, only a positive and a negative frame
conflict, and citations of tokens that are not there are issues.
"""

_STRICT = Reading(
    polarity=Polarity(any_case=True),
    duplicates=Duplicates.ONCE,
    citations=Citations.RESOLVED,
    refused=Refused.SKIPPED,
)
_ATTENDED = Relevance(recall=1.0, mass=0.1, unembedded=Unembedded.NO_ATTENTION, ties=Ties.SHARED)

RECOMMENDED_RELEVANCE = RuleSet((NoCitation(), _ATTENDED), _STRICT)
"""U1.0 beside U1.4: citing nothing, or only tokens that are not there, supports nothing.

Polarity is read in any case, one token without an embedding does not turn U1.4 off, and equally
attended tokens are equal, whatever their order.
"""

RECOMMENDED_FULL = RuleSet(
    tuple(
        Relevance(unembedded=Unembedded.NO_ATTENTION, ties=Ties.SHARED)
        if isinstance(rule, Relevance)
        else rule
        for rule in DOCUMENTED_FULL.rules
        if not isinstance(rule, TextDiffers)
    ),
    _STRICT,
)
"""As documented, read as `RECOMMENDED_RELEVANCE` is; without I1.4, as a text may be prose."""


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


def issue_rate(
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

    >>> from measurand.studies.counterfactual.rules import Issue
    >>> two = tuple(Issue(0, Kind.UNSUPPORTED, 2, rule, "...") for rule in ("U1.1", "U1.2"))
    >>> some = Verdicts(two, frames=4, positive=(0, 2))
    >>> [str(issue_rate(some, Kind.UNSUPPORTED, over=over).value) for over in RateOver]
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
