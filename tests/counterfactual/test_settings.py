"""Options of a study as texts: written, read back, and refused."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.studies.counterfactual.options import PROFILES, Options
from measurand.studies.counterfactual.rules_support import LittleVolume
from measurand.values.option_paths import listed, with_values


def told(values: dict[str, str], options: Options | None = None) -> str:
    with pytest.raises(ValueError, match=r".+") as caught:
        with_values(options or Options(), values)
    return str(caught.value)


@pytest.mark.parametrize("there", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("here", PROFILES.values(), ids=PROFILES)
def test_what_is_listed_makes_the_same_options_of_any_others(here: Options, there: Options) -> None:
    assert with_values(here, dict(listed(there))) == there


def test_paths_differ() -> None:
    paths = [path for path, _ in listed(PROFILES["documented"])]

    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("omega_perm.within", "all"),
        ("grounding.polarity.any_case", "no"),
        ("grounding.polarity.positive", "present, positive"),
        ("grounding.hit_from", "0.1"),
        (
            "full.rules",
            "U1.0 U1.1 U1.2 U1.3 U1.4 O1.0 O1.1 I1.0 I1.1 I1.2 I1.3 I1.4 M1.0 M1.1 M1.2 D1.0",
        ),
        ("full.U1.3.below", "0.1"),
        ("full.M1.1.words", ", unknown, unspecified"),
        ("frames.weights.alias", "0.25"),
        (
            "frames.aliases",
            (
                "effusion, pleural effusion, pleural_effusion; "
                "lung_nodule, nodule, pulmonary_nodule, suspicious_nodule; "
                "atelectasis, collapse, lung_collapse; consolidation, infiltrate, pneumonia"
            ),
        ),
        ("plan.level", "0.95"),
        ("plan.cluster", "none"),
        ("seed", "0"),
    ],
)
def test_every_kind_of_option_is_a_text(path: str, text: str) -> None:
    assert dict(listed(PROFILES["documented"]))[path] == text


@pytest.mark.parametrize(
    ("path", "text", "written"),
    [
        ("plan.level", "19/20", "0.95"),
        ("plan.level", "1/3", "1/3"),
        ("plan.alpha", "0.005", "0.005"),
        ("plan.cluster", "group", "group"),
        ("grounding.polarity.positive", "ja,oui", "ja, oui"),
        ("grounding.polarity.negative", "()", "()"),
        ("frames.aliases", "a, b; c", "a, b; c"),
        ("frames.aliases", "()", "()"),
        ("full.O1.1.gravity", "mass=3", "mass=3"),
        ("full.U1.4.recall", "1", "1.0"),
        ("full.rules", "D1.0, U1.0", "D1.0 U1.0"),
        ("tested", "bleu, hit", "bleu, hit"),
    ],
)
def test_texts_are_read(path: str, text: str, written: str) -> None:
    assert dict(listed(with_values(Options(), {path: text})))[path] == written


def test_fractions_are_read_exactly() -> None:
    assert with_values(Options(), {"plan.alpha": "0.05"}).plan.alpha == Fraction(1, 20)


def test_a_rule_keeps_its_thresholds_where_others_leave() -> None:
    found = with_values(PROFILES["documented"], {"full.rules": "U1.3"}).full.rules

    assert found == (LittleVolume(below=0.1),)


def test_a_rule_that_comes_brings_the_thresholds_of_its_kind() -> None:
    found = with_values(PROFILES["documented"], {"relevance.rules": "U1.3"}).relevance.rules

    assert found == (LittleVolume(below=0.05),)


def test_a_rule_that_comes_may_be_set_at_once() -> None:
    values = {"relevance.U1.3.below": "0.2", "relevance.rules": "U1.3"}

    assert with_values(Options(), values).relevance.rules == (LittleVolume(below=0.2),)


def test_options_that_hold_together_alone_are_set_together() -> None:
    turned = {
        "grounding.polarity.positive": "absent, negative",
        "grounding.polarity.negative": "present, positive",
    }

    found = with_values(Options(), turned).grounding.polarity

    assert (found.positive, found.negative) == (("absent", "negative"), ("present", "positive"))


def test_nothing_set_is_nothing_changed() -> None:
    assert with_values(Options(), {}) == Options()


def test_the_family_is_not_an_option_of_a_user() -> None:
    options = evolve(Options(), plan=evolve(Options().plan, family="x"))

    assert "plan.family" not in dict(listed(options))
    assert told({"plan.family": "x"}).startswith("unknown option 'plan.family'")


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [
        ("plan.sede", "1", "unknown option 'plan.sede': did you mean 'plan.seed'?"),
        ("each", "frame", "unknown option 'each': did you mean 'grounding.each'?"),
        ("plan", "1", "unknown option 'plan': it is a group of options, such as 'plan.ends'"),
        ("zebra", "1", "unknown option 'zebra'"),
        (
            "full.U1.9.below",
            "1",
            "unknown option 'full.U1.9.below': did you mean 'full.U1.3.below'?",
        ),
        ("plan.seed", "1.5", "plan.seed: a whole number: got '1.5'"),
        ("plan.seed", "9" * 30, f"plan.seed: a whole number: got '{'9' * 30}'"),
        ("plan.seed", "-1", "plan: 'seed' must be >= 0: -1"),
        ("seed", "-1", "'seed' must be >= 0: -1"),
        ("plan.level", "1e-2", "plan.level: a number such as 0.05 or 1/20: got '1e-2'"),
        ("plan.level", "1/0", "plan.level: a number such as 0.05 or 1/20: got '1/0'"),
        ("plan.level", "2", "plan: a level and an alpha lie between 0 and 1: got 2"),
        ("full.U1.3.below", "inf", "full.U1.3.below: a number: got 'inf'"),
        ("full.U1.3.below", "low", "full.U1.3.below: a number: got 'low'"),
        ("full.U1.0.severity", "4", "full.U1.0: 'severity' must be <= 3: 4"),
        (
            "grounding.polarity.any_case",
            "true",
            "grounding.polarity.any_case: yes or no: got 'true'",
        ),
        (
            "full.O1.1.gravity",
            "mass",
            "full.O1.1.gravity: words with numbers, such as mass=3, opacity=1: got 'mass'",
        ),
        ("tested", "iou", "unknown metric 'iou': did you mean 'iou_max'?"),
        ("full.rules", "", "full.rules: at least one rule id: got none"),
        ("full.rules", "U1.0 U1.0", "full.rules: rules that differ: got U1.0 twice"),
        (
            "plan.ends",
            "bcaa",
            "plan.ends: one of percentile, basic, bca, jackknife: got 'bcaa': did you mean 'bca'?",
        ),
    ],
)
def test_what_is_no_option_or_no_value_is_refused(path: str, text: str, wanted: str) -> None:
    assert told({path: text}) == wanted


def test_the_legacy_stream_has_seeds_of_32_bits() -> None:
    values = {"plan.stream": "legacy", "plan.seed": "4294967296"}

    assert told(values) == "the legacy stream has seeds below 2**32: got plan.seed=4294967296"


def test_the_legacy_stream_resamples_no_groups() -> None:
    values = {"plan.stream": "legacy", "plan.cluster": "group"}

    assert told(values) == "the legacy stream resamples samples: got plan.cluster=group"
