"""`measurand arena`: strengths, ranks, win rates, rules of ties, and what is refused."""

import csv
import json
import runpy
from fractions import Fraction
from io import StringIO
from math import exp, log
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.running import Shell

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "judged"

# a meets b four times, and is shown first in three: it wins three and loses one.
BATTLES = (
    ("a", "b", "model_a"),
    ("a", "b", "a"),
    ("b", "a", "model_b"),
    ("a", "b", "model_b"),
)


def table(*rows: tuple[str, ...], head: str = "model_a,model_b,winner") -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([head.split(","), *rows])
    return text.getvalue()


def found(shell: Shell, *words: str) -> dict[str, dict[str, object]]:
    ran = shell("arena", *words, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    standings = json.loads(ran.out)["standings"]
    return {one["name"]: one for one in standings}


def strengths(shell: Shell, *words: str) -> dict[str, float]:
    return {name: one["strength"]["value"] for name, one in found(shell, *words).items()}  # type: ignore[index]


def test_strengths_and_rates_are_those_of_hand_work(shell: Shell) -> None:
    # Two systems: odds of 3 to 1, so each strength is half of log 3 from 0.
    shell.write("battles.csv", table(*BATTLES))

    standings = found(shell, "battles.csv")

    assert standings["a"]["strength"]["value"] == pytest.approx(log(3) / 2, abs=1e-12)  # type: ignore[index]
    assert [standings[one]["rate"]["value"] for one in "ab"] == ["3/4", "1/4"]  # type: ignore[index]
    assert [standings["a"][one] for one in ("battles", "wins", "ties", "losses")] == [4, 3, 0, 1]


@pytest.mark.parametrize(
    ("rule", "rates", "odds"),
    [
        ("half", ["4/6", "2/6"], 2),
        ("drop", ["3/4", "1/4"], 3),
        ("win", ["5/6", "3/6"], None),
        ("loss", ["3/6", "1/6"], None),
    ],
)
def test_a_tie_is_what_is_said(shell: Shell, rule: str, rates: list[str], odds: int | None) -> None:
    shell.write("battles.csv", table(*BATTLES, ("a", "b", "tie"), ("b", "a", "tie (bothbad)")))

    standings = found(shell, "battles.csv", "--ties", rule)

    shown = [Fraction(standings[one]["rate"]["value"]) for one in "ab"]  # type: ignore[index]
    assert shown == list(map(Fraction, rates))
    strength = standings["a"]["strength"]
    if odds is None:
        assert strength is None
    else:
        assert strength["value"] == pytest.approx(log(odds) / 2, abs=1e-12)  # type: ignore[index]


def test_battles_that_were_bad_on_both_sides_are_counted_or_left_out(shell: Shell) -> None:
    shell.write("battles.csv", table(*BATTLES, ("a", "b", "tie"), ("b", "a", "both_bad")))

    kept, left = (
        shell("arena", "battles.csv", "--both-bad", how).out.splitlines()[0]
        for how in ("tie", "drop")
    )

    assert kept.startswith("6 battles of 2 systems, 2 ties, 1 of them bad on both sides")
    assert left.startswith("5 battles of 2 systems, 1 tie:")


def test_strengths_are_those_of_arenakit(shell: Shell) -> None:
    # fit_bt(counts, ties=..., prior=0) of arenakit 0.1.1, whose steps end within 1e-10. Its prior
    # of half a battle against nobody pulls strengths to 0, by less than 0.005 here.
    file = str(EXAMPLE / "battles.csv")
    half = {
        "north": 0.3716925121,
        "south": 0.2746423067,
        "east": 0.1816689637,
        "west": -0.8280037826,
    }
    drop = {
        "north": 0.4742590251,
        "south": 0.3754519058,
        "east": 0.2303577394,
        "west": -1.0800686704,
    }

    assert strengths(shell, file) == pytest.approx(half, abs=1e-9)
    assert strengths(shell, file, "--ties", "drop") == pytest.approx(drop, abs=1e-9)


def test_the_example_holds_the_true_strengths(shell: Shell) -> None:
    made = runpy.run_path(str(EXAMPLE / "make_battles.py"))
    true = made["STRENGTHS"]

    standings = found(
        shell, str(EXAMPLE / "battles.csv"), "--cluster", "question", "--ties", "drop"
    )

    mean = sum(true.values()) / len(true)
    for name, strength in true.items():
        interval = standings[name]["strength"]["interval"]  # type: ignore[index]
        assert interval["low"] < strength - mean < interval["high"]
    assert [tuple(one) for one in made["battles"]()] == [
        tuple(row) for row in csv.reader((EXAMPLE / "battles.csv").read_text().splitlines()[1:])
    ]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_files_of_any_form_give_the_same(shell: Shell, form: str) -> None:
    shell.write("battles.csv", table(*BATTLES))
    records = list(csv.DictReader(StringIO(table(*BATTLES))))
    shell.write("battles.jsonl", "".join(f"{json.dumps(one)}\n" for one in records))
    parquet.write_table(pa.Table.from_pylist(records), shell.folder / "battles.parquet")

    assert found(shell, f"battles.{form}") == found(shell, "battles.csv")


def test_clusters_make_intervals_wider_where_battles_agree(shell: Shell) -> None:
    rows = [(*one, f"q{at}") for at, one in enumerate(BATTLES) for _ in range(5)]
    shell.write("battles.csv", table(*rows, head="model_a,model_b,winner,question"))

    alone, together = (
        found(shell, "battles.csv", *words)["a"]["strength"]["interval"]  # type: ignore[index]
        for words in ((), ("--cluster", "question"))
    )

    assert together["low"] < alone["low"] < alone["high"] < together["high"]


def test_names_may_stand_elsewhere_and_name_the_winner(shell: Shell) -> None:
    shell.write("b.csv", table(("x", "y", "x"), ("x", "y", "y"), head="left,right,better"))

    words = ("--first", "left", "--second", "right", "--winner", "better")

    assert strengths(shell, "b.csv", *words) == pytest.approx({"x": 0, "y": 0})


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            [("a", "b", "c")],
            "battles.csv:2: $.winner: expected model_a, model_b, tie, both_bad, or the name",
        ),
        (
            [("a", "b", "tie"), ("a", "a", "tie")],
            "battles.csv:3: $.model_b: expected two systems, got 'a' against",
        ),
        (
            [("a", "", "tie")],
            "battles.csv:2: $.model_b: expected the names of two systems, got an empty name",
        ),
        (
            [("b", "a", "b")],
            "battles.csv:2: $.winner: expected one of both, got 'b', which is a word of winners",
        ),
        (
            [("a", "b", "")],
            "battles.csv:2: $.winner: expected model_a, model_b, tie, both_bad, or the name",
        ),
        ([], "expected samples, got a file without records"),
    ],
)
def test_what_is_no_battle_is_refused_with_its_place(
    shell: Shell, rows: list[tuple[str, ...]], says: str
) -> None:
    shell.write("battles.csv", table(*rows))

    ran = shell("arena", "battles.csv")

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


