"""The evidence that columns become: read once, pooled for all observations that are asked for.

Labels, indicators and numbers are counted without a sample for each row; all else goes by the
reader of frames, so there is one meaning of a cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import cycle, islice

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.algebra.distinct import is_plain_matrix
from measurand.edges.files.formats.arrow_values import is_missing
from measurand.edges.files.sources.arrays import (
    ReadColumns,
    read_indicators,
    read_labels,
    read_numbers,
)
from measurand.edges.files.sources.rankings import pool_of_rankings
from measurand.edges.verbs.cells import Column, cells
from measurand.edges.verbs.columns import Columns
from measurand.edges.verbs.definitions import label_text
from measurand.edges.verbs.errors import (
    InvalidInputError,
    invalid,
    speaking_of_arguments,
    unwrapped,
    worded,
)
from measurand.edges.verbs.samples import (
    NAMES,
    items_read,
    kind_read,
    numbers_alone,
    samples_as,
    samples_for,
    shaped,
    truths,
)
from measurand.edges.verbs.shapes import ranks
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.observe import observe
from measurand.evidence.pool import Pool, pool
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


def pooled(how: Observing, columns: Columns, names: tuple[str, ...]) -> Pool:
    """Pool what is observed of columns, under the groups of these names.

    >>> pooled(Observation(), Columns(gold=["a"], predicted=["b"]), ()).scored()
    1

    Raises InvalidInputError with all that is wrong with the cells.
    """
    return Pooling(columns, names).pool(how)


@frozen(eq=False)
class Pooling:
    """Pools of columns under the groups of some names: cells are read once for all of them.

    >>> both = Pooling(Columns(gold=["a"], predicted=["b"]), ())
    >>> both.pool(Observation()) == both.pool(Observation())
    True
    """

    columns: Columns
    names: tuple[str, ...]

    def pool(self, how: Observing) -> Pool:
        """Pool what is observed.

        Raises InvalidInputError with all that is wrong with the cells.
        """
        with speaking_of_arguments():
            if numbers_alone(how):
                return self._of_numbers(how)
            if not isinstance(how, Observation):
                return self._read_by(how)
            if self.columns.told in {"labels", "indicators"}:
                return unwrapped(self._counted.pool(how), NAMES)
            return self._observed(how, self._samples)

    @cached_property
    def _groups(self) -> Mapping[str, Column]:
        return {name: self.columns.group(name) for name in self.names}

    @cached_property
    def _grouped(self) -> Columns:
        return evolve(self.columns, groups=self._groups)

    @cached_property
    def _counted(self) -> ReadColumns:
        """Read labels, or rows of 0 and 1."""
        columns, groups = self.columns, self._groups
        if columns.told == "indicators":
            return unwrapped(_indicators(columns, groups), NAMES)
        read = read_labels(
            columns.gold,
            columns.predicted,
            weights=columns.weights,
            groups=groups,
            labels=columns.labels,
        )
        return unwrapped(read, NAMES)

    @cached_property
    def _samples(self) -> tuple[Sample, ...]:
        """Read items of samples."""
        return samples_as(self._grouped, self.columns.told)

    @cached_property
    def _numbers(self) -> ReadColumns:
        """Read a number a cell."""
        columns = self._grouped
        for name, column in columns.sides:
            if getattr(column, "ndim", 1) > 1:
                shape = getattr(column, "shape", ())
                hint = "take the column of one class, as probabilities[:, 1]"
                if shape[1:] != (_TWO,):
                    hint = f"{hint}; {_OF_CLASSES}"
                got = f"the shape {shape or ''}"
                raise invalid(name, got, "a number a row", hint)
        numbers = {"gold": truths(columns), "predicted": columns.predicted}
        read = read_numbers(numbers, weights=columns.weights, groups=columns.groups)
        return unwrapped(read, _NAMES_OF_NUMBERS)

    def _of_numbers(self, how: Observing) -> Pool:
        try:
            found = self._numbers.pool(how)
        except UnfitSampleError as error:
            raise _unfit(how, samples_for(how, self._grouped), error) from error
        return unwrapped(found, _NAMES_OF_NUMBERS)

    def _read_by(self, how: Observing) -> Pool:
        """Pool what is read of samples as neither items nor numbers, in the shape it comes in."""
        columns = shaped(how, self._grouped)
        if ranks(how) and not self.names and columns.weights is None:
            right, said = (cells(*side) for side in columns.sides)
            gold, run = _records(right), _records(said)
            if gold is not None and run is not None and len(gold) == len(right) == len(said):
                found = pool_of_rankings(how, gold, run)
                if is_successful(found):
                    return found.unwrap()
        return self._observed(how, samples_as(columns, kind_read(how), items=items_read(how)))

    def _observed(self, how: Observing, samples: Sequence[Sample]) -> Pool:
        """Pool samples.

        Raises InvalidInputError for one that has not the shape that is asked for, naming its row.
        """
        try:
            return pool(how, samples, names=self.names)
        except UnfitSampleError as error:
            raise _unfit(how, samples, error) from error


Labels = frozenset[tuple[type, object]]
"""The labels of a column, each with its type: to Python 1 and True are one."""


def labels_of(columns: Columns) -> tuple[Labels, Labels]:
    """List the distinct labels of both sides, where their types may leave open which are alike.

    >>> labels_of(Columns(gold=[1, 1], predicted=["a", None]))
    (frozenset({(<class 'int'>, 1)}), frozenset({(<class 'str'>, 'a')}))
    """
    if columns.labels != "ask" or columns.told != "labels":
        return frozenset(), frozenset()
    gold, predicted = (
        frozenset(
            (type(cell), cell)
            for cell in cells(*side)
            if callable(getattr(cell, "__hash__", None)) and not is_missing(cell)
        )
        for side in columns.sides
    )
    return gold, predicted


def refuse_unlike(gold: Labels, predicted: Labels) -> None:
    """Refuse labels of several parts that would be refused in one: 1 in some, "1" in others.

    >>> refuse_unlike(frozenset([(int, 1)]), frozenset([(int, 2)]))

    Raises InvalidInputError.
    """
    if not gold or not predicted:
        return
    size = max(len(gold), len(predicted))
    one, two = ([*islice(cycle(cell for _, cell in side), size)] for side in (gold, predicted))
    read = read_labels(one, two)
    unwrapped(read.bind(lambda columns: columns.pool(Observation())), NAMES)


_NAMES_OF_NUMBERS = {**NAMES, "numbers": ""}


def _records(rows: Sequence[object]) -> dict[str, Mapping[str, object]] | None:
    """Give records by their places, where nothing else is there but answers that were not given."""
    found = {str(at): row for at, row in enumerate(rows) if isinstance(row, Mapping)}
    return found if len(found) + sum(row is None for row in rows) == len(rows) else None


def _unfit(how: Observing, samples: Sequence[Sample], error: UnfitSampleError) -> InvalidInputError:
    """Name the first row that has not the shape that is asked for."""
    place = "the samples"
    for at, sample in enumerate(samples):
        try:
            observe(how, sample)
        except UnfitSampleError as first:
            place, error = f"row[{at}]", first
            break
    hint = error.hint
    if "'gold' that is 0 or 1" in str(error):
        hint = f"positive=... says which label counts as 1; of several classes, {_OF_CLASSES}"
    return worded(place, error, hint=hint)


def _indicators(
    columns: Columns, groups: Mapping[str, Column]
) -> Result[ReadColumns, tuple[Fault, ...]]:
    gold: Iterable[Iterable[object]]
    answers: Iterable[Iterable[object] | None]
    if is_plain_matrix(columns.gold) and is_plain_matrix(columns.predicted):
        gold, answers = columns.gold, columns.predicted
        width = max(columns.gold.shape[1], columns.predicted.shape[1])
    else:
        every, said = _rows_of("gold", columns.gold), _rows_of("predicted", columns.predicted)
        there = [row for row in every if row is not None]
        if len(there) < len(every):
            raise invalid(f"gold[{every.index(None)}]", "None", "a row of 0 and 1")
        gold, answers = there, said
        width = max(map(len, (*there, *filter(None, said))), default=0)
    classes = tuple(map(label_text, columns.classes)) or tuple(map(str, range(width)))
    return read_indicators(gold, answers, classes, weights=columns.weights, groups=groups)


_ROWS = _TWO = 2
_OF_CLASSES = "metrics whose names begin with multiclass_ read a column for each class"


def _rows_of(name: str, column: Column) -> list[tuple[object, ...] | None]:
    """Give rows of cells of lists, or of what turns into them."""
    turned = getattr(column, "tolist", None)
    # A data frame goes over the names of its columns: it is refused as any column is.
    rows = cells(name, column) if hasattr(column, "columns") else column
    rows = turned() if callable(turned) else rows
    if getattr(column, "ndim", 1) == _ROWS and isinstance(rows, list):
        return list(map(tuple, rows))
    found: list[tuple[object, ...] | None] = []
    for at, row in enumerate(rows if isinstance(rows, Iterable) else ()):
        if row is not None and (isinstance(row, str) or not isinstance(row, Iterable)):
            raise invalid(f"{name}[{at}]", shown(row), "a row of 0 and 1, or None")
        found.append(None if row is None else tuple(row))
    return found
