"""Random tables and sentences of every kind, most of which cannot be: what certificates are for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from measurand.auditing.proofs.confusion.one_matrix import CONFUSION_RULES
from measurand.auditing.proofs.finding import questions
from measurand.auditing.proofs.prove import Proved, lint, lint_apart
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.edges.statements.sheets import statements_of
from measurand.values.printed import Printed

Options = tuple[tuple[str, str], ...]
Texts = Mapping[str, str]
Roles = dict[str, Role | tuple[Role, Options]]
MICRO = (("average", "micro"), ("credit", "binary"))


def sheet(
    roles: Roles,
    rows: Sequence[Texts],
    *facts: tuple[Fact, int],
    of: Mapping[str, tuple[str, ...]] | None = None,
) -> Sheet:
    columns = []
    for name, said in roles.items():
        role, options = said if isinstance(said, tuple) else (said, ())
        columns.append(Column(name=name, role=role, options=options, of=(of or {}).get(name, ())))
    body = (
        Row(label=f"row {at}", cells=tuple((k, Printed.parse(v)) for k, v in one.items()))
        for at, one in enumerate(rows)
    )
    return Sheet(columns=tuple(columns), rows=tuple(body), facts=facts)


def percent(rng: Random, low: float = 20, high: float = 99) -> str:
    return f"{rng.uniform(low, high):.1f}%"


def f_of_both(rng: Random) -> Proved:
    roles: Roles = {"P": (Role.PRECISION, MICRO), "R": (Role.RECALL, MICRO), "F1": (Role.F, MICRO)}
    return lint(sheet(roles, [{name: percent(rng) for name in roles}]))


def f_in_floats(rng: Random) -> Proved:
    roles: Roles = {"P": (Role.PRECISION, MICRO), "R": (Role.RECALL, MICRO), "F1": (Role.F, MICRO)}
    return lint(sheet(roles, [{name: repr(rng.uniform(0.2, 0.9)) for name in roles}]))


def count(rng: Random) -> Proved:
    roles: Roles = {"acc": (Role.ACCURACY, MICRO)}
    rows = [{"acc": percent(rng)} for _ in range(3)]
    return lint(sheet(roles, rows, (Fact.SAMPLES, rng.randint(20, 400))))


def count_in_floats(rng: Random) -> Proved:
    number = rng.randint(20, 400)
    text = repr(rng.randint(0, number) / (number + rng.choice((0, 1, 2))))
    return lint(sheet({"acc": (Role.ACCURACY, MICRO)}, [{"acc": text}], (Fact.SAMPLES, number)))


def deviation(rng: Random) -> Proved:
    roles: Roles = {"M": (Role.MEAN, (("whole", "true"),)), "SD": Role.SD}
    texts = {"M": f"{rng.uniform(1, 5):.2f}", "SD": f"{rng.uniform(0.3, 2):.2f}"}
    return lint(sheet(roles, [texts], (Fact.SAMPLES, rng.randint(5, 60))))


def deviation_of_shares(rng: Random) -> Proved:
    roles: Roles = {"acc": (Role.ACCURACY, MICRO), "SD": (Role.SD, (("over", "samples"),))}
    number = rng.randint(5, 90)
    share = rng.randint(0, number) / number
    texts = {"acc": f"{share:.2f}", "SD": f"{rng.uniform(0.2, 0.6):.2f}"}
    return lint(sheet(roles, [texts], (Fact.SAMPLES, number)))


def pooled(rng: Random) -> Proved:
    roles: Roles = {
        "P": (Role.PRECISION, MICRO),
        "R": (Role.RECALL, MICRO),
        "F1": (Role.F, MICRO),
    }
    gold = rng.randint(5, 60)
    hits = rng.randint(1, gold)
    predicted = rng.randint(hits, 80)
    texts = {
        "P": f"{hits / predicted + rng.choice((0, 0.004, -0.003)):.3f}",
        "R": f"{hits / gold:.3f}",
        "F1": f"{2 * hits / (gold + predicted) + rng.choice((0, 0.001)):.3f}",
    }
    return lint(sheet(roles, [texts], (Fact.GOLD, gold)))


def matrix(rng: Random) -> Proved:
    p, n = rng.randint(5, 80), rng.randint(5, 80)
    tp, tn = rng.randint(1, p), rng.randint(1, n)
    fp, fn = n - tn, p - tp
    off = rng.choice((0, 0.01, -0.02, 0.05))
    one = (("class", "positive"), ("average", "micro"))
    roles: Roles = {
        "P": (Role.PRECISION, one),
        "R": (Role.RECALL, one),
        "F1": (Role.F, one),
        "Acc": Role.ACCURACY,
        "MCC": Role.MCC,
    }
    root = ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)) ** 0.5
    values = {
        "P": tp / (tp + fp) + off / 10,
        "R": tp / p,
        "F1": 2 * tp / (2 * tp + fp + fn) + off / 20,
        "Acc": (tp + tn) / (p + n) + off,
        "MCC": (tp * tn - fp * fn) / root + off if root else 0,
    }
    names = rng.sample(list(roles), rng.randint(2, 4))
    table = sheet(
        {name: roles[name] for name in names},
        [{name: f"{values[name]:.3f}" for name in names}],
        (Fact.POSITIVES, p),
        (Fact.NEGATIVES, n),
    )
    found = [one for rule in CONFUSION_RULES for one in rule.check(table)]
    return Proved(table, questions(found))


def by_prevalence(rng: Random) -> Proved:
    roles: Roles = {"P": Role.PRECISION, "R": Role.RECALL, "Acc": Role.ACCURACY}
    number = rng.randint(50, 500)
    facts = ((Fact.SAMPLES, number), (Fact.POSITIVES, rng.randint(5, number - 5)))
    return lint(sheet(roles, [{name: percent(rng) for name in roles}], *facts))


def by_sizes(rng: Random) -> Proved:
    roles: Roles = {"Sens": Role.RECALL, "Spec": Role.SPECIFICITY, "Acc": Role.ACCURACY}
    facts = ((Fact.POSITIVES, rng.randint(20, 200)), (Fact.NEGATIVES, rng.randint(20, 200)))
    known = facts if rng.random() < 0.7 else ((Fact.CLASSES, 2),)
    return lint(sheet(roles, [{name: percent(rng) for name in roles}], *known))


def holm(rng: Random) -> Proved:
    raw = sorted(rng.uniform(0.0005, 0.05) for _ in range(rng.randint(2, 12)))
    adjusted, largest = [], 0.0
    for at, p in enumerate(raw):
        largest = max(largest, min(1, p * (len(raw) - at)))
        adjusted.append(largest)
    off = rng.randrange(len(raw))
    adjusted[off] *= rng.choice((0.6, 1.5, 1.1, 0.9))
    roles: Roles = {
        "p": Role.P,
        "adj": (Role.P_HOLM, (("family", rng.choice(("column", "table"))),)),
    }
    rows = [
        {"p": f"{p:.4f}", "adj": f"{min(q, 1):.4f}"} for p, q in zip(raw, adjusted, strict=True)
    ]
    rng.shuffle(rows)
    return lint(sheet(roles, rows))


def replicates(rng: Random) -> Proved:
    roles: Roles = {"p": (Role.P, (("test", "resampling"),))}
    number = rng.choice((99, 200, 500, 999))
    texts = {"p": f"{rng.uniform(0, 0.2):.4f}"}
    return lint(sheet(roles, [texts], (Fact.REPLICATES, number)))


def range_of_p(rng: Random) -> Proved:
    return lint(sheet({"p": Role.P}, [{"p": f"{rng.uniform(-0.5, 0):.3f}"}]))


def interval(rng: Random) -> Proved:
    roles: Roles = {"d": Role.MEAN, "low": Role.LOW, "high": Role.HIGH}
    return lint(sheet(roles, [{name: f"{rng.uniform(-1, 1):.2f}" for name in roles}]))


def interval_of_mean(rng: Random) -> Proved:
    law = (("interval", rng.choice(("t", "normal"))),)
    roles: Roles = {"M": (Role.MEAN, law), "SE": Role.SE, "low": Role.LOW, "high": Role.HIGH}
    mean, error, times = rng.uniform(2, 5), rng.uniform(0.1, 0.6), rng.uniform(1.2, 3)
    ends = {"low": mean - times * error, "high": mean + times * error}
    texts = {"M": mean, "SE": error, **ends}
    rows = [{name: f"{value:.2f}" for name, value in texts.items()}]
    return lint(sheet(roles, rows, (Fact.SAMPLES, rng.randint(5, 80))))


def interval_of_count(rng: Random) -> Proved:
    ways = ("wald", "wilson", "clopper", "jeffreys", "agresti")
    law = (("interval", rng.choice(ways)),)
    roles: Roles = {
        "k": Role.HITS,
        "n": Role.SAMPLES,
        "share": (Role.RATE, law),
        "low": Role.LOW,
        "high": Role.HIGH,
    }
    n = rng.randint(10, 200)
    k = rng.randint(0, n)
    half = rng.uniform(0.5, 3) * (k / n * (1 - k / n) / n) ** 0.5
    ends = max(0, k / n - half), min(1, k / n + half)
    texts = {"k": f"{k}", "n": f"{n}", "share": f"{100 * k / n:.1f}%"}
    texts |= {"low": f"{100 * ends[0]:.1f}%", "high": f"{100 * ends[1]:.1f}%"}
    return lint(sheet(roles, [texts], of={"share": ("k", "n")}))


def standard_error(rng: Random) -> Proved:
    roles: Roles = {"acc": Role.ACCURACY, "SE": Role.SE}
    texts = {"acc": f"{rng.uniform(0.5, 0.95):.4f}", "SE": "0.0000"}
    return lint(sheet(roles, [texts], (Fact.SAMPLES, rng.randint(20, 400)), of={"SE": ("acc",)}))


def average(rng: Random) -> Proved:
    law = (("weights", rng.choice(("equal", "some"))),)
    roles: Roles = {"A": Role.VALUE, "B": Role.VALUE, "C": Role.VALUE, "Avg": (Role.AVERAGE, law)}
    rows = [{name: f"{rng.uniform(10, 90):.1f}" for name in roles}]
    return lint(sheet(roles, rows, of={"Avg": ("A", "B", "C")}))


def average_in_floats(rng: Random) -> Proved:
    roles: Roles = {
        "A": Role.VALUE,
        "B": Role.VALUE,
        "Avg": (Role.AVERAGE, (("weights", "equal"),)),
    }
    rows = [{name: repr(rng.uniform(10, 90)) for name in roles}]
    return lint(sheet(roles, rows, of={"Avg": ("A", "B")}))


def counts(rng: Random) -> Proved:
    roles: Roles = {
        "TP": Role.TP,
        "FP": Role.FP,
        "P": (Role.PRECISION, MICRO),
        "Pred": Role.PREDICTED,
    }
    texts = {"TP": f"{rng.randint(1, 90)}", "FP": f"{rng.randint(1, 90)}", "P": percent(rng)}
    return lint(sheet(roles, [{**texts, "Pred": f"{rng.randint(40, 140)}"}]))


def errors(rng: Random) -> Proved:
    roles: Roles = {"MAE": Role.MAE, "RMSE": Role.RMSE, "MSE": Role.MSE}
    return lint(sheet(roles, [{name: f"{rng.uniform(0.1, 2):.2f}" for name in roles}]))


def of_test(rng: Random) -> Proved:
    df, df2 = rng.randint(1, 8), rng.randint(5, 120)
    part = rng.choice(("", f".{rng.randint(1, 9)}"))
    head = rng.choice(
        (
            *(f"t({df2}{part}) = {rng.uniform(0.2, 5):.2f}",) * 2,
            *(f"F({df}, {df2}) = {rng.uniform(0.2, 9):.2f}",) * 2,
            f"chi2({df}) = {rng.uniform(0.3, 30):.2f}",
            f"r({df2}) = {rng.uniform(0.05, 0.8):.2f}",
            f"z = {rng.uniform(0.2, 5):.2f}",
        )
    )
    p = rng.choice(("= .03", "= .36", "= .004", "< .001", "> .05", f"= .{rng.randint(10, 99)}"))
    return text(f"The effect was there, {head}, p {p}.")


def of_words(rng: Random) -> Proved:
    n = rng.randint(12, 90)
    k = rng.randint(1, n)
    return text(
        rng.choice(
            (
                f"{k} of {n} patients ({rng.uniform(5, 95):.1f}%) recovered.",
                f"The mean was M = {rng.uniform(1, 5):.2f} (n = {n}) on a 5-point Likert scale.",
                f"{k}/{n} ({100 * k / n + rng.choice((0, 1, -3)):.1f}%) died.",
                f"M = {rng.uniform(1, 5):.2f}, SD = {rng.uniform(1, 2):.2f}, SE = 0.05, n = {n}.",
            )
        )
    )


def text(sentence: str) -> Proved:
    read = statements_of(sentence).unwrap()
    return lint_apart(read.sheet, read.parts)


KINDS: tuple[Callable[[Random], Proved], ...] = (
    *(f_of_both, f_in_floats, count, count_in_floats, deviation, deviation_of_shares, pooled),
    *(matrix, by_prevalence, by_sizes, holm, replicates, range_of_p, interval, interval_of_mean),
    *(interval_of_count, standard_error, average, average_in_floats, counts, errors, of_test),
    of_words,
)


def tables(seed: int, each: int) -> Iterator[tuple[str, Proved]]:
    """Draw some of each kind."""
    for kind in KINDS:
        rng = Random(f"{seed} {kind.__name__}")  # noqa: S311  # tables, not secrets
        for _ in range(each):
            yield kind.__name__, kind(rng)
