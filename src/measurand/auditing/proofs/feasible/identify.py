"""What a table reveals: the definitions that can print it, and what they say of its test set.

A value of the test set (how many samples, which gold sizes, how many unanswered) is possible with a
data set that has it, impossible with a proof, and else undecided: only where every other value is
impossible is it certain.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from attrs import evolve, field, frozen

from measurand.auditing.proofs.feasible.decision import Data, Decision
from measurand.auditing.proofs.feasible.feasibility import (
    MANY,
    decide_reading,
    findings,
    own_test_sets,
    readings_of,
)
from measurand.auditing.proofs.feasible.problem import Problem, problems
from measurand.auditing.proofs.feasible.program import Size, gold_name, silent_name
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.feasible.sample_bounds import drops_empty_samples, most_that_print
from measurand.auditing.proofs.feasible.search import Effort, Search
from measurand.auditing.proofs.finding import Finding, Grounds, Witness
from measurand.auditing.proofs.sheet import Role, Sheet
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict


def partitions(gold: int, samples: Iterable[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """List the ways to spread gold items over samples, the empty ones written too.

    >>> list(partitions(2, [2]))
    [(2, (2, 0)), (2, (1, 1))]
    """
    for number in samples:
        for parts in _parts(gold, number, gold):
            yield number, (*parts, *(0,) * (number - len(parts)))


def _parts(total: int, most: int, largest: int) -> Iterator[tuple[int, ...]]:
    """List partitions of a whole number into at most so many parts, the largest part first."""
    waiting: list[tuple[tuple[int, ...], int]] = [((), total)]
    while waiting:
        parts, rest = waiting.pop()
        if not rest:
            yield parts
        elif len(parts) < most:
            top = min(rest, parts[-1] if parts else largest)
            waiting += [((*parts, part), rest - part) for part in range(1, top + 1)]


_FIRMLY = 6


@frozen
class Surviving:
    """One option: the values that were asked, and those that are not refuted.

    >>> Surviving("aggregate", ("mean", "harmonic"), ("harmonic",)).identified
    True
    """

    name: str
    considered: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def identified(self) -> bool:
        """Tell whether the table leaves one value of several."""
        return len(self.values) == 1 < len(self.considered)


@frozen
class Possible:
    """A number of the test set: the values that some data set has, and those not decided.

    `refuted` are the values that cannot occur, each with its proof. Of other values nothing is
    said, unless `bounded`: then there are none.

    >>> Possible("samples", values=("6",), undecided=(), refuted=(), bounded=True).certain
    True
    """

    what: str
    values: tuple[str, ...]
    undecided: tuple[str, ...]
    refuted: tuple[tuple[str, tuple[Grounds, ...]], ...] = field(repr=False)
    bounded: bool

    @property
    def certain(self) -> bool:
        """Tell whether one value is possible and every other is proven not to be."""
        return len(self.values) == 1 and not self.undecided and self.bounded


@frozen
class Revealed:
    """What a table says of its test set if one reading is the right one."""

    reading: Reading
    numbers: tuple[Possible, ...]

    def of(self, what: str) -> Possible | None:
        """Find a number by its name: `samples`, `gold sizes`, or `silent: ROW`."""
        return next((one for one in self.numbers if one.what == what), None)


@frozen
class Identified:
    """The readings of one test set of a table, and what the feasible ones reveal.

    A reading that is undecided survives: it takes part in `options`. Nothing is identified where no
    reading is feasible.
    """

    findings: tuple[Finding, ...]
    feasible: tuple[Reading, ...]
    refuted: tuple[Reading, ...]
    undecided: tuple[Reading, ...]
    options: tuple[Surviving, ...]
    revealed: tuple[Revealed, ...]

    @property
    def identified(self) -> Mapping[str, str]:
        """Give the options of which the table leaves one value."""
        kept = self.options if self.feasible else ()
        return {one.name: one.values[0] for one in kept if one.identified}


def identify(
    sheet: Sheet,
    readings: Sequence[Reading] | None = None,
    *,
    effort: Effort | None = None,
    probes: int = 64,
) -> Iterator[Identified]:
    """Find the readings under which a table can be printed, and what they reveal.

    `probes` bounds how many values of one number are asked for one reading: each is a search of its
    own, and a value is left out only if it is proven not to occur.

    >>> list(identify(Sheet(columns=(), rows=())))
    []
    """
    search = Search(effort or Effort())
    sets = tuple(problems(sheet))
    for at, problem in enumerate(sets):
        with search.share(len(sets) - at):
            test_set = identified(problem, readings_of(problem, readings), search, probes)
        yield test_set


def identified(
    problem: Problem, readings: Sequence[Reading], search: Search, probes: int
) -> Identified:
    """Find the readings of one test set, and what they reveal.

    Up to three quarters of the steps are for the readings; what is left is for what they reveal.
    Where more than eight readings are feasible, nothing is asked of each: the table reveals little.

    >>> identified(Problem(systems=(), columns=()), (), Search(Effort()), 1).identified
    {}
    """
    with search.share(4, times=3):
        of_readings = tuple(findings(problem, readings, search))
    sorted_out = {
        verdict: tuple(
            reading
            for reading, finding in zip(readings, of_readings, strict=True)
            if finding.verdict is verdict
        )
        for verdict in Verdict
    }
    kept = [
        (reading, _data(finding))
        for reading, finding in zip(readings, of_readings, strict=True)
        if finding.verdict is Verdict.HOLDS and not reading.pooled
    ]
    feasible, undecided = sorted_out[Verdict.HOLDS], sorted_out[Verdict.UNDECIDED]
    return Identified(
        findings=(*of_readings, *own_test_sets(problem, readings, search, of_readings)),
        feasible=feasible,
        refuted=sorted_out[Verdict.REFUTED],
        undecided=undecided,
        options=tuple(_options(readings, {*feasible, *undecided})),
        revealed=tuple(_revealed(problem, kept, search, probes)) if len(kept) <= MANY else (),
    )


def _revealed(
    problem: Problem, kept: Sequence[tuple[Reading, Data]], search: Search, probes: int
) -> Iterator[Revealed]:
    for at, (reading, data) in enumerate(kept):
        with search.share(len(kept) - at):
            numbers = tuple(_numbers(_Probing(problem, reading, search, [data]), probes))
        yield Revealed(reading, numbers)


def _options(readings: Sequence[Reading], left: set[Reading]) -> Iterator[Surviving]:
    names = dict.fromkeys(name for one in readings for name, _ in one.options)
    for name in names:
        considered = dict.fromkeys(_value(one, name) for one in readings)
        values = dict.fromkeys(_value(one, name) for one in readings if one in left)
        kept = (tuple(value for value in some if value) for some in (considered, values))
        yield Surviving(name, *kept)


def _value(reading: Reading, name: str) -> str:
    return dict(reading.options).get(name, "")


def _data(finding: Finding) -> Data:
    return next((one.samples for one in finding.grounds if isinstance(one, Witness)), ())


def _numbers(asking: "_Probing", probes: int) -> Iterator[Possible]:
    """Ask for the number of samples, then for gold sizes and silence of those that there may be."""
    problem, reading = asking.problem, asking.reading
    end = most_that_print(problem, reading) if problem.samples is None else problem.samples
    start = problem.samples or 1
    last = min(asking.search.effort.most if end is None else end, start + probes - 1)
    few = range(start, last + 1)
    counted = asking.possible(
        "samples", {str(number): (number, ()) for number in few}, lambda data: str(len(data[0][1]))
    )
    bounded = end is not None and end <= last
    yield evolve(counted, bounded=bounded)
    if drops_empty_samples(reading) and problem.samples is None:
        return
    left = [int(number) for number in (*counted.values, *counted.undecided)]
    gold = problem.most_gold
    if gold is not None and all(one.whole(Role.GOLD) == (gold, gold) for one in problem.systems):
        sizes = list(islice(partitions(gold, left), probes + 1))
        shapes = {_written(one): (number, _fixed(one, gold)) for number, one in sizes[:probes]}
        possible = asking.possible("gold sizes", shapes, _gold)
        yield evolve(possible, bounded=bounded and len(sizes) <= probes)
    for at, label in enumerate(problem.labels):
        silent = {
            f"{count} of {number}": (number, ((silent_name(label), count),))
            for number in left
            for count in range(number + 1)
        }
        few_silent = dict(islice(silent.items(), probes))
        possible = asking.possible(f"silent: {label}", few_silent, _Silence(at))
        yield evolve(possible, bounded=bounded and len(few_silent) == len(silent))


Reader = Callable[[Data], str]
"""How a value is read off a data set."""

Fixing = tuple[int, tuple[tuple[str, int], ...]]
"""A number of samples, and unknowns that are fixed besides."""


@frozen
class _Silence:
    at: int

    def __call__(self, data: Data) -> str:
        samples = data[self.at][1]
        return f"{sum(_tally(one) == Tally() for one in samples)} of {len(samples)}"


@frozen
class _Probing:
    problem: Problem
    reading: Reading
    search: Search
    seen: list[Data]

    def possible(self, what: str, values: Mapping[str, Fixing], of: Reader) -> Possible:
        """Decide value by value; those that a data set already shows need no search.

        All of a number may use half of the steps that are left, each value at first six times its
        even share; what that was too little for is asked again with what the others left.
        """
        shown = {of(data) for data in self.seen if data}
        decisions: dict[str, Decision] = {}
        with self.search.share(2):
            for times in (_FIRMLY, 1):
                left = [one for one in values if self._open(decisions.get(one))]
                self.search.forget()
                for at, value in enumerate(left):
                    if value not in shown and not self.search.steps.spent:
                        with self.search.share(len(left) - at, times=times):
                            decisions[value] = self._decided(values[value])
                        shown |= {of(decisions[value].data)} if decisions[value].data else set()
        possible = [one for one in values if one in shown]
        refuted = {
            one: decisions[one].grounds
            for one in values
            if one in decisions and decisions[one].verdict is Verdict.REFUTED
        }
        lost = (one for one in values if one not in shown and one not in refuted)
        return Possible(what, tuple(possible), tuple(lost), tuple(refuted.items()), bounded=False)

    def _open(self, decision: Decision | None) -> bool:
        return decision is None or self.search.cut_short(decision)

    def _decided(self, fixing: Fixing) -> Decision:
        samples, more = fixing
        fixed = (*self.problem.fixed, *more)
        problem = evolve(self.problem, samples=samples, fixed=fixed)
        decision = decide_reading(problem, self.reading, self.search)
        self.seen.extend([decision.data] if decision.data else [])
        return decision


def _fixed(shape: Sequence[int], gold: int) -> tuple[tuple[str, int], ...]:
    counts = Counter(shape)
    return tuple((gold_name(Size(size)), counts[size]) for size in range(gold + 1))


def _written(shape: Iterable[int]) -> str:
    return " ".join(map(str, sorted(shape, reverse=True)))


def _gold(data: Data) -> str:
    return _written(int(_tally(one).gold) for one in data[0][1])


def _tally(sample: Sample) -> Tally:
    return dict(sample.counts or ()).get("", Tally())
