"""A metric of a user's own, held to what it says of itself before anything uses it.

Each law has one of three outcomes. It is *refuted* by the smallest unit that breaks it, of all with
at most `MOST_SAMPLES` samples; else *proved* for all counts, where `proven` finds a proof; else
*tested*: no small unit breaks it, and more is not known. All is about the usual parameters, and a
proof for every value of them from 0 on says so.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial

from attrs import evolve, frozen

from measurand.algebra.formula import substituted
from measurand.algebra.formula_text import FormulaError, read, text
from measurand.algebra.quotient import normal
from measurand.algebra.terms import Terms
from measurand.metrics.computable import not_computable
from measurand.metrics.metric import ITSELF, Metric
from measurand.metrics.proven import AtLeast, AtMost, Claim, Mirrors, Moves, Proof, proved
from measurand.metrics.small_units import (
    MOST_SAMPLES,
    UNITS,
    Check,
    OnUnits,
    Unit,
    above,
    against,
    below,
    named,
    off_enclosure,
    off_floats,
    off_formula,
    on_units,
    unmirrored,
)
from measurand.metrics.standard import STANDARD

_PROVABLE_DEGREE, _PROVABLE_TERMS = 6, 50
_ALL = "all counts"


@frozen
class Proved:
    """The law holds of all units; `scope` says of which parameters."""

    proof: Proof | None = None
    scope: str = _ALL


@frozen
class Unbroken:
    """The law holds of so many small units: all of which it says anything."""

    units: int


@frozen
class Refuted:
    """The law is broken by a unit, the smallest; without one, by the formula as it stands."""

    because: str
    unit: Unit | None = None


@frozen
class LawOutcome:
    """A law of a metric, in words, and whether it holds."""

    law: str
    says: str
    outcome: Proved | Unbroken | Refuted


class RefusedError(ValueError):
    """A metric that is not what it says it is; `refuted` has every law that it breaks."""

    def __init__(self, metric: str, refuted: tuple[LawOutcome, ...]) -> None:
        lines = (
            f"{one.law}: {one.outcome.because}"
            for one in refuted
            if isinstance(one.outcome, Refuted)
        )
        super().__init__("\n  ".join((f"{metric} is not what it says:", *lines)))
        self.refuted = refuted


def registered(metric: Metric, known: Mapping[str, Metric] = STANDARD) -> Metric:
    """Give a metric back that breaks no law; `known` are the metrics whose names are taken.

    >>> from measurand.metrics.metric import GOLD, HITS, PREDICTED
    >>> dice = Metric(name="dice", formula=2 * HITS / (GOLD + PREDICTED), says="", low=0, high=1)
    >>> registered(dice) == dice
    True
    >>> registered(evolve(dice, formula=4 * HITS / (GOLD + PREDICTED + HITS)))
    Traceback (most recent call last):
    measurand.metrics.user_metric.RefusedError: dice is not what it says:
      range: tp 1 fp 0 fn 0 tn 0 gives 4/3, above 1

    Raises RefusedError with every law that it breaks, ValueError for a name that is taken.
    """
    if message := taken(metric, known):
        raise ValueError(message)
    refuted = tuple(one for one in laws_of(metric, known) if isinstance(one.outcome, Refuted))
    if refuted:
        raise RefusedError(metric.name, refuted)
    return metric


def taken(metric: Metric, known: Mapping[str, Metric]) -> str:
    """Say that another metric has the name or a word; empty where none has.

    >>> taken(evolve(STANDARD["f"], name="f_one"), STANDARD)
    "names and words that no metric has: got 'f1', which is of f"
    """
    for other in known.values():
        both = {metric.name, *metric.words} & {other.name, *other.words}
        if other != metric and both:
            got = f"{min(both)!r}, which is of {other.name}"
            return f"names and words that no metric has: got {got}"
    return ""


@lru_cache(maxsize=256)
def bounding(metric: Metric) -> Metric:
    """Give a metric the range that its numbers cannot leave, whatever is said of 0/0.

    An end that is tested alone bounds nothing: larger units, or hits that are parts of an item, may
    leave it. What divides by 0, and what is undefined, may be said to count as 0 or as 1.

    >>> from measurand.metrics.metric import GOLD, HITS
    >>> one = bounding(Metric(name="a", formula=2 + HITS / GOLD, says="", low=2, high=3))
    >>> one.low, one.high
    (0, 3)
    >>> bounding(Metric(name="a", formula=HITS * (HITS - 1), says="", low=0)).low is None
    True
    """
    fixed = evolve(
        metric,
        formula=substituted(metric.formula, dict(metric.params)),
        params=(),
        together=None,
        sides=None,
    )

    def end(bound: int | None, claim: Callable[[int], Claim]) -> int | None:
        return bound if bound is not None and _found(fixed, claim(bound), STANDARD) else None

    low, high = end(metric.low, AtLeast), end(metric.high, AtMost)
    return evolve(
        metric,
        low=None if low is None else min(low, 0),
        high=None if high is None else max(high, 1),
    )


def laws_of(metric: Metric, known: Mapping[str, Metric] = STANDARD) -> tuple[LawOutcome, ...]:
    """Ask every law of a metric; `known` has what its mirror may be.

    >>> [type(one.outcome).__name__ for one in laws_of(STANDARD["mcc"]) if one.law == "range"]
    ['Proved', 'Proved']
    """
    if message := not_computable(metric):
        return (LawOutcome("normal form", "it has one of counts alone", Refuted(message)),)
    return tuple(_laws(metric, known))


def _laws(metric: Metric, known: Mapping[str, Metric]) -> Iterator[LawOutcome]:
    subject = on_units(metric)
    yield LawOutcome("text", "its text is read again as the same formula", _text_law(metric))
    defined = sum(square is not None for square in subject.squares.values())
    nowhere = Refuted(
        f"none of the {len(UNITS)} units of at most {MOST_SAMPLES} samples has a value"
    )
    yield LawOutcome("defined", "it has a value", Unbroken(defined) if defined else nowhere)
    for law, says, check in (
        ("normal form", "cancelling leaves the value as it is", off_formula),
        ("floats", "floats give the value within 1e-12", off_floats),
        ("enclosure", "an enclosure of near counts holds the value", off_enclosure),
    ):
        yield LawOutcome(law, says, _tested(subject, partial(check, subject)))
    yield from _said(subject, known)


def _said(subject: OnUnits, known: Mapping[str, Metric]) -> Iterator[LawOutcome]:
    """Ask what the metric says of itself."""
    metric = subject.metric
    if metric.low is not None:
        check, low = partial(below, metric.low), AtLeast(metric.low)
        yield LawOutcome("range", f"at least {metric.low}", _decided(subject, check, low, known))
    if metric.high is not None:
        check, high = partial(above, metric.high), AtMost(metric.high)
        yield LawOutcome("range", f"at most {metric.high}", _decided(subject, check, high, known))
    for cell in (*metric.rises, *metric.falls):
        up = cell in metric.rises
        move = Moves(cell, up)
        outcome = _decided(subject, partial(against, subject, move), move, known)
        yield LawOutcome("direction", f"never {'falls' if up else 'rises'} with {cell}", outcome)
    if metric.mirror:
        says = "gold and predictions exchanged give "
        own = metric.mirror in {ITSELF, metric.name}
        other = metric if own else known.get(metric.mirror)
        yield LawOutcome(
            "mirror", says + ("itself" if own else metric.mirror), _mirror(subject, other, known)
        )


def _tested(subject: OnUnits, check: Check) -> Unbroken | Refuted:
    units = 0
    for unit, square in subject.squares.items():
        broken = None if square is None else check(unit, square)
        if broken:
            return Refuted(f"{named(unit)} gives {broken}", unit)
        units += broken is not None
    return Unbroken(units)


def _decided(
    subject: OnUnits, check: Check, claim: Claim, known: Mapping[str, Metric]
) -> Proved | Unbroken | Refuted:
    """Look for a unit that breaks a law, and where there is none, for a proof."""
    tested = _tested(subject, check)
    if isinstance(tested, Refuted):
        return tested
    return _proof(subject, claim, known) or tested


def _proof(subject: OnUnits, claim: Claim, known: Mapping[str, Metric]) -> Proved | None:
    metric = subject.metric
    fixed = evolve(metric, formula=subject.formula, params=(), together=None, sides=None)
    usual = " and ".join(f"{name} {value}" for name, value in metric.params)
    scopes = [(fixed, f"{_ALL}, with {usual}" if usual else _ALL)]
    free = all(value >= 0 for _, value in metric.params) and not isinstance(claim, Mirrors)
    if usual and free:
        names = " and ".join(name for name, _ in metric.params)
        scopes.insert(0, (metric, f"{_ALL}, and every {names} from 0 on"))
    proofs = ((_found(one, claim, known), scope) for one, scope in scopes)
    return next((Proved(proof, scope) for proof, scope in proofs if proof), None)


def _found(metric: Metric, claim: Claim, known: Mapping[str, Metric]) -> Proof | None:
    try:
        form = normal(metric.formula)
        every = (form.top, form.bottom, form.root_top, form.root_bottom)
        if all(map(_is_small, every)):
            return proved(metric, claim, {**known, metric.name: metric})
    except ValueError:
        # A claim that cannot be said in polynomials, or in none that are small enough.
        pass
    return None


def _is_small(terms: Terms) -> bool:
    small = terms.degree(terms.variables) <= _PROVABLE_DEGREE
    return small and len(terms.terms) <= _PROVABLE_TERMS


def _text_law(metric: Metric) -> Proved | Refuted:
    try:
        again = read(text(metric.formula))
    except FormulaError as error:
        return Refuted(str(error))
    return (
        Proved(scope="its text")
        if again == metric.formula
        else Refuted(f"read again it is {text(again)}")
    )


def _mirror(
    subject: OnUnits, other: Metric | None, known: Mapping[str, Metric]
) -> Proved | Unbroken | Refuted:
    if other is None:
        return Refuted(f"no metric has the name {subject.metric.mirror!r}")
    if message := not_computable(other):
        return Refuted(f"{other.name} is no metric that is computed: {message}")
    check = partial(unmirrored, on_units(other))
    return _decided(subject, check, Mirrors(other.name), known)
