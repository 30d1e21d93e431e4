"""Pictures of the docs as files: drawn as on a page, with a small style sheet of their own.

`python -m tests.svg_files` writes them, in the root of the repository; a test holds each to what
would be drawn.
"""

import csv
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from measurand.edges.report.picture import WIDTH, Box, Corners, Picture, Shape, Stroke, Words, svg
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


_BOXES = (
    (0, 0, "samples", "files, frames, arrays"),
    (1, 0, "evidence", "counted once"),
    (2, 0, "scores", "intervals, tests"),
    (0, 2, "a printed table", "or a claims file"),
    (1, 1, "audit", "which definition?"),
    (2, 1, "check, lock", "does it hold, in CI?"),
    (1, 2, "lint, prove", "can it be?"),
)
_ARROWS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((98, 22), (120, 22)),
    ((218, 22), (240, 22)),
    ((170, 40), (170, 56)),
    ((290, 40), (290, 56)),
    ((98, 126), (120, 126)),
    ((50, 108), (50, 74), (120, 74)),
    ((50, 144), (50, 154), (290, 154), (290, 94)),
)
_TIP = {(1, 0): ((-5, -3), (-5, 3)), (0, 1): ((-3, -5), (3, -5)), (0, -1): ((-3, 5), (3, 5))}


def flow() -> Picture:
    """Draw what is made of samples and of a printed table."""
    shapes: list[Shape] = []
    for column, row, name, says in _BOXES:
        left, top = 2 + 120 * column, 4 + 52 * row
        shapes += (
            Box("ground", left, top, left + 96, top + 36, round_=3),
            Words(left + 48, top + 15, name, "middle family"),
            Words(left + 48, top + 28, says, "small middle"),
        )
    for line in _ARROWS:
        shapes += (Stroke("kept", *start, *end) for start, end in pairwise(line))
        (x0, y0), (x, y) = line[-2:]
        ways = _TIP[(x > x0) - (x < x0), (y > y0) - (y < y0)]
        shapes.append(Corners("bar", ((x, y), *((x + dx, y + dy) for dx, dy in ways))))
    return Picture(
        shapes=tuple(shapes),
        height=158,
        title="What is made of samples and of a printed table",
        text=(
            "Samples are counted once as evidence, of which scores, intervals and tests are made. "
            "A table alone is held to what can be (lint, prove), with the evidence to what its "
            "definition was (audit), and with the scores to what it says, in CI (check, lock)."
        ),
    )


PICTURES: Mapping[Path, Callable[[], Picture]] = {
    DOCS / "flow.svg": flow,
    DOCS / "reference" / "metric-files.svg": lambda: picture(touched()),
    _STATIONS / "north.svg": calibration,
}


def main() -> None:
    """Write all pictures."""
    for path, drawn in PICTURES.items():
        path.write_text(standalone(drawn()), encoding="utf-8")


if __name__ == "__main__":
    main()
