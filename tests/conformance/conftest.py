"""Everything in this folder is held to reference data that lies beside the repository."""

import os
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.conformance)


@pytest.fixture
def data() -> Path:
    """Find the reference data: MEASURAND_DATA, relative to the root of the repository."""
    folder = ROOT / os.environ.get("MEASURAND_DATA", "../shared/data")
    if not folder.is_dir():
        pytest.fail(f"no reference data in {folder}: set MEASURAND_DATA to the folder that has it")
    return folder
