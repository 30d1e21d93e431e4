"""Reference graphs from a file, put beside the graphs that they are for."""

from collections.abc import Iterable

from attrs import define, evolve, field

from measurand.values.reasoning import Problem, ReasoningGraph


@define
class References:
    """Reference graphs by id, or by problem; `met` are those that some graph was held against.

    >>> held = References.of([Problem(id="1", graph=ReasoningGraph())])
    >>> held.put(Problem(id="1", graph=ReasoningGraph())).reference
    ReasoningGraph(targets=(), knowns=(), links=None, plan=(), answer='')
    >>> held.unused
    ''
    """

    graphs: dict[str, ReasoningGraph] = field(factory=dict)
    met: set[str] = field(factory=set)

    @classmethod
    def of(cls, problems: Iterable[Problem]) -> "References":
        """Take the graphs of problems as references."""
        return cls({one.id: one.graph for one in problems})

    def put(self, problem: Problem) -> Problem:
        """Give a problem the reference of its id, or of what it answers; else it keeps its own."""
        names = (problem.id, problem.group)
        name = next((name for name in names if name is not None and name in self.graphs), None)
        if name is None:
            return problem
        self.met.add(name)
        return evolve(problem, reference=self.graphs[name])

    @property
    def unused(self) -> str:
        """Say how many references stand for no graph; nothing where all stand for one."""
        lost = len(self.graphs.keys() - self.met)
        return f"{lost} reference{' stands' if lost == 1 else 's stand'} for no graph." * bool(lost)
