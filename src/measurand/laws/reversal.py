"""What happens when the earlier and the later answers are exchanged: a gain becomes a loss."""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.evidence.observation import Observation
from measurand.laws.case import Case, DefinitionLaw, evaluate, unchanged
from measurand.laws.claims import BEFORE
from measurand.metrics.definitions import Definition, Difference, Shift, Transition
from measurand.metrics.options import Change, Direction
from measurand.values.score import Defined, Score, Undefined

_BACK = {
    Change.FIX: Change.BREAK,
    Change.BREAK: Change.FIX,
    Change.FIX_RATE: Change.BREAK_RATE,
    Change.BREAK_RATE: Change.FIX_RATE,
}
_CHANGES = {of: _BACK.get(of, of) for of in Change}
_WAYS = {
    Direction.IMPROVED: Direction.DEGRADED,
    Direction.DEGRADED: Direction.IMPROVED,
}
Reversible = Transition | Shift | Difference


def backwards(definition: Reversible) -> Reversible:
    """Return what a definition becomes when the earlier answers come later.

    >>> back = backwards(Transition(of=Change.FIX, before="first"))
    >>> back.of.value, back.before, back.observation.sides.answer
    ('break', 'predicted', 'first')
    """
    match definition:
        case Transition(of=of, observation=how):
            other = _answering(how, definition.before)
            return evolve(definition, of=_CHANGES[of], before=how.sides.answer, observation=other)
        case Shift(of=way, observation=how):
            other = _answering(how, definition.before)
            return evolve(definition, of=_WAYS[way], before=how.sides.answer, observation=other)
        case Difference(f=f):
            other = _answering(f.observation, definition.before)
            before = f.observation.sides.answer
            return evolve(definition, before=before, f=evolve(f, observation=other))


def _answering(how: Observation, answer: str) -> Observation:
    return evolve(how, sides=evolve(how.sides, answer=answer))


def negated(found: Score) -> Score:
    """Turn the sign of a score.

    >>> negated(Undefined("no sample"))
    Undefined(reason='no sample')

    Raises TypeError for a root: a standard deviation has no direction.
    """
    match found:
        case Undefined():
            return found
        case Defined(Fraction() as value):
            return Defined(-value)
        case _:
            message = f"a score with a direction: got {found}"
            raise TypeError(message)


def _signed(definition: Reversible) -> bool:
    match definition:
        case Transition(of=of):
            return of is Change.NET_GAIN
        case _:
            return isinstance(definition, Difference)


def _reversal(definition: Definition, case: Case) -> Outcome:
    if not isinstance(definition, Reversible):
        return Silent("there are no earlier answers")
    found, back = (evaluate(one, case.corpus) for one in (definition, backwards(definition)))
    return unchanged(negated(found) if _signed(definition) else found, back)


REVERSAL: DefinitionLaw = Law(
    "reversal",
    "Exchanging earlier and later answers negates a difference and a net gain; it exchanges fix and"
    " break, their rates, improved and degraded.",
    _reversal,
    Algebra.SYMMETRY,
    frozenset({BEFORE}),
)
