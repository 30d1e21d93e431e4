"""What `causal compare` and `validity` say of files: how each was measured, and is tested."""

import pytest

from tests.cli.reasoning import idle, lines, listed, newton
from tests.cli.running import Ran, Shell

OURS, THEIRS, A, B = "ours.jsonl", "theirs.jsonl", "a.jsonl", "b.jsonl"
JSON = ("--format", "json")
FEW = ("--set", "plan.replicates=50")


@pytest.fixture
def both(shell: Shell) -> Shell:
    """Write four problems, which the first method answers with better graphs."""
    shell.write(OURS, lines(newton(str(n), group=f"p{n}", is_correct=n > 1) for n in range(4)))
    shell.write(THEIRS, lines(idle(str(n), group=f"p{n}", is_correct=n > 2) for n in range(4)))
    return shell


def rows(shell: Shell, dags: str, target: str, *words: str) -> None:
    assert shell("causal", "run", dags, "--rows", target, *words).code == 0


def said(ran: Ran) -> list[str]:
    """Join lines that were broken, and give the sentences behind the table."""
    return " ".join(ran.out.split("\n\n")[1].split()).removesuffix(".").split(". ")


def test_rows_of_one_profile_are_labelled_with_it(both: Shell) -> None:
    rows(both, OURS, A, "--profile", "documented")

    ran = both("causal", "validity", A, *FEW)

    assert "Profile: documented plan.replicates=50" in said(ran)


def test_a_profile_for_finished_rows_is_that_of_the_tests_alone(both: Shell) -> None:
    rows(both, OURS, A)

    ran = both("causal", "validity", A, "--profile", "documented", *FEW)

    assert "Profile of the tests: documented plan.replicates=50" in said(ran)
    assert (
        "The rows were measured under recommended: the tests alone are as asked for.\n"
        in ran.out.replace("\nasked", " asked")
    )
    assert "\nProfile: documented" not in ran.out


def test_a_profile_that_is_that_of_the_rows_says_no_more(both: Shell) -> None:
    rows(both, OURS, A, "--profile", "documented")

    ran = both("causal", "validity", A, "--profile", "documented")

    assert "Profile: documented" in said(ran)
    assert "as asked for" not in ran.out


def test_graphs_are_measured_under_the_profile_that_is_named(both: Shell) -> None:
    ran = both("causal", "validity", OURS, "--profile", "documented", "--sample", "1", *JSON)

    assert ran.json["profile"] == "documented sample=1"
    assert (ran.json["profiles"], ran.json["profile_of_tests"]) == (["documented"], False)


def test_rows_without_a_header_have_the_tests_of_a_profile_and_no_other(both: Shell) -> None:
    both.write(A, b'{"schema": "causal-score/1", "id": "1", "metrics": {"cf": 1}}\n')

    ran = both("causal", "validity", A)

    assert "Profile of the tests: recommended" in said(ran)
    assert "Rows without a header do not say who judged, and under which options" in ran.out


def test_files_of_two_profiles_are_named_both_and_what_differs_is_told(both: Shell) -> None:
    rows(both, OURS, A, "--set", "missing=half", *FEW)
    rows(both, THEIRS, B, *FEW)

    ran = both("causal", "compare", A, B)
    tree = both("causal", "compare", A, B, *JSON).json

    assert (
        "Profile: recommended missing=half plan.replicates=50; recommended plan.replicates=50"
        in said(ran)
    )
    assert (
        "The files were measured under different options, and what differs may be that: missing "
        "(half in a.jsonl, left_out in b.jsonl)"
    ) in said(ran)
    options = tree["options"]
    assert isinstance(options, dict)
    assert "missing" not in options
    assert options["plan.replicates"] == "50"


def test_many_options_that_differ_are_counted(both: Shell) -> None:
    rows(both, OURS, A, "--profile", "documented")
    rows(both, THEIRS, B, "--profile", "as-run")

    ran = both("causal", "compare", A, B)

    assert "weights.intervention (0.25 in a.jsonl, 1/3 in b.jsonl); " in " ".join(ran.out.split())
    assert " and 5 more" in " ".join(ran.out.split())


def test_tests_that_headers_do_not_agree_on_are_those_of_the_default_profile(both: Shell) -> None:
    rows(both, OURS, A, "--set", "plan.replicates=50")
    rows(both, THEIRS, B, "--set", "plan.replicates=80", "--set", "tested=cf")

    one = both("causal", "compare", A, B)
    other = both("causal", "compare", B, A, *JSON)

    assert "Profile of the tests: recommended" in said(one)
    assert (
        "a.jsonl, b.jsonl do not say the same of the tests: they are made as recommended says"
        in said(one)[-1]
    )
    assert isinstance(other.json["options"], dict)
    assert other.json["options"]["plan.replicates"] == "10000"
    assert len(listed(other.json, "tests")) == 5


