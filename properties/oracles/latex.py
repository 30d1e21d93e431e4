r"""Formulas as LaTeX, evaluated from the text alone: what a reader of the page would compute.

sum    = term { ("+" | "-") term }
term   = factor { ["\," | "\cdot"] factor }
factor = ["-"] atom ["^{" DIGITS "}"]
atom   = DIGITS | "\mathrm{" NAME "}" | "\" LETTER | "\frac{" sum "}{" sum "}"
       | "\sqrt{" sum "}" | "\left(" sum "\right)" | "\left|" sum "\right|"
       | "\ln\left(" sum "\right)"
"""

import re
import sys
from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt

Number = Fraction | float
_TOKEN = re.compile(r"\\mathrm\{((?:[^{}\\]|\\_)+)\}|\\(left|right)([(|)])|(\\[A-Za-z]+|\\,|\d+|.)")
_ENDS = {"}", ")", "|", "+", "-", ""}


class _Reader:
    """A cursor over the marks of a formula, and what its names stand for."""

    def __init__(self, written: str, values: Mapping[str, Number]) -> None:
        self.marks = [found for found in map(_mark, _TOKEN.finditer(written)) if found != " "]
        self.values = values

    def take(self) -> str:
        return self.marks.pop(0)

    def seen(self) -> str:
        return self.marks[0] if self.marks else ""

    def needs(self, mark: str) -> None:
        got = self.take() if self.marks else ""
        if got != mark:
            raise ValueError(mark, got)

    def group(self, opened: str, closed: str) -> Number:
        self.needs(opened)
        value = self.sum()
        self.needs(closed)
        return value

    def sum(self) -> Number:
        whole = self.term()
        while self.seen() in {"+", "-"}:
            sign = self.take()
            term = self.term()
            whole = whole + term if sign == "+" else whole - term
        return whole

    def term(self) -> Number:
        whole = self.factor()
        while self.seen() not in _ENDS:
            if self.seen() in {r"\,", r"\cdot"}:
                self.take()
            whole = whole * self.factor()
        return whole

    def factor(self) -> Number:
        if self.seen() == "-":
            self.take()
            return -self.factor()
        base = self.atom()
        if self.seen() != "^":
            return base
        self.take()
        whole: Number = Fraction(1)
        for _ in range(int(self.group("{", "}"))):
            whole = whole * base
        return whole

    def atom(self) -> Number:
        mark = self.take()
        if mark.isdigit():
            return Fraction(mark)
        match mark:
            case r"\frac":
                top = self.group("{", "}")
                return top / self.group("{", "}")
            case r"\sqrt":
                return sqrt(_defined(self.group("{", "}"), 0))
            case r"\ln":
                return log(_defined(self.group("(", ")"), sys.float_info.min))
            case "(":
                self.marks.insert(0, mark)
                return self.group("(", ")")
            case "|":
                self.marks.insert(0, mark)
                inner = self.group("|", "|")
                return inner if inner >= 0 else -inner
            case _:
                return self.values[mark.removeprefix("\\")]


def _defined(inner: Number, least: float) -> Number:
    """Refuse what has no root, or no logarithm, as a division by 0 is refused."""
    if inner < least:
        raise ZeroDivisionError
    return inner


def _mark(found: re.Match[str]) -> str:
    name, _, bracket, plain = found.groups()
    return name.replace(r"\_", "_") if name else bracket or plain


def value(written: str, values: Mapping[str, Number]) -> Number | None:
    r"""Compute a formula of a page; None where it is undefined.

    >>> value(r"\frac{\mathrm{hits}}{2} - \beta^{2}", {"hits": Fraction(3), "beta": Fraction(1)})
    Fraction(1, 2)

    Raises ValueError, IndexError or KeyError for what is no formula.
    """
    reader = _Reader(written, values)
    try:
        found = reader.sum()
    except ZeroDivisionError:
        return None
    if reader.marks:
        raise ValueError("the end", reader.seen())
    return found
