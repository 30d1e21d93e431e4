"""Real tag sequences, written as CoNLL columns: read as seqeval reads the same tags."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from seqeval.metrics.sequence_labeling import get_entities
from seqeval.scheme import IOB2, Entities

from measurand.edges.files import read
from measurand.evidence.source import Source
from measurand.values.items import Span
from tests.formats.reading import faults, samples

TWO = Source(path="gold.tsv", predictions="pred.tsv", format="conll")
SYSTEMS = ("neurbsl_bundle3_sonar_de_1", "team4_bundle4_sonar_de_1", "team4_bundle4_sonar_de_2")


def column(documents: list[list[str]]) -> str:
    """Write tags beside tokens that are their own numbers."""
    return "\n".join("".join(f"{at}\t{tag}\n" for at, tag in enumerate(tags)) for tags in documents)


# HIPE-2022, sonar, German (hipe-eval/HIPE-2022-eval, d67feff).
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("scheme", ["lenient", "iob2"])
def test_two_files_of_real_tags_agree_with_seqeval(
    data: Path, tmp_path: Path, system: str, scheme: str
) -> None:
    tree = json.loads((data / "hipe" / "data.json").read_text(encoding="utf-8"))
    gold, answers = tree["gold"], tree["systems"][system]
    (tmp_path / "gold.tsv").write_text(column(gold), encoding="utf-8")
    (tmp_path / "pred.tsv").write_text(column(answers), encoding="utf-8")

    found = list(read(evolve(TWO, input=(("scheme", scheme),)), root=tmp_path))

    assert faults(found) == []
    assert len(samples(found)) == len(gold)
    for sample, one, other in zip(samples(found), gold, answers, strict=True):
        assert list(sample.gold) == theirs(one, scheme)
        assert list(sample.predicted or ()) == theirs(other, scheme)


def theirs(tags: list[str], scheme: str) -> list[Span]:
    """Read tags by seqeval."""
    if scheme == "lenient":
        return [Span(start, end + 1, label) for label, start, end in get_entities(tags)]
    spans = (one.to_tuple() for one in Entities([tags], IOB2).entities[0])
    return [Span(start, end, label) for _, label, start, end in spans]
