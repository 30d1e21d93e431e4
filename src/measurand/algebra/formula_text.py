"""Formulas as text, read again to the very same formula, and as LaTeX.

    sum    = term { ("+" | "-") term }
    term   = factor { ("*" | "/") factor }
    factor = [ "-" ] atom [ "**" DIGIT ]
    atom   = NUMBER | NAME | "(" sum ")" | FUNCTION "(" sum ")"
           | "if_0(" term "/" factor "," NUMBER ")"

FUNCTION is sqrt, log, abs or each_class. A NUMBER is `3`, `0.25`, or `1/4` without blanks: `1 / 4`
is a quotient of two, as is a `1/4` behind `*` or `/` or before `**`. Nothing is run; length, depth
and the parts of powers are bounded.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce

from attrs import define

from measurand.algebra.formula import (
    EachClass,
    Formula,
    Log,
    Magnitude,
    Number,
    Over,
    Plus,
    Root,
    Stat,
    Times,
    size,
)

LONGEST = 10_000
DEEPEST = 100
MOST_PARTS = 10_000
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:/\d+(?![\d.]))?)|(?P<name>[A-Za-z_]\w*)|(?P<mark>\*\*|[-+*/(),]))",
    re.ASCII,
)
_DIGITS = 40
_FUNCTIONS: Mapping[str, type[Root | Log | Magnitude | EachClass]] = {
    "sqrt": Root,
    "log": Log,
    "abs": Magnitude,
    "each_class": EachClass,
}
_WRITTEN = {kind: name for name, kind in _FUNCTIONS.items()}
_MINUS = Number(Fraction(-1))
_LETTERS = frozenset({"alpha", "beta", "gamma"})

_SUM, _TERM, _ATOM = range(3)


class FormulaError(ValueError):
    """A text that is no formula: where, what was got, what was expected."""


def text(formula: Formula) -> str:
    """Write a formula; `read` gives it back.

    >>> text(2 * Stat("hits") / (Stat("gold") + Stat("predicted")))
    '2*hits / (gold + predicted)'
    """
    return _text(formula, _SUM)


def _text(formula: Formula, level: int) -> str:
    written, own = _part(formula)
    return f"({written})" if own < level else written


def _part(formula: Formula) -> tuple[str, int]:
    """Write a formula, and say how tightly it holds together."""
    base, exponent = _power(formula)
    if exponent > 1:
        return f"{_text(base, _ATOM)}**{exponent}", _TERM
    match formula:
        case Plus():
            return _written_sum(formula), _SUM
        case Times(Number(Fraction(numerator=-1, denominator=1)), second):
            number = isinstance(second, Number)
            return f"-({_text(second, _SUM)})" if number else f"-{_text(second, _ATOM)}", _TERM
        case Times(first, second):
            return f"{_text(first, _TERM)}*{_text(second, _ATOM)}", _TERM
        case Over(top, bottom, zero):
            written = f"{_text(top, _TERM)} / {_text(bottom, _ATOM)}"
            return (written, _TERM) if zero is None else (f"if_0({written}, {zero})", _ATOM)
        case Stat(name):
            return name, _ATOM
        case Number(value):
            return str(value), _ATOM if value.denominator == 1 and value >= 0 else _TERM
        case _:
            return f"{_WRITTEN[type(formula)]}({_text(formula.of, _SUM)})", _ATOM


def _written_sum(plus: Plus) -> str:
    match plus.second:
        case Times(Number(Fraction(numerator=-1, denominator=1)), less) if less != _MINUS:
            return f"{_text(plus.first, _SUM)} - {_text(less, _TERM)}"
        case more:
            return f"{_text(plus.first, _SUM)} + {_text(more, _TERM)}"


def _power(formula: Formula) -> tuple[Formula, int]:
    """Read a product of equal factors as a power of at most 9."""
    base, count, rest = formula, 1, formula
    if isinstance(formula, Times):
        base = formula.second
        while isinstance(rest, Times) and rest.second == base:
            rest, count = rest.first, count + 1
        if rest != base or count > _HIGHEST:
            return formula, 1
    return base, count


_HIGHEST = 9


def latex(formula: Formula) -> str:
    r"""Write a formula for a page of mathematics.

    >>> print(latex(Stat("hits") / Root(Stat("gold") * Stat("predicted"))))
    \frac{\mathrm{hits}}{\sqrt{\mathrm{gold}\,\mathrm{predicted}}}
    """
    return _latex(formula, _SUM)


def _latex(formula: Formula, level: int) -> str:
    written, own = _latex_part(formula)
    return rf"\left({written}\right)" if own < level else written


def _latex_part(formula: Formula) -> tuple[str, int]:
    base, exponent = _power(formula)
    if exponent > 1:
        return f"{_latex(base, _ATOM)}^{{{exponent}}}", _TERM
    match formula:
        case Plus(first, Times(Number(Fraction(numerator=-1, denominator=1)), second)):
            return f"{_latex(first, _SUM)} - {_latex(second, _TERM)}", _SUM
        case Plus(first, second):
            return f"{_latex(first, _SUM)} + {_latex(second, _TERM)}", _SUM
        case Times(Number(Fraction(numerator=-1, denominator=1)), second):
            return f"-{_latex(second, _ATOM)}", _TERM
        case Times(first, second):
            mark = r" \cdot " if isinstance(second, Number) else r"\,"
            return f"{_latex(first, _TERM)}{mark}{_latex(second, _ATOM)}", _TERM
        case Number(value) if value < 0:
            return f"-{_latex(Number(-value), _ATOM)}", _TERM
        case _:
            return _latex_atom(formula), _ATOM


def _latex_atom(formula: Formula) -> str:
    match formula:
        case Stat(name):
            plain = name.replace("_", r"\_")
            return rf"\{name}" if name in _LETTERS else rf"\mathrm{{{plain}}}"
        case Number(Fraction(numerator=top, denominator=bottom)):
            return str(top) if bottom == 1 else rf"\frac{{{top}}}{{{bottom}}}"
        case Over(top, bottom):
            return rf"\frac{{{_latex(top, _SUM)}}}{{{_latex(bottom, _SUM)}}}"
        case Root(inner):
            return rf"\sqrt{{{_latex(inner, _SUM)}}}"
        case Magnitude(inner):
            return rf"\left|{_latex(inner, _SUM)}\right|"
        case Log(inner):
            return rf"\ln\left({_latex(inner, _SUM)}\right)"
        case EachClass(inner):
            return rf"\sum_{{k}}{_latex(inner, _ATOM)}"
        case _:
            return _latex(formula, _ATOM)


def read(written: str) -> Formula:
    """Read a formula.

    >>> read("(1 + beta**2)*hits / (beta**2*gold + predicted)") == (
    ...     (1 + Stat("beta") ** 2) * Stat("hits")
    ...     / (Stat("beta") ** 2 * Stat("gold") + Stat("predicted")))
    True

    Raises FormulaError with the place of the first thing that does not fit.
    """
    if len(written) > LONGEST:
        message = f"a formula of at most {LONGEST} characters: got {len(written)}"
        raise FormulaError(message)
    reader = _Reader(written)
    formula = reader.sum(0)
    reader.finish()
    return formula


@define
class _Reader:
    """A cursor over the tokens of a formula; every step moves forward, depth is counted."""

    text: str
    at: int = 0

    def fail(self, expected: str) -> FormulaError:
        got = self.text[self.at : self.at + 20].strip() or "the end"
        return FormulaError(
            f"{expected}: got {got!r} at character {self.at + 1} of {self.text[:200]!r}"
        )

    def next(self, kind: str) -> str:
        """Take a token of a kind; an empty text where another one stands there."""
        token = _TOKEN.match(self.text, self.at)
        taken = token.group(kind) if token else None
        if token is None or taken is None:
            return ""
        self.at = token.end()
        return taken

    def takes(self, *marks: str) -> str:
        """Take one of some marks."""
        before, mark = self.at, self.next("mark")
        if mark in marks:
            return mark
        self.at = before
        return ""

    def needs(self, mark: str) -> None:
        if not self.takes(mark):
            raise self.fail(f"{mark!r}")

    def sum(self, level: int) -> Formula:
        if level > DEEPEST:
            raise self.fail(f"at most {DEEPEST} levels of brackets")
        whole = self.term(level)
        while sign := self.takes("+", "-"):
            term = self.term(level)
            whole = Plus(whole, term if sign == "+" else Times(_MINUS, term))
        return whole

    def term(self, level: int) -> Formula:
        whole = self.factor(level)
        while mark := self.takes("*", "/"):
            other = self.factor(level)
            whole = Times(whole, other) if mark == "*" else Over(whole, other)
        return whole

    def factor(self, level: int) -> Formula:
        if self.takes("-"):
            # As everywhere: a minus binds less than a power, -2**2 is -(2**2).
            inner = self.raised(self.atom(level))
            if isinstance(inner, Number) and self.text[self.at - 1] != ")":
                return Number(-inner.value)
            return Times(_MINUS, inner)
        return self.raised(self.atom(level))

    def raised(self, base: Formula) -> Formula:
        if not self.takes("**"):
            return base
        exponent, _, rest = self.next("number").partition("/")
        if not (exponent.isdigit() and len(exponent) == 1 and exponent != "0"):
            raise self.fail(f"a power from 1 to {_HIGHEST}")
        self.at -= len(rest) + bool(rest)
        if size(base, MOST_PARTS) * int(exponent) > MOST_PARTS:
            raise self.fail(f"a formula of at most {MOST_PARTS} parts, powers multiplied out")
        return reduce(Times, [base] * int(exponent))

    def number(self) -> Number | None:
        before, digits = self.at, self.next("number")
        if not digits:
            return None
        top, slash, bottom = digits.partition("/")
        behind = self.text[:before].rstrip()[-1:]
        if slash and (behind in {"*", "/"} or self.text[self.at :].lstrip().startswith("**")):
            # Products are read from left to right, and powers bind first: a/2/3, 3/4**2.
            self.at -= len(slash + bottom)
            digits, bottom = top, ""
        if len(digits) > _DIGITS or (bottom and not int(bottom)):
            self.at = before
            raise self.fail(f"a number of at most {_DIGITS} digits, not over 0")
        return Number(Fraction(top) / int(bottom or 1))

    def atom(self, level: int) -> Formula:
        if number := self.number():
            return number
        if self.takes("("):
            inner = self.sum(level + 1)
            self.needs(")")
            return inner
        before, name = self.at, self.next("name")
        if name == "if_0":
            return self.declared(level + 1)
        if name in _FUNCTIONS:
            self.needs("(")
            inner = self.sum(level + 1)
            self.needs(")")
            return _FUNCTIONS[name](inner)
        if not name:
            self.at = before
            raise self.fail("a number, a name or '('")
        return Stat(name)

    def declared(self, level: int) -> Formula:
        self.needs("(")
        before, inner = self.at, self.sum(level)
        self.needs(",")
        negative, number = self.takes("-"), self.number()
        if number is None:
            raise self.fail("what 0/0 is: a number")
        self.needs(")")
        if not isinstance(inner, Over) or inner.zero is not None:
            self.at = before
            raise self.fail("a quotient in if_0(..., number)")
        return Over(inner.top, inner.bottom, -number.value if negative else number.value)

    def finish(self) -> None:
        if self.text[self.at :].strip():
            raise self.fail("an operator or the end")
