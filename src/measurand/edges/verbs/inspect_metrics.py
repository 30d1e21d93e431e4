"""Definitions as metrics of inspect_ai: which parts of its scores are gold, and which predicted.

inspect_ai hands a metric the scores alone: of each its value, its answer, its metadata, and the
metadata of its sample. The target is none of them, so a definition that compares labels needs it
written where the metric sees it: `with_target` has any scorer do so. Nothing here imports
inspect_ai: what it hands over is read by the names of its parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import nan
from typing import Protocol, TypedDict, Unpack

from attrs import frozen

from measurand.edges.verbs.columns import Said
from measurand.edges.verbs.definitions import (
    IN_HARNESSES,
    DefinitionLike,
    Kind,
    definitions_of,
    meant,
)
from measurand.edges.verbs.errors import invalid
from measurand.edges.verbs.scoring import score
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import brief
from measurand.values.fault import shown
from measurand.values.suggest import did_you_mean

TARGET = "target"
"""The key of a score's metadata under which `with_target` writes the target."""
_PLAIN = ("answer", "value", "explanation")
_KEYED = ("metadata", "sample_metadata")
_NO_GROUPS: Mapping[str, str] = {}


class Scored(Protocol):
    """What is read of a `Score` of inspect_ai."""

    value: object
    answer: str | None
    explanation: str | None
    metadata: dict[str, object] | None


class SampleScored(Protocol):
    """What is read of a `SampleScore` of inspect_ai."""

    @property
    def score(self) -> Scored:
        """Give what the scorer gave."""

    @property
    def sample_id(self) -> str | int | None:
        """Name the sample."""

    @property
    def sample_metadata(self) -> Mapping[str, object] | None:
        """Give what the data set says of the sample."""


@frozen
class Part:
    """A part of a score: its answer, its value, or a key of its metadata or of its sample's.

    >>> Part.read("gold", "metadata.target")
    Part(name='metadata', key='target')
    """

    name: str
    key: str = ""

    @classmethod
    def read(cls, argument: str, text: str) -> "Part":
        """Read a part as it is written, such as `sample_metadata.topic`.

        Raises InvalidInputError, naming the argument.
        """
        name, dot, key = text.partition(".")
        if (name in _PLAIN and not dot) or (name in _KEYED and key):
            return cls(name, key)
        known = [*_PLAIN, *(f"{one}.KEY" for one in _KEYED)]
        hint = did_you_mean(text, known).removeprefix(": ")
        raise invalid(argument, repr(text), f"one of {', '.join(known)}", hint)

    def of(self, scored: SampleScored, argument: str) -> object:
        """Take the part of a score.

        Raises InvalidInputError where metadata have no such key, naming the sample.
        """
        if not self.key:
            return getattr(scored.score, self.name)
        held = scored.sample_metadata if self.name == _KEYED[1] else scored.score.metadata
        if held is not None and self.key in held:
            return held[self.key]
        got = f"{', '.join(map(shown, held or ())) or 'nothing'} in {self.name}"
        expected = f"the key {self.key!r} in each sample, also in {shown(scored.sample_id)}"
        raise invalid(argument, got, expected, _way_out(argument, self))


def _way_out(argument: str, part: Part) -> str:
    if (part.name, part.key) != (_KEYED[0], TARGET):
        return ""
    elsewhere = f"{argument}='sample_metadata.KEY' says that the data set has it"
    return f"metrics do not see targets: wrap the scorer in with_target(...); {elsewhere}"


