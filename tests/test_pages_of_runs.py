"""The pages that long runs write say what their kept results say."""

from pathlib import Path

import pytest

from measurand.laws.kinds.judged import Fate
from tests.peers.found import read, unexplained
from tests.peers.page import page

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def test_the_page_of_peers_is_what_would_be_written_of_the_kept_results() -> None:
    written = (REFERENCE / "peers.md").read_text(encoding="utf-8")

    assert written == page(read()), "run `python -m tests.peers.run --render`"


def test_every_broken_law_of_a_peer_is_explained_and_shown_as_code() -> None:
    libraries = read().libraries
    broken = [
        cell
        for library in libraries
        for function in library.functions
        for cell in function.cells
        if cell.fate == Fate.BROKEN.value
    ]

    assert unexplained(libraries) == []
    assert broken
    assert [cell.law for cell in broken if not cell.code.strip()] == []


@pytest.mark.parametrize("number", ["D1", "D4", "D8", "D11", "D12", "D16", "D17", "D18", "D20"])
def test_a_finding_of_the_earlier_search_is_found_again(number: str) -> None:
    known = {
        word
        for library in read().libraries
        for function in library.functions
        for cell in function.cells
        for word in cell.known.replace(",", " ").split()
    }

    assert number in known
