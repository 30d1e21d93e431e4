"""The issue rates of the reference samples are those that the original program computed."""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files.json.value import decode
from measurand.studies.counterfactual.edge.files.samples import read_sample
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.rules import Kind
from measurand.studies.counterfactual.rules_support import Relevance
from measurand.studies.counterfactual.transforms import (
    CiteSwap,
    EvidenceDrop,
    Ids,
    NoCite,
    OmegaPerm,
    Stream,
    Text,
    TokenPerm,
    key_of,
)
from measurand.studies.counterfactual.verifier import (
    AS_RUN_FULL,
    AS_RUN_RELEVANCE,
    NoFrame,
    NotJudged,
    RateOver,
    RuleSet,
    issue_rate,
    verify,
)
from measurand.values.grounded import Grounded
from measurand.values.score import Undefined

pytestmark = pytest.mark.conformance

SAMPLES = 12
AS_RUN = (
    OmegaPerm(),
    TokenPerm(),
    CiteSwap(text=Text.CLEARED),
    EvidenceDrop(ids=Ids.RENUMBERED),
    NoCite(Text.CLEARED),
)
RATES = ("unsupported_rate", "unsupported_rate_full", "overclaim_rate")
Key = tuple[str, str]


@pytest.fixture
def samples(data: Path) -> tuple[Grounded, ...]:
    lines = (data / "cf" / "samples.jsonl").read_bytes().splitlines()
    found = [read_sample(decode(line, max_depth=99)) for line in lines]
    read = tuple(one for one in found if isinstance(one, Grounded))
    assert len(read) == len(found) == SAMPLES
    return read


@pytest.fixture
def expected(data: Path) -> Mapping[Key, tuple[float, ...]]:
    lines = (data / "cf" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {
        (row["sample_id"], key): tuple(scores[name] for name in RATES)
        for row in rows
        for key, scores in row["scores"].items()
    }


def six_rows(sample: Grounded) -> Iterator[tuple[str, Grounded]]:
    """Give a sample as it is, then after each transform, answered as it says itself."""
    yield "orig", sample
    for transform in AS_RUN:
        changed, key = perturb(transform, sample, stream=Stream.LEGACY), key_of(transform).value
        answer = dict(sample.regenerated)[key] if changed.asks else changed.sample.generation
        yield key, evolve(changed.sample, generation=answer)


def as_run(rules: RuleSet, sample: Grounded, kind: Kind) -> Fraction:
    verdicts = verify(rules, sample)
    assert verdicts.skipped == ()
    found = issue_rate(
        verdicts,
        kind,
        over=RateOver.ISSUES_PER_FRAME,
        no_frame=NoFrame.ZERO,
        not_judged=NotJudged.IGNORED,
    )
    assert not isinstance(found, Undefined)
    return found.value


def rates(sample: Grounded) -> tuple[float, ...]:
    found = (
        as_run(AS_RUN_RELEVANCE, sample, Kind.UNSUPPORTED),
        as_run(AS_RUN_FULL, sample, Kind.UNSUPPORTED),
        as_run(AS_RUN_FULL, sample, Kind.OVERCLAIM),
    )
    return tuple(map(float, found))


def test_as_run_every_issue_rate_of_every_row_is_reproduced(
    samples: tuple[Grounded, ...],
    expected: Mapping[Key, tuple[float, ...]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    ours = {(one.id, key): rates(row) for one in samples for key, row in six_rows(one)}

    assert ours == expected
    with capsys.disabled():
        print(f"\ncounterfactual, as-run: {len(ours) * len(RATES)} issue rates reproduced")  # noqa: T201 - that it was so many is the result


# The appendix does not say the score_bias of U1.4. It was found in the data: regenerated answers
# cite the tokens with the most attention, most first, which holds only for a bias in
# [-0.00058, 0.02036]; the whole number in there is 0, and with it all rates are as expected.
@pytest.mark.parametrize(("bias", "answers"), [(0.0, "all"), (-0.01, "some"), (0.05, "some")])
def test_only_without_a_bias_do_regenerated_answers_cite_what_is_most_attended(
    samples: tuple[Grounded, ...], bias: float, answers: str
) -> None:
    rules = RuleSet((Relevance(recall=1.0, mass=0.0, score_bias=bias),))
    first_n = [
        evolve(
            row,
            generation=evolve(
                row.generation,
                frames=tuple(
                    evolve(frame, polarity="present", citations=frame.cited[:n])
                    for frame in row.generation.frames
                ),
            ),
        )
        for sample in samples
        for key, row in six_rows(sample)
        if key in {"token_perm", "evidence_drop"}
        for n in (1, 2, 3)
    ]

    fit = [not verify(rules, one).issues for one in first_n]
    assert ("all" if all(fit) else "some") == answers
