"""JSON Schemas (draft 2020-12) of grounded samples and of score rows, drawn from the readers."""

from measurand.edges.files.json.described import (
    NAME,
    NUMBER,
    TEXTUAL,
    Tree,
    document_schema,
    ref,
    said,
    schema_text,
    whole,
)
from measurand.studies.counterfactual.edge.files.frames import FRAME_SCHEMA, WIDEST
from measurand.studies.counterfactual.edge.files.lesions import FORMS, MOST_VOXELS
from measurand.studies.counterfactual.edge.files.samples import AXES, MOST_SEED, SCHEMA
from measurand.studies.counterfactual.edge.files.scores import row_schema
from measurand.studies.counterfactual.parts import Key
from measurand.values.cells import DEEPEST
from measurand.values.regions import Order

_MAYBE_NAME: Tree = {"type": ["string", "integer", "null"]}
_MAYBE_TEXT: Tree = {"type": ["string", "null"]}
_MAYBE_NUMBER: Tree = {"type": ["number", "null"]}
_MAYBE_TRUTH: Tree = {"type": ["boolean", "null"]}
_NUMBERS: Tree = {"type": "array", "items": NUMBER.schema}


def _some(*kinds: Tree) -> Tree:
    return {"anyOf": [*kinds, {"type": "null"}]}


def _listed(items: Tree, **bounds: int) -> Tree:
    return {"type": "array", "items": items, **bounds}


def _object(required: tuple[str, ...], properties: Tree) -> Tree:
    return {"type": "object", "required": list(required), "properties": properties}


def grounded_schema() -> Tree:
    """Describe a sample.

    >>> grounded_schema()["required"]
    ['schema', 'sample_id', 'volume_shape', 'axes', 'tokens', 'gen']
    """
    sizes = _listed(whole(1, 2**DEEPEST).schema, minItems=3, maxItems=3)
    answers = {"type": "object", "properties": {key.value: _some(ref("answer")) for key in Key}}
    vectors = {"type": "object", "additionalProperties": ref("vector")}
    gold = _object((), {"frames": _some(_listed(ref("frame"))), "report_text": _MAYBE_TEXT})
    properties: Tree = {
        "schema": {"const": SCHEMA},
        "sample_id": said("Differs from every other one of the file.", NAME.schema),
        "group_id": said("What samples share, such as a patient.", _MAYBE_NAME),
        "seed": _some(whole(0, MOST_SEED).schema),
        "volume_shape": said(f"Depth, height, width; at most {MOST_VOXELS} voxels.", sizes),
        "axes": {"const": AXES},
        "stores": _some({"type": "object", "additionalProperties": ref("store")}),
        "tokens": _listed(ref("token")),
        "gen": said("What the generator answered.", ref("answer")),
        "lesions": _some(_listed(ref("lesion"))),
        "gold": said("What is true, as far as it is known.", _some(gold)),
        "relevance": said("The query vector of each finding.", _some(vectors)),
        "regenerated": said(
            "Answers from transformed tokens.", _some({**answers, "additionalProperties": False})
        ),
    }
    needed = ("schema", "sample_id", "volume_shape", "axes", "tokens", "gen")
    title = "A sample whose claims cite cells of a volume, one a line of JSON Lines"
    return document_schema(title, _object(needed, properties), _parts())


def _parts() -> Tree:
    row = _object(("store", "row"), {"store": TEXTUAL.schema, "row": whole(0, 2**40).schema})
    store = {
        "path": said("An .npy file in the folder of this file, or below.", TEXTUAL.schema),
        "dtype": _MAYBE_TEXT,
        "shape": _some(_listed(whole(0, 2**40).schema, minItems=2, maxItems=2)),
        "sha256": _digest(),
    }
    return {
        "token": _object(("token_id", "cell_id", "score", "uncertainty"), _token()),
        "answer": _object(("frames",), {"frames": _listed(ref("frame")), "text": _MAYBE_TEXT}),
        "frame": FRAME_SCHEMA,
        "lesion": {
            **_object(("lesion_id",), _lesion()),
            "oneOf": [
                {"required": [form], "properties": {form: {"type": _FORM_TYPES[form]}}}
                for form in FORMS
            ],
        },
        "vector": {"anyOf": [_NUMBERS, row, {"type": "null"}]},
        "store": _object(("path",), store),
    }


_FORM_TYPES = {form: "array" if form == "boxes" else "object" for form in FORMS}


def _token() -> Tree:
    cell = {"type": "string", "pattern": r"^L[0-9]+:\s*\(?\s*[0-9]+\s*,\s*[0-9]+\s*,\s*[0-9]+"}
    return {
        "token_id": said("Differs from every other one of the sample.", whole(0, WIDEST).schema),
        "cell_id": said("Level, then x,y,z, from 0 to 2**level - 1.", cell),
        "level": said("The level of the cell.", _some(whole(0, DEEPEST).schema)),
        "score": NUMBER.schema,
        "uncertainty": NUMBER.schema,
        "embedding": said("All vectors of a sample have one length.", ref("vector")),
    }


def _lesion() -> Tree:
    bound = whole(0, MOST_VOXELS).schema
    runs = {
        "order": {"enum": [*(order.value for order in Order), None]},
        "counts": said("Voxels outside and inside in turn, outside first.", _listed(bound)),
    }
    file = {
        "path": said("In the folder of this file, or below.", TEXTUAL.schema),
        "sha256": _digest(),
    }
    array = _object(("path",), {**file, "key": said("Which array of an .npz file.", _MAYBE_TEXT)})
    box = _listed(bound, minItems=6, maxItems=6)
    return {
        "lesion_id": whole(-WIDEST, WIDEST).schema,
        "boxes": said("z0, z1, y0, y1, x0, x1; the second is not inside.", _some(_listed(box))),
        "rle": _some(_object(("counts",), runs)),
        "npy": said("An array along z, y, x; what is not 0 is inside.", _some(array)),
        "nifti": said("An array along x, y, z.", _some(_object(("path",), file))),
    }


def _digest() -> Tree:
    return _some({"type": "string", "pattern": "^[0-9a-fA-F]{64}$"})


def grounded_schema_text() -> str:
    """Write the schema of samples as the file in docs/reference holds it."""
    return schema_text(grounded_schema())


def row_schema_text() -> str:
    """Write the schema of score rows as the file in docs/reference holds it."""
    return schema_text(row_schema())
