"""A metric of a user's own, held to what it says of itself before anything uses it.

Each law has one of three outcomes. It is *refuted* by the smallest unit that breaks it, of all with
at most `MOST_SAMPLES` samples; else *proved* for all counts, where `proven` finds a proof; else
*tested*: no small unit breaks it, and more is not known. All is about the usual parameters, and a
proof for every value of them from 0 on says so.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod, sqrt

from attrs import evolve, frozen

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.formula import Formula, enclosed, substituted
from measurand.algebra.interval import Interval
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import Terms
from measurand.algebra.written import FormulaError, read, text
from measurand.metrics.computable import not_computable
from measurand.metrics.metric import CELLS, ITSELF, Metric
from measurand.metrics.proven import AtLeast, AtMost, Claim, Mirrors, Moves, Proof, proved
from measurand.metrics.standard import STANDARD
from measurand.values.score import Root, exact_root

MOST_SAMPLES = 5
_PROVABLE_DEGREE, _PROVABLE_TERMS = 6, 50
_NEAR = 1e-12
_ALL = "all counts"

Unit = tuple[int, int, int, int]
"""The counts tp, fp, fn and tn."""

UNITS: tuple[Unit, ...] = tuple(
    sorted(
        (
            (tp, fp, fn, tn)
            for tp, fp, fn, tn in product(range(MOST_SAMPLES + 1), repeat=4)
            if tp + fp + fn + tn <= MOST_SAMPLES
        ),
        key=lambda unit: (sum(unit), *(-count for count in unit)),
    )
)
"""Every unit of few samples, the smallest first."""


@frozen
class Proved:
    """The law holds of all units; `scope` says of which parameters."""

    proof: Proof | None = None
    scope: str = _ALL


@frozen
class Tested:
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
    outcome: Proved | Tested | Refuted


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
    """Give a metric back that breaks no law.

    >>> from measurand.metrics.metric import GOLD, HITS, PREDICTED
    >>> dice = Metric(name="dice", formula=2 * HITS / (GOLD + PREDICTED), says="", low=0, high=1)
    >>> registered(dice) == dice
    True
    >>> registered(evolve(dice, formula=4 * HITS / (GOLD + PREDICTED + HITS)))
    Traceback (most recent call last):
    measurand.metrics.registered.RefusedError: dice is not what it says:
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


def laws_of(metric: Metric, known: Mapping[str, Metric] = STANDARD) -> tuple[LawOutcome, ...]:
    """Ask every law of a metric; `known` has what its mirror may be.

    >>> [type(one.outcome).__name__ for one in laws_of(STANDARD["mcc"]) if one.law == "range"]
    ['Proved', 'Proved']
    """
    if message := not_computable(metric):
        return (LawOutcome("normal form", "it has one of counts alone", Refuted(message)),)
    return tuple(_laws(metric, known))


@frozen(eq=False)
class _Subject:
    """A metric at its usual parameters, and the square with its sign of every small unit."""

    metric: Metric
    formula: Formula
    form: Quotient
    squares: Mapping[Unit, Fraction | None]


def _subject(metric: Metric) -> _Subject:
    form = metric.at()
    formula = substituted(metric.formula, dict(metric.params))
    return _Subject(metric, formula, form, {unit: _square(form, unit) for unit in UNITS})


def _square(form: Quotient, unit: Unit) -> Fraction | None:
    """Give the square of the value with its sign: it grows with the value, and is rational."""
    if form.rooted:
        top, bottom = form.square(counts_of(unit))
        return Fraction(top, bottom) if bottom else None
    top, bottom = form.ratio(counts_of(unit))
    return _signed(Fraction(top, bottom)) if bottom else None


def counts_of(unit: Unit) -> Mapping[str, int]:
    """Count what formulas speak of.

    >>> counts_of((1, 2, 0, 4))
    {'hits': 1, 'predicted': 3, 'gold': 1, 'judged': 7}
    """
    tp, fp, fn, _ = unit
    return {"hits": tp, "predicted": tp + fp, "gold": tp + fn, "judged": sum(unit)}


def _signed(value: Fraction) -> Fraction:
    return value * abs(value)


