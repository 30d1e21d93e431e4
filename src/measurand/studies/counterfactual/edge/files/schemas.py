"""JSON Schemas (draft 2020-12) of grounded samples and of score rows, drawn from the readers."""

from collections.abc import Mapping

import msgspec

from measurand.studies.counterfactual.edge.files.frames import WIDEST
from measurand.studies.counterfactual.edge.files.lesions import FORMS, MOST_VOXELS
from measurand.studies.counterfactual.edge.files.samples import AXES, MOST_SEED, SCHEMA
from measurand.studies.counterfactual.edge.files.scores import row_schema
from measurand.studies.counterfactual.parts import Key
from measurand.values.cells import DEEPEST
from measurand.values.regions import Order

Tree = Mapping[str, object]
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_NAME: Tree = {"type": ["string", "integer"]}
_MAYBE_NAME: Tree = {"type": ["string", "integer", "null"]}
_TEXT: Tree = {"type": "string"}
_MAYBE_TEXT: Tree = {"type": ["string", "null"]}
_NUMBER: Tree = {"type": "number"}
_MAYBE_NUMBER: Tree = {"type": ["number", "null"]}
_MAYBE_TRUTH: Tree = {"type": ["boolean", "null"]}
_NUMBERS: Tree = {"type": "array", "items": _NUMBER}


def _whole(low: int, high: int) -> Tree:
    return {"type": "integer", "minimum": low, "maximum": high}


def _some(*kinds: Tree) -> Tree:
    return {"anyOf": [*kinds, {"type": "null"}]}


def _listed(items: Tree, **bounds: int) -> Tree:
    return {"type": "array", "items": items, **bounds}


def _said(what: str, schema: Tree) -> Tree:
    return {"description": what, **schema}


def _ref(name: str) -> Tree:
    return {"$ref": f"#/$defs/{name}"}


def _object(required: tuple[str, ...], properties: Tree) -> Tree:
    return {"type": "object", "required": list(required), "properties": properties}


def grounded_schema() -> Tree:
    """Describe a sample.

    >>> grounded_schema()["required"]
    ['schema', 'sample_id', 'volume_shape', 'axes', 'tokens', 'gen']
    """
    sizes = _listed(_whole(1, 2**DEEPEST), minItems=3, maxItems=3)
    answers = {"type": "object", "properties": {key.value: _some(_ref("answer")) for key in Key}}
    vectors = {"type": "object", "additionalProperties": _ref("vector")}
    gold = _object((), {"frames": _some(_listed(_ref("frame"))), "report_text": _MAYBE_TEXT})
    properties: Tree = {
        "schema": {"const": SCHEMA},
        "sample_id": _said("Differs from every other one of the file.", _NAME),
        "group_id": _said("What samples share, such as a patient.", _MAYBE_NAME),
        "seed": _some(_whole(0, MOST_SEED)),
        "volume_shape": _said(f"Depth, height, width; at most {MOST_VOXELS} voxels.", sizes),
        "axes": {"const": AXES},
        "stores": _some({"type": "object", "additionalProperties": _ref("store")}),
        "tokens": _listed(_ref("token")),
        "gen": _said("What the generator answered.", _ref("answer")),
        "lesions": _some(_listed(_ref("lesion"))),
        "gold": _said("What is true, as far as it is known.", _some(gold)),
        "relevance": _said("The query vector of each finding.", _some(vectors)),
        "regenerated": _said(
            "Answers from transformed tokens.", _some({**answers, "additionalProperties": False})
        ),
    }
    needed = ("schema", "sample_id", "volume_shape", "axes", "tokens", "gen")
    return {
        "$schema": _DRAFT,
        "title": "A sample whose claims cite cells of a volume, one a line of JSON Lines",
        "description": "null is what is absent. Other keys are allowed and not read.",
        **_object(needed, properties),
        "$defs": _parts(),
    }


def _parts() -> Tree:
    row = _object(("store", "row"), {"store": _TEXT, "row": _whole(0, 2**40)})
    store = {
        "path": _said("An .npy file in the folder of this file, or below.", _TEXT),
        "dtype": _MAYBE_TEXT,
        "shape": _some(_listed(_whole(0, 2**40), minItems=2, maxItems=2)),
        "sha256": _digest(),
    }
    return {
        "token": _object(("token_id", "cell_id", "score", "uncertainty"), _token()),
        "answer": _object(("frames",), {"frames": _listed(_ref("frame")), "text": _MAYBE_TEXT}),
        "frame": _object(("finding", "polarity"), _frame()),
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
        "token_id": _said("Differs from every other one of the sample.", _whole(0, WIDEST)),
        "cell_id": _said("Level, then x,y,z, from 0 to 2**level - 1.", cell),
        "level": _said("The level of the cell.", _some(_whole(0, DEEPEST))),
        "score": _NUMBER,
        "uncertainty": _NUMBER,
        "embedding": _said("All vectors of a sample have one length.", _ref("vector")),
    }


def _frame() -> Tree:
    slots = ("laterality", "location", "size_bin", "severity")
    cited = _some(_listed(_whole(-WIDEST, WIDEST)))
    return {
        "finding": _TEXT,
        "polarity": _TEXT,
        **dict.fromkeys(slots, _MAYBE_TEXT),
        "uncertain": _MAYBE_TRUTH,
        "confidence": _MAYBE_NUMBER,
        "citations": _said("Token ids. No entry is not the same as the empty list.", cited),
        "q": _said("The probability that the generator accepts the frame.", _MAYBE_NUMBER),
        "refusal": _MAYBE_TRUTH,
    }


def _lesion() -> Tree:
    bound = _whole(0, MOST_VOXELS)
    runs = {
        "order": {"enum": [*(order.value for order in Order), None]},
        "counts": _said("Voxels outside and inside in turn, outside first.", _listed(bound)),
    }
    file = {"path": _said("In the folder of this file, or below.", _TEXT), "sha256": _digest()}
    array = _object(("path",), {**file, "key": _said("Which array of an .npz file.", _MAYBE_TEXT)})
    box = _listed(bound, minItems=6, maxItems=6)
    return {
        "lesion_id": _whole(-WIDEST, WIDEST),
        "boxes": _said("z0, z1, y0, y1, x0, x1; the second is not inside.", _some(_listed(box))),
        "rle": _some(_object(("counts",), runs)),
        "npy": _said("An array along z, y, x; what is not 0 is inside.", _some(array)),
        "nifti": _said("An array along x, y, z.", _some(_object(("path",), file))),
    }


def _digest() -> Tree:
    return _some({"type": "string", "pattern": "^[0-9a-fA-F]{64}$"})


def grounded_schema_text() -> str:
    """Write the schema of samples as the file in docs/reference holds it."""
    return _text(grounded_schema())


def row_schema_text() -> str:
    """Write the schema of score rows as the file in docs/reference holds it."""
    return _text(row_schema())


def _text(schema: Tree) -> str:
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
