"""A number under a name that is not its own is refused, on the command line as from Python."""

import shlex
from pathlib import Path

import pytest

import measurand
from measurand.edges.cli.sniff import recognised
from measurand.errors import InvalidInputError
from tests.cli.running import RUNS, Shell

GOLD, PREDICTED = ["a", "b", "c", "a"], ["a", "a", "c", "b"]
CSV = "id,gold,pred\n" + "".join(
    f"{at},{one},{other}\n" for at, (one, other) in enumerate(zip(GOLD, PREDICTED, strict=True))
)
LINES = "".join(
    f'{{"id": {at}, "gold": "{one}", "pred": "{other}"}}\n'
    for at, (one, other) in enumerate(zip(GOLD, PREDICTED, strict=True))
)
SCORES = "id,gold,pred\n1,0,0.25\n2,1,0.75\n3,1,0.5\n4,0,1\n"


def refused_in_python(definition: str) -> str:
    try:
        measurand.score(GOLD, PREDICTED, definition)
    except InvalidInputError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", ["f", "f1", "f2", "precision", "recall", "jaccard", "accuracy"])
@pytest.mark.parametrize("said", ["", "match=multiset", "average=micro", "average=macro[sample]"])
@pytest.mark.parametrize("file", ["a.csv", "a.jsonl"])
def test_the_command_asks_for_an_average_where_python_does(
    shell: Shell, name: str, said: str, file: str
) -> None:
    if name == "accuracy" and said:
        return
    shell.write("a.csv", CSV)
    shell.write("a.jsonl", LINES)
    definition = f"{name}({said})" if said else name

    ran = shell("score", file, "-d", definition)

    python = refused_in_python(definition)
    assert ran.code == (2 if python else 0)
    assert (
        ("an average, or a positive label" in ran.err) == ("an average" in python) == bool(python)
    )


def test_what_is_asked_for_can_be_pasted(shell: Shell) -> None:
    shell.write("a.csv", CSV)
    told = shell("score", "a.csv", "-d", "f1").err.partition("their accuracy: ")[2]
    macro = told.partition(", micro")[0]
    one = told.partition("; ")[2].partition(" for the one")[0].replace("LABEL", "a")

    # By hand: a 1 of 2 and 2, b 0 of 1 and 1, c 1 of 1 and 1; so F is 1/2, 0 and 1.
    for definition in (macro, one):
        assert ",0.5,1/2," in shell("score", "a.csv", "-d", definition, "--format", "csv").out


def test_lists_of_items_are_asked_nothing(shell: Shell) -> None:
    shell.write("lists.jsonl", RUNS)
    shell.write("mixed.jsonl", LINES + '{"id": "x", "gold": ["a", "b"], "pred": ["a"]}\n')

    for file in ("lists.jsonl", "mixed.jsonl"):
        assert shell("score", file, "-d", "f1").code == 0


@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_shards_of_a_file_are_asked_too(shell: Shell, engine: str) -> None:
    shell.write("a.jsonl", LINES)

    ran = shell("score", "a.jsonl", "-d", "f1", "--engine", engine)

    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("systems", [2, 3])
def test_systems_are_not_compared_by_it(shell: Shell, systems: int) -> None:
    files = [f"{at}.csv" for at in range(systems)]
    for file in files:
        shell.write(file, CSV)

    ran = shell("compare", *files, "-d", "recall")

    assert (ran.code, ran.out) == (2, "")
    assert "recall(average=macro[class],class=item)" in ran.err


def test_two_answers_of_one_file_are_not_compared_by_it(shell: Shell) -> None:
    shell.write("a.csv", "id,gold,pred,other\n1,a,a,b\n2,b,a,b\n")

    assert shell("compare", "a.csv", "--answer", "pred", "--answer", "other", "-d", "f1").code == 2


def test_one_label_is_no_ranking(shell: Shell) -> None:
    shell.write("a.csv", CSV)

    ran = shell("score", "a.csv", "-d", "ndcg")

    assert (ran.code, ran.out) == (2, "")
    assert "expected a ranking on each side" in ran.err


@pytest.mark.parametrize("definition", ["accuracy", "f1", "f1(average=macro[class],class=item)"])
@pytest.mark.parametrize("turned", [False, True])
def test_scores_are_no_labels(shell: Shell, definition: str, *, turned: bool) -> None:
    shell.write("a.csv", SCORES.replace("gold,pred", "pred,gold") if turned else SCORES)

    ran = shell("score", "a.csv", "-d", definition)

    assert (ran.code, ran.out) == (2, "")
    assert "with scores" in ran.err
    assert "auc(score=PRED,label=GOLD)" in ran.err


def test_numbers_that_are_labels_are_taken_as_said(shell: Shell) -> None:
    shell.write("a.csv", SCORES)

    ran = shell("score", "a.csv", "-d", "accuracy", "--input", "labels=value")

    assert (ran.code, "accuracy/1" in ran.out) == (0, True)


@pytest.mark.parametrize(
    "text",
    [
        "id,gold,pred\n1,0.5,0.5\n2,1.5,2\n",
        "id,gold,pred\n1,Paris,3.5\n2,Rome,Rome\n",
        "id,gold,pred\n1,3,3\n2,4,5\n",
    ],
    ids=["both have fractions", "a text among answers", "whole numbers"],
)
def test_what_may_be_labels_is_scored(shell: Shell, text: str) -> None:
    shell.write("a.csv", text)

    assert shell("score", "a.csv", "-d", "accuracy").code == 0


def test_ratings_of_halves_beside_whole_ones_are_no_scores(shell: Shell) -> None:
    shell.write("a.csv", "id,ann,bob\n1,1.5,2\n2,3,3\n3,2,2\n")

    words = ("--items", "ratings", "--field", "gold=ann+bob", "-d", "krippendorff_alpha")
    assert shell("score", "a.csv", *words).code == 0


@pytest.mark.parametrize("heads", ["gold,pred", "gold,prediction", "y_true,y_pred"])
def test_sniff_offers_what_scores_are_scored_by(shell: Shell, heads: str) -> None:
    shell.write("a.csv", SCORES.replace("gold,pred", heads))

    [offered] = [one.command for one in recognised(Path("a.csv")).supports]
    ran = shell(*shlex.split(offered)[1:])

    # By hand: of the four pairs of an event and none, 0.75 and 0.5 are above 0.25 and below 1.
    assert ran.code == 0
    assert "auc/1" in ran.out
    written = shell(*shlex.split(offered)[1:], "--format", "csv").out
    assert ",0.5,1/2," in written
