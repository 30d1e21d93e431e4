"""The judge that reads the rules: whether a known follows from the target by the equations.

Structure alone is necessary and not enough: a known that it rules out is not recoverable, and one
that it admits may have several values (`E = m*v**2/2` does not tell the sign of v). Here the rules
are read, put together and solved exactly. One equation that leaves one value proves a known
recoverable; that it is not is said only where a single equation speaks of it, nothing stands in
the way of others, and another value fits for sure. All else is undecided, with the reason that is
counted: no verdict is guessed from rules that were not understood.
"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction

from attrs import field, frozen, validators

from measurand.studies.causal.graphs.nodes import label, targets
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Verdict
from measurand.studies.causal.rules.printing import print_tree
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import is_larger
from measurand.studies.causal.solving.inverse import Inverted, Open, Several, Unique
from measurand.studies.causal.solving.solve import (
    IGNORED,
    Domain,
    NumericEquation,
    equation_system,
    solved,
)
from measurand.studies.causal.structural import SHARES, Level, Structural
from measurand.values.reasoning import ReasoningGraph

LAYER = "equations"
SEVERAL_EQUATIONS = "several equations"
ANOTHER_RULE = "another rule names what cancels out"
_LONGEST = 200
_LARGEST = 120
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
    ...     knowns=(Known(name="m", number=Fraction(2)), Known(name="v", number=Fraction(-3))),
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
        written = "".join(f"{name}={one.value}," for name, one in options.items())
        return f"equations/1({written}structural={self.structural.signature})"

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        first = self.structural(question)
        if question.kind is not Kind.ABDUCTION or not isinstance(first, Decided):
            return first
        graph, subject = question.problem.graph, question.subject
        if not first.share or subject in targets(graph, self.structural.reading):
            return first
        verdict = self.decide_by_rules(graph, subject)
        if isinstance(verdict, Undecided) and self.beyond is Beyond.STRUCTURAL:
            return first
        return verdict

    def decide_by_rules(self, graph: ReasoningGraph, name: str) -> Decided | Undecided:
        """Decide by the rules alone, whatever the structure says."""
        system = equation_system(
            graph, self.structural.reading, self.grammar, self.structural.roots
        )
        equations = tuple(system.equations(name))
        # Many equations share the work evenly, so that their order plays no part.
        most = system.most // max(1, len(equations))
        tried: list[tuple[NumericEquation, Inverted]] = []
        for equation in equations:
            inverted = solved(equation, name, self.domain, most)
            if isinstance(inverted, Unique):
                return _decided(
                    Level.RECOVERABLE, _formula(name, equation, inverted), inverted.through
                )
            if inverted is not None:
                tried.append((equation, inverted))
        reasons = [*system.compositions.of(name).reasons, *_reasons(tried)]
        if reasons:
            return Undecided(
                reason=counted_reason(reasons), layer=LAYER, because=", ".join(reasons)
            )
        for equation, other in tried:
            if isinstance(other, Several):
                if other.idle and not system.is_alone(equation.equation):
                    return Undecided(reason=ANOTHER_RULE, layer=LAYER, because=other.because)
                number = equation.number(name)
                because = f"{_shown(equation)}: {_rival(other, number)}"
                return _decided(Level.NOT_RECOVERABLE, because, other.through)
        return Undecided(reason=IGNORED, layer=LAYER)


def _reasons(tried: list[tuple[NumericEquation, Inverted]]) -> Iterator[str]:
    """Say what keeps equations from deciding that there are several values."""
    yield from dict.fromkeys(found.reason for _, found in tried if isinstance(found, Open))
    if sum(isinstance(found, Several) for _, found in tried) > 1:
        yield SEVERAL_EQUATIONS


def counted_reason(reasons: list[str]) -> str:
    """Choose the reason that is counted: what cannot be read first, then what cannot be solved.

    >>> counted_reason(["budget", "prose"])
    'prose'
    """
    return min(reasons, key=lambda one: (ORDER.index(one) if one in ORDER else -1, one))


ORDER = (
    "prose",
    "latex",
    "calculus or series",
    "opaque function",
    "undeclared symbol",
    "undeclared factor",
    "product of vectors",
    "implicit equation",
    "cyclic",
    "a node that nothing gives",
    "degrees in an angle",
    "several occurrences",
    "domain",
    "depends on the numbers",
    "sign not known",
    "budget",
    "several equations",
    "several rules for one effect",
)
"""Reasons in the order in which one is chosen of several; those that are not listed come first."""


def _decided(level: Level, because: str, through: str) -> Decided:
    return Decided(
        share=SHARES[level],
        layer=LAYER,
        level=level.value,
        because=because,
        details=(("through", through),),
    )


def _shown(posed: NumericEquation) -> str:
    return f"{label(posed.equation.effect)} = {_cut(posed.shown)}"


def _formula(name: str, equation: NumericEquation, found: Unique) -> str:
    if found.answer is None or is_larger(found.answer, _LARGEST):
        return f"{_shown(equation)} has one solution for {label(name)}"
    return f"{label(name)} = {_cut(print_tree(found.answer))}"


def _rival(found: Several, number: Fraction | None) -> str:
    """Name a rival where the known has a number: else it has no meaning."""
    if found.rival is None or number is None:
        return found.because
    middle, true = (found.rival.low + found.rival.high) / 2, _number(number, _DIGITS[0])
    for digits in _DIGITS:
        shown = _number(middle, digits), _number(number, digits)
        if shown[0] != shown[1]:
            return f"{shown[0]} fits as well as {shown[1]}"
    return f"another number near {true} fits as well"


_DIGITS = (4, 8, 16)


def _number(value: Fraction, digits: int) -> str:
    if value.denominator == 1 and abs(value) < _LARGE:
        return str(value)
    try:
        return f"{float(value):.{digits}g}"
    except OverflowError:
        return "a large number"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
