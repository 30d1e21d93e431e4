"""`measurand causal compare`, `validity` and `profiles`."""

import pytest

from tests.cli.reasoning import idle, lines, listed, newton, number, scores
from tests.cli.running import Ran, Shell

OURS, THEIRS = "ours.jsonl", "theirs.jsonl"
JSON = ("--format", "json")
EXACT = ("--set", "plan.stream=exact")
"""No draw: nothing of the output depends on numpy."""


@pytest.fixture
def both(shell: Shell) -> Shell:
    """Write eight problems, which the first method answers with better graphs."""
    shell.write(OURS, lines(newton(str(n), group=f"p{n}") for n in range(8)))
    shell.write(THEIRS, lines(idle(str(n), group=f"p{n}") for n in range(8)))
    return shell


def compared(ran: Ran) -> dict[str, dict[str, object]]:
    return {str(one["score"]): one for one in listed(ran.json, "tests")}


# The graph quality of `idle` is 0.9; eight pairs with one sign have p = 2/2^8.
def test_the_difference_is_the_first_less_the_second(both: Shell) -> None:
    ran = both("causal", "compare", OURS, THEIRS, "--component", "graph", *EXACT, *JSON)

    test = compared(ran)["graph"]
    assert ran.code == 0
    assert number(test["difference"]) == 0.1
    assert test["p_value"] == {
        "value": "1/128",
        "decimal": "0.0078125",
        "how": "sign-flip, exact",
        "least": {"value": "1/128", "decimal": "0.0078125"},
    }
    assert (test["verdict"], test["units"]) == ("different", 8)


@pytest.mark.parametrize("fmt", ["text", "md", "csv", "latex"])
def test_what_neither_has_a_score_of_is_not_null(both: Shell, fmt: str) -> None:
    ran = both("causal", "compare", OURS, THEIRS, "--set", "tested=graph,logic", "--format", fmt)

    [line] = [line for line in ran.out.splitlines() if "logic" in line and "no score" in line]
    assert "n/a" in line
    assert "structurally null" not in ran.out
    assert "difference" in ran.out
    assert "improvement" not in ran.out


def test_it_is_said_of_which_measures_less_is_better(both: Shell) -> None:
    words = ("causal", "compare", OURS, THEIRS, "--set", "tested=cf,unused_knowns", *EXACT)

    text, tree = both(*words), both(*words, *JSON)
    scores = both("causal", "compare", OURS, THEIRS, *EXACT)

    assert "less is better: unused_knowns\n" in text.out
    assert "less is better" not in scores.out
    found = {name: one["less_is_better"] for name, one in compared(tree).items()}
    assert found == {"cf": False, "unused_knowns": True}


def test_what_neither_has_a_score_of_is_not_null_in_a_tree(both: Shell) -> None:
    ran = both("causal", "compare", OURS, THEIRS, "--set", "tested=graph,logic", *EXACT, *JSON)

    verdicts = {name: one["verdict"] for name, one in compared(ran).items()}
    assert verdicts == {"graph": "different", "logic": "no score"}


def test_a_component_alone_is_compared_but_all_is_measured(both: Shell) -> None:
    ran = both("causal", "compare", OURS, THEIRS, "--component", "intervention", *JSON)

    assert list(compared(ran)) == ["intervention"]
    assert number(compared(ran)["intervention"]["difference"]) == 1.0


def test_problems_are_drawn_whole(shell: Shell) -> None:
    shell.write(OURS, lines(newton(str(n), group=f"p{n // 2}") for n in range(8)))
    shell.write(THEIRS, lines(idle(str(n), group=f"p{n // 2}") for n in range(8)))

    ran = shell("causal", "compare", OURS, THEIRS, *EXACT, *JSON)

    assert (ran.json["joined"], ran.json["problems"]) == (8, 4)
    assert compared(ran)["cf"]["units"] == 4


def test_methods_may_be_joined_by_problem(shell: Shell) -> None:
    shell.write(OURS, lines(newton(f"a{n}", group=f"p{n}") for n in range(4)))
    shell.write(THEIRS, lines(idle(f"b{n}", group=f"p{n // 2}") for n in range(8)))

    apart = shell("causal", "compare", OURS, THEIRS)
    joined = shell("causal", "compare", OURS, THEIRS, "--set", "join=group", *JSON)

    assert apart.code == 2
    assert apart.err.startswith(f"{OURS}, {THEIRS}: expected graphs that both systems have")
    assert joined.json["joined"] == 4


def test_rows_are_taken_as_they_were_measured(both: Shell) -> None:
    both("causal", "run", OURS, "--profile", "documented", "--rows", "a.jsonl")
    both("causal", "run", THEIRS, "--profile", "documented", "--rows", "b.jsonl")

    rows = both("causal", "compare", "a.jsonl", "b.jsonl", *EXACT, *JSON)
    graphs = both("causal", "compare", OURS, THEIRS, "--profile", "documented", *EXACT, *JSON)

    assert rows.json["profile"] == "documented plan.stream=exact"
    assert rows.json["profiles"] == ["documented", "documented"]
    assert listed(rows.json, "tests") == listed(graphs.json, "tests")


def test_a_profile_changes_the_tests_of_rows_not_how_they_were_measured(both: Shell) -> None:
    both("causal", "run", OURS, "--set", "missing=half", "--rows", "a.jsonl")
    both("causal", "run", THEIRS, "--set", "missing=half", "--rows", "b.jsonl")

    ran = both("causal", "compare", "a.jsonl", "b.jsonl", "--profile", "recommended", *JSON)

    assert isinstance(ran.json["options"], dict)
    assert ran.json["options"]["missing"] == "half"


