"""`measurand score --interval`: every score with an interval, from resampled samples."""

import json
from typing import TypeAlias

import pytest

from tests.cli.running import Shell

Tree: TypeAlias = dict[str, object]
# Nine of twelve samples are right; four make a document.
SAMPLES = "".join(
    json.dumps(
        {
            "id": number,
            "gold": ["a"],
            "pred": ["a" if number < 9 else "b"],
            "groups": {"document": f"d{number // 4}", "run": f"r{number % 2}"},
        }
    )
    + "\n"
    for number in range(12)
)
LEVEL = {"value": "19/20", "decimal": "0.95"}


@pytest.fixture
def samples(shell: Shell) -> Shell:
    shell.write("samples.jsonl", SAMPLES)
    return shell


def scored(shell: Shell, *words: str) -> list[Tree]:
    ran = shell("score", "samples.jsonl", "--format", "json", *words)
    assert (ran.code, ran.err) == (0, "")
    found = ran.json["scores"]
    assert isinstance(found, list)
    return found


def interval(shell: Shell, *words: str) -> Tree:
    [score] = scored(shell, "--interval", "-d", "exact_match", *words)
    found = score["interval"]
    assert isinstance(found, dict)
    return found


def refused(shell: Shell, *words: str) -> str:
    ran = shell("score", "samples.jsonl", "-d", "exact_match", *words)
    assert (ran.code, ran.out) == (2, "")
    return ran.err.strip()


def test_the_interval_stands_beside_the_score(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "exact_match", "--interval")

    text = " ".join(ran.out.split())
    assert (ran.code, ran.err) == (0, "")
    assert "definition score 95% interval exactly read" in text
    assert "d1 0.75 [0.5000, 1.0000] 3/4 12 0 0 12 0 12 0" in text
    assert (
        "Intervals: percentiles of the resampled scores; 10,000 resamples of samples, "
        "stream numpy, seed 0."
    ) in text


def test_without_interval_nothing_is_said_of_intervals(samples: Shell) -> None:
    ran = samples("score", "samples.jsonl", "-d", "exact_match")

    assert "nterval" not in ran.out
    assert "interval" not in scored(samples, "-d", "exact_match")[0]


def test_the_exact_law_needs_no_draw(samples: Shell) -> None:
    # Binomial(12, 3/4) / 12: P(<= 5) = 0.0143, P(<= 6) = 0.0544; P(12) = 0.0317 > 0.025.
    assert interval(samples, "--stream", "exact") == {
        "low": 0.5,
        "high": 1.0,
        "level": LEVEL,
        "degenerate": None,
        "how": None,
    }
    ran = samples("score", "samples.jsonl", "-d", "f", "--interval", "--stream", "exact")
    assert "the exact law of resampled samples, without a draw." in " ".join(ran.out.split())


def test_a_wider_level_has_a_wider_interval(samples: Shell) -> None:
    half, most = (interval(samples, "--level", level) for level in ("0.5", "0.999"))

    assert isinstance(half["low"], float)
    assert isinstance(most["low"], float)
    assert most["low"] < half["low"]


def test_clusters_are_resampled_whole(samples: Shell) -> None:
    # Documents of 4, 4 and 1 right of 4: a resample of three has 3, 6, 9 or 12 right.
    assert interval(samples, "--cluster", "document") == {
        "low": 0.25,
        "high": 1.0,
        "level": LEVEL,
        "degenerate": None,
        "how": None,
    }
    ran = samples(
        "score", "samples.jsonl", "-d", "f", "--interval", "--cluster", "document", "--seed", "3"
    )
    assert "10,000 resamples of groups (document), stream numpy, seed 3." in ran.out


@pytest.mark.parametrize(
    ("ends", "level", "twelfths"),
    [
        ("percentile", ".9", (6, 11)),
        ("basic", ".9", (7, 12)),  # mirrored at 9
        ("percentile", ".95", (6, 12)),
        ("bca", ".95", (5, 11)),
    ],
)
def test_the_ends_are_an_option(
    samples: Shell, ends: str, level: str, twelfths: tuple[int, int]
) -> None:
    found = interval(samples, "--ends", ends, "--level", level)

    low, high = twelfths
    assert (found["low"], found["high"]) == (pytest.approx(low / 12), pytest.approx(high / 12))


