"""Lesions of a sample: boxes, runs of voxels, or a mask in a file of its own."""

from collections.abc import Mapping
from math import prod
from pathlib import Path

from measurand.algebra.voxels import run_lengths
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.described import (
    TEXTUAL,
    Kind,
    Record,
    Tree,
    array,
    object_schema,
    optional,
    or_null,
    required,
    said,
    whole,
)
from measurand.edges.files.json.fields import JsonObject, Opened
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.studies.counterfactual.edge.files.arrays import (
    nifti_mask,
    npy_mask,
    npz_mask,
    unreadable_data,
)
from measurand.studies.counterfactual.edge.files.beside import (
    NAMED_FILE,
    Beside,
    named_file,
    noted,
)
from measurand.values.cells import Box, Shape
from measurand.values.fault import Fault
from measurand.values.grounded import Lesion
from measurand.values.regions import Boxes, Order, Packed, Region, Runs, misfit

MOST_VOXELS = 2**31
WIDEST = 2**63 - 1
"""Ids of lesions and tokens are at most so far from 0."""
_BOX = array(whole(0, MOST_VOXELS), 6)
_ORDERS = {order.value: order for order in Order}


def _as_order(value: Json) -> Order:
    found = _ORDERS.get(value) if isinstance(value, str) else None
    if found is None:
        raise expected("C (x moves fastest) or F (z does)", value)
    return found


_ORDER = Kind(_as_order, {"enum": list(_ORDERS)}, lambda order: order.value)
_KEY = optional("key", TEXTUAL, None, "Which array of an .npz file.")
_ID = required("lesion_id", whole(-WIDEST, WIDEST), 0)
RUNS = Record(
    Runs,
    "runs",
    order=optional("order", _ORDER, Order.C),
    counts=required(
        "counts",
        array(whole(0, MOST_VOXELS)),
        (),
        "Voxels outside and inside in turn, outside first.",
    ),
)
_FORMS: Mapping[str, Tree] = {
    "boxes": said("z0, z1, y0, y1, x0, x1; the second is not inside.", array(_BOX).schema),
    "rle": RUNS.schema,
    "npy": said(
        "An array along z, y, x; what is not 0 is inside.", object_schema((*NAMED_FILE, _KEY))
    ),
    "nifti": said("An array along x, y, z.", object_schema(NAMED_FILE)),
}
LESION: Tree = {
    "type": "object",
    "required": [_ID.key],
    "properties": {_ID.key: _ID.schema, **{form: or_null(one) for form, one in _FORMS.items()}},
    "oneOf": [
        {"required": [form], "properties": {form: {"type": one["type"]}}}
        for form, one in _FORMS.items()
    ],
}
"""A lesion has just one of the forms."""


def lesion_at(at: Opened, shape: Shape | None, beside: Beside) -> Lesion | None:
    """Read a lesion; what is wrong is noted, and then there is none.

    Without a shape, because the one of the volume is at fault, masks in files are not opened.

    >>> lesion_at(Opened({"lesion_id": 0, "boxes": [[0, 4, 0, 4, 4, 7]]}, "$", []), (8, 8, 8),
    ...           Beside(None)).region.boxes[0].voxels
    48
    """
    identity = _ID.of(at)
    region = _region(at, shape, beside)
    return None if region is None else Lesion(id=identity, region=region)


def _region(at: Opened, shape: Shape | None, beside: Beside) -> Region | None:
    given = [form for form in _FORMS if at.value.get(form) is not None]
    if len(given) != 1:
        got = " and ".join(given) or "none of them"
        at.note(Fault(got=got, expected=f"one of {', '.join(_FORMS)}"), at.place)
        return None
    match given[0]:
        case "boxes":
            return _boxes(at, shape)
        case "rle":
            return _runs(at, shape)
        case form:
            return _mask(at, form, shape, beside)


def _boxes(at: Opened, shape: Shape | None) -> Region | None:
    before = len(at.faults)
    boxes = tuple(
        box
        for index, value in enumerate(at.values("boxes"))
        if (box := _box(at, value, index, shape)) is not None
    )
    return Boxes(boxes) if len(at.faults) == before else None


def _box(at: Opened, value: Json, index: int, shape: Shape | None) -> Box | None:
    place = at.at(f"boxes[{index}]")
    try:
        bounds = _BOX.read(value)
    except FaultError as error:
        at.note(error.fault, place)
        return None
    hint = "z0, z1, y0, y1, x0, x1: the second of each pair is not inside"
    try:
        box = Box(*bounds)
    except ValueError:
        at.wrong(f"boxes[{index}]", f"{bounds}", "a box with voxels along every axis", hint)
        return None
    if shape is not None and not box.inside(shape):
        at.wrong(f"boxes[{index}]", f"{bounds}", f"a box inside {shape}", hint)
    return box


def _runs(at: Opened, shape: Shape | None) -> Region | None:
    inner = at.required("rle")
    if inner is None:
        return None
    runs = RUNS.read(inner)
    why = None if shape is None or runs is None else misfit(runs, shape)
    if why is not None and shape is not None and runs is not None:
        got = f"{sum(runs.counts)}"
        inner.wrong("counts", got, f"runs of {prod(shape)} voxels in all", "outside comes first")
    return runs


def _mask(at: Opened, form: str, shape: Shape | None, beside: Beside) -> Region | None:
    inner = at.required(form)
    path = None if inner is None else named_file(inner, beside)
    if inner is None or path is None:
        return None
    key = _KEY.of(inner) if form == "npy" else None
    if shape is None:
        return None
    try:
        return _opened(path, form, key, shape)
    except FaultError as error:
        noted(inner, error)
        return None


def _opened(path: Path, form: str, key: str | None, shape: Shape) -> Packed:
    try:
        with path.open("rb") as file:
            if form == "nifti":
                return nifti_mask(file, shape)
            return npy_mask(file, shape) if key is None else npz_mask(file, key, shape)
    except OSError as error:
        fault = unreadable(error, "")
        raise unreadable_data(fault.got, fault.expected) from None


def lesion_json(lesion: Lesion) -> JsonObject:
    """Write a lesion; packed bits become runs of the same voxels.

    >>> lesion_json(Lesion(id=0, region=Packed((1, 1, 4), bytes([0b01100000]))))
    {'lesion_id': 0, 'rle': {'order': 'C', 'counts': [1, 2, 1]}}
    """
    written: JsonObject = {"lesion_id": lesion.id}
    match lesion.region:
        case Boxes(boxes):
            written["boxes"] = [list(box.bounds) for box in boxes]
        case Runs() as runs:
            written["rle"] = RUNS.write(runs)
        case Packed(shape, data):
            written["rle"] = RUNS.write(Runs(tuple(run_lengths(data, shape)), Order.C))
    return written
