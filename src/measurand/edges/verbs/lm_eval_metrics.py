"""Definitions as metrics of lm-evaluation-harness: aggregations of pairs of gold and predicted.

A task of lm-eval names functions by `!function` in its YAML. What a metric gives of a document is
kept with its row, and an aggregation makes one number of all rows; so the number of a corpus is an
aggregation of pairs. lm-eval writes a function that has no source as its `str`, so the definition
stands in the results, and says what was computed. Nothing here imports lm-eval.
"""

import re
from collections.abc import Iterable, Sequence
from math import nan
from typing import Unpack, overload

from attrs import frozen

from measurand.auditing.runs.own_definitions import UNANSWERED, Announcement
from measurand.edges.verbs.columns import Said
from measurand.edges.verbs.definitions import IN_HARNESSES, meant
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.scoring import score
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import brief
from measurand.values.fault import shown

_PAIR = 2
_NOT_IN_NAMES = re.compile(r"\W+", re.ASCII)


@frozen(kw_only=True, eq=False)
class LmEvalMetric:
    """A definition that lm-eval calls: of each row for its pair, and of all pairs for the number.

    As `metric:` of a task it is called with `references` and `predictions` of one document, as
    `aggregation:` with the list of pairs. Where `process_results` gives pairs of its own, it is the
    aggregation alone. An undefined score is NaN. `text` is how results write the `definition`.
    """

    name: str
    text: str
    definition: Definition | Compatible
    unanswered: frozenset[str]
    said: Said

    @property
    def __name__(self) -> str:
        """Name the metric as results do."""
        return self.name

    def __str__(self) -> str:
        """Write what results keep of it."""
        told = {name: value for name, value in self.said.items() if name != "positive"}
        if self.unanswered != UNANSWERED:
            told["unanswered"] = sorted(self.unanswered)
        more = ", ".join(f"{name}={value!r}" for name, value in told.items())
        return str(Announcement(self.name, self.text, more))

    @overload
    def __call__(self, pairs: Iterable[object]) -> float: ...

    @overload
    def __call__(
        self, *, references: Sequence[object], predictions: Sequence[object]
    ) -> tuple[object, object]: ...

    def __call__(
        self,
        pairs: Iterable[object] = (),
        *,
        references: Sequence[object] | None = None,
        predictions: Sequence[object] = (),
    ) -> float | tuple[object, object]:
        """Give the pair of a document, or the number of all pairs.

        Raises InvalidInputError for what is no pair, and as `score` does.
        """
        if references is not None:
            [gold], [predicted] = references, predictions
            return gold, predicted
        both = [self.pair(at, one) for at, one in enumerate(pairs)]
        columns = [gold for gold, _ in both], [predicted for _, predicted in both]
        found = score(*columns, self.definition, **self.said)
        return float(found) if found.defined else nan

    def pair(self, at: int, value: object) -> tuple[object, object]:
        """Take a pair; an answer that is none is None.

        Raises InvalidInputError for what is no pair.
        """
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != _PAIR:
            hint = "a task whose documents have several targets needs process_results, to say which"
            raise invalid(f"pairs[{at}]", shown(value), "a pair of gold and predicted", hint)
        gold, predicted = value
        tool = isinstance(self.definition, Compatible)  # to which no answer is a label like others
        none = isinstance(predicted, str) and predicted in self.unanswered and not tool
        return gold, None if none else predicted


def lm_eval_metric(
    definition: str,
    *,
    name: str = "",
    unanswered: Iterable[str] = UNANSWERED,
    **said: Unpack[Said],
) -> LmEvalMetric:
    """Give a definition as a function that lm-eval calls, for `!function` in the YAML of a task.

    `name` is that of the metric in the results, made of the definition where none is given.
    `unanswered` are answers that are none (`[invalid]` is what its filters write where nothing was
    found); none is not right, unless the definition says `missing=skip`. All else is as `score` has
    it.

    >>> macro = lm_eval_metric("f1(average=macro[class])", name="macro_f1")
    >>> macro(references=["calm"], predictions=["rough"])
    ('calm', 'rough')
    >>> macro([("calm", "calm"), ("rough", "calm")]), macro([])
    (0.3333333333333333, nan)
    >>> str(macro)
    'measurand: macro_f1 = f/1(class=item,missing=empty,average=macro[class])'

    Raises InvalidInputError for what is no definition.
    """
    kind = said.get("kind") or "labels"
    found = meant(definition, lambda: kind, said.get("positive"), IN_HARNESSES)
    return LmEvalMetric(
        name=name or _NOT_IN_NAMES.sub("_", definition).strip("_"),
        text=definition if isinstance(found, Compatible) else brief(found),
        definition=found,
        unanswered=frozenset(unanswered),
        said=said,
    )
