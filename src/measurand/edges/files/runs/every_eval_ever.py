"""Records of Every Eval Ever as runs: an aggregate document, and the file of instances it names.

The file of instances is looked for by its path below the folders above the record, and beside the
record. Its digest and number of rows are held to what the record says.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import nan
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from measurand.auditing.runs.every_eval_ever import (
    HARNESS,
    CountRecipe,
    ErrorRecipe,
    FileRecipe,
    MeanRecipe,
    Result,
    Units,
    copied_rows,
    impossible,
    shared_errors,
)
from measurand.edges.files.events import ReadOptions, Rest
from measurand.edges.files.files import read_within
from measurand.edges.files.json.floats import decode_floats, value_of
from measurand.edges.files.json.value import FaultError, Json, Number, expected, wrong
from measurand.edges.files.lines import read_lines
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding, scalar_id
from measurand.evidence.runs import (
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
from measurand.inference.lm_eval import DEFAULTS, Aggregation
from measurand.values.fault import shown

_RECORD = "a record of Every Eval Ever"
_NO_MEANS = frozenset(
    {
        *(name for name, how in DEFAULTS.items() if how is not Aggregation.MEAN),
        *("std", "var", "stderr", "bootstrap_stderr", "median", "lower", "upper", "auc", "elo"),
        *("mcc", "perplexity", "rouge", "pass_at_k", "win_rate", "rating", "kappa"),
    }
)
_MEANS = frozenset({"accuracy", "mean", "exact_match", "acc", "acc_norm"})
_ERRORS = ("_stderr", "_std_err", "standard_error", "_se")
_FOLDERS_UP = 8
_UNITS = (Units.ROWS, Units.ITEMS)
_PERCENT = frozenset({"percent", "percentage", "%"})


def recognises(head: Head) -> bool:
    """Tell a record by its keys.

    >>> recognises(Head(name="a.json", raw=b'{"evaluation_id": "a", "evaluation_results": []}'))
    True
    """
    keys = (b'"evaluation_results"', b'"evaluation_id"')
    return head.raw.lstrip()[:1] == b"{" and all(key in head.raw for key in keys)


def read_record(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read a record with its instances; it is one run.

    Raises FaultError for what is no record, OSError where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        raw = read_within(file, options.max_document_bytes)
    if len(raw) > options.max_document_bytes:
        raise wrong(f"more than {options.max_document_bytes} bytes", "a shorter document")
    value = decode_floats(raw, max_depth=options.max_depth)
    yield _Record(holding(value, ("evaluation_results",), _RECORD), path, name, options).run()


@frozen
class _Instances:
    """The rows of the file of instances."""

    attempts: tuple[Attempt, ...]
    values: Mapping[str, list[tuple[str, Value]]]
    rows: int
    digest: str
    remarks: tuple[Remark, ...]


class _Record:
    def __init__(
        self, document: dict[str, Json], path: Path, name: str, options: ReadOptions
    ) -> None:
        self.document, self.path, self.name, self.options = document, path, name, options
        self.tool = _text(_dict(document.get("eval_library")).get("name"))
        self.results = [
            self.result(one, f"$.evaluation_results[{at}]")
            for at, one in enumerate(_list(document["evaluation_results"]))
        ]

    def result(self, value: Json, place: str) -> Result:
        """Read a number and what stands beside it."""
        held = holding(value, ("score_details",), f"a result in {place}")
        config, details = _dict(held.get("metric_config")), _dict(held["score_details"])
        about = _dict(details.get("uncertainty"))
        interval = _dict(about.get("confidence_interval"))
        name = held.get("evaluation_result_id") or held.get("evaluation_name")
        scorer, _, metric = str(name).rpartition(":")
        score = _number(details.get("score"), f"{place}.score_details.score")
        if score is None:
            raise expected("a number", details.get("score"), path=f"{place}.score_details.score")
        found = about.get("num_samples")
        where = f"{place}.score_details.uncertainty"
        return Result(
            name=str(name),
            scorer=scorer,
            metric=_text(config.get("metric_name")) or metric,
            score=score,
            place=place,
            low=_number(config.get("min_score"), f"{place}.metric_config.min_score"),
            high=_number(config.get("max_score"), f"{place}.metric_config.max_score"),
            error=_number(_dict(about.get("standard_error")).get("value"), where),
            deviation=_number(about.get("standard_deviation"), where),
            lower=_number(interval.get("lower"), where),
            upper=_number(interval.get("upper"), where),
            number=found if isinstance(found, int) and not isinstance(found, bool) else None,
            share=config.get("metric_unit") in {"proportion", *_PERCENT},
            percent=config.get("metric_unit") in _PERCENT,
            falls=config.get("lower_is_better") is True,
        )

    def run(self) -> Run:
        """Put the run together."""
        detailed = _dict(self.document.get("detailed_evaluation_results"))
        instances = self.instances(detailed)
        model = _dict(self.document.get("model_info"))
        tasks = dict.fromkeys(
            _text(_dict(one).get("evaluation_name"))
            for one in _list(self.document["evaluation_results"])
        )
        run = Run(
            file=self.name,
            harness=HARNESS,
            version=_text(self.document.get("schema_version")),
            system=_text(model.get("id")) or _text(model.get("name")),
            task=", ".join(filter(None, tasks)),
            attempts=None if instances is None else instances.attempts,
            values={} if instances is None else instances.values,
            less=frozenset(one.name for one in self.results if one.falls),
        )
        copied = copied_rows(run, self.results)
        aggregates = [one for each in self.results for one in self.of(each, copied)]
        remarks = [] if instances is None else [*instances.remarks]
        total = detailed.get("total_rows")
        if isinstance(total, int) and not isinstance(total, bool):
            aggregates.append(
                Aggregate(
                    name="total_rows",
                    metric="total_rows",
                    printed=float(total),
                    place="$.detailed_evaluation_results.total_rows",
                    statistic=Statistic.COUNT,
                    recipes=(FileRecipe(rows=None if instances is None else instances.rows),),
                )
            )
        remarks += self.remarks(detailed, instances)
        return evolve(run, aggregates=tuple(aggregates), remarks=tuple(remarks))

    def of(self, one: Result, copied: Mapping[str, str]) -> Iterator[Aggregate]:
        """List the numbers of a result: its score, its error, and how many it is of."""
        open_as = _open_as(one, copied)
        yield self.aggregate(
            one,
            "score",
            one.score,
            [
                MeanRecipe(
                    result=one.name,
                    units=each,
                    printed=one.score,
                    open_as=open_as,
                    percent=one.percent,
                )
                for each in _UNITS
            ],
            statistic=Statistic.OTHER if open_as else Statistic.MEAN,
        )
        if one.error is not None:
            clustered = bool(open_as) or not self.tool.startswith("lm_eval")
            yield self.aggregate(
                one,
                "uncertainty.standard_error.value",
                one.error,
                [
                    ErrorRecipe(
                        result=one.name,
                        units=each,
                        printed=one.error,
                        score=one.score,
                        number=one.number,
                        clustered=clustered,
                        percent=one.percent,
                    )
                    for each in _UNITS
                ],
            )
        if one.number is not None:
            counts = [CountRecipe(result=one.name, units=each) for each in _UNITS]
            yield self.aggregate(
                one,
                "uncertainty.num_samples",
                float(one.number),
                counts,
                statistic=Statistic.COUNT,
            )

    @staticmethod
    def aggregate(
        one: Result,
        at: str,
        printed: float,
        recipes: Sequence[Recipe],
        *,
        statistic: Statistic = Statistic.OTHER,
    ) -> Aggregate:
        """Say how a number of a result is made; `at` is its path in the details."""
        metric = at.removeprefix("uncertainty.").removesuffix(".value")
        return Aggregate(
            name=one.name if metric == "score" else f"{one.name}: {metric}",
            metric=one.metric if metric == "score" else metric,
            printed=printed,
            place=f"{one.place}.score_details.{at}",
            column=Column(name=one.name),
            statistic=statistic,
            recipes=tuple(recipes),
        )

    def remarks(
        self, detailed: Mapping[str, Json], instances: "_Instances | None"
    ) -> Iterator[Remark]:
        """Say what is impossible, and what is odd."""
        for one in self.results:
            for says in impossible(one):
                yield Remark(kind="range", says=says, weight=Weight.REFUTES, place=one.place)
            if one.metric.endswith(_ERRORS) or one.name.endswith(_ERRORS):
                says = f"{one.name} is a standard error, and stands as a score"
                yield Remark(
                    kind="error as score", says=says, weight=Weight.REFUTES, place=one.place
                )
        for says in shared_errors(self.results):
            yield Remark(kind="shared error", says=says, weight=Weight.REFUTES)
        names = [one.name for one in self.results]
        for name in dict.fromkeys(one for one in names if names.count(one) > 1):
            scores = {one.score for one in self.results if one.name == name}
            weight = Weight.REFUTES if len(scores) > 1 else Weight.NOTE
            yield Remark(kind="duplicates", says=f"{name} stands there twice", weight=weight)
        if instances is None:
            if detailed:
                says = f"{_text(detailed.get('file_path'))} is not there"
                yield Remark(kind="no instances", says=says)
            return
        said = detailed.get("checksum")
        plain = str(detailed.get("hash_algorithm", "sha256")).lower() == "sha256"
        if isinstance(said, str) and plain and said.lower() != instances.digest:
            says = f"the file of instances has the digest {instances.digest[:12]}, not {said[:12]}"
            yield Remark(
                kind="checksum",
                says=says,
                weight=Weight.REFUTES,
                place="$.detailed_evaluation_results.checksum",
            )
        for name in instances.values.keys() - set(names):
            says = f"{len(instances.values[name])} rows name {shown(name)}, which is no result"
            yield Remark(kind="unlinked rows", says=says)

    def instances(self, detailed: Mapping[str, Json]) -> "_Instances | None":
        """Read the file of instances; None where it is not there.

        Raises FaultError naming the file and line of a row that is none.
        """
        path = self.found(_text(detailed.get("file_path")))
        if path is None:
            return None
        with opened(path, expansion=self.options.max_expansion) as file:
            digest = sha256()
            while block := file.read(2**20):
                digest.update(block)
        values: dict[str, list[tuple[str, Value]]] = {}
        attempts: dict[tuple[str, str], Attempt] = {}
        twice, rows = 0, 0
        seen: set[tuple[str, str, str]] = set()
        with opened(path, expansion=self.options.max_expansion) as file:
            for line in read_lines(file, max_bytes=self.options.max_line_bytes):
                if isinstance(line, Rest) or line.blank:
                    continue
                rows += 1
                try:
                    if not line.whole:
                        most = self.options.max_line_bytes
                        raise wrong("more", f"a line of at most {most} bytes")
                    value = decode_floats(line.content, max_depth=self.options.max_depth)
                    row = holding(value, ("sample_id", "evaluation"), "an instance")
                    item = scalar_id(row["sample_id"], "$.sample_id")
                except FaultError as error:
                    fault = error.fault.at(file=str(path), line=line.number)
                    raise FaultError(fault) from None
                result = _text(row.get("evaluation_result_id")) or _text(row.get("evaluation_name"))
                score = value_of(_dict(row["evaluation"]).get("score"))
                epoch = str(_dict(row.get("metadata")).get("epoch", "1"))
                failed = row.get("error") is not None
                twice += (result, item, epoch) in seen
                seen.add((result, item, epoch))
                if not failed:
                    values.setdefault(result, []).append((item, score))
                before = attempts.get((item, epoch))
                scores = {**(before.scores if before else {}), result: score}
                attempts[item, epoch] = Attempt(
                    item=item,
                    epoch=int(epoch) if epoch.isdigit() and len(epoch) < 9 else 1,  # noqa: PLR2004
                    scores={} if failed else scores,
                    error="an error" if failed else "",
                    content=_text(row.get("sample_hash"))[:16].encode("utf-8", "surrogatepass"),
                )
        says = f"{twice} rows of one sample and epoch stand there more than once"
        remarks = (Remark(kind="duplicate rows", says=says),) if twice else ()
        return _Instances(tuple(attempts.values()), values, rows, digest.hexdigest(), remarks)

    def found(self, named: str) -> Path | None:
        """Find the file of instances: below a folder above the record, or beside it."""
        parts = [part for part in PurePosixPath(named).parts if part not in {"/", "..", "."}]
        if not parts:
            return None
        folders = [self.path.absolute().parent, *self.path.absolute().parents][:_FOLDERS_UP]
        tried = [self.path.parent / parts[-1], *(folder.joinpath(*parts) for folder in folders)]
        return next((path for path in tried if path.is_file()), None)


def _open_as(one: Result, copied: Mapping[str, str]) -> str:
    """Say why a score may be no mean of its rows; empty where it is one."""
    if _last(one.metric) in _NO_MEANS:
        return "it is no mean of its rows"
    if _last(one.metric) in _MEANS:
        return ""
    if one.name in copied:
        return (
            f"its rows are those of {copied[one.name]}, value for value, and it is another number"
            " than their mean"
        )
    return "" if one.share else "it may be no mean of its rows"


def _last(metric: str) -> str:
    return metric.rpartition(".")[2].rpartition(":")[2]


def _number(value: Json, place: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | Number):
        raise expected("a number", value, path=place)
    found = value_of(value)
    return float(found) if isinstance(found, float | int) else nan


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


FORMAT = RunFormat(
    name=HARNESS,
    about="records of Every Eval Ever, with the file of instances that they name",
    files=".json",
    recognises=recognises,
    read=read_record,
)
