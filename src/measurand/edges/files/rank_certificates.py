"""Certificates of leaderboards as JSON: exact numbers as texts, such as 1/32."""

import re
from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.edges.files.json.described import (
    TEXTUAL,
    TRUTH,
    Kind,
    Record,
    array,
    constant,
    needed_objects,
    read_record,
    required,
    whole,
)
from measurand.edges.files.json.fields import JsonObject
from measurand.edges.files.json.value import Json, decode, expected
from measurand.inference.rank_certificate import PairClaim, RankCertificate
from measurand.values.fault import Fault

SCHEMA = "measurand-ranks/1"
_RATIO = re.compile(r"-?[0-9]{1,4000}(?:/0*[1-9][0-9]{0,3999})?")
_DEEPEST = 20
_MOST = 2**40


def _ratio(value: Json) -> Fraction:
    if isinstance(value, str) and _RATIO.fullmatch(value):
        return Fraction(value)
    raise expected("a whole number or a ratio of two, as a text", value)


_EXACT = Kind(_ratio, {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"}, str)
_COUNT = whole(0, _MOST)


def _unit(value: Json) -> tuple[Fraction, int]:
    if isinstance(value, list) and len(value) == len("xn"):
        return _ratio(value[0]), whole(1, _MOST).read(value[1])
    raise expected("a difference and how many units have it", value)


_UNIT = Kind(_unit, {"type": "array"}, lambda unit: [str(unit[0]), unit[1]])


def _ranks(value: Json) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == len("bw"):
        return _COUNT.read(value[0]), _COUNT.read(value[1])
    raise expected("the best and the worst rank", value)


_RANKS = Kind(_ranks, {"type": "array"}, list)
_PAIR = Record(
    PairClaim,
    "pair",
    first=required("first", _COUNT, 0, "the place of a system, from 0"),
    second=required("second", _COUNT, 0),
    items=required("items", _COUNT, 0, "items that both have"),
    units=required("units", array(_UNIT), (), "differences of items or clusters, and their number"),
    difference=required("difference", _EXACT, Fraction(0)),
    p_value=required("p_value", _EXACT, Fraction(1)),
    adjusted=required("adjusted", _EXACT, Fraction(1)),
    exact=required("exact", TRUTH, otherwise=False, says="the p-value is of all exchanges"),
    separated=required("separated", TRUTH, otherwise=False),
)
_CERTIFICATE = Record(
    RankCertificate,
    "certificate",
    title=required("title", TEXTUAL, ""),
    systems=required("systems", array(TEXTUAL), ()),
    ranks=required("ranks", array(_RANKS), ()),
    alpha=required("alpha", _EXACT, Fraction(1, 20)),
    higher=required("higher", TRUTH, otherwise=True, says="a higher score is better"),
    pairs=needed_objects("pairs", _PAIR),
)


@frozen(kw_only=True)
class _File:
    certificates: tuple[RankCertificate, ...]
    schema: None = None


_FILE = Record(
    _File,
    "file",
    schema=constant("schema", SCHEMA),
    certificates=needed_objects("certificates", _CERTIFICATE),
)


def write_certificates(certificates: Sequence[RankCertificate]) -> JsonObject:
    """Write certificates as a tree.

    >>> write_certificates([])
    {'schema': 'measurand-ranks/1', 'certificates': []}
    """
    listed = [_CERTIFICATE.write(one) for one in certificates]
    return {"schema": SCHEMA, "certificates": [*listed]}


def read_certificates(raw: bytes) -> tuple[RankCertificate, ...] | tuple[Fault, ...]:
    """Read certificates, or say all that is wrong with them.

    >>> read_certificates(b'{"schema": "measurand-ranks/1", "certificates": []}')
    ()

    Raises FaultError where it is no JSON.
    """
    value = decode(raw, max_depth=_DEEPEST)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return (expected(f"a certificate of ranks ({SCHEMA})", value, path="$").fault,)
    found = read_record(value, _FILE.read)
    return found if isinstance(found, tuple) else found.certificates
