"""Results of lm-evaluation-harness as runs: `results_*.json`, and samples of each task beside it.

A file of results is one run for every task, and one for every group. The rows of a task stand in
`samples_TASK_DATE.jsonl` in the same folder; `task_hashes` says which rows belong to which results,
complete and in order, so files that were renamed are found, and rows that were dropped are missed.
Files of before 0.4 name metrics without a filter, and have no rows.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, isnan, nan
from pathlib import Path

from attrs import evolve, frozen

from measurand.auditing.runs.lm_eval import (
    HARNESS,
    NO_ROWS,
    READ,
    ZERO_OR_ONE,
    ErrorOfMeanRecipe,
    GroupCountRecipe,
    RowCountRecipe,
    RowsRecipe,
    Task,
    group_recipes,
    hits_of,
)
from measurand.auditing.runs.own_definitions import Announcement, PairsRecipe, announced
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import read_within
from measurand.edges.files.json.floats import decode_floats, value_of
from measurand.edges.files.json.value import Json, Number, expected, wrong
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.runs.lm_eval_rows import Rows, directed, joined, read_rows
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding
from measurand.evidence.runs import (
    Aggregate,
    Column,
    Recipe,
    Remark,
    Run,
    Statistic,
    Weight,
)
from measurand.inference.lm_eval import DEFAULTS, Aggregation
from measurand.values.fault import shown

_RESULTS = re.compile(rb'"results"\s*:\s*\{\s*(?:\}|"(?:[^"\\]|\\.)*+"\s*:\s*\{)')
_MARKS = (b'"lm_eval_version"', b'"n-shot"', b'"group_subtasks"', b'"bootstrap_iters"', b"_stderr")
_DATED = re.compile(r"results_(?P<date>.+)\.json(?:\.gz|\.zst)?")
_FOLDERS = frozenset("/\\\0")
_ABOUT = frozenset({"alias", "name", "sample_len", "sample_count", " ", ""})
_STDERR = "_stderr"
_NOT_THERE = "N/A"
_ROUNDED = 6
"""A file none of whose numbers has more decimals than that prints rounded numbers."""
_MOST_FILES = 10_000
_DEEPEST_GROUP = 20
_MOST_ROWS = 100_000
"""Of more rows than that almost any share is one."""
_LONGEST_NAME = 200


def recognises(head: Head) -> bool:
    """Tell results by their first keys.

    >>> recognises(Head(name="r.json", raw=b'{"results": {"t": {"acc_stderr,none": 0.1}}}'))
    True
    """
    start = head.raw.lstrip()[:1] == b"{" and _RESULTS.search(head.raw) is not None
    return start and any(mark in head.raw for mark in _MARKS)


def read_results(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read the runs of a file of results, with their rows where these stand beside it.

    Raises FaultError for what is no such file, OSError where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        raw = read_within(file, options.max_document_bytes)
    if len(raw) > options.max_document_bytes:
        raise wrong(f"more than {options.max_document_bytes} bytes", "a shorter document")
    document = holding(
        decode_floats(raw, max_depth=options.max_depth), ("results",), "results of lm-eval"
    )
    yield from _Results(document, path, name, options).runs()


@frozen
class _Cell:
    """A printed number of a row of results: its metric, filter, and value."""

    key: str
    metric: str
    filter: str
    value: float

    @property
    def column(self) -> str:
        """Name the rows that it is of."""
        return joined(self.metric.removesuffix(_STDERR), self.filter)


def _cells(row: Mapping[str, Json], place: str) -> Iterator[_Cell]:
    """List the numbers of a row; what stands under other keys is no number of samples."""
    for key, value in row.items():
        metric, _, name = key.partition(",")
        if key in _ABOUT or not metric.strip():
            continue
        if value == _NOT_THERE or value is None:
            number = nan
        elif isinstance(value, int | Number) and not isinstance(value, bool):
            found = value_of(value)
            number = float(found) if isinstance(found, float | int) else nan
        elif isinstance(value, str | list | dict | bool):
            if metric.endswith(_STDERR):
                raise expected("a number or N/A", value, path=f"{place}[{shown(key)}]")
            continue
        yield _Cell(key, metric, name, number)


class _Results:
    """Reads one file of results."""

    def __init__(
        self, document: Mapping[str, Json], path: Path, name: str, options: ReadOptions
    ) -> None:
        self.document, self.path, self.name, self.options = document, path, name, options
        self.results = {
            task: holding(row, (), f"a row of results, {shown(task)}")
            for task, row in _object(document["results"], "$.results").items()
        }
        self.version = _text(document.get("lm_eval_version")) or ""
        self.config = _dict(document.get("config"))
        self.configs = _dict(document.get("configs"))
        self.numbers = _dict(document.get("n-samples"))
        self.subtasks = {
            group: [one for one in _list(tasks) if isinstance(one, str)]
            for group, tasks in _dict(document.get("group_subtasks")).items()
        }
        self.slack = _slack(self.results.values())
        dated = _DATED.fullmatch(path.name)
        self.date = dated["date"] if dated else ""

    def runs(self) -> Iterator[Run]:
        """Give a run for each task, and for each group."""
        groups = {name for name, tasks in self.subtasks.items() if tasks}
        groups |= _dict(self.document.get("groups")).keys()
        for task, row in self.results.items():
            place = f"$.results[{shown(task)}]"
            cells = tuple(_cells(row, place))
            if task in groups:
                yield self.group(task, row, cells, place)
            else:
                yield self.task(task, row, cells, place)

    def run(self, task: str) -> Run:
        """Give what all runs of the file have."""
        model = _text(self.document.get("model_name")) or _text(self.config.get("model_args"))
        return Run(
            file=self.name,
            harness=HARNESS,
            part=task,
            version=self.version,
            system=model or _text(self.config.get("model")) or "",
            task=task,
        )

    def rows_in(self, task: str) -> int | None:
        """Say how many rows a task has, as it is printed."""
        counts = (
            self.results.get(task, {}).get("sample_len"),
            _dict(self.numbers.get(task)).get("effective"),
        )
        return next((n for n in counts if isinstance(n, int) and not isinstance(n, bool)), None)

    def task(self, task: str, row: Mapping[str, Json], cells: Sequence[_Cell], place: str) -> Run:
        """Give the run of a task."""
        rows = self.rows(task)
        planned = _count(_dict(self.numbers.get(task)).get("effective")) or self.rows_in(task)
        original = _count(_dict(self.numbers.get(task)).get("original"))
        run = evolve(
            self.run(task),
            planned=planned,
            logged=None if rows is None else len(rows.attempts),
            attempts=None if rows is None else rows.attempts,
            values={} if rows is None else rows.values,
            beyond="" if rows is None else rows.others,
        )
        remarks = [] if rows is None else [*rows.remarks]
        if original is not None and planned is not None and planned < original:
            says = f"{planned} of {original} documents were asked for"
            remarks.append(Remark(kind="limited", says=says, place=place))
        aggregates = [self.aggregate(task, cell, cells, run, planned, place) for cell in cells]
        if not aggregates:
            remarks.append(self.empty(task, place))
        columns = tuple(dict.fromkeys(cell.column for cell in cells))
        printed = _count(row.get("sample_len"))
        if printed is not None:
            aggregates.insert(0, _sample_len(printed, RowCountRecipe(columns=columns), place))
            remarks += self.unlike(run, printed, columns, place)
        if rows is None:
            remarks += self.impossible(cells, planned, place)
        told = _dict(_dict(self.document.get("higher_is_better")).get(task))
        hows = {one: self.aggregation(task, one.partition(",")[0]) for one in columns}
        return evolve(directed(run, told, hows), aggregates=(*aggregates,), remarks=(*remarks,))

    def aggregation(self, task: str, metric: str) -> Aggregation | Announcement | str:
        """Say how a metric is aggregated: as the task says, or by default; else why not."""
        for one in _list(_dict(self.configs.get(task)).get("metric_list")):
            listed = _dict(one)
            # A function of ours may be the metric too, and then stands there as it is written.
            ours = announced(str(listed.get("metric")))
            if metric in {listed.get("metric"), ours and ours.name} and "aggregation" in listed:
                named = listed["aggregation"]
                known = {how.value: how for how in Aggregation}
                if isinstance(named, str) and named in known:
                    return known[named]
                if (own := announced(str(named))) is not None:
                    return own
                return f"the aggregation {shown(str(named)[:60])} is the task's own"
        return DEFAULTS.get(metric, Aggregation.MEAN)

    def aggregate(  # noqa: PLR0913, PLR0917  # a cell with all that its row says
        self,
        task: str,
        cell: _Cell,
        cells: Sequence[_Cell],
        run: Run,
        planned: int | None,
        place: str,
    ) -> Aggregate:
        """Say how a number of a task is made."""
        of_error = cell.metric.endswith(_STDERR)
        metric = cell.metric.removesuffix(_STDERR)
        how = self.aggregation(task, metric)
        recipes: tuple[Recipe, ...] = ()
        unknown = how if isinstance(how, str) else ""
        iters = self.config.get("bootstrap_iters", 100_000)
        times = iters if isinstance(iters, int) and not isinstance(iters, bool) else 0
        if isinstance(how, Aggregation) and run.attempts is not None:
            recipes = (
                RowsRecipe(
                    column=cell.column,
                    how=how,
                    iters=times if of_error else None,
                    version=self.version or READ,
                    planned=planned,
                ),
            )
        elif isinstance(how, Announcement):
            recipes = (
                PairsRecipe(text=how.text, column=cell.column, of_error=of_error, said=how.said),
            )
        elif isinstance(how, Aggregation):
            recipes, unknown = self.without_rows(cell, cells, how, planned, times)
        return Aggregate(
            name=cell.key,
            metric=cell.metric,
            printed=cell.value,
            place=f"{place}[{shown(cell.key)}]",
            column=Column(name=cell.column),
            statistic=_statistic(how, of_error=of_error),
            recipes=recipes,
            unknown=unknown,
        )

    def without_rows(
        self,
        cell: _Cell,
        cells: Sequence[_Cell],
        how: Aggregation,
        planned: int | None,
        iters: int,
    ) -> tuple[tuple[Recipe, ...], str]:
        """Say what follows of a number without rows: the error of a mean, from the mean."""
        metric = cell.metric.removesuffix(_STDERR)
        if not cell.metric.endswith(_STDERR):
            hits = None if planned is None else hits_of(cell.value, planned, self.slack)
            possible = f": {hits} of {planned} is possible" if hits is not None else ""
            plain = how is Aggregation.MEAN and metric in ZERO_OR_ONE
            return (), NO_ROWS + (possible if plain else "")
        mean = next((one.value for one in cells if one.column == cell.column), nan)
        shares = how is Aggregation.MEAN and 0 <= mean <= 1
        if planned is None or not shares or isnan(cell.value) or iters <= 0:
            return (), NO_ROWS
        recipe = ErrorOfMeanRecipe(
            mean=mean,
            printed=cell.value,
            rows=planned,
            slack=self.slack,
            column=cell.column,
            certain=metric in ZERO_OR_ONE,
        )
        return (recipe,), ""

    def impossible(
        self, cells: Sequence[_Cell], planned: int | None, place: str
    ) -> Iterator[Remark]:
        """Name means of zeros and ones that no number of rows up to that printed can have."""
        for cell in cells:
            if cell.metric not in ZERO_OR_ONE or planned is None or isnan(cell.value):
                continue
            if planned > _MOST_ROWS:
                return
            where = f"{place}[{shown(cell.key)}]"
            if not 0 <= cell.value <= 1:
                says = f"{cell.key} is {cell.value:g}, and counts zeros and ones"
                yield Remark(kind="range", says=says, weight=Weight.REFUTES, place=where)
            elif hits_of(cell.value, planned, self.slack) is None:
                fewer = [
                    n for n in range(1, planned) if hits_of(cell.value, n, self.slack) is not None
                ]
                if not fewer:
                    says = f"{cell.key} is {cell.value!r}: no share of {planned} rows or fewer"
                    yield Remark(kind="grain", says=says, weight=Weight.REFUTES, place=where)

    def unlike(
        self, run: Run, printed: int, columns: Iterable[str], place: str
    ) -> Iterator[Remark]:
        """Name metrics of fewer rows than `sample_len` says."""
        for column in columns:
            found = len(run.values.get(column, ())) if run.attempts is not None else printed
            if 0 < found < printed:
                says = (
                    f"{column} is of {found} rows, and sample_len is {printed}:"
                    f" a group weighs it by {printed}"
                )
                yield Remark(kind="fewer rows", says=says, place=place)

    def empty(self, task: str, place: str) -> Remark:
        """Say that a row prints no number."""
        below = ", ".join(
            sorted(
                {
                    cell.metric
                    for one in self.leaves(task)
                    for cell in _cells(self.results.get(one, {}), "")
                    if not cell.metric.endswith(_STDERR)
                }
            )[:5]
        )
        told = f", whose tasks have {below}" if below else ""
        says = f"empty aggregate: {task}{told}, prints no number: is its metric one of theirs?"
        return Remark(kind="empty aggregate", says=says, weight=Weight.OPEN, place=place)

    def leaves(self, group: str) -> list[str]:
        """List the tasks of a group and of the groups in it, each once."""
        found: dict[str, None] = {}
        waiting = [(group, 0)]
        while waiting:
            one, deep = waiting.pop()
            inner = self.subtasks.get(one) or []
            if inner and deep < _DEEPEST_GROUP:
                waiting += [(each, deep + 1) for each in reversed(inner)]
            elif one != group:
                found[one] = None
        return list(found)

    def group(self, group: str, row: Mapping[str, Json], cells: Sequence[_Cell], place: str) -> Run:
        """Give the run of a group."""
        leaves = {
            leaf: {cell.key: cell.value for cell in _cells(self.results[leaf], "")}
            for leaf in self.leaves(group)
            if leaf in self.results
        }
        aggregates = [self.of_group(cell, leaves, place) for cell in cells]
        printed = _count(row.get("sample_len"))
        sizes = [self.rows_in(leaf) for leaf in leaves]
        if printed is not None and sizes and None not in sizes:
            recipe = GroupCountRecipe(rows=tuple(size or 0 for size in sizes))
            aggregates.insert(0, _sample_len(printed, recipe, place))
        remarks = [] if cells else [self.empty(group, place)]
        remarks += self.said_twice(group, cells)
        return evolve(self.run(group), aggregates=tuple(aggregates), remarks=tuple(remarks))

    def of_group(
        self, cell: _Cell, leaves: Mapping[str, Mapping[str, float]], place: str
    ) -> Aggregate:
        """Say how a number of a group is made of those of its tasks."""
        errors = joined(f"{cell.metric.removesuffix(_STDERR)}{_STDERR}", cell.filter)
        tasks = tuple(
            Task(
                name=leaf,
                value=held[cell.column],
                error=held.get(errors, nan),
                rows=self.rows_in(leaf),
            )
            for leaf, held in leaves.items()
            if cell.column in held
        )
        recipes = group_recipes(
            cell.column,
            tasks,
            of_error=cell.metric.endswith(_STDERR),
            slack=self.slack,
            version=self.version or READ,
        )
        return Aggregate(
            name=cell.key,
            metric=cell.metric,
            printed=cell.value,
            place=f"{place}[{shown(cell.key)}]",
            column=Column(name=cell.column),
            statistic=Statistic.OTHER,
            recipes=tuple(recipes) if tasks else (),
            unknown="" if tasks else "no task of the group prints this metric",
        )

    def said_twice(self, group: str, cells: Sequence[_Cell]) -> Iterator[Remark]:
        """Name numbers that `groups` repeats, and that are others there."""
        place = f"$.groups[{shown(group)}]"
        for cell in _cells(_dict(_dict(self.document.get("groups")).get(group)), place):
            first = next((one.value for one in cells if one.key == cell.key), cell.value)
            if first != cell.value and not (isnan(first) and isnan(cell.value)):
                says = f"{cell.key} is {first!r} in results and {cell.value!r} in groups"
                yield Remark(kind="two numbers", says=says, weight=Weight.REFUTES, place=place)

    def rows(self, task: str) -> Rows | None:
        """Read the rows of a task, which stand beside the results; None where there are none."""
        expected_hash = _text(_dict(self.document.get("task_hashes")).get(task))
        if len(task) > _LONGEST_NAME or not _FOLDERS.isdisjoint(task):
            return None
        own = self.path.parent / f"samples_{task}_{self.date}.jsonl"
        if own.is_file():
            return self.read(task, own, expected_hash)
        if expected_hash is None:
            return None
        # Files that were renamed are told by what is in them.
        some = sorted(self.path.parent.glob("samples_*.jsonl"))[:_MOST_FILES]
        for path in (one for one in some if one.name.startswith(f"samples_{task}")):
            found = self.read(task, path, expected_hash)
            if not found.others:
                return found
        return None

    def read(self, task: str, path: Path, expected_hash: str | None) -> Rows:
        """Read a file of rows of a task."""
        return read_rows(path, _dict(self.configs.get(task)), expected_hash, self.options)


def _sample_len(printed: int, recipe: Recipe, place: str) -> Aggregate:
    return Aggregate(
        name="sample_len",
        metric="sample_len",
        printed=float(printed),
        place=f"{place}.sample_len",
        statistic=Statistic.COUNT,
        recipes=(recipe,),
    )


def _statistic(how: Aggregation | Announcement | str, *, of_error: bool) -> Statistic:
    if of_error:
        return Statistic.STDERR
    return Statistic.MEAN if how is Aggregation.MEAN else Statistic.OTHER


def _slack(rows: Iterable[Mapping[str, Json]]) -> float:
    """Say how far a number may be from what is printed: half a unit, where all are rounded."""
    texts = [str(value) for row in rows for value in row.values() if isinstance(value, Number)]
    decimals = [_decimals(text) for text in texts]
    most = max(decimals, default=inf)
    return 0.5 * 10.0**-most if len(texts) > 1 and most <= _ROUNDED else 0.0


def _decimals(text: str) -> float:
    plain = text.lower()
    return inf if "e" in plain else len(plain.partition(".")[2])


def _object(value: Json, place: str) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise expected("an object", value, path=place)
    return value


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _count(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


FORMAT = RunFormat(
    name=HARNESS,
    about="results of lm-evaluation-harness, with samples_*.jsonl beside them",
    files="results_*.json",
    recognises=recognises,
    read=read_results,
)
