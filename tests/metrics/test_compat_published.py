"""The figures that tools print of themselves: in their examples, and in what their pages show."""

import doctest
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from measurand.compat import Scheme, as_nervaluate, as_seqeval, samples_of_tags

Tags = Sequence[Sequence[str]]


def answered(metric: str) -> Callable[..., object]:
    """Answer a call of seqeval; without an average, of every type."""

    def number(true: Tags, predicted: Tags, *, average: str | None = "micro") -> object:
        samples = samples_of_tags(true, predicted)
        if average is not None:
            return as_seqeval(metric, average=average).number(samples)
        kinds = sorted({tag[2:] for tags in (*true, *predicted) for tag in tags if tag != "O"})
        ours = [as_seqeval(metric, average=None, label=kind) for kind in kinds]
        return np.array([one.number(samples) for one in ours])

    return number


@pytest.mark.parametrize("metric", ["precision", "recall", "f1"])
def test_the_examples_of_seqeval_run_on_our_numbers(
    metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = pytest.importorskip("seqeval.metrics")
    original = getattr(tool, f"{metric}_score")
    monkeypatch.setattr(tool, f"{metric}_score", answered(metric))
    test = doctest.DocTestParser().get_doctest(original.__doc__, {}, metric, None, 0)

    ran = doctest.DocTestRunner(verbose=False).run(test)

    assert (ran.failed, ran.attempted) == (0, 7)


@pytest.mark.parametrize(
    ("true", "predicted", "scheme", "f1"),
    [
        # The first is half right; a first I- is an entity as by default, and none to IOB2.
        (
            ["O O O B-MISC I-MISC I-MISC O", "B-PER I-PER O"],
            ["O O B-MISC I-MISC I-MISC I-MISC O", "B-PER I-PER O"],
            None,
            0.5,
        ),
        (["B-NP I-NP O"], ["I-NP I-NP O"], None, 1.0),
        (["B-NP I-NP O"], ["I-NP I-NP O"], Scheme.IOB2, 0.0),
    ],
)
def test_the_figures_on_the_page_of_seqeval(
    true: list[str], predicted: list[str], scheme: Scheme | None, f1: float
) -> None:
    sides = [one.split() for one in true], [one.split() for one in predicted]
    mode = None if scheme is None else "strict"

    number = as_seqeval("f1", mode=mode, scheme=scheme).number(
        samples_of_tags(*sides, scheme or Scheme.LENIENT)
    )

    assert number == f1


GOLD = ["O B-PER I-PER O O O B-ORG I-ORG", "O B-LOC B-PER I-PER O O B-DATE"]
FOUND = ["O O B-PER I-PER O O B-ORG I-ORG", "O B-LOC I-LOC B-PER O O B-DATE"]


@pytest.mark.parametrize(
    ("mode", "label", "figure"),
    [
        ("ent_type", None, 1.0),
        ("exact", None, 0.4),
        ("partial", None, 0.7),
        ("strict", None, 0.4),
        ("strict", "DATE", 1.0),
        ("strict", "LOC", 0.0),
        ("strict", "ORG", 1.0),
        ("strict", "PER", 0.0),
    ],
)
def test_the_figures_on_the_page_of_nervaluate(mode: str, label: str | None, figure: float) -> None:
    gold, found = ([one.split() for one in side] for side in (GOLD, FOUND))
    samples = samples_of_tags(gold, found)

    for metric in ("precision", "recall", "f1"):
        number = as_nervaluate(mode, metric, label=label).number(samples)
        assert number == pytest.approx(figure, abs=1e-15)
