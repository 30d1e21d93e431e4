"""Logs of inspect_ai as runs: `.eval` archives and `.json` documents, whole or without samples.

Of each sample only what numbers are made of is kept: its id, its scores, what went wrong, the
metadata that a metric asks for. Messages and events are passed over as bytes, so an archive of
gigabytes needs the memory of one sample and a few numbers for each.

Python writes NaN bare, and so it stands in scores, reductions and metrics. It is kept apart from
null here, for a metric drops NaN, and takes null for 0.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from math import nan
from pathlib import Path
from typing import BinaryIO

import msgspec
from attrs import evolve, frozen

from measurand.auditing.runs.inspect_ai import (
    COUNTING,
    HARNESS,
    UNREDUCED,
    CountRecipe,
    Errored,
    InspectRecipe,
    View,
    column_of,
    is_nan,
    not_understood,
    number_of,
    values_given,
)
from measurand.auditing.runs.own_definitions import OURS, PairOf, PairsRecipe
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import read_within
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    decode,
    depth,
    encode,
    expected,
    wrong,
)
from measurand.edges.files.runs.json_floats import spelled, value_of
from measurand.edges.files.runs.run_format import RunFormat
from measurand.edges.files.samples.compression import (
    END,
    LOCAL,
    Member,
    members_of,
    read_member,
)
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding, reason, scalar_id
from measurand.evidence.runs import (
    NOTHING,
    Aggregate,
    Attempt,
    Column,
    Recipe,
    Remark,
    Run,
    Statistic,
    Value,
    Weight,
)
from measurand.values.fault import shown

_SAMPLE = re.compile(r"samples/.+_epoch_([0-9]{1,9})\.json", re.DOTALL)
_CHUNKED = re.compile(r"samples/.+_epoch_[0-9]{1,9}/sample\.json", re.DOTALL)
_HEADER, _START, _REDUCTIONS = "header.json", "_journal/start.json", "reductions.json"
_MEMBERS = frozenset((_HEADER, _REDUCTIONS, "summaries.json", "results.json"))
_LOG = "a log of inspect_ai"
_NEWEST = 2
"""The newest version of the layout of logs that is known."""
_KNOWN = "0.3.137 to 0.3.285"
_MEAN_SINCE = (0, 3, 43)
_NULL = b"null"
_NONE = frozenset({""})
_COMPLETED = ", without those that errors ended"
_OF_DATA = "sample_metadata"
_ATTACHED = re.compile("(?:attachment|tc)://")


_SPENT = {
    "input_tokens": "input tokens",
    "output_tokens": "output tokens",
    "total_cost": "cost",
}


class _Parts(msgspec.Struct):
    """What is read of a sample; all else is passed over."""

    id: msgspec.Raw = msgspec.Raw(b"null")
    epoch: msgspec.Raw = msgspec.Raw(b"1")
    input: msgspec.Raw = msgspec.Raw(b"null")
    target: msgspec.Raw = msgspec.Raw(b"null")
    scores: msgspec.Raw = msgspec.Raw(b"null")
    metadata: msgspec.Raw = msgspec.Raw(b"null")
    error: msgspec.Raw = msgspec.Raw(b"null")
    limit: msgspec.Raw = msgspec.Raw(b"null")
    invalidation: msgspec.Raw = msgspec.Raw(b"null")


class _Document(msgspec.Struct):
    """A log as one document: its samples stay bytes."""

    version: msgspec.Raw = msgspec.Raw(b"1")
    status: msgspec.Raw = msgspec.Raw(b"null")
    eval: msgspec.Raw = msgspec.Raw(b"null")
    results: msgspec.Raw = msgspec.Raw(b"null")
    reductions: msgspec.Raw = msgspec.Raw(b"null")
    invalidated: msgspec.Raw = msgspec.Raw(b"null")
    error: msgspec.Raw = msgspec.Raw(b"null")
    stats: msgspec.Raw = msgspec.Raw(b"null")
    samples: list[msgspec.Raw] | None = None


_SAMPLES = msgspec.json.Decoder(_Parts)
_DOCUMENTS = msgspec.json.Decoder(_Document)


@frozen
class _Header:
    """What a log says of itself, decoded."""

    version: Json
    status: str
    eval: Mapping[str, Json]
    results: Mapping[str, Json]
    invalidated: bool
    error: Json
    usage: Mapping[str, float]


def read_inspect_log(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read a log; it is one run.

    Raises FaultError for a log that is cut, of a later layout, or has samples in pieces; OSError
    where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        archived = file.peek(4)[:4] in {LOCAL, END}
        if not archived:
            raw = read_within(file, options.max_document_bytes)
    if archived:
        with path.open("rb") as packed:
            yield _of_archive(packed, name, options)
        return
    if len(raw) > options.max_document_bytes:
        got = f"more than {options.max_document_bytes} bytes"
        raise wrong(got, "a shorter document", "convert the log to .eval, which is read in pieces")
    yield _of_document(spelled(raw), name, options)


def _of_document(raw: bytes, name: str, options: ReadOptions) -> Run:
    try:
        parts = _DOCUMENTS.decode(raw)
    except (ValueError, RecursionError):
        holding(decode(raw, max_depth=options.max_depth), ("status", "eval"), _LOG)
        raise wrong("keys of other types", _LOG, "is this a log of another program?") from None
    _shallow(raw, options)
    header = _header(
        {
            key: decode(bytes(getattr(parts, key)), max_depth=options.max_depth)
            for key in ("version", "status", "eval", "results", "invalidated", "error", "stats")
        },
        "$",
    )
    reader = _Reader(header, name, options)
    attempts = [
        reader.attempt(bytes(one), f"$.samples[{at}]") for at, one in enumerate(parts.samples or ())
    ]
    reductions = decode(bytes(parts.reductions), max_depth=options.max_depth)
    return reader.run(attempts or None, reductions)


def _shallow(raw: bytes, options: ReadOptions) -> None:
    """Refuse what nests deeper than reading allows, wherever in the document it stands."""
    if (levels := depth(raw)) > options.max_depth:
        raise wrong(f"{levels} levels", f"nesting of at most {options.max_depth} levels")


def _of_archive(file: BinaryIO, name: str, options: ReadOptions) -> Run:
    members: dict[str, Member] = {}
    for member in members_of(file):
        if member.name in members:
            raise wrong(f"{shown(member.name)} twice", "names that differ")
        members[member.name] = member
    if chunked := next(filter(_CHUNKED.fullmatch, members), None):
        hint = "write the log anew with the version of inspect_ai that made it, one a sample"
        raise wrong(f"{shown(chunked)}, a sample in pieces", "a member for every sample", hint)
    if foreign := next((one for one in members if not _own(one)), None):
        # A name that was spoilt would hide a sample, and all its numbers would be accused.
        hint = "was the archive spoilt, or is it of a later version?"
        raise wrong(shown(foreign), f"members of {_LOG}", hint)

    def content(member: str) -> bytes:
        most, expansion = options.max_document_bytes, options.max_expansion
        return spelled(read_member(file, members[member], most=most, expansion=expansion))

    def decoded(member: str) -> Json:
        with _inside(member):
            return decode(content(member), max_depth=options.max_depth)

    if _HEADER in members:
        header = _header(decoded(_HEADER), _HEADER)
    elif _START in members:
        header = _header({**holding(decoded(_START), ("eval",), _LOG), "status": "started"}, _START)
    else:
        names = ", ".join(shown(one) for one in sorted(members)[:5])
        raise wrong(f"an archive with {names or 'nothing'}", f"{_HEADER} of {_LOG}")
    reader = _Reader(header, name, options)
    # Members stand in the order in which samples ended: epochs are put in theirs.
    named = sorted((int(m[1]), one) for one in members if (m := _SAMPLE.fullmatch(one)))
    attempts = []
    for epoch, one in named:
        with _inside(one):
            attempts.append(reader.attempt(content(one), one, epoch))
    reductions = decoded(_REDUCTIONS) if _REDUCTIONS in members else None
    return reader.run(attempts or None, reductions)


def _own(member: str) -> bool:
    known = member in _MEMBERS or member.startswith("_journal/")
    return known or _SAMPLE.fullmatch(member) is not None


@contextmanager
def _inside(member: str) -> Iterator[None]:
    """Name the member of what is wrong in it."""
    try:
        yield
    except FaultError as error:
        path = error.fault.path
        inside = path if path.startswith(member) else f"{member}: {path or '$'}"
        raise FaultError(evolve(error.fault, path=inside)) from None


def _header(value: Json, place: str) -> _Header:
    held = holding(value, ("status", "eval"), f"{_LOG} in {place}")
    version = held.get("version", 1)
    if not isinstance(version, int) or version > _NEWEST:
        hint = "write it anew with `inspect log convert`, or ask for a newer measurand"
        raise expected(f"a log of version 1 or {_NEWEST}", version, path="$.version", hint=hint)
    evaluated, results = held["eval"], held.get("results")
    if not isinstance(evaluated, dict):
        raise expected("what was evaluated", evaluated, path="$.eval")
    if results is not None and not isinstance(results, dict):
        raise expected("results", results, path="$.results")
    return _Header(
        version=version,
        status=str(held["status"]),
        eval=evaluated,
        results=results or {},
        invalidated=held.get("invalidated") is True,
        error=held.get("error"),
        usage=_usage(_dict(held.get("stats")).get("model_usage")),
    )


def _usage(value: Json) -> dict[str, float]:
    """Add up what all models spent: tokens, and cost where it is told."""
    spent: dict[str, float] = {}
    for held in map(_dict, _dict(value).values()):
        for key, name in _SPENT.items():
            found = value_of(held.get(key))
            if isinstance(found, float | int) and not isinstance(found, bool):
                spent[name] = spent.get(name, 0.0) + found
    return spent


@frozen
class _Pair:
    """The gold and the predicted of a sample, and whether an error ended it."""

    item: str
    both: Sequence[Value]
    errored: bool


class _Reader:
    """Reads the parts of one log to a run."""

    def __init__(self, header: _Header, name: str, options: ReadOptions) -> None:
        self.header, self.name, self.options = header, name, options
        self.config = _dict(header.eval.get("config"))
        self.version = str(_dict(header.eval.get("packages")).get(HARNESS, ""))
        parts = [re.match("[0-9]{1,9}", one) for one in self.version.split(".")[:3]]
        self.numbered = tuple(int(one[0]) for one in parts if one)
        self.rows = [_dict(one) for one in _list(header.results.get("scores"))]
        self.asked = frozenset(_keys_asked(self.rows))
        self.pairs: dict[PairOf, list[_Pair]] = {
            _pair(str(row.get("scorer")), _dict(_dict(one).get("params"))): []
            for row in self.rows
            for one in _dict(row.get("metrics")).values()
            if _dict(one).get("group") == OURS
        }

    def decoded(self, raw: msgspec.Raw) -> Json:
        content = bytes(raw)
        return None if content == _NULL else decode(content, max_depth=self.options.max_depth)

    def attempt(self, raw: bytes, place: str, epoch: int | None = None) -> Attempt:
        """Read a sample; `epoch` is what the name of its member says."""
        try:
            parts = _SAMPLES.decode(raw)
        except (ValueError, RecursionError):
            value = decode(raw, max_depth=self.options.max_depth)
            raise expected("a sample of inspect_ai", value, path=place) from None
        raw_id = self.decoded(parts.id)
        at = self.decoded(parts.epoch)
        if not isinstance(at, int) or isinstance(at, bool) or at != (epoch or at):
            told = f"the epoch {epoch}, as its name says" if epoch else "a whole number"
            raise expected(told, at, path=f"{place}: $.epoch" if epoch else f"{place}.epoch")
        scores = _dict(self.decoded(parts.scores))
        metadata = _dict(self.decoded(parts.metadata)) if self.asked else {}
        error, limit = _dict(self.decoded(parts.error)), self.decoded(parts.limit)
        item = scalar_id(raw_id, f"{place}.id")
        self.keep_pairs(item, scores, parts, errored=bool(error))
        return Attempt(
            item=item,
            raw_id=encode(raw_id).decode() if not isinstance(raw_id, str) else "",
            epoch=at,
            scores={key: value_of(_dict(one).get("value")) for key, one in scores.items()},
            before=dict(_edits(scores)) or NOTHING,
            error=reason(error.get("message"), "an error") if error else "",
            limit=reason(_dict(limit).get("type"), "a limit") if limit is not None else "",
            invalid=self.decoded(parts.invalidation) is not None,
            labels={key: value_of(metadata[key]) for key in self.asked if key in metadata}
            or NOTHING,
            content=self.content(parts),
            place=place,
        )

    def keep_pairs(
        self, item: str, scores: Mapping[str, Json], parts: _Parts, *, errored: bool
    ) -> None:
        """Keep what metrics of ours compare in a sample, which stands in no number."""
        for pair, kept in self.pairs.items():
            score = _dict(scores.get(pair.scorer))
            if score and not is_nan(value_of(score.get("value"))):
                told = (pair.gold, pair.predicted)
                of_data = any(one.startswith(_OF_DATA) for one in told)
                held = {_OF_DATA: self.decoded(parts.metadata)} if of_data else {}
                both = [value_of(_part({**score, **held}, one)) for one in told]
                kept.append(_Pair(item, both, errored=errored))

    def content(self, parts: _Parts) -> str:
        """Digest the input and the target, without the ids of messages, which are drawn anew."""
        told = [_texts(self.decoded(one)) for one in (parts.input, parts.target)]
        return sha256(encode(list(told))).hexdigest()[:16]

    def run(self, attempts: Sequence[Attempt] | None, reductions: Json) -> Run:
        """Put a run together of what was read."""
        results, evaluated = self.header.results, self.header.eval
        epochs = self.config.get("epochs")
        run = Run(
            file=self.name,
            harness=HARNESS,
            version=self.version,
            system=str(evaluated.get("model", "")),
            task=str(evaluated.get("task", "")),
            status=self.header.status,
            planned=_count(results.get("total_samples")),
            completed=_count(results.get("completed_samples")),
            logged=_count(results.get("logged_samples")),
            items=_ids(_dict(evaluated.get("dataset")).get("sample_ids")),
            epochs=epochs if isinstance(epochs, int) and epochs > 0 else 1,
            attempts=None if attempts is None else tuple(attempts),
            values={**dict(_stored(reductions)), **({} if attempts is None else self.paired())},
            usage=self.header.usage,
            beyond=self.beyond(),
        )
        if run.logged is not None and run.planned is not None and run.logged < run.planned:
            says = f"the run was ended after {run.logged} of {run.planned} samples"
            run = evolve(run, remarks=(Remark(kind="ended early", says=says),))
        aggregates = tuple(self.aggregates(run))
        remarks = (*run.remarks, *_not_numbers(run, aggregates))
        return evolve(run, aggregates=aggregates, remarks=remarks)

    def paired(self) -> dict[str, Sequence[tuple[str, Value]]]:
        """Give the pairs of metrics of ours: of all samples, and of those that no error ended."""
        return {
            pair.column + which: [(one.item, one.both) for one in kept if all_of or not one.errored]
            for pair, kept in self.pairs.items()
            for which, all_of in (("", True), (_COMPLETED, False))
        }

    def aggregates(self, run: Run) -> Iterator[Aggregate]:
        """List what the log prints: the counts of the whole, and each number of each scorer."""
        for what in ("total_samples", "completed_samples"):
            printed = self.header.results.get(what)
            if printed is not None:
                yield Aggregate(
                    name=what,
                    metric=what,
                    printed=_printed(printed, f"$.results.{what}"),
                    place=f"$.results.{what}",
                    statistic=Statistic.COUNT,
                    recipes=tuple(self.counts(what)),
                )
        names: set[str] = set()
        for at, row in enumerate(self.rows):
            for one in self.of_row(row, f"$.results.scores[{at}]", run):
                name, number = one.name, 1
                while name in names:
                    number += 1
                    name = f"{one.name} ({number})"
                names.add(name)
                yield evolve(one, name=name)

    def counts(self, what: str) -> Iterator[CountRecipe]:
        """Give how samples are counted; where a run is stopped early, not all planned are there."""
        yield CountRecipe(what=what)
        results = self.header.results
        early = any(results.get(key) is not None for key in ("early_stopping", "logged_samples"))
        if what == "total_samples" and early:
            yield CountRecipe(what="planned_samples")

    def of_row(self, row: Mapping[str, Json], place: str, run: Run) -> Iterator[Aggregate]:
        """List the numbers of one scorer, or of one key of its values, in one reduction."""
        scorer, name = str(row.get("scorer", "")), str(row.get("name", ""))
        metrics = {key: _dict(one) for key, one in _dict(row.get("metrics")).items()}
        keyed = name != scorer or isinstance(self.declared(scorer), dict)
        views = self.views(scorer, name if keyed else None, row, metrics, run)
        scored = _count(row.get("scored_samples"))
        partial = _dict(row.get("params")).get("partial_credit") is True
        column = column_of(views[0], run, scored=scored, partial=partial)
        for what in ("scored", "unscored"):
            printed = row.get(f"{what}_samples")
            if printed is not None:
                yield Aggregate(
                    name=f"{column.name}: {what}",
                    metric=what,
                    printed=_printed(printed, f"{place}.{what}_samples"),
                    place=f"{place}.{what}_samples",
                    column=column,
                    statistic=Statistic.COUNT,
                    recipes=tuple(CountRecipe(what=what, view=view) for view in views),
                )
        for key, metric in metrics.items():
            yield self.aggregate(key, metric, f"{place}.metrics.{key}.value", column, views)

    def aggregate(
        self,
        key: str,
        metric: Mapping[str, Json],
        place: str,
        column: Column,
        views: Sequence[View],
    ) -> Aggregate:
        """Say which number a metric is, and by which recipes it is made."""
        group, name = metric.get("group"), str(metric.get("name", key))
        params = {one: value_of(held) for one, held in _dict(metric.get("params")).items()}
        if group == OURS and f"{OURS}/{OURS}" in self.declared_names(column.name):
            return self.of_ours(f"{column.name}: {key}", metric, place, column)
        package, _, plain = str(group or name).rpartition("/")
        part = name if group else ""
        unknown = ""
        if not group and "group_key" in params:
            plain, part = "grouped", name
        if package not in {"", HARNESS} or plain in self.own_metrics(str(column.name)):
            unknown = f"the metric {shown(str(group or name))} is none of inspect_ai's own"
        recipes: tuple[Recipe, ...] = (
            ()
            if unknown
            else tuple(
                InspectRecipe(view=view, metric=plain, options=params, part=each)
                for view in views
                for each in (_glued(part) if not group else [part])
            )
        )
        return Aggregate(
            name=f"{column.name}: {key}",
            metric=plain,
            printed=_printed(metric.get("value"), place),
            place=place,
            column=column,
            statistic=_statistic(plain, part, params),
            part=part,
            options=params,
            recipes=recipes,
            unknown=unknown,
        )

    def of_ours(
        self, name: str, metric: Mapping[str, Json], place: str, column: Column
    ) -> Aggregate:
        """Say how a number of our own definitions is made: as its name says, of pairs."""
        params = _dict(metric.get("params"))
        scorer = str(column.name).partition("/")[0]
        pair, text = _pair(scorer, params), str(metric.get("name"))
        others = ("weights", "groups", "kind", "classes")
        said = ", ".join(one for one in others if params.get(one))
        return Aggregate(
            name=name,
            metric=OURS,
            printed=_printed(metric.get("value"), place),
            place=place,
            column=column,
            part=text,
            recipes=tuple(
                PairsRecipe(text=text, column=pair.column + which, unanswered=_NONE, said=said)
                for which in ("", _COMPLETED)
            ),
        )

    def declared(self, scorer: str) -> Json:
        """Give the metrics that the header declares of a scorer."""
        for one in _list(self.header.eval.get("scorers")):
            if _dict(one).get("name") == scorer:
                return self.header.eval.get("metrics") or _dict(one).get("metrics")
        return None

    def own_metrics(self, column: str) -> frozenset[str]:
        """Name the metrics of a scorer that a package or a user made, under inspect_ai's names."""
        parted = [name.rpartition("/") for name in self.declared_names(column)]
        return frozenset(name for package, _, name in parted if name and package != HARNESS)

    def declared_names(self, column: str) -> list[str]:
        """Name the metrics of a scorer as they were declared, with their packages."""
        declared = self.declared(column.partition("/")[0])
        lists = declared.values() if isinstance(declared, dict) else [declared]
        return [str(_dict(one).get("name", "")) for each in lists for one in _list(each)]

    def has_own(self, scorer: str) -> bool:
        """Tell whether a scorer has metrics of a user, which may see each epoch alone."""
        return bool(self.own_metrics(scorer))

    def old(self) -> bool:
        """Tell whether the version may be one that took the mode of epochs by default."""
        return not self.numbered or self.numbered < _MEAN_SINCE

    def beyond(self) -> str:
        """Say that the version is newer than those that are known; empty where it is not."""
        if self.numbered[:2] <= _MEAN_SINCE[:2]:
            return ""
        return f"{HARNESS} {self.version} is newer than those that are known, {_KNOWN}"

    def views(  # what a row says, and what of it is known
        self,
        scorer: str,
        key: str | None,
        row: Mapping[str, Json],
        metrics: Mapping[str, Mapping[str, Json]],
        run: Run,
    ) -> tuple[View, ...]:
        """List the ways to read a row that the log leaves open, the likeliest first."""
        named = row.get("reducer")
        if isinstance(named, str) and named:
            reducers = [named]
        elif self.config.get("epochs_reducer") == [] or _unreduced(metrics):
            reducers = [UNREDUCED]
        elif run.epochs > 1:
            reducers = ["mean", UNREDUCED] if self.has_own(scorer) else ["mean"]
            reducers += ["mode"] if self.old() else []
        else:
            reducers = ["mean"]
        errored = [Errored.KEPT]
        if any(one.error and scorer in one.scores for one in run.attempts or ()):
            errored.append(Errored.DROPPED)
        return tuple(
            View(
                scorer=scorer,
                key=key,
                reducer=reducer,
                errored=errors,
                short=short,
                threshold=threshold,
            )
            for reducer in reducers
            for threshold in _thresholds(reducer, scorer, key, run)
            for short in ([None, 1.0] if reducer.startswith("pass_at_") else [None])
            for errors in errored
        )


