"""The samples behind a table, as the command line names them, and the claims that they make.

`--data FILE` holds gold and predictions; `--gold FILE --pred LABEL=FILE` are joined by id, one file
of predictions for each row. Rows and systems are matched by their names, as people write them. No
row is held to predictions that are not its own: of several rows, one whose name neither a group, a
class, a key of the data nor their file has is not computed, and where none has, it is asked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import file_digest
from itertools import chain, islice
from pathlib import Path
from typing import NoReturn, get_args

from attrs import asdict, evolve, frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.default_space import SampleContents, traits_of
from measurand.auditing.claims.model import Claims
from measurand.auditing.proofs.sheet import Kind
from measurand.edges.claims.draft import Draft
from measurand.edges.claims.load import claims_of
from measurand.edges.claims.writer import TableData, TableSource, claims_text
from measurand.edges.cli.converters import named
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.request import choice, option, repeated
from measurand.edges.cli.sources import HumanLabels, fields_said, number
from measurand.edges.cli.tables import STDIN, ReadTables, TableFile, read_tables
from measurand.edges.files import Bad, read
from measurand.edges.files.files import named_from
from measurand.edges.files.samples.guesses import Rows, guess_fields, guess_sides, guessed_path
from measurand.edges.files.samples.opening import is_stream
from measurand.edges.files.sources.recognition import keyed_rows, recognised
from measurand.edges.files.sources.sniff import sniff
from measurand.edges.tables.row_words import row_word
from measurand.edges.tables.sheet import ReadTable
from measurand.evidence.source import ItemKind, Source
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

MADE = "the claims file that was made"
_RUNS = "runs"
_MOST_LOOKED = 50_000
"""Samples that are looked at, for what they are made of and which systems they are of."""
_MOST_NAMED = 8
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[†‡*]")


@frozen(kw_only=True)
class TableSamples(HumanLabels):
    """The samples behind a table."""

    TITLE = "data"

    data: Path | None = option(Path, metavar="FILE", says="the samples behind the table")
    gold: Path | None = option(Path, metavar="FILE", says="gold alone, with --pred beside it")
    pred: tuple[tuple[str, str], ...] = repeated(
        named,
        metavar="ROW=FILE",
        says="the predictions of a row, joined with --gold by id; may be repeated",
    )
    where: str = option(
        str,
        metavar="GROUP[=PATH]",
        default="",
        says="rows are about the samples whose GROUP is their label; PATH says where it stands in "
        "a record (default: in its `groups`, or the key of that name)",
    )
    field: tuple[tuple[str, str], ...] = repeated(
        named,
        metavar="NAME=PATH",
        says="where in a record id, gold, pred or weight stand (default: told from their names)",
    )
    number: tuple[tuple[str, str], ...] = repeated(
        number,
        metavar="NAME[=PATH]",
        says="where the numbers stand that a definition calls NAME, as in --column "
        "'ECE=ece(score=p,label=rain)'; may be repeated",
    )
    items: ItemKind | None = choice(
        get_args(ItemKind), says="what gold and predictions are made of"
    )

    @property
    def files(self) -> Iterator[tuple[str, Path | None]]:
        """Name the files of samples, after the arguments that name them."""
        yield "--data", self.data
        yield "--gold", self.gold
        yield "--human", self.file
        for label, file in self.pred:
            yield f"--pred {label}", Path(file)

    @property
    def written(self) -> tuple[str, ...]:
        """List the arguments that were written.

        >>> TableSamples(where="system").written
        ('--where',)
        """
        plain = asdict(TableSamples(), recurse=False)
        values = asdict(self, recurse=False).items()
        return tuple(
            f"--{name.replace('_', '-')}" for name, value in values if value != plain[name]
        )


def claims_made(  # noqa: PLR0913  # what a claims file says, what is optional by name
    title: str,
    tables: Sequence[ReadTable],
    left: str,
    data: TableData | None,
    *,
    paper: str = "",
    draft: Draft | None = None,
) -> tuple[str, Claims]:
    """Write the claims of tables and their samples, and read them; the `paper` has the tables.

    Raises StopError where they cannot be read back.
    """
    text = claims_text(tables, title=title, data=data, paper=paper, draft=draft)
    text += f"\n# {left}\n" if left else ""
    loaded = claims_of(text.encode(), file=MADE)
    if not is_successful(loaded):
        raise StopError(loaded.failure())
    return text, loaded.unwrap()


def read_with_samples(
    asked: TableSamples, file: TableFile, metrics: Mapping[str, Metric], folder: Path
) -> tuple[ReadTables, TableData | None]:
    """Read tables and look at the samples behind them: a row with a system's name is that system's.

    What the label of a row says (a median, a difference) is asked only where it names none. Paths
    are relative to the folder of the claims file.

    Raises StopError where a table cannot be read, arguments do not go together, samples cannot be
    read, or no row has any.
    """
    found = read_tables(file, metrics)
    said = {label for label, _ in file.how.row}
    doubtful = tuple(
        dict.fromkeys(
            label
            for one in found[0]
            for label in (
                *(row.label for row in one.unstated),
                *(row.label for row in one.sheet.rows if row_word(row.label)),
            )
            if label not in said
        )
    )
    data = samples_behind(asked, found[0], folder, doubtful)
    systems = frozenset(label for label in doubtful if data is not None and data.names(label))
    if systems:
        found = read_tables(file, metrics, systems)
        data = samples_behind(asked, found[0], folder)
    return found, data


def samples_behind(
    asked: TableSamples,
    tables: Sequence[ReadTable],
    folder: Path,
    doubtful: Sequence[str] = (),
) -> TableData | None:
    """Look at the samples behind tables; paths are relative to the folder of the claims file.

    The labels of `doubtful` rows, which may be of no system, are matched too.

    Raises StopError where arguments do not go together, samples cannot be read, or no row has any.
    """
    _check_together(asked)
    body = (row.label for one in tables for row in one.sheet.rows if row.kind is Kind.BODY)
    labels = tuple(dict.fromkeys((*body, *doubtful)))
    if asked.data is not None:
        several = any(
            len({row.label for row in one.sheet.rows if row.kind is Kind.BODY}) > 1
            for one in tables
        )
        rows = _Rows(labels, several, frozenset(doubtful))
        return _of_one(asked, asked.data, rows, folder)
    return None if asked.gold is None else _of_two(asked, asked.gold, labels, folder)


def _check_together(asked: TableSamples) -> None:
    said = asked.written
    data, gold, pred = ("--data" in said, "--gold" in said, "--pred" in said)
    faults = (
        (data and (gold or pred), "--data", "--gold and --pred too"),
        (gold and not pred, "--pred", "--gold alone"),
        (pred and not gold, "--gold", "--pred alone"),
        ("--where" in said and not data, "--where", "no --data"),
        ("--field" in said and not (data or gold), "--field", "no data"),
        ("--number" in said and not (data or gold), "--number", "no data"),
        ("--items" in said and not (data or gold), "--items", "no data"),
        ("--human" in said and not (data or gold), "--human", "no data"),
    )
    expected = "--data FILE, or --gold FILE with --pred ROW=FILE for each row"
    clashes = tuple(Fault(path=at, got=got, expected=expected) for on, at, got in faults if on)
    if clashes:
        raise StopError(clashes)


@frozen
class _Rows:
    """The labels of rows, whether some table has several, and which may be of no system."""

    labels: Sequence[str]
    several: bool
    doubtful: frozenset[str]

    def matched(self, names: Sequence[str]) -> dict[str, str]:
        """Match labels with names, those of no system only beside others, or where all are so."""
        found = _matched(self.labels, names)
        alone = self.doubtful.issuperset(found) and not self.doubtful.issuperset(self.labels)
        return {} if alone else found

    def keys(self, names: Sequence[str]) -> tuple[str, ...]:
        """List the labels that may be keys of a record: a doubtful one only as it stands."""
        return tuple(one for one in self.labels if one not in self.doubtful or one in names)


def _of_one(asked: TableSamples, data: Path, body: _Rows, folder: Path) -> TableData:
    labels = body.labels
    keyed = _by_keys(body, data)
    group, _, place = asked.where.partition("=")
    if group and not place:
        place = _key_called(group, data)
    source, notes = _source(_with_column(asked, data, keyed), data)
    grouped = source
    if place:
        fields = evolve(source.fields, groups=((group, place),))
        grouped = evolve(source, fields=fields)
    if any("--predictions" in note for note in notes):
        # Gold alone: predictions are named in the claims file, by hand.
        return TableData(
            sources=(TableSource(name=_RUNS, source=_from(source, folder), notes=notes),)
        )
    if not group:
        group, place = _telling(source, data, body)
        if group:
            notes = (*notes, f"rows are told apart by the key {group!r}, whose values they name")
            grouped = _grouped(source, {group: place})
    samples = list(islice(_samples(grouped), _MOST_LOOKED))
    traits = traits_of(samples)
    groups: dict[str, str] = {}
    if group:
        values = _values(samples, group)
        groups = _matched(labels, values) or _none(labels, values, f"a {group} of the samples")
    classes = {} if group else body.matched(traits.classes)
    if traits.made not in {SampleContents.LABELS, SampleContents.SPANS}:
        classes = {}
    if body.several and not group and not classes:
        return _of_columns(asked, source, keyed, folder, notes)
    return TableData(
        sources=(TableSource(name=_RUNS, source=_from(source, folder), notes=notes),),
        traits=traits,
        where=group,
        path=place,
        groups=tuple(groups.items()),
        classes=tuple(classes.items()),
    )


def _by_keys(body: _Rows, path: Path) -> tuple[str, ...]:
    rows = () if is_stream(path) or not body.doubtful else keyed_rows(path)
    return body.keys(tuple(rows[0]) if rows else ())


def _key_called(group: str, path: Path) -> str:
    """Find a group of which nobody said where it stands: a key of records that have no `groups`."""
    rows = () if is_stream(path) else keyed_rows(path)
    plain = bool(rows) and all(group in row and "groups" not in row for row in rows)
    return guessed_path(group) if plain else ""


def _columns(path: Path, source: Source | None, labels: Sequence[str]) -> dict[str, str]:
    """Match labels of rows with keys of records that hold neither an id nor gold."""
    rows = keyed_rows(path)
    fields = None if source is None else source.fields
    used = set() if fields is None else {fields.id, fields.gold}
    keys = (key for key in (rows[0] if rows else ()) if guessed_path(key) not in used)
    return _matched(labels, [key for key in keys if all(key in row for row in rows)])


def _with_column(asked: TableSamples, path: Path, labels: Sequence[str]) -> TableSamples:
    """Take a key that is named as a row is for predictions, where no other is."""
    if dict(asked.field).get("pred") or asked.items == "none" or is_stream(path):
        return asked
    rows = keyed_rows(path)
    if not rows or guess_fields(rows)[0] is not None:
        return asked
    named_so = tuple(_columns(path, None, labels).values())
    more = (("pred", guessed_path(named_so[0])),) if named_so else ()
    return evolve(asked, field=(*asked.field, *more))


def _of_columns(
    asked: TableSamples,
    source: Source,
    labels: Sequence[str],
    folder: Path,
    notes: tuple[str, ...],
) -> TableData:
    """Give each row the predictions that have its name: those of a key, else those of the file.

    Raises StopError where no row has the name of any.
    """
    columns = _columns(Path(source.path), source, labels) if source.kind.mapped else {}
    said = dict(asked.field).get("pred", "")
    if said and said not in {guessed_path(key) for key in columns.values()} | set(columns.values()):
        columns = {}
    found = {
        label: evolve(source, fields=evolve(source.fields, pred=guessed_path(key)))
        for label, key in columns.items()
    } or dict.fromkeys(_matched(labels, [said or Path(source.path).stem]), source)
    if not found:
        raise StopError((_whose(source, said, labels),))
    how = "their names" if columns else "its name"
    told = f"{_few(list(found))}: predictions have {how}"
    without = [label for label in labels if label not in found]
    left = (f"no data given: {_few(without)}",) if without else ()
    names: dict[str, str] = {}
    for label in found:
        names[label] = _bare(label, names.values())
    samples = chain.from_iterable(islice(_samples(one), _MOST_LOOKED) for one in found.values())
    return TableData(
        traits=traits_of(samples),
        sources=tuple(
            TableSource(name=names[label], source=_from(one, folder), notes=(*notes, told, *left))
            for label, one in found.items()
        ),
        rows=tuple(names.items()),
    )


def _whose(source: Source, said: str, labels: Sequence[str]) -> Fault:
    """Ask which row predictions are of, where several rows could be meant."""
    return Fault(
        file=source.path,
        path="--data",
        got=f"those of {shown(said or source.fields.pred or source.path)}, which no row is named",
        expected=f"whose the predictions are, of the rows {_few(labels)}",
        hint=f"say --gold {source.path} --pred ROW={source.path}; or --row LABEL=skip of each row "
        "that is not theirs; or --where GROUP=PATH, where records name their system at PATH",
    )


def _grouped(source: Source, paths: Mapping[str, str]) -> Source:
    return evolve(source, fields=evolve(source.fields, groups=tuple(paths.items())))


def _values(samples: Iterable[Sample], group: str) -> list[str]:
    return [value for value in dict.fromkeys(one.group(group) for one in samples) if value]


def _telling(source: Source, path: Path, body: _Rows) -> tuple[str, str]:
    """Find the key of records whose values the rows name; two empty texts where there is none."""
    rows = keyed_rows(path)
    fields = source.fields
    # What an id that comes again is joined with may be the very key that tells rows apart.
    alone = fields.id.split("+")[-1]
    used = {name for path in (alone, fields.gold, fields.pred) for name in path.split("+")}
    keys = [key for key in (rows[0] if rows else ()) if key not in used and _texts(rows, key)]
    if not keys or not source.kind.mapped:
        return "", ""
    paths = {key: guessed_path(key) for key in keys[:_MOST_NAMED]}
    try:
        samples = list(islice(_samples(_grouped(source, paths)), _MOST_LOOKED))
    except StopError:
        return "", ""
    matches = {key: len(body.matched(_values(samples, key))) for key in paths}
    best = max(matches, key=lambda key: matches[key])
    return (best, paths[best]) if matches[best] else ("", "")


def _texts(rows: Rows, key: str) -> bool:
    """Tell whether all records have a text under a key."""
    return all(isinstance(row.get(key), str) and row[key] for row in rows)


def _of_two(asked: TableSamples, gold: Path, labels: Sequence[str], folder: Path) -> TableData:
    files = dict(asked.pred)
    if len(files) < len(asked.pred):
        twice = next(
            label for at, (label, _) in enumerate(asked.pred) if label in dict(asked.pred[:at])
        )
        raise StopError((Fault(path="--pred", got=f"{twice} twice", expected="each row once"),))
    rows = _matched(labels, list(files)) or _none(labels, list(files), "named by --pred")
    unmet = [name for name in files if name not in rows.values()]
    if unmet:
        raise StopError(tuple(_no_row(name, labels) for name in unmet))
    names: dict[str, str] = {}
    for label in files:
        names[label] = _bare(label, names.values())
    found = {label: _pair(asked, gold, Path(file)) for label, file in files.items()}
    samples = chain.from_iterable(
        islice(_samples(source), _MOST_LOOKED) for source, _ in found.values()
    )
    return TableData(
        traits=traits_of(samples),
        sources=tuple(
            TableSource(name=names[label], source=_from(source, folder), notes=notes)
            for label, (source, notes) in found.items()
        ),
        rows=tuple((label, names[file]) for label, file in rows.items()),
    )


def _no_row(name: str, labels: Sequence[str]) -> Fault:
    hint = did_you_mean(name, labels).removeprefix(": ") or f"rows are {_few(labels)}"
    return Fault(path="--pred", got=shown(name), expected="the label of a row", hint=hint)


def _few(words: Sequence[str]) -> str:
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _bare(label: str, taken: Iterable[str]) -> str:
    """Make a name of a source of a label; of those that are alike, the next ones get a number."""
    plain = re.sub(r"[^A-Za-z0-9_]+", "_", label).strip("_")[:40] or _RUNS
    known, name, number = set(taken), plain, 1
    while name in known:
        number += 1
        name = f"{plain}_{number}"
    return name


def _none(labels: Sequence[str], names: Sequence[str], what: str) -> NoReturn:
    """Refuse names of which no row has any: every row would be left out."""
    got = f"rows {_few(labels)}; names {_few(names) or 'none'}"
    expected = f"a row whose label is {what}"
    hint = "" if names else "say where it stands in a record: --where GROUP=PATH"
    raise StopError((Fault(path="rows", got=got, expected=expected, hint=hint),))


def _matched(labels: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Match labels of rows with names: as they stand, else without what is beside them.

    What may be of several rows is of none.
    """
    found: dict[str, str] = {}
    for plain in (str, _plain, _short):
        by_name: dict[str, list[str]] = {}
        for name in names:
            by_name.setdefault(plain(name), []).append(name)
        left = [label for label in labels if label not in found]
        alike = Counter(map(plain, left))
        for label in left:
            same = by_name.get(plain(label), [])
            sure = len(same) == 1 and alike[plain(label)] == 1
            if sure and same[0] not in found.values():
                found[label] = same[0]
    return {label: found[label] for label in labels if label in found}


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _short(text: str) -> str:
    """Drop what stands beside a name: in brackets, or as a mark."""
    return _plain(_ASIDE.sub(" ", text)) or _plain(text)


