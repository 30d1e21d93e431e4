"""A number of another tool as a definition of ours, and how the tool rounds on the way to it.

A tool's number is three things here: a definition that has its exact value, the operations on
floats that lead to its bits, and what the tool presupposes of its input. The first lets the auditor
name a number without the tool; the second says what is printed; the third refuses samples on
which the two would part, before any number is given under the tool's name.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import isnan
from typing import Protocol

from attrs import evolve, field, frozen

from measurand.metrics.definitions import Averaged, Definition
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import CLASS, Over, OverKind
from measurand.metrics.signature import signature
from measurand.values.items import Item, item_text
from measurand.values.sample import Sample
from measurand.values.score import Score, Undefined


class Arithmetic(Protocol):
    """The operations on floats by which a tool gets its number, and their order."""

    @property
    def says(self) -> str:
        """Say the operations in words."""

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN where the tool gives NaN.

        Raises ValueError for samples that the tool does not take.
        """


Refusal = Callable[[Sample], str]
"""Says why the input of a tool cannot make a sample; empty where it can."""


def nothing_refused(_sample: Sample) -> str:
    """Refuse no sample.

    >>> nothing_refused(Sample(id="1"))
    ''
    """
    return ""


@frozen
class Given:
    """What a tool makes of samples: its float, our exact score, and the definition of both.

    `number` is NaN where the tool gives NaN; then the score is undefined. `says` names the call
    with its weights, where samples have some.
    """

    number: float
    score: Score
    definition: Definition
    says: str = ""


@frozen(kw_only=True)
class Compatible:
    """A definition of ours that equals a number of another tool, and what the tool presupposes.

    `call` is what one writes to get the number from the tool, `versions` those on which the bits
    were compared. Our score is an exact fraction; the tool rounds after every operation, in an
    order that `arithmetic` repeats. `default` tells whether a user gets the number without asking
    for anything else, `of_one` whether it is a number of one sample alone. `refuses` says what the
    tool presupposes of a sample: that a label is a text, that a text was split into tokens.
    `near` says how far the float is known where nobody can repeat the tool's last bits.
    `weighs` tells whether the tool has weights of samples. What it presupposes is looked at before
    any number is given under its name, exact or not.

    >>> from measurand.metrics.compat.sklearn_labels import samples_of_labels
    >>> from measurand.metrics.compat.sklearn import as_sklearn
    >>> macro = as_sklearn("f1", average="macro")
    >>> samples = samples_of_labels(["a", "b", "b"], ["a", "a", "b"])
    >>> macro.score(samples), macro.number(samples)
    (Defined(value=Fraction(2, 3)), 0.6666666666666666)
    """

    tool: str
    call: str
    versions: tuple[str, ...]
    definition: Definition
    arithmetic: Arithmetic = field(repr=False)
    default: bool = False
    of_one: bool = False
    near: str = ""
    refuses: Refusal = field(default=nothing_refused, repr=False)
    weighs: bool = False

    @property
    def signature(self) -> str:
        """Write the definition in full."""
        return signature(self.definition)

    @property
    def says(self) -> str:
        """Name the number in words: the tool, and whether it is its default."""
        return (
            f"{self.tool}'s default: {self.call}" if self.default else f"{self.tool}: {self.call}"
        )

    def called(self, samples: Iterable[Sample]) -> "Compatible":
        """Write the weights of samples into the call, where they have some: it is no default then.

        >>> from measurand.metrics.compat.sklearn import as_sklearn
        >>> heavy = Sample(id="1", gold=("a",), predicted=("a",), weight=Fraction(2))
        >>> as_sklearn("f1", average=None, labels=["a"]).called([heavy]).call
        "f1_score(y_true, y_pred, labels=['a'], average=None, sample_weight=...)[0]"
        """
        if not self.weighs or all(one.weight == 1 for one in samples):
            return self
        head, bracket, rest = self.call.rpartition(")")
        return evolve(self, call=f"{head}, sample_weight=...{bracket}{rest}", default=False)

    def score(self, samples: Iterable[Sample]) -> Score:
        """Score samples exactly, where the tool takes them; see `given`."""
        return self.given(samples).score

    def number(self, samples: Iterable[Sample]) -> float:
        """Compute the float that the tool gives, bit for bit but for `near`; NaN where it is NaN.

        Raises ValueError as `given` does.
        """
        return self.given(samples).number

    def given(self, samples: Iterable[Sample]) -> Given:
        """Run what the tool does on samples, under everything that it presupposes of them.

        Raises ValueError where the tool refuses the samples, where they have weights and it has
        none, and where it gives a number although our score is undefined, or NaN although it is
        defined; UnfitSampleError where a sample does not have the shape that is asked for.
        """
        kept = tuple(samples)
        refusal = next(filter(None, map(self._refusal, kept)), "")
        if refusal:
            raise ValueError(refusal)
        if kept and not any(sample.weight for sample in kept):
            message = "a sample of weight above 0: got none"
            raise ValueError(message)
        definition = _counting_weightless(self.definition, kept) if self.weighs else self.definition
        number, score = self.arithmetic.number(definition, kept), evaluate(definition, kept)
        if isnan(number) != isinstance(score, Undefined):
            ours = f"undefined ({score.reason})" if isinstance(score, Undefined) else "defined"
            message = (
                f"samples that {self.tool} scores as we do: got {number}, where ours is {ours}"
            )
            raise ValueError(message)
        return Given(number, score, definition, self.called(kept).says)

    def _refusal(self, sample: Sample) -> str:
        if sample.weight == 1:
            return self.refuses(sample)
        if not self.weighs:
            return (
                f"samples without weights, as {self.tool} has none: "
                f"got {sample.weight} in {sample.id!r}; leave them out, "
                "or have them counted by the definition itself"
            )
        if sample.weight > _LARGEST or (sample.weight and not float(sample.weight)):
            return f"a weight in the range of floats: got another in {sample.id!r}"
        return self.refuses(sample)


_LARGEST = Fraction(2) ** 1000


def _counting_weightless(definition: Definition, samples: Sequence[Sample]) -> Definition:
    """List every label of a mean over classes, where one occurs in samples of weight 0 alone.

    To us such a sample is not there; a tool that multiplies by weights still has its label.
    """
    if not isinstance(definition, Averaged):
        return definition
    how = definition.averaging
    if how.average.keys != (CLASS,) or how.over.kind is not OverKind.UNION:
        return definition
    heavy, light = (
        {item_text(item) for one in samples if bool(one.weight) is weighs for item in _both(one)}
        for weighs in (True, False)
    )
    if light <= heavy:
        return definition
    over = Over(OverKind.DECLARED, tuple(sorted(heavy | light)))
    return evolve(definition, averaging=evolve(how, over=over))


def _both(sample: Sample) -> tuple[Item, ...]:
    return (*sample.gold, *(sample.predicted or ()))
