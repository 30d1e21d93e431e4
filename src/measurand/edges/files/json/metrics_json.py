"""Metrics of a row as JSON: floats to read, and beside them what gives the same numbers exactly."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite

from measurand.edges.files.fields import TEXT, JsonObject, Opened, as_float
from measurand.edges.files.json.exact import exact_text
from measurand.edges.files.json.value import Json, exact, expected, float_number
from measurand.edges.files.json.walk import near_key
from measurand.values.fault import Fault, shown
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share

_PLAIN = 2**53
_MOST_DIGITS = 4000


def read_metrics(at: Opened) -> tuple[tuple[str, Measured], ...]:
    """Read `metrics`, with `exact` and `undefined` beside it; what is wrong is noted.

    >>> read_metrics(Opened({"metrics": {"hit": None}, "undefined": {"hit": "no lesion"}}, "$", []))
    (('hit', Undefined(reason='no lesion')),)
    """
    metrics = at.required("metrics")
    if metrics is None:
        return ()
    shares, reasons = at.under("exact"), at.under("undefined")
    for inner in filter(None, (shares, reasons)):
        for name in inner.value:
            if name not in metrics.value:
                hint = near_key(name, metrics.value)
                inner.note(
                    Fault(got=shown(name), expected="a key of metrics", hint=hint), inner.place
                )
    return tuple(
        (name, found)
        for name in metrics.value
        if (found := _measured(metrics, shares, reasons, name)) is not None
    )


def _measured(
    metrics: Opened, shares: Opened | None, reasons: Opened | None, name: str
) -> Measured | None:
    if not name:
        metrics.note(Fault(got="an empty one", expected="the name of a metric"), metrics.place)
        return None
    if metrics.value[name] is None:
        reason = None if reasons is None else reasons.maybe(name, TEXT)
        if shares is not None and shares.value.get(name) is not None:
            shares.wrong(name, "an exact one", "no number, as in metrics")
        return Undefined(reason or "")
    if reasons is not None and reasons.value.get(name) is not None:
        reasons.wrong(name, "a reason", "none, for metrics has a number")
    printed = metrics.maybe(name, as_float)
    found = None if shares is None else shares.maybe(name, _as_share)
    if shares is not None and shares.value.get(name) is not None:
        if found is not None and printed is not None and _near(found.value) != printed:
            metrics.wrong(name, f"{printed}", f"{_near(found.value)}, as exact says")
        return found
    return None if printed is None else metrics.maybe(name, _as_plain)


def _as_plain(value: Json) -> Share:
    return Share(exact(value))


def _near(value: Fraction) -> float | None:
    """Round to a float; None where it lies beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return None


def _as_share(value: Json) -> Share:
    match value:
        case [top, bottom] if (below := _as_fraction(bottom)) > 0:
            return Share(_as_fraction(top), below)
        case _:
            raise expected("[top, bottom], the bottom above 0", value)


def _as_fraction(value: Json) -> Fraction:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and len(value) <= 2 * _MOST_DIGITS:
        top, slash, bottom = value.partition("/")
        digits = (top.removeprefix("-"), bottom if slash else "1")
        if all(part.isascii() and part.isdigit() and len(part) <= _MOST_DIGITS for part in digits):
            above, below = int(top), int(digits[1])
            if below:
                return Fraction(above, below)
    raise expected('a whole number, or a text such as "1/3"', value)


def metrics_json(metrics: Iterable[tuple[str, Measured]]) -> JsonObject:
    """Write metrics as the keys that `read_metrics` reads.

    >>> from measurand.values.share import share
    >>> str(metrics_json([("hit", share(1, 3))])["exact"])
    "{'hit': [1, 3]}"

    Raises ValueError for a number that no float can hold, or a fraction of more than 4000 digits.
    """
    metrics = tuple(metrics)
    written: JsonObject = {"metrics": {name: _printed(name, found) for name, found in metrics}}
    shares = {name: found for name, found in metrics if isinstance(found, Share)}
    reasons = {name: found for name, found in metrics if isinstance(found, Undefined)}
    if shares:
        written["exact"] = {
            name: [_fraction_json(found.top), _fraction_json(found.bottom)]
            for name, found in shares.items()
        }
    if reasons:
        written["undefined"] = {name: found.reason for name, found in reasons.items()}
    return written


def _printed(name: str, found: Measured) -> Json:
    if isinstance(found, Undefined):
        return None
    near = _near(found.value)
    if near is None or not isfinite(near):
        message = f"a number that a float can hold for {name!r}: got a larger one"
        raise ValueError(message)
    return float_number(near)


def _fraction_json(value: Fraction) -> Json:
    if max(abs(value.numerator), value.denominator) >= 10**_MOST_DIGITS:
        message = f"fractions of at most {_MOST_DIGITS} digits: got a longer one"
        raise ValueError(message)
    whole_one = value.denominator == 1 and abs(value) < _PLAIN
    return int(value) if whole_one else exact_text(value)
