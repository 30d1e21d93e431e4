"""Files that a record names: they lie in the folder of its own file or below, nowhere else.

A store is such a file: a table of embeddings, one row for each, of which a record names rows.
"""

import struct
from math import isfinite
from pathlib import Path
from typing import BinaryIO

from attrs import evolve, frozen

from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.json.described import (
    NUMBER,
    TEXTUAL,
    Field,
    Kind,
    Tree,
    array,
    object_schema,
    optional,
    or_null,
    ref,
    required,
    whole,
)
from measurand.edges.files.json.fields import Opened
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.edges.files.json.walk import near_key
from measurand.studies.counterfactual.edge.files.arrays import (
    Layout,
    exactly,
    layout,
    unreadable_data,
)
from measurand.values.fault import shown
from measurand.values.grounded import Vector

OUTSIDE = "a file in the folder of the samples, or below it"
_HEX, _DIGITS = 64, frozenset("0123456789abcdefABCDEF")


class Beside:
    """The folder in which files may be named; digests that were right are not taken again.

    Without a folder (for lines that come from no file) every name is a fault.

    >>> Beside(None).found("mask.npy")
    Traceback (most recent call last):
      ...
    measurand.edges.files.json.value.FaultError: $: expected no file, got 'mask.npy': \
these samples stand in no file, so that nothing lies beside them
    """

    def __init__(self, folder: Path | None) -> None:
        """Allow the files of a folder."""
        self._folder = folder
        self._checked: set[tuple[Path, str]] = set()

    def found(self, name: str, sha256: str = "") -> Path:
        """Find a file by its name, a path relative to the folder.

        Raises FaultError where it lies outside, is not there, or has another digest.
        """
        if self._folder is None:
            hint = "these samples stand in no file, so that nothing lies beside them"
            raise expected("no file", name, hint=hint)
        path = self._inside(self._folder, name)
        if (path, sha256) in self._checked:
            return path
        for fault in check_file(path, sha256, name=name):
            raise FaultError(evolve(fault, file="", path="$", hint=fault.hint or shown(name)))
        self._checked.add((path, sha256))
        return path

    def _inside(self, folder: Path, name: str) -> Path:
        try:
            root = folder.resolve()
            path = (root / name).resolve()
            inside = not Path(name).is_absolute() and path.is_relative_to(root)
        except (OSError, ValueError, RuntimeError):
            inside = False
        if not inside or ".." in Path(name).parts:
            raise expected(OUTSIDE, name)
        return path


def as_digest(value: Json) -> str:
    """Take a sha256 in hexadecimal digits.

    >>> as_digest("0" * 64) == "0" * 64
    True

    Raises FaultError for anything else.
    """
    if isinstance(value, str) and len(value) == _HEX and _DIGITS.issuperset(value):
        return value.lower()
    raise expected("64 hexadecimal digits", value)


DIGEST = Kind(as_digest, {"type": "string", "pattern": "^[0-9a-fA-F]{64}$"})
_PATH = required("path", TEXTUAL, "", "In the folder of this file, or below.")
_SHA256 = optional("sha256", DIGEST, "")
NAMED_FILE: tuple[Field[object], ...] = (_PATH, _SHA256)
"""What names a file."""


def named_file(at: Opened, beside: Beside) -> Path | None:
    """Find the file that an object names by its `path`, and `sha256` where it has one.

    What is wrong is noted; then there is none.
    """
    before = len(at.faults)
    name, digest = _PATH.of(at), _SHA256.of(at)
    if len(at.faults) > before:
        return None
    try:
        return beside.found(name, digest)
    except FaultError as error:
        at.note(error.fault, at.at("path"))
        return None


def noted(at: Opened, error: FaultError) -> None:
    """Note what is wrong with a file that an object names."""
    at.note(error.fault, at.place)


_NAMES = {"f2": "float16", "f4": "float32", "f8": "float64"}
_LETTERS = {"f2": "e", "f4": "f", "f8": "d"}
_ORDERS = {"<": "<", ">": ">", "=": "=", "|": "="}
_AXES, _LONGEST_ROW, _MOST = 2, 2**20, 2**40
VECTOR = array(NUMBER)
_DTYPE = optional("dtype", TEXTUAL, None)
_SHAPE = optional("shape", array(whole(0, _MOST), _AXES), None)
_STORE = required("store", TEXTUAL, "")
_ROW = required("row", whole(0, _MOST), 0)
_VECTOR: Tree = {"anyOf": [VECTOR.schema, object_schema((_STORE, _ROW)), {"type": "null"}]}
STORES = Field(
    "stores",
    lambda at: at.under("stores"),
    or_null({"type": "object", "additionalProperties": ref("store")}),
    parts={"store": object_schema((*NAMED_FILE, _DTYPE, _SHAPE)), "vector": _VECTOR},
)
"""The tables of embeddings beside a sample, by their names."""


