"""The one converter: trees of TOML to frozen values, and values to what JSON can hold.

Structuring is strict: nothing is coerced, unknown keys are faults, and all faults come at once,
each with its place. Unstructuring writes definitions as signatures and exact numbers as texts.
"""

import operator
import re
from collections.abc import Callable, Mapping
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from enum import Enum
from fractions import Fraction
from functools import partial
from math import gcd
from types import GenericAlias
from typing import Literal, NewType, TypeVar, get_args, get_origin

import attrs
from cattrs import BaseConverter, Converter
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import BaseValidationError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from returns.result import Failure, Result, Success

from measurand.edges.files.json.exact import exact_text, ratio_text, short_text
from measurand.edges.files.json.schema_error import WIDEST, MisfitError, Placed, placed_faults, seen
from measurand.edges.files.toml_tree import Digits, Place
from measurand.evidence.formats import formats
from measurand.evidence.source import LabelFile, Source
from measurand.metrics.definitions import REVISIONS, Definition, Family
from measurand.metrics.finalise import Denominators
from measurand.metrics.grammar import SignatureError, Term, Value, read_value, write_value
from measurand.metrics.needs import Reading
from measurand.metrics.signature import parse, signature
from measurand.values.printed import Printed
from measurand.values.quantity import Between, Enclosed, Quantity, Root
from measurand.values.score import Defined, Undefined
from measurand.values.share import Share
from measurand.values.suggest import did_you_mean

T = TypeVar("T")
Hook = Callable[[object, object], object]
Pairs = tuple[tuple[str, object], ...]

Scalar = NewType("Scalar", str)
"""The text of a text, a number or a truth value, as JSON writes it, without quotes."""

Scalars = NewType("Scalars", tuple[Scalar, ...])
"""One scalar, or a list of them."""

_NUMBER = re.compile(r"-?[0-9]{1,60}([./][0-9]{1,60})?")
_DECIMALS = 15
_UNIT = 10**_DECIMALS
_MILLION = 10**6
_WIDE = 10**300
_BRACKETS = "tables of a list have double brackets, as in [[table]]"


def structured(tree: object, kind: type[T], place: Place = ()) -> Result[T, tuple[Placed, ...]]:
    """Make a value from a tree, or list everything that is wrong with it.

    >>> structured({"one": "1"}, dict[str, int]).failure()[0][1].text()
    "expected a whole number, got '1'"
    """
    try:
        return Success(_CONVERTER.structure(tree, kind))
    except (BaseValidationError, ValueError) as error:
        return Failure(tuple(placed_faults(error, place)))


def plain(value: object) -> object:
    """Make a tree of dicts, lists, texts, integers and truth values.

    >>> plain(Defined(Fraction(2, 3)))
    {'value': '2/3', 'decimal': '0.666666666666667'}
    >>> plain(parse("total")) == signature(parse("total")), plain(Undefined("no sample"))
    (True, {'undefined': 'no sample'})
    """
    tree: object = _CONVERTER.unstructure(value)
    return tree


def scalar(value: object) -> Scalar:
    """Give the text of a text, a number or a truth value.

    >>> scalar("a"), scalar(3), scalar(Digits("0.50")), scalar(True)
    ('a', '3', '0.50', 'true')

    Raises MisfitError for anything else.
    """
    match value:
        case bool():
            return Scalar("true" if value else "false")
        case str():
            return Scalar(value)
        case int() if value.bit_length() <= WIDEST:
            return Scalar(str(value))
        case Digits(text):
            return Scalar(text)
        case _:
            raise MisfitError(seen(value), "a text or a number")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise MisfitError(seen(value), "a text")
    return value


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value.bit_length() > WIDEST:
        raise MisfitError(seen(value), "a whole number")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise MisfitError(seen(value), "true or false")
    return value


def _fraction(value: object) -> Fraction:
    text = "" if isinstance(value, bool) else scalar(value)
    try:
        return Fraction(text if _NUMBER.fullmatch(text) else "")
    except (ValueError, ZeroDivisionError):
        raise MisfitError(seen(value), "a number such as 1, 0.5 or 1/3") from None


def _definition(value: object) -> Definition:
    try:
        return parse(_text(value))
    except SignatureError as error:
        raise MisfitError(seen(value), "a definition", str(error)) from None


def _option(value: object) -> Value:
    try:
        return read_value(scalar(value))
    except SignatureError as error:
        raise MisfitError(seen(value), "the value of an option", str(error)) from None


