"""A number of another tool as a definition of ours, and how the tool rounds on the way to it."""

from collections.abc import Callable, Iterable, Sequence
from math import isnan
from typing import Protocol

from attrs import field, frozen

from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import signature
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


@frozen(kw_only=True)
class Compatible:
    """A definition of ours that equals a number of another tool.

    `call` is what one writes to get the number from the tool, `versions` those on which the bits
    were compared. Our score is an exact fraction; the tool rounds after every operation, in an
    order that `arithmetic` repeats. `default` tells whether a user gets the number without asking
    for anything else, `of_one` whether it is a number of one sample alone. `refuses` says what the
    tool presupposes of a sample: that a label is a text, that a text was split into tokens.

    >>> from measurand.metrics.compat.labels import samples_of_labels
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
    refuses: Refusal = field(default=nothing_refused, repr=False)

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

    def score(self, samples: Iterable[Sample]) -> Score:
        """Score samples exactly, under the definition.

        Raises UnfitSampleError where a sample does not have the shape that is asked for.
        """
        return evaluate(self.definition, samples)

    def number(self, samples: Iterable[Sample]) -> float:
        """Compute the float that the tool gives, bit for bit; NaN where it gives NaN.

        Raises ValueError where the tool refuses the samples, where they have weights, and where it
        gives a number although our score is undefined, or NaN although it is defined.
        """
        kept = tuple(samples)
        heavy = next((sample for sample in kept if sample.weight != 1), None)
        if heavy is not None:
            message = f"samples without weights: got {heavy.weight} in {heavy.id!r}"
            raise ValueError(message)
        refusal = next(filter(None, map(self.refuses, kept)), "")
        if refusal:
            raise ValueError(refusal)
        found, score = self.arithmetic.number(self.definition, kept), self.score(kept)
        if isnan(found) != isinstance(score, Undefined):
            ours = f"undefined ({score.reason})" if isinstance(score, Undefined) else "defined"
            message = f"samples that {self.tool} scores as we do: got {found}, where ours is {ours}"
            raise ValueError(message)
        return found
