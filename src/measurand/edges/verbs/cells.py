"""The cells of a column, whatever it is kept in: a list, an array, a series, a column of Arrow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import prod
from typing import TypeVar

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.sources.arrays import (
    cells_of,
    misaligned,
)
from measurand.edges.files.sources.distinct_rows import plainly
from measurand.edges.verbs.errors import (
    invalid,
)
from measurand.values.fault import shown

T = TypeVar("T")

Column = Iterable[object]


def cells(name: str, column: Column) -> Sequence[object]:
    """Give the cells of a column, which can be passed over twice; `name` is for messages.

    >>> cells("gold", iter("ab"))
    ['a', 'b']

    Raises InvalidInputError for what is no column.
    """
    if isinstance(column, str | bytes | Mapping):
        got = "one text" if isinstance(column, str | bytes) else "a dictionary"
        raise invalid(name, got, "a column: a list, an array, a series, one cell a sample")
    if hasattr(column, "columns"):
        hint = "rows of 0 and 1, a column for each class, are frame.to_numpy()"
        raise invalid(name, "a data frame", "a column of it, such as frame['label']", hint)
    column = _dense(name, column)
    if getattr(column, "nlevels", 1) != 1:
        hint = ".to_numpy() makes tuples of it"
        raise invalid(name, "an index of several levels", "a column, one cell a sample", hint)
    if isinstance(column, AbstractSet):
        raise invalid(name, "a set, which has no order", "a list, one cell a sample")
    one = getattr(column, "ndim", 1) == 0
    if one or not isinstance(column, Iterable):
        raise invalid(name, f"the type {type(column).__name__}", "a column, one cell a sample")
    try:
        return plainly(cells_of(name, column))
    except FaultError as error:
        raise invalid(name, error.fault.got, error.fault.expected, error.fault.hint) from error


def refuse_misaligned(columns: Mapping[str, object]) -> None:
    """Refuse columns of pandas whose rows go by other names; keys are the words of messages.

    >>> refuse_misaligned({"gold": ["a"], "predicted": ["b"]})

    Raises InvalidInputError; see `misaligned`.
    """
    fault = misaligned(columns)
    if fault is not None:
        raise invalid(fault.path, fault.got, fault.expected, fault.hint)


def records_of(
    name: str, records: Iterable[object], *, more: tuple[type[T], ...] = ()
) -> Iterator[Mapping[str, object] | T]:
    """Give records as dictionaries, of a list or of a data frame; some may be values of ours.

    >>> list(records_of("samples", [{"id": 1}]))
    [{'id': 1}]

    Raises InvalidInputError for what is no list of records, naming the place.
    """
    if isinstance(records, Mapping | bytes | str) or not isinstance(records, Iterable):
        got = f"the type {type(records).__name__}"
        raise invalid(name, got, "a path, a list of records, or a data frame")
    for named in ("to_dicts", "to_pylist", "to_dict"):
        make = getattr(records, named, None)
        if callable(make):
            records = make("records") if named == "to_dict" else make()
            break
    for at, record in enumerate(records):
        if isinstance(record, Mapping):
            yield {str(key): value for key, value in record.items()}
        elif isinstance(record, more):
            yield record
        else:
            raise invalid(f"{name}[{at}]", shown(record), "a record: a dictionary")


_MOST_DENSE = 10**8


def _dense(name: str, column: Column) -> Column:
    """Give a sparse matrix of scipy as an array; anything else as it is.

    Raises InvalidInputError for one that memory might not hold.
    """
    make, shape = getattr(column, "toarray", None), getattr(column, "shape", ())
    if not callable(make) or not hasattr(column, "nnz"):
        return column
    if prod(shape) > _MOST_DENSE:
        hint = "score parts of its rows with measure, and add these up"
        raise invalid(name, f"a sparse matrix of {prod(shape):,}", f"{_MOST_DENSE:,} cells", hint)
    dense: Column = make()
    return dense


def again(name: str, column: Column) -> Column:
    """Give a column that can be passed over more than once: a generator is read into a list.

    >>> again("gold", (letter for letter in "ab"))
    ['a', 'b']

    Raises InvalidInputError for what is no column.
    """
    column = _dense(name, column)
    whole = any(hasattr(column, one) for one in ("ndim", "array", "__arrow_c_stream__"))
    return column if whole else cells(name, column)
