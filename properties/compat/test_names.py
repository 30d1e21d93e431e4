"""A tool's name stands for its number, bit for bit, or for a refusal: in Python and on the line."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import count, islice
from math import isnan
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from measurand.edges.cli import main
from measurand.edges.cli.sources import as_read
from measurand.edges.files import read
from measurand.edges.files.samples.part import Shared
from measurand.evidence.source import ItemKind, Source
from measurand.metrics.compat.short_names import named
from measurand.metrics.compat.sklearn_matrices import CALLS
from measurand.values.sample import Sample
from properties.compat.differing import TOOLS, Fate, bits, drawn
from properties.strategies.effort import third

_PACKAGES = {
    **dict.fromkeys(("sklearn", "matrices", "numbers"), "sklearn"),
    "seqeval": "seqeval",
    "nervaluate": "nervaluate",
    "squad": "re",
}
_SKLEARN = {"sklearn", "matrices"}
LINES = {
    "matrices": [f"sklearn:{name}" for name in CALLS],
    "sklearn": ["sklearn:f1", "sklearn:f1:macro", "sklearn:recall:weighted", "sklearn:accuracy"],
    "seqeval": ["seqeval:f1", "seqeval:precision:macro", "seqeval:recall:weighted:iob2"],
    "nervaluate": ["nervaluate:partial:f1", "nervaluate:strict:recall"],
    "squad": ["squad:f1", "squad:f1:1.1"],
}


@pytest.mark.parametrize("tool", list(TOOLS))
@third
@given(seed=st.integers(0))
def test_a_name_has_the_bits_of_the_tool_or_none(tool: str, seed: int) -> None:
    pytest.importorskip({**_PACKAGES, "coco": "pycocotools"}[tool])

    [(one, fate)] = drawn(tool, iter([seed]))

    assert fate is not Fate.DIFFERENT, (one.code, one.numbers())


@pytest.mark.parametrize("tool", list(TOOLS))
def test_most_names_are_given(tool: str) -> None:
    """Where nothing is odd the number is the tool's: a name that is never given is no name."""
    pytest.importorskip({**_PACKAGES, "coco": "pycocotools"}[tool])

    fates = Counter(fate for _, fate in drawn(tool, islice(count(), 60)))

    assert fates[Fate.EQUAL] > 60 // 4


@pytest.mark.parametrize("tool", list(LINES))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0), data=st.data())
def test_both_roads_have_one_verdict(
    tool: str,
    seed: int,
    data: st.DataObject,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = data.draw(st.sampled_from(LINES[tool]))
    path = tmp_path / "data.jsonl"
    path.write_text("".join(_lines(Random(seed), tool)))  # noqa: S311 - inputs
    items = {"seqeval": ["--items", "iob2"], "nervaluate": ["--items", "spans"]}.get(tool, [])
    # The end is said, where a file may leave it open.
    said = [*items, *(["--input", "end=exclusive"] if tool == "nervaluate" else [])]

    code = main(["score", str(path), "--like", name, "--format", "json", *said])

    out = capsys.readouterr().out
    kept = _read(path, items, said)
    if code:
        with pytest.raises(ValueError, match="got"):
            named(name).number(kept)
        return
    number, [score] = named(name).number(kept), json.loads(out)["scores"]
    found = score["like"]["number"]
    assert (found is None) == isnan(number)
    assert found is None or bits(found) == bits(number)


def _read(path: Path, items: Sequence[str], said: Sequence[str]) -> Sequence[Sample]:
    kind: ItemKind = "auto" if not items else "iob2" if items[1] == "iob2" else "spans"
    ends = (("end", "exclusive"),) if len(said) > len(items) else ()
    source = Source(path=path.name, format="jsonl", items=kind, input=ends)
    shared = Shared(source)
    events = list(read(source, root=path.parent, shared=shared))
    assume(all(isinstance(event, Sample) for event in events))
    samples = [event for event in events if isinstance(event, Sample)]
    return as_read(samples, source, shared.kinds)


def _lines(random: Random, tool: str) -> list[str]:
    weighed = random.random() < 0.2
    labels: list[list[object]] = [[0, 1], ["0", "1"], ["a", "b"], [2, 9, 10]]
    words = random.choice(labels) if tool in _SKLEARN else ["cat", "in", "oslo", "The"]
    made = []
    for at in range(random.randint(1, 6)):
        record: dict[str, object] = {"id": str(at), **_sides(random, tool, words)}
        if weighed:
            record["sample_weight"] = random.choice([0, 1, 2, 0.1])
        made.append(json.dumps(record) + "\n")
    return made


def _sides(random: Random, tool: str, words: Sequence[object]) -> dict[str, object]:
    if tool == "seqeval":
        tags, size = ["O", "B-A", "I-A", "B-B", "I-B"], random.randint(1, 5)
        return {side: [random.choice(tags) for _ in range(size)] for side in ("gold", "pred")}
    if tool == "nervaluate":
        spans = [{"label": random.choice("AB"), "start": at, "end": at + 2} for at in (0, 2, 5, 6)]
        return {side: [one for one in spans if random.random() < 0.4] for side in ("gold", "pred")}
    if tool in _SKLEARN and random.random() < 0.9:
        return {"gold": random.choice(words), "pred": random.choice(words)}
    some = {side: [one for one in words if random.random() < 0.6] for side in ("gold", "pred")}
    return {**some, "pred": None} if random.random() < 0.1 else dict(some)
