"""A score that a rule of what is empty gave says which rule, at every door."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand import Sample, f1, interval, parse, precision, score
from measurand.edges.cli.main import main
from measurand.evidence.pool import pool
from measurand.metrics.definitions import REVISIONS, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.ruled import Ruled, ruled
from measurand.values.score import Defined

LETTERS = st.lists(st.sampled_from("ab"), max_size=2, unique=True)
PAIRS = st.lists(st.tuples(LETTERS, LETTERS), min_size=1, max_size=5)
VALUES = ("0", "1", "skip")
RULES = ("drop", *(f"{one}+{other}" for one, other in product(VALUES, VALUES)))
BY = {"micro": "micro", "samples": "macro[sample]", "classes": "macro[class]"}
Counts = tuple[int, int, int]


def units_of(pairs: list[tuple[list[str], list[str]]], by: str) -> list[Counts]:
    """Count hits, predictions and gold of each unit: slow, and as one would on paper."""
    every = [(set(gold), set(said)) for gold, said in pairs]
    if by == "samples":
        return [(len(gold & said), len(said), len(gold)) for gold, said in every]
    letters = sorted({one for gold, said in every for one in gold | said})
    counts = [
        (
            sum(one in gold & said for gold, said in every),
            sum(one in said for _, said in every),
            sum(one in gold for gold, _ in every),
        )
        for one in letters
    ]
    if by == "classes":
        return counts
    hits, predicted, gold = (sum(one[at] for one in counts) for at in range(3))
    return [(hits, predicted, gold)]


def divided(top: int, bottom: int) -> Fraction | None:
    return Fraction(top, bottom) if bottom else None


def given_by(name: str, rule: str) -> Fraction | None:
    """Read what a rule gives to a unit: P+R, of which F is made."""
    if rule == "drop":
        return None
    one, other = (None if part == "skip" else Fraction(part) for part in rule.split("+"))
    match name:
        case "precision":
            return one
        case "recall":
            return other
        case _:
            if one is None or other is None:
                return None
            return 2 * one * other / (one + other) if one + other else Fraction(0)


@given(
    pairs=PAIRS,
    name=st.sampled_from(("precision", "recall", "f1")),
    by=st.sampled_from(tuple(BY)),
    rules=st.tuples(*(st.sampled_from(RULES),) * 3),
)
@example(pairs=[([], [])], name="f1", by="micro", rules=("1+1", "0+0", "0+0"))
@example(pairs=[(["a"], [])], name="precision", by="classes", rules=("1+1", "0+0", "0+0"))
@example(pairs=[(["a"], [])], name="f1", by="classes", rules=("1+1", "0+0", "1+1"))
def test_rules_are_told_where_they_give_what_the_formula_does_not(
    pairs: list[tuple[list[str], list[str]]], name: str, by: str, rules: tuple[str, str, str]
) -> None:
    names = ("both_empty", "gold_empty", "pred_empty")
    said = ",".join(f"{one}={rule}" for one, rule in zip(names, rules, strict=True))
    definition = parse(f"{name}(class=item,average={BY[by]},undefined=skip,{said})")
    samples = [Sample(gold=tuple(gold), predicted=tuple(told)) for gold, told in pairs]
    finaliser = Finaliser(pool(observing(definition), samples, names=group_keys(definition)))

    found = ruled(definition, finaliser, finaliser.score(definition))

    expected: dict[str, int] = {}
    scored = 0
    for hits, predicted, gold in units_of(pairs, by):
        formula = {
            "precision": divided(hits, predicted),
            "recall": divided(hits, gold),
            "f1": divided(2 * hits, predicted + gold),
        }[name]
        empty = (not gold and not predicted, predicted and not gold, gold and not predicted)
        case = next((at for at, one in enumerate(empty) if one), None)
        value = formula if case is None else given_by(name, rules[case])
        scored += value is not None
        if case is not None and value is not None and value != formula:
            expected[names[case]] = expected.get(names[case], 0) + 1
    assert {one.option: one.units for one in found} == (expected if scored else {})


def test_jaccard_and_formulas_tell_their_rules() -> None:
    nothing = [Sample(gold=(), predicted=()), Sample(gold=("a",), predicted=("a",))]

    def told(text: str, samples: list[Sample]) -> tuple[Ruled, ...]:
        definition = parse(text)
        finaliser = Finaliser(pool(observing(definition), samples))
        return ruled(definition, finaliser, finaliser.score(definition))

    assert told("jaccard", nothing) == (Ruled("both_empty", "1", 1),)
    assert told("jaccard(average=micro)", nothing) == ()
    # One class, which every sample has: nothing is rightly left out, 0/0.
    one = nothing[1:]
    told_of = "specificity(class=item,average=macro[class],zero_division=1)"
    assert told(told_of, one) == (Ruled("zero_division", "1", 1),)
    assert told(told_of.replace("=1)", "=skip,undefined=zero)"), one) == (
        Ruled("undefined", "zero", 1),
    )
    weighted = "recall(class=item,average=weighted[class])"
    # The class b weighs nothing, so no rule is in the mean.
    assert told(weighted, [Sample(gold=("a",), predicted=("b",))]) == ()


OF_ITEMS = sorted(name for name, (_, revision) in REVISIONS.items() if revision)
NO_RULE = {"exact_match", "accuracy", "total"}
"""What is a number of nothing by what it counts: the same on both sides, or a count."""


@pytest.mark.parametrize("name", OF_ITEMS)
def test_no_metric_is_a_number_of_nothing_without_a_word(name: str) -> None:
    try:
        found = score([[]], [[]], name, kind="sets")
    except ValueError:
        return  # It is not of sets.
    assert not found.defined or name in NO_RULE or " (by " in str(found)


SAID = "by both_empty=1+1: nothing on either side"


def test_every_door_of_a_number_tells_the_rule() -> None:
    found = f1([[], []], [[], []], average="micro", kind="sets")

    assert str(found) == f"1 ({SAID})"
    assert SAID in repr(found)
    assert SAID in found._repr_html_()
    assert SAID in str(found.explain())
    assert [one.ruled for one in found.explain()] == [SAID, SAID]
    assert '"both_empty", "value": "1+1", "units": 1' in json.dumps(found.to_dict())
    assert SAID in str(found.document)


def test_a_part_of_a_number_is_told_beside_it() -> None:
    found = interval([[], ["a"]], [[], ["a"]], "f1", kind="sets", replicates=9)

    assert str(found) == "1 [1, 1]"
    assert f"1 of 2 units {SAID}" in repr(found)
    assert f"1 of 2 units {SAID}" in found._repr_html_()


def test_a_table_of_classes_tells_the_rule() -> None:
    # b is in gold, and never predicted: 0/0.
    found = precision(["a", "b"], ["a", "a"], average=None)

    assert "precision by pred_empty=0+0: no predictions: b" in str(found)
    assert "precision 1 of 2 units by pred_empty=0+0: no predictions: (macro[class])" in str(found)


@pytest.mark.parametrize("more", [[], ["--full"], ["--format", "json"]])
def test_the_command_tells_the_rule(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text('{"id": "1", "gold": [], "pred": []}\n', encoding="utf-8")

    main(["score", str(path), "-d", "f(average=micro)", *more])

    printed = capsys.readouterr().out
    assert ('"option": "both_empty"' if "json" in more else SAID) in printed


def test_a_score_of_something_tells_no_rule() -> None:
    found = f1(["a", "b"], ["a", "a"], average="macro")

    assert found.line.ruled == ()
    assert isinstance(found.score, Defined)
    assert " by " not in repr(found)
