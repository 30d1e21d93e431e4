"""The lines of the benchmarks: the same bytes for a seed, and one result of every program."""

from hashlib import sha256
from pathlib import Path

import pytest

from tests.benchmarks.io_cases import counted, decoded, duckdb, listed, scored, stdlib
from tests.benchmarks.io_speed import same
from tests.benchmarks.make_lines import BLOCK, blocks, make
from tests.benchmarks.many import lines

DIGESTS = {
    "text": "ac7aceffd88400be58231ad06f4add13dd0843e42a2bda9c54a08ce3ed4b9609",
    "slots": "f66535a54d4d6c13509279f7c9c3770b8d134420817814bff2af024f4df4195a",
}
ANSWERED = {"text": 1995, "slots": 1994}


@pytest.fixture(scope="module", params=["text", "slots"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lines") / str(request.param)
    make(path, 2000, items=str(request.param))
    return path


def test_a_seed_gives_the_same_bytes_everywhere(file: Path) -> None:
    assert sha256(file.read_bytes()).hexdigest() == DIGESTS[file.name]


def test_every_program_finds_the_same_numbers(file: Path) -> None:
    expected = listed(str(file), file.name)

    assert expected["samples"] == ANSWERED[file.name]
    ours = scored if file.name == "text" else counted
    for case in (decoded, stdlib, duckdb, ours):
        assert same(case(str(file), file.name), expected), case.__name__


def test_lines_that_are_made_on_the_fly_are_as_many_as_asked_for() -> None:
    found = list(lines(BLOCK + 7, "text"))

    assert [number for number, _ in found] == [BLOCK, 7]
    assert [block.count(b"\n") for _, block in found] == [BLOCK, 7]
    assert found[0][1] == next(blocks(BLOCK))
