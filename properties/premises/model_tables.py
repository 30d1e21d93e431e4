"""True tables of models: coefficients, errors, statistics, ratios, intervals, as papers print."""

from collections.abc import Sequence
from importlib import import_module
from math import exp
from statistics import NormalDist

from attrs import evolve, frozen
from hypothesis import strategies as st

from properties.premises.layouts import TrueTable

_NORMAL = NormalDist()
_MARKS = ("", "*", "**", "†", "^a")


@frozen
class Effect:
    """A coefficient and its standard error, and how far its interval reaches down and up."""

    coefficient: float
    error: float
    down: float
    up: float

    @property
    def p(self) -> float:
        """Give the two-sided p-value by the normal law."""
        return 2 * _NORMAL.cdf(-abs(self.coefficient / self.error))

    @property
    def ends(self) -> tuple[float, float]:
        """Give the ends of the interval of the coefficient."""
        return self.coefficient - self.down * self.error, self.coefficient + self.up * self.error


@st.composite
def effects(draw: st.DrawFn, *, skewed: bool = False, level: float = 0.95) -> Effect:
    """Draw an effect; the interval of a skewed one is none by the normal law."""
    z = _NORMAL.inv_cdf(0.5 + level / 2)
    error = draw(st.floats(0.02, 0.6))
    coefficient = draw(st.floats(-1.2, 1.2))
    bent = st.floats(-0.4, 0.4) if skewed else st.just(0.0)
    return Effect(coefficient, error, z * (1 + draw(bent)), z * (1 + draw(bent)))


def shown_p(p: float, places: int) -> str:
    """Print a p-value; a small one as a bound."""
    least = 10.0**-places
    return f"<{least:.{places}f}" if p < least else f"{p:.{places}f}"


@st.composite
def printed(draw: st.DrawFn, text: str) -> str:
    """Print a cell plainly, in bold, or with a mark; now and then it is missing."""
    form = draw(st.sampled_from(("{}", "{}", "{}", "{}", "**{}**", "-")))
    return form.format(text + draw(st.sampled_from(_MARKS))) if form != "-" else "-"


def table(heads: list[str], rows: list[list[str]]) -> TrueTable:
    """Make a table of models."""
    return TrueTable(family="models", head=tuple(heads), rows=tuple(map(tuple, rows)))


@st.composite
def coefficient_tables(draw: st.DrawFn) -> TrueTable:
    """Draw a table of coefficients, their errors and statistics."""
    places = draw(st.integers(2, 4))
    head = draw(st.sampled_from(("B", "β", "Estimate", "Coef.", "coef", "Coefficient")))
    statistic = draw(st.sampled_from(("t", "z", "t value", "Wald")))
    ratio = draw(st.booleans())
    rows = []
    for at, one in enumerate(draw(st.lists(effects(), min_size=1, max_size=8))):
        value = one.coefficient / one.error
        cells = [
            f"{one.coefficient:.{places}f}",
            f"{one.error:.{places}f}",
            f"{value * value if statistic == 'Wald' else value:.2f}",
            shown_p(one.p, 3),
            *([f"{exp(one.coefficient):.2f}"] if ratio else []),
            *([f"{exp(end):.2f}" for end in one.ends] if ratio else []),
        ]
        rows.append([f"x{at}", *[draw(printed(cell)) for cell in cells]])
    beside = ["OR", "CI lower", "CI upper"] if ratio else []
    return table(["Predictor", head, "SE", statistic, "p", *beside], rows)


@st.composite
def standardised_tables(draw: st.DrawFn, *, least: int = 1) -> TrueTable:
    """Draw a regression whose coefficients stand beside standardised ones, with one interval.

    It is that of the coefficients, or else of the standardised ones.
    """
    places, of_beta = draw(st.integers(2, 3)), draw(st.booleans())
    names = draw(st.sampled_from((("B", "β"), ("b", "β"), ("B", "Beta"), ("Estimate", "β"))))
    apart = draw(st.booleans())
    order = draw(st.sampled_from(("xebtpi", "xebitp", "xetpbi")))
    rows = []
    for at, one in enumerate(draw(st.lists(effects(), min_size=least, max_size=8))):
        scale = draw(st.floats(0.1, 4))
        ends = [f"{end * (scale if of_beta else 1):.{places}f}" for end in one.ends]
        cells = {
            "x": [f"{one.coefficient:.{places}f}"],
            "e": [f"{one.error:.{places}f}"],
            "b": [f"{one.coefficient * scale:.{places}f}"],
            "t": [f"{one.coefficient / one.error:.2f}"],
            "p": [shown_p(one.p, 3)],
            "i": ends if apart else [f"({ends[0]}, {ends[1]})"],
        }
        rows.append([f"x{at}", *(cell for what in order for cell in cells[what])])
    ends = ["95% CI low", "95% CI high"] if apart else ["95% CI"]
    heads = {"x": names[:1], "e": ["SE"], "b": names[1:], "t": ["t"], "p": ["p"], "i": ends}
    return table(["Predictor", *(head for what in order for head in heads[what])], rows)


