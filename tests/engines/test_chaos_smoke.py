"""A run that is broken off goes on where it ended; `make chaos` does so in forty ways."""

import sys
from pathlib import Path

import pytest
from attrs import frozen

from tests.chaos.command import make_data, undisturbed
from tests.chaos.disturbed import Event, Trial, disturb

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc")


@frozen
class Data:
    """Files of samples, and what the command says of them."""

    folder: Path
    plain: bytes


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Data:
    folder = tmp_path_factory.mktemp("data")
    make_data(folder)
    return Data(folder, undisturbed(folder, tmp_path_factory.mktemp("plain") / "home", "*.jsonl"))


@pytest.mark.parametrize("seed", [4])
def test_a_run_that_is_killed_goes_on_when_it_is_started_again(
    seed: int, data: Data, tmp_path: Path
) -> None:
    told = disturb(Trial(seed, Event.KILL, "processes"), data.folder, tmp_path / "home", data.plain)

    assert told.wrong == ()


def test_a_run_whose_files_may_not_grow_says_so_and_goes_on_when_they_may(
    data: Data, tmp_path: Path
) -> None:
    told = disturb(
        Trial(1, Event.FILE_LIMIT, "processes"), data.folder, tmp_path / "home", data.plain
    )

    assert told.wrong == ()
    assert told.first.code == 2
    assert "File too large" in told.first.said


def test_a_run_that_is_interrupted_goes_on_when_it_is_started_again(
    data: Data, tmp_path: Path
) -> None:
    told = disturb(
        Trial(5, Event.INTERRUPT, "processes"), data.folder, tmp_path / "home", data.plain
    )

    assert told.wrong == ()