def _source(asked: TableSamples, path: Path) -> tuple[Source, tuple[str, ...]]:
    """Look at a file of gold and predictions, and say how it is read.

    Raises StopError where it cannot be read as samples.
    """
    if is_stream(path):
        expected = "a file that can be read again, for the claims file names it"
        raise StopError((Fault(path="--data", got=str(path), expected=expected),))
    seen = sniff(path)
    said = bool(asked.field or asked.items)
    if seen.source is not None and (seen.samples or said):
        return _mapped(asked, seen.source), (*seen.assumptions, *seen.warnings)
    known = recognised(path) if said or asked.number else None
    if known is not None:
        alone = asked.number and not said and known.kind.mapped
        return _mapped(asked, evolve(known, items="none") if alone else known), ()
    raise StopError(
        seen.faults
        or (
            Fault(
                file=str(path),
                got="none that was understood",
                expected="samples",
                hint="say where they stand: --field gold=..., --field pred=...; see `measurand "
                f"sniff`: {'; '.join((*seen.needed, *seen.assumptions))}",
            ),
        )
    )


def _mapped(asked: TableSamples, source: Source) -> Source:
    try:
        numbers = tuple(asked.number) or source.fields.amounts
        fields = fields_said(source.fields, tuple(asked.field), numbers)
        kept = fields if source.kind.mapped else source.fields
        found = evolve(source, fields=kept, items=asked.items or source.items)
    except ValueError as error:
        fault = Fault(path="--field", got=str(error), expected="fields of the samples")
        raise StopError((fault,)) from error
    return asked.placed(found)


