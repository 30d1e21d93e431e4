"""Our own definitions in the logs of harnesses: computed anew of the pairs that a log has.

Inside a harness a definition is a metric (`edges/verbs/inspect_metrics`, `lm_eval_metrics`) whose
text stands in the log. So its number needs no recipe of a harness: the text is parsed, the gold and
the predicted of each row are a sample, and the score is the one that the text says. Pairs of labels
and of numbers are computed; other samples are not made anew of what a log keeps.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite, nan

from attrs import frozen

from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.evidence.pool import pool
from measurand.evidence.runs import Computed, Denominators, Run, Unknown, Value, near
from measurand.metrics.compat.short_names import named
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.signature import parse
from measurand.values.fault import shown
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined

OURS = "measurand"
_ANNOUNCED = re.compile(r"measurand: (?P<name>\S+) = (?P<text>[^|]+)(?: \| (?P<said>.+))?")
_TOOL = re.compile(r"[a-z_]+:")
UNANSWERED = frozenset({"", "[invalid]"})
"""Answers that are none: nothing, and what filters of lm-eval write where they found nothing."""
_LONGEST = 1000
_PAIR = 2


@frozen
class Announcement:
    """A metric of ours as a harness writes it: its name, its definition, and what else was said.

    >>> str(Announcement("right", "accuracy/1"))
    'measurand: right = accuracy/1'
    """

    name: str
    text: str
    said: str = ""

    def __str__(self) -> str:
        """Write it as one line."""
        more = f" | {self.said}" if self.said else ""
        return f"{OURS}: {self.name} = {self.text}{more}"


def announced(text: str) -> Announcement | None:
    """Read what a harness wrote of a metric; None where it is none of ours.

    >>> announced("measurand: right = accuracy/1 | unanswered: 'none'")
    Announcement(name='right', text='accuracy/1', said="unanswered: 'none'")
    >>> announced("mean") is None
    True
    """
    found = _ANNOUNCED.fullmatch(text)
    if found is None:
        return None
    return Announcement(found["name"], found["text"].strip(), found["said"] or "")


@frozen
class PairOf:
    """Which parts of the scores of a scorer of inspect_ai are gold, and which predicted.

    A part is `answer`, `value`, `explanation`, `metadata.KEY` or `sample_metadata.KEY`.

    >>> PairOf("sea").column
    'measurand: metadata.target and answer of sea'
    """

    scorer: str
    gold: str = "metadata.target"
    predicted: str = "answer"

    @property
    def column(self) -> str:
        """Name the list of pairs."""
        return f"{OURS}: {self.gold} and {self.predicted} of {self.scorer}"


@frozen(kw_only=True)
class PairsRecipe:
    """A number of ours, of the pairs of a column: each a list of gold and predicted.

    `unanswered` are answers that are none. `of_error` is the error beside the number: harnesses
    have none of what is not theirs. `said` is what the metric was told besides; then it is not
    computed, since what it was told may have changed what the pairs are.

    >>> made = PairsRecipe(text="accuracy/1", column="right")
    >>> made.compute(Run(file="a", harness="toy", values={"right": [("1", ["a", "a"])]})).value
    1.0
    """

    text: str
    column: str
    unanswered: frozenset[str] = UNANSWERED
    of_error: bool = False
    said: str = ""

    @property
    def signature(self) -> str:
        """Write the definition, and whose it is."""
        return f"{OURS}:{self.text}"

    def compute(self, run: Run) -> Computed | Unknown:
        """Score the pairs."""
        rows = run.values.get(self.column)
        if self.of_error:
            return Computed(value=nan, low=nan, high=nan)
        if rows is None:
            return Unknown("the log has no pairs of gold and predicted")
        if self.said:
            return Unknown(f"the metric was told {self.said}")
        try:
            found = _scored(self.text, [_sides(pair) for _, pair in rows], self.unanswered)
        except (ValueError, TypeError) as error:
            return Unknown(str(error))
        chain = Denominators(
            planned=run.planned, logged=run.logged, with_score=len(rows), scored=len(rows)
        )
        if isinstance(found, str):
            return Computed(value=nan, low=nan, high=nan, denominators=chain, note=found)
        return near(found, denominators=chain)


def _sides(pair: Value) -> tuple[Value, Value]:
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != _PAIR:
        message = f"a row is no pair of gold and predicted: got {shown(pair)}"
        raise ValueError(message)
    return pair[0], pair[1]


def _scored(
    text: str, pairs: Sequence[tuple[Value, Value]], unanswered: frozenset[str]
) -> float | str:
    """Score pairs under a definition, or as a tool does; a text says why there is no number.

    To a tool an answer that is none is a label like others.

    Raises ValueError and TypeError for what is no definition of pairs.
    """
    tool = _tool(text) if _TOOL.match(text) else None
    definition = parse(text) if tool is None else tool.definition
    how = observing(definition)
    if group_keys(definition):
        message = f"it groups by {', '.join(group_keys(definition))}, which is not kept"
        raise ValueError(message)
    none = frozenset() if tool else unanswered
    samples = [
        _sample(how, str(at), gold, None if isinstance(said, str) and said in none else said)
        for at, (gold, said) in enumerate(pairs)
    ]
    if tool is not None:
        return tool.given(samples).number
    match Finaliser(pool(how, samples)).score(definition).score:
        case Defined(value):
            return float(value)
        case Undefined(reason):
            return reason


def _tool(text: str) -> Compatible:
    try:
        return named(text)
    except ValueError:
        return named(f"{text}:gold:predicted")


def _sample(how: Observing, name: str, gold: Value, predicted: Value) -> Sample:
    """Make the sample of a pair: of a label on each side, or of two numbers."""
    if isinstance(how, Observation):
        answer = None if predicted is None else (_label(predicted),)
        return Sample(id=name, gold=(_label(gold),), predicted=answer)
    if all(
        isinstance(one, ColumnOf) for one in (how.parts if isinstance(how, Together) else (how,))
    ):
        sides = (("gold", gold), ("predicted", predicted))
        return Sample(id=name, amounts=tuple((side, _amount(one)) for side, one in sides))
    message = "it is no definition of labels or of numbers"
    raise ValueError(message)


def _label(value: Value) -> str:
    """Write a label as samples hold it."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if not isinstance(value, str | int | float) or len(text) > _LONGEST:
        message = f"{shown(text[:60])} is no label"
        raise ValueError(message)
    return text


def _amount(value: Value) -> Fraction:
    if not isinstance(value, int | float) or not isfinite(value):
        message = f"{shown(value)} is no number"
        raise ValueError(message)
    return Fraction(repr(float(value)) if isinstance(value, float) else value)
