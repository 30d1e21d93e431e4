"""From a record to the value at a path, or to the fault that says where the path breaks off."""

from collections.abc import Iterable, Sequence
from itertools import islice

from measurand.edges.files.json.value import FaultError, Json, expected, is_scalar, json_text, wrong
from measurand.evidence.paths import Index, Key, Listed, Match, Names, Path, Step
from measurand.values.fault import shown
from measurand.values.suggest import did_you_mean

_MOST_KEYS, _LONGEST, _SHOWN = 200, 80, 8


def find(record: Json, path: Path) -> Json:
    """Follow a path.

    >>> find({"evals": [{"op": "draft"}, {"op": "final", "pred": ["a"]}]},
    ...      Path.parse("evals[op=final].pred"))
    ['a']

    Raises FaultError where a key, an index or the matching element is not there.
    """
    value = record
    for count, step in enumerate(path.steps):
        if isinstance(step, Key) and isinstance(value, dict) and step.name in value:
            value = value[step.name]
        else:
            value = _down(value, step, Path(path.steps[:count]))
    return value


def value_at(record: Json, path: Path) -> Json:
    """Follow a path as far as it leads: null where it breaks off.

    >>> value_at({"runs": []}, Path.parse("runs[0].gold")) is None
    True
    """
    try:
        return find(record, path)
    except FaultError:
        return None


def holds(record: Json, path: Path) -> bool:
    """Tell whether the first step of a path can be taken.

    >>> holds({"pairs": None}, Path.parse("pairs")), holds({}, Path.parse("pairs"))
    (True, False)
    """
    first = path.steps[0]
    return not isinstance(first, Key) or (isinstance(record, dict) and first.name in record)


def _down(value: Json, step: Step, above: Path) -> Json:
    match step:
        case Key(name):
            return _under(value, name, above)
        case Index(at):
            return _at(value, at, above)
        case Match():
            return _matching(value, step, above)
        case Names(_, ends):
            return _together(ends, [_under(value, name, above) for name in step.keys])
        case Listed(names):
            return _together(names, _elements(value, len(names), above))


def _together(names: Sequence[str], values: Sequence[Json]) -> Json:
    """Make an object of what is there; null where nothing is."""
    there: dict[str, Json] = {
        name: one for name, one in zip(names, values, strict=True) if one is not None
    }
    return there or None


def _elements(value: Json, number: int, above: Path) -> Sequence[Json]:
    if value is None:
        return [None] * number
    if not isinstance(value, list):
        raise expected(f"a list of {number} elements", value, path=above.place)
    if len(value) != number:
        got = f"{len(value)}"
        raise wrong(got, f"as many elements as there are names, {number}", path=above.place)
    return value


def _under(value: Json, name: str, above: Path) -> Json:
    if not isinstance(value, dict):
        raise expected(f"an object with the key {shown(name)}", value, path=above.place)
    if name not in value:
        raise expected(
            f"the key {shown(name)}",
            value,
            path=above.place,
            hint=near_key(name, value) or keys_of(value),
        )
    return value[name]


def near_key(name: str, known: Iterable[str]) -> str:
    """Ask whether the nearest key was meant; nothing where none is near.

    >>> near_key("pred", {"id": 1, "preds": 2})
    "did you mean 'preds'?"
    """
    return did_you_mean(name, _short(known)).removeprefix(": ")


def keys_of(known: Iterable[str]) -> str:
    """Name the first keys of a record that lacks one; nothing where it has none.

    >>> keys_of({"id": 1, "yhat": 2})
    'its keys are id, yhat'
    """
    short = _short(known)
    return f"its keys are {', '.join(short[:_SHOWN])}" if short else ""


def _short(known: Iterable[str]) -> list[str]:
    return [key for key in islice(known, _MOST_KEYS) if len(key) <= _LONGEST]


def _at(value: Json, at: int, above: Path) -> Json:
    if not isinstance(value, list):
        raise expected("a list", value, path=above.place)
    if not -len(value) <= at < len(value):
        raise expected(f"a list with an element [{at}]", value, path=above.place)
    return value[at]


def _matching(value: Json, step: Match, above: Path) -> Json:
    if not isinstance(value, list):
        raise expected("a list", value, path=above.place)
    found = [element for element in value if _matches(element, step)]
    if len(found) != 1:
        hint = "name the element by its index" if found else ""
        got = f"{len(found)} of {len(value)}"
        raise wrong(got, f"one element {step.text}", hint, path=above.place)
    return found[0]


def _matches(element: Json, step: Match) -> bool:
    if not isinstance(element, dict) or step.key not in element:
        return False
    value = element[step.key]
    return is_scalar(value) and json_text(value) == step.value
