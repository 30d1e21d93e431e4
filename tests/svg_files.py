"""Pictures of the docs as files: drawn as on a page, with a small style sheet of their own.

`python -m tests.svg_files` writes them, in the root of the repository; a test holds each to what
would be drawn.
"""

import csv
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from measurand.edges.report.picture import WIDTH, Picture, svg
from measurand.edges.report.score_curves_view import curve_figure
from measurand.evidence.pool import pool
from measurand.inference.score_curves import score_curves
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from tests.metric_files import picture, touched

DOCS = Path(__file__).parents[1] / "docs"
_STATIONS = DOCS / "examples" / "probabilities"

_STYLE = (
    "<style>svg{background:#fff;font:12px sans-serif}.small{font-size:10.5px;fill:#555}"
    ".middle{text-anchor:middle}.end{text-anchor:end}.family{font-weight:600}"
    ".own,.fixed{fill:#009e73}.other{fill:#cc6600}.bar{fill:#0072b2}.ground{fill:#f3f5f7}"
    ".grid{stroke:#d9dce0}.whisker{stroke-width:2}.kept{stroke:#0072b2}.broken{stroke:#cc6600}"
    ".printed{stroke:#000;stroke-dasharray:4 2}.curve{fill:none;stroke:#009e73;stroke-width:2}"
    ".edged{stroke:#fff}</style>"
)
_ROOT = f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH:g}"'


def standalone(drawn: Picture) -> str:
    """Write a picture as a file that needs nothing else, a shape a line."""
    start, _, rest = svg(drawn, name="picture").partition(">")
    lined = rest.replace("/><", "/>\n<").replace("</text><", "</text>\n<")
    return f"{start.replace('<svg', _ROOT, 1)}>{_STYLE}\n{lined}\n"


def calibration() -> Picture:
    """Draw the calibration curve of a station of the examples."""
    with (_STATIONS / "north.csv").open(encoding="utf-8", newline="") as file:
        corpus = [
            Sample(id=str(at), amounts=(("p", Fraction(row["p"])), ("rain", Fraction(row["rain"]))))
            for at, row in enumerate(csv.DictReader(file))
        ]
    ece = parse("ece(score=p,label=rain,bins=5)")
    [curve] = score_curves(ece, pool(observing(ece), corpus))
    return curve_figure(curve)


PICTURES: Mapping[Path, Callable[[], Picture]] = {
    DOCS / "reference" / "metric-files.svg": lambda: picture(touched()),
    _STATIONS / "north.svg": calibration,
}


def main() -> None:
    """Write all pictures."""
    for path, drawn in PICTURES.items():
        path.write_text(standalone(drawn()), encoding="utf-8")


if __name__ == "__main__":
    main()