def test_what_is_set_is_set_for_tests_that_headers_do_not_agree_on(both: Shell) -> None:
    rows(both, OURS, A, "--set", "plan.replicates=50")
    rows(both, THEIRS, B, "--set", "plan.replicates=80")

    ran = both("causal", "compare", A, B, "--component", "graph", "--set", "plan.alpha=0.1", *JSON)

    assert [one["score"] for one in listed(ran.json, "tests")] == ["graph"]
    assert isinstance(ran.json["options"], dict)
    assert ran.json["options"]["plan.alpha"] == "0.1"


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (("--set", "plan.replicates=50"), ("--set", "plan.replicates=80")),
        (("--profile", "documented", *FEW), ("--profile", "as-run", *FEW)),
        (("--set", "pooling=sums", *FEW), FEW),
        (("--weights", "three-way", *FEW), FEW),
    ],
)
def test_the_order_of_two_files_turns_the_sign_and_moves_nothing_else(
    both: Shell, ours: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    rows(both, OURS, A, *ours)
    rows(both, THEIRS, B, *theirs)

    forward = both("causal", "compare", A, B, *JSON).json
    back = both("causal", "compare", B, A, *JSON).json

    for test, turned in zip(listed(forward, "tests"), listed(back, "tests"), strict=True):
        assert (test["first"], test["second"]) == (turned["second"], turned["first"])
        assert (test["p_value"], test["adjusted"]) == (turned["p_value"], turned["adjusted"])
    assert (forward["plan"], forward["options"]) == (back["plan"], back["options"])
    assert forward["profile_of_tests"] == back["profile_of_tests"]


def test_graphs_beside_rows_are_tested_as_the_rows_say(both: Shell) -> None:
    rows(both, OURS, A, "--set", "plan.replicates=50")

    forward = both("causal", "compare", A, THEIRS, *JSON).json
    back = both("causal", "compare", THEIRS, A, *JSON).json

    assert forward["options"] == back["options"]
    assert isinstance(forward["options"], dict)
    assert forward["options"]["plan.replicates"] == "50"
    assert forward["profile"] == "recommended plan.replicates=50; recommended"


def test_under_two_weightings_each_mean_stays_its_own(both: Shell) -> None:
    rows(both, OURS, A, "--weights", "three-way")
    rows(both, THEIRS, B)

    ran = both("causal", "compare", A, B, *FEW)
    refused = both("causal", "compare", A, B, "--set", "common=parts")

    assert "Their weights differ: cf is each file's own mean (common=each)." in ran.out
    assert refused.code == 2
    assert refused.err == (
        "--set: expected common=each, got common=parts: the files were measured under different "
        "weights\n"
    )


def test_validity_has_no_means_over_common_parts(both: Shell) -> None:
    rows(both, OURS, A, "--weights", "three-way")
    rows(both, THEIRS, B)

    ran = both("causal", "validity", A, B, *FEW)

    assert ran.code == 0
    assert "weights.abductive (0 in a.jsonl, 0.25 in b.jsonl)" in " ".join(ran.out.split())
    assert "common=each" not in ran.out


@pytest.mark.parametrize(
    ("ours", "theirs", "groups"),
    [("p1", "q1", "'p1' and 'q1'"), ("p1", None, "'p1' and none"), (None, "p1", "none and 'p1'")],
)
def test_a_graph_of_two_problems_is_a_fault_that_names_both(
    shell: Shell, ours: str | None, theirs: str | None, groups: str
) -> None:
    shell.write(OURS, lines([newton("1", group="p"), newton("2", group=ours)]))
    shell.write(THEIRS, lines([idle("1", group="p"), idle("2", group=theirs)]))

    ran = shell("causal", "compare", OURS, THEIRS)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"{OURS}, {THEIRS}: expected the same group of '2' in both, got {groups}: with "
        "--set plan.cluster=none each graph stands for itself\n"
    )


def test_graphs_that_stand_for_themselves_may_be_of_two_problems(shell: Shell) -> None:
    shell.write(OURS, lines([newton("1", group="p")]))
    shell.write(THEIRS, lines([idle("1", group="q")]))

    ran = shell("causal", "compare", OURS, THEIRS, "--set", "plan.cluster=none")

    assert ran.code == 0


def test_validity_counts_what_is_resampled(both: Shell) -> None:
    whole = both("causal", "validity", OURS)
    single = both("causal", "validity", OURS, "--set", "plan.cluster=none")

    assert whole.out.splitlines()[1].split()[-3:] == ["problems", "left", "out"]
    assert single.out.splitlines()[1].split()[-3:] == ["graphs", "left", "out"]


def test_what_sums_do_not_change_is_noted(both: Shell) -> None:
    ran = both("causal", "compare", OURS, THEIRS, "--set", "pooling=sums", *FEW)

    assert (
        "pooling=sums: cf, logic, graph count every graph once; the others are ratios of sums over "
        "all subjects"
    ) in " ".join(ran.out.split())
