"""The generated reference pages say what the code says."""

from pathlib import Path

import pytest

from measurand.edges.report.tables import every_page

PAGES = dict(every_page())
REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_reference_page_is_what_would_be_written_now(name: str) -> None:
    written = (REFERENCE / name).read_text(encoding="utf-8")

    assert written == PAGES[name](), "run `make docs`"
