"""Files of grounded samples and of score rows, one record a line, read one line at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from attrs import evolve

from measurand.edges.files.events import Bad, ReadOptions, Rest
from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.lines import BUFFER, Line, Lines, read_lines
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.record import record_of
from measurand.studies.counterfactual.edge.files.beside import Beside
from measurand.studies.counterfactual.edge.files.samples import read_sample
from measurand.studies.counterfactual.edge.files.scores import HEADER, read_row
from measurand.studies.counterfactual.evaluate import ScoreRow
from measurand.values.fault import Fault, shown
from measurand.values.grounded import Grounded

T = TypeVar("T", bound=Grounded | ScoreRow)
DEFAULT = ReadOptions()


class RecordReader(Generic[T]):
    """Reads the lines of one file; remembers what its records are called."""

    def __init__(
        self,
        read: Callable[[Json], T | tuple[Fault, ...]],
        named: Callable[[T], tuple[str, str]],
        *,
        file: str,
        options: ReadOptions,
    ) -> None:
        """Begin a file; `named` gives the key that names a record, and its name."""
        self._read = read
        self._named = named
        self._file = file
        self._options = options
        self._ids = Ids(options.ids)
        self._begun = False

    def events(self, file: Lines) -> Iterator[T | Bad | Rest]:
        """Give a record, or what is wrong, for every line that is not blank.

        The first one may be a header, of the schema `cf-dataset/1`: it is passed over.
        """
        for line in read_lines(file, max_bytes=self._options.max_line_bytes):
            if isinstance(line, Rest):
                yield line
            elif not line.blank:
                found = self._event(line)
                self._begun = True
                if found is not None:
                    yield found

    def _event(self, line: Line) -> T | Bad | None:
        try:
            record = record_of(line, self._file, self._options).value
        except FaultError as error:
            return self._bad(line, (error.fault,))
        if not self._begun and isinstance(record, dict) and record.get("schema") == HEADER:
            return None
        found = self._read(record)
        if isinstance(found, tuple):
            return self._bad(line, found)
        key, name = self._named(found)
        before = self._ids.earlier(name, line.number)
        if before is None:
            return found
        fault = Fault(path=key, got=f"{shown(name)} again, first in {before}", expected=_DIFFER)
        return self._bad(line, (fault,))

    def _bad(self, line: Line, faults: tuple[Fault, ...]) -> Bad:
        return Bad(
            tuple(evolve(one, file=self._file, line=line.number) for one in faults), line.raw
        )


_DIFFER = "names that differ"


def sample_reader(
    file: str, *, beside: Beside | None = None, options: ReadOptions = DEFAULT
) -> RecordReader[Grounded]:
    """Make a reader of samples; `file` is what faults call it.

    With `options.strict` citations of tokens that are not there are faults, as are keys that stand
    twice.

    >>> from io import BytesIO
    >>> [bad] = sample_reader("a.jsonl").events(BytesIO(b'{"schema": "cf-score/2"}'))
    >>> bad.faults[0].text()
    "a.jsonl:1: $.schema: expected 'cf-sample/1', got 'cf-score/2'"
    """

    def read(record: Json) -> Grounded | tuple[Fault, ...]:
        return read_sample(record, beside=beside, strict=options.strict)

    return RecordReader(read, _sample_name, file=file, options=options)


def row_reader(file: str, *, options: ReadOptions = DEFAULT) -> RecordReader[ScoreRow]:
    """Make a reader of score rows; a sample has one row under each key."""
    return RecordReader(read_row, _row_name, file=file, options=options)


def _sample_name(sample: Grounded) -> tuple[str, str]:
    return "$.sample_id", sample.id


def _row_name(row: ScoreRow) -> tuple[str, str]:
    return "$.key", f"{row.key} of {row.sample}"


def read_grounded(
    path: Path, *, name: str = "", strict: bool = False, options: ReadOptions = DEFAULT
) -> Iterator[Grounded | Bad]:
    """Give a sample, or what is wrong, for every line of a file; `name` is how the user calls it.

    Masks and embeddings that a line names lie in the folder of the file or below it. A file that
    cannot be opened, or has no samples, is one fault.
    """
    careful = evolve(options, strict=strict or options.strict)
    return _whole(sample_events(path, name=name, options=careful))


def sample_events(
    path: Path, *, name: str = "", options: ReadOptions = DEFAULT
) -> Iterator[Grounded | Bad | Rest]:
    """Give samples as `read_grounded` does, and all the bytes of a line that is too long."""
    reader = sample_reader(name or str(path), beside=Beside(path.parent), options=options)
    return _of_file(path, name or str(path), reader)


def read_rows(
    path: Path, *, name: str = "", options: ReadOptions = DEFAULT
) -> Iterator[ScoreRow | Bad]:
    """Give a score row, or what is wrong, for every line of a file."""
    return _whole(row_events(path, name=name, options=options))


def row_events(
    path: Path, *, name: str = "", options: ReadOptions = DEFAULT
) -> Iterator[ScoreRow | Bad | Rest]:
    """Give score rows as `read_rows` does, and all the bytes of a line that is too long."""
    return _of_file(path, name or str(path), row_reader(name or str(path), options=options))


def _whole(events: Iterator[T | Bad | Rest]) -> Iterator[T | Bad]:
    return (event for event in events if not isinstance(event, Rest))


def _of_file(path: Path, name: str, reader: RecordReader[T]) -> Iterator[T | Bad | Rest]:
    faults = check_file(path, name=name)
    empty = not faults
    try:
        if not faults:
            with path.open("rb", buffering=BUFFER) as file:
                for found in reader.events(file):
                    empty = False
                    yield found
    except OSError as error:
        faults, empty = (unreadable(error, name),), False
    if empty:
        faults = (Fault(file=name, got="a file without records", expected="records"),)
    if faults:
        yield Bad(faults)
