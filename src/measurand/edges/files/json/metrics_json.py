"""Metrics of a row as JSON: each the noun that it is everywhere, a number with its top and bottom.

Rows of older schemas have floats, and beside them what gives the same numbers exactly (`exact`),
and why there are none (`undefined`). Both forms are read, the newer one is written.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import isfinite

from measurand.edges.files.json.converter import share_tree
from measurand.edges.files.json.described import Field, Tree, ref
from measurand.edges.files.json.exact import exact_text
from measurand.edges.files.json.fields import TEXT, JsonObject, Opened, as_float
from measurand.edges.files.json.value import MOST_DIGITS, FaultError, Json, exact, expected, ratio
from measurand.edges.files.json.walk import near_key
from measurand.values.fault import Fault, shown
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share

_TOO_LONG = 10**MOST_DIGITS
_PLAIN = 10**300
"""Below it, a number has a float."""
_NEAR = Fraction(1, 10**14)
"""Decimals are rounded to fifteen places or digits."""
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]{1,4})?")


def read_metrics(at: Opened) -> tuple[tuple[str, Measured], ...]:
    """Read `metrics`; what is wrong is noted.

    >>> read_metrics(Opened({"metrics": {"hit": {"value": "1/3"}}}, "$", []))
    (('hit', Share(top=Fraction(1, 3), bottom=Fraction(1, 1))),)

    An older row has `exact` and `undefined` beside them.

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


_RATIO: Tree = {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}
METRIC_SCHEMAS: Tree = {
    "measured": {"anyOf": [ref("number"), ref("undefined")]},
    "number": {
        "description": "Exactly, as a decimal to read, and as the top and bottom that are pooled.",
        "type": "object",
        "required": ["value"],
        "properties": {
            "value": _RATIO,
            "decimal": {"type": "string"},
            "top": _RATIO,
            "bottom": _RATIO,
        },
    },
    "undefined": {
        "description": "Why there is no number.",
        "type": "object",
        "required": ["undefined"],
        "properties": {"undefined": {"type": "string"}},
    },
}
"""What the schema of metrics points to."""


def _measured(
    metrics: Opened, shares: Opened | None, reasons: Opened | None, name: str
) -> Measured | None:
    if not name:
        metrics.note(Fault(got="an empty one", expected="the name of a metric"), metrics.place)
        return None
    if isinstance(tree := metrics.value[name], dict):
        return _rewritten(tree) or _number(Opened(tree, metrics.at(name), metrics.faults))
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


def _rewritten(tree: JsonObject) -> Share | None:
    """Read what this program wrote: what is written of its top and bottom is the same again.

    Nearly all numbers are such; the others are read key by key, for what is wrong to be named.
    """
    try:
        found = Share(ratio(tree["top"]), ratio(tree["bottom"]))
    except (KeyError, ValueError, FaultError):
        return None
    return found if share_tree(found) == tree else None


def _number(at: Opened) -> Measured | None:
    """Read a number or why there is none: top over bottom is the value, and the decimal near it."""
    if "undefined" in at.value:
        return at.maybe("undefined", _as_undefined)
    before, zero = len(at.faults), Fraction(0)
    value = at.need("value", ratio, zero)
    top, bottom = at.maybe("top", ratio), at.maybe("bottom", ratio)
    printed = at.maybe("decimal", _as_decimal)
    if len(at.faults) > before:
        return None
    if (top is None) != (bottom is None) or (bottom is not None and bottom <= 0):
        at.note(Fault(got="another", expected="a top, and a bottom above 0"), at.place)
        return None
    found = Share(value) if top is None or bottom is None else Share(top, bottom)
    if found.value != value:
        at.wrong("value", exact_text(value), f"{exact_text(found.value)}, as top and bottom say")
    if printed is not None and abs(printed - value) > max(_NEAR, abs(value) * _NEAR):
        at.wrong("decimal", "another number", f"{exact_text(value)}, as value says")
    return found


def _as_undefined(value: Json) -> Undefined:
    return Undefined(TEXT(value))


def _as_decimal(value: Json) -> Fraction:
    text = TEXT(value)
    if len(text) > MOST_DIGITS or not _DECIMAL.fullmatch(text):
        raise expected("a decimal number as text", value)
    return Fraction(text)


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
        case [top, bottom] if (below := ratio(bottom)) > 0:
            return Share(ratio(top), below)
        case _:
            raise expected("[top, bottom], the bottom above 0", value)


def metrics_json(metrics: Iterable[tuple[str, Measured]]) -> JsonObject:
    """Write metrics as the key that `read_metrics` reads.

    >>> from measurand.values.share import share
    >>> metrics_json([("hit", share(1, 3)), ("bleu", Undefined("no text"))])["metrics"]["hit"]
    {'value': '1/3', 'decimal': '0.333333333333333', 'top': '1', 'bottom': '3'}

    Raises ValueError for a number that no float can hold, or a fraction of more than 4000 digits.
    """
    return {"metrics": {name: _written(name, found) for name, found in metrics}}


METRICS: Field[tuple[tuple[str, Measured], ...]] = Field(
    "metrics",
    read_metrics,
    {"type": "object", "additionalProperties": ref("measured")},
    required=True,
    written=metrics_json,
    parts=METRIC_SCHEMAS,
)


def _written(name: str, found: Measured) -> Json:
    if isinstance(found, Undefined):
        return {"undefined": found.reason}
    above = found.top.numerator * found.bottom.denominator
    below = found.top.denominator * found.bottom.numerator
    # These are long, or large, where a side or the value may be: only then it is looked at.
    longest = max(abs(above), below, found.bottom.denominator)
    if longest >= _TOO_LONG or abs(above) >= _PLAIN * below:
        _writable(name, found)
    return dict(share_tree(found))


def _writable(name: str, found: Share) -> None:
    near = _near(found.value)
    if near is None or not isfinite(near):
        message = f"a number that a float can hold for {name!r}: got a larger one"
        raise ValueError(message)
    sides = found.top, found.bottom, found.value
    if any(max(abs(one.numerator), one.denominator) >= _TOO_LONG for one in sides):
        message = f"fractions of at most {MOST_DIGITS} digits: got a longer one"
        raise ValueError(message)
