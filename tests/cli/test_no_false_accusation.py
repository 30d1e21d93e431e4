"""A table that may be true is never called not reproducible; a slip in a plain table still is.

Each table is small and invented, and reads like one that papers print: the first guess of what its
heads, rows and caption mean is not the right one.
"""

import pytest

from tests.cli.running import Shell

INNOCENT = {
    "a row of medians": "x,P,R,F1\na,80.0,60.0,68.6\nb,90.0,50.0,64.3\nMedian,50.0,50.0,66.7",
    "a row of deviations": "x,TP,FP,FN,TN,Acc\na,9,1,1,9,90.0\nSD,5,5,5,5,2.1",
    "a row of changes": "x,P,R,F1\na,50.0,60.0,54.5\nb,51.0,65.0,57.2\nΔ,1.0,5.0,9.7",
    "a row of gains": "x,P,R,F1\na,50.0,60.0,54.5\nb,51.0,65.0,57.2\nours vs a,+1.0,+5.0,+9.7",
    "a row of minima": "x,P,R,F1\n1,80.0,60.0,68.6\n2,60.0,80.0,68.6\nMin,60.0,60.0,68.6",
    "a row of p-values": "x,P,R,F1\na,0.50,0.60,0.54\np-value,0.03,0.04,0.09",
    "a column of changes": "x,N,Acc\na,7,+1.0\nb,7,+2.0",
    "shared parts": "split,Docs,Types\ntrain,100,5000\ndev,10,1200\nTotal,110,5400",
    "subtotals": "source,Items\nTrain,100\n- news,60\n- web,40\nDev,20\nTotal,120",
    "several labels": "class,Samples\nrude,60\ninsult,70\nTotal,100",
    "two ways to part": "group,N\nmen,40\nwomen,60\n< 30,50\n30+,50\nTotal,100",
    "parts that run at once": "stage,Wall,GPU\na,10.0,2.0\nb,20.0,3.0\nTotal,20.5,5.0",
    "shared weights": "part,Params\nencoder,10.0\ndecoder,12.0\nTotal,12.5",
    "points of a league": "team,Wins,Draws,Losses,Total\na,10,5,3,35",
    "a total of a year": "set,Year,Train,Dev,Total\na,2018,100,10,110\nb,2020,200,10,210",
    "a total of classes": "set,Classes,Train,Test,Total\na,4,100,10,110",
    "a scaled total": "x,Reading,Listening,Total\na,25,28,106",
    "spreads over a total": "stage,Time\na,50.0 ± 1.0\nb,60.0 ± 1.2\nTotal,110.0 ± 1.6",
    "spreads over a mean": "task,Acc\na,50.0 ± 1.0\nb,60.0 ± 1.2\nAverage,55.0 ± 0.6",
    "brackets over a mean": "task,Score\na,50.0 (1.0)\nb,60.0 (1.2)\nAverage,55.0 (0.6)",
    "a mean with columns after it": "x,Layers,Size,Avg,t1,t2\na,32,7,65.5,61.0,70.0",
    "a mean of another kind": "corpus,Sentences,Tokens,Avg\na,1000,20000,20.0",
    "a mean beside a median": "x,Median,IQR,Mean\na,5.0,2.0,7.1",
    "a normalized mean": "x,t1,t2,t3,Average\na,45.0,50.0,30.0,22.5",
    "errors and accuracy": "x,t1,t2,Avg\na,12.0,14.0,87.0",
    "rows that are not shown": "task,one,two\na,50.0,51.0\nb,60.0,58.0\nAverage,75.0,74.5",
    "shots in a column": "x,N,Accuracy\na,5,63.3\nb,10,64.2",
    "training sizes in a column": "x,Examples,Accuracy\na,10,63.3\nb,50,71.3",
    "sums of money": "x,P,R,F1\na,$0.50,$0.60,$4.10",
    "a mean over runs": "x,Samples,Acc\na,100,85.33",
    "a mean over classes": "x,#images,Samples,Accuracy\na,1,57,85.3",
    "samples of another score": "test,Sens,Spec,Accuracy,N\na,90.1,80.2,85.3,61",
    "levels low and high": "x,Accuracy,Low,High\na,63.3,71.2,80.1",
    "an interval of a difference": "x,Acc,CI low,CI high\na,63.3,-3.3,2.1",
    "an MSE that is its root": "x,MAE,MSE\na,62.8,101.8",
    "errors of two units": "x,MAE,MSE\na,12.5,3.1",
    "bits": "format,Precision,Recall,F1\na,16,55.0,60.0",
    "families of tests": "pair,p-value,Holm\na,.01,.03\nb,.40,.80\nc,.60,.80\nd,.02,.02",
    "means of unlike samples": "x,P,R,F1\na,50.0,50.0,66.7",
}
CAPTIONS = {
    "seeds": "Accuracy over 5 seeds (N = 124 test samples).",
    "runs": "Accuracy on 124 test samples, mean over 5 runs.",
    "shots": "Accuracy when prompting with 8 examples.",
    "training": "Models tuned on n = 500 sentences.",
    "a size": "Accuracy on N = 9 menus.",
}


