"""Whether the paper still prints what the claims file says, and where."""

import pytest
from attrs import evolve

from measurand.auditing.claims.model import Claim, Relation, Scalar
from measurand.auditing.claims.text_check import (
    Numbers,
    Spot,
    TextCheck,
    check_texts,
    contains_phrase,
    paper_files,
)
from measurand.values.fault import Fault
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict
from tests.claims.related import RIGHT, related, said, told, whole
from tests.claims.small import printed

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
PAPER = ("intro", "a & 50.0 & 50.0 & 50.0", "b & 100.0 & 50.0 & 66.7", "it is about", "1.3x more")


def number(text: str, at: str) -> Scalar:
    return Scalar(id="n", printed=Printed.parse(text), at=at)


def looked(text: str, at: str, lines: tuple[str, ...] = PAPER) -> TextCheck:
    [found] = check_texts(whole(number(text, at), tables=[]), {"p.tex": lines})
    return found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("63.3%", "ours & 63.3 & 12"),
        ("63.3", "63.3"),
        ("63.3%", r"\textbf{63.3}\%"),
        ("63.3", "it is 63.3."),
        ("63.30", "63.30,"),
        ("-1.5", "$-1.5$"),
        ("0.63", "p = .63"),
        ("1024", "1,024 letters"),
        ("1024", "1{,}024"),
        ("63.3", "63,3 %"),
        ("0.512", "0,512"),
        ("1234567", r"1\,234\,567"),
        ("1234.5", "1\u202f234.5"),
        ("0.00150", "1.50e-3"),
        ("0.00150", r"$1.50 \times 10^{-3}$"),
        ("1000", r"1.000 \cdot 10^3"),
        ("7", "7"),
    ],
)
def test_digits_are_found_however_papers_print_them(text: str, line: str) -> None:
    assert Numbers.of([line]).have(Printed.parse(text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("63.3", "163.3"),
        ("63.3", "63.35"),
        ("63.3", "63.30"),
        ("63.3", "6.33"),
        ("63", "63.3"),
        ("3.3", "63.3.3"),
        ("63.3", "63.3.4"),
        ("63", "63.3.4"),
        ("12", "3,012"),
        ("0.63", "1.63"),
        ("0.00150", "1.50 and 3"),
        ("24", "1,024"),
        ("63.3", "63,35"),
        ("3.4", "1,3,4"),
    ],
)
def test_digits_inside_another_number_are_not_it(text: str, line: str) -> None:
    assert not Numbers.of([line]).have(Printed.parse(text))


def test_zeros_at_the_end_may_be_left_out_where_they_were_dropped() -> None:
    half = Printed.parse("0.5", decimals=3)

    assert Numbers.of(["it is 0.5"]).have(half, dropped=True)
    assert not Numbers.of(["it is 0.5"]).have(half)


def test_a_phrase_may_be_broken_over_lines() -> None:
    assert contains_phrase(["the cost is about~11x", "   lower"], "about 11x lower")
    assert not contains_phrase(["about 12x lower"], "about 11x lower")


def test_a_number_is_looked_for_on_its_line_alone() -> None:
    assert looked("66.7", "p.tex:3").verdict is HOLDS
    moved = looked("66.7", "p.tex:2")

    assert (moved.verdict, moved.because) == (REFUTED, "not printed there: 66.7")
    assert moved.id == "n @ p.tex:2"


def test_lines_may_be_a_range_or_the_whole_file() -> None:
    assert looked("66.7", "p.tex:2-3").verdict is HOLDS
    assert looked("66.7", "p.tex").verdict is HOLDS
    assert looked("66.9", "p.tex").verdict is REFUTED


def test_a_line_behind_the_end_is_refuted() -> None:
    found = looked("66.7", "p.tex:6")

    assert (found.verdict, found.because) == (REFUTED, "p.tex has only 5 lines")


def test_a_file_that_cannot_be_read_decides_nothing() -> None:
    missing = Fault(file="p.tex", got="nothing of that name", expected="a file")

    [found] = check_texts(whole(number("1", "p.tex:1"), tables=[]), {"p.tex": missing})
    [unread] = check_texts(whole(number("1", "p.tex:1"), tables=[]), {})

    assert (found.verdict, found.because) == (
        UNDECIDED,
        "p.tex: expected a file, got nothing of that name",
    )
    assert (unread.verdict, unread.because) == (UNDECIDED, "its file was not read")


