"""THE LAW over definitions: of real samples nothing is refuted, whatever a table leaves unsaid.

Every reading that a table may have by default is drawn, those that leave samples out of one of the
means included; and no option is told.
"""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.closed.counts import of_counts, ways
from measurand.auditing.proofs.closed.f import f_of
from measurand.auditing.proofs.confusion.scores import SCORES, Matrix
from measurand.auditing.proofs.feasible.reading import TALLIES, Reading, default_readings
from measurand.auditing.proofs.grain.pooled_sizes import Pooled, hits_of
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.evidence.pool import pool
from measurand.metrics.components import component
from measurand.metrics.definitions import Definition, F
from measurand.metrics.finalise import score
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally
from measurand.values.verdict import Verdict
from properties.proofs.true_tables import INKS, WHOLE, Ink, Values, averaged, inked, row_of
from properties.strategies.effort import third

READINGS = {soft: default_readings(soft=soft) for soft in (True, False)}
BETAS = st.sampled_from((Fraction(1), Fraction(1, 2), Fraction(2)))
ROLES = {
    "P": Role.PRECISION,
    "R": Role.RECALL,
    "F": Role.F,
    "M": Role.HITS,
    "pred": Role.PREDICTED,
    "gold": Role.GOLD,
}


@st.composite
def tallies(draw: st.DrawFn, *, soft: bool) -> Tally:
    """Draw a sample; those without gold items or predictions are frequent."""
    predicted, gold = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    hits = Fraction(draw(st.integers(0, 4 * min(predicted, gold))), 4)
    return Tally(hits if soft else Fraction(int(hits)), predicted, gold)


def scored(reading: Reading, beta: Fraction, samples: Sequence[Tally]) -> Values:
    """Score samples by our own core; what is undefined is not printed."""
    held = pool(
        TALLIES, [Sample(id=str(at), counts=(("", one),)) for at, one in enumerate(samples)]
    )
    of: dict[str, Definition] = {
        "P": reading.precision(),
        "R": reading.recall(),
        "F": reading.f(beta),
    }
    found = {name: score(one, held) for name, one in of.items()}
    total = sum(samples, Tally())
    return {
        **{n: one.value if isinstance(one, Defined) else None for n, one in found.items()},
        "M": Fraction(total.hits),
        "pred": Fraction(total.predicted),
        "gold": Fraction(total.gold),
    }


def inks_of(ink: Ink, *, soft: bool) -> dict[str, Ink]:
    """Print rates alike, whole counts in full, and parts of hits with decimals."""
    parts: Ink = (3, ink[1], ink[2], WHOLE[3]) if soft else WHOLE
    return {name: ink if name in "PRF" else parts if name == "M" else WHOLE for name in ROLES}


@st.composite
def unsaid(draw: st.DrawFn) -> Sheet:
    """Draw a table of systems, and an average of them, that says nothing of its definition."""
    soft, beta = draw(st.booleans()), draw(BETAS)
    reading = draw(st.sampled_from(READINGS[soft]))
    number, systems = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    inks = inks_of(draw(INKS), soft=soft)
    one = st.lists(tallies(soft=soft), min_size=number, max_size=number)
    values = [scored(reading, beta, draw(one)) for _ in range(systems)]
    rows = [row_of(f"s{at}", value, inks) for at, value in enumerate(values)]
    if draw(st.booleans()):
        scores = [{name: value[name] for name in "PRF"} for value in values]
        rows.append(row_of("mean", averaged(scores, [1] * systems), inks, Kind.AVERAGE))
    columns = tuple(
        Column(name=name, role=role, beta=beta if name == "F" else Fraction(1))
        for name, role in ROLES.items()
    )
    kept = draw(st.sets(st.sampled_from(list(ROLES)))) | {"P", "R", "F"}
    rows = [evolve(row, cells=tuple(c for c in row.cells if c[0] in kept)) for row in rows]
    facts = ((Fact.SAMPLES, number),) if draw(st.booleans()) else ()
    named = tuple(column for column in columns if column.name in kept)
    return Sheet(columns=named, rows=tuple(rows), facts=facts)


@given(unsaid())
def test_no_table_that_says_nothing_of_its_definition_is_accused(sheet: Sheet) -> None:
    found = lint(sheet).questions
    assert [one.name for one in found if one.verdict is Verdict.REFUTED] == []


MATRIX = {
    "TP": Role.TP,
    "FP": Role.FP,
    "FN": Role.FN,
    "TN": Role.TN,
    "sens": Role.RECALL,
    "spec": Role.SPECIFICITY,
    "acc": Role.ACCURACY,
    "npv": Role.NPV,
}
COUNTS = st.tuples(*(st.integers(1, 9) for _ in range(4)))


def rates(tp: int, fp: int, fn: int, tn: int) -> dict[str, Fraction]:
    """Compute the rates of one confusion matrix."""
    return {
        "sens": Fraction(tp, tp + fn),
        "spec": Fraction(tn, tn + fp),
        "acc": Fraction(tp + tn, tp + fp + fn + tn),
        "npv": Fraction(tn, tn + fn),
    }


@third
@given(st.lists(st.lists(COUNTS, min_size=2, max_size=3), min_size=1, max_size=2), INKS)
def test_means_over_folds_beside_summed_counts_are_not_accused(
    systems: list[list[tuple[int, int, int, int]]], ink: Ink
) -> None:
    rows = []
    for at, folds in enumerate(systems):
        counts = dict(zip(MATRIX, (sum(one) for one in zip(*folds, strict=True)), strict=False))
        means = averaged([rates(*one) for one in folds], [1] * len(folds))
        cells = [(name, inked(Fraction(count), WHOLE)) for name, count in counts.items()]
        printed = ((name, inked(value, ink)) for name, value in means.items() if value is not None)
        rows.append(Row(label=f"s{at}", cells=(*cells, *printed)))
    columns = tuple(Column(name=name, role=role) for name, role in MATRIX.items())
    for one in lint(Sheet(columns=columns, rows=tuple(rows))).questions:
        if one.verdict is Verdict.REFUTED:
            # Only where the counts print every other rate, by chance; and the finding says so.
            assert any("it is pooled as" in text for text in one.findings[0].assumes)


@given(tallies(soft=True), BETAS)
def test_f_is_the_same_everywhere(tally: Tally, beta: Fraction) -> None:
    hits, predicted, gold = Fraction(tally.hits), tally.predicted, tally.gold
    if not (predicted and gold):
        return
    f = component(F(beta=beta)).ratio(tally)
    of_sides = of_counts(F.metric, "hits", "predicted", "gold", beta=beta)
    sides = (hits, Fraction(predicted), Fraction(gold))
    assert f == of_sides(sides)
    assert f == f_of(hits / predicted, hits / gold, beta)
    errors, *others = ways(Column(name="F", role=Role.F, beta=beta))
    assert errors.formula((hits, predicted - hits, gold - hits)) == f
    assert {way.formula(sides) for way in others} == {f}
    row = Pooled(f=Interval(f, f), beta=beta, soft=True)
    if hits.denominator == 1:
        assert hits_of(row, int(predicted), int(gold)) == hits
        matrix = Matrix(tp=int(hits), tn=2, p=int(gold), n=int(predicted - hits) + 2)
        assert Fraction(*SCORES["fbp"].ratio(matrix, beta)) == f
