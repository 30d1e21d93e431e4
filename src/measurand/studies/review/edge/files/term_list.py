"""A list of terms in a small file: a JSON list, lines that start with a dash, or words."""

from pathlib import Path

from returns.result import Failure, Result, Success

from measurand.edges.files.files import Faults, check_file, unreadable
from measurand.edges.files.json.fields import as_text
from measurand.edges.files.json.value import FaultError, decode
from measurand.values.fault import Fault

_MOST_BYTES = 2**20
_DEEPEST = 2


def read_terms(path: Path) -> Result[frozenset[str], Faults]:
    """Read terms: of a JSON list of strings, of lines `- term`, or parted by blanks and commas."""
    wrong = check_file(path)
    if wrong:
        return Failure(wrong)
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        return Failure((unreadable(error, str(path)),))
    if len(text) > _MOST_BYTES:
        return Failure((Fault(file=str(path), got="more", expected="at most 1 MiB of terms"),))
    try:
        return Success(frozenset(terms_of(text)))
    except FaultError as error:
        return Failure((error.fault.at(file=str(path)),))


def terms_of(text: str) -> list[str]:
    r"""Split a text into terms.

    >>> terms_of('["app", "view"]'), terms_of("- app\n- view"), terms_of("app, view")
    (['app', 'view'], ['app', 'view'], ['app', 'view'])

    Raises FaultError for JSON that is no list of strings.
    """
    if text.lstrip().startswith("["):
        found = decode(text.encode(), max_depth=_DEEPEST)
        return [as_text(term) for term in found] if isinstance(found, list) else []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and all(line.startswith("- ") for line in lines):
        return [line.removeprefix("- ").strip().strip("\"'") for line in lines]
    return [word for word in text.replace(",", " ").split() if word]