_MOST_THRESHOLDS = 12


def _thresholds(reducer: str, scorer: str, key: str | None, run: Run) -> Sequence[float]:
    """List from which value on an epoch may count as right: 1, or another that a scorer gave."""
    if reducer.rpartition("_")[0] not in COUNTING:
        return (1.0,)
    given = {number_of(one) for one in values_given(run, View(scorer=scorer, key=key))}
    others = sorted(one for one in given if 0 < one != 1)
    return (1.0, *others[:_MOST_THRESHOLDS])


def _unreduced(metrics: Mapping[str, Mapping[str, Json]]) -> bool:
    return any(one.get("group") == "frequency" for one in metrics.values())


def _glued(part: str) -> list[str]:
    """List what a name may be of which old logs glue a number to the end."""
    bare = part.rstrip("0123456789")
    return [part] + [part[:at] for at in range(len(part) - 1, max(len(bare), 1) - 1, -1)]


_STATISTICS = {
    "accuracy": Statistic.MEAN,
    "mean": Statistic.MEAN,
    "var": Statistic.VAR,
    "std": Statistic.STD,
    "frequency": Statistic.SHARE,
    "grouped": Statistic.GROUP,
}


def _statistic(metric: str, part: str, params: Mapping[str, Value]) -> Statistic:
    if metric == "stderr" and "cluster" not in params:
        return Statistic.STDERR
    if metric in {"ci", "ci_wilson"} and part in {"lower", "upper"}:
        return Statistic.LOWER if part == "lower" else Statistic.UPPER
    return _STATISTICS.get(metric, Statistic.OTHER)


