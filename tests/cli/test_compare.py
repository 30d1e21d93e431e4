"""`measurand compare`: two files joined by id, with intervals, tests and sizes of effect."""

import csv
from fractions import Fraction
from io import StringIO

import pytest

from tests.cli.comparing import (
    EXACT,
    MICRO,
    compared,
    comparisons,
    exactly,
    lines,
    only,
    put,
    refused,
)
from tests.cli.running import Shell


@pytest.fixture
def two(shell: Shell) -> Shell:
    return put(shell)


def test_the_difference_is_first_less_second_with_an_exact_p_value(two: Shell) -> None:
    # 10/12 less 4/12; six samples differ, all one way: p = 2 / 2**6 (McNemar's exact test).
    test = only(compared(two, "-d", EXACT))

    found = [exactly(test[name]) for name in ("first", "second", "difference", "p_value")]
    assert found == [Fraction(5, 6), Fraction(1, 3), Fraction(1, 2), Fraction(1, 32)]
    assert (test["verdict"], test["units"], test["left_out"]) == ("different", 12, 0)
    assert test["p_value"] == {
        "value": "1/32",
        "decimal": "0.03125",
        "how": "sign-flip, exact",
        "least": {"value": "1/32", "decimal": "0.03125"},
    }


def test_the_interval_holds_the_difference(two: Shell) -> None:
    interval = only(compared(two, "-d", EXACT))["interval"]

    assert isinstance(interval, dict)
    assert interval["low"] < 0.5 < interval["high"]
    assert interval["degenerate"] is None


def test_exchanging_the_files_turns_the_difference_and_the_interval(two: Shell) -> None:
    here = only(compared(two, "-d", EXACT))
    ran = two("compare", "theirs.jsonl", "ours.jsonl", "--format", "json", "-d", EXACT)
    there = only(ran.json)

    assert exactly(there["difference"]) == -exactly(here["difference"])
    assert there["p_value"] == here["p_value"]
    first, second = here["interval"], there["interval"]
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert (second["low"], second["high"]) == (-first["high"], -first["low"])


def test_a_system_against_itself_has_p_1_and_no_interval_but_a_point(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "ours.jsonl", "--format", "json", "-d", EXACT)

    test = only(ran.json)
    assert (ran.code, test["verdict"]) == (0, "not significant")
    assert exactly(test["p_value"]) == 1
    assert test["interval"] == {
        "low": 0.0,
        "high": 0.0,
        "level": {"value": "19/20", "decimal": "0.95"},
        "degenerate": "all resamples have one score",
        "how": None,
    }


def test_the_family_are_the_distinct_definitions(two: Shell) -> None:
    # Three definitions, one of them twice: Holm multiplies the least p-value by two.
    found = comparisons(compared(two, "-d", EXACT, "-d", MICRO, "-d", f"{EXACT}(match=set)"))

    assert [test["tests"] for test in found] == [2, 2]
    assert [exactly(test["p_value"]) for test in found] == [Fraction(1, 32)] * 2
    assert [exactly(test["adjusted"]) for test in found] == [Fraction(1, 16)] * 2
    assert [test["verdict"] for test in found] == ["not significant"] * 2


def test_the_correction_and_alpha_are_options(two: Shell) -> None:
    asked = ("-d", EXACT, "-d", MICRO, "--correction", "none")

    assert [test["verdict"] for test in comparisons(compared(two, *asked))] == ["different"] * 2
    stricter = comparisons(compared(two, *asked, "--alpha", ".03"))
    assert [test["verdict"] for test in stricter] == ["not significant"] * 2
    found = comparisons(compared(two, "-d", EXACT, "-d", MICRO, "--correction", "hochberg"))
    assert [exactly(test["adjusted"]) for test in found] == [Fraction(1, 32)] * 2


def test_a_definition_has_the_same_numbers_whatever_stands_beside_it(two: Shell) -> None:
    alone = only(compared(two, "-d", MICRO))
    _, beside = comparisons(compared(two, "-d", EXACT, "-d", MICRO))

    kept = ("difference", "interval", "p_value", "effects")
    assert {name: beside[name] for name in kept} == {name: alone[name] for name in kept}


def test_samples_of_one_file_alone_are_counted_and_left_out(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4), ids=range(3, 14)))

    found = compared(two, "-d", EXACT)

    assert found["alone"] == {"first": 3, "second": 2}
    assert only(found)["units"] == 9


def test_a_sample_without_an_answer_is_left_out_of_both(two: Shell) -> None:
    text = lines(range(10)).replace('"pred": ["a"]', '"pred": null', 1)
    two.write("ours.jsonl", text)

    test = only(compared(two, "-d", EXACT))

    assert (test["units"], test["left_out"]) == (11, 1)
    assert exactly(test["second"]) == Fraction(3, 11)


