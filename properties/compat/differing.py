"""Random inputs of the tools whose numbers we name: the tool's number, ours, or a refusal.

`python -m properties.compat.differing 20000` draws so many inputs for each tool, with weights, zero
weights, nothing on a side and odd types, and counts how often our number has the tool's bits, how
often it is refused, and how often it is another; the last has to be never.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from importlib import import_module
from math import isnan, nan
from random import Random
from struct import pack

import numpy as np
from attrs import evolve, frozen

from measurand.metrics.compat.coco import CocoBox, as_coco_iou, sample_of_boxes, sample_of_masks
from measurand.metrics.compat.nervaluate import as_nervaluate, samples_of_entities
from measurand.metrics.compat.seqeval import as_seqeval, samples_of_tags
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_errors import ERRORS, as_sklearn_numbers
from measurand.metrics.compat.sklearn_labels import samples_of_indicators, samples_of_labels
from measurand.metrics.compat.squad import as_squad, samples_of_squad
from measurand.metrics.compat.tool import Compatible
from measurand.values.regions import Order, Runs
from measurand.values.sample import Sample
from properties.oracles import squad as squad_oracle

Number = Callable[[], float]
Made = Callable[[], tuple[Compatible, Sequence[Sample]]]


class Fate(Enum):
    """What became of an input."""

    EQUAL = "equal bits"
    REFUSED = "refused, as by the tool"
    STRICTER = "refused, though the tool has a number"
    DIFFERENT = "different"


@frozen
class Input:
    """One input: how it reads in code, what the tool makes of it, and what we make of it."""

    code: str
    theirs: Number
    ours: Made

    def numbers(self) -> tuple[float | None, float | None]:
        """Give the tool's number and ours; None where it is refused."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = _tried(self.theirs)
        return theirs, _tried(lambda: _number(*self.ours()))

    @property
    def fate(self) -> Fate:
        """Compare them bit by bit."""
        theirs, ours = self.numbers()
        if ours is None:
            return Fate.REFUSED if theirs is None else Fate.STRICTER
        if theirs is None:
            return Fate.DIFFERENT
        same = (isnan(theirs) and isnan(ours)) or bits(theirs) == bits(ours)
        return Fate.EQUAL if same else Fate.DIFFERENT


def bits(number: float) -> bytes:
    """Write a float so that equal bytes are equal bits."""
    return pack("<d", number)


def _tried(number: Number) -> float | None:
    try:
        return float(number())
    except (ValueError, TypeError, IndexError, KeyError, ZeroDivisionError, AttributeError):
        return None


def _number(tool: Compatible, samples: Sequence[Sample]) -> float:
    return tool.number(samples)


def _weighed(samples: Sequence[Sample], weights: Sequence[float] | None) -> Sequence[Sample]:
    if weights is None:
        return samples
    return [
        evolve(one, weight=Fraction(weight)) for one, weight in zip(samples, weights, strict=True)
    ]


_TYPES: Sequence[Sequence[object]] = (
    ("a", "b", "c"),
    ("a", "b"),
    (0, 1),
    (0, 1),
    ("0", "1"),
    tuple(range(12)),
    tuple(map(str, range(12))),
    (True, False),
    (1, "1", "a"),
    (0, 1, True),
    (0.0, 1.0),
    (1, None),
    ("", "a", "a\0"),
    (2**63 - 1, -(2**63)),
)


def _weights(random: Random, size: int) -> list[float] | None:
    kind = random.randrange(6)
    if kind < 2:
        return None
    some: Mapping[int, Callable[[], float]] = {
        2: lambda: random.randrange(3),
        3: random.random,
        4: lambda: random.choice([0.0, 0.1, 0.2, 1e9, 1e-9]),
        5: lambda: random.choice([0, 0, 1, 2, -1]) if random.random() < 0.2 else 0,
    }
    found = [some[kind]() for _ in range(size)]
    return None if all(weight == 1 for weight in found) else found


