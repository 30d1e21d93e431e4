"""What each option of the review metrics can be: one enumeration for one difference of readings.

The values are written in signatures and profiles; which profile has which is a table in `options`.
"""

from enum import Enum

from measurand.metrics.options import Among, Base


class PredKey(Enum):
    """What a prediction is matched by, beside its polarity; gold is matched by its term."""

    TERM = "term"
    REF_OR_TERM = "ref_or_term"
    REF = "ref"


class Counting(Enum):
    """Whether repeated tuples count once or each."""

    SET = "set"
    MULTISET = "multiset"


class EmptyGold(Enum):
    """What a sample whose gold list is empty scores; without a gold list it is never scored."""

    EXCLUDE = "exclude"
    ZERO = "zero"
    ONE_IF_PRED_EMPTY = "one_if_pred_empty"


class StageMissing(Enum):
    """What stands in where no first-stage tuples are there."""

    ERROR = "error"
    EXCLUDE = "exclude"
    EMPTY = "empty"
    COPY_FINAL = "copy_final"


class EmptyList(Enum):
    """What an empty list of tuples says: look at the next source, or the answer is nothing."""

    MISSING = "missing"
    ANSWER = "answer"


class Extractor(Enum):
    """Whether both stages are read alike, or the first one drops tuples without ref and term."""

    SHARED = "shared"
    PER_STAGE = "per_stage"


class Implicit(Enum):
    """What makes a tuple implicit: its flag (which blanks the term), or its empty term alone."""

    FLAG = "flag"
    EMPTY_TERM = "empty_term"


class Otherwise(Enum):
    """What a polarity that is unknown, or missing, becomes; an invalid one is never right."""

    ERROR = "error"
    INVALID = "invalid"
    NEUTRAL = "neutral"


class Aliases(Enum):
    """Which words for a polarity are known."""

    ENGLISH = "english"
    ENGLISH_KOREAN = "english_korean"


class NullTerm(Enum):
    """What a gold tuple without a term is: about its category, or implicit."""

    REF = "ref"
    IMPLICIT = "implicit"


class TermObject(Enum):
    """What a gold term that was written as an object is: its term, or the text of the object."""

    TERM = "term"
    TEXT = "text"


class ListElement(Enum):
    """What an element of a list of tuples that is no object does: it is refused, or left out."""

    ERROR = "error"
    SKIP = "skip"


class NumberText(Enum):
    """What text in the place of a number is: refused, or the number that it writes."""

    ERROR = "error"
    READ = "read"


class ExplicitPred(Enum):
    """Which predictions leave the F1 of explicit gold: none, answers to implicit gold, termless."""

    NONE = "none"
    DROP_MATCHED = "drop_matched"
    DROP_IMPLICIT = "drop_implicit"


class ExplicitRows(Enum):
    """Which samples the F1 of explicit gold takes: with any explicit gold, or with no other."""

    ANY = "any"
    PURE = "pure"


class ImplicitPred(Enum):
    """Which predictions the F1 of implicit gold takes: all, no answers to other gold, termless."""

    ALL = "all"
    DROP_MATCHED = "drop_matched"
    TERMLESS = "termless"


class Mixed(Enum):
    """Whether a mixed polarity takes part where gold is implicit."""

    KEEP = "keep"
    DROP = "drop"


class Tie(Enum):
    """Which of equally good representatives is taken: the first, or the sample is excluded."""

    FIRST = "first"
    ERROR = "error"


class RepresentativeSource(Enum):
    """Where representatives come from: a chain of their own, or the final tuples as scored."""

    OWN = "own"
    FINAL = "final"


class KeyBy(Enum):
    """By what tuples are compared: their terms, or as predictions are matched."""

    TERM = "term"
    PRED_KEY = "pred_key"


class Scope(Enum):
    """Whether a conflict is sought before one representative is chosen for a term, or after."""

    BEFORE = "before"
    AFTER = "after"