def _not_numbers(run: Run, aggregates: Iterable[Aggregate]) -> Iterator[Remark]:
    """Say which values count as 0 in a mean since they are no number."""
    for one in aggregates:
        recipe = one.recipes[0] if one.recipes else None
        if one.statistic is not Statistic.MEAN or not isinstance(recipe, InspectRecipe):
            continue
        nulls = sum(value is None for value in values_given(run, recipe.view))
        if nulls:
            says = f"{one.name}: {nulls} values are null, and count as 0"
            yield Remark(kind="null as 0", says=says, place=one.place)
        labels = Counter(not_understood(run, recipe.view))
        if labels:
            named = ", ".join(f"{shown(name)} {count}" for name, count in labels.most_common(5))
            says = f"{one.name}: {labels.total()} values are no number and count as 0: {named}"
            yield Remark(kind="labels as 0", says=says, weight=Weight.OPEN, place=one.place)


def _pair(scorer: str, params: Mapping[str, Json]) -> PairOf:
    """Say which parts of scores a metric of ours compares."""
    told = {key: str(params[key]) for key in ("gold", "predicted") if params.get(key)}
    return PairOf(scorer, **told)


def _part(held: Mapping[str, Json], part: str) -> Json:
    """Take a part of a score; what is not there, or is a text kept elsewhere, is no label."""
    name, _, key = part.partition(".")
    found = _dict(held.get(name)).get(key, {}) if key else held.get(name)
    return {} if isinstance(found, str) and _ATTACHED.match(found) else found


