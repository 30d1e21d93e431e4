"""The header of a log of inspect_ai: what ran, how its epochs were reduced, what was printed.

A log says so itself, in one document without its samples. What decides how numbers were made stands
here too: the version of the tool, which of its metrics are those of a user, and which metadata of
samples they ask for.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from measurand.auditing.runs.inspect_metrics import HARNESS, PERPLEXITY
from measurand.auditing.runs.inspect_views import told_beside
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import Json, expected
from measurand.edges.files.samples.tool_logs import holding

LOG = "a log of inspect_ai"
_NEWEST = 2
"""The newest version of the layout of logs that is known."""
_KNOWN = "0.3.137 to 0.3.285"
_MEAN_SINCE = (0, 3, 43)
_SPENT = {
    "input_tokens": "input tokens",
    "output_tokens": "output tokens",
    "total_cost": "cost",
}


@frozen(kw_only=True)
class Header:
    """What a log says of itself.

    `version` is that of the tool, `items` are the ids to be tried, `rows` those of printed numbers;
    `grouped` are the keys of metadata by which metrics group or cluster, `told` what a scorer tells
    beside its values and a metric asks for.
    """

    status: str
    eval: Mapping[str, Json]
    results: Mapping[str, Json]
    usage: Mapping[str, float]
    version: str
    items: tuple[str, ...] | None
    rows: tuple[Mapping[str, Json], ...]
    grouped: frozenset[str]
    told: Mapping[str, tuple[str, ...]]

    @property
    def config(self) -> Mapping[str, Json]:
        """Give how it was run."""
        return dict_of(self.eval.get("config"))

    @property
    def epochs(self) -> int:
        """Say how often each item was to be tried."""
        said = self.config.get("epochs")
        return said if isinstance(said, int) and said > 0 else 1

    @property
    def _numbered(self) -> tuple[int, ...]:
        parts = [re.match("[0-9]{1,9}", one) for one in self.version.split(".")[:3]]
        return tuple(int(one[0]) for one in parts if one)

    @property
    def old(self) -> bool:
        """Tell whether the version may be one that took the mode of epochs by default."""
        return not self._numbered or self._numbered < _MEAN_SINCE

    @property
    def beyond(self) -> str:
        """Say that the version is newer than those that are known; empty where it is not."""
        if self._numbered[:2] <= _MEAN_SINCE[:2]:
            return ""
        return f"{HARNESS} {self.version} is newer than those that are known, {_KNOWN}"

    def declared(self, scorer: str) -> Json:
        """Give the metrics that are declared of a scorer."""
        for one in list_of(self.eval.get("scorers")):
            if dict_of(one).get("name") == scorer:
                return self.eval.get("metrics") or dict_of(one).get("metrics")
        return None

    def declared_names(self, scorer: str) -> list[str]:
        """Name the metrics of a scorer as they were declared, with their packages."""
        declared = self.declared(scorer)
        lists = declared.values() if isinstance(declared, dict) else [declared]
        return [str(dict_of(one).get("name", "")) for each in lists for one in list_of(each)]

    def own_metrics(self, scorer: str) -> frozenset[str]:
        """Name the metrics of a scorer that a package or a user made, under inspect_ai's names."""
        parted = [name.rpartition("/") for name in self.declared_names(scorer)]
        return frozenset(name for package, _, name in parted if name and package != HARNESS)


def header_of(value: Json, place: str) -> Header:
    """Read the header.

    Raises FaultError where it is none, or of a later layout.
    """
    held = holding(value, ("status", "eval"), f"{LOG} in {place}")
    version = held.get("version", 1)
    if not isinstance(version, int) or version > _NEWEST:
        hint = "write it anew with `inspect log convert`, or ask for a newer measurand"
        raise expected(f"a log of version 1 or {_NEWEST}", version, path="$.version", hint=hint)
    evaluated, results = held["eval"], held.get("results")
    if not isinstance(evaluated, dict):
        raise expected("what was evaluated", evaluated, path="$.eval")
    if results is not None and not isinstance(results, dict):
        raise expected("results", results, path="$.results")
    rows = tuple(dict_of(one) for one in list_of((results or {}).get("scores")))
    ids = list_of(dict_of(evaluated.get("dataset")).get("sample_ids"))
    return Header(
        status=str(held["status"]),
        eval=evaluated,
        results=results or {},
        usage=_usage(dict_of(held.get("stats")).get("model_usage")),
        version=str(dict_of(evaluated.get("packages")).get(HARNESS, "")),
        items=tuple(map(str, ids)) or None,
        rows=rows,
        grouped=frozenset(_keys_asked(rows)),
        told=dict(_told(rows)),
    )


def _usage(value: Json) -> dict[str, float]:
    """Add up what all models spent: tokens, and cost where it is told."""
    spent: dict[str, float] = {}
    for held in map(dict_of, dict_of(value).values()):
        for key, name in _SPENT.items():
            found = value_of(held.get(key))
            if isinstance(found, float | int) and not isinstance(found, bool):
                spent[name] = spent.get(name, 0.0) + found
    return spent


def _keys_asked(rows: Iterable[Mapping[str, Json]]) -> Iterator[str]:
    """Give the keys of metadata by which metrics group or cluster."""
    left: list[Json] = [
        dict_of(one).get("params") for row in rows for one in dict_of(row.get("metrics")).values()
    ]
    while left:
        for name, value in dict_of(left.pop()).items():
            if name in {"cluster", "group_key"} and isinstance(value, str):
                yield value
            left.append(value)


def _told(rows: Iterable[Mapping[str, Json]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give what metrics ask a scorer for besides its values: perplexity is made of such."""
    for row in rows:
        metrics = dict_of(row.get("metrics"))
        if any("perplexity_per_" in f"{key}{dict_of(one)}" for key, one in metrics.items()):
            yield str(row.get("scorer", "")), PERPLEXITY


def told_labels(header: Header, scores: Mapping[str, Json]) -> Iterator[tuple[str, Json]]:
    """Give what scorers tell beside their values, as labels, where a metric asks for it."""
    for scorer, keys in header.told.items():
        told = dict_of(dict_of(scores.get(scorer)).get("metadata"))
        for key in keys:
            if key in told:
                yield told_beside(scorer, key), told[key]


def dict_of(value: Json) -> dict[str, Json]:
    """Take an object; what is none is an empty one.

    >>> dict_of(None)
    {}
    """
    return value if isinstance(value, dict) else {}


def list_of(value: Json) -> list[Json]:
    """Take a list; what is none is an empty one.

    >>> list_of(None)
    []
    """
    return value if isinstance(value, list) else []