def sklearn(random: Random) -> Input:
    """Draw labels and a call of scikit-learn."""
    metrics = import_module("sklearn.metrics")
    options: dict[str, object] = {}
    metric = random.choice(
        ["f1", "f1", "precision", "recall", "jaccard", "fbeta", "accuracy", "subset_accuracy"]
    )
    share = metric.endswith("accuracy")
    values = random.choice(_TYPES)
    others = values if random.random() < 0.9 else random.choice(_TYPES)
    if not share:
        options["average"] = random.choice(
            ["binary", "micro", "macro", "macro", "weighted", "samples", None]
        )
        if random.random() < 0.3 or options["average"] is None:
            number = 1 if options["average"] is None else random.randint(1, 3)
            listed = [random.choice(random.choice((values, others))) for _ in range(number)]
            options["labels"] = listed if random.random() < 0.9 else [*listed, 77]
        if random.random() < 0.5 and options["average"] == "binary":
            options["pos_label"] = random.choice(values)
        if random.random() < 0.4:
            options["zero_division"] = random.choice([0, 1, 1.0, nan, "warn"])
        if metric == "fbeta":
            options["beta"] = random.choice([0.1, 0.5, 2.0, 1.0])
    called = {"subset_accuracy": "accuracy"}.get(metric, metric)
    call = getattr(metrics, f"{called}_score")
    size = random.randint(0, 9) if random.random() < 0.2 else random.randint(1, 30)
    weights = _weights(random, size)
    said = {} if weights is None else {"sample_weight": weights}
    if random.random() < 0.3:
        columns = random.randint(1, 4)
        rows, answers = (
            [[int(random.random() < 0.4) for _ in range(columns)] for _ in range(size)]
            for _ in range(2)
        )
        true: list[object] = list(rows)
        predicted: list[object] = list(answers)
        if "labels" in options:
            options["labels"] = [random.randrange(columns + 1) for _ in options["labels"]]  # type: ignore[attr-defined]
        make: Callable[..., Sequence[Sample]] = samples_of_indicators
        given: list[object] = [np.array(rows), np.array(answers)]
    else:
        true = [random.choice(values) for _ in range(size)]
        predicted = [one if random.random() < 0.6 else random.choice(others) for one in true]
        make, given = samples_of_labels, [true, predicted]

    def theirs() -> float:
        found = call(*given, **options, **said)
        return float(found[0] if share is False and options["average"] is None else found)

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        samples = make(true, predicted)
        return as_sklearn(metric, **options), _weighed(samples, weights)  # type: ignore[arg-type]

    return Input(f"{metric}({true!r}, {predicted!r}, {options!r}, {weights!r})", theirs, ours)


_MATRICES: Mapping[str, Callable[..., object]] = {
    "matthews_corrcoef": lambda m, *y, **said: m.matthews_corrcoef(*y, **said),
    "cohen_kappa_score": lambda m, *y, **said: m.cohen_kappa_score(*y, **said),
    "balanced_accuracy_score": lambda m, *y, **said: m.balanced_accuracy_score(*y, **said),
    "adjusted_balanced_accuracy": lambda m, *y, **said: m.balanced_accuracy_score(
        *y, adjusted=True, **said
    ),
    "positive_likelihood_ratio": lambda m, *y, **said: m.class_likelihood_ratios(*y, **said)[0],
    "negative_likelihood_ratio": lambda m, *y, **said: m.class_likelihood_ratios(*y, **said)[1],
    "zero_one_loss": lambda m, *y, **said: m.zero_one_loss(*y, **said),
    "hamming_loss": lambda m, *y, **said: m.hamming_loss(*y, **said),
}