def shown(square: Fraction) -> str:
    """Write the value of which this is the square with its sign.

    >>> shown(Fraction(-4, 9)), shown(Fraction(2))
    ('-2/3', 'sqrt(2)')
    """
    root = exact_root(abs(square))
    sign = "-" if square < 0 else ""
    return f"{sign}sqrt({abs(square)})" if root is None else f"{sign}{root}"


def named(unit: Unit) -> str:
    """Write the counts of a unit.

    >>> named((2, 0, 1, 0))
    'tp 2 fp 0 fn 1 tn 0'
    """
    return " ".join(f"{cell} {count}" for cell, count in zip(CELLS, unit, strict=True))


def _laws(metric: Metric, known: Mapping[str, Metric]) -> Iterator[LawOutcome]:
    subject = _subject(metric)
    yield LawOutcome("text", "its text is read again as the same formula", _text_law(metric))
    defined = sum(square is not None for square in subject.squares.values())
    nowhere = Refuted(
        f"none of the {len(UNITS)} units of at most {MOST_SAMPLES} samples has a value"
    )
    yield LawOutcome("defined", "it has a value", Tested(defined) if defined else nowhere)
    for law, says, check in (
        ("normal form", "cancelling leaves the value as it is", _of_form),
        ("floats", "floats give the value within 1e-12", _of_floats),
        ("enclosure", "an enclosure of near counts holds the value", _of_box),
    ):
        yield LawOutcome(law, says, _tested(subject, partial(check, subject)))
    yield from _said(subject, known)


def _said(subject: _Subject, known: Mapping[str, Metric]) -> Iterator[LawOutcome]:
    """Ask what the metric says of itself."""
    metric = subject.metric
    if metric.low is not None:
        check, low = partial(_of_low, metric.low), AtLeast(metric.low)
        yield LawOutcome("range", f"at least {metric.low}", _decided(subject, check, low, known))
    if metric.high is not None:
        check, high = partial(_of_high, metric.high), AtMost(metric.high)
        yield LawOutcome("range", f"at most {metric.high}", _decided(subject, check, high, known))
    for cell in (*metric.rises, *metric.falls):
        up = cell in metric.rises
        outcome = _decided(subject, partial(_of_step, subject, cell, up), Moves(cell, up), known)
        yield LawOutcome("direction", f"never {'falls' if up else 'rises'} with {cell}", outcome)
    if metric.mirror:
        says = "gold and predictions exchanged give "
        own = metric.mirror in {ITSELF, metric.name}
        other = metric if own else known.get(metric.mirror)
        yield LawOutcome(
            "mirror", says + ("itself" if own else metric.mirror), _mirror(subject, other, known)
        )


Check = Callable[[Unit, Fraction], str | None]
"""Say how a unit with a value breaks a law: empty where it does not, None where it says nothing."""


def _tested(subject: _Subject, check: Check) -> Tested | Refuted:
    units = 0
    for unit, square in subject.squares.items():
        broken = None if square is None else check(unit, square)
        if broken:
            return Refuted(f"{named(unit)} gives {broken}", unit)
        units += broken is not None
    return Tested(units)


def _decided(
    subject: _Subject, check: Check, claim: Claim, known: Mapping[str, Metric]
) -> Proved | Tested | Refuted:
    """Look for a unit that breaks a law, and where there is none, for a proof."""
    tested = _tested(subject, check)
    if isinstance(tested, Refuted):
        return tested
    return _proof(subject, claim, known) or tested


def _proof(subject: _Subject, claim: Claim, known: Mapping[str, Metric]) -> Proved | None:
    metric = subject.metric
    fixed = evolve(metric, formula=subject.formula, params=())
    usual = " and ".join(f"{name} {value}" for name, value in metric.params)
    scopes = [(fixed, f"{_ALL}, with {usual}" if usual else _ALL)]
    free = all(value >= 0 for _, value in metric.params) and not isinstance(claim, Mirrors)
    if usual and free:
        names = " and ".join(name for name, _ in metric.params)
        scopes.insert(0, (metric, f"{_ALL}, and every {names} from 0 on"))
    found = ((_found(one, claim, known), scope) for one, scope in scopes)
    return next((Proved(proof, scope) for proof, scope in found if proof), None)


