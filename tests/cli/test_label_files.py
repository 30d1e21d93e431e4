"""Labels of humans in a file of their own: `score`, `compare`, `check`, `audit`, and refusals."""

import json
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files import Bad, read
from measurand.evidence.source import Fields, Source
from tests.cli.running import Shell

# Of ten labelled the judge finds 4 of 5 that are so and takes 1 of 5 that are not; of ten others it
# says 1 of seven: f = 12/20, f_L = 1/2, y = 1/2, and the slope is 5/8.
LABELLED = [(1, 1)] * 4 + [(0, 1), (1, 0)] + [(0, 0)] * 4
OTHERS = [1] * 7 + [0] * 3
JUDGED = [*(judge for judge, _ in LABELLED), *OTHERS]
PPI = "ppi(judge=judge,human=human)"
SCORE = ("score", "-d", PPI, "--number", "judge")
LABELS = "".join(f"r{at},{label}\n" for at, (_, label) in enumerate(LABELLED))
CLAIMS = """\
schema = 1
[data.runs]
path = "runs.jsonl"
items = "none"
fields = { amounts = { judge = "judge" } }
labels = { path = "labels.csv", format = "csv", id = "key", amounts = { human = "says" } }
[[table]]
name = "judged"
data = "runs"
rows = [{ label = "all", cells = { corrected = "0.5625", undone = "0.6667" } }]
columns.corrected.definition = "ppi(judge=judge,human=human)"
columns.undone.definition = "rogan_gladen(judge=judge,human=human)"
"""


def records(judged: Sequence[int], first: int = 0) -> str:
    return "".join(
        json.dumps({"id": f"r{at}", "judge": one, "part": "ab"[at % 2]}) + "\n"
        for at, one in enumerate(judged, first)
    )


@pytest.fixture
def runs(shell: Shell) -> Shell:
    shell.write("runs.jsonl", records(JUDGED))
    shell.write("labels.csv", f"key,says\n{LABELS}")
    return shell


