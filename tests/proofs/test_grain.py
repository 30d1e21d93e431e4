"""Counts over N: known N, unknown N, and what is no count."""

from fractions import Fraction

import pytest

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Exhausted, Finding, Witness
from measurand.auditing.proofs.grain.grim import common_size, compatible, grim, power
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import Verdict

# github.com/microsoft/SkillOpt/issues/158
LIVE_MATH = ("22.4%", "27.2%", "52.0%", "31.2%", "29.6%", "41.6%")


def column(*texts: str, role: Role = Role.RATE, **options: str) -> Sheet:
    return Sheet(
        columns=(Column(name="x", role=role, options=(*options.items(),)),),
        rows=tuple(
            Row(label=str(at), cells=(("x", Printed.parse(text)),)) for at, text in enumerate(texts)
        ),
    )


def known(sheet: Sheet, *facts: tuple[Fact, int]) -> Sheet:
    return Sheet(columns=sheet.columns, rows=sheet.rows, facts=facts)


def only(sheet: Sheet) -> Finding:
    (found,) = grim(sheet)
    return found


def test_six_cells_leave_three_sizes_below_400() -> None:
    cells = [hull(Printed.parse(text)) for text in LIVE_MATH]

    assert compatible(cells) == (125, 250, 375)
    assert compatible(cells, 124) == ()


def test_every_one_of_the_six_is_refuted_for_the_stated_124() -> None:
    found = list(grim(known(column(*LIVE_MATH), (Fact.SAMPLES, 124))))

    assert [one.verdict for one in found] == [Verdict.REFUTED] * 6
    assert [one.verdict for one in grim(known(column(*LIVE_MATH), (Fact.SAMPLES, 125)))] == [
        Verdict.HOLDS
    ] * 6


def test_one_cell_is_refuted_by_the_two_nearest_counts() -> None:
    found = only(known(column("87.6%"), (Fact.SAMPLES, 374)))

    assert found.because == (
        "not reproducible under a count over 374: 327/374 prints as 87.4%, 328/374 as 87.7%"
    )
    assert found.grounds == (Exhausted("k/374 for k = 327..328, the nearest two", 2),)
    assert found.assumes == (
        "each sample counts 0 or 1, and none is left out or weighted",
        "one run",
        "rounded once, to the nearest last digit",
    )


def test_a_possible_cell_has_its_count_and_says_what_the_rule_could_have_seen() -> None:
    found = only(known(column("22.4%"), (Fact.SAMPLES, 125)))

    assert found.grounds == (Witness((("count", Fraction(28)), ("of", Fraction(125)))),)
    assert found.because == (
        "28/125 prints as 22.4%; of numbers made up, a share of 0.875 would not be such a count"
    )


def test_with_many_samples_every_number_fits_and_that_is_said() -> None:
    found = only(known(column("22.4%"), (Fact.SAMPLES, 1000)))

    assert found.because == "224/1000 prints as 22.4%; with 1000 every number fits"
    assert power(Printed.parse("0.2"), 3) == Fraction(7, 10)


def test_runs_and_items_make_the_grain_finer() -> None:
    coarse = known(column("87.6%"), (Fact.SAMPLES, 374), (Fact.RUNS, 1))
    finer = known(column("87.6%"), (Fact.SAMPLES, 374), (Fact.RUNS, 3))
    items = known(column("87.6%"), (Fact.SAMPLES, 374), (Fact.ITEMS, 5))

    assert only(coarse).verdict is Verdict.REFUTED
    assert only(finer).verdict is only(items).verdict is Verdict.HOLDS
    assert only(finer).assumes[1] == "the mean of 3 runs"
    assert only(items).assumes[0].startswith("each of 5 items of a sample counts 0 or 1")


def test_a_number_of_samples_is_read_from_its_row_its_column_or_the_table() -> None:
    columns = (Column(name="n", role=Role.SAMPLES), Column(name="x", role=Role.RATE))
    cells = (("n", Printed.parse("374")), ("x", Printed.parse("87.6%")))
    sheet = Sheet(
        columns=columns,
        rows=(
            Row(label="column", cells=cells),
            Row(label="row", cells=cells, facts=((Fact.SAMPLES, 500),)),
            Row(label="table", cells=cells[1:]),
        ),
        facts=((Fact.SAMPLES, 1000),),
    )

    assert [one.verdict for one in grim(sheet)] == [
        Verdict.REFUTED,
        Verdict.HOLDS,
        Verdict.HOLDS,
    ]