def _found(metric: Metric, claim: Claim, known: Mapping[str, Metric]) -> Proof | None:
    form = normal(metric.formula)
    for each in (form.top, form.bottom, form.root_top, form.root_bottom):
        if each.degree(each.variables) > _PROVABLE_DEGREE or len(each.terms) > _PROVABLE_TERMS:
            return None
    try:
        return proved(metric, claim, {**known, metric.name: metric})
    except ValueError:
        return None


def _text_law(metric: Metric) -> Proved | Refuted:
    try:
        again = read(text(metric.formula))
    except FormulaError as error:
        return Refuted(str(error))
    return Proved() if again == metric.formula else Refuted(f"read again it is {text(again)}")


def _of_low(low: int, _unit: Unit, square: Fraction) -> str:
    return f"{shown(square)}, below {low}" if square < low * abs(low) else ""


def _of_high(high: int, _unit: Unit, square: Fraction) -> str:
    return f"{shown(square)}, above {high}" if square > high * abs(high) else ""


def _of_step(subject: _Subject, cell: str, up: bool, unit: Unit, square: Fraction) -> str | None:  # noqa: FBT001
    tp, fp, fn, tn = (count + (name == cell) for name, count in zip(CELLS, unit, strict=True))
    after = subject.squares.get((tp, fp, fn, tn))
    if after is None:
        return None
    wrong = after < square if up else after > square
    return f"{shown(square)}, and one {cell} more gives {shown(after)}" if wrong else ""


def _mirror(
    subject: _Subject, other: Metric | None, known: Mapping[str, Metric]
) -> Proved | Tested | Refuted:
    if other is None:
        return Refuted(f"no metric has the name {subject.metric.mirror!r}")
    if message := not_computable(other):
        return Refuted(f"{other.name} is no metric that is computed: {message}")
    check = partial(_of_exchange, other.name, _subject(other))
    return _decided(subject, check, Mirrors(other.name), known)


def _of_exchange(name: str, other: _Subject, unit: Unit, square: Fraction) -> str | None:
    tp, fp, fn, tn = unit
    there = other.squares[tp, fn, fp, tn]
    if there is None:
        return None
    exchanged = f"{name} of {named((tp, fn, fp, tn))} is {shown(there)}"
    return "" if there == square else f"{shown(square)}, and {exchanged}"


def _of_form(subject: _Subject, unit: Unit, square: Fraction) -> str | None:
    held = _enclosed(subject.formula, unit, 0)
    if held is None:
        return None
    return "" if _holds(held, square) else f"{shown(square)}, and the formula gives {held}"


def _of_box(subject: _Subject, unit: Unit, square: Fraction) -> str | None:
    held = _enclosed(subject.formula, unit, 1)
    if held is None:
        return None
    return "" if _holds(held, square) else f"{shown(square)}, and the enclosure is {held}"


def _enclosed(formula: Formula, unit: Unit, around: int) -> Interval | None:
    box = {
        name: Interval(Fraction(max(0, count - around)), Fraction(count + around))
        for name, count in counts_of(unit).items()
    }
    try:
        return enclosed(formula, box)
    except OutsideError:
        return None


def _holds(held: Interval, square: Fraction) -> bool:
    return _signed(held.low) <= square <= _signed(held.high)


def _of_floats(subject: _Subject, unit: Unit, square: Fraction) -> str | None:
    counts, form = counts_of(unit), subject.form
    if not form.bottom.value(counts):
        return None
    root = exact_root(abs(square))
    size = float(Root(abs(square)) if root is None else root)
    exact = -size if square < 0 else size
    try:
        under = _in_floats(form.root_top, counts) / _in_floats(form.root_bottom, counts)
        computed = _in_floats(form.top, counts) / _in_floats(form.bottom, counts) * sqrt(under)
    except (ZeroDivisionError, ValueError):
        return f"{shown(square)}, and nothing in floats"
    near = abs(computed - exact) <= _NEAR * max(1, abs(exact))
    return "" if near else f"{shown(square)}, and {computed!r} in floats"


def _in_floats(terms: Terms, counts: Mapping[str, int]) -> float:
    return sum(
        float(factor) * prod(float(counts[name]) ** power for name, power in monomial)
        for monomial, factor in terms.terms
    )
