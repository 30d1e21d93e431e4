"""`measurand compare`: two files joined by id, with intervals, tests and sizes of effect."""

import csv
import json
from collections.abc import Iterable
from fractions import Fraction
from io import StringIO

import pytest

from tests.cli.running import Ran, Shell

EXACT, MICRO = "exact_match", "f(average=micro)"
Tree = dict[str, object]


def lines(right: Iterable[int], *, ids: Iterable[int] = range(12), first: int = 0) -> str:
    """Write samples of one item; those that are listed are right. Four make a document."""
    found = set(right)
    return "".join(
        json.dumps(
            {
                "id": number,
                "gold": ["a"],
                "pred": ["a" if number in found else "b"],
                "groups": {"document": f"d{(number + first) // 4}"},
            }
        )
        + "\n"
        for number in ids
    )


@pytest.fixture
def two(shell: Shell) -> Shell:
    """The first system is right on ten of twelve samples, the second on four of these."""
    shell.write("ours.jsonl", lines(range(10)))
    shell.write("theirs.jsonl", lines(range(4)))
    return shell


def compared(shell: Shell, *words: str) -> Tree:
    """Compare the two files in JSON."""
    ran = shell("compare", "ours.jsonl", "theirs.jsonl", "--format", "json", *words)
    assert ran.err == ""
    assert ran.json["exit_code"] == ran.code
    return ran.json


def comparisons(tree: Tree) -> list[Tree]:
    found = tree["comparisons"]
    assert isinstance(found, list)
    return found


def only(tree: Tree) -> Tree:
    [test] = comparisons(tree)
    return test


def exactly(tree: object) -> Fraction:
    assert isinstance(tree, dict)
    return Fraction(tree.get("exact") or tree["value"])


def refused(ran: Ran) -> str:
    """Give the one line of a refusal."""
    assert (ran.code, ran.out) == (2, "")
    [told] = ran.err.splitlines()
    return told


def test_the_difference_is_first_less_second_with_an_exact_p_value(two: Shell) -> None:
    # 10/12 less 4/12; six samples differ, all one way: p = 2 / 2**6 (McNemar's exact test).
    test = only(compared(two, "-d", EXACT))

    found = [exactly(test[name]) for name in ("first", "second", "difference", "p_value")]
    assert found == [Fraction(5, 6), Fraction(1, 3), Fraction(1, 2), Fraction(1, 32)]
    assert (test["verdict"], test["units"], test["left_out"]) == ("different", 12, 0)
    assert test["p_value"] == {
        "value": 0.03125,
        "exact": "1/32",
        "how": "sign-flip, exact",
        "least": "1/32",
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
        "degenerate": "all resamples have one score",
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
    assert [test["verdict"] for test in stricter] == ["too few"] * 2
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


def test_groups_are_those_of_the_first_file(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4), first=2))

    test = only(compared(two, "-d", EXACT, "--cluster", "document"))

    assert test["units"] == 3


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
    assert exact == {"low": 0.25, "high": 0.75, "degenerate": None}
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

    assert found["exit_code"] == 3
    assert [test["verdict"] for test in comparisons(found)] == ["different", "undecided"]
    assert [test["tests"] for test in comparisons(found)] == [1, 1]


# The formats.


def test_the_text_has_every_number(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "-d", "jaccard(average=micro)")

    text = " ".join(ran.out.split())
    assert ran.code == 0
    assert "definition first second difference 95% interval p p (holm) verdict" in text
    assert "d1 0.833333 0.333333 0.5 [0.2500, 0.7500] 0.0312 0.0625 not significant" in text
    assert "definition d_z interval dominance interval units left out" in text
    assert "first: ours.jsonl; second: theirs.jsonl; joined by id." in text
    assert "Tests: two-sided; sign-flip, exact; holm over 2 tests, significant below 0.05." in text
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
    assert "none over 1 test, significant below 0.05" in " ".join(ran.out.split())


def test_the_result_is_written_to_a_file(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--output", "found.txt")

    assert (ran.code, ran.out) == (0, "")
    assert b"Comparison" in two.read("found.txt")


# Bad input.


def test_another_gold_list_is_refused(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4)).replace('"gold": ["a"]', '"gold": ["x"]', 1))

    assert refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT)) == (
        "ours.jsonl, theirs.jsonl: expected the same gold list in both systems, "
        "got two for sample '0'"
    )


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_repeated_id_is_refused(two: Shell, side: str) -> None:
    file = {"first": "ours.jsonl", "second": "theirs.jsonl"}[side]
    two.write(file, lines([], ids=[*range(12), 3]))

    told = refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT))
    assert told.startswith(f"{file}:13: ")

    # Without a look at ids the joining finds it.
    unseen = ("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--ids", "off")
    assert refused(two(*unseen)) == (
        f"ours.jsonl, theirs.jsonl: expected ids that differ within the {side} system, "
        "got '3' twice"
    )