def test_clusters_are_exchanged_whole(two: Shell) -> None:
    # Of three documents the first is alike: two go one way, p = 2 / 2**2.
    test = only(compared(two, "-d", EXACT, "--cluster", "document"))

    assert (exactly(test["p_value"]), test["units"]) == (Fraction(1, 2), 3)
    assert exactly(test["difference"]) == Fraction(1, 2)


def test_groups_that_are_asked_for_are_the_same_in_both_files(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4), first=2))

    told = refused(
        two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--cluster", "document")
    )

    assert told.startswith("ours.jsonl, theirs.jsonl: expected the same group ")
    assert told.endswith(", got two for sample '2'")
    assert only(compared(two, "-d", EXACT))["units"] == 12


def test_a_mean_over_groups_is_resampled_by_them(two: Shell) -> None:
    macro = f"{EXACT}(average=macro[document,sample])"
    told = refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", macro))
    assert told == (
        "--cluster: expected the groups that the outermost mean runs over, "
        "got none, and average=macro[document,sample]: --cluster document"
    )

    test = only(compared(two, "-d", macro, "--cluster", "document"))

    assert exactly(test["difference"]) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "how", "p"),
    [
        ("sign_flip", "sign-flip, exact", Fraction(1, 32)),
        ("wilcoxon", "signed ranks, exact", Fraction(1, 32)),
        ("bootstrap_sign", "bootstrap_sign, resampled", None),
        ("bootstrap_plus_one", "bootstrap_plus_one, resampled", None),
    ],
)
def test_the_test_is_an_option(two: Shell, name: str, how: str, p: Fraction | None) -> None:
    found = only(compared(two, "-d", EXACT, "--test", name))["p_value"]

    assert isinstance(found, dict)
    assert found["how"] == how
    assert p is None or exactly(found) == p


def test_the_ends_the_level_the_seed_and_the_number_of_resamples_are_options(two: Shell) -> None:
    plain = only(compared(two, "-d", EXACT))["interval"]

    for asked in (
        ("--level", ".5"),
        ("--seed", "1", "--replicates", "100"),
        ("--stream", "raw", "--replicates", "100"),
    ):
        assert only(compared(two, "-d", EXACT, *asked))["interval"] != plain, asked
    # The law of the mean is 0.5 and symmetric here: the exact ends are those of a binomial number.
    exact = only(compared(two, "-d", EXACT, "--stream", "exact"))["interval"]
    level = {"value": "19/20", "decimal": "0.95"}
    assert exact == {"low": 0.25, "high": 0.75, "level": level, "degenerate": None, "how": None}
    for ends in ("percentile", "basic", "bca"):
        found = compared(two, "-d", EXACT, "--ends", ends)
        plan = found["plan"]
        assert isinstance(plan, dict)
        assert plan["ends"] == ends