@pytest.mark.parametrize("name", INNOCENT)
def test_a_table_that_may_be_true_is_not_accused(shell: Shell, name: str) -> None:
    shell.write("t.csv", INNOCENT[name] + "\n")

    ran = shell("lint", "t.csv")

    assert ran.code in {0, 3}
    assert "Not reproducible" not in ran.out


@pytest.mark.parametrize("name", CAPTIONS)
def test_a_number_in_a_caption_accuses_nobody(shell: Shell, name: str) -> None:
    shell.write("t.md", f"{CAPTIONS[name]}\n\n| x | Acc |\n|-|-|\n| a | 63.3 |\n| b | 27.21 |\n")

    assert shell("lint", "t.md").code in {0, 3}


def test_words_around_a_table_take_roles_back(shell: Shell) -> None:
    shell.write("b.md", "BERTScore\n\n| x | P | R | F1 |\n|-|-|-|-|\n| a | .1098 | .11 | .1113 |\n")
    shell.write(
        "k.md", "Size in thousands.\n\n| x | TP | FN | Sens |\n|-|-|-|-|\n| a | 2 | 1 | 71.4 |\n"
    )
    shell.write(
        "f.md",
        "Ten folds: counts are summed, scores averaged.\n\n| x | TP | FP | FN | TN | Acc |\n"
        "|-|-|-|-|-|-|\n| a | 50 | 10 | 9 | 31 | 81.2 |\n",
    )

    for name in ("b.md", "k.md", "f.md"):
        assert shell("lint", name).code in {0, 3}


SAMPLES = "--fact", "samples=9"
PLANTED = {
    "accuracy of counts": (
        "x,TP,FP,FN,TN,Sens,Spec,Acc\na,42,7,8,93,84.0,93.0,90.0\nb,38,4,12,96,76.0,96.0,88.7",
        ("--column", "Acc=accuracy:average=micro"),
    ),
    "F of a pool": ("x,P,R,F1\na,34.0,12.5,29.4", ("--column", "F1=f:average=micro")),
    "F of rules that are said": (
        "x,P,R,F1\na,34.0,12.5,49.4",
        ("--column", "F1=f:gold_empty=0+0,pred_empty=0+0,both_empty=1+1"),
    ),
    "a percent of N": ("x,EM\na,63.3", (*SAMPLES, "--column", "EM=exact_match")),
    "an N that is said": (
        "x,N,EM\na,9,63.3",
        ("--column", "N=samples", "--column", "EM=exact_match"),
    ),
    "an average that is said": (
        "x,t1,t2,Avg\na,10.0,20.0,87.0",
        ("--column", "Avg=average[t1,t2]"),
    ),
    "a mean row that is said": ("x,Acc\na,10.0\nb,20.0\nMean,35.0", ("--row", "Mean=average")),
    "a sum row that is said": ("x,Docs\na,10\nb,20\nTotal,35", ("--row", "Total=total")),
    "a root": (
        "x,MAE,RMSE\na,0.52,0.41",
        ("--column", "MAE=mae", "--column", "RMSE=rmse"),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_slip_is_found_where_nothing_doubtful_hides_it(shell: Shell, name: str) -> None:
    text, said = PLANTED[name]
    shell.write("t.csv", text + "\n")

    ran = shell("lint", "t.csv", *said)

    assert ran.code == 1
    assert "Not reproducible\n" in ran.out


@pytest.mark.parametrize("name", [name for name, (_, said) in PLANTED.items() if said])
def test_a_doubtful_slip_is_undecided_and_says_what_would_decide_it(
    shell: Shell, name: str
) -> None:
    shell.write("t.csv", PLANTED[name][0] + "\n")

    assert shell("lint", "t.csv").code in {0, 3}


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("x,N,EM\na,9,63.3", "--column N=samples and --column EM=exact_match"),
        ("x,t 1,t2,Avg\na,10.0,20.0,87.0", "--column 'Avg=average[t 1,t2]'"),
        ("x,Acc\na,10.0\nb,20.0\nMean,35.0", "--row Mean=average"),
    ],
)
def test_the_option_that_is_told_decides_it(shell: Shell, text: str, option: str) -> None:
    shell.write("t.csv", text + "\n")

    open_ = shell("lint", "t.csv")
    words = (one.split(" ", 1) for one in option.replace("'", "").split(" and "))
    said = shell("lint", "t.csv", *(word for one in words for word in one))

    assert (open_.code, said.code) == (3, 1)
    assert option in " ".join(open_.out.split())
    assert "possible only if" in " ".join(open_.out.split())


def test_a_search_accuses_nobody_by_a_guess(shell: Shell) -> None:
    shell.write("t.md", "On N = 1 menus\n\n| x | Gold | P | R |\n|-|-|-|-|\n| a | 1 | 50 | 50 |\n")
    # Steps enough for what refutes it once its size is said.
    few = ["--nodes", "200", "--most-samples", "3", "--steps", "5000000"]
    for option in ("average=macro[sample]", "gold_empty=0+0", "pred_empty=0+0", "credit=binary"):
        few += ["--reading", option]

    guessed = shell("prove", "t.md", *few)
    said = shell("prove", "t.md", *few, "--fact", "samples=1")

    assert guessed.code in {0, 3}
    assert said.code == 1
    assert "definition: a" in said.out.partition("Undecided")[0].partition("Possible")[0]