@pytest.mark.parametrize("form", ["jsonl", "json", "parquet"])
def test_a_record_that_is_no_battle_is_named_in_files_of_any_form(shell: Shell, form: str) -> None:
    records = [{"model_a": "a", "model_b": "b", "winner": one} for one in ("a", "b", "x", "tie")]
    shell.write("battles.jsonl", "".join(f"{json.dumps(one)}\n" for one in records))
    shell.write("battles.json", json.dumps(records))
    parquet.write_table(pa.Table.from_pylist(records), shell.folder / "battles.parquet")

    ran = shell("arena", f"battles.{form}")

    place = {"jsonl": "battles.jsonl:3: $.winner", "json": "[2].winner", "parquet": "[2].winner"}[
        form
    ]
    assert (ran.code, ran.out) == (2, "")
    assert place in ran.err
    assert "got the winner 'x'" in ran.err


def test_a_record_that_is_no_battle_may_be_skipped(shell: Shell) -> None:
    shell.write("battles.csv", table(*BATTLES, ("a", "b", "nobody")))

    ran = shell("arena", "battles.csv", "--on-error", "skip")

    assert ran.code == 0
    assert ran.out.startswith("4 battles of 2 systems")


LENGTHS = ("--first-length", "words_a", "--second-length", "words_b")
TALK = "model_a,model_b,winner,words_a,words_b"


def test_pairs_are_compared_at_equal_length(shell: Shell) -> None:
    # The example of length_controlled: 9 of 10 won with 50 more, 5 of 10 with 50 less. Half of the
    # battles are turned round, which says the same.
    won = [("x", "70", "20")] * 9 + [("y", "70", "20")] + [("x", "20", "70"), ("y", "20", "70")] * 5
    turned = [("y", "x", name, two, one) for name, one, two in won[::2]]
    rows = [("x", "y", name, one, two) for name, one, two in won[1::2]]
    shell.write("battles.csv", table(*rows, *turned, head=TALK))

    ran = shell("arena", "battles.csv", *LENGTHS, "--format", "json")

    [pair] = json.loads(ran.out)["pairs"]
    assert pair["at_equal_length"]["value"] == pytest.approx(0.75)
    assert pair["at_equal_length"]["plain"]["value"] == "7/10"


