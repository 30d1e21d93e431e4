"""Options of the study that the oracle knows, drawn around the profiles, and in its words."""

from collections.abc import Callable
from functools import partial

from attrs import evolve
from hypothesis import strategies as st

from measurand.algebra.draws import permutations
from measurand.metrics.options import Zero
from measurand.studies.counterfactual.frame_match import (
    FrameMatch,
    Gate,
    Pairing,
    PolarityAgreement,
)
from measurand.studies.counterfactual.grounding import BothEmpty, CitationUnit, Grounding, Refused
from measurand.studies.counterfactual.options import PROFILES, NoTruth, Options, TextOf
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import Citations, Duplicates, Reading, Rule
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    Conflict,
    SharedConflict,
    Sides,
    WrongSide,
)
from measurand.studies.counterfactual.rules_support import (
    HighUncertainty,
    LittleVolume,
    LowScore,
    Relevance,
    Ties,
    Unembedded,
)
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
    Within,
)
from measurand.studies.counterfactual.verifier import RULES, NoFrame, NotJudged, RateOver, RuleSet
from properties.oracles import cf_transforms, cf_verifier
from properties.oracles.cf_pipeline import Moves
from properties.oracles.cf_sample import Sample

polarities = st.builds(Polarity, any_case=st.booleans())
relevances = st.builds(
    Relevance,
    recall=st.sampled_from((0.5, 1.0)),
    mass=st.sampled_from((0.1, 0.2, 0.3)),
    score_bias=st.sampled_from((0.0, 0.5)),
    unembedded=st.sampled_from(Unembedded),
    ties=st.sampled_from(Ties),
)
rules: st.SearchStrategy[Rule] = st.one_of(
    relevances,
    st.builds(LowScore, below=st.sampled_from((0.35, 0.75))),
    st.builds(HighUncertainty, above=st.sampled_from((0.25, 0.7))),
    st.builds(LittleVolume, below=st.sampled_from((0.05, 0.1))),
    st.builds(CoarseSide, level=st.integers(0, 1)),
    st.builds(WrongSide, sides=st.sampled_from(Sides)),
    st.builds(SharedConflict, conflict=st.sampled_from(Conflict)),
    st.sampled_from([rule for rule in RULES.values() if rule.id != "O1.2"]),
)
rule_sets = st.builds(
    RuleSet,
    st.lists(rules, max_size=9, unique_by=lambda rule: rule.id).map(tuple),
    st.builds(
        Reading,
        polarity=polarities,
        duplicates=st.sampled_from(Duplicates),
        citations=st.sampled_from(Citations),
    ),
)
Change = Callable[[Options], Options]
CHANGES: tuple[st.SearchStrategy[Change], ...] = (
    st.builds(OmegaPerm, within=st.sampled_from(Within)).map(
        lambda one: lambda options: evolve(options, omega_perm=one)
    ),
    st.builds(TokenPerm, within=st.sampled_from(Within)).map(
        lambda one: lambda options: evolve(options, token_perm=one)
    ),
    st.builds(CiteSwap, lists=st.sampled_from(Lists), text=st.sampled_from(Text)).map(
        lambda one: lambda options: evolve(options, cite_swap=one)
    ),
    st.builds(EvidenceDrop, cited_by=st.sampled_from(CitedBy), ids=st.sampled_from(Ids)).map(
        lambda one: lambda options: evolve(options, evidence_drop=one)
    ),
    st.builds(NoCite, text=st.sampled_from(Text)).map(
        lambda one: lambda options: evolve(options, no_cite=one)
    ),
    st.sampled_from(Stream).map(lambda one: lambda options: evolve(options, stream=one)),
    st.integers(0, 2**40).map(lambda one: lambda options: evolve(options, seed=one)),
    st.builds(
        Grounding,
        polarity=polarities,
        refused=st.sampled_from(Refused),
        each=st.sampled_from(CitationUnit),
        nothing=st.sampled_from(Zero),
        no_lesion=st.sampled_from(Zero),
        both_empty=st.sampled_from(BothEmpty),
    ).map(lambda one: lambda options: evolve(options, grounding=one)),
    rule_sets.map(lambda one: lambda options: evolve(options, relevance=one)),
    rule_sets.map(lambda one: lambda options: evolve(options, full=one)),
    st.sampled_from(RateOver).map(lambda one: lambda options: evolve(options, rate=one)),
    st.sampled_from(NoFrame).map(lambda one: lambda options: evolve(options, no_frame=one)),
    st.sampled_from(NotJudged).map(lambda one: lambda options: evolve(options, not_judged=one)),
    st.builds(
        FrameMatch,
        gate=st.sampled_from(Gate),
        same=st.sampled_from(PolarityAgreement),
        polarity=polarities,
        pairing=st.sampled_from(Pairing),
    ).map(lambda one: lambda options: evolve(options, frames=one)),
    st.sampled_from(BothEmpty).map(
        lambda one: lambda options: evolve(options, frames_both_empty=one)
    ),
    st.sampled_from(NoTruth).map(lambda one: lambda options: evolve(options, no_truth=one)),
    st.sampled_from(TextOf).map(lambda one: lambda options: evolve(options, text=one)),
)
"""What a reading may have otherwise than its profile."""

