"""Grounded samples and score rows are read as they were written; whatever else comes is a fault."""

import gzip
import json
from fractions import Fraction
from io import BytesIO

import nibabel as nib
import numpy as np
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from measurand.edges.files.events import Bad, ReadOptions, Rest
from measurand.edges.files.json.value import FaultError, encode
from measurand.edges.trials.strategies.grounded import grounded_samples, shapes
from measurand.studies.counterfactual.edge.files.arrays import nifti_mask, npy_mask, npz_mask
from measurand.studies.counterfactual.edge.files.lesions import lesion_json
from measurand.studies.counterfactual.edge.files.reader import row_reader, sample_reader
from measurand.studies.counterfactual.edge.files.samples import (
    grounded_schema,
    sample_json,
    sample_text,
)
from measurand.studies.counterfactual.edge.files.scores import row_schema, row_text
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.rules import Issue, Kind
from measurand.values.cells import Shape
from measurand.values.fault import Fault
from measurand.values.grounded import Grounded, Lesion
from measurand.values.regions import Order, Packed, Region, Runs
from measurand.values.score import Undefined
from measurand.values.share import Share
from properties.strategies.bytes import scalars, trees
from tests.formats.grounding import COMPLETE, RECORD
from tests.formats.json_schema import Validator

Mask = NDArray[np.bool_]
SAMPLES, ROWS = Validator(grounded_schema()), Validator(row_schema())
IMAGE: type[nib.Nifti1Image] = nib.Nifti1Image
SMALL = ReadOptions(max_line_bytes=300, max_depth=4, strict=True)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
SHORT_CODES = ("b1", "u1", "i1", "<i2", ">u4", "<f2", ">f4", "<f8")


@given(grounded_samples(4), words, st.none() | words, st.integers(0, 2**64 - 1))
def test_samples_written_as_lines_keep_to_the_schema_and_are_read_as_they_were(
    sample: Grounded, name: str, group: str | None, seed: int
) -> None:
    first = evolve(sample, id=name, group=group, seed=seed)
    second = evolve(sample, id=name + "-")

    lines = [sample_text(first), sample_text(second)]

    assert [SAMPLES.errors(json.loads(line)) for line in lines] == [[], []]
    assert list(sample_reader("a").events(BytesIO(b"".join(lines)))) == [first, second]


@st.composite
def masks(draw: st.DrawFn) -> Mask:
    shape = draw(shapes)
    size = shape[0] * shape[1] * shape[2]
    bits = draw(st.integers(0, 2**size - 1))
    return np.array([bits >> at & 1 for at in range(size)], dtype=bool).reshape(shape)


def three(mask: Mask) -> Shape:
    depth, height, width = mask.shape
    return depth, height, width


