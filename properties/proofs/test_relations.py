"""True tables of families are never refuted: scored from samples, averaged or not, and rounded."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import isqrt

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.proofs.closed.metric_grains import GRAINS, grains
from measurand.auditing.proofs.closed.relations import RELATIONS
from measurand.auditing.proofs.closed.relations.relation import Relation, ask
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import (
    Column,
    Fact,
    Kind,
    Role,
    Row,
    Sheet,
    metric_named,
    role_of,
)
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.sheet import sheet_of
from measurand.metrics.definitions import Family, name_of, observing
from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import write_value
from measurand.metrics.signature import option_values, parse
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import Quantity, bounds
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.verdict import TableVerdict, Verdict
from properties.families.samples import corpora
from properties.proofs.printing_cells import HOW, How, shown
from properties.strategies.effort import third

_OF_PAIRS = "gold=x,predicted=y"
_ROLES = {role.value for role in Role}
ERRORS = [
    *(f"{name}({_OF_PAIRS})" for name in ("mae", "mse", "rmse", "bias", "r2", "pearson")),
    *(f"{name}({_OF_PAIRS})" for name in ("concordance", "explained_variance")),
    *(f"medae({_OF_PAIRS},middle={middle})" for middle in ("mean", "upper")),
    *(f"limit_of_agreement({_OF_PAIRS},side={side})" for side in ("lower", "upper")),
]
_AGREEMENTS = ("percent_agreement", "fleiss_kappa", "gwet_ac1", "krippendorff_alpha")
AGREEMENTS = [f"{name}(raters=gold)" for name in _AGREEMENTS]
OF_TWO = [f"{name}(raters=gold+predicted)" for name in (*_AGREEMENTS, "scott_pi")]
_SAID = "score=p,label=y"
PROBABILITIES = [
    *(f"{name}({_SAID})" for name in ("brier", "log_loss", "brier_skill", "brier_uncertainty")),
    *(
        f"{name}({_SAID},bins={bins},binning={binning})"
        for name in ("ece", "mce", "brier_reliability", "brier_resolution")
        for bins, binning in ((3, "width"), (2, "mass"), (3, "distinct"))
    ),
    f"ece({_SAID},bins=3,norm=l2)",
]
RANKINGS = [
    *(
        f"{name}(k={k}"
        for name in ("precision_at", "recall_at", "hit_rate", "reciprocal_rank", "ndcg")
        for k in (1, 2, 4)
    ),
    *(f"mean_average_precision(k={k}" for k in (2, 4)),
    *("reciprocal_rank(", "mean_average_precision(", "r_precision(", "bpref("),
]
TIES = ("descending_id", "ascending_id", "average")


def column_of(text: str, at: int) -> Column:
    """Make the column of a definition: all of it is said."""
    definition = parse(text)
    name = name_of(definition)
    said = tuple((key, write_value(value)) for key, value in option_values(definition).items())
    metric = None if name in _ROLES else metric_named(name)
    role = Role(name) if metric is None else role_of(metric)
    return Column(name=f"{name} {at}", role=role, metric=metric, options=said)


def scores(texts: Sequence[str], samples: Sequence[Sample]) -> list[Quantity | None]:
    """Score samples under each definition; None where there is no number."""
    found = [evaluate(parse(text), list(samples)) for text in texts]
    return [one.value if isinstance(one, Defined) else None for one in found]


def near(value: Quantity) -> Fraction:
    """Give a number next to an irrational one: nearer than any digit that is printed."""
    low, high = bounds(value, 25)
    return (low + high) / 2


@st.composite
def tables(
    draw: st.DrawFn,
    texts: Sequence[str],
    corpus: st.SearchStrategy[Sequence[Sample]],
    *,
    unit: Unit | None = None,
    printing: st.SearchStrategy[How] = HOW,
) -> Sheet:
    """Draw a true table of some definitions: one set of samples, or means over several."""
    chosen = draw(st.lists(st.sampled_from(texts), min_size=2, max_size=7, unique=True))
    runs = draw(st.sampled_from((1, 1, 2, 3)))
    values = [scores(chosen, draw(corpus)) for _ in range(runs)]
    how = {at: draw(printing) for at in range(len(chosen))}
    units = {at: unit or draw(st.sampled_from((Unit.NONE, Unit.PERCENT))) for at in how}
    columns, cells = [], []
    for at, text in enumerate(chosen):
        numbers = [row[at] for row in values]
        known = [near(one) for one in numbers if one is not None]
        if len(known) == runs:
            column = column_of(text, at)
            columns.append(column)
            mean = sum(known, Fraction(0)) / runs
            cells.append((column.name, shown(mean, how[at], units[at])))
    kind = Kind.BODY if runs == 1 else Kind.RUNS
    return Sheet(columns=tuple(columns), rows=(Row(label="a", cells=tuple(cells), kind=kind),))


def refuted(sheet: Sheet, leave: Sequence[str] = ()) -> list[str]:
    """List what relations refute, but those that are left out."""
    return [
        finding.because
        for relation in RELATIONS
        if relation.id not in leave
        for finding in ask(relation, sheet)
        if finding.verdict is Verdict.REFUTED
    ]


def corpus_of(text: str, *, size: int = 5) -> st.SearchStrategy[Sequence[Sample]]:
    """Draw samples that a definition reads."""
    definition = parse(text)
    if isinstance(definition, Family):
        return corpora(definition, size=size)
    like = parse(f"mape({_OF_PAIRS})")
    assert isinstance(like, Family)
    assert observing(like) == observing(definition)
    return corpora(like, size=size)


@third
@given(tables(ERRORS, corpus_of(ERRORS[0]), unit=Unit.NONE))
def test_true_errors_keep_all_relations(sheet: Sheet) -> None:
    assert refuted(sheet) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


@third
@given(tables(PROBABILITIES, corpus_of(PROBABILITIES[0])))
def test_true_probabilities_keep_all_relations(sheet: Sheet) -> None:
    # Bins of one width hold different probabilities, which the reading `apart` says.
    assert refuted(sheet, ["brier-decomposed"]) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


@third
@given(st.data())
def test_true_rankings_keep_all_relations(data: st.DataObject) -> None:
    beside = data.draw(st.sampled_from(TIES)), data.draw(st.sampled_from(("skip", "0")))
    texts = [
        f"{text}{'' if text.endswith('(') else ','}ties={beside[0]},no_relevant={beside[1]})"
        for text in RANKINGS
    ]
    sheet = data.draw(tables(texts, corpus_of(texts[0])))

    assert refuted(sheet) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


@third
@given(tables(AGREEMENTS, corpus_of(AGREEMENTS[0])))
def test_true_agreements_are_not_refuted(sheet: Sheet) -> None:
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


@st.composite
def paired(draw: st.DrawFn) -> list[Sample]:
    """Draw units that as many raters rated."""
    raters = draw(st.integers(2, 3))
    unit = st.lists(st.sampled_from("abc"), min_size=raters, max_size=raters).map(tuple)
    some = draw(st.lists(unit, min_size=1, max_size=5))
    return [Sample(id=str(at), gold=one) for at, one in enumerate(some)]


@st.composite
def labelled(draw: st.DrawFn) -> list[Sample]:
    """Draw units that two raters label."""
    label = st.sampled_from("abc")
    pairs = draw(st.lists(st.tuples(label, label), min_size=1, max_size=6))
    return [Sample(id=str(at), gold=one[:1], predicted=one[1:]) for at, one in enumerate(pairs)]


@third
@given(tables([*OF_TWO, "kappa(average=micro,class=item)"], labelled()))
def test_agreement_of_two_raters_keeps_all_relations(sheet: Sheet) -> None:
    assert refuted(sheet) == []


@third
@given(tables(AGREEMENTS, paired()))
def test_agreement_of_as_many_ratings_of_each_unit_keeps_all_relations(sheet: Sheet) -> None:
    assert refuted(sheet) == []


@st.composite
def matrices(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Draw a confusion matrix in which every rate is defined."""
    cell = st.integers(0, 6)
    tp, fp, fn, tn = draw(st.tuples(cell, cell, cell, cell))
    assume(tp + fp and tp + fn and fp + tn and fn + tn and tp and tn and fp)
    return tp, fp, fn, tn


