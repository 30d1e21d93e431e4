"""JSON as values: numbers keep their digits, and what is no JSON is a fault."""

import json
import re
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import isfinite
from typing import TypeAlias, TypeGuard

import msgspec

from measurand.values.fault import Fault, shown

CUT_SHORT = "the rest of a JSON value"
_LONGEST, _LONGEST_EXPONENT = 400, 3
_MOST_WHOLE = 300
MOST_DIGITS = 4000
"""Of the top and of the bottom of a ratio."""
_RATIO = re.compile(f"(-?[0-9]{{1,{MOST_DIGITS}}})(?:/([0-9]{{1,{MOST_DIGITS}}}))?")
_LARGEST = 10**_MOST_WHOLE
_DECIMAL = re.compile(r"([+-]?)0*+(\d*)(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
_EXACT = Context(prec=2 * _LONGEST)
_OTHER = bytes(set(range(256)) - set(b'[]{}"'))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_NOT_NUMBERS = (b"NaN", b"Infinity")
_HALF = Fault(
    got=r"half a surrogate pair (\ud800 to \udfff)",
    expected="whole characters",
    hint="an escaped character was cut in two when the text was shortened",
)


class Number:
    """A JSON number with a fraction or an exponent, as it is written.

    No attrs class, for msgspec would write one as an object.

    >>> Number("0.850")
    Number('0.850')
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        """Keep the digits."""
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Number({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


Scalar: TypeAlias = bool | int | str | Number | None
Json: TypeAlias = "Scalar | list[Json] | dict[str, Json]"


class FaultError(Exception):
    """Carries a fault from where it is found to where its record is known."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text())
        self.fault = fault


_DECODER = msgspec.json.Decoder(float_hook=Number)


def decode(raw: bytes, *, max_depth: int) -> Json:
    """Read one JSON text, exactly.

    >>> decode(b'{"a": [0.85, 3, null]}', max_depth=9)
    {'a': [Number('0.85'), 3, None]}

    Raises FaultError where it is no JSON, is not UTF-8, or nests too deep.
    """
    _bounded(raw, max_depth)
    try:
        value: Json = _DECODER.decode(raw)
    except RecursionError:
        raise _too_deep(max_depth, "more than the decoder can hold") from None
    except ValueError as error:
        raise FaultError(_malformed(raw, error)) from None
    return value


def is_shallow(raw: bytes, most: int) -> bool:
    """Tell whether the brackets of a JSON text nest at most so deep; few are not counted.

    What a decoder can hold differs from Python to Python, so that it is no bound.

    >>> is_shallow(b'{"a": [[1], [2]]}', 3), is_shallow(b'{"a": [[1], [2]]}', 2)
    (True, False)
    """
    return raw.count(b"[") + raw.count(b"{") <= most or depth(raw) <= most


def _bounded(raw: bytes, most: int) -> None:
    if not is_shallow(raw, most):
        raise _too_deep(most, f"{depth(raw)} levels")


def _too_deep(most: int, got: str) -> FaultError:
    hint = "a record of samples is flat: is this the right file?"
    return FaultError(Fault(got=got, expected=f"nesting of at most {most} levels", hint=hint))


def depth(raw: bytes) -> int:
    r"""Count how deep the brackets of a JSON text nest, strings aside, without recursion.

    >>> depth(rb'{"a": [[1], "[[[\"["]}'), depth(b"3")
    (3, 0)
    """
    marks = raw.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _OTHER)
    outside = b"".join(marks.split(b'"')[::2])
    return max(accumulate((_STEP[mark] for mark in outside), initial=0))


def _malformed(raw: bytes, error: ValueError) -> Fault:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return not_utf8(raw)
    message = str(error).removeprefix("JSON is malformed: ")
    if "surrogate" in message:
        return _HALF
    at = _position(message)
    if at is None:
        return _without_place(raw, message)
    if word := next((word for word in _NOT_NUMBERS if raw.startswith(word, at)), None):
        sign = "-" if raw[:at].endswith(b"-") else ""
        return Fault(
            got=sign + word.decode(),
            expected="JSON",
            hint="JSON has no NaN and no Infinity: write null where there is no number",
        )
    text = raw[at : at + 30].decode(errors="replace")
    got = f"{message.partition(' (byte')[0]} at byte {at + 1}: {shown(text)}"
    return Fault(got=got, expected="one JSON value")


