"""Transforms that make a counterfactual: a list of items and a seed give another list.

The kind `transform`: what becomes of the items (all kept, some dropped, none in its place), what a
second time does, and whether it is drawn by the seed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.compare import broken, defined, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Subject, asked, written

Items = Sequence[str]
Answer = tuple[str, ...]
Transform = Subject[[Items, int]]
TRANSFORM_KEEPS, TRANSFORM_DERANGES = "permutation", "derangement"
TRANSFORM_UNDOES, TRANSFORM_SETTLES = "involution", "idempotent"
TRANSFORM_DROPS, TRANSFORM_BLIND = "deletion", "positional"
TRANSFORM_DRAWS, TRANSFORM_MIXES, TRANSFORM_ADDS = "random", "mixing", "addition"
SEEDS = range(30)
MANY_ITEMS = 40
"""So many items that even what happens to one in a hundred happens to some, with some seed."""


@frozen
class TransformCase:
    """Items, a seed, and other names for the items.

    >>> TransformCase(["a", "b"], 0).names
    {}
    """

    items: Items
    seed: int
    names: Mapping[str, str] = {}


def items_read(found: object) -> Answer:
    """Read a list of texts.

    >>> items_read(["a", "b"])
    ('a', 'b')
    >>> items_read("ab")
    Traceback (most recent call last):
    TypeError: expected a list of texts, got 'ab'
    """
    if isinstance(found, list | tuple) and all(isinstance(item, str) for item in found):
        return tuple(found)
    message = f"expected a list of texts, got {written(found)[:80]}"
    raise TypeError(message)


def transformed(subject: Transform, items: Items, seed: int) -> Call[Answer]:
    """Ask for the transformed items.

    >>> transformed(Subject("turn", lambda items, seed: items[::-1]), ["a", "b"], 0).answer
    ('b', 'a')
    """
    return asked(subject, items_read, items, seed)


def _here(subject: Transform, case: TransformCase) -> Call[Answer]:
    return transformed(subject, case.items, case.seed)


def _answer(call: Call[Answer]) -> Answer:
    return call.answer if isinstance(call.answer, tuple) else ()


def _holds(call: Call[Answer], because: str, *, fine: bool) -> Outcome:
    return silent(call) or (Holds() if fine else broken(because, call))


@law("defined", "Every list gives a list of texts.", Algebra.TRANSFORMS)
def _transform_defined(subject: Transform, case: TransformCase) -> Outcome:
    return defined(_here(subject, case), absent=False)


@law("repeatable", "The same items and seed give the same, and are left alone.", Algebra.ORDER)
def _transform_repeatable(subject: Transform, case: TransformCase) -> Outcome:
    first = _here(subject, case)
    transformed(subject, case.items, case.seed + 1)
    second = _here(subject, case)
    if raised := silent(first, second):
        return raised
    if first.changed:
        return broken("it changed its arguments", first)
    alike = first.answer == second.answer
    return Holds() if alike else broken("the same seed gives something else", first, second)


@law("nothing", "Nothing comes from nothing, but what may be added.", Algebra.EMPTY_RULES)
def _transform_nothing(subject: Transform, case: TransformCase) -> Outcome:
    call = transformed(subject, [], case.seed)
    fine = not _answer(call) or TRANSFORM_ADDS in subject.claims
    return _holds(call, "something came from nothing", fine=fine)


@law(
    "kept items",
    "Every item is still there, as often as before.",
    Algebra.MULTISET,
    TRANSFORM_KEEPS,
)
def _transform_keeps(subject: Transform, case: TransformCase) -> Outcome:
    call = _here(subject, case)
    alike = Counter(_answer(call)) == Counter(case.items)
    return _holds(call, "the items are not the same as before", fine=alike)


@law(
    "no item stays",
    "Of items that differ none stays in its place.",
    Algebra.TRANSFORMS,
    TRANSFORM_DERANGES,
)
def _transform_deranges(subject: Transform, case: TransformCase) -> Outcome:
    if len(set(case.items)) < max(len(case.items), 2):
        return Silent("no item can leave its place, or some are alike")
    call = _here(subject, case)
    stays = any(old == new for old, new in zip(case.items, _answer(call), strict=False))
    return _holds(call, "an item stays in its place", fine=not stays)


def _again(
    subject: Transform, case: TransformCase, fits: Callable[[Answer, Answer], bool], otherwise: str
) -> Outcome:
    """Hold where what comes out of what came out fits it."""
    once = _here(subject, case)
    if raised := silent(once):
        return raised
    twice = transformed(subject, list(_answer(once)), case.seed)
    if raised := silent(twice):
        return raised
    fine = fits(_answer(once), _answer(twice))
    return Holds() if fine else broken(otherwise, once, twice)


@law("twice is back", "A second time undoes the first.", Algebra.TRANSFORMS, TRANSFORM_UNDOES)
def _transform_undoes(subject: Transform, case: TransformCase) -> Outcome:
    first = tuple(case.items)
    return _again(subject, case, lambda _, back: back == first, "twice is not back where it began")


@law("twice is once", "A second time changes nothing more.", Algebra.TRANSFORMS, TRANSFORM_SETTLES)
def _transform_settles(subject: Transform, case: TransformCase) -> Outcome:
    return _again(subject, case, lambda once, twice: once == twice, "a second time changes more")


@law("only less", "What is left stands in the order that it had.", Algebra.ORDER, TRANSFORM_DROPS)
def _transform_drops(subject: Transform, case: TransformCase) -> Outcome:
    call = _here(subject, case)
    rest = iter(case.items)
    inside = all(any(item == old for old in rest) for item in _answer(call))
    return _holds(call, "what is left is not in the order that it had", fine=inside)


@law(
    "names",
    "Other names of the items come out where the items did.",
    Algebra.SYMMETRY,
    TRANSFORM_BLIND,
)
def _transform_blind(subject: Transform, case: TransformCase) -> Outcome:
    items = [case.names.get(item, item) for item in case.items]
    if len(set(items)) != len(set(case.items)) or len(set(items)) < len(items):
        return Silent("some items are alike")
    first, second = (transformed(subject, some, case.seed) for some in (case.items, items))
    if raised := silent(first, second):
        return raised
    renamed = tuple(case.names.get(item, item) for item in _answer(first))
    alike = renamed == _answer(second)
    return Holds() if alike else broken("it depends on what the items say", first, second)


@law(
    "seeds differ",
    "Given many items, not all of thirty seeds give the same.",
    Algebra.STATISTICS,
    TRANSFORM_DRAWS,
)
def _transform_draws(subject: Transform, case: TransformCase) -> Outcome:
    if len(set(case.items)) < len(case.items) or len(case.items) < len("abc"):
        return Silent("there are not three items that differ")
    items = [*case.items, *(f"w{at}" for at in range(MANY_ITEMS))]
    calls = [transformed(subject, items, case.seed + more) for more in SEEDS]
    if raised := silent(*calls):
        return raised
    if len({call.answer for call in calls}) > 1:
        return Holds()
    if calls[0].answer == tuple(items):
        return Silent("it does nothing to these items")
    return Broken(f"{len(calls)} seeds give the same", (calls[0].line(), calls[-1].line()))


@law(
    "first item moves",
    "Over thirty seeds the first of three items goes to more than one place.",
    Algebra.STATISTICS,
    TRANSFORM_MIXES,
)
def _transform_reaches(subject: Transform, case: TransformCase) -> Outcome:
    if len(set(case.items)) < len(case.items) or len(case.items) != len("abc"):
        return Silent("there are not exactly three items that differ")
    calls = [transformed(subject, case.items, case.seed + more) for more in SEEDS]
    if raised := silent(*calls):
        return raised
    first = case.items[0]
    places = {_answer(call).index(first) for call in calls if first in _answer(call)}
    if len(places) > 1 or not places:
        return Holds()
    because = f"in {len(calls)} seeds the first item goes to one place only"
    return Broken(because, (calls[0].line(), calls[-1].line()))


TRANSFORM_LAWS: tuple[Law[Transform, TransformCase], ...] = (
    _transform_defined,
    _transform_repeatable,
    _transform_nothing,
    _transform_keeps,
    _transform_deranges,
    _transform_undoes,
    _transform_settles,
    _transform_drops,
    _transform_blind,
    _transform_draws,
    _transform_reaches,
)


KEEPS = frozenset({TRANSFORM_KEEPS})
DROPS = frozenset({TRANSFORM_DROPS})
TRANSFORM_KIND: Kind[[Items, int], TransformCase] = Kind(
    name="transform",
    takes="a list of texts and a seed, a whole number; gives a list of texts",
    claims={
        TRANSFORM_KEEPS: "every item is still there, as often as before",
        TRANSFORM_DERANGES: "of items that differ none stays in its place",
        TRANSFORM_UNDOES: "a second time undoes the first",
        TRANSFORM_SETTLES: "a second time changes nothing more",
        TRANSFORM_DROPS: "it only takes items away",
        TRANSFORM_BLIND: "what the items say plays no part",
        TRANSFORM_DRAWS: "it is drawn by the seed",
        TRANSFORM_MIXES: "an item may come to any place, the first one too",
        TRANSFORM_ADDS: "it adds items, to an empty list too",
    },
    apart=(KEEPS | {TRANSFORM_ADDS}, DROPS | {TRANSFORM_ADDS}),
    laws=TRANSFORM_LAWS,
)
