"""Samples whose claims cite cells of a volume, and answers to them, as JSON: read and written.

Each key is described once, for its reader, its writer and the schema. What a record alone does not
tell (masks and embeddings in files beside it, ids that differ, vectors of one length) is looked at
here, key by key.
"""

from attrs import evolve

from measurand.edges.files.json.described import (
    NAME,
    NUMBER,
    TEXTUAL,
    TRUTH,
    Field,
    Record,
    Tree,
    array,
    constant,
    document_schema,
    needed_object,
    needed_objects,
    object_schema,
    objects,
    optional,
    or_null,
    parts_of,
    plain,
    rare,
    read_record,
    ref,
    required,
    said,
    schema_text,
    whole,
)
from measurand.edges.files.json.fields import TEXT, JsonObject, Opened, of_schema
from measurand.edges.files.json.value import Json, encode, expected
from measurand.edges.files.json.walk import near_key
from measurand.studies.counterfactual.edge.files.beside import STORES, VECTOR, Beside, Stores
from measurand.studies.counterfactual.edge.files.lesions import (
    LESION,
    MOST_VOXELS,
    WIDEST,
    lesion_at,
    lesion_json,
)
from measurand.studies.counterfactual.parts import Key
from measurand.values.cells import DEEPEST, Cell, Shape, read_cell
from measurand.values.english import counted
from measurand.values.fault import Fault, shown
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token, Vector

SCHEMA = "cf-sample/1"
AXES = "zyx"
MOST_SEED = 2**64 - 1
OLDER = {
    "cf-score/1": "overlap_ratio and hit_lesion_coverage were other numbers there: score again"
}
"""What to do with records of schemas that were before."""
IDS = array(whole(-WIDEST, WIDEST))

FRAME = Record(
    Frame,
    "frame",
    **plain(Frame, "finding polarity laterality location size_bin severity uncertain confidence"),
    citations=rare(
        "citations", IDS, None, "Token ids. No entry is not the same as the empty list."
    ),
    q=rare("q", NUMBER, None, "The probability that the generator accepts the frame."),
    refused=rare("refusal", TRUTH, otherwise=False),
)
GENERATION = Record(
    Generation,
    "answer",
    frames=needed_objects("frames", FRAME),
    text=optional("text", TEXTUAL, ""),
)

_ROOT = Cell(0, 0, 0, 0)
_NO_SHAPE: tuple[int, ...] = (0, 0, 0)
_SIZES = array(whole(1, 2**DEEPEST), 3)


def read_generation(value: Json, place: str = "$") -> Generation | tuple[Fault, ...]:
    """Read an answer, or say all that is wrong with it.

    >>> read_generation({"frames": [{"finding": "nodule"}]}, "$.gen")[0].text()
    "$.gen.frames[0]: expected the key 'polarity', got an object with 1 keys"
    """
    return read_record(value, GENERATION.read, place)


def read_sample(
    record: Json, *, beside: Beside | None = None, strict: bool = False
) -> Grounded | tuple[Fault, ...]:
    """Read a record, or say all that is wrong with it (the first hundred things).

    `beside` opens the files that it names. `strict` makes a citation of a token that is not there
    a fault; otherwise it is kept, for the verifier to find.

    >>> for fault in read_sample({"schema": "cf-sample/1", "sample_id": "1", "axes": "xyz",
    ...         "volume_shape": [8, 8, 8], "tokens": [], "gen": {"frames": []}}):
    ...     print(fault.text())
    $.axes: expected 'zyx', got 'xyz': volume_shape, boxes and masks lie along z, y, x
    """

    def read(at: Opened) -> Grounded | None:
        known = of_schema(at, SCHEMA, OLDER)
        return _sample(at, beside or Beside(None), strict=strict) if known else None

    return read_record(record, read)


def _sample(at: Opened, beside: Beside, *, strict: bool) -> Grounded | None:
    identity = _ID.of(at)
    _AXES.of(at)
    shape = _SHAPE.of(at)
    stores = Stores.of(STORES.of(at), beside)
    placed = _tokens(at, stores)
    tokens = tuple(token for _, token in placed)
    generation = _GEN.of(at)
    if strict:
        _cited(at, {token.id for token in tokens})
    relevance = _relevance(at, stores)
    _one_length(
        at,
        [(f"{one.place}.embedding", token.embedding) for one, token in placed]
        + [(f"$.relevance.{name}", vector) for name, vector in relevance or ()],
    )
    lesions = [lesion_at(one, shape, beside) for one in _LESIONS.of(at)]
    gold = _GOLD.of(at)
    frames = None if gold is None or gold.value.get("frames") is None else _FRAMES.of(gold)
    report = None if gold is None else _REPORT.of(gold)
    group, seed, regenerated = _GROUP.of(at), _SEED.of(at), _REGENERATED.of(at)
    if at.faults or shape is None or generation is None:
        return None
    return Grounded(
        id=identity,
        group=group,
        seed=seed,
        shape=shape,
        tokens=tokens,
        generation=generation,
        lesions=tuple(lesion for lesion in lesions if lesion is not None),
        gold=frames,
        report=report,
        relevance=relevance,
        regenerated=regenerated,
    )


