"""Counterfactual faithfulness as an extension: its files, its answers, its page, its command."""

from measurand.edges.registry import Entry, NextStep, Study, StudyRecords, Unlock

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
    documents=(Entry("cf", f"{_HERE}.page.json:DOCUMENTS"),),
    records=(
        StudyRecords(
            says="scores of a counterfactual study: see `measurand cf stats`",
            schemas=("cf-score/1", "cf-score/2", "cf-score/3"),
            steps=(NextStep("measurand cf stats FILE", "test the rows again"),),
        ),
        StudyRecords(says="a counterfactual study: see `measurand cf`", schemas=("cf-dataset/1",)),
        StudyRecords(
            says="samples of a counterfactual study: see `measurand cf`",
            schemas=("cf-sample/1",),
            steps=(
                NextStep(
                    "measurand cf run FILE --generator toy",
                    "transform, ask a built-in generator again, measure and test",
                ),
                NextStep(
                    "measurand cf emit FILE --output questions.jsonl",
                    "write the questions that a generator of yours is asked",
                ),
            ),
            unlocks=(
                Unlock("cf run --program", "a program of yours that answers, or --answers FILE"),
            ),
        ),
    ),
)
