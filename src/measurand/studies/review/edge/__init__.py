"""Review as an extension: its files, its page, its command."""

from measurand.edges.registry import Entry, Study

_HERE = "measurand.studies.review.edge"

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
    files=(
        Entry("review-outputs", f"{_HERE}.files.kinds:OUTPUTS"),
        Entry("review-scorecards", f"{_HERE}.files.kinds:CARDS"),
    ),
    pages=(Entry("review-profiles.md", f"{_HERE}.page.tables:profiles_page"),),
    documents=(Entry("review", f"{_HERE}.page.json:DOCUMENTS"),),
)