def _position(message: str) -> int | None:
    digits = message.rpartition("(byte ")[2].removesuffix(")")
    behind = "trailing characters" in message  # for these the decoder names the byte behind
    return int(digits) - behind if digits.isdigit() else None


def _without_place(raw: bytes, message: str) -> Fault:
    """Tell apart what the decoder reports without a place."""
    if "range" in message:
        return Fault(got="a longer one", expected="integers of at most 4300 digits")
    try:
        json.loads(raw.decode(), parse_int=str)
    except ValueError:
        end = raw.rstrip()[-30:].decode(errors="replace")
        return Fault(got=f"an end after {shown(end)}", expected=CUT_SHORT)
    return _HALF


def no_json(raw: bytes) -> bool:
    """Tell whether a text is no JSON for the most lenient reader, which takes NaN and any bytes.

    >>> no_json(b'{"a": '), no_json(b'{"a": NaN}')
    (True, False)
    """
    try:
        json.loads(raw.decode(errors="replace"))
    except json.JSONDecodeError:
        return True
    except (ValueError, RecursionError):
        return False
    return False


def not_utf8(raw: bytes) -> Fault:
    r"""Say where bytes stop being UTF-8.

    >>> not_utf8(b'"caf\xe9"').text()
    'expected UTF-8, got the byte 0xe9 at byte 5: save the file as UTF-8'
    """
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        at = error.start
        wide = raw[:2] in {b"\xff\xfe", b"\xfe\xff"}
        hint = (
            "this looks like UTF-16: save the file as UTF-8" if wide else "save the file as UTF-8"
        )
        return Fault(got=f"the byte {raw[at]:#04x} at byte {at + 1}", expected="UTF-8", hint=hint)
    return Fault(got="other bytes", expected="UTF-8")


