"""Causal faithfulness as an extension: its files, its judges, its page, its command."""

from collections.abc import Mapping

from measurand.edges.registry import Entry, Study, StudyRecords

_HERE = "measurand.studies.causal.edge"


def _has_a_graph(record: Mapping[str, object]) -> bool:
    return isinstance(record.get("dag"), dict | list) or (
        "target_variable" in record and "causal_graph" in record
    )


STUDY = Study(
    name="causal",
    commands=(
        Entry(
            "causal",
            f"{_HERE}.cli.command:COMMAND",
            "causal faithfulness of reasoning graphs, with and without a language model",
        ),
    ),
    pages=(
        Entry("causal-record.schema.json", f"{_HERE}.files.items:record_schema_text"),
        Entry("causal-score.schema.json", f"{_HERE}.files.scores:row_schema_text"),
        Entry("causal-answer.schema.json", f"{_HERE}.judges.records:answer_schema_text"),
    ),
    documents=(Entry("causal", f"{_HERE}.page.json:DOCUMENTS"),),
    records=(
        StudyRecords(
            says="rows of causal scores: see `measurand causal compare` and `validity`",
            schemas=("causal-score/1", "causal-score/2", "causal-dataset/1"),
        ),
        StudyRecords(
            says="answers of a model: see `measurand causal run --judge replay`",
            schemas=("causal-answer/1",),
        ),
        StudyRecords(says="graphs of reasoning: see `measurand causal run`", like=_has_a_graph),
    ),
)
