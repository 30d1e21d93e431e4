"""Whether the laws of a kind are enough: what each of its wrong functions is caught by.

A law is worth its place where some wrong function is caught by it alone, or where a reason to keep
it is written down; and laws are no good that accuse a right function. This is mutation testing of
the laws themselves.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, ParamSpec, TypeVar

from attrs import define, evolve, field, frozen

from measurand.algebra.law import Broken
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Subject

P = ParamSpec("P")
C = TypeVar("C")


@frozen
class Wrong(Generic[P]):
    """A function that is wrong on purpose: some law of its kind breaks under these claims.

    >>> Wrong("constant", "always 1", Subject("constant", lambda: 1)).name
    'constant'
    """

    name: str
    says: str
    subject: Subject[P]


@frozen(kw_only=True)
class Mutants:
    """Functions of a kind: `right` ones break no law that they claim, a law catches each wrong one.

    `redundant` says why a law is kept that is no wrong one's only judge.
    """

    kind: str
    right: tuple[Subject[...], ...]
    wrong: tuple[Wrong[...], ...]
    redundant: Mapping[str, str] = field(factory=dict)


@define(eq=False)
class Remembering:
    """A function that answers what one law has asked from memory when another law asks it.

    Most questions of laws are the same ones. Within a law every question is put, so that a function
    whose answers change is seen: it is `steady` no more, and memory says nothing about it. What
    raises, changes its arguments or gives what is read only once is not remembered.

    >>> asked = []
    >>> once = Remembering(lambda n: asked.append(n) or len(asked))
    >>> once(5), once.begin(), once(5), asked, once.steady
    (1, None, 1, [5], True)
    >>> once(5), asked, once.steady
    (2, [5, 5], False)
    """

    function: Callable[..., object]
    steady: bool = True
    answers: dict[bytes, object] = field(factory=dict)
    put: set[bytes] = field(factory=set)

    def begin(self) -> None:
        """Begin a law: what it asks is not asked yet."""
        self.put.clear()

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Answer from memory what this law has not asked yet; else ask."""
        key = pickle.dumps((args, kwargs))
        known = key in self.answers
        if known and key not in self.put:
            self.put.add(key)
            return self.answers[key]
        self.put.add(key)
        was_steady, self.steady = self.steady, self.steady and not known
        answer = self.function(*args, **kwargs)
        if not isinstance(answer, Iterator) and pickle.dumps((args, kwargs)) == key:
            before = self.answers.setdefault(key, answer)
            self.steady = was_steady and (before is answer or repr(before) == repr(answer))
        return answer


def killers(
    kind: Kind[P, C], subject: Subject[P], cases: Sequence[C], *, enough: int = 0
) -> frozenset[str]:
    """Say which laws some case breaks, by id; a law that fell is not asked again.

    Where so many fell that it is `enough`, no more cases are tried. A function whose answers change
    is asked everything, as often as the laws ask it.

    >>> killers(Kind(name="mine", takes="nothing", claims={}, laws=()), Subject("f", abs), [1])
    frozenset()
    """
    functions = [Remembering(subject.function), Remembering(subject.batched or subject.function)]
    remembering = evolve(subject, function=functions[0], batched=subject.batched and functions[1])
    found = _fallen(kind, remembering, cases, enough, functions)
    if all(one.steady for one in functions):
        return found
    return _fallen(kind, subject, cases, enough)


def _fallen(
    kind: Kind[P, C],
    subject: Subject[P],
    cases: Iterable[C],
    enough: int,
    functions: Sequence[Remembering] = (),
) -> frozenset[str]:
    """Ask every law about every case; each begins anew with the functions that remember."""

    def breaks(check: Callable[[Subject[P], C], object], case: C) -> bool:
        for function in functions:
            function.begin()
        return isinstance(check(subject, case), Broken)

    left = {law.id: law.check for law in kind.applying(frozenset(subject.claims))}
    found: set[str] = set()
    for case in cases:
        found |= {name for name, check in left.items() if name not in found and breaks(check, case)}
        if enough and len(found) >= enough:
            break
    return frozenset(found)


@frozen(kw_only=True)
class Adequacy:
    """Which laws break for each wrong function of a kind, and for the right ones, by name.

    `laws` are all laws of the kind, in their order; `redundant` says why a law is kept that is no
    wrong one's only judge. What one law alone catches was tried on all cases; of what more laws
    catch, some of them are named.

    >>> caught = {"one": frozenset({"swap", "range"}), "two": frozenset({"range"})}
    >>> found = Adequacy(kind="mine", laws=("range", "swap"), caught=caught)
    >>> found.sole, found.unjustified
    ({'two': 'range'}, ('swap',))
    """

    kind: str
    laws: tuple[str, ...]
    caught: Mapping[str, frozenset[str]]
    harmed: Mapping[str, frozenset[str]] = field(factory=dict)
    redundant: Mapping[str, str] = field(factory=dict)

    @property
    def survivors(self) -> tuple[str, ...]:
        """Name the wrong functions that no law catches; there should be none."""
        return tuple(name for name, laws in self.caught.items() if not laws)

    @property
    def accused(self) -> Mapping[str, tuple[str, ...]]:
        """Give the right functions that a law breaks for, with the laws; there should be none."""
        return {name: tuple(sorted(laws)) for name, laws in self.harmed.items() if laws}

    @property
    def sole(self) -> Mapping[str, str]:
        """Give, for each wrong function that one law alone catches, that law."""
        return {name: min(laws) for name, laws in self.caught.items() if len(laws) == 1}

    @property
    def unjustified(self) -> tuple[str, ...]:
        """Name the laws that are no wrong one's only judge and have no reason to be kept."""
        needed = {*self.sole.values(), *self.redundant}
        return tuple(law for law in self.laws if law not in needed)

    @property
    def excused(self) -> tuple[str, ...]:
        """Name what is called redundant though it is some wrong one's only judge, or no law."""
        needed = set(self.sole.values())
        return tuple(law for law in self.redundant if law in needed or law not in self.laws)


def adequacy(kind: Kind[..., C], mutants: Mutants, cases: Iterable[C]) -> Adequacy:
    """Try every law of a kind on its wrong and right functions, in the same cases.

    A wrong function that two laws caught shows of neither that it is needed: it is tried no more.
    """
    tried = tuple(cases)
    return Adequacy(
        kind=kind.name,
        laws=tuple(law.id for law in kind.laws),
        caught={w.name: killers(kind, w.subject, tried, enough=2) for w in mutants.wrong},
        harmed={right.name: killers(kind, right, tried) for right in mutants.right},
        redundant=mutants.redundant,
    )