@st.composite
def tables_of_tests(draw: st.DrawFn) -> TrueTable:
    """Draw a table of chi-squares, z or squares of them, whose p-values are often bounds."""
    statistic = draw(st.sampled_from(("χ²", "z", "chi-square", "χ2")))
    words = draw(st.sampled_from(("p", "P", "p-value", "P value", "p (two-tailed)", "Sig.")))
    form = draw(st.sampled_from(("{}", "{}", "p {}", "P{}")))
    cut = draw(st.sampled_from((("<", 0.001), ("< ", 0.001), ("<", 0.05), ("≤ ", 0.01))))
    df = [] if statistic == "z" else ["df"]
    rows = []
    for at in range(draw(st.integers(1, 8))):
        z = round(draw(st.floats(0.01, 6.5)), 2)
        shown = z if statistic == "z" else round(z * z, 2)
        p = 2 * _NORMAL.cdf(-z) if statistic == "z" else 2 * _NORMAL.cdf(-(shown**0.5))
        sign, least = cut
        text = f"{sign}{least}" if p < least else shown_p(p, 3)
        text = draw(st.sampled_from((text, text, text, "n.s." if p > 0.05 else text)))
        text = form.format(text if text[0] in "<≤n" else f"= {text}") if form != "{}" else text
        text = text.replace("0.", ".") if draw(st.booleans()) else text
        rows.append([f"x{at}", f"{shown:.2f}", *(["1"] if df else []), draw(printed(text))])
    return table(["Test", statistic, *df, words], rows)


ONE_SIDED = ("One-sided t-tests.", "All tests are one-tailed.", "p-values are one-sided.")


@st.composite
def one_sided_tables(draw: st.DrawFn, *, least: int = 1) -> TrueTable:
    """Draw statistics of one-sided tests, all on one side, of which some lie on the other."""
    sign, is_t = draw(st.sampled_from((-1, 1))), draw(st.booleans())
    places = draw(st.integers(2, 3))
    below = import_module("scipy.special").stdtr
    rows = []
    for at in range(draw(st.integers(least, 8))):
        value, df = round(draw(st.floats(-3.5, 3.5)), 2), draw(st.integers(5, 200))
        p = float(below(df, -sign * value)) if is_t else _NORMAL.cdf(-sign * value)
        rows.append([f"x{at}", f"{value:.2f}", *([str(df)] if is_t else []), shown_p(p, places)])
    caption = draw(st.sampled_from(ONE_SIDED))
    heads = ["Measure", *(["t", "df"] if is_t else ["z"]), "p"]
    return evolve(table(heads, rows), caption=caption)


OTHER_TESTS = (
    *("p is for interaction.", "P values are for heterogeneity.", "P for trend in each row."),
    *("p-values are from likelihood-ratio tests.", "Interaction p-values are shown."),
)
"""Captions that say that p is of another test than what stands beside it."""
OTHER_TESTS_OF_RATIOS = (
    *OTHER_TESTS,
    *("p by the log-rank test.", "Bonferroni-adjusted p.", "p values were corrected by FDR."),
    *("Tests for trend are shown.", "p is adjusted for multiple comparisons (Holm)."),
)
PLAIN = (
    *("", "Results by group.", "Adjusted hazard ratios."),
    *("No p was corrected.", "No interaction was tested."),
)
"""Captions that say nothing of the kind."""


@st.composite
def tables_of_other_tests(draw: st.DrawFn, captions: Sequence[str], *, p: str = "") -> TrueTable:
    """Draw ratios far from 1, or t far from 0, beside a p that is of another test, or all `p`."""
    t = draw(st.booleans()) and not any("djusted" in caption for caption in captions)
    rows = []
    for at in range(draw(st.integers(1, 6))):
        one = Effect(draw(st.floats(0.9, 1.2)), 0.2, 1.96, 1.96)
        low, high = (f"{exp(end):.2f}" for end in one.ends)
        other = p or f"{draw(st.floats(0.001, 1)):.3f}"
        beside = [f"{exp(one.coefficient):.2f}", f"{low}–{high}"]
        if t:
            beside = [f"{one.coefficient / one.error:.2f}", "60"]
        rows.append([f"x{at}", *beside, other])
    heads = ["t", "df"] if t else [draw(st.sampled_from(("HR", "OR", "RR"))), "95% CI"]
    return evolve(table(["Subgroup", *heads, "p"], rows), caption=draw(st.sampled_from(captions)))


@st.composite
def ratio_tables(draw: st.DrawFn, *, skewed: bool = False) -> TrueTable:
    """Draw a table of ratios with their intervals and p-values, some columns of it twice."""
    places = draw(st.integers(1, 3))
    words = draw(st.sampled_from(("OR", "HR", "aOR", "Odds ratio", "RR", "Adjusted HR")))
    level = draw(st.sampled_from((0.95, 0.9, 0.99)))
    said = f"({level * 100:.0f}% CI)"
    other = draw(st.booleans()) and skewed
    rows = []
    for at, one in enumerate(
        draw(st.lists(effects(skewed=skewed, level=level), min_size=1, max_size=8))
    ):
        low, high = (f"{exp(end):.{places}f}" for end in one.ends)
        p = min(1.0, one.p * draw(st.floats(0.5, 2))) if other else one.p
        between = draw(st.sampled_from(("-", "–", ", ")))
        cell = f"{exp(one.coefficient):.{places}f} ({low}{between}{high})"
        rows.append([f"x{at}", draw(printed(cell)), draw(printed(shown_p(p, 3)))])
    return table(["Variable", f"{words} {said}", "p-value"], rows)
