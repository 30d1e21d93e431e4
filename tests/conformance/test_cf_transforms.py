"""The transforms of the reference samples are those that the original program made."""

from pathlib import Path
from struct import pack, unpack

import pytest

from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.transforms import (
    CiteSwap,
    EvidenceDrop,
    Ids,
    NoCite,
    OmegaPerm,
    Stream,
    Text,
    TokenPerm,
    Transform,
    key_of,
)
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded
from tests.conformance.cf_samples import ChangedRow, expected, samples

pytestmark = pytest.mark.conformance

SAMPLES = 12
AS_RUN = (
    OmegaPerm(),
    TokenPerm(),
    CiteSwap(text=Text.CLEARED),
    EvidenceDrop(ids=Ids.RENUMBERED),
    NoCite(Text.CLEARED),
)


def rounded(number: float) -> float:
    """Round to 32 bits, as the original program kept embeddings."""
    [found] = unpack("f", pack("f", number))
    assert isinstance(found, float)
    return found


def shown(transform: Transform, sample: Grounded) -> ChangedRow:
    """Change a sample and write down what the original program did; answers come from outside."""
    changed = perturb(transform, sample, stream=Stream.LEGACY)
    answer = changed.sample.generation
    if changed.asks:
        assert answer == Generation()
        answer = dict(sample.regenerated)[key_of(transform).value]
    tokens = changed.sample.tokens
    entries = ((at, frame.citations) for at, frame in enumerate(answer.frames))
    return ChangedRow(
        token_ids=tuple(token.id for token in tokens),
        cell_ids=tuple(token.cell.id for token in tokens),
        embedding_first=tuple(rounded((token.embedding or ())[0]) for token in tokens),
        citations={at: entry for at, entry in entries if entry is not None},
        text=answer.text,
    )


def test_as_run_every_transform_of_every_sample_is_reproduced(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs, checked = expected(data), 0

    for sample in samples(data):
        ours = {key_of(one).value: shown(one, sample) for one in AS_RUN}

        assert ours == theirs[sample.id], sample.id
        checked += len(ours)

    assert checked == len(AS_RUN) * SAMPLES
    with capsys.disabled():
        print(f"\ncounterfactual, as-run: {checked} transformed samples reproduced")  # noqa: T201 - that it was so many is the result
