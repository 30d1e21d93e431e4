"""Search for a data set that prints a table, or for a proof that there is none."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise

from attrs import evolve, field, frozen

from measurand.algebra.certificate import verify
from measurand.algebra.program import Certificate, Feasible, Infeasible, Open, Program
from measurand.algebra.solve import solve
from measurand.metrics.options import Aggregate
from measurand.proofs.feasible_bounds import frames
from measurand.proofs.feasible_boxes import Box, first_box, halves
from measurand.proofs.feasible_cells import Size
from measurand.proofs.feasible_micro import micro
from measurand.proofs.feasible_model import MOST_SAMPLES, TOTALS, Problem
from measurand.proofs.feasible_program import Built, Frame, build, gold_name
from measurand.proofs.feasible_witness import Data, data_sets, misses
from measurand.proofs.finding import Certified, Clash, Exhausted, Grounds, Witness
from measurand.proofs.reading import Reading
from measurand.proofs.sheet import Role
from measurand.values.verdict import Verdict

_PAIR = 2
_SHAPES = 4


@frozen(cache_hash=True)
class Effort:
    """How hard to look, counted, so that it is the same on every machine.

    `nodes` bound each program, `boxes` the programs of one reading; up to `most` samples are looked
    for where nothing bounds their number. After `patience` readings that stay undecided, the others
    are asked with few nodes.

    >>> Effort().most
    400
    """

    nodes: int = 2000
    boxes: int = 64
    most: int = MOST_SAMPLES
    patience: int = 4


@frozen
class Decision:
    """Whether a data set can print the cells under one reading, and why.

    >>> Decision(Verdict.UNDECIDED, "not decided within 1 nodes").data
    ()
    """

    verdict: Verdict
    because: str
    grounds: tuple[Grounds, ...] = field(default=())

    @property
    def data(self) -> Data:
        """Give the data set that was found; empty where none was."""
        return next((one.samples for one in self.grounds if isinstance(one, Witness)), ())


@lru_cache(maxsize=4096)
def decide(problem: Problem, reading: Reading, effort: Effort) -> Decision:
    """Decide whether some data set prints the cells of a problem under a reading.

    A data set is only handed out if our own core scores it to every printed cell; that there is
    none, only with certificates that the checker accepted.

    >>> from measurand.proofs.feasible_model import System
    >>> from measurand.values.printed import Printed
    >>> cells = ((Role.RECALL, Printed.parse("50%")), (Role.GOLD, Printed.parse("1")))
    >>> ours = System(label="ours", printed=cells)
    >>> one = Problem(systems=(ours,), columns=("R",), samples=1)
    >>> decide(one, Reading(), Effort()).verdict.value
    'refuted'
    """
    found = _plainly(problem, reading)
    if found is not None:
        return found
    if reading.pooled:
        verdict, because, grounds = micro(problem, reading, effort.most)
        return Decision(verdict, because, grounds)
    seen: list[Data] = []
    for one, read in _parts(problem, reading):
        part = decide(one, read, effort)
        if part.verdict is Verdict.REFUTED:
            tail = part.because.partition(": ")[2]
            return evolve(part, because=f"not reproducible under {reading.text}: {tail}")
        seen += [part.data] if len(problem.systems) > 1 and read == reading else []
    return _together(problem, reading, effort, seen) or _search(problem, reading, effort)


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


def _together(
    problem: Problem, reading: Reading, effort: Effort, seen: Sequence[Data]
) -> Decision | None:
    """Try the gold sizes that one system was seen to have on the others, each alone."""
    shapes = dict.fromkeys(_shape(data) for data in seen if len(data) == 1)
    for shape in islice(shapes, _SHAPES):
        counts = Counter(shape)
        fixed = tuple((gold_name(Size(at)), counts[at]) for at in range(max(shape, default=0) + 1))
        same = evolve(problem, samples=len(shape), fixed=(*problem.fixed, *fixed))
        data: Data = ()
        for one in problem.systems:
            own = decide(evolve(same, systems=(one,)), reading, effort).data
            if not own or _shape(own) != shape:
                break
            data = (*data, *own)
        if len(data) == len(problem.systems) and not misses(problem, reading, data):
            return held(reading, data)
    return None


def _shape(data: Data) -> tuple[int, ...]:
    """Give the gold sizes of the samples of a data set, in their order."""
    return tuple(int(tally.gold) for one in data[0][1] for _, tally in one.counts or ())


def held(reading: Reading, data: Data) -> Decision:
    """Say that a data set prints the cells; it was scored before.

    >>> held(Reading(), ()).verdict
    <Verdict.HOLDS: 'holds'>
    """
    because = f"{_samples(data)} samples print so under {reading.text}"
    return Decision(Verdict.HOLDS, because, (Witness(samples=data),))


def _plainly(problem: Problem, reading: Reading) -> Decision | None:
    """Refute what needs no search: bounds that clash, totals without a whole number."""
    for system in problem.systems:
        clash = system.clash
        if clash is not None:
            role, printed, allowed = clash
            what = f"{role.value} of {system.label}"
            because = f"not reproducible under {reading.text}: {what} has bounds that clash"
            return Decision(
                Verdict.REFUTED,
                because,
                (Clash(what, printed, allowed),),
            )
        for role in TOTALS:
            counted = system.whole(role)
            soft = reading.soft and role not in {Role.PREDICTED, Role.GOLD}
            if counted is not None and counted[0] > counted[1] and not soft:
                what = f"{role.value} of {system.label}"
                because = f"not reproducible under {reading.text}: {what} is no whole number"
                cases = f"whole numbers that print as {what}"
                return Decision(Verdict.REFUTED, because, (Exhausted(cases, 0),))
    return None


def _search(problem: Problem, reading: Reading, effort: Effort) -> Decision:
    """Try frames in turn: a data set in any of them is one; no data set in the last one is none."""
    found = Decision(Verdict.UNDECIDED, CLOSE)
    for frame in frames(problem, reading, effort.most):
        found = _framed(problem, reading, frame, effort)
        if found.because == CLOSE:
            inside = evolve(problem, systems=tuple(one.inside for one in problem.systems))
            again = _framed(inside, reading, frame, effort)
            found = again if again.verdict is Verdict.HOLDS else found
        if found.verdict is Verdict.HOLDS:
            break
    return found


Boxes = Mapping[str, Box]
"""A box for each system whose F is of means."""


def _framed(problem: Problem, reading: Reading, frame: Frame, effort: Effort) -> Decision:
    """Search box by box: none is left out, and boxes that may hold a data set are cut."""
    boxed = [
        one
        for one in problem.systems
        if reading.aggregate is Aggregate.HARMONIC and one.span(Role.F) is not None
    ]
    waiting: deque[Boxes] = deque([{one.label: first_box(one) for one in boxed}])
    lost, proofs = "", list[Proof]()
    for _ in range(effort.boxes):
        if not waiting:
            break
        boxes = waiting.popleft()
        match _boxed(problem, reading, frame, boxes, effort.nodes):
            case Decision() as held:
                return held
            case str(because):
                lost = lost or because
            case list(parts):
                waiting.extend(parts)
            case proof:
                proofs.append(proof)
        if lost and frame.more:
            break
    if waiting or lost:
        return Decision(Verdict.UNDECIDED, lost or f"not decided within {effort.boxes} programs")
    because = f"not reproducible under {reading.text}: no data set prints {_where(problem)}"
    return Decision(Verdict.REFUTED, because, (Certified(tuple(proofs)),))


Proof = tuple[str, Program, Certificate]


def _boxed(
    problem: Problem, reading: Reading, frame: Frame, boxes: Boxes, nodes: int
) -> Decision | Proof | list[Boxes] | str:
    """Decide one box: a data set, a proof, the boxes to ask instead, or why it is not decided."""
    built = build(problem, reading, frame, boxes)
    match solve(built.program, nodes=nodes):
        case Infeasible(certificate):
            return verify(built.program, certificate) or (
                _named(boxes),
                built.program,
                certificate,
            )
        case Open(because):
            return because
        case Feasible(point) if not frame.more:
            data, missed = _laid_out(problem, reading, built, point)
            if not missed:
                return held(reading, data)
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


def _samples(data: Data) -> int:
    return len(data[0][1]) if data else 0


def _where(problem: Problem) -> str:
    roles = dict.fromkeys(role.value for one in problem.systems for role, _ in one.printed)
    return f"{', '.join(roles)} of {', '.join(problem.labels)}"
