"""Samples whose claims cite cells of a volume, as JSON: read from a record, and written as one."""

from measurand.edges.files.json.fields import (
    TEXT,
    EnoughError,
    JsonObject,
    Opened,
    as_float,
    as_name,
    listed,
    of_schema,
    whole,
)
from measurand.edges.files.json.value import Json, encode, expected, float_number
from measurand.edges.files.json.walk import near_key
from measurand.studies.counterfactual.edge.files.beside import Beside
from measurand.studies.counterfactual.edge.files.frames import (
    WIDEST,
    frame_at,
    frame_json,
    generation_at,
    generation_json,
)
from measurand.studies.counterfactual.edge.files.lesions import MOST_VOXELS, lesion_at, lesion_json
from measurand.studies.counterfactual.edge.files.stores import Stores
from measurand.studies.counterfactual.parts import Key
from measurand.values.cells import DEEPEST, Cell, Shape, read_cell
from measurand.values.fault import Fault, shown
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token, Vector

SCHEMA = "cf-sample/1"
AXES = "zyx"
MOST_SEED = 2**64 - 1
_SIZES = listed(whole(1, 2**DEEPEST), 3)
_NO_SHAPE = (0, 0, 0)
_ROOT = Cell(0, 0, 0, 0)
_REGENERATED = tuple(key.value for key in Key)


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
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        if not of_schema(at, SCHEMA, OLDER):
            return tuple(at.faults)
        found = _sample(at, beside or Beside(None), strict=strict)
    except EnoughError:
        return tuple(at.faults)
    return tuple(at.faults) if found is None else found


OLDER = {
    "cf-score/1": "overlap_ratio and hit_lesion_coverage were other numbers there: score again"
}
"""What to do with records of schemas that were before."""


def _sample(at: Opened, beside: Beside, *, strict: bool) -> Grounded | None:
    identity = at.need("sample_id", as_name, "")
    shape = _shape(at)
    stores = Stores.of(at.under("stores"), beside)
    placed = _tokens(at, stores)
    tokens = tuple(token for _, token in placed)
    answer = at.required("gen")
    generation = Generation() if answer is None else generation_at(answer)
    if strict:
        _cited(at, generation, {token.id for token in tokens})
    relevance = _relevance(at, stores)
    _one_length(
        at,
        [(f"{one.place}.embedding", token.embedding) for one, token in placed]
        + [(f"$.relevance.{name}", vector) for name, vector in relevance or ()],
    )
    lesions = _lesions(at, shape, beside)
    gold = at.under("gold")
    frames = None if gold is None else gold.each("frames")
    whole_gold = None if frames is None else tuple(frame_at(frame) for frame in frames)
    report = None if gold is None else gold.maybe("report_text", TEXT)
    group = at.maybe("group_id", as_name)
    seed = at.maybe("seed", whole(0, MOST_SEED))
    regenerated = _regenerated(at)
    if at.faults or shape is None:
        return None
    return Grounded(
        id=identity,
        group=group,
        seed=seed or 0,
        shape=shape,
        tokens=tokens,
        generation=generation,
        lesions=lesions,
        gold=whole_gold,
        report=report,
        relevance=relevance,
        regenerated=regenerated,
    )


def _shape(at: Opened) -> Shape | None:
    axes = at.need("axes", TEXT, AXES)
    if axes != AXES:
        hint = "volume_shape, boxes and masks lie along z, y, x"
        at.wrong("axes", shown(axes), shown(AXES), hint)
    depth, height, width = at.need("volume_shape", _as_shape, _NO_SHAPE)
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


def _as_shape(value: Json) -> Shape:
    depth, height, width = _SIZES(value)
    return depth, height, width


def _tokens(at: Opened, stores: Stores) -> list[tuple[Opened, Token]]:
    first: dict[int, str] = {}
    tokens = []
    for one in at.needed_each("tokens"):
        before = len(at.faults)
        token = _token(one, stores)
        if len(at.faults) == before:
            place = first.setdefault(token.id, one.place)
            if place != one.place:
                one.wrong("token_id", f"{token.id} again, first in {place}", "ids that differ")
            tokens.append((one, token))
    return tokens


def _token(at: Opened, stores: Stores) -> Token:
    cell = at.need("cell_id", _as_cell, _ROOT)
    level = at.maybe("level", whole(0, DEEPEST))
    if level is not None and level != cell.level and cell is not _ROOT:
        at.wrong("level", f"{level}", f"{cell.level}, the level of {cell.id}")
    return Token(
        id=at.need("token_id", whole(0, WIDEST), 0),
        cell=cell,
        score=at.need("score", as_float, 0.0),
        uncertainty=at.need("uncertainty", as_float, 0.0),
        embedding=stores.vector(at, "embedding"),
    )


