"""Causal faithfulness as an extension: its files, its judges, its page, its command."""

from measurand.edges.registry import Entry, Study

_HERE = "measurand.studies.causal.edge"

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
    ),
    files=(
        Entry("causal-rows", f"{_HERE}.files.kinds:ROWS"),
        Entry("causal-answers", f"{_HERE}.files.kinds:ANSWERS"),
        Entry("causal-graphs", f"{_HERE}.files.kinds:GRAPHS"),
    ),
    documents=(Entry("causal", f"{_HERE}.page.json:DOCUMENTS"),),
)
