"""What a table leaves unsaid is not held against it: rules that ask only what is said, or certain.

The numbers are invented unless a comment names their source.
"""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.closed.accuracy import accuracy_from_p_and_r
from measurand.auditing.proofs.closed.arithmetic import differences, shares
from measurand.auditing.proofs.closed.averages import averages, totals
from measurand.auditing.proofs.closed.errors import SAMPLE, r2_from_mse
from measurand.auditing.proofs.closed.f import left_out_bounds, may_leave_out
from measurand.auditing.proofs.closed.ranges import ranges
from measurand.auditing.proofs.confusion.one_matrix import one_matrix
from measurand.auditing.proofs.finding import Clash, questions
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
Options = tuple[tuple[str, str], ...]


def sheet(names: str, texts: str, *facts: tuple[Fact, int], options: Options = ()) -> Sheet:
    """Print one row under columns that are named by their roles; all have the options."""
    columns = tuple(Column(name=name, role=Role(name), options=options) for name in names.split())
    cells = zip(names.split(), map(Printed.parse, texts.split()), strict=True)
    return Sheet(columns=columns, rows=(Row(label="a", cells=tuple(cells)),), facts=facts)


def test_f_with_samples_left_out_lies_above_p_plus_r_minus_1_and_is_0_only_with_p_or_r() -> None:
    # 8 samples with P = R = F = 1, one without gold items, one without predictions: P and R are
    # 8/9, and F, where both count 0 in it, 8/10 > 7/9.
    part, none = Interval(Fraction(8, 9), Fraction(8, 9)), Interval(Fraction(0), Fraction(0))
    assert left_out_bounds(part, part) == Interval(Fraction(7, 9), Fraction(1))
    assert left_out_bounds(none, part) == left_out_bounds(part, none) == none


def test_one_said_rule_is_not_enough_to_keep_all_samples_in() -> None:
    gold, predicted = {"gold_empty": "0+0"}, {"pred_empty": "0+0"}
    assert may_leave_out(({}, {}, gold))
    assert may_leave_out((predicted, {}, {}))
    assert not may_leave_out(({}, predicted, gold))


# Prevalence 1/2 and P = R = 80% give an accuracy of 80% in one test set.
def test_an_accuracy_of_one_test_set_is_not_asked_of_means_over_runs() -> None:
    facts = ((Fact.POSITIVES, 50), (Fact.NEGATIVES, 50))
    printed = sheet("precision recall accuracy", "80.0% 80.0% 99.0%", *facts)
    [asked] = questions(accuracy_from_p_and_r(printed))
    assert asked.verdict is REFUTED
    [row] = printed.rows
    assert not list(accuracy_from_p_and_r(evolve(printed, rows=(evolve(row, kind=Kind.RUNS),))))


@pytest.mark.parametrize(
    ("average", "asked"),
    [
        ("micro", True),
        ("macro[class]", True),
        ("weighted[class]", True),
        ("macro[fold]", False),
        ("macro[sample]", False),
        ("weighted[sample]", False),
    ],
)
def test_a_mean_over_folds_is_not_held_to_one_matrix(average: str, *, asked: bool) -> None:
    facts = ((Fact.POSITIVES, 10), (Fact.NEGATIVES, 20))
    printed = sheet("accuracy", "72.1%", *facts, options=(("average", average),))
    assert bool(list(one_matrix(printed))) is asked
    weighted = sheet(
        "precision recall accuracy", "80% 80% 10%", *facts, options=(("average", average),)
    )
    known = average in {"micro", "weighted[class]"}
    assert bool(list(accuracy_from_p_and_r(weighted))) is known


# 1 - .50/.40 = -.25; with the variance over n - 1, and n = 2, it is 1 - .50/.20 = -1.5.
@pytest.mark.parametrize(
    ("r2", "verdict"),
    # A correlation of .65 has such a square, whatever the errors; its square is never negative.
    [("0.65", UNDECIDED), ("-0.10", REFUTED), ("-0.30", HOLDS), ("-1.70", REFUTED)],
)
def test_r2_is_bounded_for_any_number_of_samples(r2: str, verdict: Verdict) -> None:
    [asked] = questions(r2_from_mse(sheet("mse variance r2", f"0.50 0.40 {r2}")))
    assert asked.verdict is verdict
    [one] = [found for found in asked.findings if found.reading == SAMPLE]
    assert (one.verdict is REFUTED) is (verdict is not HOLDS)
    assert all(proof.holds for proof in one.grounds if isinstance(proof, Clash))
    alone = sheet("mse variance r2", f"0.50 0.40 {r2}", (Fact.SAMPLES, 1))
    assert [found.verdict for found in r2_from_mse(alone)][-1] is UNDECIDED


def test_shares_that_may_overlap_are_not_asked_about() -> None:
    rows = tuple(Row(label=x, cells=(("s", Printed.parse("70%")),)) for x in "ab")
    plain = Column(name="s", role=Role.SHARE)
    said = Column(name="s", role=Role.SHARE, options=(("overlap", "true"),))
    assert [one.verdict for one in shares(Sheet(columns=(plain,), rows=rows))] == [REFUTED]
    assert list(shares(Sheet(columns=(said,), rows=rows))) == []


def test_what_decides_is_among_the_assumptions() -> None:
    across = Sheet(
        columns=(
            Column(name="x"),
            Column(name="y"),
            Column(name="avg", role=Role.AVERAGE, of=("x", "y")),
            Column(name="sum", role=Role.TOTAL, of=("x", "y")),
            Column(name="d", role=Role.DIFFERENCE, of=("x", "y")),
        ),
        rows=(
            Row(
                label="a",
                cells=tuple((name, Printed.parse("5.0")) for name in ("x", "y", "avg", "sum", "d")),
            ),
        ),
    )
    [mean, *_], [total] = averages(across), totals(across)
    assert mean.assumes == (
        "it is made of x, y and of nothing else",
        "it is a mean of them: plain, or by weights of at least 0",
    )
    assert total.assumes[0] == mean.assumes[0]
    assert next(iter(differences(across))).assumes == ("it is made of x and y, in this order",)
    [outside] = ranges(sheet("recall", "111.0%"))
    assert outside.assumes == ("recall prints recall, in the unit beside its numbers",)
    down = Sheet(
        columns=(Column(name="x"),),
        rows=(
            Row(label="a", cells=(("x", Printed.parse("1.0")),)),
            Row(label="all", kind=Kind.AVERAGE, cells=(("x", Printed.parse("2.0")),), of=("a",)),
        ),
    )
    [first, *_] = averages(down)
    assert first.assumes[0] == "it is made of the rows a and of nothing else"
