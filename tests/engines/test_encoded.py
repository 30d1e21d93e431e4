"""Rows of evidence as bytes: their one writing, and what is told of bytes that are none."""

from fractions import Fraction

import pytest

from measurand.edges.engines.partial_bytes import MOST_BYTES, VERSION, decode, encode
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.pool import Place
from measurand.values.tally import Tally

# Written by hand from the specification of MessagePack: 93 is an array of three, 01 the version,
# 90 an empty array, a1 a text of one byte, c4 bytes, cf a 64-bit number.
WRITTEN: list[tuple[Place, Evidence, str]] = [
    ((), Amount(Fraction(3)), "93 01 90 93 01 03 01"),
    ((), Amount(Fraction(-1, 2)), "93 01 90 93 01 92 ff 02 01"),
    (("d",), Excluded("x"), "93 01 91 a1 64 92 02 a1 78"),
    ((), Observed((("", Tally(1, 1, 2)),)), "93 01 90 93 00 91 94 a0 01 01 02 01"),
    ((), Joint((Excluded("x"),)), "93 01 90 92 03 91 92 02 a1 78"),
    ((), Amount(Fraction(2**64 - 1)), "93 01 90 93 01 cf ff ff ff ff ff ff ff ff 01"),
    ((), Amount(Fraction(2**64)), "93 01 90 93 01 c4 09 01 00 00 00 00 00 00 00 00 01"),
    ((), Amount(Fraction(-(2**63) - 1)), "93 01 90 93 01 c4 09 ff 7f ff ff ff ff ff ff ff 01"),
    ((), Excluded("\ud800"), "93 01 90 92 02 91 c4 03 ed a0 80"),
]


@pytest.mark.parametrize(("place", "row", "written"), WRITTEN)
def test_a_row_has_one_writing(place: Place, row: Evidence, written: str) -> None:
    assert encode(place, row) == bytes.fromhex(written)
    assert decode(bytes.fromhex(written)) == (place, row)


def test_the_version_is_the_one_that_is_written() -> None:
    assert encode((), Excluded("x"))[1] == VERSION


OTHERS: list[tuple[str, str, str]] = [
    ("", "''", "Input data was truncated"),
    ("93 02 90 92 02 a1 78", "'9302909202a178'", "version 1: got 2"),
    (
        "93 01 90 92 02 a1 78 00",
        "'9301909202a17800'",
        "MessagePack data is malformed: trailing characters (byte 7)",
    ),
    ("93 01 90 93 01 92 01 00 01", "'930190930192010001'", "Fraction(1, 0)"),
    ("93 01 90 93 01 03 ff", "'930190930103ff'", "'weight' must be >= 0: -1"),
    (
        "93 01 90 93 00 91 94 a0 02 01 01 01",
        "'93019093009194a002010101'",
        "hits lie between 0 and both counts: got 2 of 1 predicted and 1 gold",
    ),
    ("93 01 90 92 05 a1 78", "'9301909205a178'", "Invalid value 5 - at `$[2][0]`"),
]


@pytest.mark.parametrize(("raw", "shown", "why"), OTHERS)
def test_other_bytes_are_refused(raw: str, shown: str, why: str) -> None:
    data = bytes.fromhex(raw)

    with pytest.raises(ValueError, match="a row of evidence") as error:
        decode(data)

    assert str(error.value) == (
        f"a row of evidence of version 1: got {len(data)} bytes, {shown} ({why})"
    )


@pytest.mark.parametrize(
    "raw",
    [
        "93 01 90 93 01 d0 03 01",  # 3 as a number of 8 bits
        "93 01 90 93 01 92 02 04 01",  # 2/4
        "93 01 90 93 01 92 03 01 01",  # 3/1
        "93 01 90 93 01 c4 01 03 01",  # 3 as bytes
        "93 01 90 92 02 91 c4 01 78",  # a text as bytes
        "93 01 90 92 02 d9 01 78",  # a short text as a long one
    ],
)
def test_another_writing_of_a_row_is_refused(raw: str) -> None:
    data = bytes.fromhex(raw)

    with pytest.raises(ValueError, match="the one writing of a row of evidence") as error:
        decode(data)

    assert str(error.value).endswith(f": got {len(data)} bytes, '{data.hex()}'")


def test_a_row_in_a_row_of_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="a row of evidence of version 1: got 12 bytes"):
        decode(bytes.fromhex("93 01 90 92 03 91 92 03 91 92 02 a0"))


def test_whole_numbers_of_any_length_up_to_a_bound_are_written_and_read() -> None:
    longest = 2 ** (8 * MOST_BYTES - 1) - 1
    row = Amount(Fraction(longest, longest - 1))

    assert decode(encode((), row)) == ((), row)


def test_longer_numbers_are_neither_written_nor_read() -> None:
    longer = 2 ** (8 * MOST_BYTES - 1)
    raw = b"\x93\x01\x90\x93\x01\xc5\x40\x01" + longer.to_bytes(MOST_BYTES + 1, "big") + b"\x01"

    with pytest.raises(ValueError, match="at most 16384 bytes: got 16385 bytes"):
        encode((), Amount(Fraction(longer)))
    with pytest.raises(ValueError, match="at most 16384 bytes: got 16385 bytes"):
        decode(raw)
