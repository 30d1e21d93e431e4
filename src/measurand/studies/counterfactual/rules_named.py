"""The rules by their ids, and the rule sets that the profiles choose from."""

from collections.abc import Mapping
from types import MappingProxyType

from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.relevance import Relevance, Ties, Unembedded
from measurand.studies.counterfactual.rules import Citations, Duplicates, Reading, Refused, Rule
from measurand.studies.counterfactual.rules_claims import (
    CoarseSide,
    Conflict,
    Overconfident,
    SharedConflict,
    Sides,
    SizeClaim,
    ThinBilateral,
    ThinNegative,
    WrongSide,
)
from measurand.studies.counterfactual.rules_slots import LowConfidence, NoFinding, NoSide
from measurand.studies.counterfactual.rules_support import (
    Dangling,
    HighUncertainty,
    LittleVolume,
    LowScore,
    NoCitation,
)
from measurand.studies.counterfactual.rules_text import TextDiffers
from measurand.studies.counterfactual.verifier import RuleSet
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
