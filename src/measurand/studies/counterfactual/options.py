"""The options of the counterfactual study, its metrics, and three named readings (profiles).

An option names one thing that readings do differently; a profile is a set of options, and no code
asks which one it runs under.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from attrs import evolve, field, frozen, validators

from measurand.inference.plan import AtAlpha, Plan, Test
from measurand.inference.plan import Stream as Resampling
from measurand.metrics.options import Zero
from measurand.studies.counterfactual.frame_match import (
    FrameMatch,
    Gate,
    Pairing,
    PolarityAgreement,
)
from measurand.studies.counterfactual.grounding import NAMES as GROUNDING
from measurand.studies.counterfactual.grounding import BothEmpty, Grounding, Refused
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Stream,
    Text,
    TokenPerm,
    Transform,
    Within,
)
from measurand.studies.counterfactual.verifier import (
    AS_RUN_FULL,
    AS_RUN_RELEVANCE,
    DOCUMENTED_FULL,
    DOCUMENTED_RELEVANCE,
    RECOMMENDED_FULL,
    RECOMMENDED_RELEVANCE,
    NoFrame,
    NotJudged,
    RateOver,
    RuleSet,
)
from measurand.values.suggest import did_you_mean

RELEVANCE_RATE, FULL_RATE, OVERCLAIM_RATE = (
    "unsupported_rate",
    "unsupported_rate_full",
    "overclaim_rate",
)
RATES = (RELEVANCE_RATE, FULL_RATE, OVERCLAIM_RATE)
FRAME_F1, BLEU, ROUGE_L = "frame_f1", "bleu", "rougeL"
NAMES = (*GROUNDING, *RATES, FRAME_F1, BLEU, ROUGE_L)
"""Every metric, in the order of the tables."""

TESTED = ("iou_union", "iou_max", RELEVANCE_RATE, OVERCLAIM_RATE, FRAME_F1, BLEU, ROUGE_L)
"""The metrics that the seed document tests: one family of five transforms each."""


class Orientation(Enum):
    """Which way a difference is taken, so that faithful answers make it positive."""

    FALLS = "orig - cf"
    RISES = "cf - orig"


def orientation(metric: str) -> Orientation:
    """Say which way a metric is expected to move: rates of issues rise, everything else falls.

    >>> orientation("overclaim_rate").value, orientation("iou_max").value
    ('cf - orig', 'orig - cf')
    """
    return Orientation.RISES if metric in RATES else Orientation.FALLS


OF_TESTS = ("tested", "pooling", "nulls", "plan")
"""The options that act on finished rows; all others say how rows are measured."""
LEGACY_SEEDS = 2**32
"""Seeds of numpy's old generator lie below this number."""


class TextOf(Enum):
    """Which text is compared with the report: the generator's, or its frames put into words."""

    GENERATION = "generation"
    FRAMES = "frames"


class Unread(Enum):
    """What ROUGE-L is where a text has letters or digits, but none that it reads."""

    ZERO = "zero"
    UNDEFINED = "undefined"


class NoTruth(Enum):
    """What a sample is compared with where no truth is known: nothing, or its own first answer."""

    UNDEFINED = "undefined"
    ORIGINAL = "original"


class Nulls(Enum):
    """Whether tests that cannot differ by construction are members of a family."""

    LEFT_OUT = "left_out"
    KEPT = "kept"


class Pooling(Enum):
    """What is compared: means over samples, or ratios of sums over all samples."""

    SAMPLES = "samples"
    SUMS = "sums"


def _known(_options: object, _attribute: object, value: tuple[str, ...]) -> None:
    wrong = next((name for name in value if name not in NAMES), None)
    if wrong is not None:
        message = f"unknown metric {wrong!r}{did_you_mean(wrong, NAMES)}"
        raise ValueError(message)
    if len(set(value)) < len(value) or not value:
        message = f"at least one metric, each once: got {value}"
        raise ValueError(message)