def test_a_named_rounding_moves_the_interval() -> None:
    cell = Printed.parse("87.4%", rounding=Rounding.TRUNCATE)
    up = Printed.parse("87.4%", rounding=Rounding.CEILING)
    sheets = [
        Sheet(
            columns=(Column(name="x", role=Role.RATE),),
            rows=(Row(label="a", cells=(("x", printed),)),),
            facts=((Fact.SAMPLES, 374),),
        )
        for printed in (cell, up)
    ]

    # 327/374 is 87.433...%: cut it is 87.4, and rounded up it would be 87.5.
    assert [only(sheet).verdict for sheet in sheets] == [Verdict.HOLDS, Verdict.REFUTED]
    assert only(sheets[0]).assumes[2] == "rounding=truncate"


def test_a_percentage_without_its_unit_is_not_accused() -> None:
    found = only(known(column("87.6"), (Fact.SAMPLES, 374)))
    (shared,) = common_size(column("87.6"))

    assert (found.verdict, shared.verdict) == (Verdict.UNDECIDED, Verdict.UNDECIDED)
    assert found.because == "87.6 is no share: is its unit known?"


@pytest.mark.parametrize(
    "sheet",
    [
        column("87.6%", average="macro[class]"),
        column("87.6%", credit="similarity"),
        column("87.6%", role=Role.RECALL),
        column("0.876", role=Role.MEAN),
    ],
)
def test_what_is_no_plain_count_is_not_asked(sheet: Sheet) -> None:
    assert list(grim(known(sheet, (Fact.SAMPLES, 374)))) == []
    assert list(common_size(sheet)) == []


def test_rows_of_averages_are_not_counts() -> None:
    row = Row(label="mean", cells=(("x", Printed.parse("87.6%")),), kind=Kind.AVERAGE)
    sheet = Sheet(columns=(Column(name="x", role=Role.RATE),), rows=(row,))

    assert list(grim(known(sheet, (Fact.SAMPLES, 374)))) == []
    assert list(common_size(sheet)) == []


def test_a_mean_is_a_count_where_its_column_says_that_it_is_one() -> None:
    # E0162: seven more flags in 231 samples of ten frames.
    whole = column("0.0030303030303030303", "0.0031", role=Role.MEAN, whole="true")
    found = list(grim(known(whole, (Fact.SAMPLES, 231), (Fact.ITEMS, 10))))

    assert [one.verdict for one in found] == [Verdict.HOLDS, Verdict.REFUTED]
    assert found[0].because.startswith("7/2310 prints as 0.0030303030303030303")


def test_the_dust_of_a_difference_of_floats_is_not_accused() -> None:
    # 0.3 - (0.1 + 0.2) is -5.6e-17, and means 0.
    dust = column("-5.551115123125783e-17", role=Role.DIFFERENCE, whole="true")
    found = only(known(dust, (Fact.SAMPLES, 231), (Fact.ITEMS, 10)))

    assert found.because.startswith("0/2310 prints as")


def test_samples_that_fit_a_column_are_named() -> None:
    (found,) = common_size(known(column(*LIVE_MATH), (Fact.RUNS, 1)))

    assert found.verdict is Verdict.HOLDS
    assert found.because == "the cells fit N = 125, 250, 375 of 1..400"
    (witness,) = found.grounds
    assert isinstance(witness, Witness)
    assert dict(witness.values)["samples"] == 125
    assert dict(witness.values)["count of 2"] == 65


def test_many_samples_are_named_shortly() -> None:
    (found,) = common_size(column("50.0%"), 100)

    assert found.because == (
        "the cells fit N = 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24 and 38 more of 1..100"
    )


def test_no_size_up_to_the_bound_decides_nothing() -> None:
    (found,) = common_size(column(*LIVE_MATH), 124)

    assert found.verdict is Verdict.UNDECIDED
    assert found.because == "no N up to 124 fits all cells; a larger one may"


def test_rows_with_samples_of_their_own_do_not_share_one() -> None:
    sheet = column("22.4%", "87.6%")
    own = Row(label="own", cells=(("x", Printed.parse("1.23%")),), facts=((Fact.SAMPLES, 9),))
    (found,) = common_size(Sheet(columns=sheet.columns, rows=(*sheet.rows, own)))

    assert found.rows == ("0", "1")


@pytest.mark.parametrize(("most", "per"), [(0, 1), (400, 0)])
def test_a_search_over_nothing_is_refused(most: int, per: int) -> None:
    with pytest.raises(ValueError, match=f"^at least 1 sample .* got {most} and {per}$"):
        compatible([], most, per=per)


def test_no_cells_fit_any_size() -> None:
    assert compatible([], 3) == (1, 2, 3)


def test_a_number_of_samples_beyond_all_reason_is_not_one() -> None:
    assert list(grim(known(column("22.4%"), (Fact.SAMPLES, 10**40)))) == []
    assert only(known(column("22.4%"), (Fact.SAMPLES, 10**12))).verdict is Verdict.HOLDS
