"""A lock as JSON: one line for every sample and every figure, the same bytes for the same lock."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.auditing.lock.compare import contradictions
from measurand.auditing.lock.evidence import KeptRow
from measurand.auditing.lock.lock import (
    Environment,
    Lock,
    LockedEvidence,
    LockedNumber,
    LockedSource,
)
from measurand.edges.files.files import (
    BrokenFileError,
    Faults,
    atomic_write,
    first_bytes,
    unreadable,
)
from measurand.edges.files.json.converter import plain, structured
from measurand.edges.files.json.exact import exact_text
from measurand.edges.files.json.value import FaultError, Json, decode, without_duplicates
from measurand.edges.files.samples.opening import is_stream, located
from measurand.edges.files.samples.source_files import Place, files_in, places, whole_digest
from measurand.edges.files.toml_tree import place_text
from measurand.evidence.source import Source
from measurand.metrics.finalise import Denominators
from measurand.values.fault import Fault, shown
from measurand.values.quantity import Between, Root, added
from measurand.values.score import Defined, Score, Undefined

SCHEMA, _OLDER = "measurand-lock/2", "measurand-lock/1"
MOST_BYTES = 2**28
"""The longest lock that is read: 256 MiB."""

_START = b'{\n "schema": "measurand-lock/'
_DEEPEST = 12
_OPENED = 3
_MOST_DIGITS = 200_000
_WIDEST = 10_000
"""Bits before the point: far more than data have, and fewer than the 4300 digits of `str`."""
_CHUNK = 4000
_MOST_FAULTS = 20
_UNDEFINED = "undefined: "
_EXACT = re.compile(r"(-?)([0-9]+)(?:/([0-9]+))?")
_ENDS = re.compile(r"\[([^\[\],]+), ([^\[\],]+)\]")
_ROOT = re.compile(r"(-?)sqrt\((.*)\)", re.DOTALL)
_LEAST = 2


@frozen(kw_only=True)
class _Number:
    value: str
    definition: str
    printed: str
    data: str
    evidence: str
    where: Environment = ()
    denominators: Denominators = field(factory=Denominators)


@frozen(kw_only=True)
class _Evidence:
    digest: str
    count: int
    samples: object = None


@frozen(kw_only=True)
class _File:
    schema: str
    sample_ids: Literal["plain", "digests"]
    environment: Environment
    sources: dict[str, LockedSource]
    numbers: dict[str, _Number]
    evidence: dict[str, _Evidence]
    claims: dict[str, str] | None = None


def lock_text(lock: Lock) -> str:
    r"""Write a lock.

    >>> lock_text(Lock()).splitlines()[1:3]
    [' "schema": "measurand-lock/2",', ' "sample_ids": "plain",']
    """
    file = _File(
        schema=SCHEMA,
        sample_ids="digests" if lock.hashed else "plain",
        environment=lock.environment,
        sources=dict(lock.sources),
        numbers={name: _number(one) for name, one in lock.numbers.items()},
        evidence={name: _evidence(one) for name, one in lock.evidence.items()},
        claims=None if lock.statements is None else dict(lock.statements),
    )
    return "".join(_lines(plain(file), 0)) + "\n"


def _number(one: LockedNumber) -> _Number:
    return _Number(
        value=score_text(one.score),
        definition=one.definition,
        printed=one.printed,
        data=one.data,
        evidence=one.evidence,
        where=one.where,
        denominators=one.denominators,
    )


def _evidence(one: LockedEvidence) -> _Evidence:
    samples = None if one.samples is None else [[r.id, r.row, *r.place] for r in one.samples]
    return _Evidence(digest=one.digest, count=one.count, samples=samples)


def _lines(tree: object, depth: int) -> Iterator[str]:
    """Write a line for each key, down to those of a number, and a line for each sample."""
    pad = " " * (depth + 1)
    if isinstance(tree, dict) and tree and depth < _OPENED:
        yield "{\n"
        for at, (key, value) in enumerate(tree.items()):
            yield f"{pad}{json.dumps(key)}: "
            yield from _lines(value, depth + 1)
            yield ",\n" if at + 1 < len(tree) else "\n"
        yield f"{' ' * depth}}}"
    elif isinstance(tree, list) and tree and depth <= _OPENED:
        yield "[\n"
        yield ",\n".join(pad + json.dumps(value) for value in tree)
        yield f"\n{' ' * depth}]"
    else:
        yield json.dumps(tree)


def score_text(score: Score) -> str:
    """Write a score exactly.

    >>> score_text(Defined(Fraction(19, 30))), score_text(Undefined("no sample"))
    ('19/30', 'undefined: no sample')
    """
    match score:
        case Undefined(reason):
            return _UNDEFINED + reason
        case Defined(value):
            return exact_text(value)


def read_score(text: str) -> Score:
    """Read a score again.

    >>> read_score("-sqrt(2/9)")
    Defined(value=Root(square=Fraction(2, 9), negative=True))
    >>> score_text(read_score("1/2 - sqrt(2/9) + sqrt(3)"))
    '1/2 - sqrt(2/9) + sqrt(3)'
    >>> score_text(read_score("[0.25, 1/3]"))
    '[0.25, 1/3]'

    Raises ValueError for anything else.
    """
    if text.startswith(_UNDEFINED):
        return Undefined(text.removeprefix(_UNDEFINED))
    if ends := _ENDS.fullmatch(text):
        return Defined(Between(*map(_end, ends.groups())))
    parts = [_part(one) for one in text.replace(" - ", " + -").split(" + ")]
    found = added(parts)
    if len(parts) > 1 and exact_text(found) != text:
        message = f"a sum of roots, none a multiple of another: got {shown(text)}"
        raise ValueError(message)
    return Defined(found)


def _end(text: str) -> Fraction:
    whole, point, decimals = text.partition(".")
    if not point or not decimals.isascii() or not decimals.isdigit():
        return _fraction(text)
    return _fraction(f"{whole}{decimals}/1{'0' * len(decimals)}")


def _part(text: str) -> Fraction | Root:
    if root := _ROOT.fullmatch(text):
        return Root(_fraction(root[2]), negative=bool(root[1]))
    return _fraction(text)


def _fraction(text: str) -> Fraction:
    found = _EXACT.fullmatch(text) if len(text) <= _MOST_DIGITS else None
    if found is None or (below := _whole(found[3] or "1")) == 0:
        message = f"an exact number such as 19/30: got {shown(text)}"
        raise ValueError(message)
    above = _whole(found[2])
    if above.bit_length() > below.bit_length() + _WIDEST:
        message = f"a number that is not absurdly large: got {shown(text)}"
        raise ValueError(message)
    return Fraction(-above if found[1] else above, below)


def _whole(digits: str) -> int:
    """Read an integer of any length; `int` stops at 4300 digits."""
    value = 0
    for at in range(0, len(digits), _CHUNK):
        chunk = digits[at : at + _CHUNK]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


def write_lock(path: Path, lock: Lock) -> Result[int, Faults]:
    """Write a lock, whole or not at all; give its length.

    A file that is there and is no lock is refused.
    """
    try:
        foreign = path.is_file() and not _begins(path)
    except (OSError, ValueError) as error:
        return Failure((unreadable(error, str(path)),))
    if foreign:
        hint = "it would be lost: name another file"
        got = "a file that is no lock"
        return Failure((Fault(file=str(path), got=got, expected="a lock, or no file", hint=hint),))
    return atomic_write(path, [lock_text(lock).encode()])


def _begins(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(len(_START))
    return not start or start == _START


def read_lock(path: Path) -> Result[Lock, Faults]:
    """Read a lock of at most 256 MiB, or list what is wrong with it.

    >>> read_lock(Path("no/such.json")).failure()[0].text()
    'no/such.json: expected a file, got nothing of that name'
    """
    return first_bytes(path, MOST_BYTES).bind(partial(lock_of, file=str(path)))


def lock_of(raw: bytes, *, file: str = "") -> Result[Lock, Faults]:
    """Read the bytes of a lock.

    >>> lock_of(lock_text(Lock()).encode()).unwrap() == Lock()
    True
    >>> lock_of(b"{}", file="a.lock.json").failure()[0].text()
    "a.lock.json: expected a lock of the schema 'measurand-lock/2', got no schema"
    """
    if len(raw) > MOST_BYTES:
        expected = f"a lock of at most {MOST_BYTES} bytes"
        return Failure((Fault(file=file, got="a longer file", expected=expected),))
    try:
        tree = decode(raw, max_depth=_DEEPEST)
        without_duplicates(raw)
    except FaultError as error:
        return Failure((error.fault.at(file=file),))
    schema = tree.get("schema") if isinstance(tree, dict) else None
    if not isinstance(tree, dict) or schema not in (SCHEMA, _OLDER):
        got = "no schema" if schema is None else shown(schema)
        return Failure((Fault(file=file, got=got, expected=f"a lock of the schema {SCHEMA!r}"),))
    found = structured(_without_settings(tree) if schema == _OLDER else tree, _File)
    if is_successful(found):
        return _checked(found.unwrap(), file)
    return Failure(
        tuple(
            evolve(fault, file=file, path=place_text(place))
            for place, fault in found.failure()[:_MOST_FAULTS]
        )
    )


def _without_settings(tree: dict[str, Json]) -> dict[str, Json]:
    """Read what was the schema 1: it held some settings of sources, and no other claims."""
    sources = tree.get("sources")
    found = sources.items() if isinstance(sources, dict) else ()
    bare: dict[str, Json] = {
        name: {key: inner for key, inner in one.items() if key != "settings"}
        if isinstance(one, dict)
        else one
        for name, one in found
    }
    return {**{key: value for key, value in tree.items() if key != "claims"}, "sources": bare}


def _checked(found: _File, file: str) -> Result[Lock, Faults]:
    try:
        lock = _lock(found)
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        return Failure((Fault(file=file, got=got, expected=expected),))
    odd = tuple(
        Fault(file=file, path=place, got=got, expected="what was written")
        for place, got in contradictions(lock)[:_MOST_FAULTS]
    )
    return Failure(odd) if odd else Success(lock)


def _lock(found: _File) -> Lock:
    numbers = {
        name: LockedNumber(
            score=read_score(one.value),
            definition=one.definition,
            printed=one.printed,
            data=one.data,
            evidence=one.evidence,
            where=one.where,
            denominators=one.denominators,
        )
        for name, one in found.numbers.items()
    }
    evidence = {
        name: LockedEvidence(digest=one.digest, count=one.count, samples=_samples(one.samples))
        for name, one in found.evidence.items()
    }
    return Lock(
        numbers=numbers,
        sources=found.sources,
        evidence=evidence,
        environment=found.environment,
        statements=found.claims if found.schema == SCHEMA else None,
        hashed=found.sample_ids == "digests",
    )


def _samples(tree: object) -> tuple[KeptRow, ...] | None:
    if tree is None:
        return None
    if not isinstance(tree, list):
        message = f"a list of samples, or null: got {shown(tree)}"
        raise ValueError(message)  # noqa: TRY004  (a fault of the file)
    return tuple(map(_row, tree))


def _row(tree: object) -> KeptRow:
    texts = tree if isinstance(tree, list) else []
    if len(texts) < _LEAST or not all(isinstance(text, str) for text in texts):
        message = f"a sample as a list of its id, what was observed, its groups: got {shown(tree)}"
        raise ValueError(message)
    return KeptRow(texts[0], texts[1], tuple(texts[2:]))


def source_digests(source: Source, root: Path) -> Result[tuple[str, str], Faults]:
    """Digest both places of a source with SHA-256; the second is empty where there is none.

    A file of labels is one of the second: then the digest is that of a list of both.

    For a folder or a pattern it is the digest of a list: of every file, by name, its digest, two
    blanks and its name on a line, as the program sha256sum writes them.

    >>> source_digests(Source(path="no/such.jsonl"), Path(".")).failure()[0].file
    'no/such.jsonl'
    """
    found = []
    for _, name in (("path", source.path), *source.beside):
        try:
            found.append((name, _digest(source, name, root)))
        except (OSError, ValueError) as error:
            return Failure((unreadable(error, name),))
    (_, first), *others = found
    if source.labels is None:
        return Success((first, "".join(one for _, one in others)))
    listed = "".join(f"{one}  {name}\n" for name, one in others)
    return Success((first, sha256(listed.encode()).hexdigest()))


def _digest(source: Source, name: str, root: Path) -> str:
    path = located(name, root)
    if is_stream(path):
        raise BrokenFileError("a stream", "a file, which can be read again")
    if path.is_file():
        return whole_digest(path)
    listed = sha256()
    alone = evolve(source, path=name, predictions="", predictions_sha256="", labels=None)
    for place in _places(alone, root):
        for called, one in files_in(place.name, located(place.name, root)):
            listed.update(f"{whole_digest(one)}  {called}\n".encode())
    return listed.hexdigest()


def _places(source: Source, root: Path) -> Iterator[Place]:
    for place in places(evolve(source, sha256=""), root):
        if isinstance(place, Fault):
            raise FileNotFoundError(2, place.got)
        yield place
