"""Profiles, options and row filters of a review, and the list of terms that are always targets."""

import json

import pytest

from tests.cli.reviewing import RUN, card, lines, metrics_of, output, said
from tests.cli.running import Ran, Shell

FILE = f"{RUN}.jsonl"
# Counted as a list the final tuples have two wrong ones; as a set there is one, and it is right.
TWICE = {
    "runtime.parsed_output.final_result.final_tuples": [said("soup", "positive")] * 2,
}
OTHER = {"profile": "other", "meta.profile": "other"}
COMMANDS = pytest.mark.parametrize("stage", ["aggregate", "report", "seeds"])


@pytest.fixture
def twice(shell: Shell) -> Shell:
    shell.write(FILE, lines([card(1, TWICE)]))
    return shell


@pytest.fixture
def two(shell: Shell) -> Shell:
    """Give a file with the rows of two profiles: two of one, one of the other."""
    shell.write(FILE, lines([card(1), card(2, OTHER), card(3)]))
    return shell


def refused(ran: Ran) -> str:
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err


@pytest.mark.parametrize(
    ("more", "f1"),
    [
        ([], "0.6666666666666666"),
        (["--profile", "documented"], "0.6666666666666666"),
        (["--profile", "as-run"], "1"),
        (["--set", "counting=set"], "1"),
        (["--profile", "as-run", "--set", "counting=multiset"], "0.6666666666666666"),
    ],
)
def test_a_profile_and_an_option_of_it_choose_the_reading(
    twice: Shell, more: list[str], f1: str
) -> None:
    twice("review", "aggregate", FILE, *more)

    assert metrics_of(twice.folder)["tuple_f1_s2"] == f1


def test_options_are_set_one_by_one(twice: Shell) -> None:
    twice("review", "aggregate", FILE, "--set", "counting=set", "--set", "net_gain_over=gold")

    assert metrics_of(twice.folder)["profile"] == "documented counting=set net_gain_over=gold"


def test_the_json_says_what_was_set(twice: Shell) -> None:
    tree = twice("review", "aggregate", FILE, "--set", "counting=set", "--format", "json").json

    assert (tree["profile"], tree["set"]) == ("documented", ["counting=set"])


@COMMANDS
def test_an_unknown_profile_is_refused(twice: Shell, stage: str) -> None:
    told = refused(twice("review", stage, FILE, "--profile", "as-ran"))

    assert "'as-ran'" in told


@COMMANDS
@pytest.mark.parametrize(
    ("option", "near"),
    [("countin=set", "did you mean 'counting'?"), ("counting=multi-set", "'multiset'")],
)
def test_an_unknown_option_or_value_is_refused_and_the_nearest_named(
    twice: Shell, stage: str, option: str, near: str
) -> None:
    told = refused(twice("review", stage, FILE, "--set", option))

    assert told.startswith("--set: ")
    assert near in told


@pytest.mark.parametrize("option", ["counting", "=", "", "counting=", "=set", "a=b=c", "x[=1"])
def test_an_option_that_is_none_is_refused(twice: Shell, option: str) -> None:
    told = refused(twice("review", "aggregate", FILE, "--set", option))

    assert told.startswith("--set: expected ")


def test_a_filter_keeps_the_rows_that_have_a_value(two: Shell) -> None:
    assert two("review", "aggregate", FILE, "--where", "profile=main").code == 0

    row = metrics_of(two.folder)
    assert (row["n"], row["where"]) == ("2", "profile=main")


def test_a_filter_follows_a_path(two: Shell) -> None:
    two("review", "aggregate", FILE, "--where", "meta.profile=other")

    assert metrics_of(two.folder)["n"] == "1"


def test_two_values_of_one_field_are_alternatives(two: Shell) -> None:
    two("review", "aggregate", FILE, "--where", "profile=main", "--where", "profile=other")

    row = metrics_of(two.folder)
    assert (row["n"], row["where"]) == ("3", "profile=main or other")


def test_filters_of_two_fields_hold_together(two: Shell) -> None:
    two("review", "aggregate", FILE, "--where", "profile=main", "--where", "meta.text_id=d3")

    assert metrics_of(two.folder)["n"] == "1"


