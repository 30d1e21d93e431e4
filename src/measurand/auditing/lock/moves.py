"""Numbers that moved: each cause of a move, and how far each changed sample or option moves it.

Effects of single samples are of each alone, from all the others as they were: they need not add up
to the effect of the data, for a mean of ratios is not linear in its samples; what they leave is the
`remainder`. Options are taken one after the other instead, so that their effects do add up; the
effect of each alone stands beside, for the order is only that of the options. Data and definition
have an interaction in the same way (`Split`), as in any design of two factors.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cmp_to_key

from attrs import field, frozen

from measurand.algebra.interval import compare
from measurand.auditing.lock.evidence import KeptRow, Texts, row_texts
from measurand.auditing.lock.lock import LockedNumber
from measurand.auditing.lock.statements import StatementsCheck
from measurand.evidence.pool import Place
from measurand.metrics.definitions import Definition, name_of
from measurand.metrics.grammar import SignatureError, Value, write_value
from measurand.metrics.signature import define, option_values
from measurand.values.quantity import Quantity
from measurand.values.score import Defined, Score, Undefined
from measurand.values.verdict import Verdict, overall

MOST_ROWS = 500_000
"""Pieces of evidence that are scored again, at most, to tell the effects of single samples."""

_Piece = tuple[Place, str]
_Swap = tuple[tuple[tuple[_Piece, int], ...], tuple[tuple[_Piece, int], ...]]


class Change(Enum):
    """What happened to a sample."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@frozen(kw_only=True)
class SampleEffect:
    """One sample that changed, and how far it alone moves the number from where it was.

    `effect` is None where it is not known, and `because` says why.

    >>> from fractions import Fraction
    >>> SampleEffect(id="t3", change=Change.CHANGED, effect=Fraction(-1, 5)).because
    ''
    """

    id: str
    change: Change
    effect: Quantity | None = None
    because: str = ""


@frozen(kw_only=True)
class OptionEffect:
    """One option that changed: `alone` from the old definition, `then` in the order of the options.

    Both are on the data of now; all effects `then` add up to the effect of the definition. `locked`
    is that of the option alone on the data as they were locked: None where the lock does not hold
    what the option observes.

    >>> from fractions import Fraction
    >>> OptionEffect(option="match", before="set", after="multiset", alone=Fraction(0)).then is None
    True
    """

    option: str
    before: str
    after: str
    alone: Quantity | None = None
    then: Quantity | None = None
    locked: Quantity | None = None
    because: str = ""


def effect(before: Score | None, after: Score | None) -> Quantity | None:
    """Say how far a number moved; None where it is undefined or unknown.

    >>> from fractions import Fraction
    >>> effect(Defined(Fraction(1, 2)), Defined(Fraction(2, 3)))
    Fraction(1, 6)
    """
    match before, after:
        case Defined(low), Defined(high):
            return high - low
        case _:
            return None


def sample_effects(
    before: Sequence[KeptRow],
    after: Sequence[KeptRow],
    scored: Callable[[Texts], Score],
    *,
    most: int = MOST_ROWS,
) -> tuple[SampleEffect, ...]:
    """Move each changed sample alone, from all as they were; the widest effects come first.

    Samples that change alike are scored once. No more than `most` pieces of evidence are scored
    again: beyond it, effects are not known.

    >>> from fractions import Fraction
    >>> rows = [KeptRow("a", "=1"), KeptRow("b", "=2")]
    >>> total = lambda texts: Defined(Fraction(sum(int(text[1:]) * n for (_, text), n in
    ...                                            texts.items())))
    >>> [(one.id, one.change.value, one.effect) for one in
    ...  sample_effects(rows, [KeptRow("a", "=5"), KeptRow("c", "=1")], total)]
    [('a', 'changed', Fraction(4, 1)), ('b', 'removed', Fraction(-2, 1)), \
('c', 'added', Fraction(1, 1))]
    """
    swaps = dict(_swaps(before, after))
    base = row_texts(before)
    start = scored(base)
    by_change: dict[_Swap, tuple[Quantity | None, str]] = {}
    left = most
    # Samples that change alike are scored once, the commonest change first: so the budget covers
    # as many samples as it can.
    common = Counter(swaps.values())
    for swap in sorted(common, key=lambda one: (-common[one], one)):
        if left < len(base) + 1:
            by_change[swap] = None, "not computed: too many different changes"
            continue
        left -= len(base) + 1
        by_change[swap] = _moved(start, scored(_swapped(base, swap)))
    effects = [
        SampleEffect(
            id=name, change=_change(swap), effect=by_change[swap][0], because=by_change[swap][1]
        )
        for name, swap in swaps.items()
    ]
    by_id = sorted(effects, key=lambda one: one.id)
    return tuple(sorted(by_id, key=cmp_to_key(_wider)))


