"""What was decided of one reading, and what is decided without a search."""

from collections.abc import Iterable

from attrs import field, frozen

from measurand.algebra.interval import Interval
from measurand.audit.proofs.feasible.model import TOTALS, Problem, System
from measurand.audit.proofs.feasible.reading import Reading
from measurand.audit.proofs.feasible.witness import Data
from measurand.audit.proofs.finding import Clash, Exhausted, Grounds, Witness
from measurand.audit.proofs.sheet import Role
from measurand.metrics.components import harmonic
from measurand.metrics.options import Aggregate
from measurand.values.verdict import Verdict


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


def held(reading: Reading, data: Data) -> Decision:
    """Say that a data set prints the cells; it was scored before.

    >>> held(Reading(), ()).verdict
    <Verdict.HOLDS: 'holds'>
    """
    because = f"{_samples(data)} samples print so under {reading.text}"
    return Decision(Verdict.HOLDS, because, (Witness(samples=data),))


def plainly(problem: Problem, reading: Reading) -> Decision | None:
    """Refute what needs no search: bounds that clash, totals without a whole number, F of means.

    >>> plainly(Problem(systems=(), columns=()), Reading()) is None
    True
    """
    of_means = reading.aggregate is Aggregate.HARMONIC
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
        clashes = () if reading.pooled or not of_means else f_clash(system)
        if clashes:
            because = f"not reproducible under {reading.text}: {told(clashes)}"
            return Decision(Verdict.REFUTED, because, clashes)
    return None


def told(clashes: Iterable[Clash]) -> str:
    """Say where numbers would lie.

    >>> told(())
    ''
    """
    return "; ".join(
        f"{one.what} would be from {float(one.allowed.low):.4f} to {float(one.allowed.high):.4f}"
        for one in clashes
    )


def f_clash(system: System) -> tuple[Clash, ...]:
    """Hold printed F against the harmonic mean of printed precision and recall, where it is that.

    >>> f_clash(System(label="ours", printed=()))
    ()
    """
    precision, recall = system.span(Role.PRECISION), system.span(Role.RECALL)
    printed = system.span(Role.F)
    if precision is None or recall is None or printed is None:
        return ()
    low = harmonic(precision.low, recall.low, beta=system.beta)
    high = harmonic(precision.high, recall.high, beta=system.beta)
    clash = Clash(f"{Role.F.value} of {system.label}", printed, Interval(low, high))
    return (clash,) if clash.holds else ()


def _samples(data: Data) -> int:
    return len(data[0][1]) if data else 0
