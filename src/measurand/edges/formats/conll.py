"""CoNLL columns: a token a line, a blank line between samples, IOB2 tags in two of the columns."""

from collections.abc import Iterator, Sequence

from measurand.claims.source import ConllColumns
from measurand.edges.formats.events import Bad, Event, Rest
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.items import is_tag, spans_of_tags
from measurand.edges.formats.json_value import FaultError, not_utf8
from measurand.edges.formats.lines import Line, Lines, read_lines
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample


def read_conll(part: Part) -> Iterator[Event]:
    """Give an event for every sample of a CoNLL file; ids count them from 0."""
    with part.open() as file:
        yield from conll_events(file, part)


def conll_events(file: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every sample of an open CoNLL file."""
    options = part.options
    reader = _Reader(part)
    for line in read_lines(file, max_bytes=options.max_line_bytes):
        if isinstance(line, Rest):
            yield line
        else:
            yield from reader.line(line)
    yield from reader.end()


class _Reader:
    """The sample that is being read, and the count of samples and documents before it."""

    def __init__(self, part: Part) -> None:
        self.file = part.name
        self.columns = part.source.conll
        self.most = part.options.max_line_bytes
        self.width = 0
        self.samples = 0
        self.documents = 0
        self._clear()

    def _clear(self) -> None:
        self.raw: list[bytes] = []
        self.size = 0
        self.spilled = False
        self.gold: list[str] = []
        self.predicted: list[str] = []
        self.faults: list[Fault] = []

    def line(self, line: Line) -> Iterator[Event]:
        """Take one line; give what it completes."""
        if line.blank:
            yield from self.end(line.raw)
            return
        try:
            row = _row(line, self.columns)
            if row and row[0] == self.columns.document:
                yield from self.end()
                self.documents += 1
                return
            if row:
                self._token(row)
        except FaultError as error:
            self.faults.append(error.fault.at(file=self.file, line=line.number))
        yield from self._keep(line)

    def _keep(self, line: Line) -> Iterator[Event]:
        """Keep the bytes for the quarantine, as far as they are within bounds."""
        if self.spilled:
            yield Rest(line.raw)
            return
        self.raw.append(line.raw)
        self.size += len(line.raw)
        if self.size > self.most or not line.whole:
            expected = f"a sample of at most {self.most} bytes"
            hint = "a blank line ends a sample"
            fault = Fault(got="more", expected=expected, hint=hint)
            self.spilled = True
            yield Bad((*self.faults, fault.at(file=self.file, line=line.number)), self._bytes())

    def _bytes(self) -> bytes:
        raw, self.raw = b"".join(self.raw), [b""]
        return raw

    def _token(self, row: Sequence[str]) -> None:
        self.width = self.width or len(row)
        if len(row) != self.width:
            got = f"{len(row)} columns"
            expected = f"{self.width}, as in the lines before"
            raise FaultError(Fault(got=got, expected=expected, hint=_hint(self.columns)))
        self.gold.append(_tag(row, self.columns.gold, self.columns))
        self.predicted.append(_tag(row, self.columns.pred, self.columns))

    def end(self, blank: bytes = b"") -> Iterator[Event]:
        """Give the sample that ends here, if one was begun."""
        if not self.raw:
            return
        if self.spilled:
            yield Rest(blank)
        elif self.faults:
            self.raw.append(blank)
            yield Bad(tuple(self.faults), self._bytes())
        else:
            yield self._sample()
        self.samples += 1
        self._clear()

    def _sample(self) -> Sample:
        groups = (("document", str(self.documents)),) if self.documents else ()
        return Sample(
            id=str(self.samples),
            gold=spans_of_tags(self.gold),
            predicted=spans_of_tags(self.predicted),
            groups=groups,
        )


def _row(line: Line, columns: ConllColumns) -> list[str]:
    """Cut a line into its columns; a comment has none.

    Raises FaultError where it is not UTF-8.
    """
    try:
        text = line.content.decode()
    except UnicodeDecodeError:
        raise FaultError(not_utf8(line.content)) from None
    if columns.comment and text.startswith(columns.comment):
        return []
    if columns.separator == "tab":
        return text.split("\t")
    return [part for part in text.split(" ") if part]


def _tag(row: Sequence[str], column: int, columns: ConllColumns) -> str:
    if not -len(row) <= column < len(row):
        got = f"{len(row)} columns"
        expected = f"a line with a column {column}"
        raise FaultError(Fault(got=got, expected=expected, hint=_hint(columns)))
    if not is_tag(row[column]):
        path = f"column {column}"
        expected = "an IOB2 tag (O, B-X or I-X)"
        raise FaultError(Fault(got=shown(row[column]), expected=expected, path=path))
    return row[column]


def _hint(columns: ConllColumns) -> str:
    separator = {"tab": "one tab", "space": "spaces"}[columns.separator]
    return f"columns are separated by {separator}"
