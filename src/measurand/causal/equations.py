"""The judge that reads the rules: whether a known follows from the target by the equations."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from attrs import field, frozen, validators

from measurand.causal.graphs.nodes import KEPT_GRAPHS, Reading, knowns, roots, targets
from measurand.causal.graphs.wording import label
from measurand.causal.identifiability import Roots
from measurand.causal.judging import Decided, Kind, Question, Undecided, Verdict
from measurand.causal.rules.printing import print_tree
from measurand.causal.rules.token import Grammar
from measurand.causal.solving.compose import Composed, compose
from measurand.causal.solving.inverse import MOST_WORK, Inverted, Open, Several, Unique
from measurand.causal.solving.relations import relations
from measurand.causal.solving.solve import IGNORED, Domain, solve
from measurand.causal.structural import SHARES, Level, Structural
from measurand.values.reasoning import ReasoningGraph

LAYER = "equations"
SEVERAL_EQUATIONS = "several equations"
_LONGEST = 200
_LARGE = 10**9


class Beyond(Enum):
    """What is said where equations decide nothing, and structure says that a value could follow."""

    UNDECIDED = "undecided"
    STRUCTURAL = "structural"


@frozen(kw_only=True)
class Equations:
    """Judge knowns by the rules of the links, where they can be read and solved exactly.

    A known that structure alone rules out is not recoverable, also where a rule speaks of it that
    does not declare it. Otherwise the rules of given effects
    are put together until they speak of given nodes and the known alone. It is recoverable (1)
    where one of these equations leaves one value for it, at the numbers that are given, within
    `domain`; not recoverable (0) where the only equation leaves several. All else is undecided, and
    a reason says why; `beyond` may take the structural verdict then. Interventions and texts are
    judged as by `structural`.

    >>> from fractions import Fraction
    >>> from measurand.values.reasoning import Known, Link, Problem
    >>> graph = ReasoningGraph(
    ...     targets=("E",),
    ...     knowns=(Known(name="m", number=Fraction(2)), Known(name="v")),
    ...     links=(Link(causes=("m", "v"), effects=("E",), rule="E = m*v**2/2"),),
    ... )
    >>> problem = Problem(id="1", graph=graph)
    >>> verdict = Equations()(Question(problem=problem, kind=Kind.ABDUCTION, subject="m"))
    >>> verdict.level, verdict.because
    ('recoverable', 'm = E * 2 / v ** 2')
    >>> Equations()(Question(problem=problem, kind=Kind.ABDUCTION, subject="v")).level
    'not recoverable'
    """

    grammar: Grammar = field(default=Grammar.LENIENT, validator=validators.instance_of(Grammar))
    domain: Domain = field(default=Domain.BY_SIGN, validator=validators.instance_of(Domain))
    beyond: Beyond = field(default=Beyond.UNDECIDED, validator=validators.instance_of(Beyond))
    structural: Structural = field(factory=Structural, validator=validators.instance_of(Structural))

    @property
    def signature(self) -> str:
        """Name the judge with all its options.

        >>> Equations().signature.partition("(")[0]
        'equations/1'
        """
        options = {"grammar": self.grammar, "domain": self.domain, "beyond": self.beyond}
        told = "".join(f"{name}={one.value}," for name, one in options.items())
        return f"equations/1({told}structural={self.structural.signature})"

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        first = self.structural(question)
        if question.kind is not Kind.ABDUCTION or not isinstance(first, Decided):
            return first
        graph, subject = question.problem.graph, question.subject
        if not first.share or subject in targets(graph, self.structural.reading):
            return first
        found = self.told(graph, subject)
        if isinstance(found, Undecided) and self.beyond is Beyond.STRUCTURAL:
            return first
        return found

    def told(self, graph: ReasoningGraph, name: str) -> Decided | Undecided:
        """Decide by the rules alone, whatever the structure says."""
        reading = self.structural.reading
        given = _given(graph, reading, self.structural.roots) - {name}
        there = compose(relations(graph, reading, self.grammar), given, name)
        values = {known.name: known for known in graph.knowns}
        # Many equations share the work evenly, so that their order plays no part.
        most = MOST_WORK * 4 // max(4, len(there.equations))
        solved: list[tuple[Composed, Inverted]] = []
        for equation in there.equations:
            found = solve(equation, name, values, self.domain, most=most)
            if isinstance(found, Unique):
                return _decided(Level.RECOVERABLE, _formula(name, equation, found), found.through)
            if found is not None:
                solved.append((equation, found))
        reasons = [*there.reasons, *_reasons(solved)]
        if reasons:
            return Undecided(reason=first_of(reasons), layer=LAYER, because=", ".join(reasons))
        for equation, other in solved:
            if isinstance(other, Several):
                number = values[name].number if name in values else None
                because = f"{_shown(equation)}: {_rival(other, number)}"
                return _decided(Level.NOT_RECOVERABLE, because, other.through)
        return Undecided(reason=IGNORED, layer=LAYER)


def _reasons(solved: list[tuple[Composed, Inverted]]) -> Iterator[str]:
    """Say what keeps equations from deciding that there are several values."""
    yield from dict.fromkeys(found.reason for _, found in solved if isinstance(found, Open))
    if sum(isinstance(found, Several) for _, found in solved) > 1:
        yield SEVERAL_EQUATIONS


def first_of(reasons: list[str]) -> str:
    """Choose the reason that is counted: what cannot be read first, then what cannot be solved.

    >>> first_of(["budget", "prose"])
    'prose'
    """
    return min(reasons, key=lambda one: (ORDER.index(one) if one in ORDER else -1, one))


ORDER = (
    "prose",
    "latex",
    "calculus or series",
    "opaque function",
    "undeclared symbol",
    "implicit equation",
    "cyclic",
    "a node that nothing gives",
    "degrees in an angle",
    "several occurrences",
    "domain",
    "depends on the numbers",
    "several equations",
    "several rules for one effect",
    "budget",
)
"""Reasons in the order in which one is chosen of several; those that are not listed come first."""


@lru_cache(KEPT_GRAPHS)
def _given(graph: ReasoningGraph, how: Reading, free: Roots) -> frozenset[str]:
    named = {*targets(graph, how), *knowns(graph, how)}
    return frozenset(named.union(roots(graph, how)) if free is Roots.GIVEN else named)


def _decided(level: Level, because: str, through: str) -> Decided:
    return Decided(
        share=SHARES[level],
        layer=LAYER,
        level=level.value,
        because=because,
        details=(("through", through),),
    )


def _shown(equation: Composed) -> str:
    return f"{label(equation.effect)} = {_cut(print_tree(equation.made))}"


def _formula(name: str, equation: Composed, found: Unique) -> str:
    if found.answer is None:
        return f"{_shown(equation)} has one solution for {label(name)}"
    return f"{label(name)} = {_cut(print_tree(found.answer))}"


def _rival(found: Several, number: Fraction | None) -> str:
    """Name a rival where the known has a number: else it has no meaning."""
    if found.rival is None or number is None:
        return found.because
    middle = (found.rival.low + found.rival.high) / 2
    return f"{_number(middle)} fits as well as {_number(number)}"


def _number(value: Fraction) -> str:
    if value.denominator == 1 and abs(value) < _LARGE:
        return str(value)
    try:
        return f"{float(value):.4g}"
    except OverflowError:
        return "a large number"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
