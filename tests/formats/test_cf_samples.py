"""Grounded samples: what a record says is what is read, and all that is wrong with it is named."""

import json

import pytest

from measurand.studies.counterfactual.edge.files.samples import (
    read_sample,
    sample_json,
    sample_text,
)
from measurand.values.cells import Box, Cell
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Lesion, Token
from measurand.values.regions import Boxes, Order, Packed, Runs
from tests.formats.grounding import COMPLETE, fault, line, one, read


def test_a_record_is_read_as_it_stands() -> None:
    sample = one(read(line()))

    assert sample.id == "scan-1"
    assert sample.shape == (4, 6, 8)
    assert sample.tokens == (
        Token(id=3, cell=Cell(1, 0, 0, 1), score=0.5, uncertainty=0.25, embedding=(1.0, 2.5)),
        Token(id=9, cell=Cell(0, 0, 0, 0), score=1.0, uncertainty=0.0),
    )
    [frame] = sample.generation.frames
    assert frame == Frame(finding="nodule", polarity="present", citations=(3, 9, 3))
    assert sample.generation.text == "A nodule."
    assert sample.lesions == (Lesion(id=1, region=Boxes((Box(0, 2, 0, 3, 4, 8),))),)
    assert sample.relevance == (("nodule", (0.5, -1.0)),)


def test_what_may_be_absent_is_nothing_in_particular() -> None:
    sample = one(read(line()))

    assert (sample.group, sample.seed, sample.gold, sample.report) == (None, 0, None, None)
    assert sample.regenerated == ()


def test_the_complete_example_of_the_specification_is_read_and_written_as_it_was() -> None:
    sample = one(read(COMPLETE))
    again = json.loads(sample_text(sample))

    assert (sample.id, sample.group, sample.seed) == ("demo-0001", "patient-17", 7)
    assert [token.cell.id for token in sample.tokens][7:] == ["L2:2,2,2", "L2:3,2,2", "L2:2,3,3"]
    assert [frame.citations for frame in sample.generation.frames] == [(4, 1), (5,), (2, 7, 3)]
    assert sample.gold is not None
    assert [frame.citations for frame in sample.gold] == [None, None]
    assert one(read(sample_text(sample))) == sample
    # The writer leaves out a refusal that is false and writes slots that are unspecified.
    expected = json.loads(COMPLETE)
    for frame in expected["gen"]["frames"]:
        assert frame.pop("refusal") is False
    expected["gold"]["frames"][1] |= {
        "size_bin": "unspecified",
        "severity": "unspecified",
        "uncertain": False,
    }
    assert again == expected


def test_a_frame_without_an_entry_is_not_one_that_cites_nothing() -> None:
    nothing = one(read(line(("gen.frames.0.citations", []))))
    absent = one(read(line(("gen.frames.0.citations", ...))))
    null = one(read(line(("gen.frames.0.citations", None))))

    assert nothing.generation.frames[0].citations == ()
    assert absent.generation.frames[0].citations is None
    assert null == absent
    assert sample_text(nothing) != sample_text(absent)


def test_gold_without_frames_is_not_gold_without_findings() -> None:
    unknown = one(read(line(("gold", {"report_text": "Clear."}))))
    healthy = one(read(line(("gold", {"frames": [], "report_text": "Clear."}))))

    assert (unknown.gold, unknown.report) == (None, "Clear.")
    assert (healthy.gold, healthy.report) == ((), "Clear.")


def test_cell_ids_are_made_canonical() -> None:
    sample = one(read(line(("tokens.0.cell_id", "L01: (0, 0, 01)"))))

    assert sample.tokens[0].cell.id == "L1:0,0,1"
    assert sample == one(read(line()))


def test_a_level_that_is_absent_is_the_one_of_the_cell() -> None:
    assert one(read(line(("tokens.0.level", ...)))) == one(read(line()))


def test_findings_of_query_vectors_are_lowered_and_sorted() -> None:
    sample = one(read(line(("relevance", {"Nodule": [1, 2], "effusion": [3, 4]}))))

    assert sample.relevance == (("effusion", (3.0, 4.0)), ("nodule", (1.0, 2.0)))
    assert sample.query("NODULE") == (1.0, 2.0)


def test_no_query_vectors_and_an_empty_set_of_them_differ() -> None:
    assert one(read(line(("relevance", ...)))).relevance is None
    assert one(read(line(("relevance", {})))).relevance == ()


def test_regenerated_answers_are_read_by_the_name_of_their_transform() -> None:
    answer = {"frames": [{"finding": "mass", "polarity": "absent"}], "text": ""}

    sample = one(read(line(("regenerated", {"token_perm": answer, "evidence_drop": None}))))

    [(key, generation)] = sample.regenerated
    assert key == "token_perm"
    assert generation.frames[0].finding == "mass"


def test_runs_are_a_lesion_in_either_order() -> None:
    rle = {"counts": [100, 92], "order": "F"}

    sample = one(read(line(("lesions", [{"lesion_id": 1, "rle": rle}]))))

    assert sample.lesions[0].region == Runs((100, 92), Order.F)


def test_packed_bits_are_written_as_runs_of_the_same_voxels() -> None:
    # Two rows of three: .XX / X.. is outside 1, inside 3, outside 2; XX. / ..X starts inside.
    packed = [bytes([0b01100000, 0b10000000]), bytes([0b11000000, 0b00100000])]
    lesions = [Lesion(id=0, region=Packed((1, 2, 3), data)) for data in packed]
    sample = Grounded(id="1", shape=(1, 2, 3), lesions=tuple(lesions))

    again = one(read(sample_text(sample)))

    assert [lesion.region for lesion in again.lesions] == [
        Runs((1, 3, 2), Order.C),
        Runs((0, 2, 3, 1), Order.C),
    ]


def test_a_citation_of_an_unknown_token_is_kept() -> None:
    sample = one(read(line(("gen.frames.0.citations", [3, 99]))))

    assert sample.generation.frames[0].citations == (3, 99)


def test_a_citation_of_an_unknown_token_is_a_fault_when_strict() -> None:
    assert fault(("gen.frames.0.citations", [3, 99]), strict=True) == (
        "$.gen.frames[0].citations[1]: expected the id of a token of this sample, got 99"
    )
    assert one(read(line(), strict=True)) == one(read(line()))


def test_other_keys_are_passed_over() -> None:
    assert one(read(line(("scanner", {"kv": 120})))) == one(read(line()))


def test_an_id_that_is_an_integer_is_its_digits() -> None:
    sample = one(read(line(("sample_id", 17), ("group_id", 3))))

    assert (sample.id, sample.group) == ("17", "3")


def test_a_text_that_no_file_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        sample_text(Grounded(id="\ud800", shape=(1, 1, 1)))


def test_a_record_in_memory_is_read_like_a_line() -> None:
    sample = one(read(COMPLETE))

    assert read_sample(sample_json(sample)) == sample