def scored(shell: Shell, *words: str, file: str = "runs.jsonl") -> str:
    ran = shell(*SCORE, file, *words, "--human-id", "key", "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    [one] = json.loads(ran.out)["scores"]
    return str(one["score"]["value"])


def refused(shell: Shell, *words: str, file: str = "runs.jsonl") -> str:
    ran = shell(*SCORE, file, "--human", "labels.csv:says", "--human-id", "key", *words)
    assert (ran.code, ran.out) == (2, "")
    return ran.err


def test_labels_of_their_own_give_the_number_of_hand_work(runs: Shell) -> None:
    assert scored(runs, "--human", "labels.csv:says") == "9/16"


def test_claims_of_two_files_hold(runs: Shell) -> None:
    runs.write("claims.toml", CLAIMS)

    codes = [runs(name, "claims.toml").code for name in ("check", "audit", "lock", "check")]
    assert codes == [0, 0, 0, 0]


def test_a_lock_sees_that_labels_changed(runs: Shell) -> None:
    runs.write("claims.toml", CLAIMS)
    runs("lock", "claims.toml")
    runs.write("labels.csv", f"key,says\n{LABELS.replace('r0,1', 'r0,0')}")

    ran = runs("check", "claims.toml", "--locked")

    assert ran.code == 1
    assert "r0" in ran.out


def test_a_table_is_audited_from_two_files(runs: Shell) -> None:
    runs.write("table.md", "| system | corrected |\n|---|---|\n| north | 0.5625 |\n")

    ran = runs(
        *("audit", "table.md", "--data", "runs.jsonl", "--number", "judge", "-o", "made.toml"),
        *("--human", "labels.csv:says", "--human-id", "key", "--column", f"corrected={PPI}"),
    )

    assert (ran.code, ran.err) == (0, "")
    assert runs("audit", "made.toml").code == 0


def test_systems_are_compared_with_labels_of_each(runs: Shell) -> None:
    runs.write("other.jsonl", records([1 - one for one in JUDGED]))
    runs.write("others.csv", "key,says\nr0,0\nr1,0\nr6,1\nr7,1\n")

    ran = runs(
        *("compare", "runs.jsonl", "other.jsonl", "-d", PPI, "--number", "judge"),
        *("--human", "labels.csv:says", "--human", "others.csv:says", "--human-id", "key"),
        *("--ends", "jackknife", "--format", "json"),
    )

    assert ran.err == ""
    [test] = json.loads(ran.out)["comparisons"]
    assert (test["first"]["value"], test["second"]["value"]) == ("9/16", "2/5")


def test_lists_of_humans_stand_in_a_file_of_their_own(shell: Shell) -> None:
    said = [("a", "a"), ("a", "b"), ("b", None), ("b", None)]
    shell.write(
        "runs.jsonl",
        "".join(
            json.dumps({"id": at, "gold": [judge], "pred": ["a"], "judge": [judge]}) + "\n"
            for at, (judge, _) in enumerate(said)
        ),
    )
    shell.write(
        "labels.jsonl",
        "".join(
            json.dumps({"id": at, "items": human and [human]}) + "\n"
            for at, (_, human) in enumerate(said)
        ),
    )

    ran = shell(
        *("score", "runs.jsonl", "--field", "lists=judge", "--items", "text"),
        *("--human", "labels.jsonl:items", "--format", "json"),
        *("-d", 'rectified(judge=judge,human=human,formula="hits / predicted")'),
    )

    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["scores"][0]["score"]["value"] == "0"


@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_files_of_a_folder_share_their_labels(runs: Shell, engine: str) -> None:
    (runs.folder / "parts").mkdir()
    runs.write("parts/a.jsonl", records(JUDGED[:7]))
    runs.write("parts/b.jsonl", records(JUDGED[7:], 7))

    found = scored(runs, "--human", "labels.csv:says", "--engine", engine, file="parts")

    assert found == "9/16"


@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_a_label_that_no_sample_has_is_refused(runs: Shell, engine: str) -> None:
    runs.write("labels.csv", f"key,says\n{LABELS}x9,1\n")

    assert refused(runs, "--engine", engine) == (
        "labels.csv:12: $.key: expected the id of a sample, got 'x9', which no sample has: "
        "--on-error skip leaves such labels out, and says how many\n"
    )


@pytest.mark.parametrize("engine", ["serial", "processes"])
@pytest.mark.parametrize("lost", [1, 3])
def test_labels_that_no_sample_has_are_skipped_and_counted(
    runs: Shell, engine: str, lost: int
) -> None:
    runs.write("labels.csv", f"key,says\n{LABELS}" + "".join(f"x{at},1\n" for at in range(lost)))
    words = ("--human", "labels.csv:says", "--on-error", "skip")

    found = scored(runs, *words, "--engine", engine)
    told = runs(*SCORE, "runs.jsonl", *words, "--human-id", "key", "--engine", engine).out

    assert found == "9/16"
    assert f"skipped: {lost} label{'s' * (lost > 1)} of ids that no sample has" in told


@pytest.mark.parametrize("command", ["judge", "labels", "compare"])
def test_every_command_of_labels_skips_those_that_no_sample_has(runs: Shell, command: str) -> None:
    runs.write("other.jsonl", records(JUDGED))
    runs.write("labels.csv", f"key,says\n{LABELS}x9,1\n")
    words = {
        "judge": ("judge", "runs.jsonl", "--judge", "judge"),
        "labels": ("labels", "runs.jsonl", "--judge", "judge"),
        "compare": ("compare", "-d", PPI, "--number", "judge", "runs.jsonl", "other.jsonl"),
    }[command]
    human = ("--human", "labels.csv:says", "--human-id", "key")

    assert runs(*words, *human).code == 2
    ran = runs(*words, *human, "--on-error", "skip")
    assert (ran.code in {0, 3}, ran.err) == (True, "")
    assert "skipped: 1 label of ids that no sample has" in ran.out


def test_a_file_of_labels_of_other_samples_is_refused_whatever_is_skipped(runs: Shell) -> None:
    runs.write("labels.csv", "key,says\nx1,1\n")

    assert "say which field has the id, --human-id PATH" in refused(runs, "--on-error", "skip")


def test_labels_of_samples_that_are_filtered_are_no_fault(runs: Shell) -> None:
    # Of those in a: y = 3/5, f_L = 2/5, f = 3/5, and the slope is 2/3.
    assert scored(runs, "--human", "labels.csv:says", "--where", "part=a") == "11/15"


def test_labels_of_faulty_records_that_are_skipped_are_no_fault(runs: Shell) -> None:
    runs.write("runs.jsonl", records(JUDGED).replace('"id": "r9"', '"id": null'))

    ran = runs(*SCORE, "runs.jsonl", "--human", "labels.csv:says", "--human-id", "key",
               "--on-error", "skip")  # fmt: skip

    assert (ran.code, ran.err) == (0, "")


def test_a_key_that_matches_nothing_is_refused_with_a_way_out(runs: Shell) -> None:
    runs.write("labels.csv", "key,says\nx1,1\n")

    assert "say which field has the id, --human-id PATH" in refused(runs)


def test_two_verdicts_for_one_item_are_refused_with_a_way_out(runs: Shell) -> None:
    runs.write("labels.csv", f"key,says\n{LABELS}r0,0\n")

    err = refused(runs)

    assert err.startswith("labels.csv:12: $.key: expected ids that differ, got the id 'r0' again")
    assert "--raters majority" in err


@pytest.mark.parametrize(("raters", "value"), [("majority", "9/16"), ("mean", "47/90")])
def test_several_raters_are_what_is_said(runs: Shell, raters: str, value: str) -> None:
    # Three raters of r0 say 1, 1, 0: most say 1; of their mean, 2/3, y = 7/15, the slope is 5/9.
    runs.write("labels.csv", f"key,says\n{LABELS}r0,1\nr0,0\n")

    found = scored(runs, "--human", "labels.csv:says", "--raters", raters)

    assert found == value


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("key,says\nr0,maybe\n", "labels.csv:2: $.says: expected a decimal number"),
        ("key,says\n,1\n", "labels.csv:2: $.key: expected an id"),
        ("key,other\nr0,1\n", "labels.csv:1: expected the column 'says'"),
        ("", "labels.csv: expected samples, got a file without records"),
    ],
)
def test_faulty_labels_are_named_by_file_and_line(runs: Shell, text: str, wrong: str) -> None:
    runs.write("labels.csv", text)

    assert refused(runs).startswith(wrong)


