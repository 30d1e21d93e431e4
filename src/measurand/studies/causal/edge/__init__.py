"""Causal faithfulness as an extension: its files, its judges, its page, its command."""

from collections.abc import Mapping

from measurand.edges.registry import Entry, NextStep, Study, StudyRecords, Unlock

_HERE = "measurand.studies.causal.edge"


def _has_a_graph(record: Mapping[str, object]) -> bool:
    return isinstance(record.get("dag"), dict | list) or (
        "target_variable" in record and "causal_graph" in record
    )


_VALIDITY = NextStep(
    "measurand causal validity FILE", "do the scores tell right answers from wrong ones?"
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
            steps=(_VALIDITY,),
            unlocks=(Unlock("causal compare", "the rows of another method on the same problems"),),
        ),
        StudyRecords(
            says="answers of a model: see `measurand causal run --judge replay`",
            schemas=("causal-answer/1",),
            unlocks=(Unlock("causal run --judge replay", "the graphs that these are about"),),
        ),
        StudyRecords(
            says="graphs of reasoning: see `measurand causal run`",
            like=_has_a_graph,
            steps=(
                NextStep("measurand causal run FILE", "score the graphs by their structure"),
                NextStep(
                    "measurand causal run FILE --judge equations", "the same, with equations solved"
                ),
                _VALIDITY,
            ),
            unlocks=(
                Unlock("causal compare", "the graphs of another method on the same problems"),
                Unlock("causal graph", "reference graphs: --reference FILE, or `reference` inside"),
            ),
        ),
    ),
)
