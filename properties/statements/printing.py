"""Tests as papers print them: a statistic, what it gives, and the many ways to write the same."""

from fractions import Fraction
from importlib import import_module

from attrs import frozen
from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.values.printed import Printed, Rounding

NEAREST = (Rounding.HALF_UP, Rounding.HALF_EVEN, Rounding.HALF_DOWN)
modes = st.sampled_from((*NEAREST, Rounding.TRUNCATE))
_TIE = Fraction(1, 10**7)


@frozen
class Made:
    """A test that was computed: its kind, its exact statistic, and its two-tailed p-value."""

    kind: str
    statistic: Fraction
    dfs: tuple[int, ...]
    p: Fraction


def p_value(kind: str, statistic: Fraction, dfs: tuple[int, ...]) -> Fraction:
    """Compute p by another library."""
    stats = import_module("scipy.stats")

    size = abs(float(statistic))
    match kind:
        case "t":
            p = 2 * stats.t.sf(size, dfs[0])
        case "F":
            p = stats.f.sf(size, *dfs)
        case "χ2":
            p = stats.chi2.sf(size, dfs[0])
        case "z":
            p = 2 * stats.norm.sf(size)
        case _:
            p = 2 * stats.t.sf(size * (dfs[0] / (1 - size * size)) ** 0.5, dfs[0])
    return Fraction(float(p))


@st.composite
def made_tests(draw: st.DrawFn) -> Made:
    """Draw a test of any kind."""
    kind = draw(st.sampled_from(["t", "F", "χ2", "z", "r"]))
    thousandths = draw(st.integers(0, 900 if kind == "r" else 9000))
    sign = draw(st.sampled_from([1, -1])) if kind in "tzr" else 1
    more = Fraction(draw(st.integers(0, 97)), 10**5)
    statistic = sign * (Fraction(thousandths, 1000) + more)
    dfs = {"t": 1, "F": 2, "χ2": 1, "z": 0, "r": 1}[kind]
    drawn = tuple(draw(st.integers(1, 400)) for _ in range(dfs))
    return Made(kind, statistic, drawn, p_value(kind, statistic, drawn))


def digits(value: Fraction, decimals: int, mode: Rounding) -> str:
    """Print a number by a mode."""
    return Printed(rounded(value, decimals, mode), decimals).text


def is_tie(value: Fraction, decimals: int) -> bool:
    """Tell whether a number is so near to where it rounds otherwise that floats do not say how."""
    scaled: Fraction = value * 10**decimals
    nearest = Fraction(round(scaled * 2), 2)
    return abs(scaled - nearest) < _TIE


@frozen
class Style:
    """How a test is written: signs, spaces, brackets, markup, leading zeros."""

    minus: str = "-"
    space: str = " "
    zero: bool = True
    font: str = "{}"
    brackets: str = "()"
    comma: str = ", "
    chi: str = "χ2"
    equals: str = "="
    point: str = "."


styles = st.builds(
    Style,
    minus=st.sampled_from(["-", "\u2212", "\u2013", "\uff0d"]),
    space=st.sampled_from([" ", "", "\u2009", "\u202f", "\u00a0", "&nbsp;", "\n"]),
    zero=st.booleans(),
    font=st.sampled_from(
        ["{}", "*{}*", "_{}_", "<i>{}</i>", "<em>{}</em>", "${}$", "\\textit{{{}}}"]
    ),
    brackets=st.sampled_from(["()", "[]", "（）"]),
    comma=st.sampled_from([", ", ",", "; ", "，", "、", " ,\u2009"]),
    chi=st.sampled_from(["χ2", "χ²", "χ^2", "χ<sup>2</sup>", "chi2", "X2"]),
    equals=st.sampled_from(["=", "＝"]),
    point=st.sampled_from([".", ".", ",", "·"]),
)


def written(made: Made, style: Style, claim: str, value: str, statistic: str) -> str:
    """Write a test in a style; `claim` is the sign before the p-value."""

    def number(text: str, *, drop: bool) -> str:
        text = text.replace("-", style.minus)
        text = text.replace("0.", ".", 1) if drop and not style.zero else text
        return text.replace(".", style.point)

    left, right = style.brackets[0], style.brackets[1]
    name = style.chi if made.kind == "χ2" else style.font.format(made.kind)
    dfs = style.comma.join(map(str, made.dfs))
    head = f"{name}{left}{dfs}{right}" if dfs else name
    space = style.space
    p = f"{style.font.format('p')}{space}{claim}{space}{number(value, drop=True)}"
    of = number(statistic, drop=made.kind == "r")
    return f"{head}{space}{style.equals}{space}{of}{style.comma}{p}"