def test_all_cells_of_a_table_are_looked_for() -> None:
    made = evolve(RIGHT, at="p.tex:2-3")

    [right] = check_texts(whole(tables=[made]), {"p.tex": PAPER})
    [wrong] = check_texts(whole(tables=[made]), {"p.tex": (*PAPER[:2], "b & 66.7")})

    assert right.verdict is HOLDS
    assert (wrong.verdict, wrong.because) == (REFUTED, "not printed there: 100.0%, 50.0%")


def test_a_row_may_have_a_place_of_its_own() -> None:
    rows = (RIGHT.rows[0], evolve(RIGHT.rows[1], at="p.tex:3"))
    made = evolve(RIGHT, at="p.tex:2", rows=rows)

    table, row = check_texts(whole(tables=[made]), {"p.tex": PAPER})

    assert (table.verdict, row.verdict) == (HOLDS, HOLDS)
    assert (table.id, row.id) == ("1 @ p.tex:2", "1/b @ p.tex:3")
    assert row.place == ("table", 0, "rows", 1, "at")


def test_a_relation_is_looked_for_by_its_number_and_a_phrase_by_its_words() -> None:
    ratio = evolve(related("1/b/F1", Relation.RATIO, "1/a/F1", "1.3"), at="p.tex:5")
    words = evolve(said("about 1.3x", "1/b/F1", "1/a/F1"), id="words", at="p.tex:4-5")

    found = told(whole(ratio, words), {"p.tex": PAPER})

    assert [found[name].verdict for name in ("claim @ p.tex:5", "words @ p.tex:4-5")] == [
        HOLDS,
        HOLDS,
    ]


def test_an_order_prints_nothing_that_could_be_looked_for() -> None:
    claim = evolve(related("1/b/F1", Relation.GREATER, "1/a/F1"), at="p.tex:5")

    found = told(whole(claim), {"p.tex": PAPER})["claim @ p.tex:5"]

    assert (found.verdict, found.because) == (UNDECIDED, "nothing is said to be printed there")


def test_files_are_listed_once() -> None:
    claims = whole(
        number("1", "p.tex:1"), tables=[evolve(RIGHT, at="p.tex"), evolve(RIGHT, at="q")]
    )

    assert paper_files(claims) == ("p.tex", "q")


@pytest.mark.parametrize("text", ["", ":3", "a:0", "a:5-4", "a:9999999", "a:0-3"])
def test_a_place_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="got"):
        Spot.parse(text)


def test_a_path_may_have_a_colon() -> None:
    assert Spot.parse("c:/x.tex:3") == Spot("c:/x.tex", 3, 3)
    assert Spot.parse("a:b") == Spot("a:b")


def test_what_is_missing_is_named_shortly() -> None:
    made = evolve(RIGHT, at="p.tex:1")

    [found] = check_texts(whole(tables=[made]), {"p.tex": PAPER})

    assert found.because == ("not printed there: 50.0%, 50.0%, 50.0%, 100.0%, 50.0% and 1 more")


def test_units_are_not_looked_for() -> None:
    assert Numbers.of(["12.0"]).have(printed("12.0", Unit.DOLLAR))


def test_so_much_text_is_looked_through_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    size = sum(len(line) + 1 for line in PAPER)
    claims = whole(number("66.7", "p.tex"), evolve(number("50.0", "p.tex"), id="m"), tables=[])
    words = evolve(said("it is about 1.3x", "n", "n"), at="p.tex")

    def verdicts(most: int, *more: Claim) -> list[Verdict]:
        monkeypatch.setattr("measurand.auditing.claims.text_check.MOST_CHARACTERS", most)
        looked_at = evolve(claims, claims=(*claims.claims, *more))
        return [found.verdict for found in check_texts(looked_at, {"p.tex": PAPER})]

    # The numbers of one place are collected once; every phrase is looked for anew.
    assert verdicts(size) == [HOLDS, HOLDS]
    assert verdicts(size - 1) == [UNDECIDED, UNDECIDED]
    assert verdicts(2 * size, words) == [HOLDS, HOLDS, HOLDS]
    assert verdicts(2 * size - 1, words) == [HOLDS, HOLDS, UNDECIDED]
