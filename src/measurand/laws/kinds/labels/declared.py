"""Scores over a declared list of labels: what the list may and may not change."""

from collections.abc import Sequence

from attrs import frozen

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.laws.kinds.compare import defined, inside, same
from measurand.laws.kinds.labels.cases import UNDEFINED
from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

DeclaredScore = Subject[[Sequence[str], Sequence[str], Sequence[str]]]

ABSENT_INERT, RESTRICTED = "absent-inert", "restricted"
NEVER_SEEN = "z"


@frozen
class DeclaredCase:
    """Items, a list of labels that differ, and a place in that list.

    >>> DeclaredCase(["a"], ["b"], ["a", "b"]).declared
    ['a', 'b']
    """

    gold: Sequence[str]
    predicted: Sequence[str]
    declared: Sequence[str]
    one: int = 0

    @property
    def silence(self) -> Silent | None:
        """Say nothing where no declared label occurs: an empty rule would speak."""
        if {*self.gold, *self.predicted}.isdisjoint(self.declared):
            return Silent("no declared label occurs")
        return None


def declared_score(
    subject: DeclaredScore, case: DeclaredCase, declared: Sequence[str]
) -> Call[Number]:
    """Ask for the score over these labels.

    >>> always = Subject("always", lambda gold, predicted, labels: 1)
    >>> declared_score(always, DeclaredCase(["a"], ["a"], ["a"]), ["a"]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, case.gold, case.predicted, declared)


def _declared_defined(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    absent = UNDEFINED in subject.claims
    return case.silence or defined(declared_score(subject, case, case.declared), absent=absent)


def _declared_range(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    return case.silence or inside(declared_score(subject, case, case.declared), 0, 1)


def _declared_order(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    other = list(reversed(case.declared))
    return case.silence or same(
        subject,
        declared_score(subject, case, case.declared),
        declared_score(subject, case, other),
    )


def _declared_twice(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    here = declared_score(subject, case, case.declared)
    more = [*case.declared, case.declared[case.one]]
    return case.silence or same(subject, here, declared_score(subject, case, more))


def _declared_absent(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    here = declared_score(subject, case, case.declared)
    more = [*case.declared, NEVER_SEEN]
    return case.silence or same(subject, here, declared_score(subject, case, more))


def _declared_outside(subject: DeclaredScore, case: DeclaredCase) -> Outcome:
    more = DeclaredCase([*case.gold, NEVER_SEEN], [*case.predicted, NEVER_SEEN], case.declared)
    here = declared_score(subject, case, case.declared)
    return case.silence or same(subject, here, declared_score(subject, more, case.declared))


DeclaredLaw = Law[DeclaredScore, DeclaredCase]

DECLARED_LAWS: tuple[DeclaredLaw, ...] = (
    Law("defined", "Where a declared label occurs there is a number.", _declared_defined),
    Law("range", "A score lies between 0 and 1.", _declared_range),
    Law(
        "label order",
        "The order in which labels are declared changes nothing.",
        _declared_order,
        Algebra.ORDER,
    ),
    Law(
        "label twice",
        "Declaring a label twice changes nothing, or is refused.",
        _declared_twice,
        Algebra.MULTISET,
    ),
    Law(
        "absent label",
        "Declaring a label that never occurs changes nothing.",
        _declared_absent,
        Algebra.MERGE,
        frozenset({ABSENT_INERT}),
    ),
    Law(
        "outside",
        "An item whose labels are not declared changes nothing.",
        _declared_outside,
        Algebra.MERGE,
        frozenset({RESTRICTED}),
    ),
)