def duplicate_keys(raw: bytes) -> tuple[str, ...]:
    """Name the keys that stand twice in one object of a JSON text, which decoders drop silently.

    >>> duplicate_keys(b'{"id": 1, "gold": [{"a": 1, "a": 2}], "id": 2}')
    ('a', 'id')
    """
    found: dict[str, None] = {}

    def note(pairs: list[tuple[str, object]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                found[key] = None
            seen.add(key)

    json.loads(raw.decode(), object_pairs_hook=note, parse_int=str, parse_float=str)
    return tuple(found)


def without_duplicates(raw: bytes) -> None:
    """Refuse an object that has a key twice.

    Raises FaultError naming the keys.
    """
    keys = duplicate_keys(raw)
    if keys:
        names = ", ".join(shown(key) for key in keys[:5])
        hint = "readers keep the last and drop the rest: keep one"
        raise FaultError(Fault(got=f"twice {names}", expected="every key once", hint=hint))


def json_text(value: Scalar) -> str:
    """Write a scalar as JSON does, strings without their quotes.

    >>> [json_text(value) for value in (None, True, 3, Number("3.50"), "three")]
    ['null', 'true', '3', '3.50', 'three']
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def label_text(value: Scalar) -> str:
    """Write a label or the value of a slot: as JSON does, but equal decimals alike.

    >>> [label_text(value) for value in (Number("3.50"), Number("1e0"), 3, True, "3.50")]
    ['3.5', '1.0', '3', 'true', '3.50']
    """
    return short_decimal(value.text) if isinstance(value, Number) else json_text(value)


@lru_cache(maxsize=2**12)
def short_decimal(text: str) -> str:
    """Write a decimal number as short as its value allows, as Python writes floats.

    >>> [short_decimal(text) for text in ("0.850", "-0.0", "1E-7", "0.10000000000000000000001")]
    ['0.85', '0.0', '1e-07', '0.10000000000000000000001']
    """
    try:
        value = _fraction(Number(text))
    except FaultError:
        return text
    near = float(text)
    if isfinite(near) and Fraction(repr(near)) == value:
        return repr(near or 0.0)
    return str(Decimal(text).normalize(_EXACT))


def is_scalar(value: Json) -> TypeGuard[Scalar]:
    """Tell whether a value is neither a list nor an object."""
    return not isinstance(value, list | dict)


def exact(value: Json) -> Fraction:
    """Take a number exactly.

    >>> exact(Number("0.85")), exact(3)
    (Fraction(17, 20), Fraction(3, 1))

    Raises FaultError for what is no number, and for one that is absurdly long.
    """
    if isinstance(value, Number):
        return _fraction(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    hint = "a number stands without quotes" if isinstance(value, str) else ""
    raise expected("a number", value, hint=hint)


def measured(value: Json) -> Fraction:
    """Take what was measured: exactly, and of a size that floats have, as those are shown.

    >>> measured(Number("1e299")) == 10**299
    True

    Raises FaultError as `exact` does, and for what is larger than all that is measured.
    """
    found = exact(value)
    if not -_LARGEST < found < _LARGEST:
        raise expected(f"a number of at most {_MOST_WHOLE} digits before its point", value)
    return found


def ratio(value: Json) -> Fraction:
    """Take an exact number: whole, or a text of a ratio of at most 4000 digits.

    >>> ratio("-1/3"), ratio(7)
    (Fraction(-1, 3), Fraction(7, 1))

    Raises FaultError for anything else.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and (parts := _RATIO.fullmatch(value)):
        top, bottom = parts.groups()
        if bottom is None:
            return Fraction(int(top))
        if below := int(bottom):
            return Fraction(int(top), below)
    raise expected('a whole number, or a text such as "1/3"', value)


_TENS = tuple(10**n for n in range(30))


def written(number: float) -> Fraction:
    """Give the number that a finite float is written as: the shortest that reads as it.

    >>> written(0.1), written(1e-07), written(-2.0)
    (Fraction(1, 10), Fraction(1, 10000000), Fraction(-2, 1))
    """
    text = float.__repr__(number)
    whole, _, decimals = text.partition(".")
    # To read such a text as a whole number costs half of what a fraction does.
    if decimals.isdigit() and len(decimals) < len(_TENS):
        return Fraction(int(whole + decimals), _TENS[len(decimals)])
    return Fraction(text)


def _fraction(number: Number) -> Fraction:
    exponent = number.text.lower().partition("e")[2].lstrip("+-").lstrip("0")
    if len(number.text) > _LONGEST or len(exponent) > _LONGEST_EXPONENT:
        raise expected("a number of at most 400 characters, its exponent of 3", number)
    return Fraction(number.text)


def spelled_number(cell: str) -> Number | None:
    """Read a decimal number exactly; an empty cell is none.

    >>> [spelled_number(text) for text in (" 0.850", "+.5", "007", "")]
    [Number('0.850'), Number('0.5'), Number('7'), None]

    Raises FaultError for what spells none.
    """
    text = cell.strip()
    if not text:
        return None
    number = _DECIMAL.fullmatch(text)
    digits = f"{number[2]}{(number[3] or '')[1:]}" if number else ""
    if number is None or not (digits or "0" in text):
        hint = "write a point before the decimals, nothing between thousands" if "," in text else ""
        raise wrong(shown(cell), "a decimal number", hint, path="$")
    sign = number[1].removeprefix("+")
    decimals = number[3] if number[3] and number[3] != "." else ""
    return Number(f"{sign}{number[2] or '0'}{decimals}{number[4] or ''}")


def expected(what: str, value: Json, *, path: str = "$", hint: str = "") -> FaultError:
    """Make the fault of a value that is not what it should be."""
    return FaultError(Fault(got=shown(value), expected=what, path=path, hint=hint))


def wrong(  # noqa: PLR0913  # what a fault says
    got: str, expected: str, hint: str = "", *, path: str = "", line: int = 0, file: str = ""
) -> FaultError:
    """Make the error of what was got where something else is expected, in words of its own.

    >>> print(wrong("more", "a line of at most 9 bytes", "is this a table?", line=3))
    expected a line of at most 9 bytes, got more: is this a table?
    """
    fault = Fault(got=got, expected=expected, hint=hint, path=path, line=line, file=file)
    return FaultError(fault)


def encode(value: Json) -> bytes:
    """Write a JSON value in one line; numbers keep their digits.

    >>> encode({"a": [Number("0.850"), 3]})
    b'{"a":[0.850,3]}'
    """
    return msgspec.json.encode(value, enc_hook=_digits)


def _digits(value: object) -> msgspec.Raw:
    return msgspec.Raw(str(value).encode())


def float_number(value: float) -> Number:
    """Write a float so that reading gives the same one.

    >>> str(float_number(0.1)), str(float_number(1e-07))
    ('0.1', '1e-07')
    """
    return Number(repr(float(value)))
