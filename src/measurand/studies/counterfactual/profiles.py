"""Three named readings of the study, as sets of options; no code asks which one it runs under."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from measurand.inference.plan import AtAlpha, Plan, Stream, Test
from measurand.metrics.options import Zero
from measurand.studies.counterfactual.frame_match import FrameMatch, Gate, Pairing, Same
from measurand.studies.counterfactual.grounding import BothEmpty, Grounding, Refused
from measurand.studies.counterfactual.options import NoTruth, Nulls, Options, TextOf, Unread
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rates import NoFrame, NotJudged, RateOver
from measurand.studies.counterfactual.shuffle import Stream as Shuffle
from measurand.studies.counterfactual.transforms import (
    CitedBy,
    CiteSwap,
    EvidenceDrop,
    Ids,
    Lists,
    NoCite,
    OmegaPerm,
    Text,
    TokenPerm,
    Within,
)
from measurand.studies.counterfactual.verifier import (
    AS_RUN_FULL,
    AS_RUN_RELEVANCE,
    DOCUMENTED_FULL,
    DOCUMENTED_RELEVANCE,
    RECOMMENDED_FULL,
    RECOMMENDED_RELEVANCE,
)

DOCUMENTED = Options(
    omega_perm=OmegaPerm(within=Within.ALL),
    token_perm=TokenPerm(within=Within.ALL),
    cite_swap=CiteSwap(lists=Lists.DEALT, text=Text.KEPT),
    evidence_drop=EvidenceDrop(cited_by=CitedBy.ALL, ids=Ids.STABLE),
    no_cite=NoCite(text=Text.KEPT),
    stream=Shuffle.SAMPLE,
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
    stream=Shuffle.LEGACY,
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
        stream=Stream.LEGACY,
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
    stream=Shuffle.SAMPLE,
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
    frames=FrameMatch(gate=Gate.BOTH, same=Same.SIDE, pairing=Pairing.MOST, polarity=_ANY_CASE),
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