def test_a_file_of_several_runs_is_taken_apart_by_a_filter(shell: Shell) -> None:
    shell.write("all.jsonl", lines([card(1), card(1, {"run_id": "b"}), card(2, {"run_id": "b"})]))

    shell("review", "aggregate", "all.jsonl", "--where", "run_id=b")

    assert metrics_of(shell.folder, "all")["n"] == "2"


def test_a_page_is_of_the_rows_that_a_filter_keeps(two: Shell) -> None:
    ran = two("review", "report", FILE, "--where", "profile=other", "--format", "json")

    pages = ran.json["pages"]
    assert isinstance(pages, list)
    assert pages[0]["samples"] == "1"


def test_score_filters_outputs(shell: Shell) -> None:
    other = output(2, {"meta.profile": "other"})
    shell.write("outputs.jsonl", lines([output(1), other]))

    shell("review", "score", "outputs.jsonl", "--where", "meta.profile=other", "--out", "out")

    [made] = shell.folder.glob("out/results/*/scorecards.jsonl")
    [line] = made.read_bytes().splitlines()
    assert json.loads(line)["meta"]["text_id"] == "d2"


@COMMANDS
@pytest.mark.parametrize("profile", ["documented", "recommended"])
def test_a_filter_that_matches_nothing_is_refused(two: Shell, stage: str, profile: str) -> None:
    told = refused(two("review", stage, FILE, "--profile", profile, "--where", "profile=none"))

    assert told == (
        f"{FILE}: expected rows with profile=none, got no row: "
        "set no_match=empty to take none, no_match=all to take all\n"
    )
    assert two.names() == {FILE}


def test_a_filter_of_outputs_that_matches_nothing_is_refused(shell: Shell) -> None:
    shell.write("outputs.jsonl", lines([output(1)]))

    told = refused(shell("review", "score", "outputs.jsonl", "--where", "meta.profile=none"))

    assert told.startswith("outputs.jsonl: expected rows with meta.profile=none, got no row: ")
    assert shell.names() == {"outputs.jsonl"}


def test_scorecards_of_all_outputs_say_that_no_filter_matched(shell: Shell) -> None:
    shell.write("mine.jsonl", lines([output(1)]))
    more = ("--where", "meta.profile=none", "--set", "no_match=all")

    tree = shell("review", "score", "mine.jsonl", *more, "--format", "json").json

    assert tree["notes"] == ["mine: no row has meta.profile=none: all rows were taken"]


def test_of_several_runs_each_must_have_rows_that_match(shell: Shell) -> None:
    shell.write("one.jsonl", lines([card(1)]))
    shell.write("two.jsonl", lines([card(1, OTHER)]))

    told = refused(
        shell("review", "aggregate", "one.jsonl", "two.jsonl", "--where", "profile=main")
    )

    assert told.startswith("two.jsonl: expected rows with profile=main, got no row: ")


def test_a_filter_that_matches_nothing_may_leave_nothing(two: Shell) -> None:
    ran = two("review", "aggregate", FILE, "--where", "profile=none", "--set", "no_match=empty")

    assert ran.code == 0
    assert metrics_of(two.folder)["tuple_f1_s2"] == ""


def test_a_page_of_nothing_is_a_page(two: Shell) -> None:
    ran = two("review", "report", FILE, "--where", "profile=none", "--set", "no_match=empty")

    assert ran.code == 0
    assert (two.folder / f"reports/{RUN}/metric_report.html").is_file()


@pytest.mark.parametrize("more", [["--set", "no_match=all"], ["--profile", "as-run"]])
def test_a_filter_that_matches_nothing_may_leave_all(two: Shell, more: list[str]) -> None:
    ran = two("review", "aggregate", FILE, "--where", "profile=none", *more)

    assert metrics_of(two.folder)["n"] == "3"
    assert metrics_of(two.folder)["where"] == ""
    assert f"{RUN}: no row has profile=none: all rows were taken" in ran.out


def test_a_page_of_all_lists_all(two: Shell) -> None:
    where = ("--where", "profile=none", "--set", "no_match=all")

    pages = two("review", "report", FILE, *where, "--format", "json").json["pages"]

    assert isinstance(pages, list)
    assert pages[0]["samples"] == "3"


