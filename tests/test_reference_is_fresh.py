"""The generated reference pages say what the code says."""

from pathlib import Path

import pytest

from measurand.edges.report.reference_pages import every_page
from properties.laws.kinds_page import kinds_page
from tests import contracts_page
from tests.svg_files import PICTURES, standalone

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"
WRITTEN = {**dict(every_page()), "kinds.md": kinds_page}


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_a_reference_page_is_what_would_be_written_now(name: str) -> None:
    written = (REFERENCE / name).read_text(encoding="utf-8")

    assert written == WRITTEN[name](), "run `make docs`"


def test_the_table_of_contracts_is_what_would_be_written_now() -> None:
    assert contracts_page.PAGE.read_text(encoding="utf-8") == contracts_page.page(), (
        "run `make docs`"
    )


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_what_would_be_drawn_now(path: Path) -> None:
    written = path.read_text(encoding="utf-8")

    assert written == standalone(PICTURES[path]()), "run python -m tests.svg_files"
