"""`measurand compare` of three systems or more, and of logs: ranks, readings, certificates."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from statistics import NormalDist

import pytest

from tests.cli.comparing import EXACT, exactly, lines, refused
from tests.cli.running import Ran, Shell
from tests.formats.lm_eval_files import Task, write

Tree = dict[str, object]


@pytest.fixture
def three(shell: Shell) -> Shell:
    """Write three systems that are right on 12, 11 and 2 of 12 samples."""
    for name, right in (("a", 12), ("b", 11), ("c", 2)):
        shell.write(f"{name}.jsonl", lines(range(right)))
    return shell


FILES = ("compare", "a.jsonl", "b.jsonl", "c.jsonl")


def board(ran: Ran) -> Tree:
    boards = ran.json["boards"]
    assert isinstance(boards, list)
    [one] = boards
    assert isinstance(one, dict)
    return one


def ranks(one: Tree) -> dict[str, tuple[int, int]]:
    systems = one["systems"]
    assert isinstance(systems, list)
    return {s["name"]: (s["ranks"]["best"], s["ranks"]["worst"]) for s in systems}


def test_all_pairs_are_one_family_and_give_rank_sets(three: Shell) -> None:
    one = board(three(*FILES, "-d", EXACT, "--format", "json"))

    # 10 and 9 discordant samples, all one way: 2/2**10 and 2/2**9, times 3 and 2; and 1.
    differences = one["differences"]
    assert isinstance(differences, list)
    found = {tuple(d["systems"]): exactly(d["adjusted"]) for d in differences}
    assert found == {
        ("a.jsonl", "b.jsonl"): Fraction(1),
        ("a.jsonl", "c.jsonl"): Fraction(3, 512),
        ("b.jsonl", "c.jsonl"): Fraction(1, 128),
    }
    assert ranks(one) == {"a.jsonl": (1, 2), "b.jsonl": (1, 2), "c.jsonl": (3, 3)}
    assert one["groups"] == [{"systems": ["a.jsonl", "b.jsonl"]}, {"systems": ["c.jsonl"]}]


def test_of_errors_less_is_better(three: Shell) -> None:
    ran = three(*FILES, "-d", "wer", "--format", "json")

    assert ranks(board(ran)) == {"a.jsonl": (1, 2), "b.jsonl": (1, 2), "c.jsonl": (3, 3)}
    told = refused(three(*FILES, "-d", EXACT, "-d", "wer"))
    assert told.startswith("-d: expected definitions in one direction, got exact_match/1, of which")


def test_a_ranking_by_what_may_go_either_way_asks_which(three: Shell) -> None:
    measure = "prevalence(class=item,average=macro[class])"

    told = refused(three(*FILES, "-d", measure))

    assert told.startswith("--better: expected which scores are better, got prev")
    assert three(*FILES, "-d", measure, "--better", "low").code != 2


def test_text_markdown_and_latex_say_the_ranks(three: Shell) -> None:
    for style in ("text", "md", "latex"):
        ran = three(*FILES, "-d", EXACT, "--format", style)

        assert ran.code == 0
        assert (
            "2 of 3 pairs are separated: a.jsonl 1-2, b.jsonl 1-2, c.jsonl 3."
            in ran.out.replace("\n", " ")
        )


def test_a_score_that_is_no_mean_of_samples_is_ranked_by_pairs(three: Shell) -> None:
    # Micro F of one item a sample is the share that is right too; its pairs are exchanged alike.
    ran = three(*FILES, "-d", "f(average=micro,beta=1)", "-d", EXACT, "--format", "json")

    assert ranks(board(ran))["c.jsonl"] == (3, 3)


def test_intervals_are_said_to_be_made_as_they_are(three: Shell) -> None:
    mean = " ".join(three(*FILES, "-d", EXACT).out.split())
    other = " ".join(three(*FILES, "-d", "f1(class=item,average=macro[class])").out.split())

    assert "Intervals: t errors of items." in mean
    assert "n/a: no mean over items" not in mean
    assert "Intervals: percentiles of the resampled scores" in other
    assert "t errors" not in other
    assert "n/a: no mean over items has an error of its own" in other


def test_a_system_that_lacks_samples_is_named(three: Shell) -> None:
    three.write("c.jsonl", lines(range(2), ids=range(10)))

    ran = three(*FILES, "-d", EXACT, "--format", "json")

    assert ran.code == 3
    assert board(ran)["lacks"] == ["c.jsonl lacks 2 of 12 samples"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*FILES, "-d", EXACT, "--answer", "pred"), "--answer: expected one file"),
        ((*FILES, "-d", EXACT, "--scorer", "x"), "--scorer: expected logs"),
        (("compare", "a.jsonl", "a.jsonl", "b.jsonl", "-d", EXACT), "SYSTEM: expected a file for"),
        (("compare", "a.jsonl", "b.jsonl", "-d", EXACT, "--html", "x"), "--html: expected three"),
    ],
)
def test_what_does_not_go_together_is_refused(
    three: Shell, words: Sequence[str], told: str
) -> None:
    assert refused(three(*words)).startswith(told)


def test_samples_without_a_definition_are_refused(three: Shell) -> None:
    ran = three("compare", "a.jsonl", "b.jsonl")

    assert ran.code == 2
    assert ran.err.splitlines()[0] == (
        "a.jsonl: expected the log of an evaluation harness, or a definition for samples, got "
        "another file: say what ranks files of samples: -d 'f(average=micro)'"
    )


Rows = Sequence[Mapping[str, object]]


def harness(shell: Shell, name: str, rows: Rows) -> str:
    """Write results of lm-eval of one system."""
    folder = shell.folder / name
    folder.mkdir()
    task = Task(printed={"hit,none": 0.5}, rows=rows)
    write(folder, [task], model_name=name)
    return name


def right(number: int, of: int = 12, **more: float) -> Rows:
    return [{"hit": float(at < number), **more} for at in range(of)]


@pytest.fixture
def logs(shell: Shell) -> Shell:
    for name, number in (("north", 12), ("south", 11), ("west", 2)):
        harness(shell, name, right(number))
    return shell


SYSTEMS = ("compare", "north", "south", "west")


def test_logs_are_ranked_without_a_definition(logs: Shell) -> None:
    ran = logs(*SYSTEMS, "--format", "json")

    assert ranks(board(ran)) == {"north": (1, 2), "south": (1, 2), "west": (3, 3)}
    assert board(ran)["measure"] == "the mean of hit,none over items"


def test_lower_may_be_better(logs: Shell) -> None:
    found = ranks(board(logs(*SYSTEMS, "--better", "low", "--format", "json")))

    assert found == {"west": (1, 1), "south": (2, 3), "north": (2, 3)}


# inspect_ai, issue 2914: a run of which some samples failed looks better than it is.
def test_missing_items_are_named_and_what_they_would_change(shell: Shell) -> None:
    harness(shell, "whole", right(5, 8))
    harness(shell, "holed", [{"hit": 1.0} if at < 4 else {"miss": 1.0} for at in range(8)])

    ran = shell("compare", "whole", "holed", "--scorer", "hit,none", "--format", "json")

    one = board(ran)
    assert ran.code == 3
    assert one["lacks"] == ["holed lacks 4 of 8 items: no score 4"]
    readings = one["readings"]
    assert isinstance(readings, list)
    wrong = next(r for r in readings if r["reading"] == "missing as wrong")
    assert wrong["order"] == ["whole", "holed"]
    [swap] = wrong["swaps"]
    assert (swap["first"], swap["second"]) == ("holed", "whole")
    assert exactly(swap["before"][0]) == Fraction(1)
    assert exactly(swap["after"][0]) == Fraction(1, 2)


def test_another_scorer_that_changes_the_order_is_named(shell: Shell) -> None:
    def rows(strict: int, loose: int) -> Rows:
        return [{"strict": float(at < strict), "loose": float(at < loose)} for at in range(10)]

    harness(shell, "careful", rows(6, 7))
    harness(shell, "chatty", rows(4, 9))

    ran = shell("compare", "careful", "chatty")

    assert "scorer loose,none" in ran.out
    assert "chatty before careful" in ran.out


def test_items_of_another_text_are_not_compared(shell: Shell) -> None:
    harness(shell, "one", right(3, 6))
    harness(shell, "two", right(3, 6))
    for path in (shell.folder / "two").glob("samples*"):
        rows = [json.loads(line) for line in path.read_text().splitlines()]
        rows[0]["doc_hash"] = "0" * 64
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))

    ran = shell("compare", "one", "two", "--format", "json")

    assert ran.code == 3
    assert board(ran)["lacks"] == ["two lacks 1 of 6 items: another input or target 1"]


def test_clusters_are_labels_of_items(logs: Shell) -> None:
    # Three topics: no exchange of three clusters is significant.
    one = board(logs(*SYSTEMS, "--cluster", "topic", "--format", "json"))

    differences = one["differences"]
    assert isinstance(differences, list)
    assert {d["verdict"] for d in differences} == {"too few"}
    assert refused(logs(*SYSTEMS, "--cluster", "topics")).startswith(
        "--cluster: expected a label of items, of topic"
    )


def test_a_scorer_that_no_log_has_is_refused_with_those_there_are(logs: Shell) -> None:
    assert refused(logs(*SYSTEMS, "--scorer", "hits,none")) == (
        "--scorer: expected a scorer that all logs of toy have, of hit,none, got hits,none: "
        "did you mean 'hit,none'?"
    )


def test_one_log_alone_is_no_comparison(logs: Shell) -> None:
    told = refused(logs("compare", "north"))

    assert told.startswith("SYSTEM: expected one task with two systems or more, got toy by north")


def test_a_certificate_holds_until_a_number_of_it_is_changed(logs: Shell) -> None:
    logs(*SYSTEMS, "--certificate", "ranks.json")
    whole = logs("compare", "ranks.json", "--verify")
    assert (whole.code, whole.out) == (0, "ranks.json: toy: 3 pairs of 3 systems: holds\n")

    tree = json.loads((logs.folder / "ranks.json").read_text())
    tree["certificates"][0]["ranks"][0] = [1, 1]
    logs.write("ranks.json", json.dumps(tree))
    changed = logs("compare", "ranks.json", "--verify")

    assert changed.code == 1
    assert changed.out.splitlines() == [
        "ranks.json: toy: 3 pairs of 3 systems: does not hold",
        "north has the ranks 1 to 2, not 1 to 1",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "expected the rest of a JSON value"),
        ("{}", "expected a certificate of ranks (measurand-ranks/1)"),
        ('{"schema": "measurand-ranks/1", "certificates": [{}]}', "title"),
    ],
)
def test_what_is_no_certificate_is_refused(shell: Shell, text: str, told: str) -> None:
    shell.write("ranks.json", text)

    ran = shell("compare", "ranks.json", "--verify")

    assert ran.code == 2
    assert told in ran.err


def test_a_certificate_of_drawn_p_values_says_so(shell: Shell) -> None:
    for name, times in (("one", 7919), ("two", 6151)):
        harness(shell, name, [{"hit": ((at * times) % 997) / 997} for at in range(60)])

    shell("compare", "one", "two", "--certificate", "ranks.json")
    ran = shell("compare", "ranks.json", "--verify")

    assert ran.code == 3
    assert "1 p-values are taken as they stand" in ran.out


def test_the_page_has_a_forest_plot_and_the_tables(logs: Shell) -> None:
    logs(*SYSTEMS, "--html", "ranks.html")

    page = (logs.folder / "ranks.html").read_text()
    assert "rank 1-2" in page
    assert page.count("<circle") == 3
    assert "Differences" in page


# inspect_ai, issue 4668: two scorers of one log, item by item.
def test_two_scorers_of_one_log_are_compared_item_by_item(shell: Shell) -> None:
    rows = [{"strict": float(at < 4), "loose": float(at < 9)} for at in range(12)]
    harness(shell, "north", rows)

    ran = shell(
        *("compare", "north", "--scorer", "loose,none", "--scorer", "strict,none"),
        *("--format", "json"),
    )

    one = board(ran)
    differences = one["differences"]
    assert isinstance(differences, list)
    [difference] = differences
    # Five of twelve items differ, all one way: mean 5/12, p = 2/2**5.
    assert difference["systems"] == ["loose,none", "strict,none"]
    assert exactly(difference["difference"]) == Fraction(5, 12)
    assert exactly(difference["p_value"]) == Fraction(1, 16)
    assert round(difference["error"], 6) == round((35 / 144 / 11) ** 0.5, 6)


# lm-evaluation-harness, issue 3831: a comparator that has printed errors alone takes the unpaired.
def test_the_unpaired_error_stands_beside_the_paired_one(logs: Shell) -> None:
    one = board(logs(*SYSTEMS, "--format", "json"))

    differences = one["differences"]
    assert isinstance(differences, list)
    found = next(d for d in differences if d["systems"] == ["south", "west"])
    errors = [(p * (1 - p) / 11) for p in (11 / 12, 2 / 12)]
    assert round(found["unpaired"], 9) == round(sum(errors) ** 0.5, 9)
    assert found["error"] < found["unpaired"] + 0.1


# inspect_ai 2176, 3511, 4206, 4260: pairs by id, what each lacks, McNemar, Holm, clusters, power.
# Both are right on 46 items, the first alone on 10, the second alone on 4; each has one of its own.
BOTH = [(1, 1)] * 46 + [(1, 0)] * 10 + [(0, 1)] * 4


@pytest.fixture
def pair(shell: Shell) -> Shell:
    for at, name in enumerate(("north", "south")):
        rows = [{"hit": float(one[at])} for one in BOTH]
        folder = shell.folder / harness(shell, name, rows)
        results = next(folder.glob("samples_*.jsonl"))
        lines_of = results.read_text().splitlines(keepends=True)
        own = json.loads(lines_of[0]) | {"doc_id": f"only {name}", "doc_hash": name, "hit": 1.0}
        results.write_text("".join([*lines_of, f"{json.dumps(own)}\n"]))
    return shell


def test_a_pair_of_logs_is_joined_by_id_tested_and_told_what_would_separate_it(
    pair: Shell,
) -> None:
    ran = pair("compare", "north", "south", "--format", "json")

    one = board(ran)
    differences = one["differences"]
    assert isinstance(differences, list)
    [found] = differences
    lacks = one["lacks"]
    assert isinstance(lacks, list)
    assert (found["items"], found["left_out"], len(lacks)) == (60, 2, 2)
    # McNemar of 10 and 4: 2 * sum(C(14, k), k <= 4) / 2**14 = .17956543.
    assert exactly(found["p_value"]) == Fraction(2 * 1471, 2**14)
    assert round(float(exactly(found["p_value"])), 8) == 0.17956543
    # The difference is 1/10, its deviation sqrt((14 - 60/100) / 59), and 80 % power asks for
    # ((1.96 + .842) * .4766 / .1)**2 = 178.3 items.
    spread = ((14 - 0.6) / 59) ** 0.5
    assert round(found["error"], 9) == round(spread / 60**0.5, 9)
    assert found["needed"] == 179


# Ten ranks up and four down, all tied at 7.5: the normal law of (75 - 30) / sqrt(14 * 7.5**2).
def test_differences_may_be_ranked(pair: Shell) -> None:
    ran = pair("compare", "north", "south", "--test", "wilcoxon", "--format", "json")

    differences = board(ran)["differences"]
    assert isinstance(differences, list)
    [found] = differences
    expected = 2 * NormalDist().cdf(-(75 - 30) / (14 * 7.5**2) ** 0.5)
    assert round(float(exactly(found["p_value"])), 9) == round(expected, 9)
    assert found["p_value"]["how"] == "signed ranks, normal"


def test_tests_that_draw_items_are_refused_and_others_have_no_certificate(pair: Shell) -> None:
    both = ("compare", "north", "south")

    assert "expected sign_flip or wilcoxon" in refused(pair(*both, "--test", "bootstrap_sign"))
    told = refused(pair(*both, "--test", "wilcoxon", "--certificate", "c.json"))
    assert "p-values by exchange" in told