def test_labels_without_a_file_are_refused_where_a_file_is_spoken_of(runs: Shell) -> None:
    ran = runs(*SCORE, "runs.jsonl", "--human", "judge", "--raters", "mean")

    assert ran.code == 2
    assert "--raters: expected labels in a file of their own, --human FILE:PATH" in ran.err


def test_a_name_that_records_have_too_is_refused(runs: Shell) -> None:
    runs.write("claims.toml", CLAIMS.replace("{ judge = ", '{ human = "judge", judge = '))

    ran = runs("check", "claims.toml")

    assert ran.code == 2
    assert "names that the records do not have" in ran.err


def test_stated_shares_of_strata_are_weights(shell: Shell) -> None:
    # In a, 4 samples: f = 1/2, labelled 1/2 by the judge and 1 by humans, so 1/2 + 1/2 = 1.
    # In b, 2 samples: f = 1, labelled 1 and 0, so 0. Stated is 1/4 of a and 3/4 of b: 1/4.
    rows = [("a", 1, 1), ("a", 0, 1), ("a", 1, None), ("a", 0, None), ("b", 1, 0), ("b", 1, None)]
    weights = {"a": 0.25 * 6 / 4, "b": 0.75 * 6 / 2}
    shell.write(
        "runs.jsonl",
        "".join(
            json.dumps({"id": at, "part": part, "judge": judge, "human": human, "w": weights[part]})
            + "\n"
            for at, (part, judge, human) in enumerate(rows)
        ),
    )
    within = "ppi(judge=judge,human=human,lambda=1,drawn=within[part])"
    said = ("--number", "judge", "--human", "human", "--field", "groups.part=part")

    ran = shell(
        "score", "runs.jsonl", "-d", within, *said, "--field", "weight=w", "--format", "json"
    )

    assert (ran.code, ran.err) == (0, "")
    [one] = json.loads(ran.out)["scores"]
    assert one["score"]["value"] == "1/4"