def matrices(random: Random) -> Input:
    """Draw labels and a score of scikit-learn that is made of a matrix of them."""
    metrics = import_module("sklearn.metrics")
    metric = random.choice(list(_MATRICES))
    plain = random.random() < 0.5
    values = random.choice(_TYPES[:5] if plain else _TYPES)
    others = values if random.random() < 0.9 else random.choice(_TYPES)
    if random.random() < 0.3:
        values = others = random.sample(list(values), min(2, len(values)))
    size = random.randint(0, 3) if random.random() < 0.2 else random.randint(1, 60)
    true: list[object] = [random.choice(values) for _ in range(size)]
    right = random.random()
    predicted = [one if random.random() < right else random.choice(others) for one in true]
    weights = None if plain else _weights(random, size)
    said: dict[str, object] = {} if weights is None else {"sample_weight": weights}
    options: dict[str, object] = {}
    if metric.endswith("ratio") and random.random() < 0.6:
        options["labels"] = random.choices([*values, *others], k=random.choice([1, 2, 2, 2, 3]))
    make: Callable[..., Sequence[Sample]] = samples_of_labels
    given: list[object] = [true, predicted]
    if random.random() < 0.1:
        rows, answers = (
            [[random.randrange(2), random.randrange(2)] for _ in range(size)] for _ in range(2)
        )
        true, predicted = list(rows), list(answers)
        make, given = samples_of_indicators, [np.array(rows), np.array(answers)]

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        return as_sklearn(metric, **options), _weighed(make(true, predicted), weights)  # type: ignore[arg-type]

    return Input(
        f"{metric}({true!r}, {predicted!r}, {options!r}, {weights!r})",
        lambda: float(_MATRICES[metric](metrics, *given, **options, **said)),  # type: ignore[arg-type]
        ours,
    )


def numbers(random: Random) -> Input:
    """Draw two columns of numbers and an error of scikit-learn."""
    metrics = import_module("sklearn.metrics")
    metric = random.choice(list(ERRORS))
    size = random.randint(0, 3) if random.random() < 0.2 else random.randint(2, 300)
    some: Mapping[int, Callable[[], float]] = {
        0: lambda: float(random.randint(-3, 3)),
        1: lambda: random.gauss(0, 1),
        2: lambda: random.choice([0.1, 0.2, 1e9, -1e-9, 1e150, 0.0]),
        3: lambda: 0.1,
        4: lambda: round(random.uniform(0, 100), 2),
    }
    kind, lost = random.randrange(len(some)), random.random() < 0.03
    true = [some[kind]() for _ in range(size)]
    predicted = [one if random.random() < 0.2 else some[kind]() for one in true]
    if lost and true:
        predicted[0] = nan
    weights = _weights(random, size)
    said: dict[str, object] = {} if weights is None else {"sample_weight": weights}

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        samples = [
            Sample(id=str(at), amounts=(("is", Fraction(one)), ("said", Fraction(other))))
            for at, (one, other) in enumerate(zip(true, predicted, strict=True))
        ]
        return as_sklearn_numbers(metric, "is", "said"), _weighed(samples, weights)

    return Input(
        f"{metric}({true!r}, {predicted!r}, {weights!r})",
        lambda: float(getattr(metrics, metric)(true, predicted, **said)),
        ours,
    )


_TAGS = ("O", "O", "B-A", "I-A", "B-B", "I-B", "E-A", "S-B", "L-A", "U-B", "B", "I-", "X-A", "b-a")


