"""Names of the lists and numbers of a scorecard: in a signature, a name says how each is read.

The core compares lists and adds columns by name. Here a name such as
`final_tuples[implicit=flag,...]` is the text of a frozen value, and that value knows how to read a
scorecard.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from measurand.evidence.facts import Reads
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.metrics.grammar import SignatureError, Term, read_value, write_value
from measurand.metrics.option_terms import built_of, interned, values_of
from measurand.studies.review.counts import (
    GoldRows,
    ImplicitGold,
    ImplicitInvalid,
    PredictedFrom,
    Rows,
    UsedFallback,
    UsedTuples,
)
from measurand.studies.review.interventions import GuidedChange, Intervened, StagesDiffer
from measurand.studies.review.lists import FinalTuples, GoldTuples, Representatives, Stage1Tuples
from measurand.studies.review.reading import item
from measurand.studies.review.risk import (
    Conflict,
    DroppedBecause,
    Hallucinated,
    NegationContrast,
    OutcomeRisk,
    OverrideCount,
    RiskAfter,
    RiskBefore,
    RiskCleared,
)
from measurand.studies.review.scorecard import Scorecard
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

TupleList = GoldTuples | FinalTuples | Stage1Tuples | Representatives
Count = (
    Rows
    | GoldRows
    | Conflict
    | StagesDiffer
    | GuidedChange
    | Intervened
    | ImplicitGold
    | ImplicitInvalid
    | PredictedFrom
    | UsedFallback
    | UsedTuples
    | RiskBefore
    | RiskAfter
    | RiskCleared
    | OutcomeRisk
    | NegationContrast
    | Hallucinated
    | DroppedBecause
    | OverrideCount
)

LISTS: Mapping[str, type[TupleList]] = {
    "gold_tuples": GoldTuples,
    "final_tuples": FinalTuples,
    "stage1_tuples": Stage1Tuples,
    "representatives": Representatives,
}
"""Lists of tuples by their names."""

COUNTS: Mapping[str, type[Count]] = {
    "rows": Rows,
    "gold_rows": GoldRows,
    "conflict": Conflict,
    "changed": StagesDiffer,
    "guided": GuidedChange,
    "acted": Intervened,
    "implicit_gold": ImplicitGold,
    "implicit_invalid": ImplicitInvalid,
    "predicted_from": PredictedFrom,
    "fell_back": UsedFallback,
    "used_tuples": UsedTuples,
    "risk_before": RiskBefore,
    "risk_after": RiskAfter,
    "risk_cleared": RiskCleared,
    "outcome_risk": OutcomeRisk,
    "negation_contrast": NegationContrast,
    "hallucinated": Hallucinated,
    "dropped": DroppedBecause,
    "override": OverrideCount,
}
"""Numbers by their names."""

REVISIONS: Mapping[str, int] = {
    "representatives": 2,
    "changed": 2,
    "guided": 2,
    "risk_before": 2,
    "risk_after": 2,
    "risk_cleared": 2,
    "outcome_risk": 2,
    "hallucinated": 2,
    "dropped": 2,
}
"""The revision of what gave another number once, under the same name; all others have the first."""


# A profile asks for a hundred names, and each run of it for the same.
_MOST_READ = 1024


def _written(name: str) -> str:
    return f"{name}/{REVISIONS[name]}" if name in REVISIONS else name


_NAMES: Mapping[type, str] = {
    kind: _written(name) for name, kind in (*LISTS.items(), *COUNTS.items())
}


@lru_cache(maxsize=_MOST_READ)
def name_of(quantity: TupleList | Count) -> str:
    """Write the name of a list or a number, with its revision after the first and all its options.

    >>> name_of(NegationContrast()), name_of(RiskAfter())
    ('negation_contrast[negation_count=per_sample]', 'risk_after/2[risk_blocks=all]')
    """
    return write_value((Term(_NAMES[type(quantity)], tuple(values_of(quantity).items())),))


def _read(name: str, known: Mapping[str, type]) -> object:
    value = read_value(name)
    head = value[0]
    atom, slash, revision = head.atom.partition("/")
    if len(value) != 1 or atom not in known:
        near = did_you_mean(atom, known) or f": known are {', '.join(known)}"
        message = f"a scorecard has no {head.atom!r}{near}"
        raise SignatureError(message)
    current = REVISIONS.get(atom, 1)
    if slash and revision != str(current):
        message = f"{atom} has revision {current}: got {revision}"
        raise SignatureError(message)
    options = dict(head.arguments)
    if "" in options:
        message = f"options of {atom} have names: got {name!r}"
        raise SignatureError(message)
    return interned(built_of(known[atom], atom, options))


@lru_cache(maxsize=_MOST_READ)
def list_named(name: str) -> TupleList:
    """Read the name of a list; options that are not written take their defaults.

    >>> list_named("final_tuples[empty_list=answer]").empty_list.value
    'answer'

    Raises SignatureError for an unknown name or option.
    """
    quantity = _read(name, LISTS)
    if not isinstance(quantity, TupleList):
        raise TypeError(name)
    return quantity


@lru_cache(maxsize=_MOST_READ)
def count_named(name: str) -> Count:
    """Read the name of a number; what is not written is at its default, or the current revision.

    >>> count_named("rows")
    Rows()

    Raises SignatureError for an unknown name or option.
    """
    quantity = _read(name, COUNTS)
    if not isinstance(quantity, Count):
        raise TypeError(name)
    return quantity


@frozen
class Quantities:
    """The lists and numbers that some observations ask for, by their names.

    >>> Quantities.of([ColumnOf("rows")]).counts
    (('rows', Rows()),)
    """

    lists: tuple[tuple[str, TupleList], ...]
    counts: tuple[tuple[str, Count], ...]

    @staticmethod
    def of(observations: Iterable[Observing]) -> "Quantities":
        """Read the names that observations ask for.

        Raises SignatureError for a name that no scorecard has.
        """
        lists: dict[str, TupleList] = {}
        counts: dict[str, Count] = {}
        for one in observations:
            for part in one.parts if isinstance(one, Together) else (one,):
                match part:
                    case ColumnOf(name):
                        counts[name] = count_named(name)
                    case Observation(sides=sides):
                        for name in sorted({sides.gold, sides.answer}):
                            lists[name] = list_named(name)
                    case Reads():
                        message = f"lists and numbers of a scorecard: got {part}"
                        raise SignatureError(message)
        return Quantities(tuple(sorted(lists.items())), tuple(sorted(counts.items())))

    def sample(self, card: Scorecard) -> Sample:
        """Read what is wanted of a scorecard: the sample that the core observes.

        >>> Quantities.of([ColumnOf("rows")]).sample(Scorecard(id="1")).amounts
        (('rows', Fraction(1, 1)),)

        Raises UnfitSampleError where an option makes a part of the scorecard an error.
        """
        lists: list[tuple[str, tuple[Item, ...] | None]] = []
        amounts: list[tuple[str, Fraction]] = []
        reasons: list[tuple[str, str]] = []
        for name, listed in self.lists:
            listing = listed.of(card)
            if isinstance(listing, str):
                reasons.append((name, listing))
                lists.append((name, None))
            else:
                lists.append((name, tuple(map(item, listing))))
        for name, counted in self.counts:
            number = counted.of(card)
            if isinstance(number, str):
                reasons.append((name, number))
            else:
                amounts.append((name, Fraction(number)))
        return Sample(
            id=card.id,
            lists=tuple(lists),
            amounts=tuple(amounts),
            reasons=tuple(sorted(reasons)),
            groups=tuple(
                (key, value)
                for key, value in (("profile", card.profile), ("run_id", card.run))
                if value
            ),
        )