def test_a_run_that_matches_stays_filtered_where_another_takes_all(shell: Shell) -> None:
    shell.write("one.jsonl", lines([card(1), card(2, OTHER)]))
    shell.write("two.jsonl", lines([card(1, OTHER)]))
    where = ("--where", "profile=main", "--set", "no_match=all")

    shell("review", "aggregate", "one.jsonl", "two.jsonl", *where)

    assert metrics_of(shell.folder, "one")["n"] == "1"
    assert metrics_of(shell.folder, "two")["n"] == "1"


@pytest.mark.parametrize("more", [(), ("--set", "no_match=empty"), ("--profile", "as-run")])
def test_a_field_that_no_row_has_is_named(two: Shell, more: tuple[str, ...]) -> None:
    told = refused(two("review", "aggregate", FILE, "--where", "profil=main", *more))

    assert told == (
        f"{FILE}:1: $: expected the key 'profil', got an object with 6 keys: "
        "did you mean 'profile'?\n"
    )


@COMMANDS
@pytest.mark.parametrize("where", ["profile", "=main", "", "profile[=x", ".=x", "a..b=x"])
def test_a_filter_that_is_none_is_refused(two: Shell, stage: str, where: str) -> None:
    told = refused(two("review", stage, FILE, "--where", where))

    assert told.startswith("--where: expected ")


def test_a_filter_by_an_object_is_refused(two: Shell) -> None:
    told = refused(two("review", "aggregate", FILE, "--where", "meta=main"))

    assert told.startswith(f"{FILE}:1: $.meta: expected a value to compare, got an object")


# The aspect is in the text where its span says, but the term is no target by itself.
SPANNED = {
    "stage1_ate": {"aspects": [{"term": "아", "span": {"start": 0, "end": 1}}]},
    "meta.input_text": "아 soup",
}


@pytest.mark.parametrize("listed", ['["뷰", "아"]', "- 뷰\n- 아\n", "뷰, 아", "뷰 아\n"])
def test_more_terms_may_be_targets(shell: Shell, listed: str) -> None:
    shell.write("outputs.jsonl", lines([output(1, SPANNED)]))
    shell.write("terms", listed)

    assert shell("review", "score", "outputs.jsonl", "--allow", "terms", "--out", "o").code == 0

    [made] = shell.folder.glob("o/results/*/scorecards.jsonl")
    debug = json.loads(made.read_bytes())["inputs"]["ate_debug"]
    assert (debug["kept_terms"], debug["dropped_terms"]) == (["아"], [])


def test_without_a_list_such_a_term_is_dropped(shell: Shell) -> None:
    shell.write("outputs.jsonl", lines([output(1, SPANNED)]))

    shell("review", "score", "outputs.jsonl", "--out", "o")

    [made] = shell.folder.glob("o/results/*/scorecards.jsonl")
    debug = json.loads(made.read_bytes())["inputs"]["ate_debug"]
    assert (debug["kept_terms"], debug["dropped_terms"]) == ([], ["아"])


@pytest.mark.parametrize("listed", ["[1]", '["a"', b"\xff", "[" * 3000])
def test_a_list_of_terms_that_is_none_is_refused(shell: Shell, listed: str | bytes) -> None:
    shell.write("outputs.jsonl", lines([output(1)]))
    shell.write("terms", listed)

    told = refused(shell("review", "score", "outputs.jsonl", "--allow", "terms"))

    assert told.startswith("terms: ")


def test_a_list_of_terms_that_is_not_there_is_refused(shell: Shell) -> None:
    shell.write("outputs.jsonl", lines([output(1)]))

    told = refused(shell("review", "score", "outputs.jsonl", "--allow", "none"))

    assert told == "none: expected a file, got nothing of that name\n"


def test_the_file_of_metrics_says_how_it_was_read(two: Shell) -> None:
    two("review", "aggregate", FILE, "--profile", "as-run", "--where", "profile=main")

    row = metrics_of(two.folder)
    assert (row["run"], row["profile"], row["where"]) == (RUN, "as-run", "profile=main")