@frozen(kw_only=True)
class Options:
    """One reading of the study; `tested` names the metrics that have a family of tests each.

    >>> Options().rate.value, Options().tested[:2]
    ('issues_per_frame', ('iou_union', 'iou_max'))

    Raises ValueError for a metric that is not known, and for ratios of sums, groups or seeds of
    more than 32 bits with the legacy stream.
    """

    omega_perm: OmegaPerm = field(factory=OmegaPerm)
    token_perm: TokenPerm = field(factory=TokenPerm)
    cite_swap: CiteSwap = field(factory=CiteSwap)
    evidence_drop: EvidenceDrop = field(factory=EvidenceDrop)
    no_cite: NoCite = field(factory=NoCite)
    stream: Stream = Stream.SAMPLE
    seed: int = field(default=0, validator=validators.ge(0))
    grounding: Grounding = field(factory=Grounding)
    relevance: RuleSet = DOCUMENTED_RELEVANCE
    full: RuleSet = DOCUMENTED_FULL
    rate: RateOver = RateOver.ISSUES_PER_FRAME
    no_frame: NoFrame = NoFrame.UNDEFINED
    not_judged: NotJudged = NotJudged.UNDEFINED
    frames: FrameMatch = field(factory=FrameMatch)
    frames_both_empty: BothEmpty = BothEmpty.ONE
    no_truth: NoTruth = NoTruth.UNDEFINED
    text: TextOf = TextOf.GENERATION
    unread: Unread = Unread.UNDEFINED
    tested: tuple[str, ...] = field(default=TESTED, validator=_known)
    pooling: Pooling = Pooling.SAMPLES
    nulls: Nulls = Nulls.LEFT_OUT
    plan: Plan = field(factory=Plan)

    def __attrs_post_init__(self) -> None:
        if self.pooling is Pooling.SUMS and self.plan.stream is Resampling.LEGACY:
            message = "the legacy stream resamples means over samples: got pooling=sums"
            raise ValueError(message)
        if self.plan.seed >= LEGACY_SEEDS and self.plan.stream is Resampling.LEGACY:
            message = f"the legacy stream has seeds below 2**32: got plan.seed={self.plan.seed}"
            raise ValueError(message)
        if self.plan.cluster is not None and self.plan.stream is Resampling.LEGACY:
            message = f"the legacy stream resamples samples: got plan.cluster={self.plan.cluster}"
            raise ValueError(message)

    @property
    def transforms(self) -> tuple[Transform, ...]:
        """List the transforms in the order of the tables."""
        return self.omega_perm, self.token_perm, self.cite_swap, self.evidence_drop, self.no_cite


def with_tests(measured: Options, asked: Options) -> Options:
    """Test what was measured under some options as others say.

    >>> with_tests(Options(seed=4), Options(tested=("hit",))) == Options(seed=4, tested=("hit",))
    True
    """
    return evolve(
        measured,
        tested=asked.tested,
        pooling=asked.pooling,
        nulls=asked.nulls,
        plan=asked.plan,
    )


DOCUMENTED = Options(
    omega_perm=OmegaPerm(within=Within.ALL),
    token_perm=TokenPerm(within=Within.ALL),
    cite_swap=CiteSwap(lists=Lists.DEALT, text=Text.KEPT),
    evidence_drop=EvidenceDrop(cited_by=CitedBy.ALL, ids=Ids.STABLE),
    no_cite=NoCite(text=Text.KEPT),
    stream=Stream.SAMPLE,
    grounding=Grounding(nothing=Zero.ZERO, no_lesion=Zero.ZERO, both_empty=BothEmpty.UNDEFINED),
    relevance=DOCUMENTED_RELEVANCE,
    full=DOCUMENTED_FULL,
    rate=RateOver.ISSUES_PER_FRAME,
    no_frame=NoFrame.UNDEFINED,
    not_judged=NotJudged.UNDEFINED,
    frames=FrameMatch(gate=Gate.BOTH, pairing=Pairing.BEFORE),
    frames_both_empty=BothEmpty.ONE,
    no_truth=NoTruth.UNDEFINED,
    text=TextOf.GENERATION,
    unread=Unread.UNDEFINED,
    nulls=Nulls.KEPT,
    plan=Plan(test=Test.BOOTSTRAP_SIGN, at_alpha=AtAlpha.NOT_SIGNIFICANT),
)
"""The appendix, literally: any two cells are exchanged, lists keep their lengths, the bootstrap's
own two-sided sign test, issues per frame, five keys in each family. Where it is silent, the sound
reading."""

