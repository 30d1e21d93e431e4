"""The change from earlier answers to later ones: gold, before and after, a set for each sample.

The kind `change` is a score that is told what to find and two answers, and gives how much better
the later is. Where it is a difference of two scores, its steps add up and its way back is negative.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    needing,
    never_above,
    repeated,
    unchanged,
)
from measurand.laws.kinds.compare import alike, answers, broken, is_number
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import EXACT, Absent, Call, Number, Subject, asked, number

Answers = Sequence[AbstractSet[str]]
ChangeScore = Subject[[Answers, Answers, Answers]]
CHANGE_REVERSIBLE, CHANGE_ADDITIVE = "reversible", "additive"
CHANGE_FULL, CHANGE_MEAN, CHANGE_UNDEFINED = "full", "mean", "undefined"


@frozen
class ChangesCase:
    """Samples with gold and three answers in turn; a place, an order and other names.

    >>> ChangesCase([{"a"}], [set()], [{"a"}], [{"b"}]).here
    0
    """

    gold: Answers
    before: Answers
    after: Answers
    later: Answers
    at: int = 0
    order: Sequence[int] = ()
    names: Mapping[str, str] = {}

    @property
    def here(self) -> int:
        """Say which sample the place is in; 0 where there is none."""
        return self.at % len(self.gold) if self.gold else 0


ChangeAsk = Ask[[Answers, Answers, Answers], ChangesCase]
ChangeCheck = Check[[Answers, Answers, Answers], ChangesCase]


def _of(pick: Callable[[ChangesCase], tuple[Answers, Answers, Answers]]) -> ChangeAsk:
    return lambda subject, case: asked(subject, number, *pick(case))


def _of_all(change: Callable[[ChangesCase, Answers], Answers]) -> ChangeAsk:
    """Ask about gold, before and after, each changed in the same way."""
    return _of(
        lambda case: (
            change(case, case.gold),
            change(case, case.before),
            change(case, case.after),
        )
    )


_WHOLE = _of(lambda case: (case.gold, case.before, case.after))
_BACK = _of(lambda case: (case.gold, case.after, case.before))
_LATER = _of(lambda case: (case.gold, case.after, case.later))
_BOTH = _of(lambda case: (case.gold, case.before, case.later))
_STAYING = _of(lambda case: (case.gold, case.before, case.before))
_FROM_NOTHING = _of(lambda case: (case.gold, [set() for _ in case.gold], case.gold))


def _mended(case: ChangesCase) -> tuple[Answers, Answers, Answers]:
    at = case.here
    return case.gold, case.before, [*case.after[:at], case.gold[at], *case.after[at + 1 :]]


def _in_other_names(case: ChangesCase, side: Answers) -> Answers:
    return [{case.names.get(item, item) for item in answer} for answer in side]


def _with_samples(check: ChangeCheck) -> ChangeCheck:
    return needing(lambda case: case.gold, "there is no sample", check)


def _scoring(ask: ChangeAsk, value: int) -> ChangeCheck:
    """Hold where the change is this number; there may be none where that is claimed."""

    def check(subject: ChangeScore, case: ChangesCase) -> Outcome:
        call = ask(subject, case)
        if CHANGE_UNDEFINED in subject.claims and isinstance(call.answer, Absent):
            return Silent(_NO_NUMBER)
        return is_number(subject, call, Fraction(value))

    return check


_NO_NUMBER = "there is no number"


def _back(subject: ChangeScore, case: ChangesCase) -> Outcome:
    calls = _WHOLE(subject, case), _BACK(subject, case)
    found = answers(*calls, lacking=_NO_NUMBER)
    if isinstance(found, Silent):
        return found
    there, back = found
    if alike(subject, there, -back):
        return Holds()
    return broken("the way back is not the negative", *calls)


def _chain(subject: ChangeScore, case: ChangesCase) -> Outcome:
    calls = [ask(subject, case) for ask in (_WHOLE, _LATER, _BOTH)]
    found = answers(*calls, lacking=_NO_NUMBER)
    if isinstance(found, Silent):
        return found
    first, second, both = (Fraction(value) for value in found)
    if alike(subject, first + second, both):
        return Holds()
    return broken("two steps do not add up to the whole way", *calls)


def _mean(subject: ChangeScore, case: ChangesCase) -> Outcome:
    samples = zip(case.gold, case.before, case.after, strict=True)
    parts: list[Call[Number]] = [
        asked(subject, number, [gold], [before], [after]) for gold, before, after in samples
    ]
    found = answers(*parts, lacking=_NO_NUMBER)
    if isinstance(found, Silent):
        return found
    mean = sum((Fraction(value) for value in found), Fraction(0)) / len(found)
    outcome = is_number(subject, _WHOLE(subject, case), mean)
    near = Subject(subject.name, subject.function, subject.claims - {EXACT})
    floats = any(isinstance(value, float) for value in found)
    return is_number(near, _WHOLE(subject, case), mean) if floats else outcome


CHANGE_LAWS: tuple[Law[ChangeScore, ChangesCase], ...] = (
    law("defined", "Every change gets a number.")(answered_unless(CHANGE_UNDEFINED, _WHOLE)),
    law(
        "repeatable",
        "The same answers get the same number, to the bit, and are left alone.",
        Algebra.ORDER,
    )(repeated(_WHOLE, _LATER)),
    law("signed range", "A change lies between -1 and 1.")(between(_WHOLE, -1, 1)),
    law("no change", "Answers that stay the same change nothing: 0.", Algebra.IDENTITY)(
        _with_samples(_scoring(_STAYING, 0))
    ),
    law(
        "reversal",
        "Exchanging earlier and later answers negates the change.",
        Algebra.SYMMETRY,
        CHANGE_REVERSIBLE,
    )(_back),
    law(
        "chain",
        "The changes of two steps add up to the change of both.",
        Algebra.MERGE,
        CHANGE_ADDITIVE,
    )(_chain),
    law("sample order", "The order of the samples plays no part.", Algebra.ORDER)(
        needing(
            lambda case: sorted(case.order) == list(range(len(case.gold))),
            "the order is of other samples",
            unchanged(_WHOLE, _of_all(lambda case, side: [side[at] for at in case.order])),
        )
    ),
    law("renaming", "The names of items play no part.", Algebra.SYMMETRY)(
        needing(
            lambda case: sorted(case.names) == sorted(case.names.values()),
            "the names are not exchanged one to one",
            unchanged(_WHOLE, _of_all(_in_other_names)),
        )
    ),
    law("mended", "Setting a later answer right never lowers the change.", Algebra.MONOTONE)(
        _with_samples(never_above(_WHOLE, _of(_mended)))
    ),
    law("replication", "Listing every sample twice changes nothing.", Algebra.MERGE)(
        unchanged(_WHOLE, _of_all(lambda _, side: [*side, *side]))
    ),
    law(
        "all mended", "From nothing found to everything right is 1.", Algebra.IDENTITY, CHANGE_FULL
    )(
        needing(
            lambda case: case.gold and all(case.gold),
            "some sample has nothing to find",
            _scoring(_FROM_NOTHING, 1),
        )
    ),
    law(
        "decomposition",
        "The change is the mean of the changes of single samples.",
        Algebra.MERGE,
        CHANGE_MEAN,
    )(_with_samples(_mean)),
)


CHANGE_KIND: Kind[[Answers, Answers, Answers], ChangesCase] = Kind(
    name="change",
    takes="equally long sequences of sets, gold, before and after; gives a number, a gain above 0",
    claims={
        CHANGE_REVERSIBLE: "exchanging before and after negates it",
        CHANGE_ADDITIVE: "it is the difference of two scores, so that steps add up",
        CHANGE_FULL: "from nothing found to everything right is 1",
        CHANGE_MEAN: "it is the mean over samples",
        CHANGE_UNDEFINED: "some answers may have no number: None or NaN",
    },
    laws=CHANGE_LAWS,
)