def root(value: Fraction) -> Fraction:
    """Take a root to 30 digits."""
    places = 10**60
    return Fraction(isqrt(value.numerator * places // value.denominator), 10**30)


def rates(matrix: tuple[int, int, int, int]) -> Mapping[str, Fraction]:
    """Compute all scores of a confusion matrix, from their definitions."""
    tp, fp, fn, tn = map(Fraction, matrix)
    n = tp + fp + fn + tn
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    specificity, npv = tn / (tn + fp), tn / (tn + fn)
    chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n**2
    cross = tp * tn - fp * fn
    sides = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    scores = {
        "precision": precision,
        "recall": recall,
        "specificity": specificity,
        "npv": npv,
        "f": 2 * tp / (2 * tp + fp + fn),
        "balanced_accuracy": (recall + specificity) / 2,
        "informedness": recall + specificity - 1,
        "markedness": precision + npv - 1,
        "mcc": (1 if cross >= 0 else -1) * root(cross**2 / sides),
        "g_mean": root(recall * specificity),
        "fowlkes_mallows": root(precision * recall),
        "lr_positive": recall / (1 - specificity),
        "lr_negative": (1 - recall) / specificity,
        "p4": 4 / (1 / precision + 1 / recall + 1 / specificity + 1 / npv),
        "jaccard": tp / (tp + fp + fn),
        "error_rate": 1 - (tp + tn) / n,
        "prevalence": (tp + fn) / n,
        "fpr": 1 - specificity,
        "fnr": 1 - recall,
        "fdr": 1 - precision,
        "for": 1 - npv,
    }
    if chance != 1:
        scores["kappa"] = ((tp + tn) / n - chance) / (1 - chance)
    if fn:
        scores["odds_ratio"] = tp * tn / (fp * fn)
    return scores


@given(st.lists(matrices(), min_size=1, max_size=3), st.data())
def test_true_rates_of_two_classes_keep_all_relations(
    sets: list[tuple[int, int, int, int]], data: st.DataObject
) -> None:
    every = [rates(one) for one in sets]
    shared = [name for name in every[0] if all(name in one for one in every)]
    names = data.draw(st.lists(st.sampled_from(shared), min_size=2, unique=True))
    (tp, fp, fn, tn), alone = sets[0], len(sets) == 1
    cells_of_it = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    counts = {"gold": tp + fn, "predicted": tp + fp, **cells_of_it} if alone else {}
    columns = tuple(Column(name=name, role=Role(name)) for name in (*names, *counts))
    means = {name: sum((one[name] for one in every), Fraction(0)) / len(every) for name in names}
    cells = tuple((name, shown(means[name], data.draw(HOW), Unit.NONE)) for name in names)
    cells += tuple((name, Printed(Fraction(count), 0)) for name, count in counts.items())
    kind = Kind.BODY if alone else Kind.RUNS
    sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells, kind=kind),))
    if alone:
        sheet = evolve(sheet, facts=((Fact.SAMPLES, tp + fp + fn + tn), (Fact.CLASSES, 2)))

    assert refuted(sheet) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


