"""Review as an extension: its files, its page, its command."""

from collections.abc import Mapping

from measurand.edges.registry import Entry, NextStep, Study, StudyRecords, Unlock

_HERE = "measurand.studies.review.edge"


def _is_output(record: Mapping[str, object]) -> bool:
    return all(isinstance(record.get(name), dict) for name in ("stage1_ate", "final_result"))


def _is_card(record: Mapping[str, object]) -> bool:
    match record.get("runtime"):
        case {"parsed_output": dict()}:
            return True
        case _:
            return False


STUDY = Study(
    name="review",
    commands=(
        Entry(
            "review",
            f"{_HERE}.cli.command:COMMAND",
            "metrics of two-stage review: scorecards, tables, report, seeds",
        ),
    ),
    formats=(Entry("scorecards", f"{_HERE}.files.format:SCORECARDS"),),
    pages=(Entry("review-profiles.md", f"{_HERE}.page.tables:profiles_page"),),
    documents=(Entry("review", f"{_HERE}.page.json:DOCUMENTS"),),
    records=(
        StudyRecords(
            says="outputs of two-stage review runs: see `measurand review score`",
            like=_is_output,
            steps=(
                NextStep("measurand review score FILE --out build", "make scorecards, below build"),
            ),
            unlocks=(Unlock("review aggregate", "scorecards, which `review score` makes"),),
        ),
        StudyRecords(
            says="scorecards of two-stage review runs: see `measurand review`",
            like=_is_card,
            steps=(
                NextStep(
                    "measurand review aggregate FILE --out build",
                    "compute every metric, into files below build",
                ),
                NextStep(
                    "measurand review report FILE --out build",
                    "write the page of the run, below build",
                ),
            ),
            unlocks=(
                Unlock("review seeds", "runs of seeds, in folders run__seed<number>_proposed"),
            ),
        ),
    ),
)
