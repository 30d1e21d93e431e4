"""A document with everything that formats have to keep apart."""

from measurand.edges.report.document import Document, Grid, Prose, Section

DOCUMENT: Document = (
    Section(
        "Audit of paper_1",
        (
            Prose(("Verdict: holds.", "", "100% of <b>2</b> cells")),
            Section(
                "Table 2",
                (
                    Grid(
                        "Cells & ends",
                        ("row", "printed", "signature"),
                        (
                            ("맛|있다 (ours)", "63.3%", "f/1(beta=1,average=macro[sample])"),
                            ("分类\x1b[31m", "-7", "=1+1"),
                            ("", "", "`x` _y_ $z"),
                        ),
                        notes=("printed: as in #2",),
                    ),
                ),
            ),
        ),
    ),
)