_WORDS = [
    f"{name}(level={level})" for name in ("wer", "mer", "wil") for level in ("corpus", "sample")
]
_TRIES = [
    f"{name}(k={k},few={few},drawing={drawing})"
    for name in ("pass_at_k", "pass_all_k")
    for k in (1, 2, 3)
    for few in ("refused", "left_out")
    for drawing in ("unbiased", "replaced")
]


@third
@given(tables(_WORDS, corpus_of(_WORDS[0])))
def test_true_error_rates_of_words_keep_all_relations(sheet: Sheet) -> None:
    assert refuted(sheet) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


@st.composite
def attempted(draw: st.DrawFn, *, least: int) -> list[Sample]:
    """Draw tasks with some generations that are right or not."""
    right = st.sampled_from(("true", "false"))
    task = st.lists(right, min_size=least, max_size=4).map(tuple)
    every = draw(st.lists(task, min_size=1, max_size=4))
    return [Sample(id=str(at), predicted=one) for at, one in enumerate(every)]


@third
@given(st.data())
def test_true_rates_of_attempts_keep_all_relations(data: st.DataObject) -> None:
    few = data.draw(st.sampled_from(("refused", "left_out")))
    texts = [text for text in _TRIES if f"few={few}" in text]
    sheet = data.draw(tables(texts, attempted(least=3 if few == "refused" else 1)))

    assert refuted(sheet) == []


