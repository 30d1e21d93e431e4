"""`python -m tests.conformance.readings`: the page of two readings, from the runs of the data."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from measurand.edges.files import atomic_write
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.edge.page.tables import flipped, readings_page
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import AS_RUN, DOCUMENTED, PROFILES, Options
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Score

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "review-readings.md"


def runs(data: Path) -> dict[str, list[Scorecard]]:
    """Read the scorecards of every run."""
    return {
        path.stem: [scorecard(msgspec.json.decode(line)) for line in path.read_bytes().splitlines()]
        for path in sorted((data / "cr").glob("*.jsonl"))
    }


def page(data: Path) -> str:
    """Write the page."""
    cards = runs(data)

    def scored(options: Options) -> Mapping[str, Mapping[str, Score]]:
        return {run: evaluate(found, options) for run, found in cards.items()}

    readings = {name: scored(PROFILES[name]) for name in (AS_RUN, DOCUMENTED)}
    return readings_page(readings, {name: scored(one) for name, one in flipped().items()})


if __name__ == "__main__":
    folder = Path(os.environ.get("MEASURAND_DATA", ROOT / ".." / "shared" / "data"))
    written = atomic_write(PAGE, [page(folder).encode()])
    written.alt(lambda faults: sys.exit(faults[0].text()))
