"""`measurand laws`: laws tried on a function, without a test suite."""

import csv
import re
import sys

import pytest

from tests.cli.running import Shell

RIGHT = """\
from math import fsum
def f1(gold, predicted):
    found = []
    for one, other in zip(gold, predicted):
        both = len(one) + len(other)
        found.append(2 * len(one & other) / both if both else 1.0)
    return fsum(found) / len(found) if found else 1.0
class Scorer:
    @staticmethod
    def score(gold, predicted):
        return f1(gold, predicted)
number = 7
"""
RECALL = """\
print("loaded")
def recall(gold, predicted):
    print("pssst")
    hits = sum(len(a & b) for a, b in zip(gold, predicted))
    return hits / max(1, sum(map(len, gold)))
"""
QUICK = ("--kind", "set-f1", "--examples", "25")


@pytest.fixture
def right(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Write a module of a name of its own, since modules stay imported."""
    _fresh(monkeypatch, "right_metrics", "recalls", "broken_metrics", "leaving")
    shell.write("right_metrics.py", RIGHT)
    shell.write("recalls.py", RECALL)
    return shell


def _fresh(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_a_function_that_keeps_its_laws_exits_with_0(right: Shell) -> None:
    ran = right("laws", "right_metrics:f1", *QUICK, "--claims", "symmetric,empty=1")

    assert "Verdict: holds. SET_F1_2026_2: " in ran.out
    assert "A function of kind set-f1 that claims empty=1, f1, symmetric." in ran.out
    assert re.search(r"^swap +symmetry +held +\d+ ", ran.out, re.MULTILINE)
    assert "Not asked, for want of a claim: empty-is-zero (empty=0), " in ran.out
    assert (ran.code, ran.err) == (0, "")


def test_a_broken_law_exits_with_1_and_shows_code_and_prints_of_the_function_stay_apart(
    right: Shell,
) -> None:
    ran = right("laws", "recalls:recall", *QUICK, "--claims", "recall,symmetric")

    assert "swap breaks:\n\n    from recalls import recall\n    recall([" in ran.out
    assert re.search(r"^swap +symmetry +broken +\d+ ", ran.out, re.MULTILINE)
    assert "loaded" not in ran.out
    assert "pssst" not in ran.out
    assert "pssst" in ran.err
    assert ran.code == 1


def test_an_expected_failure_exits_with_0_and_one_that_does_not_come_with_1(right: Shell) -> None:
    words = ("laws", "recalls:recall", *QUICK, "--claims", "recall,symmetric", "--format", "json")

    broken = right(*words, "--expect", "swap=recall, by design")

    assert broken.code == 0
    laws = broken.json["laws"]
    assert isinstance(laws, list)
    [swap] = (law for law in laws if law["law"] == "swap")
    assert (swap["fate"], swap["expected_to_break"]) == ("broken", "recall, by design")

    kept = right("laws", "right_metrics:f1", *QUICK, "--expect", "range=by design")
    assert "held, but expected to break: by design" in kept.out
    assert kept.code == 1


def test_what_is_untested_exits_with_3_or_with_0_where_that_is_asked(right: Shell) -> None:
    words = ("laws", "right_metrics:f1", *QUICK, "--claims", "mergeable")

    ran = right(*words)
    assert "Verdict: undecided, as something is untested." in ran.out
    assert re.search(r"^merge +merge +untested +0 ", ran.out, re.MULTILINE)
    assert "Untested: claim mergeable: no law that was judged needs it." in ran.out
    assert ran.code == 3

    assert right(*words, "--undecided", "ok").code == 0


def test_batches_judge_what_is_mergeable(right: Shell) -> None:
    text = (
        RIGHT
        + "def batches(parts):\n"
        + ("    return f1([a for g, p in parts for a in g], [b for g, p in parts for b in p])\n")
    )
    right.write("right_metrics.py", text)

    words = ("laws", "right_metrics:f1", *QUICK, "--claims", "mergeable")
    ran = right(*words, "--batched", "right_metrics:batches")

    assert re.search(r"^merge +merge +held +\d+ ", ran.out, re.MULTILINE)
    assert ran.code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("right_metrics.py:f1",),
            (
                "expected module:function, as in my_metrics:f1, got 'right_metrics.py:f1': "
                "write right_metrics:f1"
            ),
        ),
        (("right_metrics",), "expected module:function, as in my_metrics:f1, got 'right_metrics'"),
        (
            ("right_metric:f1",),
            (
                "right_metric:f1: expected a module right_metric, got nothing of that name: "
                "did you mean 'right_metrics'?"
            ),
        ),
        (
            ("right_metrics:Scorrer",),
            (
                "right_metrics:Scorrer: expected a name in right_metrics, got 'Scorrer': "
                "did you mean 'Scorer'?"
            ),
        ),
        (("right_metrics:number",), "right_metrics:number: expected a function, got int"),
        (
            ("right_metrics:f1", "--kind", "sets-f1"),
            "--kind: expected a kind, got sets-f1: did you mean 'set-f1'?",
        ),
        (
            ("right_metrics:f1", "--claims", "symetric"),
            (
                "--claims: expected claims of the kind, got symetric: no claim 'symetric' in kind "
                "set-f1: did you mean 'symmetric'?"
            ),
        ),
        (
            ("right_metrics:f1", "--suite", "SET_F1_2026"),
            "--suite: expected a suite, got SET_F1_2026: did you mean 'SET_F1_2026_2'?",
        ),
        (
            ("right_metrics:f1", "--expect", "swpa=why"),
            (
                "--expect: expected laws that apply, got swpa: no law 'swpa' in SET_F1_2026_2: "
                "did you mean 'swap'?"
            ),
        ),
        (
            ("right_metrics:f1", "--expect", "swap"),
            "--expect: expected LAW=REASON, every law once, got 'swap'",
        ),
        (
            ("--claims", "symmetric"),
            "--claims: expected MODULE:FUNCTION before it, got no function",
        ),
    ],
)
def test_what_is_not_there_exits_with_2_and_the_nearest_name(
    right: Shell, words: tuple[str, ...], told: str
) -> None:
    ran = right("laws", *words, *(() if "--kind" in words else ("--kind", "set-f1")))

    assert ran.err.splitlines() == [told]
    assert (ran.code, ran.out) == (2, "")


def test_a_function_without_a_kind_is_asked_for_one(right: Shell) -> None:
    ran = right("laws", "right_metrics:f1")

    assert ran.err.startswith("--kind: expected one of set-f1, ")
    assert ran.code == 2


def test_a_module_that_raises_is_a_fault_with_its_line_and_escaped_words(right: Shell) -> None:
    right.write("broken_metrics.py", 'x = 1\nraise ValueError("no\\x1b[31m\\n::error::")\n')

    ran = right("laws", "broken_metrics:f1", *QUICK)

    assert ran.err == (
        "broken_metrics.py:2: expected a module broken_metrics that can be imported, got one that "
        r"raises ValueError: no\x1b[31m\n::error::" + "\n"
    )
    assert ran.code == 2

    right.write("broken_metrics.py", "def f1(:\n")
    ran = right("laws", "broken_metrics:f1", *QUICK)
    assert ran.err.startswith("broken_metrics.py:1: expected a module broken_metrics that can be")
    assert "SyntaxError: " in ran.err

    right.write("broken_metrics.py", "import no_such_thing\n")
    ran = right("laws", "broken_metrics:f1", *QUICK)
    assert "got one that raises ModuleNotFoundError: No module named 'no_such_thing'" in ran.err
    assert ran.code == 2


def test_a_function_or_module_that_ends_the_program_is_a_fault_and_no_pass(right: Shell) -> None:
    right.write("leaving.py", "import sys\ndef f1(gold, predicted):\n    sys.exit(0)\n")

    ran = right("laws", "leaving:f1", *QUICK)
    assert (
        ran.err
        == "leaving:f1: expected a function that returns, got one that ends the program (0)\n"
    )
    assert ran.code == 2

    right.write("broken_metrics.py", "raise SystemExit(0)\n")
    ran = right("laws", "broken_metrics:f1", *QUICK)
    assert "got one that raises SystemExit: 0" in ran.err
    assert ran.code == 2


def test_a_message_of_the_function_cannot_break_a_line_or_the_terminal(right: Shell) -> None:
    text = 'def f1(gold, predicted):\n    raise ValueError("a\\n\\x1b[31mred\\n# x")\n'
    right.write("broken_metrics.py", text)

    for form in ("text", "md", "csv", "latex", "json"):
        ran = right("laws", "broken_metrics:f1", *QUICK, "--format", form)
        assert "\x1b" not in ran.out
        assert ran.code == 1
        assert "\nred" not in ran.out


def test_a_kind_may_be_named_by_its_suite(right: Shell) -> None:
    ran = right("laws", "right_metrics:f1", "--kind", "SET_F1_2026_1", "--examples", "25")

    assert "A function of kind set-f1 " in ran.out
    assert ran.code == 0


def test_a_function_that_does_not_take_what_the_kind_gives_is_bad_usage(right: Shell) -> None:
    right.write("broken_metrics.py", "def f1(gold):\n    return 1.0\n")

    ran = right("laws", "broken_metrics:f1", *QUICK, "--badge", "badge.md")

    assert ran.err == (
        "--kind: expected a kind whose cases the function takes, got set-f1: f1 does not take what "
        "kind set-f1 gives: f1() takes 1 positional argument but 2 were given\n"
    )
    assert (ran.code, ran.out, "badge.md" in right.names()) == (2, "", False)


def test_a_call_inside_the_function_that_does_not_fit_is_a_broken_law(right: Shell) -> None:
    text = "def g(a):\n    return 1.0\ndef f1(gold, predicted):\n    return g(gold, predicted)\n"
    right.write("broken_metrics.py", text)

    ran = right("laws", "broken_metrics:f1", *QUICK)

    assert "# raises TypeError: g() takes 1 positional argument but 2 were given" in ran.out
    assert ran.code == 1


def test_a_method_of_a_class_is_found(right: Shell) -> None:
    assert right("laws", "right_metrics:Scorer.score", *QUICK).code == 0


def test_the_same_seed_finds_the_same_and_another_may_not(right: Shell) -> None:
    words = ("laws", "recalls:recall", *QUICK, "--claims", "recall,symmetric", "--format", "json")

    assert right(*words).out == right(*words, "--seed", "0").out
    assert right(*words).out != right(*words, "--seed", "5").out


def test_the_table_is_csv_and_markdown_and_json(right: Shell) -> None:
    words = ("laws", "recalls:recall", *QUICK, "--claims", "recall,symmetric")

    rows = list(csv.reader(right(*words, "--format", "csv").out.splitlines()))
    assert rows[1] == ["law", "algebra", "fate", "cases", "says"] or rows[0][0] == "law"
    assert ["Counterexamples"] in rows

    marked = right(*words, "--format", "md").out
    assert "`swap` breaks:\n\n```python\nfrom recalls import recall\nrecall(" in marked

    tree = right(*words, "--format", "json").json
    assert (tree["verdict"], tree["exit_code"], tree["claims"]) == (
        "refuted",
        1,
        ["recall", "symmetric"],
    )


def test_a_badge_is_a_line_a_file_or_a_picture(right: Shell) -> None:
    words = ("laws", "right_metrics:f1", *QUICK)

    line = right(*words, "--badge", "-").out
    assert re.fullmatch(
        r"\*\*measurand laws\*\* `f1` SET_F1_2026_2: \d+ hold\n", line.replace("\\", "")
    )
    assert right(*words, "--badge", "badge.md").code == 0
    assert right.read("badge.md").decode() == line
    right(*words, "--badge", "badge.svg")
    picture = right.read("badge.svg").decode()
    assert picture.startswith("<svg ")
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_a_test_file_is_written_once_and_again_only_by_force(right: Shell) -> None:
    words = ("laws", "right_metrics:f1", *QUICK, "--write", "test_laws.py")

    assert right(*words).code == 0
    first = right.read("test_laws.py")
    assert b"from right_metrics import f1 as the_function" in first

    right.write("test_laws.py", "mine")
    ran = right(*words)
    assert (
        ran.err
        == "--write: expected no file, got test_laws.py, which is there: --force replaces it\n"
    )
    assert (ran.code, ran.out, right.read("test_laws.py")) == (2, "", b"mine")

    assert right(*words, "--force").code == 0
    assert right.read("test_laws.py") == first
    assert right(*words[:-1], "no/such/test_laws.py").code == 2
    assert right(*words[:-1], "new/test_laws.py").code == 0
    assert b"Run it as `python -m pytest`" in right.read("new/test_laws.py")


def test_one_file_is_not_written_twice(right: Shell) -> None:
    words = ("laws", "right_metrics:f1", *QUICK, "--write", "a.py", "--output", "a.py")

    ran = right(*words)

    assert (ran.code, right.names() & {"a.py"}) == (2, set())


@pytest.mark.parametrize("form", ["text", "md", "csv", "latex", "json"])
def test_without_a_function_kinds_claims_and_laws_are_listed(shell: Shell, form: str) -> None:
    ran = shell("laws", "--kind", "set-f1", "--format", form)

    assert "symmetric" in ran.out
    assert "Exchanging gold and predictions changes nothing." in ran.out
    assert "tuple-f1" not in ran.out
    assert ran.code == 0


def test_the_list_has_every_kind_and_an_unknown_one_is_told(shell: Shell) -> None:
    ran = shell("laws")
    assert "kind set-f1\n===========\n" in ran.out
    assert "kind tuple-f1\n" in ran.out

    ran = shell("laws", "--kind", "set-f2")
    assert ran.err == "--kind: expected a kind, got set-f2: did you mean 'set-f1'?\n"
    assert ran.code == 2


@pytest.mark.parametrize("words", [("--examples", "0"), ("--examples", "9" * 30), ("--seed", "-1")])
def test_numbers_are_in_range(right: Shell, words: tuple[str, str]) -> None:
    ran = right("laws", "right_metrics:f1", "--kind", "set-f1", *words)

    assert f"argument {words[0]}: a whole number" in ran.err
    assert ran.code == 2


def test_the_module_is_found_in_the_folder_where_the_command_is_run(right: Shell) -> None:
    ran = right.apart("laws", "right_metrics:f1", *QUICK)

    assert (ran.code, ran.err) == (0, "")
    assert not (right.folder / ".hypothesis" / "examples").exists()
