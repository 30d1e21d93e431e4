"""The runs in the docs are what the stages make of their outputs."""

from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest

from measurand.edges.cli import main
from measurand.edges.cli.progress import ticking
from measurand.evidence.pool import Pool
from measurand.metrics.finalise import Scored
from measurand.studies.review.edge.cli.runs import denominator
from measurand.values.score import Defined, Undefined

RESULTS = Path(__file__).parents[2] / "docs" / "examples" / "review" / "results"
RUNS = sorted(path.name for path in RESULTS.iterdir())


@pytest.mark.parametrize("run", RUNS)
def test_the_scorecards_of_the_docs_are_made_of_their_outputs(run: str, tmp_path: Path) -> None:
    main(["review", "score", str(RESULTS / run / "outputs.jsonl"), "--out", str(tmp_path)])

    made = tmp_path / "results" / run / "scorecards.jsonl"
    assert made.read_bytes() == (RESULTS / run / "scorecards.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("scored", "text"),
    [
        (Scored(Defined(Fraction(1, 3)), 5, 0, Fraction(3)), "3 of 5 samples"),
        (Scored(Defined(Fraction(1, 5)), 5, 0, Fraction(5)), "5 samples"),
        (Scored(Defined(Fraction(1)), 1, 0), "1 sample"),
        (Scored(Undefined("nothing"), 0, 0), "0 samples"),
    ],
)
def test_a_denominator_says_what_was_divided_by(scored: Scored, text: str) -> None:
    assert denominator(Pool(), scored) == text


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_many_records_were_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()

    with ticking(stream) as tick:
        tick(20_000)

    assert "20,000 records" in stream.getvalue()


def test_a_pipe_shows_nothing() -> None:
    stream = StringIO()

    with ticking(stream) as tick:
        tick(20_000)

    assert stream.getvalue() == ""