profiles = st.sampled_from([*PROFILES.values()])


@st.composite
def readings(draw: st.DrawFn) -> Options:
    """Draw a profile, now and then with a few of its options changed."""
    found = draw(profiles)
    for at in draw(st.lists(st.integers(0, len(CHANGES) - 1), max_size=6, unique=True)):
        found = draw(CHANGES[at])(found)
    return found


def moves(options: Options) -> Moves:
    """Say the options of the transforms in the oracle's words."""
    return Moves(
        omega_within=options.omega_perm.within.value,
        within=options.token_perm.within.value,
        lists=options.cite_swap.lists.value,
        swap_text=options.cite_swap.text.value,
        cited_by=options.evidence_drop.cited_by.value,
        ids=options.evidence_drop.ids.value,
        no_cite_text=options.no_cite.text.value,
        any_case=options.grounding.polarity.any_case,
    )


def draws(options: Options, sample: Sample, key: str) -> cf_transforms.Draw:
    """Name the stream: the legacy one is the oracle's, the words of the other one are ours."""
    if options.stream is Stream.LEGACY:
        return cf_transforms.legacy(sample, key) if key in cf_transforms.OFFSETS else in_order
    sizes: list[int] = []

    def draw(size: int) -> tuple[int, ...]:
        sizes.append(size)
        return permutations((options.seed, key, sample["sample_id"]), sizes)[-1]

    return draw


def in_order(size: int) -> range:
    return range(size)


def stream(options: Options) -> partial[cf_transforms.Draw]:
    """Name all streams of a reading."""
    return partial(draws, options)


CONFLICTS = {Conflict.WORDS: "conflict", Conflict.MEANING: "opposites"}
LIMITS = {
    "U1.1": {"score": "below"},
    "U1.2": {"uncertainty": "above"},
    "U1.3": {"coverage": "below"},
    "U1.4": {"recall": "recall", "mass": "mass"},
    "O1.0": {"level": "level"},
    "O1.1": {"sure": "confidence", "mean_score": "score", "base_severity": "grave"},
    "I1.0": {"bilateral": "at_least"},
    "I1.3": {"sure_negative": "confidence", "negative": "at_least"},
    "M1.2": {"unsure": "below"},
}
"""The oracle's names of the thresholds, and ours."""


def verifier(of: RuleSet) -> tuple[list[str], cf_verifier.Options]:
    """Say a rule set in the oracle's words."""
    limits = dict(cf_verifier.LIMITS)
    found = cf_verifier.Options(
        any_case=of.reading.polarity.any_case,
        duplicates=of.reading.duplicates.value,
        citations=of.reading.citations.value,
    )
    for rule in of.rules:
        limits |= {name: getattr(rule, ours) for name, ours in LIMITS.get(rule.id, {}).items()}
        match rule:
            case Relevance(score_bias=bias, unembedded=bare, ties=ties):
                found = found._replace(score_bias=bias, unembedded=bare.value, ties=ties.value)
            case WrongSide(sides=sides):
                found = found._replace(sides=sides.value)
            case SharedConflict(conflict=conflict):
                found = found._replace(synonyms=CONFLICTS[conflict])
            case _:
                pass
    return [rule.id for rule in of.rules], found._replace(limits=limits)
