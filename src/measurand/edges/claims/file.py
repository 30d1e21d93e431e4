"""One claims file as a tree, joined with those that it includes, and where each part of it stands.

Joining puts a file's own parts first and forgets which file they are from. `LocatedClaims`
remembers, so that a finding about table 3 of the whole names the file, the place and the line of
table 1 there.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import PurePath

from attrs import evolve, field, frozen

from measurand.auditing.claims.ids import with_units
from measurand.auditing.claims.model import Claim, Claims, Table
from measurand.edges.claims.claim import check_claims, read_claim
from measurand.edges.claims.definitions import MARK, Definitions, KnownNames, read_definitions
from measurand.edges.claims.draft import Draft, read_draft
from measurand.edges.claims.gathering import Gathering, elements, entries
from measurand.edges.claims.metrics import read_own
from measurand.edges.claims.shapes import FileShape
from measurand.edges.claims.table import read_table
from measurand.edges.files.json.schema_error import seen
from measurand.edges.files.toml_tree import Place, line_of
from measurand.evidence.source import Source, Sources
from measurand.metrics.metric import Metric


@frozen
class Origin:
    """Where a table or a claim stands: its file, its number there, and the lines of that file.

    >>> Origin("c.toml", ("table", 0), {("table", 0): 3}).line(("rows", 1))
    3
    """

    file: str
    place: Place
    lines: Mapping[Place, int] = field(factory=dict, repr=False)

    def line(self, within: Place = ()) -> int:
        """Find the line of a key inside it; 0 where none is sure."""
        return line_of((*self.place, *within), self.lines)


@frozen
class LocatedDraft:
    """What nobody confirmed of a file, where that stands, and the tables of the file by name.

    Where only some tables are asked for, it is not `whole`.
    """

    draft: Draft
    origin: Origin
    tables: tuple[str, ...] = ()
    whole: bool = True


@frozen
class LocatedClaims:
    """Claims, and the origins of their sources, tables and claims beside tables, in their order.

    `definitions` and `metrics` are those that the files have, by their names.

    >>> LocatedClaims(Claims(sources=(), tables=())).claims.tables
    ()
    """

    claims: Claims
    tables: tuple[Origin, ...] = ()
    others: tuple[Origin, ...] = ()
    sources: tuple[Origin, ...] = ()
    definitions: Mapping[str, str] = field(factory=dict)
    metrics: Mapping[str, Metric] = field(factory=dict)
    files: tuple[str, ...] = ()
    drafts: tuple[LocatedDraft, ...] = ()

    def locate(self, place: Place) -> tuple[str, Place, int]:
        """Lead from a place in all tables and claims to its file, its keys there, and the line.

        >>> origin = Origin("c.toml", ("table", 4), {("table", 4): 30})
        >>> LocatedClaims(Claims(sources=(), tables=()), (origin,)).locate(("table", 0, "rows", 1))
        ('c.toml', ('table', 4, 'rows', 1), 30)
        """
        kind, at, *within = place
        origins = self.tables if kind == "table" else self.others
        origin = origins[int(at)]
        inner = tuple(within)
        return origin.file, (*origin.place, *inner), origin.line(inner)

    def only(self, names: Collection[str]) -> "LocatedClaims":
        """Keep some tables by their names, and no claims beside them.

        >>> LocatedClaims(Claims(sources=(), tables=())).only(["2"]).tables
        ()
        """
        kept = [at for at, table in enumerate(self.claims.tables) if table.name in names]
        tables = tuple(self.claims.tables[at] for at in kept)
        return evolve(
            self,
            claims=evolve(self.claims, tables=tables, claims=()),
            tables=tuple(self.tables[at] for at in kept),
            others=(),
            drafts=tuple(evolve(one, whole=False) for one in self.drafts),
        )


@frozen
class FileParts:
    """A file as it was read, before it is joined with what it includes."""

    sources: Sources
    tables: tuple[Table, ...]
    claims: tuple[Claim, ...]
    title: str
    definitions: Mapping[str, str]
    metrics: Mapping[str, Metric] = field(factory=dict)
    draft: Draft | None = None


def includes_of(tree: Mapping[str, object]) -> tuple[tuple[str, Place], ...]:
    """List the files that a file includes; what is no text is noted elsewhere.

    >>> includes_of({"include": ["a.toml", 1]})
    (('a.toml', ('include', 0)),)
    """
    names = enumerate(elements(tree, "include"))
    return tuple((part, ("include", at)) for at, part in names if isinstance(part, str))


def is_pinned(tree: Mapping[str, object]) -> bool:
    """Tell whether a file asks for complete definitions and for digests.

    >>> is_pinned({"pin": True}), is_pinned({"pin": 1})
    (True, False)
    """
    return tree.get("pin") is True


def read_file(
    tree: Mapping[str, object],
    inner: Sequence[LocatedClaims],
    named: Mapping[str, Metric],
    *,
    pin: bool,
    faults: Gathering,
) -> FileParts | None:
    """Read a file that includes others; None where something is wrong, and that is noted.

    `named` are metrics that it may name as it may those of its own and of what it includes.
    """
    shape = faults.take(tree, FileShape, ())
    data = entries(tree, "data")
    sources = {name: faults.take(part, Source, ("data", name)) for name, part in data.items()}
    metrics = _metrics(tree, inner, named, faults)
    known = _known(tree, inner, Definitions(metrics={**named, **metrics}, pin=pin), faults)
    if pin:
        _check_digests(sources, faults)
    tables = [
        read_table(part, known, ("table", at), faults)
        for at, part in enumerate(elements(tree, "table"))
    ]
    claims = [
        read_claim(part, known, ("claim", at), faults)
        for at, part in enumerate(elements(tree, "claim"))
    ]
    draft = (
        read_draft(tree["unconfirmed"], ("unconfirmed",), faults) if "unconfirmed" in tree else None
    )
    _check_names(tables, faults)
    _check_inner(data, tables, inner, faults)
    if shape is None or faults.found:
        return None
    return FileParts(
        {name: source for name, source in sources.items() if source is not None},
        tuple(table for table in tables if table is not None),
        tuple(claim for claim in claims if claim is not None),
        shape.title,
        known.definitions.known,
        metrics,
        draft,
    )


def _metrics(
    tree: Mapping[str, object],
    inner: Sequence[LocatedClaims],
    named: Mapping[str, Metric],
    faults: Gathering,
) -> Mapping[str, Metric]:
    """Collect the metrics of the file, and of those it includes."""
    before = {name: one for part in inner for name, one in part.metrics.items()}
    return {**before, **read_own(entries(tree, "metrics"), {**named, **before}, faults)}


def _known(
    tree: Mapping[str, object], inner: Sequence[LocatedClaims], base: Definitions, faults: Gathering
) -> KnownNames:
    """Collect what tables may speak of: what stands in the file, and in those it includes."""
    before = {name: text for part in inner for name, text in part.definitions.items()}
    written = entries(tree, "definitions")
    wrong = frozenset(entries(tree, "metrics")) - frozenset(base.metrics)
    base = evolve(base, known=before, broken=wrong)
    own = read_definitions(written, base, faults)
    sources = {name: one for part in inner for name, one in part.claims.sources}
    broken = wrong | {f"{MARK}{name}" for name in written if name not in own}
    return KnownNames(
        {**sources, **entries(tree, "data")}, evolve(base, known={**before, **own}, broken=broken)
    )


def join_includes(
    own: FileParts, inner: Sequence[LocatedClaims], file: str, lines: Mapping[Place, int]
) -> LocatedClaims:
    """Join a file with what it includes: its own parts first.

    >>> join_includes(FileParts({}, (), (), "a", {}), (), "c.toml", {}).claims.title
    'a'
    """
    beside = Claims(
        sources=(
            *own.sources.items(),
            *(one for part in inner for one in part.claims.sources),
        ),
        tables=(*own.tables, *(one for part in inner for one in part.claims.tables)),
        title=own.title,
        claims=(*own.claims, *(one for part in inner for one in part.claims.claims)),
    )
    tables = (Origin(file, ("table", at), lines) for at in range(len(own.tables)))
    others = (Origin(file, ("claim", at), lines) for at in range(len(own.claims)))
    sources = (Origin(file, ("data", name), lines) for name in own.sources)
    names = tuple(table.name for table in own.tables)
    place = Origin(file, ("unconfirmed",), lines)
    drafts = () if own.draft is None else (LocatedDraft(own.draft, place, names),)
    return LocatedClaims(
        with_units(beside),
        (*tables, *(one for part in inner for one in part.tables)),
        (*others, *(one for part in inner for one in part.others)),
        (*sources, *(one for part in inner for one in part.sources)),
        own.definitions,
        own.metrics,
        (file, *(one for part in inner for one in part.files)),
        (*drafts, *(one for part in inner for one in part.drafts)),
    )


def check_joined(located: LocatedClaims, own: int, faults: Gathering) -> None:
    """Note what only the whole can tell: ids that repeat, and operands that nothing is."""
    check_claims(located.claims, own, faults)


def rebase_paths(located: LocatedClaims, folder: PurePath) -> LocatedClaims:
    """Rewrite the paths of an included file, so that they start where the outer file stands.

    >>> source = Source(path="runs.jsonl")
    >>> inner = LocatedClaims(Claims(sources=(("runs", source),), tables=()))
    >>> rebase_paths(inner, PurePath("parts")).claims.source("runs").path
    'parts/runs.jsonl'
    """

    def path(text: str) -> str:
        return (folder / text).as_posix() if text and folder != PurePath() else text

    claims = located.claims
    return evolve(
        located,
        claims=evolve(
            claims,
            sources=tuple((name, _moved_source(one, path)) for name, one in claims.sources),
            tables=tuple(_moved_table(table, path(table.at), folder) for table in claims.tables),
            claims=tuple(evolve(claim, at=path(claim.at)) for claim in claims.claims),
        ),
        drafts=tuple(
            evolve(one, draft=evolve(one.draft, file=path(one.draft.file)))
            for one in located.drafts
        ),
    )


def _moved_source(source: Source, path: Callable[[str], str]) -> Source:
    labels = source.labels
    return evolve(
        source,
        path=path(source.path),
        predictions=path(source.predictions),
        labels=None if labels is None else evolve(labels, path=path(labels.path)),
    )


def _moved_table(table: Table, at: str, folder: PurePath) -> Table:
    rows = tuple(
        evolve(row, at=(folder / row.at).as_posix()) if row.at else row for row in table.rows
    )
    return evolve(table, at=at, rows=rows)


def _check_digests(sources: Mapping[str, Source | None], faults: Gathering) -> None:
    hint = "pin = true asks for the digest of every file of data"
    for name, source in sources.items():
        if source is None:
            continue
        if not source.sha256:
            place = ("data", name, "sha256")
            faults.add(place, got="nothing", expected="64 hexadecimal digits", hint=hint)
        if source.predictions and not source.predictions_sha256:
            place = ("data", name, "predictions_sha256")
            faults.add(place, got="nothing", expected="64 hexadecimal digits", hint=hint)
        if source.labels is not None and not source.labels.sha256:
            within = ("data", name, "labels", "sha256")
            faults.add(within, got="nothing", expected="64 hexadecimal digits", hint=hint)


def _check_names(tables: list[Table | None], faults: Gathering) -> None:
    names = [table and table.name for table in tables]
    for at, name in enumerate(names):
        if name is not None and name in names[:at]:
            hint = f"table[{names.index(name)}] has it: reports and --table tell tables by name"
            place = ("table", at, "name")
            faults.add(place, got=f"{seen(name)} again", expected="another name", hint=hint)


def _check_inner(
    data: Mapping[str, object],
    tables: Sequence[Table | None],
    inner: Sequence[LocatedClaims],
    faults: Gathering,
) -> None:
    """Note names that two of the files have."""
    sources = {name: part.files[0] for part in inner for name, _ in part.claims.sources}
    called = {table.name: part.files[0] for part in inner for table in part.claims.tables}
    for name in data:
        if name in sources:
            _again(("data", name), name, sources[name], faults)
    for at, table in enumerate(tables):
        if table is not None and table.name in called:
            _again(("table", at, "name"), table.name, called[table.name], faults)


def _again(place: Place, name: str, file: str, faults: Gathering) -> None:
    hint = f"{file} has it, which is included"
    faults.add(place, got=f"{seen(name)} again", expected="another name", hint=hint)
