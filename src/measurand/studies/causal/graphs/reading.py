"""Read a reasoning graph from a tree of JSON, whatever its shape, and write it back; trees as text.

Reading is total: what has no place gives a note and is left out, and nothing raises. A tree may be
deeper than the interpreter's stack and hold integers of any length, so it is written without
recursion.
"""

from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

from measurand.studies.causal.graphs.quantity import MOST_DIGITS, amount
from measurand.values.fault import shown
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step
from measurand.values.suggest import did_you_mean

_ESCAPES = {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    **{code: f"\\u{code:04x}" for code in range(32)},
}
_WIDEST = 12_000  # bits; Python refuses to write out integers of more than 4,300 digits


def tree_text(tree: object) -> str:
    """Write a tree on one line, in time linear in its size; what is not JSON is shown by its repr.

    Integers of more than 12,000 bits are written to the base of 16.

    >>> tree_text({"a": [1, 0.5, None, True], "b": "x"})
    '{"a": [1, 0.5, null, true], "b": "x"}'
    """
    pieces: list[str] = []
    left: list[Iterator[tuple[str, object]]] = [iter((("", tree),))]
    closing = [""]
    while left:
        step = next(left[-1], None)
        if step is None:
            left.pop()
            pieces.append(closing.pop())
            continue
        lead, value = step
        pieces.append(lead)
        if isinstance(value, dict):
            pieces.append("{")
            left.append(_items(value))
            closing.append("}")
        elif isinstance(value, list | tuple):
            pieces.append("[")
            left.append(_elements(value))
            closing.append("]")
        else:
            pieces.append(leaf_text(value))
    return "".join(pieces)


