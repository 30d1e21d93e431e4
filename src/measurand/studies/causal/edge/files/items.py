"""One record of a batch: a reasoning graph, what it is about, and what is odd in it.

Fields say at once how they are read and what the JSON Schema of a record says of them. A graph
itself is read whatever its shape (see `graphs.reading`): its schema says what is read without a
note.
"""

from collections.abc import Iterable

from attrs import evolve, field, frozen

from measurand.edges.files.json.described import (
    NAME,
    TEXTUAL,
    TRUTH,
    Field,
    Kind,
    Tree,
    document_schema,
    object_schema,
    optional,
    or_null,
    ref,
    said,
    schema_text,
)
from measurand.edges.files.json.fields import EnoughError, JsonObject, Opened, as_name, as_object
from measurand.edges.files.json.value import Json, encode, expected, is_scalar, json_text
from measurand.studies.causal.edge.files.scores import READABLE, ROW_SCHEMA
from measurand.studies.causal.graphs.reading import Note, read_graph
from measurand.values.fault import Fault
from measurand.values.reasoning import Problem, ReasoningGraph

_BARE = frozenset({"causal_graph", "target_variable", "knowns", "computation_plan"})
"""By one of these a graph is known that stands by itself."""


@frozen(kw_only=True)
class Item:
    """A problem as it was read; `number` is that of its line, or of its record in a document.

    `named` is False where the record has no id, and its number stands for one. `raw` is the record
    as it stands, without the end of its line.

    >>> Item(problem=Problem(id="1", graph=ReasoningGraph()), number=1).notes
    ()
    """

    problem: Problem
    number: int
    named: bool = True
    run: str = ""
    method: str = ""
    notes: tuple[Note, ...] = ()
    raw: bytes = field(default=b"", repr=False)


