"""What a page asks, as a value that is made of JSON: nothing of it is ever an option or a path.

A text that somebody pasted is what a file of a fixed place would hold; what is said of columns,
rows and facts goes through the same readers as on the command line, and nowhere else.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.proofs.feasible.search import Effort
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.prove import LintRequest, ProveRequest
from measurand.edges.cli.tables import NamedTables
from measurand.edges.files.json.converter import structured
from measurand.edges.files.json.value import FaultError, decode
from measurand.edges.tables.grid import column_override, fact_override, row_override
from measurand.edges.tables.markup.reader import Markup
from measurand.values.fault import Fault
from measurand.values.printed import rounding_of, unit_of

Do = Literal["lint", "prove"]
T = TypeVar("T")

MOST_BYTES = 2_000_000
"""What is read of a text that was pasted."""

_DEPTH = 8
_NOTHING: dict[str, str] = {}


@frozen(kw_only=True)
class Asking:
    """What is asked of a text: what to do, the text, and what is said of how it is read.

    `name` is what the text is called, as a file would be. `columns` says what columns are, by name
    (`{"F1": "f:average=micro"}`), `rows` what rows are (`{"All": "average"}`), `facts` what is
    known besides (`{"samples": "124"}`, `{"ours:gold": "3"}`); `tables` picks some of several.
    `steps` and `nodes` are the budget of a search.

    >>> Asking(do="lint", text="").name
    'table.txt'
    """

    do: Do
    text: str
    name: str = "table.txt"
    markup: Markup | None = None
    columns: Mapping[str, str] = _NOTHING
    rows: Mapping[str, str] = _NOTHING
    facts: Mapping[str, str] = _NOTHING
    rounding: str = ""
    unit: str = ""
    decimal_comma: bool = False
    transpose: bool | None = None
    tables: tuple[str, ...] = ()
    steps: int | None = None
    nodes: int | None = None

    def lint(self) -> LintRequest:
        """Make the request of `measurand lint`.

        Raises StopError where what is said cannot be read.
        """
        return LintRequest(table=(self._path,), text=self._bytes(), how=self._how())

    def prove(self) -> ProveRequest:
        """Make the request of `measurand prove`.

        Raises StopError where what is said cannot be read.
        """
        plain = Effort()
        return ProveRequest(
            table=self._path,
            text=self._bytes(),
            how=self._how(),
            steps=plain.steps if self.steps is None else self.steps,
            nodes=plain.nodes if self.nodes is None else self.nodes,
        )

    @property
    def _path(self) -> Path:
        """Name the text; a name is no way to a file, as the text is handed over with it."""
        return Path(Path(self.name).name or "table.txt")

    def _bytes(self) -> bytes:
        raw = self.text.encode(errors="replace")
        if len(raw) > MOST_BYTES:
            raise _stop("the text", f"{len(raw)} bytes", f"at most {MOST_BYTES} bytes")
        return raw

    def _how(self) -> NamedTables:
        return NamedTables(
            markup=self.markup,
            column=tuple(_each("columns", self.columns, column_override)),
            row=tuple(_each("rows", self.rows, row_override)),
            fact=tuple(_each("facts", self.facts, fact_override)),
            rounding=_said("rounding", self.rounding, rounding_of) if self.rounding else None,
            unit=_said("unit", self.unit, unit_of) if self.unit else None,
            decimal_comma=self.decimal_comma,
            transpose=self.transpose,
            names=self.tables,
        )


def asking(text: str) -> Asking:
    """Read a request from JSON.

    >>> asking('{"do": "lint", "text": "a", "columns": {"F1": "f"}}').columns
    {'F1': 'f'}

    Raises StopError with every fault.
    """
    try:
        tree = decode(text.encode(errors="replace"), max_depth=_DEPTH)
    except FaultError as error:
        raise StopError((error.fault,)) from error
    made = structured(tree, Asking)
    if not is_successful(made):
        raise StopError(tuple(fault for _, fault in made.failure()))
    return made.unwrap()


def _each(what: str, said: Mapping[str, str], read: Callable[[str], T]) -> Iterator[T]:
    for name, meaning in said.items():
        yield _said(what, f"{name}={meaning}", read)


def _said(what: str, text: str, read: Callable[[str], T]) -> T:
    try:
        return read(text)
    except FaultError as error:
        raise _stop(what, error.fault.got, error.fault.expected) from error
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise _stop(what, got or "another", expected) from error


def _stop(path: str, got: str, expected: str) -> StopError:
    return StopError((Fault(path=path, got=got, expected=expected),))
