"""What tells the files of a causal study, and which of its commands read them.

Any JSON is looked at for them: so nothing of the study is loaded here.
"""

from collections.abc import Iterator, Mapping

from measurand.edges.files.json.value import Json
from measurand.edges.files.samples.record_kinds import NextStep, RecordKind, Unlock, next_step

_PARTS = ("target_variable", "causal_graph")


def _is_graph(record: Mapping[str, Json]) -> bool:
    return isinstance(record.get("dag"), dict | list) or all(name in record for name in _PARTS)


def _of_graphs(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step("score the graphs by their structure", "causal", "run", file)
    yield next_step(
        "the same, with equations solved", "causal", "run", file, "--judge", "equations"
    )
    yield next_step("do the scores tell right answers from wrong ones?", "causal", "validity", file)
    yield Unlock(
        "causal compare", "the graphs of another method on the same problems, in a second file"
    )
    yield Unlock("causal graph", "reference graphs: a file for --reference, or `reference` inside")


def _of_rows(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step("do the scores tell right answers from wrong ones?", "causal", "validity", file)
    yield Unlock("causal compare", "the rows of another method on the same problems")


def _of_answers(_file: str) -> Iterator[NextStep | Unlock]:
    yield Unlock("causal run --judge replay", "the graphs that these answers are about")


GRAPHS = RecordKind(
    about="graphs of reasoning: see `measurand causal run`", tells=_is_graph, steps=_of_graphs
)
ROWS = RecordKind(
    about="rows of causal scores: see `measurand causal compare` and `validity`",
    schemas=frozenset({"causal-score/1", "causal-score/2", "causal-dataset/1"}),
    steps=_of_rows,
)
ANSWERS = RecordKind(
    about="answers of a model: see `measurand causal run --judge replay`",
    schemas=frozenset({"causal-answer/1"}),
    steps=_of_answers,
)
