"""Judgements in one file and a run in another, joined by query: lines of TREC, or JSON by query.

A line of judgements (qrels) has four columns, `query iteration document grade`; a line of a run has
six, `query Q0 document rank score tag`. Blanks or tabs stand between them. The iteration, the word
Q0, the rank and the tag are not read: documents stand in the order of their scores, whatever the
rank says, and what equal scores mean is said by a definition (`ties`). JSON holds the same as one
object of objects, `{"query": {"document": 2}}`.

Judgements are held in memory. Lines of a run are read a query at a time, so all lines of a query
have to stand together; where they do not, the file is refused, unless `grouped=no` says that the
run may be held too. Samples have the order of the run; then come the queries that it lacks.

A query with a line that cannot be read makes no sample: a document less would be another number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from attrs import define, evolve, field, frozen

from measurand.edges.files.events import Bad, Event, Filtered, Rest
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    encode,
    expected,
    measured,
    not_utf8,
    spelled_number,
    wrong,
)
from measurand.edges.files.lines import BOM, Line, Lines, read_lines
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.joined import second_of
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling
from measurand.edges.files.samples.sample_of_record import is_graded
from measurand.edges.files.samples.tool_logs import decode_lenient, read_second
from measurand.evidence.formats import TEXT_LABELS, Choice, Predictions, Stance, Stances
from measurand.evidence.paths import Key
from measurand.evidence.source import Source
from measurand.values.fault import Fault, shown
from measurand.values.sample import GOLD, PREDICTED, Graded, Sample

_LONGEST = 1000
"""More bytes are no name of a query."""
_LOOKED_AT = 100
_DOCUMENT = 2


def _score(text: str) -> Fraction:
    try:
        return measured(spelled_number(text))
    except FaultError as error:
        raise wrong(shown(text), error.fault.expected, error.fault.hint) from None


@lru_cache(maxsize=2**10)
def _grade(text: str) -> Fraction:
    """Read a grade: a whole number, which may be below 0."""
    grade = _score(text)
    if grade.denominator != 1:
        hint = "trec_eval would cut it to a whole one: grades that are none stand in JSON"
        raise wrong(shown(text), "a grade that is a whole number", hint)
    return grade


@frozen
class _Columns:
    """What the columns of a file are, which of them is the number, and how that is read.

    `other` says which file it may be where a line has as many columns as the other one, `again` why
    a document may stand in a query twice.
    """

    names: tuple[str, ...]
    number: int
    read: Callable[[str], Fraction]
    other: str
    again: str = ""

    def cells(self, content: bytes) -> tuple[str, Fraction]:
        """Read the document of a line, and its number.

        Raises FaultError where it has other columns, or a cell is not what it should be.
        """
        try:
            # Blanks are those of ASCII, so that a name may hold any other.
            cells = [cell.decode() for cell in content.split()]
        except UnicodeDecodeError:
            raise FaultError(not_utf8(content)) from None
        if len(cells) != len(self.names):
            other = len(cells) in {len(_QRELS.names), len(_RUN.names)}
            wanted = f"{len(self.names)} columns: {' '.join(self.names)}"
            raise wrong(str(len(cells)), wanted, self.other if other else "")
        return cells[_DOCUMENT], self.read(cells[self.number])


_QRELS = _Columns(
    ("query", "iteration", "document", "grade"),
    3,
    _grade,
    "lines of a run have six, and stand in a second file: say --predictions FILE",
    "judgements by subtopic, as of diversity tasks, are not read",
)
_RUN = _Columns(
    ("query", "Q0", "document", "rank", "score", "tag"),
    4,
    _score,
    "lines of judgements have four, and stand in the first file",
)


@define
class _Ranking:
    """What one file says of a query: documents with a number each.

    `line` is its first, or `path` where it is in JSON. `spoiled` tells that something of it could
    not be read, and was told.
    """

    query: str
    line: int = 0
    path: str = ""
    numbers: dict[str, Fraction] = field(factory=dict)
    spoiled: bool = False

    @property
    def graded(self) -> Graded:
        """List the documents by their names."""
        return tuple(sorted(self.numbers.items()))

    def bad(self, file: str, got: str, expected: str, hint: str = "") -> Bad:
        """Say what is wrong with the query."""
        fault = Fault(
            file=file, line=self.line, path=self.path, got=got, expected=expected, hint=hint
        )
        return Bad((fault,), encode({"id": self.query}) + b"\n")


_Rankings = dict[str, _Ranking]
_Read = _Ranking | Bad | Rest
"""A query as one file has it, or what of it could not be read."""


@telling
def read_trec(part: Part) -> Iterator[Event]:
    """Give an event for every query of two files of lines, judgements and a run."""
    second, judged = second_of(part), _Rankings()
    yield from _qrels(part, judged)
    with part.opened(second) as file:
        if part.source.said("grouped") == "yes":
            yield from _joined(judged, _together(file, part), part)
            return
        run = _Rankings()
        yield from _held(file, _RUN, part.source.predictions, part, run)
    yield from _joined(judged, run.values(), part)


def read_qrels(part: Part) -> Iterator[Event]:
    """Give an event for every query of a file of judgements, without a run."""
    judged = _Rankings()
    yield from _qrels(part, judged)
    yield from _alone(judged)


def _qrels(part: Part, judged: _Rankings) -> Iterator[Bad | Rest]:
    with part.open() as file:
        yield from _held(file, _QRELS, part.name, part, judged)


def _by_query(file: Lines, part: Part) -> Iterator[tuple[str, Line | Rest]]:
    """Give each line with the name of its query."""
    query = ""
    for line in read_lines(file, max_bytes=part.options.max_line_bytes):
        if isinstance(line, Rest):
            yield query, line
        elif not line.blank:
            query = line.content[:_LONGEST].split(None, 1)[0].decode(errors="replace")
            yield query, line


def _held(
    file: Lines, columns: _Columns, name: str, part: Part, queries: _Rankings
) -> Iterator[Bad | Rest]:
    """Put the lines of each query together, wherever they stand; give what is bad."""
    for query, line in _by_query(file, part):
        number = line.number if isinstance(line, Line) else 0
        ranking = queries.setdefault(query, _Ranking(query, number))
        yield from _noted(line, ranking, columns, name, part.options.max_line_bytes)


def _together(run: Lines, part: Part) -> Iterator[_Read]:
    """Give each query of a run behind its last line.

    Raises FaultError where it goes on behind another one: then it was no query before.
    """
    file, first = part.source.predictions, dict[str, int]()
    for query, same in groupby(_by_query(run, part), itemgetter(0)):
        ranking = _Ranking(query)
        for _, line in same:
            if isinstance(line, Line) and not ranking.line:
                ranking.line = line.number
                if first.setdefault(query, line.number) != line.number:
                    raise wrong(
                        f"{shown(query)} again, which began in line {first[query]}",
                        "all lines of a query together",
                        "sort the lines by their first column, or say --input grouped=no, which "
                        "holds the run in memory",
                        file=file,
                        line=line.number,
                    )
            yield from _noted(line, ranking, _RUN, file, part.options.max_line_bytes)
        yield ranking


def _noted(
    line: Line | Rest, ranking: _Ranking, columns: _Columns, file: str, most: int
) -> Iterator[Bad | Rest]:
    """Put a line into the ranking of its query; give it back where it cannot be read."""
    if isinstance(line, Rest):
        yield line
        return
    try:
        if not line.whole:
            raise wrong("more", f"a line of at most {most} bytes")
        document, number = columns.cells(line.content)
        if document in ranking.numbers:
            raise wrong(
                f"{shown(document)} of {shown(ranking.query)} again",
                "a document once in a query",
                columns.again,
            )
        ranking.numbers[document] = number
    except FaultError as error:
        ranking.spoiled = True
        yield Bad((error.fault.at(file=file, line=line.number),), line.raw)


@telling
def read_json(part: Part) -> Iterator[Event]:
    """Give an event for every query of two documents of JSON, judgements and a run."""
    second_of(part)
    judged = _Rankings()
    yield from _judgements(part, judged)
    run = read_second(part, once=True)
    yield from _joined(judged, _by_key(run, part.source.predictions), part)


@telling
def read_judgements(part: Part) -> Iterator[Event]:
    """Give an event for every query of a document of judgements, without a run."""
    judged = _Rankings()
    yield from _judgements(part, judged)
    yield from _alone(judged)


def _judgements(part: Part, judged: _Rankings) -> Iterator[Bad | Rest]:
    options = evolve(part.options, strict=True)
    document = decode_lenient(part.whole().removeprefix(BOM), options)
    for one in _by_key(document, part.name):
        if isinstance(one, _Ranking):
            judged[one.query] = one
        else:
            yield one


def _by_key(document: Json, file: str) -> Iterator[_Read]:
    """Give each query of a document.

    Raises FaultError where it is no object.
    """
    if not isinstance(document, dict):
        what = "an object of queries, each an object of documents with a number"
        raise FaultError(expected(what, document).fault.at(file=file))
    for query, value in document.items():
        ranking = _Ranking(query, path="$" + Key(query).text)
        try:
            ranking.numbers = _numbers(value, ranking.path)
        except FaultError as error:
            ranking.spoiled = True
            yield Bad((error.fault.at(file=file),), encode({query: value}) + b"\n")
        yield ranking


def _numbers(value: Json, path: str) -> dict[str, Fraction]:
    if not isinstance(value, dict):
        raise expected("an object of documents, each with a number", value, path=path)
    numbers = dict[str, Fraction]()
    for name, number in value.items():
        try:
            numbers[name] = measured(number)
        except FaultError as error:
            raise FaultError(evolve(error.fault, path=path + Key(name).text)) from None
    return numbers


def _joined(judged: _Rankings, run: Iterable[_Read], part: Part) -> Iterator[Event]:
    """Give a sample for every query of a run that was judged, then for those without a run."""
    source, met = part.source, set[str]()
    first, second = part.name, source.predictions
    for one in run:
        if not isinstance(one, _Ranking):
            yield one
            continue
        met.add(one.query)
        gold = judged.get(one.query)
        if gold is None and source.said("only_run") == "drop":
            yield Filtered(line=one.line, file=second)
        elif gold is None:
            got = f"{shown(one.query)}, which {first} does not judge"
            say = "say --input only_run=drop to leave it out"
            yield one.bad(second, got, "queries of both files", say)
        elif not (gold.spoiled or one.spoiled):
            yield _sample(gold, one)
    for query, gold in judged.items():
        if query in met or gold.spoiled:
            continue
        if source.said("only_qrels") == "refuse":
            yield gold.bad(first, f"{shown(query)}, which {second} lacks", "queries of both files")
        else:
            yield _sample(gold, None)


def _alone(judged: _Rankings) -> Iterator[Sample]:
    return (_sample(one, None) for one in judged.values() if not one.spoiled)


def _sample(gold: _Ranking, run: _Ranking | None) -> Sample:
    graded = ((GOLD, gold.graded),)
    if run is None:
        reasons = ((PREDICTED, "no run"),)
        return Sample(id=gold.query, predicted=None, graded=graded, reasons=reasons)
    return Sample(id=gold.query, graded=(*graded, (PREDICTED, run.graded)))


def sniff(head: Head) -> Guess | None:
    """Tell lines of judgements: four columns, of which the second is 0 or Q0, the last is whole.

    Other iterations are judgements too, but so might be any table of numbers.

    >>> sniff(Head(name="a", lines=(b"q1 0 d7 2", b"q1 0 d8 -1"))).source.format
    'trec'
    """
    rows = [line.split() for line in head.lines[:_LOOKED_AT] if line.strip()]
    lines = " ".join(_QRELS.names), " ".join(_RUN.names)
    if rows and all(map(_is_judgement, rows)):
        said = (
            f"lines are judgements of TREC: {lines[0]}",
            f"the run stands in a second file, of {lines[1]}: say --predictions FILE",
        )
        return Guess(source=Source(path=head.name, format="trec"), assumptions=said)
    if rows and all(map(_is_retrieved, rows)):
        said = (
            f"lines are a run of TREC: {lines[1]}",
            "name the file of judgements, and this one by --predictions",
        )
        return Guess(source=None, assumptions=said)
    return None


def _is_judgement(cells: Sequence[bytes]) -> bool:
    match cells:
        case [_, b"0" | b"Q0", _, grade]:
            return grade.removeprefix(b"-").isdigit()
        case _:
            return False


def _is_retrieved(cells: Sequence[bytes]) -> bool:
    match cells:
        case [_, b"Q0", _, rank, _, _]:
            return rank.isdigit()
        case _:
            return False


def sniff_json(head: Head) -> Guess | None:
    """Tell a document of judgements: objects of documents with a whole number each.

    >>> sniff_json(Head(name="a", document={"q1": {"d1": 2, "d2": 0}})).source.format
    'trec-json'
    """
    queries = head.document
    if not isinstance(queries, dict) or not any(queries.values()):
        return None
    if not all(map(_is_judged, queries.values())):
        return None
    said = (
        "an object of queries, each with documents and their grades",
        "the run stands in a second file, with scores for grades: say --predictions FILE",
    )
    return Guess(source=Source(path=head.name, format="trec-json"), assumptions=said)


def _is_judged(value: Json) -> bool:
    grades = value.values() if isinstance(value, dict) else ()
    return is_graded(value) and all(isinstance(one, int) for one in grades)


_CHOICES = (
    Choice(
        "only_run",
        "missing predictions",
        "what is done with a query that has a run and no judgement",
        among=("refuse", "drop"),
        default="refuse",
    ),
    Choice(
        "only_qrels",
        "missing predictions",
        "what is done with a judged query without a run: kept without an answer, or refused",
        among=("keep", "refuse"),
        default="keep",
    ),
)
_STANCES: Stances = {
    "ids": (Stance("fixes", "the query"),),
    "repeated ids": (Stance("refuses", "a document that stands twice in a query"),),
    "label types": (TEXT_LABELS,),
    "missing predictions": (
        Stance("fixes", "a query without a run has no answer: missing=skip, or missing=empty"),
    ),
}
_TRAPS = (
    "Ranks are not read: documents stand by their scores, and ties says which of equal ones first.",
    "A judged query without a run counts or does not, as missing says; trec_eval leaves it out.",
)

TREC_FORMAT = SampleFormat(
    name="trec",
    about="judgements and a run of TREC, a document a line",
    files=".qrels, .run, .txt",
    shape=("q1 0 d7 2", "q1 Q0 d7 1 13.2 ours"),
    gold="the documents of a query with their grades, which may be below 0",
    pred="the documents of the query with their scores, in a second file",
    traps=(*_TRAPS, "All lines of a query stand together, or the run is held in memory: grouped."),
    predictions=Predictions.SECOND,
    own_choices=(
        Choice(
            "grouped",
            "repeated ids",
            "whether all lines of a query of the run stand together, so that few are held",
            among=("yes", "no"),
            default="yes",
        ),
        *_CHOICES,
    ),
    stances=_STANCES,
    read=read_trec,
    sniff=sniff,
    read_gold=read_qrels,
)
JSON_FORMAT = SampleFormat(
    name="trec-json",
    about="judgements and a run as JSON, as pytrec_eval and ranx take them",
    files=".json",
    shape=('{"q1": {"d7": 2, "d9": 0}}', '{"q1": {"d7": 13.2}}'),
    gold="the documents of a query with their grades",
    pred="the documents of the query with their scores, in a second file",
    traps=(*_TRAPS, "A key that stands twice in an object is refused; decoders keep the last."),
    predictions=Predictions.SECOND,
    own_choices=_CHOICES,
    stances=_STANCES,
    read=read_json,
    sniff=sniff_json,
    extent=Extent.DOCUMENT,
    read_gold=read_judgements,
)