def test_no_answer_is_shorter_than_nothing(shell: Shell) -> None:
    head = "model_a,model_b,winner,words_a,words_b"
    shell.write("battles.csv", table(("x", "y", "model_a", "-10", "5"), head=head))

    ran = shell("arena", "battles.csv", *LENGTHS)

    assert ran.code == 2
    assert "battles.csv:2: $.words_a: expected a length, of 0 or more, got -10" in ran.err


def test_the_example_holds_what_is_true_at_equal_length(shell: Shell) -> None:
    made = runpy.run_path(str(EXAMPLE / "make_battles.py"))
    true = 1 / (1 + exp(made["STRENGTHS"]["south"] - made["STRENGTHS"]["north"]))

    ran = shell("arena", str(EXAMPLE / "talk.csv"), *LENGTHS, "--format", "json")

    [pair] = json.loads(ran.out)["pairs"]
    found = pair["at_equal_length"]
    assert Fraction(found["plain"]["value"]) < Fraction(1, 2) < found["value"]
    assert found["interval"]["low"] < true < found["interval"]["high"]
    assert [tuple(map(str, one)) for one in made["talks"]()] == [
        tuple(row) for row in csv.reader((EXAMPLE / "talk.csv").read_text().splitlines()[1:])
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (LENGTHS[:2], "--second-length: expected how long both answers are"),
        (LENGTHS[2:], "--first-length: expected how long both answers are"),
        ((*LENGTHS[:3], "nowhere"), "--second-length PATH"),
    ],
)
def test_lengths_that_are_not_there_are_named(
    shell: Shell, words: tuple[str, ...], says: str
) -> None:
    shell.write("battles.csv", table(("a", "b", "tie", "3", "4"), head=TALK))

    ran = shell("arena", "battles.csv", *words)

    assert ran.code == 2
    assert says in ran.err


def test_a_battle_without_a_length_is_named(shell: Shell) -> None:
    shell.write("b.csv", table(("a", "b", "a", "3", "4"), ("a", "b", "b", "3", ""), head=TALK))

    ran = shell("arena", "b.csv", *LENGTHS)

    assert (ran.code, ran.out) == (2, "")
    assert "b.csv:3: $.words_b: expected how long the answer is, got nothing" in ran.err


def test_where_a_tie_is_a_win_of_both_nothing_is_known_at_equal_length(shell: Shell) -> None:
    shell.write("b.csv", table(("a", "b", "a", "3", "4"), ("a", "b", "b", "3", "1"), head=TALK))

    ran = shell("arena", "b.csv", *LENGTHS, "--ties", "win")

    assert "n/a: a tie is a win of both" in ran.out


def test_a_column_that_is_not_there_is_named_with_the_option_that_says_it(shell: Shell) -> None:
    shell.write("battles.csv", table(("a", "b", "tie"), head="model_a,model_b,better"))

    ran = shell("arena", "battles.csv")

    assert ran.code == 2
    assert "--winner" in ran.err


def test_a_system_that_never_won_has_no_strength_and_still_a_rate(shell: Shell) -> None:
    shell.write("battles.csv", table(("a", "b", "a"), ("a", "b", "a")))

    ran = shell("arena", "battles.csv")

    assert ran.code == 0
    assert "There are no strengths: b never won against a." in ran.out


def test_hostile_names_are_escaped_on_the_page(shell: Shell) -> None:
    shell.write("battles.csv", table(("<script>", "b", "tie"), ("<script>", "b", "b")))

    ran = shell("arena", "battles.csv", "--html", "page.html", "--sentence")

    page = shell.read("page.html").decode()
    assert (ran.code, "<script>alert" in page, "&lt;script&gt;" in page) == (0, False, True)
    assert "Strengths" in page


def test_the_sentence_says_rule_and_definition(shell: Shell) -> None:
    ran = shell("arena", str(EXAMPLE / "battles.csv"), "--cluster", "question", "--sentence")

    assert ran.out.endswith("Definition: win_rate/1(won=won,ties=half).\n")
    assert "by question" in ran.out


def test_ties_alone_are_no_certainty(shell: Shell) -> None:
    shell.write("battles.csv", table(*(("a", "b", "tie"),) * 3))

    ran = shell("arena", "battles.csv")

    assert "no interval but a point, which says nothing of certainty: all comparisons" in ran.out
