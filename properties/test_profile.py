"""The `ci` profile draws the same examples whatever else is loaded."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def drawn() -> list[str]:
    found: list[str] = []

    @settings(derandomize=True, max_examples=200, database=None)
    @given(st.lists(st.text()))
    def search(words: list[str]) -> None:
        found.extend(words)

    search()
    return found


@pytest.mark.skipif(settings.get_current_profile_name() != "ci", reason="of the ci profile")
def test_examples_do_not_depend_on_the_modules_that_are_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = drawn()
    words = tmp_path / "words_of_nobody.py"
    words.write_text('WORDS = ("hapax", "legomenon", "dis", "tris")\n')
    other = ModuleType("words_of_nobody")
    other.__file__ = str(words)

    monkeypatch.setitem(sys.modules, other.__name__, other)
    after = drawn()

    assert after == before
