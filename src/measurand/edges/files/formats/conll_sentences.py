"""The sentences of a file of CoNLL columns: tokens and tags, each checked, and where they stand.

A sentence is held until the blank line that ends it; its bytes are bounded, and what exceeds the
bound is passed on in pieces, as for lines. A file that ends without a blank line ends its sentence
too.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import frozen

from measurand.edges.files.events import Rest
from measurand.edges.files.json.value import FaultError, not_utf8, wrong
from measurand.edges.files.lines import Line, Lines, read_lines
from measurand.evidence.source import ConllColumns
from measurand.values.english import counted
from measurand.values.fault import Fault, shown
from measurand.values.tagging import PREFIXES, Scheme


@frozen(kw_only=True, eq=False)
class Sentence:
    """A sentence as it was read: all that is wrong with it, or its tokens and tags.

    `number` counts sentences from 0, `document` documents from 1 (0 before the first); `line` is
    its first one, `lines` those of its tokens, and `tags` has one list for each column of tags.
    `raw` are its bytes; where `whole` is False, the rest of them follows.
    """

    number: int
    document: int
    line: int
    lines: tuple[int, ...] = ()
    tokens: tuple[str, ...] = ()
    tags: tuple[tuple[str, ...], ...] = ()
    faults: tuple[Fault, ...] = ()
    raw: bytes = b""
    whole: bool = True


@frozen(kw_only=True)
class Wanted:
    """What is read of a file: the columns of tags and, where tokens are compared, theirs.

    `tags` has the columns of tags, each with what it holds (gold, pred) and its scheme.
    """

    columns: ConllColumns
    tags: tuple["Tags", ...]
    token: int | None = None


@frozen
class Tags:
    """A column of tags: its number, what it holds, and how its tags make spans.

    >>> Tags(-1, "pred", Scheme.BILOU).scheme.value
    'bilou'
    """

    column: int
    side: Literal["gold", "pred"]
    scheme: Scheme = Scheme.LENIENT


def sentences(
    file: Lines, name: str, wanted: Wanted, *, max_bytes: int
) -> Iterator[Sentence | Rest]:
    r"""Give every sentence of an open file, of at most so many bytes.

    >>> from io import BytesIO
    >>> wanted = Wanted(columns=ConllColumns(), tags=(Tags(-1, "gold"),), token=0)
    >>> [found] = sentences(BytesIO(b"EU\tB-ORG\n"), "a.tsv", wanted, max_bytes=99)
    >>> found.tokens, found.tags
    (('EU',), (('B-ORG',),))
    """
    reader = _Reader(name, wanted, max_bytes)
    for line in read_lines(file, max_bytes=max_bytes):
        if isinstance(line, Rest):
            yield line
        else:
            yield from reader.line(line)
    yield from reader.end()


class _Reader:
    """The sentence that is being read, and the count of sentences and documents before it."""

    def __init__(self, name: str, wanted: Wanted, most: int) -> None:
        self.file = name
        self.wanted = wanted
        self.most = most
        self.width = 0
        self.number = 0
        self.document = 0
        self._clear()

    def _clear(self) -> None:
        self.raw: list[bytes] = []
        self.first = 0
        self.size = 0
        self.spilled = False
        self.lines: list[int] = []
        self.rows: list[list[str]] = []
        self.faults: list[Fault] = []

    def line(self, line: Line) -> Iterator[Sentence | Rest]:
        """Take one line; give what it completes."""
        if line.blank:
            yield from self.end(line.raw)
            return
        try:
            row = _row(line, self.wanted.columns)
            if row and row[0] == self.wanted.columns.document:
                yield from self.end()
                self.document += 1
                return
            if row:
                self.lines.append(line.number)
                self._token(row)
        except FaultError as error:
            self.faults.append(error.fault.at(file=self.file, line=line.number))
        yield from self._keep(line)

    def _keep(self, line: Line) -> Iterator[Sentence | Rest]:
        """Keep the bytes for the quarantine, as far as they are within bounds."""
        if self.spilled:
            yield Rest(line.raw)
            return
        self.first = self.first or line.number
        self.raw.append(line.raw)
        self.size += len(line.raw)
        if self.size > self.most or not line.whole:
            expected = f"a sample of at most {self.most} bytes"
            hint = "a blank line ends a sample"
            fault = Fault(got="more", expected=expected, hint=hint)
            self.faults.append(fault.at(file=self.file, line=line.number))
            self.spilled = True
            yield self._sentence()
            self.raw, self.rows, self.lines = [b""], [], []

    def _token(self, row: Sequence[str]) -> None:
        if self.spilled:
            return
        self.width = self.width or len(row)
        wanted = self.wanted
        if len(row) != self.width:
            got = counted(len(row), "column")
            raise wrong(got, f"{self.width}, as in the lines before", _hint(wanted.columns))
        token = [] if wanted.token is None else [_token(row, wanted.token, wanted)]
        self.rows.append(token + [_tag(row, tags, wanted.columns) for tags in wanted.tags])

    def end(self, blank: bytes = b"") -> Iterator[Sentence | Rest]:
        """Give the sentence that ends here, if one was begun; comments alone are none."""
        if not self.raw or not (self.rows or self.faults):
            self._clear()
            return
        if self.spilled:
            yield Rest(blank)
        else:
            self.raw.append(blank)
            yield self._sentence()
        self.number += 1
        self._clear()

    def _sentence(self) -> Sentence:
        columns = [] if self.faults else list(zip(*self.rows, strict=True))
        token = self.wanted.token is not None
        return Sentence(
            number=self.number,
            document=self.document,
            line=self.first,
            lines=tuple(self.lines),
            tokens=columns[0] if token and columns else (),
            tags=tuple(columns[token:]),
            faults=tuple(self.faults),
            raw=b"".join(self.raw),
            whole=not self.spilled,
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


def _cell(row: Sequence[str], column: int, columns: ConllColumns) -> str:
    if -len(row) <= column < len(row):
        return row[column]
    raise wrong(counted(len(row), "column"), f"a line with a column {column}", _hint(columns))


def _token(row: Sequence[str], column: int, wanted: Wanted) -> str:
    cell = _cell(row, column, wanted.columns)
    if column % len(row) in {tags.column % len(row) for tags in wanted.tags}:
        hint = "say --input aligned=counts to match the lines of two files by their counts alone"
        raise wrong("tags there", f"a token in column {column}, beside the tags", hint)
    return cell


def _tag(row: Sequence[str], tags: Tags, columns: ConllColumns) -> str:
    tag = _cell(row, tags.column, columns)
    if fits(tag, tags.scheme):
        return tag
    prefixes = PREFIXES[tags.scheme].replace("O", "")
    listed = f"{', '.join(prefixes[:-1])} or {prefixes[-1]}"
    expected = f"a tag of the scheme {tags.scheme.value}: O, or {listed}"
    raise wrong(
        shown(tag),
        f"{expected}, a hyphen and a label",
        _other_schemes(tag, tags.side),
        path=f"column {tags.column}",
    )


def fits(tag: str, scheme: Scheme) -> bool:
    """Tell whether a text is a tag of a scheme.

    >>> [fits(tag, Scheme.LENIENT) for tag in ("O", "B-PER", "I", "S-PER", "U-PER", "PER", "Of")]
    [True, True, True, True, False, False, False]
    """
    prefixes = PREFIXES[scheme].replace("O", "")
    return tag == "O" or (bool(tag) and tag[0] in prefixes and tag[1:2] in {"", "-"})


def _other_schemes(tag: str, side: str) -> str:
    schemes = [one.value for one in Scheme if fits(tag, one)]
    said = f"--input {side}_scheme={'|'.join(schemes)}"
    return f"say {said} if its column is written so" if schemes else ""


def _hint(columns: ConllColumns) -> str:
    separator = {"tab": "one tab", "space": "spaces"}[columns.separator]
    return f"columns are separated by {separator}"