def _moved(start: Score, end: Score) -> tuple[Quantity | None, str]:
    match start, end:
        case _, Undefined(reason):
            return None, f"undefined with it: {reason}"
        case Undefined(reason), _:
            return None, f"it was undefined: {reason}"
        case _:
            return effect(start, end), ""


def _wider(one: SampleEffect, other: SampleEffect) -> int:
    """Put known effects first, the widest of them at the front."""
    if one.effect is None or other.effect is None:
        return (one.effect is None) - (other.effect is None)
    return compare(abs(other.effect), abs(one.effect))


def _swaps(before: Iterable[KeptRow], after: Iterable[KeptRow]) -> Iterator[tuple[str, _Swap]]:
    """Give what each id had, and what it has instead, where that differs; ids may repeat."""
    old, new = _by_id(before), _by_id(after)
    for name in sorted(old.keys() | new.keys()):
        gone, come = old.get(name, Counter()), new.get(name, Counter())
        if gone != come:
            yield name, (_pieces(gone - come), _pieces(come - gone))


def _by_id(rows: Iterable[KeptRow]) -> dict[str, Counter[_Piece]]:
    by_id: dict[str, Counter[_Piece]] = {}
    for row in rows:
        by_id.setdefault(row.id, Counter())[row.place, row.row] += 1
    return by_id


def _pieces(counts: Counter[_Piece]) -> tuple[tuple[_Piece, int], ...]:
    return tuple(sorted(counts.items()))


def _change(swap: _Swap) -> Change:
    gone, come = swap
    if gone and come:
        return Change.CHANGED
    return Change.REMOVED if gone else Change.ADDED


def _swapped(base: Texts, swap: _Swap) -> Texts:
    gone, come = swap
    counts = dict(base)
    for piece, count in gone:
        counts[piece] -= count
    for piece, count in come:
        counts[piece] = counts.get(piece, 0) + count
    return {piece: count for piece, count in counts.items() if count}


@frozen
class DefinitionSteps:
    """The options in which two definitions differ, and the definitions between them.

    `steps` holds, for each option, the old definition with it alone, and with all up to it; None
    where such a definition cannot be built.

    >>> steps_between(define("total", {}), define("total", {})).steps
    ()
    """

    steps: tuple[tuple[str, str, str, Definition | None, Definition | None], ...]

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """List what is to be scored."""
        return tuple(one for *_, alone, then in self.steps for one in (alone, then) if one)


def steps_between(before: Definition, after: Definition) -> DefinitionSteps:
    """Find what differs between two definitions, option by option.

    >>> from measurand.metrics.signature import parse
    >>> [(name, old, new) for name, old, new, *_ in
    ...  steps_between(parse("f(beta=1)"), parse("f(beta=2)")).steps]
    [('beta', '1', '2')]
    >>> [(name, old, new) for name, old, new, *_ in
    ...  steps_between(parse("recall"), parse("f(beta=2)")).steps]
    [('metric', 'recall', 'f')]
    """
    old_name, name = name_of(before), name_of(after)
    if old_name != name:
        return DefinitionSteps((("metric", old_name, name, after, after),))
    old, new = option_values(before), option_values(after)
    steps = []
    upto = dict(old)
    for option in (option for option in new if new[option] != old[option]):
        upto[option] = new[option]
        texts = write_value(old[option]), write_value(new[option])
        alone = _built(name, {**old, option: new[option]})
        steps.append((option, *texts, alone, _built(name, upto)))
    return DefinitionSteps(tuple(steps))


def _built(name: str, values: Mapping[str, Value]) -> Definition | None:
    try:
        return define(name, values)
    except SignatureError:
        return None


Scoring = Callable[[Definition], Score | None]
"""Scores a definition, where what it observes is there."""


