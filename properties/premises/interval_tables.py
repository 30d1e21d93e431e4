"""True tables whose intervals stand in columns of their own, in the layouts that papers have."""

from fractions import Fraction

from attrs import frozen
from hypothesis import strategies as st

from properties.premises.layouts import Ink, Place, TrueTable, Way, number

_MARKS = ("", "", "", "*", "†", "^a")
_FORMS = (
    *("[{}, {}]", "({}, {})", "{}-{}", "{}–{}", "{} to {}", "({}; {})", "({}–{})", "{} – {}"),
    *("{}--{}", "[{} {}]"),
)
_WORDS = ("95% CI", "CI", "[95% CI]", "95 % confidence interval", "CI (95%)", "90% CI", "C.I.")
_SCORES = ("Accuracy", "AUC", "Score", "Rate", "Sensitivity", "Hit rate")
_CAPTIONS = ("", "Results on the test set.", "Accuracy, with 95% confidence intervals.", "Median.")


@frozen
class Between:
    """A score and the ends of its interval, as shares."""

    low: Fraction
    value: Fraction
    high: Fraction


@frozen
class Written:
    """How scores are written: their decimals as percent, and the sign of score and ends."""

    places: int
    way: Way
    percent: bool
    sign: str
    sign_of_ends: str
    form: str

    def score(self, value: Fraction) -> str:
        """Write a score."""
        return self._number(value) + self.sign

    def interval(self, low: Fraction, high: Fraction) -> str:
        """Write an interval."""
        return self.form.format(*(self._number(end) + self.sign_of_ends for end in (low, high)))

    def _number(self, value: Fraction) -> str:
        places = self.places + 2 * (not self.percent)
        return number(value * (100 if self.percent else 1), places, self.way)


@st.composite
def ways_of_writing(draw: st.DrawFn) -> Written:
    """Draw how scores are written; a dash is no sign, so ends have none where it parts them."""
    percent = draw(st.booleans())
    signs = ("", "%") if percent else ("",)
    return Written(
        places=draw(st.integers(1, 2)),
        way=draw(st.sampled_from((Way.HALF_UP, Way.HALF_EVEN, Way.TRUNCATE, Way.PRINTF))),
        percent=percent,
        sign=draw(st.sampled_from(signs)),
        sign_of_ends=draw(st.sampled_from(signs)),
        form=draw(st.sampled_from(_FORMS)),
    )


@st.composite
def betweens(draw: st.DrawFn) -> Between:
    """Draw a score, and an interval around it."""
    value = Fraction(draw(st.integers(50, 980)), 1000)
    down, up = (Fraction(draw(st.integers(2, 90)), 1000) for _ in range(2))
    return Between(max(value - down, Fraction(0)), value, min(value + up, Fraction(1)))


@st.composite
def _marked(draw: st.DrawFn, text: str) -> str:
    form = draw(st.sampled_from(("{}", "{}", "{}", "{}", "**{}**", "—")))
    return form.format(text + draw(st.sampled_from(_MARKS))) if form != "—" else "—"


@st.composite
def interval_tables(draw: st.DrawFn) -> TrueTable:
    """Draw a table in which each score has an interval beside it, all on the same side."""
    ink = draw(ways_of_writing())
    names = draw(st.lists(st.sampled_from(_SCORES), min_size=1, max_size=3, unique=True))
    words, first = draw(st.sampled_from(_WORDS)), draw(st.booleans())
    apart, named = draw(st.booleans()), draw(st.booleans())
    head = ["Model"]
    over: list[tuple[str, int]] = []
    for name in names:
        ends = ["Lower", "Upper"] if apart else [f"{name} {words}" if named else words]
        score = name if ink.sign or not ink.percent else f"{name} (%)"
        head += [*ends, score] if first else [score, *ends]
        mine = [("" if apart else "Test", 1), (words if apart else "Test", len(ends))]
        over += reversed(mine) if first else mine
    rows = []
    for at in range(draw(st.integers(1, 6))):
        cells = []
        for _ in names:
            one = draw(betweens())
            ends = [ink.score(one.low), ink.score(one.high)]
            beside = ends if apart else [ink.interval(one.low, one.high)]
            beside = [draw(_marked(text)) for text in beside]
            score = draw(_marked(ink.score(one.value)))
            cells += [*beside, score] if first else [score, *beside]
        rows.append((f"m{at}", *cells))
    return TrueTable(
        family="intervals",
        head=tuple(head),
        rows=tuple(rows),
        caption=draw(st.sampled_from(_CAPTIONS)),
        over=tuple(over) if apart else (),
        place=Place.EACH,
        markup=draw(st.sampled_from(("markdown", "latex"))),
    )