class EmptyTerm(Enum):
    """Whether tuples without a term are about one thing, or about nothing comparable."""

    GROUP = "group"
    SKIP = "skip"


class ChangeFrom(Enum):
    """Whether a change is what the record stores, or what its stages show."""

    STORED = "stored"
    COMPUTED = "computed"


class Lacking(Enum):
    """What a record that stores no change, or no actions, is: left out, or without any."""

    EXCLUDE = "exclude"
    UNCHANGED = "unchanged"


class ChangeLabel(Enum):
    """Which label is compared with that of the first stage: the final one, or stage 2's own."""

    FINAL = "final"
    STAGE2_ATE = "stage2_ate"


class ChangeOver(Enum):
    """By how many samples improved and degraded ones are divided."""

    ALL = "all"
    CHANGED = "changed"

    @property
    def among(self) -> Among:
        """Say it as a shift does."""
        return Among.WHERE if self is ChangeOver.CHANGED else Among.ALL


class GainOver(Enum):
    """By how many samples the net gain is divided."""

    ALL = "all"
    GOLD = "gold"

    @property
    def base(self) -> Base:
        """Say it as a transition does."""
        return Base.SCORED if self is GainOver.GOLD else Base.ALL


class GuidedBy(Enum):
    """What says that review guided a change: its stored type, or the actions of its sample."""

    STORED = "stored"
    ACTIONS = "actions"


class Requires(Enum):
    """Whether a guided change must be a change."""

    YES = "yes"
    NO = "no"


class Interventions(Enum):
    """Which review actions count: any, or those that change something (DROP, FLIP, MERGE)."""

    ANY = "any"
    EFFECTIVE = "effective"


class RiskCount(Enum):
    """Whether a sample with several risks counts once or for each."""

    PER_SAMPLE = "per_sample"
    PER_RISK = "per_risk"


class Blocks(Enum):
    """Which validator blocks of a stage count."""

    FIRST = "first"
    ALL = "all"


class RiskRule(Enum):
    """What makes a stage risky: what the validator says, or also other signs."""

    VALIDATOR = "validator"
    EXTENDED = "extended"


class OutcomeRule(Enum):
    """What makes an outcome risky: the validator of its stage, a conflict too, or more signs too.

    Those are a risk of negation at any stage, and a first tuple that the text does not support.
    """

    VALIDATOR = "validator"
    STRUCTURAL = "structural"
    EXTENDED = "extended"


class Ddof(Enum):
    """What the sum of squares is divided by: the number of seeds, less this."""

    NONE = "0"
    ONE = "1"


class Hallucination(Enum):
    """What a hallucinated aspect is: one that extraction dropped, or one not in the text."""

    ATE_DROP = "ate_drop"
    FINAL_SUBSTRING = "final_substring"


class NoFilter(Enum):
    """What a sample without filtered aspects, or without its text, is: left out, or without any."""

    EXCLUDE = "exclude"
    NOTHING = "nothing"


class NegativeSpan(Enum):
    """What a span with a negative end holds: a slice that counts from the end, or nothing."""

    SLICE = "slice"
    NOTHING = "nothing"


class DropReason(Enum):
    """What is written of an aspect that the filter drops: why, or always `other_not_target`."""

    CAUSE = "cause"
    OTHER_NOT_TARGET = "other_not_target"


class TextForm(Enum):
    """How terms are sought in the text."""

    RAW = "raw"
    NORMALISED = "normalised"


class NoPrediction(Enum):
    """What a sample without any predictions is: an empty answer of the last source, or none."""

    FALLBACK = "fallback"
    NONE = "none"


class UsedRows(Enum):
    """Which samples' predictions count as used."""

    ALL = "all"
    GOLD = "gold"


class NoMatch(Enum):
    """What a row filter that matches nothing leaves."""

    ERROR = "error"
    EMPTY = "empty"
    ALL = "all"


class BadLine(Enum):
    """What a line that is no JSON does; a record that cannot be read is refused either way."""

    ERROR = "error"
    SKIP = "skip"