def _word(value: object, known: list[str]) -> str:
    if not isinstance(value, str) or value not in known:
        hint = did_you_mean(value, known).removeprefix(": ") if isinstance(value, str) else ""
        raise MisfitError(seen(value), f"one of {', '.join(known)}", hint)
    return value


def _format_name(value: object) -> str:
    """Read the name of a format: of those of others, one that is installed."""
    return value if isinstance(value, str) and value in formats() else _word(value, [*formats()])


def _literal(value: object, kind: object) -> str:
    return _word(value, [str(word) for word in get_args(kind)])


def _member(value: object, kind: type[Enum]) -> Enum:
    return kind(_word(value, [str(member.value) for member in kind]))


def _scalars(value: object) -> tuple[Scalar, ...]:
    """Read one scalar or a list of them."""
    if not isinstance(value, list):
        return (scalar(value),)
    found: tuple[Scalar, ...] = _CONVERTER.structure(value, tuple[Scalar, ...])
    return found


def _only(shape: type, expected: str, inner: Callable[..., object]) -> Hook:
    """Refuse what has another shape before it is taken apart."""

    def hook(value: object, kind: object) -> object:
        if not isinstance(value, shape):
            raise MisfitError(seen(value), expected, _BRACKETS if isinstance(value, dict) else "")
        return inner(value, kind)

    return hook


def _leaf(read: Callable[[object], object]) -> Hook:
    return lambda value, _kind: read(value)


def _class_hook(kind: type[T], converter: BaseConverter) -> Hook:
    if kind in {Source, LabelFile}:
        name = override(struct_hook=_leaf(_format_name))
        return _only(dict, "a table", make_dict_structure_fn(kind, converter, format=name))
    return _only(dict, "a table", make_dict_structure_fn(kind, converter))


def _mapping_hook(kind: type, converter: BaseConverter) -> Hook:
    return _only(dict, "a table", mapping_structure_factory(kind, converter))


def _list_hook(kind: type, converter: BaseConverter) -> Hook:
    return _only(list, "a list", homogenous_tuple_structure_factory(kind, converter))


def _pairs_hook(kind: type, converter: BaseConverter) -> Hook:
    """Read a table as pairs of a name and a value, in their order."""
    value = Scalars if _is_filters(kind) else get_args(get_args(kind)[0])[1]
    table = GenericAlias(dict, (str, value))
    inner = converter.get_structure_hook(table)
    return lambda tree, _kind: tuple(inner(tree, table).items())


def _is_mapping(kind: object) -> bool:
    return get_origin(kind) in {dict, Mapping}


def _is_literal(kind: object) -> bool:
    return get_origin(kind) is Literal


def _is_list(kind: object) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[1:] == (...,)


def is_pairs(kind: object) -> bool:
    """Tell a type that is a table in TOML and JSON: tuple[tuple[str, X], ...]."""
    if not _is_list(kind):
        return False
    element = get_args(kind)[0]
    return get_origin(element) is tuple and get_args(element)[0] is str


def _is_filters(kind: object) -> bool:
    """Tell the type of row filters, where one value may stand without a list."""
    return bool(kind == tuple[tuple[str, tuple[str, ...]], ...])