def unpacked(packed: Packed) -> list[int]:
    """List the bits voxel by voxel, x fastest."""
    depth, height, width = packed.shape
    row = (width + 7) // 8
    return [
        packed.data[start * row + x // 8] >> (7 - x % 8) & 1
        for start in range(depth * height)
        for x in range(width)
    ]


@given(masks(), st.sampled_from(SHORT_CODES), st.sampled_from("CF"))
def test_an_array_marks_what_is_not_zero_however_it_is_stored(
    mask: Mask, code: str, order: str
) -> None:
    file = BytesIO()
    values = mask.astype(code)
    np.save(file, np.asfortranarray(values) if order == "F" else values)
    file.seek(0)

    found = npy_mask(file, three(mask))

    assert unpacked(found) == [int(bit) for bit in mask.ravel()]


numbers = st.sampled_from((-3.0, -1.0, 0.0, 0.5, 1.0, 2.0))


@given(masks(), st.sampled_from(("u1", "<i2", "<f4")), numbers, numbers)
@example(np.array([[[True, False]]]), "u1", 2.0, -2.0)
def test_a_nifti_mask_marks_what_nibabel_says_is_not_zero(
    mask: Mask, code: str, slope: float, shift: float
) -> None:
    image = IMAGE(mask.transpose(2, 1, 0).astype(code), np.eye(4))
    raw = bytearray(image.to_bytes())
    raw[112:120] = np.array([slope, shift], dtype="<f4").tobytes()
    values = np.asarray(IMAGE.from_bytes(bytes(raw)).get_fdata())

    found = nifti_mask(BytesIO(bytes(raw)), three(mask))

    assert nifti_mask(BytesIO(gzip.compress(raw)), three(mask)) == found
    assert unpacked(found) == [int(value != 0) for value in values.transpose(2, 1, 0).ravel()]


def voxels(region: Region, shape: Shape) -> list[int]:
    """List the voxels of runs along their order, x fastest."""
    assert isinstance(region, Runs)
    assert region.order is Order.C
    line = [at % 2 for at, count in enumerate(region.counts) for _ in range(count)]
    assert len(line) == shape[0] * shape[1] * shape[2]
    return line


@given(masks())
def test_packed_bits_are_written_as_runs_of_the_same_voxels(mask: Mask) -> None:
    shape = three(mask)
    packed = Packed(shape, np.packbits(mask, axis=2).tobytes())
    sample = Grounded(id="1", shape=shape, lesions=(Lesion(id=0, region=packed),))

    [again] = sample_reader("a").events(BytesIO(sample_text(sample)))

    assert isinstance(again, Grounded)
    assert voxels(again.lesions[0].region, shape) == unpacked(packed)
    assert lesion_json(again.lesions[0]) == lesion_json(sample.lesions[0])


fractions = st.builds(Fraction, st.integers(-(10**30), 10**30), st.integers(1, 10**20))
shares = st.builds(Share, fractions, fractions.filter(bool).map(abs))
evidence = (
    st.integers(-(2**63), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.lists(st.integers(0, 99), max_size=3).map(tuple)
)
issues = st.builds(
    Issue,
    st.integers(0, 9),
    st.sampled_from(Kind),
    st.integers(1, 3),
    st.sampled_from(("U1.0", "D1.0")),
    words,
    st.dictionaries(words, evidence, max_size=2).map(lambda found: tuple(found.items())),
)


@st.composite
def rows(draw: st.DrawFn) -> ScoreRow:
    """Draw a row; one that was not evaluated has no numbers."""
    status = draw(st.sampled_from(Status))
    undefined = st.builds(Undefined, words)
    measured = undefined if status is Status.NOT_EVALUATED else undefined | shares
    names = st.text("abc", min_size=1, max_size=3)
    return ScoreRow(
        sample=draw(words),
        group=draw(st.none() | words),
        key=draw(st.sampled_from(("orig", "omega_perm"))),
        status=status,
        metrics=tuple(draw(st.dictionaries(names, measured, max_size=4)).items()),
        issues=tuple(draw(st.lists(issues, max_size=2))),
        note=draw(words),
    )


@given(rows())
def test_a_row_written_as_a_line_is_read_as_it_was(row: ScoreRow) -> None:
    line = row_text(row)

    assert list(row_reader("a").events(BytesIO(line))) == [row]
    assert ROWS.errors(json.loads(line)) == []


good = st.just(RECORD) | grounded_samples(3).map(
    lambda sample: json.loads(encode(sample_json(sample)))
)
near: st.SearchStrategy[object] = st.sampled_from(
    (-1, 0, 3, 2**70, 1.5, True, None, "", "x", "L1:0,0,0", "L9:-1,0,0", [], {}, [0, 9], [[0] * 6])
)


def changed(draw: st.DrawFn, value: object) -> object:
    """Change a value, or one inside it, or take one out."""
    how = draw(st.sampled_from(("other", "out", "inside", "inside", "inside", "inside")))
    if how == "other" or not isinstance(value, dict | list) or not value:
        return draw(near | scalars | trees)
    if isinstance(value, dict):
        key = draw(st.sampled_from(sorted(value)))
        rest = {name: inner for name, inner in value.items() if name != key}
        return rest if how == "out" else {**value, key: changed(draw, value[key])}
    at = draw(st.integers(0, len(value) - 1))
    new = [] if how == "out" else [changed(draw, value[at])]
    return [*value[:at], *new, *value[at + 1 :]]


@st.composite
def mutated(draw: st.DrawFn, whole: st.SearchStrategy[object]) -> object:
    """Draw a record in which some values, at any depth, are other ones or gone."""
    value = draw(whole)
    for _ in range(draw(st.integers(0, 3))):
        value = changed(draw, value)
    return value


@given(mutated(good), st.sampled_from((ReadOptions(), ReadOptions(strict=True))))
def test_a_changed_sample_is_read_or_is_a_fault(record: object, options: ReadOptions) -> None:
    [event] = sample_reader("a", options=options).events(BytesIO(json.dumps(record).encode()))

    assert isinstance(event, Grounded | Bad)
    if isinstance(event, Bad):
        assert {(fault.file, fault.line) for fault in event.faults} == {("a", 1)}
    else:
        assert SAMPLES.errors(record) == []
        assert list(sample_reader("b").events(BytesIO(sample_text(event)))) == [event]


good_rows = rows().map(lambda row: json.loads(row_text(row)))


@given(mutated(good_rows))
def test_a_changed_row_is_read_or_is_a_fault(record: object) -> None:
    [event] = row_reader("a").events(BytesIO(json.dumps(record).encode()))

    assert isinstance(event, ScoreRow | Bad)
    if isinstance(event, ScoreRow):
        assert ROWS.errors(record) == []


@st.composite
def hurt(draw: st.DrawFn, whole: st.SearchStrategy[bytes]) -> bytes:
    """Draw bytes of which some are cut out or others."""
    raw = draw(whole)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(st.binary(max_size=4)) + raw[at + draw(st.integers(0, 4)) :]
    return raw


@given(
    hurt(st.just(COMPLETE) | grounded_samples(2).map(sample_text)),
    st.sampled_from((ReadOptions(), SMALL)),
)
def test_hurt_lines_give_events(raw: bytes, options: ReadOptions) -> None:
    events = list(sample_reader("a", options=options).events(BytesIO(raw)))

    assert all(isinstance(event, Grounded | Bad | Rest) for event in events)
    assert all(event.raw in raw for event in events if isinstance(event, Bad | Rest))


def _saved(mask: Mask, form: str) -> bytes:
    file = BytesIO()
    if form == "npy":
        np.save(file, mask)
    elif form == "npz":
        np.savez_compressed(file, a=mask)
    else:
        raw = IMAGE(mask.transpose(2, 1, 0).astype("u1"), np.eye(4)).to_bytes()
        file.write(gzip.compress(raw) if form == "nii.gz" else raw)
    return file.getvalue()


HURT_SHAPE = (2, 3, 4)
FORMS = ("npy", "npz", "nii", "nii.gz")
FILES = {form: _saved(np.arange(24).reshape(HURT_SHAPE) % 5 == 0, form) for form in FORMS}


@st.composite
def hurt_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """Draw the file of a mask, hurt mostly in its head."""
    form = draw(st.sampled_from(FORMS))
    raw = bytearray(draw(hurt(st.just(FILES[form]))))
    for _ in range(draw(st.integers(0, 4))):
        raw[draw(st.integers(0, min(len(raw), 128) - 1))] = draw(st.integers(0, 255))
    return form, bytes(raw)


@given(hurt_files())
def test_a_hurt_mask_is_read_or_is_a_fault(found: tuple[str, bytes]) -> None:
    form, raw = found

    result = read_mask(form, BytesIO(raw))

    assert isinstance(result, Fault) or result.shape == HURT_SHAPE


def read_mask(form: str, file: BytesIO) -> Packed | Fault:
    """Read a mask in one of the forms, or say what is wrong."""
    try:
        if form == "npz":
            return npz_mask(file, "a", HURT_SHAPE)
        return npy_mask(file, HURT_SHAPE) if form == "npy" else nifti_mask(file, HURT_SHAPE)
    except FaultError as error:
        return error.fault
