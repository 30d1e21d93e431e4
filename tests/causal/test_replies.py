"""Replies are read strictly: a number in [0, 1] is one, and nothing else is."""

from fractions import Fraction
from math import inf, nan

import pytest

from measurand.studies.causal.asking.prompts import SUB_SCORES
from measurand.studies.causal.asking.replies import read_reply
from measurand.studies.causal.judging import Decided, Kind, Unscored


def node(level: object = "critical", share: object = 0.9, **more: object) -> dict[str, object]:
    return {"level": level, "share": share, **more}


def reason(kind: Kind, tree: object) -> str:
    found = read_reply(kind, tree)
    assert isinstance(found, Unscored)
    return f"{found.reason}: {found.because}"


@pytest.mark.parametrize(
    ("level", "share"),
    [
        ("critical", Fraction(7, 10)),
        ("critical", 1),
        ("meaningful", Fraction(7, 10)),
        ("meaningful", 0.3),
        ("peripheral", 0.3),
        ("peripheral", 0),
    ],
)
def test_the_ends_of_a_band_belong_to_it(level: str, share: object) -> None:
    found = read_reply(Kind.INTERVENTION, node(level, share))

    assert isinstance(found, Decided)
    assert (found.level, found.layer) == (level, "model")
    assert found.share in {0, 1, Fraction(3, 10), Fraction(7, 10)}


@pytest.mark.parametrize(
    ("level", "share", "band"),
    [
        ("critical", 0.6999, "[0.7, 1.0]"),
        ("meaningful", 0.7001, "[0.3, 0.7]"),
        ("meaningful", 0.2999, "[0.3, 0.7]"),
        ("peripheral", 0.3001, "[0.0, 0.3]"),
    ],
)
def test_a_share_outside_the_band_of_its_level_contradicts_it(
    level: str, share: float, band: str
) -> None:
    assert reason(Kind.INTERVENTION, node(level, share)) == (
        f"contradicts itself: {level} with a share of {share}: its shares lie in {band}"
    )


@pytest.mark.parametrize(
    ("share", "why"),
    [
        (nan, "out of range: share: expected a number in [0, 1], got nan"),
        (inf, "out of range: share: expected a number in [0, 1], got inf"),
        (-inf, "out of range: share: expected a number in [0, 1], got -inf"),
        (1.0000001, "out of range: share: expected a number in [0, 1], got 10000001/10000000"),
        (-0.1, "out of range: share: expected a number in [0, 1], got -0.1"),
        (48, "out of range: share: expected a number in [0, 1], got 48"),
        (True, "garbled: share: expected a number, got true"),
        (None, "garbled: share: expected a number, got null"),
        ("48/50", "garbled: share: expected a number, got '48/50'"),
        ("0.9", "garbled: share: expected a number, got '0.9'"),
        ([0.9], "garbled: share: expected a number, got a list of 1"),
        ({}, "garbled: share: expected a number, got an object with 0 keys"),
        (1j, "garbled: share: expected a number, got 1j"),
    ],
)
def test_what_is_no_share_is_not_made_one(share: object, why: str) -> None:
    assert (
        reason(Kind.INTERVENTION, node(share=share)).partition(", got")[0]
        == (why.partition(", got")[0])
    )


@pytest.mark.parametrize("level", ["Critical", "high", "", None, 1, True, ["critical"]])
def test_a_level_is_one_of_three_words(level: object) -> None:
    assert reason(Kind.INTERVENTION, node(level)).startswith(
        "garbled: level: expected critical, meaningful or peripheral, got "
    )


@pytest.mark.parametrize("key", ["level", "share"])
def test_a_key_that_is_missing_leaves_it_unscored(key: str) -> None:
    tree = node()
    del tree[key]

    assert reason(Kind.INTERVENTION, tree) == f"garbled: {key}: is missing"


def test_keys_that_nobody_asked_for_are_passed_over() -> None:
    found = read_reply(Kind.INTERVENTION, node(score=100, confidence=None))

    assert found == Decided(share=Fraction(9, 10), layer="model", level="critical")


@pytest.mark.parametrize("tree", [None, True, 1, "critical", [node()], 0.9])
def test_a_reply_is_an_object(tree: object) -> None:
    assert reason(Kind.INTERVENTION, tree).startswith("garbled: expected an object, got ")


@pytest.mark.parametrize(
    ("found", "share", "level"), [(True, 1, "recoverable"), (False, 0, "not recoverable")]
)
def test_a_known_is_recoverable_or_not(found: object, share: int, level: str) -> None:
    assert read_reply(Kind.ABDUCTION, {"recoverable": found, "because": "so"}) == Decided(
        share=Fraction(share), layer="model", level=level, because="so"
    )


@pytest.mark.parametrize("found", ["true", "false", 1, 0, None, 1.0, [], {}])
def test_only_a_truth_value_is_one(found: object) -> None:
    assert reason(Kind.ABDUCTION, {"recoverable": found}).startswith(
        "garbled: recoverable: expected true or false, got "
    )


def test_an_empty_object_is_garbled_whatever_was_asked() -> None:
    assert reason(Kind.ABDUCTION, {}) == "garbled: recoverable: is missing"
    assert reason(Kind.LOGIC, {}) == "garbled: coherence: is missing"


def test_the_mean_of_five_scores_is_taken_by_us() -> None:
    # (1 + 0.5 + 0 + 0.8 + 0.7) / 5 = 0.6, whatever `score` says
    scores = dict(zip(SUB_SCORES, [1, 0.5, 0, 0.8, 0.7], strict=True))

    found = read_reply(Kind.LOGIC, {**scores, "score": 1.0})

    assert isinstance(found, Decided)
    assert found.share == Fraction(3, 5)
    assert found.details == (
        ("coherence", "1"),
        ("completeness", "0.5"),
        ("verification", "0"),
        ("no_errors", "0.8"),
        ("tool_consistency", "0.7"),
    )


@pytest.mark.parametrize("name", SUB_SCORES)
def test_one_bad_score_of_five_leaves_the_text_unscored(name: str) -> None:
    scores: dict[str, object] = dict.fromkeys(SUB_SCORES, 0.5)

    assert reason(Kind.LOGIC, scores | {name: nan}).startswith(f"out of range: {name}")
    del scores[name]
    assert reason(Kind.LOGIC, scores) == f"garbled: {name}: is missing"


def test_a_reason_is_a_text_and_not_endless() -> None:
    long = read_reply(Kind.INTERVENTION, node(because="x" * 501))

    assert isinstance(long, Decided)
    assert long.because == "x" * 500 + "…"
    assert reason(Kind.INTERVENTION, node(because=3)) == (
        "garbled: because: expected a text, got 3"
    )
