"""Cells of data frames, as Python objects, to JSON values."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from measurand.edges.files.json.value import FaultError, Json, Number
from measurand.evidence.paths import Key
from measurand.values.fault import Fault

_MISSING = frozenset(("NAType", "NaTType"))
_TIMES = ("datetime64", "timedelta64")
_SHORT_FLOATS = frozenset(("float16", "float32"))


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
        return str(value)
    if type(value).__name__ in _MISSING:
        return None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return decimal(float.__repr__(value), place)
    if isinstance(value, Decimal):
        return decimal(format(value, "f").lower(), place)
    if levels <= 0:
        raise FaultError(Fault(got="more", expected="values that nest less deep", path=place))
    return _compound(value, place, levels - 1)


def decimal(text: str, place: str = "$") -> Json:
    """Read a float that Python wrote: NaN is null.

    >>> decimal("1e-07"), decimal("nan")
    (Number('1e-07'), None)

    Raises FaultError for what is infinite.
    """
    if "inf" in text:
        got = "-Infinity" if text.startswith("-") else "Infinity"
        raise FaultError(Fault(got=got, expected="a finite number", path=place))
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
    raise FaultError(
        Fault(
            got=f"the type {type(value).__name__}",
            expected="a text, a number, true or false, a list or a dict",
            path=place,
            hint="make it a text: how it is written decides what is equal",
        )
    )


def _turned(value: object) -> object:
    """Ask an array or a scalar of a library for what it is in Python."""
    ways = (getattr(value, name, None) for name in ("as_py", "tolist", "to_list"))
    way = next((way for way in ways if callable(way)), None)
    return way() if way else None


def _listed(value: Iterable[object], place: str, levels: int) -> Json:
    return [plain(one, f"{place}[{at}]", levels=levels) for at, one in enumerate(value)]


def _under(value: object, name: object, place: str, levels: int) -> Json:
    return plain(value, place + Key(str(name)).text, levels=levels)


def _key(name: object, place: str) -> str:
    if isinstance(name, str):
        return str(name)
    got = f"the type {type(name).__name__}"
    raise FaultError(Fault(got=got, expected="keys that are texts", path=place))
