"""Laws of claims beside tables: no true claim is refuted, and none mends what is refuted."""

from datetime import date
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.auditing.claims.check import Checks, check_all
from measurand.auditing.claims.model import (
    Claim,
    Claims,
    Expectation,
    Reference,
    Related,
    Relation,
    Scalar,
)
from measurand.auditing.claims.outcomes import Outcome, outcomes, with_expectation
from measurand.auditing.claims.text_check import Numbers
from measurand.edges.cli.exit_codes import exit_code
from measurand.metrics.needs import Gathered
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import Verdict

NOTHING = Gathered({}, {})
VALUES = st.fractions(min_value=-2, max_value=2, max_denominator=60)
DECIMALS = st.integers(0, 4)
MODES = st.sampled_from([Rounding.HALF_UP, Rounding.HALF_EVEN, Rounding.HALF_DOWN])
UNITS = st.sampled_from([Unit.NONE, Unit.PERCENT, Unit.POINTS])
VERDICTS = st.sampled_from(Verdict)
DAYS = st.dates(min_value=date(2026, 1, 1), max_value=date(2028, 1, 1)).map(date.isoformat)


@st.composite
def printed(draw: st.DrawFn, value: Fraction) -> Printed:
    """Print a value as some paper may: in some unit, with some decimals, rounded to the nearest."""
    unit, decimals = draw(UNITS), draw(DECIMALS)
    return Printed(rounded(value / unit.scale, decimals, draw(MODES)), decimals, unit)


@st.composite
def true_claims(draw: st.DrawFn) -> tuple[Claim, ...]:
    """Draw two numbers as they are printed, and a relation that is true of what was rounded."""
    left, right = draw(VALUES), draw(VALUES)
    operands = tuple(
        Scalar(id=name, printed=draw(printed(value))) for name, value in (("x", left), ("y", right))
    )
    kinds = [Relation.DIFFERENCE]
    kinds += [Relation.RATIO, Relation.RELATIVE] if right else []
    kinds.append(
        Relation.EQUAL if left == right else Relation.GREATER if left > right else Relation.LESS
    )
    relation = draw(st.sampled_from(kinds))
    value = draw(printed(_come_to(relation, left, right))) if relation.valued else None
    claim = Related(
        id="claim", left=Reference("x"), right=Reference("y"), relation=relation, value=value
    )
    return (*operands, claim)


def _come_to(relation: Relation, left: Fraction, right: Fraction) -> Fraction:
    if relation is Relation.DIFFERENCE:
        return left - right
    return left / right if relation is Relation.RATIO else (left - right) / abs(right)


def checked(claims: tuple[Claim, ...]) -> Checks:
    return check_all(Claims(sources=(), tables=(), claims=claims), NOTHING, {})


@given(true_claims())
def test_what_is_true_of_exact_numbers_is_not_refuted_by_how_they_are_printed(
    claims: tuple[Claim, ...],
) -> None:
    [found] = checked(claims).claims

    assert found.verdict is not Verdict.REFUTED


@given(true_claims())
def test_a_true_claim_never_makes_a_refuted_file_hold(claims: tuple[Claim, ...]) -> None:
    wrong = Related(
        id="wrong",
        left=Printed.parse("1"),
        right=Printed.parse("2"),
        relation=Relation.GREATER,
    )
    whole = Claims(sources=(), tables=(), claims=(*claims, wrong))

    found = outcomes(whole, check_all(whole, NOTHING, {}))

    assert exit_code(one.verdict for one in found) == 1


@given(VERDICTS, DAYS, DAYS)
def test_what_was_expected_to_fail_never_holds_by_being_right(
    verdict: Verdict, review: str, today: str
) -> None:
    expect = Expectation(mismatch="version 1", review=review)

    found = with_expectation(Outcome(id="a", kind="cell", verdict=verdict), expect, today)

    turned = {
        Verdict.HOLDS: Verdict.REFUTED,
        Verdict.REFUTED: Verdict.UNDECIDED if today > review else Verdict.HOLDS,
        Verdict.UNDECIDED: Verdict.UNDECIDED,
    }
    assert found.verdict is turned[verdict]
    assert found.expected_to_fail == "version 1"


WORDS = st.sampled_from(["", "it is ", "F1 = ", "(", "& ", "about~", "$", "12, "])
ENDS = st.sampled_from(["", ".", ", 3", r"\%", ")", " & 7", "%", "$"])


@given(VALUES.flatmap(printed), WORDS, ENDS)
def test_a_number_that_is_printed_is_found(number: Printed, before: str, after: str) -> None:
    assert Numbers.of([f"{before}{number.text}{after}"]).have(number)


@given(VALUES.flatmap(printed), st.sampled_from("0123456789"))
def test_a_number_that_grew_a_digit_is_not_found(number: Printed, digit: str) -> None:
    text = number.text.removesuffix("%")
    longer = f"{text}{digit}" if "." in text else f"{text}.{digit}"

    assert not Numbers.of([longer]).have(number)
