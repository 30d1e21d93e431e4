"""One record of a batch: a reasoning graph, what it is about, and what is odd in it."""

from attrs import evolve, field, frozen

from measurand.edges.files.json.fields import (
    TEXT,
    EnoughError,
    Opened,
    as_name,
    as_object,
    as_truth,
)
from measurand.edges.files.json.value import Json, encode, expected, is_scalar, json_text
from measurand.studies.causal.graphs.reading import Note, read_graph
from measurand.values.fault import Fault
from measurand.values.reasoning import Problem, ReasoningGraph

ROWS = ("causal-score/1", "causal-score/2")
"""The schemas of the rows that come out: no records of a batch."""
_GRAPHS = ("enhanced_dag", "dag")
"""Where the graph stands, the first that is there."""
_BARE = frozenset({"causal_graph", "target_variable", "knowns", "computation_plan"})
"""By one of these a graph is known that stands by itself."""
_BESIDE = frozenset(
    {
        "answer",
        "group",
        "id",
        "is_correct",
        "method",
        "prediction",
        "problem_id",
        "problem_text",
        "reasoning_trajectory",
        "reference",
        "run",
    }
)
"""What is read beside a graph, and is no part of it."""


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
    graph = _graph(at, notes)
    name = at.maybe("id", _as_id)
    group, problem = (at.maybe(key, as_name) for key in ("group", "problem_id"))
    reference = at.maybe("reference", as_object)
    texts = {key: at.maybe(key, as_name) or "" for key in ("run", "method")}
    answers = [_answer(at, key, notes) for key in ("answer", "prediction")]
    made = Problem(
        id=str(number) if name is None else name,
        graph=graph,
        text=at.maybe("problem_text", TEXT) or "",
        reasoning=_reasoning(at, notes),
        group=problem if group is None else group,
        correct=at.maybe("is_correct", as_truth),
        answer=next((answer for answer in answers if answer is not None), None),
        reference=None if reference is None else _placed(reference, "$.reference", notes),
    )
    return Item(
        problem=made,
        number=number,
        named=name is not None,
        notes=tuple(notes),
        raw=raw,
        **texts,
    )


def _graph(at: Opened, notes: list[Note]) -> ReasoningGraph:
    there = [key for key in _GRAPHS if key in at.value]
    if not there:
        if _BARE.intersection(at.value):
            alone = {key: value for key, value in at.value.items() if key not in _BESIDE}
            return _placed(alone, "$", notes)
        schema = at.value.get("schema")
        hint = f"rows of {schema} are scores: no graphs" if schema in ROWS else ""
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
    value = at.value.get("reasoning_trajectory")
    if not isinstance(value, list):
        return at.maybe("reasoning_trajectory", TEXT) or ""
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
