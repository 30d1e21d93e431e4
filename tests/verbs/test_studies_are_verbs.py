"""The studies from Python: the numbers of their commands, of files or of records in memory."""

import json
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

from measurand import InvalidInputError, counterfactual, review
from measurand.edges.cli.main import main
from measurand.studies.counterfactual.toy import Toy
from measurand.studies.review.edge.verbs import Run
from measurand.values.grounded import Grounded

RUNS = Path("docs/examples/review/results")
RUN = RUNS / "demo__seed1_proposed"
VOLUMES = Path("docs/examples/volumes/samples.jsonl")
IOU = {"tested": "iou_union"}


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def printed(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    main([*words, "--format", "json"])
    tree: dict[str, object] = json.loads(capsys.readouterr().out)
    return tree


@pytest.mark.parametrize("profile", ["documented", "as-run", "recommended"])
def test_a_review_has_the_numbers_of_the_command(
    profile: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["review", "aggregate", str(RUN), "--out", str(tmp_path), "--profile", profile]

    found = review(RUN, profile=profile)  # type: ignore[arg-type]

    assert json.loads(json.dumps(found.to_dict())) == printed(words, capsys)


def test_a_review_is_a_folder_a_file_outputs_or_scorecards() -> None:
    outputs, cards = RUN / "outputs.jsonl", RUN / "scorecards.jsonl"
    every: list[Run] = [RUN, str(outputs), cards, read(outputs), read(cards), iter(read(outputs))]

    rows = [[(row["metric"], row["value"]) for row in review(one).rows] for one in every]

    assert rows == [rows[0]] * len(every)


def test_runs_stand_side_by_side_and_are_averaged() -> None:
    names = [f"demo__seed{seed}_proposed" for seed in (1, 2, 3)]
    found = review({name: RUNS / name for name in names})

    # docs/review.md: 0.0250 and 0.1411 over the three seeds.
    mean = found.over_runs()["delta_f1"]
    assert f"{float(mean.mean):.4f} {float(mean.deviation):.4f}" == "0.0250 0.1411"
    assert f"{found[names[0], 'delta_f1']:+.4f}" == "-0.0667"
    with pytest.raises(KeyError, match="of which run"):
        found["delta_f1"]


def test_a_review_has_intervals_and_tests_where_they_are_asked_for() -> None:
    found = review(RUN).tested()

    row = next(row for row in found.rows if row["metric"] == "delta_f1")
    assert (row["ci_low"], row["ci_high"], row["p_value"]) == (-0.25, 0.125, 0.625)
    assert str(found["delta_f1"]) == "-0.0666667 [-0.25, 0.125]"
    assert "McNemar, exact" in found._repr_html_()


def test_rows_of_a_review_are_kept_by_their_fields() -> None:
    outputs = read(RUN / "outputs.jsonl")

    assert review(outputs, where={"meta.text_id": ["demo-1", "demo-2"]})["n"] == 2
    assert review(RUN / "outputs.jsonl", where={"meta.text_id": "demo-1"})["n"] == 1
    with pytest.raises(InvalidInputError, match=r"rows with meta\.text_id=x, got no row"):
        review(outputs, where={"meta.text_id": "x"})
    assert review(outputs, where={"meta.text_id": "x"}, profile="as-run")["n"] == len(outputs)


def test_settings_of_a_review_are_those_of_the_command() -> None:
    found = review(RUN, settings={"counting": "multiset"})

    assert found.to_dict()["set"] == ["counting=multiset"]


@pytest.mark.parametrize(
    ("runs", "said", "expected"),
    [
        (3, {}, "runs: expected a path, a list of records"),
        ({}, {}, "runs: expected at least one"),
        ([], {}, "runs: expected records, got no row"),
        (["a"], {}, r"runs\[0\]: expected a record: a dictionary, got 'a'"),
        ([{"meta": 3}], {}, r"runs\[0\]\.meta: expected an object, got 3"),
        ({"ours": [{"meta": 3}]}, {}, r"runs\['ours'\]\[0\]\.meta: expected an object"),
        ("no/such.jsonl", {}, "got nothing of that name"),
        (RUN, {"profile": "as-ran"}, "did you mean 'as-run'"),
        (RUN, {"settings": {"countin": "set"}}, "did you mean 'counting'"),
        (RUN, {"where": {"a[": "b"}}, "where: expected"),
    ],
)
def test_what_is_no_review_is_refused(
    runs: object, said: Mapping[str, object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        review(runs, **said)  # type: ignore[arg-type]


@pytest.mark.parametrize("profile", ["documented", "recommended"])
def test_a_counterfactual_study_has_the_numbers_of_the_command(
    profile: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["cf", "run", str(VOLUMES), "--generator", "toy", "--profile", profile]

    found = counterfactual(VOLUMES, generator="toy", profile=profile, settings=IOU)  # type: ignore[arg-type]

    assert json.loads(json.dumps(found.to_dict())) == printed(
        [*words, "--set", "tested=iou_union"], capsys
    )


def test_samples_are_a_file_or_records_and_a_generator_is_any_function() -> None:
    def answer(sample: Grounded) -> dict[str, object]:
        said = Toy()(sample)
        frames = [
            {
                "finding": one.finding,
                "polarity": one.polarity,
                "citations": list(one.citations or ()),
            }
            for one in said.frames
        ]
        return {"frames": frames, "text": said.text}

    by_name = counterfactual(VOLUMES, generator="toy", settings=IOU)
    by_value = counterfactual(read(VOLUMES), generator=Toy(), settings=IOU)
    by_record = counterfactual(read(VOLUMES), generator=answer, settings=IOU)

    assert by_name.rows == by_value.rows == by_record.rows
    assert pd.DataFrame(by_name.rows).shape == (5, 14)


def test_a_generator_that_fails_leaves_rows_open_and_says_so() -> None:
    def broken(_: Grounded) -> dict[str, object]:
        message = "out of memory"
        raise RuntimeError(message)

    found = counterfactual(read(VOLUMES)[:8], generator=broken, settings=IOU)

    assert found.code == 3
    assert "RuntimeError: 'out of memory'" in str(found)
    assert found["iou_union", "token_perm"].hypothesis.found.units <= 1


def test_a_counterfactual_study_shows_itself() -> None:
    found = counterfactual(VOLUMES, generator="toy", settings=IOU)

    assert "<table" in found._repr_html_()
    assert found.page().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("samples", "said", "expected"),
    [
        (3, {}, "samples: expected a path, a list of records"),
        ([{"schema": "cf-sample/1"}], {}, r"samples\[0\]: expected the key 'sample_id'"),
        (read(VOLUMES)[:1] * 2, {}, r"samples\[1\]: expected ids that differ"),
        (VOLUMES, {"generator": "toys"}, "generator: expected 'toy', or a function"),
        (VOLUMES, {"generator": 3}, "generator: expected a function"),
        (VOLUMES, {"settings": {"testd": "bleu"}}, "did you mean 'tested'"),
    ],
)
def test_what_is_no_study_is_refused(
    samples: object, said: Mapping[str, object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        counterfactual(samples, **said)  # type: ignore[arg-type]