def _is_enum(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _number_tree(value: Quantity) -> dict[str, str]:
    return {"value": exact_text(value), "decimal": _decimal(value)}


def _decimal(value: Quantity) -> str:
    if not isinstance(value, Fraction):
        return short_text(value, _DECIMALS)
    return _ratio_decimal(value.numerator, value.denominator)


def _ratio_decimal(above: int, below: int) -> str:
    """Write fifteen decimals; where these would not show a number for its zeros, fifteen digits.

    Rounds half to even as `short_text` does, but in integers: rows of scores write many numbers.
    """
    size = abs(above)
    if 0 < size * _MILLION < below:
        with localcontext(prec=_DECIMALS, Emax=MAX_EMAX, Emin=MIN_EMIN):
            return f"{Decimal(above) / Decimal(below):e}"
    if size >= _WIDE * below:
        return short_text(Fraction(above, below), _DECIMALS)
    digits, rest = divmod(size * _UNIT, below)
    digits += 2 * rest > below or (2 * rest == below and digits % 2)
    ones, decimals = divmod(digits, _UNIT)
    text = f"{ones}.{decimals:0{_DECIMALS}d}".rstrip("0").removesuffix(".")
    return f"-{text}" if above < 0 else text


def _printed_tree(value: Printed) -> dict[str, object]:
    return {
        "text": value.text,
        "decimals": value.decimals,
        "unit": value.unit.value,
        "rounding": value.rounding.value,
    }


def share_tree(value: Share) -> dict[str, str]:
    """Write a number, and its top and bottom, by which numbers of samples are pooled.

    >>> share_tree(Share(Fraction(2), Fraction(4)))
    {'value': '1/2', 'decimal': '0.5', 'top': '2', 'bottom': '4'}
    """
    top, bottom = value.top, value.bottom
    # The value in lowest terms as integers: fractions would be made, and reduced, twice.
    above, below = top.numerator * bottom.denominator, top.denominator * bottom.numerator
    shared = gcd(above, below)
    above, below = above // shared, below // shared
    return {
        "value": ratio_text(above, below),
        "decimal": _ratio_decimal(above, below),
        "top": ratio_text(top.numerator, top.denominator),
        "bottom": ratio_text(bottom.numerator, bottom.denominator),
    }


def _pairs_tree(kind: type, converter: Converter) -> Callable[[Pairs], object]:
    """Write pairs as an object; as a list where a name repeats, so that nothing is lost."""
    value_kind = get_args(get_args(kind)[0])[1]

    def tree(pairs: Pairs) -> object:
        written = [(name, converter.unstructure(value, value_kind)) for name, value in pairs]
        return dict(written) if len(dict(written)) == len(written) else written

    return tree


def new_converter() -> Converter:
    """Make a converter, for somebody to say how more classes are written."""
    made = Converter(forbid_extra_keys=True)
    _structuring(made)
    _unstructuring(made)
    return made


def _structuring(made: Converter) -> None:
    """Register what reads; of several that fit, the last wins."""
    leaves: Mapping[type, Callable[[object], object]] = {
        str: _text,
        int: _whole_number,
        bool: _truth,
        Fraction: _fraction,
        Printed: lambda value: Printed.parse(_text(value)),
    }
    for kind, read in leaves.items():
        made.register_structure_hook(kind, _leaf(read))
    made.register_structure_hook_factory(attrs.has, _class_hook)
    made.register_structure_hook_factory(_is_mapping, _mapping_hook)
    made.register_structure_hook_factory(_is_list, _list_hook)
    made.register_structure_hook_factory(is_pairs, _pairs_hook)
    made.register_structure_hook_func(_is_enum, _member)
    made.register_structure_hook_func(_is_literal, _literal)
    exactly: tuple[tuple[object, Callable[[object], object]], ...] = (
        (object, lambda value: value),
        (Scalar, scalar),
        (Scalars, _scalars),
        (Value, _option),
        (Definition, _definition),
    )
    for wanted, read in exactly:
        made.register_structure_hook_func(partial(operator.eq, wanted), _leaf(read))


def _is_family(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Family)


def _unstructuring(made: Converter) -> None:
    """Register what writes."""
    for kind, _ in REVISIONS.values():
        made.register_unstructure_hook(kind, signature)
    made.register_unstructure_hook_func(_is_family, signature)
    rare = override(omit_if_default=True)
    read = make_dict_unstructure_fn(Reading, made, lost=rare, unmatched=rare, labels_tied=rare)
    numbers = make_dict_unstructure_fn(Denominators, made, lost=rare, absent=rare)
    made.register_unstructure_hook(Reading, read)
    made.register_unstructure_hook(Denominators, numbers)
    made.register_unstructure_hook(Fraction, _number_tree)
    made.register_unstructure_hook(Root, _number_tree)
    made.register_unstructure_hook(Enclosed, _number_tree)
    made.register_unstructure_hook(Between, _number_tree)
    made.register_unstructure_hook(Defined, lambda score: _number_tree(score.value))
    made.register_unstructure_hook(Undefined, lambda score: {"undefined": score.reason})
    made.register_unstructure_hook(Printed, _printed_tree)
    made.register_unstructure_hook(Share, share_tree)
    made.register_unstructure_hook(frozenset, sorted)
    made.register_unstructure_hook(Term, lambda term: write_value((term,)))
    made.register_unstructure_hook_factory(is_pairs, _pairs_tree)
    made.register_unstructure_hook_func(partial(operator.eq, Value), write_value)


_CONVERTER = new_converter()
