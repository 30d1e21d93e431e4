"""Bytes for the time of a run: the same in memory and in a file."""

import pytest

from measurand.edges.engines.scratch import Scratch
from measurand.edges.files.json.value import FaultError


@pytest.mark.parametrize("most", [0, 3, 100])
def test_bytes_are_kept_in_order(most: int) -> None:
    with Scratch(most) as scratch:
        starts = [scratch.add(part) for part in (b"ab", b"", b"cde", b"f")]
        with scratch.view() as found:
            assert bytes(found) == b"abcdef"
        scratch.add(b"g")
        with scratch.view() as found:
            assert bytes(found) == b"abcdefg"

    assert starts == [0, 2, 2, 5]


def test_nothing_is_an_empty_view() -> None:
    with Scratch() as scratch, scratch.view() as found:
        assert bytes(found) == b""


def test_where_there_is_no_room_for_a_file_there_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with Scratch(1) as scratch, pytest.raises(FaultError) as error:
        scratch.add(b"ab")

    assert error.value.fault.text() == (
        "temporary file: expected room for it, got No space left on device"
    )
