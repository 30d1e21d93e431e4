"""Masks in files of their own: .npy, .npz and NIfTI, of the right shape, and nothing outside."""

import gzip
import sys
from hashlib import sha256
from io import BytesIO
from os import mkfifo
from pathlib import Path
from zipfile import ZIP_BZIP2, ZipFile

import nibabel as nib
import numpy as np
import pytest
from numpy.typing import NDArray

from measurand.studies.counterfactual.edge.files.arrays import PIECE, npy_mask
from measurand.values.grounded import Grounded
from measurand.values.regions import Packed
from tests.formats.grounding import faults, line, one, read_in

SHAPE = (4, 6, 8)
PLACE = "a.jsonl:1: $.lesions[0]"
Array = NDArray[np.generic]


def marked() -> NDArray[np.uint8]:
    """Mark three voxels, none of which stays where it is when axes are exchanged."""
    mask = np.zeros(SHAPE, dtype=np.uint8)
    mask[0, 1, 2] = mask[3, 5, 0] = mask[2, 0, 7] = 1
    return mask


def packed(mask: Array) -> bytes:
    return np.packbits(mask != 0, axis=2).tobytes()


def lesion(folder: Path, **form: object) -> list[object]:
    return list(read_in(folder, line(("lesions.0", {"lesion_id": 1, **form}))))


def region(found: list[object]) -> Packed:
    [sample] = found
    assert isinstance(sample, Grounded), faults(found)
    [only] = sample.lesions
    assert isinstance(only.region, Packed)
    return only.region


def wrong(found: list[object]) -> str:
    [text] = faults(found)
    return text


def save(folder: Path, mask: Array, name: str = "m.npy") -> None:
    np.save(folder / name, mask)


def save_nifti(
    folder: Path,
    values: Array,
    name: str = "m.nii.gz",
    *,
    kind: type[nib.Nifti1Image] = nib.Nifti1Image,
    turned: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0),
) -> None:
    image = kind(values, np.diag(turned))
    image.to_filename(folder / name)


@pytest.mark.parametrize(
    "kind", ["bool", "u1", "i1", "<i2", ">u2", "<i4", ">i8", "u8", "<f2", "<f4", ">f8"]
)
def test_voxels_that_are_not_zero_are_marked(tmp_path: Path, kind: str) -> None:
    save(tmp_path, marked().astype(kind))

    assert region(lesion(tmp_path, npy={"path": "m.npy"})).data == packed(marked())


def test_any_float_that_is_not_zero_is_marked(tmp_path: Path) -> None:
    save(tmp_path, marked() * np.float32(-0.3))

    assert region(lesion(tmp_path, npy={"path": "m.npy"})).data == packed(marked())


def test_an_array_by_columns_is_read_along_its_axes(tmp_path: Path) -> None:
    save(tmp_path, np.asfortranarray(marked()))

    assert region(lesion(tmp_path, npy={"path": "m.npy"})).data == packed(marked())


def test_an_array_of_several_pieces_is_read_whole() -> None:
    shape = (3, 2, PIECE // 8 + 5)
    mask = np.zeros(shape, dtype=np.float64)
    mask[0, 1, 3] = mask[2, 1, -1] = mask[1, 0, 0] = 2
    file = BytesIO()
    np.save(file, mask)
    file.seek(0)

    assert npy_mask(file, shape).data == packed(mask)


def test_a_file_may_lie_in_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "masks").mkdir()
    save(tmp_path, marked(), "masks/m.npy")

    assert region(lesion(tmp_path, npy={"path": "masks/m.npy"})).shape == SHAPE


def test_one_array_of_several_is_named_by_its_key(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "m.npz", lesion=marked(), other=np.zeros((2, 2)))

    assert region(lesion(tmp_path, npy={"path": "m.npz", "key": "lesion"})).data == packed(marked())
    assert wrong(lesion(tmp_path, npy={"path": "m.npz", "key": "lesions"})) == (
        f"{PLACE}.npy: expected the array 'lesions', got a file with lesion, other"
    )