AS_RUN = Options(
    omega_perm=OmegaPerm(within=Within.LEVEL),
    token_perm=TokenPerm(within=Within.ALL),
    cite_swap=CiteSwap(lists=Lists.WHOLE, text=Text.CLEARED),
    evidence_drop=EvidenceDrop(cited_by=CitedBy.ALL, ids=Ids.RENUMBERED),
    no_cite=NoCite(text=Text.CLEARED),
    stream=Stream.LEGACY,
    grounding=Grounding(nothing=Zero.ZERO, no_lesion=Zero.ZERO, both_empty=BothEmpty.ZERO),
    relevance=AS_RUN_RELEVANCE,
    full=AS_RUN_FULL,
    rate=RateOver.ISSUES_PER_FRAME,
    no_frame=NoFrame.ZERO,
    not_judged=NotJudged.IGNORED,
    frames=FrameMatch(gate=Gate.NONE, pairing=Pairing.AFTER),
    frames_both_empty=BothEmpty.ZERO,
    no_truth=NoTruth.ORIGINAL,
    text=TextOf.FRAMES,
    unread=Unread.ZERO,
    nulls=Nulls.KEPT,
    plan=Plan(
        test=Test.BOOTSTRAP_SIGN,
        at_alpha=AtAlpha.NOT_SIGNIFICANT,
        stream=Resampling.LEGACY,
        seed=42,
    ),
)
"""What the program computed, warts included: permutations and resamples from numpy's old stream."""

_ANY_CASE = Polarity(any_case=True)

RECOMMENDED = Options(
    omega_perm=OmegaPerm(within=Within.LEVEL),
    token_perm=TokenPerm(within=Within.ALL),
    cite_swap=CiteSwap(lists=Lists.DEALT, text=Text.KEPT),
    evidence_drop=EvidenceDrop(cited_by=CitedBy.ALL, ids=Ids.STABLE),
    no_cite=NoCite(text=Text.KEPT),
    stream=Stream.SAMPLE,
    grounding=Grounding(
        polarity=_ANY_CASE,
        refused=Refused.LEFT_OUT,
        nothing=Zero.ZERO,
        no_lesion=Zero.ZERO,
        both_empty=BothEmpty.UNDEFINED,
    ),
    relevance=RECOMMENDED_RELEVANCE,
    full=RECOMMENDED_FULL,
    rate=RateOver.FLAGGED_PER_POSITIVE,
    no_frame=NoFrame.UNDEFINED,
    not_judged=NotJudged.UNDEFINED,
    frames=FrameMatch(
        gate=Gate.BOTH, same=PolarityAgreement.SIDE, pairing=Pairing.MOST, polarity=_ANY_CASE
    ),
    frames_both_empty=BothEmpty.ONE,
    no_truth=NoTruth.UNDEFINED,
    text=TextOf.GENERATION,
    unread=Unread.UNDEFINED,
    nulls=Nulls.LEFT_OUT,
    plan=Plan(test=Test.SIGN_FLIP, cluster="group", level=Fraction(95, 100)),
)
"""What we would defend: frames that are flagged of those that claim something, frames matched by
meaning, whole patients exchanged, tests that cannot differ left out."""

PROFILES: Mapping[str, Options] = MappingProxyType(
    {"documented": DOCUMENTED, "as-run": AS_RUN, "recommended": RECOMMENDED}
)
"""The profiles by name; the first one is the default of the study."""
