"""Partial results: they add in any order, and travel as bytes that say when they are damaged."""

import pytest

from measurand.edges.engines.partial import MOST_FAULTS, Lack, Partial
from measurand.edges.engines.partial_bytes import decoded_partial, encoded_partial
from measurand.edges.engines.repeats import Digests, Met, taken_of
from measurand.edges.engines.work import numbers_of, packed
from measurand.edges.files import Bad, Rest
from measurand.evidence.evidence import Excluded
from measurand.values.fault import Fault

NONE = Excluded("no answer")
OTHER = Excluded("no such column")


def fault(text: str) -> Fault:
    return Fault(got=text, expected="another", file="a.jsonl", line=3, path="$.id", hint="look")


FULL = Partial(
    index=2,
    counts=({("d",): {NONE: 3}, ("e\ud800",): {OTHER: 1}}, {}),
    read=9,
    dropped=2,
    skipped=1,
    absent=Lack(2, fault("no path"), 2),
    matched=frozenset({("run", "a"), ("run", "b\ud800")}),
    kinds=frozenset({("gold", "a", "integers"), ("pred", "", "truth values")}),
    lines=((2, 10),),
    unfit={0: Lack(2, fault("text"), 4)},
    lacking={(1, "run"): Lack(2, fault("none"), 5)},
    faults=((2, fault("one")), (2, fault("two\ud800"))),
    ids=((2, packed([1, 2**64 - 1])),),
    bad=((2, (Bad((), b"\xff{"), Rest(b"["))),),
    found=((2, "x\ud800", 7, "line"),),
)


def test_a_partial_result_travels_as_bytes() -> None:
    assert decoded_partial(encoded_partial(FULL)) == FULL


def test_equal_partial_results_give_equal_bytes() -> None:
    turned = Partial(index=0, counts=({("a",): {NONE: 1, OTHER: 2}, ("b",): {NONE: 1}},))
    other = Partial(index=0, counts=({("b",): {NONE: 1}, ("a",): {OTHER: 2, NONE: 1}},))

    assert encoded_partial(turned) == encoded_partial(other)


@pytest.mark.parametrize("at", range(0, len(encoded_partial(FULL)), 7))
def test_damaged_bytes_are_refused(at: int) -> None:
    raw = bytearray(encoded_partial(FULL))
    raw[at] ^= 1

    with pytest.raises(ValueError, match="a shard as it was written: got other bytes"):
        decoded_partial(bytes(raw))


def test_bytes_that_are_cut_off_are_refused() -> None:
    with pytest.raises(ValueError, match="a shard as it was written: got other bytes"):
        decoded_partial(encoded_partial(FULL)[:-1])


def test_counts_add_and_the_first_of_what_has_an_order_is_kept() -> None:
    first = Partial(
        index=1,
        counts=({(): {NONE: 1}},),
        read=2,
        absent=Lack(1, fault("first"), 1),
        faults=((1, fault("first")),),
        unfit={0: Lack(1, fault("first"), 1)},
    )
    second = Partial(
        index=4,
        counts=({(): {NONE: 2, OTHER: 1}},),
        read=3,
        absent=Lack(4, fault("second"), 2),
        faults=((4, fault("second")),),
        unfit={0: Lack(4, fault("second"), 2)},
    )

    found = second + first

    assert found.counts == ({(): {NONE: 3, OTHER: 1}},)
    assert (found.index, found.read) == (1, 5)
    assert found.absent == Lack(1, fault("first"), 3)
    assert [told.got for _, told in found.faults] == ["first", "second"]
    assert found.unfit[0].told().got == "first"
    assert found.unfit[0].told().hint == "look; 3 samples lack it"
    assert found == first + second


def test_no_more_faults_are_kept_than_a_run_names() -> None:
    many = Partial(index=0, faults=tuple((0, fault(str(at))) for at in range(MOST_FAULTS)))
    late = Partial(index=1, faults=((1, fault("late")),))

    assert (late + many).faults == many.faults


def test_digests_are_written_low_byte_first() -> None:
    assert packed([258]) == b"\x02\x01\x00\x00\x00\x00\x00\x00"
    assert list(numbers_of(packed([3, 2**64 - 1]))) == [3, 2**64 - 1]


def test_digests_that_several_shards_have_are_found() -> None:
    with Digests() as digests:
        digests.add(3, packed([1, 7, 2**63]))
        digests.add(0, packed([2, 7]))
        digests.add(2, packed([4, 2**63]))
        digests.add(1, b"")
        found = digests.repeated()

    assert {at: list(numbers_of(raw)) for at, raw in found.sought.items()} == {
        0: [7],
        2: [2**63],
        3: [7, 2**63],
    }
    assert found.later == {3}


def test_nothing_is_sought_where_digests_differ() -> None:
    with Digests() as digests:
        digests.add(0, packed([1, 2]))
        digests.add(1, packed([3]))

        assert digests.repeated().sought == {}


def test_buckets_part_digests_without_losing_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("measurand.edges.engines.repeats._BUCKET", 2)
    numbers = [at * 2**64 // 9 for at in range(9)]
    with Digests() as digests:
        digests.add(0, packed(numbers))
        digests.add(1, packed(numbers[::2]))
        found = digests.repeated()

    assert list(numbers_of(found.sought[0])) == numbers[::2]
    assert list(numbers_of(found.sought[1])) == numbers[::2]
    assert found.later == {1}


def test_a_repeated_id_is_told_where_it_stood_first() -> None:
    met = [
        Met("x", 5, "b.jsonl", 2, "line"),
        Met("x", 1, "a.jsonl", 9, "line"),
        Met("x", 3, "a.jsonl", 40, "line"),
        Met("y", 3, "a.jsonl", 41, "line"),
    ]
    files = {1: "a.jsonl", 3: "a.jsonl", 5: "b.jsonl"}

    assert taken_of(met, files, exact=True) == {
        3: (("x", "line 9"),),
        5: (("x", "line 9 of a.jsonl"),),
    }
    assert taken_of(met, files, exact=False) == {
        3: (("x", "an earlier line"),),
        5: (("x", "an earlier line"),),
    }


def test_only_digests_are_compared_where_ids_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("measurand.edges.engines.repeats.digest", lambda _id: 1)
    met = [Met("x", 0, "a.jsonl", 1, "line"), Met("y", 1, "a.jsonl", 5, "line")]
    files = {0: "a.jsonl", 1: "a.jsonl"}

    assert taken_of(met, files, exact=True) == {}
    assert taken_of(met, files, exact=False) == {1: (("y", "an earlier line"),)}