@frozen
class Store:
    """A table of numbers in a file: where its rows begin, and how they lie.

    >>> from pathlib import Path
    >>> Store(Path("emb.npy"), Layout("<f4", (10, 4)), 128).length
    4
    """

    path: Path
    layout: Layout
    start: int

    @property
    def length(self) -> int:
        """Count the numbers of a row."""
        return self.layout.shape[1]


class Stores:
    """The stores of one record, by their names; None is a store that is at fault."""

    def __init__(self, found: dict[str, Store | None]) -> None:
        """Take the stores."""
        self._found = found

    @classmethod
    def of(cls, at: Opened | None, beside: Beside) -> "Stores":
        """Open what a record declares; what is wrong is noted."""
        if at is None:
            return cls({})
        return cls({name: _store(at.required(name), beside) for name in at.value})

    def vector(self, at: Opened, key: str) -> Vector | None:
        """Read numbers that stand in the record or in a row of a store; None where there are none.

        >>> Stores({}).vector(Opened({"embedding": [1, 2]}, "$", []), "embedding")
        (1.0, 2.0)
        """
        if not isinstance(at.value.get(key), dict):
            return at.maybe(key, VECTOR.read)
        inner = at.required(key)
        return None if inner is None else self._row(inner)

    def _row(self, at: Opened) -> Vector | None:
        before = len(at.faults)
        name, row = _STORE.of(at), _ROW.of(at)
        if len(at.faults) > before:
            return None
        if name not in self._found:
            hint = near_key(name, self._found) or "stores are declared in $.stores"
            at.wrong("store", shown(name), "the name of a store", hint)
            return None
        store = self._found[name]
        if store is None:
            return None
        if row >= store.layout.shape[0]:
            at.wrong("row", f"{row}", f"a row of {store.layout.shape[0]}, the first one is 0")
            return None
        try:
            with store.path.open("rb") as file:
                return _numbers(file, store, row)
        except FaultError as error:
            noted(at, error)
        except OSError as error:
            noted(at, _not_opened(error))
        return None


def _numbers(file: BinaryIO, store: Store, row: int) -> Vector:
    code = store.layout.code
    width = store.length * store.layout.width
    file.seek(store.start + row * width)
    letters = f"{_ORDERS[code[0]]}{store.length}{_LETTERS[code[1:]]}"
    found = struct.unpack(letters, exactly(file.read, width))
    if not all(isfinite(number) for number in found):
        raise unreadable_data("NaN or an infinite one", "finite numbers")
    return found


def _not_opened(error: OSError) -> FaultError:
    fault = unreadable(error, "")
    return unreadable_data(fault.got, fault.expected)


def _store(at: Opened | None, beside: Beside) -> Store | None:
    path = None if at is None else named_file(at, beside)
    if at is None or path is None:
        return None
    try:
        with path.open("rb") as file:
            found = layout(file.read)
            start = file.tell()
    except FaultError as error:
        noted(at, error)
        return None
    except OSError as error:
        noted(at, _not_opened(error))
        return None
    return Store(path, found, start) if _fits(at, found) else None


def _fits(at: Opened, found: Layout) -> bool:
    before = len(at.faults)
    name = _NAMES.get(found.code[1:])
    table = len(found.shape) == _AXES and found.shape[1] <= _LONGEST_ROW
    if name is None or not table or found.fortran or found.code[0] not in _ORDERS:
        got = f"dtype {found.code} of shape {found.shape}{' by columns' * found.fortran}"
        at.wrong("path", got, "a table of float16, float32 or float64, one row after another")
        return False
    dtype, shape = _DTYPE.of(at), _SHAPE.of(at)
    if dtype is not None and dtype != name:
        at.wrong("dtype", shown(dtype), f"{name}, as in the file")
    if shape is not None and shape != found.shape:
        at.wrong("shape", f"{list(shape)}", f"{list(found.shape)}, as in the file")
    return len(at.faults) == before
