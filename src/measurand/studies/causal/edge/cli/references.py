"""Reference graphs from a file, put beside the graphs that they are for."""

from collections.abc import Iterable

from attrs import define, evolve, field

from measurand.edges.cli.faults import StopError
from measurand.studies.causal.edge.files.items import Item
from measurand.values.fault import Fault, shown
from measurand.values.reasoning import Problem

_SHOWN = 3


@define
class References:
    """Reference graphs by id and by problem; `met` are the ids of those that stand for a graph.

    A record without an id has its number for one; where it names a problem, only that counts.

    >>> from measurand.values.reasoning import ReasoningGraph
    >>> plain = ReasoningGraph()
    >>> gold = Item(problem=Problem(id="gold", graph=plain, group="p"), number=1)
    >>> held = References.of([gold])
    >>> held.put(Problem(id="try", graph=plain, group="p")).reference == plain
    True
    >>> held.unused
    ''
    """

    file: str = ""
    count: int = 0
    named: dict[str, Problem] = field(factory=dict)
    grouped: dict[str, list[Problem]] = field(factory=dict)
    met: set[str] = field(factory=set)
    asked: dict[str, None] = field(factory=dict)
    own: bool = False

    @classmethod
    def of(cls, items: Iterable[Item], file: str = "") -> "References":
        """Take the graphs of records as references."""
        found = cls(file)
        for item in items:
            one = item.problem
            found.count += 1
            if item.named or one.group is None:
                found.named[one.id] = one
            if one.group is not None:
                found.grouped.setdefault(one.group, []).append(one)
        return found

    def put(self, problem: Problem) -> Problem:
        """Give a problem the reference of its id, else that of its problem; else it keeps its own.

        Raises StopError where references of its problem differ.
        """
        names = [name for name in (problem.id, problem.group) if name is not None]
        name = next((name for name in names if name in self.named), None)
        if name is not None:
            self.met.add(self.named[name].id)
            return evolve(problem, reference=self.named[name].graph)
        of_problem = [] if problem.group is None else self.grouped.get(problem.group, [])
        if not of_problem:
            self.own = self.own or problem.reference is not None
            if len(self.asked) < _SHOWN:
                self.asked |= dict.fromkeys(names)
            return problem
        self._alike(of_problem)
        self.met.update(one.id for one in of_problem)
        del of_problem[1:]
        return evolve(problem, reference=of_problem[0].graph)

    def _alike(self, found: list[Problem]) -> None:
        """Compare the references of a problem, of which one is then kept."""
        first = found[0]
        other = next((one for one in found if one.graph != first.graph), None)
        if other is not None:
            raise StopError(
                (
                    Fault(
                        file=self.file,
                        path=f"the problem {shown(first.group)}",
                        got=f"{shown(first.id)} and {shown(other.id)}, which differ",
                        expected="one reference",
                        hint="a reference with the id of a graph is taken for that graph alone",
                    ),
                )
            )

    @property
    def lost(self) -> Fault | None:
        """Say what was tried where graphs were read, and none of them has a reference."""
        if not self.file or self.met or self.own or not self.asked:
            return None
        there = [*self.named, *self.grouped]
        return Fault(
            file=self.file,
            path="--reference",
            got=f"{self.count} reference{'s' * (self.count != 1)} of {_few(there)}",
            expected="a reference whose id or group is the id or the group of a graph",
            hint=f"the graphs are called {_few(list(self.asked))}",
        )

    @property
    def unused(self) -> str:
        """Say how many references stand for no graph; nothing where all stand for one."""
        there = {one.id for found in self.grouped.values() for one in found}
        lost = len((there | {one.id for one in self.named.values()}) - self.met)
        return f"{lost} reference{' stands' if lost == 1 else 's stand'} for no graph." * bool(lost)


def _few(names: list[str]) -> str:
    """Show the first names."""
    told = list(dict.fromkeys(names))
    more = ["…"] * (len(told) > _SHOWN)
    return ", ".join([*(shown(name, most=40) for name in told[:_SHOWN]), *more]) or "no name"
