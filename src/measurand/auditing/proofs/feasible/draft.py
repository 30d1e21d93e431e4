"""Linear forms under construction: unknowns, bounds, and sums of them.

A form is a sparse vector of coefficients; a draft collects unknowns and bounds until it is a
program.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.program import Bound, Program, Unknown

Form = Mapping[int, Fraction]
"""Coefficients by the index of an unknown."""


def plus(*parts: tuple[Fraction, Form]) -> dict[int, Fraction]:
    """Add forms, each times a factor.

    >>> plus((Fraction(2), {0: Fraction(1)}), (Fraction(-1), {0: Fraction(2), 1: Fraction(1)}))
    {1: Fraction(-1, 1)}
    """
    coefficients: dict[int, Fraction] = {}
    for factor, form in parts:
        for at, own in form.items():
            coefficients[at] = coefficients.get(at, Fraction(0)) + factor * own
    return {at: own for at, own in coefficients.items() if own}


@frozen
class Draft:
    """A program that grows.

    >>> draft = Draft()
    >>> draft.most(draft.unknown("samples"), Fraction(3), "few")
    >>> draft.program().met_by([Fraction(3)])
    True
    """

    fixed: Mapping[str, int] = field(factory=dict)
    _unknowns: list[Unknown] = field(factory=list, init=False)
    _bounds: list[Bound] = field(factory=list, init=False)

    def unknown(
        self, name: str, *, low: int = 0, high: Fraction | int | None = None, whole: bool = True
    ) -> dict[int, Fraction]:
        """Add an unknown, and give it as a form; one that is fixed has no choice."""
        one = Unknown(name=name, low=Fraction(low), whole=whole)
        if name in self.fixed:
            value = Fraction(self.fixed[name])
            one = evolve(one, low=value, high=value)
        elif high is not None:
            one = evolve(one, high=max(one.low, Fraction(high)))
        self._unknowns.append(one)
        return {len(self._unknowns) - 1: Fraction(1)}

    def most(self, form: Form, most: Fraction, name: str) -> None:
        """Bound a form from above."""
        terms = tuple(sorted((at, own) for at, own in form.items() if own))
        self._bounds.append(Bound(terms, most, name))

    def within(self, form: Form, span: Interval, name: str) -> None:
        """Bound a form from both sides."""
        self.most(form, span.high, f"{name}, at most")
        self.most(plus((Fraction(-1), form)), -span.low, f"{name}, at least")

    def same(self, form: Form, other: Form, name: str) -> None:
        """Make two forms equal."""
        zero = Interval(Fraction(0), Fraction(0))
        self.within(plus((Fraction(1), form), (Fraction(-1), other)), zero, name)

    def below(self, form: Form, other: Form, name: str, *, factor: Fraction | int = 1) -> None:
        """Bound a form by another one, times a factor."""
        self.most(plus((Fraction(1), form), (Fraction(-factor), other)), Fraction(0), name)

    def program(self) -> Program:
        """Finish."""
        return Program(tuple(self._unknowns), tuple(self._bounds))


def total(forms: Iterable[Form]) -> dict[int, Fraction]:
    """Add forms.

    >>> total([{0: Fraction(1)}, {0: Fraction(1), 1: Fraction(1)}])
    {0: Fraction(2, 1), 1: Fraction(1, 1)}
    """
    return plus(*((Fraction(1), form) for form in forms))