def _as_cell(value: Json) -> Cell:
    try:
        return read_cell(TEXT(value))
    except ValueError as error:
        raise expected("a cell", value, hint=str(error).partition(": got ")[0]) from None


def _one_length(at: Opened, vectors: list[tuple[str, Vector | None]]) -> None:
    """Hold all embeddings and query vectors to the length of the first one."""
    known = [(place, len(vector)) for place, vector in vectors if vector is not None]
    for place, length in known[1:]:
        if length != known[0][1]:
            wanted = f"{known[0][1]} numbers as in {known[0][0]}"
            at.note(Fault(got=f"{length}", expected=wanted), place)


def _relevance(at: Opened, stores: Stores) -> tuple[tuple[str, Vector], ...] | None:
    inner = at.under("relevance")
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


def _lesions(at: Opened, shape: Shape | None, beside: Beside) -> tuple[Lesion, ...]:
    found = [lesion_at(one, shape, beside) for one in at.each("lesions") or ()]
    return tuple(lesion for lesion in found if lesion is not None)


def _regenerated(at: Opened) -> tuple[tuple[str, Generation], ...]:
    inner = at.under("regenerated")
    if inner is None:
        return ()
    found = []
    for key in sorted(inner.value):
        if key not in _REGENERATED:
            hint = near_key(key, _REGENERATED) or f"they are {', '.join(_REGENERATED)}"
            inner.note(
                Fault(got=shown(key), expected="the name of a transform", hint=hint), inner.place
            )
        elif (answer := inner.under(key)) is not None:
            found.append((key, generation_at(answer)))
    return tuple(found)


def _cited(at: Opened, generation: Generation, known: set[int]) -> None:
    for index, frame in enumerate(generation.frames):
        for place, cited in enumerate(frame.cited):
            if cited not in known:
                key = f"gen.frames[{index}].citations[{place}]"
                at.wrong(key, f"{cited}", "the id of a token of this sample")


def sample_json(sample: Grounded) -> JsonObject:
    """Write a sample as a record; reading it gives the same sample, packed masks as runs.

    >>> written = sample_json(Grounded(id="1", shape=(8, 8, 8)))
    >>> list(written)
    ['schema', 'sample_id', 'seed', 'volume_shape', 'axes', 'tokens', 'gen', 'lesions']
    """
    written: JsonObject = {"schema": SCHEMA, "sample_id": sample.id}
    if sample.group is not None:
        written["group_id"] = sample.group
    written["seed"] = sample.seed
    written["volume_shape"] = list(sample.shape)
    written["axes"] = AXES
    written["tokens"] = [token_json(token) for token in sample.tokens]
    written["gen"] = generation_json(sample.generation)
    written["lesions"] = [lesion_json(lesion) for lesion in sample.lesions]
    gold = _gold_json(sample.gold, sample.report)
    if gold:
        written["gold"] = gold
    if sample.relevance is not None:
        written["relevance"] = {name: _vector_json(vector) for name, vector in sample.relevance}
    if sample.regenerated:
        answers = {key: generation_json(answer) for key, answer in sample.regenerated}
        written["regenerated"] = dict(answers)
    return written


def token_json(token: Token) -> JsonObject:
    """Write a token; reading it gives the same one.

    >>> from measurand.values.cells import Cell
    >>> token_json(Token(id=0, cell=Cell(1, 0, 0, 1), score=0.5, uncertainty=0.5))["cell_id"]
    'L1:0,0,1'
    """
    written: JsonObject = {
        "token_id": token.id,
        "cell_id": token.cell.id,
        "level": token.cell.level,
        "score": float_number(token.score),
        "uncertainty": float_number(token.uncertainty),
    }
    if token.embedding is not None:
        written["embedding"] = _vector_json(token.embedding)
    return written


def _vector_json(values: Vector) -> list[Json]:
    return [float_number(value) for value in values]


def _gold_json(frames: tuple[Frame, ...] | None, report: str | None) -> JsonObject:
    written: JsonObject = {}
    if frames is not None:
        written["frames"] = [frame_json(frame) for frame in frames]
    if report is not None:
        written["report_text"] = report
    return written


def sample_text(sample: Grounded) -> bytes:
    """Write a sample as one line, with its end.

    >>> sample_text(Grounded(id="1", shape=(8, 8, 8)))[:40]
    b'{"schema":"cf-sample/1","sample_id":"1",'

    Raises ValueError for a text that UTF-8 cannot hold.
    """
    return encode(sample_json(sample)) + b"\n"