def _axes(at: Opened) -> None:
    axes = at.need("axes", TEXT, AXES)
    if axes != AXES:
        hint = "volume_shape, boxes and masks lie along z, y, x"
        at.wrong("axes", shown(axes), shown(AXES), hint)


def _shape(at: Opened) -> Shape | None:
    depth, height, width = at.need("volume_shape", _SIZES.read, _NO_SHAPE)
    if not depth:
        return None
    # A row along x takes whole bytes, however short it is.
    held = depth * height * ((width + 7) // 8) * 8
    if held > MOST_VOXELS:
        rounded = "" if width % 8 == 0 else ", rows along x rounded up to eights"
        got = f"{held}{rounded}"
        at.wrong("volume_shape", got, f"at most {MOST_VOXELS} voxels")
        return None
    return depth, height, width


def _cell(at: Opened) -> Cell:
    cell, level = at.need("cell_id", _as_cell, _ROOT), _LEVEL.of(at)
    if level is not None and level != cell.level and cell is not _ROOT:
        at.wrong("level", f"{level}", f"{cell.level}, the level of {cell.id}")
    return cell


def _as_cell(value: Json) -> Cell:
    try:
        return read_cell(TEXT(value))
    except ValueError as error:
        raise expected("a cell", value, hint=str(error).partition(": got ")[0]) from None


def _tokens(at: Opened, stores: Stores) -> list[tuple[Opened, Token]]:
    first: dict[int, str] = {}
    tokens = []
    for one in _TOKENS.of(at):
        token = TOKEN.read(one, embedding=lambda one: stores.vector(one, "embedding"))
        if token is not None:
            place = first.setdefault(token.id, one.place)
            if place != one.place:
                one.wrong("token_id", f"{token.id} again, first in {place}", "ids that differ")
            tokens.append((one, token))
    return tokens


def _one_length(at: Opened, vectors: list[tuple[str, Vector | None]]) -> None:
    """Hold all embeddings and query vectors to the length of the first one."""
    known = [(place, len(vector)) for place, vector in vectors if vector is not None]
    for place, length in known[1:]:
        if length != known[0][1]:
            wanted = f"{counted(known[0][1], 'number')} as in {known[0][0]}"
            at.note(Fault(got=f"{length}", expected=wanted), place)


def _relevance(at: Opened, stores: Stores) -> tuple[tuple[str, Vector], ...] | None:
    inner = _RELEVANCE.of(at)
    if inner is None:
        return None
    found: dict[str, Vector] = {}
    for name in inner.value:
        vector = stores.vector(inner, name)
        if inner.value[name] is not None and name.lower() in found:
            got = f"{shown(name)}, and the same in other letters"
            inner.note(
                Fault(got=got, expected="findings that differ", hint="case is not looked at"),
                inner.place,
            )
        elif vector is not None:
            found[name.lower()] = vector
    return tuple(sorted(found.items()))


def _regenerated(at: Opened) -> tuple[tuple[str, Generation], ...]:
    inner = at.under("regenerated")
    if inner is None:
        return ()
    found = []
    for key in sorted(inner.value):
        if key not in _KEYS:
            hint = near_key(key, _KEYS) or f"they are {', '.join(_KEYS)}"
            inner.note(
                Fault(got=shown(key), expected="the name of a transform", hint=hint), inner.place
            )
        elif (answer := inner.under(key)) is not None:
            generation = GENERATION.read(answer)
            found += [] if generation is None else [(key, generation)]
    return tuple(found)


def _cited(at: Opened, known: set[int]) -> None:
    """Note what frames cite that is not there; what else is wrong with them was noted before."""
    quiet = Opened(at.value, at.place, [])
    answer = quiet.under("gen")
    for one in () if answer is None else answer.needed_each("frames"):
        for place, cited in enumerate(one.maybe("citations", IDS.read) or ()):
            if cited not in known:
                wanted = "the id of a token of this sample"
                at.note(Fault(got=f"{cited}", expected=wanted), f"{one.place}.citations[{place}]")


def _relevance_json(found: tuple[tuple[str, Vector], ...] | None) -> JsonObject:
    if found is None:
        return {}
    return {"relevance": {name: VECTOR.write(vector) for name, vector in found}}


def _regenerated_json(found: tuple[tuple[str, Generation], ...]) -> JsonObject:
    return {"regenerated": {key: GENERATION.write(one) for key, one in found}} if found else {}


_KEYS = tuple(key.value for key in Key)
_LEVEL = optional("level", whole(0, DEEPEST), None, "The level of the cell.")
_CELL_ID = r"^L[0-9]+:\s*\(?\s*[0-9]+\s*,\s*[0-9]+\s*,\s*[0-9]+"
TOKEN = Record(
    Token,
    "token",
    _LEVEL,
    id=required("token_id", whole(0, WIDEST), 0, "Differs from every other one of the sample."),
    cell=Field(
        "cell_id",
        _cell,
        said("Level, then x,y,z, from 0 to 2**level - 1.", {"type": "string", "pattern": _CELL_ID}),
        required=True,
        written=lambda cell: {"cell_id": cell.id, "level": cell.level},
    ),
    score=required("score", NUMBER, 0.0),
    uncertainty=required("uncertainty", NUMBER, 0.0),
    embedding=evolve(
        rare("embedding", VECTOR, None),
        schema=said("All vectors of a sample have one length.", ref("vector")),
    ),
)
_ID = required("sample_id", NAME, "", "Differs from every other one of the file.")
_GROUP = rare("group_id", NAME, None, "What samples share, such as a patient.")
_SEED = optional("seed", whole(0, MOST_SEED), 0)
_SHAPE = Field(
    "volume_shape",
    _shape,
    said(f"Depth, height, width; at most {MOST_VOXELS} voxels.", _SIZES.schema),
    required=True,
    written=lambda shape: {"volume_shape": list(shape)},
)
_AXES = evolve(constant("axes", AXES), of=_axes)
_TOKENS = Field(
    "tokens",
    lambda at: tuple(at.needed_each("tokens")),
    {"type": "array", "items": ref("token")},
    required=True,
    written=lambda tokens: {"tokens": [TOKEN.write(token) for token in tokens]},
    parts={"token": TOKEN.schema},
)
_GEN = needed_object("gen", GENERATION, "What the generator answered.")
_LESIONS = Field(
    "lesions",
    lambda at: tuple(at.each("lesions") or ()),
    or_null({"type": "array", "items": ref("lesion")}),
    written=lambda lesions: {"lesions": [lesion_json(lesion) for lesion in lesions]},
    parts={"lesion": LESION},
)
_FRAMES = objects("frames", FRAME)
_REPORT = rare("report_text", TEXTUAL, None)
_GOLD = Field(
    "gold",
    lambda at: at.under("gold"),
    said("What is true, as far as it is known.", or_null(object_schema((_FRAMES, _REPORT)))),
    written=lambda gold: {"gold": gold} if gold else {},
)
_RELEVANCE = Field(
    "relevance",
    lambda at: at.under("relevance"),
    said(
        "The query vector of each finding.",
        or_null({"type": "object", "additionalProperties": ref("vector")}),
    ),
    written=_relevance_json,
)
_REGENERATED = Field(
    "regenerated",
    _regenerated,
    said(
        "Answers from transformed tokens.",
        or_null(
            {
                "type": "object",
                "properties": {key: or_null(ref("answer")) for key in _KEYS},
                "additionalProperties": False,
            }
        ),
    ),
    written=_regenerated_json,
)


def grounded_schema() -> Tree:
    """Describe a sample.

    >>> grounded_schema()["required"]
    ['schema', 'sample_id', 'volume_shape', 'axes', 'tokens', 'gen']
    """
    fields = (
        *(constant("schema", SCHEMA), _ID, _GROUP, _SEED, _SHAPE, _AXES, STORES, _TOKENS, _GEN),
        *(_LESIONS, _GOLD, _RELEVANCE, _REGENERATED),
    )
    title = "A sample whose claims cite cells of a volume, one a line of JSON Lines"
    return document_schema(title, object_schema(fields), parts_of(fields))


def grounded_schema_text() -> str:
    """Write the schema of samples as the file in docs/reference holds it."""
    return schema_text(grounded_schema())


def sample_json(sample: Grounded) -> JsonObject:
    """Write a sample as a record; reading it gives the same sample, packed masks as runs.

    >>> written = sample_json(Grounded(id="1", shape=(8, 8, 8)))
    >>> list(written)
    ['schema', 'sample_id', 'seed', 'volume_shape', 'axes', 'tokens', 'gen', 'lesions']
    """
    frames = {} if sample.gold is None else _FRAMES.written(sample.gold)
    return {
        "schema": SCHEMA,
        **_ID.written(sample.id),
        **_GROUP.written(sample.group),
        **_SEED.written(sample.seed),
        **_SHAPE.written(sample.shape),
        **_AXES.written(AXES),
        **_TOKENS.written(sample.tokens),
        **_GEN.written(sample.generation),
        **_LESIONS.written(sample.lesions),
        **_GOLD.written({**frames, **_REPORT.written(sample.report)}),
        **_RELEVANCE.written(sample.relevance),
        **_REGENERATED.written(sample.regenerated),
    }


def sample_text(sample: Grounded) -> bytes:
    """Write a sample as one line, with its end.

    >>> sample_text(Grounded(id="1", shape=(8, 8, 8)))[:40]
    b'{"schema":"cf-sample/1","sample_id":"1",'

    Raises ValueError for a text that UTF-8 cannot hold.
    """
    return encode(sample_json(sample)) + b"\n"
