"""Definitions in the shapes that other libraries call: a function of columns, a state of batches.

None needs the library: scikit-learn's `make_scorer` takes any function of y_true and y_pred, who
trains with torchmetrics calls `update`, `compute` and `reset`, and who evaluates with Hugging
Face's `evaluate` calls `add_batch` and `compute`. Tensors are read as arrays are.
"""

from typing import Unpack

from attrs import frozen

from measurand.edges.verbs.cells import Column
from measurand.edges.verbs.columns import Said, columns_of, refuse_unknown
from measurand.edges.verbs.definitions import DefinitionLike, meant
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.kinds import kind_of
from measurand.edges.verbs.results import Number
from measurand.edges.verbs.scoring import Measured, measure, score
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition


@frozen
class ScoreFunction:
    """A definition as a function of y_true and y_pred; it can be pickled, as workers need it."""

    definition: DefinitionLike
    said: Said

    @property
    def __name__(self) -> str:
        """Name it as scikit-learn shows a scorer."""
        return self.definition if isinstance(self.definition, str) else "score"

    def __call__(
        self, y_true: Column, y_pred: Column, *, sample_weight: Column | None = None
    ) -> float:
        """Give the float of the score; samples may have weights, as scikit-learn hands them on."""
        said = self.said.copy()
        if sample_weight is not None:
            said["weights"] = sample_weight
        return float(score(y_true, y_pred, self.definition, **said))


def score_function(definition: DefinitionLike, **said: Unpack[Said]) -> ScoreFunction:
    """Give a function of y_true and y_pred that is the float of a definition.

    It is what `sklearn.metrics.make_scorer` takes, and cross-validation after it.

    >>> macro = score_function("f1(average=macro[class])")
    >>> macro([0, 1, 1], [0, 1, 0])
    0.6666666666666666

    Raises InvalidInputError for what is no definition, and one that the kind of cells that is said
    leaves open. The function raises it as `score` does, and UndefinedScoreError where there is no
    number.
    """
    _checked("score_function", definition, said)
    return ScoreFunction(definition, said)


def _checked(verb: str, definition: DefinitionLike, said: Said) -> Definition | Compatible:
    """Refuse at once what no column could be scored by.

    What cells are is told by the columns, so only what is said of them is known here.
    """
    refuse_unknown(verb, said, tuple(Said.__annotations__))
    told = columns_of((), (), said).kind
    kind = "sets" if told is None else kind_of((), (), told)
    return meant(definition, lambda: kind, said.get("positive"))


class Accumulator:
    """A metric over batches, called as those of torchmetrics are: predictions first.

    >>> running = Accumulator("f1(average=macro[class])")
    >>> running.update(["a", "a"], ["a", "b"])
    >>> running.update(["b"], ["b"])
    >>> print(running.compute())
    0.666667

    Two of them add, so each worker may have its own; so do their `state`s, which can be pickled.
    """

    def __init__(self, definition: DefinitionLike, **said: Unpack[Said]) -> None:
        """Begin with nothing; arguments are those of `measure`.

        Raises InvalidInputError for what is no definition.
        """
        found = _checked("Accumulator", definition, said)
        if isinstance(found, Compatible):
            hint = "score(...) gives it of all samples at once"
            raise invalid("definition", found.says, "a definition, whose parts add", hint)
        self.definition, self.said = definition, said
        self.state: Measured | None = None

    def update(self, preds: Column, target: Column) -> None:
        """Add a batch."""
        batch = measure(_column(target), _column(preds), self.definition, **self.said)
        self.state = batch if self.state is None else self.state + batch

    def compute(self) -> Number:
        """Score all batches so far; undefined where there was none."""
        return (self.state or measure([], [], self.definition, **self.said)).score()

    def reset(self) -> None:
        """Forget all batches."""
        self.state = None

    def __add__(self, other: "Accumulator") -> "Accumulator":
        """Take the batches of two workers together.

        Raises InvalidInputError where they measure something else.
        """
        if not isinstance(other, Accumulator):
            return NotImplemented
        both = Accumulator(self.definition, **self.said)
        states = [one.state for one in (self, other) if one.state is not None]
        both.state = sum(states[1:], states[0]) if states else None
        return both

    def __radd__(self, other: object) -> "Accumulator":
        """Begin a sum: `sum(workers)` starts at 0."""
        return self if other == 0 else NotImplemented


class EvaluateModule:
    """A metric as those that Hugging Face's `evaluate` loads, called by names alone.

    >>> macro = EvaluateModule("f1(average=macro[class])", name="macro_f1")
    >>> macro.compute(predictions=["a", "a", "b"], references=["a", "b", "b"])
    {'macro_f1': 0.6666666666666666}
    >>> macro.add(prediction="a", reference="a")
    >>> macro.add_batch(predictions=["a"], references=["b"])
    >>> macro.compute()
    {'macro_f1': 0.3333333333333333}

    `evaluate.combine` and evaluators take it beside modules of their own. `name` is that of the
    number; where none is given it is the text of the definition.
    """

    def __init__(self, definition: DefinitionLike, *, name: str = "", **said: Unpack[Said]) -> None:
        """Begin with nothing; other arguments are those of `measure`."""
        self.name = name or str(definition)
        self._running = Accumulator(definition, **said)

    def add(self, *, prediction: object = None, reference: object = None, **said: object) -> None:
        """Add one prediction; combinations of modules name both in the plural."""
        gold, predicted = said.get("references", reference), said.get("predictions", prediction)
        self._running.update([predicted], [gold])

    def add_batch(self, *, predictions: Column, references: Column) -> None:
        """Add a batch of predictions."""
        self._running.update(predictions, references)

    def compute(
        self, *, predictions: Column | None = None, references: Column | None = None
    ) -> dict[str, float]:
        """Score what was added, and what is handed over now, and forget it all.

        Raises UndefinedScoreError where there is no number.
        """
        if predictions is not None and references is not None:
            self.add_batch(predictions=predictions, references=references)
        try:
            return {self.name: float(self._running.compute())}
        finally:
            self._running.reset()

    def _feature_names(self) -> list[str]:
        """Name what a combination of modules hands over."""
        return ["predictions", "references"]


def _column(batch: Column) -> Column:
    """Give a tensor as a list; it may lie on a device, and have a gradient."""
    detach = getattr(batch, "detach", None)
    plain = detach() if callable(detach) else batch
    listed = getattr(plain, "tolist", None)
    return listed() if detach is not None and callable(listed) else batch
