"""Whole tables that are true: printed of drawn samples, as our own core scores them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen
from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.feasible.reading import BOTH_EMPTY, GOLD_EMPTY, PRED_EMPTY, TALLIES
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.evidence.pool import pool
from measurand.metrics.definitions import Definition, ExactMatch, F, Jaccard, Precision, Recall
from measurand.metrics.definitions import Total as Counted
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import score
from measurand.metrics.grammar import write_value
from measurand.metrics.options import (
    BY_SAMPLE,
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    EmptyValue,
    Of,
    Parts,
    Policy,
)
from measurand.metrics.signature import option_values
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.sample import Sample
from measurand.values.score import Defined, Quantity, Root
from measurand.values.tally import Tally
from properties.strategies.numbers import NAMED_MODES

INKS = st.tuples(
    st.integers(0, 4),
    st.sampled_from((Rounding.DECIMAL, *NAMED_MODES, Rounding.PRINTF, Rounding.FLOAT64)),
    st.booleans(),
    st.sampled_from((Unit.NONE, Unit.PERCENT, Unit.POINTS)),
)
"""How a column is printed: decimals, rounding, whether the rounding is told, and the unit."""
Ink = tuple[int, Rounding, bool, Unit]
WHOLE: Ink = (0, Rounding.DECIMAL, True, Unit.NONE)
Values = Mapping[str, Quantity | None]


def unitless(ink: Ink) -> Ink:
    """Print the number itself."""
    return (*ink[:3], Unit.NONE)


def inked(value: Quantity, ink: Ink) -> Printed:
    """Print a number: rounded by its mode, or as the double that is nearest to it."""
    places, mode, told, unit = ink
    scaled: Quantity = value
    if unit.scale != 1:
        scaled = (
            Root(value.square / unit.scale**2) if isinstance(value, Root) else value / unit.scale
        )
    if mode is Rounding.FLOAT64:
        return Printed.parse(
            repr(float(scaled)), unit=unit, rounding=Rounding.FLOAT64 if told else None
        )
    said = mode if told or mode is Rounding.DECIMAL else Rounding.ANY
    return Printed(rounded(scaled, places, mode), places, unit, said)


def mean(values: Sequence[Fraction]) -> Fraction:
    """Average some numbers."""
    return sum(values, Fraction(0)) / len(values)


def row_of(
    label: str, values: Values, inks: Mapping[str, Ink], kind: Kind = Kind.BODY, **more: int
) -> Row:
    """Print a row; what is undefined is not printed. `more` are weights by row."""
    cells = (
        (name, inked(value, inks[name])) for name, value in values.items() if value is not None
    )
    return Row(label=label, cells=tuple(cells), kind=kind, weights=tuple(more.items()))


def averaged(rows: Sequence[Values], weights: Sequence[int]) -> dict[str, Quantity | None]:
    """Average the columns of some rows, each over the rows that print it."""
    found: dict[str, Quantity | None] = {}
    for name in rows[0]:
        given = [(row[name], weight) for row, weight in zip(rows, weights, strict=True)]
        pairs = [(value, weight) for value, weight in given if isinstance(value, Fraction)]
        bottom = sum(weight for _, weight in pairs)
        found[name] = (
            sum((value * weight for value, weight in pairs), Fraction(0)) / bottom
            if bottom and len(pairs) == sum(value is not None for value, _ in given)
            else None
        )
    return found


# Matched items

DOCUMENT = ("document",)
AVERAGES = (
    Average(),
    BY_SAMPLE,
    Average(AverageKind.WEIGHTED, ("sample",)),
    Average(AverageKind.MACRO, DOCUMENT),
    Average(AverageKind.MACRO, ("document", "sample")),
)
_BITS = (EmptyValue.ZERO, EmptyValue.ONE)
PLAIN_RULES = st.builds(
    EmptyRules,
    both_empty=st.sampled_from([Parts(part, part) for part in _BITS]),
    gold_empty=st.sampled_from([Parts(EmptyValue.ZERO, part) for part in _BITS]),
    pred_empty=st.sampled_from([Parts(part, EmptyValue.ZERO) for part in _BITS]),
)
_ANY_RULE: st.SearchStrategy[EmptyRule] = st.just(Drop()) | st.builds(
    Parts, st.sampled_from(EmptyValue), st.sampled_from(EmptyValue)
)
ANY_RULES = st.builds(EmptyRules, both_empty=_ANY_RULE, gold_empty=_ANY_RULE, pred_empty=_ANY_RULE)
_LEFT = (EmptyValue.ZERO, EmptyValue.SKIP)
SKIPPING_RULES = st.builds(
    EmptyRules,
    both_empty=_ANY_RULE,
    gold_empty=st.just(Drop())
    | st.builds(Parts, st.sampled_from(_LEFT), st.sampled_from(EmptyValue)),
    pred_empty=st.just(Drop())
    | st.builds(Parts, st.sampled_from(EmptyValue), st.sampled_from(_LEFT)),
)
"""No pooled hits of some items are 0, unless they are not scored."""
USUAL_RULES = st.builds(
    EmptyRules,
    both_empty=st.sampled_from(BOTH_EMPTY),
    gold_empty=st.sampled_from(GOLD_EMPTY),
    pred_empty=st.sampled_from(PRED_EMPTY),
)
"""What a table that says nothing may mean; samples may be left out of one of the means."""
SCORED = {
    "P": Role.PRECISION,
    "R": Role.RECALL,
    "F": Role.F,
    "J": Role.JACCARD,
    "EM": Role.EXACT_MATCH,
}
COUNTED = {
    "M": (Role.HITS, Of.HITS),
    "pred": (Role.PREDICTED, Of.PREDICTED),
    "gold": (Role.GOLD, Of.GOLD),
    "FP": (Role.FP, Of.FALSE_POSITIVES),
    "FN": (Role.FN, Of.FALSE_NEGATIVES),
    "n": (Role.SAMPLES, Of.SAMPLES),
}


@frozen
class Drawn:
    """How the matched items of a table are scored and printed."""

    definition: F
    soft: bool
    told: frozenset[str]
    inks: Mapping[str, Ink]
    runs: int


def definitions(drawn: Drawn) -> Iterator[tuple[str, Role, Definition]]:
    """List the columns."""
    f = drawn.definition
    how, seen = f.averaging, f.observation
    yield "P", Role.PRECISION, Precision(observation=seen, averaging=how, empty=f.empty)
    yield "R", Role.RECALL, Recall(observation=seen, averaging=how, empty=f.empty)
    yield "F", Role.F, f
    yield "J", Role.JACCARD, Jaccard(observation=seen, averaging=how)
    yield "EM", Role.EXACT_MATCH, ExactMatch(observation=seen, averaging=how)
    for name, (role, of) in COUNTED.items():
        yield name, role, Counted(of=of, observation=seen)


def column_of(name: str, role: Role, definition: Definition, told: frozenset[str]) -> Column:
    """Declare a column, and those options that are told."""
    values = {key: write_value(value) for key, value in option_values(definition).items()}
    options = tuple((key, values[key]) for key in sorted(told) if key in values)
    beta = definition.beta if isinstance(definition, F) else Fraction(1)
    return Column(name=name, role=role, beta=beta, options=options)


@st.composite
def answered(draw: st.DrawFn, golds: Sequence[int], *, soft: bool) -> tuple[Sample, ...]:
    """Draw what a system predicted."""
    found = []
    for at, gold in enumerate(golds):
        predicted = draw(st.integers(0, 3))
        hits = Fraction(draw(st.integers(0, min(gold, predicted) * (4 if soft else 1))))
        tally = Tally(hits / 4 if soft else hits, predicted, gold)
        groups = (("document", str(at // 2)),)
        found.append(Sample(id=str(at), counts=(("", tally),), groups=groups))
    return tuple(found)


def values_of(drawn: Drawn, samples: Sequence[Sample]) -> dict[str, Quantity | None]:
    """Score samples under every column."""
    held = pool(TALLIES, samples, names=DOCUMENT)
    scores = {name: score(one, held) for name, _, one in definitions(drawn)}
    return {
        name: found.value if isinstance(found, Defined) else None for name, found in scores.items()
    }


@st.composite
def matched(draw: st.DrawFn, *, small: bool = False) -> Sheet:
    """Draw a table of precision, recall, F and counts: systems, an average, a total."""
    usual = draw(st.booleans())
    skipping = not usual and draw(st.booleans())
    told = draw(st.sets(st.sampled_from(("average", "aggregate", "undefined", "both_empty"))))
    average = draw(st.sampled_from(AVERAGES))
    pooled = average.kind is AverageKind.MICRO
    unsaid = USUAL_RULES if usual else PLAIN_RULES
    rules = draw((SKIPPING_RULES if pooled else ANY_RULES) if skipping else unsaid)
    policy = draw(st.sampled_from(Policy)) if skipping else Policy.PROPAGATE
    definition = F(
        beta=draw(st.sampled_from((Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2)))),
        observation=TALLIES,
        averaging=Averaging(average=average, undefined=policy),
        empty=rules,
        aggregate=draw(st.sampled_from(Aggregate)),
    )
    if skipping:
        told |= {"both_empty", "gold_empty", "pred_empty", "undefined", "average"}
    soft = draw(st.booleans())
    ink = draw(INKS)
    inks = {**dict.fromkeys(SCORED, ink), **dict.fromkeys(COUNTED, WHOLE)}
    inks["F"] = draw(INKS)
    if soft:
        # Whole counts are printed in full, so that parts are printed with decimals.
        parts = draw(INKS)
        inks |= dict.fromkeys(("M", "FP", "FN"), (parts[0] + 1, *parts[1:3], Unit.NONE))
    drawn = Drawn(definition, soft, frozenset(told), inks, draw(st.sampled_from((1, 1, 2))))
    golds = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3 if small else 5))
    rows, values = [], []
    for label in ("a", "b", "c")[: draw(st.integers(1, 2 if small else 3))]:
        runs = [values_of(drawn, draw(answered(golds, soft=soft))) for _ in range(drawn.runs)]
        one = averaged(runs, [1] * drawn.runs)
        values.append(one)
        rows.append(row_of(label, one, inks))
    if drawn.runs > 1:
        inks = {**inks, **dict.fromkeys(COUNTED, (4, Rounding.DECIMAL, True, Unit.NONE))}
        rows = [row_of(row.label, one, inks) for row, one in zip(rows, values, strict=True)]
    if len(rows) > 1 and draw(st.booleans()):
        rows.append(draw(last_row(values, inks)))
    columns = [column_of(name, role, one, drawn.told) for name, role, one in definitions(drawn)]
    if average.kind is not AverageKind.MICRO and average != BY_SAMPLE and "average" not in told:
        # A share of samples is taken to be of all samples alike, unless its column says otherwise.
        columns = [one for one in columns if one.role is not Role.EXACT_MATCH]
    kept = draw(st.sets(st.sampled_from([one.name for one in columns]), min_size=2))
    facts = [(Fact.SAMPLES, len(golds)), (Fact.GOLD, sum(golds))]
    stated = [one for one in facts if draw(st.booleans())]
    if drawn.runs > 1:
        stated.append((Fact.RUNS, drawn.runs))
    if drawn.runs > 1 or any(row.weights for row in rows):
        # Taken out until their rules know of them: shares of samples beside rows with weights, and
        # sizes of pooled scores that are means over runs.
        kept -= {"EM"}
        stated = [fact for fact in stated if fact[0] is not Fact.GOLD]
        kept -= {"M", "gold"} if drawn.runs > 1 else set()
    if soft and "M" not in kept:
        kept -= {"FP", "FN"}  # they are parts too, and nothing would say so
    return only(Sheet(columns=tuple(columns), rows=cut(rows, columns), facts=tuple(stated)), kept)


def cut(rows: Sequence[Row], columns: Sequence[Column]) -> tuple[Row, ...]:
    """Leave out cells without a column."""
    names = {one.name for one in columns}
    return tuple(
        evolve(row, cells=tuple(cell for cell in row.cells if cell[0] in names)) for row in rows
    )


def only(sheet: Sheet, names: set[str]) -> Sheet:
    """Leave some columns."""
    columns = tuple(one for one in sheet.columns if one.name in names)
    return evolve(sheet, columns=columns, rows=cut(sheet.rows, columns))


@st.composite
def last_row(draw: st.DrawFn, values: Sequence[Values], inks: Mapping[str, Ink]) -> Row:
    """Draw a row of averages (plain, or weighted with weights that may be told), or of totals."""
    labels = ("a", "b", "c")[: len(values)]
    if draw(st.booleans()):
        weights = draw(st.lists(st.integers(1, 4), min_size=len(labels), max_size=len(labels)))
        told = dict(zip(labels, weights, strict=True)) if draw(st.booleans()) else {}
        if not told and draw(st.booleans()):
            weights = [1] * len(labels)
        return row_of("all", averaged(values, weights), inks, Kind.AVERAGE, **told)
    totals: dict[str, Quantity | None] = {}
    for name, value in averaged(values, [1] * len(labels)).items():
        scale = len(labels) if name in COUNTED else 1
        totals[name] = value * scale if isinstance(value, Fraction) else None
    return row_of("all", totals, inks, Kind.TOTAL)
