"""Arrow arrays to JSON values: exact decimals, lists and structs; what is no such value is refused.

Floats are their shortest decimals; NaN is null, as data frames mean it. A text that stands in an
array many times is made once. Cells of data frames, which are Python objects, become the same
values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.edges.files.json.value import Json, Number, wrong
from measurand.evidence.paths import Key

if TYPE_CHECKING:
    from pyarrow import Array, DataType


_ONLY_TEXT = frozenset((str,))
MISSING = frozenset(("NAType", "NaTType"))
"""Names of the types of what pandas has for nothing."""
_TIMES = ("datetime64", "timedelta64")
_SHORT_FLOATS = frozenset(("float16", "float32"))


def is_missing(cell: object) -> bool:
    """Tell whether a cell holds nothing: None, NA, NaT, NaN.

    >>> [is_missing(one) for one in (None, float("nan"), 0.0, "nan")]
    [True, True, False, False]
    """
    if cell is None or type(cell).__name__ in MISSING:
        return True
    number = isinstance(cell, float) or str(getattr(cell, "dtype", "")) in _SHORT_FLOATS
    return number and getattr(cell, "ndim", 0) == 0 and bool(cell != cell)  # noqa: PLR0124  # NaN


def plain(value: object, place: str = "$", *, levels: int = 200) -> Json:
    """Give the JSON value that a cell means: floats as their shortest decimals, NaN as null.

    Arrays are lists, and so are tuples.

    >>> plain({"a": (0.1, float("nan"), True)})
    {'a': [Number('0.1'), None, True]}

    Raises FaultError where it means none, or nests deeper.
    """
    if value is None or isinstance(value, bool | Number):
        return value
    if isinstance(value, str):
        # A member of an Enum of texts is its text, as it is to ==; str() would name the class.
        return str.__str__(value)
    if type(value).__name__ in MISSING:
        return None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return decimal(float.__repr__(value), place)
    if isinstance(value, Decimal):
        return decimal(format(value, "f").lower(), place)
    if levels <= 0:
        raise wrong("more", "values that nest less deep", path=place)
    return _compound(value, place, levels - 1)


def decimal(text: str, place: str = "$") -> Json:
    """Read a float that Python wrote: NaN is null.

    >>> decimal("1e-07"), decimal("nan")
    (Number('1e-07'), None)

    Raises FaultError for what is infinite.
    """
    if "inf" in text:
        got = "-Infinity" if text.startswith("-") else "Infinity"
        raise wrong(got, "a finite number", path=place)
    return None if text.endswith("nan") else Number(text)


def _compound(value: object, place: str, levels: int) -> Json:
    if isinstance(value, Mapping):
        return {
            _key(name, place): _under(held, name, place, levels) for name, held in value.items()
        }
    if isinstance(value, list | tuple):
        return _listed(value, place, levels)
    kind = str(getattr(value, "dtype", ""))
    if kind in _SHORT_FLOATS and getattr(value, "ndim", 0) == 0:
        return decimal(str(value), place)
    if kind in _SHORT_FLOATS and isinstance(value, Iterable):
        return _listed(value, place, levels)
    turned = None if kind.startswith(_TIMES) else _turned(value)
    if turned is not None and type(turned) is not type(value):
        return plain(turned, place, levels=levels)
    raise wrong(
        f"the type {type(value).__name__}",
        "a text, a number, true or false, a list or a dict",
        "make it a text: how it is written decides what is equal",
        path=place,
    )


def _turned(value: object) -> object:
    """Ask an array or a scalar of a library for what it is in Python."""
    ways = (getattr(value, name, None) for name in ("as_py", "tolist", "to_list"))
    way = next((way for way in ways if callable(way)), None)
    return way() if way else None


def _listed(value: Iterable[object], place: str, levels: int) -> Json:
    if isinstance(value, list | tuple) and _ONLY_TEXT.issuperset(map(type, value)):
        texts: list[Json] = list(value)
        return texts
    return [plain(one, f"{place}[{at}]", levels=levels) for at, one in enumerate(value)]


def _under(value: object, name: object, place: str, levels: int) -> Json:
    return plain(value, place + Key(str(name)).text, levels=levels)


def _key(name: object, place: str) -> str:
    if isinstance(name, str):
        return str(name)
    raise wrong(f"the type {type(name).__name__}", "keys that are texts", path=place)


Reader = Callable[["Array"], list[Json]]


@frozen
class _Told:
    """A type that is not read, and what to do about it."""

    names: Sequence[str]
    hint: str


_REFUSED = (
    _Told(("is_temporal",), "cast it to text: how a time is written decides what is equal"),
    _Told(("is_binary", "is_large_binary", "is_fixed_size_binary"), "cast it to text (UTF-8)"),
    _Told(("is_map",), "make it a struct"),
    _Told(("is_float16",), "cast it to float32"),
    _Told(("is_union",), "make it a struct"),
)


def check_type(kind: "DataType", place: str, *, levels: int) -> None:
    """Refuse a type that has no JSON value, or that nests too deep.

    Raises FaultError naming the place in the record.
    """
    if levels < 0:
        raise wrong("more", "types that nest less deep", path=place)
    inner = _inner(kind)
    if inner is not None:
        check_type(inner, place, levels=levels - 1)
        return
    if _is(kind, "is_struct"):
        for at in range(kind.num_fields):
            field = kind.field(at)
            check_type(field.type, place + Key(field.name).text, levels=levels - 1)
        return
    if not _is(kind, *_SCALARS):
        hint = next((told.hint for told in _REFUSED if _is(kind, *told.names)), "")
        what = "texts, numbers, truth values, lists or structs of them"
        raise wrong(f"the type {kind}"[:100], what, hint, path=place)


def _is(kind: "DataType", *names: str) -> bool:
    from pyarrow import types

    return any(getattr(types, name)(kind) for name in names if hasattr(types, name))


_LISTS = ("is_list", "is_large_list", "is_fixed_size_list", "is_list_view", "is_large_list_view")
_TEXTS = ("is_string", "is_large_string", "is_string_view")
_PLAIN = ("is_null", "is_boolean", "is_integer", *_TEXTS)
_SCALARS = (*_PLAIN, "is_float32", "is_float64", "is_decimal")


def is_list(kind: "DataType") -> bool:
    """Tell whether the values of a type are lists."""
    return _is(kind, *_LISTS)


def is_struct_of_lists(kind: "DataType") -> bool:
    """Tell whether a type holds a list of structs by its fields, as older datasets do."""
    return (
        _is(kind, "is_struct")
        and kind.num_fields > 0
        and all(is_list(kind.field(at).type) for at in range(kind.num_fields))
    )


def type_at(kind: "DataType", keys: Sequence[str]) -> "DataType | None":
    """Give the type under keys of structs; None where there is none.

    >>> import pyarrow as pa
    >>> str(type_at(pa.struct([("a", pa.int64())]), ["a"]))
    'int64'
    """
    for key in keys:
        at = kind.get_field_index(key) if _is(kind, "is_struct") else -1
        if at < 0:
            return None
        kind = kind.field(at).type
    return kind


def slots_of_pairs(kind: "DataType | None", sides: Sequence[str]) -> Iterator[Sequence[str]]:
    """Name the fields of the items in a list of pairs, by the sides of a pair.

    >>> import pyarrow as pa
    >>> item = pa.struct([("a", pa.int64())])
    >>> list(slots_of_pairs(pa.list_(pa.struct([("gold", item)])), ["pred", "gold"]))
    [['a']]
    """
    pair = kind.value_type if kind is not None and is_list(kind) else None
    for side in sides if pair is not None else ():
        item = type_at(pair, [side])
        if item is not None and _is(item, "is_struct"):
            yield [item.field(at).name for at in range(item.num_fields)]


def slots_of(kind: "DataType") -> Sequence[str]:
    """Name the fields of a list of structs, or of a struct of lists; none of other types.

    >>> import pyarrow as pa
    >>> slots_of(pa.list_(pa.struct([("a", pa.int64())])))
    ['a']
    """
    inner = kind if is_struct_of_lists(kind) else kind.value_type if is_list(kind) else None
    if inner is None or not _is(inner, "is_struct"):
        return []
    return [inner.field(at).name for at in range(inner.num_fields)]


def leaves_of(kind: "DataType", place: str = "") -> Iterator[tuple[str, str]]:
    """Name the types of the scalars inside of a type, and where in it they stand.

    >>> import pyarrow as pa
    >>> list(leaves_of(pa.list_(pa.struct([("a", pa.int64())]))))
    [('.a', 'int64')]
    """
    while (inner := _inner(kind)) is not None:
        kind = inner
    if not _is(kind, "is_struct"):
        yield place, str(kind)
        return
    for at in range(kind.num_fields):
        yield from leaves_of(kind.field(at).type, place + Key(kind.field(at).name).text)


def _inner(kind: "DataType") -> "DataType | None":
    """Give the type that a type wraps, if it wraps one."""
    if is_list(kind) or _is(kind, "is_dictionary", "is_run_end_encoded"):
        return kind.value_type
    storage: DataType | None = getattr(kind, "storage_type", None)
    return storage


def values_of(array: "Array") -> list[Json]:
    """Give the values of an array, of a type that was checked.

    >>> import pyarrow as pa
    >>> values_of(pa.array([[{"a": 0.1}], None, []]))
    [[{'a': Number('0.1')}], None, []]
    """
    kind = array.type
    if _is(kind, *_PLAIN):
        values: list[Json] = array.to_pylist()
        return values
    readers: Mapping[str, Reader] = {
        "is_dictionary": _coded,
        "is_list": _lists,
        "is_large_list": _lists,
        "is_struct": _structs,
        "is_floating": _floats,
        "is_decimal": _decimals,
        "is_run_end_encoded": _runs,
    }
    reader = next((reader for name, reader in readers.items() if _is(kind, name)), None)
    if reader:
        return reader(array)
    if _is(kind, "is_fixed_size_list"):
        from pyarrow import large_list

        return values_of(array.cast(large_list(kind.value_field)))
    return _views(array) if is_list(kind) else values_of(array.storage)


def _coded(array: "Array") -> list[Json]:
    """Make each text of a dictionary once, and only those that are used."""
    codes: list[int | None] = array.indices.to_pylist()
    if len(array.dictionary) <= len(codes):
        words = values_of(array.dictionary)
        return [None if code is None else words[code] for code in codes]
    used = array.indices.drop_null().unique()
    texts = values_of(array.dictionary.take(used))
    known: dict[int | None, Json] = dict(zip(used.to_pylist(), texts, strict=True))
    return [known.get(code) for code in codes]


def _lists(array: "Array") -> list[Json]:
    bounds: list[int] = array.offsets.to_pylist()
    first = bounds[0] if bounds else 0
    inside = values_of(array.values.slice(first, bounds[-1] - first)) if len(array) else []
    found: list[Json] = [inside[start - first : end - first] for start, end in pairwise(bounds)]
    return _valid(array, found)


def _views(array: "Array") -> list[Json]:
    places: Sequence[tuple[int, int]] = list(
        zip(array.offsets.to_pylist(), array.sizes.to_pylist(), strict=True)
    )
    first = min((start for start, size in places if size), default=0)
    end = max((start + size for start, size in places if size), default=0)
    inside = values_of(array.values.slice(first, end - first)) if end else []
    found: list[Json] = [
        inside[start - first : start - first + size] if size else [] for start, size in places
    ]
    return _valid(array, found)


def _structs(array: "Array") -> list[Json]:
    kind = array.type
    names = [kind.field(at).name for at in range(kind.num_fields)]
    columns = [values_of(array.field(at)) for at in range(kind.num_fields)]
    rows = zip(*columns, strict=True) if columns else (() for _ in range(len(array)))
    found: list[Json] = [dict(zip(names, row, strict=True)) for row in rows]
    return _valid(array, found)


def _valid(array: "Array", found: list[Json]) -> list[Json]:
    if not array.null_count:
        return found
    there: list[bool] = array.is_valid().to_pylist()
    return [value if valid else None for value, valid in zip(found, there, strict=True)]


def _floats(array: "Array") -> list[Json]:
    from pyarrow import string

    if _is(array.type, "is_float32"):
        texts: list[str | None] = [_pointed(text) for text in array.cast(string()).to_pylist()]
    else:
        numbers: list[float | None] = array.to_pylist()
        texts = [None if number is None else repr(number) for number in numbers]
    return [None if text is None else decimal(text) for text in texts]


def _pointed(text: str | None) -> str | None:
    """Write a whole float as other floats are written: with a point."""
    return f"{text}.0" if text and text.lstrip("-").isdigit() else text


def _decimals(array: "Array") -> list[Json]:
    return [None if value is None else Number(format(value, "f")) for value in array.to_pylist()]


def _runs(array: "Array") -> list[Json]:
    from pyarrow.compute import run_end_decode

    return values_of(run_end_decode(array))
