"""What tells the files of a two-stage review, and which of its commands read them.

Any JSON is looked at for them: so nothing of the study is loaded here.
"""

from collections.abc import Iterator, Mapping

from measurand.edges.files.json.value import Json
from measurand.edges.files.samples.record_kinds import NextStep, RecordKind, Unlock, next_step

_OUT = ("--out", "build")


def _is_output(record: Mapping[str, Json]) -> bool:
    return all(isinstance(record.get(name), dict) for name in ("stage1_ate", "final_result"))


def _is_card(record: Mapping[str, Json]) -> bool:
    runtime = record.get("runtime")
    return isinstance(runtime, dict) and isinstance(runtime.get("parsed_output"), dict)


def _of_outputs(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step("make scorecards, below build", "review", "score", file, *_OUT)
    yield Unlock("review aggregate", "scorecards, which `review score` makes")


def _of_cards(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step(
        "compute every metric, into files below build", "review", "aggregate", file, *_OUT
    )
    yield next_step("write the page of the run, below build", "review", "report", file, *_OUT)
    yield Unlock("review seeds", "runs of several seeds, in folders run__seed<number>_proposed")


OUTPUTS = RecordKind(
    about="outputs of two-stage review runs: see `measurand review score`",
    tells=_is_output,
    steps=_of_outputs,
)
CARDS = RecordKind(
    about="scorecards of two-stage review runs: see `measurand review`",
    tells=_is_card,
    steps=_of_cards,
)