def seqeval(random: Random) -> Input:
    """Draw tags and a call of seqeval."""
    metrics, scheme = import_module("seqeval.metrics"), import_module("seqeval.scheme")
    metric = random.choice(["f1", "precision", "recall"])
    alphabet = _TAGS[: random.choice([6, 6, 6, 8, 12, len(_TAGS)])]
    size = random.randint(1, 4) if random.random() < 0.95 else 0
    lengths = [random.randint(0, 6) for _ in range(size)]
    true = [[random.choice(alphabet) for _ in range(length)] for length in lengths]
    predicted = [
        [tag if random.random() < 0.5 else random.choice(alphabet) for tag in tags] for tags in true
    ]
    if random.random() < 0.03 and true:
        predicted[0] = [*predicted[0], "O"]
    average = random.choice(["micro", "macro", "weighted", None])
    zeros: list[str | int] = ["warn", "warn", 0, 1]
    zero = random.choice(zeros)
    mode = random.choice([None, "strict"])
    named = random.choice([None, "IOB2", "IOBES", "BILOU", "IOE2", "IOB1", "IOE1"])
    if random.random() < 0.9:
        named = None if mode is None else named or "IOB2"
    label = random.choice(["A", "B"]) if average is None else None
    weights = _weights(random, size) if random.random() < 0.2 else None
    call = getattr(metrics, f"{metric}_score")

    def theirs() -> float:
        if weights is not None:  # accepted without effect: no number of the tool is of weights
            raise ValueError
        read_as = None if named is None else getattr(scheme, named)
        found = call(
            true, predicted, average=average, zero_division=zero, mode=mode, scheme=read_as
        )
        if label is None:
            return float(found)
        rows = metrics.classification_report(
            true, predicted, output_dict=True, zero_division=zero, mode=mode, scheme=read_as
        )
        row = {"f1": "f1-score"}.get(metric, metric)
        return float(rows[label][row])

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        tool = as_seqeval(
            metric, average=average, mode=mode, scheme=named, zero_division=zero, label=label
        )
        samples = samples_of_tags(true, predicted, named or "lenient")
        return tool, _weighed(samples, weights)

    said = f"{average}, {mode}, {named}, {zero}, {label}, {weights}"
    return Input(f"{metric}({true!r}, {predicted!r}, {said})", theirs, ours)


def nervaluate(random: Random) -> Input:
    """Draw spans, some of which overlap or are out of order, and a number of nervaluate."""
    evaluator = import_module("nervaluate").Evaluator
    mode = random.choice(["strict", "exact", "partial", "ent_type"])
    metric = random.choice(["precision", "recall", "f1"])
    size = random.randint(1, 3)
    true = [_entities(random) for _ in range(size)]
    predicted = [
        [one for one in some if random.random() < 0.4] or _entities(random) for some in true
    ]
    label = random.choice(["A", "B"]) if random.random() < 0.3 else None
    weights = _weights(random, size) if random.random() < 0.2 else None

    def theirs() -> float:
        if weights is not None:
            raise ValueError
        tags = sorted({str(one["label"]) for some in (*true, *predicted) for one in some})
        found = evaluator(true, predicted, tags, loader="dict").evaluate()
        place = found["overall"] if label is None else found["entities"][label]
        return float(getattr(place[mode], metric))

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        samples = samples_of_entities(true, predicted)
        return as_nervaluate(mode, metric, label=label), _weighed(samples, weights)

    return Input(f"{mode} {metric} {label}: {true!r}, {predicted!r}, {weights}", theirs, ours)


def _entities(random: Random) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    at = 0
    for _ in range(random.randint(0, 3)):
        at += random.randint(0, 3)
        end = at + random.choice([0, 0, 1, 2, 5, 150])
        found.append({"label": random.choice("AB"), "start": at, "end": end})
        at = end + 1 if random.random() < 0.9 else at
    if random.random() < 0.1:
        random.shuffle(found)
    return found


_WORDS = ("the", "cat", "Cat.", "a", "an", "sat", "--", "", "Oslo", "in")


