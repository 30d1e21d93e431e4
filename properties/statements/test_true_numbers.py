"""Means, errors, intervals and shares that were computed from data are never refuted."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from importlib import import_module

from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint_apart
from measurand.edges.statements.plain import plain
from measurand.edges.statements.sheets import statements_of
from measurand.values.printed import Rounding
from measurand.values.verdict import TableVerdict
from properties.statements.printing import NEAREST, digits, is_tie, modes
from properties.strategies.effort import half

POSSIBLE, ODD = TableVerdict.POSSIBLE, TableVerdict.ODD
_DIGITS = 60
scores = st.lists(st.integers(1, 7), min_size=3, max_size=60)
styles = st.sampled_from(
    [
        "(M = {M}, SD = {SD}, n = {n}, SE = {SE}, 95% CI [{low}, {high}])",
        "n = {n}, *M* = {M} (*SD* = {SD}; *SE* = {SE}), 95% CI = {low} to {high}",
        "<i>M</i> = {M} points ($SE = {SE}$, <i>SD</i> = {SD}, n = {n}; 95% CI {low}–{high})",
        "(M = {M}, SD = {SD}, n = {n}, SE = {SE}, 95% CI, {low} to {high})",
        r"($M$ = {M}, SD = {SD}, n = {n}, SE = {SE}, 95\% CI {low}--{high})",
        r"($M$ = {M}, SD = {SD}, n = {n}, SE = {SE}, 95\% CI [${low}$--${high}$])",
    ]
)
_FEW = 12
shares = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
written = st.sampled_from(
    [
        "In all, {k} of {n} readers ({share}%) did.",
        "Some did ({k}/{n}, {share}%).",
        "Some did: {share}% ({k}/{n}).",
        "전체 {n}명 중 {k}명({share}%)이 응답하였다.",
        "{k} out of {n}\u2009（{share}％）",
    ]
)


def judged(text: str) -> TableVerdict:
    """Judge a text, of which something has to be read."""
    read = statements_of(text).unwrap()
    assert read.parts, text
    return lint_apart(read.sheet, read.parts).outcome


def root(value: Fraction) -> Fraction:
    """Take a root to sixty digits."""
    with localcontext() as context:
        context.prec = _DIGITS
        return Fraction((Decimal(value.numerator) / Decimal(value.denominator)).sqrt())


def moments(data: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """Give the mean, the deviation and the error of numbers."""
    number = len(data)
    mean = Fraction(sum(data), number)
    square = sum(((one - mean) ** 2 for one in data), Fraction(0)) / (number - 1)
    return mean, root(square), root(square / number)


@given(data=scores, style=styles, mode=modes, places=st.integers(1, 3))
def test_what_is_said_of_a_mean_is_possible_where_it_is_true(
    data: list[int], style: str, mode: Rounding, places: int
) -> None:
    """Mean, deviation, error and interval of one sample, on a scale or not."""
    quantile = Fraction(float(import_module("scipy.stats").t.ppf(0.975, len(data) - 1)))
    mean, deviation, error = moments(data)
    assume(deviation > Fraction(1, 100))
    numbers = {
        "M": mean,
        "SD": deviation,
        "SE": error,
        "low": mean - quantile * error,
        "high": mean + quantile * error,
    }
    assume(not any(is_tie(numbers[one], places) for one in ("SE", "SD", "low", "high")))
    shown = {name: digits(value, places, mode) for name, value in numbers.items()}
    text = style.format(n=len(data), **shown)

    verdicts = {judged(f"On a 7-point scale: {text}."), judged(f"So {text}.")}

    assert verdicts <= {POSSIBLE, *(() if mode in NEAREST else (ODD,))}


@given(counts=shares, style=written, mode=modes, places=st.integers(0, 2))
def test_a_share_of_counts_is_possible_where_it_is_true(
    counts: tuple[int, int], style: str, mode: Rounding, places: int
) -> None:
    """Rounded to the nearest it is possible, cut off it is at most odd."""
    k, n = counts
    share = digits(Fraction(100 * k, n), places, mode)

    verdict = judged(style.format(k=k, n=n, share=share))

    assert verdict in {POSSIBLE, *(() if mode in NEAREST else (ODD,))}


def ends(name: str, k: int, n: int) -> tuple[float, float]:
    """Compute an interval by another library."""
    stats = import_module("scipy.stats")
    match name:
        case "wilson":
            found = stats.binomtest(k, n).proportion_ci(method="wilson")
            return float(found.low), float(found.high)
        case "exact":
            found = stats.binomtest(k, n).proportion_ci(method="exact")
            return float(found.low), float(found.high)
        case "jeffreys":
            law = stats.beta(k + 0.5, n - k + 0.5)
            return (float(law.ppf(0.025)) if k else 0.0), (float(law.ppf(0.975)) if k < n else 1.0)
        case "agresti":
            square = float(stats.norm.ppf(0.975)) ** 2
            return _wald((k + square / 2) / (n + square), n + square)
        case _:
            return _wald(k / n, n)


def _wald(share: float, number: float) -> tuple[float, float]:
    wide = (
        float(import_module("scipy.stats").norm.ppf(0.975)) * (share * (1 - share) / number) ** 0.5
    )
    return max(0.0, share - wide), min(1.0, share + wide)


@half
@given(
    counts=shares,
    name=st.sampled_from(["wilson", "exact", "jeffreys", "agresti", "wald"]),
    places=st.integers(0, 2),
    comma=st.sampled_from(["", ","]),
)
def test_an_interval_of_counts_is_possible_where_it_is_true(
    counts: tuple[int, int], name: str, places: int, comma: str
) -> None:
    """The five intervals that are known, in percent."""
    k, n = counts
    low, high = (Fraction(end) * 100 for end in ends(name, k, n))
    assume(not is_tie(low, places) or low in {0, 100})
    assume(not is_tie(high, places) or high in {0, 100})
    share = digits(Fraction(100 * k, n), 1, Rounding.HALF_EVEN)
    shown = [digits(end, places, Rounding.HALF_EVEN) for end in (low, high)]

    text = f"We saw {k}/{n} ({share}%, 95% CI{comma} {shown[0]}% to {shown[1]}%)."

    assert judged(text) is POSSIBLE
    [part] = statements_of(text).unwrap().parts
    assert [column.name for column in part.columns] == ["count", "of", "%", "low", "high"]


@given(
    counts=shares.filter(lambda counts: counts[1] > _FEW),
    off=st.integers(2, 40),
    places=st.integers(1, 2),
)
def test_a_share_that_is_larger_than_the_quotient_by_more_than_a_step_is_found(
    counts: tuple[int, int], off: int, places: int
) -> None:
    """No rounding makes it, and of fewer it is odd at most; 3/4 may be a grade."""
    k, n = counts
    share = Fraction(100 * k, n) + Fraction(off, 10**places)
    assume(share <= 100)

    text = f"We saw {k}/{n} ({digits(share, places, Rounding.HALF_EVEN)}%)."

    assert judged(text) is not POSSIBLE


@given(
    counts=st.tuples(st.integers(0, 400), st.integers(1, 400)),
    share=st.integers(0, 100),
    words=st.sampled_from(
        [
            "Grade {k}/{n} ({share}%)",
            "epoch {k}/{n} ({share}%)",
            "step {k} of {n} ({share}%)",
            "page {k} of {n} ({share}%)",
            "{n} couples ({k} women, {n} men)",
            "{n} schools: {k} girls and {n} boys",
            "Study {n} ({k} women, {n} men)",
            "{n} participants in each group ({k} women and {n} men)",
        ]
    ),
)
def test_numbers_that_are_no_counts_of_persons_are_no_accusation(
    counts: tuple[int, int], share: int, words: str
) -> None:
    """Grades, steps and pages are no counts, and couples and schools are not persons."""
    text = words.format(k=counts[0], n=counts[1], share=share)
    read = statements_of(text).unwrap()

    assert lint_apart(read.sheet, read.parts).outcome in {POSSIBLE, TableVerdict.UNDECIDED}


@given(n=st.integers(2, 60), places=st.integers(2, 3), thousandths=st.integers(1000, 7000))
def test_a_mean_on_a_scale_that_no_sum_gives_is_odd_and_refuted_where_items_are_whole(
    n: int, places: int, thousandths: int
) -> None:
    """Possible where a whole number over n prints so, and else not."""
    text = digits(Fraction(thousandths, 1000), places, Rounding.HALF_UP)
    unit = Fraction(1, 10**places)
    fits = any(
        abs(Fraction(total, n) - Fraction(text)) <= unit / 2 for total in range(n, 7 * n + 1)
    )

    verdict = judged(f"On a 7-point Likert scale, M = {text}, n = {n}.")

    assert (verdict is POSSIBLE) == fits


@given(
    low=st.decimals(-99, 99, places=1),
    high=st.decimals(-99, 99, places=1),
    around=st.sampled_from(("95% CI {}", "95% CI [{}]", r"95\% CI {}", "{} points")),
)
def test_a_range_in_latex_reads_as_that_with_a_dash(
    low: Decimal, high: Decimal, around: str
) -> None:
    dash = plain(around.format(f"{low}\u2013{high}"))

    assert plain(around.format(f"{low}--{high}")) == dash
    assert plain(around.format(f"${low}$--${high}$")) == dash


@given(
    counts=shares.filter(lambda one: one[1] > _FEW),
    share=st.integers(0, 100),
    said=st.sampled_from(
        (
            "Percentages are Kaplan-Meier estimates.",
            "Weighted percentages.",
            "Crude n and adjusted %.",
            "Shares are multiply imputed.",
            "Percentages were standardised for age.",
        )
    ),
)
def test_a_percentage_that_is_said_to_be_estimated_is_no_quotient(
    counts: tuple[int, int], share: int, said: str
) -> None:
    k, n = counts
    read = statements_of(f"{said} In all, {k} of {n} readers ({share}%) did.").unwrap()

    assert lint_apart(read.sheet, read.parts).outcome in {POSSIBLE, TableVerdict.UNDECIDED}
