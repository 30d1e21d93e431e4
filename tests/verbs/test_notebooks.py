"""The notebooks show what they would show if they were run now, and nothing that needs a style."""

import json
from pathlib import Path

import pytest

from tests.notebooks import THEMES, cells_of, executed, page

NOTEBOOKS = sorted(Path("docs/examples/notebook").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_shows_what_it_would_show_now(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert executed(text) == text, f"run python -m tests.notebooks {file}"


def test_there_is_a_notebook_and_it_shows_tables() -> None:
    text = NOTEBOOKS[0].read_text(encoding="utf-8")

    shown = [cell for cell in cells_of(json.loads(text)) if "<table" in json.dumps(cell)]
    assert len(shown) > 5


@pytest.mark.parametrize("theme", THEMES)
def test_outputs_take_the_colours_of_the_notebook(theme: str) -> None:
    written = page(NOTEBOOKS[0].read_text(encoding="utf-8"), theme).partition("<body")[2]

    assert "color:" not in written
    assert "<script" not in written
    assert "http" not in written
