"""Lesions of a sample: boxes, runs of voxels, or a mask in a file of its own."""

from math import prod
from pathlib import Path

from measurand.algebra.voxels import run_lengths
from measurand.edges.files.files import unreadable
from measurand.edges.files.json.fields import TEXT, JsonObject, Opened, listed, whole
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.studies.counterfactual.edge.files.beside import (
    Beside,
    named_file,
    noted,
    unreadable_data,
)
from measurand.studies.counterfactual.edge.files.frames import WIDEST
from measurand.studies.counterfactual.edge.files.nifti import nifti_mask
from measurand.studies.counterfactual.edge.files.npy import npy_mask, npz_mask
from measurand.values.cells import Box, Shape
from measurand.values.fault import Fault
from measurand.values.grounded import Lesion
from measurand.values.regions import Boxes, Order, Packed, Region, Runs, misfit

FORMS = ("boxes", "rle", "npy", "nifti")
MOST_VOXELS = 2**31
_BOUND = listed(whole(0, MOST_VOXELS), 6)
_COUNTS = listed(whole(0, MOST_VOXELS))
_ORDERS = {order.value: order for order in Order}


def lesion_at(at: Opened, shape: Shape | None, beside: Beside) -> Lesion | None:
    """Read a lesion; what is wrong is noted, and then there is none.

    Without a shape, because the one of the volume is at fault, masks in files are not opened.

    >>> lesion_at(Opened({"lesion_id": 0, "boxes": [[0, 4, 0, 4, 4, 7]]}, "$", []), (8, 8, 8),
    ...           Beside(None)).region.boxes[0].voxels
    48
    """
    identity = at.need("lesion_id", whole(-WIDEST, WIDEST), 0)
    region = _region(at, shape, beside)
    return None if region is None else Lesion(id=identity, region=region)


def _region(at: Opened, shape: Shape | None, beside: Beside) -> Region | None:
    given = [form for form in FORMS if at.value.get(form) is not None]
    if len(given) != 1:
        got = " and ".join(given) or "none of them"
        at.note(Fault(got=got, expected=f"one of {', '.join(FORMS)}"), at.place)
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
        bounds = _BOUND(value)
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
    before = len(at.faults)
    order = inner.maybe("order", _as_order) or Order.C
    runs = Runs(inner.need("counts", _COUNTS, ()), order)
    if len(at.faults) > before:
        return None
    why = None if shape is None else misfit(runs, shape)
    if why is not None and shape is not None:
        got = f"{sum(runs.counts)}"
        inner.wrong("counts", got, f"runs of {prod(shape)} voxels in all", "outside comes first")
    return runs


def _as_order(value: Json) -> Order:
    found = _ORDERS.get(value) if isinstance(value, str) else None
    if found is None:
        raise expected("C (x moves fastest) or F (z does)", value)
    return found


def _mask(at: Opened, form: str, shape: Shape | None, beside: Beside) -> Region | None:
    inner = at.required(form)
    path = None if inner is None else named_file(inner, beside)
    if inner is None or path is None:
        return None
    key = inner.maybe("key", TEXT) if form == "npy" else None
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
        case Runs(counts, order):
            written["rle"] = {"order": order.value, "counts": list(counts)}
        case Packed(shape, data):
            written["rle"] = {"order": "C", "counts": list(run_lengths(data, shape))}
    return written
