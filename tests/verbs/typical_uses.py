"""What people write with the verbs: thirty lines that type checkers must take as they stand.

mypy checks this file with all others; a test runs pyright over it, in its strict mode.
"""

from fractions import Fraction
from pathlib import Path

import numpy as np

import measurand as m

y_true, y_pred = ["a", "b", "b"], ["a", "b", "a"]
menus = [{"milk", "nuts"}, {"milk"}], [["milk"], ["milk", "soy"]]
EXAMPLE = Path("docs/examples/silence/claims.toml")

one: m.Number = m.score(y_true, y_pred, "f1(average=macro[class])")
two: m.Numbers = m.score(y_true, y_pred, ["accuracy", "mcc"])
as_float: float = float(one)
as_text: str = f"{one:.3f} and {one}"
exact: Fraction | None = one.value if isinstance(one.value, Fraction) else None
is_better: bool = one > 0.5 and one >= two[0]
why: str = one.reason
scored: int = one.denominators.scored
signature: str = one.signature
names: list[str] = [explained.score.__class__.__name__ for explained in one.explain()]
tree: dict[str, object] = one.to_dict()
macro: m.Number = m.f1(y_true, y_pred, average="macro")
binary: m.Number = m.f1(y_true, y_pred, positive="b")
precisions: list[float] = [float(m.precision(y_true, y_pred, positive=label)) for label in "ab"]
by_class: m.Classes = m.by_class(y_true, y_pred)
none: m.Classes = m.f1(y_true, y_pred, average=None)
of_a: float = float(none["a", "f1"])
rows: list[dict[str, object]] = by_class.rows
arrays: m.Number = m.accuracy(np.array([0, 1]), np.array([0, 0]))
generated: m.Number = m.accuracy((letter for letter in "ab"), iter("aa"))
sets: m.Number = m.score(*menus, "f1(average=micro)")
spans: m.Number = m.score([[m.Span(0, 2, "PER")]], [[m.Span(0, 2, "PER")]], "f1(average=micro)")
numbers: m.Number = m.score([1.0, 2.0], [1.5, 2.0], "mae")
weighted: m.Number = m.score(y_true, y_pred, "accuracy", weights=[1, 2, 1])
ranged: m.Number = m.interval(y_true, y_pred, "accuracy", level=0.9, replicates=200, seed=1)
clustered: m.Number = m.interval(y_true, y_pred, "accuracy", cluster=[1, 1, 2], replicates=200)
compared: m.Comparisons = m.compare(y_true, {"ours": y_pred, "theirs": y_true}, "accuracy")
verdicts: list[str] = [each.verdict.value for each in compared]
part: m.Measured = m.measure(y_true, y_pred, "accuracy")
total: m.Number = (part + m.measure(["a"], ["a"], "accuracy")).score()
definition: m.Definition = m.parse("f(average=micro)")
by_value: m.Number = m.score(y_true, y_pred, definition)
tool: float = float(m.score(y_true, y_pred, "sklearn:f1:macro"))
report: m.Report = m.check(EXAMPLE)
holds: bool = report.ok
linted: m.Report = m.lint("system,P\nours,50.0\n", columns={"P": "precision"})
dag = {
    "target_variable": "a",
    "knowns": {"F": 10, "m": 2},
    "causal_graph": [{"cause": ["F", "m"], "effect": "a", "rule": "a = F/m"}],
}
cf, causal = m.faithfulness(dag, "How fast?", "a = F/m = 5", profile="recommended")
model: m.Model = m.endpoint("small-1", base_url="http://127.0.0.1:1/v1", settings={"tries": 2})
reviewed: m.Reviews = m.review("docs/examples/review/results/demo__seed1_proposed")
fixed: m.Number = reviewed["fix_rate"]
deviation: float = float(reviewed.over_runs()["fix_rate"].mean)
changed: m.Counterfactuals = m.counterfactual(
    "docs/examples/volumes/samples.jsonl", generator="toy", settings={"tested": ["iou_union"]}
)
moved: list[float | str | None] = [row["mean_diff"] for row in changed.rows]
agreed: m.Number = m.agreement({"ann": y_true, "bob": y_pred}, "krippendorff_alpha")
judged: m.Judgements = m.judge([1, 0, 1, 1], [1, None, 0, 1])
corrected: m.Number = judged["corrected"]
translated: m.Number = m.score(["a cat"], ["the cat"], "bleu(level=sample,smoothing=exp)")
ranked: m.Number = m.score(np.array([[1, 0]]), np.array([[0.9, 0.1]]), "ndcg(k=1)")
likely: m.Number = m.score(["a"], [[0.9, 0.1]], "multiclass_brier", classes=["a", "b"])
better: float = one - two[0]
running = m.Accumulator("accuracy")
running.update(y_pred, y_true)
so_far: m.Number = running.compute()
scorer: float = m.score_function("accuracy")(y_true, y_pred)

try:
    m.f1(y_true, y_pred)
except m.InvalidInputError as error:
    faults: list[str] = [fault.expected for fault in error.faults]