_NAMES = "judge=judge,human=human"
_SHARE = "class=item,only=class[1],average=micro,both_empty=skip+skip"
JUDGED = [
    *(
        f"corrected_score({_NAMES},correction={one})"
        for one in ("none", "humans", "ppi_tuned", "error_rates")
    ),
    *(f"ppi({_NAMES},lambda={one})" for one in ("tuned", "1", "0.5")),
    *(f"rogan_gladen({_NAMES},clip={one})" for one in ("none", "unit")),
    f"judge_bias({_NAMES})",
    f"recall({_SHARE},gold_empty=0+skip,pred_empty=skip+0)",
    "specificity(class=item,only=class[1])",
]


@st.composite
def judged(draw: st.DrawFn) -> list[Sample]:
    """Draw samples that a judge saw, and a human some of: as numbers, and as items where both."""
    said = st.tuples(st.integers(0, 1), st.integers(0, 1) | st.none())
    every = draw(st.lists(said, min_size=2, max_size=9))
    return [
        Sample(
            id=str(at),
            gold=() if human is None else (str(human),),
            predicted=None if human is None else (str(judge),),
            amounts=tuple(
                (name, Fraction(one))
                for name, one in (("human", human), ("judge", judge))
                if one is not None
            ),
        )
        for at, (judge, human) in enumerate(every)
    ]


@third
@given(tables(JUDGED, judged()))
def test_true_corrections_keep_all_relations(sheet: Sheet) -> None:
    assert refuted(sheet) == []
    assert lint(sheet).outcome is not TableVerdict.NOT_REPRODUCIBLE


_NEAREST = st.tuples(st.integers(1, 4), st.just(Rounding.DECIMAL), st.just(value=False))
_BY_HEADS = (
    (ERRORS, corpus_of(ERRORS[0])),
    (PROBABILITIES, corpus_of(PROBABILITIES[0])),
    ([*OF_TWO, "kappa(average=micro,class=item)"], labelled()),
    (JUDGED, judged()),
)


@third
@given(st.data())
def test_true_tables_are_not_refuted_whatever_of_their_columns_is_said(
    data: st.DataObject,
) -> None:
    texts, corpus = data.draw(st.sampled_from(_BY_HEADS))
    sheet = data.draw(tables(texts, corpus, unit=Unit.NONE, printing=_NEAREST))
    [row] = sheet.rows
    columns = {column.what: column for column in sheet.columns}
    cells = [cell for one in columns.values() if (cell := row.cell(one.name)) is not None]
    said = data.draw(st.sets(st.sampled_from(sorted(columns)))) if columns else ()
    runs = row.kind is Kind.RUNS
    table = RawTable(
        header=("system", *(name.replace("_", " ") for name in columns)),
        rows=(("a", *(cell.text for cell in cells)),),
        caption="means over 3 runs" if runs else "",
    )
    overrides = tuple(column_override(f"{name.replace('_', ' ')}={name}") for name in sorted(said))

    read = sheet_of(table, Overrides(columns=overrides, unit=Unit.NONE)).unwrap()

    assert lint(read.sheet, read.premises).outcome is not TableVerdict.NOT_REPRODUCIBLE