def test_equal_runs_print_equal_bytes(two: Shell) -> None:
    asked = ("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "-d", MICRO)

    assert two(*asked) == two(*asked)


def test_the_order_of_lines_does_not_show(two: Shell) -> None:
    before = comparisons(compared(two, "-d", EXACT, "-d", MICRO))
    two.write("ours.jsonl", "".join(sorted(lines(range(10)).splitlines(keepends=True))[::-1]))

    assert comparisons(compared(two, "-d", EXACT, "-d", MICRO)) == before


# Verdicts and exit codes.


def test_one_sample_is_too_few(shell: Shell) -> None:
    shell.write("ours.jsonl", lines([0], ids=[0]))
    shell.write("theirs.jsonl", lines([], ids=[0]))

    ran = shell("compare", "ours.jsonl", "theirs.jsonl", "--format", "json", "-d", EXACT)

    assert ran.code == 3
    assert only(ran.json)["verdict"] == "too few"


def test_no_sample_in_common_is_undecided(shell: Shell) -> None:
    shell.write("ours.jsonl", lines([0], ids=[0]))
    shell.write("theirs.jsonl", lines([1], ids=[1]))

    ran = shell("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT)

    assert ran.code == 3
    assert "n/a in d1: no sample was scored" in ran.out
    assert only(compared(shell, "-d", EXACT))["verdict"] == "undecided"


def test_one_undecided_definition_among_others_exits_with_3(two: Shell) -> None:
    found = compared(two, "-d", EXACT, "-d", "exact_match(statistic=population_stdev)")

    # What has no p-value was asked all the same: Holm counts it as a test.
    assert found["exit_code"] == 3
    assert [test["verdict"] for test in comparisons(found)] == ["not significant", "undecided"]
    assert [test["tests"] for test in comparisons(found)] == [2, 2]


# The formats.


def test_the_text_has_every_number(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "-d", "jaccard(average=micro)")

    text = " ".join(ran.out.split())
    assert ran.code == 0
    assert "definition first second difference 95% interval p p (holm) verdict" in text
    assert "d1 0.833333 0.333333 0.5 [0.2500, 0.7500] 0.0312 0.0625 not significant" in text
    assert "definition d_z interval dominance interval units left out" in text
    assert "first: ours.jsonl; second: theirs.jsonl; joined by id." in text
    assert (
        "Tests: two-sided; sign-flip, exact; holm over 2 tests, significant at 0.05 or less."
        in text
    )
    assert "n/a in d2: sizes of effect are of means of differences of units" in text


def test_the_csv_has_the_rows_of_every_table(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--format", "csv")

    rows = list(csv.reader(StringIO(ran.out)))
    assert [row[0] for row in rows if len(row) == 1] == [
        "Comparison",
        "Sizes of effect",
        "Definitions",
        "Sources",
    ]
    assert rows[2][:4] == ["d1", "0.833333", "0.333333", "0.5"]
    assert rows[2][5:] == ["0.0312", "0.0312", "different"]


@pytest.mark.parametrize(("fmt", "mark"), [("md", "| d1 "), ("latex", "d1 & ")])
def test_the_tables_are_there_in_markdown_and_latex(two: Shell, fmt: str, mark: str) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--format", fmt)

    assert (ran.code, ran.out.count(mark)) == (0, 3)


def test_the_sizes_of_effect_have_intervals(two: Shell) -> None:
    found = only(compared(two, "-d", EXACT))["effects"]

    assert isinstance(found, dict)
    # Six of twelve differ by 1: mean 1/2, variance (6/4 + 6/4) / 11 = 3/11.
    assert found["standardised"]["value"] == pytest.approx(0.5 / (3 / 11) ** 0.5)
    assert found["dominance"]["value"] == 0.5
    assert found["dominance"]["interval"]["low"] < 0.5


def test_without_a_correction_there_is_no_column_for_it(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--correction", "none")

    assert "p  verdict" in ran.out
    assert "none over 1 test, significant at 0.05 or less" in " ".join(ran.out.split())


def test_the_result_is_written_to_a_file(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--output", "found.txt")

    assert (ran.code, ran.out) == (0, "")
    assert b"Comparison" in two.read("found.txt")


def test_systems_whose_records_stand_in_one_file_are_compared_as_two_files_are(
    shell: Shell,
) -> None:
    told = {"north": "xxyx", "east": "xyyy"}
    for name, said in told.items():
        rows = "".join(f"{at},x,{name},{one}\n" for at, one in enumerate(said))
        shell.write(f"{name}.csv", f"id,gold,model,pred\n{rows}")
    every = "".join(
        f"{at},x,{name},{one}\n" for name, said in told.items() for at, one in enumerate(said)
    )
    shell.write("all.csv", f"id,gold,model,pred\n{every}")
    words = ("--system", "model=north", "--system", "model=east")

    apart = shell("compare", "north.csv", "east.csv", "-d", "accuracy", "--format", "csv")
    found = shell("compare", "all.csv", *words, "-d", "accuracy", "--format", "csv")

    # 3/4 less 1/4; two items differ, both one way: p = 2 / 2**2.
    assert "d1,0.75,0.25,0.5" in found.out
    assert found.out.split("\n\n")[0] == apart.out.split("\n\n")[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a.csv", "--system", "m=x"), "--system: expected two systems or more"),
        (("a.csv", "--system", "m=x", "--system", "m=x"), "--system: expected two systems or more"),
        (("a.csv", "b.csv", "--system", "m=x", "--system", "m=y"), "--system: expected one file"),
        (("a.csv", "--system", "m=x", "--system", "m=y", "--where", "m=x"), "one of --system and"),
        (("a.csv", "--system", "m=x", "--system", "m=z"), "m= one of x, got m=z"),
    ],
)
def test_systems_that_cannot_be_told_apart_are_refused(
    shell: Shell, words: tuple[str, ...], told: str
) -> None:
    shell.write("a.csv", "id,gold,m,pred\n1,x,x,x\n")
    shell.write("b.csv", "id,gold,m,pred\n1,x,x,x\n")

    found = shell("compare", *words, "-d", "accuracy")

    assert found.code == 2
    assert told in found.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("m=north", "m=eats"), 2, "m= one of north, east, got m=eats, which no record has: did"),
        (("m=north", "m=eats", "m=east"), 2, "did you mean 'east'?"),
        (("m=north", "m=eats", "--where", "lang=z"), 2, "did you mean 'east'?"),
        (("m=north", "m=east", "--where", "lang=z"), 3, "none of 4 that has lang=z, m=east"),
    ],
)
def test_a_system_that_is_not_there_is_bad_input_and_a_filter_is_open(
    shell: Shell, words: tuple[str, ...], code: int, told: str
) -> None:
    # Ids repeat from system to system: those of each are told apart nevertheless.
    rows = "".join(f"{at},x,{name},x,de\n" for name in ("north", "east") for at in (1, 2))
    shell.write("a.csv", f"id,gold,m,pred,lang\n{rows}")
    said = [one for word in words for one in (["--system"] if word[:2] == "m=" else []) + [word]]

    found = shell("compare", "a.csv", *said, "-d", "accuracy")

    assert found.code == code
    assert told in found.err