def leaf_text(value: object) -> str:
    """Write what has no parts; texts stand in quotes.

    >>> leaf_text(5), leaf_text(1e22), leaf_text(None), leaf_text("m")
    ('5', '1e+22', 'null', '"m"')
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, int) and value.bit_length() > _WIDEST:
        return hex(value)
    return str(value)


def _items(value: dict[object, object]) -> Iterator[tuple[str, object]]:
    for place, (key, inner) in enumerate(value.items()):
        yield f"{', ' if place else ''}{leaf_text(key)}: ", inner


def _elements(value: list[object] | tuple[object, ...]) -> Iterator[tuple[str, object]]:
    for place, inner in enumerate(value):
        yield ", " if place else "", inner


_BESIDE = ("constraints_and_premises", "problem_model", "chosen_strategy", "critic_analysis")
_TOP = ("target_variable", "knowns", "causal_graph", "computation_plan", "expected_answer_type")
_CAUSES = ("cause", "from", "source")
_EFFECTS = ("effect", "to", "target")
_RULES = ("rule", "reasoning", "relation", "description")
_STEP = ("id", "target", "inputs", "description")
_LONGEST_KEY = 40
_HINTED = 100  # so many notes of a graph may say what key was meant: to look for it takes a while


@frozen
class Note:
    """A part that could not be read as it stands: where (a JSON path), what it is, what is read.

    >>> Note("$.target_variable", "null", "a name, or a list of names").path
    '$.target_variable'
    """

    path: str
    got: str
    expected: str


@frozen
class Read:
    """A graph, and all that could not be read as it stands."""

    graph: ReasoningGraph
    notes: tuple[Note, ...] = ()


_Say = Callable[[str, object, str], None]


def read_graph(tree: object) -> Read:
    """Read a graph from any tree of JSON: total, in time linear in the tree.

    Read without a note: one name or a list of names as target, cause, effect or target of a step;
    inputs that name a step (`{"ref": "step1"}`); links under `causal_links`, or one link alone;
    `from`/`to` and `source`/`target` for cause and effect; the first of `rule`, `reasoning`,
    `relation`, `description` that is not blank; values of any kind for knowns. Names count exactly
    as written, blank ones too. What a graph has no place for (a key, a name that is a list) gives a
    note and is left out; a number as a name gives a note and is read as its text.

    >>> read = read_graph({"target_variable": "a", "knowns": {"F": "10 N"}, "causal_graph": [3]})
    >>> read.graph.known("F").number, read.graph.links
    (Fraction(10, 1), ())
    >>> read.notes
    (Note(path='$.causal_graph[0]', got='3', expected='a link: an object with cause and effect'),)
    """
    notes: list[Note] = []

    def say(path: str, got: object, expected: str) -> None:
        text = shown(got.key if isinstance(got, _Unread) else got)
        if isinstance(got, _Unread) and len(notes) < _HINTED:
            text += did_you_mean(got.key, got.read)
        notes.append(Note(path, got if isinstance(got, _Missing) else text, expected))

    if not isinstance(tree, dict):
        say("$", tree, "an object: a reasoning graph")
        return Read(ReasoningGraph(), tuple(notes))
    graph = ReasoningGraph(
        targets=_named(tree, ("target_variable",), "$", say),
        knowns=_knowns(tree.get("knowns", _MISSING), "$.knowns", say),
        links=_links(tree.get("causal_graph", _MISSING), "$.causal_graph", say),
        plan=_plan(tree.get("computation_plan", []), "$.computation_plan", say),
        answer_type=_text(tree.get("expected_answer_type"), "$.expected_answer_type", say),
    )
    _leftover(tree, (*_TOP, *_BESIDE), "$", say)
    return Read(graph, tuple(notes))


def graph_tree(graph: ReasoningGraph) -> dict[str, object]:
    """Write a graph as a tree that reads as the same graph.

    A known is written as its text: its number and unit are what reading that text gives.

    >>> graph_tree(ReasoningGraph(targets=("a",), knowns=(Known(name="F"),), links=()))
    {'target_variable': 'a', 'knowns': {'F': None}, 'causal_graph': [], 'computation_plan': []}
    """
    steps = [
        {
            "id": step.id,
            "target": _one_or_more(step.targets),
            "inputs": [*step.inputs, *({"ref": name} for name in step.refs)],
            "description": step.description,
        }
        for step in graph.plan
    ]
    tree: dict[str, object] = {"target_variable": _one_or_more(graph.targets)}
    tree |= {"knowns": {known.name: known.text or None for known in graph.knowns}}
    if graph.links is not None:
        tree["causal_graph"] = [
            {"cause": list(link.causes), "effect": _one_or_more(link.effects), "rule": link.rule}
            for link in graph.links
        ]
    tree["computation_plan"] = steps
    return tree | ({"expected_answer_type": graph.answer_type} if graph.answer_type else {})


class _Missing(str):
    """What is shown for a key that is not there."""

    __slots__ = ()


_MISSING = _Missing("nothing")


@frozen
class _Unread:
    """A key that is not read, with the keys that are."""

    key: str
    read: tuple[str, ...]


def _knowns(value: object, path: str, say: _Say) -> tuple[Known, ...]:
    if isinstance(value, dict):
        pairs = ((key, f"{path}{_key(key)}", inner) for key, inner in value.items())
        named = [(_name(key, place, say), place, inner) for key, place, inner in pairs]
    elif isinstance(value, list):
        named = [_listed(inner, f"{path}[{place}]", say) for place, inner in enumerate(value)]
    else:
        say(path, value, "an object of names and values")
        return ()
    knowns: dict[str, Known] = {}
    for name, place, inner in named:
        if name is not None and name in knowns:
            say(place, name, "a name that no known above it has")
        elif name is not None:
            knowns[name] = _known(name, inner, place, say)
    return tuple(knowns.values())


def _listed(value: object, path: str, say: _Say) -> tuple[str | None, str, object]:
    if isinstance(value, dict) and set(value) <= {"name", "value", "unit"} and "name" in value:
        inner = {key: part for key, part in value.items() if key != "name"}
        return _name(value["name"], path, say), path, inner if "value" in inner else None
    return _name(value, path, say), path, None


def _known(name: str, value: object, path: str, say: _Say) -> Known:
    text = _value_text(value)
    read = amount(text)
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    if read.refused or (numeric and read.number is None):
        say(path, value, f"a number of at most {MOST_DIGITS} digits")
    return Known(name=name, text=text, number=read.number, unit=read.unit)


def _value_text(value: object) -> str:
    if isinstance(value, dict) and "value" in value and set(value) <= {"value", "unit"}:
        number, unit = value["value"], value.get("unit") or ""
        if isinstance(unit, str) and not isinstance(number, dict | list):
            return f"{_value_text(number)} {unit}".strip()
    if isinstance(value, str) or value is None:
        return value or ""
    return tree_text(value)


def _links(value: object, path: str, say: _Say) -> tuple[Link, ...] | None:
    if isinstance(value, dict) and "causal_links" in value:
        _leftover(value, ("causal_links",), path, say)
        value, path = value["causal_links"], f"{path}.causal_links"
    if isinstance(value, dict) and any(key in value for key in (*_CAUSES, *_EFFECTS)):
        return (_link(value, path, say),)
    if not isinstance(value, list):
        say(path, value, "a list of links")
        return None
    links = []
    for place, inner in enumerate(value):
        if isinstance(inner, dict):
            links.append(_link(inner, f"{path}[{place}]", say))
        else:
            say(f"{path}[{place}]", inner, "a link: an object with cause and effect")
    return tuple(links)


def _link(value: Mapping[object, object], path: str, say: _Say) -> Link:
    rules = [(key, value[key]) for key in _RULES if key in value]
    texts = [(key, _text(inner, f"{path}.{key}", say)) for key, inner in rules]
    rule = next(((key, text) for key, text in texts if text.strip()), None)
    for key, text in texts:
        if rule is not None and key != rule[0] and text.strip() and text != rule[1]:
            say(f"{path}.{key}", text, f"one rule: {rule[0]} is read")
    link = Link(
        causes=_named(value, _CAUSES, path, say),
        effects=_named(value, _EFFECTS, path, say),
        rule=rule[1] if rule else next((text for _, text in texts), ""),
    )
    _leftover(value, (*_CAUSES, *_EFFECTS, *_RULES), path, say)
    return link


def _plan(value: object, path: str, say: _Say) -> tuple[Step, ...]:
    if not isinstance(value, list):
        say(path, value, "a list of steps")
        return ()
    steps: dict[str, Step] = {}
    for place, inner in enumerate(value):
        if isinstance(inner, dict):
            steps[f"{path}[{place}]"] = _step(inner, f"{path}[{place}]", say)
        else:
            say(f"{path}[{place}]", inner, "a step: an object with target and inputs")
    there = {step.id for step in steps.values() if step.id}
    for where, step in steps.items():
        for ref in step.refs:
            if ref not in there:
                say(f"{where}.inputs", ref, "a ref to the id of a step")
    return tuple(steps.values())


def _step(value: Mapping[object, object], path: str, say: _Say) -> Step:
    inputs = value.get("inputs", [])
    listed = inputs if isinstance(inputs, list) else [inputs]
    names: list[str] = []
    refs: list[str] = []
    for place, inner in enumerate(listed):
        where = f"{path}.inputs[{place}]" if listed is inputs else f"{path}.inputs"
        if isinstance(inner, dict) and set(inner) == {"ref"}:
            refs.extend(_names(inner["ref"], f"{where}.ref", say))
        else:
            names.extend(_names(inner, where, say))
    step = Step(
        id=_text(value.get("id"), f"{path}.id", say),
        targets=_named(value, ("target",), path, say),
        inputs=tuple(names),
        refs=tuple(refs),
        description=_text(value.get("description"), f"{path}.description", say),
    )
    _leftover(value, _STEP, path, say)
    return step


def _named(
    value: Mapping[object, object], keys: tuple[str, ...], path: str, say: _Say
) -> tuple[str, ...]:
    """Read the names under the first of these keys that is there; the others give notes."""
    there = [key for key in keys if key in value]
    if not there:
        say(f"{path}.{keys[0]}", _MISSING, "a name, or a list of names")
        return ()
    for key in there[1:]:
        say(f"{path}.{key}", value[key], f"one key: {there[0]} is read")
    inner, where = value[there[0]], f"{path}.{there[0]}"
    if not isinstance(inner, list):
        return tuple(_names(inner, where, say))
    return tuple(
        name for place, one in enumerate(inner) for name in _names(one, f"{where}[{place}]", say)
    )


def _names(value: object, path: str, say: _Say) -> Iterator[str]:
    name = _name(value, path, say)
    if name is not None:
        yield name


def _name(value: object, path: str, say: _Say) -> str | None:
    if isinstance(value, str):
        return str(value)
    say(path, value, "a name")
    return leaf_text(value) if isinstance(value, bool | int | float) else None


def _text(value: object, path: str, say: _Say) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    say(path, value, "a text")
    return tree_text(value)


def _leftover(value: Mapping[object, object], read: tuple[str, ...], path: str, say: _Say) -> None:
    for key in value:
        if key not in read:
            say(f"{path}{_key(key)}", _Unread(str(key), read), "a key that is read")


def _key(key: object) -> str:
    text = str(key)
    if text.isidentifier() and len(text) <= _LONGEST_KEY:
        return f".{text}"
    return f"[{leaf_text(text[:_LONGEST_KEY])}{'…' if len(text) > _LONGEST_KEY else ''}]"


def _one_or_more(names: tuple[str, ...]) -> str | list[str]:
    return names[0] if len(names) == 1 else list(names)
