"""The options of the counterfactual study: each names one thing that readings do differently."""

from enum import Enum

from attrs import evolve, field, frozen, validators

from measurand.inference.plan import Plan
from measurand.inference.plan import Stream as Resampling
from measurand.studies.counterfactual.frame_match import FrameMatch
from measurand.studies.counterfactual.grounding import BothEmpty, Grounding
from measurand.studies.counterfactual.names import NAMES, TESTED
from measurand.studies.counterfactual.rates import NoFrame, NotJudged, RateOver
from measurand.studies.counterfactual.shuffle import Stream
from measurand.studies.counterfactual.transforms import (
    CiteSwap,
    EvidenceDrop,
    NoCite,
    OmegaPerm,
    TokenPerm,
    Transform,
)
from measurand.studies.counterfactual.verifier import DOCUMENTED_FULL, DOCUMENTED_RELEVANCE, RuleSet
from measurand.values.suggest import did_you_mean

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
