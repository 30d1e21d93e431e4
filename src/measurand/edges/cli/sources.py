"""What a file of samples is, as the command line says it: format, mapping, filters."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import get_args

from attrs import evolve, frozen

from measurand.edges.cli.converters import named, refuse_choice
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.request import Arguments, choice, option, repeated
from measurand.edges.files.formats import FORMATS
from measurand.edges.files.samples.labels import Kind, numbers_of
from measurand.edges.files.sources.recognition import recognised
from measurand.edges.files.sources.sniff import refused
from measurand.evidence.conll import scheme_of
from measurand.evidence.facts import Reads
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.evidence.source import RATED, Fields, ItemKind, LabelFile, Named, Raters, Source
from measurand.metrics.definitions import Definition, observing
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

_PLAIN = ("id", "gold", "pred", "pairs", "weight", "rater", "hits", "predicted", "gold_count")
_NAMED = ("groups", "lists")
AUTO = "auto"
_OF_COLUMNS = ("gold_scheme", "pred_scheme")
"""What is guessed of single columns, and falls where a scheme of both was said."""


def number(text: str) -> tuple[str, str]:
    """Read NAME=PATH; the path is the name where it is not written.

    >>> number("cf=scores.cf"), number("correct")
    (('cf', 'scores.cf'), ('correct', 'correct'))

    Raises ValueError where there is no name, or the path is none.
    """
    name, _, path = text.partition("=")
    Fields(amounts=((name, path or name),))
    return name, path or name


def _format_name(text: str) -> str:
    # Installed packages are looked through for a list alone.
    if text == AUTO or text in FORMATS:
        return text
    raise ValueError(refuse_choice(text, (AUTO, *FORMATS)))


@frozen(kw_only=True)
class Samples(Arguments):
    """How the records of a file are read as samples."""

    TITLE = "input"

    input_format: str = option(
        _format_name,
        default=AUTO,
        metavar="NAME",
        says="the format of the file, as `measurand formats` lists them (default: told from its "
        "content)",
    )
    input: Named = repeated(
        named,
        metavar="NAME=VALUE",
        rare=True,
        says="what a file of the format leaves open, for example filter=strict-match; may be "
        "repeated",
    )
    predictions: str = option(
        str,
        metavar="FILE",
        default="",
        says="where the predictions stand, if not beside gold; joined by id",
    )
    items: ItemKind | None = choice(
        get_args(ItemKind), says="what gold and predictions are made of"
    )
    field: Named = repeated(
        named,
        metavar="NAME=PATH",
        says="where in a record id, gold, pred, pairs, weight or rater stand, or groups.NAME,"
        " lists.NAME (lists=A+B: lists of these names; gold=A+B: one list of both); may be "
        "repeated",
    )
    records: str = option(
        str, metavar="PATH", default="", rare=True, says="json: where the list of records stands"
    )
    where: Named = repeated(
        named,
        metavar="PATH=VALUE",
        says="keep the records that have this value there; may be repeated: values of one path are"
        " alternatives",
    )
    number: Named = repeated(
        number,
        metavar="NAME=PATH",
        rare=True,
        says="where the numbers stand that a definition calls NAME, for example cf=scores.cf; a"
        " PATH that is NAME may be left out; true and false are 1 and 0, null is no number; may be"
        " repeated",
    )
    word: Named = repeated(
        named,
        metavar="TEXT=NUMBER",
        rare=True,
        says="what a text stands for where a number or a verdict is read, such as yes=1, no=0, or "
        "n/a=none; may be repeated",
    )


HUMAN = "human"
"""What definitions call the labels of humans."""


@frozen(kw_only=True)
class LabelReading(Arguments):
    """How files of labels are read."""

    TITLE = "labels of humans"

    human_id: str | None = option(
        str, metavar="PATH", rare=True, says="where the id stands in the file of labels (id)"
    )
    raters: Raters = choice(
        tuple(Raters),
        default=Raters.ONE,
        rare=True,
        says="what becomes of several labels of one item: they are refused (default); what most "
        "say, a tie being none; or their mean",
    )

    def at(self, human: str) -> "HumanLabels":
        """Say where the labels stand that are read so.

        >>> LabelReading(human_id="question").at("labels.csv:verdict").human_id
        'question'
        """
        return HumanLabels(human=human, human_id=self.human_id, raters=self.raters)


@frozen(kw_only=True)
class HumanLabels(LabelReading):
    """Where the labels of humans stand, which a part of the samples has."""

    human: str = option(
        str,
        metavar="PATH",
        default="",
        rare=True,
        says="where the label stands that definitions call human, null or empty where there is "
        "none; or FILE:PATH, in a file of labels that is joined by id",
    )

    @property
    def file(self) -> Path | None:
        """Name the file of labels; None where they stand beside the samples.

        >>> HumanLabels(human="labels.csv:verdict").file
        PosixPath('labels.csv')
        """
        file, mark, path = self.human.rpartition(":")
        return Path(file) if mark and file and path else None

    def label_file(self, items: ItemKind | None = None, words: Named = ()) -> LabelFile | None:
        """Describe the file of labels: of a number, or of lists where `items` says what of.

        `words` say what texts stand for.

        Raises StopError where there is none, and something is said of it.
        """
        file, _, path = self.human.rpartition(":")
        if self.file is None:
            said = (
                ("--human-id", self.human_id),
                ("--raters", None if self.raters is Raters.ONE else self.raters.value),
            )
            for name, value in said:
                if value is not None:
                    raise stop(name, value, "labels in a file of their own, --human FILE:PATH")
            return None
        known = format_of(Samples(), file)
        try:
            return LabelFile(
                path=file,
                format=known.format,
                input=known.input,
                id=self.human_id or "id",
                amounts=() if items else ((HUMAN, path),),
                lists=((HUMAN, path),) if items else (),
                items=items or "auto",
                words=words,
                raters=self.raters,
            )
        except ValueError as error:
            expected, _, got = str(error).partition(": got ")
            raise stop("--human", got or self.human, expected) from error

    def placed(self, source: Source, *, as_list: bool = False) -> Source:
        """Put the labels into the source of the samples.

        Raises StopError where they do not fit.
        """
        if not self.human and self.label_file() is None:
            return source
        labels = self.label_file(source.items if as_list else None, source.fields.words)
        fields, here = source.fields, (HUMAN, self.human)
        if labels is None and as_list:
            fields = evolve(fields, lists=(*fields.lists, here))
        elif labels is None:
            amounts = (*fields.amounts, here)
            fields = evolve(fields, amounts=amounts, sparse=(*fields.sparse, HUMAN))
        try:
            return evolve(source, fields=fields, labels=labels)
        except ValueError as error:
            expected, _, got = str(error).partition(": got ")
            raise stop("--human", got or self.human, expected) from error


_NO_LABELS = HumanLabels()


def described(
    samples: Samples,
    file: str,
    definitions: Sequence[Definition],
    labels: HumanLabels = _NO_LABELS,
) -> Source:
    """Describe a file as the arguments do; where definitions read numbers alone, gold is not read.

    Raises StopError where they do not fit together, or a definition reads a column that has no
    place.
    """
    as_list = _is_list(HUMAN, definitions)
    human = ((HUMAN, labels.human),) if labels.human and not as_list else ()
    alone = items_alone((*samples.number, *human), definitions)
    source = format_of(samples, file)
    items = samples.items or (alone if alone and source.kind.mapped else source.items)
    try:
        found = evolve(
            source,
            predictions=samples.predictions,
            input=_input(source, samples.input),
            items=items,
            records=samples.records or source.records,
            where=_where(samples.where),
            fields=evolve(
                fields_said(source.fields, samples.field, samples.number), words=samples.word
            ),
        )
    except ValueError as error:
        raise StopError((_unfit(str(error)),)) from error
    return labels.placed(found, as_list=as_list)


def _is_list(name: str, definitions: Sequence[Definition]) -> bool:
    """Tell whether definitions take a name for that of a list of gold items."""
    parts = (part for definition in definitions for part in _observed(observing(definition)))
    return any(isinstance(part, Observation) and part.sides.gold == name for part in parts)


def as_read(samples: Iterable[Sample], source: Source, kinds: Collection[Kind]) -> Sequence[Sample]:
    """Say of samples what tools presuppose: in which scheme tags were read, what labels are.

    >>> as_read([Sample(id="1")], Source(path="a.jsonl", items="iob2"), ())[0].groups
    (('scheme', 'lenient'),)
    """
    from measurand.metrics.compat.seqeval import read_in
    from measurand.metrics.compat.sklearn_labels import of_file

    scheme = scheme_of(source)
    tagged = [read_in(sample, scheme) for sample in samples]
    return of_file(tagged, numbers=numbers_of(kinds, source))


def _unfit(message: str) -> Fault:
    """Make a fault of what a source refuses, under the name of the argument that says it.

    >>> _unfit("fields.gold: a path that ends: got 'a['").text()
    "--field: expected gold: a path that ends, got 'a['"
    """
    flags = {
        "fields.words.": "--word",
        "fields.": "--field",
        "input: ": "--input",
        "where: ": "--where",
    }
    lead = next((lead for lead in flags if message.startswith(lead)), "")
    expected, _, got = message.removeprefix(lead).partition(": got ")
    return Fault(path=flags.get(lead, "--input-format"), got=got or "another", expected=expected)


def format_of(samples: Samples, file: str) -> Source:
    """Say in which format a file is read: the one that is said, else the one that it looks like.

    >>> format_of(Samples(input_format="squad"), "answers.json").format
    'squad'

    Raises StopError for a file that no format takes.
    """
    if samples.input_format != AUTO:
        return Source(path=file, format=samples.input_format)
    found = recognised(Path(file), predictions=samples.predictions)
    if found is None and (fault := refused(Path(file))) is not None:
        raise StopError((fault,))
    return found or Source(path=file, format=_by_name(file))


def _by_name(file: str) -> str:
    """Take a file that looks like nothing for what its name says: its faults are named so."""
    table = file.lower().removesuffix(".gz").removesuffix(".zst").endswith((".csv", ".tsv"))
    return "csv" if table else Source(path=file).format


def _input(found: Source, said: Named) -> Named:
    names = [name for name, _ in said]
    if again := next((name for at, name in enumerate(names) if name in names[:at]), None):
        raise stop("--input", f"{again} twice", "each name once")
    replaced = {*names, *(_OF_COLUMNS if "scheme" in names else ())}
    return (*(pair for pair in found.input if pair[0] not in replaced), *said)


def _where(said: Iterable[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found: dict[str, list[str]] = {}
    for path, value in said:
        found.setdefault(path, []).append(value)
    return tuple((path, tuple(values)) for path, values in found.items())


def fields_said(before: Fields, said: Named, numbers: Named) -> Fields:
    """Put what was said of fields in the place of what was known.

    >>> fields_said(Fields(), (("gold", "label"),), ()).gold
    'label'
    >>> fields_said(Fields(), (("lists", "ann+bob"),), ()).lists
    (('ann', 'ann'), ('bob', 'bob'))

    Raises StopError for a name that is no field.
    """
    plain: dict[str, str] = {}
    grouped: dict[str, dict[str, str]] = {name: {} for name in _NAMED}
    for name, path in said:
        head, dot, rest = name.partition(".")
        if name in _PLAIN:
            plain[name] = path
        elif head in grouped and dot and rest:
            grouped[head][rest] = path
        elif name == "lists":
            grouped[name].update((one, one) for one in path.split("+"))
        else:
            raise StopError((_unknown(name),))
    return evolve(
        before,
        amounts=tuple(numbers),
        **plain,
        groups=tuple(grouped["groups"].items()) or before.groups,
        lists=tuple(grouped["lists"].items()) or before.lists,
        words=before.words,
        sparse=before.sparse,
    )


def _unknown(name: str) -> Fault:
    known = (*_PLAIN, *(f"{one}.NAME" for one in _NAMED))
    return Fault(
        path="--field",
        got=name,
        expected=f"one of {', '.join(known)}",
        hint=did_you_mean(name, known).removeprefix(": "),
    )


def items_alone(numbers: Named, definitions: Sequence[Definition]) -> ItemKind | None:
    """Say what all that definitions read is made of: `none` where that is numbers with a place.

    It is `ratings` or `verdicts` where they read these alone; None where they read anything else.

    >>> items_alone((), [])

    Raises StopError where a name repeats, or a definition reads a column that has none.
    """
    known = [name for name, _ in numbers]
    if again := next((name for at, name in enumerate(known) if name in known[:at]), None):
        raise stop("--number", f"{again} twice", "each name once")
    parts = [part for definition in definitions for part in _observed(observing(definition))]
    columns = [name for part in parts for name in _columns(part)]
    if lost := next((name for name in columns if name not in known), None):
        hint = f"say --number {lost}=PATH{did_you_mean(lost, known)}"
        raise stop("--definition", lost, "a column that --number says where to find", hint)
    made = {_made_of(part) for part in parts}
    if made == {"none"}:
        return "none"
    return next((kind for kind in RATED if kind in made and made <= {"none", kind}), None)


def _columns(how: Observing) -> Sequence[str]:
    match how:
        case ColumnOf(name):
            return (name,)
        case Reads(columns=columns):
            return columns
        case _:
            return ()


def _made_of(how: Observing) -> str:
    match how:
        case ColumnOf():
            return "none"
        case Reads(items=items):
            return items
        case _:
            return ""


def _observed(how: Observing) -> Sequence[Observing]:
    return how.parts if isinstance(how, Together) else (how,)