def test_a_digest_holds_the_file(tmp_path: Path) -> None:
    save(tmp_path, marked())
    digest = sha256((tmp_path / "m.npy").read_bytes()).hexdigest()

    held = lesion(tmp_path, npy={"path": "m.npy", "sha256": digest.upper()})
    other = lesion(tmp_path, npy={"path": "m.npy", "sha256": "0" * 64})
    short = lesion(tmp_path, npy={"path": "m.npy", "sha256": "abc"})

    assert region(held).data == packed(marked())
    assert wrong(other) == (
        f"{PLACE}.npy.path: expected sha256 {'0' * 64}, got {digest}: "
        "the file is not the one that was described: get that one, or correct the digest"
    )
    assert wrong(short) == f"{PLACE}.npy.sha256: expected 64 hexadecimal digits, got 'abc'"


def test_a_digest_that_was_right_for_one_sample_does_not_pass_another(tmp_path: Path) -> None:
    save(tmp_path, marked())
    right = {"path": "m.npy", "sha256": sha256((tmp_path / "m.npy").read_bytes()).hexdigest()}
    wrong_one = right | {"sha256": "0" * 64}
    lines = [
        line(("sample_id", at), ("lesions.0", {"lesion_id": 1, "npy": npy}))
        for at, npy in enumerate((right, wrong_one, right))
    ]

    found = read_in(tmp_path, b"".join(lines))

    assert [isinstance(event, Grounded) for event in found] == [True, False, True]


def test_a_mask_of_another_shape_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path, marked().transpose(2, 1, 0))

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})) == (
        f"{PLACE}.npy: expected a mask of shape (4, 6, 8), got (8, 6, 4): "
        "masks lie along z, y, x as volume_shape does"
    )


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_a_mask_with_a_number_that_is_none_is_a_fault(tmp_path: Path, number: float) -> None:
    mask = marked().astype(np.float32)
    mask[1, 1, 1] = number
    save(tmp_path, mask)

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})) == (
        f"{PLACE}.npy: expected finite numbers, got NaN or an infinite one"
    )


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, sprung: Path) -> None:
        self.sprung = sprung

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.sprung,)


def test_a_pickle_is_not_opened(tmp_path: Path) -> None:
    np.save(tmp_path / "m.npy", np.array([Trap(tmp_path / "sprung")]), allow_pickle=True)

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})) == (
        f"{PLACE}.npy: expected an array of numbers or truth values, got dtype '|O': "
        "a pickle is not opened"
    )
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("kind", ["c16", "U3", "M8[s]"])
def test_what_are_no_real_numbers_is_no_mask(tmp_path: Path, kind: str) -> None:
    save(tmp_path, np.zeros(SHAPE, dtype=kind))

    assert "expected an array of numbers or truth values, got dtype" in wrong(
        lesion(tmp_path, npy={"path": "m.npy"})
    )


def test_records_of_several_kinds_are_no_mask(tmp_path: Path) -> None:
    save(tmp_path, np.zeros(SHAPE, dtype=[("a", "u1"), ("b", "f4")]))

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})).startswith(
        f"{PLACE}.npy: expected an array of numbers of one kind, got the head "
    )


def test_a_mask_that_is_cut_off_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path, marked())
    whole = (tmp_path / "m.npy").read_bytes()
    (tmp_path / "m.npy").write_bytes(whole[:-2])

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})) == (
        f"{PLACE}.npy: expected 192 more bytes of the array, got 190: is the file cut off?"
    )


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"", "expected a .npy file, got a file that starts ''"),
        (b"\x93NUM", "expected a .npy file, got a file that starts '934e554d'"),
        (b"\x93NUMPY\x09\x00", "expected a .npy file, got a file that starts '934e554d50590900'"),
        (
            b"\x93NUMPY\x01\x00\x40",
            "expected 2 more bytes of the array, got 1: is the file cut off?",
        ),
        (
            b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
            "expected a .npy file with a head of at most 65536 bytes, got 4294967295",
        ),
        (
            b"\x93NUMPY\x01\x00\x02\x00{}",
            "expected an array of numbers of one kind, got the head '{}'",
        ),
    ],
)
def test_a_file_that_is_no_array_is_a_fault(tmp_path: Path, raw: bytes, text: str) -> None:
    (tmp_path / "m.npy").write_bytes(raw)

    assert wrong(lesion(tmp_path, npy={"path": "m.npy"})) == f"{PLACE}.npy: {text}"