def read_item(record: Json, *, number: int, raw: bytes = b"") -> Item | tuple[Fault, ...]:
    """Read a record, or say all that is wrong with it.

    The graph is `enhanced_dag` or `dag`, or the record itself where that is a graph. What is odd in
    a graph is a note; what no reading can be right for is a fault.

    >>> item = read_item({"id": 7, "dag": {"target_variable": "a"}, "group": "p"}, number=1)
    >>> item.problem.id, item.problem.graph.targets, item.problem.group
    ('7', ('a',), 'p')
    >>> [fault.text() for fault in read_item({"id": 7}, number=1)]
    ["$: expected the key 'dag' or 'enhanced_dag', got an object with 1 keys"]
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    at = Opened(record, "$", [])
    try:
        item = _item(at, number, raw)
    except EnoughError:
        item = None
    return tuple(at.faults) if item is None or at.faults else item


def _item(at: Opened, number: int, raw: bytes) -> Item | None:
    notes: list[Note] = []
    graph, name = _graph(at, notes), _ID.of(at)
    group, problem, reference = _GROUP.of(at), _PROBLEM.of(at), _REFERENCE.of(at)
    run, method = _RUN.of(at), _METHOD.of(at)
    answers = [_answer(at, field.key, notes) for field in _ANSWERS]
    made = Problem(
        id=str(number) if name is None else name,
        graph=graph,
        text=_PROBLEM_TEXT.of(at),
        reasoning=_reasoning(at, notes),
        group=problem if group is None else group,
        correct=_CORRECT.of(at),
        answer=next((answer for answer in answers if answer is not None), None),
        reference=None if reference is None else _placed(reference, "$.reference", notes),
    )
    return Item(
        problem=made,
        number=number,
        named=name is not None,
        run=run,
        method=method,
        notes=tuple(notes),
        raw=raw,
    )


def _graph(at: Opened, notes: list[Note]) -> ReasoningGraph:
    there = [field.key for field in _GRAPHS if field.key in at.value]
    if not there:
        if _BARE.intersection(at.value):
            beside = {field.key for field in _BESIDE}
            alone = {key: value for key, value in at.value.items() if key not in beside}
            return _placed(alone, "$", notes)
        schema = at.value.get("schema")
        rows = schema in {*READABLE, ROW_SCHEMA}
        hint = f"rows of {schema} are scores: no graphs" if rows else ""
        wanted = "the key 'dag' or 'enhanced_dag'"
        at.note(expected(wanted, at.value, hint=hint).fault, at.place)
        return ReasoningGraph()
    if len(there) > 1:
        notes.append(Note(path="$.dag", got="it beside enhanced_dag", expected="one graph"))
    return _placed(at.value[there[0]], f"$.{there[0]}", notes)


def _placed(tree: Json, place: str, notes: list[Note]) -> ReasoningGraph:
    """Read a graph that stands somewhere in a record."""
    found = read_graph(tree)
    notes += (evolve(note, path=place + note.path.removeprefix("$")) for note in found.notes)
    return found.graph


def _reasoning(at: Opened, notes: list[Note]) -> str:
    value = at.value.get(_REASONING.key)
    if not isinstance(value, list):
        return _REASONING.of(at)
    got = f"a list of {len(value)}"
    notes.append(Note(path="$.reasoning_trajectory", got=got, expected="one text: it was joined"))
    return "\n".join(map(_text, value))


def _answer(at: Opened, key: str, notes: list[Note]) -> str | None:
    value = at.value.get(key)
    if value is None:
        return None
    if not is_scalar(value):
        got = "a list" if isinstance(value, list) else "an object"
        notes.append(Note(path=f"$.{key}", got=got, expected="one answer: it is taken as JSON"))
    return _text(value)


def _text(value: Json) -> str:
    return json_text(value) if is_scalar(value) else encode(value).decode()


def _as_id(value: Json) -> str:
    name = as_name(value)
    if not name:
        raise expected("an id: a string or an integer", value)
    return name


def _odd(key: str, schema: Tree, says: str = "", *, required: bool = False) -> Field[None]:
    """Describe what is read by itself, whatever it is: what is odd there is noted, no fault."""
    return Field(key, lambda _: None, said(says, schema), required)


def _listed(items: Tree) -> Tree:
    return {"type": "array", "items": items}


_TEXT, _MAYBE = TEXTUAL.schema, or_null(TEXTUAL.schema)
_NAMES: Tree = {"anyOf": [_TEXT, _listed(_TEXT)]}
_ONE_GRAPH = Kind[JsonObject](as_object, ref("graph"))
_ABOUT_ID = "Differs from every other one; the number of the line without one."
_ABOUT_GROUP = "The problem that the graph answers: what graphs share."
_JOINED = "The text; the parts of a list are joined."

_ID = optional("id", Kind(_as_id, NAME.schema), None, _ABOUT_ID)
_GROUP = optional("group", NAME, None, _ABOUT_GROUP)
_PROBLEM = optional("problem_id", NAME, None, "The same, where there is no group.")
_RUN, _METHOD = optional("run", NAME, ""), optional("method", NAME, "")
_GRAPHS = (
    _odd("enhanced_dag", ref("graph"), "The graph; it is taken before dag."),
    _odd("dag", ref("graph")),
)
"""Where the graph stands, the first that is there."""
_PROBLEM_TEXT = optional("problem_text", TEXTUAL, "")
_REASONING = evolve(
    optional("reasoning_trajectory", TEXTUAL, ""),
    schema=said(_JOINED, {"anyOf": [_MAYBE, {"type": "array"}]}),
)
_ANSWERS = (
    _odd("answer", {}, "The answer that was stated."),
    _odd("prediction", {}, "The same, where there is no answer."),
)
_CORRECT = optional("is_correct", TRUTH, None)
_REFERENCE = optional("reference", _ONE_GRAPH, None)
_ABOUT: tuple[Field[object], ...] = (_ID, _GROUP, _PROBLEM, _RUN, _METHOD)
_SAID: tuple[Field[object], ...] = (
    *(_PROBLEM_TEXT, _REASONING, *_ANSWERS),
    *(_CORRECT, _REFERENCE),
)
_BESIDE = (*_ABOUT, *_SAID)
"""What is read beside a graph, and is no part of it."""

_REF = object_schema([_odd("ref", _TEXT, "The id of an earlier step.", required=True)])
_PARTS: dict[str, Iterable[Field[None]]] = {
    "graph": (
        _odd("target_variable", _NAMES, "What is asked for: a name, or several."),
        _odd("knowns", {"type": "object"}, "What is given: names and values, null for a symbol."),
        _odd("causal_graph", _listed(ref("link"))),
        _odd("computation_plan", _listed(ref("step"))),
        _odd("expected_answer_type", _MAYBE),
    ),
    "link": (
        _odd("cause", _NAMES, required=True),
        _odd("effect", _NAMES, required=True),
        _odd("rule", _TEXT, "An equation, or prose."),
    ),
    "step": (
        _odd("id", _TEXT),
        _odd("target", _NAMES, required=True),
        _odd("inputs", _listed({"anyOf": [_TEXT, _REF]})),
        _odd("description", _MAYBE),
    ),
}
"""The parts of a graph, as they are read without a note."""


def record_schema() -> Tree:
    """Describe a record; what is read beyond this is read with a note.

    >>> record_schema()["anyOf"]
    [{'required': ['enhanced_dag']}, {'required': ['dag']}]
    """
    graphs = {"anyOf": [{"required": [field.key]} for field in _GRAPHS]}
    return document_schema(
        "A reasoning graph with what it is about, one a line of JSON Lines",
        {**object_schema((*_ABOUT, *_GRAPHS, *_SAID)), **graphs},
        {name: object_schema(fields) for name, fields in _PARTS.items()},
    )


def record_schema_text() -> str:
    """Write the schema of records as the file in docs/reference holds it."""
    return schema_text(record_schema())
