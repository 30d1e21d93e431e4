"""True tables of confusion matrices, errors, means with p-values, and columns made of others."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from measurand.auditing.proofs.closed.f import f_of
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Sheet
from measurand.inference.adjustment import adjust
from measurand.values.printed import Unit
from measurand.values.score import Quantity, square_root
from properties.proofs.true_tables import (
    INKS,
    WHOLE,
    Ink,
    Values,
    averaged,
    cut,
    mean,
    only,
    row_of,
    unitless,
)

LABELS = ("a", "b", "c", "d")
COUNTS = frozenset({"tp", "fp", "fn", "tn", "predicted", "gold"})
Told = tuple[tuple[str, str], ...]


def share(part: int, *rest: int, empty: Fraction) -> Fraction:
    """Divide a count by itself and others; `empty` of nothing."""
    total = part + sum(rest)
    return Fraction(part, total) if total else empty


@st.composite
def confused(draw: st.DrawFn) -> Sheet:
    """Draw confusion matrices of one test set, with rates of the positive class or of both."""
    positives, negatives = draw(st.integers(0, 6)), draw(st.integers(0, 6))
    empty = Fraction(draw(st.integers(0, 1)))
    kind = draw(st.sampled_from(("", "macro", "weighted")))
    samples = positives + negatives
    values: list[Values] = []
    for _ in LABELS[: draw(st.integers(1, 3)) if samples else 0]:
        tp, tn = draw(st.integers(0, positives)), draw(st.integers(0, negatives))
        fn, fp = positives - tp, negatives - tn
        found = _rates((tp, fp, fn, tn), empty, kind)
        counts = {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "predicted": tp + fp, "gold": positives}
        values.append({**found, **{name: Fraction(count) for name, count in counts.items()}})
    said: Told = ()
    roles = {name: Role(name) for name in (values[0] if values else ())}
    counted = draw(st.booleans())
    if kind and not counted:
        roles = {name: role for name, role in roles.items() if name not in COUNTS}
    elif kind:
        # Beside its counts, a rate would be taken for that of the positive class.
        said = (("average", f"{kind}[class]"),)
    ink = draw(INKS)
    averages = {Role.PRECISION, Role.RECALL, Role.F}
    sheet = made(values, roles, dict.fromkeys(roles, ink), said=(averages, said))
    facts = (
        (Fact.POSITIVES, positives),
        (Fact.NEGATIVES, negatives),
        (Fact.SAMPLES, samples),
        (Fact.CLASSES, 2),
    )
    kept = tuple(fact for fact in facts if draw(st.booleans()))
    return some(draw, Sheet(columns=sheet.columns, rows=sheet.rows, facts=kept))


def _rates(counts: tuple[int, int, int, int], empty: Fraction, kind: str) -> dict[str, Fraction]:
    tp, fp, fn, tn = counts
    total = sum(counts)
    sides = (tp, fp, fn), (tn, fn, fp)
    weights = Fraction(tp + fn, total), Fraction(fp + tn, total)
    if kind != "weighted":
        weights = (Fraction(1, 2),) * 2 if kind else (Fraction(1), Fraction(0))
    scores = []
    for hit, over, under in sides:
        p, r = share(hit, over, empty=empty), share(hit, under, empty=empty)
        scores.append((p, r, f_of(p, r)))
    p, r, f = (
        sum((weight * one[at] for weight, one in zip(weights, scores, strict=True)), Fraction(0))
        for at in range(3)
    )
    return {
        "precision": p,
        "recall": r,
        "f": f,
        "accuracy": Fraction(tp + tn, total),
        "specificity": share(tn, fp, empty=empty),
        "npv": share(tn, fn, empty=empty),
        "tpr": share(tp, fn, empty=empty),
        "fpr": share(fp, tn, empty=empty),
        "fnr": share(fn, tp, empty=empty),
        "fdr": share(fp, tp, empty=empty),
        "prevalence": Fraction(tp + fn, total),
    }


def made(
    values: Sequence[Values],
    roles: Mapping[str, Role],
    inks: Mapping[str, Ink],
    *,
    said: tuple[set[Role], Told] = (set(), ()),
) -> Sheet:
    """Print rows; counts are printed in full."""
    counts = {Role.TP, Role.FP, Role.FN, Role.TN, Role.PREDICTED, Role.GOLD, Role.SAMPLES}
    chosen = {name: WHOLE if role in counts else inks[name] for name, role in roles.items()}
    columns = tuple(
        Column(name=name, role=role, options=said[1] if role in said[0] else ())
        for name, role in roles.items()
    )
    rows = [
        row_of(label, {name: one[name] for name in roles}, chosen)
        for label, one in zip(LABELS, values, strict=False)
    ]
    return Sheet(columns=columns, rows=cut(rows, columns))


def some(draw: st.DrawFn, sheet: Sheet) -> Sheet:
    """Leave at least one column."""
    names = [column.name for column in sheet.columns]
    return only(sheet, draw(st.sets(st.sampled_from(names), min_size=1)) if names else set())


@st.composite
def erring(draw: st.DrawFn) -> Sheet:
    """Draw errors of predictions, of one run or a mean over two, and an average over systems."""
    number, runs = draw(st.integers(1, 4)), draw(st.sampled_from((1, 1, 2)))
    variance = Fraction(draw(st.integers(1, 9)), 4)
    values: list[Values] = []
    for _ in LABELS[: draw(st.integers(1, 3))]:
        each: list[Values] = []
        for _ in range(runs):
            errors = [Fraction(draw(st.integers(-4, 4)), 4) for _ in range(number)]
            mae, mse = mean([abs(one) for one in errors]), mean([one**2 for one in errors])
            sides = {"mae": mae, "mse": mse, "r2": 1 - mse / variance, "variance": variance}
            each.append({**sides, "rmse": square_root(mse)})
        values.append(averaged(each, [1] * runs) if runs > 1 else each[0])
    roles = {name: Role(name) for name in values[0]}
    inks = {name: unitless(draw(INKS)) for name in roles}
    sheet = made(values, roles, inks)
    rows = list(sheet.rows)
    if draw(st.booleans()):
        rows.append(row_of("all", averaged(values, [1] * len(values)), inks, Kind.AVERAGE))
    facts = [(Fact.SAMPLES, number)] if draw(st.booleans()) else []
    facts += [(Fact.RUNS, runs)] if runs > 1 else []
    return some(draw, Sheet(columns=sheet.columns, rows=tuple(rows), facts=tuple(facts)))


@st.composite
def significant(draw: st.DrawFn) -> Sheet:
    """Draw means and deviations of whole numbers, intervals, raw and adjusted p-values."""
    number, rows = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    replicates, extra = draw(st.sampled_from((10, 100))), draw(st.sampled_from((0, 0, 2)))
    more, sides = draw(st.integers(0, 1)), draw(st.integers(1, 2))
    sample = draw(st.booleans())
    raw, values = [], list[dict[str, Quantity | None]]()
    for _ in range(rows):
        ones = [Fraction(draw(st.integers(-3, 5))) for _ in range(number)]
        middle = mean(ones)
        squares = sum(((one - middle) ** 2 for one in ones), Fraction(0))
        count = draw(st.integers(0, replicates))
        raw.append(min(Fraction(1), Fraction(sides * (count + more), replicates + more)))
        values.append(
            {
                "mean": middle,
                "sd": square_root(squares / (number - sample)),
                "low": middle - Fraction(draw(st.integers(0, 9)), 7),
                "high": middle + Fraction(draw(st.integers(0, 9)), 7),
                "p": raw[-1],
            }
        )
    for value, adjusted in zip(values, adjust(raw, m=rows + extra), strict=True):
        value["p_holm"] = adjusted
    roles = {name: Role(name) for name in values[0]}
    inks = {name: unitless(draw(INKS)) for name in roles}
    family = (("family", "column"),) if not extra and draw(st.booleans()) else ()
    told: dict[str, Told] = {
        "mean": (("whole", "true"),),
        "sd": (("sd", "sample" if sample else "population"),) if draw(st.booleans()) else (),
        "p": (("test", "resampling"),) if draw(st.booleans()) else (),
        "p_holm": family,
    }
    sheet = made(values, roles, inks)
    columns = tuple(
        Column(name=one.name, role=one.role, options=told.get(one.name, ()))
        for one in sheet.columns
    )
    facts = ((Fact.SAMPLES, number), (Fact.REPLICATES, replicates))
    kept = tuple(fact for fact in facts if draw(st.booleans()))
    return some(draw, Sheet(columns=columns, rows=sheet.rows, facts=kept))


@st.composite
def derived(draw: st.DrawFn) -> Sheet:
    """Draw columns that are the average, sum, difference, ratio or share of others."""
    many = draw(st.integers(1, 4))
    role = draw(st.sampled_from((Role.VALUE, Role.RATE, Role.F)))
    ink, weights = draw(INKS), draw(st.lists(st.integers(1, 3), min_size=2, max_size=2))
    how = draw(st.sampled_from(("points", "size", "second", "first")))
    values: list[Values] = []
    parts = [draw(st.integers(0, 5)) for _ in range(many)]
    for part in parts:
        x, y = (Fraction(draw(st.integers(0, 8)), 8) for _ in range(2))
        values.append(
            {
                "x": x,
                "y": y,
                "average": (weights[0] * x + weights[1] * y) / sum(weights),
                "total": x + y,
                "difference": _difference(x, y, how),
                "ratio": x / y if y else None,
                "share": Fraction(part, sum(parts)) if sum(parts) else None,
            }
        )
    inks = {name: draw(INKS) for name in values[0]}
    if how in {"first", "second"} and inks["difference"][3] is Unit.POINTS:
        inks["difference"] = (*inks["difference"][:3], Unit.PERCENT)
    inks |= {"x": ink, "y": ink, "average": (*inks["average"][:3], ink[3])}
    inks["total"] = (*inks["total"][:3], ink[3])
    rows = [row_of(label, one, inks) for label, one in zip(LABELS, values, strict=False)]
    last = averaged(values, [1] * many)
    if draw(st.booleans()) and all(value is not None for one in values for value in one.values()):
        rows.append(row_of("all", {**last, "share": None}, inks, Kind.AVERAGE))
    of = ("x", "y")
    equal = (("weights", "equal"),) if weights[0] == weights[1] and draw(st.booleans()) else ()
    columns = (
        Column(name="x", role=role),
        Column(name="y", role=role),
        Column(name="average", role=Role.AVERAGE, of=of, options=equal),
        Column(name="total", role=Role.TOTAL, of=of),
        Column(name="difference", role=Role.DIFFERENCE, of=of),
        Column(name="ratio", role=Role.RATIO, of=of),
        Column(name="share", role=Role.SHARE),
    )
    return Sheet(columns=columns, rows=tuple(rows))


def _difference(x: Fraction, y: Fraction, how: str) -> Fraction | None:
    bottom = {"second": y, "first": x}.get(how, Fraction(1))
    if not bottom:
        return None
    found = (x - y) / bottom
    return abs(found) if how == "size" else found
