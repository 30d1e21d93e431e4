"""Where samples come from and how a record is read: data only, nothing here opens a file."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Literal, get_args

from attrs import evolve, field, fields, frozen, validators

from measurand.evidence.formats import DEFAULT, Format, Records, format_named, formats, with_second
from measurand.evidence.paths import Path, parse_joined
from measurand.evidence.pattern import Pattern

ItemKind = Literal["auto", "text", "slots", "spans", "iob2", "label", "ratings", "verdicts", "none"]
RATED: tuple[ItemKind, ...] = ("ratings", "verdicts")
"""What several labels of one sample are: of raters, who may have said nothing, or of runs."""
Separator = Literal["tab", "space"]
TagScheme = Literal["lenient", "iob1", "iob2", "ioe1", "ioe2", "iobes", "bilou"]
Named = tuple[tuple[str, str], ...]
_HEX = frozenset("0123456789abcdefABCDEF")
_SHA256 = 64
_DECIMAL = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?|-?\.[0-9]{1,40}")
NONE = "none"
"""What a word means that stands for no number."""


@frozen(kw_only=True)
class Fields:
    """Where in a record things stand; every entry is a path.

    `id` may join several paths with a plus sign. So may `gold` and `pred`: what stands at each of
    them, one item or a list, is one list then, in this order; null there is nothing. `pairs`,
    `weight` and the record's own `groups` object may be absent as long as they keep their default
    names; what is mapped on purpose must be there. `groups`, `amounts` and `lists` (answers beside
    `pred`, such as a second system's) map
    names to paths. `rater` is who gave the one rating of a record, in a table that has a row for
    each unit and rater: then records of one id are a sample, gold is the rating, and `lists` map
    names to raters. `hits`, `predicted` and `gold_count` are ready-made tallies: all three or none,
    and then gold and predictions are not read. `words` map texts that stand where `amounts` are to
    what they mean: a decimal number, or `none`. `sparse` names the amounts whose key a record may
    lack, which is no number there; a column of a table has to be there.

    >>> Fields(id="run+sample_id", pairs="scores.matches", amounts=(("cost", "cost"),)).gold
    'gold'

    Raises ValueError where an entry is no path, names repeat, a tally is incomplete, a word means
    no number, or what is sparse is no amount.
    """

    id: str = "id"
    gold: str = "gold"
    pred: str = "pred"
    pairs: str = "pairs"
    weight: str = "sample_weight"
    groups: Named = ()
    amounts: Named = ()
    lists: Named = ()
    rater: str = ""
    hits: str = ""
    predicted: str = ""
    gold_count: str = ""
    words: Named = ()
    sparse: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        _words(self.words, "fields.words")
        if lost := sorted(set(self.sparse) - {name for name, _ in self.amounts}):
            message = f"fields.sparse: names of amounts: got {lost[0]!r}"
            raise ValueError(message)
        _read(parse_joined, self.id, "fields.id")
        for name in ("gold", "pred"):
            _path(getattr(self, name), f"fields.{name}", parse_joined)
        for name in ("pairs", "weight"):
            _path(getattr(self, name), f"fields.{name}")
        _named(self.groups, "fields.groups")
        _named(self.amounts, "fields.amounts")
        _named(self.lists, "fields.lists")
        if own := sorted({"gold", "predicted"} & {name for name, _ in self.lists}):
            message = f"fields.lists: names of other lists than gold and predicted: got {own[0]!r}"
            raise ValueError(message)
        if self.rater:
            _path(self.rater, "fields.rater")
        for name, path in self.tallies:
            _read(Path.parse, path, f"fields.{name}")
        if any(path for _, path in self.tallies) and not self.tallied:
            missing = ", ".join(name for name, path in self.tallies if not path)
            message = (
                f"ready-made tallies need hits, predicted and gold_count: {missing} is missing"
            )
            raise ValueError(message)

    @property
    def tallies(self) -> Named:
        """Give the paths of ready-made tallies, by name."""
        return (
            ("hits", self.hits),
            ("predicted", self.predicted),
            ("gold_count", self.gold_count),
        )

    @property
    def tallied(self) -> bool:
        """Tell whether samples come as ready-made tallies."""
        return all(path for _, path in self.tallies)

    @property
    def meanings(self) -> Mapping[str, Fraction | None]:
        """Give the number that each word stands for; None of one that stands for none.

        >>> Fields(words=(("yes", "1"), ("n/a", "none"))).meanings
        {'yes': Fraction(1, 1), 'n/a': None}
        """
        return {word: None if text == NONE else Fraction(text) for word, text in self.words}

    def is_default(self, name: str) -> bool:
        """Tell whether an entry keeps its default, so that it may be absent from a record.

        >>> Fields(pairs="scores.matches").is_default("pairs")
        False
        """
        return bool(getattr(self, name) == getattr(fields(Fields), name).default)


class Raters(Enum):
    """What becomes of the verdicts of several raters on one item.

    They are refused; or what most of them say counts, where a tie is no label; or their mean.
    """

    ONE = "one"
    MAJORITY = "majority"
    MEAN = "mean"

    def verdict(self, verdicts: Sequence[Fraction]) -> Fraction | None:
        """Make one verdict of several; None where most of them say nothing.

        >>> Raters.MAJORITY.verdict([Fraction(1), Fraction(1), Fraction(0)])
        Fraction(1, 1)
        >>> Raters.MAJORITY.verdict([Fraction(1), Fraction(0)]) is None
        True
        """
        if not verdicts:
            return None
        if self is Raters.MEAN:
            return sum(verdicts, Fraction(0)) / len(verdicts)
        counts = {one: verdicts.count(one) for one in verdicts}
        first, *rest = sorted(counts, key=lambda one: -counts[one])
        return None if rest and counts[rest[0]] == counts[first] else first


@frozen(kw_only=True)
class LabelFile:
    """Labels of a part of the samples in a file of their own, joined by id.

    `id` is where the id of a sample stands in a record of labels, `amounts` and `lists` map names
    to paths, as `fields` of a source do: these numbers and lists are put beside those of the
    sample. `items` says what lists are made of. Null is no label, and a sample without a record of
    labels has none. `words` are those of `fields`. `raters` says what becomes of several records of
    one id.

    >>> LabelFile(path="labels.csv", format="csv", amounts=(("human", "verdict"),)).names
    ('human',)

    Raises ValueError where nothing is named, names repeat, or lists have several raters.
    """

    path: str = field(validator=validators.min_len(1))
    sha256: str = ""
    format: str = DEFAULT
    input: Named = ()
    id: str = "id"
    amounts: Named = ()
    lists: Named = ()
    items: ItemKind = field(default="auto", validator=validators.in_(get_args(ItemKind)))
    words: Named = ()
    raters: Raters = Raters.ONE

    def __attrs_post_init__(self) -> None:
        _distinct(list(self.names), "labels")
        if not self.names:
            message = "labels: amounts or lists that name some: got none"
            raise ValueError(message)
        if self.lists and self.raters is not Raters.ONE:
            message = f"labels.raters: one, of lists: got {self.raters.value}"
            raise ValueError(message)
        self.source  # noqa: B018 - what a source refuses is refused here

    @property
    def names(self) -> tuple[str, ...]:
        """List the names of its numbers and lists."""
        return tuple(name for name, _ in (*self.amounts, *self.lists))

    @property
    def source(self) -> "Source":
        """Describe the file as samples of their own.

        >>> LabelFile(path="labels.jsonl", amounts=(("human", "verdict"),)).source.items
        'none'

        Raises ValueError where options do not go together.
        """
        fields = Fields(id=self.id, amounts=self.amounts, words=self.words)
        items = self.items if self.lists else "none"
        if self.lists:
            # Of a path that is joined, null is nothing: gold and predictions are not looked at.
            path = "+".join([self.lists[0][1]] * 2)
            fields = evolve(fields, gold=path, pred=path, lists=self.lists)
        return Source(
            path=self.path,
            sha256=self.sha256,
            format=self.format,
            input=self.input,
            items=items,
            fields=fields,
        )


@frozen(kw_only=True)
class ConllColumns:
    """Which columns of a CoNLL file hold what: from 0, negative ones from the end.

    A blank line ends a sample. A line whose first column is `document` starts a document: samples
    carry its number, from 1, as their group "document". Lines that start with a `comment`, where
    one is named, are skipped. `scheme` says how tags make spans; `lenient` loses nothing: a tag
    that continues no span opens one.

    >>> ConllColumns(separator="space").gold
    -2
    """

    gold: int = -2
    pred: int = -1
    separator: Separator = field(default="tab", validator=validators.in_(("tab", "space")))
    document: str = "-DOCSTART-"
    comment: str = ""
    scheme: TagScheme = field(default="lenient", validator=validators.in_(get_args(TagScheme)))


@frozen(kw_only=True)
class Source:
    """A file of samples (or two, joined by id) and the mapping that reads it without code.

    `path` is relative to the claims file: a file, a folder of files, a pattern of names such as
    `runs/*.jsonl.gz`; files may be compressed (gzip, Zstandard). On the command line it may be a
    pipe, or `-` for standard input.
    `sha256` and `predictions_sha256` pin the bytes. `fields` says where in a record things stand,
    `conll` which columns of a CoNLL file are read.
    `predictions` is a second file, joined by id: gold, groups and weight come from `path`,
    predictions, pairs and amounts from the second. `input` says what a file of the format leaves
    open, by name: see `measurand formats`.
    `records` (json) is the path of the list of records; `columns` (json) names aligned lists of one
    document instead: element i of each makes record i, which has "index", and "id" where no column
    is named so. `items` says what gold and predictions are made of:

    - text: a list of strings;
    - slots: a list of objects (values are strings or null; numbers and booleans become JSON text);
    - spans: a list of objects with start, end and a label or type;
    - iob2: a list of tags, read as spans over token indexes (an I- tag that continues nothing
      opens a span, as in conlleval);
    - label: one string, number or boolean;
    - ratings: labels of raters: a list of them, an object of names and labels, or one label; null
      is a rating that is missing, and gold and predictions may be absent;
    - none: gold and predictions are not read, a sample has numbers alone;
    - auto: by what is there. A scalar is a label, a string is text, an object that has integers
      start and end, and nothing else but label, type or text, is a span, any other is slots.

    The format scorecards is JSON Lines of two-stage review runs, read by their own rules: there
    gold and predictions are lists by name, and numbers are columns by name.

    `where` keeps the records whose value at a path is one of some texts (JSON text, strings
    without quotes); `predictions_where` does so in the second file. `labels` are of a part of the
    samples, in a file of their own.

    >>> Source(path="samples.jsonl", where=(("task", ("judge",)),)).format
    'jsonl'

    Raises ValueError where options do not go together.
    """

    path: str = field(validator=validators.min_len(1))
    predictions: str = ""
    sha256: str = ""
    predictions_sha256: str = ""
    format: str = DEFAULT
    input: Named = ()
    records: str = ""
    columns: Named = ()
    conll: ConllColumns = field(factory=ConllColumns)
    items: ItemKind = field(
        default="auto",
        validator=validators.in_(get_args(ItemKind)),
    )
    pattern: str = ""
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    predictions_where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fields: Fields = field(factory=Fields)
    labels: LabelFile | None = None

    def __attrs_post_init__(self) -> None:
        _digest(self.sha256, "sha256")
        _digest(self.predictions_sha256, "predictions_sha256")
        _read(Path.parse, self.records, "records")
        _named(self.columns, "columns")
        _distinct([name for name, _ in self.input], "input")
        if self.format != DEFAULT or self.input:
            _read_choices(self.kind, self.input)
        _filters(self.where, "where")
        _filters(self.predictions_where, "predictions_where")
        if self.pattern:
            _read(Pattern.parse, self.pattern, "pattern")
        for wrong, message in self._clashes():
            if wrong:
                raise ValueError(message)

    @property
    def beside(self) -> tuple[tuple[str, str], ...]:
        """List the files beside that of its records, each after the key that names it.

        >>> Source(path="a.jsonl", predictions="b.jsonl").beside
        (('predictions', 'b.jsonl'),)
        """
        labels = "" if self.labels is None else self.labels.path
        said = (("predictions", self.predictions), ("labels.path", labels))
        return tuple((key, path) for key, path in said if path)

    @property
    def kind(self) -> Format:
        """Give the format, with its choices.

        >>> Source(path="runs", format="brat").kind.whole_folders
        True

        Raises ValueError where there is none of that name.
        """
        try:
            return format_named(self.format)
        except ValueError as error:
            message = f"format: {error}"
            raise ValueError(message) from None

    def said(self, name: str) -> str:
        """Give what was said of a choice of the format, or its default; empty: nothing.

        >>> Source(path="logs", format="inspect").said("unfinished")
        'refuse'

        Raises ValueError where the format has no such choice.
        """
        return dict(self.input).get(name, self.kind.choice(name).default)

    @property
    def end(self) -> str:
        """Say whether the end of a span is inside it: exclusive or inclusive; empty: left open.

        A format of records leaves it open. Others, and tags, have ends of their own: exclusive.

        >>> Source(path="a.jsonl").end, Source(path="a.jsonl", items="iob2").end
        ('', 'exclusive')
        """
        leaves = self.kind.mapped and self.items in {"auto", "spans"}
        return self.said("end") if leaves else "exclusive"

    def _clashes(self) -> Iterable[tuple[bool, str]]:
        kind, second = self.format, self.predictions
        about_second = bool(self.predictions_sha256 or self.predictions_where)
        # What nothing was said of is not looked up: a source of one file loads no format.
        if second and not self.kind.second:
            yield True, f"predictions go with {with_second(formats().values())}: got format {kind}"
        yield about_second and not second, "what speaks of predictions needs predictions: got none"
        yield bool(second) and self.fields.tallied, "ready-made tallies come from one file: got two"
        if self.fields.rater:
            yield (
                self.items not in RATED,
                f"fields.rater with items ratings: got items {self.items}",
            )
            yield bool(second), "rows of one rating each come from one file: got two"
            yield bool(self.fields.amounts), "rows of one rating each have no numbers: got some"
        for name in ("records", "columns"):
            if getattr(self, name) and not self.kind.nested:
                nested = ", ".join(one.name for one in formats().values() if one.nested)
                yield True, f"{name} go with format {nested}: got {kind}"
        yield bool(self.records and self.columns), "records or columns: got both"
        if kind != DEFAULT and self.kind.records is Records.OWN_RULES:
            own = self.fields != Fields() or self.items != "auto" or bool(self.pattern)
            yield own, f"{kind} are read by their own rules: fields, items, pattern say nothing"
        if self.labels is not None:
            known = {name for name, _ in (*self.fields.amounts, *self.fields.lists)}
            both = sorted(known.intersection(self.labels.names))
            yield bool(both), f"labels: names that the records do not have: got {', '.join(both)}"
            own = kind != DEFAULT and self.kind.records is Records.OWN_RULES
            yield own, f"labels go with records that a mapping reads: got format {kind}"
        if kind != DEFAULT and self.kind.records is Records.NONE:
            yield bool(self.where), f"where needs records: got format {kind}"
            yield self.fields != Fields(), f"fields need records: got format {kind}"
        if kind != DEFAULT and self.kind.tagged and self.items not in {"auto", "iob2"}:
            yield True, f"{kind} holds iob2 tags: got items {self.items}"


def _read_choices(kind: Format, said: Named) -> None:
    try:
        kind.check(said)
    except ValueError as error:
        message = f"input: {error}"
        raise ValueError(message) from None


def _read(parse: Callable[[str], object], text: str, key: str) -> None:
    try:
        parse(text)
    except ValueError as error:
        message = f"{key}: {error}"
        raise ValueError(message) from None


def _path(text: str, key: str, parse: Callable[[str], object] = Path.parse) -> None:
    if not text:
        message = f"{key}: a path: got an empty text"
        raise ValueError(message)
    _read(parse, text, key)


def _named(pairs: Named, key: str) -> None:
    _distinct([name for name, _ in pairs], key)
    for name, path in pairs:
        _path(path, f"{key}.{name}")


def _words(pairs: Named, key: str) -> None:
    _distinct([word for word, _ in pairs], key)
    for word, text in pairs:
        if text != NONE and not _DECIMAL.fullmatch(text):
            message = f"{key}.{word}: a decimal number, or none: got {text[:40]!r}"
            raise ValueError(message)


def _filters(filters: tuple[tuple[str, tuple[str, ...]], ...], key: str) -> None:
    _distinct([path for path, _ in filters], key)
    for path, accepted in filters:
        _path(path, key)
        if not accepted:
            message = f"{key}: at least one value for {path!r}: got none"
            raise ValueError(message)


def _distinct(names: list[str], key: str) -> None:
    if len(names) != len(set(names)):
        message = f"{key}: names that differ: got {names}"
        raise ValueError(message)


def _digest(text: str, key: str) -> None:
    if text and not (len(text) == _SHA256 and _HEX.issuperset(text)):
        message = f"{key}: 64 hexadecimal digits: got {text[:70]!r}"
        raise ValueError(message)


Sources = Mapping[str, Source]
"""Sources by the names under which slices speak of them."""


def without_digests(source: Source) -> Source:
    """Take any bytes for those of a source, whose digests are said.

    >>> without_digests(Source(path="a.jsonl", sha256="0" * 64)).sha256
    ''
    """
    labels = None if source.labels is None else evolve(source.labels, sha256="")
    return evolve(source, sha256="", predictions_sha256="", labels=labels)
