"""A kind of a package outside of this library, found by its entry point."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from measurand.edges.registry import ExtensionError, ExtensionPoint, find, listed
from measurand.edges.trials.suites import suite_named
from measurand.testing import check_laws
from tests.testing.law_suites import size

ENTRY_POINTS = """\
[measurand.suites]
size = tests.testing.law_suites:SIZE_1
no-suite = tests.testing.law_suites:SIZE
"""


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    info = tmp_path / "toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    listed.cache_clear()  # what is installed is looked at once; here it changes
    yield
    listed.cache_clear()


def test_a_function_is_held_to_the_laws_of_a_kind_that_a_package_adds() -> None:
    assert find(ExtensionPoint.SUITES, "size") is not None

    assert check_laws(size, kind="size", declares={"even"}).suite == "SIZE_1"


def test_what_is_added_and_is_no_suite_is_told_by_its_package() -> None:
    with pytest.raises(ExtensionError, match=r"no-suite: .*package toy 1\.0"):
        suite_named("no-suite")
