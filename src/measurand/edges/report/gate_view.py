"""A run beside its base: better, equal, worse, or too few items to tell, and with which power."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import field, frozen

from measurand.edges.files.gate_histories import PastLook
from measurand.edges.files.json.exact import decimal_text
from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, rare
from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.inference_json import INTERVALS
from measurand.edges.report.inferred import NONE, interval_text, number_text, p_text, score_text
from measurand.inference.gates import POWER, Gate, Look, Outcome, Power
from measurand.inference.leaderboards import Better
from measurand.inference.pvalue import PValue
from measurand.values.score import Undefined

_DECIMALS = 30


@frozen(kw_only=True)
class Gates:
    """A look at a run: what came of every measure, and the looks before, where they are kept."""

    exit_code: int
    run: str
    base: str
    gates: tuple[Gate, ...]
    looks: tuple[PastLook, ...] = field(default=())
    history: str = ""
    cluster: str | None = None

    @property
    def outcome(self) -> Outcome:
        """Give the outcome of all measures together: the worst of them."""
        return overall(one.outcome for one in self.gates)


_ORDER = (Outcome.WORSE, Outcome.TOO_FEW, Outcome.NOT_WORSE, Outcome.EQUAL, Outcome.BETTER)


def overall(outcomes: Iterator[Outcome]) -> Outcome:
    """Give the worst of some outcomes; where none is worse, undecided goes before what passes.

    >>> overall(iter([Outcome.BETTER, Outcome.EQUAL])).value
    'equal'
    """
    return min(outcomes, key=_ORDER.index)


def sentences(one: Gate) -> Iterator[str]:
    """Say what came of a measure: the outcome and what it rests on, and what is missing.

    >>> from measurand.inference.gates import Terms, gate
    >>> from measurand.inference.plan import Plan
    >>> base = {str(at): Fraction(at % 2) for at in range(40)}
    >>> list(sentences(gate(base, base, Plan(), Terms(), measure="match")))
    ['Equal: match is 0.5000 beside 0.5000 of the base: none of 40 items differs.']
    """
    lead = {Outcome.TOO_FEW: "Too few items to tell"}.get(one.outcome, one.outcome.value)
    both = f"{score_text(one.run)} beside {score_text(one.base)} of the base"
    yield f"{lead[:1].upper()}{lead[1:]}: {one.measure} is {both}: {_why(one)}."
    yield from (f"{lack}." for lack in one.lacks)


def _why(one: Gate) -> str:
    items = f"{one.items:,} item{'' if one.items == 1 else 's'}"
    if one.missing:
        hidden = f"{one.missing:,} item{' is' if one.missing == 1 else 's are'} in one of both only"
        ends = "whatever they are worth" if one.outcome is not Outcome.TOO_FEW else "and may decide"
        return f"{hidden}, {ends}"
    if one.because == "no item differs":
        return f"none of {items} differs"
    if one.because == "by the test" and isinstance(one.p_value, PValue):
        half = number_text(one.look.half)
        return f"p is {p_text(one.p_value)}, at most the {half} of look {one.look.number}"
    if one.because == "by the bounds":
        return f"the difference is within {interval_text(one.bounds)}{_beside(one)}"
    return one.because


def _beside(one: Gate) -> str:
    if one.tolerance is None:
        return ""
    return f", and {_decimal(one.tolerance.amount)} is tolerated"


def _decimal(value: Fraction) -> str:
    return decimal_text(value, _DECIMALS).rstrip("0")


def gate_document(shown: Gates) -> Document:
    """Lay out a look: what came of it first, then what it rests on."""
    return tuple(_blocks(shown))


def _blocks(shown: Gates) -> Iterator[Block]:
    yield Prose(tuple(line for one in shown.gates for line in sentences(one)))
    yield Grid(
        "Difference",
        ("measure", "outcome", "run", "base", "difference", "bounds", "p", "items"),
        tuple(
            (
                *(one.measure, one.outcome.value, score_text(one.run), score_text(one.base)),
                *(score_text(one.difference), interval_text(one.bounds), p_text(one.p_value)),
                f"{one.items:,}",
            )
            for one in shown.gates
        ),
        notes=("difference: run less base; bounds and p: with what this look may spend",),
    )
    yield from _power(shown.gates)
    if len(shown.looks) > 1:
        yield _looks(shown)
    yield Prose(tuple(_how(shown)))


def _power(gates: Sequence[Gate]) -> Iterator[Block]:
    """Tell the power, where it is known; of several measures each by its name."""
    several = len(gates) > 1
    lead = ("measure",) if several else ()
    rows = tuple(
        (
            *((one.measure,) if several else ()),
            *(_decimal(each.drop), _percent(each.power), _count(each.needed)),
        )
        for one in gates
        for each in one.powers
        if not isinstance(each.power, Undefined)
    )
    notes = tuple(
        f"{one.measure}: {line}" if several else f"{line[:1].upper()}{line[1:]}"
        for one in gates
        for line in _seen(one)
    )
    if rows:
        ways = {one.better for one in gates}
        way = "loss" if len(ways) > 1 else "drop" if Better.HIGH in ways else "rise"
        columns = (*lead, f"true {way}", "power", f"items for {float(POWER):.0%}")
        yield Grid("Power", columns, rows, notes=notes)
    else:
        yield Prose(tuple(f"{note}." for note in notes))


def _seen(one: Gate) -> Iterator[str]:
    """Say which drop would have been called worse, and how many items would show none."""
    power = f"{float(POWER):.0%} power"
    if isinstance(one.visible, Undefined):
        units = "items or clusters that differ, all one way"
        yield f"no power is known ({one.visible.reason}): worse is from {one.look.fewest} {units}"
    else:
        drop = "drop" if one.better is Better.HIGH else "rise"
        lead = f"a true {drop} of {number_text(one.visible)}"
        yield f"{lead} is called worse with {power} at this look"
    if not isinstance(one.needed, Undefined):
        lead = f"{one.needed:,} items like these show with {power}"
        yield f"{lead} that a run as good as its base is not worse than what is tolerated"


def _percent(value: float | Undefined) -> str:
    return NONE if isinstance(value, Undefined) else f"{100 * value:.0f}%"


def _count(value: int | Undefined) -> str:
    return NONE if isinstance(value, Undefined) else f"{value:,}"


def _looks(shown: Gates) -> Grid:
    return Grid(
        "Looks",
        ("look", "run", "outcome", "tolerated", "because"),
        tuple(
            (
                *(str(one.number), one.file, ", ".join(one.outcomes)),
                *(_decimal(one.tolerance) if one.tolerance else "", one.because),
            )
            for one in shown.looks
        ),
    )


def _how(shown: Gates) -> Iterator[str]:
    one = shown.gates[0]
    look, alpha = one.look, _decimal(one.look.alpha)
    many = "" if look.measures == 1 else f", a part for each of {look.measures} measures"
    yield (
        f"Look {look.number}: it may spend {number_text(look.share * look.measures)} of alpha = "
        f"{alpha}, half for the test and half for the bounds{many}; all looks at a branch "
        f"together spend no more than {alpha}, however many there are."
    )
    if one.tolerance is not None:
        yield f"Tolerated: {_decimal(one.tolerance.amount)}, because {one.tolerance.because}."
    ways = dict.fromkeys(
        each.p_value.how for each in shown.gates if isinstance(each.p_value, PValue)
    )
    units = "items" if shown.cluster is None else f"groups of {shown.cluster}"
    low = [each.measure for each in shown.gates if each.better is Better.LOW]
    of = "" if len(low) == len(shown.gates) else f" of {', '.join(low)}"
    worse = f" Lower is better{of}." if low else ""
    bounds = f"Bounds: by betting on {units}, of scores from 0 to 1 (Waudby-Smith and Ramdas 2024)."
    without = [each.bounds.reason for each in shown.gates if isinstance(each.bounds, Undefined)]
    if len(without) == len(shown.gates):
        bounds = f"No bounds: {without[0]}."
    yield (
        f"Test: two-sided, exchanging {units}{''.join(f'; {way}' for way in ways)}. {bounds}{worse}"
    )
    if not shown.history:
        yield "No look before this one is known: --history FILE keeps them."


def _outcome(shown: Gates) -> Outcome:
    return shown.outcome


GATE: Shapes = {
    **INTERVALS,
    Gates: (
        *keys("exit_code run base outcome gates"),
        *rare(keys("cluster history looks")),
    ),
    Look: (*keys("number alpha measures share fewest"),),
    Gate: (
        *keys("measure outcome because look"),
        *rare(keys("tolerance")),
        *keys("better run base difference items units error p_value bounds"),
        *keys("visible powers needed missing lacks"),
    ),
    Power: keys("drop power needed"),
    PastLook: (
        *made(look="number"),
        *keys("file run outcomes"),
        *rare(keys("because")),
        *keys("tolerance"),
    ),
}
GATED = JsonDocument("gate", GATE, body=Gates)


def gate_json(shown: Gates) -> Tree:
    """Make a tree of a look."""
    return GATED.tree(shown)