def some_labelled(shell: Shell) -> None:
    """Write records of which the last alone has a label, and the key of it."""
    labelled = json.dumps({"id": "last", "judge": 1, "part": "a", "human": 1})
    shell.write("runs.jsonl", f"{records(JUDGED)}{labelled}\n")


@pytest.mark.parametrize("engine", ["serial", "processes"])
def test_a_key_that_no_record_has_is_refused_with_the_nearest(runs: Shell, engine: str) -> None:
    some_labelled(runs)

    ran = runs(*SCORE, "runs.jsonl", "--human", "humn", "--engine", engine)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "runs.jsonl:21: $: expected the key 'humn' in some record, got an object with 4 keys: "
        "did you mean 'human'?\n"
    )
    assert runs("compare", "runs.jsonl", "runs.jsonl", *SCORE[1:], "--human", "humn").code == 2


@given(
    keys=st.lists(st.sampled_from(("human", "says", "")), min_size=1, max_size=6),
    dropped=st.sets(st.integers(0, 5)),
)
def test_a_sparse_key_is_refused_where_no_record_has_it_and_nowhere_else(
    keys: Sequence[str], dropped: AbstractSet[int]
) -> None:
    rows = [
        {"id": str(at), "part": "b" if at in dropped else "a", **({key: None} if key else {})}
        for at, key in enumerate(keys)
    ]
    fields = Fields(amounts=(("human", "human"),), sparse=("human",))

    with TemporaryDirectory() as folder:
        root = Path(folder)
        root.joinpath("a.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows))
        source = Source(path="a.jsonl", items="none", fields=fields, where=(("part", ("a",)),))
        bad = [event for event in read(source, root=root) if isinstance(event, Bad)]

    assert bool(bad) == ("human" not in keys)


def test_a_key_that_records_have_which_are_left_out_is_no_fault(runs: Shell) -> None:
    some_labelled(runs)

    ran = runs(*SCORE, "runs.jsonl", "--human", "human", "--where", "part=b")

    assert (ran.code, ran.err) == (0, "")


def test_a_pinned_file_asks_for_the_digest_of_labels(runs: Shell) -> None:
    runs.write("claims.toml", CLAIMS.replace("schema = 1", "schema = 1\npin = true"))

    assert "data.runs.labels.sha256" in runs("check", "claims.toml").err


def interval(shell: Shell, *words: str) -> dict[str, object]:
    ran = shell(*SCORE, "runs.jsonl", "--human", "labels.csv:says", "--human-id", "key",
                "--interval", *words, "--format", "json")  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)["scores"][0]["interval"]
    assert isinstance(found, dict)
    return found


def test_an_interval_from_labels_is_of_the_jackknife_unless_another_is_said(runs: Shell) -> None:
    unsaid, said, other = (
        interval(runs, *words) for words in ((), ("--ends", "jackknife"), ("--ends", "percentile"))
    )

    assert unsaid["how"] == "of ppi, t errors of the jackknife"
    assert (unsaid["low"], unsaid["high"]) == (said["low"], said["high"])
    assert (other["low"], other["high"]) != (said["low"], said["high"])


def test_three_systems_are_ranked_with_labels_of_all(runs: Shell) -> None:
    for name in "bc":
        runs.write(f"{name}.jsonl", records(JUDGED))

    ran = runs(
        *("compare", "runs.jsonl", "b.jsonl", "c.jsonl", "-d", PPI, "--number", "judge"),
        *("--human", "labels.csv:says", "--human-id", "key", "--better", "high"),
    )

    assert (ran.code, ran.err) == (0, "")
