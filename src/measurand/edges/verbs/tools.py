"""Samples as other tools take them, so that a number under a tool's name is the tool's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.edges.verbs.cells import cells
from measurand.edges.verbs.columns import Columns
from measurand.edges.verbs.definitions import Kind
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.samples import samples_for
from measurand.edges.verbs.shapes import reads_of
from measurand.metrics.compat.nervaluate import samples_of_entities
from measurand.metrics.compat.seqeval import samples_of_tags
from measurand.metrics.compat.sklearn_labels import (
    samples_of_indicators,
    samples_of_label_sets,
    samples_of_labels,
)
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Numeric, observing
from measurand.values.english import counted
from measurand.values.sample import Sample

Label = str | int


def tool_samples(tool: Compatible, columns: Columns) -> tuple[Sample, ...]:
    """Make the samples that a tool makes of columns, with their weights.

    >>> from measurand.metrics.compat.sklearn import as_sklearn
    >>> tool_samples(as_sklearn("accuracy"), Columns(gold=[1], predicted=[0]))[0].gold
    ('1',)

    Raises InvalidInputError for cells that the tool does not take, ValueError as it refuses them.
    """
    how = observing(tool.definition)
    if isinstance(tool.definition, Numeric) or reads_of(how):
        samples = samples_for(how, columns)
    else:
        kind = columns.told
        if kind not in _MAKING:
            raise invalid("definition", f"{tool.says} of {kind}", f"one of {', '.join(_MAKING)}")
        samples = _MAKING[kind](cells("gold", columns.gold), cells("predicted", columns.predicted))
    if columns.weights is None:
        return samples
    weights = cells("weights", columns.weights)
    if len(weights) != len(samples):
        raise invalid("weights", counted(len(weights), "cell"), f"{len(samples)}, as in gold")
    return tuple(
        evolve(sample, weight=_weight(at, weight))
        for at, (sample, weight) in enumerate(zip(samples, weights, strict=True))
    )


def _weight(at: int, weight: object) -> Fraction:
    try:
        return Fraction(str(weight))
    except (ValueError, ZeroDivisionError) as error:
        raise invalid(f"weights[{at}]", repr(weight), "a number from 0") from error


def _label(name: str, at: int, cell: object) -> Label:
    item = getattr(cell, "item", None)
    plain = item() if callable(item) else cell
    if isinstance(plain, str | int):
        return plain
    raise invalid(f"{name}[{at}]", repr(plain), "a text or a whole number, as tools take")


def _labels(name: str, column: Sequence[object]) -> list[Label]:
    return [_label(name, at, cell) for at, cell in enumerate(column)]


def _rows(name: str, column: Sequence[object]) -> list[list[Label]]:
    found = []
    for at, row in enumerate(column):
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise invalid(f"{name}[{at}]", repr(row), "a list or a set, as tools take")
        found.append(_labels(f"{name}[{at}]", list(row)))
    return found


def _of_labels(gold: Sequence[object], predicted: Sequence[object]) -> tuple[Sample, ...]:
    return samples_of_labels(_labels("gold", gold), _labels("predicted", predicted))


def _of_sets(gold: Sequence[object], predicted: Sequence[object]) -> tuple[Sample, ...]:
    return samples_of_label_sets(_rows("gold", gold), _rows("predicted", predicted))


def _of_indicators(gold: Sequence[object], predicted: Sequence[object]) -> tuple[Sample, ...]:
    sides = _rows("gold", gold), _rows("predicted", predicted)
    right, said = ([[int(cell) for cell in row] for row in side] for side in sides)
    return samples_of_indicators(right, said)


def _of_tags(gold: Sequence[object], predicted: Sequence[object]) -> tuple[Sample, ...]:
    sides = _rows("gold", gold), _rows("predicted", predicted)
    right, said = ([[str(tag) for tag in row] for row in side] for side in sides)
    return samples_of_tags(right, said)


def _of_rows(gold: Sequence[object], predicted: Sequence[object]) -> tuple[Sample, ...]:
    return samples_of_entities(_entities("gold", gold), _entities("predicted", predicted))


def _entities(name: str, column: Sequence[object]) -> list[list[Mapping[str, object]]]:
    found = []
    for at, row in enumerate(column):
        every = row if isinstance(row, Iterable) and not isinstance(row, str | Mapping) else None
        spans = [one for one in every if isinstance(one, Mapping)] if every is not None else []
        if every is None or len(spans) < len(list(every)):
            raise invalid(f"{name}[{at}]", repr(row)[:60], "a list of dictionaries, one a span")
        found.append(spans)
    return found


_MAKING: Mapping[Kind, Callable[[Sequence[object], Sequence[object]], tuple[Sample, ...]]] = {
    "labels": _of_labels,
    "sets": _of_sets,
    "indicators": _of_indicators,
    "tags": _of_tags,
    "rows": _of_rows,
}