def test_what_rows_have_settled_cannot_be_set(both: Shell) -> None:
    both("causal", "run", OURS, "--rows", "a.jsonl")

    ran = both("causal", "compare", "a.jsonl", THEIRS, "--set", "missing=half")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "--set: expected an option of the tests (tested, pooling, join, common, plan), got "
        "missing: a.jsonl holds rows: measure them again with causal run\n"
    )


@pytest.mark.parametrize(("name", "value"), [("weights", "three-way"), ("sample", "2")])
def test_arguments_that_measure_do_not_go_with_rows(both: Shell, name: str, value: str) -> None:
    both("causal", "run", OURS, "--rows", "a.jsonl")

    ran = both("causal", "compare", "a.jsonl", THEIRS, f"--{name}", value)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"--{name}: expected no such argument for rows, got {value}: "
        "a.jsonl holds rows: measure them again with causal run\n"
    )


def test_files_that_were_judged_differently_are_noted(both: Shell) -> None:
    both("causal", "run", OURS, "--rows", "a.jsonl")
    both("causal", "run", THEIRS, "--judge", "equations", "--rows", "b.jsonl")

    ran = both("causal", "compare", "a.jsonl", "b.jsonl")

    assert "The files were judged differently: structural/1(" in ran.out


def test_unscored_calls_in_rows_are_open(both: Shell) -> None:
    row = b'{"schema": "causal-score/1", "id": "%d", "metrics": {"cf": 1}%s}\n'
    lost = b', "verdicts": [{"part": "logic_quality", "outcome": "unscored", "count": 1}]'
    both.write("a.jsonl", row % (1, b"") + row % (2, lost))
    both.write("b.jsonl", row % (1, b"") + row % (2, b""))

    ran = both("causal", "compare", "a.jsonl", "b.jsonl", "--set", "tested=cf")

    assert ran.code == 3
    assert "Rows without a header do not say who judged" in ran.out


def test_a_bad_record_of_either_file_is_told(both: Shell) -> None:
    both.write(THEIRS, both.read(THEIRS) + b"3\n")

    ran = both("causal", "compare", OURS, THEIRS)

    assert ran.code == 2
    assert ran.err == f"{THEIRS}:9: $: expected an object, got 3\n"
    assert "Comparison" in ran.out


# Three right answers, of which two score above both wrong ones and one ties with both: 5/6.
def test_validity_is_the_area_under_the_curve(shell: Shell) -> None:
    records = [
        newton("1", is_correct=True),
        newton("2", is_correct=True),
        idle("3", is_correct=True),
        idle("4", is_correct=False),
        idle("5", is_correct=False),
        newton("6"),
    ]
    shell.write(OURS, lines(records))

    ran = shell("causal", "validity", OURS, *JSON)

    found = scores(ran.json)
    assert ran.code == 0
    assert (ran.json["graphs"], ran.json["known"], ran.json["right"]) == (6, 5, 3)
    assert found["cf"] == 5 / 6
    assert found["logic"] is None


def test_validity_of_several_files_is_one(both: Shell) -> None:
    both.write(OURS, lines(newton(str(n), is_correct=True) for n in range(3)))
    both.write(THEIRS, lines(idle(str(n), is_correct=False) for n in range(3)))

    ran = both("causal", "validity", OURS, THEIRS)

    assert ran.code == 0
    assert (
        next(line for line in ran.out.splitlines() if line.startswith("cf ")).split()[1] == "1.0000"
    )
    assert "6 answers are known to be right (3) or wrong (3)." in ran.out
    assert "They do not say whether its answer is right." in ran.out


def test_profiles_stand_side_by_side(shell: Shell) -> None:
    ran = shell("causal", "profiles", "weights")

    assert ran.out == (
        "option                documented  as-run  recommended\n"
        "--------------------- ----------- ------- -----------\n"
        "weights.intervention        0.25  1/3 *          0.25\n"
        "weights.abductive           0.25  0 *            0.25\n"
        "weights.logic               0.25  1/3 *          0.25\n"
        "weights.graph               0.25  1/3 *          0.25\n"
        "*: not as in recommended\n"
    )


def test_profiles_are_a_tree_too(shell: Shell) -> None:
    options = shell("causal", "profiles", *JSON).json["options"]

    assert isinstance(options, dict)
    assert options["documented"]["missing"] == "half"


def test_an_unknown_group_of_options_is_refused(shell: Shell) -> None:
    ran = shell("causal", "profiles", "weight")

    assert ran.code == 2
    assert ran.err.startswith("PART: expected an option or a group of them, got 'weight': did you ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "missing"), "--set: expected OPTION=VALUE, got missing\n"),
        (
            ("--set", "missing=half", "--set", "missing=half"),
            "--set: expected every option once, got missing twice\n",
        ),
        (
            ("--set", "parts=graph_quality", "--component", "graph"),
            "--set: expected every option once, got parts, and an argument for it\n",
        ),
    ],
)
def test_options_are_set_once(both: Shell, words: tuple[str, ...], told: str) -> None:
    ran = both("causal", "run", OURS, *words)

    assert (ran.code, ran.out, ran.err) == (2, "", told)


def test_an_unknown_option_is_refused_with_the_nearest(both: Shell) -> None:
    ran = both("causal", "run", OURS, "--set", "misssing=half")

    assert ran.code == 2
    assert "did you mean 'missing'?" in ran.err
