"""The rule of feasibility: whether a data set can print these cells, under some definition.

Readings share the work. A data set without empty samples prints the same under every rule for empty
ones, so a small search for one settles dozens of readings. Whole hits are a case of soft ones, so a
proof against soft hits is one against whole hits. Steps are shared out, with a second round for
what its first share was too small for, so that the outcome does not hang on the clock or the
machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.auditing.proofs.feasible.decision import (
    Decision,
    KnownData,
    possible,
    refute_without_search,
)
from measurand.auditing.proofs.feasible.problem import RATES, Problem, problems
from measurand.auditing.proofs.feasible.reading import Reading, allowed, default_readings
from measurand.auditing.proofs.feasible.search import Effort, Search, decide, full_data
from measurand.auditing.proofs.finding import Finding, Rule
from measurand.auditing.proofs.sheet import Role, Sheet
from measurand.values.english import counted
from measurand.values.verdict import Verdict

FEASIBLE = "feasible"
_FIRMLY = 4
_LEAST = 1_000_000
_USUAL = 5
MANY = 8
"""Of more feasible readings than these it is not asked what else is, nor what each reveals."""

_IN_VAIN = {True: 3, False: 12}
"""After how many searches in a row without an end no more are made, as others are possible: after
fewer where more than `MANY` are."""

NOT_SEARCHED = Decision(
    Verdict.UNDECIDED,
    "not searched further: other readings are possible, and the last searches came to no end",
)
"""What is decided of the readings that are left, where a table says little of which it is."""


_PLAIN = {"only": "all", "statistic": "mean", "undefined": "propagate"}
_ASKED = ("average", "both_empty", "gold_empty", "pred_empty", "aggregate")


def feasible(
    sheet: Sheet, readings: Sequence[Reading] | None = None, *, effort: Effort | None = None
) -> Iterator[Finding]:
    """Ask of each test set in a table whether some data set prints its cells, reading by reading.

    Rows share a test set where they print the same number of gold items (or it is known). Without
    readings, those of `readings_of` are asked. A finding that holds has a data set, one that is
    refuted a proof; one that is undecided says why.

    >>> list(feasible(Sheet(columns=(), rows=())))
    []
    """
    search = Search(effort or Effort())
    sets = tuple(problems(sheet))
    for at, problem in enumerate(sets):
        with search.share(len(sets) - at):
            tried = readings_of(problem, readings)
            of_readings = tuple(findings(problem, tried, search))
            yield from (*of_readings, *own_test_sets(problem, tried, search, of_readings))


def readings_of(problem: Problem, readings: Sequence[Reading] | None) -> tuple[Reading, ...]:
    """Take the readings that were asked for, or else the default ones.

    Hits of default readings may be worth anything, and are also read as whole ones. Where no F is
    printed, it is not asked how F is aggregated. Default readings agree with the options that the
    columns state; there are none where columns contradict each other, or state what no reading is.

    >>> len(readings_of(Problem(systems=(), columns=()), None))
    56
    """
    if readings is not None:
        return tuple(readings)
    roles = {role for one in problem.systems for role, _ in one.printed}
    known = dict(problem.known)
    plain = all(known.get(name, value) == value for name, value in _PLAIN.items())
    if len(known) < len(problem.known) or not plain:
        return ()
    whole_hits = known.get("match", "").partition("[")[0] in {"set", "multiset"}
    stated = {name: value for name, value in known.items() if name in _ASKED}
    readings_ = allowed(default_readings(soft=not whole_hits), stated)
    if Role.F in roles:
        return readings_
    return tuple(one for one in readings_ if one.pooled or one.aggregate is readings_[-1].aggregate)


def findings(problem: Problem, readings: Sequence[Reading], search: Search) -> Iterator[Finding]:
    """Ask one problem under each reading, with a share of the steps that are left.

    First data sets without empty samples are looked for, as each decides many readings. A data set
    that was found for one reading is tried on the next ones, before a search. Readings that their
    share was too small for share what the others left, in a second round, unless so many readings
    are possible that the table says little of which. Until one reading is possible each has a fifth
    of what is left: the most usual come first, and one of them settles the question. Later shares
    are even, but not below what a search takes. Where some are possible, and many searches in a row
    came to no end, the rest is not searched.

    >>> list(findings(Problem(systems=(), columns=()), (), Search(Effort())))
    []
    """
    seen = list(_full(problem, readings, search))
    decisions: dict[Reading, Decision] = {}
    # Shares are of what is left, so early readings get more than an even part; what they do not
    # use is shared out again in the second round.
    for times in (_FIRMLY, 1):
        left = [one for one in readings if one not in decisions or search.cut_short(decisions[one])]
        if _possible(decisions) > MANY:
            break
        search.forget()
        in_vain = 0
        for at, reading in enumerate(left):
            search.effort.watch(", ".join(problem.labels), at + 1, len(left))
            held = _possible(decisions)
            many = len(left) - at if held else min(len(left) - at, times * _USUAL)
            with search.share(many, times=times, least=_LEAST):
                one = _shown(reading, seen, search)
                tired = held and in_vain >= _IN_VAIN[held > MANY]
                if one is None and tired and not reading.pooled:
                    one = refute_without_search(problem, reading) or NOT_SEARCHED
                elif one is None:
                    one = decide_reading(problem, reading, search)
                    in_vain = in_vain + 1 if one.verdict is Verdict.UNDECIDED else 0
            decisions[reading] = one
            if one.data and all(one.data is not other.data for other in seen):
                seen.append(KnownData(problem, one.data))
    yield from (_finding(problem, reading, decisions[reading]) for reading in readings)


def _possible(decisions: Mapping[Reading, Decision]) -> int:
    return sum(one.verdict is Verdict.HOLDS for one in decisions.values())


def own_test_sets(
    problem: Problem, readings: Sequence[Reading], search: Search, joint_findings: Sequence[Finding]
) -> Iterator[Finding]:
    """Where rows cannot share a test set, ask whether each can be printed alone.

    That they share one was only inferred from the number of gold items, so that alone refutes
    nothing: there is one more reading, under which each row has a test set of its own.

    >>> list(own_test_sets(Problem(systems=(), columns=()), (), Search(Effort()), ()))
    []
    """
    joint = len(problem.systems) > 1 and bool(joint_findings)
    if not joint or any(one.verdict is not Verdict.REFUTED for one in joint_findings):
        return
    for one in problem.systems:
        single = evolve(problem, systems=(one,))
        alone = [decide_reading(single, reading, search) for reading in readings]
        if all(each.verdict is Verdict.REFUTED for each in alone):
            because = f"not reproducible under any reading that was asked: {one.label} alone"
            grounds = tuple(ground for each in alone for ground in each.grounds)
            decision = Decision(Verdict.REFUTED, because, grounds)
            break
    else:
        because = "the rows were taken for one test set, as they have as many gold items"
        decision = Decision(Verdict.UNDECIDED, f"{because}; each alone is not refuted")
    yield evolve(_finding(problem, readings[0], decision), reading="test sets of their own")


def _finding(problem: Problem, reading: Reading, decision: Decision) -> Finding:
    return Finding(
        rule=FEASIBLE,
        question=f"definition: {', '.join(problem.labels)} / {', '.join(problem.columns)}",
        verdict=decision.verdict,
        rows=problem.labels,
        columns=problem.columns,
        because=decision.because,
        reading=reading.text,
        assumes=assumptions(problem),
        grounds=decision.grounds,
    )


def _full(problem: Problem, readings: Sequence[Reading], search: Search) -> Iterator[KnownData]:
    """Ask the cheap worlds first: data sets without empty samples, of whole hits if they will do.

    One of them decides all readings that differ in rules for empty samples.
    """
    worth = [one for one in readings if not one.pooled]
    for aggregate in dict.fromkeys(one.aggregate for one in worth):
        own = {(one.soft, one.least) for one in worth if one.aggregate is aggregate}
        for soft, least in sorted({(False, Fraction(0)), *own}):
            like = Reading(aggregate=aggregate, soft=soft, least=least)
            data = full_data(problem, like, search)
            if data:
                yield KnownData(problem, data)
                break


def _shown(reading: Reading, seen: Sequence[KnownData], search: Search) -> Decision | None:
    """Try data sets that print the cells under other readings."""
    fit = (one.data for one in seen if one.prints(reading, search.steps))
    data = next(fit, None)
    return None if data is None else possible(reading, data)


def decide_with_effort(problem: Problem, reading: Reading, effort: Effort) -> Decision:
    """Decide one reading with all of an effort.

    >>> nothing = Problem(systems=(), columns=(), samples=1)
    >>> decide_with_effort(nothing, Reading(), Effort()).verdict.value
    'holds'
    """
    return decide_reading(problem, reading, Search(effort))


def decide_reading(problem: Problem, reading: Reading, search: Search) -> Decision:
    """Decide as `decide` does; whole hits are a case of soft ones, so that is asked first.

    >>> nothing = Problem(systems=(), columns=(), samples=1)
    >>> decide_reading(nothing, Reading(), Search(Effort())).verdict.value
    'holds'
    """
    if not reading.soft:
        wider = evolve(reading, soft=True)
        with search.share(2):
            soft = decide(problem, wider, search)
        if soft.verdict is Verdict.REFUTED:
            tail = soft.because.partition(": ")[2]
            also = f"nor under {wider.text}, of which whole hits are a case"
            because = f"not reproducible under {reading.text}: {tail} ({also})"
            return evolve(soft, because=because)
    return decide(problem, reading, search)


def assumptions(problem: Problem) -> tuple[str, ...]:
    """Say what every verdict on a problem stands on.

    >>> assumptions(Problem(systems=(), columns=(), samples=6))
    ('6 samples', 'samples weigh the same', 'no more hits than gold or predicted items')
    """
    stated = [] if problem.samples is None else [counted(problem.samples, "sample")]
    if len(problem.systems) > 1:
        stated.append(f"one test set, all of it answered: {', '.join(problem.labels)}")
    for one in problem.systems:
        stated += [f"{number} {role.value} of {one.label} (stated)" for role, number in one.known]
    if any(role in RATES for one in problem.systems for role, _ in one.printed):
        stated.append("precision, recall and F are of one definition")
    return (*stated, "samples weigh the same", "no more hits than gold or predicted items")


FEASIBLE_RULES: tuple[Rule, ...] = (
    Rule(
        id=FEASIBLE,
        says="Some data set prints the cells under a definition: matched items, pooled or averaged "
        "over samples, under each rule for empty samples.",
        assumes="Rows with the same number of gold items share a test set; samples weigh the same.",
        source="the mean over samples as an integer program over sample sizes; Farkas 1902",
        check=feasible,
        cheap=False,
    ),
)
"""What this module asks of a table."""
