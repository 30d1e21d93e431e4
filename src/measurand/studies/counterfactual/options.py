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
from measurand.values.option_paths import by_profile, profile
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


_DEALT = CiteSwap(lists=Lists.DEALT)
_ANY_CASE = Polarity(any_case=True)
_BOOTSTRAP = Plan(test=Test.BOOTSTRAP_SIGN, at_alpha=AtAlpha.NOT_SIGNIFICANT)


@frozen(kw_only=True)
class Options:
    """One reading of the study; `tested` names the metrics that have a family of tests each.

    >>> Options().rate.value, Options().tested[:2]
    ('issues_per_frame', ('iou_union', 'iou_max'))

    Raises ValueError for a metric that is not known, and for ratios of sums, groups or seeds of
    more than 32 bits with the legacy stream.
    """

    omega_perm: OmegaPerm = by_profile(OmegaPerm(), documented=OmegaPerm(within=Within.ALL))
    token_perm: TokenPerm = by_profile(TokenPerm())
    cite_swap: CiteSwap = by_profile(
        CiteSwap(),
        documented=_DEALT,
        as_run=CiteSwap(lists=Lists.WHOLE, text=Text.CLEARED),
        recommended=_DEALT,
    )
    evidence_drop: EvidenceDrop = by_profile(
        EvidenceDrop(), as_run=EvidenceDrop(ids=Ids.RENUMBERED)
    )
    no_cite: NoCite = by_profile(NoCite(), as_run=NoCite(text=Text.CLEARED))
    stream: Stream = by_profile(Stream.SAMPLE, as_run=Stream.LEGACY)
    seed: int = field(default=0, validator=validators.ge(0))
    grounding: Grounding = by_profile(
        Grounding(),
        documented=Grounding(both_empty=BothEmpty.UNDEFINED),
        recommended=Grounding(
            polarity=_ANY_CASE, refused=Refused.LEFT_OUT, both_empty=BothEmpty.UNDEFINED
        ),
    )
    relevance: RuleSet = by_profile(
        DOCUMENTED_RELEVANCE, as_run=AS_RUN_RELEVANCE, recommended=RECOMMENDED_RELEVANCE
    )
    full: RuleSet = by_profile(DOCUMENTED_FULL, as_run=AS_RUN_FULL, recommended=RECOMMENDED_FULL)
    rate: RateOver = by_profile(
        RateOver.ISSUES_PER_FRAME, recommended=RateOver.FLAGGED_PER_POSITIVE
    )
    no_frame: NoFrame = by_profile(NoFrame.UNDEFINED, as_run=NoFrame.ZERO)
    not_judged: NotJudged = by_profile(NotJudged.UNDEFINED, as_run=NotJudged.IGNORED)
    frames: FrameMatch = by_profile(
        FrameMatch(),
        documented=FrameMatch(gate=Gate.BOTH),
        as_run=FrameMatch(pairing=Pairing.AFTER),
        recommended=FrameMatch(
            gate=Gate.BOTH, same=PolarityAgreement.SIDE, pairing=Pairing.MOST, polarity=_ANY_CASE
        ),
    )
    frames_both_empty: BothEmpty = by_profile(BothEmpty.ONE, as_run=BothEmpty.ZERO)
    no_truth: NoTruth = by_profile(NoTruth.UNDEFINED, as_run=NoTruth.ORIGINAL)
    text: TextOf = by_profile(TextOf.GENERATION, as_run=TextOf.FRAMES)
    unread: Unread = by_profile(Unread.UNDEFINED, as_run=Unread.ZERO)
    tested: tuple[str, ...] = field(default=TESTED, validator=_known)
    pooling: Pooling = Pooling.SAMPLES
    nulls: Nulls = by_profile(Nulls.LEFT_OUT, documented=Nulls.KEPT, as_run=Nulls.KEPT)
    plan: Plan = by_profile(
        Plan(),
        documented=_BOOTSTRAP,
        as_run=evolve(_BOOTSTRAP, stream=Resampling.LEGACY, seed=42),
        recommended=Plan(test=Test.SIGN_FLIP, cluster="group", level=Fraction(95, 100)),
    )

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


DOCUMENTED = profile(Options, "documented")
"""The appendix, literally: any two cells are exchanged, lists keep their lengths, the bootstrap's
own two-sided sign test, issues per frame, five keys in each family. Where it is silent, the sound
reading."""

AS_RUN = profile(Options, "as-run")
"""What the program computed, warts included: permutations and resamples from numpy's old stream."""

RECOMMENDED = profile(Options, "recommended")
"""What we would defend: frames that are flagged of those that claim something, frames matched by
meaning, whole patients exchanged, tests that cannot differ left out."""

PROFILES: Mapping[str, Options] = MappingProxyType(
    {"documented": DOCUMENTED, "as-run": AS_RUN, "recommended": RECOMMENDED}
)
"""The profiles by name; the first one is the default of the study."""
