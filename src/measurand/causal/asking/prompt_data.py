"""What a prompt shows of a problem: a tree of plain values, and none of what is asked for."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction

from attrs import field, frozen

from measurand.causal.judging import Kind, Question
from measurand.values.reasoning import Known, Link, ReasoningGraph

HIDDEN = "[number not shown]"
"""Stands in a prompt for a number that would give away the removed value."""

_NUMBER = re.compile(
    r"(?:\d{1,3}(?:[,_'\u00a0\u2009\u202f]\d{3})+|\d+)(?:\.\d*)?(?:[eE][+-]?\d{1,9})?|\.\d+"
)
_PLAIN, _INSIDE = 2, 3
Tree = dict[str, object]


@frozen
class Blot:
    """Hides a removed value wherever else it is written: in rules, in other values, in names.

    A number counts that has at least two digits, for single digits are exponents and halves; inside
    a name (`v203`), at least three. Numbers with two significant digits or more are the same where
    these are the same, whatever the power of ten: 20.3, 20.30, 0.0203 and 2.03e1. A number with a
    unit ("3 hours") is hidden as it stands, too. Words alone are not hidden.

    >>> hide = Blot.of(Known(name="v", text="20.3 m/s"))
    >>> hide("x = 20.30 * t + 2 - v203"), hide("2030 W"), hide("a 120.3")
    ('x = [number not shown] * t + 2 - v[number not shown]', '[number not shown] W', 'a 120.3')
    """

    marks: frozenset[str] = frozenset()
    whole: str = ""

    @classmethod
    def of(cls, known: Known) -> "Blot":
        """Look at the value of a known; what is absent, or the name again, hides nothing."""
        text = (known.text or _written(known.number)).strip()
        quantity = _NUMBER.match(text.lstrip("+-−"))
        if not quantity and text == known.name.strip():
            return cls()
        found = [number.group() for number in _NUMBER.finditer(text) if _counts(number)]
        marks = frozenset(_mark(number) for number in found) - {""}
        whole = text if quantity and any(c.isalpha() for c in text) else ""
        return cls(marks, whole)

    def __call__(self, text: str) -> str:
        """Hide the value in a text."""
        if self.whole and self.whole in text:
            text = re.sub(rf"(?<![\w.]){re.escape(self.whole)}(?!\w)", HIDDEN, text)
        return _NUMBER.sub(self._shown, text) if self.marks else text

    def _shown(self, found: re.Match[str]) -> str:
        number = found.group()
        return HIDDEN if _counts(found) and _mark(number) in self.marks else number


def _counts(found: re.Match[str]) -> bool:
    """Tell whether a number has enough digits where it stands."""
    before = found.string[: found.start()][-1:]
    least = _INSIDE if before.isalpha() or before == "_" else _PLAIN
    return _digits(found.group()) >= least


def _written(number: Fraction | None) -> str:
    if number is None:
        return ""
    if number.denominator == 1:
        return str(number.numerator)
    return repr(float(number)) if abs(number) < 10**16 else ""


def _digits(number: str) -> int:
    return sum(c.isdigit() for c in number.lower().partition("e")[0])


def _mark(number: str) -> str:
    """Name a number so that equal ones have one name: its significant digits, or all of it."""
    mantissa, _, power = number.lower().partition("e")
    whole, _, part = mantissa.partition(".")
    digits = "".join(str(int(c)) for c in whole + part if c.isdigit())
    significant = digits.strip("0")
    if len(significant) > 1 or not significant:
        return significant
    trailing = len(digits) - len(digits.rstrip("0"))
    return f"{significant}e{int(power or 0) - len(part) + trailing}"


@frozen
class Names:
    """The names of a graph as a prompt shows them: what is hidden keeps names apart.

    >>> names = Names(Blot(frozenset({"203"})))
    >>> names("v=20.3"), names("v=2.03"), names("v=20.3"), names("t")
    ('v=[number not shown]', 'v=[number not shown] (2)', 'v=[number not shown]', 't')
    """

    hide: Blot
    given: dict[str, str] = field(factory=dict, repr=False)
    taken: set[str] = field(factory=set, repr=False)

    def __call__(self, name: str) -> str:
        """Show a name."""
        if name not in self.given:
            shown = base = self.hide(name)
            count = 1
            while shown in self.taken:
                count += 1
                shown = f"{base} ({count})"
            self.taken.add(shown)
            self.given[name] = shown
        return self.given[name]


def intervention_data(question: Question) -> Tree:
    """Show a problem in which one node is to be taken away.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> problem = Problem(id="1", graph=ReasoningGraph(targets=("a",)), text="How fast?")
    >>> intervention_data(Question(problem=problem, kind=Kind.INTERVENTION, subject="F"))["node"]
    'F'
    """
    graph = question.problem.graph
    return {
        "problem": question.problem.text,
        "targets": list(graph.targets),
        "knowns": {known.name: _value(known) for known in graph.knowns},
        "links": [_link(link) for link in graph.links or ()],
        "node": question.subject,
    }


def abduction_data(question: Question) -> Tree:
    """Show a graph in which one known lost its value, and nothing that would give it away.

    The text of the problem, the reasoning, the plan and the answer are left out altogether.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> graph = ReasoningGraph(knowns=(Known(name="F", text="12.5"), Known(name="m", text="2 kg")),
    ...     targets=("a",), links=(Link(causes=("F",), effects=("a",), rule="a = 12.5/m"),))
    >>> problem = Problem(id="1", graph=graph, text="A force of 12.5 N")
    >>> data = abduction_data(Question(problem=problem, kind=Kind.ABDUCTION, subject="F"))
    >>> data["values"], data["links"][0]["rule"], data["missing"]
    ({'m': '2 kg'}, 'a = [number not shown]/m', 'F')
    """
    graph, subject = question.problem.graph, question.subject
    removed = next((known for known in graph.knowns if known.name == subject), Known(name=subject))
    hide = Blot.of(removed)
    names = Names(hide)
    return {
        "targets": [names(name) for name in graph.targets],
        "values": {
            names(known.name): hide(_value(known))
            for known in graph.knowns
            if known.name != subject
        },
        "links": [_link(link, names, hide) for link in graph.links or ()],
        "missing": names(subject),
    }


def logic_data(question: Question) -> Tree:
    """Show a problem and the reasoning that was written for it.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> problem = Problem(id="1", graph=ReasoningGraph(targets=("a",)), reasoning="a = F/m")
    >>> logic_data(Question(problem=problem, kind=Kind.LOGIC))["reasoning"]
    'a = F/m'
    """
    problem = question.problem
    return {
        "problem": problem.text,
        "targets": list(problem.graph.targets),
        "reasoning": problem.reasoning,
    }


DATA = {
    Kind.INTERVENTION: intervention_data,
    Kind.ABDUCTION: abduction_data,
    Kind.LOGIC: logic_data,
}
"""What each kind of question shows."""


def _value(known: Known) -> str:
    return known.text or _written(known.number)


def _link(link: Link, names: Names | None = None, hide: Blot | None = None) -> Tree:
    if names is None or hide is None:
        return {"causes": list(link.causes), "effects": list(link.effects), "rule": link.rule}
    return {
        "causes": [names(name) for name in link.causes],
        "effects": [names(name) for name in link.effects],
        "rule": hide(link.rule),
    }


def longer_than(graph: ReasoningGraph, most: int) -> bool:
    """Tell whether the names, values and rules of a graph have more characters than that.

    >>> graph = ReasoningGraph(links=(Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),))
    >>> longer_than(graph, 9), longer_than(graph, 10)
    (True, False)
    """
    total = 0
    for text in _texts(graph):
        total += len(text)
        if total > most:
            return True
    return False


def _texts(graph: ReasoningGraph) -> Iterator[str]:
    yield from graph.targets
    for known in graph.knowns:
        yield from (known.name, _value(known))
    for link in graph.links or ():
        yield from (*link.causes, *link.effects, link.rule)


def one_line(tree: object) -> str:
    r"""Write a tree as JSON in one line of printable characters.

    >>> one_line({"맛": "a\nb\u202e\u2028"})
    '{"맛": "a\\nb\\u202e\\u2028"}'
    """
    text = json.dumps(tree, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
