"""What tells the files of a counterfactual study, and which of its commands read them.

Any JSON is looked at for them: so nothing of the study is loaded here.
"""

from collections.abc import Iterator

from measurand.edges.files.samples.record_kinds import NextStep, RecordKind, Unlock, next_step


def _of_samples(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step(
        "transform, ask a built-in generator again, measure and test",
        *("cf", "run", file, "--generator", "toy"),
    )
    yield next_step(
        "write the questions that a generator of yours is asked",
        *("cf", "emit", file, "--output", "questions.jsonl"),
    )
    yield Unlock("cf run --program", "a program of yours that answers questions, or --answers FILE")


def _of_rows(file: str) -> Iterator[NextStep | Unlock]:
    yield next_step("test the rows again, under other options too", "cf", "stats", file)


ROWS = RecordKind(
    about="scores of a counterfactual study: see `measurand cf stats`",
    schemas=frozenset({"cf-score/1", "cf-score/2", "cf-score/3"}),
    steps=_of_rows,
)
STUDIES = RecordKind(
    about="a counterfactual study: see `measurand cf`", schemas=frozenset({"cf-dataset/1"})
)
SAMPLES = RecordKind(
    about="samples of a counterfactual study: see `measurand cf`",
    schemas=frozenset({"cf-sample/1"}),
    steps=_of_samples,
)
