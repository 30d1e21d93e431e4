"""How inspect_ai makes its numbers: recipes, each a metric over a view of the scores.

What decides a number besides its formula stands in the signature: whether attempts that ended in an
error keep their score, which reducer makes one value of several epochs, from which value on an
epoch is right. The values are those of `inspect_views`, the formulas those of `inspect_metrics`.
"""

from collections.abc import Mapping

from attrs import evolve, field, frozen

from measurand.auditing.runs.inspect_metrics import HARNESS, Options, computed
from measurand.auditing.runs.inspect_reducers import COUNTING
from measurand.auditing.runs.inspect_views import View, seen, total_of
from measurand.evidence.runs import Computed, Run, Unknown, Value
from measurand.metrics.grammar import Call, Term, write
from measurand.values.fault import shown


@frozen(kw_only=True)
class InspectRecipe:
    """A metric of inspect_ai over a view; `part` is which of its numbers, where it has several.

    >>> InspectRecipe(view=View(scorer="match"), metric="accuracy").signature
    'inspect_ai:accuracy/1(scorer=match,reducer=mean,errored=kept)'
    """

    view: View
    metric: str
    options: Options = field(factory=dict)
    part: str = ""

    @property
    def signature(self) -> str:
        """Write the metric, its options and its view."""
        view = self.view
        said = {"scorer": view.scorer, "key": view.key, "reducer": view.reducer or "none"}
        said |= {"errored": view.errored.value, "part": self.part or None}
        if view.reducer.startswith("pass_at_"):
            said["short"] = "none" if view.short is None else "1"
        if view.reducer.rpartition("_")[0] in COUNTING:
            said["threshold"] = f"{view.threshold:g}"
        terms = [(name, (Term(text),)) for name, text in said.items() if text is not None]
        terms += [(_bare(name), (_term(value),)) for name, value in self.options.items()]
        return f"{HARNESS}:{write(Call(self.metric, 1, tuple(terms)))}"

    def compute(self, run: Run) -> Computed | Unknown:
        """Compute the number of a run, with its denominators."""
        found = seen(run, self.view)
        if isinstance(found, str):
            return Unknown(found)
        number = computed(found, self.metric, self.options, self.part)
        if isinstance(number, str):
            return Unknown(number)
        total = total_of(run, self.view) if self.metric in {"accuracy", "mean"} else None
        return evolve(number, denominators=found.denominators, total=total)


def _bare(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)


def _term(value: Value) -> Term:
    """Write an option of a metric; a metric among them by its name."""
    if isinstance(value, Mapping):
        inner = value.get("params")
        shown_options = inner.items() if isinstance(inner, Mapping) else ()
        named = str(value.get("name", "")).rpartition("/")[2]
        return Term(named, tuple((_bare(key), (Term(_text(one)),)) for key, one in shown_options))
    return Term(_text(value))


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)[:200]


@frozen(kw_only=True)
class CountRecipe:
    """What inspect_ai counts: attempts, those completed, values scored and dropped.

    >>> CountRecipe(what="scored", view=View(scorer="match")).signature
    'inspect_ai:scored/1(scorer=match,reducer=mean,errored=kept)'
    """

    what: str
    view: View | None = None

    @property
    def signature(self) -> str:
        """Write what is counted, and in which view."""
        if self.view is None:
            return f"{HARNESS}:{write(Call(self.what, 1, ()))}"
        return evolve(InspectRecipe(view=self.view, metric=self.what)).signature

    def compute(self, run: Run) -> Computed | Unknown:
        """Count in a run."""
        count = self._count(run)
        if isinstance(count, str):
            return Unknown(count)
        return Computed(value=float(count), low=float(count), high=float(count))

    def _count(self, run: Run) -> int | str:
        if self.view is None:
            return _attempts(run, self.what)
        found = seen(run, self.view)
        if isinstance(found, str):
            return found
        reduced = found.denominators.reduced or 0
        return len(found.rows) if self.what == "scored" else reduced - len(found.rows)


def _attempts(run: Run, what: str) -> int | str:
    if what == "planned_samples" or (what == "total_samples" and run.attempts is None):
        return len(run.items) * run.epochs if run.items else "the log lists no ids of samples"
    if run.attempts is None:
        return "the log has no samples"
    if run.status != "success":
        return f"the run did not end well: its status is {shown(run.status)}"
    if what == "completed_samples":
        return sum(not one.error for one in run.attempts)
    return len(run.attempts)
