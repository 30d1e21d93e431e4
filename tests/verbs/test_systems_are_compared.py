"""Systems compared from columns: the numbers of `measurand compare`, for two of them or many."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from measurand import Defined, InvalidInputError, compare
from measurand.edges.cli.main import main
from measurand.inference.leaderboards import Better

GOLD = ["a", "b"] * 8
BOTH = {"ours": GOLD, "theirs": ["a"] * 16}


def test_two_systems_have_one_difference() -> None:
    [found] = compare(GOLD, BOTH, "accuracy")

    assert found.scores == (Defined(Fraction(1)), Defined(Fraction(1, 2)))
    assert found.difference == Defined(Fraction(1, 2))
    # 8 samples differ, all one way: 2 / 2^8.
    assert found.adjusted == Fraction(1, 128)


def test_pairs_of_many_systems_are_one_family_of_tests() -> None:
    found = compare(GOLD, {**BOTH, "nobody": ["c"] * 16}, ["accuracy", "mcc"])

    assert [(one.first, one.second) for one in found] == [
        ("ours", "theirs"), ("ours", "theirs"), ("ours", "nobody"),
        ("ours", "nobody"), ("theirs", "nobody"), ("theirs", "nobody"),
    ]  # fmt: skip
    assert {one.judged.tests for one in found} == {6}


def test_the_numbers_are_those_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, said in BOTH.items():
        rows = [
            {"id": at, "gold": gold, "pred": answer}
            for at, (gold, answer) in enumerate(zip(GOLD, said, strict=True))
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    files = [str(tmp_path / f"{name}.jsonl") for name in BOTH]

    main(["compare", *files, "-d", "accuracy", "--format", "json"])
    [line] = json.loads(capsys.readouterr().out)["comparisons"]
    tree = compare(GOLD, BOTH, "accuracy").to_dict()

    [ours] = json.loads(json.dumps(tree["differences"]))
    assert (ours["interval"], ours["p_value"]) == (line["interval"], line["p_value"])


def test_rows_that_are_equal_to_python_alone_are_not_one() -> None:
    systems: dict[str, list[object]] = {"ours": [1, 1], "theirs": [True, True]}

    [found] = compare([1, True], systems, "accuracy", labels="text")

    assert found.scores == (Defined(Fraction(1, 2)), Defined(Fraction(1, 2)))


@pytest.mark.parametrize(
    ("systems", "expected"),
    [({"one": GOLD}, "at least two columns"), ({"a": GOLD, "b": GOLD[:3]}, "expected 16, as in")],
)
def test_systems_that_cannot_be_compared_are_refused(
    systems: dict[str, list[str]], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        compare(GOLD, systems, "accuracy")


def test_a_comparison_shows_itself() -> None:
    found = compare(GOLD, BOTH, "accuracy")

    assert "different" in str(found)
    assert "<table" in found._repr_html_()


def test_ranks_are_asked_which_way_they_go_where_a_metric_does_not_say() -> None:
    gold = [0.0, 1.0] * 8
    found = compare(gold, {"low": gold, "high": [one + 1 for one in gold]}, "bias", seed=1)

    with pytest.raises(InvalidInputError, match=r"better: expected which scores are better"):
        found.ranks()
    assert found.ranks(better=Better.LOW)["low"].text == "1"
    assert found.ranks(better=Better.HIGH)["low"].text == "2"


def test_gold_and_weights_that_can_be_passed_over_once_stand_beside_each_system() -> None:
    found = compare(iter(GOLD), BOTH, "accuracy", weights=iter([1] * 16))

    assert found[0].difference == Defined(Fraction(1, 2))


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_data_frame_of_systems_is_its_columns_by_name(frame: Callable[..., object]) -> None:
    found = compare(GOLD, frame(BOTH), "accuracy")

    assert found[0].difference == Defined(Fraction(1, 2))
    assert (found[0].first, found[0].second) == tuple(BOTH)


def test_a_data_frame_of_one_system_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="got 1 of them, as a DataFrame"):
        compare(GOLD, pd.DataFrame({"ours": GOLD}), "accuracy")


def test_a_comparison_says_how_many_samples_it_leaves_out_only_where_some_are() -> None:
    some = [*["a", "b"] * 5, *[None] * 6]

    found = compare(GOLD, {"theirs": ["a"] * 16, "some": some, "ours": GOLD}, "accuracy")
    [alone] = compare(GOLD, {"theirs": ["a"] * 16, "some": some}, "accuracy").differences

    said = "of 10 samples, 6 samples without a score in one of the two left out"
    pairs = "theirs less some (accuracy/1), some less ours (accuracy/1)"
    shown = (repr(found), str(found), found._repr_html_())
    assert all(said in " ".join(one.split()) for one in shown)
    assert f"{said}: {pairs}>" in repr(found)
    assert alone.judged.hypothesis.found.left_out == 6
    whole = compare(GOLD, BOTH, "accuracy")
    assert "left out" not in repr(whole) + str(whole)


def test_an_asterisk_has_its_footnote() -> None:
    found = str(compare(GOLD, {"ours": GOLD, "again": GOLD}, "accuracy"))

    assert "0.0000]*" in "".join(found.split())
    assert "*: no interval but a point" in found
    assert "*:" not in str(compare(GOLD, BOTH, "accuracy"))