def option_effects(
    changed: DefinitionSteps,
    now: tuple[Score | None, Scoring],
    locked: tuple[Score | None, Scoring],
) -> tuple[OptionEffect, ...]:
    """Change each option alone, and then one after the other; from the score of the old definition.

    `now` is of the data of now, `locked` of those that were locked.

    What cannot be scored between the two (options that do not go together, an undefined number) is
    taken together with the next.

    >>> from fractions import Fraction
    >>> from measurand.metrics.signature import parse
    >>> [one] = option_effects(steps_between(parse("f(beta=1)"), parse("f(beta=2)")),
    ...                        (Defined(Fraction(1, 2)), lambda _: Defined(Fraction(1, 3))),
    ...                        (None, lambda _: None))
    >>> one.alone, one.then, one.locked
    (Fraction(-1, 6), Fraction(-1, 6), None)
    """
    (start, scored), (first, rescored) = now, locked
    here, effects = start, []
    for option, before, after, alone, then in changed.steps:
        by_itself = None if alone is None else effect(start, scored(alone))
        reached = None if then is None else scored(then)
        moved = effect(here, reached)
        effects.append(
            OptionEffect(
                option=option,
                before=before,
                after=after,
                alone=by_itself,
                then=moved,
                locked=None if alone is None else effect(first, rescored(alone)),
                because="" if alone is not None else "it does not go with the other old options",
            )
        )
        here = here if moved is None else reached
    return tuple(effects)


class Cause(Enum):
    """Why a number is not as it was."""

    LIBRARY = "library"
    DATA = "data"
    READING = "reading"
    WHERE = "where"
    DEFINITION = "definition"
    PRINTED = "printed"
    ENVIRONMENT = "environment"
    NEW = "new"
    GONE = "gone"


@frozen
class Reason:
    """One cause in a sentence, and how far it moved the number; None where that is not known.

    >>> Reason(Cause.PRINTED, "63.3% was printed, now 63.4%").effect is None
    True
    """

    cause: Cause
    says: str
    effect: Quantity | None = None


@frozen(kw_only=True)
class Split:
    """Data and definition apart: what each does alone to the locked number, and both together.

    `definition` is None where the lock does not hold what the new definition observes.

    >>> from fractions import Fraction
    >>> Split(data=Fraction(1, 2), definition=Fraction(1, 4), both=Fraction(1)).interaction
    Fraction(1, 4)
    """

    data: Quantity | None
    definition: Quantity | None
    both: Quantity | None

    @property
    def interaction(self) -> Quantity | None:
        """Say what is left when both shares are taken from the whole."""
        if self.data is None or self.definition is None or self.both is None:
            return None
        return self.both - self.data - self.definition


@frozen(kw_only=True)
class Move:
    """One number of the lock or of the claims file, as it was and as it is.

    `reasons` follow one another from the locked number to the one of now: their effects add up to
    the move. Effects of samples are of each alone; `remainder` is what they leave of the effect of
    the data.

    >>> Move(id="1/ours/F1", verdict=Verdict.HOLDS).moved
    False
    """

    id: str
    verdict: Verdict
    before: LockedNumber | None = None
    now: LockedNumber | None = None
    reasons: tuple[Reason, ...] = ()
    samples: tuple[SampleEffect, ...] = ()
    remainder: Quantity | None = None
    options: tuple[OptionEffect, ...] = ()
    split: Split | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def moved(self) -> bool:
        """Tell whether the number itself is another one."""
        if self.before is None or self.now is None:
            return False
        return not same_score(self.before.score, self.now.score)


@frozen(kw_only=True)
class LockCheck:
    """Every number that is locked or claimed, what the file says, and notes beside them.

    `notes` are on the environment, `sources` on files of data.

    >>> LockCheck(moves=()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    moves: tuple[Move, ...]
    stated: StatementsCheck = field(factory=StatementsCheck)
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Join the numbers and what the file says: without any, nothing was checked."""
        return overall((*(move.verdict for move in self.moves), self.stated.verdict))

    @property
    def findings(self) -> tuple[Move, ...]:
        """List the numbers that are not as they were locked."""
        return tuple(move for move in self.moves if move.verdict is not Verdict.HOLDS)


def same_score(before: Score, after: Score) -> bool:
    """Tell whether two scores are one number; two that are undefined are alike.

    >>> from fractions import Fraction
    >>> from measurand.values.score import Defined
    >>> nothing = Undefined("no sample")
    >>> same_score(nothing, Undefined("no class")), same_score(nothing, Defined(Fraction(1)))
    (True, False)
    """
    match before, after:
        case Undefined(), Undefined():
            return True
        case _:
            return before == after
