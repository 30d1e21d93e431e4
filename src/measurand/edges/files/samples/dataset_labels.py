"""Labels that a dataset keeps as numbers, beside the list of their names: read as the names."""

from collections.abc import Callable, Mapping
from functools import partial

from measurand.edges.files.json.value import Json, expected
from measurand.evidence.paths import Key

Feature = Json
"""What a dataset says of a column: an object with `_type` or with fields, or a list of one."""

_NO_LABEL = -1
_LISTS = frozenset(("Sequence", "LargeList", "List"))


def labels_of(features: Feature) -> Mapping[str, Callable[[Json], Json]]:
    """Give what makes names of the numbers in columns, for the columns that hold labels.

    >>> features = {"id": {"dtype": "int64", "_type": "Value"},
    ...             "gold": {"feature": {"names": ["bad", "good"], "_type": "ClassLabel"},
    ...                      "_type": "List"}}
    >>> {name: named([1, 0, None]) for name, named in labels_of(features).items()}
    {'gold': ['good', 'bad', None]}

    They raise FaultError for a number that no name stands for.
    """
    if not isinstance(features, dict):
        return {}
    return {
        name: partial(_named, feature=feature, place=f"${Key(name).text}")
        for name, feature in features.items()
        if _has_labels(feature)
    }


def _has_labels(feature: Feature) -> bool:
    if isinstance(feature, list):
        return any(map(_has_labels, feature))
    if not isinstance(feature, dict):
        return False
    return feature.get("_type") == "ClassLabel" or any(map(_has_labels, feature.values()))


def _named(value: Json, feature: Feature, place: str) -> Json:
    """Make names of the numbers in a value; -1 says that there is no label."""
    match feature:
        case [inside]:
            return _each(value, inside, place)
        case {"_type": "ClassLabel", "names": list(names)}:
            return _name(value, names, place)
        case {"_type": str(kind), "feature": inside} if kind in _LISTS:
            return _each(value, inside, place)
        case dict() if isinstance(value, dict):
            return {name: _named(held, feature.get(name), place) for name, held in value.items()}
        case _:
            return value


def _each(value: Json, feature: Feature, place: str) -> Json:
    if isinstance(value, dict) and isinstance(feature, dict):
        return {name: _each(held, feature.get(name), place) for name, held in value.items()}
    return [_named(one, feature, place) for one in value] if isinstance(value, list) else value


def _name(value: Json, names: list[Json], place: str) -> Json:
    if isinstance(value, bool) or not isinstance(value, int) or value == _NO_LABEL:
        return None if value == _NO_LABEL else value
    known = names[value] if 0 <= value < len(names) else None
    if not isinstance(known, str):
        raise expected(f"a label from 0 to {len(names) - 1}, or -1 for none", value, path=place)
    return known
