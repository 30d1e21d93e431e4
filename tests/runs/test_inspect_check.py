"""`measurand check LOG` on invented logs of inspect_ai: what is accused, what never, and how."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from measurand.auditing.runs.check import Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.edges.report.runs_json import RunsReport, runs_json
from measurand.edges.report.runs_page import runs_page
from measurand.edges.report.runs_view import headline, missing_of
from measurand.evidence.runs import Weight
from measurand.values.verdict import Verdict
from properties.oracles.inspect_ai import Metric, Tried, document_bytes, log

ACCURACY: Sequence[Metric] = (("accuracy", {}), ("stderr", {}))


def checked(path: Path) -> RunCheck:
    found = logs_at(str(path))
    assert found is not None
    [one] = found.logs
    [run] = runs_of(one, ReadOptions())
    return check_run(run)


def check(folder: Path, document: Mapping[str, object]) -> RunCheck:
    path = folder / "log.json"
    path.write_bytes(document_bytes(document))
    return checked(path)


def tried(labels: str, *, errors: int = 0, scorer: str = "match") -> list[Tried]:
    """Make a sample of each letter, and some more that ended in an error."""
    good = [Tried(id=f"s{at}", scores={scorer: label}) for at, label in enumerate(labels)]
    return good + [Tried(id=f"e{at}", error="it sank") for at in range(errors)]


def outcome(found: RunCheck, name: str) -> Reproduction:
    return next(one.outcome for one in found.aggregates if one.aggregate.name == name)


def kinds(found: RunCheck) -> set[str]:
    return {one.kind for one in found.remarks}


def rows(document: Mapping[str, object]) -> list[dict[str, object]]:
    results = document["results"]
    assert isinstance(results, dict)
    scores = results["scores"]
    assert isinstance(scores, list)
    return scores


def metric(document: Mapping[str, object], name: str) -> dict[str, object]:
    metrics = rows(document)[0]["metrics"]
    assert isinstance(metrics, dict)
    found = metrics[name]
    assert isinstance(found, dict)
    return found


# What nobody may be accused of.


def test_bounds_of_an_interval_beyond_one_are_no_finding(tmp_path: Path) -> None:
    document = log(tried("CCCCI"), {"match": [("accuracy", {}), ("ci", {})]})

    found = check(tmp_path, document)

    upper = metric(document, "upper")["value"]
    assert isinstance(upper, float)
    assert upper > 1
    assert found.verdict is Verdict.HOLDS


def test_a_clustered_error_below_the_plain_one_is_no_finding(tmp_path: Path) -> None:
    mixed = [
        Tried(id=at, scores={"match": label}, metadata={"quay": quay})
        for at, (label, quay) in enumerate(zip("CICI", "aabb", strict=True))
    ]

    document = log(mixed, {"match": [("stderr", {}), ("stderr", {"cluster": "quay"})]})
    found = check(tmp_path, document)

    assert metric(document, "stderr2")["value"] == 0.0
    assert found.verdict is Verdict.HOLDS


def test_an_error_of_zero_of_one_sample_is_no_finding(tmp_path: Path) -> None:
    found = check(tmp_path, log(tried("P"), {"match": ACCURACY}))

    assert found.verdict is Verdict.HOLDS


def test_last_bits_of_two_ways_to_add_are_no_finding(tmp_path: Path) -> None:
    document = log(tried("CIC"), {"match": [("accuracy", {}), ("mean", {})]})
    value = metric(document, "mean")["value"]
    assert isinstance(value, float)
    metric(document, "mean")["value"] = math.nextafter(value, 1.0)

    assert check(tmp_path, document).verdict is Verdict.HOLDS


def test_epochs_without_a_value_that_are_in_no_count_are_no_finding(tmp_path: Path) -> None:
    epochs = [
        Tried(id="a", epoch=1, scores={"match": math.nan}),
        Tried(id="a", epoch=2, scores={"match": "C"}),
        Tried(id="b", epoch=1, scores={"match": "C"}),
        Tried(id="b", epoch=2, scores={"match": "I"}),
    ]
    document = log(epochs, {"match": ACCURACY})

    found = check(tmp_path, document)

    assert rows(document)[0]["unscored_samples"] == 0
    assert found.verdict is Verdict.HOLDS


@pytest.mark.parametrize(("printed", "scored"), [(1.0, 1), (0.5, 2)])
def test_errors_with_a_score_may_count_or_not(tmp_path: Path, printed: float, scored: int) -> None:
    """inspect_ai 4412 and 4485: before, the errored sample is left out, since then it counts."""
    both = [
        Tried(id="a", scores={"match": "C"}),
        Tried(id="b", scores={"match": "I"}, error="it sank"),
    ]
    document = log(both, {"match": [("accuracy", {})]})
    metric(document, "accuracy")["value"] = printed
    rows(document)[0]["scored_samples"] = scored

    found = check(tmp_path, document)

    assert found.verdict is Verdict.HOLDS
    definition = next(
        one.definition for one in found.aggregates if one.aggregate.metric == "accuracy"
    )
    assert f"errored={'kept' if scored == 2 else 'dropped'}" in definition


def test_one_log_is_not_read_in_two_ways(tmp_path: Path) -> None:
    both = [
        Tried(id="a", scores={"match": "C"}),
        Tried(id="b", scores={"match": "I"}, error="it sank"),
    ]
    document = log(both, {"match": [("accuracy", {}), ("mean", {})]})
    metric(document, "accuracy")["value"] = 1.0

    found = check(tmp_path, document)

    assert outcome(found, "match: accuracy") is Reproduction.DIFFERS


@pytest.mark.parametrize("seed", range(20))
def test_an_unseeded_bootstrap_is_never_accused(tmp_path: Path, seed: int) -> None:
    drawn = Random(seed)  # noqa: S311 # draws of a test
    labels = "".join(drawn.choice("CCI") for _ in range(12))
    numbers = [1.0 if label == "C" else 0.0 for label in labels]
    means = [sum(drawn.choices(numbers, k=12)) / 12 for _ in range(1000)]
    middle = sum(means) / 1000
    document = log(tried(labels), {"match": [("accuracy", {})]})
    metrics = rows(document)[0]["metrics"]
    assert isinstance(metrics, dict)
    spread = math.sqrt(sum((one - middle) ** 2 for one in means) / 1000)
    ordered = sorted(means)
    metrics["bootstrap_stderr"] = {"name": "bootstrap_stderr", "value": spread, "params": {}}
    for name, value in (("lower", ordered[25]), ("upper", ordered[974])):
        params = {"method": "bootstrap"}
        metrics[name] = {"name": name, "group": "ci", "value": value, "params": params}

    found = check(tmp_path, document)

    assert found.verdict is Verdict.HOLDS
    drawn_ones = [one for one in found.aggregates if one.outcome is Reproduction.DRAWN]
    assert len(drawn_ones) == 3


def test_a_bootstrap_error_of_half_the_size_is_found(tmp_path: Path) -> None:
    document = log(tried("CCIICCIICC"), {"match": [("accuracy", {})]})
    metrics = _dict(rows(document)[0]["metrics"])
    metrics["bootstrap_stderr"] = {"name": "bootstrap_stderr", "value": 0.0775, "params": {}}

    assert check(tmp_path, document).verdict is Verdict.REFUTED


# Scenarios from public threads, with their figures.


def test_errors_left_out_are_told_beside_the_mean(tmp_path: Path) -> None:
    """inspect_ai 3707: 100 samples, 10 errored, 80 of 90 right: .8889 printed, .80 to .90."""
    found = check(tmp_path, log(tried("C" * 80 + "I" * 10, errors=10), {"match": ACCURACY}))

    [missing] = missing_of(found)
    assert found.verdict is Verdict.HOLDS
    assert missing.printed == pytest.approx(0.8889, abs=5e-5)
    assert (missing.total.as_wrong, missing.total.most) == (0.8, 0.9)


def test_coverage_stands_in_the_first_line(tmp_path: Path) -> None:
    """inspect_ai 4481: 1 right and 9 errors print an accuracy of 1.0 and success."""
    found = check(tmp_path, log(tried("C", errors=9), {"match": ACCURACY}))

    assert headline(found).endswith("match: accuracy is of 1 of 10 planned attempts.")


def test_a_small_run_with_errors_has_both_readings(tmp_path: Path) -> None:
    """inspect_ai 2914: 8 samples, 2 right, 2 errors: 2/6 printed, 2/8 with errors as wrong."""
    found = check(tmp_path, log(tried("CCIIII", errors=2), {"match": ACCURACY}))

    [missing] = missing_of(found)
    assert missing.printed == pytest.approx(1 / 3)
    assert missing.total.as_wrong == 0.25


def test_an_error_a_value_of_nan_and_null_are_three_reasons(tmp_path: Path) -> None:
    """inspect_ai 4286: what is missing is not all of one kind, and accuracy is not bounded."""
    samples = [
        Tried(id="a", scores={"match": 2.5}),
        Tried(id="b", scores={"match": math.nan}),
        Tried(id="c", scores={"match": None}),
        Tried(id="d", error="it sank"),
    ]
    found = check(tmp_path, log(samples, {"match": [("accuracy", {})]}))

    says = " / ".join(one.says for one in found.remarks)
    assert outcome(found, "match: accuracy") is Reproduction.REPRODUCED
    assert {"errors", "null as 0", "no proportion"} <= kinds(found)
    assert "1.25 is no proportion" in says


def test_errors_that_count_as_successes_move_a_mean_as_told(tmp_path: Path) -> None:
    """inspect_ai 4286, a comment: 91 errors of 33,119 as successes: 15.86, 15.63 or 15.58 %."""
    right, errors, total = 5161, 91, 33119
    labels = [Tried(id=at, scores={"attack": 1.0}) for at in range(right)]
    labels += [Tried(id=right + at, scores={"attack": 0.0}) for at in range(total - errors - right)]
    labels += [Tried(id=total + at, error="it sank") for at in range(errors)]
    document = log_of_ones(labels, right, total - errors)

    found = check(tmp_path, document)

    [missing] = missing_of(found)
    percents = [missing.total.most, missing.total.left_out, missing.total.as_wrong]
    assert [f"{100 * one:.2f}" for one in percents] == ["15.86", "15.63", "15.58"]


def log_of_ones(samples: Sequence[Tried], right: int, scored: int) -> Mapping[str, object]:
    document = log(samples[:1], {"attack": [("accuracy", {})]})
    longer = log(samples, {})
    metric(document, "accuracy")["value"] = right / scored
    rows(document)[0]["scored_samples"] = scored
    results = longer["results"]
    assert isinstance(results, dict)
    results["scores"] = rows(document)
    return {**longer, "eval": {**_dict(longer["eval"]), "scorers": []}}


def _dict(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def test_errors_may_make_a_rate_of_nothing(tmp_path: Path) -> None:
    """The same comment: in one cell 1 of 12 is an error, which makes 8.3 % of 0."""
    found = check(tmp_path, log(tried("I" * 11, errors=1), {"match": [("accuracy", {})]}))

    [missing] = missing_of(found)
    assert missing.printed == 0
    assert f"{100 * missing.total.most:.1f}" == "8.3"


# What samples show besides.


def test_a_sample_that_is_there_twice_is_told(tmp_path: Path) -> None:
    found = check(tmp_path, log([*tried("CI"), *tried("CI")], {"match": ACCURACY}))

    assert "duplicates" in kinds(found)
    assert found.verdict is Verdict.UNDECIDED


def test_ids_that_are_a_number_and_its_text_are_told(tmp_path: Path) -> None:
    both = [Tried(id=1, scores={"match": "C"}), Tried(id="1", scores={"match": "I"})]

    found = check(tmp_path, log(both, {"match": ACCURACY}))

    assert "ids alike" in kinds(found)


def test_labels_of_which_no_number_is_understood_are_told(tmp_path: Path) -> None:
    found = check(tmp_path, log(tried("CXX"), {"match": ACCURACY}))

    [told] = [one for one in found.remarks if one.kind == "labels as 0"]
    assert told.says == "match: accuracy: 2 values are no number and count as 0: 'X' 2"
    assert told.weight is Weight.OPEN


def test_an_edit_without_new_numbers_is_named(tmp_path: Path) -> None:
    first = tried("CCCI")
    edited = [
        Tried(id="s0", scores={"match": "I"}, history={"match": "C"}),
        *first[1:],
    ]
    document = log(first, {"match": ACCURACY})
    document["samples"] = log(edited, {"match": ACCURACY})["samples"]

    found = check(tmp_path, document)

    told = next(one for one in found.aggregates if one.aggregate.name == "match: accuracy")
    assert (told.aggregate.printed, told.computed) == (0.75, 0.5)
    assert told.because == "stale: it is of before the edit of 1 score"


def test_an_item_that_was_to_be_tried_and_is_not_there_is_told(tmp_path: Path) -> None:
    document = log(tried("CCI"), {"match": ACCURACY})
    _dict(document["eval"])["dataset"] = {"sample_ids": ["s0", "s1", "s2", "s9"]}

    assert "missing items" in kinds(check(tmp_path, document))


def test_a_threshold_that_no_log_names_is_tried(tmp_path: Path) -> None:
    half = [
        Tried(id="a", epoch=1, scores={"match": 0.5}),
        Tried(id="a", epoch=2, scores={"match": 0.0}),
    ]
    document = log(half, {"match": [("accuracy", {})]}, ["at_least_1"])
    metric(document, "accuracy")["value"] = 1.0
    rows(document)[0]["reducer"] = "at_least_1"

    found = check(tmp_path, document)

    assert outcome(found, "match/at_least_1: accuracy") is Reproduction.REPRODUCED
    assert "threshold=0.5" in found.aggregates[-1].definition


# Rules that need no samples.


def bare(labels: str, **changes: object) -> dict[str, object]:
    document = log(tried(labels), {"match": [*ACCURACY, ("std", {}), ("var", {}), ("ci", {})]})
    for name, value in changes.items():
        metric(document, name)["value"] = value
    return {**document, "samples": None, "reductions": None}


def impossible(found: RunCheck) -> set[str]:
    return {one.kind for one in found.remarks if one.weight is Weight.REFUTES}


def test_an_honest_log_without_samples_is_not_accused(tmp_path: Path) -> None:
    found = check(tmp_path, bare("CCCI"))

    assert impossible(found) == set()
    assert found.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"accuracy": 0.7}, "I1 grain"),
        ({"stderr": 0.0}, "I2 standard error"),
        ({"std": 0.6}, "I3 spread"),
        ({"lower": -0.5}, "I3 interval"),
        ({"lower": 0.9, "upper": 0.1}, "I3 interval"),
    ],
)
def test_numbers_that_exclude_one_another_are_found(
    tmp_path: Path, changes: dict[str, object], kind: str
) -> None:
    assert kind in impossible(check(tmp_path, bare("CCCI", **changes)))


def test_the_size_that_would_fit_is_named(tmp_path: Path) -> None:
    document = bare("CCCI")
    rows(document)[0]["scored_samples"] = 6

    says = [one.says for one in check(tmp_path, document).remarks]

    assert any("(they fit 4)" in one for one in says)


@pytest.mark.parametrize(("every", "refuted"), [(0.6, False), (0.4, True), (0.5, True)])
def test_groups_of_some_sizes_have_the_mean_of_all(
    tmp_path: Path, *, every: float, refuted: bool
) -> None:
    """Groups of 1/2 and 1, of 5 together: 2 and 3 are 4 of 5 right, 4 and 1 are 3 of 5."""
    params = {"metric": {"name": "accuracy", "params": {}}, "group_key": "quay"}
    document = log(tried("CCCII"), {"match": [("accuracy", {})]})
    metrics = _dict(rows(document)[0]["metrics"])
    for name, value in (("east", 0.5), ("west", 1.0), ("all", every)):
        metrics[name] = {"name": name, "group": "grouped", "value": value, "params": params}
    document |= {"samples": None, "reductions": None}

    assert ("I4 groups" in impossible(check(tmp_path, document))) is refuted


def test_shares_that_do_not_add_up_are_found(tmp_path: Path) -> None:
    document = log(tried("CCCI"), {"match": [("accuracy", {})]})
    rows(document)[0]["metrics"] = {
        name: {"name": name, "group": "frequency", "value": value, "params": {}}
        for name, value in (("yes", 0.5), ("no", 0.25))
    }
    document |= {"samples": None, "reductions": None}

    assert "I4 shares" in impossible(check(tmp_path, document))


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("own", ["frequency", "harbour_share"])
def test_values_that_are_printed_reduced_and_each_for_itself_are_no_finding(
    tmp_path: Path, *, own: str, kept: bool
) -> None:
    """The harness has metrics that see each epoch, in a row of their own."""
    epochs = [
        Tried(id=item, epoch=epoch, scores={"sea": "C"}) for item in "ab" for epoch in (1, 2, 3)
    ]
    document = log(epochs, {"sea": [("accuracy", {})]})
    share = {"C": {"name": "C", "group": own, "value": 1.0, "params": {}}}
    rows(document).append(
        {"name": "sea", "scorer": "sea", "metrics": share}
        | {"scored_samples": 6, "unscored_samples": 0}
    )
    if own != "frequency":
        evaluated = _dict(document["eval"])
        evaluated["metrics"] = [{"name": "inspect_ai/accuracy"}, {"name": f"harbour/{own}"}]
    if not kept:
        document |= {"samples": None}

    found = check(tmp_path, document)

    assert found.verdict is not Verdict.REFUTED
    assert "I5 counts" not in kinds(found)


def test_reducers_out_of_their_order_are_found(tmp_path: Path) -> None:
    epochs = [
        Tried(id=item, epoch=epoch, scores={"match": "C" if epoch <= right else "I"})
        for item, right in (("a", 2), ("b", 1))
        for epoch in (1, 2)
    ]
    document = log(epochs, {"match": [("accuracy", {})]}, ["mean", "pass_k_2"])
    rows(document)[1]["metrics"] = {"accuracy": {"name": "accuracy", "value": 1.0, "params": {}}}
    document |= {"samples": None, "reductions": None}

    assert "I5 reducers" in impossible(check(tmp_path, document))


def test_more_completed_than_planned_is_found(tmp_path: Path) -> None:
    document = bare("CCCI")
    _dict(document["results"])["completed_samples"] = 5

    assert "I5 counts" in impossible(check(tmp_path, document))


# What cannot be computed is said, and why.


@pytest.mark.parametrize("name", ["toy/rate", "rate"])
def test_a_metric_of_somebody_else_is_not_recomputed(tmp_path: Path, name: str) -> None:
    document = log(tried("CCI"), {"match": [("accuracy", {})]})
    metrics = _dict(rows(document)[0]["metrics"])
    metrics["rate"] = {"name": name, "value": 0.9, "params": {}}

    found = check(tmp_path, document)

    assert outcome(found, "match: rate") is Reproduction.NOT_RECOMPUTABLE
    assert found.verdict is Verdict.UNDECIDED


def test_a_metric_of_a_user_under_a_known_name_is_not_recomputed(tmp_path: Path) -> None:
    document = log(tried("CCI"), {"match": [("accuracy", {})]})
    _dict(document["eval"])["scorers"] = [{"name": "match", "metrics": [{"name": "accuracy"}]}]
    metric(document, "accuracy")["value"] = 0.1

    found = check(tmp_path, document)

    assert outcome(found, "match: accuracy") is Reproduction.NOT_RECOMPUTABLE


def test_a_run_that_failed_before_it_was_scored_is_undecided(tmp_path: Path) -> None:
    document = log(tried("CCI"), {})
    del document["results"]

    found = check(tmp_path, {**document, "status": "error"})

    assert found.verdict is Verdict.UNDECIDED
    assert headline(found) == "The log prints no number: its status is error."


def test_json_of_a_check_has_no_nan(tmp_path: Path) -> None:
    samples = [Tried(id="a", scores={"match": math.nan})]
    found = check(tmp_path, log(samples, {"match": ACCURACY}))

    text = json.dumps(runs_json(RunsReport(exit_code=0, runs=(found,))), allow_nan=False)

    assert '"printed": null' in text


def test_a_version_from_the_future_is_never_refuted(tmp_path: Path) -> None:
    document = log(tried("CCI"), {"match": ACCURACY})
    metric(document, "accuracy")["value"] = 0.1
    _dict(document["eval"])["packages"] = {"inspect_ai": "0.4.1"}

    found = check(tmp_path, document)

    told = next(one for one in found.aggregates if one.aggregate.name == "match: accuracy")
    assert found.verdict is Verdict.UNDECIDED
    assert told.because == "inspect_ai 0.4.1 is newer than those that are known, 0.3.137 to 0.3.285"


@pytest.mark.parametrize("key", ["early_stopping", "logged_samples"])
def test_a_run_that_was_ended_early_prints_what_was_planned(tmp_path: Path, key: str) -> None:
    document = log(tried("CCI"), {"match": ACCURACY})
    _dict(document["eval"])["dataset"] = {"sample_ids": ["s0", "s1", "s2", "s3"]}
    results = _dict(document["results"])
    results |= {"total_samples": 4, key: 3 if key == "logged_samples" else {"manager": "toy"}}

    found = check(tmp_path, document)

    assert outcome(found, "total_samples") is Reproduction.REPRODUCED
    assert found.verdict is not Verdict.REFUTED


def test_a_metric_of_a_package_under_a_known_name_is_not_recomputed(tmp_path: Path) -> None:
    document = log(tried("CCI"), {"match": [("accuracy", {}), ("ci", {})]})
    _dict(document["eval"])["scorers"] = [
        {"name": "match", "metrics": [{"name": "inspect_ai/accuracy"}, {"name": "toy/ci"}]}
    ]
    metric(document, "lower")["value"] = 0.1

    found = check(tmp_path, document)

    assert outcome(found, "match: lower") is Reproduction.NOT_RECOMPUTABLE
    assert outcome(found, "match: accuracy") is Reproduction.REPRODUCED


def test_a_page_of_several_logs_begins_with_those_that_do_not_hold(tmp_path: Path) -> None:
    good = log(tried("CCI"), {"match": ACCURACY})
    bad = json.loads(document_bytes(good))
    bad["results"]["scores"][0]["metrics"]["accuracy"]["value"] = 0.25
    found = []
    for name, document in (("a.json", good), ("b.json", bad)):
        path = tmp_path / name
        path.write_bytes(document_bytes(document))
        found.append(checked(path))

    page = runs_page(found)

    assert f"2 files in {tmp_path}/" in page
    assert "2 logs: 1 hold, 1 do not, 0 undecided." in page
    titles = re.findall(r"<h2[^>]*>([^<]*)<", page)
    assert titles == ["All logs", "b.json", "a.json"]
