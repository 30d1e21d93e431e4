"""Pooled precision, recall and F of a table: by intervals where totals are printed, else by search.

All samples together are one unit, so totals are all there is to find: gold items shared by all
systems, and of each system predicted items and hits.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import ceil, floor

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.feasible.decision import Data, clash_text, f_clash, misses
from measurand.auditing.proofs.feasible.problem import RATES, Problem, System
from measurand.auditing.proofs.feasible.program import components
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.finding import Clash, Exhausted, Grounds, Witness
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.units import Case, case_of
from measurand.values.sample import Sample
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict

_TRIED = 20_000
_PLACES = (1, 2, 3, 4)

Ruling = tuple[Verdict, str, tuple[Grounds, ...]]


def micro(problem: Problem, reading: Reading, most: int) -> Ruling:
    """Decide whether some totals print the cells of a problem under a pooled reading.

    Up to `most` gold and predicted items are tried where nothing bounds their number; then nothing
    is refuted.

    >>> from measurand.auditing.proofs.feasible.reading import MICRO
    >>> from measurand.values.printed import Printed
    >>> cells = ((Role.RECALL, Printed.parse("50%")), (Role.GOLD, Printed.parse("3")))
    >>> ours = System(label="ours", printed=cells)
    >>> one = Problem(systems=(ours,), columns=("R",))
    >>> micro(one, Reading(average=MICRO), 400)[2]
    (Exhausted(cases='totals of ours with 3 to 3 gold items', tried=1),)
    """
    clashes = tuple(clash for one in problem.systems for clash in _clashes(one))
    if clashes:
        because = f"not reproducible under {reading.text}: {clash_text(clashes)}"
        return Verdict.REFUTED, because, clashes
    # All systems answer the same gold items, so that number is tried on the outside.
    golds = _golds(problem, reading, most)
    tried, lost = 0, ""
    for gold in golds.values:
        data: list[tuple[str, tuple[Sample, ...]]] = []
        for system in problem.systems:
            totals = _system(problem, reading, _Totals(system, gold, most))
            tried += totals.tried
            lost = lost or totals.lost
            if totals.samples is None:
                break
            data.append((system.label, totals.samples))
        if len(data) == len(problem.systems):
            because = f"these totals print so under {reading.text}"
            return Verdict.HOLDS, because, (Witness(samples=tuple(data)),)
        if tried > _TRIED:
            lost = lost or f"not decided within {_TRIED} totals"
            break
    lost = lost or golds.lost
    if lost:
        return Verdict.UNDECIDED, lost, ()
    where = f"{', '.join(problem.labels)} with {golds.values[0]} to {golds.values[-1]} gold items"
    because = f"not reproducible under {reading.text}: no totals of {where} do"
    return Verdict.REFUTED, because, (Exhausted(f"totals of {where}", tried),)


def _clashes(system: System) -> tuple[Clash, ...]:
    """Hold printed rates against printed totals; F is asked only where the other two agree."""
    hits = system.span(Role.HITS) or system.span(Role.TP)
    gold, predicted = system.whole(Role.GOLD), system.whole(Role.PREDICTED)
    square = system.beta**2
    bottoms: list[tuple[Role, Fraction, Fraction]] = []
    if predicted:
        bottoms.append((Role.PRECISION, Fraction(predicted[0]), Fraction(predicted[1])))
    if gold:
        bottoms.append((Role.RECALL, Fraction(gold[0]), Fraction(gold[1])))
    if gold and predicted:
        ends = [(square * g + p) / (1 + square) for g, p in zip(gold, predicted, strict=True)]
        bottoms.append((Role.F, ends[0], ends[1]))
    clashes: list[Clash] = []
    for role, least, most in bottoms:
        printed = system.span(role)
        empty = not all(one[0] for one in (gold, predicted) if one)
        if hits is None or printed is None or empty or (role is Role.F and clashes):
            continue
        allowed = Interval(max(hits.low, Fraction(0)) / most, hits.high / least)
        clash = Clash(f"{role.value} of {system.label}", printed, allowed)
        clashes += [clash] if clash.holds else []
    return tuple(clashes) or f_clash(system)


@frozen
class _Golds:
    values: range
    lost: str


def _golds(problem: Problem, reading: Reading, most: int) -> _Golds:
    spans = [one.whole(Role.GOLD) for one in problem.systems]
    lows = [span[0] for span in spans if span]
    highs = [one.most_gold for one in problem.systems if one.most_gold is not None]
    highs += [end for one in problem.systems for end in _gold_ends(one, reading)]
    lost = "" if highs else f"none was found with up to {most} gold items"
    low = max(lows, default=0)
    return _Golds(range(low, max(low, min(highs, default=most)) + 1), lost)


def _gold_ends(system: System, reading: Reading) -> Iterator[int]:
    """Bound gold items by printed hits and a rate, unless rules give the rate to no predictions."""
    hits = system.span(Role.HITS) or system.span(Role.TP)
    square = system.beta**2
    averaged = dict(components(reading, system.beta))
    for role, factor in ((Role.RECALL, Fraction(1)), (Role.F, (1 + square) / square)):
        span, ruled = system.span(role), averaged[role].constants[Case.PRED_EMPTY]
        if hits and span and span.low and (ruled is None or not span.holds(ruled)):
            yield max(0, floor(factor * hits.high / span.low))


@frozen
class _Totals:
    system: System
    gold: int
    most: int


@frozen
class _Found:
    samples: tuple[Sample, ...] | None
    tried: int
    lost: str = ""


def _system(problem: Problem, reading: Reading, totals: _Totals) -> _Found:
    """Find predicted items and hits of one system for so many gold items."""
    system, gold = totals.system, totals.gold
    low, high = _answers(reading, system, gold)
    lost = "" if high is not None else f"none was found with up to {totals.most} predicted items"
    end = totals.most if high is None else high
    tried = 0
    for tried, predicted in enumerate(islice(range(low, end + 1), _TRIED), 1):
        span = _hits(reading, system, gold, predicted)
        if span is None:
            continue
        if not reading.soft and ceil(span.low) > floor(span.high):
            lost = lost or "no whole number of hits was found for some totals"
        for hits in _candidates(reading, span, min(gold, predicted)):
            samples = _samples(Tally(hits, predicted, gold), problem.samples)
            data: Data = ((system.label, samples),)
            if not misses(evolve(problem, systems=(system,)), reading, data):
                return _Found(samples, tried)
            lost = "what was found prints other digits, by less than can be told"
    if end - low >= _TRIED:
        lost = lost or f"not decided within {_TRIED} totals"
    return _Found(None, tried, lost)


def _answers(reading: Reading, system: System, gold: int) -> tuple[int, int | None]:
    """Bound how many items are predicted: by their total, or by hits and the rates.

    None at all is always among them, where it may be: then rules give the rates.
    """
    printed = system.whole(Role.PREDICTED)
    low = printed[0] if printed else 0
    hits = _meet(
        [
            Interval(Fraction(0), Fraction(gold)),
            system.span(Role.HITS),
            system.span(Role.TP),
            _times(system.span(Role.RECALL), Fraction(gold)),
        ]
    )
    if hits is None or (not reading.soft and ceil(hits.low) > floor(hits.high)):
        return low, 0
    ends = [] if system.most_predicted is None else [system.most_predicted]
    precision, f, square = system.span(Role.PRECISION), system.span(Role.F), system.beta**2
    if gold and precision and precision.low:
        ends.append(floor(hits.high / precision.low))
    if gold and f and f.low:
        ends.append(floor((1 + square) * hits.high / f.low - square * gold))
    return low, max(0, min(ends)) if ends else None


def _times(span: Interval | None, factor: Fraction | int) -> Interval | None:
    return None if span is None else Interval(span.low * factor, span.high * factor)


def _meet(spans: list[Interval | None]) -> Interval | None:
    known = [span for span in spans if span is not None]
    low, high = max(span.low for span in known), min(span.high for span in known)
    return Interval(low, high) if low <= high else None


def _hits(reading: Reading, system: System, gold: int, predicted: int) -> Interval | None:
    """Bound the hits for totals of items; None where no number of hits prints the cells."""
    least = min(gold, predicted)
    spans = [
        Interval(Fraction(0), Fraction(least)),
        system.span(Role.HITS),
        system.span(Role.TP),
    ]
    for role, total in ((Role.FP, predicted), (Role.FN, gold)):
        span = system.span(role)
        spans.append(span and Interval(total - span.high, total - span.low))
    if least:
        spans += [
            _times(system.span(Role.PRECISION), predicted),
            _times(system.span(Role.RECALL), gold),
        ]
        f = system.span(Role.F)
        if f is not None:
            square = system.beta**2
            spans.append(_times(f, (square * gold + predicted) / (1 + square)))
    elif not _empty(reading, system, case_of(Tally(0, predicted, gold))):
        return None
    return _meet(spans)


def _empty(reading: Reading, system: System, case: Case) -> bool:
    """Hold the printed rates against what the rules give where nothing is gold or predicted."""
    given = {role: one.constants[case] for role, one in components(reading, system.beta)}
    for role in RATES:
        span, value = system.span(role), given[role]
        if span is not None and (value is None or not span.holds(value)):
            return False
    return True


def _candidates(reading: Reading, span: Interval, most: int) -> Iterator[Fraction]:
    """List hits to try, plain ones first: whole ones, or those that matches can be worth."""
    if not reading.soft:
        low, high = ceil(span.low), floor(span.high)
        whole = sorted({low, high, (low + high) // 2}) if low <= high else []
        yield from map(Fraction, whole)
        return
    worth = (Interval(number * reading.least, Fraction(number)) for number in range(most + 1))
    spans = (_meet([span, one]) for one in worth) if reading.least else iter([span])
    own = next((one for one in spans if one is not None), None)
    if own is not None:
        middle = (own.low + own.high) / 2
        tidy = [round(middle, places) for places in _PLACES]
        yield from (one for one in (*tidy, middle, own.low, own.high) if own.holds(one))


def _samples(tally: Tally, number: int | None) -> tuple[Sample, ...]:
    """Put everything into one sample; the others, where there are more, are empty."""
    rest = (Tally() for _ in range((number or 1) - 1))
    return tuple(
        Sample(id=str(at), counts=(("", one),)) for at, one in enumerate((tally, *rest), 1)
    )
