"""The counterfactual oracle does what the published program did with twelve samples."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ulp
from pathlib import Path
from typing import TypedDict

import numpy as np
import pytest

from properties.oracles import cf_frames, cf_grounding, cf_said, cf_transforms, cf_verifier, stats
from properties.oracles.cf_sample import Sample, cited, has_entry

pytestmark = pytest.mark.conformance

SAMPLES = 12
ROWS = ("orig", *cf_transforms.KEYS)
EXACT = (
    "iou_union",
    "iou_max",
    "unsupported_rate",
    "unsupported_rate_full",
    "overclaim_rate",
    "frame_f1",
)
TEXT = ("bleu", "rougeL")
CLOSE = 1e-6


class Made(TypedDict):
    token_ids: list[int]
    cell_ids: list[str]
    embedding_first: list[float]
    citations: dict[str, list[int]]
    text: str


class Expected(TypedDict):
    sample_id: str
    scores: dict[str, dict[str, float]]
    transforms: dict[str, Made]


@pytest.fixture
def samples(data: Path) -> list[Sample]:
    lines = (data / "cf" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == SAMPLES
    return [json.loads(line) for line in lines]


@pytest.fixture
def expected(data: Path) -> list[Expected]:
    lines = (data / "cf" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def made(sample: Sample, row: str) -> Sample:
    if row == "orig":
        return sample
    found = cf_transforms.as_run(sample, row)
    assert found is not None, row
    return found


def exact(sample: Sample) -> dict[str, Fraction | None]:
    """Measure as the program did; a sample without gold would be its own."""
    strict = cf_verifier.Options(limits=cf_verifier.RELEVANCE_LIMITS)
    relevance, _ = cf_verifier.verify(sample, cf_verifier.RELEVANCE, strict)
    full, _ = cf_verifier.verify(sample)
    grounding = cf_grounding.measure(sample)
    gold = sample.get("gold")
    assert gold is not None
    return {
        "iou_union": grounding["iou_union"],
        "iou_max": grounding["iou_max"],
        "unsupported_rate": cf_verifier.rate(relevance, sample, "U1"),
        "unsupported_rate_full": cf_verifier.rate(full, sample, "U1"),
        "overclaim_rate": cf_verifier.rate(full, sample, "O1"),
        "frame_f1": cf_frames.frame_f1(sample["gen"]["frames"], gold["frames"]),
    }


def test_every_transform_of_every_sample_is_the_programs(
    samples: list[Sample], expected: list[Expected]
) -> None:
    for sample, wanted in zip(samples, expected, strict=True):
        assert sorted(wanted["transforms"]) == sorted(cf_transforms.KEYS)
        for key, one in wanted["transforms"].items():
            found = made(sample, key)
            tokens = found["tokens"]
            firsts = [token["embedding"][0] for token in tokens if token["embedding"]]
            cites = {
                str(at): cited(frame)
                for at, frame in enumerate(found["gen"]["frames"])
                if has_entry(frame)
            }
            assert [token["token_id"] for token in tokens] == one["token_ids"]
            assert [token["cell_id"] for token in tokens] == one["cell_ids"]
            assert [float(np.float32(first)) for first in firsts] == one["embedding_first"]
            assert cites == one["citations"]
            assert found["gen"]["text"] == one["text"]


def test_every_exact_metric_of_every_row_is_the_programs_to_the_last_bit_but_one(
    samples: list[Sample], expected: list[Expected]
) -> None:
    checked = 0
    for sample, wanted in zip(samples, expected, strict=True):
        assert sorted(wanted["scores"]) == sorted(ROWS)
        for row, scores in wanted["scores"].items():
            found = exact(made(sample, row))
            assert sorted(scores) == sorted((*EXACT, *TEXT))
            for name in EXACT:
                ours, theirs = found[name], scores[name]
                assert ours is not None
                assert abs(float(ours) - theirs) <= ulp(theirs), (sample["sample_id"], row, name)
                checked += 1
    assert checked == SAMPLES * len(ROWS) * len(EXACT)


def bleu(answer: str, truth: str) -> float:
    sacrebleu = pytest.importorskip("sacrebleu")
    score: float = sacrebleu.sentence_bleu(
        answer, [truth], smooth_method="exp", tokenize="13a", use_effective_order=True
    ).score
    return score / 100


def rouge_l(answer: str, truth: str) -> float:
    rouge = pytest.importorskip("rouge_score.rouge_scorer")
    scorer = rouge.RougeScorer(["rougeL"], use_stemmer=True)
    score: float = scorer.score(truth, answer)["rougeL"].fmeasure
    return score


def compared(metric: Callable[[str, str], float], answer: str, truth: str) -> float:
    one, other = cf_frames.one_space(answer), cf_frames.one_space(truth)
    if not one or not other:
        return float(one == other)
    return metric(one, other)


@pytest.mark.parametrize(("name", "metric"), [("bleu", bleu), ("rougeL", rouge_l)])
def test_the_frames_in_words_have_the_text_metrics_of_the_program(
    samples: list[Sample],
    expected: list[Expected],
    name: str,
    metric: Callable[[str, str], float],
) -> None:
    checked = 0
    for sample, wanted in zip(samples, expected, strict=True):
        gold = sample.get("gold")
        assert gold is not None
        truth = gold.get("report_text") or ""
        for row, scores in wanted["scores"].items():
            answer = cf_frames.wording(made(sample, row)["gen"]["frames"])
            assert abs(compared(metric, answer, truth) - scores[name]) <= CLOSE, row
            checked += 1
    assert checked == SAMPLES * len(ROWS)


def issues_of(sample: Sample) -> Mapping[str, int]:
    issues, _ = cf_verifier.verify(sample)
    return {rule: [issue.rule for issue in issues].count(rule) for rule in cf_verifier.FULL}


def test_every_rule_that_the_metrics_count_fires_somewhere_but_one(samples: list[Sample]) -> None:
    found = dict.fromkeys(cf_verifier.FULL, 0)
    for sample in samples:
        for row in ROWS:
            for rule, count in issues_of(made(sample, row)).items():
                found[rule] += count
    silent = {rule for rule, count in found.items() if not count and rule[0] in "UO"}
    assert silent == {"O1.0"}  # no sample has a token of level 0


def test_the_samples_settle_ties_of_the_assignment(samples: list[Sample]) -> None:
    open_ties = 0
    for sample in samples:
        gold = sample.get("gold")
        assert gold is not None
        for row in ROWS:
            frames = made(sample, row)["gen"]["frames"]
            hits = cf_frames.possible_hits(cf_frames.table(frames, gold["frames"]))
            assert cf_frames.scipy_hits(frames, gold["frames"]) in hits
            open_ties += len(hits) > 1
    assert open_ties == 6


def test_the_text_of_every_answer_that_was_asked_for_says_its_frames(
    samples: list[Sample],
) -> None:
    texts = 0
    for sample in samples:
        for key in cf_transforms.ASKING:
            found = made(sample, key)
            if found["gen"]["text"]:
                texts += 1
                assert cf_said.says_frames(found["gen"]["text"], found)
    assert texts == 2 * SAMPLES - 1


def test_holm_over_the_five_keys_of_each_metric_is_the_published_table(data: Path) -> None:
    published = json.loads((data / "published" / "e0162.json").read_text(encoding="utf-8"))
    at = {name: place for place, name in enumerate(published["cols"])}
    checked = 0
    for keys in published["paired_bootstrap"].values():
        assert len(keys) == len(cf_transforms.KEYS)
        raw = [Fraction(repr(line[at["p_value"]])) for line in keys.values()]
        for ours, line in zip(stats.holm(raw), keys.values(), strict=True):
            assert abs(float(ours) - line[at["p_value_holm"]]) <= 1e-15
            checked += 1
    assert checked == 7 * 5