@frozen
class _Look:
    """How a file of one side is read, and the first of its records."""

    source: Source
    rows: Rows


def _pair(asked: TableSamples, gold: Path, answers: Path) -> tuple[Source, tuple[str, ...]]:
    """Say how gold and the predictions of one system are read together.

    Raises StopError where nothing tells what stands where.
    """
    looks = [_look(path, name) for path, name in ((gold, "--gold"), (answers, "--pred"))]
    first, second = (look.source for look in looks)
    if first.format != second.format:
        got = f"{first.format}, and {second.format} of {answers}"
        expected = "gold and predictions of one format"
        raise StopError((Fault(file=str(gold), got=got, expected=expected),))
    joined = evolve(first, predictions=str(answers))
    said = {name for name, _ in asked.field}
    if not first.kind.mapped or {"id", "gold", "pred"} <= said:
        return _mapped(asked, joined), ()
    guessed, notes = guess_sides(looks[0].rows, looks[1].rows, dict(asked.field))
    if guessed is None:
        files = f"{gold} and {answers}"
        hint = "say --field id=..., --field gold=..., --field pred=..."
        [got] = notes
        raise StopError(
            (Fault(file=files, got=got, expected="an id, gold and answers", hint=hint),)
        )
    return _mapped(asked, evolve(joined, fields=guessed)), notes