_ON_GRIDS = [
    *(f"hit_rate(k={k}" for k in (1, 3)),
    *(f"precision_at(k={k}" for k in (1, 3)),
    *(f"reciprocal_rank(k={k}" for k in (1, 2, 3)),
]


@third
@given(st.data())
def test_true_means_of_queries_lie_on_their_grids(data: st.DataObject) -> None:
    ties = data.draw(st.sampled_from(TIES))
    texts = [f"{text},ties={ties},no_relevant=0,missing=empty)" for text in _ON_GRIDS]
    drawn = data.draw(corpus_of(texts[0], size=7))
    corpus = [evolve(one, weight=Fraction(1)) for one in drawn]
    sheet = data.draw(tables(texts, st.just(corpus)))
    known = evolve(sheet, facts=((Fact.SAMPLES, len(corpus)),))

    found = [one for one in grains(known) if one.verdict is Verdict.REFUTED]

    assert ties == "average" or found == []
    assert lint(known).outcome is not TableVerdict.NOT_REPRODUCIBLE


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_correlations_without_ties_lie_on_their_grids(n: int) -> None:
    step = {name: GRAINS[name].step(n, 0) for name in ("kendall", "spearman")}
    for order in permutations(range(n)):
        lost = sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n))
        apart = sum((at - rank) ** 2 for at, rank in enumerate(order))
        assert (Fraction(4 * lost, n * (n - 1)) / step["kendall"]).denominator == 1
        assert (Fraction(6 * apart, n * (n * n - 1)) / step["spearman"]).denominator == 1


@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_all_orders_keep_daniels_inequality(n: int) -> None:
    for order in permutations(range(n)):
        lost = sum(order[i] > order[j] for i in range(n) for j in range(i + 1, n))
        apart = sum((at - rank) ** 2 for at, rank in enumerate(order))
        kendall = 1 - Fraction(4 * lost, n * (n - 1))
        spearman = 1 - Fraction(6 * apart, n * (n * n - 1))
        assert abs(3 * n * kendall - 2 * (n + 1) * spearman) <= n - 2


_GRID = [Fraction(n, 100) for n in (-90, 5, 70, 99)]


def _row_of(relation: Relation, values: Sequence[Fraction]) -> Sheet:
    """Make a row of the columns that a relation wants."""
    columns, cells = [], []
    for at, (name, value) in enumerate(zip(relation.names, values, strict=True)):
        what, _, inside = relation.of.get(name, name).removesuffix("]").partition("[")
        plain = what.removesuffix("@")
        metric = None if plain in _ROLES else metric_named(plain)
        cut = {"k": "2" if relation.cutoffs == "same" else str(2 + at)}
        said = dict(part.split("=") for part in inside.split(",") if part)
        options = {**(cut if what.endswith("@") else {}), **said}
        role = Role(plain) if metric is None else role_of(metric)
        columns.append(Column(name=name, role=role, metric=metric, options=tuple(options.items())))
        cells.append((name, Printed(value, 2)))
    row = Row(label="a", cells=tuple(cells))
    return Sheet(columns=tuple(columns), rows=(row,), facts=((Fact.SAMPLES, 8),))


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda one: one.id)
def test_each_relation_refutes_some_numbers(relation: Relation) -> None:
    rows = product(_GRID, repeat=len(relation.names))

    assert any(
        finding.verdict is Verdict.REFUTED
        for values in rows
        for finding in ask(relation, _row_of(relation, values))
    )
