"""An equation at the numbers of the knowns, with all that the questions on it share."""

import re
from collections.abc import Mapping
from fractions import Fraction

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.polynomial import SpentError, Work
from measurand.studies.causal.rules.functions import FUNCTIONS
from measurand.studies.causal.rules.printing import print_tree
from measurand.studies.causal.rules.tree import (
    Constant,
    Holding,
    nodes,
)
from measurand.studies.causal.solving.bounds import Bounds
from measurand.studies.causal.solving.compose import Composed, inner_names
from measurand.studies.causal.solving.inverse import MOST_WORK, Open
from measurand.values.reasoning import Known

ANGLES = frozenset(name for name, function in FUNCTIONS.items() if function.angle)
_STEPS = (6151, 3571, 7919, 2203)
_SCALES = (997, 9973, 101, 99991)


class Posed:
    """An equation, what names it has, and the values of its parts at the numbers of the knowns.

    Names without a number get numbers of no meaning, by their order in the equation, so that names
    play no part; there are four choices of them. The values of all parts are worked out at once,
    within a budget, so that they do not depend on what is asked first.

    >>> from measurand.studies.causal.rules.tree import Name, Negative
    >>> tree = Negative(Name("x"))
    >>> posed = Posed(Composed(effect="y", made=tree), {"x": Known(name="x", number=Fraction(2))})
    >>> posed.choices, posed.values(0)(tree).low
    (1, Fraction(-2, 1))
    """

    def __init__(
        self, equation: Composed, knowns: Mapping[str, Known], most: int = MOST_WORK
    ) -> None:
        self.equation, self.knowns, self.most = equation, knowns, most
        numbers = {name: known.number for name, known in knowns.items()}
        holding = Holding(equation.made)
        self._numbers = {
            name: number for name in holding.names if (number := numbers.get(name)) is not None
        }
        self._generic = tuple(name for name in holding.names if name not in self._numbers)
        self.holding = Holding(equation.made, self._generic)
        self.choices = len(_STEPS) if self._generic else 1
        self.size = sum(1 for _ in nodes(equation.made))
        self.in_degrees = _in_degrees(self)
        self._found: dict[tuple[int, str], Bounds | Open] = {}
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
        found = self._found.get((choice, below))
        if found is None:
            found = self._found[choice, below] = self._valued(choice, below)
        return found

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


def _in_degrees(posed: Posed) -> bool:
    """Tell whether an angle takes a known in degrees; one that is converted by pi may."""
    degrees = {
        name
        for name in posed.holding.names
        if is_in_degrees(posed.knowns.get(name) or Known(name=name))
    }
    tree = posed.equation.made
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