def test_each_group_has_the_interval_that_it_has_alone(samples: Shell) -> None:
    # Seven resamples: whoever draws others has another interval.
    asked = ("-d", "exact_match", "--interval", "--replicates", "7")
    by = {score["group"]: score["interval"] for score in scored(samples, *asked, "--by", "run")}

    kept = [line for line in SAMPLES.splitlines(keepends=True) if '"run": "r0"' in line]
    samples.write("samples.jsonl", "".join(kept))

    assert by.keys() == {"r0", "r1"}
    assert by["r0"] == interval(samples, "--replicates", "7")
    assert by["r0"] != interval(samples, "--replicates", "7", "--seed", "1")


def test_one_sample_has_a_point_that_is_marked(samples: Shell) -> None:
    samples.write("samples.jsonl", SAMPLES.splitlines(keepends=True)[0])

    assert interval(samples)["degenerate"] == "all resamples have one score"
    ran = samples("score", "samples.jsonl", "-d", "exact_match", "--interval")
    assert "[1.0000, 1.0000]*" in ran.out
    assert (
        "*: no interval but a point, which says nothing of certainty: all resamples have one score"
        in ran.out
    )


def test_no_answer_has_no_interval_and_says_why_once(samples: Shell) -> None:
    samples.write("samples.jsonl", '{"id": 1, "gold": ["a"], "pred": null}\n')

    ran = samples("score", "samples.jsonl", "-d", "exact_match", "--interval")

    assert ran.code == 0
    assert ran.out.count("undefined: no sample was scored") == 1
    assert list(interval(samples)) == ["undefined"]


def test_an_interval_that_cannot_be_says_why(samples: Shell) -> None:
    ran = samples(
        "score", "samples.jsonl", "-d", "f(average=macro[class],class=item)", "--interval",
        "--stream", "exact",
    )  # fmt: skip

    assert ran.code == 0
    assert "undefined: not feasible" in " ".join(ran.out.split())


@pytest.mark.parametrize("fmt", ["md", "csv", "latex"])
def test_every_format_has_the_column(samples: Shell, fmt: str) -> None:
    ran = samples("score", "samples.jsonl", "-d", "exact_match", "--interval", "--format", fmt)

    head = "95\\% interval" if fmt == "latex" else "95% interval"
    assert ran.code == 0
    assert head in ran.out
    assert "0.5000, 1.0000" in ran.out


def test_the_json_says_by_which_plan(samples: Shell) -> None:
    ran = samples(
        "score", "samples.jsonl", "-d", "exact_match", "--interval", "--format", "json",
        "--seed", "7", "--replicates", "50", "--level", ".9",
    )  # fmt: skip

    assert ran.json["plan"] == {
        "ends": "percentile",
        "level": {"value": "9/10", "decimal": "0.9"},
        "replicates": 50,
        "seed": 7,
        "stream": "numpy",
        "cluster": None,
    }


# Bad input.


def test_options_of_intervals_without_an_interval_are_refused(samples: Shell) -> None:
    assert refused(samples, "--seed", "3", "--ends", "bca") == (
        "--ends: expected an interval, got no --interval: say --interval too"
    )


def test_a_cluster_that_samples_do_not_have_is_refused(samples: Shell) -> None:
    assert refused(samples, "--interval", "--cluster", "patient") == (
        "samples.jsonl: sample '0': expected a group 'patient' of the sample, "
        "got groups document, run: 12 samples lack it"
    )


def test_the_cluster_of_by_is_refused(samples: Shell) -> None:
    assert refused(samples, "--interval", "--cluster", "run", "--by", "run") == (
        "--cluster: expected another group than that of --by, which has one group in each score, "
        "got run, and --by run"
    )


def test_a_mean_over_groups_needs_them_as_clusters(samples: Shell) -> None:
    macro = "f(average=macro[document,sample])"
    ran = samples("score", "samples.jsonl", "-d", macro, "--interval")
    assert ran.code == 2
    assert ran.err == (
        "--cluster: expected the groups that the outermost mean runs over, got none, "
        "and average=macro[document,sample]: --cluster document\n"
    )

    [score] = scored(samples, "-d", macro, "--interval", "--cluster", "document")

    assert score["interval"] == {
        "low": 0.25,
        "high": 1.0,
        "level": LEVEL,
        "degenerate": None,
        "how": None,
    }
