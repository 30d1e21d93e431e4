"""Samples whose claims cite cells of a volume, as JSON: from a sample to its record."""

from measurand.edges.files.json.fields import JsonObject
from measurand.edges.files.json.value import Json, encode, float_number
from measurand.studies.counterfactual.edge.files.frames import frame_json, generation_json
from measurand.studies.counterfactual.edge.files.lesions import lesion_json
from measurand.studies.counterfactual.edge.files.samples import AXES, SCHEMA
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Token, Vector


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
