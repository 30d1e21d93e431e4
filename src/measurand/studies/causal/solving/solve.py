"""Whether an equation tells a known, at the numbers of the other knowns.

Where all names have numbers that is one question at one point (see `inverse`). A name that has none
gets a number of no meaning: an identity that holds at numbers without structure rarely holds by
chance, so two choices of numbers that agree are taken for the general case; a choice at which the
equation has no value is passed over. Where the sign of the known is not known the verdict has to
stand on both sides of 0. What does not agree is open.

The work on all equations of a graph is shared out fairly. Every share depends on the graph alone:
not on names, on orders, or on which questions are asked, so that a verdict on one known is the same
whoever asks what before.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.polynomial import SpentError, Work
from measurand.studies.causal.graphs.nodes import KEPT_GRAPHS, Reading, knowns, roots, targets
from measurand.studies.causal.graphs.quantity import is_positive
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.rules.printing import print_tree
from measurand.studies.causal.rules.text import FUNCTIONS
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Call,
    Constant,
    Name,
    Occurrences,
    nodes,
)
from measurand.studies.causal.solving.bounds import Bounds
from measurand.studies.causal.solving.compose import ComposedEquation, Compositions, inner_names
from measurand.studies.causal.solving.inverse import (
    MOST_WORK,
    Inversion,
    Inverted,
    Open,
    Range,
    Several,
    Unique,
)
from measurand.studies.causal.solving.relations import CYCLIC, relations
from measurand.values.reasoning import Known, ReasoningGraph

ANGLES = frozenset(name for name, function in FUNCTIONS.items() if function.angle)
_STEPS = (6151, 3571, 7919, 2203)
"""Multiples of a step differ modulo the prime 9973, so that names have different numbers."""
_SCALES = (997, 9973, 101, 99991)
"""Numbers of about 5, 0.5, 50 and 0.05: what holds at one size alone is found out."""


class NumericEquation:
    """An equation, what names it has, and the values of its parts at the numbers of the knowns.

    Names without a number get numbers of no meaning, by their order in the equation, so that names
    play no part; there are four choices of them. The values of all parts are worked out at once,
    within a budget, so that they do not depend on what is asked first.

    >>> from measurand.studies.causal.rules.tree import Name, Negative
    >>> tree = Negative(Name("x"))
    >>> composed = ComposedEquation(effect="y", made=tree)
    >>> equation = NumericEquation(composed, {"x": Known(name="x", number=Fraction(2))})
    >>> equation.choices, equation.values(0)(tree).low
    (1, Fraction(-2, 1))
    """

    def __init__(
        self, equation: ComposedEquation, knowns: Mapping[str, Known], most: int = MOST_WORK
    ) -> None:
        self.equation, self.knowns, self.most = equation, knowns, most
        numbers = {name: known.number for name, known in knowns.items()}
        occurrences = Occurrences(equation.made)
        self._numbers = {
            name: number for name in occurrences.names if (number := numbers.get(name)) is not None
        }
        self._generic = tuple(name for name in occurrences.names if name not in self._numbers)
        self.occurrences = Occurrences(equation.made, self._generic)
        self.choices = len(_STEPS) if self._generic else 1
        self.size = sum(1 for _ in nodes(equation.made))
        self.in_degrees = _in_degrees(self)
        self._values: dict[tuple[int, str], Bounds | Open] = {}
        self._shown: str | None = None

    @property
    def shown(self) -> str:
        """Write the right side of the equation."""
        if self._shown is None:
            self._shown = print_tree(self.equation.made)
        return self._shown

    def number(self, name: str) -> Fraction | None:
        """Give the number of a name, None where it has none."""
        return self._numbers.get(name)

    def values(self, choice: int, *, below: str = "") -> Bounds | Open:
        """Give the values of all parts, or say why there are none.

        `below` names what is to be below 0, among the names without a number.
        """
        values = self._values.get((choice, below))
        if values is None:
            values = self._values[choice, below] = self._valued(choice, below)
        return values

    def _valued(self, choice: int, below: str) -> Bounds | Open:
        step, scale = _STEPS[choice], _SCALES[choice]
        generic = {
            name: Fraction(1 + (place + 1) * step % 9973, scale) * (-1 if name == below else 1)
            for place, name in enumerate(self._generic)
        }
        values = Bounds({**self._numbers, **generic}, Work(self.most))
        try:
            values(self.equation.made)
        except SpentError as error:
            return Open(reason="budget", because=str(error))
        except OutsideError as error:
            return Open(reason="domain", because=str(error))
        return values


def _in_degrees(equation: NumericEquation) -> bool:
    """Tell whether an angle takes a known in degrees; one that is converted by pi may."""
    degrees = {
        name
        for name in equation.occurrences.names
        if is_in_degrees(equation.knowns.get(name) or Known(name=name))
    }
    tree = equation.equation.made
    inside = degrees and inner_names(tree, ANGLES) & degrees
    return bool(inside) and not any(isinstance(node, Constant) for node in nodes(tree))


_SIGNS = str.maketrans("º˚∘", "°°°")  # ordinal, ring above, ring operator: typed for the degree
_TEMPERATURE = (
    r"[\s\-.(){}$]*(?:\\(?:text|mathrm)\{)?"
    r"(?:[cfk]|celsius|centigrade|fahrenheit|kelvins?|rankine)(?![^\W\d_])"
)
_ARC = r"min(?:ute)?s?|sec(?:ond)?s?"
_DEGREE = rf"""
    (?: °
      | \\circ(?![a-z])
      | (?<![^\W\d_]) (?:milli|m)? deg(?:ree)?s? (?![^\W\d_])
    ) (?! {_TEMPERATURE} | \s+of\s+freedom )
    | (?<![^\W\d_]) arc[\s-]? (?:{_ARC}) (?![^\W\d_])
    | (?<![^\W\d_]) (?:{_ARC}) \s+ of \s+ arc (?![^\W\d_])