def test_a_head_with_an_endless_size_is_a_fault(tmp_path: Path) -> None:
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({'9' * 190},)}}".encode()
    (tmp_path / "m.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)

    assert "expected sizes of at most 18 digits" in wrong(lesion(tmp_path, npy={"path": "m.npy"}))


def test_a_bomb_in_an_archive_is_not_unpacked(tmp_path: Path) -> None:
    head = b"\x93NUMPY\x02\x00\xff\xff\xff\x7f"
    with ZipFile(tmp_path / "m.npz", "w", compression=8) as archive:
        archive.writestr("a.npy", head + bytes(2**26))
    with ZipFile(tmp_path / "n.npz", "w", compression=ZIP_BZIP2) as archive:
        archive.writestr("a.npy", bytes(9))

    assert wrong(lesion(tmp_path, npy={"path": "m.npz", "key": "a"})) == (
        f"{PLACE}.npy: expected a .npy file with a head of at most 65536 bytes, got 2147483647"
    )
    assert wrong(lesion(tmp_path, npy={"path": "n.npz", "key": "a"})) == (
        f"{PLACE}.npy: expected plain or deflated data, got method 12"
    )


def test_an_archive_that_is_none_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path, marked())

    assert wrong(lesion(tmp_path, npy={"path": "m.npy", "key": "a"})) == (
        f"{PLACE}.npy: expected an .npz file that can be opened, got 'File is not a zip file'"
    )


@pytest.mark.parametrize("name", ["../m.npy", "masks/../../m.npy", "masks/../m.npy", "", "a\0b"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "inner" / "masks").mkdir(parents=True)
    save(tmp_path, marked())
    save(tmp_path / "inner", marked())

    assert "expected a file" in wrong(lesion(tmp_path / "inner", npy={"path": name}))


def test_an_absolute_path_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path, marked())

    assert wrong(lesion(tmp_path, npy={"path": "/etc/passwd"})) == (
        f"{PLACE}.npy.path: expected a file in the folder of the samples, or below it, "
        "got '/etc/passwd'"
    )
    assert "or below it" in wrong(lesion(tmp_path, npy={"path": str(tmp_path / "m.npy")}))


def test_a_link_that_leads_out_of_the_folder_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path, marked())
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "link.npy").symlink_to(tmp_path / "m.npy")
    (inner / "folder").symlink_to(tmp_path)
    (inner / "loop").symlink_to(inner / "loop")

    for name in ("link.npy", "folder/m.npy"):
        assert wrong(lesion(inner, npy={"path": name})) == (
            f"{PLACE}.npy.path: expected a file in the folder of the samples, or below it, "
            f"got '{name}'"
        )
    assert "expected a file" in wrong(lesion(inner, npy={"path": "loop"}))


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    save(tmp_path, marked())
    (tmp_path / "link.npy").symlink_to(tmp_path / "m.npy")

    assert region(lesion(tmp_path, npy={"path": "link.npy"})).shape == SHAPE


def test_what_is_no_plain_file_is_not_opened(tmp_path: Path) -> None:
    mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()

    assert wrong(lesion(tmp_path, npy={"path": "pipe"})) == (
        f"{PLACE}.npy.path: expected a file, got neither a file nor a directory: 'pipe'"
    )
    assert wrong(lesion(tmp_path, npy={"path": "folder"})) == (
        f"{PLACE}.npy.path: expected a file, got a directory: 'folder'"
    )
    assert wrong(lesion(tmp_path, npy={"path": "gone.npy"})) == (
        f"{PLACE}.npy.path: expected a file, got nothing of that name: 'gone.npy'"
    )
    assert "expected a file" in wrong(lesion(tmp_path, npy={"path": "x" * 5000}))