def _look(path: Path, name: str) -> _Look:
    if is_stream(path):
        expected = "a file that can be read again"
        raise StopError((Fault(path=name, got=str(path), expected=expected),))
    if not path.exists():
        raise StopError((Fault(file=str(path), got="nothing of that name", expected="a file"),))
    return _Look(recognised(path) or Source(path=str(path)), keyed_rows(path))


def _samples(source: Source) -> Iterator[Sample]:
    """Read samples.

    Raises StopError with the faults of records.
    """
    faults: list[Fault] = []
    for event in read(source, root=Path()):
        if isinstance(event, Sample):
            yield event
        elif isinstance(event, Bad):
            faults += event.faults
    if faults:
        raise StopError(tuple(faults))


def _from(source: Source, folder: Path) -> Source:
    """Name the files of a source as a claims file in a folder finds them, with their digests."""
    path, second, labels = Path(source.path), source.predictions, source.labels
    if labels is not None:
        own = Path(labels.path)
        labels = evolve(labels, path=named_from(own, folder), sha256=_digest(own))
    return evolve(
        source,
        path=named_from(path, folder),
        sha256=_digest(path),
        predictions=named_from(Path(second), folder) if second else "",
        predictions_sha256=_digest(Path(second)) if second else "",
        labels=labels,
    )


def paper_path(table: Path, folder: Path) -> str:
    """Name the file of a table as a claims file in a folder finds it; a stream has no name.

    >>> paper_path(Path("paper/README.md"), Path("paper")), paper_path(Path("-"), Path())
    ('README.md', '')
    """
    return "" if table == STDIN or is_stream(table) else named_from(table, folder)


def _digest(path: Path) -> str:
    """Take the digest of a file; a folder and a pattern have none."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