def test_bad_lines_are_skipped_and_counted_where_that_is_asked_for(two: Shell) -> None:
    two.write("ours.jsonl", lines(range(10)) + "{\n")
    told = refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT))
    assert told.startswith("ours.jsonl:13: ")

    found = compared(two, "-d", EXACT, "--on-error", "skip")

    assert exactly(only(found)["difference"]) == Fraction(1, 2)
    sources = found["sources"]
    assert isinstance(sources, dict)
    assert (sources["ours.jsonl"]["skipped"], sources["theirs.jsonl"]["skipped"]) == (1, 0)


def test_faults_of_both_files_are_named(two: Shell) -> None:
    for file in ("ours.jsonl", "theirs.jsonl"):
        two.write(file, "{\n")

    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT)

    assert (ran.code, ran.out) == (2, "")
    assert [told.partition(":")[0] for told in ran.err.splitlines()] == [
        "ours.jsonl",
        "theirs.jsonl",
    ]


def test_an_empty_file_is_refused(two: Shell) -> None:
    two.write("ours.jsonl", "")

    assert refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT)) == (
        "ours.jsonl: expected samples, got a file without records"
    )


def test_a_missing_file_is_refused(two: Shell) -> None:
    assert refused(two("compare", "none.jsonl", "theirs.jsonl", "-d", EXACT)).startswith(
        "none.jsonl: "
    )


def test_a_cluster_that_samples_do_not_have_is_refused(two: Shell) -> None:
    asked = ("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, "--cluster", "documents")

    assert refused(two(*asked)) == (
        "ours.jsonl: sample '0': expected a group 'documents' of the sample "
        "(did you mean 'document'?), got groups document"
    )


def test_only_the_first_file_needs_the_groups(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4)).replace('"document"', '"other"'))

    assert only(compared(two, "-d", EXACT, "--cluster", "document"))["units"] == 3


def test_samples_of_another_shape_are_refused_with_their_file(two: Shell) -> None:
    asked = ("compare", "ours.jsonl", "theirs.jsonl", "-d", "f(unit=aspect)")

    ran = two(*asked)

    assert (ran.code, ran.out) == (2, "")
    assert [told.partition(": expected")[0] for told in ran.err.splitlines()] == [
        "ours.jsonl: sample '0'",
        "theirs.jsonl: sample '0'",
    ]


def test_an_unknown_definition_is_refused(two: Shell) -> None:
    told = refused(two("compare", "ours.jsonl", "theirs.jsonl", "-d", "exact_mach"))

    assert told.startswith("--definition: expected a definition, got exact_mach: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--level", "1"), "argument --level: a number between 0 and 1: got '1'"),
        (("--level", "95%"), "argument --level: a number between 0 and 1: got '95%'"),
        (("--level", "1e-999999999"), "argument --level: a number between 0 and 1"),
        (("--alpha", "0"), "argument --alpha: a number between 0 and 1: got '0'"),
        (("--alpha", "nan"), "argument --alpha: a number between 0 and 1: got 'nan'"),
        (("--replicates", "0"), "--replicates: a whole number from 1 to 10000000: got '0'"),
        (("--replicates", "9" * 99), "--replicates: a whole number from 1 to 10000000"),
        (("--seed", "-1"), "argument --seed: a whole number from 0 to 18446744073709551615"),
        (("--seed", "1.5"), "argument --seed: a whole number from 0 to 18446744073709551615"),
        (("--stream", "legacy"), "argument --stream: invalid choice: 'legacy'"),
        (("--test", "t"), "argument --test: invalid choice: 't'"),
        (("--ends", "t"), "argument --ends: invalid choice: 't'"),
        (("--correction", "t"), "argument --correction: invalid choice: 't'"),
    ],
)
def test_values_that_are_none_are_refused(two: Shell, words: tuple[str, str], told: str) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", EXACT, *words)

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_help_has_examples_and_exit_codes(shell: Shell) -> None:
    ran = shell("compare", "--help")

    assert ran.code == 0
    assert "examples:\n  measurand compare ours.jsonl theirs.jsonl -d" in ran.out
    assert "exit codes: 0 done; 2 bad input; 3 some difference is undecided" in ran.out