def test_a_reference_without_a_path_is_a_fault(tmp_path: Path) -> None:
    assert wrong(lesion(tmp_path, npy={"key": "a"})) == (
        f"{PLACE}.npy: expected the key 'path', got an object with 1 keys"
    )
    assert wrong(lesion(tmp_path, npy="m.npy")) == f"{PLACE}.npy: expected an object, got 'm.npy'"


@pytest.mark.parametrize("name", ["m.nii", "m.nii.gz"])
@pytest.mark.parametrize("kind", ["u1", "<i2", "<f4", ">f8"])
def test_a_nifti_mask_lies_along_x_y_z(tmp_path: Path, name: str, kind: str) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0).astype(kind), name)

    assert region(lesion(tmp_path, nifti={"path": name})).data == packed(marked())


def test_a_nifti_2_mask_is_read_too(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii", kind=nib.Nifti2Image)

    assert region(lesion(tmp_path, nifti={"path": "m.nii"})).data == packed(marked())


def test_the_scale_of_a_nifti_mask_counts(tmp_path: Path) -> None:
    stored = np.where(marked().transpose(2, 1, 0) == 1, 7, 5).astype(np.int16)
    save_nifti(tmp_path, stored, "m.nii")
    raw = bytearray((tmp_path / "m.nii").read_bytes())
    # scl_slope and scl_inter stand at bytes 112 and 116 of the head: 2 * 5 - 10 is 0.
    raw[112:120] = np.array([2, -10], dtype="<f4").tobytes()
    (tmp_path / "m.nii").write_bytes(raw)

    assert region(lesion(tmp_path, nifti={"path": "m.nii"})).data == packed(marked())


def test_the_orientation_of_a_nifti_mask_is_not_looked_at(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii", turned=(-1.0, -2.0, 3.0, 1.0))

    assert region(lesion(tmp_path, nifti={"path": "m.nii"})).data == packed(marked())


def test_a_nifti_mask_of_another_shape_is_a_fault(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked())

    assert wrong(lesion(tmp_path, nifti={"path": "m.nii.gz"})) == (
        f"{PLACE}.nifti: expected a mask of shape (4, 6, 8), got (8, 6, 4): "
        "masks lie along z, y, x as volume_shape does"
    )


def test_a_nifti_mask_that_is_cut_off_is_a_fault(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii")
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii.gz")
    for name in ("m.nii", "m.nii.gz"):
        (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-9])
    (tmp_path / "head.nii").write_bytes((tmp_path / "m.nii").read_bytes()[:300])

    assert wrong(lesion(tmp_path, nifti={"path": "m.nii"})) == (
        f"{PLACE}.nifti: expected 192 more bytes of the array, got 183: is the file cut off?"
    )
    assert wrong(lesion(tmp_path, nifti={"path": "m.nii.gz"})).startswith(
        f"{PLACE}.nifti: expected a .nii.gz file that can be unpacked, got "
    )
    assert wrong(lesion(tmp_path, nifti={"path": "head.nii"})) == (
        f"{PLACE}.nifti: expected 344 more bytes of the array, got 296: is the file cut off?"
    )


@pytest.mark.parametrize(("raw", "start"), [(b"", ""), (b"abcdefgh", "61626364")])
def test_a_file_that_is_no_nifti_is_a_fault(tmp_path: Path, raw: bytes, start: str) -> None:
    (tmp_path / "m.nii").write_bytes(raw)

    assert wrong(lesion(tmp_path, nifti={"path": "m.nii"})) == (
        f"{PLACE}.nifti: expected a NIfTI file, got a file that starts '{start}'"
    )


def test_the_head_of_a_pair_of_files_is_a_fault(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii")
    raw = bytearray((tmp_path / "m.nii").read_bytes())
    raw[344:348] = b"ni1\0"
    (tmp_path / "m.nii").write_bytes(raw)

    assert wrong(lesion(tmp_path, nifti={"path": "m.nii"})) == (
        f"{PLACE}.nifti: expected a NIfTI file with its voxels in it, got the head of two files"
    )


def test_colours_are_no_mask(tmp_path: Path) -> None:
    rgb = np.zeros(SHAPE[::-1], dtype=[("R", "u1"), ("G", "u1"), ("B", "u1")])
    save_nifti(tmp_path, rgb, "m.nii")

    assert "expected an array of numbers or truth values" in wrong(
        lesion(tmp_path, nifti={"path": "m.nii"})
    )


def test_packed_voxels_that_were_changed_are_a_fault(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii.gz")
    np.savez(tmp_path / "m.npz", a=marked())
    (tmp_path / "m.nii.gz").write_bytes((tmp_path / "m.nii.gz").read_bytes()[:-8] + bytes(8))
    raw = bytearray((tmp_path / "m.npz").read_bytes())
    at = raw.index(marked().tobytes())
    raw[at] = 1
    (tmp_path / "m.npz").write_bytes(raw)

    assert "can be unpacked, got 'CRC check failed" in wrong(
        lesion(tmp_path, nifti={"path": "m.nii.gz"})
    )
    assert "can be opened, got \"Bad CRC-32 for file 'a.npy'\"" in wrong(
        lesion(tmp_path, npy={"path": "m.npz", "key": "a"})
    )


def test_a_bomb_behind_a_mask_is_not_unpacked(tmp_path: Path) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii")
    whole = (tmp_path / "m.nii").read_bytes()
    with gzip.open(tmp_path / "m.nii.gz", "wb", compresslevel=1) as file:
        file.write(whole + bytes(2**26))
    # Bytes after the first blocks are destroyed: reading on would stumble over them.
    raw = bytearray((tmp_path / "m.nii.gz").read_bytes())
    raw[len(raw) // 2 :] = bytes(len(raw) - len(raw) // 2)
    (tmp_path / "m.nii.gz").write_bytes(raw)

    assert region(lesion(tmp_path, nifti={"path": "m.nii.gz"})).data == packed(marked())


@pytest.mark.parametrize("offset", [0.0, 300.0, 1e12, -352.0])
def test_voxels_that_begin_nowhere_are_a_fault(tmp_path: Path, offset: float) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0), "m.nii")
    raw = bytearray((tmp_path / "m.nii").read_bytes())
    raw[108:112] = np.array([offset], dtype="<f4").tobytes()
    (tmp_path / "m.nii").write_bytes(raw)

    assert "expected voxels that begin at byte 348 to 16777216, got byte" in wrong(
        lesion(tmp_path, nifti={"path": "m.nii"})
    )


def test_without_nibabel_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_nifti(tmp_path, marked().transpose(2, 1, 0))
    monkeypatch.setitem(sys.modules, "nibabel.nifti1", None)

    assert wrong(lesion(tmp_path, nifti={"path": "m.nii.gz"})) == (
        f"{PLACE}.nifti: expected nibabel, which reads NIfTI files, got no nibabel: "
        "pip install 'measurand[nifti]'"
    )


def test_a_mask_is_not_opened_where_the_shape_of_the_volume_is_at_fault(tmp_path: Path) -> None:
    save(tmp_path, marked())
    npy = {"lesion_id": 1, "npy": {"path": "m.npy"}}

    found = read_in(tmp_path, line(("lesions.0", npy), ("volume_shape", [4, 6])))

    assert faults(found) == ["a.jsonl:1: $.volume_shape: expected a list of 3, got a list of 2"]


def test_a_sample_with_a_mask_keeps_everything_else(tmp_path: Path) -> None:
    save(tmp_path, marked())

    sample = one(read_in(tmp_path, line(("lesions.0", {"lesion_id": 5, "npy": {"path": "m.npy"}}))))

    assert (sample.id, sample.lesions[0].id, len(sample.tokens)) == ("scan-1", 5, 2)