@frozen(kw_only=True)
class InspectMetric:
    """Definitions, and of which parts of scores their columns are made.

    It is called with scores, and gives each number by its definition and revision. Where a score is
    undefined it is NaN, which inspect_ai has for no number; `measurand check` says why. An empty
    answer is none, which is not right: a definition that says nothing of `missing` says `empty`.

    >>> from types import SimpleNamespace as Made
    >>> def scored(target, answer):
    ...     score = Made(value="C", answer=answer, explanation=None, metadata={"target": target})
    ...     return Made(score=score, sample_id="q1", sample_metadata=None)
    >>> macro = inspect_metric("f1(average=macro[class])")
    >>> macro([scored("calm", "calm"), scored("rough", "calm")])
    {'f/1(class=item,missing=empty,average=macro[class])': 0.3333333333333333}
    """

    definitions: Mapping[str, Definition | Compatible]
    gold: Part
    predicted: Part
    groups: Mapping[str, Part]
    weights: Part | None
    said: Said

    def __call__(self, scores: Iterable[SampleScored]) -> dict[str, float]:
        """Score the samples under every definition.

        Raises InvalidInputError for scores that lack a part, and as `score` does.
        """
        every = list(scores)
        if not every:
            return dict.fromkeys(self.definitions, nan)
        gold = _column("gold", self.gold, every)
        said = _column("predicted", self.predicted, every)
        answers = [None if one == "" else one for one in said]
        told = self.said_of(every)
        numbers = {
            # To a tool no answer is a label like others.
            name: score(gold, said if isinstance(one, Compatible) else answers, one, **told)
            for name, one in self.definitions.items()
        }
        return {name: float(one) if one.defined else nan for name, one in numbers.items()}

    def said_of(self, every: Sequence[SampleScored]) -> Said:
        """Give what is said of the columns, with those that scores have besides."""
        groups = {
            name: _column(f"groups[{name!r}]", part, every) for name, part in self.groups.items()
        }
        said: Said = {**self.said, "groups": groups}
        if self.weights is not None:
            said["weights"] = _column("weights", self.weights, every)
        return said


def _column(argument: str, part: Part, every: Sequence[SampleScored]) -> list[object]:
    return [part.of(one, argument) for one in every]


class Parts(TypedDict, total=False):
    """Which parts of a score are read, and what is said of the columns that they make.

    A part is `answer`, `value`, `explanation`, `metadata.KEY` (of the score) or
    `sample_metadata.KEY` (of the data set). `gold` is `metadata.target` where nothing is said,
    `predicted` is `answer`; `groups` are parts by the name that a definition asks for, `weights` is
    a part. `kind`, `positive` and `classes` are those of `score`.
    """

    gold: str
    predicted: str
    groups: Mapping[str, str]
    weights: str
    kind: Kind
    positive: str | int
    classes: Sequence[str]


def inspect_metric(definition: str | Sequence[str], **parts: Unpack[Parts]) -> InspectMetric:
    """Make a metric of a definition, or of several. They are texts, since a log has to keep them.

    >>> inspect_metric("mae", gold="sample_metadata.tons", predicted="value").gold
    Part(name='sample_metadata', key='tons')

    Raises InvalidInputError for what is no definition, and no part of a score.
    """
    weights = parts.get("weights")
    said: Said = {}
    if "kind" in parts:
        said["kind"] = parts["kind"]
    if "positive" in parts:
        said["positive"] = parts["positive"]
    if "classes" in parts:
        said["classes"] = parts["classes"]
    return InspectMetric(
        definitions=dict(_named(one, said) for one in definitions_of(definition)),
        gold=Part.read("gold", parts.get("gold", f"metadata.{TARGET}")),
        predicted=Part.read("predicted", parts.get("predicted", "answer")),
        groups={
            name: Part.read(f"groups[{name!r}]", text)
            for name, text in parts.get("groups", _NO_GROUPS).items()
        },
        weights=None if weights is None else Part.read("weights", weights),
        said=said,
    )


def _named(asked: DefinitionLike, said: Said) -> tuple[str, Definition | Compatible]:
    """Name a definition by its signature, a tool's number by its own name; refuse what is none."""
    if not isinstance(asked, str):
        raise invalid("definition", shown(asked), "a text, such as 'f1(average=macro[class])'")
    kind = said.get("kind") or "labels"
    found = meant(asked, lambda: kind, said.get("positive"), IN_HARNESSES)
    return (asked if isinstance(found, Compatible) else brief(found)), found


class Targets(Protocol):
    """What is read of a `Target` of inspect_ai: its texts."""

    def __len__(self) -> int:
        """Count the texts."""

    def __getitem__(self, at: int) -> str:
        """Give one."""


def keep_target(scored: Scored, target: Targets) -> None:
    """Write a target into the metadata of a score: a text, or the list of several.

    >>> from types import SimpleNamespace as Made
    >>> given = Made(value="C", answer="calm", explanation=None, metadata=None)
    >>> keep_target(given, ["calm"])
    >>> given.metadata
    {'target': 'calm'}
    """
    texts = [target[at] for at in range(len(target))]
    told = texts[0] if len(texts) == 1 else texts
    scored.metadata = {**(scored.metadata or {}), TARGET: told}
