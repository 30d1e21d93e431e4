"""`measurand compare` with files that cannot be joined, and options that are none."""

from fractions import Fraction

import pytest

from tests.cli.comparing import EXACT, compared, exactly, lines, only, put, refused
from tests.cli.running import Shell


@pytest.fixture
def two(shell: Shell) -> Shell:
    return put(shell)


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

    ran = two(*asked)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"{file}.jsonl: sample '0': expected a group 'documents' of the sample "
        "(did you mean 'document'?), got groups document"
        for file in ("ours", "theirs")
    ]


def test_the_first_file_needs_the_groups(two: Shell) -> None:
    two.write("theirs.jsonl", lines(range(4)).replace('"document"', '"other"'))

    asked = ("compare", "theirs.jsonl", "ours.jsonl", "-d", EXACT, "--cluster", "document")

    assert refused(two(*asked)) == (
        "theirs.jsonl: sample '0': expected a group 'document' of the sample, got groups other"
    )


def test_samples_of_another_shape_are_refused_with_their_file(two: Shell) -> None:
    asked = ("compare", "ours.jsonl", "theirs.jsonl", "-d", "f(unit=aspect)")

    ran = two(*asked)

    assert (ran.code, ran.out) == (2, "")
    assert [told.partition(": expected")[0] for told in ran.err.splitlines()] == [
        "ours.jsonl: sample '0'",
        "theirs.jsonl: sample '0'",
    ]


def test_a_gold_list_that_samples_do_not_have_is_refused_with_both_files(two: Shell) -> None:
    ran = two("compare", "ours.jsonl", "theirs.jsonl", "-d", "f(gold=other)")

    assert (ran.code, ran.out) == (2, "")
    assert [told.partition(", got")[0] for told in ran.err.splitlines()] == [
        f"{file}.jsonl: sample '0': expected a list 'other' of the sample"
        for file in ("ours", "theirs")
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
        (("--replicates", "0"), "--replicates: a whole number from 1 to 100000000: got '0'"),
        (("--replicates", "9" * 99), "--replicates: a whole number from 1 to 100000000"),
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
    assert "2 bad input; 3 something is undecided, few or missing" in ran.out