"""
_ANGULAR = re.compile(
    rf"(?P<radian>(?<![^\W\d_]) m?rad(?:ian)?s? (?![^\W\d_]))|{_DEGREE}", re.VERBOSE | re.IGNORECASE
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_in_degrees(known: Known) -> bool:
    """Tell whether a known is an angle in degrees by its unit, else its words, else its name.

    Arc minutes and seconds count as degrees; temperatures and degrees of freedom do not. What is
    said first counts: `0.61 rad (35 degrees)` is in radians.

    >>> [is_in_degrees(Known(name="A", text=text)) for text in ("35 º", "35 degrees up", "3 °C")]
    [True, True, False]
    >>> is_in_degrees(Known(name="A_in_degrees"))
    True
    """
    name = _HUMP.sub(" ", known.name)
    for words in (known.unit, known.text, name):
        said = _ANGULAR.search(words.translate(_SIGNS).replace("_", " "))
        if said:
            return said["radian"] is None
    return False


MOST_VALUES = 60_000
MOST_QUESTIONS = 120_000
_LEAST_OF_A_PART = 8
_LEAST_OF_A_QUESTION = 200


class EquationSystem:
    """The equations of a graph, with what its questions share.

    >>> from measurand.values.reasoning import Known, Link
    >>> link = Link(causes=("F", "m"), effects=("a",), rule="a = F/m")
    >>> graph = ReasoningGraph(targets=("a",), knowns=(Known(name="F"),), links=(link,))
    >>> system = EquationSystem(graph, Reading(), Grammar.LENIENT, Roots.GIVEN)
    >>> system.most, [equation.choices for equation in system.equations("F")]
    (120000, [4])
    """

    def __init__(self, graph: ReasoningGraph, how: Reading, grammar: Grammar, free: Roots) -> None:
        rules = self.rules = relations(graph, how, grammar)
        named = {*targets(graph, how), *knowns(graph, how)}
        given = named.union(roots(graph, how)) if free is Roots.GIVEN else named
        self.compositions = Compositions(rules, frozenset(given))
        by_name = {known.name: known for known in graph.knowns}
        # Knowns that no rule speaks of take no share: they are not asked of the rules.
        spoken = frozenset[str]().union(*(rule.over for rule in rules))
        subjects = sum(name in spoken for name in knowns(graph, how))
        self.most = max(MOST_QUESTIONS // max(1, subjects), _LEAST_OF_A_QUESTION)
        composed = self.compositions.all()
        equations = [NumericEquation(one, by_name) for one in composed]
        # Two choices of numbers have to agree, so that an equation is worked out twice at least.
        parts = sum(one.size * min(2, one.choices) for one in equations)
        for one in equations:
            one.most = one.size * max(MOST_VALUES // max(1, parts), _LEAST_OF_A_PART)
        self._by_identity = {id(one.equation): one for one in equations}

    def equations(self, name: str) -> Iterator[NumericEquation]:
        """Give the equations that speak of a name."""
        for equation in self.compositions.of(name).equations:
            yield self._by_identity[id(equation)]

    def is_alone(self, equation: ComposedEquation) -> bool:
        """Tell whether no other rule that was read names a node of those that made an equation.

        Only then is what cancels out in it lost: else another rule may tell it, be it one that is
        not solved (`tan(theta) = v**2/(g*r)`).
        """
        nodes = frozenset[str]().union(*(rule.said for rule in equation.rules))
        return all(
            rule in equation.rules or nodes.isdisjoint(rule.said | rule.inner)
            for rule in self.rules
        )


@lru_cache(KEPT_GRAPHS)
def equation_system(
    graph: ReasoningGraph, how: Reading, grammar: Grammar, free: Roots
) -> EquationSystem:
    """Put the rules of a graph together, once for all its questions.

    >>> system = equation_system(ReasoningGraph(), Reading(), Grammar.STRICT, Roots.GIVEN)
    >>> system.compositions.of("x").equations
    ()
    """
    return EquationSystem(graph, how, grammar, free)


DEGREES = "degrees in an angle"
DEPENDS = "depends on the numbers"
IGNORED = "rule ignores the known"
SIGN = "sign not known"


class Domain(Enum):
    """Where a missing known is looked for.

    `POSITIVE` looks above 0 unless the known is a number that is not; `BY_SIGN` looks above 0
    where the known is above 0, by its number or by its words (a width, the speed of light), and
    on the whole line where its number is not. Of other words the sign is not known: where
    that decides, nothing is decided.
    """

    REAL = "real"
    POSITIVE = "positive"
    BY_SIGN = "by_sign"


def range_of(known: Known, domain: Domain) -> Range:
    """Say where a known is looked for.

    >>> range_of(Known(name="x"), Domain.BY_SIGN), range_of(Known(name="mass"), Domain.BY_SIGN)
    (<Range.REAL: 'real'>, <Range.POSITIVE: 'positive'>)
    """
    match domain:
        case Domain.REAL:
            return Range.REAL
        case Domain.POSITIVE:
            above = known.number is None or known.number > 0
        case Domain.BY_SIGN:
            above = is_positive(known)
    return Range.POSITIVE if above else Range.REAL


def solve(
    equation: ComposedEquation, name: str, knowns: Mapping[str, Known], domain: Domain
) -> Inverted | None:
    """Tell whether an equation leaves one value for a name; None where the name does not occur.

    >>> from measurand.studies.causal.rules.tree import Negative
    >>> solve(ComposedEquation(effect="y", made=Negative(Name("x"))), "x", {}, Domain.REAL)
    Unique(answer=Negative(inner=Name(text='y')), through='undoing')
    """
    return solved(NumericEquation(equation, knowns), name, domain, MOST_WORK)


def solved(numeric: NumericEquation, name: str, domain: Domain, most: int) -> Inverted | None:
    """Tell it of an equation the values of which are shared with other questions.

    Where names have no number two choices of numbers have to agree; the work that may be done is
    shared by them.

    >>> equation = NumericEquation(ComposedEquation(effect="y", made=Name("x")), {})
    >>> solved(equation, "z", Domain.REAL, 0) is None
    True
    """
    equation = numeric.equation
    there = numeric.occurrences.holds(equation.made, name)
    if equation.effect == name:
        if there:
            return Open(reason=CYCLIC)
        return Unique(answer=equation.made, through="its own rule")
    if not there:
        return None
    if numeric.in_degrees:
        return Open(reason=DEGREES)
    known = numeric.knowns.get(name, Known(name=name))
    within, work = range_of(known, domain), Work(most)
    verdict = _agreed(numeric, name, within, work)
    unsigned = domain is Domain.BY_SIGN and known.number is None and within is Range.REAL
    return _by_either_sign(numeric, name, verdict, work) if unsigned else verdict


def _by_either_sign(numeric: NumericEquation, name: str, found: Inverted, work: Work) -> Inverted:
    """Look whether it stands by the sign, which is not known: `y = x**2`, `y = max(x, 0)`."""
    if isinstance(found, Several):
        above = _agreed(numeric, name, Range.POSITIVE, work)
        return Open(reason=SIGN) if isinstance(above, Unique) else above
    folds = any(
        isinstance(node, Call) and node.function in _FOLDS for node in nodes(numeric.equation.made)
    )
    if isinstance(found, Unique) and folds:
        below = _agreed(numeric, name, Range.REAL, work, below=True)
        return Open(reason=SIGN) if isinstance(below, Several) else found
    return found


_FOLDS = frozenset({"abs", "min", "max", "sign", "cosh"})


def _agreed(
    numeric: NumericEquation, name: str, within: Range, work: Work, *, below: bool = False
) -> Inverted:
    """Tell it where two choices of numbers agree, for names that have none.

    `below` takes a name without a number at numbers below 0.
    """
    last: Inverted = Open(reason=DEPENDS)
    first: Inverted | None = None
    for choice in range(numeric.choices):
        values = numeric.values(choice, below=name if below else "")
        if isinstance(values, Open):
            last = values
        else:
            wanted = Name(numeric.equation.effect)
            last = Inversion(name, values, numeric.occurrences, within, work)(wanted)
        if isinstance(last, Open) and last.reason == "domain":
            continue
        if isinstance(last, Open):
            return last
        if first is not None:
            return first if type(first) is type(last) else Open(reason=DEPENDS)
        first = last
    return first or last