def _ids(value: Json) -> tuple[str, ...] | None:
    ids = _list(value)
    return tuple(map(str, ids)) if ids else None


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _printed(value: Json, place: str) -> float:
    """Take a printed number; null is written by some where there is none."""
    found = value_of(value)
    if found is None:
        return nan
    if isinstance(found, bool) or not isinstance(found, float | int):
        raise expected("a number", value, path=place)
    return float(found)


def _keys_asked(rows: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """Give the keys of metadata by which metrics group or cluster."""
    left: list[Json] = [
        _dict(one).get("params") for row in rows for one in _dict(row.get("metrics")).values()
    ]
    while left:
        for name, value in _dict(left.pop()).items():
            if name in {"cluster", "group_key"} and isinstance(value, str):
                yield value
            left.append(value)


def _edits(scores: Mapping[str, Json]) -> Iterator[tuple[str, Value]]:
    """Give the first value of each score that was edited."""
    for name, score in scores.items():
        history = _list(_dict(score).get("history"))
        if history and "value" in _dict(history[0]):
            first, now = (value_of(_dict(one).get("value")) for one in (history[0], score))
            if first != now and not (is_nan(first) and is_nan(now)):
                yield name, first


def _stored(reductions: Json) -> Iterator[tuple[str, Sequence[tuple[str, Value]]]]:
    """Give the values after epochs, by scorer and reducer."""
    for one in _list(reductions):
        held = _dict(one)
        samples = [_dict(sample) for sample in _list(held.get("samples"))]
        named = f"{held.get('scorer')}/{held.get('reducer') or 'mean'}"
        yield named, [(str(each.get("sample_id")), value_of(each.get("value"))) for each in samples]


def _texts(value: Json) -> Json:
    """Take messages without what is drawn anew in each run."""
    if isinstance(value, list):
        return [_texts(one) for one in value]
    if isinstance(value, dict):
        return {key: _texts(one) for key, one in value.items() if key != "id"}
    return value


def recognises(head: Head) -> bool:
    """Tell a log by the members of an archive, or by the first keys of a document.

    >>> recognises(Head(name="a.json", raw=b'{"version": 2, "status": "success", "eval": {}}'))
    True
    """
    members = {_HEADER, _START}
    if head.raw.startswith(LOCAL):
        inside = any(one in members or _SAMPLE.fullmatch(one) for one in head.entries)
        return inside or not head.entries
    start = head.raw.lstrip()
    keyed = all(key in start[:400] for key in (b'"version"', b'"status"', b'"eval"'))
    return start[:1] == b"{" and keyed


FORMAT = RunFormat(
    name=HARNESS,
    about="logs of inspect_ai",
    files=".eval, .json",
    recognises=recognises,
    read=read_inspect_log,
)
