"""Files that a record names: they lie in the folder of its own file or below, nowhere else."""

from pathlib import Path

from attrs import evolve

from measurand.edges.files.files import check_file
from measurand.edges.files.json.described import TEXTUAL, Field, Kind, optional, required
from measurand.edges.files.json.fields import Opened
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.values.fault import Fault, shown

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


def unreadable_data(got: str, wanted: str, hint: str = "") -> FaultError:
    """Make the fault of a file whose bytes are not what they should be."""
    return FaultError(Fault(path="$", got=got, expected=wanted, hint=hint))
