"""Samples as other tools take them, so that a number under a tool's name is the tool's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.edges.verbs.cells import cells
from measurand.edges.verbs.columns import Columns
from measurand.edges.verbs.definitions import Kind, label_text
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.samples import samples_for
from measurand.evidence.observation import Observation
from measurand.metrics.compat.nervaluate import samples_of_entities
from measurand.metrics.compat.seqeval import OfTags, samples_of_tags
from measurand.metrics.compat.sklearn_labels import (
    samples_of_indicators,
    samples_of_label_sets,
    samples_of_labels,
)
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import observing
from measurand.values.english import counted
from measurand.values.sample import Sample
from measurand.values.tagging import Scheme

Label = str | int


def tool_samples(
    tool: Compatible, columns: Columns, names: Sequence[str] = ()
) -> tuple[Sample, ...]:
    """Make the samples that a tool makes of columns, with their weights and groups of some names.

    >>> from measurand.metrics.compat.sklearn import as_sklearn
    >>> tool_samples(as_sklearn("accuracy"), Columns(gold=[1], predicted=[0]))[0].gold
    ('1',)

    Raises InvalidInputError for cells that the tool does not take, ValueError as it refuses them.
    """
    how = observing(tool.definition)
    if not isinstance(how, Observation):
        samples = samples_for(how, columns)
    else:
        kind = _kind(tool, columns)
        if kind != "tags" and kind not in _MAKING:
            raise invalid(
                "definition", f"{tool.says} of {kind}", f"one of tags, {', '.join(_MAKING)}"
            )
        gold, predicted = (cells(*side) for side in columns.sides)
        scheme = tool.arithmetic.scheme if isinstance(tool.arithmetic, OfTags) else Scheme.LENIENT
        made = (
            _of_tags(gold, predicted, scheme) if kind == "tags" else _MAKING[kind](gold, predicted)
        )
        samples = _grouped(made, columns, names)
    if columns.weights is None:
        return samples
    weights = cells("weights", columns.weights)
    if len(weights) != len(samples):
        raise invalid("weights", counted(len(weights), "cell"), f"{len(samples)}, as in gold")
    return tuple(
        evolve(sample, weight=_weight(at, weight))
        for at, (sample, weight) in enumerate(zip(samples, weights, strict=True))
    )


def _kind(tool: Compatible, columns: Columns) -> Kind:
    """Tell what cells are to a tool that is of items."""
    return "tags" if isinstance(tool.arithmetic, OfTags) and _unsaid(columns) else columns.told


def reading_of(tool: Compatible, columns: Columns) -> str:
    """Say what a tool makes of cells, where that is not what a definition reads.

    >>> from measurand.metrics.compat.seqeval import as_seqeval
    >>> reading_of(as_seqeval("f1"), Columns(gold=[["B-A", "O"]], predicted=[["O", "O"]]))
    'tags as seqeval reads them'
    """
    if not isinstance(observing(tool.definition), Observation):
        return ""
    kind = _kind(tool, columns)
    return f"{'tags' if kind == 'tags' else 'spans'} as {tool.tool} reads them" * (
        kind in {"tags", "rows"}
    )


def _grouped(
    samples: tuple[Sample, ...], columns: Columns, names: Sequence[str]
) -> tuple[Sample, ...]:
    for name in names:
        groups = zip(samples, cells(name, columns.group(name)), strict=True)
        samples = tuple(
            evolve(one, groups=tuple(sorted((*one.groups, (name, label_text(cell))))))
            for one, cell in groups
        )
    return samples


def _unsaid(columns: Columns) -> bool:
    """Tell whether nobody said what lists of texts are: a tool that is of tags alone says it."""
    return columns.kind is None and all(
        isinstance(cell, list | tuple) for _, column in columns.sides for cell in cells("", column)
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


def _of_tags(
    gold: Sequence[object], predicted: Sequence[object], scheme: Scheme
) -> tuple[Sample, ...]:
    sides = _rows("gold", gold), _rows("predicted", predicted)
    right, said = ([[str(tag) for tag in row] for row in side] for side in sides)
    return samples_of_tags(right, said, scheme)


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
    "rows": _of_rows,
}
