"""What was decided of one reading: refuted without a search, or a data set that prints the table.

A solution of the program is laid out as synthetic samples and scored by our own core, from the
samples to the digits: a data set is not believed because the program says so, but because it prints
the table. A refutation has no such second road: it stands on the program and on its certificate,
which is why both are kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.budget import Steps
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import Fit, agreement
from measurand.auditing.proofs.claim import Claim, Relation, claim_of, named_tree
from measurand.auditing.proofs.feasible.draft import Form
from measurand.auditing.proofs.feasible.problem import TOTALS, Problem, System
from measurand.auditing.proofs.feasible.program import Built, Cell
from measurand.auditing.proofs.feasible.reading import TALLIES, Reading
from measurand.auditing.proofs.finding import Clash, Exhausted, Grounds, Witness
from measurand.auditing.proofs.sheet import Role
from measurand.evidence.pool import Pool, pool
from measurand.metrics.components import harmonic
from measurand.metrics.definitions import Definition, Total
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.finalise import score
from measurand.metrics.options import Aggregate, Of
from measurand.metrics.units import Case, case_of
from measurand.values.printed import Added
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict

Data = tuple[tuple[str, tuple[Sample, ...]], ...]
"""The samples of each row, as a witness has them: equal ids are one sample of the test set."""

_PLACES = (1, 2, 3, 4)
_SCORED = 100
_TOTALS = {
    Role.HITS: Of.HITS,
    Role.TP: Of.HITS,
    Role.PREDICTED: Of.PREDICTED,
    Role.GOLD: Of.GOLD,
    Role.FP: Of.FALSE_POSITIVES,
    Role.FN: Of.FALSE_NEGATIVES,
}


def misses(problem: Problem, reading: Reading, data: Data) -> tuple[tuple[str, Role], ...]:
    """Score a data set under a reading, exactly, and list the cells that it does not print.

    >>> ours = System(label="ours", printed=())
    >>> misses(Problem(systems=(ours,), columns=()), Reading(), (("ours", ()),))
    ()
    """
    samples = dict(data)
    return tuple(
        (system.label, role)
        for system in problem.systems
        for role in _missed(system, reading, samples[system.label])
    )


class KnownData:
    """A data set that prints some cells under one reading, to be tried on others.

    What does not occur in it decides nothing: without empty samples it is scored once for all rules
    for them.

    >>> seen = KnownData(Problem(systems=(), columns=()), ())
    >>> seen.prints(Reading(), Steps())
    True
    """

    def __init__(self, problem: Problem, data: Data) -> None:
        self.problem = problem
        self.data = data
        self.size = sum(len(row) for _, row in data)
        self._cases = {
            case_of(tally) for _, row in data for one in row for _, tally in one.counts or ()
        }
        self._known: dict[Reading, bool] = {}

    def prints(self, reading: Reading, steps: Steps) -> bool:
        """Tell whether it prints the cells under a reading; scoring it takes steps."""
        if not fits(reading, self.data):
            return False
        like = self._like(reading)
        if like not in self._known:
            steps.take(_SCORED * self.size)
            self._known[like] = not misses(self.problem, like, self.data)
        return self._known[like]

    def _like(self, reading: Reading) -> Reading:
        """Forget rules for what does not occur, and what hits may be worth: they are there."""
        usual, empty = EmptyRules(), reading.empty
        if not reading.pooled:
            cases = self._cases
            empty = EmptyRules(
                both_empty=(empty if Case.BOTH_EMPTY in cases else usual).both_empty,
                gold_empty=(empty if Case.GOLD_EMPTY in cases else usual).gold_empty,
                pred_empty=(empty if Case.PRED_EMPTY in cases else usual).pred_empty,
            )
        return Reading(average=reading.average, empty=empty, aggregate=reading.aggregate)


def fits(reading: Reading, data: Data) -> bool:
    """Tell whether hits are what a reading allows them to be: whole ones always are.

    >>> half = Sample(id="1", counts=(("", Tally(Fraction(1, 2), 1, 1)),))
    >>> fits(Reading(), (("ours", (half,)),)), fits(Reading(soft=True), (("ours", (half,)),))
    (False, True)
    """
    if reading.soft and not reading.least:
        return True
    tallies = (tally for _, row in data for one in row for _, tally in one.counts or ())
    return all(Fraction(tally.hits).denominator == 1 for tally in tallies)


def _missed(system: System, reading: Reading, samples: Sequence[Sample]) -> Iterator[Role]:
    pooled = pool(TALLIES, samples)
    for role, printed in system.printed:
        value = _score(definition_of(role, reading, system.beta), pooled)
        fit = None if value is None else agreement(value, printed, Added(number=len(samples))).fit
        if fit in {None, Fit.OUTSIDE}:
            yield role
    for role, number in system.known:
        if _score(definition_of(role, reading, system.beta), pooled) != number:
            yield role


def _score(definition: Definition, pooled: Pool) -> Fraction | None:
    match score(definition, pooled):
        case Defined(Fraction() as value):
            return value
        case _:
            return None


def definition_of(role: Role, reading: Reading, beta: Fraction) -> Definition:
    """Say what a column is under a reading, on ready-made tallies.

    >>> definition_of(Role.GOLD, Reading(), Fraction(1)) == Total(of=Of.GOLD, observation=TALLIES)
    True
    """
    match role:
        case Role.PRECISION:
            return reading.precision()
        case Role.RECALL:
            return reading.recall()
        case Role.F:
            return reading.f(beta)
        case _:
            return Total(of=_TOTALS[role], observation=TALLIES)


def data_sets(
    problem: Problem, reading: Reading, built: Built, point: Sequence[Fraction]
) -> Iterator[Data]:
    """Lay a solution out as samples: first with hits of few digits, at last as it is."""
    if reading.soft:
        for places in _PLACES:
            yield _data(problem, reading, built, point, places)
    yield _data(problem, reading, built, point, None)


def _data(
    problem: Problem,
    reading: Reading,
    built: Built,
    point: Sequence[Fraction],
    places: int | None,
) -> Data:
    return tuple(
        (system.label, tuple(_laid_out(reading, cells, point, places)))
        for system, cells in zip(problem.systems, built.cells, strict=True)
    )


def _laid_out(
    reading: Reading, cells: Sequence[Cell], point: Sequence[Fraction], places: int | None
) -> Iterator[Sample]:
    """Give samples by falling gold size, so that a number has the same gold in every system."""
    number = 0
    for one in sorted(cells, key=lambda one: (-one.gold.items, one.predicted.items)):
        for hits in _shares(reading, one, point, places):
            number += 1
            tally = Tally(hits, one.predicted.items, one.gold.items)
            yield Sample(id=str(number), counts=(("", tally),))


def _shares(
    reading: Reading, one: Cell, point: Sequence[Fraction], places: int | None
) -> Iterator[Fraction]:
    """Give each sample its part: some are full where hits are whole, all alike where soft."""
    samples, hits = int(_at(one.samples, point)), _at(one.hits, point)
    most = min(one.gold.items, one.predicted.items)
    if not reading.soft or one.matches is not None:
        matches = hits if one.matches is None else _at(one.matches, point)
        worth = hits / matches if matches else Fraction(0)
        for _ in range(samples):
            own = min(Fraction(most), matches)
            matches -= own
            yield _rounded(own * worth, places, most)
        return
    for _ in range(samples):
        yield _rounded(hits / samples, places, most)


def _rounded(value: Fraction, places: int | None, most: int) -> Fraction:
    return value if places is None else min(round(value, places), Fraction(most))


def _at(form: Form, point: Sequence[Fraction]) -> Fraction:
    return sum((own * point[at] for at, own in form.items()), Fraction(0))


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


def possible(reading: Reading, data: Data) -> Decision:
    """Say that a data set prints the cells; it was scored before.

    >>> possible(Reading(), ()).verdict
    <Verdict.HOLDS: 'holds'>
    """
    because = f"{_size(data)} samples print so under {reading.text}"
    return Decision(Verdict.HOLDS, because, (Witness(samples=data),))


def refute_without_search(problem: Problem, reading: Reading) -> Decision | None:
    """Refute what needs no search: bounds that clash, totals without a whole number, F of means.

    >>> refute_without_search(Problem(systems=(), columns=()), Reading()) is None
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
            because = f"not reproducible under {reading.text}: {clash_text(clashes)}"
            return Decision(Verdict.REFUTED, because, clashes)
    return None


def clash_text(clashes: Iterable[Clash]) -> str:
    """Say where numbers would lie.

    >>> clash_text(())
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
    what = f"{Role.F.value} of {system.label}"
    clash = Clash(what, printed, Interval(low, high), _f_claim(system))
    return (clash,) if clash.holds else ()


def _f_claim(system: System) -> Claim | None:
    """Claim that F is made of precision and recall, as they are printed."""
    roles = (Role.PRECISION, Role.RECALL, Role.F)
    printed = dict(system.printed)
    cells = [(role.value, printed[role]) for role in roles if role in printed]
    spans = [span for role in roles if (span := system.span(role)) is not None]
    names = [role.value for role in roles[:2]]
    tree = named_tree(lambda point: harmonic(point[0], point[1], beta=system.beta), names)
    relation: Relation | None = None if tree is None else ("==", Role.F.value, tree)
    return claim_of(cells, spans, relation)


def _size(data: Data) -> int:
    return len(data[0][1]) if data else 0
