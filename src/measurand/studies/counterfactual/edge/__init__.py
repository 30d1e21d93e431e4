"""Counterfactual faithfulness as an extension: its files, its answers, its page, its command."""

from measurand.edges.registry import Entry, Study

_HERE = "measurand.studies.counterfactual.edge"

STUDY = Study(
    name="counterfactual",
    commands=(
        Entry(
            "cf",
            f"{_HERE}.cli.command:COMMAND",
            "counterfactual faithfulness: transforms, verifier, paired tests",
        ),
    ),
    pages=(
        Entry("cf-sample.schema.json", f"{_HERE}.files.samples:grounded_schema_text"),
        Entry("cf-score.schema.json", f"{_HERE}.files.scores:row_schema_text"),
    ),
    files=(
        Entry("cf-rows", f"{_HERE}.files.kinds:ROWS"),
        Entry("cf-study", f"{_HERE}.files.kinds:STUDIES"),
        Entry("cf-samples", f"{_HERE}.files.kinds:SAMPLES"),
    ),
    documents=(Entry("cf", f"{_HERE}.page.json:DOCUMENTS"),),
)
