"""`measurand score`: numbers of a file, each with its signature and denominators."""

import json

import pytest

from tests.cli.running import Shell

# Hits, predictions, gold items: (1, 1, 2) and (0, 1, 0) of run x, (1, 2, 1) of run y.
SAMPLES = (
    '{"id": 1, "gold": ["a", "b"], "pred": ["a"], "groups": {"run": "x"}}\n'
    '{"id": 2, "gold": [], "pred": ["c"], "groups": {"run": "x"}}\n'
    '{"id": 3, "gold": ["a"], "pred": ["a", "d"], "groups": {"run": "y"}}\n'
)


def scores(shell: Shell, *words: str) -> list[tuple[object, object]]:
    """Score the samples; give the group and the exact value of every score."""
    ran = shell("score", "samples.jsonl", "--format", "json", *words)
    assert (ran.code, ran.err) == (0, "")
    return [(line["group"], line["score"]["value"]) for line in json.loads(ran.out)["scores"]]


@pytest.fixture
def samples(shell: Shell) -> Shell:
    shell.write("samples.jsonl", SAMPLES)
    return shell


def test_micro_pools_every_sample(samples: Shell) -> None:
    # 2 hits of 4 predictions and 3 gold items: F = 2 * 2 / (4 + 3).
    assert scores(samples, "-d", "f(average=micro)") == [(None, "4/7")]


def test_several_definitions_come_in_the_order_asked(samples: Shell) -> None:
    found = scores(samples, "-d", "total(of=gold)", "-d", "total(of=hits)")

    assert found == [(None, "3"), (None, "2")]


def test_every_score_has_its_full_signature(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "total", "--format", "csv")

    assert (
        "total/1(of=hits,unit=whole,normalise=none,passes=settle,match=set,wildcard=off,"
        "credit=similarity,charge=gold,class=none,missing=skip,gold=gold,answer=predicted,"
        "answer_unit=same,gold_keep=all,answer_keep=all,dropped_hits=count,only=all)"
    ) in ran.out


def test_by_gives_one_score_for_each_group_in_order(samples: Shell) -> None:
    found = scores(samples, "-d", "total(of=predicted)", "-d", "total", "--by", "run")

    assert found == [("x", "2"), ("y", "2"), ("x", "1"), ("y", "1")]


def test_by_a_group_that_samples_do_not_have_is_refused(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "f", "--by", "document")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[0] == (
        "samples.jsonl: sample '1': expected a group 'document' of the sample, "
        "got groups run: 3 samples lack it"
    )


def test_by_a_group_of_no_name_is_refused(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "f", "--by", "")

    assert (ran.code, ran.out) == (2, "")
    assert "expected a group '' of the sample" in ran.err


def test_by_the_group_that_a_definition_averages_over_is_refused(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "f(average=macro[run])", "--by", "run")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "--by: expected a group over which no definition averages, got run, and "
        "average=macro[run]: leave out --by for the mean over the groups, or average within each\n"
    )


def test_a_mean_over_groups_needs_no_by(samples: Shell) -> None:
    # Recall is 1/2 in run x and 1 in run y.
    assert scores(samples, "-d", "recall(average=macro[run])") == [(None, "3/4")]


def test_credit_of_fuzzy_pairs_alone_gives_nothing_to_equal_items(samples: Shell) -> None:
    fast = scores(samples, "-d", "total(credit=fuzzy)")
    slow = scores(samples, "-d", "total(credit=fuzzy)", "--strict")

    assert fast == slow == [(None, "0")]


def test_a_file_of_no_name_is_refused(shell: Shell) -> None:
    ran = shell("score", "", "-d", "f")

    assert (ran.code, ran.out) == (2, "")
    assert "argument FILE: the name of a file: got ''" in ran.err


def test_a_bad_definition_is_refused_with_the_nearest(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "f(avrage=micro)")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "--definition: expected a definition, got f(avrage=micro): "
        "unknown option 'avrage' of f: did you mean 'average'?\n"
    )


@pytest.mark.parametrize("fmt", ["text", "json", "md", "csv", "latex"])
def test_every_format_shows_the_score(samples: Shell, fmt: str) -> None:
    ran = samples("score", "samples.jsonl", "-d", "total(of=gold)", "--format", fmt)

    assert (ran.code, ran.err) == (0, "")
    assert "of=gold" in ran.out


RAIN = "id,p,rain\n1,0.9,1\n2,0.7,0\n3,0.1,0\n"
CURVES = (
    *("score", "rain.csv", "--number", "p", "--number", "rain"),
    *("-d", "ece(score=p,label=rain,bins=2)", "-d", "auc(score=p,label=rain)"),
)


@pytest.fixture
def rain(shell: Shell) -> Shell:
    shell.write("rain.csv", RAIN)
    return shell


def test_bins_are_shown_where_they_are_asked_for(rain: Shell) -> None:
    shown, plain = rain(*CURVES, "--curves"), rain(*CURVES)

    assert "[0.0126, 0.9874]" in shown.out
    assert "Bins" not in plain.out


def test_curves_are_exact_in_json(rain: Shell) -> None:
    ran = rain(*CURVES, "--curves", "--format", "json")

    ece, auc = json.loads(ran.out)["scores"]
    [bins], [roc] = ece["curves"], auc["curves"]
    assert [one["said"]["value"] for one in bins["bins"]] == ["1/10", "4/5"]
    assert (roc["kind"], roc["points"][0][1]["value"]) == ("roc", "1")


def test_a_page_of_curves_is_written_beside_what_is_printed(rain: Shell) -> None:
    ran, plain = rain(*CURVES, "--html", "page.html"), rain(*CURVES)

    assert ran.out == plain.out
    assert rain.read("page.html").count(b"<svg") == 2


def test_a_page_is_not_written_over_the_samples(rain: Shell) -> None:
    ran = rain(*CURVES, "--html", "rain.csv")

    assert ran.code != 0
    assert "--html" in ran.err
    assert rain.read("rain.csv") == RAIN.encode()


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ('"p": {"cat": 0.5, "dog": 0.3, "eel": 0.2}', "p"),
        ('"p": [0.5, 0.3, 0.2]', "p[cat,dog,eel]"),
        ('"p_cat": 0.5, "p_dog": 0.3, "p_eel": 0.2', "p_{cat,dog,eel}"),
    ],
)
def test_numbers_of_classes_are_read_wherever_they_stand(
    shell: Shell, said: str, path: str
) -> None:
    shell.write("samples.jsonl", f'{{"id": 1, "gold": "cat", {said}}}\n')

    words = ("-d", "multiclass_brier(scores=predicted)", "--field", f"pred={path}")
    assert scores(shell, *words) == [(None, "19/50")]


def test_numbers_of_classes_are_read_of_columns(shell: Shell) -> None:
    shell.write("p.csv", "id,kind,p_cat,p_dog\n1,cat,0.5,0.5\n2,dog,1,\n3,cat,,\n")

    definition = ("-d", "multiclass_brier(scores=predicted,absent=zero)")
    fields = ("--field", "gold=kind", "--field", "pred=p_{cat,dog}")
    ran = shell("score", "p.csv", *definition, *fields, "--format", "json")
    [score] = json.loads(ran.out)["scores"]

    # 1/2 and, as dog has no number, 2; the third has none at all.
    assert score["score"]["value"] == "5/4"
    assert score["denominators"]["excluded"] == {"no list 'predicted'": 1}
