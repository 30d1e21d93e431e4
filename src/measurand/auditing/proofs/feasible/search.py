"""Search for a data set that prints a table, or for a proof that there is none.

What refutes a part refutes the whole, so a system without its F, each system alone and pairs of
systems come first. A frame tells small sizes apart and lumps larger ones together: there no
solution proves anything, but that there is none does. F of means is cut into boxes of mean
precision (`boxes`), which cover everything, so all boxes infeasible is a proof: one certificate
each (Farkas), checked exactly before it is handed out. A solution on the very end of what prints so
may print other digits: the search is then made once more a little inside.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from itertools import islice, pairwise

from attrs import evolve, field, frozen

from measurand.algebra.budget import Steps
from measurand.algebra.certificate import verify
from measurand.algebra.program import Certificate, Feasible, Infeasible, Open, Program
from measurand.algebra.solve import solve
from measurand.auditing.proofs.feasible.boxes import Box, first_box, halves
from measurand.auditing.proofs.feasible.decision import (
    Data,
    Decision,
    data_sets,
    misses,
    possible,
    refute_without_search,
)
from measurand.auditing.proofs.feasible.pooled import micro
from measurand.auditing.proofs.feasible.problem import MOST_SAMPLES, Problem
from measurand.auditing.proofs.feasible.program import Built, Frame, Size, build, gold_name
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.feasible.sample_bounds import frames, full_frame
from measurand.auditing.proofs.finding import Certified
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.options import Aggregate
from measurand.values.verdict import Verdict

_BUILT = 1500
_PAIR = 2
_SHAPES = 4
_SCORED = 100
_QUICK, _FEW_BOXES, _LITTLE = 200, 16, 20


Watch = Callable[[str, int, int], None]
"""Told which rows are searched, and which of how many readings is asked."""


def unwatched(_rows: str, _at: int, _of: int) -> None:
    """Look at nothing."""


@frozen(cache_hash=True)
class Effort:
    """How hard to look, counted, so that it is the same on every machine.

    `nodes` bound each program, `boxes` the programs of one reading; up to `most` samples are looked
    for where nothing bounds their number. All of a table is asked within `steps` (about as many
    numbers are computed), shared out over its test sets, readings and questions. `watch` is told
    how far it is.

    >>> Effort().most
    400
    """

    nodes: int = 2000
    boxes: int = 64
    most: int = MOST_SAMPLES
    steps: int = 150_000_000
    watch: Watch = field(default=unwatched, eq=False, repr=False)

    @property
    def spent(self) -> str:
        """Say that the steps were not enough."""
        return f"not decided within its share of {self.steps} steps"


class Search:
    """An effort while it is made: the steps that are left, and what was decided on the way.

    It belongs to one call, so that the same call decides the same, whatever was asked before.

    >>> Search(Effort(steps=5)).steps.left
    5
    """

    def __init__(self, effort: Effort, steps: Steps | None = None) -> None:
        self.effort = effort
        self.steps = steps or Steps(effort.steps)
        self.decided: dict[tuple[Problem, Reading], Decision] = {}

    def share(self, of: int, times: int = 1, least: int = 0) -> AbstractContextManager[None]:
        """Allow a share of the steps that are left: one of so many, some times over."""
        return self.steps.at_most(max(least, self.steps.left * times // max(of, 1)))

    def cut_short(self, decision: Decision) -> bool:
        """Tell whether a search ended because its share was used up."""
        return decision.because == self.effort.spent

    def forget(self) -> None:
        """Forget searches that were cut short, so that they may be made again with more."""
        kept = {key: one for key, one in self.decided.items() if not self.cut_short(one)}
        self.decided = kept


def decide(problem: Problem, reading: Reading, search: Search) -> Decision:
    """Decide whether some data set prints the cells of a problem under a reading.

    A data set is only handed out if our own core scores it to every printed cell; that there is
    none, only with certificates that the checker accepted.

    >>> from measurand.auditing.proofs.feasible.problem import System
    >>> from measurand.values.printed import Printed
    >>> cells = ((Role.RECALL, Printed.parse("50%")), (Role.GOLD, Printed.parse("1")))
    >>> ours = System(label="ours", printed=cells)
    >>> one = Problem(systems=(ours,), columns=("R",), samples=1)
    >>> decide(one, Reading(), Search(Effort())).verdict.value
    'refuted'
    """
    key = (problem, reading)
    if key not in search.decided:
        search.decided[key] = _decide(problem, reading, search)
    return search.decided[key]


def _decide(problem: Problem, reading: Reading, search: Search) -> Decision:
    refuted = refute_without_search(problem, reading)
    if refuted is not None:
        return refuted
    if reading.pooled:
        verdict, because, grounds = micro(problem, reading, search.effort.most)
        return Decision(verdict, because, grounds)
    if search.steps.spent:
        return Decision(Verdict.UNDECIDED, search.effort.spent)
    seen: list[Data] = []
    for one, read in _parts(problem, reading):
        with search.share(2):
            part = decide(one, read, search)
        if part.verdict is Verdict.REFUTED:
            tail = part.because.partition(": ")[2]
            return evolve(part, because=f"not reproducible under {reading.text}: {tail}")
        seen += [part.data] if len(problem.systems) > 1 and read == reading else []
    return _shared_gold_sizes(problem, reading, search, seen) or _search(problem, reading, search)


def _parts(problem: Problem, reading: Reading) -> Iterator[tuple[Problem, Reading]]:
    """List what is asked first, from the least: what refutes a part refutes the whole.

    Without F it does not matter how F is aggregated, so that is decided once for both.
    """
    alone = [evolve(problem, systems=(one,)) for one in problem.systems]
    for one in alone:
        (system,) = one.systems
        if {Role.PRECISION, Role.RECALL, Role.F} <= {role for role, _ in system.printed}:
            plain = evolve(one, systems=(system.without(Role.F),))
            yield plain, evolve(reading, aggregate=Aggregate.MEAN)
    if len(alone) > 1:
        yield from ((one, reading) for one in alone)
    if len(alone) > _PAIR:
        for pair in pairwise(problem.systems):
            yield evolve(problem, systems=pair), reading


def _shared_gold_sizes(
    problem: Problem, reading: Reading, search: Search, seen: Sequence[Data]
) -> Decision | None:
    """Try the gold sizes that one system was seen to have on the others, each alone."""
    shapes = dict.fromkeys(_shape(data) for data in seen if len(data) == 1)
    for shape in islice(shapes, _SHAPES):
        counts = Counter(shape)
        fixed = tuple((gold_name(Size(at)), counts[at]) for at in range(max(shape, default=0) + 1))
        same = evolve(problem, samples=len(shape), fixed=(*problem.fixed, *fixed))
        data: Data = ()
        for one in problem.systems:
            own = decide(evolve(same, systems=(one,)), reading, search).data
            if not own or _shape(own) != shape:
                break
            data = (*data, *own)
        if len(data) == len(problem.systems) and not misses(problem, reading, data):
            return possible(reading, data)
    return None


def _shape(data: Data) -> tuple[int, ...]:
    """Give the gold sizes of the samples of a data set, in their order."""
    return tuple(int(tally.gold) for one in data[0][1] for _, tally in one.counts or ())


def _search(problem: Problem, reading: Reading, search: Search) -> Decision:
    """Try frames in turn: a data set in any of them is one; no data set in the last one is none."""
    decision = Decision(Verdict.UNDECIDED, CLOSE)
    for frame in frames(problem, reading, search.effort.most):
        decision = _framed(problem, reading, frame, search)
        if decision.because == CLOSE:
            inside = evolve(problem, systems=tuple(one.inside for one in problem.systems))
            again = _framed(inside, reading, frame, search)
            decision = again if again.verdict is Verdict.HOLDS else decision
        if decision.verdict is Verdict.HOLDS:
            break
    return decision


def full_data(problem: Problem, reading: Reading, search: Search) -> Data:
    """Look a little while for a data set without empty samples; none at all where none is found.

    Such a data set prints the same under every rule for empty samples: where there is one, one
    small search decides as many readings as there are rules.

    >>> full_data(Problem(systems=(), columns=(), samples=1), Reading(), Search(Effort()))
    ()
    """
    frame = full_frame(problem, reading, search.effort.most)
    if frame is None or reading.pooled:
        return ()
    quick = Search(evolve(search.effort, nodes=_QUICK, boxes=_FEW_BOXES), search.steps)
    with search.share(_LITTLE):
        return _framed(problem, reading, frame, quick).data


Boxes = Mapping[str, Box]
"""A box for each system whose F is of means."""


def _framed(problem: Problem, reading: Reading, frame: Frame, search: Search) -> Decision:
    """Search box by box: none is left out, and boxes that may hold a data set are cut."""
    boxed = [
        one
        for one in problem.systems
        if reading.aggregate is Aggregate.HARMONIC and one.span(Role.F) is not None
    ]
    waiting: deque[Boxes] = deque([{one.label: first_box(one) for one in boxed}])
    lost, proofs = "", list[Proof]()
    for _ in range(search.effort.boxes):
        if not waiting:
            break
        if search.steps.spent:
            lost = search.effort.spent
            break
        boxes = waiting.popleft()
        match _boxed(problem, reading, frame, boxes, search):
            case Decision() as possible:
                return possible
            case str(because):
                lost = lost or because
            case list(parts):
                waiting.extend(parts)
            case proof:
                proofs.append(proof)
        # Here only a proof over all boxes counts, and one box is lost already.
        if lost and frame.more:
            break
    if waiting or lost:
        return Decision(
            Verdict.UNDECIDED, lost or f"not decided within {search.effort.boxes} programs"
        )
    because = f"not reproducible under {reading.text}: no data set prints {_where(problem)}"
    return Decision(Verdict.REFUTED, because, (Certified(tuple(proofs)),))


Proof = tuple[str, Program, Certificate]


def _boxed(
    problem: Problem, reading: Reading, frame: Frame, boxes: Boxes, search: Search
) -> Decision | Proof | list[Boxes] | str:
    """Decide one box: a data set, a proof, the boxes to ask instead, or why it is not decided."""
    built = build(problem, reading, frame, boxes)
    # Steps are counted and not timed, so that every machine gives up at the same point.
    search.steps.take(_BUILT * sum(map(len, built.cells)))
    match solve(built.program, nodes=search.effort.nodes, steps=search.steps):
        case Infeasible(certificate):
            return verify(built.program, certificate) or (
                _named(boxes),
                built.program,
                certificate,
            )
        case Open(because):
            return search.effort.spent if search.steps.spent else because
        case Feasible(point) if not frame.more:
            search.steps.take(_SCORED * len(problem.systems) * int(point[0]))
            data, missed = _laid_out(problem, reading, built, point)
            if not missed:
                return possible(reading, data)
            return _cut(boxes, {label for label, role in missed if role is Role.F}) or CLOSE
        case Feasible():
            return LARGER


CLOSE = "what was found prints other digits, by less than can be told"
"""Why a search stays undecided whose solutions lie on the ends of what prints so."""

LARGER = "none was found, but larger samples were only bounded, not told apart"
"""Why a search that told no large sizes apart stays undecided."""


def _laid_out(
    problem: Problem, reading: Reading, built: Built, point: Sequence[Fraction]
) -> tuple[Data, tuple[tuple[str, Role], ...]]:
    data: Data = ()
    missed: tuple[tuple[str, Role], ...] = ()
    for data in data_sets(problem, reading, built, point):
        missed = misses(problem, reading, data)
        if not missed:
            break
    return data, missed


def _cut(boxes: Boxes, labels: set[str]) -> list[Boxes] | None:
    """Cut the box of the first system whose F does not print; None where none can be."""
    for label, box in boxes.items():
        parts = halves(box) if label in labels else None
        if parts is not None:
            return [{**boxes, label: part} for part in parts]
    return None


def _named(boxes: Boxes) -> str:
    """Say which case a program is about."""
    return ", ".join(
        f"{label}: precision from {box.low} to {box.high}" for label, box in boxes.items()
    )


def _where(problem: Problem) -> str:
    roles = dict.fromkeys(role.value for one in problem.systems for role, _ in one.printed)
    return f"{', '.join(roles)} of {', '.join(problem.labels)}"