def squad(random: Random) -> Input:
    """Draw questions, answers and predictions, some of them lost, and a score of SQuAD."""
    version, metric = random.choice(["1.1", "2.0"]), random.choice(["f1", "exact_match"])
    made = random.choice(["1.1", "2.0"]) if random.random() < 0.1 else version
    size = random.randint(0, 5)

    def text() -> str:
        return " ".join(random.choice(_WORDS) for _ in range(random.randint(0, 4)))

    answers = {str(at): [text() for _ in range(random.randint(1, 3))] for at in range(size)}
    predictions = {name: text() for name in answers if random.random() < 0.9}
    weights = _weights(random, size) if random.random() < 0.2 else None

    def theirs() -> float:
        if weights is not None or made != version:
            raise ValueError
        f1, exact = squad_oracle.squad(predictions, answers, version=version)
        return f1 if metric == "f1" else exact

    def ours() -> tuple[Compatible, Sequence[Sample]]:
        samples = samples_of_squad(predictions, answers, made)
        return as_squad(metric, version), _weighed(samples, weights)

    return Input(f"{metric} {version}: {predictions!r}, {answers!r}, {weights}", theirs, ours)


def coco(random: Random) -> Input:
    """Draw two boxes or masks."""
    mask = import_module("pycocotools.mask")
    crowd = random.random() < 0.3
    if random.random() < 0.5:
        whole = random.random() < 0.5
        mine, right = (_box(random, whole=whole) for _ in range(2))
        return Input(
            f"boxes {mine}, {right}, {crowd}",
            lambda: float(mask.iou([list(mine)], [list(right)], [int(crowd)])[0][0]),
            lambda: (as_coco_iou(crowd=crowd), [sample_of_boxes(mine, right)]),
        )
    height, width = random.randint(1, 5), random.randint(1, 5)
    pixels = [[random.random() < 0.5 for _ in range(height * width)] for _ in range(2)]

    def theirs() -> float:
        one, other = (
            mask.encode(np.asfortranarray(np.array(some, dtype=np.uint8).reshape(width, height).T))
            for some in pixels
        )
        return float(mask.iou([one], [other], [int(crowd)])[0][0])

    return Input(
        f"masks {pixels}, {crowd}",
        theirs,
        lambda: (as_coco_iou("masks", crowd=crowd), [sample_of_masks(*map(_runs, pixels))]),
    )


def _box(random: Random, *, whole: bool) -> CocoBox:
    x, y, width, height = (
        float(random.randint(0, 4)) if whole else random.uniform(0, 9) for _ in range(4)
    )
    return x, y, width, -1.0 if random.random() < 0.02 else height


def _runs(pixels: Sequence[bool]) -> Runs:
    counts, inside = [0], False
    for pixel in pixels:
        if pixel is not inside:
            counts, inside = [*counts, 0], pixel
        counts[-1] += 1
    return Runs(tuple(counts), Order.F)


TOOLS: Mapping[str, Callable[[Random], Input]] = {
    "sklearn": sklearn,
    "matrices": matrices,
    "numbers": numbers,
    "seqeval": seqeval,
    "nervaluate": nervaluate,
    "squad": squad,
    "coco": coco,
}


def drawn(tool: str, seeds: Iterator[int]) -> Iterator[tuple[Input, Fate]]:
    """Draw inputs of a tool, and say what became of each."""
    for seed in seeds:
        one = TOOLS[tool](Random(f"{tool} {seed}"))  # noqa: S311 - inputs, no secrets
        yield one, one.fate


def main(arguments: Sequence[str]) -> int:
    """Draw, count and print; show the first inputs of which ours is another number."""
    size, tools = int(arguments[0]), arguments[1:] or list(TOOLS)
    worst = 0
    for tool in tools:
        fates: Counter[Fate] = Counter()
        for one, fate in drawn(tool, iter(range(size))):
            fates[fate] += 1
            if fate is Fate.DIFFERENT and fates[fate] <= 5:
                sys.stdout.write(f"{tool}: {one.code}\n  {one.numbers()}\n")
        told = ", ".join(f"{fates[fate]} {fate.value}" for fate in Fate)
        sys.stdout.write(f"{tool}: {told}\n")
        sys.stdout.flush()
        worst = max(worst, fates[Fate.DIFFERENT])
    return int(worst > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