@st.composite
def other_tables(draw: st.DrawFn) -> TrueTable:
    """Draw a table whose intervals are of something else: of differences, of other groups."""
    ink = draw(ways_of_writing())
    words = draw(st.sampled_from(_WORDS))
    heads = draw(
        st.sampled_from(
            (
                ("Treatment", "Control", words, "p"),
                ("Accuracy", "Baseline", words),
                ("Accuracy", words),
                ("Accuracy", "Params", words),
                ("Overall", "Low", "High"),
                ("Accuracy", "Lower", "Upper"),
            )
        )
    )
    rows = []
    for at in range(draw(st.integers(1, 6))):
        first, second = (Fraction(draw(st.integers(300, 980)), 1000) for _ in range(2))
        away = Fraction(draw(st.integers(1, 99)), 1000)
        levels = iter([ink.score(second), ink.score(2 * first - second)])
        parts = {
            words: ink.interval(first - second - away, first - second + away),
            **dict.fromkeys(("Treatment", "Accuracy", "Overall"), ink.score(first)),
            **dict.fromkeys(("Control", "Baseline"), ink.score(second)),
            "p": draw(st.sampled_from(("<.001", ".04", "n.s.", "0.51"))),
            "Params": "120",
        }
        cells = (parts.get(head) or next(levels) for head in heads)
        rows.append((f"m{at}", *cells))
    return TrueTable(
        family="other intervals",
        head=("Outcome", *heads),
        rows=tuple(rows),
        caption=draw(st.sampled_from(("", "Results on the test set."))),
    )


@st.composite
def difference_tables(draw: st.DrawFn) -> TrueTable:
    """Draw two shares, their difference and its interval; percent signs stand in some heads."""
    signs = draw(st.sampled_from((", %", " (%)", " %")))
    change = draw(st.sampled_from(("Difference", "Δ", "Gain", "Change", "Diff.")))
    ends = draw(
        st.sampled_from((("95% CI",), ("95% CI low", "95% CI high"), ("CI lower", "CI upper")))
    )
    error = draw(st.booleans())
    form = draw(st.sampled_from(("{} to {}", "({}, {})", "[{}; {}]")))
    ink = Ink(places=1, way=draw(st.sampled_from((Way.HALF_UP, Way.HALF_EVEN))))
    rows = []
    for at in range(draw(st.integers(1, 6))):
        first, second = (Fraction(draw(st.integers(20, 980)), 1000) for _ in range(2))
        one = Fraction(draw(st.integers(10, 60)), 1000)
        change_of, reach = second - first, Fraction(49, 25) * one
        numbers = [ink(change_of - reach), ink(change_of + reach)]
        rows.append(
            (
                f"y{at}",
                *(ink(first), ink(second), ink(change_of)),
                *([ink(one)] if error else []),
                *([form.format(*numbers)] if len(ends) == 1 else numbers),
            )
        )
    head = (f"Before{signs}", f"After{signs}", change, *(["SE"] if error else []), *ends)
    return TrueTable(family="differences", head=("Outcome", *head), rows=tuple(rows))
